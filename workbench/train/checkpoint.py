"""Checkpoints: all that a run needs to go on exactly, in one folder that is there whole or not at all.

``step-00000500/`` holds ``model.safetensors``, ``optimizer.safetensors`` (moments, loss scale, random state as bytes),
``average.safetensors`` where a run averages its weights, and ``state.json``, which lists size and CRC-32 of the others
and has a checksum of its own.
It is written under another name, flushed to the disk and then renamed; what a crash leaves under the other name is
cleared away at the next save.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

import torch
from safetensors import SafetensorError
from torch import Tensor

from workbench.core.files import write_whole
from workbench.model.build import Model
from workbench.model.weights import load_tensors, load_weights, save_tensors
from workbench.spec.position import Position
from workbench.store.checkpoints import (
    MODEL,
    OPTIMIZER,
    PREFIX,
    STATE,
    can_go_on,
    file_fingerprint,
    rank_of,
    read_state,
    state_text,
)
from workbench.train.average import WeightAverage
from workbench.train.bad_steps import BadSteps
from workbench.train.optim import Optimizer
from workbench.train.patience import Patience

AVERAGE = "average.safetensors"
RANDOM = "random/"  #: what names of random states begin with
_VERSION = 1
_PARTIAL = ".partial-"
_MARGIN_BYTES = 1 << 20  #: for the small files of a checkpoint, and for the store beside it


@dataclass(frozen=True)
class State:
    """How far a run is: optimizer steps done, tokens read (without padding), the batch that comes next,
    the evaluation loss of exactly these weights where it was measured, how long none was better, which steps were not
    taken, and the first stage of the group that was measured."""

    step: int = 0
    tokens: int = 0
    position: Position = field(default_factory=Position)
    evaluation_loss: float | None = None
    patience: Patience = field(default_factory=Patience)
    bad_steps: BadSteps = field(default_factory=BadSteps)
    measured_stage: int | None = None


@dataclass(frozen=True)
class CheckpointFolder:
    """A checkpoint that is whole."""

    path: Path
    state: State


@dataclass(frozen=True)
class Content:
    """What a checkpoint keeps; ``random`` is the random state to keep, without it that of this process."""

    model: Model
    optimizer: Optimizer
    state: State
    average: WeightAverage | None = None
    random: Mapping[str, Tensor] | None = None

    def write(self, folder: Path) -> None:
        """Write the files into an empty folder, their list last, and flush all to the disk."""
        random = random_state() if self.random is None else self.random
        save_tensors(folder / MODEL, self.model.state_dict())
        save_tensors(folder / OPTIMIZER, {**self.optimizer.tensors(), **random})
        if self.average is not None:
            save_tensors(folder / AVERAGE, self.average.tensors())
        files = {path.name: file_fingerprint(path) for path in sorted(folder.iterdir())}
        text = state_text({"version": _VERSION, **asdict(self.state), "files": files})
        (folder / STATE).write_text(text, encoding="utf-8")
        for path in (*folder.iterdir(), folder):
            _flush(path)


def save_checkpoint(folder: Path, content: Content) -> Path:
    """Write a checkpoint below ``folder`` and return its path; raises OSError or SafetensorError where the
    disk is full.

    One that is there for the same step already is kept if it is whole, since the same step has the same weights; what
    has been measured of them since is added, for which :class:`WorkbenchError` is raised where that can't be written.
    """
    target = folder / f"{PREFIX}{content.state.step:08d}"
    if (known := read_checkpoint(target)) is not None:
        if known.state.evaluation_loss is None and content.state.evaluation_loss is not None:
            note_evaluation(target, content.state)
        return target
    folder.mkdir(parents=True, exist_ok=True)
    clear_partial(folder)
    partial = folder / f"{_PARTIAL}{os.getpid()}"
    partial.mkdir()
    try:
        content.write(partial)
        if target.exists():
            shutil.rmtree(target)
        partial.rename(target)
    except (OSError, SafetensorError):
        shutil.rmtree(partial, ignore_errors=True)
        raise
    _flush(folder)
    return target


def note_evaluation(checkpoint: Path, state: State) -> None:
    """Put what was measured of a checkpoint's weights after it was written into its state, at once or not at all."""
    measured = {"evaluation_loss", "patience", "measured_stage"}
    noted = {name: value for name, value in asdict(state).items() if name in measured}
    write_whole(checkpoint / STATE, state_text({**read_state(checkpoint), **noted}))


