"""Corpora by share: which stage reads which corpus at which step, and to the step how often."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.errors import ArgumentError
from workbench.spec.check import problems
from workbench.spec.corpora import corpus_of, stage_corpora, with_stage_corpus
from workbench.spec.files import apply_overrides, dump_spec
from workbench.spec.mixing import mixed
from workbench.spec.presets import load_preset
from workbench.spec.rate import RunRate
from workbench.spec.run import RunSpec, Stage
from workbench.spec.stage_groups import stage_at, stage_groups
from workbench.spec.training import TrainingSpec
from workbench.spec.validation import validate

ABLATION = {"baike": 0.712, "news": 0.13, "forum": 0.157}


def steps_read(spec: RunSpec) -> Counter[str]:
    """How many steps read each corpus, step by step."""
    groups = stage_groups(spec.stages, spec.training.steps)
    return Counter(corpus_of(spec, stage_at(groups, step)) for step in range(spec.training.steps))


def test_each_stage_becomes_a_group_of_plain_stages() -> None:
    spec = mixed(load_preset("ernie-tiny"), ABLATION)
    assert spec.corpus == "baike"
    assert [stage.name for stage in spec.stages[:3]] == ["basic baike", "basic news", "basic forum"]
    assert [stage.corpus for stage in spec.stages[:3]] == ["", "news", "forum"]
    assert [stage.together for stage in spec.stages] == 3 * [False, True, True]
    assert [group.begin for group in stage_groups(spec.stages, 1500)] == [0, 500, 1000]
    assert {stage.masking for stage in spec.stages[:3]} == {load_preset("ernie-tiny").stages[0].masking}
    assert steps_read(spec) == {"baike": 1069, "news": 195, "forum": 236}, "1500 steps by 71.2, 13 and 15.7 of 99.9"


@settings(max_examples=40, deadline=None)
@given(
    steps=st.integers(300, 2000),
    stages=st.lists(st.floats(0.5, 3), min_size=1, max_size=4),
    shares=st.lists(st.floats(0.05, 1), min_size=2, max_size=4),
)
def test_shares_are_exact_to_the_step_at_every_border(steps: int, stages: list[float], shares: list[float]) -> None:
    made = tuple(Stage(name=f"s{number}", share=share) for number, share in enumerate(stages))
    plain = apply_overrides(RunSpec(stages=made), [f"training.steps={steps}"])
    spec = mixed(plain, {f"c{number}": share for number, share in enumerate(shares)})
    before, after = (stage_groups(one.stages, steps) for one in (plain, spec))
    assert [group.begin for group in before] == [group.begin for group in after], "no border moves"
    read: Counter[str] = Counter()
    for group in after:
        for stage, count in zip(group.stages, group.counts, strict=True):
            read[corpus_of(spec, stage)] += count
        for number, share in enumerate(shares):
            assert abs(read[f"c{number}"] - group.end * share / sum(shares)) < 1.001
    assert validate(RunSpec, spec.model_dump(mode="json")) == spec


def test_stages_with_a_corpus_of_their_own_keep_it() -> None:
    """ERNIE 1.0's ablation: an encyclopedia, news, and dialogues under their own objective."""
    spec = with_stage_corpus(load_preset("ernie-tiny", "local-dialogue"), "dialogue", "tieba")
    spec = mixed(spec, {"baike": 0.712, "news": 0.13})
    assert steps_read(spec) == {"baike": 1068, "news": 195, "tieba": 237}
    assert [stage.name for stage in spec.stages[:3]] == ["basic baike", "basic news", "basic-dialogue"]
    assert list(stage_corpora(spec)) == ["news", "tieba"]
    again = mixed(spec, {"tieba": 1, "chat": 1}, reading="tieba")
    assert spec.corpus == again.corpus
    assert [stage.corpus for stage in again.stages[:4]] == ["", "news", "tieba", "chat"]
    assert steps_read(again)["chat"] in (118, 119)


def test_the_run_keeps_its_corpus_where_it_is_one_of_them() -> None:
    spec = RunSpec(corpus="news", stages=(Stage(name="a"), Stage(name="b", corpus="news")))
    for reading in ("", "news"):
        done = mixed(spec, {"baike": 1, "news": 3}, reading)
        assert (done.corpus, [stage.corpus for stage in done.stages]) == ("news", ["baike", "", "baike", ""])
    assert mixed(spec, {"baike": 1, "forum": 1}).corpus == "baike"


def test_a_warm_up_of_a_stage_is_that_of_the_group_that_it_becomes() -> None:
    recipe = TrainingSpec(steps=100, warmup_steps=10, restart_schedule=True)
    spec = RunSpec(stages=(Stage(name="a", warmup_steps=3), Stage(name="b", warmup_steps=4)), training=recipe)
    done = mixed(spec, {"baike": 1, "news": 3})
    assert [stage.warmup_steps for stage in done.stages] == [3, None, 4, None]
    assert problems(done, lists=False) == []
    assert RunRate(done).warmups == [3, 4]


def test_names_are_free_and_short() -> None:
    spec = RunSpec(stages=(Stage(name="main"), Stage(name="main news", corpus="other")))
    done = mixed(spec, {"/texts/news.txt": 1, "/more/news.txt": 1})
    assert [stage.name for stage in done.stages] == ["main news 2", "main news 3", "main news"]
    assert "/more/news.txt" in dump_spec(done)


@pytest.mark.parametrize(
    ("shares", "reading", "told"),
    [
        ({"a": 1.0}, "", "two corpora at least"),
        ({"a": 1.0, "b": 0.0}, "", "“b” has no share"),
        ({"a": 1.0, "b": 1.0}, "c", "No stage reads"),
        ({"a": 1.0, "b": 1e-9}, "", "Of the 1,000 steps of the stage “main” none is left for the corpus “b”"),
        ({"a": 1.0, "b": 1e-5}, "", "Of the 1,000 steps of the stage “main” none is left for the corpus “b”"),
    ],
)
def test_what_cannot_be_mixed_is_refused(shares: dict[str, float], reading: str, told: str) -> None:
    spec = apply_overrides(RunSpec(), ["training.steps=1000"])
    with pytest.raises(ArgumentError) as caught:
        mixed(spec, shares, reading)
    assert told in caught.value.text.render()
