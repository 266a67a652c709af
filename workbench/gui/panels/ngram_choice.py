"""The field for the lists of an n-gram encoder: what there is to choose from, and how many rows the chosen make."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from workbench.core.errors import FieldProblem, WorkbenchError
from workbench.core.paths import Project
from workbench.gui.context import Context
from workbench.gui.editors import ListEditor
from workbench.gui.forms import Form
from workbench.spec.run import RunSpec
from workbench.store.ngrams import with_rows
from workbench.text.lexicon import lexicon_names
from workbench.text.ngram_lexicon import NgramLexicon, ngram_lists

FIELD = "ngrams.lists"
LOOK_MILLISECONDS = 200
Found = tuple[NgramLexicon | None, Sequence[FieldProblem]]


class NgramChoice(QObject):
    """Offers the project's lists in the form's field, and knows the n-grams and the ``problems`` of those chosen;
    ``looked`` says that they may be others."""

    looked = Signal()

    def __init__(self, context: Context, form: Form, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._form = context, form
        self.problems: Sequence[FieldProblem] = ()
        self._lexicon: NgramLexicon | None = None
        self._lists: tuple[str, ...] = ()
        self._number = 0  # of the newest look
        self._editor: ListEditor | None = None
        self._timer = QTimer(self, singleShot=True, interval=LOOK_MILLISECONDS)
        self._timer.timeout.connect(self._look)

    def follow(self, spec: RunSpec) -> None:
        """Offer the lists where the field is new, and look again where others are chosen."""
        self._offer(spec)
        lists = () if spec.ngrams is None else spec.ngrams.lists
        if lists != self._lists:
            self._lists = lists
            self._forget()

    def renew(self) -> None:
        """Look again: lists have changed, come or gone."""
        self._editor = None
        self._offer(self._context.draft.spec)
        self._forget()

    def settled(self, spec: RunSpec) -> RunSpec:
        """The spec with as many rows as the lists make, as far as that is known."""
        return with_rows(spec, self._lexicon)

    def _offer(self, spec: RunSpec) -> None:
        editor = None if spec.ngrams is None else self._form.field(FIELD).editor
        if editor is not self._editor and isinstance(editor, ListEditor):
            editor.suggest(lexicon_names(self._context.project))
        self._editor = editor if isinstance(editor, ListEditor) else None

    def _forget(self) -> None:
        self._number += 1
        self._lexicon, self.problems = None, ()
        if self._lists:
            self._timer.start()
        else:
            self._timer.stop()

    @Slot()
    def _look(self) -> None:
        number, project, lists = self._number, self._context.project, self._lists
        self._context.tasks.run(lambda report, cancelled: (number, look_at_lists(project, lists)), self._take)

    @Slot(object)
    def _take(self, found: tuple[int, Found]) -> None:
        number, (lexicon, problems) = found
        if number == self._number:
            self._lexicon, self.problems = lexicon, problems
            self.looked.emit()


def look_at_lists(project: Project, lists: Sequence[str]) -> Found:
    """The n-grams of lists by name, or why there are none."""
    try:
        return NgramLexicon.of(ngram_lists(project, lists)), ()
    except WorkbenchError as error:
        return None, [FieldProblem(FIELD, error.text)]
