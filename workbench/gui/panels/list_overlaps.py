"""The rule for overlaps at work on the passage shown: which list's entry stays, and which go."""

from __future__ import annotations

import threading
from html import escape

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QTextBrowser, QVBoxLayout, QWidget

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Cancelled
from workbench.gui.context import Context
from workbench.gui.i18n import in_list, render, tr
from workbench.gui.tables.tokens import visible
from workbench.gui.tasks import Task
from workbench.gui.theme import GRID, colours_of
from workbench.spec.run import RunSpec
from workbench.text.analysis import Analyser, make_analyser
from workbench.text.corpus import find_corpus
from workbench.text.overlaps import Clash, FoundSpan, find_clashes
from workbench.text.unit_words import source_text
from workbench.text.units import Overlap
from workbench.text.vocabulary import find_vocabulary

_REST_MILLISECONDS = 300
_MOST = 20


class _Looker:
    """Finds clashes with the analyser of the last question, which takes long to make; one question at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._key: object = None
        self._analyser: Analyser | None = None

    def find(self, project: Project, spec: RunSpec, version: int, text: str, cancelled: Cancelled) -> list[Clash]:
        """The clashes of a passage, its sentences parted by line feeds, among the units that an experiment has;
        ``version`` counts the changes of the lists. Nothing when no longer wanted."""
        with self._lock:
            if cancelled():
                return []
            corpus = find_corpus(project, spec.corpus) if spec.corpus else None
            key = spec.vocabulary, spec.units, version, corpus.fingerprint if corpus is not None else ""
            if self._analyser is None or key != self._key:
                boundaries = corpus.boundaries if corpus is not None else None
                vocabulary = find_vocabulary(project, spec.vocabulary)
                self._analyser = make_analyser(project, vocabulary, spec.units, boundaries)
                self._key = key
            return find_clashes(self._analyser, text)


class OverlapPane(QWidget):
    """Follows the passage, the lists and the settings; looks in the background while it can be seen."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._looker = _Looker()
        self._version = 0
        self._passage = ""
        self._task: Task | None = None
        self._timer = QTimer(self, interval=_REST_MILLISECONDS, singleShot=True)
        self._timer.timeout.connect(self._begin)
        self.text = QTextBrowser(self)
        self.text.setAccessibleName(tr("Overlaps on the passage shown"))
        self.text.setMinimumHeight(10 * GRID)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.text)

    def show_passage(self, text: str) -> None:
        """Another passage is shown."""
        self._passage = text
        self._timer.start()

    def forget_lists(self) -> None:
        """Lists have changed, and are to be read anew."""
        self._version += 1
        self.look_again()

    def look_again(self) -> None:
        """Settings may be others."""
        self._timer.start()

    @Slot()
    def _begin(self) -> None:
        if self._task is not None:
            self._task.cancel()
        spec, project = self._context.draft.spec, self._context.project
        text, version, looker = self._passage, self._version, self._looker
        if not (text and spec.vocabulary):
            self._say(tr("Overlaps are shown as soon as a passage is."))
            return
        self._say(tr("Looking for overlaps…"))
        self._task = self._context.tasks.run(
            lambda _report, cancelled: looker.find(project, spec, version, text, cancelled),
            self._show,
            self._fail,
        )

    @Slot(object)
    def _show(self, clashes: list[Clash]) -> None:
        rule = self._context.draft.spec.units.overlap
        words = (
            tr("Where entries overlap, the longest stays; of equal ones that of the list further up.")
            if rule is Overlap.LONGEST
            else tr("Where entries overlap, that of the list further up stays.")
        )
        lines = [f"<p style='margin:0 0 4px 0'>{escape(words)}</p>"]
        if not clashes:
            lines.append(f"<p style='margin:0'>{escape(tr('On the passage shown nothing overlaps.'))}</p>")
        lines += [self._line(clash) for clash in clashes[:_MOST]]
        if len(clashes) > _MOST:
            lines.append(f"<p style='margin:0'>{escape(tr('and {count} more', count=len(clashes) - _MOST))}</p>")
        self.text.setHtml("".join(lines))

    def _line(self, clash: Clash) -> str:
        colours = colours_of(self.palette())
        losers = in_list(_named(loser) for loser in clash.losers)
        return (
            f"<p style='margin:0'><b style='color:{colours.accent}'>{escape(_named(clash.winner))}</b> "
            f"{escape(tr('stays, not'))} <span style='color:{colours.muted}'>{escape(losers)}</span></p>"
        )

    @Slot(object)
    def _fail(self, error: WorkbenchError) -> None:
        self._say(render(error))

    def _say(self, words: str) -> None:
        self.text.setPlainText(words)


def _named(span: FoundSpan) -> str:
    return f"{visible(span.text)} ({render(source_text(span.label))})"
