"""The plan of a run's tasks drawn over its steps: a lane a task, a block for each stage that it is trained in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from workbench.gui.figures import grouped, percent
from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr
from workbench.gui.theme import GRID, categorical, colours_of
from workbench.gui.tips import plain_tip
from workbench.gui.views.painted import PaintedView
from workbench.spec.task_plan import TaskSteps, table_csv

_LANE = 3 * GRID  #: height of a lane where there is room
_LOW = 10  #: of one among very many
_MOST_HEIGHT = 20 * GRID
_TINT = 70  # of 255: what a block has of its colour; the part that stands for its share has all of it
_STRIPE = 4  # pixels at the foot of a block, as wide as its task's share of the stage


class TaskLanes(PaintedView):
    """``chosen`` carries the number of the task whose lane is clicked. The axis begins and ends :data:`GRID` pixels
    from the edges, as that of the learning rate's curve."""

    FILE_NAME = "tasks"
    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table: Sequence[TaskSteps] = ()
        self._ends: Sequence[int] = ()
        self._current = -1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Tasks by step"))

    @property
    def table(self) -> Sequence[TaskSteps]:
        """What is drawn."""
        return self._table

    def show_table(self, table: Sequence[TaskSteps], current: int) -> None:
        """Show a plan; the lane of the task ``current`` is framed, of none where it is -1."""
        other_size = len(table) != len(self._table)
        self._table, self._current = table, current
        self._ends = [0, *accumulate(map(sum, zip(*(task.steps for task in table), strict=True)))]
        self.setAccessibleDescription(". ".join(self._sentence(task) for task in table))
        if other_size:
            self.updateGeometry()
        self.update()

    def _sentence(self, task: TaskSteps) -> str:
        parts = [
            tr("{steps} in stage {stage}", steps=grouped(steps), stage=number)
            for number, steps in enumerate(task.steps, 1)
            if steps
        ]
        return f"{task.name}: {', '.join(parts)}"

    # Geometry

    @property
    def _height(self) -> int:
        return max(_LOW, min(_LANE, _MOST_HEIGHT // max(1, len(self._table))))

    def _x_of(self, step: int) -> int:
        whole = max(1, self._ends[-1] if self._ends else 1)
        return GRID + round((self.width() - 2 * GRID) * step / whole)

    def block(self, task: int, column: int) -> QRect:
        """The box of a task in a stage."""
        left, right = self._x_of(self._ends[column]), self._x_of(self._ends[column + 1])
        return QRect(left, task * self._height, max(2, right - left), self._height - 2)

    def place_at(self, point: QPoint) -> tuple[int, int]:
        """The task and the stage under a point, -1 for none."""
        task = point.y() // self._height
        columns = range(len(self._ends) - 1)
        column = next((one for one in columns if self._x_of(self._ends[one + 1]) >= point.x()), -1)
        return (task, column) if 0 <= task < len(self._table) else (-1, column)

    def sizeHint(self) -> QSize:
        """As high as the lanes and the axis."""
        return QSize(60 * GRID, max(1, len(self._table)) * self._height + self._line())

    def minimumSizeHint(self) -> QSize:
        """As high, and narrow."""
        return QSize(20 * GRID, self.sizeHint().height())

    def _line(self) -> int:
        return QFontMetrics(scaled(self.font(), 0.85)).height() + 2

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Lanes, borders of stages, and the steps at these."""
        self._paint(QPainter(self))

    def _paint(self, painter: QPainter) -> None:
        colours = colours_of(self.palette())
        painter.setFont(scaled(self.font(), 0.85))
        for task, row in enumerate(self._table):
            ground = QRect(GRID, task * self._height, self.width() - 2 * GRID, self._height - 2)
            painter.fillRect(ground, QColor(colours.base))
            for column, steps in enumerate(row.steps):
                if steps:
                    self._paint_block(painter, task, column)
            if task == self._current:
                painter.setPen(QPen(QColor(colours.accent), 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(ground.adjusted(0, 0, -1, -1))
        self._paint_axis(painter)

    def _paint_block(self, painter: QPainter, task: int, column: int) -> None:
        colours, box = colours_of(self.palette()), self.block(task, column)
        full = QColor(categorical(colours, task))
        tint = QColor(full)
        tint.setAlpha(_TINT)
        painter.fillRect(box, tint)
        share = self._share(task, column)
        painter.fillRect(box.left(), box.bottom() - _STRIPE + 1, max(2, round(share * box.width())), _STRIPE, full)
        if self._height < 2 * GRID:
            return
        row = self._table[task]
        begins = not any(row.steps[:column])
        words = f"{row.name} {grouped(row.steps[column])}" if begins else grouped(row.steps[column])
        painter.setPen(QColor(colours.text))
        area = box.adjusted(GRID // 2, 0, -GRID // 2, -_STRIPE + 1)
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, area.width())
        if shown == words or len(shown) > 1:
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)

    def _paint_axis(self, painter: QPainter) -> None:
        """Borders through all lanes, and below them their steps where there is room."""
        colours, foot = colours_of(self.palette()), len(self._table) * self._height
        metrics, taken = painter.fontMetrics(), 0
        for end in self._ends:
            x = self._x_of(end)
            painter.setPen(QPen(QColor(colours.muted), 1, Qt.PenStyle.DotLine))
            painter.drawLine(x, 0, x, foot)
            last = end == self._ends[-1]
            words = tr("{steps} {steps:step|steps}", steps=grouped(end)) if last else grouped(end)
            width = metrics.horizontalAdvance(words)
            left = max(GRID, min(x - width // 2, self.width() - GRID - width))
            if left >= taken:
                painter.setPen(QColor(colours.muted))
                painter.drawText(QRect(left, foot, width + 1, metrics.height()), Qt.AlignmentFlag.AlignLeft, words)
                taken = left + width + GRID

    def _share(self, task: int, column: int) -> float:
        return self._table[task].steps[column] / (self._ends[column + 1] - self._ends[column])

    # What is under the mouse

    def text_at(self, point: QPoint) -> str:
        """What the task under a point does in the stage there; empty beside the lanes."""
        task, column = self.place_at(point)
        if task < 0 or column < 0:
            return ""
        row, first, last = self._table[task], self._ends[column] + 1, self._ends[column + 1]
        if not row.steps[column]:
            return tr("“{name}” is not in stage {stage}.", name=row.name, stage=column + 1)
        return tr(
            "“{name}”, stage {stage}: {steps} of the steps {first} to {last}, {share}",
            name=row.name, stage=column + 1, steps=grouped(row.steps[column]), first=grouped(first), last=grouped(last),
            share=percent(self._share(task, column), 0),
        )  # fmt: skip

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a task."""
        task, _column = self.place_at(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and task >= 0:
            self.chosen.emit(task)

    def event(self, event: QEvent) -> bool:
        """Tooltips say the numbers."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tip(self.text_at(event.pos())), self)
            return True
        return super().event(event)

    # Export

    def as_csv(self) -> str:
        """The plan as a table."""
        return table_csv(self._table)

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """Names of tasks and their steps [tasks, stages]."""
        return {
            "tasks": np.array([task.name for task in self._table]),
            "steps": np.array([task.steps for task in self._table], np.int64),
        }
