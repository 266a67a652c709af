"""The page of vocabularies: list, tokens, loading, training."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.core.paths import Project
from workbench.gui.context import Changes, Context
from workbench.gui.draft import Step
from workbench.gui.figures import grouped
from workbench.gui.i18n import tr
from workbench.gui.panel import Command, EmptyPage
from workbench.gui.panels.damaged import make_column
from workbench.gui.panels.list_panel import ListPanel
from workbench.gui.panels.progress_row import PATIENCE
from workbench.gui.panels.registry import icon_of
from workbench.gui.panels.sample import create_sample_project
from workbench.gui.panels.vocabulary_add import AddPane
from workbench.gui.panels.vocabulary_load import LoadPane
from workbench.gui.panels.vocabulary_measuring import REST_SECONDS, measure
from workbench.gui.panels.vocabulary_tokens import TokensPage, kind_words
from workbench.gui.panels.vocabulary_train import TrainPane
from workbench.gui.panels.vocabulary_words import WordsPane
from workbench.gui.tables.records import Column
from workbench.gui.tasks import Task
from workbench.text.corpus import list_corpora
from workbench.text.found import Damaged, Found
from workbench.text.lexicon import lexicon_names
from workbench.text.vocabulary import (
    Vocabulary,
    delete_vocabulary,
    free_vocabulary_name,
    list_vocabularies,
    save_vocabulary,
)
from workbench.text.vocabulary_coverage import CoverageReport
from workbench.text.vocabulary_growth import keeping_case


class VocabularyPanel(ListPanel[Vocabulary]):
    """Loads, trains, shows and chooses vocabularies."""

    NAME = "vocabulary"
    TABLE = "vocabularies"
    FIELD = "vocabulary"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        columns: list[Column[Vocabulary | Damaged]] = [
            make_column(tr("Kind"), lambda row: kind_words(row.kind), damaged=tr("damaged")),
            make_column(tr("Tokens"), lambda row: grouped(row.size), lambda row: row.size),
        ]
        super().__init__(context, columns, tr("Vocabularies of the project"), parent)
        self._measuring: Task | None = None
        self._measured: tuple[str, str] = ("", "")
        self._lists: Sequence[str] = ()
        self.page = TokensPage(context.tasks, self)
        self.load_pane = LoadPane(context, self)
        self.train_pane = TrainPane(context, self)
        self.words_pane = WordsPane(context, self)
        self.add_pane = AddPane(context, self)
        self.load_button = QPushButton(tr("Load…"), self)
        self.train_button = QPushButton(tr("Train…"), self)
        self.words_button = QPushButton(tr("Words…"), self)
        self.words_button.setToolTip(tr("Make a vocabulary of whole words"))
        panes = [self.load_pane, self.train_pane, self.words_pane, self.add_pane]
        buttons = [self.load_button, self.train_button, self.words_button]
        self.arrange(buttons, self.page, panes, self._make_empty_page())
        self.load_button.clicked.connect(self.open_load)
        self.train_button.clicked.connect(self.open_train)
        self.words_button.clicked.connect(self.open_words)
        self.page.used.connect(self.use)
        self.page.deleted.connect(self.delete)
        self.page.addition_wanted.connect(self.open_add)
        self.page.whole_wanted.connect(self.measure_whole)
        self.page.problems.words_wanted.connect(self.open_words)
        self.page.problems.case_wanted.connect(self.copy_with_case)
        for pane in panes:
            pane.made.connect(self.show_made)
            pane.closed.connect(self.show_selected)

    def _make_empty_page(self) -> EmptyPage:
        return EmptyPage(
            icon_of(self.NAME),
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

    @staticmethod
    def find_all(project: Project) -> Found[Vocabulary]:
        """The vocabularies of the project."""
        return list_vocabularies(project)

    @staticmethod
    def remove(project: Project, name: str) -> None:
        """Delete a vocabulary."""
        delete_vocabulary(project, name)

    def refresh(self, changes: Changes) -> None:
        """Read the list anew in the background, and the names of the corpora to train on."""
        super().refresh(changes)
        project = self.context.project
        if "corpora" in changes.tables:
            self.context.tasks.run(
                lambda report, cancelled: [corpus.name for corpus in list_corpora(project).good], self._show_corpora
            )

        if "lexicons" in changes.tables:
            self.context.tasks.run(lambda report, cancelled: lexicon_names(project), self._show_lists)

    @Slot(object)
    def _show_corpora(self, names: Sequence[str]) -> None:
        self.train_pane.offer(names)
        self.words_pane.offer_corpora(names)

    @Slot(object)
    def _show_lists(self, names: Sequence[str]) -> None:
        """Lists have come or gone: what is said of them is measured anew."""
        self.add_pane.offer_lists(names)
        if names != self._lists:
            self._lists, self._measured = names, ("", "")
            if self.page.vocabulary is not None:
                self._measure(self.page.vocabulary)

    @Slot(object)
    def _show_list(self, found: Found[Vocabulary]) -> None:
        super()._show_list(found)
        self.words_pane.offer_bases(found.good)

    def show_thing(self, thing: Vocabulary | None, in_use: bool) -> None:
        """Show a vocabulary, and how well it covers the corpus of the experiment."""
        if thing is not self.page.vocabulary:  # its figures are gone with the one before
            self._measured = ("", "")
        self.page.show_vocabulary(thing, in_use)
        if thing is not None:
            self._measure(thing)

    def _measure(self, vocabulary: Vocabulary, whole: bool = False) -> None:
        """Measure on the experiment's corpus in the background, once for each pair of corpus and vocabulary; on a
        sample, unless the ``whole`` of it was asked for."""
        corpus = self.context.draft.spec.corpus
        pair = (corpus, vocabulary.fingerprint)
        if self._measured == pair and not whole:
            return
        if self._measuring is not None:
            self._measuring.cancel()
        self._measured = pair
        title = tr("Measuring {name}", name=vocabulary.name) if whole else ""
        rest = 0.0 if whole else REST_SECONDS
        work = measure(self.context.project, corpus, vocabulary, self.context.draft.spec.units, whole, rest)
        self._measuring = self.context.tasks.run(work, self._show_report, self.page.show_problem, title)
        self.page.follow(self._measuring, 0 if whole else PATIENCE + round(1000 * rest))

    @Slot(object)
    def _show_report(self, report: CoverageReport) -> None:
        self.page.show_report(report)

    @Slot()
    def measure_whole(self) -> None:
        """Measure the vocabulary on show on every sentence of the corpus."""
        if self.page.vocabulary is not None:
            self._measure(self.page.vocabulary, whole=True)

    def fields_shown(self) -> Sequence[str]:
        """The corpus too: the vocabulary is measured on it."""
        return (self.FIELD, "corpus")

    def words_of(self, thing: Vocabulary) -> str:
        """Name and size of the vocabulary in use."""
        return tr("{name} · {size} tokens", name=thing.name, size=grouped(thing.size))

    def words_without(self, some: bool) -> str:
        """That none is chosen, or that there is none."""
        return tr("no vocabulary chosen") if some else tr("no vocabulary yet")

    def words_to_delete(self, name: str) -> tuple[str, str, str]:
        """Only of a damaged one; others can be brought back."""
        return (
            tr("Delete a vocabulary"),
            tr("Delete the vocabulary {name}?", name=name),
            tr("It is damaged, so that it cannot be brought back. Runs keep their own copy."),
        )

    @Slot(str)
    def use(self, name: str) -> None:
        """Take a vocabulary into the experiment."""
        self.context.draft.set("vocabulary", name, tr("Vocabulary {name}", name=name))

    @Slot(str)
    def delete(self, name: str) -> None:
        """Delete a vocabulary; the history can bring it back."""
        vocabulary = self.page.vocabulary
        assert vocabulary is not None
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

    @Slot()
    def open_load(self) -> None:
        """Show the pane that loads a file."""
        self.open_pane(self.load_pane)

    @Slot()
    def open_train(self) -> None:
        """Show the pane that trains a vocabulary, at first on the corpus of the experiment."""
        if not self.train_pane.progress.is_busy:
            self.train_pane.choose_corpus(self.context.draft.spec.corpus)
        self.open_pane(self.train_pane)

    @Slot()
    def open_words(self) -> None:
        """Show the pane that makes a vocabulary of whole words, at first of the one on show."""
        if not self.words_pane.progress.is_busy and self.page.vocabulary is not None:
            self.words_pane.choose_base(self.page.vocabulary.name)
        self.open_pane(self.words_pane)

    @Slot(list)
    def open_add(self, words: Sequence[str]) -> None:
        """Show the pane that adds words to the vocabulary on show."""
        if self.page.vocabulary is not None:
            if not self.add_pane.progress.is_busy:
                self.add_pane.begin(self.page.vocabulary, words)
            self.open_pane(self.add_pane)

    @Slot()
    def copy_with_case(self) -> None:
        """Make a copy of the vocabulary on show that reads capitals and accents as they are; a step of the history."""
        vocabulary, project = self.page.vocabulary, self.context.project
        assert vocabulary is not None
        name = free_vocabulary_name(project, f"{vocabulary.name}-cased")
        copy = keeping_case(vocabulary, name)
        self._wanted = name
        make = lambda: self._change(lambda: save_vocabulary(project, copy))
        remove = lambda: self._change(lambda: delete_vocabulary(project, name))
        self.context.draft.history.push(Step(tr("Make the vocabulary {name}", name=name), make, remove))

    def take_dropped(self, paths: Sequence[Path]) -> None:
        """Check what was dropped: a file, a folder, or the two files of one vocabulary in one folder."""
        self.open_load()
        folders = {path.parent for path in paths}
        self.load_pane.check(folders.pop() if len(paths) > 1 and len(folders) == 1 else paths[0])

    def commands(self) -> Sequence[Command]:
        """Loading and training."""
        return (
            Command(tr("Load a vocabulary…"), self.open_load),
            Command(tr("Train a vocabulary…"), self.open_train),
            Command(tr("Make a vocabulary of whole words…"), self.open_words),
        )

    def close_panel(self) -> None:
        """No measuring goes on."""
        if self._measuring is not None:
            self._measuring.cancel()
