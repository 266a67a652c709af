"""Work on lists that is asked for and told: import, mining, proof, coverage, export, deletion; all can be undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from workbench.gui.context import Changes, Context
from workbench.gui.draft import Step
from workbench.gui.figures import grouped
from workbench.gui.i18n import tr, translate
from workbench.gui.notices import Notice
from workbench.gui.panels.list_coverage import CoverageDialog, coverage_work
from workbench.gui.panels.list_import import ImportDialog, ImportWish, free_name, import_words
from workbench.gui.panels.list_keeper import ListKeeper
from workbench.gui.panels.list_mining import MiningDialog, MiningWish
from workbench.gui.panels.marking import LIST_FIELDS, use_lists
from workbench.gui.panels.masking_proof import ProofDialog
from workbench.jobs.calls import call_in_child
from workbench.text.corpus import find_corpus
from workbench.text.found import Found
from workbench.text.lexicon import Lexicon, LexiconKind, delete_lexicon, save_lexicon
from workbench.text.lexicon_building import MiningChoice, build_lexicon
from workbench.text.lexicon_export import Exported, ExportFormat, export_lexicon
from workbench.text.lexicon_import import ImportedList, bring_list, stem_of
from workbench.text.proof import BrokenWord, Fix, fix_words, prove_in_project


class ListWork(QObject):
    """Dialogs stand over ``page``; ``found`` are the project's lists, kept up to date by the owner."""

    def __init__(self, context: Context, keeper: ListKeeper, page: QWidget) -> None:
        super().__init__(page)
        self._context, self._keeper, self._page = context, keeper, page
        self.found: Found[Lexicon] = Found()

    def ask_list(self, kind: LexiconKind) -> None:
        """Ask for files with one entry a line, and bring them in as one list."""
        title = tr("Import: {kind}", kind=translate(kind.label))
        names, _ = QFileDialog.getOpenFileNames(
            self._page, title, "", f"{tr('Lists')} (*.txt *.tsv *.csv *.gz *.zst);;{tr('All files')} (*)"
        )
        if names:
            self.ask_import([Path(name) for name in names], kind)

    def ask_import(self, paths: Sequence[Path], kind: LexiconKind) -> None:
        """Ask for the list's name and class where there is a choice, and bring the files in."""
        if len(paths) == 1 and kind is not LexiconKind.ENTITY:
            self.bring_in(ImportWish(tuple(paths), kind, free_name(stem_of(paths[0]), self.found.names)))
            return
        dialog = ImportDialog(paths, kind, self.found.names, self._page)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.decided.connect(self.bring_in)
        dialog.open()

    @Slot(object)
    def bring_in(self, wish: ImportWish) -> None:
        """Import a list in the background and use it; one step of the history."""
        project = self._context.project
        self._context.tasks.run(
            lambda report, cancelled: bring_list(project, wish.paths, wish.name, wish.kind, label=wish.label),
            self._take_in_file,
            title=tr("Importing a list"),
        )

    @Slot(object)
    def measure(self, lexicon: Lexicon) -> None:
        """Measure in a process of its own how much of the corpus a list covers, and show it."""
        corpus = self._context.draft.spec.corpus
        self._context.tasks.run(
            coverage_work(self._context, lexicon),
            lambda found: CoverageDialog(lexicon, corpus, found, self._page).open(),
            title=tr("Measuring the list {name}", name=lexicon.name),
        )

    @Slot(object)
    def ask_export(self, lexicon: Lexicon) -> None:
        """Ask for a file and its format, and write the list."""
        formats = {f"{translate(one.label)} (*.txt)": one for one in ExportFormat}
        title = tr("Export the list {name}", name=lexicon.name)
        name, chosen = QFileDialog.getSaveFileName(self._page, title, f"{lexicon.name}.txt", ";;".join(formats))
        if name:
            self.export(lexicon, Path(name), formats.get(chosen, ExportFormat.TSV))

    def export(self, lexicon: Lexicon, path: Path, format: ExportFormat) -> None:
        """Write a list to a file in the background."""
        self._context.tasks.run(
            lambda report, cancelled: (path, export_lexicon(lexicon, path, format, replace_existing=True)),
            self._tell_export,
            title=tr("Writing the list {name}", name=lexicon.name),
        )

    @Slot(object)
    def _tell_export(self, written: tuple[Path, Exported]) -> None:
        path, exported = written
        words = tr("Entries written to {path}: {number}.", path=str(path), number=grouped(exported.entries))
        if exported.left_out:
            words += " " + tr("Entries that the format cannot hold, left out: {number}.",
                              number=grouped(exported.left_out))  # fmt: skip
        self._context.notify(Notice(words))

    def prove(self, name: str, title: str = "") -> None:
        """Prove a dictionary as it is now; the dialog on it is opened with a title, else brought up to date."""
        dictionary = next((one for one in self.found.good if one.name == name), None)
        if dictionary is None:
            return
        project, units = self._context.project, self._context.draft.spec.units

        def show(broken: Sequence[BrokenWord]) -> None:
            dialogs = [dialog for dialog in self._page.findChildren(ProofDialog) if dialog.name == name]
            for dialog in dialogs:
                dialog.show_proof(dictionary, broken)
            if title and not dialogs:
                self._open_proof(dictionary, broken)

        self._context.tasks.run(
            lambda report, cancelled: prove_in_project(project, dictionary, units), show, title=title
        )

    def _open_proof(self, dictionary: Lexicon, broken: Sequence[BrokenWord]) -> None:
        dialog = ProofDialog(dictionary, broken, self._page)
        dialog.fix_wanted.connect(partial(self._mend, dialog))
        dialog.force_wanted.connect(
            lambda: self._context.draft.set("units.force_words", True, tr("Keep user words whole"))
        )
        dialog.use_wanted.connect(lambda: use_lists(self._context, LexiconKind.WORD, [dialog.name]))
        dialog.show()

    def _mend(self, dialog: ProofDialog, fixes: Mapping[str, Fix]) -> None:
        """Change the words of a dictionary as asked; it is proved again once it is written."""
        dictionary = next((one for one in self.found.good if one.name == dialog.name), None)
        if dictionary is not None:
            after = fix_words(dictionary, dialog.broken, fixes)
            title = tr("Mend words of {name}: {count}", name=dictionary.name, count=grouped(len(fixes)))
            self._keeper.edit(dictionary, after, title)

    def ask_mining(self, what: type[MiningChoice]) -> None:
        """Ask for the thresholds of mining."""
        dialog = MiningDialog(what(), self.found.good, self._page)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.decided.connect(self.mine)
        dialog.open()

    @Slot(object)
    def mine(self, wish: MiningWish) -> None:
        """Mine a list from the experiment's corpus in a process of its own, and use it."""
        project, corpus, units = self._context.project, self._context.draft.spec.corpus, self._context.draft.spec.units
        before = next((one for one in self.found.good if one.name == wish.into), None)
        name = wish.into or free_name(f"{corpus}-mined", self.found.names)
        self._context.tasks.run(
            lambda report, cancelled: call_in_child(
                build_lexicon,
                project,
                find_corpus(project, corpus),
                name,
                wish.settings,
                units,
                wish.kind,
                before is not None,
                progress=report,
                cancelled=cancelled,
            ),
            lambda made: self._take_in(made) if before is None else self._take_over(before, made),
            title=tr("Mining a list"),
        )

    def _take_over(self, before: Lexicon, made: Lexicon) -> None:
        """A list was added to; undoing gives it back as it was."""
        self._keeper.edit(before, made, tr("Mine into the list {name}", name=made.name))
        added = len(made) - len(before)
        self._context.notify(Notice(tr("New entries of {name}: {count}.", name=made.name, count=grouped(added))))

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
                lambda: self.change(lambda: save_lexicon(project, lexicon)),
                lambda: self.change(lambda: delete_lexicon(project, lexicon.name)),
            )
        )
        use_lists(self._context, lexicon.kind, [lexicon.name])
        history.endMacro()

    def delete(self, lexicon: Lexicon) -> None:
        """Delete a list as a step that also ends its use."""
        name, project, history = lexicon.name, self._context.project, self._context.draft.history
        self._keeper.settle()
        title = tr("Delete the list {name}", name=name)
        field = LIST_FIELDS[lexicon.kind]
        used = [other for other in getattr(self._context.draft.spec.units, field) if other != name]
        history.beginMacro(title)
        self._context.draft.set(f"units.{field}", used, title)
        history.push(
            Step(
                title,
                lambda: self.change(lambda: delete_lexicon(project, name)),
                lambda: self.change(lambda: save_lexicon(project, lexicon)),
            )
        )
        history.endMacro()

    def change(self, change: Callable[[], object]) -> None:
        change()
        self._context.announce(Changes.of("lexicons"))
