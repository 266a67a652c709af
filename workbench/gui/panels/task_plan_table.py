"""The plan of tasks as a table to type into: a row a task, a column a stage, sums below and at the right."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QSpinBox, QStyleOptionViewItem, QTableView, QWidget

from workbench.gui.figures import grouped
from workbench.gui.i18n import tr, translate
from workbench.gui.mask_words import mask_words
from workbench.gui.tables.cells import Cells
from workbench.gui.tables.records import dress_table
from workbench.gui.theme import GRID, Colours, categorical
from workbench.gui.tips import plain_tip
from workbench.spec.run import RunSpec, Stage
from workbench.spec.task_plan import TaskPlan, TaskRow, task_plan

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_ASKS = 1  #: the column of what tasks ask
_WIDEST = 30 * GRID  #: pixels of a column, so that a long name leaves the stages in sight
_LEFT = int((Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter).value)
_RIGHT = int((Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter).value)


class Part(Enum):
    """What a column says of a task."""

    NAME = auto()
    ASKS = auto()
    ID = auto()
    CORPUS = auto()
    STEPS = auto()  #: in a stage
    TOTAL = auto()


@dataclass(frozen=True)
class Typed:
    """What was typed into a cell: of the task in ``row``, of the ``column`` of a stage where it is about steps. Rows
    behind the tasks are that of the warm-ups (:attr:`PlanModel.warmup_row`)."""

    part: Part
    row: int
    column: int
    value: str | int


def asks(stage: Stage) -> str:
    """What a task asks, in words, with the masks that it is asked under."""
    titles = [translate(objective.title) for objective in stage.tokens]
    if stage.passage.head:
        titles.append(translate(stage.passage.title))
    masks = [mask_words(stage.masking.title, stage.masking.rate)] if stage.masking.hides else []
    return " · ".join([" + ".join(titles), *masks])


class PlanModel(QAbstractTableModel):
    """``typed`` carries a :class:`Typed`; whoever hears it changes the draft, and :meth:`show_spec` brings it here."""

    typed = Signal(object)

    def __init__(self, colours: Colours, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.colours = colours
        self._spec = RunSpec()
        self.plan: TaskPlan = task_plan(self._spec)
        self._parts: tuple[Part, ...] = ()

    def show_spec(self, spec: RunSpec) -> None:
        """Show the plan of a spec."""
        plan, parts = task_plan(spec), _parts_of(spec)
        rows = len(plan.rows) + 1 + spec.training.restart_schedule
        other = (rows, plan.columns, parts) != (self.rowCount(), self.plan.columns, self._parts)
        if other:
            self.beginResetModel()
        self._spec, self.plan, self._parts = spec, plan, parts
        if other:
            self.endResetModel()
        else:
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    @property
    def first_column(self) -> int:
        """The column of the first stage."""
        return len(self._parts)

    @property
    def warmup_row(self) -> int:
        """The row of the warm-ups of stages; there is none where the schedule goes over the whole run."""
        return len(self.plan.rows) + 1

    @property
    def last_id(self) -> int:
        """The last row of the encoder's table of tasks."""
        return max(0, self._spec.encoder.task_types - 1)

    def task_at(self, index: Index) -> int:
        """The number of the task of a cell, -1 for the rows below the tasks."""
        return index.row() if 0 <= index.row() < len(self.plan.rows) else -1

    def stage_at(self, index: Index) -> int:
        """The number of the stage of a cell, from 0; -1 beside them."""
        column = index.column() - self.first_column
        return column if 0 <= column < self.plan.columns else -1

    def _part(self, column: int) -> Part:
        if column < self.first_column:
            return self._parts[column]
        return Part.STEPS if column < self.first_column + self.plan.columns else Part.TOTAL

    # Qt's side

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Tasks, their sum, and where the schedule begins anew the warm-ups."""
        return 0 if parent.isValid() else len(self.plan.rows) + 1 + self._spec.training.restart_schedule

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """What is said of tasks, the stages, and the sum."""
        return 0 if parent.isValid() else self.first_column + self.plan.columns + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles; those of stages tell their steps in the tooltip."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        part, stage = self._part(section), section - self.first_column
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if part in (Part.STEPS, Part.TOTAL, Part.ID) else _LEFT
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        if part is Part.STEPS and role == Qt.ItemDataRole.ToolTipRole:
            begin = sum(self.plan.sums[:stage])
            last = begin + self.plan.sums[stage]
            return tr("Steps {first} to {last} of the run", first=grouped(begin + 1), last=grouped(last))
        titles = {
            Part.NAME: tr("Task"),
            Part.ASKS: tr("Asks"),
            Part.ID: tr("Task id"),
            Part.CORPUS: tr("Corpus"),
            Part.STEPS: tr("Stage {number}", number=stage + 1),
            Part.TOTAL: tr("In all"),
        }
        return titles[part]

    def flags(self, index: Index) -> Qt.ItemFlag:
        """What can be typed into."""
        flags = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled
        part = self._part(index.column())
        if self.task_at(index) >= 0:
            edited = part in (Part.NAME, Part.ID, Part.STEPS)
        else:
            edited = index.row() == self.warmup_row and part is Part.STEPS
        return flags | Qt.ItemFlag.ItemIsEditable if edited else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Hand on what was typed."""
        if role != Qt.ItemDataRole.EditRole or value == self.data(index, role):
            return False
        self.typed.emit(Typed(self._part(index.column()), index.row(), self.stage_at(index), value))
        return True

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Text and look of a cell."""
        part, task = self._part(index.column()), self.task_at(index)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole, Qt.ItemDataRole.AccessibleTextRole):
            plain = role == Qt.ItemDataRole.EditRole
            return self._of_task(part, task, index, plain) if task >= 0 else self._below(part, index, plain)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if part in (Part.STEPS, Part.TOTAL, Part.ID) else _LEFT
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(part, task, index)
        if role == Qt.ItemDataRole.DecorationRole and part is Part.NAME and task >= 0:
            return QColor(categorical(self.colours, task))
        if role == Qt.ItemDataRole.FontRole and self._is_bold(part, task, index):
            font = QFont()
            font.setBold(True)
            return font
        if role == Qt.ItemDataRole.ForegroundRole and self._is_muted(part, index):
            return QColor(self.colours.muted)
        return None

    def _of_task(self, part: Part, task: int, index: Index, plain: bool) -> str | int:
        row = self.plan.rows[task]
        if part is Part.STEPS:
            return _number(row.steps[self.stage_at(index)], plain)
        if part is Part.TOTAL:
            return grouped(row.total)
        stage = row.stage
        if part is Part.ID:
            return stage.task if plain else str(stage.task)
        return {
            Part.NAME: stage.name,
            Part.ASKS: asks(stage),
            Part.CORPUS: stage.corpus or self._spec.corpus,
        }[part]

    def _below(self, part: Part, index: Index, plain: bool) -> str:
        """Sums and warm-ups."""
        warmups, stage = index.row() == self.warmup_row, self.stage_at(index)
        if part is Part.NAME:
            return tr("Warm-up steps") if warmups else tr("In all")
        if part is Part.TOTAL:
            return "" if warmups else grouped(self.plan.total)
        if part is not Part.STEPS:
            return ""
        if not warmups:
            return grouped(self.plan.sums[stage])
        own = self.plan.warmups[stage]
        if own is None:
            return "" if plain else grouped(self._spec.training.warmup_steps)
        return str(own) if plain else grouped(own)

    def _tip(self, part: Part, task: int, index: Index) -> str:
        stage = self.stage_at(index)
        if part is not Part.STEPS:
            whole = task >= 0 and part in (Part.NAME, Part.ASKS, Part.CORPUS)
            return plain_tip(str(self._of_task(part, task, index, plain=False))) if whole else ""
        if task >= 0:
            return plain_tip(_of_cell(self.plan.rows[task], stage))
        if index.row() != self.warmup_row:
            return ""
        if self.plan.warmups[stage] is None:
            return tr("As in the training's settings; type a number for this stage, or nothing for these.")
        return tr("Of this stage; delete it for the training's.")

    def _is_bold(self, part: Part, task: int, index: Index) -> bool:
        """Sums, and where a task begins."""
        if task < 0:
            return index.row() != self.warmup_row
        return part is Part.TOTAL or (part is Part.STEPS and self.stage_at(index) == self.plan.rows[task].start)

    def _is_muted(self, part: Part, index: Index) -> bool:
        """A warm-up that is the training's."""
        of_warmups = index.row() == self.warmup_row and part is Part.STEPS
        return of_warmups and self.plan.warmups[self.stage_at(index)] is None


