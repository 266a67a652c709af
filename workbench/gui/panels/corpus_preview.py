"""How files will be read, before they are: the first documents decoded, in every encoding that is possible."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QSplitter, QVBoxLayout, QWidget

from workbench.core.progress import Cancelled
from workbench.gui.fonts import scaled
from workbench.gui.i18n import render, tr
from workbench.gui.tables.tokens import visible
from workbench.gui.theme import GRID
from workbench.text.document import Document
from workbench.text.readers.files import find_files
from workbench.text.readers.notes import Note
from workbench.text.readers.preview import FilePreview, preview_file
from workbench.text.readers.settings import ImportSettings

AUTO = "auto"
MOST_SIDE_BY_SIDE = 4
MOST_DOCUMENTS = 12
MOST_NOTES = 4
MOST_CHARACTERS = 4000


def read_in_all_ways(path: Path, settings: ImportSettings, cancelled: Cancelled) -> list[FilePreview]:
    """A file (the first one of a folder) as the settings say; where its encoding is not certain, once in each that it
    may be in, the likeliest first.

    Raises WorkbenchError where there is no file, or no encoding of the name.
    """
    file = find_files([path])[0].path
    first = preview_file(file, settings)
    if first.certain or not first.candidates:
        return [first]
    encodings = dict.fromkeys([first.encoding, *(candidate.encoding for candidate in first.candidates)])
    readings = []
    for encoding in [name for name in encodings if name][:MOST_SIDE_BY_SIDE]:
        if cancelled():
            break
        readings.append(preview_file(file, settings.model_copy(update={"encoding": encoding})))
    return readings


def documents_text(documents: Sequence[Document]) -> str:
    """The first documents as text with a line above each; characters that cannot be seen are written out."""
    parts: list[str] = []
    for number, document in enumerate(documents[:MOST_DOCUMENTS], 1):
        parts.append(tr("── document {number} ──", number=number))
        parts.extend(visible(part) for part in document.parts)
        parts.append("")
    return "\n".join(parts)[:MOST_CHARACTERS]


class _Column(QWidget):
    """One reading: its encoding, the text, and a button where there is a choice."""

    def __init__(self, reading: FilePreview, choosable: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.reading = reading
        heading = QLabel(reading.encoding, self)
        heading.setFont(scaled(self.font(), 1.0, bold=True))
        self.button = QPushButton(tr("Read as {encoding}", encoding=reading.encoding), self)
        self.text = QPlainTextEdit(self, readOnly=True)
        self.text.setAccessibleName(tr("First documents read as {encoding}", encoding=reading.encoding))
        self.text.setTabChangesFocus(True)
        self.text.setAcceptDrops(False)
        self.text.setPlainText(_shown_text(reading))
        top = QHBoxLayout()
        top.addWidget(heading, 1)
        top.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        column.addLayout(top)
        column.addWidget(self.text, 1)
        for widget in (heading, self.button):
            widget.setVisible(choosable)


def _shown_text(reading: FilePreview) -> str:
    lines = [render(reading.problem)] if reading.problem is not None else []
    lines += [f"⚠ {_place(note)}{render(note.message)}" for note in reading.notes[:MOST_NOTES]]
    return "\n".join([*lines, documents_text(reading.documents)])


def _place(note: Note) -> str:
    return tr("line {line}: ", line=note.line) if note.line else ""


class PreviewPane(QWidget):
    """Readings side by side; ``encoding_chosen`` carries the one whose button was pressed."""

    encoding_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.columns: list[_Column] = []
        self._words = QLabel(self, wordWrap=True)
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID // 2)
        layout.addWidget(self._words)
        layout.addWidget(self._splitter, 1)

    def show_readings(self, readings: Sequence[FilePreview]) -> None:
        """Show other readings in place of those on show."""
        for column in self.columns:
            column.hide()
            column.deleteLater()
        self.columns = [_Column(reading, len(readings) > 1, self) for reading in readings]
        for column in self.columns:
            column.button.clicked.connect(
                lambda _checked=False, name=column.reading.encoding: self.encoding_chosen.emit(name)
            )
            self._splitter.addWidget(column)
        self._words.setText(_describe(readings))

    @property
    def words(self) -> str:
        """What is said about the readings."""
        return self._words.text()


def _describe(readings: Sequence[FilePreview]) -> str:
    if len(readings) > 1:
        return tr("The encoding is not certain: compare the readings, and choose the one that makes sense.")
    if not readings or not readings[0].documents:
        return ""
    only = readings[0]
    return tr("Preview, read as {format} in {encoding}:", format=only.format.value, encoding=only.encoding)
