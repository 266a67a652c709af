"""Accuracy by kind of unit, against counting by hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable

import numpy as np
import pytest
import torch

from workbench.core.events import EvalDone
from workbench.masking.ngram import Ngram
from workbench.masking.whole_word import WholeWord
from workbench.spec.evaluation import EvaluationMasks, EvaluationSpec
from workbench.spec.run import RunSpec
from workbench.text.document import KIND_CODE, KINDS, UnitKind
from workbench.train.evaluation import evaluate
from workbench.train.loop import Trainer
from workbench.train.unit_accuracy import EvaluationBatch, TargetUnits, UnitTally


def test_a_tally_counts_tokens_and_whole_units() -> None:
    word, char = KIND_CODE[UnitKind.WORD], KIND_CODE[UnitKind.CHAR]
    tally = UnitTally()
    tally.add(TargetUnits(np.array([word, word, char, word], np.uint8), np.array([4, 4, 5, 9])), _right("1011"))
    tally.add(TargetUnits(np.array([word, word], np.uint8), np.array([4, 4])), _right("11"))
    assert tally.accuracies() == {"char": 1.0, "word": 4 / 5}
    assert tally.whole_units() == {"char": 1.0, "word": 2 / 3}
    assert tally.counts() == {"char": 1, "word": 3}
    tally.add(TargetUnits(np.zeros(0, np.uint8), np.zeros(0, np.int64)), _right(""))
    assert tally.counts() == {"char": 1, "word": 3}


def _right(signs: str) -> torch.Tensor:
    return torch.tensor([sign == "1" for sign in signs], dtype=torch.bool)


@pytest.mark.parametrize("masking", [WholeWord(rate=0.3), Ngram(rate=0.3)])
def test_an_evaluation_tells_what_a_loop_over_its_targets_finds(
    spec: RunSpec, trainer_of: Callable[..., Trainer], masking: WholeWord | Ngram
) -> None:
    stage = spec.stages[0].model_copy(update={"masking": masking})
    own = EvaluationSpec(masks=EvaluationMasks.STAGE)
    trainer = trainer_of(spec.model_copy(update={"stages": (stage,), "evaluation": own}))
    batches = trainer.source.evaluation(0)
    found = evaluate(trainer.model, batches, {"mlm": 1.0}, torch.device("cpu"), lambda: False)
    assert found is not None
    trainer.model.eval()
    right: Counter[str] = Counter()
    targets: Counter[str] = Counter()
    units: dict[tuple[int, int], list[bool]] = defaultdict(list)
    kinds: dict[tuple[int, int], str] = {}
    for number, batch in enumerate(batches):
        assert isinstance(batch, EvaluationBatch)
        guesses = trainer.model(batch.inputs, batch.places)["mlm"].argmax(-1).tolist()
        for guess, label, kind, unit in zip(
            guesses, batch.labels.tolist(), batch.units.kind, batch.units.unit, strict=True
        ):
            name = KINDS[kind].value
            targets[name] += 1
            right[name] += guess == label
            units[number, unit].append(guess == label)
            kinds[number, unit] = name
    assert any(len(members) > 1 for members in units.values()), "there should be units of several tokens"
    assert found.units.accuracies() == pytest.approx({name: right[name] / targets[name] for name in targets})
    for name in set(kinds.values()):
        mine = [all(members) for key, members in units.items() if kinds[key] == name]
        assert found.units.counts()[name] == len(mine)
        assert found.units.whole_units()[name] == pytest.approx(sum(mine) / len(mine))


def test_shared_masks_of_evaluations_make_targets_equal(spec: RunSpec, trainer_of: Callable[..., Trainer]) -> None:
    shared = EvaluationSpec(masking=WholeWord(rate=0.2))
    found = []
    for masking in (WholeWord(rate=0.4), Ngram()):
        stage = spec.stages[0].model_copy(update={"masking": masking})
        trainer = trainer_of(spec.model_copy(update={"stages": (stage,), "evaluation": shared}))
        found.append(torch.cat([batch.labels for batch in trainer.source.evaluation(0)]))
        own = trainer.source.makers[0].stage.masking
        assert own == masking, "training keeps the masks of the stage"
    assert torch.equal(*found)


def test_the_loop_tells_them(spec: RunSpec, trainer_of: Callable[..., Trainer]) -> None:
    trainer = trainer_of(spec)
    trainer.evaluate(0)
    (event,) = [event for event in trainer.journal.events if isinstance(event, EvalDone)]  # type: ignore[attr-defined]
    assert event.unit_accuracies.keys() == event.whole_units.keys() == event.unit_counts.keys() == {"char"}
    assert event.unit_accuracies["char"] == pytest.approx(event.accuracies["mlm"])
