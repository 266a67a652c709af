"""What is seen of an answer: all heads, one head large with its options, and the guesses at the masks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QScrollArea,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from workbench.core.files import replacing
from workbench.gui.figures import percent, size
from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.arranging import label_of
from workbench.gui.panels.probe import Answer, Guess
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.tasks import Tasks
from workbench.gui.theme import GRID
from workbench.gui.views.head_grid import HeadGrid
from workbench.gui.views.heat_levels import Scale
from workbench.gui.views.heatmap import Heatmap

ALL, HIDDEN, RENORMALISED = "all", "hidden", "renormalised"


class AttentionView(QWidget):
    """The heatmap of one head under its options, and all heads beside it."""

    def __init__(self, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._answer: Answer | None = None
        self.heads = HeadGrid(self)
        self.heatmap = Heatmap(self)
        self.layer, self.head = self._spin(tr("Layer")), self._spin(tr("Head"))
        self.specials = self._combo(
            tr("Special tokens"),
            {ALL: tr("show [CLS] and [SEP]"), HIDDEN: tr("hide them"), RENORMALISED: tr("hide them, rows sum to 1")},
        )
        self.scale = self._combo(
            tr("Scale"), {Scale.HEAD: tr("this head"), Scale.ROW: tr("each row"), Scale.GLOBAL: tr("all heads")}
        )
        self.export_button = QToolButton(self)
        self.export_button.setText(tr("Export"))
        self.export_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.export_button.setMenu(self.make_menu())
        self._note = PlainLabel(parent=self)
        self._note.setFont(scaled(self.font(), 0.85))
        self._note.setToolTip(
            tr("The fused kernel of training gives no weights; here the same attention is worked out step by step.")
        )
        self._arrange()
        self._connect()

    def _spin(self, name: str) -> QSpinBox:
        spin = QSpinBox(self)
        spin.setMinimum(1)
        spin.setAccessibleName(name)
        return spin

    def _combo(self, name: str, choices: dict[str, str]) -> QComboBox:
        combo = QComboBox(self)
        combo.setAccessibleName(name)
        for value, title in choices.items():
            combo.addItem(title, value)
        return combo

    def _arrange(self) -> None:
        options = QHBoxLayout()
        options.setSpacing(GRID)
        named = {
            tr("Layer"): self.layer,
            tr("Head"): self.head,
            tr("Special tokens"): self.specials,
            tr("Scale"): self.scale,
        }
        for title, widget in named.items():
            options.addWidget(label_of(title, widget))
            options.addWidget(widget)
        options.addWidget(self.export_button)
        options.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(self.heads)
        area.setMinimumWidth(22 * GRID)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.addLayout(options, 0, 0, 1, 2)
        grid.addWidget(area, 1, 0)
        grid.addWidget(self.heatmap, 1, 1)
        grid.addWidget(self._note, 2, 0, 1, 2)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 3)
        grid.setRowStretch(1, 1)

    def _connect(self) -> None:
        self.heads.chosen.connect(self.choose)
        self.layer.valueChanged.connect(self._spun)
        self.head.valueChanged.connect(self._spun)
        self.specials.currentIndexChanged.connect(self._hide_specials)
        self.scale.currentIndexChanged.connect(self._set_scale)
        self.heatmap.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.heatmap.customContextMenuRequested.connect(self._show_menu)

    # Showing

    def show_answer(self, answer: Answer) -> None:
        """Show an answer; layer and head stay as far as there are such."""
        self._answer = answer
        layers, heads = answer.attention.shape[:2]
        layer, head = min(self.layer.value(), layers), min(self.head.value(), heads)
        self.heads.show_levels(answer.thumbnails)
        for spin, most, value in ((self.layer, layers, layer), (self.head, heads, head)):
            spin.blockSignals(True)
            spin.setMaximum(most)
            spin.setValue(value)
            spin.blockSignals(False)
        values = {
            "step": f"{answer.step:,}",
            "layers": layers,
            "heads": heads,
            "count": len(answer.tokens),
            "size": size(answer.attention.nbytes),
        }
        self._note.setText(
            tr(
                "Step {step} · {layers} layers, {heads} heads, {count} tokens · {size} · worked out explicitly",
                **values,
            )
        )
        self._hide_specials()
        self._set_scale()
        self.choose(layer - 1, head - 1)

    @Slot(int, int)
    def choose(self, layer: int, head: int) -> None:
        """Show one head large; both counted from 0."""
        if self._answer is None:
            return
        for spin, value in ((self.layer, layer), (self.head, head)):
            spin.blockSignals(True)
            spin.setValue(value + 1)
            spin.blockSignals(False)
        self.heads.choose(layer, head)
        self.heatmap.show_matrix(self._answer.attention[layer, head], self._answer.tokens)

    @Slot()
    def _spun(self) -> None:
        self.choose(self.layer.value() - 1, self.head.value() - 1)

    @Slot()
    def _hide_specials(self) -> None:
        if self._answer is None:
            return
        mode = self.specials.currentData()
        special = [number for number, place in enumerate(self._answer.places) if place is None]
        self.heatmap.set_hidden([] if mode == ALL else special, mode == RENORMALISED)

    @Slot()
    def _set_scale(self) -> None:
        greatest = float(self._answer.attention.max()) if self._answer is not None else 1.0
        self.heatmap.set_scale(Scale(self.scale.currentData()), greatest)

    # Export

    def make_menu(self) -> QMenu:
        """Copy and save what is shown."""
        menu = QMenu(self)
        menu.addAction(tr("Show everything"), self.heatmap.fit)
        menu.addAction(tr("Copy as picture"), lambda: QGuiApplication.clipboard().setPixmap(self.heatmap.picture()))
        for title, suffix in (
            (tr("Save as PNG…"), "png"),
            (tr("Save as SVG…"), "svg"),
            (tr("Save as CSV…"), "csv"),
            (tr("Save all heads as NPZ…"), "npz"),
        ):
            menu.addAction(title, self._saver(suffix))
        return menu

    def _saver(self, suffix: str) -> Callable[[], None]:
        def ask() -> None:
            name, _ = QFileDialog.getSaveFileName(self, tr("Save attention"), f"attention.{suffix}", f"*.{suffix}")
            if name:
                self.save(Path(name))

        return ask

    def save(self, path: Path) -> None:
        """Write what is shown (PNG, SVG, CSV), or in the background all heads with the tokens and the mode of the view
        (NPZ); raises :class:`WorkbenchError` where what is shown can't be written."""
        answer = self._answer
        if answer is None:
            return
        if path.suffix.lower() == ".npz":
            mode = self.heatmap.mode_text()
            self._tasks.run(lambda report, cancelled: save_heads(answer, mode, path), title=tr("Exporting"))
        else:
            self.heatmap.save(path)

    @Slot(QPoint)
    def _show_menu(self, place: QPoint) -> None:
        menu = self.make_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.heatmap.mapToGlobal(place))


