"""Statistics of a corpus: scripts, lengths, and the most frequent characters and words."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from workbench.gui.figures import grouped, percent, short, size
from workbench.gui.i18n import in_list, tr
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.progress_row import PATIENCE, ProgressRow
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.tables.tokens import visible
from workbench.gui.tasks import Task, Tasks
from workbench.gui.theme import GRID
from workbench.gui.views.histogram import Bars, Histogram
from workbench.text.statistics import Histogram as Counts
from workbench.text.statistics import Statistics

Frequency = tuple[str, int]


class StatisticsPane(QWidget):
    """A line of figures, two histograms, two tables; how far counting is stands in their place."""

    def __init__(self, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.progress = ProgressRow(tasks, None, self)
        self.progress.cancel_button.clicked.connect(self._stop)
        self.words_line = PlainLabel(parent=self, wordWrap=True)
        self.documents = Histogram(tr("Characters of a document"), self)
        self.sentences = Histogram(tr("Characters of a sentence"), self)
        self.characters = _frequency_model(tr("Character"), self)
        self.words = _frequency_model(tr("Word"), self)
        self._characters = records_view(self.characters, tr("Most frequent characters"), self, stretch=0)
        self._words = records_view(self.words, tr("Most frequent words"), self, stretch=0)
        grid = QGridLayout()
        grid.setSpacing(GRID)
        grid.addWidget(self.documents, 0, 0)
        grid.addWidget(self.sentences, 0, 1)
        grid.addWidget(self._characters, 1, 0)
        grid.addWidget(self._words, 1, 1)
        grid.setRowStretch(0, 2)
        grid.setRowStretch(1, 3)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID, GRID, GRID)
        column.setSpacing(GRID)
        column.addWidget(self.words_line)
        column.addWidget(self.progress)
        column.addLayout(grid, 1)
        self.show_waiting()

    def show_waiting(self) -> None:
        """Say that counting goes on."""
        self.words_line.setText(tr("Counting…"))
        for chart in (self.documents, self.sentences):
            chart.show_bars([])
        for model in (self.characters, self.words):
            model.put([])

    def follow(self, task: Task) -> None:
        """Show how far the counting is, where it takes long."""
        self.progress.follow(task, PATIENCE)

    @Slot()
    def _stop(self) -> None:
        self.words_line.setText(tr("Counting was stopped; it begins again when the corpus is chosen anew."))

    def show_statistics(self, statistics: Statistics, answers: Mapping[str, int]) -> None:
        """Show what was counted, and how often each answer is given to a document, where the corpus has answers."""
        documents = sum(statistics.document_lengths.counts)
        told = f"\n{_answers_line(answers)}" if answers else ""
        self.words_line.setText(
            tr(
                "{chinese} Chinese, {latin} Latin characters · {distinct} different "
                "{distinct:character|characters} · {pairs} of {documents} {documents:document|documents} "
                "{pairs:has|have} two or more sentences and can make next-sentence pairs · words counted in {sample}",
                chinese=percent(statistics.chinese_share, 0),
                latin=percent(statistics.latin_share, 0),
                distinct=grouped(statistics.num_distinct_characters),
                pairs=grouped(statistics.pair_documents),
                documents=grouped(documents),
                sample=size(statistics.word_sample),
            )
            + told
        )
        self.documents.show_bars([_bars(statistics.document_lengths)])
        self.sentences.show_bars([_bars(statistics.sentence_lengths)])
        self.characters.put(statistics.characters)
        self.words.put(statistics.words)


def _answers_line(answers: Mapping[str, int]) -> str:
    """How many documents have each answer, and their share."""
    whole = max(1, sum(answers.values()))
    counts = in_list(
        tr("{answer}: {count} ({share})", answer=name, count=grouped(count), share=percent(count / whole, 0))
        for name, count in answers.items()
    )
    return tr("Answers to documents: {answers}", answers=counts)


def _frequency_model(title: str, parent: QWidget) -> RecordsModel[Frequency]:
    return RecordsModel(
        [
            Column(title, lambda row: visible(row[0])),
            Column(tr("Count"), lambda row: grouped(row[1]), lambda row: row[1], number=True),
        ],
        parent,
    )


def _bars(counts: Counts) -> Bars:
    """The bins from the first to the last that is not empty, named by where they begin."""
    filled = [place for place, count in enumerate(counts.counts) if count]
    if not filled:
        return Bars([], [])
    places = range(filled[0], filled[-1] + 1)
    return Bars([short(counts.edges[place]) for place in places], [counts.counts[place] for place in places])
