"""Steps whose loss or gradient is not a finite number: what is said of them, and how many are too many."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from workbench.core.errors import WorkbenchError
from workbench.core.texts import Text, mark
from workbench.spec.training import NotFinite, TrainingSpec
from workbench.train.meter import StepResult


@dataclass(frozen=True)
class BadSteps:
    """How many steps of a run were not taken, in all sessions, and how many of them came last without a good one."""

    total: int = 0
    in_a_row: int = 0

    def after(self, result: StepResult) -> BadSteps:
        """After one more step; one that had nothing to predict says nothing."""
        if result.is_bad:
            return BadSteps(self.total + 1, self.in_a_row + 1)
        return replace(self, in_a_row=0) if result.losses else self

    def remark(self) -> Text | None:
        """For the end of the run; None where all steps were taken."""
        template = mark(
            "{count} {count:step was|steps were} not taken, as {count:its|their} loss or gradient was not a finite "
            "number."
        )
        return Text(template, {"count": self.total}) if self.total else None


def refusal(
    training: TrainingSpec, bad_steps: BadSteps, step: int, result: StepResult, *, has_checkpoint: bool
) -> WorkbenchError | None:
    """Why a run ends with this bad step, the ``step``-th; None where it goes on. ``bad_steps`` counts it already."""
    numbers = {"step": step, "loss": f"{result.loss:g}", "norm": f"{result.gradient_norm:g}"}
    if training.not_finite is NotFinite.STOP:
        return WorkbenchError(
            mark("The loss of step {step} is not a finite number (loss {loss}, gradient norm {norm})."),
            mark("The step was not taken. Train again with a lower learning rate or more warm-up steps; "
                 "the last checkpoint is from before.") if has_checkpoint else
            mark("The step was not taken. Train again with a lower learning rate or more warm-up steps; "
                 "no checkpoint was saved before."),
            **numbers,
        )  # fmt: skip
    if bad_steps.in_a_row < training.not_finite_limit:
        return None
    return WorkbenchError(
        mark("{count} {count:step|steps} in a row up to step {step} had no finite loss and gradient (loss {loss}, "
             "gradient norm {norm})."),
        mark("None of them was taken. Train again with a lower learning rate or more warm-up steps, or from an earlier "
             "checkpoint.") if has_checkpoint else
        mark("None of them was taken. Train again with a lower learning rate or more warm-up steps; no checkpoint was "
             "saved before."),
        count=bad_steps.in_a_row,
        **numbers,
    )  # fmt: skip


def warning(result: StepResult, scales: tuple[float, float]) -> tuple[str, dict[str, Any]]:
    """What is said of a bad step after which a run goes on, as a template and its values; ``scales`` are the loss
    scales before and after it."""
    before, after = (f"{scale:g}" for scale in scales)
    values = {"loss": f"{result.loss:g}", "norm": f"{result.gradient_norm:g}", "before": before, "after": after}
    if before == after:
        return mark("The step was not taken: loss {loss}, gradient norm {norm}."), values
    template = mark(
        "The step was not taken: loss {loss}, gradient norm {norm}. The loss scale went down from {before} to {after}."
    )
    return template, values
