"""Training keeps nothing of its steps, and what the C library keeps is given back."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import torch

from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.text.prepared import PreparedCorpus
from workbench.train.allocator import Tidy, give_back
from workbench.train.loop import Trainer

_FIELDS = ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")
KIB, MIB = 1 << 10, 1 << 20


class HeapState(ctypes.Structure):
    """glibc's own account of its heap."""

    _fields_ = [(name, ctypes.c_size_t) for name in _FIELDS]


def heap() -> HeapState:
    """The account of this process; skips the test where the C library keeps none."""
    account = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if account is None:
        pytest.skip("the C library is not glibc 2.33 or newer")
    account.restype = HeapState
    state = account()
    assert isinstance(state, HeapState)
    return state


def in_use() -> tuple[int, int]:
    """Tensors that live, and bytes that are allocated in the heap or mapped, without what the allocator keeps back."""
    gc.collect()
    state = heap()
    return sum(type(thing) is torch.Tensor for thing in gc.get_objects()), int(state.uordblks + state.hblkhd)


@pytest.fixture
def prepared(prepared: PreparedCorpus) -> PreparedCorpus:
    """Five documents to train on."""
    return replace(prepared, evaluation=np.arange(30) % 6 != 0)


def test_steps_leave_nothing_behind(trainer_of: Callable[..., Trainer], spec: RunSpec) -> None:
    """Each step has all passages with the same masks, as the libraries under torch keep something for a new shape of
    batch; so they have met all shapes after the first evaluations and checkpoints."""
    spec = apply_overrides(spec, ["stages.0.passage.kind=full-sentences", "stages.0.dynamic=false"])
    passages = trainer_of(spec, "counted").source.makers[0].count(0)
    settings = [f"training.batch_size={passages}", "training.steps=80", "training.evaluate_every=8",
                "training.checkpoint_every=10", "stages.0.dupe_factor=1"]  # fmt: skip
    trainer = trainer_of(apply_overrides(spec, settings))
    early_steps, late_steps = range(32, 40, 2), range(72, 80, 2)
    used: dict[int, tuple[int, int]] = {}
    advance = trainer.advance

    def watch(prepared: object, result: object) -> None:
        advance(prepared, result)  # type: ignore[arg-type]
        trainer.journal.events.clear()  # type: ignore[attr-defined]
        if trainer.state.step in (*early_steps, *late_steps):
            used[trainer.state.step] = in_use()

    trainer.advance = watch  # type: ignore[method-assign]
    assert trainer.train()
    (tensors, early), (tensors_later, late) = (
        map(min, zip(*(used[step] for step in steps), strict=True)) for steps in (early_steps, late_steps)
    )
    assert tensors_later <= tensors
    assert late - early < 40 * 2 * KIB, f"the heap grew by {late - early} bytes in 40 steps"


def test_freed_memory_is_given_back() -> None:
    heap()
    blocks = [torch.ones(16 * KIB) for _ in range(1000)]  # 64 KiB each, too small to be mapped one by one
    kept = blocks[::2]  # between the holes, so that the heap can't shrink by itself
    blocks.clear()
    before = resident()
    give_back()
    assert before - resident() > 20 * MIB
    assert len(kept) == 500


def resident() -> int:
    """Bytes of this process that are in memory and its own."""
    import psutil

    memory = psutil.Process().memory_info()
    return int(memory.rss - getattr(memory, "shared", 0))


def test_it_is_given_back_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    monkeypatch.setattr("workbench.train.allocator.give_back", lambda: given.append(1))
    seldom, often = Tidy(1e6), Tidy(0.0)
    for _ in range(3):
        seldom.beat()
        often.beat()
    assert len(given) == 3
