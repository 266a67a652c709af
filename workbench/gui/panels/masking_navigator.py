"""The line above the strips: which passage, its text (or a typed one), and the seed of the draw."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QSpinBox, QWidget

from workbench.gui.comparison import View
from workbench.gui.i18n import tr, translate
from workbench.gui.labels import muted_label
from workbench.gui.panels.passage_turner import PassageTurner
from workbench.gui.panels.toggle import ToggleButton
from workbench.gui.picture_button import PictureButton
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
        self._is_typed = False
        self.passage = PassageTurner(self)
        self.view = QComboBox(self)
        self.view.addItem(tr("Sentences"), True)
        self.view.addItem(tr("Passages"), False)
        self.view.setAccessibleName(tr("What is shown"))
        self.view.setToolTip(tr("Single sentences, or passages as training makes them"))
        self.answer = muted_label("", self)
        self.answer.setToolTip(tr("The right answer to the question that the stage asks about the passage"))
        self.line = QLineEdit(self, clearButtonEnabled=True)
        self.line.setPlaceholderText(tr("Type a sentence to mask it; empty for the corpus"))
        self.line.setAccessibleName(tr("Text of the passage"))
        self.seed_box = QSpinBox(self, minimum=0, maximum=MOST_SEED, prefix=tr("seed "))
        self.seed_box.setValue(seed)
        self.seed_box.setFixedWidth(14 * GRID)
        self.seed_box.setAccessibleName(tr("Seed of the draw"))
        self.seed_box.setToolTip(tr("With the seed of the experiment these are the masks of its first epoch."))
        self.draw = PictureButton("refresh", tr("New draw"), self)
        self.draw.setToolTip(tr("Other masks on the same passage (Space)"))
        self.two = ToggleButton(tr("Two draws"), self)
        self.two.setToolTip(tr("Show each strategy with a second draw below, and what both have in common (D)"))
        self._timer = QTimer(self, interval=TYPING_DELAY, singleShot=True)
        self._timer.timeout.connect(self.typed)
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, 0, GRID, 0)
        row.setSpacing(GRID // 2)
        for widget in (self.view, self.passage, self.answer):
            row.addWidget(widget)
        row.addWidget(self.line, 1)
        row.addWidget(self.seed_box)
        row.addWidget(self.draw)
        row.addWidget(self.two)
        self.view.currentIndexChanged.connect(self.view_changed)
        self.passage.moved.connect(self.moved)
        self.line.textEdited.connect(self._type)
        self.seed_box.valueChanged.connect(self.seeded)
        self.draw.clicked.connect(self.draw_anew)
        self.two.toggled.connect(self.two_draws)

    @property
    def number(self) -> int:
        """The passage on show, from 0."""
        return self.passage.number

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

    def begin_with(self, view: View) -> None:
        """What is shown at first, before there is any text."""
        self.view.setCurrentIndex(self.view.findData(view.by_sentence))
        self.passage.begin_at(view.passage)
        self._is_typed = bool(view.typed)
        self.line.setText(view.typed)
        self.seed_box.setValue(view.seed)
        self.two.setChecked(view.two_draws)

    def show_count(self, count: int, is_sample: bool) -> None:
        """How many passages there are."""
        sample = tr("A sample of the corpus; all of it is prepared when training starts.") if is_sample else ""
        self.passage.show_count(count, sample)

    def show_text(self, text: str) -> None:
        """The text of the passage, unless the user is typing one."""
        if not self._is_typed:
            self.line.setText(text.replace("\n", " "))
            self.line.setCursorPosition(0)

    def show_answer(self, answer: str, roles: str = "") -> None:
        """The right answer about the passage (marked), empty where nothing is asked, and who speaks in a dialogue."""
        words = [translate(answer)] if answer else []
        self.answer.setText(" · ".join([*words, *([roles] if roles else [])]))
        self.answer.setVisible(bool(words or roles))

    def show_seed(self, seed: int) -> None:
        """The seed of the experiment."""
        self.seed_box.setValue(seed)
        self.seed_box.setFixedWidth(14 * GRID)

    @Slot()
    def draw_anew(self) -> None:
        """The next seed."""
        self.seed_box.setValue((self.seed_box.value() + 1) % MOST_SEED)

    @Slot(str)
    def _type(self, text: str) -> None:
        self._is_typed = bool(text.strip())
        self._timer.start()
