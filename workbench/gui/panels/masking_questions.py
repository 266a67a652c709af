"""What the stages ask, before training: examples, how often each answer is right, and whether corpora serve it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from workbench.core.texts import Text, mark, with_hint
from workbench.gui.context import Context
from workbench.gui.fonts import scaled
from workbench.gui.i18n import render, tr
from workbench.gui.labels import ElidedLabel, PlainLabel
from workbench.gui.panels.arranging import make_splitter
from workbench.gui.panels.masking_asked import Asked, Standing, questions_of
from workbench.gui.panels.masking_balance import BalancePane
from workbench.gui.panels.masking_example_pane import ExamplePane
from workbench.gui.panels.masking_problems import Offer, Problem
from workbench.gui.panels.masking_question_list import QuestionList
from workbench.gui.panels.masking_questioning import Questioning
from workbench.gui.panels.masking_stage import ChosenStage
from workbench.gui.panels.progress_row import ProgressRow
from workbench.gui.raised import RaisedFrame
from workbench.gui.tasks import Tasks
from workbench.gui.theme import GRID
from workbench.spec.corpora import corpus_of

REST_MILLISECONDS = 200  #: after a change of the experiment before it is looked at

_RARE_HINT = mark("Such answers are hardly learnt; more text, or settings with fewer answers, would mend that.")


class QuestionsBand(RaisedFrame):
    """Says what this is and how it stands, shows what is being counted, and leads back to the masks."""

    left = Signal()

    def __init__(self, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = PlainLabel(tr("What the stages ask"), self)
        self.title.setFont(scaled(self.font(), 1.0, bold=True))
        self.words = ElidedLabel(self)
        self.progress = ProgressRow(tasks, None, self)
        self.leave = QPushButton(tr("Back to the masks"), self)
        self.leave.setToolTip(tr("Back to the masks (Esc)"))
        self.leave.clicked.connect(self.left)
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * GRID, GRID // 2, GRID, GRID // 2)
        row.setSpacing(2 * GRID)
        row.addWidget(self.title)
        row.addWidget(self.words, 1)
        row.addWidget(self.progress)
        row.addWidget(self.leave)


class QuestionsView(QWidget):
    """``left`` comes when the user goes back to the masks."""

    left = Signal()

    def __init__(self, context: Context, stage: ChosenStage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._stage = context, stage
        self._is_open = False
        self.questioning = Questioning(context, self)
        self.band = QuestionsBand(context.tasks, self)
        self.list = QuestionList(self)
        self.pane = ExamplePane(context, lambda asked: self.questioning.refusal(asked) is not None, self)
        self.balance = BalancePane(self)
        self._timer = QTimer(self, interval=REST_MILLISECONDS, singleShot=True)
        self._arrange()
        self._connect()

    def _arrange(self) -> None:
        parts = (self.list, self.pane, self.balance)
        across = make_splitter("masking-questions", Qt.Orientation.Horizontal, parts, (230, 640, 280))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(GRID, GRID, GRID, GRID)
        whole.setSpacing(GRID)
        whole.addWidget(self.band)
        whole.addWidget(across, 1)

    def _connect(self) -> None:
        self.band.left.connect(self.left)
        self.list.chosen.connect(self.turn_to)
        self.pane.answer_chosen.connect(self.balance.show_chosen)
        self.balance.chosen.connect(self.pane.choose_answer)
        self.balance.count_wanted.connect(self._count)
        self.band.progress.cancel_button.clicked.connect(self.questioning.stop_counting)
        self.questioning.changed.connect(self._show_state)
        self.questioning.started.connect(self.band.progress.follow)
        self.questioning.counted.connect(self.pane.follow_counting)
        self.questioning.failed.connect(self.pane.tell)
        self._timer.timeout.connect(self._look)
        self._context.draft.changed.connect(self._follow_draft)

    def open(self) -> None:
        """Show the questions of the draft, at first one of the chosen stage."""
        self._is_open = True
        known = questions_of(self._context.draft.spec)
        asking = [one for one in known if one.name]
        own = [one for one in asking or known if self._stage.number in one.stages]
        self._show(self.pane.asked if self.pane.asked in own else (own or asking)[0])
        self.questioning.look()

    def stop(self) -> None:
        """Do nothing more in the background; what was counted stays."""
        self._is_open = False
        self._timer.stop()
        self.questioning.stop()
        self.pane.stop()

    def forget(self) -> None:
        """Corpora, vocabularies or lists are others than before."""
        self.questioning.forget()
        self.pane.forget()
        self._follow_draft()

    @Slot()
    def _follow_draft(self) -> None:
        if self._is_open:
            self._timer.start()

    @Slot()
    def _look(self) -> None:
        """Show the questions of the draft as it is now: the same as before, or the one in its place."""
        before, known = self.pane.asked, questions_of(self._context.draft.spec)
        near = [one for one in known if (one.stage, one.path) == (before.stage, before.path)]
        self.turn_to(before if before in known else (near or known)[0])
        self.questioning.look()

    @Slot(object)
    def turn_to(self, asked: Asked) -> None:
        """Show another question; the page's stage is then one that asks it."""
        if self._stage.number not in asked.stages:
            self._stage.choose(asked.stage)
        self._show(asked)

    def _show(self, asked: Asked) -> None:
        self.pane.show_question(asked)
        self.balance.show_chosen(self.pane.answer)
        self._show_state()

    @Slot()
    def _show_state(self) -> None:
        """What is known of all questions, and of the one on show."""
        asked, work, spec = self.pane.asked, self.questioning, self._context.draft.spec
        known = questions_of(spec)
        if asked not in known:  # the draft has changed, and is looked at in a moment
            return
        self.list.show_questions(spec, known, work.standing, self._reason, asked)
        self.band.words.setText(_summary(self.list.standings()))
        self.balance.show_balance(asked, work.standing(asked), work.counts(asked), work.passages(asked))
        self.balance.show_note(work.note(asked))
        self.pane.problems.show_problems(self._problems(asked))
        self.pane.show_words()

    def _reason(self, asked: Asked) -> str:
        """What keeps a question from being asked, or is to be said of it; empty where all is well."""
        if (refusal := self.questioning.refusal(asked)) is not None:
            return render(refusal)
        note = self.questioning.note(asked)
        return "" if note is None else render(with_hint(note, Text(_RARE_HINT)))

    def _problems(self, asked: Asked) -> list[Problem]:
        if not (words := self._reason(asked)):
            return []
        spec = self._context.draft.spec
        settings = Offer(tr("Settings of the stage"), partial(self._context.open_setting, "model", asked.path))
        corpus = Offer(tr("Choose a corpus"), partial(self._context.open_page, "corpus"))
        vocabulary = Offer(tr("Choose a vocabulary"), partial(self._context.open_page, "vocabulary"))
        if not corpus_of(spec, asked.stage):
            return [Problem(words, [corpus])]
        return [Problem(words, [settings, corpus] if spec.vocabulary else [vocabulary])]

    @Slot()
    def _count(self) -> None:
        self.questioning.count(self.questioning.uncounted)


def _summary(standings: list[Standing]) -> str:
    """How many questions fit, and how many don't."""
    counts = {standing: standings.count(standing) for standing in Standing}
    asked = len(standings) - counts[Standing.NOTHING]
    if not asked:
        return ""
    parts = [tr("{count} of {asked} {asked:question fits|questions fit}", count=counts[Standing.FITS], asked=asked)]
    if counts[Standing.RARE]:
        parts.append(tr("{count} with rare answers", count=counts[Standing.RARE]))
    if counts[Standing.REFUSED]:
        parts.append(tr("{count} can't be asked", count=counts[Standing.REFUSED]))
    if left := counts[Standing.UNKNOWN] + counts[Standing.COUNTING]:
        parts.append(tr("{count} not counted yet", count=left))
    return " · ".join(parts)
