"""Work on lists that is asked for and told: import, mining, proof, coverage, export, deletion; all can be undone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from workbench.core.errors import WorkbenchError
from workbench.core.names import free_name
from workbench.core.texts import sentences
from workbench.gui.context import Context
from workbench.gui.figures import grouped
from workbench.gui.i18n import render, tr, translate
from workbench.gui.notices import Notice, NoticeLevel
from workbench.gui.panels.chosen import chosen_corpus
from workbench.gui.panels.list_coverage import CoverageDialog, coverage_work
from workbench.gui.panels.list_import import ImportDialog, ImportWish, free_list_name, import_words
from workbench.gui.panels.list_keeper import ListKeeper
from workbench.gui.panels.list_mining import MiningDialog, MiningWish
from workbench.gui.panels.marking import LIST_FIELDS, use_lists
from workbench.gui.panels.masking_proof import ProofDialog
from workbench.gui.tasks import Task
from workbench.jobs.calls import call_in_child
from workbench.text.lexicon import Lexicon, LexiconKind
from workbench.text.lexicon_building import MiningChoice, mine_lexicon
from workbench.text.lexicon_edits import merge
from workbench.text.lexicon_export import Exported, ExportFormat, export_formats, export_lexicon
from workbench.text.lexicon_import import ImportedList, read_list, stem_of
from workbench.text.proof import BrokenWord, Fix, fix_words, prove_in_project
from workbench.text.readers.encodings import MixedEncodingError, UncertainEncodingError


class ListWork(QObject):
    """Dialogs stand over ``page``; ``keeper`` has the project's lists, and keeps what comes of the work."""

    def __init__(self, context: Context, keeper: ListKeeper, page: QWidget) -> None:
        super().__init__(page)
        self._context, self._keeper, self._page = context, keeper, page
        self._proof: Task | None = None

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
            self.bring_in(ImportWish(tuple(paths), kind, free_list_name(stem_of(paths[0]), self._keeper.found.names)))
            return
        dialog = ImportDialog(paths, kind, self._keeper.found.names, self._page)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.decided.connect(self.bring_in)
        dialog.open()

    @Slot(object)
    def bring_in(self, wish: ImportWish) -> None:
        """Import a list in a process of its own and use it; one step of the history."""
        self._context.tasks.run(
            lambda report, cancelled: call_in_child(
                partial(read_list, label=wish.label, encoding=wish.encoding),
                wish.paths,
                wish.name,
                wish.kind,
                progress=report,
                cancelled=cancelled,
            ),
            self._take_in_file,
            partial(self._ask_encoding, wish),
            title=tr("Importing a list"),
            owner=self,
        )

    def _ask_encoding(self, wish: ImportWish, error: WorkbenchError) -> None:
        """Say what is wrong, and offer the encodings that a file may have."""
        guess = error.guess if isinstance(error, (UncertainEncodingError, MixedEncodingError)) else None
        encodings = [candidate.encoding for candidate in guess.candidates] if guess is not None else []
        actions = [
            (tr("Read as {encoding}", encoding=encoding), partial(self.bring_in, replace(wish, encoding=encoding)))
            for encoding in encodings
        ]
        words = render(error.message) if actions else render(error)  # the hint is a terminal's
        self._context.notify(Notice(words, NoticeLevel.ERROR, actions=actions))

    @Slot(object)
    def measure(self, lexicon: Lexicon) -> None:
        """Measure in a process of its own how much of the corpus a list covers, in a window that shows it."""
        dialog = CoverageDialog(lexicon, self._context.draft.spec.corpus, self._context.tasks, self._page)
        title = tr("Measuring the list {name}", name=lexicon.name)
        work = coverage_work(self._context, lexicon)
        dialog.follow(self._context.tasks.run(work, dialog.show_coverage, dialog.show_error, title))
        dialog.show()

    @Slot(object)
    def ask_export(self, lexicon: Lexicon) -> None:
        """Ask for a file and its format, and write the list."""
        formats = {f"{translate(one.label)} (*.txt)": one for one in export_formats(lexicon.kind)}
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
            left_out = tr("Entries that the format cannot hold, left out: {number}.", number=grouped(exported.left_out))
            words = sentences(words, left_out)
        self._context.notify(Notice(words))

    @Slot(object)
    def _take_in_file(self, imported: ImportedList) -> None:
        """Use the list, and tell what came in and what did not."""
        kept = self._take_in(imported.lexicon)
        self._context.notify(Notice(import_words(replace(imported, lexicon=kept))))

    def prove(self, name: str, title: str = "") -> None:
        """Prove a dictionary as it is now; the dialog on it is opened with a title, else brought up to date."""
        dictionary = self._keeper.current(name)
        if dictionary is None:
            return
        project, units = self._context.project, self._context.draft.spec.units

        def show(broken: Sequence[BrokenWord]) -> None:
            dialogs = [dialog for dialog in self._page.findChildren(ProofDialog) if dialog.name == name]
            for dialog in dialogs:
                dialog.show_proof(dictionary, broken)
            if title and not dialogs:
                self._open_proof(dictionary, broken)

        if self._proof is not None:
            self._proof.cancel()
        self._proof = self._context.tasks.run(
            lambda report, cancelled: call_in_child(
                prove_in_project, project, dictionary, units, progress=report, cancelled=cancelled
            ),
            show,
            title=title,
            owner=self,
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
        name, broken = dialog.name, dialog.broken
        title = tr("Mend words of {name}: {count}", name=name, count=grouped(len(fixes)))
        self._keeper.change(name, lambda dictionary: fix_words(dictionary, broken, fixes), title)

    def ask_mining(self, what: type[MiningChoice]) -> None:
        """Ask for the thresholds of mining."""
        dialog = MiningDialog(what(), self._keeper.found.good, self._page)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.decided.connect(self.mine)
        dialog.open()

    @Slot(object)
    def mine(self, wish: MiningWish) -> None:
        """Mine the experiment's corpus in a process of its own, and use what is found, alone or in a list."""
        project, corpus, units = self._context.project, self._context.draft.spec.corpus, self._context.draft.spec.units
        name = wish.into or free_list_name(f"{corpus}-mined", self._keeper.found.names)
        self._context.tasks.run(
            lambda report, cancelled: call_in_child(
                mine_lexicon,
                project,
                chosen_corpus(project, corpus),
                name,
                wish.settings,
                units,
                wish.kind,
                progress=report,
                cancelled=cancelled,
            ),
            self._take_over if wish.into else self._keep,
            title=tr("Mining a list"),
        )

    @Slot(object)
    def _take_over(self, mined: Lexicon) -> None:
        """Add to the list as it is by now, which undoing gives back; where it is gone, what was mined is a new one."""
        name = mined.name
        if self._keeper.current(name) is None:
            self._keep(mined)
            return
        title = tr("Mine into the list {name}", name=name)
        self._keeper.change(name, lambda lexicon: merge(lexicon, mined), title, self._tell_growth)

    def _tell_growth(self, before: Lexicon, after: Lexicon) -> None:
        count = grouped(len(after) - len(before))
        self._context.notify(Notice(tr("New entries of {name}: {count}.", name=after.name, count=count)))

    @Slot(object)
    def _keep(self, mined: Lexicon) -> None:
        self._take_in(mined)

    def _take_in(self, lexicon: Lexicon) -> Lexicon:
        """Keep a list that is not kept yet and use it, as a step whose undoing also removes it; returns it under the
        name that it has, which may have been taken meanwhile."""
        lexicon = replace(lexicon, name=free_name(lexicon.name, self._keeper.found.names.__contains__))
        history = self._context.draft.history
        title = tr("Add the list {name}", name=lexicon.name)
        history.beginMacro(title)
        self._keeper.add(lexicon, title)
        use_lists(self._context, lexicon.kind, [lexicon.name])
        history.endMacro()
        return lexicon

    def delete(self, lexicon: Lexicon) -> None:
        """Delete a list as a step that also ends its use."""
        name, history = lexicon.name, self._context.draft.history
        title = tr("Delete the list {name}", name=name)
        field = LIST_FIELDS[lexicon.kind]
        used = [other for other in getattr(self._context.draft.spec.units, field) if other != name]
        history.beginMacro(title)
        self._context.draft.set(f"units.{field}", used, title)
        self._keeper.delete(lexicon, title)
        history.endMacro()
