"""Accuracy by kind of unit, against counting by hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.events import EvalDone
from workbench.masking.ngram import Ngram
from workbench.masking.whole_word import WholeWord
from workbench.spec.evaluation import EvaluationMasks, EvaluationSpec
from workbench.spec.run import RunSpec
from workbench.text.document import KIND_CODE, KINDS, UnitKind, Units
from workbench.train.evaluation import EvaluationTask, evaluate
from workbench.train.loop import Trainer
from workbench.train.unit_accuracy import EvaluationBatch, TargetUnits, UnitTally, text_units


def test_a_tally_counts_tokens_and_whole_units() -> None:
    word, char = KIND_CODE[UnitKind.WORD], KIND_CODE[UnitKind.CHAR]
    tally = UnitTally()
    kinds, units = np.array([word, word, char, word, word], np.uint8), np.array([4, 4, 5, 9, 12])
    tally.add(TargetUnits.make(kinds, units, np.array([2, 2, 1, 1, 3])), _right("10110"))
    tally.add(TargetUnits.make(np.array([word, word], np.uint8), np.array([4, 4]), np.array([2, 2])), _right("11"))
    assert tally.accuracies() == {"char": 1.0, "word": 4 / 6}
    assert tally.whole_units() == {"char": 1.0, "word": 2 / 3}, "of 12 only a third is hidden"
    assert tally.counts() == {"char": 1, "word": 3}
    nothing = np.zeros(0, np.int64)
    tally.add(TargetUnits.make(np.zeros(0, np.uint8), nothing, nothing), _right(""))
    assert tally.counts() == {"char": 1, "word": 3}


def test_targets_are_told_by_the_most_telling_unit_of_the_text() -> None:
    """Places of one text of 16 tokens: words of 1, 2 and 3 tokens, a phrase over two words, an entity within it,
    nested n-grams and two that overlap."""
    layers = {
        UnitKind.WORD: Units.make([0, 1, 3, 4, 7, 9, 12, 14], [1, 3, 4, 7, 9, 12, 14, 16], UnitKind.WORD),
        UnitKind.PHRASE: Units.make([1], [4], UnitKind.PHRASE),
        UnitKind.ENTITY: Units.make([1], [3], UnitKind.ENTITY),
        UnitKind.NGRAM: Units.make([3, 7, 7, 11], [5, 9, 12, 14], UnitKind.NGRAM),
    }
    position = np.array([0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 14, 15])
    found = text_units(layers, position)
    names = ["char", *["entity"] * 2, "phrase", "ngram", "word", *["ngram"] * 5, *["word"] * 3]
    assert [KINDS[kind].value for kind in found.kind] == names
    whole = [True, True, True, False, False, False, True, True, True, True, True, False, True, True]
    assert found.whole.tolist() == whole
    members: dict[int, list[int]] = defaultdict(list)
    for place, unit in zip(position.tolist(), found.unit.tolist(), strict=True):
        members[unit].append(place)
    assert sorted(members.values()) == [[0], [1, 2], [3], [4], [5], [7, 8, 9, 10, 11], [12], [14, 15]]


@given(st.data())
def test_every_target_has_the_unit_that_a_look_at_each_layer_gives(data: st.DataObject) -> None:
    layers = {kind: data.draw(_apart_units(kind)) for kind in (UnitKind.WORD, UnitKind.PHRASE, UnitKind.ENTITY)}
    layers[UnitKind.NGRAM] = Units.empty()
    position = np.array(sorted(data.draw(st.sets(st.integers(0, 29)))), np.int64)
    found = text_units(layers, position)
    for place, kind, whole in zip(position.tolist(), found.kind, found.whole, strict=True):
        expected, begin, end = UnitKind.CHAR, place, place + 1
        for layer in (UnitKind.WORD, UnitKind.PHRASE, UnitKind.ENTITY):
            for start, stop in zip(layers[layer].start.tolist(), layers[layer].end.tolist(), strict=True):
                if start <= place < stop and (layer is not UnitKind.WORD or stop - start > 1):
                    expected, begin, end = layer, start, stop
        assert KINDS[kind] is expected
        same = {other for other, name in zip(position.tolist(), found.kind, strict=True) if KINDS[name] is expected}
        assert whole == (set(range(begin, end)) <= same)


@st.composite
def _apart_units(draw: st.DrawFn, kind: UnitKind) -> Units:
    borders = sorted(draw(st.sets(st.integers(0, 30), max_size=12)))
    pairs = [pair for pair in pairwise(borders) if kind is UnitKind.WORD or draw(st.booleans())]
    return Units.make([start for start, _ in pairs], [end for _, end in pairs], kind)


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
    found = evaluate(trainer.model, [EvaluationTask(batches, {"mlm": 1.0})], torch.device("cpu"), lambda: False)
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


def test_the_loop_tells_them(
    spec: RunSpec, trainer_of: Callable[..., Trainer], events: Callable[..., list[EvalDone]]
) -> None:
    trainer = trainer_of(spec)
    trainer.evaluate(0)
    (event,) = events(trainer, EvalDone)
    assert {"char", "word"} <= event.unit_accuracies.keys(), "basic masks hide tokens of words too"
    assert event.whole_units.keys() == event.unit_counts.keys() <= event.unit_accuracies.keys()