class PlanTable(QTableView):
    """The view of a :class:`PlanModel`: typing begins an edit, Delete takes a number out. ``moved`` comes when another
    cell is the current one."""

    moved = Signal()

    def __init__(self, model: PlanModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        dress_table(self, tr("Plan of the tasks"))
        self.setShowGrid(True)
        self.setItemDelegate(_PlanCells(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.AnyKeyPressed | triggers.EditKeyPressed | triggers.DoubleClicked)
        self.horizontalHeader().setMinimumSectionSize(6 * GRID)
        self.setMinimumHeight(7 * self.verticalHeader().defaultSectionSize())

    def show_spec(self, spec: RunSpec) -> None:
        """Show a plan; the current cell stays with its task, as far as that is there."""
        before = self.currentIndex()
        task, column = self._model.task_at(before), before.column()
        name = self._model.plan.rows[task].stage.name if task >= 0 else ""
        self._model.show_spec(spec)
        self._size_columns()
        rows = [row.stage.name for row in self._model.plan.rows]
        row = rows.index(name) if name in rows else max(0, before.row())
        row, column = min(row, self._model.rowCount() - 1), min(max(0, column), self._model.columnCount() - 1)
        if (row, column) != (self.currentIndex().row(), self.currentIndex().column()):
            self.setCurrentIndex(self._model.index(row, column))

    def _size_columns(self) -> None:
        """What a task asks takes the room that the others leave; where stages are many, so much as its words need, and
        the table scrolls."""
        header, columns, modes = self.horizontalHeader(), range(self._model.columnCount()), QHeaderView.ResizeMode
        needed = sum(max(self.sizeHintForColumn(column), header.sectionSizeHint(column)) for column in columns)
        for column in columns:
            stretched = column == _ASKS and needed <= self.viewport().width()
            header.setSectionResizeMode(column, modes.Stretch if stretched else modes.ResizeToContents)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The room is another."""
        self._size_columns()
        super().resizeEvent(event)

    def sizeHintForColumn(self, column: int) -> int:
        """As wide as what stands there, up to a bound."""
        return min(super().sizeHintForColumn(column), _WIDEST)

    @property
    def task(self) -> int:
        """The task of the current cell; that of the first row where there is none."""
        return max(0, self._model.task_at(self.currentIndex()))

    @property
    def stage(self) -> int:
        """The stage of the current cell; the last one beside them."""
        stage = self._model.stage_at(self.currentIndex())
        return stage if stage >= 0 else self._model.plan.columns - 1

    def choose(self, task: int, stage: int) -> None:
        """Make the cell of a task in a stage the current one."""
        self.setCurrentIndex(self._model.index(task, self._model.first_column + stage))

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tell of it."""
        super().currentChanged(current, previous)
        if current.isValid():
            self.moved.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete takes the number of the cell out, Enter edits it."""
        index = self.currentIndex()
        editable = bool(self._model.flags(index) & Qt.ItemFlag.ItemIsEditable) if index.isValid() else False
        number = editable and self._model.stage_at(index) >= 0
        closed = self.state() is not QAbstractItemView.State.EditingState
        if number and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._model.setData(index, "")
        elif editable and closed and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit(index)
        else:
            super().keyPressEvent(event)


class _PlanCells(Cells):
    """Fields of cells: one line of text, for task ids a box of numbers."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A field with the bounds of what it is for."""
        editor = super().createEditor(parent, option, index)
        model = index.model()
        if isinstance(editor, QSpinBox) and isinstance(model, PlanModel):
            editor.setRange(0, model.last_id)
        return editor


def _parts_of(spec: RunSpec) -> tuple[Part, ...]:
    parts = [Part.NAME, Part.ASKS]
    if spec.encoder.task_types:
        parts.append(Part.ID)
    if any(stage.corpus for stage in spec.stages):
        parts.append(Part.CORPUS)
    return tuple(parts)


def _number(steps: int, plain: bool) -> str:
    """Steps as they are shown, or ``plain`` as one edits them; none is nothing."""
    if not steps:
        return ""
    return str(steps) if plain else grouped(steps)


def _of_cell(row: TaskRow, stage: int) -> str:
    name, steps = row.stage.name, row.steps[stage]
    if not steps:
        return tr("“{name}” is not in stage {stage}.", name=name, stage=stage + 1)
    if stage == row.start:
        return tr("“{name}” begins in stage {stage}.", name=name, stage=stage + 1)
    return tr("“{name}” goes on in stage {stage}, with the weights that it has.", name=name, stage=stage + 1)
