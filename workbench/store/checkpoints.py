"""The checkpoints of a run as folders, found without their tensors being read."""

from __future__ import annotations

import json
import math
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.texts import Text, listed, mark

CHECKPOINTS, PREFIX = "checkpoints", "step-"
MODEL, OPTIMIZER, STATE = "model.safetensors", "optimizer.safetensors", "state.json"
_CHECKSUM = "checksum"
_SETTLED_SECONDS = 2.0  #: coarser than the times of any file system that is in use


def checkpoint_folders(run_folder: Path) -> dict[int, Path]:
    """Step -> folder, in the order of the steps; what is not whole is left out, as the engine passes it over too."""
    found = {}
    for path in sorted((run_folder / CHECKPOINTS).glob(f"{PREFIX}*")):
        try:
            found[step_of(path)] = path
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return found


def is_whole(checkpoint: Path, *names: str) -> bool:
    """Whether its state is as it was written and its files have the content that was noted: those of the ``names``, or
    all. What an earlier version did not note is taken as it is. A file is read again only where it has changed."""
    try:
        files = read_state(checkpoint).get("files", {})
        chosen = {name: files.get(name) for name in names or files}
        return all(_is_as_noted(checkpoint / name, noted) for name, noted in chosen.items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def _is_as_noted(path: Path, noted: list[int] | None) -> bool:
    return noted is None or (path.stat().st_size == noted[0] and file_fingerprint(path) == noted)


def can_go_on(checkpoint: Path) -> bool:
    """Whether a run can go on from it: it is whole, and holds more than weights."""
    return all((checkpoint / name).is_file() for name in (MODEL, OPTIMIZER)) and is_whole(checkpoint)


@dataclass(frozen=True)
class Newest:
    """The newest checkpoint of a run that is whole (``path`` is None where none is), and the steps of the ``damaged``
    ones that are newer, rising."""

    step: int = 0
    path: Path | None = None
    damaged: tuple[int, ...] = ()


def newest_whole(run_folder: Path, good: Callable[[Path], bool] = can_go_on) -> Newest:
    """The newest checkpoint that is ``good``; older ones are not looked at."""
    newest, damaged = Newest(), []
    for path in reversed(_named(run_folder / CHECKPOINTS)):
        if good(path):
            newest = Newest(step_of(path), path)
            break
        damaged.append(path)
    return replace(newest, damaged=tuple(map(step_in_name, reversed(damaged))))


def newer_than(checkpoint: Path | None, checkpoints: Path) -> tuple[int, ...]:
    """The steps of the checkpoints in a folder that are newer than the one that was chosen, which are damaged."""
    return tuple(step_in_name(path) for path in _named(checkpoints) if checkpoint is None or path > checkpoint)


def damage_words(name: str, step: int, damaged: Sequence[int]) -> Text:
    """That a run goes on from the checkpoint of a step (0: there is none) since the newer ones are ``damaged``."""
    values = {"name": name, "step": step, "damaged": listed(map(str, damaged)), "count": len(damaged)}
    if step == 0:
        return Text(
            mark("“{name}” begins anew, as the {count:checkpoint|checkpoints} of {count:step|steps} {damaged} "
                 "{count:is|are} damaged and there is no other."),
            values,
        )  # fmt: skip
    return Text(
        mark("“{name}” goes on from the checkpoint of step {step}, as the {count:one|ones} of {count:step|steps} "
             "{damaged} {count:is|are} damaged."),
        values,
    )  # fmt: skip


def _named(checkpoints: Path) -> list[Path]:
    return [path for path in sorted(checkpoints.glob(f"{PREFIX}*")) if path.is_dir()]


def step_in_name(checkpoint: Path) -> int:
    """The step that the name of a checkpoint's folder says; 0 where it says none."""
    digits = checkpoint.name.removeprefix(PREFIX)
    return int(digits) if digits.isdecimal() else 0


def broken_checkpoints(run_folder: Path) -> list[Path]:
    """Folders of checkpoints that no run goes on from, in the order of their names."""
    broken = [path for path in _named(run_folder / CHECKPOINTS) if not is_whole(path)]
    return [path for path in broken if path.is_dir()]  # a run at work may just have deleted an old one


def file_fingerprint(path: Path) -> list[int]:
    """Size in bytes and CRC-32, as a checkpoint notes of its files; what is known of one that has not changed since is
    said again."""
    stat = path.stat()
    stamp = stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino
    settled = time.time() - stat.st_mtime > _SETTLED_SECONDS  # a younger one may change again with the same times
    return list(_known_fingerprint(path, *stamp) if settled else _fingerprint(path))


@lru_cache(maxsize=4096)
def _known_fingerprint(path: Path, *_stamp: int) -> tuple[int, int]:
    return _fingerprint(path)


def _fingerprint(path: Path) -> tuple[int, int]:
    size, crc = 0, 0
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            size, crc = size + len(block), zlib.crc32(block, crc)
    return size, crc


def state_text(data: Mapping[str, Any]) -> str:
    """A state as its file holds it, with a checksum of its own."""
    return json.dumps({**data, _CHECKSUM: _checksum(data)}, indent=2) + "\n"


def read_state(checkpoint: Path) -> dict[str, Any]:
    """What :func:`state_text` was given.

    Raises OSError, ValueError, KeyError or TypeError where it is not readable, says no step, or is not as it was
    written, which a state of an earlier version can't show.
    """
    data: dict[str, Any] = json.loads((checkpoint / STATE).read_text(encoding="utf-8"))
    int(data["step"])
    if (noted := data.pop(_CHECKSUM, None)) is not None and noted != _checksum(data):
        raise ValueError(f"{checkpoint / STATE} is not as it was written")
    return data


def _checksum(data: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(data, sort_keys=True).encode())


def step_of(checkpoint: Path) -> int:
    """The step of a checkpoint's folder; raises OSError, ValueError, KeyError or TypeError where it does not say it."""
    return int(read_state(checkpoint)["step"])


def rank_of(checkpoint: Path) -> tuple[int, float] | None:
    """What a checkpoint is judged by, less being better, without its tensors being read: a later group of stages
    goes before an earlier one, as groups measure different things, then the evaluation loss; None where it was not
    measured. Checkpoints of before there were groups tell the stage alone."""
    try:
        data = read_state(checkpoint)
        stage, loss = data.get("measured_stage"), data["evaluation_loss"]
        stage = int(data["position"]["stage"] if stage is None else stage)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return None if loss is None or math.isnan(loss) else (-stage, float(loss))


def best_step(checkpoints: Mapping[int, Path]) -> int | None:
    """The step of the best of :func:`checkpoint_folders`; None where none was measured."""
    measured = [(rank, step) for step, path in checkpoints.items() if (rank := rank_of(path)) is not None]
    return min(measured)[1] if measured else None


def choose_checkpoint(run_folder: Path, step: int | None = None) -> tuple[int, Path]:
    """As :func:`find_checkpoint`, to read its weights; raises :class:`WorkbenchError` where they are damaged, with the
    newest ones that are not."""
    chosen, path = find_checkpoint(run_folder, step)
    if step is not None and has_weights(path):
        return chosen, path
    newest = newest_whole(run_folder, has_weights)
    if step is None and newest.path is not None and not newest.damaged:
        return newest.step, newest.path
    raise WorkbenchError(
        mark("The checkpoint of step {step} is damaged."),
        mark("No other is whole.") if newest.path is None else mark("The newest whole one is that of step {whole}."),
        step=max(newest.damaged) if step is None else step,
        whole=newest.step,
    )


def has_weights(checkpoint: Path) -> bool:
    """Whether the weights of a checkpoint are as they were written."""
    return is_whole(checkpoint, MODEL)


def find_checkpoint(run_folder: Path, step: int | None = None) -> tuple[int, Path]:
    """Step and folder of the checkpoint of a step, or of the newest one; the content of its files is not looked at.

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
