"""What it means to go on with a run, in words."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable

import pytest

from workbench.core.events import RunStarted, StepDone
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.checkpoints import newest_whole
from workbench.store.records import Run
from workbench.store.resuming import own_settings, resume_damage, resume_step, resume_words
from workbench.store.store import Store


@pytest.fixture
def run(store: Store, spec: RunSpec, started: Callable[..., RunStarted], step: Callable[..., StepDone]) -> Run:
    """A run that has taken 33 steps."""
    made = store.create_run(spec, name="r")
    store.record(made, [started(), *map(step, range(1, 34))])
    return store.run(made)


def save(run: Run, step: int) -> None:
    folder = run.folder / "checkpoints" / f"step-{step:08d}"
    folder.mkdir(parents=True)
    (folder / "state.json").write_text(json.dumps({"step": step}), encoding="utf-8")
    for name in ("model.safetensors", "optimizer.safetensors"):
        (folder / name).write_bytes(b"12345")


def test_from_where_a_run_goes_on_and_with_what(run: Run) -> None:
    assert resume_step(run) == 0
    assert str(resume_words(run, 0)) == "“r” begins anew, as it has saved no checkpoint."
    save(run, 20)
    save(run, 30)
    assert resume_step(run) == 30
    words = str(resume_words(run, 30))
    assert words.startswith("“r” goes on from step 30: weights, moments, learning rate, order of the text")
    assert words.endswith("The 3 steps up to step 33 are taken again; the points from before stay hidden.")
    assert "The 1 step up to step 33 is taken again;" in str(resume_words(run, 32))
    assert str(resume_words(run, 33)).endswith("are as they were there.")


def test_settings_that_do_not_count_for_it_are_named(run: Run, spec: RunSpec) -> None:
    """R081: a changed setting does nothing, and that is said."""
    assert own_settings(run, spec) is None
    assert own_settings(run, apply_overrides(spec, ["training.start_from=r"])) is None
    changed = apply_overrides(spec, ["training.learning_rate=0.5", "training.steps=77"])
    words = str(own_settings(run, changed))
    for named in ("Training › Steps", "Training › Peak learning rate"):
        assert named in words
    more = apply_overrides(changed, ["seed=9", "training.warmup_steps=1", "training.weight_decay=0.5"])
    assert "and 2 more)" in str(own_settings(run, more))
    assert own_settings(run, changed.model_copy(update={"corpus": "another"})) is None, "another experiment"


def test_damaged_checkpoints_that_a_run_passes_over_are_named(run: Run) -> None:
    save(run, 20)
    assert resume_damage(run, newest_whole(run.folder)) is None
    save(run, 30)
    save(run, 40)
    for step in (30, 40):
        (run.folder / "checkpoints" / f"step-{step:08d}" / "optimizer.safetensors").unlink()
    said = "“r” goes on from the checkpoint of step 20, as the ones of step 30, 40 are damaged."
    assert str(resume_damage(run, newest_whole(run.folder))) == said
    (run.folder / "checkpoints" / "step-00000020" / "state.json").write_text("{", encoding="utf-8")
    said = "“r” begins anew, as the checkpoints of step 20, 30, 40 are damaged and there is no other."
    assert str(resume_damage(run, newest_whole(run.folder))) == said


def test_a_checkpoint_that_was_cut_off_is_not_where_a_run_goes_on(run: Run) -> None:
    save(run, 20)
    save(run, 30)
    folder = run.folder / "checkpoints" / "step-00000030"
    (folder / "model.safetensors").write_bytes(b"12345")
    for size, step in ((5, 30), (6, 20)):
        state = {"step": 30, "files": {"model.safetensors": [size, zlib.crc32(b"12345")]}}
        (folder / "state.json").write_text(json.dumps(state), encoding="utf-8")
        assert resume_step(run) == step
    (folder / "model.safetensors").unlink()
    assert resume_step(run) == 20
