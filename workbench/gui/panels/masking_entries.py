"""The entries of a list to look through: searched, sorted, and pruned by hand."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut, QUndoStack
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from workbench.gui.figures import grouped
from workbench.gui.i18n import tr
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.tables.tokens import visible
from workbench.gui.theme import GRID
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind


class EntriesDialog(QDialog):
    """The entries of one list; ``pruned`` carries the list and the texts that are to go.

    It stands beside the window, so that the history can bring entries back while it is open.
    """

    pruned = Signal(object, object)

    def __init__(self, lexicon: Lexicon, history: QUndoStack, parent: QWidget) -> None:
        super().__init__(parent)
        self._lexicon = lexicon
        self.search = QLineEdit(self, clearButtonEnabled=True)
        self.search.setPlaceholderText(tr("Search"))
        self.search.setAccessibleName(tr("Search the entries"))
        self.count = QLabel(self)
        self.model: RecordsModel[LexiconEntry] = RecordsModel(_columns(lexicon.kind), self)
        self.table = records_view(self.model, tr("Entries of the list {name}", name=lexicon.name), self, stretch=1)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.delete_button = QPushButton(tr("Delete"), self, autoDefault=False)
        self.delete_button.setToolTip(tr("Take the selected entries out of the list; the history can bring them back."))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.addButton(self.delete_button, QDialogButtonBox.ButtonRole.ActionRole)
        self._arrange(buttons)
        self.search.textChanged.connect(self._show)
        self.table.selectionModel().selectionChanged.connect(self._enable)
        self.delete_button.clicked.connect(self.delete)
        buttons.rejected.connect(self.reject)
        QShortcut(QKeySequence("Delete"), self.table, self.delete, context=Qt.ShortcutContext.WidgetShortcut)
        QShortcut(QKeySequence("Ctrl+Z"), self, history.undo)
        for keys in ("Ctrl+Shift+Z", "Ctrl+Y"):
            QShortcut(QKeySequence(keys), self, history.redo)
        self.show_lexicon(lexicon)

    def _arrange(self, buttons: QDialogButtonBox) -> None:
        self.setWindowTitle(tr("Entries of the list {name}", name=self._lexicon.name))
        above = QHBoxLayout()
        above.addWidget(self.search, 1)
        above.addWidget(self.count)
        column = QVBoxLayout(self)
        column.addLayout(above)
        column.addWidget(self.table, 1)
        column.addWidget(buttons)
        self.resize(72 * GRID, 64 * GRID)

    @property
    def name(self) -> str:
        """The list's name."""
        return self._lexicon.name

    def show_lexicon(self, lexicon: Lexicon) -> None:
        """Show the list as it is now."""
        self._lexicon = lexicon
        self._show()

    @Slot()
    def _show(self) -> None:
        wanted = self.search.text().strip().casefold()
        entries = self._lexicon.entries
        shown = [one for one in entries if wanted in one.text.casefold() or wanted in one.label.casefold()]
        self.model.put(shown if wanted else entries)
        self.count.setText(
            tr("{count} of {number}", count=grouped(len(self.model.rows)), number=grouped(len(entries)))
            if wanted
            else tr("Entries: {number}", number=grouped(len(entries)))
        )
        self._enable()

    @Slot()
    def _enable(self) -> None:
        self.delete_button.setEnabled(self.table.selectionModel().hasSelection())

    @Slot()
    def delete(self) -> None:
        """Ask for the selected entries to go."""
        chosen = [self.model.row(index).text for index in self.table.selectionModel().selectedRows()]
        if chosen:
            self.pruned.emit(self._lexicon, chosen)


def _columns(kind: LexiconKind) -> list[Column[LexiconEntry]]:
    """What the entries of a kind have; a frequency that is not given is blank."""
    texts: Column[LexiconEntry] = Column(tr("Text"), lambda entry: visible(entry.text))
    labels = {LexiconKind.WORD: tr("Part of speech"), LexiconKind.SYNONYM: tr("Similar words")}
    label: Column[LexiconEntry] = Column(labels.get(kind, tr("Class")), lambda entry: visible(entry.label))
    if kind is LexiconKind.SYNONYM:
        return [texts, label]
    count: Column[LexiconEntry] = Column(
        tr("Frequency") if kind is LexiconKind.WORD else tr("Count"),
        lambda entry: grouped(entry.count) if entry.count >= 0 else "",
        key=lambda entry: entry.count,
        number=True,
    )
    return [texts, label, count]
