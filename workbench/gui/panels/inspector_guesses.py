"""What is expected at masked tokens, beside what is expected while the model sees them."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QLabel, QVBoxLayout, QWidget

from workbench.gui.figures import percent
from workbench.gui.i18n import tr
from workbench.gui.panels.probe_answers import Answer
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.views.drawn import Drawn
from workbench.gui.views.exporting import widget_picture, widget_svg
from workbench.inspection.inspected import Guess, MaskedToken
from workbench.spec.wording import MISSING


@dataclass(frozen=True)
class GuessRow:
    """The guesses of one rank at one place; ``before`` is None for a mask that was typed."""

    masked: MaskedToken
    rank: int
    after: Guess
    before: Guess | None


def guess_rows(masked: tuple[MaskedToken, ...] | list[MaskedToken]) -> list[GuessRow]:
    """A row for each rank of each place."""
    return [
        GuessRow(one, rank, after, one.before[rank] if rank < len(one.before) else None)
        for one in masked
        for rank, after in enumerate(one.after)
    ]


def _own(masked: MaskedToken) -> str:
    if masked.original_before is None or masked.original_after is None:
        return MISSING
    return f"{percent(masked.original_before, 2)} → {percent(masked.original_after, 2)}"


class GuessTable(QWidget):
    """The likeliest tokens at each mask, with and without the mask."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = RecordsModel[GuessRow](self._columns(), self)
        self.view = records_view(self.model, tr("Guesses at the masks"), self)
        self.view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.hint = QLabel(self)
        self.hint.setWordWrap(True)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.hint.setTextFormat(Qt.TextFormat.PlainText)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.hint)
        column.addWidget(self.view, 1)
        self.show_nothing()

    def _columns(self) -> list[Column[GuessRow]]:
        return [
            Column(tr("Place"), lambda row: str(row.masked.position), lambda row: (row.masked.position, row.rank),
                   True),
            Column(tr("Masked token"), lambda row: row.masked.original or MISSING),
            Column(tr("Its own probability"), lambda row: _own(row.masked), meaning=tr(
                "How likely the model finds the masked token: while it sees it → at the mask")),
            Column(tr("Rank"), lambda row: str(row.rank + 1), lambda row: row.rank, True),
            Column(tr("Guess at the mask"), lambda row: row.after.token),
            Column(tr("Probability"), lambda row: percent(row.after.probability, 2),
                   lambda row: row.after.probability, True),
            Column(tr("Without the mask"), lambda row: MISSING if row.before is None else row.before.token,
                   meaning=tr("What the model expects there while it sees the token itself")),
            Column(tr("Probability"), lambda row: MISSING if row.before is None else percent(row.before.probability, 2),
                   lambda row: -1.0 if row.before is None else row.before.probability, True),
        ]  # fmt: skip

    def show_nothing(self) -> None:
        """Say how to get guesses."""
        self.model.put([])
        self.view.hide()
        self.hint.show()
        self.hint.setText(tr("Click a token above to mask it and see what the model expects there."))

    def show_answer(self, answer: Answer) -> None:
        """Show the guesses of an answer; without a mask, how to get one."""
        inspected = answer.inspected
        if not inspected.masks:
            self.show_nothing()
            return
        self.model.put(guess_rows(list(inspected.masked)))
        self.view.setVisible(bool(inspected.masked))
        self.hint.show()
        if not inspected.masked:
            self.hint.setText(tr("This run predicts no tokens: it has neither such a head nor a generator."))
            return
        self.hint.hide()

    # Export

    def picture(self) -> Drawn:
        """The table as it stands."""
        return widget_picture(self)

    def svg(self) -> Callable[[], bytes]:
        """The same as SVG."""
        return widget_svg(self)

    def as_csv(self) -> str:
        """A line a guess."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["place", "masked", "rank", "masked_guess", "masked_p", "seen_guess", "seen_p"])
        for row in self.model.rows:
            before = ("", "") if row.before is None else (row.before.token, f"{row.before.probability:.6g}")
            after = (row.after.token, f"{row.after.probability:.6g}")
            writer.writerow([row.masked.position, row.masked.original or "", row.rank + 1, *after, *before])
        return out.getvalue()

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """Columns of the same table by name."""
        rows = list(self.model.rows)
        return {
            "place": np.array([row.masked.position for row in rows], np.int64),
            "rank": np.array([row.rank + 1 for row in rows], np.int64),
            "masked_guess": np.array([row.after.token for row in rows], str),
            "masked_p": np.array([row.after.probability for row in rows]),
            "seen_guess": np.array(["" if row.before is None else row.before.token for row in rows], str),
            "seen_p": np.array([np.nan if row.before is None else row.before.probability for row in rows]),
        }
