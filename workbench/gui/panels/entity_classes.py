"""Classes of entities: in the window's words where they are shown, by their own names in lists and files."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from workbench.core.texts import mark
from workbench.gui.i18n import render, translate
from workbench.text.unit_words import class_text

#: Those that are offered first; any other can be typed.
ENTITY_CLASSES = (mark("person"), mark("place"), mark("organisation"), mark("product"), mark("work"), mark("event"))


def class_words(label: str) -> str:
    """A class as it is shown; one that is not the program's own is shown as it is written."""
    return translate(label) if label in ENTITY_CLASSES else render(class_text(label))


class ClassBox(QComboBox):
    """Takes one of the classes that it offers, or any other that is typed."""

    def __init__(self, labels: Iterable[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.typed = QLineEdit(self)
        self.setEditable(True)
        self.setLineEdit(self.typed)
        self.offer(labels)

    def offer(self, labels: Iterable[str]) -> None:
        """Offer other classes, the first of which is then the chosen one."""
        self.clear()
        for label in dict.fromkeys(labels):
            self.addItem(class_words(label) if label else "", label)

    @property
    def label(self) -> str:
        """The class by its own name; what was typed stays as it is, unless it says one of those offered."""
        typed = self.currentText().strip()
        place = next((place for place in range(self.count()) if self.itemText(place) == typed), -1)
        return str(self.itemData(place)) if place >= 0 else typed
