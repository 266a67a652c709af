"""The line above the strips: which passage, its text (or a typed one), and the seed of the draw."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, QTimer, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QSpinBox, QToolButton, QWidget

from workbench.gui.figures import grouped
from workbench.gui.i18n import tr
from workbench.gui.icons import icon
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.toggle import ToggleButton
from workbench.gui.theme import GRID

TYPING_DELAY = 200  #: milliseconds after the last key before typed text is cut
MOST_SEED = 2**31 - 1


class Navigator(QWidget):
    """``moved`` carries a passage's number from 0, ``typed`` comes when the typed text changed, ``seeded`` when the
    seed did, ``view_changed`` when sentences or passages are to be shown, ``two_draws`` whether a second draw is."""

    view_changed = Signal()
    moved = Signal(int)
    typed = Signal()
    seeded = Signal()
    two_draws = Signal(bool)

    def __init__(self, seed: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._is_typed = False
        self.back = self._arrow(tr("Passage before (←)"), self.go_back)
        self.on = self._arrow(tr("Passage after (→)"), self.go_on)
        self.place = QSpinBox(self, minimum=1, maximum=1)
        self.place.setKeyboardTracking(False)
        self.place.setAccessibleName(tr("Number of the passage"))
        self.place.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        self._of = PlainLabel(parent=self)
        self.view = QComboBox(self)
        self.view.addItem(tr("Sentences"), True)
        self.view.addItem(tr("Passages"), False)
        self.view.setAccessibleName(tr("What is shown"))
        self.view.setToolTip(tr("Single sentences, or passages as training makes them"))
        self.line = QLineEdit(self, clearButtonEnabled=True)
        self.line.setPlaceholderText(tr("Type a sentence to mask it; empty for the corpus"))
        self.line.setAccessibleName(tr("Text of the passage"))
        self.seed_box = QSpinBox(self, minimum=0, maximum=MOST_SEED, prefix=tr("seed "))
        self.seed_box.setValue(seed)
        self.seed_box.setFixedWidth(14 * GRID)
        self.seed_box.setAccessibleName(tr("Seed of the draw"))
        self.seed_box.setToolTip(tr("With the seed of the experiment these are the masks of its first epoch."))
        self.draw = QPushButton(tr("New draw"), self)
        self.draw.setToolTip(tr("Other masks on the same passage (Space)"))
        self.two = ToggleButton(tr("Two draws"), self)
        self.two.setToolTip(tr("Show each strategy with a second draw below, and what both have in common (D)"))
        self._timer = QTimer(self, interval=TYPING_DELAY, singleShot=True)
        self._timer.timeout.connect(self.typed)
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, 0, GRID, 0)
        row.setSpacing(GRID // 2)
        for widget in (self.view, self.back, self.place, self._of, self.on):
            row.addWidget(widget)
        row.addWidget(self.line, 1)
        row.addWidget(self.seed_box)
        row.addWidget(self.draw)
        row.addWidget(self.two)
        self.view.currentIndexChanged.connect(self.view_changed)
        self.place.valueChanged.connect(self._move)
        self.line.textEdited.connect(self._type)
        self.seed_box.valueChanged.connect(self.seeded)
        self.draw.clicked.connect(self.draw_anew)
        self.two.toggled.connect(self.two_draws)
        self._dress()

    def _arrow(self, title: str, run: Any) -> QToolButton:
        button = QToolButton(self, autoRaise=True)
        button.setToolTip(title)
        button.setAccessibleName(title)
        button.clicked.connect(lambda _checked=False: run())
        return button

    @property
    def number(self) -> int:
        """The passage on show, from 0."""
        return self.place.value() - 1

    @property
    def by_sentence(self) -> bool:
        """Whether single sentences are shown."""
        return bool(self.view.currentData())

    @property
    def seed(self) -> int:
        """The seed of the draw."""
        return self.seed_box.value()

    def text(self) -> str:
        """The typed text, empty while the corpus is shown."""
        return self.line.text().strip() if self._is_typed else ""

    def show_count(self, count: int, is_sample: bool) -> None:
        """How many passages there are."""
        self._count = count
        with QSignalBlocker(self.place):
            self.place.setMaximum(max(1, count))
        of = tr("/ {count}", count=grouped(count))
        self._of.setText(f"{of} *" if is_sample else of)
        sample = tr("A sample of the corpus; all of it is prepared when training starts.") if is_sample else ""
        self._of.setToolTip(sample)
        self._enable()

    def show_text(self, text: str) -> None:
        """The text of the passage, unless the user is typing one."""
        if not self._is_typed:
            self.line.setText(text.replace("\n", " "))
            self.line.setCursorPosition(0)

    def show_seed(self, seed: int) -> None:
        """The seed of the experiment."""
        self.seed_box.setValue(seed)
        self.seed_box.setFixedWidth(14 * GRID)

    @Slot()
    def draw_anew(self) -> None:
        """The next seed."""
        self.seed_box.setValue((self.seed_box.value() + 1) % MOST_SEED)

    def go_back(self) -> None:
        """One passage back."""
        self.place.setValue(self.place.value() - 1)

    def go_on(self) -> None:
        """One passage on."""
        self.place.setValue(self.place.value() + 1)

    @Slot()
    def _move(self) -> None:
        self._enable()
        self.moved.emit(self.number)

    @Slot(str)
    def _type(self, text: str) -> None:
        self._is_typed = bool(text.strip())
        self._timer.start()

    def _enable(self) -> None:
        self.back.setEnabled(self.number > 0)
        self.on.setEnabled(self.number + 1 < self._count)

    def _dress(self) -> None:
        self.back.setIcon(icon("chevron-left", self.palette()))
        self.on.setIcon(icon("chevron-right", self.palette()))
        self.draw.setIcon(icon("refresh", self.palette()))

    def changeEvent(self, event: QEvent) -> None:
        """Icons follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dress()
