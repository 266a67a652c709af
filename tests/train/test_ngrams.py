"""Training with an n-gram encoder: what batches carry, and that parts, joined pieces and evaluations change nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from workbench.core.events import EvalDone, EventBase, ProbesDone, RunStarted, StepDone, Warned
from workbench.model.inputs import Inputs
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.text.ngram_lexicon import NgramLexicon
from workbench.text.ngram_slots import Passages, make_matcher
from workbench.text.prepared import PreparedCorpus
from workbench.text.tokenizer import Tokenizer
from workbench.train import examples
from workbench.train.batch import Batch, collate, joined, with_ngrams
from workbench.train.evaluation import evaluate
from workbench.train.loop import Trainer
from workbench.train.run import begin_session

TrainerOf = Callable[..., Trainer]
Events = Callable[[Trainer, type[EventBase]], list[Any]]
CPU = torch.device("cpu")
WITHOUT = ["encoder.hidden_dropout=0", "encoder.attention_dropout=0"]


@pytest.fixture
def zen(spec: RunSpec) -> RunSpec:
    """Two n-gram layers beside the encoder, without dropout."""
    return apply_overrides(spec, ["ngrams.layers=2", "ngrams.lists=own", *WITHOUT])


def first_batch(trainer: Trainer) -> Batch:
    return next(iter(trainer.source.batches(0, trainer.source.order.at(0)))).parts[0]


def test_it_learns_and_tells_its_losses(zen: RunSpec, trainer_of: TrainerOf, events: Events) -> None:
    spec = apply_overrides(zen, ["training.steps=20", "training.evaluate_every=20", "training.checkpoint_every=20"])
    trainer = trainer_of(spec.model_copy(update={"probes": ("abc [MASK] d",)}))
    before = {name: tensor.clone() for name, tensor in trainer.model.state_dict().items()}
    assert trainer.train()
    first, *_, last = events(trainer, StepDone)
    assert last.losses["mlm"] < first.losses["mlm"]
    moved = {name for name, tensor in trainer.model.state_dict().items() if not torch.equal(tensor, before[name])}
    assert {name for name in before if name.startswith("encoder.ngrams.")} <= moved
    assert not trainer.model.state_dict()["encoder.ngrams.table.weight"][0].any()
    assert events(trainer, EvalDone)
    assert events(trainer, ProbesDone)


def test_a_batch_carries_the_ngrams_of_what_the_encoder_reads(zen: RunSpec, trainer_of: TrainerOf) -> None:
    """Every kept match, by a scan of each row after masking; pads are nobody's."""
    trainer = trainer_of(zen)
    assert trainer.source.ngrams is not None
    batch = first_batch(trainer)
    assert batch.inputs.ngrams is not None
    slots, width = batch.inputs.ngrams.slots, batch.inputs.ids.shape[1]
    texts = trainer.source.ngrams.lexicon.texts
    vocabulary = trainer.probes._vocabulary
    covered: dict[tuple[int, int], list[int]] = {}
    for token, column in zip(batch.inputs.ngrams.tokens.tolist(), batch.inputs.ngrams.columns.tolist(), strict=True):
        covered.setdefault(divmod(column, slots.ids.shape[1]), []).append(token)
    for row in range(len(batch.inputs.ids)):
        signs = [vocabulary.token(token) for token in batch.inputs.ids[row].tolist()]
        expected = sorted(
            (number + 1, start)
            for number, text in enumerate(texts)
            for start in range(width)
            if signs[start : start + len(text)] == list(text)
        )
        real = slots.real[row] if slots.real is not None else torch.ones(slots.ids.shape[1], dtype=torch.bool)
        found = [
            (number, covered[row, place][0] - row * width)
            for place, number in enumerate(slots.ids[row].tolist())
            if real[place]
        ]
        assert found == expected
        assert not slots.ids[row][~real].any()
        for place, (number, start) in enumerate(found):
            assert covered[row, place] == [row * width + start + at for at in range(len(texts[number - 1]))]
            assert slots.segments[row, place] == batch.inputs.segments[row, start]


def test_matching_before_masking_gives_hidden_tokens_away(zen: RunSpec, trainer_of: TrainerOf) -> None:
    """Only then an n-gram covers a masked token."""

    def covers_masks(batch: Batch) -> bool:
        assert batch.inputs.ngrams is not None
        return bool((batch.inputs.ids.flatten()[batch.inputs.ngrams.tokens] == 4).any())

    assert not covers_masks(first_batch(trainer_of(zen)))
    assert covers_masks(first_batch(trainer_of(apply_overrides(zen, ["ngrams.matching=before"]), "leak")))


