"""Which entries of a list are shown: by text, class, count and length."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, QTimer, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from workbench.gui.figures import grouped
from workbench.gui.i18n import tr
from workbench.gui.theme import GRID
from workbench.text.lexicon_edits import EntryFilter

_MOST = 1_000_000_000
_REST_MILLISECONDS = 200  #: after a key in the search before a long list is searched


class EntryFilterRow(QWidget):
    """``changed`` comes when other entries are meant; ``removed_wanted`` says whether pruned ones are looked at."""

    changed = Signal()
    removed_wanted = Signal(bool)

    def __init__(self, has_counts: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = QLineEdit(self, clearButtonEnabled=True)
        self.search.setPlaceholderText(tr("Search"))
        self.search.setAccessibleName(tr("Search the entries"))
        self.classes = self._box(tr("Class"))
        self.shelf = self._box(tr("Which entries"))
        self.least_count, self.most_count = self._number(tr("Least count")), self._number(tr("Most count"))
        self.least_length, self.most_length = self._number(tr("Least length")), self._number(tr("Most length"))
        self._timer = QTimer(self, interval=_REST_MILLISECONDS, singleShot=True)
        self._timer.timeout.connect(self.changed)
        self._arrange(has_counts)
        self.search.textChanged.connect(lambda _text: self._timer.start())
        self.classes.activated.connect(lambda _place: self.changed.emit())
        self.shelf.activated.connect(self._choose_shelf)
        for number in (self.least_count, self.most_count, self.least_length, self.most_length):
            number.valueChanged.connect(lambda _value: self._timer.start())

    def _box(self, name: str) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(16)
        return box

    def _number(self, name: str) -> QSpinBox:
        """A number whose zero is no limit."""
        number = QSpinBox(self, minimum=0, maximum=_MOST)
        number.setSpecialValueText(tr("any"))
        number.setAccessibleName(name)
        number.setKeyboardTracking(True)
        number.setFixedWidth(12 * GRID)
        return number

    def _arrange(self, has_counts: bool) -> None:
        above, below = QHBoxLayout(), QHBoxLayout()
        above.addWidget(self.search, 1)
        above.addWidget(self.classes)
        above.addWidget(self.shelf)
        ranges = [(tr("Characters"), self.least_length, self.most_length)]
        ranges += [(tr("Count"), self.least_count, self.most_count)] if has_counts else []
        for title, least, most in ranges:
            below.addWidget(QLabel(title, self))
            below.addWidget(least)
            below.addWidget(QLabel("–", self))
            below.addWidget(most)
            below.addSpacing(2 * GRID)
        if not has_counts:
            self.least_count.hide()
            self.most_count.hide()
        below.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        column.addLayout(above)
        column.addLayout(below)

    def show_classes(self, classes: Mapping[str, int], removed: int) -> None:
        """Offer the classes of a list with their counts; the chosen one stays chosen."""
        chosen, shelf = self.classes.currentData(), max(0, self.shelf.currentIndex())
        with QSignalBlocker(self.classes), QSignalBlocker(self.shelf):
            self.classes.clear()
            self.classes.addItem(tr("All classes"), None)
            for label, count in classes.items():
                self.classes.addItem(f"{label or tr('no class')} ({grouped(count)})", label)
            place = next((i for i in range(self.classes.count()) if self.classes.itemData(i) == chosen), 0)
            self.classes.setCurrentIndex(place)
            self.shelf.clear()
            self.shelf.addItem(tr("In the list"))
            self.shelf.addItem(tr("Taken out: {count}", count=grouped(removed)))
            self.shelf.setCurrentIndex(shelf)

    @Slot(int)
    def _choose_shelf(self, place: int) -> None:
        self.removed_wanted.emit(place == 1)

    def labels(self) -> list[str]:
        """The classes that the list has."""
        return [label for i in range(1, self.classes.count()) if (label := self.classes.itemData(i))]

    def filter(self) -> EntryFilter:
        """Which entries are meant."""
        return EntryFilter(
            self.search.text().strip(),
            self.classes.currentData(),
            self.least_count.value() or None,
            self.most_count.value() or None,
            self.least_length.value() or None,
            self.most_length.value() or None,
        )
