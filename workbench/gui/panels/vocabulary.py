"""The page of vocabularies: list, tokens, loading, training."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QItemSelection, Qt, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from workbench.core.texts import mark
from workbench.gui.context import Changes, Context
from workbench.gui.draft import Step
from workbench.gui.figures import grouped
from workbench.gui.i18n import tr
from workbench.gui.panel import Command, EmptyPage, PageStack, Panel, PanelState
from workbench.gui.panels.dropping import dropped_paths
from workbench.gui.panels.sample import create_sample_project
from workbench.gui.panels.vocabulary_panes import LoadPane, TrainPane
from workbench.gui.panels.vocabulary_tokens import Coverage, TokensPage, measure_coverage
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.tasks import Task
from workbench.gui.theme import GRID
from workbench.text.corpus import find_corpus, list_corpora
from workbench.text.vocabulary import Vocabulary, delete_vocabulary, list_vocabularies, save_vocabulary


class VocabularyPanel(Panel):
    """Loads, trains, shows and chooses vocabularies."""

    NAME = "vocabulary"
    TITLE = mark("Vocabulary")
    ICON = "letter-case"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setAcceptDrops(True)
        self._wanted = ""
        self._measuring: Task | None = None
        self._measured: tuple[str, str] = ("", "")
        self.model: RecordsModel[Vocabulary] = RecordsModel(
            [
                Column(tr("Name"), self._marked_name, lambda row: row.name),
                Column(tr("Kind"), lambda row: row.kind.value),
                Column(tr("Tokens"), lambda row: grouped(row.size), lambda row: row.size, number=True),
            ],
            self,
        )
        self.table = records_view(self.model, tr("Vocabularies of the project"), self, stretch=0)
        self.page = TokensPage(self)
        self.load_pane = LoadPane(context, self)
        self.train_pane = TrainPane(context, self)
        self.load_button = QPushButton(tr("Load…"), self)
        self.train_button = QPushButton(tr("Train…"), self)
        self._arrange()
        self._connect()

    def _arrange(self) -> None:
        left = QWidget(self)
        buttons = QHBoxLayout()
        buttons.addWidget(self.load_button)
        buttons.addWidget(self.train_button)
        column = QVBoxLayout(left)
        column.setContentsMargins(GRID, 2 * GRID, 0, GRID)
        column.addLayout(buttons)
        column.addWidget(self.table, 1)
        self.stack = QStackedWidget(self)
        for page in (self.page, self.load_pane, self.train_pane):
            self.stack.addWidget(page)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setObjectName("vocabulary")
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(left)
        splitter.addWidget(self.stack)
        splitter.setSizes([340, 860])
        splitter.setStretchFactor(1, 1)
        empty = EmptyPage(
            self.ICON,
            tr("No vocabulary yet"),
            tr(
                "A vocabulary turns text into token ids. Load vocab.txt, tokenizer.json, or vocab.json with "
                "merges.txt; or train one on a corpus of this project."
            ),
            [
                (tr("Load a vocabulary…"), self.open_load),
                (tr("Train one on a corpus…"), self.open_train),
                (tr("Use the sample"), lambda: create_sample_project(self.context)),
            ],
            self,
        )
        self.pages = PageStack(empty, splitter, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.pages)

    def _connect(self) -> None:
        self.load_button.clicked.connect(self.open_load)
        self.train_button.clicked.connect(self.open_train)
        self.table.selectionModel().selectionChanged.connect(self._select)
        self.page.used.connect(self.use)
        self.page.deleted.connect(self.delete)
        for pane in (self.load_pane, self.train_pane):
            pane.made.connect(self._show_made)
            pane.closed.connect(self._show_tokens)
        self.context.draft.changed.connect(self._follow_draft)

    def _marked_name(self, row: Vocabulary) -> str:
        return f"✓ {row.name}" if row.name == self.context.draft.spec.vocabulary else row.name

    def refresh(self, changes: Changes) -> None:
        """Read the list anew in the background."""
        project = self.context.project
        if "vocabularies" in changes.tables:
            self.context.tasks.run(lambda report, cancelled: list_vocabularies(project), self._show_list)
        if "corpora" in changes.tables:
            self.context.tasks.run(
                lambda report, cancelled: [c.name for c in list_corpora(project)], self._show_corpora
            )

    @Slot(object)
    def _show_list(self, vocabularies: Sequence[Vocabulary]) -> None:
        wanted = self._wanted or self._selected_name() or self.context.draft.spec.vocabulary
        self.model.put(vocabularies)
        names = [vocabulary.name for vocabulary in vocabularies]
        if names:
            self.table.selectRow(names.index(wanted) if wanted in names else 0)
        else:
            self.page.show_vocabulary(None, False)
        self._wanted = ""
        self._show_pages()
        self._tell_state()

    @Slot(object)
    def _show_corpora(self, names: Sequence[str]) -> None:
        self.train_pane.offer(names, self.context.draft.spec.corpus)

    def _show_pages(self) -> None:
        self.pages.show_full(bool(self.model.rows) or self.stack.currentWidget() is not self.page)

    def _selected_name(self) -> str:
        indexes = self.table.selectionModel().selectedRows()
        return self.model.row(indexes[0]).name if indexes else ""

    @Slot(QItemSelection, QItemSelection)
    def _select(self) -> None:
        indexes = self.table.selectionModel().selectedRows()
        if indexes:
            vocabulary = self.model.row(indexes[0])
            self.page.show_vocabulary(vocabulary, vocabulary.name == self.context.draft.spec.vocabulary)
            self._measure(vocabulary)
            self._show_tokens()

    def _measure(self, vocabulary: Vocabulary) -> None:
        """Cut a sample of the experiment's corpus in the background, once for each pair of corpus and vocabulary."""
        project, corpus = self.context.project, self.context.draft.spec.corpus
        pair = (corpus, vocabulary.fingerprint)
        if not corpus or self._measured == pair:
            return
        if self._measuring is not None:
            self._measuring.cancel()
        self._measured = pair
        self._measuring = self.context.tasks.run(
            lambda report, cancelled: measure_coverage(find_corpus(project, corpus), vocabulary, cancelled),
            self._show_coverage,
            self.page.show_coverage_problem,
        )

    @Slot(object)
    def _show_coverage(self, coverage: Coverage) -> None:
        self.page.show_coverage(coverage)

    @Slot(str)
    def _follow_draft(self, path: str) -> None:
        if path in ("", "vocabulary", "corpus"):
            self.table.viewport().update()
            if (vocabulary := self.page.vocabulary) is not None:
                self.page.show_vocabulary(vocabulary, vocabulary.name == self.context.draft.spec.vocabulary)
                self._measure(vocabulary)
            self._tell_state()

    def _tell_state(self) -> None:
        chosen = self.context.draft.spec.vocabulary
        found = next((row for row in self.model.rows if row.name == chosen), None)
        if not chosen:
            words = tr("no vocabulary chosen") if self.model.rows else tr("no vocabulary yet")
            self.set_state(PanelState.EMPTY, words)
        elif found is None:
            self.set_state(PanelState.PROBLEM, tr("{name} is not in this project", name=chosen))
        else:
            self.set_state(PanelState.READY, tr("{name} · {size} tokens", name=chosen, size=grouped(found.size)))

    @Slot()
    def open_load(self) -> None:
        """Show the pane that loads a file."""
        self.load_pane.clear()
        self.stack.setCurrentWidget(self.load_pane)
        self._show_pages()

    @Slot()
    def open_train(self) -> None:
        """Show the pane that trains a vocabulary."""
        self.stack.setCurrentWidget(self.train_pane)
        self._show_pages()

    @Slot()
    def _show_tokens(self) -> None:
        self.stack.setCurrentWidget(self.page)
        self._show_pages()

    @Slot(str)
    def _show_made(self, name: str) -> None:
        self._wanted = name
        self.stack.setCurrentWidget(self.page)
        if not self.context.draft.spec.vocabulary:
            self.use(name)

    @Slot(str)
    def use(self, name: str) -> None:
        """Take a vocabulary into the experiment."""
        self.context.draft.set("vocabulary", name, tr("Vocabulary {name}", name=name))

    @Slot(str)
    def delete(self, name: str) -> None:
        """Delete a vocabulary; the history can bring it back."""
        vocabulary = next(row for row in self.model.rows if row.name == name)
        project = self.context.project
        remove = lambda: self._change(lambda: delete_vocabulary(project, name))
        restore = lambda: self._change(lambda: save_vocabulary(project, vocabulary))
        self.context.draft.history.push(Step(tr("Delete the vocabulary {name}", name=name), remove, restore))

    def _change(self, work: Callable[[], object]) -> None:
        """Change the project in the background; the history may outlive this page, so the context tells of it."""
        context = self.context
        context.tasks.run(
            lambda report, cancelled: work(), lambda _result: context.announce(Changes.of("vocabularies"))
        )

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files and folders may be dropped."""
        if dropped_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Check what was dropped."""
        paths: list[Path] = dropped_paths(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.open_load()
            self.load_pane.check(paths[0])

    def commands(self) -> Sequence[Command]:
        """Loading and training."""
        return (
            Command(tr("Load a vocabulary…"), self.open_load),
            Command(tr("Train a vocabulary…"), self.open_train),
        )

    def close_panel(self) -> None:
        """No measuring goes on."""
        if self._measuring is not None:
            self._measuring.cancel()
