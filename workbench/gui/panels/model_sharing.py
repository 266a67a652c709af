"""What layers share: a picture whose boxes and rows can be clicked, the tensors of a box, and what else would cost."""

from __future__ import annotations

from collections import Counter
from math import prod

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QTableWidgetItem, QVBoxLayout, QWidget

from workbench.gui.figures import grouped, short
from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr, translate
from workbench.gui.labels import PlainLabel, muted_label
from workbench.gui.panels.plain_table import fill_table, plain_table
from workbench.gui.theme import GRID, colours_of
from workbench.gui.tips import plain_tip
from workbench.gui.views.sharing_map import Picture, Row, SharingMap
from workbench.spec.encoder import EncoderSpec, Sharing
from workbench.spec.run import RunSpec
from workbench.spec.sharing import attention_tensors, feed_forward_tensors, group_of, layer_uses
from workbench.spec.sharing_table import SharingChoice, sharing_table, with_sharing

ATTENTION, FEED_FORWARD, WORDS = range(3)  #: rows of the picture

#: What is shared after a click on a row, by what is shared before.
_SWITCHED = {
    ATTENTION: {
        Sharing.NONE: Sharing.ATTENTION,
        Sharing.ATTENTION: Sharing.NONE,
        Sharing.FEED_FORWARD: Sharing.ALL,
        Sharing.ALL: Sharing.FEED_FORWARD,
    },
    FEED_FORWARD: {
        Sharing.NONE: Sharing.FEED_FORWARD,
        Sharing.FEED_FORWARD: Sharing.NONE,
        Sharing.ATTENTION: Sharing.ALL,
        Sharing.ALL: Sharing.ATTENTION,
    },
}


