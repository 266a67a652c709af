"""Where words, phrases and entities come from: unit settings, and the project's lists to import, mine and use."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import SpecError
from workbench.gui.context import Changes, Context
from workbench.gui.draft import Step
from workbench.gui.figures import grouped
from workbench.gui.forms import Form
from workbench.gui.i18n import tr, translate
from workbench.gui.icons import draw_icon
from workbench.gui.notices import Notice
from workbench.gui.panels.asking import ask_to_delete
from workbench.gui.panels.damaged import damage_words
from workbench.gui.panels.marking import LIST_FIELDS, use_lists
from workbench.gui.panels.masking_entries import EntriesDialog
from workbench.gui.panels.masking_proof import ProofDialog
from workbench.gui.theme import GRID, colours_of
from workbench.jobs.calls import call_in_child
from workbench.spec.validation import validate
from workbench.text.collocations import CollocationSettings, mine_collocations
from workbench.text.corpus import find_corpus
from workbench.text.found import Damaged, Found
from workbench.text.lexicon import (
    ImportedList,
    Lexicon,
    LexiconKind,
    Skipped,
    bring_list,
    delete_lexicon,
    list_lexicons,
    save_lexicon,
)
from workbench.text.mining import MiningSettings, mine_corpus
from workbench.text.proof import prove_in_project

_ROLE = Qt.ItemDataRole.UserRole
_PACKED = (".gz", ".zst")


def list_name(path: Path, taken: Collection[str]) -> str:
    """A free name for a list from its file, packed or not."""
    if path.suffix.lower() in _PACKED:
        path = path.with_suffix("")
    stem = path.stem or path.name
    names = [stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3))]
    return next(name for name in names if name not in taken)


class ListsPane(QWidget):
    """The form of ``draft.units``, and the lists; a tick takes a list into the experiment."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._found: Found[Lexicon] = Found()
        skip = [f"units.{field}" for field in LIST_FIELDS.values()]
        self.form = Form(context.draft.spec.units, "units", skip, searchable=False, parent=self)
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Lists of phrases, entities, n-grams and words"))
        self.import_button = self._menu_button(
            tr("Import"), [(translate(kind.label), partial(self.ask_list, kind)) for kind in LexiconKind]
        )
        self.mine_button = self._menu_button(
            tr("Mine"),
            [
                (tr("Phrases of strong neighbours…"), partial(self.ask_mining, MiningSettings)),
                (tr("N-grams for PMI masking…"), partial(self.ask_mining, CollocationSettings)),
            ],
        )
        self.show_button = QPushButton(tr("Show"), self)
        self.check_button = QPushButton(tr("Check"), self)
        self.delete_button = QPushButton(tr("Delete"), self)
        self._arrange()
        self.form.edited.connect(self._edit)
        self.list.itemChanged.connect(self._tick)
        self.list.currentRowChanged.connect(self._enable)
        self.list.itemDoubleClicked.connect(self.show_entries)
        self.show_button.clicked.connect(self.show_entries)
        self.check_button.clicked.connect(self.check)
        self.delete_button.clicked.connect(self.delete)
        self._enable()

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
        self.show_button.setToolTip(tr("Look through the entries of the list, and delete some."))
        self.check_button.setToolTip(
            tr("Cut every word of a user dictionary, and list those that do not come out whole.")
        )
        words = QLabel(tr("Lists (ticked ones are used):"), self)
        imports, others = QHBoxLayout(), QHBoxLayout()
        for row, buttons in (
            (imports, (self.import_button, self.mine_button)),
            (others, (self.show_button, self.check_button, self.delete_button)),
        ):
            row.setSpacing(GRID // 2)
            for button in buttons:
                row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GRID // 2, GRID, GRID)
        column.setSpacing(GRID // 2)
        column.addWidget(words)
        column.addWidget(self.list, 1)
        column.addLayout(imports)
        column.addLayout(others)
        column.addWidget(self.form, 2)

    def refresh(self) -> None:
        """Read the lists anew in the background."""
        project = self._context.project
        self._context.tasks.run(lambda report, cancelled: list_lexicons(project), self._show_lists)

    @Slot(object)
    def _show_lists(self, found: Found[Lexicon]) -> None:
        self._found = found
        self.show_units()
        lexicons = {lexicon.name: lexicon for lexicon in found.good}
        for dialog in self.findChildren(EntriesDialog):
            if dialog.name in lexicons:
                dialog.show_lexicon(lexicons[dialog.name])
            else:
                dialog.close()

    def show_units(self) -> None:
        """Show the experiment's unit settings and which lists it uses."""
        units = self._context.draft.spec.units
        self.form.show_config(units)
        self.list.blockSignals(True)
        row = self.list.currentRow()
        self.list.clear()
        for lexicon in self._found.good:
            self.list.addItem(_item(lexicon, lexicon.name in getattr(units, LIST_FIELDS[lexicon.kind])))
        for damaged in self._found.damaged:
            self.list.addItem(self._damaged_item(damaged))
        self.list.setCurrentRow(row)
        self.list.blockSignals(False)
        self._enable()

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

    @Slot(str, object, str)
    def _edit(self, path: str, value: Any, label: str) -> None:
        problems = self._context.draft.set(path, value, label)
        if problems:
            self.form.refuse(path, problems)

    @Slot(QListWidgetItem)
    def _tick(self, item: QListWidgetItem) -> None:
        lexicon = next(one for one in self._found.good if one.name == item.data(_ROLE))
        field = LIST_FIELDS[lexicon.kind]
        used = [name for name in getattr(self._context.draft.spec.units, field) if name != lexicon.name]
        if item.checkState() is Qt.CheckState.Checked:
            used.append(lexicon.name)
        self._context.draft.set(f"units.{field}", used, tr("Use the list {name}", name=lexicon.name))

    def ask_list(self, kind: LexiconKind) -> None:
        """Ask for a file with one entry a line, and bring it in."""
        title = tr("Import: {kind}", kind=translate(kind.label))
        name, _ = QFileDialog.getOpenFileName(
            self, title, "", f"{tr('Lists')} (*.txt *.tsv *.csv *.gz *.zst);;{tr('All files')} (*)"
        )
        if name:
            self.bring_in(Path(name), kind)

    def bring_in(self, path: Path, kind: LexiconKind) -> None:
        """Import a list in the background and use it; one step of the history."""
        project = self._context.project
        name = list_name(path, self._found.names)
        self._context.tasks.run(
            lambda report, cancelled: bring_list(project, path, name, kind),
            self._take_in_file,
            title=tr("Importing a list"),
        )

    def _current(self) -> Lexicon | None:
        """The chosen list, unless it is damaged."""
        item = self.list.currentItem()
        name = item.data(_ROLE) if item is not None else None
        return next((one for one in self._found.good if one.name == name), None)

    @Slot()
    def show_entries(self) -> None:
        """Show the entries of the chosen list in a window of their own."""
        lexicon = self._current()
        if lexicon is None:
            return
        dialog = next((one for one in self.findChildren(EntriesDialog) if one.name == lexicon.name), None)
        if dialog is None:
            dialog = EntriesDialog(lexicon, self._context.draft.history, self)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.pruned.connect(self.prune)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    @Slot(object, object)
    def prune(self, lexicon: Lexicon, texts: Sequence[str]) -> None:
        """Take entries out of a list; a step of the history."""
        project, pruned = self._context.project, lexicon.without_entries(texts)
        self._context.draft.history.push(
            Step(
                tr("Delete entries of {name}: {count}", name=lexicon.name, count=grouped(len(texts))),
                lambda: self._change(lambda: save_lexicon(project, pruned)),
                lambda: self._change(lambda: save_lexicon(project, lexicon)),
            )
        )

    @Slot()
    def check(self) -> None:
        """Prove the chosen dictionary in the background, as the experiment uses it, and show what came out."""
        dictionary = self._current()
        if dictionary is None:
            return
        project, units = self._context.project, self._context.draft.spec.units
        self._context.tasks.run(
            lambda report, cancelled: prove_in_project(project, dictionary, units),
            lambda broken: ProofDialog(dictionary, broken, self).open(),
            title=tr("Checking the dictionary {name}", name=dictionary.name),
        )

    def ask_mining(self, what: type[MiningSettings] | type[CollocationSettings]) -> None:
        """Ask for the thresholds of mining."""
        dialog = MiningDialog(what(), self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.decided.connect(self.mine)
        dialog.open()

    @Slot(object)
    def mine(self, settings: MiningSettings | CollocationSettings) -> None:
        """Mine phrases or n-grams from the experiment's corpus in the background and use them."""
        project, corpus, units = self._context.project, self._context.draft.spec.corpus, self._context.draft.spec.units
        name = list_name(Path(f"{corpus}-mined"), self._found.names)
        self._context.tasks.run(
            lambda report, cancelled: call_in_child(
                mine_corpus if isinstance(settings, MiningSettings) else mine_collocations,
                project,
                find_corpus(project, corpus),
                name,
                settings,
                units,
                progress=report,
                cancelled=cancelled,
            ),
            self._take_in,
            title=tr("Mining phrases") if isinstance(settings, MiningSettings) else tr("Mining n-grams"),
        )

    @Slot(object)
    def _take_in_file(self, imported: ImportedList) -> None:
        """Use the list, and tell what came in and what did not."""
        self._take_in(imported.lexicon)
        self._context.notify(Notice(import_words(imported)))

    @Slot(object)
    def _take_in(self, lexicon: Lexicon) -> None:
        """The list is there: use it, as a step whose undoing also removes it."""
        project = self._context.project
        history = self._context.draft.history
        history.beginMacro(tr("Add the list {name}", name=lexicon.name))
        history.push(
            Step(
                tr("Add the list {name}", name=lexicon.name),
                lambda: self._change(lambda: save_lexicon(project, lexicon)),
                lambda: self._change(lambda: delete_lexicon(project, lexicon.name)),
            )
        )
        use_lists(self._context, lexicon.kind, [lexicon.name])
        history.endMacro()

    @Slot()
    def delete(self) -> None:
        """Delete the chosen list; the history can bring it back, but for a damaged one, which is asked first."""
        name, project = self.list.currentItem().data(_ROLE), self._context.project
        lexicon = next((one for one in self._found.good if one.name == name), None)
        if lexicon is None:
            ask_to_delete(
                self,
                tr("Delete a list"),
                tr("Delete the list {name}?", name=name),
                tr("It is damaged, so that it cannot be brought back."),
                lambda: self._change(lambda: delete_lexicon(project, name)),
            )
            return
        field = LIST_FIELDS[lexicon.kind]
        title = tr("Delete the list {name}", name=name)
        used = [other for other in getattr(self._context.draft.spec.units, field) if other != name]
        history = self._context.draft.history
        history.beginMacro(title)
        self._context.draft.set(f"units.{field}", used, title)
        history.push(
            Step(
                title,
                lambda: self._change(lambda: delete_lexicon(project, name)),
                lambda: self._change(lambda: save_lexicon(project, lexicon)),
            )
        )
        history.endMacro()

    def _change(self, change: Callable[[], object]) -> None:
        change()
        self._context.announce(Changes.of("lexicons"))


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
    return f"{words} {tr('Skipped lines: {reasons}.', reasons=', '.join(told))}" if told else words


class MiningDialog(QDialog):
    """The thresholds of mining as a form; ``decided`` carries them."""

    decided = Signal(object)

    def __init__(self, settings: MiningSettings | CollocationSettings, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = settings
        phrases = isinstance(settings, MiningSettings)
        self.setWindowTitle(tr("Mine phrases") if phrases else tr("Mine n-grams"))
        self.form = Form(self._settings, searchable=False, parent=self)
        self.form.edited.connect(self._edit)
        words = QLabel(
            tr("Neighbouring words that occur together more often than by chance (PMI) are joined into phrases.")
            if phrases
            else tr("Runs of words are ranked by the least PMI over all ways to cut them (PMI masking)."),
            self,
        )
        words.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        buttons.addButton(tr("Mine"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(words)
        column.addWidget(self.form, 1)
        column.addWidget(buttons)
        self.resize(52 * GRID, 52 * GRID)

    @Slot(str, object, str)
    def _edit(self, path: str, value: Any, label: str) -> None:
        try:
            self._settings = validate(type(self._settings), {**self._settings.model_dump(mode="json"), path: value})
        except SpecError as error:
            self.form.refuse(path, error.problems)
        else:
            self.form.show_config(self._settings)

    def accept(self) -> None:
        """Begin with what stands in the form."""
        self.decided.emit(self._settings)
        super().accept()


def _item(lexicon: Lexicon, used: bool) -> QListWidgetItem:
    item = QListWidgetItem(_describe(lexicon))
    item.setData(_ROLE, lexicon.name)
    item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
    item.setCheckState(Qt.CheckState.Checked if used else Qt.CheckState.Unchecked)
    return item


def _describe(lexicon: Lexicon) -> str:
    kind = translate(lexicon.kind.label)
    return tr("{name} – {kind}, {number}", name=lexicon.name, number=grouped(len(lexicon)), kind=kind)
