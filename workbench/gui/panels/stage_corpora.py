"""The fields for the corpora of stages: what there is to choose from, and what is wrong with a name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from weakref import WeakSet

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QMenu, QWidget

from workbench.core.errors import FieldProblem
from workbench.gui.context import Context
from workbench.gui.editors import ChosenTextEditor
from workbench.gui.forms import Form
from workbench.gui.i18n import tr
from workbench.gui.panels.corpus_mixing import MixingDialog
from workbench.spec.corpora import corpus_field, lacking_corpus, stage_corpora, with_stage_corpus
from workbench.spec.run import RunSpec
from workbench.text.corpus import corpus_names, is_corpus


class StageCorpora(QObject):
    """Offers the project's corpora in the form's fields, and knows the ``problems`` of those that are named."""

    def __init__(self, context: Context, form: Form, page: QWidget) -> None:
        super().__init__(page)
        self._context, self._form, self._page = context, form, page
        self.problems: Sequence[FieldProblem] = ()
        self._known: WeakSet[ChosenTextEditor] = WeakSet()

    def follow(self, spec: RunSpec) -> None:
        """Let corpora be chosen in fields that are new, and look whether those that are named are there."""
        for number in range(len(spec.stages)):
            path = _field(number)
            editor = self._form.field(path).editor
            if isinstance(editor, ChosenTextEditor) and editor not in self._known:
                self._known.add(editor)
                editor.choice_asked.connect(partial(self.ask, editor, path))
        project = self._context.project
        self.problems = [
            FieldProblem(corpus_field(spec, stage), lacking_corpus(spec, name))
            for name, stage in stage_corpora(spec).items()
            if not is_corpus(project, name)
        ]

    def ask(self, editor: ChosenTextEditor, path: str) -> None:
        """Show the corpora in a menu below the button of a field."""
        menu = QMenu(editor)
        menu.addAction(tr("That of the run"), partial(self.choose, path, ""))
        menu.addSeparator()
        names = corpus_names(self._context.project)
        for name in names:
            menu.addAction(name.replace("&", "&&"), partial(self.choose, path, name))
        if len(names) > 1:
            menu.addSeparator()
            menu.addAction(tr("Mix corpora by share…"), partial(self.ask_mixture, editor.read()))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(editor.button.mapToGlobal(editor.button.rect().bottomLeft()))

    def choose(self, path: str, name: str) -> None:
        """Take a corpus for a stage as a step of the history; in place of one that the project lacks, for all stages
        that name it."""
        draft, label = self._context.draft, tr("Change {what}", what=self._form.field(path).title)
        named = next((stage.corpus for place, stage in enumerate(draft.spec.stages) if path == _field(place)), "")
        if name and named in stage_corpora(draft.spec) and not is_corpus(self._context.project, named):
            draft.replace(with_stage_corpus(draft.spec, named, name), label, cloned_from=draft.cloned_from)
        else:
            draft.set(path, name, label)

    def ask_mixture(self, reading: str = "") -> None:
        """Ask for the shares of several corpora in the stages that read one, the run's where none is named, and take
        them as a step of the history."""
        dialog = MixingDialog(self._context.draft.spec, reading, corpus_names(self._context.project), self._page)
        dialog.decided.connect(self._mix)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(object)
    def _mix(self, spec: RunSpec) -> None:
        draft = self._context.draft
        draft.replace(spec, tr("Mix corpora by share"), cloned_from=draft.cloned_from)


def _field(stage: int) -> str:
    return f"stages.{stage}.corpus"
