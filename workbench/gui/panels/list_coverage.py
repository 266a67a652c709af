"""How much of the corpus a list covers: shares, the share that the first entries have, and entries that never act."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from workbench.core.errors import WorkbenchError
from workbench.core.progress import Cancelled, Report
from workbench.gui.context import Context
from workbench.gui.figures import grouped, percent, short
from workbench.gui.i18n import render, tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.chosen import chosen_corpus, chosen_vocabulary
from workbench.gui.panels.progress_row import ProgressRow
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.tables.tokens import visible
from workbench.gui.tasks import Task, Tasks, Work
from workbench.gui.theme import GRID
from workbench.gui.views.histogram import Bars, Histogram
from workbench.jobs.calls import call_in_child
from workbench.text.lexicon import Lexicon
from workbench.text.lexicon_usage import Coverage, Idle, Share, measure_coverage

_STEPS = (1, 2, 5)


def coverage_work(context: Context, lexicon: Lexicon) -> Work:
    """Measures a list in the experiment's corpus, in a process of its own."""
    project, spec = context.project, context.draft.spec

    def work(report: Report, cancelled: Cancelled) -> Coverage:
        vocabulary = chosen_vocabulary(project, spec.vocabulary) if spec.vocabulary else None
        corpus = chosen_corpus(project, spec.corpus)
        return call_in_child(
            measure_coverage, project, corpus, lexicon, spec.units, vocabulary, progress=report, cancelled=cancelled
        )

    return work


class CoverageDialog(QDialog):
    """How far the measuring of a list in a corpus is, and then what came out of it; closed earlier, it ends that."""

    def __init__(self, lexicon: Lexicon, corpus: str, tasks: Tasks, parent: QWidget) -> None:
        super().__init__(parent)
        self._lexicon = lexicon
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Coverage of {name} in {corpus}", name=lexicon.name, corpus=corpus))
        self.words = PlainLabel(parent=self, wordWrap=True)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.progress = ProgressRow(tasks, None, self)
        self.progress.cancel_button.clicked.connect(self.reject)
        self.curve = Histogram(tr("Characters covered by the entries of the highest count"), self)
        self.curve.setMinimumHeight(20 * GRID)
        self.idle = PlainLabel(parent=self, wordWrap=True)
        self.model: RecordsModel[tuple[str, Idle]] = RecordsModel(
            [Column(tr("Entry"), lambda row: visible(row[0])), Column(tr("Why"), lambda row: translate(row[1].label))],
            self,
        )
        self.table = records_view(self.model, tr("Entries that never act"), self, stretch=1)
        self.table.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.words)
        column.addWidget(self.progress)
        column.addWidget(self.curve, 1)
        column.addWidget(self.idle)
        column.addWidget(self.table, 1)
        column.addWidget(buttons)
        self.resize(80 * GRID, 76 * GRID)
        self.finished.connect(self.progress.cancel)

    def follow(self, task: Task) -> None:
        """Show how far the measuring is."""
        self.progress.follow(task)

    @Slot(object)
    def show_coverage(self, found: Coverage) -> None:
        """Show what came out."""
        self.words.setText("\n".join(_shares(found)))
        ranks, shares = _curve(found)
        self.curve.show_bars([Bars([short(rank) for rank in ranks], [100 * share for share in shares])],
                             note=tr("in percent, by number of entries"))  # fmt: skip
        self.idle.setText(_idle_words(self._lexicon, found))
        rows = [(self._lexicon.entries[place].text, reason) for place, reason in found.idle.items()]
        self.model.put(rows)
        self.table.setVisible(bool(rows))

    @Slot(object)
    def show_error(self, error: WorkbenchError) -> None:
        """Say why nothing came out."""
        self.words.setText(render(error))


def _shares(found: Coverage) -> list[str]:
    """A line for each thing that was counted."""
    titles: list[tuple[str, Share]] = [
        (tr("Characters"), found.characters),
        (tr("Words"), found.words),
        (tr("Sentences with an entry"), found.sentences),
        *([(tr("Tokens"), found.tokens)] if found.tokens.total else []),
    ]
    return [
        tr("{what}: {share} ({covered} of {total})", what=title, share=percent(share.value),
           covered=grouped(share.covered), total=grouped(share.total))
        for title, share in titles
    ]  # fmt: skip


def _curve(found: Coverage) -> tuple[list[int], list[float]]:
    """Numbers of entries, and the share of characters that they cover."""
    number = len(found.curve)
    ranks = [step * 10**power for power in range(7) for step in _STEPS if step * 10**power < number]
    ranks += [number] if number else []
    total = max(1, found.characters.total)
    return ranks, [int(found.curve[rank - 1]) / total for rank in ranks]


def _idle_words(lexicon: Lexicon, found: Coverage) -> str:
    if not found.idle:
        return tr("Every entry acts somewhere in the corpus.")
    return tr("Entries that never act: {count} of {number}", count=grouped(len(found.idle)),
              number=grouped(len(lexicon)))  # fmt: skip
