"""What one run is made of, or how several differ: settings and last values, one column a run."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QKeySequence, QPixmap, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTableView, QTabWidget, QVBoxLayout, QWidget

from workbench.core.paths import Project
from workbench.gui.context import Context
from workbench.gui.figures import four_digits, short
from workbench.gui.i18n import render, tr
from workbench.gui.panels.run_lineage import Family, LineageTree
from workbench.gui.panels.run_looks import run_looks
from workbench.gui.panels.runs_figures import FigurePane, told_apart
from workbench.gui.panels.runs_seeds import SeedPane
from workbench.gui.panels.runs_vocabularies import VocabularyPane
from workbench.gui.panels.tasks_results import TaskResults
from workbench.gui.run_words import metric_title, moment_words, proof_line
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.theme import GRID, categorical, colours_of
from workbench.spec.files import flatten
from workbench.spec.wording import setting_name, setting_value
from workbench.store.comparison import compare
from workbench.store.group_table import GroupTable, group_table, have_repeats
from workbench.store.lineage import lineage
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.store.vocabulary_table import VocabularyTable, have_several_vocabularies, vocabulary_table

Row = tuple[str, ...]


@dataclass(frozen=True)
class Compared:
    """``names`` of the runs; rows are a title and a text a run."""

    runs: tuple[int, ...]
    names: tuple[str, ...]
    settings: list[Row]
    final: list[Row]
    family: Family | None = None
    vocabularies: VocabularyTable | None = None
    seeds: GroupTable | None = None


def compare_runs(project: Project, numbers: Sequence[int]) -> Compared:
    """The settings in which runs differ (all of them for a single run) and their last values, in the background."""
    family = vocabularies = None
    with Store.open(project) as store:
        runs = [store.run(number) for number in numbers]
        found = compare(store, numbers)
        if len(runs) == 1:
            settings = _facts(runs[0], len(store.checkpoints(runs[0])))
            family = Family(runs[0].id, lineage(store, runs[0]))
        else:
            settings = [_setting(path, values) for path, values in found.differing.items()]
        if have_several_vocabularies(runs):
            vocabularies = vocabulary_table(store, runs)
        seeds = group_table(store, runs) if have_repeats(runs) else None
    final = [(metric_title(name), *map(figure_words, values)) for name, values in found.final.items()]
    return Compared(tuple(numbers), tuple(run.name for run in runs), settings, final, family, vocabularies, seeds)


def _facts(run: Run, checkpoints: int) -> list[Row]:
    """Everything that is kept of one run."""
    own = {
        tr("Number"): str(run.id),
        tr("Created"): moment_words(run.created),
        tr("Message"): render(run.words),
        tr("Tags"): " ".join(run.tags),
        tr("Cloned from"): run.origin.name if run.origin is not None else "",
        tr("Checkpoints"): str(checkpoints),
        tr("Sessions"): str(run.sessions),
        tr("Resume proven"): "" if run.proof is None else proof_line(run.proof),
        tr("Device"): f"{run.device} {run.precision}".strip(),
        **{title: render(setting_value(name, getattr(run, name))) for name, title in fingerprint_titles().items()},
        tr("Folder"): str(run.folder),
        **{tr("Version of {name}", name=name): version for name, version in run.versions.items()},
    }
    settings = flatten(json.loads(run.spec_text))
    return [*own.items(), *(_setting(path, [value]) for path, value in settings.items())]


def _setting(path: str, values: Sequence[Any]) -> Row:
    """A setting and its value in each run, in people's words."""
    if path in (own := fingerprint_titles()):
        return own[path], *(render(setting_value(path, value)) for value in values)
    return render(setting_name(path)), *(render(setting_value(path, value)) for value in values)


