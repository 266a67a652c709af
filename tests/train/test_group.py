"""Two processes that share a run, over gloo: what they compute is what one computes, and they stop and go on as one."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
import torch
from safetensors.torch import load_file

from workbench.core.errors import ArgumentError
from workbench.core.paths import program_root
from workbench.core.texts import Text
from workbench.jobs.group import Membership, membership
from workbench.model.build import model_of
from workbench.spec.files import apply_overrides
from workbench.spec.makers import stage_makers
from workbench.spec.position import Position, RunOrder
from workbench.spec.run import RunSpec
from workbench.store.records import Command
from workbench.train.control import Wishes, agreed
from workbench.train.group import Group, LostError, Processes, own_device, own_threads

SCRIPT = Path(__file__).with_name("together.py")
together = SimpleNamespace(**runpy.run_path(str(SCRIPT)))
DROPOUT = ["encoder.hidden_dropout=0.1", "encoder.attention_dropout=0.1"]
EQUAL: list[dict[str, Any]] = [
    {"name": "plain", "overrides": ["training.batch_size=15", "stages.0.passage.kind=sentence-pair"]},
    {"name": "parts", "overrides": ["training.batch_size=20", "training.accumulation=2"]},
    {"name": "average", "overrides": ["training.average_decay=0.9", "training.evaluate_average=true",
                                      "training.bias_correction=false", "encoder.zero_padding_row=true"]},
    {"name": "lamb", "overrides": ["training.optimizer=lamb", "training.batch_unit=tokens",
                                   "training.batch_size=160", "training.gradient_clip=0.5"]},
    {"name": "patience", "overrides": ["training.early_stop=1", "training.least_improvement=90",
                                       "training.evaluate_every=4"]},
    {"name": "shared", "overrides": ["encoder.layers=3", "encoder.sharing=all", "encoder.embedding_size=16"]},
    {"name": "unused", "overrides": ["stages.0.passage.weight=0", "training.batch_size=2"]},
    {"name": "ngrams", "overrides": ["ngrams.layers=2", "ngrams.lists=own", "ngrams.most=6", "training.batch_size=5"]},
    {"name": "tables", "overrides": ["encoder.task_types=3", "stages.0.task=1", "encoder.roles=2",
                                     "training.weight_decay=0.5", "training.batch_size=5"]},
    {"name": "turns", "overrides": ["training.restart_schedule=true", "training.evaluate_every=3",
        'stages=[{ name = "pairs", passage = { kind = "next-sentence" } }, { name = "again", share = 2, '
        'passage = { kind = "next-sentence" } }, { name = "order", share = 2, together = true, tokens = [], '
        'passage = { kind = "sentence-order" } }]', "training.warmup_steps=2"]},
    {"name": "replaced", "overrides": ["generator.width=0.5", "stages.0.masking.kind=electra", "training.batch_size=5",
        'stages.0.tokens=[{ kind = "generator-mlm" }, { kind = "replaced-token" }]']},
    {"name": "questions", "overrides": ["training.batch_size=15", "stages.0.passage.kind=sentence-pair",
        'stages.0.tokens=[{ kind = "mlm" }, { kind = "capitalization" }, { kind = "token-document" }]']},
]  # fmt: skip
RESUMED: list[dict[str, Any]] = [
    {"name": "straight", "overrides": DROPOUT},
    {"name": "first", "overrides": DROPOUT, "folder": "halves", "stop": 7},
    {"name": "second", "overrides": DROPOUT, "folder": "halves"},
    {"name": "taken-over", "folder": "alone"},
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What two processes left of all cases, and one of those it is compared with."""
    torch.set_num_threads(1)
    folder: Path = tmp_path_factory.mktemp("together")
    one = folder / "one"
    one.mkdir()
    prepared = together.corpus(one)
    for case in [*EQUAL, {"name": "undisturbed"}]:
        (one / f"{case['name']}.json").write_text(json.dumps(together.train(prepared, case, one)), encoding="utf-8")
    together.train(prepared, {"name": "alone", "stop": 7}, folder)
    cases = folder / "cases.json"
    cases.write_text(json.dumps([*EQUAL, *RESUMED]), encoding="utf-8")
    processes = [
        subprocess.Popen(
            [sys.executable, str(SCRIPT), str(cases), str(folder)],
            env={**os.environ, "PYTHONPATH": str(program_root()), **Membership(rank, 2, rank, 2, folder).environment()},
            stderr=subprocess.PIPE,
        )
        for rank in range(2)
    ]
    try:
        for process in processes:
            _, errors = process.communicate(timeout=300)
            assert process.returncode == 0, errors.decode()
    finally:
        for process in processes:  # where one failed, the other waits for it
            process.kill()
            process.communicate()
    return folder


def told(path: Path, kind: str) -> list[dict[str, Any]]:
    """The events of a kind that a case told."""
    return [event for event in json.loads(path.read_text(encoding="utf-8"))["events"] if event["event"] == kind]


