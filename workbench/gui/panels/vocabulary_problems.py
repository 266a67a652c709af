"""What is odd about the entries of a vocabulary, and what can be done about each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from workbench.core.texts import mark
from workbench.gui.figures import grouped
from workbench.gui.i18n import tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.tables.tokens import visible
from workbench.gui.theme import GRID
from workbench.text.vocabulary import Vocabulary, VocabularyKind
from workbench.text.vocabulary_entries import EntryReport, Unreachable

_MOST_EXAMPLES = 6

_KEEP = mark("Its id stays: without the line all later ids would move, and trained models would read wrongly.")
_HARMLESS = mark("It takes a row of the model and does no harm. A vocabulary of whole words leaves such entries out.")
_OWN_CASE = mark("Use a copy that keeps case and accents, if the corpus is to be read so.")
_ADVICE: Mapping[Unreachable, str] = {
    Unreachable.BLANK: _KEEP,
    Unreachable.DUPLICATE: _KEEP,
    Unreachable.SPACES: _KEEP,
    Unreachable.CLEANED: _KEEP,
    Unreachable.LIMIT: _KEEP,
    Unreachable.MERGES: _KEEP,
    Unreachable.CAPITALS: _OWN_CASE,
    Unreachable.ACCENTS: _OWN_CASE,
    Unreachable.CHINESE: _HARMLESS,
    Unreachable.PUNCTUATION: _HARMLESS,
    Unreachable.LENGTH: _HARMLESS,
    Unreachable.SEGMENTER: mark("Its characters are read instead, one by one; the segmenter does not know the word."),
}


class ProblemsPane(QScrollArea):
    """A row for each kind of problem; the signals say which remedy was asked for."""

    case_wanted = Signal()
    words_wanted = Signal()
    addition_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.number = 0
        self.show_nothing(tr("Measuring…"))

    def show_report(self, vocabulary: Vocabulary, report: EntryReport) -> None:
        """Show the problems."""
        grid = self._new_grid()
        counts = report.counts()
        self.number = len(counts)
        for reason, count in counts.items():
            found = [entry for entry in report.unreachable if entry.reason is reason]
            examples = "  ".join(visible(entry.token) or str(entry.id) for entry in found[:_MOST_EXAMPLES])
            words = f"{translate(reason.label)}\n{examples}{'  …' if count > _MOST_EXAMPLES else ''}"
            self._add_row(grid, grouped(count), words, translate(_ADVICE[reason]), self._fix(vocabulary, reason))
        if not counts:
            self._add_row(grid, "", tr("Every entry can stand for text."), "")
        if report.unused:
            words = tr("Places kept for new words ([unused1] …)")
            advice = tr("New words can take them: no id moves and the model keeps its size.")
            fix = (tr("Add words…"), self.addition_wanted.emit)
            self._add_row(grid, grouped(report.unused), words, advice, fix)

    def show_nothing(self, why: str) -> None:
        """Nothing is known; ``why`` (translated)."""
        self.number = 0
        self._add_row(self._new_grid(), "", why, "")

    def _new_grid(self) -> QGridLayout:
        """An empty grid in the place of the one on show."""
        inner = QWidget(self)
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID)
        grid.setColumnStretch(1, 1)
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, GRID, GRID, 0)
        column.addLayout(grid)
        column.addStretch(1)
        self.setWidget(inner)
        return grid

    def _fix(self, vocabulary: Vocabulary, reason: Unreachable) -> tuple[str, Callable[[], None]] | None:
        """The button beside a problem, where one thing helps."""
        if reason in (Unreachable.CAPITALS, Unreachable.ACCENTS) and not vocabulary.definition:
            return tr("Copy that keeps case"), self.case_wanted.emit
        if reason is Unreachable.CHINESE and vocabulary.kind is not VocabularyKind.WORD:
            return tr("Make whole words…"), self.words_wanted.emit
        return None

    def _add_row(
        self,
        grid: QGridLayout,
        count: str,
        words: str,
        advice: str,
        fix: tuple[str, Callable[[], None]] | None = None,
    ) -> None:
        row = grid.rowCount()
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(PlainLabel(count), row, 0, Qt.AlignmentFlag.AlignRight | top)
        told = PlainLabel(f"{words}\n{advice}" if advice else words, wordWrap=True)
        told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        grid.addWidget(told, row, 1)
        if fix is not None:
            name, action = fix
            button = QPushButton(name)
            button.clicked.connect(lambda _checked=False: action())
            grid.addWidget(button, row, 2, top)
