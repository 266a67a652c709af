"""A stage trains with its row of the table of tasks; dialogues train the table of roles and leave the segments."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
from torch import Tensor

from workbench.objectives.next_sentence import NextSentence
from workbench.spec.corpora import with_stage_corpus
from workbench.spec.files import apply_overrides
from workbench.spec.position import Position
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec
from workbench.train.batch import Batch, joined
from workbench.train.loop import Trainer

TABLES = ["encoder.task_types=4", "encoder.roles=2", "training.weight_decay=0.3", "training.decay_exclusion=nothing"]
TWO_STAGES = """stages=[
  { name = "one", task = 2, passage = { kind = "next-sentence" } },
  { name = "two", task = 3, passage = { kind = "full-sentences" } },
]""".replace("\n", "")


def all_batches(trainer: Trainer) -> list[tuple[int, Batch]]:
    """Every part of a run's batches with its stage."""
    prepared = trainer.source.batches(0, Position())
    return [(one.stage, part) for one in prepared for part in one.parts]


def test_every_batch_has_the_task_of_its_stage(spec: RunSpec, trainer_of: Callable[..., Trainer]) -> None:
    trainer = trainer_of(apply_overrides(spec, [*TABLES, TWO_STAGES]))
    for stage, batch in all_batches(trainer):
        assert batch.inputs.tasks is not None
        assert batch.inputs.tasks.tolist() == [2 + stage] * len(batch.inputs.ids)
        assert not batch.inputs.roles
    evaluation = trainer.source.evaluation(1)
    assert evaluation
    assert all(set(batch.inputs.tasks.tolist()) == {3} for batch in evaluation if batch.inputs.tasks is not None)
    assert all(batch.inputs.tasks is not None for batch in evaluation)


def test_without_a_table_no_batch_names_a_task(spec: RunSpec, trainer_of: Callable[..., Trainer]) -> None:
    (_stage, batch), *_others = all_batches(trainer_of(spec))
    assert batch.inputs.tasks is None


def test_pieces_of_a_large_batch_keep_task_and_roles(
    spec: RunSpec, trainer_of: Callable[..., Trainer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(NextSentence, "roles", True)
    trainer = trainer_of(apply_overrides(spec, [*TABLES, "stages.0.task=1"]))
    maker = trainer.source.makers[0]
    plan = maker.plan(0)
    pieces = [
        trainer.source.collated(maker.make(plan, np.array(rows), 0), plan, 0, 0) for rows in ([0, 1, 2], [3], [4, 5])
    ]
    whole = joined(pieces, 0).inputs
    assert whole.roles
    assert whole.tasks is not None
    assert whole.tasks.tolist() == [1] * 6


@pytest.mark.parametrize("dialogues", [False, True])
def test_a_run_trains_only_the_tables_that_it_uses(
    dialogues: bool, spec: RunSpec, trainer_of: Callable[..., Trainer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With decay of every weight, several parts a batch, evaluations between, and to the bit."""
    monkeypatch.setattr(NextSentence, "roles", dialogues)
    trainer = trainer_of(
        apply_overrides(spec, [*TABLES, "stages.0.task=2", "training.accumulation=2", "training.steps=6"])
    )
    embeddings = trainer.model.encoder.embeddings
    assert embeddings.task is not None
    assert embeddings.role is not None
    before = {name: tensor.clone() for name, tensor in trainer.model.state_dict().items()}
    assert trainer.train()

    def moved(name: str, weight: Tensor) -> bool:
        return not torch.equal(weight, before[f"encoder.embeddings.{name}.weight"])

    assert moved("role", embeddings.role.weight) is dialogues
    assert moved("segment", embeddings.segment.weight) is not dialogues
    assert moved("task", embeddings.task.weight)
    assert moved("word", embeddings.word.weight)


def test_the_recipe_with_dialogues_trains_each_table_by_its_own_batches(
    spec: RunSpec, trainer_of: Callable[..., Trainer]
) -> None:
    """Step by step and to the bit, with decay of every weight."""
    stages = with_stage_corpus(load_preset("ernie-tiny", "local-dialogue"), "dialogue", "").stages
    asked = spec.model_copy(update={"stages": stages})
    trainer = trainer_of(apply_overrides(asked, [*TABLES, "training.steps=24", "training.warmup_steps=0"]))
    embeddings = trainer.model.encoder.embeddings
    assert embeddings.role is not None
    tables = {"roles": embeddings.role.weight, "segments": embeddings.segment.weight}
    seen: dict[str, int] = {"roles": 0, "segments": 0}
    for prepared in trainer.source.batches(0, Position()):
        before = {name: table.clone() for name, table in tables.items()}
        trainer.advance(prepared, trainer.take_step(prepared))
        moved = [name for name, table in tables.items() if not torch.equal(table, before[name])]
        assert moved == ["roles" if prepared.stage % 2 else "segments"]
        seen[moved[0]] += 1
    assert seen == {"roles": 3, "segments": 21}, "in each stage 15.7 of 99.9 of 8 steps"
