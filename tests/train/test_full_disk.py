"""A full disk: the run waits, says so once, and goes on by itself when there is room for a checkpoint."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.core.events import EventBase, StateChanged, Warned
from workbench.core.paths import Project
from workbench.spec.run import RunSpec
from workbench.store.records import Command
from workbench.store.store import Store
from workbench.train import checkpoint as files
from workbench.train import loop
from workbench.train.checkpoint import CheckpointFolder, checkpoint_bytes, has_room
from workbench.train.control import Control
from workbench.train.loop import Trainer

Whole = Callable[[Trainer], list[CheckpointFolder]]
TrainerOf = Callable[..., Trainer]
Events = Callable[[Trainer, type[EventBase]], list[Any]]


class Disk:
    """A disk on which only so much is free, as the system calls tell it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.free = 0
        self.tries = 0
        write, usage = files.save_tensors, shutil.disk_usage

        def save_tensors(path: Path, tensors: Any) -> None:
            self.tries += 1
            if self.free < sum(tensor.numel() * tensor.element_size() for tensor in tensors.values()):
                raise OSError(28, "No space left on device")
            write(path, tensors)

        monkeypatch.setattr(files, "save_tensors", save_tensors)
        monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(path)._replace(free=self.free))


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def test_the_run_goes_on_once_there_is_room(
    spec: RunSpec,
    trainer_of: TrainerOf,
    disk: Disk,
    monkeypatch: pytest.MonkeyPatch,
    whole_checkpoints: Whole,
    events: Events,
) -> None:
    monkeypatch.setattr(loop, "RETRY_SECONDS", 0.05)
    trainer = trainer_of(spec)
    needed = checkpoint_bytes(trainer.model, trainer.optimizer)
    beats = 0

    def beat() -> None:
        nonlocal beats
        beats += 1
        disk.free = needed - 1 if beats < 3 else needed

    trainer.beat = beat
    trainer.save()
    assert beats == 3, "it did not try while too little was free"
    (warning,) = events(trainer, Warned)
    assert "goes on by itself" in str(warning.words)
    assert [event.state for event in events(trainer, StateChanged)] == ["saving", "paused", "running", "running"]
    assert len(whole_checkpoints(trainer)) == 1
    written = sum(path.stat().st_size for path in trainer.checkpoints.rglob("*.safetensors"))
    assert written <= needed


def test_what_is_not_a_matter_of_room_is_tried_again_slowly_and_told_once(
    spec: RunSpec, trainer_of: TrainerOf, monkeypatch: pytest.MonkeyPatch, whole_checkpoints: Whole, events: Events
) -> None:
    monkeypatch.setattr(loop, "RETRY_SECONDS", 0.01)
    tries = 0
    write = files.save_tensors

    def refuse(path: Path, tensors: Any) -> None:
        nonlocal tries
        tries += 1
        if tries <= 3:
            raise OSError(122, "Disk quota exceeded")
        write(path, tensors)

    monkeypatch.setattr(files, "save_tensors", refuse)
    trainer = trainer_of(spec)
    trainer.save()
    assert len(events(trainer, Warned)) == 1
    assert len(whole_checkpoints(trainer)) == 1


def test_it_does_not_try_at_once_though_there_seems_to_be_room(
    spec: RunSpec, trainer_of: TrainerOf, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    trainer = trainer_of(spec)
    clock = [100.0]
    monkeypatch.setattr("workbench.train.loop.time.monotonic", lambda: clock[0])
    disk.free = 1 << 40
    beat = trainer.beat_until_room()
    trainer.control.wish(Command.PAUSE)
    clock[0] += loop.RETRY_SECONDS - 1
    beat()
    assert trainer.control.paused
    clock[0] += 1
    beat()
    assert not trainer.control.paused


def test_room_is_told_also_where_the_folder_is_not_there_yet(tmp_path: Path) -> None:
    """R088: the room is that of the disk that is written to."""
    assert has_room(tmp_path / "checkpoints", 1)
    assert not has_room(tmp_path, 1 << 60)
    assert not has_room(tmp_path / "none" / "checkpoints", 1)


def test_a_store_that_cannot_be_written_does_not_end_a_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.train.control.POLL_SECONDS", 0.0)
    with Store.open(Project(tmp_path / "p").create()) as store:
        run = store.create_run(RunSpec(corpus="c", vocabulary="v"), name="r")
        control = Control(store, run)
        control.wish(Command.PAUSE)
        store.request(run, Command.RESUME)
        store.database.execute("PRAGMA query_only = ON")
        assert control.paused
        store.database.execute("PRAGMA query_only = OFF")
        assert not control.paused
