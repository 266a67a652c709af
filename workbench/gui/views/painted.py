"""A view that paints itself in one go, and can be copied and saved as it is shown."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from numpy.typing import NDArray
from PySide6.QtGui import QColor, QContextMenuEvent, QPainter
from PySide6.QtWidgets import QMenu, QWidget

from workbench.gui.theme import colours_of
from workbench.gui.views.drawn import Drawn
from workbench.gui.views.exporting import add_exports


class PaintedView(QWidget):
    """Its ``_paint`` draws what is on show; ``FILE_NAME`` is offered for a file of it."""

    FILE_NAME: ClassVar[str]

    @abstractmethod
    def _paint(self, painter: QPainter) -> None:
        """Draw everything, in the size of the widget."""

    @abstractmethod
    def as_csv(self) -> str:
        """The values that are shown, with their names."""

    @abstractmethod
    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """The same as arrays by name."""

    def _add_actions(self, menu: QMenu) -> None:
        """Put what else can be done first into its menu."""

    def menu(self) -> QMenu:
        """What can be done with it, last of all to copy and save."""
        menu = QMenu(self)
        self._add_actions(menu)
        add_exports(menu, self, self, self.FILE_NAME)
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copy and save."""
        self.menu().exec(event.globalPos())

    def picture(self) -> Drawn:
        """What is shown, finer than the screen."""
        return Drawn.of(self.size(), self._ground(), self._paint, self.logicalDpiX())

    def svg(self) -> Callable[[], bytes]:
        """Makes the same as SVG."""
        return self.picture().svg

    def _ground(self) -> QColor:
        return QColor(colours_of(self.palette()).base)
