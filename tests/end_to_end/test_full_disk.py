"""A run whose disk gets full, on a small disk of its own where one may be mounted, and by a hook everywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from workbench.cli.train import ProgressBar, create_run, run_here
from workbench.core.events import EventBase, StateChanged, StepDone, Warned
from workbench.core.paths import Project
from workbench.core.translation import messages
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.text.corpus import find_corpus
from workbench.text.vocabulary import find_vocabulary
from workbench.train import checkpoint as files
from workbench.train import loop
from workbench.train.checkpoint import newest_checkpoint

DISK_BYTES = 8 << 20


class Disk(Protocol):
    """A disk that a project lies on."""

    def fill(self) -> None:
        """Leave no room for a checkpoint."""

    def make_room(self) -> None:
        """Have room again."""


class SmallDisk:
    """A file system in memory, filled with a file to its last byte: the database cannot grow either."""

    def __init__(self, folder: Path) -> None:
        self._filler = folder / "filler"

    def fill(self) -> None:
        with self._filler.open("wb", buffering=0) as file:
            try:
                while file.write(b"\0" * 4096):
                    pass
            except OSError:
                return

    def make_room(self) -> None:
        self._filler.unlink()


class HookedDisk:
    """The disk that there is, on which checkpoints fail half-way and nothing seems to be free."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._full = False
        write, usage = files.save_tensors, shutil.disk_usage

        def save_tensors(path: Path, tensors: Any) -> None:
            if self._full:
                path.write_bytes(b"\0" * 10_000)
                raise OSError(28, "No space left on device")
            write(path, tensors)

        def disk_usage(path: Any) -> Any:
            return usage(path)._replace(free=0) if self._full else usage(path)

        monkeypatch.setattr(files, "save_tensors", save_tensors)
        monkeypatch.setattr(shutil, "disk_usage", disk_usage)

    def fill(self) -> None:
        self._full = True

    def make_room(self) -> None:
        self._full = False


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """The folder of a mounted file system in memory."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root of Linux may mount a disk")
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this system lets nobody mount a disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)  # the corpus may still be mapped


@pytest.fixture(params=["small disk", "hook"])
def place(
    request: pytest.FixtureRequest, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Project, Disk]:
    """A copy of the project, and the disk it lies on."""
    hooked = request.param == "hook"
    folder = tmp_path if hooked else request.getfixturevalue("small_disk")
    root = folder / "project"
    shutil.copytree(project.root, root, ignore=shutil.ignore_patterns("runs", "*.db*"))
    monkeypatch.setattr(loop, "RETRY_SECONDS", 0.05)
    return Project(root).create(), HookedDisk(monkeypatch) if hooked else SmallDisk(folder)


@pytest.fixture
def run(place: tuple[Project, Disk], tiny: RunSpec) -> Run:
    project = place[0]
    spec = apply_overrides(tiny, ["training.keep_checkpoints=2"])
    return create_run(project, spec, find_corpus(project, "animals"), find_vocabulary(project, "letters"), name="one")


def test_the_run_waits_with_its_last_good_checkpoint_and_goes_on_by_itself(
    place: tuple[Project, Disk], run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    """R088: a write fails half-way."""
    project, disk = place
    checkpoints, events, bar = run.folder / "checkpoints", list[EventBase](), ProgressBar(is_terminal=False)

    def listen(event: EventBase) -> None:
        events.append(event)
        bar.show(event)
        if isinstance(event, StepDone) and event.step == 8:
            disk.fill()
        if isinstance(event, StateChanged) and event.state == "paused":
            good = newest_checkpoint(checkpoints)
            assert good is not None
            assert good.state.step == 5
            assert [path.name for path in checkpoints.iterdir()] == ["step-00000005"], "no partial is left"
            disk.make_room()

    assert run_here(run.folder, listen) == 0
    told = [event for event in events if isinstance(event, Warned)]
    assert [(event.kind, event.step) for event in told] == [("not-saved", 10)]
    assert "No space left" in str(told[0].words)
    said = capsys.readouterr().out
    assert said.index("could not be written: ") < said.index("Paused.") < said.index("step-00000010")
    newest = newest_checkpoint(checkpoints)
    assert newest is not None
    assert newest.state.step == 20
    with Store.open(project) as store:
        assert store.check_integrity() == []
        assert store.series(run, "loss").steps.tolist() == list(range(1, 21))
        assert store.run(run).message == ""


@pytest.mark.parametrize("place", ["hook"], indirect=True)
def test_the_run_says_why_it_waits(place: tuple[Project, Disk], run: Run) -> None:
    """R088: In its row, which window and terminal read; on a disk without a free byte that can only be said later."""
    project, disk = place
    waiting: list[Run] = []

    def listen(event: EventBase) -> None:
        if isinstance(event, StepDone) and event.step == 8:
            disk.fill()
        if isinstance(event, StateChanged) and event.state == "paused":
            with Store.open(project) as store:
                waiting.append(store.run(run))
            disk.make_room()

    assert run_here(run.folder, listen) == 0
    (row,) = waiting
    words = "The checkpoint of step 10 could not be written: No space left on device. Make room"
    assert row.message.startswith(words)
    chinese = messages("zh_CN")
    told = row.words.render(lambda text: chinese.get(text, text))
    assert told.startswith("无法写入第 10 步的检查点：No space left on device。请在 "), "reasons are the system's"
