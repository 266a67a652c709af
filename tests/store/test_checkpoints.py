"""Checkpoints as their files show them: whole, damaged, or written by an earlier version."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from workbench.core.errors import WorkbenchError
from workbench.store import checkpoints
from workbench.store.checkpoints import (
    MODEL,
    OPTIMIZER,
    STATE,
    broken_checkpoints,
    can_go_on,
    choose_checkpoint,
    file_fingerprint,
    is_whole,
    newest_whole,
    read_state,
    state_text,
)

OLD = 1_600_000_000  #: long before now, in seconds since the epoch


@pytest.fixture
def run_folder(tmp_path: Path) -> Path:
    """A run with three checkpoints."""
    for step in (10, 20, 30):
        folder = tmp_path / "checkpoints" / f"step-{step:08d}"
        folder.mkdir(parents=True)
        for name in (MODEL, OPTIMIZER):
            (folder / name).write_bytes(f"{name} of {step}".encode())
        files = {name: file_fingerprint(folder / name) for name in (MODEL, OPTIMIZER)}
        (folder / STATE).write_text(state_text({"step": step, "evaluation_loss": float("nan"), "files": files}))
    return tmp_path


def flip(path: Path) -> None:
    """Turn one bit over."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def of(run_folder: Path, step: int) -> Path:
    return run_folder / "checkpoints" / f"step-{step:08d}"


@pytest.mark.parametrize("name", [MODEL, OPTIMIZER, STATE])
def test_one_bit_makes_a_checkpoint_damaged(run_folder: Path, name: str) -> None:
    assert newest_whole(run_folder).step == 30
    assert broken_checkpoints(run_folder) == []
    flip(of(run_folder, 30) / name)
    newest = newest_whole(run_folder)
    assert (newest.step, newest.path, newest.damaged) == (20, of(run_folder, 20), (30,))
    assert broken_checkpoints(run_folder) == [of(run_folder, 30)]
    assert not can_go_on(of(run_folder, 30))


def test_a_number_in_a_state_that_turned_is_found(run_folder: Path) -> None:
    path = of(run_folder, 30) / STATE
    path.write_text(path.read_text().replace('"step": 30', '"step": 31'))
    assert newest_whole(run_folder).damaged == (30,)


@pytest.mark.parametrize("kept", ["files", "nothing"])
def test_what_an_earlier_version_did_not_note_is_no_damage(run_folder: Path, kept: str) -> None:
    folder = of(run_folder, 30)
    state = read_state(folder)
    if kept == "nothing":
        del state["files"]
    (folder / STATE).write_text(json.dumps(state))
    assert can_go_on(folder)
    (folder / MODEL).unlink()
    assert not can_go_on(folder)


def test_a_file_that_has_not_changed_is_read_once(run_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, read = of(run_folder, 30), []
    for name in (MODEL, OPTIMIZER):
        os.utime(folder / name, (OLD, OLD))
    really = checkpoints._fingerprint
    monkeypatch.setattr(checkpoints, "_fingerprint", lambda path: read.append(path.name) or really(path))
    for _ in range(3):
        assert is_whole(folder)
    assert sorted(read) == sorted([MODEL, OPTIMIZER])
    flip(folder / MODEL)
    os.utime(folder / MODEL, (OLD, OLD))
    assert not is_whole(folder), "the time of its change can't be set back"


def test_a_file_that_has_just_been_written_is_read_again(run_folder: Path) -> None:
    """Two changes within a tick of the clock leave the same times."""
    assert is_whole(of(run_folder, 30))
    flip(of(run_folder, 30) / MODEL)
    assert not is_whole(of(run_folder, 30))


def test_damaged_weights_are_refused_with_the_newest_that_are_whole(run_folder: Path) -> None:
    assert choose_checkpoint(run_folder) == (30, of(run_folder, 30))
    flip(of(run_folder, 30) / OPTIMIZER)
    assert choose_checkpoint(run_folder) == (30, of(run_folder, 30)), "the weights are whole"
    flip(of(run_folder, 30) / MODEL)
    for step in (None, 30):
        with pytest.raises(WorkbenchError, match=r"step 30 is damaged\. The newest whole one is that of step 20\."):
            choose_checkpoint(run_folder, step)
    assert choose_checkpoint(run_folder, 20) == (20, of(run_folder, 20))
    for step in (10, 20):
        flip(of(run_folder, step) / MODEL)
    with pytest.raises(WorkbenchError, match=r"step 30 is damaged\. No other is whole\."):
        choose_checkpoint(run_folder)
