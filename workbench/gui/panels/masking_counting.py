"""The pane below the cards: figures of a sample that come by themselves, the audit, and what cards warn of."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QTabWidget, QWidget

from workbench.gui.context import Context
from workbench.gui.i18n import tr
from workbench.gui.panels.masking_audit import AuditPane
from workbench.gui.panels.masking_auditing import Design
from workbench.gui.panels.masking_card import StrategyCard
from workbench.gui.panels.masking_cards import CardColumn
from workbench.gui.panels.masking_figures import SampleFigures
from workbench.gui.panels.masking_histograms import HistogramsPane
from workbench.gui.panels.masking_measuring import Measuring, Question
from workbench.gui.panels.masking_mending import Mending
from workbench.gui.panels.masking_navigator import Navigator
from workbench.gui.panels.masking_preview import Draw, Figures
from workbench.gui.panels.masking_stage import ChosenStage
from workbench.gui.panels.masking_text import PageText
from workbench.gui.panels.masking_warnings import card_problems
from workbench.gui.picture_button import PictureButton
from workbench.masking.audit_notes import Fix
from workbench.masking.strategy import MaskingStrategy
from workbench.spec.batches import batch_rule
from workbench.spec.corpora import corpus_of


class CountingPane(QTabWidget):
    """Follows the cards of ``column`` on the passages of ``text``; problems are mended by ``mending``.
    ``questions_wanted`` comes when the user wants to see what the stages ask."""

    questions_wanted = Signal()

    def __init__(
        self,
        context: Context,
        stage: ChosenStage,
        text: PageText,
        column: CardColumn,
        navigator: Navigator,
        mending: Mending,
        parent: QWidget,
    ) -> None:
        super().__init__(parent, documentMode=True)
        self._context, self._stage, self._text = context, stage, text
        self._column, self._navigator, self._mending = column, navigator, mending
        self._figures: list[tuple[MaskingStrategy, SampleFigures]] = []
        self.histograms = HistogramsPane(self)
        self.audit = AuditPane(context.tasks, self)
        self.measuring = Measuring(context.tasks, self._question, self)
        self.addTab(self.histograms, tr("Sample of the corpus"))
        self.addTab(self.audit, tr("Audit"))
        self.questions = PictureButton("list-details", tr("Questions of the stages…"), self, flat=True)
        self.questions.setToolTip(tr("See examples of what the stages ask, and how often each answer is right"))
        self.setCornerWidget(self.questions)
        self.questions.clicked.connect(self.questions_wanted)
        self.measuring.measured.connect(self._show_figures)
        self.audit.fix_wanted.connect(self._mend_audited)
        self.audit.told.connect(self._count_problems)

    def stop(self) -> None:
        """Count no more."""
        self.measuring.close()
        self.audit.auditing.stop()

    def forget(self) -> None:
        """Other passages have come: what was measured is of others."""
        passages = self._text.passages
        is_typed = passages is not None and passages.is_typed
        self.setTabText(self.indexOf(self.histograms), tr("Typed text") if is_typed else tr("Sample of the corpus"))
        self._figures = []
        self.histograms.show_waiting()

    def follow_cards(self) -> None:
        """Measure anew after a rest, and let the audit know what is to be counted."""
        self.measuring.begin()
        spec = self._context.draft.spec
        design = None
        if corpus_of(spec, self._stage.number) and spec.vocabulary:
            strategies = tuple(self._column.strategies)
            key = self._text.key(), self._stage.stage.tokens
            design = Design(self._context.project, spec, self._stage.number, strategies, key)
        self.audit.show_design(design, self._column.chosen_number)

    # The sample

    def _question(self) -> Question | None:
        """What to measure now; nothing where there is no text."""
        passages = self._text.passages
        if passages is None or not len(passages.plan):
            return None
        return Question(passages, self._column.strategies, Draw(self._navigator.seed), self._column.chosen_number)

    @Slot(object, object)
    def _show_figures(self, question: Question, figures: Figures) -> None:
        if question.passages is not self._text.passages:  # other passages have come since
            return
        self._figures = list(zip(question.strategies, figures.strategies, strict=False))
        self.histograms.show_figures(figures, question.strategies, question.chosen)
        for card in self._column.cards:
            self.show_problems(card)

    def show_problems(self, card: StrategyCard) -> None:
        """Warn on a card of what the settings say at once, and of what its figures say once they are there."""
        spec = self._context.draft.spec
        length = batch_rule(spec, self._stage.number).length
        figures = next((found for strategy, found in self._figures if strategy == card.strategy), None)
        mend = partial(self._mending.mend, card)
        card.warning.show_problems(card_problems(card.strategy, spec.units, length, figures, mend))

    # The audit

    def show_audit(self) -> None:
        """Turn to the audit and begin it."""
        self.setCurrentWidget(self.audit)
        self.audit.run()

    @Slot(int, object)
    def _mend_audited(self, place: int, fix: Fix) -> None:
        """Mend a strategy and count it again."""
        self._mending.mend(self._column.cards[place], fix)
        if fix.settings:
            self.audit.run()

    @Slot(int)
    def _count_problems(self, number: int) -> None:
        title = tr("Audit ({number})", number=number) if number else tr("Audit")
        self.setTabText(self.indexOf(self.audit), title)
