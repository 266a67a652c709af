"""The processes that share a run: which of them this one is, and what they tell each other (torch.distributed).

Each takes the same steps in the same order and has the same weights; the first alone writes: store, checkpoints,
prepared corpus, events. All read the project's folder.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import torch
from torch import Tensor

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.texts import Text, mark, text_data, text_of
from workbench.jobs.group import Membership, announce_run, membership
from workbench.model.devices import device_title

T = TypeVar("T")

WAIT_SECONDS = 600.0  #: how long one process waits for the others in a step; the first may be writing a checkpoint
_LOOK_SECONDS = 0.1
_CAUSE_SECONDS = 2.0  #: how long a process that fails may take to say why, once its connections are closed
_FAILURE = "failure"
_THREADS = "OMP_NUM_THREADS"
_DONE, _FAILED = b"done", b"failed"


class LostError(WorkbenchError):
    """Another process of the run has gone, so that this one can't go on."""


@dataclass(frozen=True)
class Group:
    """One process, which has no others: it is the first, and what it has is what all have."""

    rank: int = 0
    size: int = 1
    local_rank: int = 0
    local_size: int = 1

    @property
    def is_first(self) -> bool:
        """Whether this is the process that writes."""
        return self.rank == 0

    def total(self, values: Tensor) -> Tensor:
        """Sums of values over all processes, in their place."""
        return values

    def highest(self, values: list[int]) -> list[int]:
        """The highest of each value over all processes."""
        return values

    def from_first(self, value: T) -> T:
        """What the first process has."""
        return value

    def gathered(self, value: T) -> list[T]:
        """What each process has, by rank."""
        return [value]

    @contextmanager
    def first_goes(self, name: str) -> Iterator[None]:
        """Inside, the first process is alone; the others wait as long as it takes and find what it left. ``name``
        serves once."""
        yield

    def begin(self, run_folder: Path) -> None:
        """Say which run the processes work on."""

    def fail(self, reason: Text) -> None:
        """Let the others know why this process ends."""

    @contextmanager
    def losses_told(self) -> Iterator[None]:
        """Inside, the end of another process is an error with a sentence."""
        yield


ALONE = Group()


@dataclass(frozen=True)
class Processes(Group):
    """One of several processes; ``store`` is torch's, where they leave each other words."""

    store: Any = None
    folder: Path | None = None

    def total(self, values: Tensor) -> Tensor:
        torch.distributed.all_reduce(values)
        return values

    def highest(self, values: list[int]) -> list[int]:
        found = torch.tensor(values)
        torch.distributed.all_reduce(found, torch.distributed.ReduceOp.MAX)
        return list(found.tolist())

    def from_first(self, value: T) -> T:
        held = [value if self.is_first else None]
        torch.distributed.broadcast_object_list(held)
        found: T = held[0]  # type: ignore[assignment]
        return found

    def gathered(self, value: T) -> list[T]:
        held: list[Any] = [None] * self.size
        torch.distributed.all_gather_object(held, value)
        return held

    @contextmanager
    def first_goes(self, name: str) -> Iterator[None]:
        if self.is_first:
            try:
                yield
            except BaseException:
                self.store.set(name, _FAILED)
                raise
            self.store.set(name, _DONE)
            return
        while not self.store.check([name]):
            time.sleep(_LOOK_SECONDS)
        if self.store.get(name) == _FAILED:
            raise LostError(mark("The first process of the run could not begin."))
        yield

    def begin(self, run_folder: Path) -> None:
        if self.folder is not None and self.is_first:
            announce_run(self.folder, run_folder)

    def fail(self, reason: Text) -> None:
        with suppress(RuntimeError):  # the store may have gone with the process that kept it
            self.store.set(_FAILURE, json.dumps([self.rank, text_data(reason)]))

    @contextmanager
    def losses_told(self) -> Iterator[None]:
        try:
            yield
        except RuntimeError as error:
            if not _of_connection(error):
                raise
            raise self._loss() from error

    def _loss(self) -> LostError:
        """What is known of why another process has gone."""
        hint = mark("Resume the run: it goes on from its last checkpoint.")
        with suppress(RuntimeError):
            until = time.monotonic() + _CAUSE_SECONDS
            while not (known := self.store.check([_FAILURE])) and time.monotonic() < until:
                time.sleep(_LOOK_SECONDS)
            if known:
                rank, reason = json.loads(self.store.get(_FAILURE))
                text = mark("Process {number} of the run has failed: {reason}")
                return LostError(text, hint, number=rank + 1, reason=text_of(reason))
        return LostError(mark("Another process of the run has ended, or can't be reached any more."), hint)


def _of_connection(error: RuntimeError) -> bool:
    """Whether an error says that others can't be reached: gloo's are plain ones that name its source files."""
    return isinstance(error, torch.distributed.DistError) or "gloo" in str(error)


@contextmanager
def joined() -> Iterator[Group]:
    """The group that this process belongs to by its environment; others must come within :data:`WAIT_SECONDS`."""
    member = membership()
    if member is None:
        yield ALONE
        return
    yield _join(member)
    with suppress(RuntimeError):  # others may have failed
        torch.distributed.barrier()
        torch.distributed.destroy_process_group()


def _join(member: Membership) -> Processes:
    if not torch.distributed.is_available():
        raise ArgumentError(mark("This torch can't train with several processes."))
    from torch.distributed.rendezvous import rendezvous

    patience = timedelta(seconds=WAIT_SECONDS)
    try:
        store, rank, size = next(rendezvous(member.meeting_point, member.rank, member.size, timeout=patience))
        on_gpus = torch.cuda.is_available() and torch.distributed.is_nccl_available()
        torch.distributed.init_process_group(
            "cpu:gloo,cuda:nccl" if on_gpus else "gloo", store=store, rank=rank, world_size=size, timeout=patience
        )
    except RuntimeError as error:
        raise WorkbenchError(
            mark("The {count} processes of the run did not find each other: {reason}."),
            mark("Start all of them within {minutes} minutes, with the same address and port."),
            count=member.size, reason=str(error).partition("\n")[0].rstrip("."), minutes=round(WAIT_SECONDS / 60),
        ) from error  # fmt: skip
    return Processes(rank, size, member.local_rank, member.local_size, store, member.folder)


def own_device(group: Group, device: torch.device) -> torch.device:
    """The device of a process: with several of them, each has a GPU of its own, in the order of the machine."""
    if group.size == 1 or device.type == "cpu":
        return device
    if device.type != "cuda":
        raise ArgumentError(
            mark("Several processes train on NVIDIA GPUs or on the processor."), mark("Use training.device=cpu.")
        )
    there = torch.cuda.device_count()
    if group.local_rank >= there:
        raise ArgumentError(
            mark("This machine has {there} {there:GPU|GPUs} for {wanted} processes."),
            mark("Start as many processes as there are GPUs."),
            there=there, wanted=group.local_size,
        )  # fmt: skip
    own = torch.device("cuda", group.local_rank)
    torch.cuda.set_device(own)
    return own


def devices_title(device: torch.device, group: Group) -> str:
    """The device for a person, with the number of processes where there are several: ``2 × cuda:0 (NVIDIA ...)``."""
    title = device_title(device)
    return title if group.size == 1 else f"{group.size} × {title}"


def own_threads(group: Group, wanted: int) -> int:
    """Processor threads of a process: as many as are wanted, else its part of the cores; 0 leaves torch its own, as
    where the environment says a number for each process (torchrun says 1)."""
    if wanted or group.size == 1 or _THREADS in os.environ:
        return wanted
    return max(1, torch.get_num_threads() // group.local_size)
