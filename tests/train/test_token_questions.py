"""Questions about tokens in training: batches, what is divided by what, and that what can be learnt is learnt."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from workbench.core.errors import WorkbenchError
from workbench.core.events import EvalDone, EventBase, StepDone, Warned
from workbench.core.paths import Project
from workbench.masking.strategy import IGNORE
from workbench.objectives.capitalization import Capitalization
from workbench.objectives.examples import ExampleMaker
from workbench.objectives.mlm import MaskedLanguageModel
from workbench.objectives.sentences import DocSentences, FullSentences
from workbench.objectives.token_document import TokenDocument
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.text.analysis import make_analyser
from workbench.text.prepared import PreparedCorpus
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind
from workbench.train.batch import Counts, collate, count, joined, with_labels
from workbench.train.evaluation import evaluate
from workbench.train.loop import Trainer
from workbench.train.losses import compute_losses, share_names, told
from workbench.train.run import begin_session

TrainerOf = Callable[..., Trainer]
Events = Callable[[Trainer, type[EventBase]], list[Any]]
CAPITAL, ELSEWHERE = "capitalization", "token_document"
NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal")
PLAIN = tuple(f"{first}{last}" for first in "klmnpq" for last in "aeiou")
PARTS: list[tuple[str, Callable[[int, int], bool]]] = [
    ("right", lambda guess, answer: answer == 1),
    ("guessed", lambda guess, answer: guess == 1),
    ("both", lambda guess, answer: guess == answer == 1),
]


def tokens(*kinds: str) -> str:
    return "stages.0.tokens=[" + ", ".join(f'{{ kind = "{kind}" }}' for kind in kinds) + "]"


ALL = tokens("mlm", "capitalization", "token-document")


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> PreparedCorpus:
    """40 documents where names always have a capital and other words never. A document's own 8 words stand in each of
    its sentences, the rest once in the document alone: so of words with an a those in one class can be told."""
    draw = random.Random(3)
    documents = []
    for _ in range(40):
        rare = list(PLAIN[10:])
        draw.shuffle(rare)
        often = [*NAMES[:4], *PLAIN[:6]]
        document = []
        for number in range(4):
            words = [*often, *rare[number * 4 : number * 4 + 4], NAMES[4 + number]]
            draw.shuffle(words)
            document.append(" ".join(["then", *words]))
        documents.append(document)
    words = [*map(str.lower, NAMES), *PLAIN, "then"]
    vocabulary = Vocabulary.make(
        "words", VocabularyKind.WORDPIECE, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *words]
    )
    project = Project(tmp_path_factory.mktemp("questions"))
    corpus = PreparedCorpus.from_texts(documents, make_analyser(project, vocabulary, UnitSettings()))
    return replace(corpus, evaluation=np.arange(40) % 5 == 4)


@pytest.fixture
def asking(spec: RunSpec) -> RunSpec:
    """Both questions beside masked tokens and the order of sentences, 20 tokens a passage."""
    return apply_overrides(
        spec, [ALL, "stages.0.passage.kind=sentence-order", "stages.0.passage.lone_sentence=split",
               "training.length=20", "encoder.positions=20", "encoder.hidden_dropout=0", "encoder.attention_dropout=0"],
    )  # fmt: skip


def test_labels_stand_at_their_tokens_in_a_padded_batch(prepared: PreparedCorpus, asking: RunSpec) -> None:
    maker = ExampleMaker(prepared, asking.stages[0], 20, 1)
    masked = maker.make(maker.plan(0), range(9), 0)
    labels = maker.token_labels(masked)
    batch = with_labels(collate(masked, 0), masked, labels)
    assert batch.token_labels.keys() == {CAPITAL, ELSEWHERE}
    starts, width = masked.passages.starts.tolist(), batch.inputs.ids.shape[1]
    assert len(set(masked.passages.lengths.tolist())) > 1
    for name, answers in labels.items():
        for row, (begin, end) in enumerate(itertools.pairwise(starts)):
            expected = [*answers[begin:end].tolist(), *[IGNORE] * (width - (end - begin))]
            assert batch.token_labels[name][row].tolist() == expected
    names = {prepared.vocabulary.ids_by_token[name.lower()] for name in NAMES}
    known = batch.token_labels[CAPITAL] != IGNORE
    right = torch.tensor([[number in names for number in row] for row in batch.inputs.ids.tolist()])
    assert torch.equal(batch.token_labels[CAPITAL][known], right[known].long()), "nothing masked is asked about"


def test_pieces_of_a_batch_are_joined_as_it_would_be_made(prepared: PreparedCorpus, asking: RunSpec) -> None:
    maker = ExampleMaker(prepared, asking.stages[0], 20, 1)
    plan = maker.plan(0)

    def made(rows: range) -> Any:
        masked = maker.make(plan, rows, 0)
        return with_labels(collate(masked, 0), masked, maker.token_labels(masked))

    by_length = np.argsort(plan.lengths, kind="stable")
    plan = plan.take(np.concatenate([by_length[:5], by_length[-7:]]))
    whole, parts = made(range(12)), [made(range(5)), made(range(5, 12))]
    together = joined(parts, 0)
    assert parts[0].inputs.ids.shape[1] < whole.inputs.ids.shape[1]
    for name, labels in whole.token_labels.items():
        assert torch.equal(together.token_labels[name], labels)
        assert count(parts).of(name) == count([whole]).of(name) == int((labels != IGNORE).sum())
    assert count([]).labelled == {}
    counts = Counts(0, 3, 90, {CAPITAL: 0, ELSEWHERE: 5})
    assert counts.asked({CAPITAL: 1.0, ELSEWHERE: 2.0, "sentence_order": 1.0, "mlm": 1.0}) == {
        ELSEWHERE: 2.0, "sentence_order": 1.0
    }  # fmt: skip


def test_four_objectives_in_one_reading_have_the_losses_of_the_definition(
    asking: RunSpec, trainer_of: TrainerOf
) -> None:
    """Masked tokens, both questions and the order of sentences: means over what each is asked of, weighted."""
    trainer = trainer_of(asking)
    trainer.model.double().eval()
    batch = trainer.source.evaluation(0)[0]
    weights = {"mlm": 1.0, CAPITAL: 0.5, ELSEWHERE: 2.0, "sentence_order": 3.0}
    found = compute_losses(trainer.model, batch, count([batch]), weights)
    logits = trainer.model(batch.inputs, batch.places)
    answers = {"mlm": batch.labels, "sentence_order": batch.passage_labels} | dict(batch.token_labels)
    total = 0.0
    for name, weight in weights.items():
        chances = logits[name].detach().flatten(0, -2).softmax(-1)
        targets = [(row, answer) for row, answer in enumerate(answers[name].flatten().tolist()) if answer != IGNORE]
        loss = -sum(float(chances[row, answer].log()) for row, answer in targets) / len(targets)
        right = sum(int(chances[row].argmax()) == answer for row, answer in targets) / len(targets)
        assert found.means[name].item() == pytest.approx(loss, rel=1e-9)
        assert found.accuracies[name].item() == pytest.approx(right)
        if name in (CAPITAL, ELSEWHERE):
            seen = {
                part: sum(test(int(chances[row].argmax()), answer) for row, answer in targets) for part, test in PARTS
            }
            shares = told({one: share.item() for one, share in found.accuracies.items()})
            assert shares[f"{name}_recall"] == pytest.approx(seen["both"] / seen["right"])
            assert shares.get(f"{name}_precision", 0.0) == pytest.approx(seen["both"] / max(seen["guessed"], 1))
            assert not any(one.endswith(("_right", "_guessed", "_both")) for one in shares)
        total += weight * loss
    assert found.total.item() == pytest.approx(total, rel=1e-9)


def test_precision_and_recall_are_left_out_where_they_are_shares_of_nothing() -> None:
    assert share_names(["mlm", CAPITAL]) == [
        "mlm", CAPITAL, f"{CAPITAL}_right", f"{CAPITAL}_guessed", f"{CAPITAL}_both"
    ]  # fmt: skip
    shares = {CAPITAL: 0.9, f"{CAPITAL}_right": 0.2, f"{CAPITAL}_guessed": 0.0, f"{CAPITAL}_both": 0.0}
    assert told(shares) == {CAPITAL: 0.9, f"{CAPITAL}_recall": 0.0}
    guessed = {**shares, f"{CAPITAL}_guessed": 0.4, f"{CAPITAL}_both": 0.1}
    assert told(guessed) == pytest.approx({CAPITAL: 0.9, f"{CAPITAL}_precision": 0.25, f"{CAPITAL}_recall": 0.5})


def test_parts_of_a_batch_change_nothing(asking: RunSpec, trainer_of: TrainerOf, events: Events) -> None:
    told = []
    for parts in (1, 4):
        changes = [f"training.accumulation={parts}", "training.steps=4", "training.warmup_steps=0"]
        trainer = trainer_of(apply_overrides(asking, changes), str(parts))
        trainer.train()
        told.append((events(trainer, StepDone), events(trainer, EvalDone)))
    (whole, evaluated), (parted, again) = told
    for one, other in zip([*whole, *evaluated], [*parted, *again], strict=True):
        assert one.losses.keys() == {"mlm", CAPITAL, ELSEWHERE, "sentence_order"}
        assert other.losses == pytest.approx(one.losses, rel=1e-4)
        assert other.accuracies == pytest.approx(one.accuracies, rel=1e-3)
    assert [event.gradient_norm for event in parted] == pytest.approx([e.gradient_norm for e in whole], rel=1e-3)


def learnt(trainer: Trainer) -> dict[str, float]:
    """Accuracies on the evaluation split."""
    found = evaluate(trainer.model, trainer.evaluation_tasks(0), torch.device("cpu"), lambda: False)
    assert found is not None
    return found.accuracies


LEARNING = [
    "stages.0.passage.kind=doc-sentences", "training.steps=80", "training.batch_size=16", "training.evaluate_every=80",
    "training.checkpoint_every=80", "training.learning_rate=0.005", "encoder.layers=1",
]  # fmt: skip


def test_what_is_certain_is_learnt(asking: RunSpec, trainer_of: TrainerOf) -> None:
    trainer = trainer_of(apply_overrides(asking, [*LEARNING, tokens("capitalization", "token-document")]))
    share = {name: majority(trainer, name) for name in (CAPITAL, ELSEWHERE)}
    assert max(share.values()) < 0.8
    assert trainer.train()
    accuracies = learnt(trainer)
    assert accuracies[CAPITAL] > 0.95
    assert accuracies[ELSEWHERE] > 0.95


@pytest.mark.parametrize("together", [True, False])
def test_tasks_of_the_same_passages_are_all_measured(
    asking: RunSpec, trainer_of: TrainerOf, events: Events, together: bool
) -> None:
    """Of batches that are made for masked tokens alone nothing could be told about a question."""
    stages = [
        asking.stages[0].model_copy(
            update={"name": name, "passage": FullSentences(), "together": together, "tokens": own}
        )
        for name, own in (
            ("masked", (MaskedLanguageModel(),)),
            ("capitals", (Capitalization(),)),
            ("both", (TokenDocument(),)),
        )
    ]
    spec = apply_overrides(
        asking.model_copy(update={"stages": tuple(stages)}), ["training.steps=6", "training.evaluate_every=3"]
    )
    trainer = trainer_of(spec)
    assert trainer.train()
    last = events(trainer, EvalDone)[-1]
    assert set(last.losses) == {"mlm", CAPITAL, ELSEWHERE}


def test_what_a_later_stage_can_not_ask_is_refused_at_the_start(asking: RunSpec, trainer_of: TrainerOf) -> None:
    """And not where the stage begins; the passages are those of the first one, which asks nothing of their tokens."""
    masked = asking.stages[0].model_copy(update={"passage": DocSentences(), "tokens": (MaskedLanguageModel(),)})
    later = masked.model_copy(update={"name": "later", "tokens": (TokenDocument(),)})
    long = apply_overrides(
        asking.model_copy(update={"stages": (masked, later)}), ["encoder.positions=512", "training.length=512"]
    )
    trainer = trainer_of(long)
    with pytest.raises(WorkbenchError, match="every document is in one passage"):
        begin_session(trainer, 1)
    assert trainer.state.step == 0


def test_a_question_that_hardly_any_token_is_asked_is_told_at_the_start(
    asking: RunSpec, trainer_of: TrainerOf, events: Events, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(folder: str) -> list[str]:
        trainer = trainer_of(asking, folder)
        begin_session(trainer, 1)
        return [str(event.words) for event in events(trainer, Warned) if event.kind == "balance"]

    assert told("common") == []
    true_labels = ExampleMaker.token_labels

    def rare(self: ExampleMaker, masked: Any) -> dict[str, Any]:
        found = true_labels(self, masked)
        found[CAPITAL][np.flatnonzero(found[CAPITAL] != IGNORE)[3:]] = IGNORE
        return found

    monkeypatch.setattr(ExampleMaker, "token_labels", rare)
    (note,) = told("rare")
    assert note.startswith("“Capitalization” is asked of 3 tokens in ")


def majority(trainer: Trainer, name: str) -> float:
    """What always the likelier answer would get."""
    labels = torch.cat([batch.token_labels[name].flatten() for batch in trainer.source.evaluation(0)])
    counts = labels[labels != IGNORE].bincount(minlength=2)
    return float(counts.max() / counts.sum())


@pytest.mark.parametrize(("kind", "name"), [("capitalization", CAPITAL), ("token-document", ELSEWHERE)])
def test_answers_that_say_nothing_are_not_learnt(
    asking: RunSpec, trainer_of: TrainerOf, monkeypatch: pytest.MonkeyPatch, kind: str, name: str
) -> None:
    """With shuffled labels the likelier answer is all there is to know: nothing of them reaches the model otherwise."""
    draw = np.random.default_rng(1)
    true_labels = ExampleMaker.token_labels

    def shuffled(self: ExampleMaker, masked: Any) -> dict[str, Any]:
        found = true_labels(self, masked)
        for answers in found.values():
            places = np.flatnonzero(answers != IGNORE)
            answers[places] = answers[draw.permutation(places)]
        return found

    monkeypatch.setattr(ExampleMaker, "token_labels", shuffled)
    trainer = trainer_of(apply_overrides(asking, [*LEARNING, tokens(kind)]))
    assert trainer.train()
    batches = trainer.source.evaluation(0)
    found = evaluate(trainer.model, trainer.evaluation_tasks(0), torch.device("cpu"), lambda: False)
    assert found is not None
    labels = torch.cat([batch.token_labels[name].flatten() for batch in batches])
    share = float(labels[labels != IGNORE].double().mean())
    assert found.accuracies[name] == pytest.approx(max(share, 1 - share), abs=0.05)
    entropy = -share * math.log(share) - (1 - share) * math.log(1 - share)
    assert found.losses[name] == pytest.approx(entropy, abs=0.05)


def test_hidden_tokens_say_nothing_of_themselves(asking: RunSpec, trainer_of: TrainerOf) -> None:
    """Where chosen tokens are asked about, their labels are those of the text, and only these are more."""
    usual = trainer_of(asking).source.evaluation(0)
    also = asking.model_copy(
        update={"stages": (asking.stages[0].model_copy(
            update={"tokens": tuple(
                one.model_copy(update={"chosen_too": True}) if one.classes else one for one in asking.stages[0].tokens
            )}
        ),)}
    )  # fmt: skip
    for batch, other in zip(usual, trainer_of(also, "also").source.evaluation(0), strict=True):
        assert torch.equal(batch.inputs.ids, other.inputs.ids)
        for name, labels in batch.token_labels.items():
            assert (labels.flatten()[batch.places] == IGNORE).all()
            known = labels != IGNORE
            assert torch.equal(other.token_labels[name][known], labels[known])
            more = (other.token_labels[name] != IGNORE) & ~known
            assert set(more.flatten().nonzero().flatten().tolist()) <= set(batch.places.tolist())
            assert more.any()
