"""What a vocabulary loses: texts that become [UNK], words that hold one, and entries of lists that hold one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from workbench.gui.figures import grouped
from workbench.gui.i18n import tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.tables.tokens import visible
from workbench.gui.theme import GRID
from workbench.text.example import Example
from workbench.text.vocabulary_coverage import Coverage, CoverageReport, UnknownText
from workbench.text.vocabulary_lists import ListCoverage, LostEntry

MOST_OFFERED = 100  #: lacking entries that the pane for new words is filled with


class UnknownPane(QWidget):
    """The commonest texts behind [UNK], each in a sentence; ``wanted`` carries what would have to be added."""

    wanted = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._report: CoverageReport | None = None
        self._words = PlainLabel(parent=self, wordWrap=True)
        self.choice = QComboBox(self)
        self.choice.setAccessibleName(tr("What to show"))
        self.choice.addItems([tr("Texts behind [UNK]"), tr("Words with an [UNK]")])
        self.add_button = QPushButton(tr("Add what is lacking…"), self)
        self.model: RecordsModel[UnknownText] = RecordsModel(
            [
                Column(tr("Times"), lambda row: grouped(row.count), lambda row: row.count, number=True),
                Column(tr("Text"), lambda row: visible(row.text)),
                Column(tr("What it is"), lambda row: translate(row.kind.label)),
                Column(tr("Example"), lambda row: marked(row.example)),
            ],
            self,
        )
        self.table = records_view(self.model, tr("Texts that become [UNK]"), self, stretch=3)
        top = QHBoxLayout()
        top.addWidget(self.choice)
        top.addWidget(self._words, 1)
        top.addWidget(self.add_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GRID, 0, 0)
        column.addLayout(top)
        column.addWidget(self.table, 1)
        column.addStretch(0)
        self.choice.currentIndexChanged.connect(self._show)
        self.add_button.clicked.connect(self._want)
        self.show_nothing(tr("Measuring…"))

    def show_report(self, report: CoverageReport) -> None:
        """Show what was lost."""
        self._report = report
        self._show()

    def show_nothing(self, why: str) -> None:
        """Nothing is known; ``why`` (translated)."""
        self._report = None
        self._show()
        self._words.setText(why)

    @Slot()
    def _show(self) -> None:
        report = self._report
        coverage = report.coverage if report is not None and report.coverage.sentences else None
        rows: Sequence[UnknownText] = ()
        if coverage is not None:
            rows = coverage.words_lost if self.choice.currentIndex() else coverage.texts
        self.model.put(rows)
        self.table.setVisible(bool(rows))
        self.choice.setVisible(coverage is not None and bool(coverage.texts))
        self.add_button.setVisible(coverage is not None and bool(coverage.lacking))
        if report is not None:
            self._words.setText(self._sentence(report.coverage, len(rows)))

    def _sentence(self, coverage: Coverage, shown: int) -> str:
        if not coverage.sentences:
            return tr("Choose a corpus on its page to see what becomes [UNK].")
        if not coverage.texts:
            return tr("Nothing becomes [UNK].")
        if not self.choice.currentIndex() and coverage.distinct_texts > shown:
            return tr("The commonest {shown} of {all}", shown=grouped(shown), all=grouped(coverage.distinct_texts))
        return tr("{number} {number:text|texts}", number=grouped(shown))

    @Slot()
    def _want(self) -> None:
        if self._report is not None:
            self.wanted.emit([token for token, _ in self._report.coverage.lacking[:MOST_OFFERED]])


class ListsPane(QWidget):
    """Entries of the project's lists that can never be predicted; ``wanted`` carries what would have to be added."""

    wanted = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lists: Sequence[ListCoverage] = ()
        self._words = PlainLabel(parent=self, wordWrap=True)
        self.add_button = QPushButton(tr("Add what is lacking…"), self)
        self.model: RecordsModel[tuple[ListCoverage, LostEntry]] = RecordsModel(
            [
                Column(tr("List"), lambda row: row[0].name),
                Column(tr("Entry"), lambda row: visible(row[1].text)),
                Column(tr("Class"), lambda row: row[1].label),
                Column(tr("Becomes [UNK]"), lambda row: "  ".join(map(visible, row[1].unknown))),
            ],
            self,
        )
        self.table = records_view(self.model, tr("Entries that can never be predicted"), self, stretch=1)
        top = QHBoxLayout()
        top.addWidget(self._words, 1)
        top.addWidget(self.add_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GRID, 0, 0)
        column.addLayout(top)
        column.addWidget(self.table, 1)
        column.addStretch(0)
        self.add_button.clicked.connect(self._want)
        self.show_nothing(tr("Measuring…"))

    @property
    def lost(self) -> int:
        """How many entries can never be predicted."""
        return sum(found.num_lost for found in self._lists)

    def show_lists(self, lists: Sequence[ListCoverage]) -> None:
        """Show the lost entries."""
        self._lists = lists
        rows = [(found, entry) for found in lists for entry in found.lost]
        self.model.put(rows)
        self.table.setVisible(bool(rows))
        self.add_button.setVisible(bool(rows))
        none = tr("The project has no phrase, entity or n-gram list; add one on the masking page.")
        self._words.setText("\n".join(map(_list_words, lists)) or none)

    def show_nothing(self, why: str) -> None:
        """Nothing is known; ``why`` (translated)."""
        self.show_lists(())
        self._words.setText(why)

    @Slot()
    def _want(self) -> None:
        lacking = dict.fromkeys(token for found in self._lists for token in found.lacking)
        self.wanted.emit(list(lacking))


def _list_words(found: ListCoverage) -> str:
    if not found.num_lost:
        return tr(
            "{name}: {entries:the|all} {entries} {entries:entry|entries} can be predicted.",
            name=found.name,
            entries=grouped(found.entries),
        )
    return tr(
        "{name}: {lost} of {entries} {entries:entry|entries} can never be predicted whole, as a piece is [UNK].",
        name=found.name,
        lost=grouped(found.num_lost),
        entries=grouped(found.entries),
    )


def marked(example: Example) -> str:
    """An example with its place between ⟦ and ⟧."""
    before, place, after = map(visible, example.parts)
    return f"{before}⟦{place}⟧{after}"