@pytest.mark.parametrize("case", EQUAL, ids=lambda case: case["name"])
def test_two_processes_are_as_one_with_the_same_batch(folder: Path, case: dict[str, Any]) -> None:
    """R083: parts of a batch in two processes."""
    name = case["name"]
    one, two = folder / "one" / f"{name}.json", folder / f"0-{name}.json"
    alone, shared = told(one, "step"), told(two, "step")
    assert len(alone) == len(shared) == (5 if name == "patience" else 10)
    for expected, found in zip(alone, shared, strict=True):
        assert found["losses"] == pytest.approx(expected["losses"], abs=1e-5)
        assert found["accuracies"] == pytest.approx(expected["accuracies"], abs=1e-6)
        assert found["gradient_norm"] == pytest.approx(expected["gradient_norm"], abs=1e-4)
        assert [found[key] for key in ("step", "tokens", "lr")] == [expected[key] for key in ("step", "tokens", "lr")]
    for expected, found in zip(told(one, "eval"), told(two, "eval"), strict=True):
        assert found["losses"] == pytest.approx(expected["losses"], abs=1e-5)
        assert found["unit_counts"] == expected["unit_counts"]
        assert found["bits_per_character"] == pytest.approx(expected["bits_per_character"], abs=1e-5)
        assert found["text"] == expected["text"]
        assert found["whole_units"] == pytest.approx(expected["whole_units"])
    assert len(told(two, "probes")) == len(told(one, "probes")) > 0
    weights = load_file(folder / f"{name}.safetensors")
    for tensor, expected in load_file(folder / "one" / f"{name}.safetensors").items():
        torch.testing.assert_close(weights[tensor], expected, atol=1e-5, rtol=0, msg=f"{name}: {tensor}")


def test_a_process_has_no_passage_of_some_batch(folder: Path) -> None:
    """R083: even where one part has nothing."""
    prepared = together.corpus(folder)
    for case in EQUAL[:2]:
        spec = apply_overrides(RunSpec(), [*together.TINY, *case["overrides"]])
        sizes = [
            sum(map(len, taken.parts))
            for taken in RunOrder(spec, stage_makers(spec, {spec.corpus: prepared})).walk(0, Position())
        ]
        assert 1 in sizes, case["name"]


def test_a_table_that_no_batch_uses_keeps_every_bit_in_two_processes(folder: Path) -> None:
    """The same to the bit in one process and in two, for all decay."""
    weights, one = (load_file(place / "tables.safetensors") for place in (folder, folder / "one"))
    role, task = (f"encoder.embeddings.{name}.weight" for name in ("role", "task"))
    (case,) = (one for one in EQUAL if one["name"] == "tables")
    spec = apply_overrides(RunSpec(), [*together.TINY, *case["overrides"]])
    torch.manual_seed(spec.seed)
    fresh = model_of(spec, len(weights["encoder.embeddings.word.weight"])).state_dict()
    assert torch.equal(weights[role], fresh[role])
    assert torch.equal(one[role], fresh[role])
    assert not torch.equal(weights[task], fresh[task])


def test_only_the_first_process_tells_of_the_run(folder: Path) -> None:
    for path in folder.glob("1-*.json"):
        kinds = {event["event"] for event in json.loads(path.read_text(encoding="utf-8"))["events"]}
        assert "checkpoint" not in kinds
        assert "probes" not in kinds


def test_stopping_and_resuming_two_processes_changes_no_bit(folder: Path) -> None:
    halves = [json.loads((folder / f"{rank}-first.json").read_text(encoding="utf-8")) for rank in range(2)]
    assert [(half["done"], half["step"]) for half in halves] == [(False, 7), (False, 7)], "both stop at the wish"
    losses = [event["loss"] for name in ("first", "second") for event in told(folder / f"0-{name}.json", "step")]
    assert losses == [event["loss"] for event in told(folder / "0-straight.json", "step")]
    weights, straight = (load_file(folder / f"{name}.safetensors") for name in ("second", "straight"))
    assert all(torch.equal(weights[name], straight[name]) for name in straight)
    draws = [
        json.loads((folder / f"{rank}-{name}.json").read_text(encoding="utf-8"))["random"]
        for name in ("straight", "second")
        for rank in range(2)
    ]
    assert draws[:2] == draws[2:], "the random state of each process comes back"
    assert draws[0] != draws[1], "processes draw different dropout"
    assert told(folder / "0-second.json", "warning") == []


def test_another_number_of_processes_goes_on_with_the_same_batches_and_says_so(folder: Path) -> None:
    (warning,) = told(folder / "0-taken-over.json", "warning")
    assert (warning["kind"], warning["values"]) == ("processes", {"count": 2, "before": 1})
    found = [event["loss"] for event in told(folder / "0-taken-over.json", "step")]
    expected = [event["loss"] for event in told(folder / "one" / "undisturbed.json", "step")]
    assert found == pytest.approx(expected[7:], abs=1e-5)


