"""The entries of a list to look through and edit: searched, filtered, sorted, pruned, renamed, given other classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import WorkbenchError
from workbench.gui.context import Context
from workbench.gui.figures import grouped
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import render, tr
from workbench.gui.panels.entry_contexts import ContextsPane
from workbench.gui.panels.entry_filter_row import EntryFilterRow
from workbench.gui.panels.list_keeper import AT_ONCE, Change
from workbench.gui.panels.masking_entries_table import entries_table
from workbench.gui.tables.entries import COUNT, LABEL, Arranged, Arrangement, EntriesModel, arrange
from workbench.gui.tasks import Task
from workbench.gui.theme import GRID
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind
from workbench.text.lexicon_edits import add_entry, prune, rename_entry, restore, with_counts, with_label

_MOST_KEPT = 500  #: selected entries that are selected again after an edit


class EntriesDialog(QDialog):
    """The entries of one list; ``change_wanted`` carries its name, how to change it, and the name of the step.

    The owner changes the list, also where this window is closed meanwhile, shows it as it is then, and tells by
    :meth:`end_change` what came of it. It stands beside the main window, so that the history can bring entries back
    while it is open. ``coverage_wanted`` and ``export_wanted`` carry the list.
    """

    change_wanted = Signal(str, object, str)
    coverage_wanted = Signal(object)
    export_wanted = Signal(object)

    def __init__(self, lexicon: Lexicon, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._lexicon = lexicon
        self._arrangement = Arrangement()
        self._shows_removed = False
        self._ordering: Task | None = None
        self._changing = False
        self.filters = EntryFilterRow(lexicon.kind is not LexiconKind.SYNONYM, self)
        self.count = QLabel(self)
        self.model = EntriesModel(lexicon.kind, True, self)
        self.table = entries_table(self.model, lexicon.name, self)
        self.contexts = ContextsPane(context, self)
        self.text = QLineEdit(self)
        self.label = QComboBox(self)
        self._typed_label = QLineEdit(self.label)
        self.label.setEditable(True)
        self.label.setLineEdit(self._typed_label)
        self.error = ErrorLabel(self)
        self.add_button = self._button(tr("Add"), tr("Add the text with the class to the list."), self.add)
        self.label_button = self._button(
            tr("Set class"), tr("Give the selected entries the class in the field."), self.set_label
        )
        self.delete_button = self._button(tr("Delete"), _delete_help(), self.delete)
        self.restore_button = self._button(
            tr("Bring back"), tr("Put the selected entries into the list again."), self.restore
        )
        self.coverage_button = self._button(
            tr("Coverage…"),
            tr("Measure how much of the corpus the entries cover, and which never act."),
            lambda: self.coverage_wanted.emit(self._lexicon),
        )
        self.export_button = self._button(
            tr("Export…"), tr("Write the list to a file."), lambda: self.export_wanted.emit(self._lexicon)
        )
        self._arrange()
        self._connect()
        self.show_lexicon(lexicon)

    # Building

    def _button(self, title: str, help_text: str, run: Callable[[], object]) -> QPushButton:
        button = QPushButton(title, self, autoDefault=False)
        button.setToolTip(help_text)
        button.clicked.connect(lambda _checked=False: run())
        return button

    def _arrange(self) -> None:
        self.setWindowTitle(tr("Entries of the list {name}", name=self._lexicon.name))
        synonym = self._lexicon.kind is LexiconKind.SYNONYM
        self.text.setPlaceholderText(tr("New entry"))
        self.text.setAccessibleName(tr("New entry"))
        words = tr("Similar words") if synonym else tr("Class")
        self._typed_label.setPlaceholderText(words)
        self.label.setAccessibleName(words)
        parts = QSplitter(Qt.Orientation.Vertical, self)
        parts.setChildrenCollapsible(False)
        parts.addWidget(self.table)
        parts.addWidget(self.contexts)
        parts.setSizes([320, 120])
        parts.setStretchFactor(0, 1)
        editing = QHBoxLayout()
        editing.addWidget(self.text, 1)
        editing.addWidget(self.label, 1)
        editing.addWidget(self.add_button)
        editing.addWidget(self.label_button)
        close = self._button(tr("Close"), "", self.reject)  # not of a button box, which Return would press
        buttons = QHBoxLayout()
        for button in (self.delete_button, self.restore_button, self.coverage_button, self.export_button):
            buttons.addWidget(button)
        buttons.addWidget(self.count, 1, Qt.AlignmentFlag.AlignCenter)
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.addWidget(self.filters)
        column.addWidget(parts, 1)
        column.addWidget(self.error)
        column.addLayout(editing)
        column.addLayout(buttons)
        self.resize(94 * GRID, 80 * GRID)

    def _connect(self) -> None:
        self.filters.changed.connect(self._show)
        self.filters.removed_wanted.connect(self._show_shelf)
        self.model.sort_wanted.connect(self._sort)
        self.model.typed.connect(self._type)
        self.text.returnPressed.connect(self.add)
        self.text.textChanged.connect(lambda _text: self._enable())
        self.label.editTextChanged.connect(lambda _text: self._enable())
        selection = self.table.selectionModel()
        selection.selectionChanged.connect(self._enable)
        selection.currentRowChanged.connect(self._show_contexts)
        QShortcut(QKeySequence("Delete"), self.table, self.delete, context=Qt.ShortcutContext.WidgetShortcut)
        history = self._context.draft.history
        QShortcut(QKeySequence("Ctrl+Z"), self, history.undo)
        for keys in ("Ctrl+Shift+Z", "Ctrl+Y"):
            QShortcut(QKeySequence(keys), self, history.redo)

    # What is shown

    @property
    def name(self) -> str:
        """The list's name."""
        return self._lexicon.name

    def show_lexicon(self, lexicon: Lexicon) -> None:
        """Show the list as it is now."""
        self._lexicon = lexicon
        self._show()

    def _offer_classes(self, arranged: Arranged) -> None:
        """In the filter, and in the field beside a new entry."""
        self.filters.show_classes(arranged.classes, len(self._lexicon.removed))
        typed = self.label.currentText()
        self.label.clear()
        if self._lexicon.kind is not LexiconKind.SYNONYM:
            self.label.addItems(self.filters.labels())
        self.label.setEditText(typed)

    @property
    def _entries(self) -> Sequence[LexiconEntry]:
        return self._lexicon.removed if self._shows_removed else self._lexicon.entries

    @Slot(bool)
    def _show_shelf(self, removed: bool) -> None:
        self._shows_removed = removed
        self.model.allow_editing(not removed)
        self._show()

    @Slot(int, bool)
    def _sort(self, column: int, descending: bool) -> None:
        self._arrangement = Arrangement(self._arrangement.filter, column, descending)
        self._show()

    @Slot()
    def _show(self) -> None:
        """Arrange the entries, in the background where they are many; those on show stay until then."""
        self._arrangement = Arrangement(self.filters.filter(), self._arrangement.column, self._arrangement.descending)
        entries, wanted = self._entries, self._arrangement
        if self._ordering is not None:
            self._ordering.cancel()
            self._ordering = None
        if len(entries) <= AT_ONCE:
            self._take(arrange(entries, wanted, lambda: False))
            return
        self.count.setText(tr("Searching…"))
        self._ordering = self._context.tasks.run(
            lambda _report, cancelled: arrange(entries, wanted, cancelled), self._take
        )

    @Slot(object)
    def _take(self, arranged: Arranged) -> None:
        self._offer_classes(arranged)
        selected = self.selected() if sum(map(len, self._selected_ranges())) <= _MOST_KEPT else []
        place = self.table.verticalScrollBar().value()
        self.model.put(arranged)
        self._select({entry.text for entry in selected})
        self.table.verticalScrollBar().setValue(place)
        shown, number = len(arranged.rows), len(arranged.entries)
        self.count.setText(
            tr("Entries: {number}", number=grouped(number))
            if shown == number
            else tr("{count} of {number}", count=grouped(shown), number=grouped(number))
        )
        self._show_contexts()
        self._enable()

    def _select(self, texts: set[str]) -> None:
        """Select entries again after the table was filled anew."""
        wanted = QItemSelection()
        for row in self.model.rows_of(texts):
            wanted.select(self.model.index(row, 0), self.model.index(row, self.model.columnCount() - 1))
        self.table.selectionModel().select(wanted, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _selected_ranges(self) -> list[range]:
        """Rows of the selection; one range where everything is selected."""
        spans = self.table.selectionModel().selection()
        return [range(spans.at(place).top(), spans.at(place).bottom() + 1) for place in range(spans.count())]

    def selected(self) -> list[LexiconEntry]:
        """The selected entries."""
        rows = {row for span in self._selected_ranges() for row in span}
        return [self.model.entry(row) for row in sorted(rows) if row < self.model.rowCount()]

    @Slot()
    def _show_contexts(self) -> None:
        index = self.table.selectionModel().currentIndex()
        valid = index.isValid() and index.row() < self.model.rowCount()
        self.contexts.show_entry(self.model.entry(index.row()).text if valid else "")

    @Slot()
    def _enable(self) -> None:
        chosen = self.table.selectionModel().hasSelection()
        editable = not self._shows_removed and not self._changing
        self.delete_button.setVisible(not self._shows_removed)
        self.restore_button.setVisible(self._shows_removed)
        self.delete_button.setEnabled(chosen and editable)
        self.restore_button.setEnabled(chosen and not self._changing)
        self.add_button.setEnabled(editable and bool(self.text.text().strip()))
        self.label_button.setEnabled(chosen and editable)
        self.coverage_button.setEnabled(bool(self._context.draft.spec.corpus and self._lexicon.entries))

    # Editing

    def _edit(self, change: Change, title: str) -> None:
        """Ask for a change of the list as a step; one at a time, since the next begins with what came of it."""
        if not self._changing:
            self._changing = True
            self._enable()
            self.change_wanted.emit(self.name, change, title)

    def end_change(self, error: WorkbenchError | None) -> None:
        """The list was changed, or ``error`` says why not."""
        self._changing = False
        self.error.show_sentences([render(error)] if error is not None else [])
        if error is None and self.text.text().strip() in {entry.text for entry in self._lexicon.entries[-1:]}:
            self.text.clear()  # it was added
        self._enable()

    @Slot()
    def delete(self) -> None:
        """Take the selected entries out."""
        texts = [entry.text for entry in self.selected()]
        if texts and not self._shows_removed:
            title = tr("Delete entries of {name}: {count}", name=self.name, count=grouped(len(texts)))
            self._edit(lambda lexicon: prune(lexicon, texts), title)

    @Slot()
    def restore(self) -> None:
        """Put the selected pruned entries back."""
        texts = [entry.text for entry in self.selected()]
        if texts and self._shows_removed:
            title = tr("Bring entries of {name} back: {count}", name=self.name, count=grouped(len(texts)))
            self._edit(lambda lexicon: restore(lexicon, texts), title)

    @Slot()
    def add(self) -> None:
        """Add what was typed."""
        text = self.text.text().strip()
        if not text or self._shows_removed:
            return
        count = -1 if self._lexicon.kind is LexiconKind.WORD else 0
        label = self.label.currentText()
        title = tr("Add “{text}” to {name}", text=text, name=self.name)
        self._edit(lambda lexicon: add_entry(lexicon, text, label, count), title)

    @Slot()
    def set_label(self) -> None:
        """Give the selected entries the class in the field."""
        self._label(self.selected(), self.label.currentText())

    def _label(self, entries: Sequence[LexiconEntry], label: str) -> None:
        title = tr("Class of entries of {name}: {count}", name=self.name, count=grouped(len(entries)))
        texts = [entry.text for entry in entries]
        self._edit(lambda lexicon: with_label(lexicon, texts, label), title)

    @Slot(object, int, str)
    def _type(self, entry: LexiconEntry, column: int, typed: str) -> None:
        """A cell was edited."""
        if column == LABEL:
            self._label([entry], typed)
        elif column == COUNT:
            self._type_frequency(entry, typed)
        else:
            title = tr("Rename “{old}” to “{new}”", old=entry.text, new=typed)
            self._edit(lambda lexicon: rename_entry(lexicon, entry.text, typed), title)

    def _type_frequency(self, entry: LexiconEntry, typed: str) -> None:
        """An empty frequency is one that the segmenter chooses."""
        if typed and not (typed.isascii() and typed.isdecimal() and len(typed) < 10):
            self.error.show_sentences([tr("A frequency is a whole number, or empty.")])
            return
        count = int(typed) if typed else -1
        title = tr("Frequency of “{text}”", text=entry.text)
        self._edit(lambda lexicon: with_counts(lexicon, {entry.text: count}), title)


def _delete_help() -> str:
    return tr("Take the selected entries out of the list; mining does not bring them back, “Bring back” does.")