def test_pieces_of_a_batch_are_joined_as_it_would_be_whole(
    zen: RunSpec, trainer_of: TrainerOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    for weights in ("sum", "frequency"):
        trainer = trainer_of(apply_overrides(zen, [f"ngrams.weights={weights}", "training.batch_size=16"]), weights)
        whole = first_batch(trainer)
        monkeypatch.setattr(examples, "_PIECE_TOKENS", 120)
        parts = first_batch(trainer)
        monkeypatch.undo()
        assert equal_inputs(whole.inputs, parts.inputs)


def equal_inputs(one: Inputs, other: Inputs) -> bool:
    mine, theirs = one.ngrams, other.ngrams
    assert mine is not None
    assert theirs is not None
    pairs = [
        (one.ids, other.ids), (mine.slots.ids, theirs.slots.ids), (mine.slots.segments, theirs.slots.segments),
        (mine.slots.real, theirs.slots.real), (mine.tokens, theirs.tokens), (mine.columns, theirs.columns),
        (mine.weights, theirs.weights),
    ]  # fmt: skip
    return all((a is None and b is None) or (a is not None and b is not None and torch.equal(a, b)) for a, b in pairs)


def test_a_piece_without_a_match_joins_pieces_with_some(zen: RunSpec, trainer_of: TrainerOf) -> None:
    trainer = trainer_of(zen)
    maker, matcher = trainer.source.makers[0], trainer.source.ngrams
    assert matcher is not None
    plan = maker.plan(0)
    pieces = []
    for rows in (np.array([0, 1]), np.array([2])):
        masked = maker.make(plan, rows, 0)
        keys = maker.guessing_keys(plan, masked.passages.example, 0)
        pieces.append(with_ngrams(collate(masked, 0), matcher, masked, maker.length, keys))
    bare = replace(pieces[1], inputs=replace(pieces[1].inputs, ngrams=None))
    for order in ([pieces[0], bare], [bare, pieces[0]]):
        together = joined(order, 0).inputs
        model = trainer.model.eval()
        each = torch.cat([model.encoder(one.inputs)[:, 0] for one in order])
        torch.testing.assert_close(model.encoder(together)[:, 0], each)
    assert joined([bare, bare], 0).inputs.ngrams is None


def test_parts_of_a_batch_change_nothing(zen: RunSpec, trainer_of: TrainerOf, events: Events) -> None:
    told = []
    for parts in (1, 4):
        overrides = [f"training.accumulation={parts}", "training.steps=5", "training.warmup_steps=0"]
        trainer = trainer_of(apply_overrides(zen, overrides), str(parts))
        trainer.train()
        told.append(events(trainer, StepDone))
    for whole, parted in zip(*told, strict=True):
        assert parted.losses == pytest.approx(whole.losses, rel=1e-4)
        assert parted.gradient_norm == pytest.approx(whole.gradient_norm, rel=1e-3)


def test_evaluations_draw_the_same_subset_and_no_random_number(zen: RunSpec, trainer_of: TrainerOf) -> None:
    shuffled = apply_overrides(zen, ["ngrams.choice=shuffle", "ngrams.most=2"])
    trainer, other = trainer_of(shuffled), trainer_of(apply_overrides(shuffled, ["seed=7"]), "other")
    for one, same in zip(trainer.source.evaluation(0), other.source.evaluation(0), strict=True):
        assert equal_inputs(one.inputs, same.inputs)
    tasks, before = trainer.evaluation_tasks(0), torch.get_rng_state()
    first, again = (evaluate(trainer.model, tasks, CPU, lambda: False) for _ in range(2))
    assert first is not None
    assert again is not None
    assert first.losses == again.losses
    assert torch.equal(torch.get_rng_state(), before)
    assert not equal_inputs(first_batch(trainer).inputs, first_batch(other).inputs)


def test_a_subset_is_drawn_anew_in_every_epoch(zen: RunSpec, trainer_of: TrainerOf) -> None:
    trainer = trainer_of(apply_overrides(zen, ["ngrams.choice=shuffle", "ngrams.most=1", "stages.0.dynamic=false"]))
    plan, rows = trainer.source.makers[0].plan(0), np.arange(8)
    one, again, later = (trainer.source.batch(plan, rows, 0, epoch).inputs for epoch in (0, 0, 1))
    assert torch.equal(one.ids, later.ids)
    assert equal_inputs(one, again)
    assert not equal_inputs(one, later)


def test_what_matches_nothing_is_told_at_the_start(
    zen: RunSpec, trainer_of: TrainerOf, prepared: PreparedCorpus, events: Events
) -> None:
    trainer = trainer_of(zen)
    assert zen.ngrams is not None
    texts = ("ab", "中文", "q")
    trainer.source.ngrams = make_matcher(NgramLexicon(texts, (3, 2, 1)), zen.ngrams, Tokenizer(prepared.vocabulary))
    begin_session(trainer, 1)
    assert events(trainer, RunStarted)
    (warning,) = [event for event in events(trainer, Warned) if event.kind == "ngrams"]
    assert warning.words.render() == (
        "2 of 3 n-grams match nothing: 1 has characters that the vocabulary lacks; 1 has too few tokens."
    )


def test_an_encoder_without_ngrams_is_given_none(spec: RunSpec, trainer_of: TrainerOf) -> None:
    assert first_batch(trainer_of(spec)).inputs.ngrams is None


def test_a_probe_sentence_is_given_its_ngrams(zen: RunSpec, trainer_of: TrainerOf, prepared: PreparedCorpus) -> None:
    """Without them its predictions would be those of another model."""
    trainer = trainer_of(zen.model_copy(update={"probes": ("abc face [MASK]",)}))
    (asked,) = trainer.probes.ask(trainer.model, CPU)
    tokens = np.array([[prepared.vocabulary.ids_by_token[token] for token in asked.tokens]])
    given = Passages(tokens[0], np.array([0, tokens.shape[1]]), np.zeros(tokens.shape[1], np.int64))
    assert trainer.probes._ngrams is not None
    inputs = Inputs(torch.from_numpy(tokens), torch.zeros(tokens.shape, dtype=torch.int64),
                    ngrams=trainer.probes._ngrams.inputs(given, tokens.shape[1]))  # fmt: skip
    place = torch.tensor([asked.masks[0].position])
    trainer.model.eval()
    with torch.no_grad():
        best = float(trainer.model(inputs, place)["mlm"].softmax(-1).max())
        bare = float(trainer.model(replace(inputs, ngrams=None), place)["mlm"].softmax(-1).max())
    assert asked.masks[0].guesses[0].probability == pytest.approx(best, rel=1e-5)
    assert best != pytest.approx(bare, rel=1e-5)
