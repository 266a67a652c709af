"""Examples of one question: those with an answer, the next ones and others, made and shown in the background."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial

import numpy as np
from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from workbench.core.errors import WorkbenchError
from workbench.gui.context import Context
from workbench.gui.figures import grouped
from workbench.gui.fonts import scaled
from workbench.gui.i18n import render, tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.masking_asked import Asked, stage_key
from workbench.gui.panels.masking_example_cards import ExampleColumn
from workbench.gui.panels.masking_examples import SEARCHED, Example, Examples, make_examples
from workbench.gui.panels.masking_preview import Source
from workbench.gui.panels.masking_problems import ProblemLines
from workbench.gui.panels.progress_row import PATIENCE, ProgressRow
from workbench.gui.tasks import Task
from workbench.gui.theme import GRID
from workbench.gui.tool_button import ToolButton
from workbench.spec.corpora import corpus_of
from workbench.text.document import Ints

SHOWN = 8  #: examples under each other
_ASIDE = 0.382  #: of all pages, how far on other examples are: from the beginning again after the end


class ExamplePane(QWidget):
    """``answer_chosen`` carries the class of the answer that examples are wanted of, -1 for all; ``is_refused`` tells
    of a question whether it can't be asked, about which ``problems`` then say why."""

    answer_chosen = Signal(int)

    def __init__(self, context: Context, is_refused: Callable[[Asked], bool], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._is_refused = context, is_refused
        self.asked = Asked(0)
        self.answer, self._first = -1, 0
        self.examples: Examples | None = None
        self._failure = ""
        self._made_from: Hashable = None
        self._loading: Task | None = None
        self._showing: Task | None = None
        self.title = PlainLabel(parent=self)
        self.title.setFont(scaled(self.font(), 1.0, bold=True))
        self.filter = QComboBox(self)
        self.filter.setAccessibleName(tr("Answer of the examples"))
        self.filter.setMinimumContentsLength(10)
        self.filter.setMaximumWidth(40 * GRID)
        self.filter.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.back = ToolButton("chevron-left", tr("Examples before (←)"), self.go_back, self)
        self.place = PlainLabel(parent=self)
        self.on = ToolButton("chevron-right", tr("Examples after (→)"), self.go_on, self)
        self.others = QPushButton(tr("Other examples"), self)
        self.others.setToolTip(tr("Examples from another place of the epoch (Space)"))
        self.problems = ProblemLines(self)
        self.message = PlainLabel(parent=self, wordWrap=True)
        self.message.hide()
        self.progress = ProgressRow(context.tasks, None, self)
        self.column = ExampleColumn(self)
        self._arrange()
        self.filter.activated.connect(lambda _row: self.choose_answer(self.filter.currentData()))
        self.others.clicked.connect(self.go_elsewhere)

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(GRID // 2)
        row.addWidget(self.title)
        row.addSpacing(GRID)
        row.addWidget(self.filter, 3)
        row.addStretch(1)
        for widget in (self.back, self.place, self.on, self.others):
            row.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, 0, GRID, 0)
        column.setSpacing(GRID // 2)
        column.addLayout(row)
        for part in (self.problems, self.message, self.progress):
            column.addWidget(part)
        column.addWidget(self.column, 1)

    # Which examples

    def show_question(self, asked: Asked) -> None:
        """Show examples of a question of the draft; where it is the one on show, those that are there, unless the draft
        makes others."""
        if asked != self.asked:
            self.asked, self.answer, self._first, self._failure = asked, -1, 0, ""
        self.title.setText(translate(asked.title) if asked.name else tr("Only masked tokens"))
        with QSignalBlocker(self.filter):
            self.filter.clear()
            self.filter.addItem(tr("All answers"), -1)
            for number, answer in enumerate(asked.answers):
                self.filter.addItem(tr("{number} · {answer}", number=number, answer=translate(answer)), number)
            self.filter.setCurrentIndex(self.filter.findData(self.answer))
        self.filter.setEnabled(bool(asked.name))
        self._load()

    @Slot(int)
    def choose_answer(self, answer: int) -> None:
        """Show only examples with this answer, -1 for all."""
        self.answer, self._first = answer, 0
        self.filter.setCurrentIndex(self.filter.findData(answer))
        self.answer_chosen.emit(answer)
        self._show()

    @Slot()
    def go_back(self) -> None:
        """The examples before these."""
        self._go_to(max(0, self._first - SHOWN))

    @Slot()
    def go_on(self) -> None:
        """The examples after these."""
        if self._first + SHOWN < len(self._rows):
            self._go_to(self._first + SHOWN)

    @Slot()
    def go_elsewhere(self) -> None:
        """Examples from another place of the epoch, where one has not been."""
        pages = -(-len(self._rows) // SHOWN)
        if pages > 1:
            self._go_to((self._first // SHOWN + max(1, round(_ASIDE * pages))) % pages * SHOWN)

    def _go_to(self, first: int) -> None:
        self._first = first
        self._show()

    @property
    def _rows(self) -> Ints:
        if self.examples is None:
            return np.zeros(0, dtype=np.int64)
        return self.examples.rows(self.asked, self.answer)

    # Making them

    def stop(self) -> None:
        """Make no more."""
        for task in (self._loading, self._showing):
            if task is not None and task in self._context.tasks.active:
                task.cancel()

    def forget(self) -> None:
        """Those at hand are of another text."""
        self.stop()
        self.examples, self._made_from, self._failure = None, None, ""

    def follow_counting(self, stage: int) -> None:
        """A corpus that was prepared to be counted gives examples of the whole of it."""
        if stage == self.asked.stage and self.examples is not None and self.examples.is_sample:
            self._made_from = None
            self._load()

    def _source(self) -> Source | None:
        spec, number = self._context.draft.spec, self.asked.stage
        corpus = corpus_of(spec, number)
        if not (corpus and spec.vocabulary and self.asked.name):
            return None
        return Source(self._context.project, corpus, spec.vocabulary, spec, number)

    def _load(self) -> None:
        """Make the passages of the stage, where those at hand are others."""
        source, key = self._source(), stage_key(self._context.draft.spec, self.asked.stage)
        if source is None or key != self._made_from:
            self.forget()
            self._first = 0
        self._show()
        if source is None or key == self._made_from:
            return
        self._made_from = key
        task = self._context.tasks.run(
            partial(make_examples, source),
            self._take,
            lambda error: None if task.cancelled else self._fail(error),
            tr("Making examples"),
            owner=self,
        )
        self._loading = task
        self.progress.follow(task, PATIENCE)

    @Slot(object)
    def _take(self, examples: Examples) -> None:
        self.examples = examples
        self._show()

    def _fail(self, error: WorkbenchError) -> None:
        self._made_from = None
        self.tell(error)

    @Slot(object)
    def tell(self, error: WorkbenchError) -> None:
        """Say what went wrong, until there is something else to be shown."""
        self._failure = render(error)
        self.show_words()

    # Showing them

    def _show(self) -> None:
        rows, examples, asked = self._rows, self.examples, self.asked
        first, last = self._first, min(self._first + SHOWN, len(rows))
        self.back.setEnabled(first > 0)
        self.on.setEnabled(last < len(rows))
        self.others.setEnabled(len(rows) > SHOWN)
        words = tr("{first}–{last} of {count}", first=grouped(first + 1), last=grouped(last), count=grouped(len(rows)))
        self.place.setText(words if len(rows) else "")
        self.show_words()
        if self._showing is not None and self._showing in self._context.tasks.active:
            self._showing.cancel()
        if examples is None or not len(rows):
            self.column.show_examples(asked, [])
            return
        wanted = rows[first:last].tolist()
        self._showing = self._context.tasks.run(
            lambda report, cancelled: (asked, examples.show(asked, wanted)), self._take_shown
        )

    @Slot(object)
    def _take_shown(self, found: tuple[Asked, list[Example]]) -> None:
        self.column.show_examples(*found)

    def _words(self, count: int) -> str:
        """What is to be said of the examples themselves."""
        asked, examples = self.asked, self.examples
        if not asked.name:
            return tr(
                "This stage asks only for masked tokens, whose answers the masks show. Other passages or questions "
                "about tokens are chosen among the settings of the stage."
            )
        if self._is_refused(asked):  # about which the problems say all
            return ""
        if self._failure or examples is None:
            return self._failure
        if not count and (refused := examples.refused.get("", examples.refused.get(asked.name))) is not None:
            return render(refused)
        if not count and asked.of_tokens:
            among = min(SEARCHED, len(examples.plan))
            return tr("Among the first {count} passages, no token has this answer.", count=among)
        if not count:
            return tr("No passage has this answer.")
        if examples.is_sample:
            return tr("From a sample of the corpus; its documents are numbered within the sample.")
        return ""

    def show_words(self) -> None:
        """Say above the examples what is to be said of them now; nothing where that is nothing."""
        words = self._words(len(self._rows))
        self.message.setText(words)
        self.message.setVisible(bool(words))
