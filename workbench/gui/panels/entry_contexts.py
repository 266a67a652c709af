"""Sentences of the experiment's corpus in which an entry stands, with the entry marked."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QTextBrowser, QVBoxLayout, QWidget

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Cancelled
from workbench.gui.context import Context
from workbench.gui.figures import grouped
from workbench.gui.i18n import render, tr
from workbench.gui.panels.chosen import chosen_corpus
from workbench.gui.tables.tokens import visible
from workbench.gui.tasks import Task
from workbench.gui.theme import GRID, colours_of
from workbench.text.example import cut_around
from workbench.text.lexicon_usage import Contexts, find_contexts

_REST_MILLISECONDS = 250  #: of an entry under the cursor before its sentences are looked for
_MOST = 12
_AROUND = 40  #: characters to either side


def _look(project: Project, corpus: str, entry: str, cancelled: Cancelled) -> Contexts:
    return find_contexts(chosen_corpus(project, corpus), entry, _MOST, cancelled=cancelled)


class ContextsPane(QWidget):
    """Looks in the background; what is looked for no longer is given up."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._entry = ""
        self._task: Task | None = None
        self._timer = QTimer(self, interval=_REST_MILLISECONDS, singleShot=True)
        self._timer.timeout.connect(self._begin)
        self.text = QTextBrowser(self)
        self.text.setAccessibleName(tr("Sentences with the entry"))
        self.text.setMinimumHeight(9 * GRID)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.text)
        self.show_entry("")

    def show_entry(self, entry: str) -> None:
        """Show sentences with an entry, soon; none for an empty text."""
        self._entry = entry
        if self._task is not None:
            self._task.cancel()
        self._timer.stop()
        if not self._context.draft.spec.corpus:
            self._say(tr("Choose a corpus to see entries in its sentences."))
        elif not entry:
            self._say(tr("Select an entry to see sentences with it."))
        else:
            self._say(tr("Looking for sentences…"))
            self._timer.start()

    @Slot()
    def _begin(self) -> None:
        project, corpus, entry = self._context.project, self._context.draft.spec.corpus, self._entry
        self._task = self._context.tasks.run(
            lambda _report, cancelled: _look(project, corpus, entry, cancelled), self._show, self._fail
        )

    @Slot(object)
    def _show(self, found: Contexts) -> None:
        if found.entry != self._entry:
            return
        if not found.shown:
            self._say(tr("“{text}” is not in the corpus.", text=visible(found.entry)))
            return
        accent = colours_of(self.palette()).accent
        head = tr("{occurrences} {occurrences:time|times} in {sentences} {sentences:sentence|sentences}",
                  occurrences=grouped(found.occurrences), sentences=grouped(found.sentences))  # fmt: skip
        lines = [f"<p style='margin:0 0 4px 0'>{escape(head)}</p>"]
        for one in found.shown:
            shown = cut_around(one.text, one.start, one.start + len(found.entry), _AROUND)
            before, entry, after = (escape(visible(part)) for part in shown.parts)
            lines.append(
                f"<p style='margin:0'>{escape(tr('sentence {number}', number=grouped(one.sentence + 1)))}: "
                f"{before}<b style='color:{accent}'>{entry}</b>{after}</p>"
            )
        self.text.setHtml("".join(lines))

    @Slot(object)
    def _fail(self, error: WorkbenchError) -> None:
        self._say(render(error))

    def _say(self, words: str) -> None:
        self.text.setPlainText(words)
