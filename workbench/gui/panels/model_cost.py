"""What a model costs: parameters by part, compute a token, memory while training."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from workbench.core.texts import mark
from workbench.gui.figures import grouped, percent, short, size
from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr, translate
from workbench.gui.labels import PlainLabel, muted_label
from workbench.gui.panels.plain_table import fill_table, plain_table
from workbench.gui.theme import GRID
from workbench.spec.forecast import Forecast

PART_TITLES = {
    "word_table": mark("Word table"),
    "position_table": mark("Position table"),
    "segment_table": mark("Segment table"),
    "task_table": mark("Table of tasks"),
    "role_table": mark("Table of roles"),
    "embedding_norm": mark("Norm of the embeddings"),
    "embedding_map": mark("Map to the hidden size"),
    "attention": mark("Attention"),
    "feed_forward": mark("Feed-forward layers"),
    "layer_norms": mark("Layer norms"),
    "pooler": mark("Pooler"),
    "ngram_table": mark("N-gram table"),
    "mlm_head": mark("Head for masked tokens"),
    "replaced_token_head": mark("Head for replaced tokens"),
    "replaced_mlm_head": mark("Head for the original of replaced tokens"),
    "all_tokens_mlm_head": mark("Head that copies or predicts"),
    "capitalization_head": mark("Head for capitals"),
    "token_document_head": mark("Head for token–document"),
    "generator_head": mark("Generator: head for masked tokens"),
    "generator_baseline": mark("Generator: baseline of its reward"),
    "click_relevance_head": mark("Head for search relevance"),
    "next_sentence_head": mark("Head for the next sentence"),
    "sentence_order_head": mark("Head for the sentence order"),
    "sentence_reordering_head": mark("Head for reordered sentences"),
    "sentence_distance_head": mark("Head for the distance of sentences"),
    "discourse_relation_head": mark("Head for the discourse relation"),
    "ir_relevance_head": mark("Head for relevance (proxy)"),
    "dialogue_head": mark("Head for real and fake dialogues"),
}
_GENERATOR, _NGRAMS = "generator_", "ngram_"
MEMORY_TITLES = {
    "weights": mark("Weights"),
    "gradients": mark("Gradients"),
    "optimizer": mark("Optimizer state"),
    "activations": mark("Activations (estimate)"),
}


def part_title(name: str) -> str:
    """The translated title of a part of the model; its own name where it has none."""
    part = name.removeprefix(_GENERATOR)
    if name not in PART_TITLES and part != name:
        return tr("Generator: {part}", part=part_title(part))
    part = name.removeprefix(_NGRAMS)
    if name not in PART_TITLES and part != name:
        return tr("N-grams: {part}", part=part_title("embedding_norm" if part == "norm" else part))
    return translate(PART_TITLES[name]) if name in PART_TITLES else name.replace("_", " ")


class CostView(QWidget):
    """How many parameters, how much compute a token, and how large activations are."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.total = QLabel(self)
        self.total.setFont(scaled(self.font(), 1.6, bold=True))
        self.total.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._facts = {
            name: PlainLabel(parent=self, wordWrap=True) for name in ("parameters", "compute", "activations")
        }
        self._source_line = muted_label("", self, wordWrap=True)
        self.hint = muted_label("", self, wordWrap=True)
        self.hint.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.total)
        column.addLayout(self._make_facts())
        column.addWidget(self._source_line)
        column.addWidget(self.hint)

    def _make_facts(self) -> QGridLayout:
        """What sharing saves, and what it does not, each on a line of its own."""
        titles = {"parameters": tr("Parameters"), "compute": tr("Compute"), "activations": tr("Activations")}
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        grid.setHorizontalSpacing(2 * GRID)
        for row, (name, title) in enumerate(titles.items()):
            grid.addWidget(muted_label(title, self), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(self._facts[name], row, 1)
        return grid

    def show_forecast(self, cost: Forecast, vocabulary: str, unshared: int = 0) -> None:
        """Show a forecast; ``vocabulary`` names what the size was taken from, empty for the paper's; ``unshared`` is
        how many parameters there would be if layers that share did not, 0 where none do."""
        counts = cost.parameters
        self.total.setText(tr("{count} parameters", count=grouped(counts.total)))
        heads = grouped(sum(counts.heads.values()))
        parameters = tr("Body {body}, heads {heads}", body=grouped(counts.body), heads=heads)
        if counts.generator:
            parameters += "\n" + tr(
                "Generator {count}, of which {shared} are shared with the body",
                count=grouped(counts.generator),
                shared=grouped(counts.shared),
            )
        compute = tr("{flops}FLOP a token, forward and backward", flops=short(cost.flops_per_token))
        activations = tr("{size} for the largest part of a batch (estimate)", size=size(cost.memory.activations))
        if unshared:
            parameters += "\n" + tr(
                "Sharing saves {saved} of {unshared}",
                saved=grouped(unshared - counts.total),
                unshared=grouped(unshared),
            )
            compute += "\n" + tr("Sharing saves none")
            activations += "\n" + tr("Sharing saves none")
        for name, words in (("parameters", parameters), ("compute", compute), ("activations", activations)):
            self._facts[name].setText(words)
        self._source_line.setText(self._source(cost.vocabulary_size, vocabulary))

    def show_hint(self, hint: str) -> None:
        """Say what is unusual about the model, though it can be trained; nothing where all is usual."""
        self.hint.setText(hint)
        self.hint.setVisible(bool(hint))

    def _source(self, number: int, vocabulary: str) -> str:
        if vocabulary:
            return tr("Reckoned with {size} tokens of vocabulary “{name}”", size=grouped(number), name=vocabulary)
        return tr("Reckoned with {size} tokens; no vocabulary is chosen yet", size=grouped(number))


class CostTables(QWidget):
    """Parameters by part, and memory while training."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.parts = plain_table([tr("Part"), tr("Parameters"), tr("Share")], self)
        self.memory = plain_table([tr("Memory while training"), tr("Size")], self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.parts)
        column.addWidget(self.memory)

    def show_forecast(self, cost: Forecast) -> None:
        """Show a forecast."""
        counts = cost.parameters
        rows = [
            (part_title(name), grouped(count), percent(count / counts.total)) for name, count in counts.by_part.items()
        ]
        fill_table(self.parts, rows, right=(1, 2))
        shares = [(translate(title), size(getattr(cost.memory, name))) for name, title in MEMORY_TITLES.items()]
        fill_table(self.memory, [*shares, (tr("Together"), size(cost.memory.total))], right=(1,))
