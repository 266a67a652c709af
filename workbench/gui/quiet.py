"""Moments in which the user does nothing, for work of the window that would keep him waiting."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Signal

AT_ONCE_MILLISECONDS = 30  #: where nothing is done: time for the loop to come round
AFTER_MILLISECONDS = 700  #: after a key, a click or the wheel: longer than between two letters of a word

_DEEDS = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.Wheel,
        QEvent.Type.InputMethod,
    }
)


class QuietMoment(QObject):
    """``came`` follows :meth:`ask` soon, but not while somebody types, clicks or scrolls."""

    came = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.came)

    def ask(self) -> None:
        """Wait for the next quiet moment."""
        if not self._timer.isActive():
            self._application().installEventFilter(self)
            self._timer.start(AT_ONCE_MILLISECONDS)

    def end(self) -> None:
        """Wait no longer."""
        self._timer.stop()
        self._application().removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Put off what waits."""
        if event.type() in _DEEDS and self._timer.isActive():
            self._timer.start(AFTER_MILLISECONDS)
        return False

    @staticmethod
    def _application() -> QCoreApplication:
        application = QCoreApplication.instance()
        assert application is not None
        return application
