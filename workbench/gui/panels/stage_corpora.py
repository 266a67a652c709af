"""The fields for the corpora of stages: what there is to choose from, and what is wrong with a name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from weakref import WeakSet

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from workbench.core.errors import FieldProblem
from workbench.gui.context import Context
from workbench.gui.editors import ChosenTextEditor
from workbench.gui.forms import Form
from workbench.gui.i18n import tr
from workbench.gui.panels.chosen import gone_corpus
from workbench.spec.corpora import corpus_field, stage_corpora
from workbench.spec.run import RunSpec
from workbench.text.corpus import corpus_names, is_corpus


class StageCorpora(QObject):
    """Offers the project's corpora in the form's fields, and knows the ``problems`` of those that are named."""

    def __init__(self, context: Context, form: Form, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._form = context, form
        self.problems: Sequence[FieldProblem] = ()
        self._known: WeakSet[ChosenTextEditor] = WeakSet()

    def follow(self, spec: RunSpec) -> None:
        """Let corpora be chosen in fields that are new, and look whether those that are named are there."""
        for number in range(len(spec.stages)):
            path = f"stages.{number}.corpus"
            editor = self._form.field(path).editor
            if isinstance(editor, ChosenTextEditor) and editor not in self._known:
                self._known.add(editor)
                editor.choice_asked.connect(partial(self.ask, editor, path))
        project = self._context.project
        self.problems = [
            FieldProblem(corpus_field(spec, stage), gone_corpus(name).text)
            for name, stage in stage_corpora(spec).items()
            if not is_corpus(project, name)
        ]

    def ask(self, editor: ChosenTextEditor, path: str) -> None:
        """Show the corpora in a menu below the button of a field."""
        menu = QMenu(editor)
        menu.addAction(tr("That of the run"), partial(self.choose, path, ""))
        menu.addSeparator()
        for name in corpus_names(self._context.project):
            menu.addAction(name.replace("&", "&&"), partial(self.choose, path, name))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(editor.button.mapToGlobal(editor.button.rect().bottomLeft()))

    def choose(self, path: str, name: str) -> None:
        """Take a corpus for a stage as a step of the history."""
        self._context.draft.set(path, name, tr("Change {what}", what=self._form.field(path).title))
