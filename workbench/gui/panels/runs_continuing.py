"""Another experiment that begins with the weights of a run."""

from __future__ import annotations

from workbench.core.errors import WorkbenchError
from workbench.gui.context import Context
from workbench.gui.i18n import tr
from workbench.gui.tasks import error_notice
from workbench.spec.run import RunSpec
from workbench.spec.start import FIELD, with_start
from workbench.store.checkpoints import find_checkpoint
from workbench.store.records import Run


def cloned(context: Context, run: Run) -> RunSpec:
    """A run's spec to begin another from; the corpus is the draft's where the run has none, as loaded weights."""
    spec = context.store.clone(run)
    return spec if spec.corpus else spec.model_copy(update={"corpus": context.draft.spec.corpus})


def continue_as_new(context: Context, run: Run) -> None:
    """Take a run's spec as the draft, to begin with its newest weights of now, and turn to where that is set; says why
    where it has none."""
    try:
        step, _folder = find_checkpoint(run.folder)
        spec = with_start(cloned(context, run), f"{run.name}@{step}")
    except WorkbenchError as error:
        context.notify(error_notice(error))
        return
    context.draft.replace(spec, tr("Continue {name} as a new run", name=run.name), cloned_from=run.id)
    context.open_setting("model", FIELD)
