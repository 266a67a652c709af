"""How files will be read, before they are: the first documents decoded, in every encoding that is possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QSplitter, QVBoxLayout, QWidget

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.progress import Cancelled
from workbench.core.texts import Text, sentences
from workbench.gui.figures import grouped
from workbench.gui.fonts import scaled
from workbench.gui.i18n import render, tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.corpus_pages import DocumentsText, documents_text, heading
from workbench.gui.theme import GRID
from workbench.text.document import Document
from workbench.text.lexicon import LexiconKind
from workbench.text.readers.files import find_files
from workbench.text.readers.notes import Note
from workbench.text.readers.preview import FilePreview, preview_file
from workbench.text.readers.settings import ImportSettings

AUTO = "auto"
MOST_SIDE_BY_SIDE = 4
MOST_NOTES = 4


@dataclass(frozen=True)
class Readings:
    """The previews of a file, one for each encoding that it may be in; ``mixed`` where no single one fits."""

    files: Sequence[FilePreview] = ()
    candidates: Sequence[str] = ()
    mixed: bool = False

    @property
    def asks(self) -> bool:
        """Whether the user has to choose."""
        return bool(self.candidates)

    @property
    def problem(self) -> Text | None:
        """Why the file cannot be imported, whatever the user says about its encoding; None where it can."""
        return None if self.asks or not self.files else self.files[0].problem


@dataclass(frozen=True)
class Look:
    """The readings of the file on show, or the ``error`` why there are none; ``refused`` are all chosen files where an
    import would refuse each of them, else empty."""

    readings: Readings
    error: WorkbenchError | None = None
    refused: frozenset[Path] = frozenset()


def look_at(path: Path, paths: Sequence[Path], settings: ImportSettings, cancelled: Cancelled) -> Look:
    """Read one of the chosen ``paths``, and the others only while none was found that can be imported."""
    readings, error = _read_or_refuse(path, settings, cancelled)
    others = (one for one in paths if one != path)
    if _is_refused(path, readings, error) and all(
        _is_refused(one, *_read_or_refuse(one, settings, cancelled)) for one in others
    ):
        return Look(readings, error, frozenset(paths))
    return Look(readings, error)


def _read_or_refuse(
    path: Path, settings: ImportSettings, cancelled: Cancelled
) -> tuple[Readings, WorkbenchError | None]:
    try:
        return read_in_all_ways(path, settings, cancelled), None
    except StoppedError:
        raise
    except WorkbenchError as error:
        return Readings(), error


def _is_refused(path: Path, readings: Readings, error: WorkbenchError | None) -> bool:
    """Of a folder only the first file was read, so that the others may be good."""
    return error is not None or (readings.problem is not None and not path.is_dir())


def read_in_all_ways(path: Path, settings: ImportSettings, cancelled: Cancelled) -> Readings:
    """A file (the first one of a folder) as the settings say; where its encoding is not certain, once in each that it
    may be in, the likeliest first.

    Raises WorkbenchError where there is no file, or no encoding of the name.
    """
    file = find_files([path])[0].path
    first = preview_file(file, settings, cancelled)
    if first.certain or not first.candidates:
        return Readings([first])
    chosen = first.candidates[:MOST_SIDE_BY_SIDE]
    readings = []
    for candidate in chosen:
        if cancelled():
            break
        readings.append(preview_file(file, settings.model_copy(update={"encoding": candidate.encoding}), cancelled))
    return Readings(readings, [candidate.preview for candidate in chosen], mixed=not first.encoding)


class _Column(QWidget):
    """One text: its heading, and a button where there is a choice."""

    def __init__(self, title: str, text: str, choice: str, parent: QWidget) -> None:
        super().__init__(parent)
        head = PlainLabel(title, self)
        head.setFont(scaled(self.font(), 1.0, bold=True))
        self.button = QPushButton(tr("Read as {encoding}", encoding=choice), self)
        self.text = DocumentsText(self)
        self.text.setAccessibleName(title)
        self.text.setPlainText(text)
        top = QHBoxLayout()
        top.addWidget(head, 1)
        top.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        column.addLayout(top)
        column.addWidget(self.text, 1)
        head.setVisible(bool(title))
        self.button.setVisible(bool(choice))


def _shown_text(reading: FilePreview, documents: Sequence[Document], told: str = "", difference: str = "") -> str:
    """What a column says: what is wrong, warnings, the lines to compare under a heading, and the documents."""
    lines = [render(reading.problem)] if reading.problem is not None and not difference else []
    lines += [f"⚠ {_place(note)}{render(note.message)}" for note in reading.notes[:MOST_NOTES]]
    if difference:
        lines += [heading(told), difference, ""]
    return "\n".join([*lines, documents_text(documents)])


def _place(note: Note) -> str:
    return tr("line {line}: ", line=note.line) if note.line else ""


class PreviewPane(QWidget):
    """Readings side by side; ``encoding_chosen`` carries the one whose button was pressed.

    ``html_unwanted`` is the answer to the offer that is made where the file has tags, ``list_wanted`` (with the kind)
    to that where it looks like a list.
    """

    encoding_chosen = Signal(str)
    list_wanted = Signal(object)
    html_unwanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.columns: list[_Column] = []
        self._words = PlainLabel(parent=self, wordWrap=True)
        self.html_button = QPushButton(tr("Remove HTML"), self)
        self.html_button.setToolTip(tr("The text has HTML tags or entities; without this they are kept as they are."))
        self.html_button.clicked.connect(self.html_unwanted)
        self.html_button.hide()
        self.list_button = QPushButton(tr("Import as a list"), self)
        self.list_button.setToolTip(tr("Lists stand on the masking page: they say where units are in text."))
        menu = QMenu(self.list_button)
        for kind in LexiconKind:
            menu.addAction(translate(kind.label), partial(self.list_wanted.emit, kind))
        self.list_button.setMenu(menu)
        self.list_button.hide()
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setChildrenCollapsible(False)
        top = QHBoxLayout()
        top.addWidget(self._words, 1)
        for button in (self.list_button, self.html_button):
            top.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID // 2)
        layout.addLayout(top)
        layout.addWidget(self._splitter, 1)

    def show_readings(self, readings: Readings) -> None:
        """Show other readings in place of those on show."""
        for column in self.columns:
            column.hide()
            column.deleteLater()
        self.columns = self._columns_of(readings)
        for column in self.columns:
            self._splitter.addWidget(column)
        self.list_button.setVisible(any(reading.is_word_list for reading in readings.files))
        self.html_button.setVisible(any(reading.has_html for reading in readings.files))
        self._words.setText(_describe(readings))

    def _columns_of(self, readings: Readings) -> list[_Column]:
        if readings.asks:
            columns = []
            told = tr("lines that are not UTF-8") if readings.mixed else tr("where the readings differ")
            for reading, difference in zip(readings.files, readings.candidates, strict=False):
                name = reading.encoding
                column = _Column(name, _shown_text(reading, reading.documents, told, difference), name, self)
                column.button.clicked.connect(lambda _checked=False, name=name: self.encoding_chosen.emit(name))
                columns.append(column)
            return columns
        if not readings.files:
            return []
        [only] = readings.files
        text = _shown_text(only, only.documents)
        if not only.originals:
            return [_Column("", text, "", self)]
        original = documents_text(only.originals)
        return [_Column(tr("In the file"), original, "", self), _Column(tr("As it is imported"), text, "", self)]

    @property
    def words(self) -> str:
        """What is said about the readings."""
        return self._words.text()


def _describe(readings: Readings) -> str:
    if readings.mixed:
        return tr(
            "The file is in more than one encoding. It can be read line by line: compare the readings, and choose the "
            "one that makes sense; or convert it to UTF-8 first."
        )
    if readings.asks:
        return tr("The encoding is not certain: compare the readings, and choose the one that makes sense.")
    if not readings.files:
        return ""
    only = readings.files[0]
    lines = []
    if only.is_word_list:
        lines.append(
            tr(
                "The file looks like a list of words: short lines without sentences. As a list it says where units are "
                "in text; as a corpus each line would be trained on."
            )
        )
    if only.documents:
        name = translate(only.format.label)
        read = tr("Preview, read as {format} in {encoding}:", format=name, encoding=only.encoding)
        lines.append(f"{read} {_pairs(only)}")
    return "\n".join(lines)


def _pairs(preview: FilePreview) -> str:
    """How many of the previewed documents can make pairs of sentences, or of dialogues have two turns."""
    documents = len(preview.documents)
    if preview.turn_documents is not None:
        return tr(
            "dialogues with a turn a line; of the first {documents}, {turns} {turns:has|have} two or more turns.",
            documents=grouped(documents),
            turns=grouped(preview.turn_documents),
        )
    words = tr(
        "of the first {documents} {documents:document|documents} {pairs} {pairs:has|have} two or more "
        "sentences (parted by ┃) and can make pairs.",
        documents=grouped(documents),
        pairs=grouped(preview.pair_documents),
    )
    if documents > 1:
        return words
    return sentences(words, tr("Next-sentence pairs need a second document."))
