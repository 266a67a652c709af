"""How often each answer to a question is right in an epoch: a bar an answer, and the counts to take along."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QScrollArea, QVBoxLayout, QWidget

from workbench.core.texts import Text
from workbench.gui.figures import grouped
from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.masking_asked import Asked, Standing
from workbench.gui.picture_button import PictureButton
from workbench.gui.theme import GRID
from workbench.gui.views.share_bars import ShareBar, ShareBars
from workbench.objectives.balance import RARE

MOST_BARS = 12  #: of answers; where there are more, the rarer ones are one bar together


class BalancePane(QWidget):
    """``chosen`` carries the class of a bar that is clicked, -1 for none; ``count_wanted`` asks for the counts."""

    chosen = Signal(int)
    count_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._asked, self._chosen = Asked(0), -1
        self._counts: Mapping[str, int] = {}
        self._note: Text | None = None
        self.title = PlainLabel(tr("How often each answer is right"), self, wordWrap=True)
        self.title.setFont(scaled(self.font(), 1.0, bold=True))
        self.words = PlainLabel(parent=self, wordWrap=True)
        self.count_button = QPushButton(tr("Count the answers"), self)
        self.count_button.setToolTip(tr("Prepares the corpora of the stages where that has not been done, and counts"))
        self.bars = ShareBars(self)
        self.bars.setAccessibleName(self.title.text())
        self.copy = PictureButton("copy", tr("Copy"), self)
        self.copy.setMenu(self._make_menu())
        self._arrange()
        self.count_button.clicked.connect(self.count_wanted)
        self.bars.chosen.connect(self.chosen)

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(tr("Copy as CSV"), self.copy_csv)
        menu.addAction(tr("Copy as JSON"), self.copy_json)
        return menu

    def _arrange(self) -> None:
        area = QScrollArea(self, widgetResizable=True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        sheet = QWidget()
        inner = QVBoxLayout(sheet)
        inner.setContentsMargins(0, 0, GRID // 2, 0)
        inner.addWidget(self.bars)
        inner.addStretch(1)
        area.setWidget(sheet)
        top = QHBoxLayout()
        top.addWidget(self.title, 1)
        top.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, 0, 0, 0)
        column.setSpacing(GRID // 2)
        column.addLayout(top)
        column.addWidget(self.words)
        column.addWidget(self.count_button)
        column.addWidget(area, 1)

    def show_balance(self, asked: Asked, standing: Standing, counts: Mapping[str, int], passages: int) -> None:
        """Show what is known of a question: its counts over an epoch of so many passages, or why there are none."""
        self._asked, self._counts = asked, counts
        self.copy.setEnabled(bool(counts))
        self.count_button.setVisible(standing is Standing.UNKNOWN)
        self.words.setText(_words(asked, standing, counts, passages))
        self.words.setVisible(bool(self.words.text()))
        self.show_chosen(self._chosen)

    def show_chosen(self, answer: int) -> None:
        """Light the bar of a class, -1 for none."""
        self._chosen = answer
        self.bars.show_bars(bars_of(self._counts), answer)

    def show_note(self, note: Text | None) -> None:
        """What is said of rare answers, which goes along with copies."""
        self._note = note

    # Copies

    @property
    def counts(self) -> dict[str, int]:
        """How often each answer is right, by its name."""
        return dict(self._counts)

    def data(self) -> dict[str, object]:
        """What is shown as the terminal's ``mask --balance`` has it."""
        note = "" if self._note is None else self._note.render(str)
        return {"question": self._asked.name, "balance": self.counts, "note": note}

    @Slot()
    def copy_json(self) -> None:
        """The counts of all answers on the clipboard, as the terminal gives them."""
        QGuiApplication.clipboard().setText(json.dumps(self.data(), ensure_ascii=False))

    @Slot()
    def copy_csv(self) -> None:
        """The counts of all answers on the clipboard, as a table."""
        total, out = max(sum(self._counts.values()), 1), io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(("class", "answer", "count", "share"))
        for number, (answer, count) in enumerate(self._counts.items()):
            table.writerow((number, translate(answer), count, f"{count / total:.6f}"))
        QGuiApplication.clipboard().setText(out.getvalue())


def bars_of(counts: Mapping[str, int]) -> list[ShareBar]:
    """A bar an answer in the order of the classes; where there are many, the most frequent ones and the sum of the
    others."""
    bars = [
        ShareBar(tr("{number} · {answer}", number=number, answer=translate(answer)), count, number, count < RARE)
        for number, (answer, count) in enumerate(counts.items())
    ]
    if len(bars) <= MOST_BARS:
        return bars
    frequent = sorted(bars, key=lambda bar: -bar.count)
    others = frequent[MOST_BARS - 1 :]
    name = tr("{count} other {count:answer|answers}", count=len(others))
    return [*frequent[: MOST_BARS - 1], ShareBar(name, sum(bar.count for bar in others))]


def _words(asked: Asked, standing: Standing, counts: Mapping[str, int], passages: int) -> str:
    """Over what was counted, or why nothing was."""
    if not asked.name:
        return ""
    if standing is Standing.REFUSED:
        return tr("Nothing to count.")
    if not counts:
        return "" if standing is Standing.COUNTING else tr("Not counted yet.")
    if asked.of_tokens:
        return tr(
            "{tokens} tokens that are asked about, in {passages} {passages:passage|passages} of an epoch",
            tokens=grouped(sum(counts.values())),
            passages=grouped(passages),
        )
    return tr("{passages} {passages:passage|passages} of an epoch", passages=grouped(passages))