def save_heads(answer: Answer, mode: str, path: Path) -> None:
    """Write ``attention`` [layers, heads, N, N] of all heads with its ``tokens`` and the mode of the ``view``,
    compressed; raises :class:`WorkbenchError` where it can't be written."""
    with replacing(path) as file:
        np.savez_compressed(file, tokens=np.array(answer.tokens), attention=answer.attention, view=np.array(mode))


class GuessTable(QWidget):
    """The likeliest tokens at each mask."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = RecordsModel[tuple[int, int, Guess]](
            [
                Column(tr("Place"), lambda row: str(row[0]), lambda row: row[:2], True),
                Column(tr("Token"), lambda row: row[2].token),
                Column(
                    tr("Probability"), lambda row: percent(row[2].probability, 2), lambda row: row[2].probability, True
                ),
            ],
            self,
        )
        self.view = records_view(self.model, tr("Guesses at the masks"), self)
        self.view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.hint = QLabel(tr("Click a token above to mask it and see what the model expects there."), self)
        self.hint.setWordWrap(True)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.hint)
        column.addWidget(self.view, 1)
        self.view.hide()

    def show_answer(self, answer: Answer) -> None:
        """Show the guesses of an answer; without a mask, how to get one."""
        rows = [
            (position, rank, guess)
            for position, guesses in sorted(answer.predictions.items())
            for rank, guess in enumerate(guesses)
        ]
        self.model.put(rows)
        self.view.setVisible(bool(rows))
        self.hint.setVisible(not rows)
