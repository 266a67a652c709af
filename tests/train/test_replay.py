"""What replay shows of a step is what the step was fed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import torch

from workbench.core.paths import Project
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.folder import session_data
from workbench.store.records import Run
from workbench.store.replay import replay_run
from workbench.store.store import Store
from workbench.text.corpus import Corpus, import_corpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind, save_vocabulary
from workbench.train.batch import Batch, collate
from workbench.train.checkpoint import read_checkpoint
from workbench.train.examples import Prepared
from workbench.train.loop import Trainer
from workbench.train.run import run_engine

LETTERS = [*map(chr, range(97, 123))]
TOKENS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *LETTERS, *(f"##{letter}" for letter in LETTERS)]
STEPS = 13


class _StopAfter(Exception):
    """Ends a session as a power cut does."""


@pytest.fixture
def corpus(project: Project, tmp_path: Path) -> Corpus:
    """12 documents of short English sentences."""
    draw = random.Random(5)
    words = ["abc", "bcd", "cde", "fgh", "ijk", "klm", "nop", "qrs", "tuv", "wxyz", "face", "bead"]
    documents = [
        "\n".join(" ".join(draw.choices(words, k=draw.randint(2, 9))) for _ in range(draw.randint(3, 6)))
        for _ in range(12)
    ]
    file = tmp_path / "letters.txt"
    file.write_text("\n\n".join(documents), encoding="utf-8")
    return import_corpus(project, "letters", [file], ImportSettings())


@pytest.fixture
def vocabulary(project: Project) -> Vocabulary:
    made = Vocabulary.make("letters", VocabularyKind.WORDPIECE, TOKENS)
    save_vocabulary(project, made)
    return made


def spec_of(*overrides: str) -> RunSpec:
    """13 steps of 8 passages in 2 parts over a tiny encoder; 4 of the first stage and 9 of the second."""
    spec = RunSpec(name="tiny", corpus="letters", vocabulary="letters")
    stage = spec.stages[0]
    stages = (
        stage.model_copy(update={"name": "first", "share": 1.0}),
        stage.model_copy(update={"name": "second", "share": 2.0}),
    )
    return apply_overrides(
        spec.model_copy(update={"stages": stages}),
        [
            "encoder.layers=1", "encoder.hidden=16", "encoder.heads=2", "encoder.feed_forward=16",
            "encoder.positions=32", "training.length=32", "training.batch_size=8", "training.accumulation=2",
            f"training.steps={STEPS}", "training.warmup_steps=2", "training.evaluate_every=5",
            "training.checkpoint_every=3", "training.evaluation_passages=4", "training.device=cpu",
            "training.threads=1", "stages.1.masking.kind=whole-word", "stages.1.masking.rate=0.3", *overrides,
        ],
    )  # fmt: skip


def stored_run(project: Project, spec: RunSpec, corpus: Corpus, vocabulary: Vocabulary) -> Run:
    with Store.open(project) as store:
        return store.create_run(
            spec,
            corpus_fingerprint=corpus.fingerprint,
            vocabulary_fingerprint=vocabulary.fingerprint,
        )


@pytest.fixture
def fed(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[int, list[Batch]]]:
    """What every step of a run is fed, by the step's number on the curves."""
    found: dict[int, list[Batch]] = {}
    take_step = Trainer.take_step

    def taking(self: Trainer, prepared: Prepared) -> object:
        result = take_step(self, prepared)
        found[self.state.step + 1] = prepared.parts
        return result

    monkeypatch.setattr(Trainer, "take_step", taking)
    return found


def assert_same(expected: Sequence[Batch], found: Sequence[Batch]) -> None:
    assert len(expected) == len(found) in (1, 2)
    for one, other in zip(expected, found, strict=True):
        assert torch.equal(one.inputs.ids, other.inputs.ids)
        assert torch.equal(one.inputs.segments, other.inputs.segments)
        assert torch.equal(one.places, other.places)
        assert torch.equal(one.labels, other.labels)
        assert torch.equal(one.passage_labels, other.passage_labels)


@pytest.mark.parametrize("dynamic", ["true", "false"])
@pytest.mark.parametrize("passage", ["next-sentence", "doc-sentences"])
def test_replay_is_what_was_fed(
    project: Project, corpus: Corpus, vocabulary: Vocabulary, fed: dict[int, list[Batch]], dynamic: str, passage: str
) -> None:
    kinds = [f"stages.{number}.passage.kind={passage}" for number in (0, 1)]
    kinds += [f"stages.{number}.dynamic={dynamic}" for number in (0, 1)]
    run = stored_run(project, spec_of(*kinds), corpus, vocabulary)
    assert run_engine(run.folder) == 0
    assert sorted(fed) == list(range(1, STEPS + 1))
    replay = replay_run(run)
    assert replay.steps == STEPS
    places = []
    for step in (13, 1, 4, 5, 7, 2, 3, 6, 8, 9, 10, 11, 12):
        again = replay.batch(step)
        places.append((step, again.stage, again.stage_name, again.epoch, again.batch))
        assert_same(fed[step], [collate(part, vocabulary.pad_id) for part in again.parts])
    stages = {step: (stage, name) for step, stage, name, _, _ in places}
    assert stages[4] == (0, "first")
    assert stages[5] == (1, "second")
    assert max(epoch for *_, epoch, _ in places) > 0, "the run should cross epochs"
    assert {(epoch, batch) for step, _, _, epoch, batch in places if step in (1, 5)} == {(0, 0)}


def test_replay_after_a_power_cut(
    project: Project,
    corpus: Corpus,
    vocabulary: Vocabulary,
    fed: dict[int, list[Batch]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = stored_run(project, spec_of(), corpus, vocabulary)
    advance = Trainer.advance

    def failing(self: Trainer, *arguments: object) -> None:
        advance(self, *arguments)  # type: ignore[arg-type]
        if self.state.step == 8:
            raise _StopAfter

    with monkeypatch.context() as patched:
        patched.setattr(Trainer, "advance", failing)
        with pytest.raises(_StopAfter):
            run_engine(run.folder)
    first = dict(fed)
    fed.clear()
    assert run_engine(run.folder) == 0
    assert list(session_data(run.folder)) == [0, 6]
    assert min(fed) == 7, "the second session begins after the checkpoint of step 6"
    checkpoint = read_checkpoint(run.folder / "checkpoints" / "step-00000009")
    replay = replay_run(run)
    for step in range(1, STEPS + 1):
        found = [collate(part, vocabulary.pad_id) for part in replay.batch(step).parts]
        for session in (first, fed):
            if step in session:
                assert_same(session[step], found)
    assert checkpoint is not None
    ahead = replay.batch(10)
    position = checkpoint.state.position
    assert (position.stage, position.epoch, position.batch) == (ahead.stage, ahead.epoch, ahead.batch)


def test_replay_of_stages_that_take_turns_is_what_was_fed(
    project: Project, corpus: Corpus, vocabulary: Vocabulary, fed: dict[int, list[Batch]]
) -> None:
    spec = spec_of("stages.1.together=true", "stages.0.passage.kind=next-sentence")
    run = stored_run(project, spec, corpus, vocabulary)
    assert run_engine(run.folder) == 0
    replay = replay_run(run)
    stages = {}
    for step in (13, 1, 4, 7, 2, 3, 5, 6, 8, 9, 10, 11, 12):
        again = replay.batch(step)
        stages[step] = again.stage
        assert_same(fed[step], [collate(part, vocabulary.pad_id) for part in again.parts])
    assert [stages[step] for step in range(1, STEPS + 1)] == [1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1, 0, 1]
