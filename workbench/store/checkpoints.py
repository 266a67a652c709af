"""The checkpoints of a run as folders, found without their tensors being read."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.texts import listed, mark

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
    """Whether it says its step and all files have the size that was noted; their content is read by the engine only."""
    try:
        step_of(checkpoint)
        files = json.loads((checkpoint / STATE).read_text(encoding="utf-8")).get("files", {})
        return all((checkpoint / name).stat().st_size == size for name, (size, _crc) in files.items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def whole_checkpoints(run_folder: Path) -> dict[int, Path]:
    """Those of :func:`checkpoint_folders` whose files are complete: from one of these a run goes on."""
    return {step: path for step, path in checkpoint_folders(run_folder).items() if is_complete(path)}


def broken_checkpoints(run_folder: Path) -> list[Path]:
    """Folders of checkpoints that no run goes on from, in the order of their names."""
    broken = [path for path in sorted((run_folder / CHECKPOINTS).glob(f"{PREFIX}*")) if not is_complete(path)]
    return [path for path in broken if path.is_dir()]  # a run at work may just have deleted an old one


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
            steps=listed(map(str, checkpoints)),
        )
    return chosen, checkpoints[chosen]
