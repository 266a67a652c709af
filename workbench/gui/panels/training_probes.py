"""The probe sentences of a run: what was predicted at each evaluation, with a slider back through time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QPushButton, QSlider, QVBoxLayout, QWidget

from workbench.core.events import ProbedMask, ProbedSentence, ProbesDone
from workbench.gui.figures import grouped, percent
from workbench.gui.i18n import tr
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.token_places import byte_text
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.theme import GRID

SHOWN_GUESSES = 5
_BYTE_LEVEL_SPACE = "Ġ"


@dataclass(frozen=True)
class ProbeRow:
    """One masked place: its sentence (empty below the first of a sentence), what is asked, and the guesses in words."""

    sentence: str
    asked: str
    guesses: tuple[str, ...]


def rows_of(sentences: Sequence[ProbedSentence]) -> list[ProbeRow]:
    """A row for each masked place of the sentences."""
    return [_row(sentence, number, mask) for sentence in sentences for number, mask in enumerate(sentence.masks)]


def _row(sentence: ProbedSentence, number: int, mask: ProbedMask) -> ProbeRow:
    tokens = [*sentence.tokens, mask.answer, *(guess.token for guess in mask.guesses)]
    readable = byte_text if any(token.startswith(_BYTE_LEVEL_SPACE) for token in tokens) else str
    asked = tr("mask {number}", number=number + 1)
    if mask.answer:
        asked = f"{readable(mask.answer)}  {percent(mask.probability or 0.0)}  #{grouped(mask.rank or 0)}"
    guesses = (f"{readable(guess.token)}  {percent(guess.probability)}" for guess in mask.guesses[:SHOWN_GUESSES])
    return ProbeRow("" if number else sentence.text, asked, tuple(guesses))


class ProbePane(QWidget):
    """A table under a slider over the evaluations; it follows the newest one until the user goes back.

    ``edit_asked`` when the user wants to write the sentences of the next run.
    """

    edit_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._probes: Sequence[ProbesDone] = ()
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setAccessibleName(tr("Evaluation"))
        self.slider.setToolTip(tr("Back through the evaluations of the run"))
        self.place = PlainLabel(parent=self)
        self.edit_button = QPushButton(tr("Probe sentences…"), self)
        self.edit_button.setToolTip(tr("Write the sentences that the next run is followed with"))
        columns = [Column[ProbeRow](tr("Sentence"), lambda row: row.sentence)]
        meaning = tr("The hidden word with its probability and its rank among all tokens")
        columns.append(Column[ProbeRow](tr("Asked for"), lambda row: row.asked, meaning=meaning))
        for place in range(SHOWN_GUESSES):
            text = lambda row, place=place: row.guesses[place] if place < len(row.guesses) else ""
            columns.append(Column[ProbeRow](tr("Guess {number}", number=place + 1), text))
        self.model = RecordsModel[ProbeRow](columns, self)
        self.table = records_view(self.model, tr("Probe sentences"), self, sort=False)
        self.empty = PlainLabel(
            tr("This run has no probe sentences. Write some before the start of the next one: what it predicts in them "
               "is then kept at every evaluation."), self, wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter,
        )  # fmt: skip
        self._arrange()
        self.slider.valueChanged.connect(self._show)
        self.edit_button.clicked.connect(lambda _checked=False: self.edit_asked.emit())
        self.show_probes(())

    def _arrange(self) -> None:
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setMinimumSectionSize(9 * GRID)
        row = QHBoxLayout()
        row.addWidget(self.slider, 1)
        row.addWidget(self.place)
        row.addStretch()
        row.addWidget(self.edit_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GRID // 2, 0, 0)
        column.setSpacing(GRID // 2)
        column.addLayout(row)
        column.addWidget(self.table, 1)
        column.addWidget(self.empty, 1)

    def show_probes(self, probes: Sequence[ProbesDone]) -> None:
        """Show the evaluations of a run."""
        follows = self.slider.value() >= self.slider.maximum()
        self._probes = probes
        with QSignalBlocker(self.slider):
            self.slider.setMaximum(max(0, len(probes) - 1))
            if follows:
                self.slider.setValue(self.slider.maximum())
        for widget in (self.slider, self.place, self.table):
            widget.setVisible(bool(probes))
        self.empty.setVisible(not probes)
        self._show()

    @Slot()
    def _show(self) -> None:
        if not self._probes:
            self.model.put(())
            return
        number = self.slider.value()
        event = self._probes[number]
        words = tr("step {step}, evaluation {number} of {count}", step=grouped(event.step), number=number + 1,
                   count=len(self._probes))  # fmt: skip
        self.place.setText(words)
        self.model.put(rows_of(event.sentences))
