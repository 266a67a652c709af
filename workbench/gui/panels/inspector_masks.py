"""Which tokens of the sentence are masked: a click masks a token, or the word, phrase, n-gram or entity around it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from workbench.gui.i18n import tr
from workbench.gui.panels.arranging import label_of
from workbench.gui.panels.inspector_options import choices
from workbench.gui.panels.probe_answers import Answer, Hidden
from workbench.gui.picture_button import PictureButton
from workbench.gui.theme import GRID
from workbench.gui.views.strip_cells import Cell
from workbench.inspection.groups import Level
from workbench.masking.strategy import Action


def group_at(answer: Answer, level: Level, place: int) -> tuple[int, int]:
    """The tokens (half-open) of the unit around a token: of nested ones the longest; the token itself outside of
    units."""
    groups = answer.inspected.groups.get(level, ())
    around = [group for group in groups if group.start <= place < group.end and group.unit]
    if not around:
        return place, place + 1
    longest = max(around, key=lambda group: group.end - group.start)
    return longest.start, longest.end


def toggled(answer: Answer, level: Level, place: int) -> Hidden:
    """What is masked after a click on a token: of a unit with a token that is not masked all, else none of it."""
    inspected, hidden = answer.inspected, answer.question.hidden
    unit = [span for span in inspected.spans[slice(*group_at(answer, level, place))] if span is not None]
    masked = [span for span in unit if _is_hidden(span, hidden)]
    if len(masked) == len(unit):
        return tuple(span for span in hidden if span not in unit)
    return tuple(sorted({*hidden, *unit}))


def _is_hidden(span: tuple[int, int, int], hidden: Sequence[tuple[int, int, int]]) -> bool:
    return any(part == span[0] and span[1] < end and span[2] > start for part, start, end in hidden)


def strip_cells(answer: Answer) -> list[Cell]:
    """The tokens; of masked ones what the text has, and below it the likeliest guess."""
    inspected = answer.inspected
    masked = {one.position: one for one in inspected.masked}
    texts = answer.texts
    cells = []
    for number, (token, place) in enumerate(zip(inspected.tokens, answer.places, strict=True)):
        if place is None:
            cells.append(Cell(token, special=True))
            continue
        text, note = token, ""
        if place.masked:
            one = masked.get(number)
            original = texts[place.part][place.start : place.end] if one is None else one.original
            text = original or token
            note = one.after[0].token if one is not None and one.after else ""
        cells.append(Cell(text, unit=number, action=Action.MASK if place.masked else None, note=note))
    return cells


class MaskBar(QWidget):
    """``put_back`` when all masks are to go."""

    put_back = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        levels = (Level.TOKEN, Level.WORD, Level.PHRASE, Level.NGRAM, Level.ENTITY)
        titles = (tr("the token"), tr("its word"), tr("its phrase"), tr("its n-gram"), tr("its entity"))
        self.level = choices(
            self, tr("A click masks"), {level.value: title for level, title in zip(levels, titles, strict=True)}
        )
        self.restore = PictureButton("restore", tr("Put all back"), self)
        self.restore.setToolTip(tr("Take all masks away that were set by clicks"))
        self.restore.clicked.connect(lambda _checked=False: self.put_back.emit())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(label_of(tr("A click masks"), self.level))
        row.addWidget(self.level)
        row.addWidget(self.restore)
        self.show_hidden(())

    @property
    def chosen_level(self) -> Level:
        """What a click masks."""
        return Level(self.level.currentData())

    def show_hidden(self, hidden: Hidden) -> None:
        """Putting back is offered where something is masked."""
        self.restore.setEnabled(bool(hidden))
