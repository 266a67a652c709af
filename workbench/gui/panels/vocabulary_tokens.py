"""One vocabulary on show: figures, how well it covers the corpus, its tokens, what it loses and what is odd."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QTabWidget, QVBoxLayout, QWidget

from workbench.core.errors import WorkbenchError
from workbench.core.texts import sentences
from workbench.gui.figures import grouped, percent
from workbench.gui.fonts import scaled
from workbench.gui.i18n import in_list, render, tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.progress_row import ProgressRow
from workbench.gui.panels.vocabulary_problems import ProblemsPane
from workbench.gui.panels.vocabulary_unknown import ListsPane, UnknownPane
from workbench.gui.tables.records import records_view
from workbench.gui.tables.tokens import TokenFilter, TokensModel
from workbench.gui.tasks import Task, Tasks
from workbench.gui.theme import GRID
from workbench.text.vocabulary import Vocabulary, VocabularyKind
from workbench.text.vocabulary_coverage import Coverage, CoverageReport

COLUMN_CHARACTERS = (8, 20, 10, 30)  #: widths; to look at all tokens for them would take too long
SEARCH_DELAY = 150  #: milliseconds


class TokensPage(QWidget):
    """Figures and tables of a vocabulary. ``used``, ``deleted`` and ``addition_wanted`` (with words to begin with) say
    which button was pressed, ``whole_wanted`` that the whole corpus is to be measured."""

    used = Signal(str)
    deleted = Signal(str)
    addition_wanted = Signal(list)
    whole_wanted = Signal()

    def __init__(self, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._vocabulary: Vocabulary | None = None
        self._partial, self._is_measured = False, False
        self._title = PlainLabel(parent=self)
        self._title.setFont(scaled(self.font(), 1.25, bold=True))
        self._figures = PlainLabel(parent=self, wordWrap=True)
        self.coverage = PlainLabel(parent=self, wordWrap=True)
        self.add_button = QPushButton(tr("Add words…"), self)
        self.use_button = QPushButton(tr("Use in the experiment"), self)
        self.delete_button = QPushButton(tr("Delete"), self)
        self.whole_button = QPushButton(tr("Measure the whole corpus"), self)
        self.progress = ProgressRow(tasks, self._show_whole_button, self)
        self.search = QLineEdit(self, placeholderText=tr("Find a token or an id"), clearButtonEnabled=True)
        self.search.setAccessibleName(tr("Find a token or an id"))
        self.filter = QComboBox(self)
        self.filter.setAccessibleName(tr("Which tokens"))
        for shown, words in _filters():
            self.filter.addItem(words, shown.value)
        self._found = PlainLabel(parent=self)
        self.model = TokensModel(self)
        self.table = records_view(self.model, tr("Tokens of the vocabulary"), self, sort=False)
        for column, characters in enumerate(COLUMN_CHARACTERS):
            self.table.setColumnWidth(column, characters * self.fontMetrics().averageCharWidth() + 2 * GRID)
        self.unknown = UnknownPane(self)
        self.lists = ListsPane(self)
        self.problems = ProblemsPane(self)
        self.tabs = QTabWidget(self, documentMode=True)
        self._timer = QTimer(self, interval=SEARCH_DELAY, singleShot=True)
        self._arrange()
        self._connect()

    def _arrange(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self._title, 1)
        top.addWidget(self.add_button)
        top.addWidget(self.use_button)
        top.addWidget(self.delete_button)
        finder = QHBoxLayout()
        finder.addWidget(self.search, 1)
        finder.addWidget(self.filter)
        finder.addWidget(self._found)
        tokens = QWidget(self)
        inner = QVBoxLayout(tokens)
        inner.setContentsMargins(0, GRID, 0, 0)
        inner.addLayout(finder)
        inner.addWidget(self.table, 1)
        for page, name in zip((tokens, self.unknown, self.lists, self.problems), _tab_names(), strict=True):
            self.tabs.addTab(page, name)
        measured = QHBoxLayout()
        measured.addWidget(self.coverage, 1)
        measured.addWidget(self.whole_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, GRID)
        column.setSpacing(GRID)
        column.addLayout(top)
        column.addWidget(self._figures)
        column.addLayout(measured)
        column.addWidget(self.progress)
        column.addWidget(self.tabs, 1)

    def _connect(self) -> None:
        self._timer.timeout.connect(self._search)
        self.search.textChanged.connect(lambda _text: self._timer.start())
        self.filter.currentIndexChanged.connect(self._search)
        self.use_button.clicked.connect(self._use)
        self.delete_button.clicked.connect(self._delete)
        self.add_button.clicked.connect(lambda _checked=False: self.addition_wanted.emit([]))
        self.whole_button.clicked.connect(self.whole_wanted)
        self.progress.cancel_button.clicked.connect(self._stop)
        self.unknown.wanted.connect(self.addition_wanted)
        self.lists.wanted.connect(self.addition_wanted)
        self.problems.addition_wanted.connect(lambda: self.addition_wanted.emit([]))

    @property
    def vocabulary(self) -> Vocabulary | None:
        """The one on show."""
        return self._vocabulary

    def show_vocabulary(self, vocabulary: Vocabulary | None, in_use: bool) -> None:
        """Show another vocabulary."""
        self.use_button.setEnabled(vocabulary is not None and not in_use)
        self.use_button.setText(tr("In use") if in_use else tr("Use in the experiment"))
        if vocabulary is self._vocabulary:
            return
        self._vocabulary = vocabulary
        self.search.clear()
        self.filter.setCurrentIndex(0)
        self.model.show_vocabulary(vocabulary)
        self.show_waiting()
        self._show_found()
        if vocabulary is not None:
            self.add_button.setVisible(vocabulary.kind is not VocabularyKind.BYTE_BPE)
            self._title.setText(vocabulary.name)
            self._figures.setText(_describe(vocabulary))

    def show_waiting(self) -> None:
        """Say that measuring goes on."""
        self._partial, self._is_measured = False, False
        self.whole_button.hide()
        self._show_nothing(tr("Measuring…"))

    def _show_nothing(self, why: str) -> None:
        """Empty tables, and in their place why they are so."""
        self.coverage.setText(why)
        for pane in (self.unknown, self.lists, self.problems):
            pane.show_nothing(why)
        for place, name in enumerate(_tab_names()):
            self.tabs.setTabText(place, name)

    def follow(self, task: Task, patience: int) -> None:
        """Show how far the measuring is, where it takes longer than ``patience`` in milliseconds."""
        self.whole_button.hide()
        self.progress.follow(task, patience)

    @Slot()
    def _stop(self) -> None:
        """What was measured before stays; where nothing was, the button offers to measure."""
        if not self._is_measured:
            self._partial = True
            self._show_nothing(tr("Measuring was stopped."))

    def show_report(self, report: CoverageReport) -> None:
        """Say what was found out about the vocabulary and the corpus."""
        vocabulary = self._vocabulary
        if vocabulary is None:
            return
        coverage = report.coverage
        self.coverage.setText(_coverage_words(vocabulary, report))
        self._partial, self._is_measured = coverage.is_sample, True
        self._show_whole_button()
        self.model.show_report(report)
        self.unknown.show_report(report)
        self.lists.show_lists(report.lists)
        self.problems.show_report(vocabulary, report.entries)
        numbers = (0, coverage.distinct_texts, self.lists.lost, self.problems.number)
        for place, (name, number) in enumerate(zip(_tab_names(), numbers, strict=True)):
            self.tabs.setTabText(place, f"{name} ({grouped(number)})" if number else name)
        if self.filter.currentIndex():
            self._search()

    def _show_whole_button(self) -> None:
        self.whole_button.setVisible(self._partial and not self.progress.is_busy)

    @Slot(object)
    def show_problem(self, error: WorkbenchError) -> None:
        """Say why coverage cannot be measured."""
        self.coverage.setText(render(error))

    @Slot()
    def _search(self) -> None:
        self.model.search(self.search.text(), TokenFilter(self.filter.currentData()))
        self._show_found()

    def _show_found(self) -> None:
        self._found.setText(tr("{number} {number:token|tokens}", number=grouped(self.model.rowCount())))

    @Slot()
    def _use(self) -> None:
        if self._vocabulary is not None:
            self.used.emit(self._vocabulary.name)

    @Slot()
    def _delete(self) -> None:
        if self._vocabulary is not None:
            self.deleted.emit(self._vocabulary.name)


def _tab_names() -> Sequence[str]:
    return (tr("Tokens"), tr("Unknown text"), tr("Lists"), tr("Problems"))


def _filters() -> Sequence[tuple[TokenFilter, str]]:
    return (
        (TokenFilter.ALL, tr("All tokens")),
        (TokenFilter.NEVER_MET, tr("Never met in the corpus")),
        (TokenFilter.UNREACHABLE, tr("That no text becomes")),
        (TokenFilter.ADDED, tr("Added to another vocabulary")),
    )


def _coverage_words(vocabulary: Vocabulary, report: CoverageReport) -> str:
    """What was measured, in a few sentences."""
    coverage = report.coverage
    if not coverage.corpus:
        return tr("No corpus is chosen to measure the vocabulary on.")
    if not coverage.tokens:
        return tr("The corpus {corpus} has no text to measure.", corpus=coverage.corpus)
    return "\n".join((_unknown_words(coverage), _piece_words(coverage), _use_words(vocabulary, report)))


def _unknown_words(coverage: Coverage) -> str:
    return tr(
        "{corpus}, {sentences} of {all} sentences: {share} of the tokens are [UNK] ({characters} of the characters, "
        "{words} of the words).",
        corpus=coverage.corpus,
        sentences=grouped(coverage.sentences),
        all=grouped(coverage.of_sentences),
        share=percent(coverage.unknown / coverage.tokens, 2),
        characters=percent(coverage.unknown_characters / max(1, coverage.characters), 2),
        words=percent(coverage.unknown_words / max(1, coverage.words), 2),
    )


def _piece_words(coverage: Coverage) -> str:
    sentence = tr(
        "{length} tokens a character, {pieces} a word; {cut} of the words are in pieces.",
        length=f"{coverage.tokens / max(1, coverage.characters):.2f}",
        pieces=f"{coverage.word_tokens / max(1, coverage.words):.2f}",
        cut=percent(coverage.cut_words / max(1, coverage.words), 0),
    )
    if coverage.too_long:
        long = tr("Too long for a word, and so [UNK]: {number}.", number=grouped(coverage.too_long))
        sentence = sentences(sentence, long)
    return sentence


def _use_words(vocabulary: Vocabulary, report: CoverageReport) -> str:
    occurrences = report.coverage.occurrences
    sentence = tr(
        "{used} of the ids occur; {never} entries that text could become do not.",
        used=percent(float((occurrences > 0).sum()) / vocabulary.size, 0),
        never=grouped(report.never_used),
    )
    if report.coverage.literal:
        told = in_list(f"{token} ×{grouped(count)}" for token, count in report.coverage.literal.items())
        literal = tr("Written out in the text, and read as ordinary characters: {tokens}.", tokens=told)
        sentence = sentences(sentence, literal)
    return sentence


def _describe(vocabulary: Vocabulary) -> str:
    case = tr("text is lower-cased") if vocabulary.lowercase else tr("case is kept")
    special: Sequence[str] = [f"{vocabulary.token(i)} {i}" for i in sorted(vocabulary.special.values())]
    lineage = vocabulary.lineage
    lines = tr(
        "{kind} · {size} tokens · {case} · fingerprint {fingerprint}\nSpecial tokens: {special}",
        kind=kind_words(vocabulary.kind),
        size=grouped(vocabulary.size),
        case=case,
        fingerprint=vocabulary.fingerprint[:12],
        special="  ".join(special),
    )
    if lineage is None:
        return lines
    made = tr(
        "Made from {parent}: {number} {number:token|tokens} added; {number:its row|their rows} in a model: {rows}",
        parent=lineage.parent,
        number=grouped(len(lineage.additions)),
        rows=translate(lineage.rows.label),
    )
    return f"{lines}\n{made}"


def kind_words(kind: VocabularyKind) -> str:
    """A kind in a word or two."""
    return {
        VocabularyKind.WORDPIECE: tr("WordPiece"),
        VocabularyKind.BYTE_BPE: tr("byte-level BPE"),
        VocabularyKind.CHARACTER: tr("characters"),
        VocabularyKind.WORD: tr("whole words"),
    }[kind]
