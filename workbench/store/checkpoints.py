"""The checkpoints of a run as folders, found without their tensors being read."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.texts import mark

CHECKPOINTS, PREFIX = "checkpoints", "step-"
MODEL, STATE = "model.safetensors", "state.json"


def checkpoint_folders(run_folder: Path) -> dict[int, Path]:
    """Step -> folder, in the order of the steps; what is not whole is left out, as the engine passes it over too."""
    found = {}
    for path in sorted((run_folder / CHECKPOINTS).glob(f"{PREFIX}*")):
        try:
            found[step_of(path)] = path
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return found


def is_complete(checkpoint: Path) -> bool:
    """Whether all files have the size that was noted; their content is read by the engine only."""
    try:
        files = json.loads((checkpoint / STATE).read_text(encoding="utf-8")).get("files", {})
        return all((checkpoint / name).stat().st_size == size for name, (size, _crc) in files.items())
    except (OSError, ValueError, TypeError):
        return False


def step_of(checkpoint: Path) -> int:
    """The step of a checkpoint's folder; raises OSError, ValueError, KeyError or TypeError where it does not say it."""
    return int(json.loads((checkpoint / STATE).read_text(encoding="utf-8"))["step"])


def rank_of(checkpoint: Path) -> tuple[int, float] | None:
    """What a checkpoint is judged by, less being better, without its tensors being read: a later stage goes before an
    earlier one, as stages measure different things, then the evaluation loss; None where it was not measured."""
    try:
        data = json.loads((checkpoint / STATE).read_text(encoding="utf-8"))
        stage, loss = int(data["position"]["stage"]), data["evaluation_loss"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return None if loss is None or math.isnan(loss) else (-stage, float(loss))


def best_step(checkpoints: Mapping[int, Path]) -> int | None:
    """The step of the best of :func:`checkpoint_folders`; None where none was measured."""
    measured = [(rank, step) for step, path in checkpoints.items() if (rank := rank_of(path)) is not None]
    return min(measured)[1] if measured else None


def choose_checkpoint(run_folder: Path, step: int | None = None) -> tuple[int, Path]:
    """Step and folder of the checkpoint of a step, or of the newest one.

    Raises :class:`WorkbenchError` where the run has none, and :class:`ArgumentError`, naming what there is, where it
    has none of that step.
    """
    checkpoints = checkpoint_folders(run_folder)
    if not checkpoints:
        raise WorkbenchError(
            mark("The run has no checkpoint yet."), mark("Ask it for one, or wait until it has saved the first.")
        )
    chosen = max(checkpoints) if step is None else step
    if chosen not in checkpoints:
        raise ArgumentError(
            mark("The run has no checkpoint of step {step}."),
            mark("There are: {steps}."),
            step=chosen,
            steps=", ".join(map(str, checkpoints)),
        )
    return chosen, checkpoints[chosen]
