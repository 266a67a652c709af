"""The page of corpora: list, one corpus in detail, and the import."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from workbench.core.paths import Project
from workbench.gui.context import Context
from workbench.gui.figures import grouped, short
from workbench.gui.i18n import tr
from workbench.gui.notices import Notice
from workbench.gui.panel import Command, EmptyPage
from workbench.gui.panels.corpus_detail import CorpusDetail
from workbench.gui.panels.corpus_import import ImportPane
from workbench.gui.panels.damaged import make_column
from workbench.gui.panels.list_panel import ListPanel
from workbench.gui.panels.registry import icon_of
from workbench.gui.panels.sample import create_sample_project
from workbench.gui.tables.records import Column
from workbench.gui.tasks import Task
from workbench.jobs.calls import call_in_child
from workbench.text.corpus import Corpus, delete_corpus, list_corpora
from workbench.text.corpus_export import ExportFormat, export_named
from workbench.text.found import Damaged, Found
from workbench.text.statistics import Statistics


class CorpusPanel(ListPanel[Corpus]):
    """Imports, shows and chooses corpora."""

    NAME = "corpus"
    TABLE = "corpora"
    FIELD = "corpus"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        columns: list[Column[Corpus | Damaged]] = [
            make_column(
                tr("Documents"),
                lambda row: grouped(row.num_documents),
                lambda row: row.num_documents,
                damaged=tr("damaged"),
            ),
            make_column(tr("Characters"), lambda row: short(row.num_characters), lambda row: row.num_characters),
        ]
        super().__init__(context, columns, tr("Corpora of the project"), parent)
        self._counting: Task | None = None
        self.import_button = QPushButton(tr("Import…"), self)
        self.detail = CorpusDetail(context.tasks, self)
        self.import_pane = ImportPane(context, self)
        self.arrange([self.import_button], self.detail, [self.import_pane], self._make_empty_page())
        self.import_button.clicked.connect(self.open_import)
        self.detail.used.connect(self.use)
        self.detail.exported.connect(self.ask_export)
        self.detail.deleted.connect(self.ask_delete)
        self.import_pane.made.connect(self.show_made)
        self.import_pane.closed.connect(self.show_selected)

    def _make_empty_page(self) -> EmptyPage:
        return EmptyPage(
            icon_of(self.NAME),
            tr("No corpus yet"),
            tr(
                "A corpus is the text that models are trained on: plain text, JSONL, CSV or TSV, one file or a whole "
                "folder. Drop it here, or begin with the sample."
            ),
            [
                (tr("Load a corpus…"), self.choose_files),
                (tr("Use the sample"), lambda: create_sample_project(self.context)),
            ],
            self,
        )

    @staticmethod
    def find_all(project: Project) -> Found[Corpus]:
        """The corpora of the project."""
        return list_corpora(project)

    @staticmethod
    def remove(project: Project, name: str) -> None:
        """Delete a corpus."""
        delete_corpus(project, name)

    def show_thing(self, thing: Corpus | None, in_use: bool) -> None:
        """Show a corpus, and count it where it is another than before."""
        other = thing is not self.detail.corpus
        self.detail.show_corpus(thing, in_use)
        if other:
            self._count(thing)

    def _count(self, corpus: Corpus | None) -> None:
        """Statistics come in the background, and are kept beside the corpus."""
        self._stop_counting()
        if corpus is not None:
            self._counting = self.context.tasks.run(corpus.statistics, self._show_statistics, title=tr("Counting"))
            self.detail.statistics.follow(self._counting)

    @Slot(object)
    def _show_statistics(self, statistics: Statistics) -> None:
        self.detail.show_statistics(statistics)

    def _stop_counting(self) -> None:
        if self._counting is not None:
            self._counting.cancel()
            self._counting = None

    def words_of(self, thing: Corpus) -> str:
        """Name and size of the corpus in use."""
        return tr(
            "{name} · {documents} {documents:document|documents}",
            name=thing.name,
            documents=grouped(thing.num_documents),
        )

    def words_without(self, some: bool) -> str:
        """That none is chosen, or that there is none."""
        return tr("no corpus chosen") if some else tr("no corpus yet")

    def words_to_delete(self, name: str) -> tuple[str, str, str]:
        """A corpus may be too large to keep a copy for undoing."""
        return (
            tr("Delete a corpus"),
            tr("Delete the corpus {name}?", name=name),
            tr("Its text leaves the project; the files that it came from stay. Runs are kept."),
        )

    @Slot(str)
    def use(self, name: str) -> None:
        """Take a corpus into the experiment."""
        self.context.draft.set("corpus", name, tr("Corpus {name}", name=name))

    @Slot(str)
    def ask_export(self, name: str) -> None:
        """Ask for a file, and write a corpus into it; the end of its name says in which form."""
        kinds = tr("Plain text (*.txt);;JSONL (*.jsonl)")
        path, kind = QFileDialog.getSaveFileName(self, tr("Export the corpus"), f"{name}.txt", kinds)
        if path:
            # The dialog has asked already whether a file that is there may go.
            self.export(
                name, Path(path) if Path(path).suffix else Path(path + (".jsonl" if "*.jsonl" in kind else ".txt"))
            )

    def export(self, name: str, path: Path) -> None:
        """Write a corpus into a file in the background, in the place of one that is there."""
        project = self.context.project
        kind = ExportFormat.JSONL if path.suffix.lower() in (".jsonl", ".json") else ExportFormat.TXT
        self.context.tasks.run(
            lambda report, cancelled: (
                path,
                call_in_child(export_named, project, name, path, kind, True, progress=report, cancelled=cancelled),
            ),
            self._tell_exported,
            title=tr("Exporting {name}", name=name),
        )

    @Slot(object)
    def _tell_exported(self, done: tuple[Path, int]) -> None:
        path, lines = done
        self.context.notify(
            Notice(tr("{lines} {lines:line is|lines are} in {file}.", lines=grouped(lines), file=str(path)))
        )

    @Slot()
    def open_import(self) -> None:
        """Show the import pane."""
        self.import_pane.taken = self.names
        self.open_pane(self.import_pane)

    @Slot()
    def choose_files(self) -> None:
        """Show the import pane and ask for files at once."""
        self.open_import()
        self.import_pane.choose_files()

    @Slot()
    def choose_folder(self) -> None:
        """Show the import pane and ask for a folder at once."""
        self.open_import()
        self.import_pane.choose_folder()

    def take_dropped(self, paths: Sequence[Path]) -> None:
        """Put what was dropped into the import."""
        self.open_import()
        self.import_pane.add(paths)

    def commands(self) -> Sequence[Command]:
        """Imports."""
        return (
            Command(tr("Import files as a corpus…"), self.choose_files),
            Command(tr("Import a folder as a corpus…"), self.choose_folder),
            Command(tr("Use the sample"), lambda: create_sample_project(self.context)),
        )

    def close_panel(self) -> None:
        """No counting goes on."""
        self._stop_counting()
