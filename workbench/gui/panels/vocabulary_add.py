"""Words added to a vocabulary: what would come of them is shown before the new vocabulary is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report
from workbench.gui.context import Context
from workbench.gui.figures import grouped
from workbench.gui.i18n import tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.making_pane import MakingPane
from workbench.gui.panels.vocabulary_words import rows_box
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.tables.tokens import visible
from workbench.gui.tasks import Task
from workbench.gui.theme import GRID
from workbench.jobs.calls import call_in_child
from workbench.text.lexicon import find_lexicon
from workbench.text.vocabulary import Vocabulary, VocabularyKind, free_vocabulary_name
from workbench.text.vocabulary_growth import (
    AS_WORDS,
    AddedWord,
    Additions,
    Places,
    SkippedWord,
    add_words,
    plan_additions,
    read_words,
)
from workbench.text.vocabulary_lineage import NewRows

PLAN_DELAY = 300  #: milliseconds after the last change
_FEW = 200  #: words whose plan is so short a work that no child is started for it
_MOST_ROWS = 1000


@dataclass(frozen=True)
class _Wish:
    """What stands in the form, to tell whether a plan is still the one asked for."""

    vocabulary: str
    words: tuple[str, ...]
    places: Places
    kind: VocabularyKind


def _plan(project: Project, vocabulary: Vocabulary, wish: _Wish) -> Additions:
    return plan_additions(vocabulary, wish.words, wish.places, wish.kind, project.cache)


class AddPane(MakingPane):
    """Words, where they go, how their rows begin, and what would come of it."""

    TABLE = "vocabularies"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, tr("Add words to a vocabulary"), tr("Make"), parent)
        self._base: Vocabulary | None = None
        self._additions: Additions | None = None
        self._planning: Task | None = None
        self._planned: _Wish | None = None
        self._about = PlainLabel(parent=self, wordWrap=True)
        self.words = QPlainTextEdit(self)
        self.words.setPlaceholderText(tr("A word a line"))
        self.words.setAccessibleName(tr("Words to add"))
        self.words.setMinimumHeight(10 * GRID)
        for part in (self.words, self.words.viewport()):
            part.setAcceptDrops(False)  # a file that is dropped on it is meant for the page
        self.places = QComboBox(self)
        self.places.setAccessibleName(tr("Where they go"))
        for place in Places:
            self.places.addItem(translate(place.label), place.value)
        self.whole = QCheckBox(translate(AS_WORDS.label), self)
        self.rows = rows_box(self)
        self.name = QLineEdit(self)
        self.name.setAccessibleName(tr("Name of the vocabulary"))
        self.sum = PlainLabel(parent=self, wordWrap=True)
        self.model: RecordsModel[AddedWord | SkippedWord] = RecordsModel(
            [
                Column(tr("Word"), lambda row: visible(row.token if isinstance(row, AddedWord) else row.word)),
                Column(tr("Id"), lambda row: str(row.id) if isinstance(row, AddedWord) else "–", number=True),
                Column(tr("Pieces until now, or why it is left out"), _fate),
            ],
            self,
        )
        self.table = records_view(self.model, tr("What would come of it"), self, stretch=2)
        self._timer = QTimer(self, interval=PLAN_DELAY, singleShot=True)
        self._timer.timeout.connect(self._start_planning)
        self._arrange()
        self.words.textChanged.connect(self._change)
        self.places.currentIndexChanged.connect(self._change)
        self.whole.toggled.connect(self._change)
        self.name.textChanged.connect(self.enable)
        self.enable()

    def _arrange(self) -> None:
        self.file_button = QPushButton(tr("From a file…"), self)
        self.file_button.clicked.connect(self.choose_file)
        self.list_button = QPushButton(tr("From a list"), self)
        self._lists = QMenu(self)
        self.list_button.setMenu(self._lists)
        self.offer_lists([])
        sources = QHBoxLayout()
        sources.addWidget(self.file_button)
        sources.addWidget(self.list_button)
        sources.addStretch(1)
        form = QFormLayout()
        form.addRow(tr("Where they go"), self.places)
        form.addRow("", self.whole)
        form.addRow(tr("Rows of the new words"), self.rows)
        form.addRow(tr("Name"), self.name)
        self.column.addWidget(self._about)
        self.column.addLayout(sources)
        self.column.addWidget(self.words, 1)
        self.column.addLayout(form)
        self.column.addWidget(self.sum)
        self.column.addWidget(self.table, 2)
        self.end()

    def begin(self, base: Vocabulary, words: Sequence[str] = ()) -> None:
        """Add to this vocabulary; ``words`` are offered to begin with. Without any, what was typed for it before the
        pane was closed is still there."""
        if self._base is not None and self._base.fingerprint == base.fingerprint and not words and self.typed():
            return
        super().clear()
        self._base = base
        unused = len(base.unused_ids)
        self._about.setText(
            tr(
                "“{name}” stays as it is; a new vocabulary is made. {unused} {unused:place is|places are} kept for "
                "new words in it.",
                name=base.name,
                unused=grouped(unused),
            )
        )
        self.places.setCurrentIndex(self.places.findData((Places.UNUSED if unused else Places.GROW).value))
        self.whole.setVisible(base.kind in (VocabularyKind.WORDPIECE, VocabularyKind.CHARACTER))
        self.whole.setChecked(False)
        self.words.setPlainText("\n".join(words))
        self.name.setText(free_vocabulary_name(self._context.project, f"{base.name}-more"))
        self._change()

    def typed(self) -> str:
        """The words in the field, as they stand there."""
        return self.words.toPlainText().strip()

    def clear(self) -> None:
        """Begin anew."""
        super().clear()
        self.words.clear()

    @Slot()
    def choose_file(self) -> None:
        """Ask for a file with a word a line."""
        name, _ = QFileDialog.getOpenFileName(self, tr("Words to add"), "", f"{tr('All files')} (*)")
        if name:
            self.take(Path(name))

    def take(self, path: Path) -> None:
        """Read the words of a file in the background."""
        self._context.tasks.run(lambda report, cancelled: read_words(path), self._take_words, self.show_error)

    def offer_lists(self, names: Sequence[str]) -> None:
        """The lists of the project that words can be taken from."""
        self._lists.clear()
        for name in names:
            self._lists.addAction(name, partial(self._take_list, name))
        if not names:
            self._lists.addAction(tr("The project has no list")).setEnabled(False)

    def _take_list(self, name: str) -> None:
        project = self._context.project
        self._context.tasks.run(
            lambda report, cancelled: [entry.text for entry in find_lexicon(project, name).entries],
            self._take_words,
            self.show_error,
        )

    @Slot(object)
    def _take_words(self, words: Sequence[str]) -> None:
        """Put words behind those that are there."""
        there = self.words.toPlainText().rstrip("\n")
        self.words.setPlainText("\n".join([there, *words] if there else words))

    def _wish(self) -> _Wish | None:
        base = self._base
        if base is None:
            return None
        words = tuple(line for line in self.words.toPlainText().split("\n") if line.strip())
        kind = VocabularyKind.WORD if self.whole.isChecked() and not self.whole.isHidden() else base.kind
        return _Wish(base.fingerprint, words, Places(self.places.currentData()), kind)

    @Slot()
    def _change(self) -> None:
        """What was planned holds no more."""
        self._additions = self._planned = None
        self._show_plan()
        self._timer.start()

    @Slot()
    def _start_planning(self) -> None:
        base, wish, project = self._base, self._wish(), self._context.project
        if self._planning is not None:
            self._planning.cancel()
        if base is None or wish is None or not wish.words:
            return
        self._planned = wish

        def work(report: Report, cancelled: Cancelled) -> Additions:
            if len(wish.words) <= _FEW:
                return _plan(project, base, wish)
            return call_in_child(_plan, project, base, wish, progress=report, cancelled=cancelled)

        self._planning = self._context.tasks.run(work, self._take_plan, self.show_error)

    @Slot(object)
    def _take_plan(self, additions: Additions) -> None:
        if self._planned is not None and self._planned == self._wish():
            self._additions = additions
            self._show_plan()

    def _show_plan(self) -> None:
        additions = self._additions
        fates: list[AddedWord | SkippedWord] = []
        if additions is not None:
            fates.extend(additions.added)
            fates.extend(additions.skipped)
        self.model.put(fates[:_MOST_ROWS])
        self.table.setVisible(additions is not None)
        if additions is None:
            some = bool(self.words.toPlainText().strip())
            self.sum.setText(tr("Looking at the words…") if some else tr("Write the words, or take them from a file."))
        else:
            added, skipped = grouped(len(additions.added)), grouped(len(additions.skipped))
            self.sum.setText(tr("Added: {added}. Left out: {skipped}.", added=added, skipped=skipped))
        self.enable()

    def enable(self) -> None:
        """Something to add, and a name."""
        some = self._additions is not None and bool(self._additions.added)
        self.go_button.setEnabled(some and bool(self.name.text().strip()) and not self.progress.is_busy)

    @Slot()
    def start(self) -> None:
        """Make what was planned."""
        project, additions, name = self._context.project, self._additions, self.name.text().strip()
        rows = NewRows(self.rows.currentData())
        assert additions is not None
        self.make(
            lambda report, cancelled: add_words(project, additions, name, rows),
            tr("Making the vocabulary {name}", name=name),
        )


def _fate(row: AddedWord | SkippedWord) -> str:
    """What becomes of a word."""
    if isinstance(row, SkippedWord):
        return translate(row.reason.label)
    if not row.pieces:
        return tr("unknown until now: its row is drawn anew")
    return "  ".join(map(visible, row.pieces))