def test_the_environment_says_which_process_this_is(tmp_path: Path) -> None:
    torchrun = {"RANK": "3", "WORLD_SIZE": "4", "LOCAL_RANK": "1", "LOCAL_WORLD_SIZE": "2"}
    assert membership({**torchrun, "MASTER_ADDR": "head"}) == Membership(3, 4, 1, 2)
    assert membership({**torchrun, "MASTER_ADDR": "head", "WORLD_SIZE": "1", "RANK": "0"}) is None
    assert membership(torchrun) is None, "numbers alone may be anybody's"
    assert membership({}) is None
    own = Membership(1, 2, 1, 2, tmp_path)
    assert membership(own.environment()) == own


def test_each_process_has_its_gpu_and_its_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    second = Group(rank=5, size=8, local_rank=1, local_size=4)
    chosen: list[torch.device] = []
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    monkeypatch.setattr(torch.cuda, "set_device", chosen.append)
    assert own_device(second, torch.device("cuda:0")) == torch.device("cuda:1") == chosen[0]
    assert own_device(second, torch.device("cpu")) == torch.device("cpu")
    assert own_device(Group(), torch.device("mps")) == torch.device("mps")
    with pytest.raises(ArgumentError, match="This machine has 2 GPUs for 4 processes"):
        own_device(Group(rank=2, size=4, local_rank=2, local_size=4), torch.device("cuda:0"))
    with pytest.raises(ArgumentError, match=r"training\.device=cpu"):
        own_device(second, torch.device("mps"))
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setattr(torch, "get_num_threads", lambda: 10)
    assert own_threads(second, 0) == 2
    assert own_threads(second, 3) == 3
    assert own_threads(Group(), 0) == 0
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    assert own_threads(second, 0) == 0, "the environment has said it"


def processes(rank: int, store: torch.distributed.Store) -> Processes:
    """One of two that do not talk but over a store."""
    return Processes(rank=rank, size=2, store=store)


def test_why_a_process_failed_is_told_by_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.train.group._CAUSE_SECONDS", 0.0)
    store = torch.distributed.HashStore()
    first, second = (processes(rank, store) for rank in range(2))
    with pytest.raises(LostError, match="Another process of the run has ended"), first.losses_told():
        raise RuntimeError("[/gloo/transport/tcp/pair.cc:538] Connection closed by peer")
    second.fail(Text("The memory of {device} is too small.", {"device": "cuda:1"}))
    cause = r"Process 2 of the run has failed: The memory of cuda:1.*Resume the run"
    with pytest.raises(LostError, match=cause), first.losses_told():
        raise torch.distributed.DistBackendError("NCCL communicator was aborted")
    with pytest.raises(RuntimeError, match="shapes"), first.losses_told():
        raise RuntimeError("shapes do not fit")


def test_the_others_go_in_after_the_first_or_not_at_all() -> None:
    store = torch.distributed.HashStore()
    first, second = (processes(rank, store) for rank in range(2))
    entered: list[bool] = []
    with first.first_goes("one"):
        waiting = threading.Thread(target=lambda: entered.append(_enter(second, "one")))
        waiting.start()
        assert not entered
    waiting.join()
    assert entered
    with pytest.raises(ValueError, match="no such corpus"), first.first_goes("two"):
        raise ValueError("no such corpus")
    with pytest.raises(LostError, match="could not begin"):
        _enter(second, "two")


def _enter(group: Processes, name: str) -> bool:
    with group.first_goes(name):
        return True


class Told(Group):
    """A first process of two that hears what the other says."""

    def highest(self, values: list[int]) -> list[int]:
        return [max(pair) for pair in zip(values, self.others, strict=True)]

    others: ClassVar[list[int]] = [0, 0, 0]


def test_processes_act_on_what_they_agreed_on() -> None:
    own = Wishes()
    control = agreed(own, Told(size=2))
    assert agreed(own, Group()) is own
    control.wish(Command.STOP_AND_SAVE)
    control.wish(Command.CHECKPOINT)
    assert (control.stopping, control.stop_wished) == (False, True), "known, and not agreed on"
    control.agree()
    assert (control.stopping, control.stopping_now) == (True, False)
    assert [control.take_checkpoint_wish() for _ in range(2)] == [True, False]
    Told.others[:] = [2, 1, 0]
    control.agree()
    assert control.stopping_now, "the other's second signal"


def test_processes_wait_for_each_others_batches() -> None:
    """Where the other's is not made yet, this one waits too, and both learn of a stop meanwhile."""
    heard = iter([[1], [0, 0, 0], [0]])

    class Slow(Group):
        def highest(self, values: list[int]) -> list[int]:
            return [max(pair) for pair in zip(values, next(heard), strict=True)]

    assert agreed(Wishes(), Slow(size=2)).wait_for(lambda seconds: True)
    assert next(heard, None) is None, "asked again until the other was ready"
    heard = iter([[1], [1, 0, 0]])
    assert not agreed(Wishes(), Slow(rank=1, size=2)).wait_for(lambda seconds: True)


def test_a_pause_is_the_first_processs_to_end() -> None:
    Told.others[:] = [0, 1, 0]
    own = Wishes()
    follower = agreed(own, Told(rank=1, size=2))
    follower.wish(Command.PAUSE)
    assert not own.paused
    follower.agree()
    assert follower.paused
    Told.others[:] = [0, 0, 0]
    follower.agree()
    assert not follower.paused