def fingerprint_titles() -> dict[str, str]:
    """Titles of what a run keeps of its texts besides its settings."""
    return {
        "corpus_fingerprint": tr("Fingerprint of the corpus"),
        "vocabulary_fingerprint": tr("Fingerprint of the vocabulary"),
        "stage_corpora": tr("Fingerprints of the corpora of stages"),
    }


def figure_words(value: float | None) -> str:
    """A result with as many digits as those beside it; a dash for none."""
    if value is None:
        return "–"
    if not math.isfinite(value):
        return str(value)
    return short(value) if abs(value) >= 1000 else four_digits(value)


class _ComparedModel(RecordsModel[Row]):
    """The rows of a table, with the colours that several runs have in the plots beside their names, which are shown
    without the beginning that all share; as a whole they are the text for screen readers, tooltips and copies."""

    def __init__(self, columns: Sequence[Column[Row]], compared: Compared) -> None:
        super().__init__(columns)
        runs = compared.runs
        looks = run_looks(runs) if len(runs) > 1 else {}
        self._colours = [looks[run][0] if run in looks else None for run in runs]
        self._names = told_apart(compared.names)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles, and beside those of runs their colours."""
        if section and orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._names[section - 1]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return super().headerData(section, orientation)
        if role != Qt.ItemDataRole.DecorationRole or orientation is not Qt.Orientation.Horizontal:
            return super().headerData(section, orientation, role)
        colour = self._colours[section - 1] if section else None
        if colour is None:
            return None
        square = QPixmap(GRID, GRID)
        square.fill(QColor(categorical(colours_of(QGuiApplication.palette()), colour)))
        return square


class ComparisonView(QWidget):
    """Two tables in tabs, and for one run where it came from; reads what it shows in the background.

    ``opened`` and ``reasoned`` are those of :class:`workbench.gui.panels.run_lineage.LineageTree`.
    """

    opened = Signal(int)
    reasoned = Signal(int, str)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._wanted: tuple[int, ...] = ()
        self._tasks_wanted = False  # whether the user asked for tasks that are still to come
        self.tabs = QTabWidget(self, documentMode=True)
        self.settings: QTableView | None = None
        self.final: QTableView | None = None
        self.tasks = TaskResults(context, self)
        self.tasks.hide()
        self.tasks.counted.connect(self._count_tasks)
        self.tree = LineageTree(self)
        self.tree.hide()
        self.tree.opened.connect(self.opened)
        self.tree.reasoned.connect(self.reasoned)
        self.vocabularies = VocabularyPane(self)
        self.vocabularies.hide()
        self.seeds = SeedPane(self)
        self.seeds.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.tabs)

    def want(self, numbers: Sequence[int]) -> None:
        """Compare these runs."""
        self._wanted = tuple(numbers)
        self.tasks.show_run(self._wanted[0] if len(self._wanted) == 1 else None)
        if not numbers:
            self._show(Compared((), (), [], []))
            return
        project, wanted = self._context.project, self._wanted
        self._context.tasks.run(lambda report, cancelled: compare_runs(project, wanted), self._take)

    def show_tasks(self) -> None:
        """Turn to the tasks of the run, if it has any now or gets some."""
        self._tasks_wanted = True
        if (place := self.tabs.indexOf(self.tasks)) >= 0:
            self.tabs.setCurrentIndex(place)

    @Slot(int)
    def _count_tasks(self, count: int) -> None:
        """The tab is there while the run has tasks."""
        place = self.tabs.indexOf(self.tasks)
        title = tr("Tasks ({count})", count=count)
        if place >= 0 and not count:
            self.tabs.removeTab(place)
        elif place >= 0:
            self.tabs.setTabText(place, title)
        elif count:
            place = self.tabs.addTab(self.tasks, title)
        if count and self._tasks_wanted:
            self._tasks_wanted = False
            self.tabs.setCurrentIndex(place)

    @Slot(object)
    def _take(self, compared: Compared) -> None:
        if compared.runs == self._wanted:
            self._show(compared)

    def _show(self, compared: Compared) -> None:
        current = max(self.tabs.currentIndex(), 0)
        chosen = self.tabs.currentWidget()
        for part in (self.tree, self.vocabularies, self.seeds):
            if (place := self.tabs.indexOf(part)) >= 0:
                self.tabs.removeTab(place)
        for old in (self.settings, self.final):
            if old is not None:
                self.tabs.removeTab(0)
                old.deleteLater()
        title = tr("Differing settings") if len(compared.runs) != 1 else tr("Everything of this run")
        self.settings = self._add(0, title, tr("Setting"), compared, compared.settings)
        self.final = self._add(1, tr("Last values"), tr("Metric"), compared, compared.final)
        if compared.family is not None:
            self.tree.show_family(compared.family)
            count = len(compared.family.relatives)
            title = tr("Lineage ({count})", count=count) if count > 1 else tr("Lineage")
            self.tabs.insertTab(2, self.tree, title)
        if compared.seeds is not None:
            self.seeds.show_table(compared.seeds)
            self.tabs.insertTab(2, self.seeds, tr("Means of seeds"))
        if compared.vocabularies is not None:
            self.vocabularies.show_table(compared.vocabularies)
            self.tabs.insertTab(2, self.vocabularies, tr("Vocabularies"))
        lasting = (self.tasks, self.tree, self.vocabularies, self.seeds)
        kept = self.tabs.indexOf(chosen) if chosen in lasting else current
        self.tabs.setCurrentIndex(min(max(kept, 0), self.tabs.count() - 1))

    def _add(self, place: int, title: str, first: str, compared: Compared, rows: Sequence[Row]) -> QTableView:
        columns = [Column[Row](first, itemgetter(0))]
        for number, name in enumerate(compared.names, 1):
            columns.append(Column[Row](name, itemgetter(number)))
        model = _ComparedModel(columns, compared)
        model.put(rows)
        view = records_view(model, title, self, sort=False)
        model.setParent(view)
        view.setSelectionMode(QTableView.SelectionMode.ExtendedSelection)
        header = view.horizontalHeader()
        header.setStretchLastSection(False)
        header.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # runs of a sweep differ at the ends of their names
        header.setMinimumSectionSize(11 * GRID)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self._fit_titles(view)
        view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.tabs.insertTab(place, view, f"{title} ({len(rows)})" if compared.names else title)
        return view

    def _fit_titles(self, view: QTableView) -> None:
        """Give titles the room they need, up to a share of the table that leaves enough for the runs."""
        share = {2: 0.55, 3: 0.42, 4: 0.42}.get(view.model().columnCount(), 0.3)
        room = max(round(self.width() * share), 20 * GRID)
        view.setColumnWidth(0, min(view.sizeHintForColumn(0) + GRID, room))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The room for titles follows the width."""
        super().resizeEvent(event)
        for view in (self.settings, self.final):
            if view is not None:
                self._fit_titles(view)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+C copies the table on show."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def copy(self) -> None:
        """The table on show as lines with tabs, with its heading."""
        shown = self.tabs.currentWidget()
        view = shown.view if isinstance(shown, FigurePane) else shown
        if isinstance(view, QTableView):
            QGuiApplication.clipboard().setText(table_text(view))


def table_text(view: QTableView) -> str:
    """The selected rows of a table (all where none is selected) as lines with tabs, under their titles."""
    model = view.model()
    columns = range(model.columnCount())
    horizontal, roles = Qt.Orientation.Horizontal, Qt.ItemDataRole
    titles = [
        str(model.headerData(column, horizontal, roles.AccessibleTextRole) or model.headerData(column, horizontal))
        for column in columns
    ]
    chosen = sorted({index.row() for index in view.selectionModel().selectedIndexes()}) or range(model.rowCount())
    lines = ["\t".join(str(model.index(row, column).data()) for column in columns) for row in chosen]
    return "\n".join(["\t".join(titles), *lines])
