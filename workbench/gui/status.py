"""The status bar: the whole experiment in one line, each part a link, and the work that goes on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QToolButton, QWidget

from workbench.gui.figures import duration
from workbench.gui.i18n import tr, translate
from workbench.gui.icons import icon
from workbench.gui.labels import PlainLabel
from workbench.gui.panel import Page, PanelState
from workbench.gui.rail import state_colour
from workbench.gui.tasks import Tasks
from workbench.gui.theme import GRID, colours_of


class _Link(QToolButton):
    """One part of the line; cut with dots where there is no room, whole in its tooltip."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent, autoRaise=True)
        self._title = title
        self._words = ""
        self._state = PanelState.EMPTY
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.show_words(PanelState.EMPTY, "")

    def show_words(self, state: PanelState, words: str) -> None:
        self._state, self._words = state, words
        self.setToolTip(f"{self._title}: {words}" if words else self._title)
        self.setAccessibleName(self._title)
        self.setAccessibleDescription(words)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self._whole()) + 3 * GRID, 3 * GRID)

    def minimumSizeHint(self) -> QSize:
        return QSize(5 * GRID, 3 * GRID)

    def _whole(self) -> str:
        return self._words or self._title

    def paintEvent(self, _event: QEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        if self.underMouse() or self.hasFocus():
            painter.fillRect(self.rect(), QColor(colours.raised))
        painter.setPen(QColor(colours.text if self._state is PanelState.READY else state_colour(self._state, colours)))
        area = self.rect().adjusted(GRID, 0, -GRID, 0)
        shown = self.fontMetrics().elidedText(self._whole(), Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)


class StatusLine(QWidget):
    """``chosen`` carries the name of the panel whose part was clicked."""

    chosen = Signal(str)

    def __init__(self, pages: Sequence[Page], tasks: Tasks, parent: QWidget | None = None) -> None:
        """``pages`` are those that have a part in the line."""
        super().__init__(parent)
        self._tasks = tasks
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, 2, GRID, 2)
        row.setSpacing(GRID // 2)
        self._links = {page.name: self._add_link(row, page.name, translate(page.title)) for page in pages}
        self._device = self._add_link(row, "training", tr("Device"))
        row.addStretch(1)
        self._work = PlainLabel(parent=self)
        self._bar = QProgressBar(self, maximum=1000, textVisible=False)
        self._bar.setFixedSize(14 * GRID, GRID + 4)
        self._bar.setAccessibleName(tr("Progress"))
        self._cancel = QToolButton(self, autoRaise=True)
        self._cancel.setToolTip(tr("Cancel this work"))
        self._cancel.setAccessibleName(tr("Cancel this work"))
        self._cancel.clicked.connect(self._cancel_work)
        for widget in (self._work, self._bar, self._cancel):
            row.addWidget(widget)
        tasks.changed.connect(self._show_work)
        self._show_work()

    def _add_link(self, row: QHBoxLayout, name: str, title: str) -> _Link:
        link = _Link(title, self)
        link.clicked.connect(lambda _checked=False: self.chosen.emit(name))
        row.addWidget(link)
        return link

    def show_words(self, name: str, state: PanelState, words: str) -> None:
        """A panel's part of the line; panels without one are ignored."""
        if name in self._links:
            self._links[name].show_words(state, words)

    def show_device(self, words: str) -> None:
        """Where the next run will train."""
        self._device.show_words(PanelState.READY, words)

    @Slot()
    def _show_work(self) -> None:
        task = self._tasks.shown
        for widget in (self._work, self._bar, self._cancel):
            widget.setVisible(task is not None)
        if task is None:
            return
        progress, left = task.progress, task.seconds_left()
        known = progress is not None and progress.total > 0
        self._bar.setMaximum(1000 if known else 0)
        if progress is not None and known:
            self._bar.setValue(round(1000 * progress.done / progress.total))
        phase = translate(progress.phase) if progress is not None and progress.phase else ""
        words = f"{task.title}: {phase}" if phase and phase != task.title else task.title
        if task.cancelled:
            words = tr("{work}: ending…", work=task.title)
        elif left is not None:
            words = tr("{work} · {time} left", work=words, time=duration(left))
        self._work.setText(words)
        self._cancel.setEnabled(not task.cancelled)

    @Slot()
    def _cancel_work(self) -> None:
        if task := self._tasks.shown:
            task.cancel()
            self._show_work()

    def changeEvent(self, event: QEvent) -> None:
        """Redraw the icon for another palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._cancel.setIcon(icon("x", self.palette()))

    def showEvent(self, event: QEvent) -> None:
        """The icon needs the palette, which is settled by now."""
        self._cancel.setIcon(icon("x", self.palette()))
