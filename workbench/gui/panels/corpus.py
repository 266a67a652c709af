"""The page of corpora: list, one corpus in detail, and the import."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMessageBox, QPushButton, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from workbench.core.texts import mark
from workbench.gui.context import Changes, Context
from workbench.gui.figures import grouped, short
from workbench.gui.i18n import tr
from workbench.gui.panel import Command, EmptyPage, PageStack, Panel, PanelState
from workbench.gui.panels.corpus_detail import CorpusDetail
from workbench.gui.panels.corpus_import import ImportPane
from workbench.gui.panels.dropping import dropped_paths
from workbench.gui.panels.sample import create_sample_project
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.tasks import Task
from workbench.gui.theme import GRID
from workbench.text.corpus import Corpus, delete_corpus, list_corpora
from workbench.text.statistics import Statistics


class CorpusPanel(Panel):
    """Imports, shows and chooses corpora."""

    NAME = "corpus"
    TITLE = mark("Corpus")
    ICON = "file-text"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setAcceptDrops(True)
        self._wanted = ""
        self._counting: Task | None = None
        self.model: RecordsModel[Corpus] = RecordsModel(
            [
                Column(tr("Name"), self._marked_name, lambda row: row.name),
                Column(
                    tr("Documents"), lambda row: grouped(row.num_documents), lambda row: row.num_documents, number=True
                ),
                Column(
                    tr("Characters"), lambda row: short(row.num_characters), lambda row: row.num_characters, number=True
                ),
            ],
            self,
        )
        self.table = records_view(self.model, tr("Corpora of the project"), self, stretch=0)
        self.import_button = QPushButton(tr("Import…"), self)
        self.detail = CorpusDetail(self)
        self.import_pane = ImportPane(context, self)
        self._arrange()
        self._connect()

    def _arrange(self) -> None:
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(GRID, 2 * GRID, 0, GRID)
        column.addWidget(self.import_button)
        column.addWidget(self.table, 1)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.detail)
        self.stack.addWidget(self.import_pane)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setObjectName("corpus")
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(left)
        splitter.addWidget(self.stack)
        splitter.setSizes([340, 860])
        splitter.setStretchFactor(1, 1)
        empty = EmptyPage(
            self.ICON,
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
        self.pages = PageStack(empty, splitter, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.pages)

    def _connect(self) -> None:
        self.import_button.clicked.connect(self.open_import)
        self.table.selectionModel().selectionChanged.connect(self._select)
        self.detail.used.connect(self.use)
        self.detail.deleted.connect(self.ask_delete)
        self.import_pane.imported.connect(self._show_imported)
        self.import_pane.closed.connect(self._show_detail)
        self.context.draft.changed.connect(self._follow_draft)

    def _marked_name(self, row: Corpus) -> str:
        return f"✓ {row.name}" if row.name == self.context.draft.spec.corpus else row.name

    def refresh(self, changes: Changes) -> None:
        """Read the list anew in the background."""
        project = self.context.project
        if "corpora" in changes.tables:
            self.context.tasks.run(lambda report, cancelled: list_corpora(project), self._show_list)

    @Slot(object)
    def _show_list(self, corpora: Sequence[Corpus]) -> None:
        wanted = self._wanted or self._selected_name() or self.context.draft.spec.corpus
        importing = self.stack.currentWidget() is self.import_pane
        self.model.put(corpora)
        names = [corpus.name for corpus in corpora]
        self.import_pane.taken = frozenset(names)
        if names:
            self.table.selectRow(names.index(wanted) if wanted in names else 0)
        else:
            self.detail.show_corpus(None, False)
        if importing and not self._wanted:
            self.stack.setCurrentWidget(self.import_pane)
        self._wanted = ""
        self._show_pages()
        self._tell_state()

    def _show_pages(self) -> None:
        self.pages.show_full(bool(self.model.rows) or self.stack.currentWidget() is self.import_pane)

    def _selected_name(self) -> str:
        indexes = self.table.selectionModel().selectedRows()
        return self.model.row(indexes[0]).name if indexes else ""

    @Slot()
    def _select(self) -> None:
        indexes = self.table.selectionModel().selectedRows()
        if not indexes:
            return
        corpus = self.model.row(indexes[0])
        if corpus is not self.detail.corpus:
            self.detail.show_corpus(corpus, corpus.name == self.context.draft.spec.corpus)
            self._count(corpus)
        self._show_detail()

    def _count(self, corpus: Corpus) -> None:
        """Statistics come in the background, and are kept beside the corpus."""
        if self._counting is not None:
            self._counting.cancel()
        self._counting = self.context.tasks.run(
            lambda report, cancelled: corpus.statistics(cancelled), self._show_statistics, title=tr("Counting")
        )

    @Slot(object)
    def _show_statistics(self, statistics: Statistics) -> None:
        self.detail.show_statistics(statistics)

    @Slot(str)
    def _follow_draft(self, path: str) -> None:
        if path in ("", "corpus"):
            self.table.viewport().update()
            if (corpus := self.detail.corpus) is not None:
                self.detail.show_corpus(corpus, corpus.name == self.context.draft.spec.corpus)
            self._tell_state()

    def _tell_state(self) -> None:
        chosen = self.context.draft.spec.corpus
        found = next((row for row in self.model.rows if row.name == chosen), None)
        if not chosen:
            words = tr("no corpus chosen") if self.model.rows else tr("no corpus yet")
            self.set_state(PanelState.EMPTY, words)
        elif found is None:
            self.set_state(PanelState.PROBLEM, tr("{name} is not in this project", name=chosen))
        else:
            documents = grouped(found.num_documents)
            self.set_state(PanelState.READY, tr("{name} · {documents} documents", name=chosen, documents=documents))

    @Slot()
    def open_import(self) -> None:
        """Show the import pane."""
        self.stack.setCurrentWidget(self.import_pane)
        self._show_pages()

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

    @Slot()
    def _show_detail(self) -> None:
        self.stack.setCurrentWidget(self.detail)
        self._show_pages()

    @Slot(str)
    def _show_imported(self, name: str) -> None:
        self._wanted = name
        self.stack.setCurrentWidget(self.detail)
        if not self.context.draft.spec.corpus:
            self.use(name)

    @Slot(str)
    def use(self, name: str) -> None:
        """Take a corpus into the experiment."""
        self.context.draft.set("corpus", name, tr("Corpus {name}", name=name))

    @Slot(str)
    def ask_delete(self, name: str) -> None:
        """Delete a corpus after a question: its text may be too large to keep a copy for undoing."""
        question = QMessageBox(self)
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.setIcon(QMessageBox.Icon.Question)
        question.setWindowTitle(tr("Delete a corpus"))
        question.setText(tr("Delete the corpus {name}?", name=name))
        question.setInformativeText(tr("Its text leaves the project; the files that it came from stay. Runs are kept."))
        question.addButton(tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        keep = question.addButton(tr("Keep"), QMessageBox.ButtonRole.RejectRole)
        question.setDefaultButton(keep)
        question.buttonClicked.connect(lambda button: None if button is keep else self.delete(name))
        question.open()

    def delete(self, name: str) -> None:
        """Delete a corpus in the background."""
        project = self.context.project
        if self.detail.corpus is not None and self.detail.corpus.name == name:
            self.detail.show_corpus(None, False)
        self.context.tasks.run(lambda report, cancelled: delete_corpus(project, name), self._announce)

    @Slot(object)
    def _announce(self, _result: object) -> None:
        self.context.announce(Changes.of("corpora"))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files and folders may be dropped."""
        if dropped_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Put what was dropped into the import."""
        paths: list[Path] = dropped_paths(event.mimeData())
        if paths:
            event.acceptProposedAction()
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
        if self._counting is not None:
            self._counting.cancel()
