"""A strategy as a card: its kind and rate, what it did to the passage, and the strip itself."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QRect, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import FieldProblem, SpecError
from workbench.core.texts import Text
from workbench.gui.figures import percent
from workbench.gui.i18n import render, tr, translate
from workbench.gui.icons import icon
from workbench.gui.panels.masking_cells import MaskedPassage
from workbench.gui.panels.masking_figures import summarise
from workbench.gui.theme import GRID, categorical, colours_of
from workbench.gui.views.token_strip import TokenStrip
from workbench.masking.registry import STRATEGIES
from workbench.masking.strategy import MaskingStrategy, cap_warning
from workbench.spec.validation import changed_settings, kind_of, validate


def strategy_name(strategy: MaskingStrategy) -> str:
    """The kind as spec files and the terminal write it."""
    return kind_of(type(strategy)) or ""


def of_kind(strategy: MaskingStrategy, kind: str) -> MaskingStrategy:
    """A strategy of another kind that keeps what was changed from the defaults, where it has the same settings."""
    fields = STRATEGIES[kind].model_fields
    changed = changed_settings(type(strategy), strategy.model_dump(mode="json"))
    kept = {name: value for name, value in changed.items() if name in fields}
    return validate(STRATEGIES[kind], {**kept, "kind": kind})


def with_field(
    strategy: MaskingStrategy, path: str, value: Any
) -> tuple[MaskingStrategy | None, Sequence[FieldProblem]]:
    """The strategy with another value at a dotted path, or the reasons why it cannot have it."""
    data = strategy.model_dump(mode="json")
    *parents, last = (int(part) if part.isdecimal() else part for part in path.split("."))
    place: Any = data
    for part in parents:
        place = place[part]
    place[last] = value
    try:
        return validate(type(strategy), data), ()
    except SpecError as error:
        return None, error.problems


class PassageStrip(TokenStrip):
    """A strip whose context menu also gives the passage as JSON and as a PNG file."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.passage: MaskedPassage | None = None

    def show_passage(self, passage: MaskedPassage) -> None:
        """Draw a masked passage."""
        self.passage = passage
        self.show_cells(passage.cells())
        self.set_hover(passage.describe)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Every way to take the strip along."""
        self.make_menu().exec(event.globalPos())

    def make_menu(self) -> QMenu:
        """Copies and files of the strip."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Copy as text"), self.copy_text)
        menu.addAction(tr("Copy as picture"), self.copy_picture)
        menu.addAction(tr("Copy as JSON"), self.copy_json)
        menu.addSeparator()
        menu.addAction(tr("Save as PNG…"), self._save_png)
        menu.addAction(tr("Save as SVG…"), self._save_svg)
        return menu

    def copy_json(self) -> None:
        """The passage on the clipboard, as the terminal's ``mask`` command gives it."""
        if self.passage is not None:
            QGuiApplication.clipboard().setText(json.dumps(self.passage.record(), ensure_ascii=False))

    def _save_png(self) -> None:
        if name := self._ask_name("PNG (*.png)", "passage.png"):
            self.picture().save(name, "PNG")

    def _save_svg(self) -> None:
        if name := self._ask_name("SVG (*.svg)", "passage.svg"):
            Path(name).write_bytes(self.svg())

    def _ask_name(self, kinds: str, name: str) -> str:
        return QFileDialog.getSaveFileName(self, tr("Save the strip"), name, kinds)[0]