def checkpoint_bytes(model: Model, optimizer: Optimizer, average: WeightAverage | None = None) -> int:
    """About how much room a checkpoint takes on the disk."""
    averaged = average.tensors() if average is not None else {}
    tensors = (*model.state_dict().values(), *optimizer.tensors().values(), *averaged.values())
    return _MARGIN_BYTES + sum(int(tensor.numel()) * int(tensor.element_size()) for tensor in tensors)


def has_room(folder: Path, size: int) -> bool:
    """Whether the disk of a folder, which may not be there yet, has so many bytes free; False where nobody knows."""
    try:
        return shutil.disk_usage(folder if folder.exists() else folder.parent).free >= size
    except OSError:
        return False


def read_checkpoint(path: Path) -> CheckpointFolder | None:
    """The checkpoint in a folder, or None where it is not whole."""
    try:
        data = read_state(path)
        position, patience = Position(**data["position"]), Patience(**data.get("patience", {}))
        bad_steps = BadSteps(**data.get("bad_steps", {}))
        stage, loss = data.get("measured_stage"), data["evaluation_loss"]
        state = State(data["step"], data["tokens"], position, loss, patience, bad_steps, stage)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return CheckpointFolder(path, state) if can_go_on(path) else None


def newest_checkpoint(folder: Path) -> CheckpointFolder | None:
    """The last whole checkpoint; older ones are read only where newer ones are damaged."""
    for path in sorted(folder.glob(f"{PREFIX}*"), reverse=True):
        if (checkpoint := read_checkpoint(path)) is not None:
            return checkpoint
    return None


def drop_old(folder: Path, keep: int) -> None:
    """Delete all but the newest ``keep`` checkpoints and the best one: that of least evaluation loss in the last group
    of stages that has any, since groups measure different things."""
    paths = sorted(folder.glob(f"{PREFIX}*"))
    measured = [(rank, path) for path in paths if (rank := rank_of(path)) is not None]
    kept = {*paths[-keep:], *(path for _, path in sorted(measured)[:1])}
    for path in paths:
        if path not in kept:
            shutil.rmtree(path, ignore_errors=True)


def clear_partial(folder: Path) -> None:
    """Remove what a crash left half written."""
    for path in folder.glob(f"{_PARTIAL}*"):
        shutil.rmtree(path, ignore_errors=True)


def restore(
    checkpoint: CheckpointFolder, model: Model, optimizer: Optimizer, average: WeightAverage | None = None
) -> State:
    """Put weights, their average, moments and the random state back; returns the state."""
    load_weights(model, checkpoint.path / MODEL)
    tensors = load_tensors(checkpoint.path / OPTIMIZER)
    optimizer.load({name: tensor for name, tensor in tensors.items() if not name.startswith(RANDOM)})
    set_random_state({name: tensor for name, tensor in tensors.items() if name.startswith(RANDOM)})
    if average is not None:
        average.load(load_tensors(checkpoint.path / AVERAGE))
    return checkpoint.state


def random_state() -> dict[str, Tensor]:
    """The state of torch's generators as bytes."""
    state = {f"{RANDOM}cpu": torch.get_rng_state()}
    if torch.cuda.is_available():
        state[f"{RANDOM}cuda"] = torch.cuda.get_rng_state()
    if torch.backends.mps.is_available():
        state[f"{RANDOM}mps"] = torch.mps.get_rng_state()
    return state


def set_random_state(state: dict[str, Tensor]) -> None:
    """Put generators back, as far as their devices are there."""
    torch.set_rng_state(state[f"{RANDOM}cpu"])
    if torch.cuda.is_available() and f"{RANDOM}cuda" in state:
        torch.cuda.set_rng_state(state[f"{RANDOM}cuda"])
    if torch.backends.mps.is_available() and f"{RANDOM}mps" in state:
        torch.mps.set_rng_state(state[f"{RANDOM}mps"])


def _flush(path: Path) -> None:
    """Have the system put a file, or a folder's entries, on the disk; Windows cannot open folders."""
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY if os.name != "nt" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
