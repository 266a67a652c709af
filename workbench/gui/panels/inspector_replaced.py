"""ELECTRA's view: what the generator puts into a sentence, and how likely the detector finds each token replaced."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from numpy.typing import NDArray
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QLabel, QSpinBox, QVBoxLayout, QWidget

from workbench.gui.figures import percent
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import tr
from workbench.gui.panels.arranging import label_of
from workbench.gui.panels.probe import Probe
from workbench.gui.panels.probe_answers import Answer, ReadTokens, ReplacedAnswer, ReplacedToken
from workbench.gui.panels.probe_asking import Asking
from workbench.gui.picture_button import PictureButton
from workbench.gui.tables.record_files import records_arrays, records_csv
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.tasks import Tasks, Work
from workbench.gui.theme import GRID
from workbench.gui.views.drawn import Drawn
from workbench.gui.views.exporting import widget_picture, widget_svg
from workbench.gui.views.shade_legend import ShadeLegend
from workbench.gui.views.strip_area import StripArea
from workbench.gui.views.strip_cells import Cell
from workbench.gui.views.token_strip import TokenStrip
from workbench.inspection.report import Section, table_html
from workbench.masking.strategy import Action
from workbench.spec.wording import MISSING

_LAST_SEED = 2**31 - 1


class ReplacedView(QWidget):
    """Two strips, the sentence as it was typed and with the generator's guesses, and a table of these. ``answered``
    comes when others are on show."""

    answered = Signal()

    def __init__(self, tasks: Tasks, probe: Probe, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._probe = probe
        self._answer: Answer | None = None
        self._found: ReplacedAnswer | None = None
        self._chosen: list[int] | None = None
        self.problem = ErrorLabel(self)
        self._asking = Asking(self, tasks, self.problem, self._begin, self._take)
        self.seed = QSpinBox(self)
        self.seed.setRange(0, _LAST_SEED)
        self.seed.setValue(1)
        self.seed.setAccessibleName(tr("Seed"))
        self.seed.valueChanged.connect(lambda _value: self._asking.ask())
        self.again = PictureButton("refresh", tr("Draw again"), self)
        self.again.setToolTip(tr("With the next seed, at other places"))
        self.again.clicked.connect(lambda _checked=False: self._draw_again())
        self.typed, self.read = self._strip(tr("As typed")), self._strip(tr("With the generator's guesses"))
        self.typed.set_hover(lambda place: self._describe(place, guessed=False))
        self.read.set_hover(lambda place: self._describe(place, guessed=True))
        self.read.unit_chosen.connect(self._toggle)
        self.legend = ShadeLegend(tr("Chance of being replaced, by the detector:"), self)
        self.hint = QLabel(self, wordWrap=True)
        self.table = RecordsModel[ReplacedToken](self._columns(), self)
        self.view = records_view(self.table, tr("What the generator put in"), self)
        self.view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self._guessing: list[QWidget] = []
        self._arrange()

    def _strip(self, name: str) -> TokenStrip:
        strip = TokenStrip(self)
        strip.show_brackets = False
        strip.setAccessibleName(name)
        return strip

    def _columns(self) -> list[Column[ReplacedToken]]:
        return [
            Column(tr("Place"), lambda row: str(row.position), lambda row: row.position, True),
            Column(tr("Text"), lambda row: row.original or MISSING),
            Column(tr("Put in"), lambda row: row.drawn),
            Column(
                tr("Generator"), lambda row: percent(row.probability, 2), lambda row: row.probability, True,
                meaning=tr("How likely the generator held what it put in"),
            ),
            Column(
                tr("Text's own"), lambda row: _share(row.original_probability),
                lambda row: row.original_probability or 0.0, True,
                meaning=tr("How likely the generator held the token of the text"),
            ),
            Column(
                tr("Detector"), lambda row: _share(row.detected), lambda row: row.detected or 0.0, True,
                meaning=tr("How likely the detector found it that the token was replaced"),
            ),
        ]  # fmt: skip

    def _arrange(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(GRID)
        label = label_of(tr("Seed"), self.seed)
        for widget in (label, self.seed, self.again):
            bar.addWidget(widget)
        bar.addStretch(1)
        bar.addWidget(self.legend)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GRID, 0, 0)
        column.setSpacing(GRID // 2)
        column.addLayout(bar)
        column.addWidget(self.problem)
        for title, strip in ((tr("As typed"), self.typed), (tr("With the generator's guesses"), self.read)):
            head, area = label_of(title, strip), StripArea(strip)
            column.addWidget(head)
            column.addWidget(area)
            if strip is self.read:
                self._guessing += [head, area]
        column.addWidget(self.hint)
        column.addWidget(self.view, 1)
        self._guessing += [label, self.seed, self.again, self.view]

    # Asking

    def show_answer(self, answer: Answer) -> None:
        """Show another sentence, as soon as somebody looks; the generator chooses where to guess."""
        self._answer, self._chosen = answer, None
        self._asking.ask()

    def _draw_again(self) -> None:
        self._chosen = None
        self.seed.setValue((self.seed.value() + 1) % _LAST_SEED)

    @Slot(int)
    def _toggle(self, place: int) -> None:
        """Have the generator guess at a token, or no longer; at masks it always does."""
        if self._found is None or self._answer is None or place < 0 or not self._asking.current:
            return
        there = self._answer.places[place]
        if there is None or there.masked:
            return
        now = {one.position for one in self._found.replaced if one.original}
        self._chosen = sorted(now ^ {place})
        self._asking.ask()

    def _begin(self) -> Work | None:
        if self._answer is None:
            return None
        probe, question, seed, chosen = self._probe, self._answer.question, self.seed.value(), self._chosen
        return lambda report, cancelled: probe.ask_replaced(question, seed, chosen)

    def _take(self, found: ReplacedAnswer) -> None:
        self._found = found
        self.typed.show_cells([_cell(found.as_typed, place) for place in range(len(found.as_typed.tokens))])
        guesses = {one.position: one for one in found.replaced}
        corrupted = found.corrupted
        for widget in self._guessing:
            widget.setVisible(corrupted is not None)
        if corrupted is not None:
            self.read.show_cells(
                [_cell(corrupted, place, guesses.get(place), place) for place in range(len(corrupted.tokens))]
            )
        self.legend.setVisible(found.as_typed.chances is not None)
        self.hint.setText(self._hint(found))
        self.table.put(found.replaced)
        self.answered.emit()

    # Telling

    def _hint(self, found: ReplacedAnswer) -> str:
        if found.corrupted is None:
            return tr("This run has no generator; type a sentence with a wrong word and see whether it is found.")
        if found.as_typed.chances is None:
            return tr("This run has no detector. Click a token of the lower strip to have the generator guess at it.")
        return tr(
            "Type a sentence with a wrong word and see above whether it is found. Click a token of the lower strip to "
            "have the generator guess at it, or no longer; below stands what the text had."
        )

    def _describe(self, place: int, *, guessed: bool) -> str:
        """A token with what both networks say of it."""
        reading = None if self._found is None else self._found.corrupted if guessed else self._found.as_typed
        if self._found is None or reading is None or not 0 <= place < len(reading.tokens):
            return ""
        lines: list[str] = [reading.tokens[place]]
        if reading.chances is not None:
            lines.append(tr("replaced with a chance of {share}", share=percent(reading.chances[place], 1)))
        one = next((one for one in self._found.replaced if one.position == place), None)
        if guessed and one is not None:
            lines.append(
                tr("the generator's guess, held for {share} likely; the text has {token}",
                   share=percent(one.probability, 2), token=one.original or MISSING)
            )  # fmt: skip
        return "\n".join(lines)

    # Export

    def picture(self) -> Drawn:
        """What is shown."""
        return widget_picture(self)

    def svg(self) -> Callable[[], bytes]:
        """The same as SVG."""
        return widget_svg(self)

    def as_csv(self) -> str:
        """The table."""
        return records_csv(self.table)

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """The columns of the table."""
        return records_arrays(self.table)

    def sections(self) -> list[Section]:
        """What was replaced for a report, if it is of this sentence."""
        if self._found is None or not self._asking.current:
            return []
        heads = [column.title for column in self.table.columns]
        rows = [[column.text(row) for column in self.table.columns] for row in self.table.rows]
        return [Section(tr("Replaced tokens"), table_html(heads, rows))]


def _share(value: float | None) -> str:
    return MISSING if value is None else percent(value, 2)


def _cell(reading: ReadTokens, place: int, guess: ReplacedToken | None = None, unit: int = -1) -> Cell:
    """A token shaded by the detector's chance; a guess is framed, and what the text had stands below it."""
    return Cell(
        reading.tokens[place],
        unit=unit,
        action=None if guess is None else Action.KEEP,
        shade=None if reading.chances is None else reading.chances[place],
        note="" if guess is None else guess.original or MISSING,
        special=reading.special[place],
    )
