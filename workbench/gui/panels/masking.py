"""The page of masking: the same passage under several strategies, redrawn at once with every change."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.gui.context import Changes, Context
from workbench.gui.draft import Step
from workbench.gui.figures import percent
from workbench.gui.i18n import render, tr, translate
from workbench.gui.panel import Command, EmptyPage, PageStack, Panel, PanelState
from workbench.gui.panels.masking_audit import AuditPane
from workbench.gui.panels.masking_auditing import Design
from workbench.gui.panels.masking_card import StrategyCard
from workbench.gui.panels.masking_cards import CardColumn
from workbench.gui.panels.masking_edits import with_field
from workbench.gui.panels.masking_figures import SampleFigures
from workbench.gui.panels.masking_histograms import HistogramsPane
from workbench.gui.panels.masking_lists import ListsPane
from workbench.gui.panels.masking_marks import StripMarks
from workbench.gui.panels.masking_measuring import Measuring, Question
from workbench.gui.panels.masking_mending import Mending
from workbench.gui.panels.masking_navigator import MOST_SEED, Navigator
from workbench.gui.panels.masking_preview import Draw, Figures, Passages, ShownPassage, Source, make_passages
from workbench.gui.panels.masking_second import SecondDraw
from workbench.gui.panels.masking_settings import SettingsPane
from workbench.gui.panels.masking_stage import ChosenStage
from workbench.gui.panels.masking_warnings import card_problems
from workbench.gui.panels.sample import create_sample_project
from workbench.gui.tasks import Task
from workbench.gui.theme import GRID
from workbench.gui.views.strip_legend import StripLegend
from workbench.masking.audit_notes import Fix
from workbench.masking.strategy import MaskingStrategy
from workbench.text.collocations import CollocationSettings
from workbench.text.lexicon import LexiconKind
from workbench.text.mining import MiningSettings


class MaskingPanel(Panel):
    """Designs masking by eye; “Use for training” takes a card's strategy into the experiment."""

    NAME = "masking"
    TITLE = mark("Masking")
    ICON = "mask"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.passages: Passages | None = None
        self.shown: ShownPassage | None = None
        self.chosen_stage = ChosenStage(context.draft, self)
        self._training = self.chosen_stage.stage.masking
        self._seed = context.draft.spec.seed
        self._figures: list[tuple[MaskingStrategy, SampleFigures]] = []
        self._text_changes = 0
        self._loading: Task | None = None
        self._loaded_key: object = None
        self._shown_card: StrategyCard | None = None
        self._measuring = Measuring(context.tasks, self._question, self)
        self._make_parts()
        self._arrange()
        self._connect()
        self.column.insert(0, self._training)
        self.column.show_training(self._training)
        self._tell_state()

    # Building

    def _make_parts(self) -> None:
        self.navigator = Navigator(self.context.draft.spec.seed, self)
        self.message = QLabel(self, wordWrap=True)
        self.message.setContentsMargins(GRID, 0, GRID, 0)
        self.message.hide()
        self.second = SecondDraw(MOST_SEED, self)
        self.second.hide()
        self.legend = StripLegend(self)
        self.histograms = HistogramsPane(self)
        self.audit = AuditPane(self.context.tasks, self)
        self.settings = SettingsPane(self._training, self.chosen_stage.stage.dynamic, self)
        self.lists = ListsPane(self.context, self)
        self.column = CardColumn(self)
        self.marks = StripMarks(self.context, self.column, self)

    def _arrange(self) -> None:
        down = QSplitter(Qt.Orientation.Vertical, self)
        down.setObjectName("masking-down")
        down.setChildrenCollapsible(False)
        down.addWidget(self.column)
        self.below = QTabWidget(self, documentMode=True)
        self.below.addTab(self.histograms, tr("Sample of the corpus"))
        self.below.addTab(self.audit, tr("Audit"))
        down.addWidget(self.below)
        down.setSizes([420, 180])
        down.setStretchFactor(0, 1)
        middle = QWidget(self)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, GRID, 0, GRID // 2)
        column.setSpacing(GRID // 2)
        legend = QHBoxLayout()
        legend.setContentsMargins(GRID, 0, GRID, 0)
        legend.addWidget(self.legend)
        column.addWidget(self.navigator)
        column.addWidget(self.second)
        column.addWidget(self.message)
        column.addLayout(legend)
        column.addWidget(down, 1)
        self.side = QTabWidget(self)
        self.side.addTab(self.settings, tr("Strategy"))
        self.side.addTab(self.lists, tr("Words and lists"))
        self.mending = Mending(self.context, self.chosen_stage, self.side, self.lists, self._change, self)
        across = QSplitter(Qt.Orientation.Horizontal, self)
        across.setObjectName("masking-across")
        across.setChildrenCollapsible(False)
        across.addWidget(middle)
        across.addWidget(self.side)
        across.setSizes([860, 340])
        across.setStretchFactor(0, 1)
        self.pages = PageStack(self._empty_page(), across, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.pages)

    def _empty_page(self) -> EmptyPage:
        return EmptyPage(
            self.ICON,
            tr("Nothing to mask yet"),
            tr("Masks are shown on real text: choose a corpus and a vocabulary first, or use the sample."),
            [
                (tr("Use the sample"), lambda: create_sample_project(self.context)),
                (tr("Choose a corpus"), lambda: self.context.open_page("corpus")),
                (tr("Choose a vocabulary"), lambda: self.context.open_page("vocabulary")),
            ],
            self,
        )

    def _connect(self) -> None:
        self.navigator.moved.connect(self._show_number)
        self.navigator.typed.connect(self._load)
        self.navigator.seeded.connect(self._follow_seed)
        self.navigator.two_draws.connect(self._show_two_draws)
        self.second.changed.connect(self.redraw)
        self.navigator.view_changed.connect(self._show_view)
        self.column.drawing_wanted.connect(self._draw)
        self.column.card_chosen.connect(self._show_settings)
        self.column.edited.connect(self._change)
        self.column.adopted.connect(self._adopt)
        self.settings.edited.connect(self._edit_field)
        self.settings.dynamic_chosen.connect(self._set_dynamic)
        self._measuring.measured.connect(self._show_figures)
        self.audit.fix_wanted.connect(self._mend_audited)
        self.audit.told.connect(self._count_problems)
        self.context.draft.changed.connect(self._follow_draft)

    # The shell's side

    def refresh(self, changes: Changes) -> None:
        """Follow corpora, vocabularies and lists."""
        if "lexicons" in changes.tables:
            self.lists.refresh()
        if changes.tables & {"corpora", "vocabularies", "lexicons"}:
            self._text_changes += 1
            self._load()

    def page_keys(self) -> Sequence[tuple[str, str]]:
        """Keys of this page."""
        return (
            ("Space", tr("New draw")),
            ("D", tr("Two draws under each other, or one")),
            ("← →", tr("Passage before, passage after")),
            (tr("Shift+arrows, Enter"), tr("Mark a phrase or an entity in a strip")),
            ("Del", tr("Remove the mark under the cursor")),
        )

    def commands(self) -> Sequence[Command]:
        """Entries of the palette."""
        return (
            Command(tr("New draw of masks"), self.navigator.draw_anew, "Space"),
            Command(tr("Compare two draws"), self.navigator.two.toggle, "D"),
            Command(tr("Compare another masking strategy"), self.column.compare),
            Command(tr("Audit the masks before training"), self.show_audit),
            *(
                Command(tr("Import: {kind}", kind=translate(kind.label)), partial(self.lists.ask_list, kind))
                for kind in LexiconKind
            ),
            Command(tr("Mine phrases…"), partial(self.lists.ask_mining, MiningSettings)),
            Command(tr("Mine n-grams…"), partial(self.lists.ask_mining, CollocationSettings)),
        )

    def close_panel(self) -> None:
        """No timer and no work goes on."""
        self._measuring.close()
        self.audit.auditing.stop()
        if self._loading is not None:
            self._loading.cancel()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space draws anew, D shows two draws, arrows turn passages; fields that take text keep their keys."""
        actions = {
            Qt.Key.Key_Space: self.navigator.draw_anew,
            Qt.Key.Key_D: self.navigator.two.toggle,
            Qt.Key.Key_Left: self.navigator.go_back,
            Qt.Key.Key_Right: self.navigator.go_on,
        }
        action = actions.get(Qt.Key(event.key()))
        if action is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        else:
            action()

    # Text

    def _source(self) -> Source | None:
        spec = self.context.draft.spec
        typed = self.navigator.text()
        if not spec.vocabulary or not (spec.corpus or typed):
            return None
        return Source(self.context.project, spec.corpus, spec.vocabulary, spec, self.chosen_stage.number, typed)

    @Slot()
    def _load(self) -> None:
        """Make the passages in the background; those on show stay until then."""
        source = self._source()
        self.pages.show_full(source is not None)
        self._loaded_key = self._key()
        self._tell_state()
        if self._loading is not None:
            self._loading.cancel()
        if source is None:
            self.passages = self.shown = None
            self._say("")
            return
        title = "" if self.passages is not None else tr("Cutting a sample of the corpus")
        task = self.context.tasks.run(
            lambda report, cancelled: make_passages(source, cancelled),
            self._take_passages,
            lambda error: None if task.cancelled else self._show_error(error),  # errors of given up work are no news
            title,
        )
        self._loading = task

    def _key(self) -> object:
        """Everything in the draft that decides what the passages are."""
        spec, number = self.context.draft.spec, self.chosen_stage.number
        passage = self.chosen_stage.stage.passage
        return spec.corpus, spec.vocabulary, spec.units, spec.training.length, spec.seed, number, passage

    @Slot(object)
    def _take_passages(self, passages: Passages) -> None:
        self.passages = passages
        self._figures = []
        self.histograms.show_waiting()
        self._say(render(passages.note) if passages.note is not None else "")
        if not len(passages.plan):
            self.shown = None
            self._say(tr("There is no text to mask."))
        self._show_view()

    @Slot()
    def _show_view(self) -> None:
        """Count and show sentences or passages, as the navigator says."""
        if self.passages is not None:
            count = len(self.passages.view(self.navigator.by_sentence))
            self.navigator.show_count(count, self.passages.is_sample)
            self._show_number(self.navigator.number)

    def _show_error(self, error: WorkbenchError) -> None:
        self._say(error.render(translate))

    def _say(self, text: str) -> None:
        self.message.setText(text)
        self.message.setVisible(bool(text))

    @Slot(int)
    def _show_number(self, number: int) -> None:
        """Assemble a passage once and draw it under every strategy."""
        by_sentence = self.navigator.by_sentence
        if self.passages is None or number >= len(self.passages.view(by_sentence)):
            return
        self.shown = ShownPassage.of(self.passages, number, by_sentence)
        self.navigator.show_text(self.shown.text.text)
        self.redraw()

    # Strategies

    @Slot()
    def _follow_seed(self) -> None:
        before, self._seed = self._seed, self.navigator.seed
        self.second.follow(before, self._seed)
        self.redraw()

    @Slot(bool)
    def _show_two_draws(self, two: bool) -> None:
        self.second.setVisible(two)
        self.legend.show_two_draws(two)
        self.redraw()

    @Slot()
    def redraw(self) -> None:
        """Choose and replace anew for every card, with one seed; the passage itself is not made again."""
        self.second.show_dynamic(self.chosen_stage.stage.dynamic)
        for card in self.column.cards:
            self._draw(card)
        self._measuring.begin()

    @Slot(object)
    def _draw(self, card: StrategyCard) -> None:
        if self.shown is None:
            return
        seed = self.navigator.seed
        card.show_passage(self.shown.masked(card.strategy, Draw(seed)))
        self._show_problems(card)
        second = None
        if self.navigator.two.isChecked():
            second = self.shown.masked(card.strategy, self.second.draw(seed, self.chosen_stage.stage.dynamic))
        card.show_second(second, *self.second.names(seed))

    @Slot()
    def _show_settings(self) -> None:
        """Show the chosen card's settings on the side; the figures follow after a rest."""
        card = self.column.chosen
        if card is not self._shown_card:
            self._shown_card = card
            dropped = self.settings.form.drop_refused()
            self.context.draft.forget_refused(f"{self.chosen_stage.masking_path}.{path}" for path in dropped)
        self.settings.show_strategy(card.strategy)
        self._measuring.begin()
        self._follow_cards()

    @Slot(object)
    def _adopt(self, strategy: MaskingStrategy) -> None:
        """Take a card's strategy into the experiment."""
        name = tr("Masking {name} for training", name=translate(strategy.title))
        self.context.draft.set(self.chosen_stage.masking_path, strategy, name)

    @Slot(bool)
    def _set_dynamic(self, dynamic: bool) -> None:
        self.context.draft.set(f"{self.chosen_stage.path}.dynamic", dynamic, tr("Dynamic masks"))

    @Slot(str, object, str)
    def _edit_field(self, path: str, value: Any, label: str) -> None:
        card = self.column.chosen
        wanted, problems = with_field(card.strategy, path, value)
        whole = f"{self.chosen_stage.masking_path}.{path}"
        if wanted is None:
            if card.strategy == self._training:
                self.context.draft.set(whole, value, label)  # refused there too, which keeps a run from starting
            self.settings.form.refuse(path, problems)
        else:
            self.context.draft.forget_refused((whole,))
            self._change(card, wanted, label)

    @Slot(object, object, str)
    def _change(self, card: StrategyCard, wanted: MaskingStrategy, name: str) -> None:
        """Another strategy on a card, as a step of the history; changes of one setting in a row are one step."""
        before, show = card.strategy, self.column.show_strategy
        if wanted != before:
            step = Step(name, lambda: show(card, wanted), lambda: show(card, before), f"{id(card)} {name}")
            self.context.draft.history.push(step)

    @Slot(str)
    def _follow_draft(self, path: str) -> None:
        """A card that shows what training used follows it; other passages are made where the text would differ."""
        spec = self.context.draft.spec
        self._training = self.chosen_stage.stage.masking
        self.column.show_training(self._training)
        self.settings.dynamic.setChecked(self.chosen_stage.stage.dynamic)
        self.second.show_dynamic(self.chosen_stage.stage.dynamic)
        if path in ("", "seed"):
            self.navigator.show_seed(spec.seed)
        if path in ("", "units") or path.startswith("units."):
            self.lists.show_units()
        if self._key() != self._loaded_key:
            self._load()
        self._follow_cards()
        self._tell_state()

    def _tell_state(self) -> None:
        words = f"{translate(self._training.title)} {percent(self._training.rate, 0)}"
        ready = self._source() is not None
        self.set_state(PanelState.READY if ready else PanelState.EMPTY, words)

    # Figures

    def _question(self) -> Question | None:
        """What to measure now; nothing where there is no text."""
        passages = self.passages
        if passages is None or not len(passages.plan):
            return None
        return Question(passages, self.column.strategies, Draw(self.navigator.seed), self.column.chosen_number)

    @Slot(object, object)
    def _show_figures(self, question: Question, figures: Figures) -> None:
        if question.passages is not self.passages:  # other passages have come since
            return
        self._figures = list(zip(question.strategies, figures.strategies, strict=False))
        self.histograms.show_figures(figures, question.strategies, question.chosen)
        for card in self.column.cards:
            self._show_problems(card)

    def _show_problems(self, card: StrategyCard) -> None:
        """Warn on a card of what the settings say at once, and of what its figures say once they are there."""
        spec = self.context.draft.spec
        figures = next((found for strategy, found in self._figures if strategy == card.strategy), None)
        mend = partial(self.mending.mend, card)
        card.warning.show_problems(card_problems(card.strategy, spec.units, spec.training.length, figures, mend))

    # Audit

    def show_audit(self) -> None:
        """Turn to the audit and begin it."""
        self.below.setCurrentWidget(self.audit)
        self.audit.run()

    def _follow_cards(self) -> None:
        """Let the audit know what is to be counted now."""
        spec = self.context.draft.spec
        design = None
        if spec.corpus and spec.vocabulary:
            key = (self._key(), self._text_changes)
            number = self.chosen_stage.number
            design = Design(self.context.project, spec, number, tuple(self.column.strategies), key)
        self.audit.show_design(design, self.column.chosen_number)

    @Slot(int, object)
    def _mend_audited(self, place: int, fix: Fix) -> None:
        """Mend a strategy and count it again."""
        self.mending.mend(self.column.cards[place], fix)
        if fix.settings:
            self.audit.run()

    @Slot(int)
    def _count_problems(self, number: int) -> None:
        title = tr("Audit ({number})", number=number) if number else tr("Audit")
        self.below.setTabText(self.below.indexOf(self.audit), title)
