"""Where a window stands: all of it, with its frame, on a screen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow, QStyle


def on_screen(wanted: QRect, screens: Sequence[QRect]) -> QRect:
    """The rectangle moved and cut so that all of it lies on the screen that shows most of it (else on the first)."""

    def shared(screen: QRect) -> int:
        part = screen.intersected(wanted)
        return max(0, part.width()) * max(0, part.height())

    screen = max(screens, key=shared)
    width, height = min(wanted.width(), screen.width()), min(wanted.height(), screen.height())
    left = min(max(wanted.left(), screen.left()), screen.right() + 1 - width)
    top = min(max(wanted.top(), screen.top()), screen.bottom() + 1 - height)
    return QRect(left, top, width, height)


def available() -> list[QRect]:
    """The screens without their bars and docks, the main one first."""
    return [screen.availableGeometry() for screen in QGuiApplication.screens()]


def keep_on_screen(window: QMainWindow) -> None:
    """Move and shrink a window so that all of it lies on a screen, its frame included."""
    if window.isMaximized() or window.isFullScreen():
        return
    frame = _frame(window)
    right = on_screen(frame, available())
    if right != frame:
        window.resize(window.size() - (frame.size() - right.size()))
        window.move(right.topLeft())  # of the frame, other than setGeometry


def _frame(window: QMainWindow) -> QRect:
    """A window with its frame, which is a guess while there is none yet."""
    frame = window.frameGeometry()
    if not window.isVisible() and frame == window.geometry():
        frame.setTop(frame.top() - window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight))
    return frame
