"""What is said below the plan of tasks: what is carried over from stage to stage, and what tasks have in common."""

from __future__ import annotations

from workbench.core.texts import sentences
from workbench.gui.i18n import tr
from workbench.spec.run import RunSpec
from workbench.spec.task_plan import TaskPlan, alike, parted


def plan_words(spec: RunSpec, plan: TaskPlan) -> str:
    """What becomes of the model at a border, or what can be done with a single task."""
    if len(plan.rows) == 1:
        return tr(
            "This run has one task. “Add a task” puts another question beside it; then the order in which they are "
            "trained can be chosen above, or typed into the table."
        )
    if plan.columns == 1:
        carried = tr("All tasks take turns from the first step to the last.")
    elif spec.training.restart_schedule:
        carried = tr(
            "Each stage goes on with the weights and the optimizer's moments of the one before; the learning rate "
            "begins anew, with the warm-up of the stage."
        )
    else:
        carried = tr(
            "Each stage goes on with the weights and the optimizer's moments of the one before; the learning rate "
            "runs over the whole run."
        )
    return sentences(carried, _hint(plan))


def _hint(plan: TaskPlan) -> str:
    """What can be done about tasks that are alike, or are so no longer."""
    if (pair := parted(plan)) is not None:
        return tr(
            "“{second}” is called after “{first}”, but its settings are other ones: the menu of its row makes them "
            "one task again.", first=pair[0], second=pair[1],
        )  # fmt: skip
    if (pair := alike(plan)) is not None:
        return tr(
            "“{first}” and “{second}” ask the same: give one of them other masks on the masking page, or other "
            "passages or objectives on the model page.", first=pair[0], second=pair[1],
        )  # fmt: skip
    return ""
