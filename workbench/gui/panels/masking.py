"""The page of masking: the same passage under several strategies, redrawn at once with every change."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from workbench.core.errors import WorkbenchError
from workbench.gui.context import Changes, Context
from workbench.gui.i18n import render, tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.mask_words import mask_words
from workbench.gui.panel import Command, PageStack, Panel, PanelState
from workbench.gui.panels.arranging import make_splitter
from workbench.gui.panels.chosen import GoneError
from workbench.gui.panels.masking_actions import ActionRow
from workbench.gui.panels.masking_card import StrategyCard
from workbench.gui.panels.masking_cards import CardColumn
from workbench.gui.panels.masking_counting import CountingPane
from workbench.gui.panels.masking_editing import CardEditing
from workbench.gui.panels.masking_empty import NothingToMask
from workbench.gui.panels.masking_layers import MaskingLayers
from workbench.gui.panels.masking_lists import ListsPane
from workbench.gui.panels.masking_marks import StripMarks
from workbench.gui.panels.masking_mending import Mending
from workbench.gui.panels.masking_navigator import MOST_SEED, Navigator
from workbench.gui.panels.masking_preview import Draw, Passages, ShownPassage
from workbench.gui.panels.masking_questions import QuestionsView
from workbench.gui.panels.masking_replay import ReplayView
from workbench.gui.panels.masking_second import SecondDraw
from workbench.gui.panels.masking_settings import SettingsPane
from workbench.gui.panels.masking_stage import ChosenStage
from workbench.gui.panels.masking_taking import Taking
from workbench.gui.panels.masking_text import PageText
from workbench.gui.panels.masking_timeline import Timeline
from workbench.gui.panels.masking_view import begin_with, view_of
from workbench.gui.panels.progress_row import PATIENCE, ProgressRow
from workbench.gui.panels.registry import icon_of
from workbench.gui.tasks import Task
from workbench.gui.theme import GRID
from workbench.text.collocations import CollocationSettings
from workbench.text.frequent import FrequencySettings
from workbench.text.lexicon import LexiconKind
from workbench.text.mining import MiningSettings

MOST_NAMED = 3  #: stages that are named in the status bar


class MaskingPanel(Panel):
    """Designs masking by eye; “Use for training” takes a card's strategy into the chosen stage of the experiment."""

    NAME = "masking"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.shown: ShownPassage | None = None
        self.chosen_stage = ChosenStage(context.draft, self)
        self._make_parts()
        self._make_helpers()
        self._arrange()
        self._begin()
        self._connect()
        self.column.show_training(self.chosen_stage.stage.masking)
        self._tell_state()

    # Building

    def _make_parts(self) -> None:
        stage = self.chosen_stage.stage
        self.navigator = Navigator(self.context.draft.spec.seed, self)
        self.timeline = Timeline(self.context, self.chosen_stage, self)
        self.second = SecondDraw(MOST_SEED, self)
        self.second.hide()
        self.actions_row = ActionRow(self)
        self.message = PlainLabel(parent=self, wordWrap=True)
        self.message.setContentsMargins(GRID, 0, GRID, 0)
        self.message.hide()
        self.progress = ProgressRow(self.context.tasks, None, self)
        self.column = CardColumn(self.context.comparison.keys, self)
        self.settings = SettingsPane(stage, self)
        self.lists = ListsPane(self.context, self)
        self.side = QTabWidget(self)
        self.side.addTab(self.settings, tr("Strategy"))
        self.side.addTab(self.lists, tr("Words and lists"))
        self.replay = ReplayView(self.context, self)
        self.questions = QuestionsView(self.context, self.chosen_stage, self)

    def _arrange(self) -> None:
        down = make_splitter("masking-down", Qt.Orientation.Vertical, (self.column, self.below), (400, 210))
        middle = QWidget(self)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, GRID, 0, GRID // 2)
        column.setSpacing(GRID // 2)
        for part in (self.navigator, self.second, self.progress, self.message, self.actions_row, self.timeline):
            column.addWidget(part)
        column.addWidget(down, 1)
        across = make_splitter("masking-across", Qt.Orientation.Horizontal, (middle, self.side), (860, 340))
        self.nothing = NothingToMask(self.context, icon_of(self.NAME), self)
        self.pages = PageStack(self.nothing, across, self)
        self.layers = MaskingLayers(self.pages, self.replay, self.questions, self)

    def _make_helpers(self) -> None:
        context, stage = self.context, self.chosen_stage
        self.text = PageText(context, stage, self.navigator, self)
        self.marks = StripMarks(context, self.lists.keeper, self.column, self)
        self.editing = CardEditing(context.draft, context.comparison, stage, self.column, self.settings, self)
        self.mending = Mending(context, stage, self.side, self.lists, self.editing.change, self)
        self.below = CountingPane(context, stage, self.text, self.column, self.navigator, self.mending, self)
        self.taking = Taking(context, stage, self.column, self.navigator, self.actions_row, self)

    def _begin(self) -> None:
        """Show what the page before left, where the window is built anew; else the strategy of training."""
        if (left := self.context.comparison.left) is not None:
            begin_with(left, *self._kept_parts())
        else:
            self.column.insert(0, self.chosen_stage.stage.masking)
        self._seed = self.navigator.seed

    def _kept_parts(self) -> tuple[ChosenStage, CardColumn, Navigator, SecondDraw]:
        return self.chosen_stage, self.column, self.navigator, self.second

    def _connect(self) -> None:
        self.text.started.connect(self._follow_cutting)
        self.text.made.connect(self._take_passages)
        self.text.failed.connect(self._show_error)
        self.progress.cancel_button.clicked.connect(self._give_up_cutting)
        self.navigator.moved.connect(self._show_number)
        self.navigator.typed.connect(self.text.load)
        self.navigator.seeded.connect(self._follow_seed)
        self.navigator.two_draws.connect(self._show_two_draws)
        self.navigator.view_changed.connect(self._show_view)
        self.second.changed.connect(self.redraw)
        self.column.drawing_wanted.connect(self._draw)
        self.column.card_chosen.connect(self._follow_cards)
        self.actions_row.stages_wanted.connect(self.timeline.want)
        self.timeline.renaming.connect(lambda: self.actions_row.stages.setChecked(True))
        self.actions_row.replay_wanted.connect(self.layers.open_replay)
        self.below.questions_wanted.connect(self.layers.open_questions)
        self.timeline.bar.offer(
            (tr("Questions of the stages…"), self.layers.open_questions),
            (tr("Plan of the tasks…"), self.timeline.open_plan),
        )
        self.replay.export_wanted.connect(self.taking.exporter.save_batch)
        self.replay.strip.picture_wanted.connect(partial(self.taking.exporter.save_strip, self.replay.strip))
        self.chosen_stage.chosen.connect(self._follow_stage)
        self.context.draft.changed.connect(self._follow_draft)
        self.context.replay_requested.connect(self.layers.open_replay)
        self.context.questions_requested.connect(self.layers.open_questions)
        self.context.list_requested.connect(self.layers.leave)
        self.context.list_requested.connect(self.mending.import_list)

    # The shell's side

    @property
    def passages(self) -> Passages | None:
        """The passages on show, None while there are none."""
        return self.text.passages

    def refresh(self, changes: Changes) -> None:
        """Follow corpora, vocabularies and lists."""
        if "lexicons" in changes.tables:
            self.lists.refresh()
        if changes.tables & {"corpora", "vocabularies", "lexicons"}:
            self.text.forget()
            self.questions.forget()
            self.text.load()
            self._follow_cards()

    def page_keys(self) -> Sequence[tuple[str, str]]:
        """Keys of this page."""
        return (
            ("Space", tr("New draw")),
            ("D", tr("Two draws under each other, or one")),
            ("← →", tr("Passage before, passage after")),
            (tr("Shift+arrows, Enter"), tr("Mark a phrase or an entity in a strip")),
            ("Del", tr("Remove the mark under the cursor")),
            (tr("← →, Space, Esc"), tr("On the questions: examples before, after, elsewhere; back to the masks")),
            (tr("← →, Alt+← →, F2"), tr("On the stages: choose one, move its end, rename it")),
        )

    def commands(self) -> Sequence[Command]:
        """Entries of the palette."""
        return (
            Command(tr("New draw of masks"), self.navigator.draw_anew, "Space"),
            Command(tr("Compare two draws"), self.navigator.two.toggle, "D"),
            Command(tr("Compare another masking strategy"), self.column.compare),
            Command(tr("Audit the masks before training"), self.below.show_audit),
            Command(tr("Stages of masking"), self.actions_row.stages.toggle),
            Command(tr("Plan of the tasks…"), self.timeline.open_plan),
            Command(tr("Questions of the stages…"), self.layers.open_questions),
            Command(tr("Replay a run…"), self.layers.open_replay),
            Command(tr("Picture of the comparison…"), self.taking.save_sheet),
            Command(tr("Export masked passages"), self.taking.ask_passages),
            *(
                Command(tr("Import: {kind}", kind=translate(kind.label)), partial(self.lists.ask_list, kind))
                for kind in LexiconKind
            ),
            Command(tr("Mine phrases…"), partial(self.lists.ask_mining, MiningSettings)),
            Command(tr("Mine n-grams…"), partial(self.lists.ask_mining, CollocationSettings)),
            Command(tr("Mine n-grams by frequency…"), partial(self.lists.ask_mining, FrequencySettings)),
        )

    def close_panel(self) -> None:
        """No timer and no work goes on; what is on show is kept for a page after this one."""
        self.context.comparison.left = view_of(*self._kept_parts())
        for timer in self.findChildren(QTimer):
            timer.stop()
        self.below.stop()
        self.replay.stop()
        self.questions.stop()
        self.text.stop()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space draws anew, D shows two draws, arrows turn passages, Esc leads back here; fields that take text keep
        their keys."""
        navigator = self.navigator
        actions = {
            Qt.Key.Key_Left: navigator.passage.go_back,
            Qt.Key.Key_Right: navigator.passage.go_on,
            Qt.Key.Key_Space: navigator.draw_anew,
            Qt.Key.Key_D: navigator.two.toggle,
        }
        if (keys := self.layers.keys) is not None:
            actions = dict(keys)
        action = actions.get(Qt.Key(event.key()))
        if action is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        else:
            action()

    # Text

    @Slot(object)
    def _follow_cutting(self, task: Task) -> None:
        """Show where the masks will stand what goes on until then."""
        self.pages.show_full(True)
        self.progress.follow(task, PATIENCE)

    @Slot()
    def _give_up_cutting(self) -> None:
        self.text.forget_wish()
        self._say(tr("Cutting the text was cancelled; it begins again when the text or a setting changes."))

    @Slot(object)
    def _take_passages(self, passages: Passages | None) -> None:
        self.pages.show_full(passages is not None)
        self._tell_state()
        if passages is None:
            self._show_nothing()
            return
        self.below.forget()
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

    @Slot(object)
    def _show_error(self, error: WorkbenchError) -> None:
        if isinstance(error, GoneError):
            self.text.drop()
            self._show_nothing(error)
        else:
            self._say(render(error))

    def _show_nothing(self, error: GoneError | None = None) -> None:
        """The page that leads to corpora and vocabularies."""
        self.shown = None
        self._say("")
        self.nothing.explain(error)
        self.set_state(PanelState.EMPTY, self.words)
        self.pages.show_full(False)

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
        self.navigator.show_answer(self.shown.answer, self.shown.roles)
        self.lists.show_passage(self.shown.text.text)
        self.redraw()

    # Draws

    @Slot()
    def _follow_seed(self) -> None:
        before, self._seed = self._seed, self.navigator.seed
        self.second.follow(before, self._seed)
        self.redraw()

    @Slot(bool)
    def _show_two_draws(self, two: bool) -> None:
        self.second.setVisible(two)
        self.redraw()

    @Slot()
    def redraw(self) -> None:
        """Choose and replace anew for every card, with one seed; the passage itself is not made again."""
        self.second.show_stage(self.chosen_stage.stage)
        self._explain_signs()
        for card in self.column.cards:
            self._draw(card)
        self.below.measuring.begin()

    def _explain_signs(self) -> None:
        self.actions_row.explain(self.column.strategies, self.navigator.two.isChecked())

    @Slot(object)
    def _draw(self, card: StrategyCard) -> None:
        if self.shown is None:
            return
        seed = self.navigator.seed
        card.show_passage(self.shown.masked(card.strategy, Draw(seed)))
        self.below.show_problems(card)
        second = None
        if self.navigator.two.isChecked():
            second = self.shown.masked(card.strategy, self.second.draw(seed, self.chosen_stage.stage))
        card.show_second(second, *self.second.names(seed))

    # Stages

    @Slot()
    def _follow_stage(self) -> None:
        """Another stage: the card of its masking, its passages, its settings."""
        stage = self.chosen_stage.stage
        self.column.show_training(stage.masking)
        self.settings.show_stage(stage)
        self.text.follow()
        self.redraw()
        self._follow_cards()

    @Slot(str)
    def _follow_draft(self, path: str) -> None:
        """A card that shows what training used follows it; other passages are made where the text would differ."""
        spec, stage = self.context.draft.spec, self.chosen_stage.stage
        self.timeline.show_stages()
        self.column.show_training(stage.masking)
        self.settings.show_stage(stage)
        self.second.show_stage(stage)
        if path in ("", "seed"):
            self.navigator.show_seed(spec.seed)
        if path in ("", "units") or path.startswith("units."):
            self.lists.show_units()
        self.text.follow()
        self._follow_cards()
        self._tell_state()

    def _tell_state(self) -> None:
        stages = self.context.draft.spec.stages
        masks = [mask_words(stage.masking.title, stage.masking.rate) for stage in stages]
        words = " → ".join(masks) if len(masks) <= MOST_NAMED else tr("{count} stages of masking", count=len(masks))
        self.set_state(PanelState.READY if self.text.source() is not None else PanelState.EMPTY, words)

    @Slot()
    def _follow_cards(self) -> None:
        """Show the settings of the chosen card, and count what the cards do."""
        self.editing.show_chosen()
        self._explain_signs()
        self.below.follow_cards()
