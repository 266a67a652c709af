"""How far each layer moves the vectors of the tokens (ALBERT, figure 1)."""

from __future__ import annotations

from workbench.gui.i18n import tr
from workbench.gui.panels.probe_answers import Answer
from workbench.gui.views.layer_chart import LayerCharts, LayerSeries


class LayersView(LayerCharts):
    """Distance and angle between what goes into a layer and what comes out."""

    def show_answer(self, answer: Answer) -> None:
        """Show the moves of an answer."""
        moves = answer.inspected.summary.moves
        low = min(0.0, float(moves.cosine.min()))
        self.show_series(
            [
                LayerSeries("l2", tr("L2 distance of input and output"), moves.l2),
                LayerSeries("cosine", tr("Cosine of input and output"), moves.cosine, low, 1.0),
                LayerSeries("degrees", tr("Angle between them, degrees"), moves.degrees),
            ],
            tr("Hidden vectors before and after each layer, means over all tokens"),
        )  # fmt: skip
