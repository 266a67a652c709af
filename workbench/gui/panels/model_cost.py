"""What a model costs: parameters by part, compute a token, memory while training."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from workbench.core.texts import mark
from workbench.gui.figures import grouped, percent, short, size
from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr, translate
from workbench.gui.panels.plain_table import fill_table, plain_table
from workbench.spec.forecast import Forecast

PART_TITLES = {
    "word_table": mark("Word table"),
    "position_table": mark("Position table"),
    "segment_table": mark("Segment table"),
    "embedding_norm": mark("Norm of the embeddings"),
    "embedding_map": mark("Map to the hidden size"),
    "attention": mark("Attention"),
    "feed_forward": mark("Feed-forward layers"),
    "layer_norms": mark("Layer norms"),
    "pooler": mark("Pooler"),
    "mlm_head": mark("Head for masked tokens"),
    "next_sentence_head": mark("Head for the next sentence"),
    "sentence_order_head": mark("Head for the sentence order"),
}
MEMORY_TITLES = {
    "weights": mark("Weights"),
    "gradients": mark("Gradients"),
    "optimizer": mark("Optimizer state"),
    "activations": mark("Activations (estimate)"),
}


def part_title(name: str) -> str:
    """The translated title of a part of the model; its own name where it has none."""
    return translate(PART_TITLES[name]) if name in PART_TITLES else name.replace("_", " ")


class CostView(QWidget):
    """Exact parameter counts by part, compute a token, memory while training."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.total = QLabel(self)
        self.total.setFont(scaled(self.font(), 1.6, bold=True))
        self.total.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._facts = QLabel(self, wordWrap=True)
        self.parts = plain_table([tr("Part"), tr("Parameters"), tr("Share")], self)
        self.memory = plain_table([tr("Memory while training"), tr("Size")], self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.total, self._facts, self.parts, self.memory):
            column.addWidget(widget)

    def show_forecast(self, cost: Forecast, vocabulary: str) -> None:
        """Show a forecast; ``vocabulary`` names what the size was taken from, empty for the paper's."""
        counts = cost.parameters
        self.total.setText(tr("{count} parameters", count=grouped(counts.total)))
        self._facts.setText(
            "\n".join(
                (
                    tr(
                        "Body {body}, heads {heads}",
                        body=grouped(counts.body),
                        heads=grouped(sum(counts.heads.values())),
                    ),
                    tr("{flops}FLOP a token, forward and backward", flops=short(cost.flops_per_token)),
                    self._source(cost.vocabulary_size, vocabulary),
                )
            )
        )
        rows = [
            (part_title(name), grouped(count), percent(count / counts.total)) for name, count in counts.by_part.items()
        ]
        fill_table(self.parts, rows, right=(1, 2))
        shares = [(translate(title), size(getattr(cost.memory, name))) for name, title in MEMORY_TITLES.items()]
        fill_table(self.memory, [*shares, (tr("Together"), size(cost.memory.total))], right=(1,))

    def _source(self, number: int, vocabulary: str) -> str:
        if vocabulary:
            return tr("Reckoned with {size} tokens of vocabulary “{name}”", size=grouped(number), name=vocabulary)
        return tr("Reckoned with {size} tokens; no vocabulary is chosen yet", size=grouped(number))
