"""``runs compare --by vocabulary``."""

from __future__ import annotations

import json
import math

import pytest

from workbench.cli import main
from workbench.core.events import EvalDone, EvaluatedText, RunStarted, StepDone
from workbench.core.paths import Project
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.store.store import Store


@pytest.fixture(autouse=True)
def _runs(project: Project) -> None:
    """Two seeds of characters and two of words, of the sweep “s”."""
    spec = load_preset("bert-tiny")
    with Store.open(project) as store:
        for vocabulary, tokens, bits in (("characters", 200, 7.0), ("words", 125, 6.5)):
            for seed in (1, 2):
                chosen = apply_overrides(spec, [f"vocabulary={vocabulary}", f"seed={seed}", "evaluation.masks=words"])
                run = store.create_run(
                    chosen, name=f"s-{vocabulary}-seed{seed}", vocabulary_fingerprint=vocabulary, sweep="s"
                )
                place = {"run": run.name, "step": 1, "time": 5.0}
                text = EvaluatedText(
                    sentences=10, tokens=tokens, positions=tokens, characters=200, unknown=1, predicted=40, hidden=0
                )
                store.record(run, [
                    RunStarted(**{**place, "step": 0}, device="cpu", precision="fp32", total_steps=1, session=1,
                               baselines={"ln_v": math.log(7000), "unigram": 5.0}),
                    StepDone(**place, loss=5.0, losses={"mlm": 5.0}, lr=1e-3, gradient_norm=1.0, tokens_per_s=1000.0,
                             memory_bytes=1, seconds_left=0.0),
                    EvalDone(**place, loss=4.0, losses={"mlm": 4.0}, perplexity=9.0, text=text,
                             bits_per_character=bits + seed / 100),
                ])  # fmt: skip


def call(project: Project, *arguments: str) -> int:
    return main(["runs", "compare", *arguments, "--by", "vocabulary", "--project", str(project.root)])


def test_a_line_for_each_vocabulary(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(project, "--sweep", "s") == 0
    header, characters, words, *rule = capsys.readouterr().out.splitlines()
    assert " ".join(header.split()) == (
        "vocabulary size runs tokens/sentence characters/token characters/s loss/token bits/character [UNK]"
    )
    assert " ".join(characters.split()) == (
        "s-characters characters 7,000 2 20.000 1.000 1,000 ± 0 4.0000 ± 0.0000 7.0150 ± 0.0071 0.50%"
    )
    assert " ".join(words.split()) == (
        "s-words words 7,000 2 12.500 1.600 1,600 ± 0 4.0000 ± 0.0000 6.5150 ± 0.0071 * 0.50%"
    )
    assert "the sum of -log2 p over the predicted tokens" in rule[0]


def test_as_json_and_by_names(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(project, "s-words-seed1", "s-characters-seed2", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    words, characters = told["rows"]
    assert words["bits_per_character"] == {"mean": 6.51, "deviation": None, "count": 1}
    assert words["runs"] == [3]
    assert words["text"]["predicted"] == 40
    assert characters["tokens_per_sentence"] == 20.0
    assert told["problems"] == []


def test_what_cannot_be_compared_is_refused(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(project, "--sweep", "s", "s-words-seed1") == 2
    assert "Either runs are compared or a sweep." in capsys.readouterr().err
    assert call(project, "--sweep", "nothing") == 2
    assert call(project) == 2
    assert "Name the runs, or a sweep." in capsys.readouterr().err
