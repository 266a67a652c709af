"""Bringing lists in from files: what is asked before, and what is told afterwards."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from workbench.core.errors import WorkbenchError
from workbench.core.names import check_name, free_name, plain_name
from workbench.core.texts import sentences
from workbench.gui.figures import grouped
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import in_list, render, tr, translate
from workbench.gui.panels.entity_classes import ENTITY_CLASSES, ClassBox
from workbench.gui.theme import GRID
from workbench.text.lexicon import LexiconKind
from workbench.text.lexicon_import import ImportedList, Skipped, stem_of
from workbench.text.list_files import AUTO


@dataclass(frozen=True)
class ImportWish:
    """Files that become one list; ``label`` is the class of entries without one ("" for the file's or list's name),
    ``encoding`` that of all files where it was said."""

    paths: tuple[Path, ...]
    kind: LexiconKind
    name: str
    label: str = ""
    encoding: str = AUTO


def free_list_name(stem: str, taken: Collection[str]) -> str:
    """A plain name that no list has, made of a file's or a corpus's."""
    return free_name(plain_name(stem), taken.__contains__)


class ImportDialog(QDialog):
    """Name of the list and class of its entries; ``decided`` carries an :class:`ImportWish`."""

    decided = Signal(object)

    def __init__(self, paths: Sequence[Path], kind: LexiconKind, taken: Collection[str], parent: QWidget) -> None:
        super().__init__(parent)
        self._paths, self._kind, self._taken = tuple(paths), kind, taken
        self.setWindowTitle(tr("Import: {kind}", kind=translate(kind.label)))
        several = len(self._paths) > 1
        files = QLabel(tr("Files: {names}", names=in_list(path.name for path in self._paths)), self)
        files.setWordWrap(True)
        self.name = QLineEdit(free_list_name(tr("entities") if several else stem_of(self._paths[0]), taken), self)
        self.label = ClassBox(("", *ENTITY_CLASSES), self)
        self.label.typed.setPlaceholderText(tr("the name of each file") if several else tr("the list's name"))
        self.label.setToolTip(tr("Given to entries whose line names no class."))
        self.error = ErrorLabel(self)
        rows = QFormLayout()
        rows.addRow(tr("Name"), self.name)
        if kind is LexiconKind.ENTITY:
            rows.addRow(tr("Class"), self.label)
        else:
            self.label.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        buttons.addButton(tr("Import"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(files)
        column.addLayout(rows)
        column.addWidget(self.error)
        column.addStretch(1)
        column.addWidget(buttons)
        self.resize(56 * GRID, 24 * GRID)

    def accept(self) -> None:
        """Import under a name that is free and can be one."""
        name = self.name.text().strip()
        try:
            check_name(name)
        except WorkbenchError as error:
            self.error.show_sentences([render(error)])
            return
        if name in self._taken:
            self.error.show_sentences([tr("There is a list of this name already.")])
            return
        self.decided.emit(ImportWish(self._paths, self._kind, name, self.label.label))
        super().accept()


def import_words(imported: ImportedList) -> str:
    """What came in from a file, and how many of its lines did not, by reason."""
    lexicon, skipped = imported.lexicon, imported.skipped
    words = tr("Imported the list {name}; entries: {number}.", name=lexicon.name, number=grouped(len(lexicon)))
    reasons = {
        Skipped.REPEATED: tr("repeated"),
        Skipped.BLANK: tr("blank"),
        Skipped.HEADING: tr("headings"),
        Skipped.ALONE: tr("without similar words"),
    }
    told = [f"{grouped(skipped[reason])} {text}" for reason, text in reasons.items() if reason in skipped]
    return sentences(words, tr("Skipped lines: {reasons}.", reasons=in_list(told)) if told else "")
