"""What the fills and brackets of strips mean."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.gui.i18n import tr
from workbench.gui.theme import GRID, colours_of
from workbench.gui.views.strip_cells import LETTERS, Cell, CellBrush
from workbench.gui.views.strip_layout import CELL
from workbench.masking.strategy import Action
from workbench.text.document import UnitKind

SIDE = 20  #: pixels of a legend's cell
LEGEND_ROW = SIDE + 6


class StripLegend(QWidget):
    """Drawn with the brush of the strips: small cells with letter and words beside them, brackets over words.

    Where the entries do not fit into one row they have shorter words, and the tooltip has them in full; where these do
    not fit either they wrap at the width of the widget.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kinds = frozenset(UnitKind)
        self._similar, self._two_draws = True, False
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(tr("Legend"))

    def show_signs(self, kinds: Collection[UnitKind], *, similar: bool, two_draws: bool) -> None:
        """Explain only the brackets of these kinds, similar words where there may be any, and corners where two draws
        are on show."""
        self._kinds, self._similar, self._two_draws = frozenset(kinds), similar, two_draws
        self._claim_height()
        self.updateGeometry()
        self.update()

    def entries(self, *, short: bool = False) -> list[tuple[Cell, str]]:
        """A cell and what it means, in order, in words or in as few as there can be."""
        outcomes = [
            (Cell("字", action=Action.MASK), tr("masked")),
            (Cell("字", action=Action.RANDOM), tr("random") if short else tr("random token")),
            *([(Cell("字", action=Action.SIMILAR), tr("similar") if short else tr("similar word"))] * self._similar),
            (Cell("字", action=Action.KEEP), tr("kept") if short else tr("kept, still predicted")),
        ]
        lone = [(Cell("字", lone=True), tr("one draw") if short else tr("in one draw only"))] * self._two_draws
        kinds = [
            (UnitKind.WORD, tr("word")),
            (UnitKind.PHRASE, tr("phrase")),
            (UnitKind.ENTITY, tr("entity")),
            (UnitKind.NGRAM, tr("n-gram")),
        ]
        return [
            *((cell, f"{LETTERS[cell.action]} {words}") for cell, words in outcomes if cell.action is not None),
            *lone,
            *((Cell("", unit=0, kind=kind), words) for kind, words in kinds if kind in self._kinds),
        ]

    def places(self, width: int) -> list[QRect]:
        """Where the entries stand at a width, cell and words together."""
        return [place for _, _, place in self._placed(width)]

    def _placed(self, width: int) -> list[tuple[Cell, str, QRect]]:
        """The entries, in shorter words where these spare a row, and their places."""
        placed = self._rows_of(self.entries(), 2 * GRID, width)
        if placed[-1][2].top():
            short = self._rows_of(self.entries(short=True), GRID, width)
            return short if short[-1][2].top() < placed[-1][2].top() else placed
        return placed

    def _rows_of(self, entries: Sequence[tuple[Cell, str]], gap: int, width: int) -> list[tuple[Cell, str, QRect]]:
        found = []
        left = top = 0
        for cell, words in entries:
            wide = self._indent(cell) + self.fontMetrics().horizontalAdvance(words) + 2
            if left and left + wide > width:
                left, top = 0, top + LEGEND_ROW
            found.append((cell, words, QRect(left, top, wide, LEGEND_ROW)))
            left += wide + gap
        return found

    @staticmethod
    def _indent(cell: Cell) -> int:
        """Pixels before an entry's words."""
        return SIDE + GRID // 2 if cell.unit < 0 else GRID // 2

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self.places(width)[-1].bottom() + 1

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The rows follow the width, also where no layout asks for a height by width."""
        super().resizeEvent(event)
        self._claim_height()

    def _claim_height(self) -> None:
        self.setMinimumHeight(self.heightForWidth(self.width()))
        whole = self.entries()
        shown = [words for _, words, _ in self._placed(self.width())]
        self.setToolTip("" if shown == [words for _, words in whole] else " · ".join(words for _, words in whole))

    def sizeHint(self) -> QSize:
        """All entries in a row."""
        return QSize(self.places(self.maximumWidth())[-1].right() + 1, LEGEND_ROW)

    def minimumSizeHint(self) -> QSize:
        """The widest entry."""
        return QSize(max(place.width() for place in self.places(0)), LEGEND_ROW)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Cells with words beside them."""
        painter = QPainter(self)
        self.paint(painter, QRect(0, 0, self.width(), self.height()))
        painter.end()

    def paint(self, painter: QPainter, area: QRect) -> None:
        """Draw the entries into an area, as wide as they wrap at."""
        brush = CellBrush(painter, colours_of(self.palette()))
        for cell, words, place in self._placed(area.width()):
            row = place.translated(area.topLeft())
            if cell.unit < 0:
                painter.save()
                painter.translate(row.left(), row.top() + (LEGEND_ROW - SIDE) // 2)
                painter.scale(SIDE / CELL, SIDE / CELL)
                brush.paint_box(cell, QRect(0, 0, CELL, CELL))
                painter.restore()
            else:
                below = row.adjusted(0, GRID // 2, 0, 0)
                brush.paint_bracket([cell], 0, range(1), [below].__getitem__)
            painter.setFont(self.font())
            painter.setPen(QColor(colours_of(self.palette()).text))
            painter.drawText(row.adjusted(self._indent(cell), 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, words)