class StrategyCard(QFrame):
    """One strategy on the passage.

    ``edited`` carries the strategy that the user wants; ``chosen`` that this card is to be the one whose form is
    shown; ``duplicated``, ``removed`` and ``adopted`` (for training) what their buttons say.
    """

    edited = Signal(object, str)
    chosen = Signal()
    duplicated = Signal()
    removed = Signal()
    adopted = Signal()

    def __init__(self, strategy: MaskingStrategy, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.strategy = strategy
        self._is_chosen = False
        self._number = 0
        self.kind = QComboBox(self)
        for kind, known in STRATEGIES.items():
            self.kind.addItem(translate(known.title), kind)
        self.kind.setAccessibleName(tr("Strategy"))
        self.rate = QDoubleSpinBox(self, minimum=0.1, maximum=99.0, singleStep=1.0, decimals=1, suffix="\u2009%")
        self.rate.setAccessibleName(tr("Rate"))
        self.rate.setKeyboardTracking(False)
        self.summary = QLabel(self)
        self.summary.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._described = -1
        self.warning = QLabel(self, wordWrap=True)
        self.explanation = QLabel(self, wordWrap=True)
        self.explanation.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.explanation.hide()
        self.adopt_button = QPushButton(self)
        self.strip = PassageStrip(self)
        self._tools: list[tuple[QToolButton, str]] = []
        self.form_button = self._tool("adjustments", tr("Settings of this strategy"), self.chosen.emit)
        self.copy_button = self._tool("copy", tr("Duplicate"), self.duplicated.emit)
        self.remove_button = self._tool("x", tr("Remove"), self.removed.emit)
        self._arrange()
        self.kind.activated.connect(self._change_kind)
        self.rate.valueChanged.connect(self._change_rate)
        self.adopt_button.clicked.connect(self.adopted)
        self.strip.installEventFilter(self)
        self.strip.unit_chosen.connect(self._describe_unit)
        self._show_strategy()

    def _tool(self, picture: str, title: str, run: Any) -> QToolButton:
        button = QToolButton(self, autoRaise=True)
        button.setToolTip(title)
        button.setAccessibleName(title)
        button.clicked.connect(lambda _checked=False: run())
        self._tools.append((button, picture))
        return button

    def _arrange(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(GRID)
        top.addWidget(self.kind)
        top.addWidget(self.rate)
        top.addWidget(self.summary, 1)
        for widget in (self.adopt_button, self.form_button, self.copy_button, self.remove_button):
            top.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID + GRID // 2, GRID // 2, GRID // 2, GRID // 2)
        column.setSpacing(GRID // 2)
        column.addLayout(top)
        column.addWidget(self.warning)
        column.addWidget(self.strip)
        column.addWidget(self.explanation)
        self._dress()

    def set_strategy(self, strategy: MaskingStrategy) -> None:
        """Show another strategy; the owner then draws its masks."""
        self.strategy = strategy
        self._show_strategy()

    def _show_strategy(self) -> None:
        with QSignalBlocker(self.rate):
            self.rate.setValue(100 * self.strategy.rate)
        self.kind.setCurrentIndex(self.kind.findData(strategy_name(self.strategy)))
        self.setAccessibleName(tr("Strategy {name}", name=translate(self.strategy.title)))

    def show_passage(self, passage: MaskedPassage, length: int, missing: Sequence[Text] = ()) -> None:
        """Draw the passage and say what was realised; ``length`` is that of the training's passages, ``missing`` what
        the strategy lacks."""
        self.strip.show_passage(passage)
        self._show_figures(passage)
        cap = cap_warning(self.strategy, length)
        warnings = [render(text) for text in (*missing, cap) if text is not None]
        self.warning.setText("\n".join(warnings))
        self.warning.setVisible(bool(warnings))

    def show_role(self, number: int, *, in_training: bool, is_chosen: bool, removable: bool) -> None:
        """Its number from 0 (the colour of its bars), whether training uses this very strategy, whether its form is
        shown, and whether it may go."""
        self._number = number
        self.adopt_button.setText(tr("✓ used in training") if in_training else tr("Use for training"))
        self.adopt_button.setEnabled(not in_training)
        self.remove_button.setEnabled(removable)
        self._is_chosen = is_chosen
        self.update()

    @Slot(int)
    def _change_kind(self, place: int) -> None:
        kind = self.kind.itemData(place)
        if kind != strategy_name(self.strategy):
            wanted = of_kind(self.strategy, kind)
            self.edited.emit(wanted, tr("Strategy {name}", name=translate(wanted.title)))

    @Slot(float)
    def _change_rate(self, value: float) -> None:
        changed, _ = with_field(self.strategy, "rate", round(value / 100, 5))
        if changed is not None:
            self.edited.emit(changed, tr("Rate"))

    def _show_figures(self, passage: MaskedPassage) -> None:
        figures = summarise(passage.masked)
        words = tr(
            "realised {rate} · {targets} targets · {units} units",
            rate=percent(figures.rate),
            targets=figures.targets,
            units=figures.units,
        )
        self.summary.setText(words)
        self.summary.setToolTip(words)
        self._explain(-1, "")

    @Slot(int)
    def _describe_unit(self, unit: int) -> None:
        """Say below the strip what the clicked unit is; a second click, or one beside all units, takes it away."""
        passage = self.strip.passage
        if passage is None:
            return
        if unit < 0 or unit == self._described:
            self._explain(-1, "")
        else:
            first = int(passage.masked.choice.units.start[unit])
            self._explain(unit, passage.describe(first).replace("\n", " · "))

    def _explain(self, unit: int, words: str) -> None:
        self._described = unit
        self.explanation.setText(words)
        self.explanation.setVisible(bool(words))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on the card chooses it."""
        super().mousePressEvent(event)
        self.chosen.emit()

    def eventFilter(self, watched: Any, event: QEvent) -> bool:
        """A click on the strip chooses the card as well."""
        if watched is self.strip and event.type() == QEvent.Type.MouseButtonPress:
            self.chosen.emit()
        return super().eventFilter(watched, event)

    def _dress(self) -> None:
        for button, picture in self._tools:
            button.setIcon(icon(picture, self.palette()))
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.WindowText, QColor(colours_of(self.palette()).warning))
        self.warning.setPalette(palette)

    def changeEvent(self, event: QEvent) -> None:
        """Icons and warning follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dress()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A frame, the accent's around the chosen card; at its left the colour that its bars have."""
        colours = colours_of(self.palette())
        painter = QPainter(self)
        edge = QPen(QColor(colours.accent if self._is_chosen else colours.border), 2 if self._is_chosen else 1)
        painter.setPen(edge)
        painter.setBrush(QColor(colours.base))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.fillRect(QRect(2, 2, GRID - 2, self.height() - 4), QColor(categorical(colours, self._number)))
