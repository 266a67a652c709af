"""The window of the plan of tasks: which task takes how many steps in which stage, as a table, a picture and its rates.

It stands beside the masking page: the task that is chosen here is the stage that is shown there, and every change is a
step of the project's history at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QPoint, Qt, Slot
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from workbench.core.errors import WorkbenchError
from workbench.core.files import write_whole
from workbench.gui.context import Context
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import render, tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.notices import Notice, NoticeLevel
from workbench.gui.panels.masking_stage import ChosenStage
from workbench.gui.panels.rate_picture import rate_picture
from workbench.gui.panels.saving_files import ask_path, tell_saved
from workbench.gui.panels.task_plan_regime import RegimeRow
from workbench.gui.panels.task_plan_table import Part, PlanModel, PlanTable, Typed, asks
from workbench.gui.panels.task_plan_words import plan_words
from workbench.gui.placing import available
from workbench.gui.tasks import error_notice
from workbench.gui.theme import GRID, colours_of
from workbench.gui.tool_button import ToolButton
from workbench.gui.views.rate_curve import RateCurve
from workbench.gui.views.task_lanes import TaskLanes
from workbench.spec import task_plan_edits as edits
from workbench.spec.check import problems
from workbench.spec.regimes import RegimeOf, regime_of, with_regime
from workbench.spec.run import RunSpec
from workbench.spec.task_plan import stage_numbers, table_csv, task_table
from workbench.spec.wording import problem_text

Change = Callable[[RunSpec], RunSpec]

_SIZE = (150 * GRID, 84 * GRID)
_MOST_TOLD = 3  #: of what is wrong with the plan


class TaskPlanDialog(QDialog):
    """Follows the draft while it is on show."""

    def __init__(self, context: Context, stage: ChosenStage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._stage = context, stage
        self._refused = ""
        self._is_refused_just_now = False  # of a field, and no change has come since
        self.setWindowTitle(tr("Plan of the tasks"))
        self.regime = RegimeRow(self)
        self.model = PlanModel(colours_of(self.palette()), self)
        self.table = PlanTable(self.model, self)
        self.lanes = TaskLanes(self)
        self.rates = RateCurve(self)
        self.words = PlainLabel(parent=self, wordWrap=True)
        self.problem = ErrorLabel(self)
        self._make_buttons()
        self._arrange()
        self._connect()
        screen = available()[0]
        self.resize(min(_SIZE[0], screen.width() - 4 * GRID), min(_SIZE[1], screen.height() - 8 * GRID))

    # Building

    def _make_buttons(self) -> None:
        self.add = QPushButton(tr("Add a task"), self, autoDefault=False)
        self.add.setToolTip(tr("Another question beside the tasks of the last stage"))
        menu = QMenu(self.add)
        menu.aboutToShow.connect(self.fill_menu)
        self.add.setMenu(menu)
        self.duplicate = ToolButton("copy", tr("Duplicate the task"), self._duplicate, self)
        self.earlier = ToolButton("chevron-up", tr("Train the task in place of the one above"),
                                  lambda: self._move(-1), self)  # fmt: skip
        self.later = ToolButton("chevron-down", tr("Train the task in place of the one below"),
                                lambda: self._move(1), self)  # fmt: skip
        self.remove = ToolButton("trash", tr("Remove the task"), self._remove, self)
        for button in (self.duplicate, self.earlier, self.later, self.remove):
            # A click takes what stands in an open field, as elsewhere.
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.add_stage = QPushButton(tr("Add a stage"), self, autoDefault=False)
        self.add_stage.setToolTip(tr("Behind the chosen one, with the same steps of the same tasks"))
        self.remove_stage = QPushButton(tr("Remove the stage"), self, autoDefault=False)
        self.copy = QPushButton(tr("Copy"), self, autoDefault=False)
        self.copy.setToolTip(tr("The plan as a table for a spreadsheet"))
        self.save = QPushButton(tr("Save as CSV…"), self, autoDefault=False)
        self.close_button = QPushButton(tr("Close"), self, autoDefault=False)

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(GRID // 2)
        for widget in (self.add, self.duplicate, self.earlier, self.later, self.remove):
            row.addWidget(widget)
        row.addSpacing(2 * GRID)
        row.addWidget(self.add_stage)
        row.addWidget(self.remove_stage)
        row.addStretch(1)
        for button in (self.copy, self.save, self.close_button):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(self.regime)
        column.addWidget(self.table, 1)
        column.addLayout(row)
        column.addWidget(self.problem)
        column.addWidget(self.words)
        column.addWidget(self.lanes)
        column.addWidget(self.rates)

    def _connect(self) -> None:
        draft = self._context.draft
        draft.changed.connect(self._follow)
        self._stage.chosen.connect(self._follow_stage)
        self.regime.wanted.connect(self._set_regime)
        self.regime.restart_chosen.connect(self._set_restart)
        self.model.typed.connect(self._take)
        self.table.moved.connect(self._choose_stage)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._open_menu)
        self.lanes.chosen.connect(self._choose_task)
        for button, run in (
            (self.add_stage, self._add_stage),
            (self.remove_stage, self._remove_stage),
            (self.copy, self.copy_table),
            (self.save, self.ask_save),
            (self.close_button, self.close),
        ):
            button.clicked.connect(lambda _checked=False, run=run: run())
        for keys, run in (
            (QKeySequence("Ctrl+Z"), draft.history.undo),
            (QKeySequence("Ctrl+Shift+Z"), draft.history.redo),
            (QKeySequence("Ctrl+Y"), draft.history.redo),
        ):
            QShortcut(keys, self).activated.connect(run)
        copying = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.table)
        copying.setContext(Qt.ShortcutContext.WidgetShortcut)
        copying.activated.connect(self.copy_table)

    # Showing

    def showEvent(self, event: QShowEvent) -> None:
        """What changed meanwhile."""
        super().showEvent(event)
        self.show_plan()
        self.table.choose(*self._chosen_cell())
        self.table.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        """What the click that closes has refused of a field is told beside the page."""
        super().hideEvent(event)
        if self._is_refused_just_now and not event.spontaneous():
            self._context.notify(Notice(self._refused, NoticeLevel.WARNING))

    def changeEvent(self, event: QEvent) -> None:
        """The colours of tasks follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.isVisible():
            self.show_plan()

    @Slot(str)
    def _follow(self, _path: str) -> None:
        self._forget_refused()
        if self.isVisible():
            self.show_plan()

    def _forget_refused(self) -> None:
        """A change makes it old, but for the very next one: the click that made it may have ended the field, and what
        was typed there would be gone without a word."""
        if not self._is_refused_just_now:
            self._refused = ""
        self._is_refused_just_now = False

    def show_plan(self) -> None:
        """Show the draft's plan."""
        spec = self._context.draft.spec
        self.model.colours = colours_of(self.palette())
        self.table.show_spec(spec)
        tasks = len(self.model.plan.rows)
        anew = spec.training.restart_schedule
        self.regime.show_regime(regime_of(spec), tasks, spec.training.steps, anew=anew)
        self.lanes.show_table(task_table(spec), self.table.task)
        self.rates.show_rates(rate_picture(spec))
        self.words.setText(plan_words(spec, self.model.plan))
        self.remove.setEnabled(tasks > 1)
        self.remove_stage.setEnabled(self.model.plan.columns > 1)
        self._show_moves()
        self._show_problems(spec)

    def _show_moves(self) -> None:
        task = self.table.task
        self.earlier.setEnabled(task > 0)
        self.later.setEnabled(task < len(self.model.plan.rows) - 1)

    def _show_problems(self, spec: RunSpec) -> None:
        """What was refused, and what is wrong with the stages and their steps."""
        found = [one for one in problems(spec, lists=False) if one.path.startswith(("stages.", "training."))]
        names = [stage.name for stage in spec.stages]  # numbers are those of the columns here
        told = list(dict.fromkeys(render(problem_text(problem, names)) for problem in found))
        told = [*told[:_MOST_TOLD], *(["…"] if len(told) > _MOST_TOLD else [])]
        self.problem.show_sentences([*([self._refused] if self._refused else []), *told])

    # The chosen task

    @Slot()
    def _choose_stage(self) -> None:
        """Show the stage of the current task on the page; where that is one of its stages already, it stays."""
        index = self.table.currentIndex()
        self._show_moves()
        self.lanes.show_table(self.lanes.table, self.table.task)
        if (task := self.model.task_at(index)) < 0:
            return
        numbers = stage_numbers(self._context.draft.spec)[task]
        if self._stage.number not in numbers:
            here = numbers[self.table.stage]
            self._stage.choose(here if here >= 0 else next(number for number in numbers if number >= 0))

    @Slot()
    def _follow_stage(self) -> None:
        """The task of the stage that is chosen on the page."""
        if not self.isVisible():
            return
        task, stage = self._chosen_cell()
        if task != self.model.task_at(self.table.currentIndex()):
            self.table.choose(task, stage)

    def _chosen_cell(self) -> tuple[int, int]:
        """The task and the stage of the table that the stage of the page is."""
        chosen, numbers = self._stage.number, stage_numbers(self._context.draft.spec)
        return next((task, row.index(chosen)) for task, row in enumerate(numbers) if chosen in row)

    @Slot(int)
    def _choose_task(self, task: int) -> None:
        self.table.choose(task, self.model.plan.rows[task].start)
        self.table.setFocus()

    # Changes

    def _apply(self, change: Change, name: str, key: str = "") -> bool:
        """One step of the history; what is refused is said below the table, and nothing changes."""
        draft = self._context.draft
        try:
            after = change(draft.spec)
        except WorkbenchError as error:
            self._refused = render(error)
            self.show_plan()
            return False
        if after == draft.spec:
            self._forget_refused()
            self.show_plan()  # what was typed goes back to how it is written
        draft.replace(after, name, key=key)
        return True

    @Slot(object)
    def _take(self, typed: Typed) -> None:
        """What was typed into a cell."""
        row, column, value = typed.row, typed.column, str(typed.value)
        self._refused, self._is_refused_just_now = "", False
        if typed.part is Part.NAME:
            self._apply(lambda spec: edits.rename_task(spec, row, value), tr("Rename the task"))
        elif typed.part is Part.ID:
            self._apply(lambda spec: edits.set_task_id(spec, row, int(value)), tr("Task id"))
        elif row == self.model.warmup_row:
            self._apply(
                lambda spec: edits.set_warmup(spec, column, edits.read_steps(value) if value.strip() else None),
                tr("Warm-up of the stage"),
            )
        else:
            self._apply(
                lambda spec: edits.set_steps(spec, row, column, edits.read_steps(value)), tr("Steps of the task")
            )
        self._is_refused_just_now = bool(self._refused)

    @Slot(object, bool)
    def _set_regime(self, wanted: RegimeOf, counting: bool) -> None:
        self._apply(
            lambda spec: with_regime(spec, wanted.regime, replay=wanted.replay, task_steps=wanted.steps),
            translate(wanted.regime.label),
            "regime" if counting else "",
        )

    @Slot(bool)
    def _set_restart(self, anew: bool) -> None:
        self._apply(lambda spec: edits.set_restart(spec, anew), tr("Schedule anew in each stage"))

    @Slot()
    def fill_menu(self) -> None:
        """What can be added to the experiment as it is."""
        menu = self.add.menu()
        menu.clear()
        for number, stage in enumerate(edits.new_tasks(self._context.draft.spec)):
            menu.addAction(asks(stage).partition(" · ")[0], partial(self.add_task, number))

    def add_task(self, number: int) -> None:
        """Add what stands at a place of the menu, and choose it."""
        stage = edits.new_tasks(self._context.draft.spec)[number]
        if self._apply(lambda spec: edits.add_task(spec, stage), tr("Add a task")):
            names = [row.stage.name for row in self.model.plan.rows]
            if stage.name in names:
                self.table.choose(names.index(stage.name), self.model.plan.columns - 1)

    def _duplicate(self) -> None:
        task = self.table.task
        self._apply(lambda spec: edits.duplicate_task(spec, task), tr("Duplicate the task"))

    def _remove(self) -> None:
        task = self.table.task
        self._apply(lambda spec: edits.remove_task(spec, task), tr("Remove the task"))

    def _move(self, by: int) -> None:
        """The cell stays with the task, which is known by its name."""
        task = self.table.task
        self._apply(lambda spec: edits.move_task(spec, task, task + by), tr("Move the task"))

    def _add_stage(self) -> None:
        stage = self.table.stage
        self._apply(lambda spec: edits.add_column(spec, stage), tr("Add a stage"))

    def _remove_stage(self) -> None:
        stage = self.table.stage
        self._apply(lambda spec: edits.remove_column(spec, stage), tr("Remove the stage"))

    def menu_of(self, task: int) -> QMenu:
        """What can be done with a task besides the buttons: to see what it asks, and to ask what another one asks."""
        menu = QMenu(self)
        menu.addAction(tr("Examples of what it asks…"), self._context.open_questions)
        menu.addSeparator()
        menu.addAction(tr("Duplicate the task"), self._duplicate)
        menu.addAction(tr("Remove the task"), self._remove).setEnabled(self.remove.isEnabled())
        same = menu.addMenu(tr("With the settings of"))
        for other, row in enumerate(self.model.plan.rows):
            if other != task:
                same.addAction(row.stage.name.replace("&", "&&"), partial(self._ask_as, task, other))
        same.setEnabled(not same.isEmpty())
        return menu

    def _ask_as(self, task: int, other: int) -> None:
        self._apply(lambda spec: edits.ask_as(spec, task, other), tr("With the settings of another task"))

    @Slot(QPoint)
    def _open_menu(self, place: QPoint) -> None:
        index = self.table.indexAt(place)
        if index.isValid() and (task := self.model.task_at(index)) >= 0:
            self.table.setCurrentIndex(index)
            self.menu_of(task).exec(self.table.viewport().mapToGlobal(place))

    # The table elsewhere

    def copy_table(self) -> None:
        """The plan on the clipboard, as spreadsheets take it."""
        QGuiApplication.clipboard().setText(table_csv(task_table(self._context.draft.spec), "\t"))

    def ask_save(self) -> None:
        """Ask for a place and write the plan there."""
        path = ask_path(self._context, self, tr("Save the plan"), "plan.csv", {".csv": tr("Table")})
        if path is None:
            return
        try:
            write_whole(path, table_csv(task_table(self._context.draft.spec)))
        except WorkbenchError as error:
            self._context.notify(error_notice(error))
        else:
            tell_saved(self._context, path)
