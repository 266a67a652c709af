"""The sentence itself, shaded by what one of its tokens looks at and by what looks at it."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, QSize, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QPainter
from PySide6.QtWidgets import QLabel, QMenu, QScrollArea, QVBoxLayout, QWidget

from workbench.gui.i18n import tr
from workbench.gui.theme import GRID, colours_of
from workbench.gui.views.drawn import Drawn
from workbench.gui.views.exporting import add_exports
from workbench.gui.views.strip_cells import Cell
from workbench.gui.views.token_strip import TokenStrip
from workbench.inspection.hiding import Shown
from workbench.masking.strategy import Action


class OneTokenView(QWidget):
    """Two strips. ``chosen`` carries the number of a row of the matrix after a click or Enter on its token."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = Shown(np.zeros((0, 0), np.float32), np.zeros(0, np.int64), np.zeros(0, np.int64))
        self._names: Sequence[str] = ()
        self._mode = ""
        self._place = 0
        self.looks, self.seen = (self._strip(name) for name in (tr("Looks at"), tr("Is looked at by")))
        self.looks_title, self.seen_title = QLabel(self), QLabel(self)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.looks_title, self.looks, self.seen_title, self.seen):
            column.addWidget(widget)
        column.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(inner)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(area)
        self._inner = inner

    def _strip(self, name: str) -> TokenStrip:
        strip = TokenStrip(self)
        strip.show_brackets = False
        strip.setAccessibleName(name)
        strip.set_hover(lambda place: self._describe(strip, place))
        strip.unit_chosen.connect(self._choose)
        return strip

    def show_weights(self, shown: Shown, names: Sequence[str], mode: str) -> None:
        """Show a square matrix after hiding, with the ``names`` of the whole one; the token stays the same one."""
        before = int(self._shown.rows[self._place]) if len(self._shown.rows) and names == self._names else -1
        self._shown, self._names, self._mode = shown, names, mode
        found = np.flatnonzero(shown.rows == before)
        self._place = int(found[0]) if len(found) else min(1, max(0, len(shown.rows) - 1))
        self._fill()

    def choose(self, row: int) -> None:
        """Show another token, by its number in the whole matrix; one that is hidden is not shown."""
        found = np.flatnonzero(self._shown.rows == row)
        if len(found):
            self._place = int(found[0])
            self._fill()

    @property
    def row(self) -> int:
        """The token's number in the whole matrix; -1 where nothing is shown."""
        return int(self._shown.rows[self._place]) if len(self._shown.rows) else -1

    def _choose(self, unit: int) -> None:
        if unit >= 0:
            self._place = unit
            self._fill()
            self.chosen.emit(self.row)

    def _weights(self, strip: TokenStrip) -> NDArray[np.floating]:
        values = self._shown.values
        weights: NDArray[np.floating] = values[self._place] if strip is self.looks else values[:, self._place]
        return weights

    def _fill(self) -> None:
        if not len(self._shown.rows):
            return
        name = self._names[self.row]
        self.looks_title.setText(tr("{token} looks at (sums to {total})", token=name, total=self._total(self.looks)))
        self.seen_title.setText(
            tr("{token} is looked at by (sums to {total})", token=name, total=self._total(self.seen))
        )
        for strip in (self.looks, self.seen):
            weights = self._weights(strip)
            greatest = float(weights.max()) or 1.0
            strip.show_cells(
                [
                    Cell(
                        self._names[row],
                        unit=place,
                        action=Action.KEEP if place == self._place else None,
                        shade=float(weight) / greatest,
                        note=f"{weight:.2f}".removeprefix("0"),
                    )
                    for place, (row, weight) in enumerate(zip(self._shown.rows, weights, strict=True))
                ]
            )

    def _total(self, strip: TokenStrip) -> str:
        return f"{float(self._weights(strip).sum()):.3f}"

    def _describe(self, strip: TokenStrip, place: int) -> str:
        if not 0 <= place < len(self._shown.rows):
            return ""
        one, other = self._names[self.row], self._names[self._shown.rows[place]]
        pair = f"{one} → {other}" if strip is self.looks else f"{other} → {one}"
        return f"{pair}: {float(self._weights(strip)[place]):.4f}"

    # Export

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copy and save."""
        menu = QMenu(self)
        add_exports(menu, self, self, "token")
        menu.exec(event.globalPos())

    def _paint(self, painter: QPainter) -> None:
        painter.setFont(self.font())
        painter.setPen(QColor(colours_of(self.palette()).text))
        for title in (self.looks_title, self.seen_title):
            painter.drawText(QRect(title.mapTo(self._inner, QPoint(0, 0)), title.size()), title.text())
        for strip in (self.looks, self.seen):
            painter.save()
            painter.translate(strip.mapTo(self._inner, QPoint(0, 0)))
            strip.paint(painter, strip.rect())
            painter.restore()

    def _size(self) -> QSize:
        return QSize(self._inner.width(), self.seen.geometry().bottom() + GRID)

    def _ground(self) -> QColor:
        return self.palette().window().color()

    def picture(self) -> Drawn:
        """Both strips, finer than the screen, also what is scrolled away."""
        return Drawn.of(self._size(), self._ground(), self._paint, self.logicalDpiX())

    def svg(self) -> Callable[[], bytes]:
        """Makes the same as SVG."""
        return self.picture().svg

    def as_csv(self) -> str:
        """A line a token with both weights."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([f"{self._names[self.row]}; {self._mode}", "looks at", "is looked at by"])
        for place, row in enumerate(self._shown.rows):
            pair = (self._weights(strip)[place] for strip in (self.looks, self.seen))
            writer.writerow([self._names[row], *(f"{weight:.6g}" for weight in pair)])
        return out.getvalue()

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """``looks_at`` and ``looked_at_by`` [n] of the ``token``, the ``tokens`` and the mode of the ``view``."""
        return {
            "token": np.array(self._names[self.row]),
            "tokens": np.array([self._names[row] for row in self._shown.rows]),
            "looks_at": self._weights(self.looks),
            "looked_at_by": self._weights(self.seen),
            "view": np.array(self._mode),
        }
