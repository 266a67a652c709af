"""Whether turns belong together can be learnt where the text tells, and only there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from workbench.core.paths import Project
from workbench.objectives.dialogue import Dialogue
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.text.analysis import make_analyser
from workbench.text.pack import PassagePlan
from workbench.text.prepared import PreparedCorpus
from workbench.text.units import UnitSettings


@pytest.fixture(scope="module")
def talk(prepared: PreparedCorpus, tmp_path_factory: pytest.TempPathFactory) -> Callable[[bool], PreparedCorpus]:
    """Dialogues of three turns, each of one letter two to four times, all turns of a dialogue as long as each other.
    Where the answer is certain their letters are a, b and c, so that a lent turn is always one at the wrong place;
    else any letters."""
    draw = np.random.default_rng(3)
    project = Project(tmp_path_factory.mktemp("talk"))

    def make(certain: bool) -> PreparedCorpus:
        lengths = draw.integers(2, 5, 480)
        letters = ["abc" if certain else draw.choice(list("abcdefgh"), 3).tolist() for _ in lengths]
        documents = [[" ".join(one * size) for one in own] for own, size in zip(letters, lengths, strict=True)]
        made = PreparedCorpus.from_texts(documents, make_analyser(project, prepared.vocabulary, UnitSettings()))
        return replace(made, evaluation=np.arange(480) % 4 == 3)

    return make


@pytest.fixture
def asking(spec: RunSpec) -> RunSpec:
    return apply_overrides(
        spec,
        [
            "stages.0.passage.kind=dialogue", "encoder.roles=2", "stages.0.tokens=[]", "training.length=24",
            "training.batch_size=32", "training.steps=120", "training.learning_rate=0.004", "training.warmup_steps=5",
            "encoder.hidden_dropout=0", "encoder.attention_dropout=0", "training.evaluate_every=120",
            "training.evaluation_passages=120", "training.checkpoint_every=120", "stages.0.masking.rate=0.01",
            "encoder.initial_deviation=0.2", "evaluation.masks=stage",
        ],
    )  # fmt: skip


@pytest.fixture
def accuracy(
    asking: RunSpec, accuracy_after: Callable[[RunSpec, PreparedCorpus, str], float]
) -> Callable[[PreparedCorpus], float]:
    """Of the evaluation at the end of a training on a text."""
    return lambda text: accuracy_after(asking, text, "dialogue")


def test_what_the_text_tells_is_learnt(
    talk: Callable[[bool], PreparedCorpus], accuracy: Callable[[PreparedCorpus], float]
) -> None:
    assert accuracy(talk(True)) > 0.95


def test_what_nothing_tells_stays_chance(
    talk: Callable[[bool], PreparedCorpus], accuracy: Callable[[PreparedCorpus], float]
) -> None:
    """Of turns that have nothing to do with each other, neither lengths, roles nor places give away which are lent."""
    assert accuracy(talk(False)) == pytest.approx(0.5, abs=0.15)


def test_answers_by_a_coin_stay_chance(
    talk: Callable[[bool], PreparedCorpus],
    accuracy: Callable[[PreparedCorpus], float],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of turns that belong together as surely as those whose answers are learnt."""
    plan = Dialogue.plan

    def tossed(objective: Dialogue, *given: Any, **named: Any) -> PassagePlan:
        made = plan(objective, *given, **named)
        return replace(made, label=np.random.default_rng(made.start.sum()).permutation(made.label))

    monkeypatch.setattr(Dialogue, "plan", tossed)
    assert accuracy(talk(True)) == pytest.approx(0.5, abs=0.15)