class SharingView(QWidget):
    """``chosen`` carries an :class:`EncoderSpec` that shares other things, or has another embedding size."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._encoder = EncoderSpec()
        self._vocabulary_size = 0
        self._framed: tuple[int, int] | None = None
        self._choices: list[list[SharingChoice]] = []
        title = PlainLabel(tr("What is shared"), self)
        title.setFont(scaled(self.font(), 1.0, bold=True))
        self.map = SharingMap(self)
        self.map.chosen.connect(self._frame)
        self.map.switched.connect(self._switch)
        self._hint = muted_label("", self, wordWrap=True)
        self.tensors = plain_table([tr("Tensor"), tr("Shape"), tr("Parameters")], self)
        self.tensors.setAccessibleName(tr("Tensors of the chosen box"))
        words = tr(
            "Parameters of encoder and heads, by what layers share and by the embedding size E; a click chooses:"
        )
        self._above = muted_label(words, self, wordWrap=True)
        self.table = plain_table([tr("Shared")], self)
        self.table.setAccessibleName(words)
        self.table.setSelectionBehavior(self.table.SelectionBehavior.SelectItems)
        self.table.setCursor(Qt.CursorShape.PointingHandCursor)
        self.table.cellClicked.connect(self._choose)
        self.table.cellActivated.connect(self._choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GRID, 0, 0)
        column.setSpacing(GRID // 2)
        for widget in (title, self.map, self._hint, self.tensors, self._above, self.table):
            column.addWidget(widget)

    def show_spec(self, spec: RunSpec, vocabulary_size: int) -> None:
        """Show the encoder of a spec for a vocabulary of so many tokens."""
        self._encoder = spec.encoder
        self._vocabulary_size = spec.encoder.vocabulary_size or vocabulary_size
        self._draw(_picture(spec))
        self._choices = sharing_table(spec, vocabulary_size)
        self._fill()

    def _draw(self, picture: Picture) -> None:
        """The picture, with the box that was framed before where there still is such a one."""
        if self._framed is not None:
            row, owner = self._framed
            if row >= len(picture.rows) or owner not in picture.rows[row].owners:
                self._framed = None
        self.map.show_picture(picture, self._framed)
        self._show_tensors(picture)

    def _show_tensors(self, picture: Picture) -> None:
        self.tensors.setVisible(self._framed is not None)
        if self._framed is None:
            self._hint.setText(tr("Full boxes store weights, light ones use them again. A click shows their tensors."))
            return
        row, owner = self._framed
        self._hint.setText(picture.rows[row].sentences[owner])
        shapes = self._shapes(row)
        rows = [(name, " × ".join(map(grouped, shape)), grouped(prod(shape))) for name, shape in shapes.items()]
        together = grouped(sum(map(prod, shapes.values())))
        fill_table(self.tensors, [*rows, (tr("Together"), "", together)], right=(1, 2))

    def _shapes(self, row: int) -> dict[str, tuple[int, ...]]:
        if row == ATTENTION:
            return attention_tensors(self._encoder)
        if row == FEED_FORWARD:
            return feed_forward_tensors(self._encoder)
        return {"word.weight": (self._vocabulary_size, self._encoder.embedding_width)}

    def _fill(self) -> None:
        """The table, a column for each embedding size, in short figures where there is no room for whole ones; the
        model as it is stands out."""
        widths = [row[0].encoder.embedding_width for row in self._choices]
        self.table.setColumnCount(1 + len(widths))
        self.table.setHorizontalHeaderLabels([tr("Shared"), *(f"E = {width}" for width in widths)])
        figures = grouped if self._has_room() else short
        rows = [
            (translate(mode.label), *(figures(row[place].total) for row in self._choices))
            for place, mode in enumerate(Sharing)
        ]
        fill_table(self.table, rows, right=range(1, 1 + len(widths)))
        for column, row in enumerate(self._choices, start=1):
            for place, choice in enumerate(row):
                item = self.table.item(place, column)
                assert isinstance(item, QTableWidgetItem)
                self._dress(item, choice)

    def _has_room(self) -> bool:
        """Whether whole figures fit beside the words."""
        metrics = self.table.fontMetrics()
        titles = max(metrics.horizontalAdvance(translate(mode.label)) for mode in Sharing)
        figures = [max(metrics.horizontalAdvance(grouped(choice.total)) for choice in row) for row in self._choices]
        return self.table.width() >= titles + sum(figures) + 3 * GRID * (1 + len(figures))

    def _dress(self, item: QTableWidgetItem, choice: SharingChoice) -> None:
        tip = tr("{total} parameters, {body} without heads", total=grouped(choice.total), body=grouped(choice.body))
        item.setToolTip(plain_tip(f"{tip}\n{tr('This is the model as it is.')}" if choice.current else tip))
        if choice.current:
            colours = colours_of(self.palette())
            item.setFont(scaled(self.font(), 1.0, bold=True))
            item.setBackground(QColor(colours.accent))
            item.setForeground(QColor(colours.on_accent))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Whole figures come and go."""
        super().resizeEvent(event)
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        """The colour of the current cell is that of the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._fill()

    @Slot(int, int)
    def _frame(self, row: int, owner: int) -> None:
        """Show the tensors of a box; a second click puts them away."""
        self._framed = None if self._framed == (row, owner) else (row, owner)
        self._draw(self.map.picture)

    @Slot(int)
    def _switch(self, row: int) -> None:
        self.chosen.emit(with_sharing(self._encoder, _SWITCHED[row][self._encoder.sharing]))

    @Slot(int, int)
    def _choose(self, row: int, column: int) -> None:
        if column and not self._choices[column - 1][row].current:
            self.chosen.emit(self._choices[column - 1][row].encoder)


def _picture(spec: RunSpec) -> Picture:
    """Attention and feed-forward block of each pass, and the word table, which also predicts tokens."""
    encoder = spec.encoder
    uses = layer_uses(encoder)
    rows = [
        Row(
            translate(title.label),
            owners,
            _sentences(translate(title.label), owners, encoder),
            _labels(owners, encoder),
        )
        for title, owners in ((Sharing.ATTENTION, uses.attention), (Sharing.FEED_FORWARD, uses.feed_forward))
    ]
    if any(objective.head == "mlm" for stage in spec.stages for objective in stage.tokens):
        sentence = tr("The word table is stored once: it holds the inputs and predicts the tokens.")
        labels = (tr("Input"), tr("Prediction"))
        rows.append(Row(tr("Word table"), (0, 0), {0: sentence}, labels, switchable=False))
    groups = [group_of(number // encoder.inner_layers, encoder) for number in range(encoder.passes)]
    return Picture(rows, groups if encoder.sharing is not Sharing.NONE else [0] * len(groups))


def _labels(owners: tuple[int, ...], encoder: EncoderSpec) -> list[str]:
    """The layer that each box has its weights of, and where there are several the inner layer."""
    places = [divmod(owner, encoder.inner_layers) for owner in owners]
    return [f"{layer + 1}.{inner + 1}" if encoder.inner_layers > 1 else str(layer + 1) for layer, inner in places]


def _sentences(title: str, owners: tuple[int, ...], encoder: EncoderSpec) -> dict[int, str]:
    """For each block that is stored: of which layer it is, and how often it is used."""
    return {owner: _sentence(title, owner, count, encoder) for owner, count in Counter(owners).items()}


def _sentence(title: str, owner: int, uses: int, encoder: EncoderSpec) -> str:
    layer, inner = divmod(owner, encoder.inner_layers)
    if encoder.inner_layers > 1:
        return tr(
            "{what} of layer {layer}, inner layer {inner}: stored once, used {uses} {uses:time|times}.",
            what=title, layer=layer + 1, inner=inner + 1, uses=uses,
        )  # fmt: skip
    return tr(
        "{what} of layer {layer}: stored once, used {uses} {uses:time|times}.", what=title, layer=layer + 1, uses=uses
    )
