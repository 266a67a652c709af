"""The line under the navigator: what the strips' signs mean, and what else can be done on the page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from workbench.gui.i18n import tr, translate
from workbench.gui.icons import icon
from workbench.gui.panels.toggle import ToggleButton
from workbench.gui.theme import GRID
from workbench.gui.views.strip_legend import StripLegend
from workbench.masking.export import EXPORT
from workbench.masking.mixture import single_strategies
from workbench.masking.runs import RunStrategy
from workbench.masking.strategy import MaskingStrategy
from workbench.text.document import UnitKind


class ActionRow(QWidget):
    """``stages_wanted`` carries whether the timeline is to be shown; the other signals are what the buttons offer."""

    stages_wanted = Signal(bool)
    replay_wanted = Signal()
    passages_wanted = Signal()
    sheet_wanted = Signal()
    strip_wanted = Signal()
    text_wanted = Signal()
    picture_wanted = Signal()
    json_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.legend = StripLegend(self)
        self.stages = ToggleButton(tr("Stages"), self)
        self.stages.setToolTip(tr("Train with one kind of masks after another"))
        self.replay = QPushButton(tr("Replay…"), self)
        self.replay.setToolTip(tr("See the masks that a step of a run was trained with"))
        self.export = QPushButton(tr("Export"), self)
        self.export.setToolTip(tr("Save or copy masked passages and pictures"))
        self.export.setMenu(self._make_menu())
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, 0, GRID, 0)
        row.setSpacing(GRID // 2)
        row.addWidget(self.legend, 1)
        for widget in (self.stages, self.replay, self.export):
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)
        self.stages.toggled.connect(self.stages_wanted)
        self.replay.clicked.connect(self.replay_wanted)
        self._dress()

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(tr("Picture of the comparison…"), self.sheet_wanted.emit)
        menu.addAction(tr("Picture of the chosen strip…"), self.strip_wanted.emit)
        menu.addAction(translate(EXPORT.label), self.passages_wanted.emit)
        menu.addSeparator()
        menu.addAction(tr("Copy as picture"), self.picture_wanted.emit)
        menu.addAction(tr("Copy as text"), self.text_wanted.emit)
        menu.addAction(tr("Copy as JSON"), self.json_wanted.emit)
        return menu

    def explain(self, strategies: Sequence[MaskingStrategy], two_draws: bool) -> None:
        """Explain the signs that strips of these strategies can have."""
        explain_signs(self.legend, strategies, two_draws=two_draws)

    def _dress(self) -> None:
        self.export.setIcon(icon("upload", self.palette()))
        self.replay.setIcon(icon("history", self.palette()))
        self.stages.setIcon(icon("stack-2", self.palette()))

    def changeEvent(self, event: QEvent) -> None:
        """Icons follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dress()


def explain_signs(legend: StripLegend, strategies: Sequence[MaskingStrategy], *, two_draws: bool) -> None:
    """Have a legend explain the signs that strips of these strategies can have."""
    singles = [single for strategy in strategies for single in single_strategies(strategy)]
    kinds = {kind for single in singles for kind in _kinds(single)}
    legend.show_signs(kinds, similar=any(one.replacement.similar for one in singles), two_draws=two_draws)


def _kinds(strategy: MaskingStrategy) -> frozenset[UnitKind]:
    """The kinds of units with brackets that a strategy may choose from."""
    return frozenset({UnitKind.NGRAM}) if isinstance(strategy, RunStrategy) else strategy.needs
