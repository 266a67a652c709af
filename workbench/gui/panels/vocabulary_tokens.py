"""One vocabulary on show: figures, how well it covers the corpus of the experiment, and its tokens with a search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from workbench.core.errors import WorkbenchError
from workbench.core.progress import Cancelled
from workbench.gui.figures import grouped, percent
from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr, translate
from workbench.gui.tables.records import records_view
from workbench.gui.tables.tokens import TokensModel, visible
from workbench.gui.theme import GRID
from workbench.text.corpus import Corpus
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary, VocabularyKind

SAMPLE_SENTENCES = 2000
BATCH = 200
MOST_EXAMPLES = 12
COLUMN_CHARACTERS = (8, 24, 16)  #: widths; to look at all tokens for them would take too long
SEARCH_DELAY = 150  #: milliseconds


@dataclass(frozen=True)
class Coverage:
    """A sample of a corpus cut with a vocabulary: ``unknown`` of ``tokens`` are [UNK], ``used`` ids occur."""

    corpus: str
    sentences: int
    characters: int
    tokens: int
    unknown: int
    used: int
    examples: tuple[tuple[str, int], ...]


def measure_coverage(corpus: Corpus, vocabulary: Vocabulary, cancelled: Cancelled) -> Coverage:
    """Cut sentences spread evenly over the corpus; ``examples`` are the texts behind [UNK], the commonest first."""
    total = corpus.num_sentences
    chosen = np.unique(np.linspace(0, max(0, total - 1), min(total, SAMPLE_SENTENCES)).astype(np.int64))
    texts = [corpus.sentence(int(number)) for number in chosen]
    tokenizer = Tokenizer(vocabulary)
    tokens = unknown = 0
    used: set[int] = set()
    lost: Counter[str] = Counter()
    for start in range(0, len(texts), BATCH):
        if cancelled():
            break
        for text, (ids, spans) in zip(
            texts[start : start + BATCH], tokenizer.encode(texts[start : start + BATCH]), strict=True
        ):
            tokens += len(ids)
            used.update(ids.tolist())
            for begin, end in spans[ids == vocabulary.unk_id].tolist():
                unknown += 1
                lost[text[begin:end]] += 1
    characters = sum(map(len, texts))
    return Coverage(
        corpus.name, len(texts), characters, tokens, unknown, len(used), tuple(lost.most_common(MOST_EXAMPLES))
    )


class TokensPage(QWidget):
    """Figures and table of a vocabulary; ``used`` and ``deleted`` carry its name when the buttons are pressed."""

    used = Signal(str)
    deleted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._vocabulary: Vocabulary | None = None
        self._title = QLabel(self)
        self._title.setFont(scaled(self.font(), 1.25, bold=True))
        self._figures = QLabel(self, wordWrap=True)
        self._coverage = QLabel(self, wordWrap=True)
        self.use_button = QPushButton(tr("Use in the experiment"), self)
        self.delete_button = QPushButton(tr("Delete"), self)
        self.search = QLineEdit(self, placeholderText=tr("Find a token or an id"), clearButtonEnabled=True)
        self.search.setAccessibleName(tr("Find a token or an id"))
        self._found = QLabel(self)
        self.model = TokensModel(self)
        self.table = records_view(self.model, tr("Tokens of the vocabulary"), self, sort=False)
        for column, characters in enumerate(COLUMN_CHARACTERS):
            self.table.setColumnWidth(column, characters * self.fontMetrics().averageCharWidth() + 2 * GRID)
        self._timer = QTimer(self, interval=SEARCH_DELAY, singleShot=True)
        self._timer.timeout.connect(self._search)
        self.search.textChanged.connect(lambda _text: self._timer.start())
        self.use_button.clicked.connect(self._use)
        self.delete_button.clicked.connect(self._delete)
        self._arrange()

    def _arrange(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self._title, 1)
        top.addWidget(self.use_button)
        top.addWidget(self.delete_button)
        finder = QHBoxLayout()
        finder.addWidget(self.search, 1)
        finder.addWidget(self._found)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, GRID)
        column.setSpacing(GRID)
        column.addLayout(top)
        column.addWidget(self._figures)
        column.addWidget(self._coverage)
        column.addLayout(finder)
        column.addWidget(self.table, 1)

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
        self._coverage.clear()
        self.search.clear()
        self.model.show_vocabulary(vocabulary)
        self._show_found()
        if vocabulary is not None:
            self._title.setText(vocabulary.name)
            self._figures.setText(_describe(vocabulary))

    def show_coverage(self, coverage: Coverage) -> None:
        """Say how much of the corpus's sample the vocabulary covers."""
        if not coverage.tokens or self._vocabulary is None:
            self._coverage.setText(tr("The corpus {corpus} has no text to measure.", corpus=coverage.corpus))
            return
        sentence = tr(
            "On {sentences} sentences of {corpus}: {share} of the tokens are [UNK], {length} characters a token, "
            "{used} of the ids occur.",
            sentences=grouped(coverage.sentences),
            corpus=coverage.corpus,
            share=percent(coverage.unknown / coverage.tokens, 2),
            length=f"{coverage.characters / coverage.tokens:.2f}",
            used=percent(coverage.used / self._vocabulary.size, 0),
        )
        if coverage.examples:
            examples = "  ".join(f"{visible(text)} ×{count}" for text, count in coverage.examples)
            sentence = f"{sentence}\n{tr('Behind [UNK]: {examples}', examples=examples)}"
        self._coverage.setText(sentence)

    @Slot(object)
    def show_coverage_problem(self, error: WorkbenchError) -> None:
        """Say why coverage cannot be measured."""
        self._coverage.setText(error.render(translate))

    @property
    def coverage_text(self) -> str:
        """What is said about coverage."""
        return self._coverage.text()

    @Slot()
    def _search(self) -> None:
        self.model.search(self.search.text())
        self._show_found()

    def _show_found(self) -> None:
        self._found.setText(tr("{number} tokens", number=grouped(self.model.rowCount())))

    @Slot()
    def _use(self) -> None:
        if self._vocabulary is not None:
            self.used.emit(self._vocabulary.name)

    @Slot()
    def _delete(self) -> None:
        if self._vocabulary is not None:
            self.deleted.emit(self._vocabulary.name)


def _describe(vocabulary: Vocabulary) -> str:
    case = tr("text is lower-cased") if vocabulary.lowercase else tr("case is kept")
    special: Sequence[str] = [f"{vocabulary.token(i)} {i}" for i in sorted(vocabulary.special.values())]
    return tr(
        "{kind} · {size} tokens · {case} · fingerprint {fingerprint}\nSpecial tokens: {special}",
        kind=kind_words(vocabulary.kind),
        size=grouped(vocabulary.size),
        case=case,
        fingerprint=vocabulary.fingerprint[:12],
        special="  ".join(special),
    )


def kind_words(kind: VocabularyKind) -> str:
    """A kind in a word or two."""
    return {
        VocabularyKind.WORDPIECE: tr("WordPiece"),
        VocabularyKind.BYTE_BPE: tr("byte-level BPE"),
        VocabularyKind.CHARACTER: tr("characters"),
        VocabularyKind.WORD: tr("whole words"),
    }[kind]
