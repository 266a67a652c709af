"""Where words, phrases and entities come from: unit settings, and the project's lists to import, mine, edit and use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from workbench.gui.context import Context
from workbench.gui.figures import grouped
from workbench.gui.forms import Form
from workbench.gui.i18n import in_list, tr, translate
from workbench.gui.icons import draw_icon, icon
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.asking import ask_to_delete
from workbench.gui.panels.damaged import damage_words
from workbench.gui.panels.list_import import ImportWish, free_list_name
from workbench.gui.panels.list_keeper import ListKeeper
from workbench.gui.panels.list_mining import MiningWish
from workbench.gui.panels.list_overlaps import OverlapPane
from workbench.gui.panels.list_windows import ListWindows
from workbench.gui.panels.list_work import ListWork
from workbench.gui.panels.marking import LIST_FIELDS
from workbench.gui.panels.masking_proof import ProofDialog
from workbench.gui.theme import GRID, colours_of
from workbench.store.list_users import runs_that_need
from workbench.text.collocations import CollocationSettings
from workbench.text.found import Damaged, Found
from workbench.text.frequent import FrequencySettings
from workbench.text.lexicon import Lexicon, LexiconKind
from workbench.text.lexicon_building import WAYS, MiningChoice, method_of
from workbench.text.lexicon_import import stem_of
from workbench.text.mining import MiningSettings

_ROLE = Qt.ItemDataRole.UserRole


class ListsPane(QWidget):
    """The form of ``draft.units``, and the lists; a tick takes a list into the experiment."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.keeper = ListKeeper.of(context)
        self.work = ListWork(context, self.keeper, self)
        self._windows = ListWindows(context, self.keeper, self.work, self)
        skip = [f"units.{field}" for field in LIST_FIELDS.values()]
        self.form = Form(context.draft.spec.units, "units", skip, searchable=False, parent=self)
        self.heading = PlainLabel(parent=self, wordWrap=True)
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Lists of phrases, entities, n-grams and words"))
        self.import_button = self._menu_button(
            tr("Import"), [(translate(kind.label), partial(self.ask_list, kind)) for kind in LexiconKind]
        )
        self.mine_button = self._menu_button(
            tr("Mine"),
            [
                (tr("Phrases of strong neighbours…"), partial(self.ask_mining, MiningSettings)),
                (tr("N-grams by frequency…"), partial(self.ask_mining, FrequencySettings)),
                (tr("N-grams for PMI masking…"), partial(self.ask_mining, CollocationSettings)),
            ],
        )
        self.show_button = QPushButton(tr("Show"), self)
        self.check_button = QPushButton(tr("Check"), self)
        self.delete_button = QPushButton(tr("Delete"), self)
        self.up_button = self._arrow("chevron-up", tr("Further up: goes before the lists below it"), -1)
        self.down_button = self._arrow("chevron-down", tr("Further down"), 1)
        self.overlaps = OverlapPane(context, self)
        self._arrange()
        self.form.edited.connect(self._edit)
        self.list.itemChanged.connect(self._tick)
        self.list.currentRowChanged.connect(self._enable)
        self.list.itemDoubleClicked.connect(self.show_entries)
        self.show_button.clicked.connect(self.show_entries)
        self.check_button.clicked.connect(self.check)
        self.delete_button.clicked.connect(self.delete)
        self.keeper.changed.connect(self._follow)
        self._enable()

    def _arrow(self, picture: str, help_text: str, step: int) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(icon(picture, self.palette()))
        button.setToolTip(help_text)
        button.setAccessibleName(help_text)
        button.clicked.connect(lambda _checked=False: self.move_list(step))
        return button

    def _menu_button(self, title: str, entries: Sequence[tuple[str, Callable[[], None]]]) -> QPushButton:
        button = QPushButton(title, self)
        menu = QMenu(button)
        for words, run in entries:
            menu.addAction(words).triggered.connect(lambda _checked=False, run=run: run())
        button.setMenu(menu)
        return button

    def _arrange(self) -> None:
        self.import_button.setToolTip(tr("Bring a file with one entry a line into the project."))
        self.mine_button.setToolTip(
            tr("Find runs of words in the corpus that occur together far more often than by chance.")
        )
        self.show_button.setToolTip(tr("Look through the entries of the list, and edit them."))
        self.check_button.setToolTip(
            tr("Cut every word of a user dictionary, and list those that do not come out whole.")
        )
        self.list.setToolTip(
            tr("Where entries of two lists overlap, the list further up may win; see below how it does.")
        )
        imports, others = QHBoxLayout(), QHBoxLayout()
        for row, buttons in (
            (imports, (self.import_button, self.mine_button, self.up_button, self.down_button)),
            (others, (self.show_button, self.check_button, self.delete_button)),
        ):
            row.setSpacing(GRID // 2)
            for button in buttons:
                row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GRID // 2, GRID, GRID)
        column.setSpacing(GRID // 2)
        column.addWidget(self.heading)
        self.list.setMinimumHeight(9 * GRID)
        column.addWidget(self.list, 2)
        column.addLayout(imports)
        column.addLayout(others)
        column.addWidget(self.overlaps, 1)
        column.addWidget(self.form, 3)

    def refresh(self) -> None:
        """Read the lists anew in the background."""
        version = self.keeper.version
        self._context.tasks.run(lambda report, cancelled: (version, self.keeper.shelf.read()), self._show_lists)

    @Slot(object)
    def _show_lists(self, read: tuple[int, Found[Lexicon]]) -> None:
        """Show what was read, unless a list has been edited since: then it is read again."""
        version, stored = read
        if version != self.keeper.version:
            self.refresh()
            return
        self.keeper.take(stored)
        self.show_units(anew=True)
        self.overlaps.forget_lists()
        self._windows.show_lists()

    @Slot(str, object)
    def _follow(self, name: str, lexicon: Lexicon | None) -> None:
        """A list was edited, added or deleted, and its file will soon be so."""
        if (name in self._names()) != (lexicon is not None):
            self.show_units()

    def show_passage(self, text: str) -> None:
        """Show on the text of another passage which list wins."""
        self.overlaps.show_passage(text)

    def show_units(self, anew: bool = False) -> None:
        """Show the experiment's unit settings and which lists it uses, those of a kind in the order of their use;
        ``anew`` the used ones first, else lists stay where they are, so that the next click meets the row it is for.
        """
        self.form.show_config(self._context.draft.spec.units)
        chosen = self.list.currentItem()
        name = chosen.data(_ROLE) if chosen is not None else None
        lexicons = self._in_order([] if anew else self._names())
        self.list.blockSignals(True)
        self.list.clear()
        for lexicon in lexicons:
            self.list.addItem(_item(lexicon, lexicon.name in self._used(lexicon.kind)))
        for damaged in self.keeper.found.damaged:
            self.list.addItem(self._damaged_item(damaged))
        names = self._names()
        self.list.setCurrentRow(names.index(name) if name in names else -1)
        self.heading.setText(
            tr("Lists (ticked ones are used):")
            if names
            else tr(
                "No lists yet: import a file with one entry a line, mine the corpus, or drag over tokens to mark a "
                "phrase or an entity."
            )
        )
        self.list.blockSignals(False)
        self.overlaps.look_again()
        for dialog in self.findChildren(ProofDialog):
            self.work.prove(dialog.name)
        self._enable()

    def _used(self, kind: LexiconKind) -> tuple[str, ...]:
        """The lists of a kind that the experiment uses, in order."""
        names: tuple[str, ...] = getattr(self._context.draft.spec.units, LIST_FIELDS[kind])
        return names

    def _names(self) -> list[str]:
        """The names of the lists on show, from above."""
        return [self.list.item(row).data(_ROLE) for row in range(self.list.count())]

    def _in_order(self, shown: Sequence[str]) -> list[Lexicon]:
        """The lists by kind. Those ``shown`` keep their rows; only used ones change rows among themselves, where their
        order of use is another."""
        rows = {name: row for row, name in enumerate(shown)}
        found = {lexicon.name: lexicon for lexicon in sorted(self.keeper.found.good, key=self._place)}
        ordered: list[Lexicon] = []
        for kind in LexiconKind:
            names = [name for name, lexicon in found.items() if lexicon.kind is kind]
            used = iter([name for name in dict.fromkeys(self._used(kind)) if name in names])
            names.sort(key=lambda name: rows.get(name, len(rows)))
            ordered += [found[next(used) if name in self._used(kind) else name] for name in names]
        return ordered

    def _place(self, lexicon: Lexicon) -> tuple[int, int, str]:
        """Lists stand by kind, the used ones first."""
        used = self._used(lexicon.kind)
        order = used.index(lexicon.name) if lexicon.name in used else len(used)
        return list(LexiconKind).index(lexicon.kind), order, lexicon.name

    def _damaged_item(self, damaged: Damaged) -> QListWidgetItem:
        """It can be selected and deleted, and not used."""
        picture = QIcon(draw_icon("alert-triangle", colours_of(self.palette()).error))
        item = QListWidgetItem(picture, tr("{name} – damaged", name=damaged.name))
        item.setData(_ROLE, damaged.name)
        item.setToolTip(damage_words(damaged))
        return item

    @Slot()
    def _enable(self) -> None:
        self.delete_button.setEnabled(self.list.currentRow() >= 0)
        lexicon = self._current()
        self.show_button.setEnabled(lexicon is not None)
        self.check_button.setEnabled(lexicon is not None and lexicon.kind is LexiconKind.WORD)
        self.mine_button.setEnabled(bool(self._context.draft.spec.corpus))
        used = self._used(lexicon.kind) if lexicon is not None else ()
        place = used.index(lexicon.name) if lexicon is not None and lexicon.name in used else -1
        self.up_button.setEnabled(place > 0)
        self.down_button.setEnabled(0 <= place < len(used) - 1)

    def move_list(self, step: int) -> None:
        """Let the chosen list go before (-1) or behind (1) its neighbour among the used ones of its kind."""
        lexicon = self._current()
        if lexicon is None:
            return
        used = list(self._used(lexicon.kind))
        place = used.index(lexicon.name)
        used.insert(place + step, used.pop(place))
        path = f"units.{LIST_FIELDS[lexicon.kind]}"
        self._context.draft.set(path, used, tr("Order of the list {name}", name=lexicon.name))

    @Slot(str, object, str)
    def _edit(self, path: str, value: Any, label: str) -> None:
        problems = self._context.draft.set(path, value, label)
        if problems:
            self.form.refuse(path, problems)

    @Slot(QListWidgetItem)
    def _tick(self, item: QListWidgetItem) -> None:
        lexicon = self.keeper.current(item.data(_ROLE))
        assert lexicon is not None, "only a list that is whole has a box to tick"
        field = LIST_FIELDS[lexicon.kind]
        used = [name for name in self._used(lexicon.kind) if name != lexicon.name]
        if item.checkState() is Qt.CheckState.Checked:  # it goes before those that stand below it
            above = set(self._names()[: self.list.row(item)])
            used.insert(sum(name in above for name in used), lexicon.name)
        self._context.draft.set(f"units.{field}", used, tr("Use the list {name}", name=lexicon.name))

    # What other parts of the page ask for

    def ask_list(self, kind: LexiconKind) -> None:
        """Ask for files to import."""
        self.work.ask_list(kind)

    def bring_in(self, path: Path, kind: LexiconKind) -> None:
        """Import one file under its own name, and use it."""
        self.work.bring_in(ImportWish((path,), kind, free_list_name(stem_of(path), self.keeper.found.names)))

    def ask_mining(self, what: type[MiningChoice]) -> None:
        """Ask for the thresholds of mining."""
        self.work.ask_mining(what)

    def mine(self, settings: MiningChoice) -> None:
        """Mine a new list of the usual kind with these thresholds."""
        self.work.mine(MiningWish(settings, WAYS[method_of(settings)].kind))

    # Lists

    def _current(self) -> Lexicon | None:
        """The chosen list, unless it is damaged."""
        item = self.list.currentItem()
        name = item.data(_ROLE) if item is not None else None
        return self.keeper.current(name) if name is not None else None

    @Slot()
    def show_entries(self) -> None:
        """Show the entries of the chosen list in a window of their own."""
        lexicon = self._current()
        if lexicon is not None:
            self._windows.open(lexicon)

    @Slot()
    def check(self) -> None:
        """Prove the chosen dictionary in the background, as the experiment uses it, and show what came out."""
        dictionary = self._current()
        if dictionary is not None:
            self.work.prove(dictionary.name, tr("Checking the dictionary {name}", name=dictionary.name))

    @Slot()
    def delete(self) -> None:
        """Delete the chosen list, after a question where it is damaged or a run still needs it."""
        name = self.list.currentItem().data(_ROLE)
        lexicon = self.keeper.current(name)
        title, question = tr("Delete a list"), tr("Delete the list {name}?", name=name)
        if lexicon is None:
            details = tr("It is damaged, so that it cannot be brought back.")
            ask_to_delete(self, title, question, details, lambda: self.keeper.discard(name))
            return
        needing = runs_that_need(self._context.store, name)
        if needing:
            details = tr(
                "Runs that can be resumed need it: {runs}. Without it they cannot be; undoing brings it back.",
                runs=in_list(run.name for run in needing),
            )
            ask_to_delete(self, title, question, details, lambda: self.work.delete(lexicon))
        else:
            self.work.delete(lexicon)


def _item(lexicon: Lexicon, used: bool) -> QListWidgetItem:
    item = QListWidgetItem(_describe(lexicon))
    item.setData(_ROLE, lexicon.name)
    item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
    item.setCheckState(Qt.CheckState.Checked if used else Qt.CheckState.Unchecked)
    return item


def _describe(lexicon: Lexicon) -> str:
    kind = translate(lexicon.kind.label)
    return tr("{name} – {kind}, {number}", name=lexicon.name, number=grouped(len(lexicon)), kind=kind)
