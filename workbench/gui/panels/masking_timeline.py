"""The stages of the experiment on a timeline: choose the one whose masks the page shows, and what is done to them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import WorkbenchError
from workbench.gui.context import Context
from workbench.gui.figures import grouped, percent
from workbench.gui.i18n import tr, translate
from workbench.gui.labels import ElidedLabel
from workbench.gui.mask_words import mask_words
from workbench.gui.panels.masking_edits import strategy_name
from workbench.gui.panels.masking_stage import ChosenStage
from workbench.gui.panels.task_plan import TaskPlanDialog
from workbench.gui.tasks import error_notice
from workbench.gui.theme import GRID, UNIT_COLOURS
from workbench.gui.tool_button import ToolButton
from workbench.gui.views.stage_bar import Segment, StageBar
from workbench.masking.ernie import Ernie
from workbench.masking.mixture import single_strategies
from workbench.masking.strategy import MaskingStrategy
from workbench.spec.ernie_stages import Levels, ernie_schedule
from workbench.spec.run import RunSpec
from workbench.spec.schedule import (
    StageSpan,
    add_stage,
    move_stage,
    remove_stage,
    rename_stage,
    schedule,
    set_last_step,
    set_share,
    side_by_side,
)
from workbench.spec.task_plan import is_in_plan
from workbench.spec.training import SHORTEST
from workbench.text.document import UnitKind

Change = Callable[[RunSpec], RunSpec]

#: By the kind of units that a strategy hides, where that is not their name.
_UNITS = {
    "basic": UnitKind.CHAR,
    "frequency": UnitKind.CHAR,
    "electra": UnitKind.CHAR,
    "whole-word": UnitKind.WORD,
    "phrase": UnitKind.PHRASE,
    "entity": UnitKind.ENTITY,
}


class Timeline(QWidget):
    """A bar of stages with the controls of the chosen one; every change is a step of the history. ``renaming`` comes
    when the name of a stage is to be typed, and its field to be seen."""

    renaming = Signal()

    def __init__(self, context: Context, stage: ChosenStage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._stage = context, stage
        self._wanted = False
        self.bar = StageBar(self)
        self.name = QLineEdit(self)
        self.name.setMaximumWidth(14 * GRID)
        self.name.setAccessibleName(tr("Name of the stage"))
        self.share = QDoubleSpinBox(self, minimum=0.1, maximum=100.0, decimals=1, suffix="\u2009%")
        self.share.setKeyboardTracking(False)
        self.share.setAccessibleName(tr("Share of the steps"))
        self.share.setToolTip(tr("Share of the steps; the next stage gives or takes the difference."))
        self.length = QSpinBox(self, minimum=0, maximum=65536, suffix=f" {tr('tokens')}")
        self.length.setSpecialValueText(tr("Usual length"))
        self.length.setKeyboardTracking(False)
        self.length.setSingleStep(SHORTEST)
        self.length.setAccessibleName(tr("Sequence length of the stage"))
        self.length.setToolTip(
            tr("Sequence length of the stage, so that a run may begin with short passages; 0 takes the usual one.")
        )
        self.plan = QPushButton(tr("Plan of the tasks…"), self)
        self.plan.setToolTip(tr("How many steps each task has in each stage, as a table"))
        self._dialog: TaskPlanDialog | None = None
        self.words = ElidedLabel(self)
        self.earlier = ToolButton(
            "chevron-left", tr("Move the stage before the one before"), lambda: self._move(-1), self
        )
        self.later = ToolButton("chevron-right", tr("Move the stage behind the next"), lambda: self._move(1), self)
        self.remove = ToolButton("trash", tr("Remove the stage"), self._remove, self)
        self.add = QPushButton(tr("Add a stage"), self)
        self.add.setToolTip(tr("A copy of the stage behind it; both share its steps."))
        self.ernie = QPushButton(tr("Basic → phrase → entity"), self)
        self.ernie.setToolTip(tr("Three stages in the order of ERNIE 1.0"))
        self.ernie.setMenu(self._ernie_menu())
        self._arrange()
        self._connect()
        self.show_stages()

    def _ernie_menu(self) -> QMenu:
        menu = QMenu(self.ernie)
        for levels in Levels:
            menu.addAction(translate(levels.label), partial(self._make_ernie, levels))
        return menu

    def _arrange(self) -> None:
        self.controls = QWidget(self)
        row = QHBoxLayout(self.controls)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID // 2)
        row.addWidget(QLabel(tr("Stage:"), self))
        for widget in (self.name, self.share, self.length, self.earlier, self.later, self.add, self.remove, self.ernie):
            row.addWidget(widget)
        row.addWidget(self.words, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, 0, GRID, 0)
        column.setSpacing(GRID // 2)
        line = QHBoxLayout()
        line.setSpacing(GRID)
        line.addWidget(self.bar, 1)
        line.addWidget(self.plan, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(line)
        column.addWidget(self.controls)

    def _connect(self) -> None:
        self.bar.chosen.connect(self._stage.choose)
        self.bar.renaming.connect(self._begin_renaming)
        self.bar.border_moved.connect(self._preview_border)
        self.bar.border_set.connect(self._set_border)
        self.name.editingFinished.connect(self._rename)
        self.share.valueChanged.connect(self._set_share)
        self.length.valueChanged.connect(self._set_length)
        self.add.clicked.connect(self._add)
        self.plan.clicked.connect(self.open_plan)
        self._stage.chosen.connect(self.show_stages)
        self._context.setting_requested.connect(self._open_setting)

    # What is shown

    def want(self, wanted: bool) -> None:
        """Show what can be done to stages, and the bar also of a single one."""
        self._wanted = wanted
        self.show_stages()

    @Slot()
    def show_stages(self) -> None:
        """Follow the draft and the chosen stage."""
        spec, number = self._context.draft.spec, self._stage.number
        spans = schedule(spec)
        several = len(spans) > 1
        self.setVisible(self._wanted or several)
        self.controls.setVisible(self._wanted)
        self.bar.show_segments(_segments(spec), number)
        with QSignalBlocker(self.name), QSignalBlocker(self.share), QSignalBlocker(self.length):
            self.name.setText(spans[number].name)
            self.name.setCursorPosition(0)  # of a long name the beginning is seen
            self.share.setValue(100 * spans[number].share)
            self.length.setValue(spec.stages[number].length)
        self.share.setEnabled(several)
        self.earlier.setEnabled(number > 0)
        self.later.setEnabled(number < len(spans) - 1)
        self.remove.setEnabled(several)
        self.ernie.setVisible(not several)
        self.words.setText(tr("“Use for training” takes a strategy into this stage.") if several else "")

    @Slot(str, str)
    def _open_setting(self, _page: str, path: str) -> None:
        if is_in_plan(path):
            self.open_plan()

    @Slot()
    def open_plan(self) -> None:
        """Show the plan of the tasks, which stays open beside the page."""
        if self._dialog is None:
            self._dialog = TaskPlanDialog(self._context, self._stage, self)
        self._dialog.show()
        self._dialog.raise_()
        self._dialog.activateWindow()

    # Changes

    def _apply(self, change: Change, name: str, choose: int | None = None) -> None:
        """One step of the history; what is refused becomes a notice."""
        draft = self._context.draft
        try:
            after = change(draft.spec)
        except WorkbenchError as error:
            self._context.notify(error_notice(error))
            self.show_stages()
            return
        draft.replace(after, name)
        if choose is not None:
            self._stage.choose(choose)
        self.show_stages()

    @Slot()
    def _add(self) -> None:
        number = self._stage.number
        self._apply(lambda spec: add_stage(spec, number), tr("Add a stage"), number + 1)

    def _remove(self) -> None:
        number = self._stage.number
        self._apply(lambda spec: remove_stage(spec, number), tr("Remove the stage"), max(0, number - 1))

    def _move(self, by: int) -> None:
        number = self._stage.number
        self._apply(lambda spec: move_stage(spec, number, number + by), tr("Move the stage"), number + by)

    def _make_ernie(self, levels: Levels) -> None:
        self._apply(lambda spec: ernie_schedule(spec, levels), tr("Basic → phrase → entity"), 0)

    @Slot(int)
    def _begin_renaming(self, place: int) -> None:
        self._stage.choose(place)
        self.renaming.emit()
        self.name.setFocus()
        self.name.selectAll()

    @Slot()
    def _rename(self) -> None:
        number, name = self._stage.number, self.name.text()
        if name != self._stage.stage.name:
            self._apply(lambda spec: rename_stage(spec, number, name), tr("Rename the stage"))

    @Slot(float)
    def _set_share(self, value: float) -> None:
        number = self._stage.number
        self._apply(lambda spec: set_share(spec, number, value / 100), tr("Share of the steps"))

    @Slot(int)
    def _set_length(self, length: int) -> None:
        """A length that is too short is not taken: the field goes back."""
        draft, path = self._context.draft, f"{self._stage.path}.length"
        if draft.set(path, length, tr("Sequence length of the stage")):
            draft.forget_refused((path,))
            self.show_stages()

    @Slot(int, int)
    def _preview_border(self, number: int, step: int) -> None:
        """While the mouse holds a border, only the bar follows."""
        spec = set_last_step(self._context.draft.spec, number, step)
        self.bar.show_segments(_segments(spec), self._stage.number)

    @Slot(int, int)
    def _set_border(self, number: int, step: int) -> None:
        self._apply(lambda spec: set_last_step(spec, number, step), tr("Move the border of stages"))


def _segments(spec: RunSpec) -> list[Segment]:
    """The stages as the bar shows them; lengths are told where they differ."""
    spans = schedule(spec)
    told = len({span.length for span in spans}) > 1
    return [_segment(span, spec, told, steps) for span, steps in zip(spans, side_by_side(spec), strict=True)]


def _segment(span: StageSpan, spec: RunSpec, length_told: bool, steps: tuple[int, int]) -> Segment:
    """A stage at the place of ``steps``, the first and the last."""
    words = f"{mask_words(span.title, span.rate)} · {percent(span.share, 0)}"
    if length_told:
        words = f"{words} · {tr('{count} tokens', count=grouped(span.length))}"
    colours = _colours(span, spec.stages[span.number].masking)
    joined = span.number > 0 and spec.stages[span.number].together
    return Segment(span.name, words, *steps, colours, (span.first_step, span.last_step), joined)


def _colours(span: StageSpan, masking: MaskingStrategy) -> list[tuple[float, str]]:
    """The colours of the brackets over the units that are hidden, by share."""
    shares = [part.share for part in span.parts] or [1.0]
    return [
        (share, UNIT_COLOURS[_unit(strategy)])
        for share, strategy in zip(shares, single_strategies(masking), strict=True)
    ]


def _unit(strategy: MaskingStrategy) -> UnitKind:
    if isinstance(strategy, Ernie):
        return UnitKind(strategy.level.value)
    return _UNITS.get(strategy_name(strategy), UnitKind.NGRAM)
