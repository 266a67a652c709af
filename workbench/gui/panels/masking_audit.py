"""The audit of the shown strategies before training: a table of counts, lengths beside the formula, what to mend."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QSpinBox, QVBoxLayout, QWidget

from workbench.core.errors import WorkbenchError
from workbench.core.texts import Text, mark, with_hint
from workbench.gui.figures import grouped, percent
from workbench.gui.i18n import in_list, render, tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.masking_answers import shares_told
from workbench.gui.panels.masking_auditing import Auditing, Design
from workbench.gui.panels.masking_cells import kind_name
from workbench.gui.panels.masking_lengths import length_picture
from workbench.gui.panels.masking_problems import Problem, ProblemLines
from workbench.gui.panels.masking_warnings import list_notes, offers
from workbench.gui.panels.plain_table import fill_table, plain_table
from workbench.gui.panels.progress_row import ProgressRow
from workbench.gui.tasks import Task, Tasks
from workbench.gui.theme import GRID
from workbench.gui.views.histogram import Histogram, Picture
from workbench.masking.audit import MaskAudit
from workbench.masking.audit_notes import AuditNote, audit_notes
from workbench.masking.strategy import Action, MaskingStrategy
from workbench.objectives.auditing import AuditResult
from workbench.spec.batches import batch_rule
from workbench.text.document import KINDS

PASSAGES = 2_000  #: at first: a second or two
MOST_PASSAGES = 1_000_000
_NUMBERS = tuple(range(1, 7))  # columns of figures
_MOST_UNITS = 6
_HINTS = (
    "",
    mark("The share of tokens to predict, and what was asked for"),
    mark("Percent of the targets that were masked, replaced by a random token or a similar word, and kept"),
    mark("Passages with nothing to predict"),
    mark("Passages whose units together are too few for the rate"),
    mark("Targets that are unknown to the vocabulary, which teach nothing"),
    mark("Special tokens hit, text changed outside masks, units split, wrong labels: always 0 in a sound program"),
)


class AuditPane(QWidget):
    """``fix_wanted`` carries the place of a strategy and the fix that the user wants for it, ``told`` how many problems
    are on show."""

    fix_wanted = Signal(int, object)
    told = Signal(int)

    def __init__(self, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._design: Design | None = None
        self._chosen = 0
        self.auditing = Auditing(tasks, self)
        self.passages = QSpinBox(self, minimum=100, maximum=MOST_PASSAGES, singleStep=1000, value=PASSAGES)
        self.passages.setGroupSeparatorShown(True)
        self.passages.setAccessibleName(tr("Passages to audit"))
        self.run_button = QPushButton(tr("Run the audit"), self)
        self.run_button.setToolTip(tr("Mask as many passages of the corpus with every strategy, and count"))
        self.words = PlainLabel(parent=self)
        self.progress = ProgressRow(tasks, self._show_state, self)
        self.table = plain_table(
            [
                tr("Strategy"),
                tr("Rate"),
                tr("M / R / S / K"),
                tr("No target"),
                tr("Fall short"),
                tr("[UNK]"),
                tr("Faults"),
            ],
            self,
        )
        for column, words in enumerate(_HINTS):
            if (heading := self.table.horizontalHeaderItem(column)) is not None:
                heading.setToolTip(translate(words))
        self.units = PlainLabel(parent=self, wordWrap=True)
        self.answers = PlainLabel(parent=self, wordWrap=True)
        self.problems = ProblemLines(self)
        self.lengths = Histogram(tr("Lengths"), self)
        self._arrange()
        self.run_button.clicked.connect(self.run)
        self.auditing.started.connect(self._follow)
        self.auditing.counted.connect(self._show)
        self.auditing.failed.connect(self._fail)
        self.progress.cancel_button.clicked.connect(self.auditing.stop)
        self._show_state()

    def _arrange(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(GRID)
        top.addWidget(QLabel(tr("Passages:"), self))
        for widget in (self.passages, self.run_button):
            top.addWidget(widget)
        top.addWidget(self.words, 1)
        top.addWidget(self.progress, 1)
        sheet = QWidget()
        column = QVBoxLayout(sheet)
        column.setContentsMargins(0, 0, GRID, 0)
        column.setSpacing(GRID // 2)
        for part in (
            self.table,
            self.problems,
            self.units,
            self.answers,
        ):  # what comes later stands below and moves nothing
            column.addWidget(part)
        column.addStretch(1)
        area = QScrollArea(self, widgetResizable=True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(sheet)
        body = QHBoxLayout()
        body.addWidget(area, 4)
        body.addWidget(self.lengths, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(GRID, GRID // 2, GRID, 0)
        whole.setSpacing(GRID // 2)
        whole.addLayout(top)
        whole.addLayout(body, 1)

    def show_design(self, design: Design | None, chosen: int) -> None:
        """Follow the cards; ``chosen`` is the place of the one whose lengths are drawn. None where there is no text."""
        self._design, self._chosen = design, chosen
        self._show()

    @Slot()
    def run(self) -> None:
        """Count what was not counted yet."""
        if self._design is not None:
            self.auditing.begin(self._design, self.passages.value())
            self._show()

    @Slot(object)
    def _follow(self, task: Task) -> None:
        self.progress.follow(task)
        self._show_state()

    @Slot(object)
    def _fail(self, error: WorkbenchError) -> None:
        self._show_state()
        self.words.setText(render(error))

    def _show_state(self) -> None:
        """Which of the words, the button and the progress stand in the line above."""
        busy = self.progress.is_busy
        self.words.setVisible(not busy)
        self.run_button.setEnabled(self._design is not None and not busy)

    def _results(self) -> list[tuple[MaskingStrategy, AuditResult | None]]:
        design = self._design
        if design is None:
            return []
        return [(strategy, self.auditing.result(design, strategy)) for strategy in design.strategies]

    @Slot()
    def _show(self) -> None:
        self._show_state()
        results = self._results()
        fill_table(self.table, [_row(strategy, found) for strategy, found in results], right=_NUMBERS)
        told = [problem for place, pair in enumerate(results) for problem in self._problems(place, *pair)]
        self.problems.show_problems(told)
        self.told.emit(len(told))
        counted = sum(found is not None for _, found in results)
        if not counted:
            self.words.setText(tr("Counts what the strategies really do to the corpus, before you train with them."))
        elif counted < len(results):
            self.words.setText(tr("Some strategies changed since; run the audit again."))
        else:
            self.words.setText(tr("Nothing to mend.") if not told else "")
        self._show_lengths(results)

    def _problems(self, place: int, strategy: MaskingStrategy, found: AuditResult | None) -> list[Problem]:
        design = self._design
        if found is None or design is None:
            return []
        units, length = design.spec.units, batch_rule(design.spec, design.stage).length
        notes = [*list_notes(units, strategy), *audit_notes(found.audit, strategy, length)]
        return [self._problem(place, strategy, note, found.unknown_texts) for note in notes]

    def _problem(self, place: int, strategy: MaskingStrategy, note: AuditNote, unknown: Sequence[str]) -> Problem:
        reason = note.message
        if any(fix.vocabulary for fix in note.fixes) and unknown:
            units = " ".join(unknown[:_MOST_UNITS])
            reason = with_hint(reason, Text(mark("For example: {units}."), {"units": units}))
        elif not note.fixes:
            reason = with_hint(reason, Text(note.hint))
        words = tr("{setting}: {reason}", setting=translate(strategy.title), reason=render(reason))
        return Problem(words, offers(note, partial(self.fix_wanted.emit, place)))

    def _show_lengths(self, results: Sequence[tuple[MaskingStrategy, AuditResult | None]]) -> None:
        strategy, found = results[min(self._chosen, len(results) - 1)] if results else (None, None)
        if strategy is None or found is None:
            self.lengths.show_picture(Picture())
            self.units.hide()
            self.answers.hide()
        else:
            self._show_answers(found)
            words = tr("{name}, units chosen: {kinds}", name=translate(strategy.title), kinds=_kinds(found.audit))
            self.units.setText(words)
            self.units.show()
            self.lengths.show_picture(length_picture(found.audit, strategy, self._chosen))

    def _show_answers(self, found: AuditResult) -> None:
        """How often each answer was right to what the stage asks."""
        design = self._design
        told = [] if design is None else shares_told(design.spec.stages[design.stage], found.answers)
        self.answers.setText("\n".join(told))
        self.answers.setVisible(bool(told))


def _row(strategy: MaskingStrategy, found: AuditResult | None) -> list[str]:
    name = translate(strategy.title)
    if found is None:
        return [name, *["–"] * len(_NUMBERS)]
    audit = found.audit
    total = max(audit.targets, 1)
    order = (Action.MASK, Action.RANDOM, Action.SIMILAR, Action.KEEP)
    return [
        name,
        tr("{rate} of {asked}", rate=percent(audit.rate), asked=percent(strategy.rate)),
        " / ".join(f"{100 * int(audit.actions[action]) / total:.0f}" for action in order),
        _count(audit.without_target, audit.passages),
        _count(audit.short, audit.passages),
        percent(audit.unknown_targets / total),
        grouped(sum(audit.faults.values())),
    ]


def _count(number: int, whole: int) -> str:
    return percent(number / max(whole, 1)) if number else "0"


def _kinds(audit: MaskAudit) -> str:
    """Shares of chosen units by kind, as far as there are any."""
    chosen = sum(kind.chosen for kind in audit.kinds.values())
    shares = {kind: audit.kinds[kind].chosen / max(chosen, 1) for kind in KINDS if kind in audit.kinds}
    return in_list(f"{kind_name(kind)} {percent(share, 0)}" for kind, share in shares.items() if share)
