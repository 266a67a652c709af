"""The look of widgets: Qt's Fusion, with boxes to tick that can be seen on every ground."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPalette, QPen
from PySide6.QtWidgets import QProxyStyle, QStyle, QStyleOption, QWidget

_Element = QStyle.PrimitiveElement
_BOXES = (_Element.PE_IndicatorCheckBox, _Element.PE_IndicatorItemViewItemCheck)
_FRAMED = (*_BOXES, _Element.PE_IndicatorRadioButton)

_FOCUS = QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_KeyboardFocusChange


class WorkbenchStyle(QProxyStyle):
    """Fusion frames a box with a darker shade of the window, which a dark theme swallows; here the frame has the colour
    of disabled words, with a contrast of 3 or more on every ground."""

    def __init__(self) -> None:
        super().__init__("Fusion")

    def drawPrimitive(
        self, element: QStyle.PrimitiveElement, option: QStyleOption, painter: QPainter, widget: QWidget | None = None
    ) -> None:
        """Fusion's, and the frame of a box or a radio button over it."""
        super().drawPrimitive(element, option, painter, widget)
        if element not in _FRAMED or option.state & _FOCUS == _FOCUS:  # Fusion frames what has the keyboard
            return
        colour = option.palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
        frame = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.save()
        painter.setPen(QPen(colour, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if element in _BOXES:
            painter.drawRect(frame)
        else:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawEllipse(frame)
        painter.restore()
