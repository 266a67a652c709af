"""Stages as spans of steps, and what a timeline does to them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.errors import ArgumentError
from workbench.masking.mixture import Mixture, MixturePart
from workbench.masking.phrase import Phrase
from workbench.masking.whole_word import WholeWord
from workbench.spec.check import problems
from workbench.spec.run import RunSpec, Stage
from workbench.spec.schedule import (
    PartShare,
    add_stage,
    move_stage,
    remove_stage,
    rename_stage,
    schedule,
    set_last_step,
    set_share,
    set_together,
    side_by_side,
    steps_like_the_last,
)
from workbench.spec.stage_groups import stage_groups
from workbench.spec.training import TrainingSpec

SHARES = st.lists(st.one_of(st.floats(1e-3, 1e3), st.integers(1, 9).map(float)), min_size=1, max_size=6)


def spec_of(shares: list[float], steps: int) -> RunSpec:
    stages = tuple(Stage(name=f"s{number}", share=share) for number, share in enumerate(shares))
    return RunSpec(stages=stages, training=TrainingSpec(steps=steps, warmup_steps=0))


def ends(spec: RunSpec) -> list[int]:
    return [span.last_step for span in schedule(spec)]


def names(spec: RunSpec) -> list[str]:
    return [span.name for span in schedule(spec)]


def test_steps_to_come_count_by_their_size() -> None:
    """90 steps of 128 tokens and 10 of 512: these last as long as 40 of those."""
    stages = (Stage(name="a", share=9, length=128), Stage(name="b", share=1, length=512))
    spec = RunSpec(stages=stages, training=TrainingSpec(steps=100))
    assert [steps_like_the_last(spec, done) for done in (0, 80, 90)] == [130, 50, 40]
    assert [steps_like_the_last(spec, done) for done in (91, 99, 100)] == [9, 1, 0]


@given(SHARES, st.integers(1, 5000))
def test_spans_are_those_of_the_trainer_and_tile_the_run(shares: list[float], steps: int) -> None:
    spec = spec_of(shares, steps)
    spans = schedule(spec)
    assert [span.last_step for span in spans] == [group.end for group in stage_groups(spec.stages, steps)]
    assert [span.first_step for span in spans] == [1, *(span.last_step + 1 for span in spans[:-1])]
    assert sum(span.steps for span in spans) == steps
    assert sum(span.share for span in spans) == pytest.approx(1.0)


def test_a_span_says_what_masks() -> None:
    mixture = Mixture(rate=0.2, parts=(MixturePart(share=3, masking=Phrase()), MixturePart(masking=WholeWord())))
    spec = spec_of([1, 2, 0.5], 100).model_copy()
    stages = (*spec.stages[:2], spec.stages[2].model_copy(update={"masking": mixture}))
    spans = schedule(spec.model_copy(update={"stages": stages}))
    assert [(span.first_step, span.last_step) for span in spans] == [(1, 29), (30, 86), (87, 100)]
    assert (spans[0].kind, spans[0].title, spans[0].rate, spans[0].parts) == ("basic", "Single tokens", 0.15, ())
    assert (spans[2].kind, spans[2].rate) == ("mixture", 0.2)
    assert spans[2].parts == (PartShare(0.75, "phrase", "Phrases"), PartShare(0.25, "whole-word", "Whole words"))


@given(SHARES, st.integers(1, 300), st.data())
def test_moving_a_border_leaves_all_others(shares: list[float], steps: int, data: st.DataObject) -> None:
    spec = spec_of(shares, steps)
    number = data.draw(st.integers(0, len(shares) - 1))
    wanted = data.draw(st.integers(-5, steps + 5))
    before, moved = schedule(spec), schedule(set_last_step(spec, number, wanted))
    for place, (one, other) in enumerate(zip(before, moved, strict=True)):
        if place != number:
            assert one.last_step == other.last_step
    if number < len(shares) - 1:
        room = before[number].steps + before[number + 1].steps
        first = before[number].first_step
        if room >= 2:
            assert moved[number].last_step == min(max(wanted, first), before[number + 1].last_step - 1)
    else:
        assert moved == before


@given(SHARES, st.integers(1, 300), st.data())
def test_adding_and_removing_leave_all_other_borders(shares: list[float], steps: int, data: st.DataObject) -> None:
    spec = spec_of(shares, steps)
    number = data.draw(st.integers(0, len(shares) - 1))
    before = ends(spec)
    if schedule(spec)[number].steps >= 2:
        added = add_stage(spec, number)
        after = ends(added)
        assert after[:number] + after[number + 1 :] == before
        assert len(set(names(added))) == len(shares) + 1
        half = schedule(added)[number].steps - schedule(added)[number + 1].steps
        assert half in (0, 1)
        assert ends(remove_stage(added, number + 1)) == before
    if len(shares) > 1:
        removed = ends(remove_stage(spec, number))
        assert removed == (before[: number - 1] + before[number:] if number else before[1:])


def test_a_stage_of_one_step_cannot_be_shared_and_the_last_not_removed() -> None:
    with pytest.raises(ArgumentError, match="single step"):
        add_stage(spec_of([1, 1], 2), 0)
    with pytest.raises(ArgumentError, match="at least one stage"):
        remove_stage(spec_of([1], 10), 0)


def test_a_copy_has_a_name_of_its_own() -> None:
    spec = add_stage(add_stage(spec_of([1], 100), 0), 0)
    assert names(spec) == ["s0", "s0 3", "s0 2"]
    assert problems(spec) == []


def test_a_stage_moves_with_its_share() -> None:
    spec = spec_of([1, 2, 3], 60)
    first, last = schedule(move_stage(spec, 2, 0)), schedule(move_stage(spec, 0, 2))
    assert [(span.name, span.steps) for span in first] == [("s2", 30), ("s0", 10), ("s1", 20)]
    assert [(span.name, span.steps) for span in last] == [("s1", 20), ("s2", 30), ("s0", 10)]


def test_names() -> None:
    spec = spec_of([1, 1], 10)
    assert names(rename_stage(spec, 1, " 短语 ")) == ["s0", "短语"]
    assert names(rename_stage(spec, 1, "s1")) == ["s0", "s1"]
    for name in ("s0", "  "):
        with pytest.raises(ArgumentError):
            rename_stage(spec, 1, name)


def test_a_share_is_taken_from_the_next_stage_or_the_one_before() -> None:
    spec = spec_of([1, 1, 2], 100)
    assert ends(set_share(spec, 0, 0.4)) == [40, 50, 100]
    assert ends(set_share(spec, 1, 0.5)) == [25, 75, 100]
    assert ends(set_share(spec, 2, 0.2)) == [25, 80, 100]
    assert ends(set_share(spec, 2, 0.99)) == [25, 26, 100]
    assert ends(set_share(spec, 0, 0.0)) == [1, 50, 100]
    assert set_share(spec_of([1], 10), 0, 0.5) == spec_of([1], 10)


@pytest.mark.parametrize(
    "change",
    [
        lambda spec: set_last_step(spec, 0, 500),
        lambda spec: add_stage(spec, 1),
        lambda spec: remove_stage(spec, 0),
        lambda spec: move_stage(spec, 0, 1),
        lambda spec: rename_stage(spec, 0, "x"),
        lambda spec: set_share(spec, 1, 0.1),
    ],
)
def test_the_spec_itself_is_left_alone_and_the_new_one_is_sound(change: Callable[[RunSpec], RunSpec]) -> None:
    spec = spec_of([1, 2, 3], 999)
    before = spec.model_dump()
    made = change(spec)
    assert spec.model_dump() == before
    assert RunSpec.model_validate(made.model_dump()) == made
    assert problems(made) == []


def turns(together: list[bool], shares: list[float], steps: int) -> RunSpec:
    spec = spec_of(shares, steps)
    stages = [stage.model_copy(update={"together": one}) for stage, one in zip(spec.stages, together, strict=True)]
    return spec.model_copy(update={"stages": tuple(stages)})


def groups(spec: RunSpec) -> list[dict[str, int]]:
    """The names of the stages of each group with their steps."""
    found: dict[int, dict[str, int]] = {}
    for span in schedule(spec):
        found.setdefault(span.group, {})[span.name] = span.steps
    return list(found.values())


#: One stage, two that take turns, one: 10, 10 + 20, 20 steps.
TURNS = turns([False, False, True, False], [1, 1, 2, 2], 60)


def test_stages_that_take_turns_are_one_span_with_steps_of_their_own() -> None:
    spans = schedule(TURNS)
    assert [(span.group, span.first_step, span.last_step, span.steps) for span in spans] == [
        (0, 1, 10, 10), (1, 11, 40, 10), (1, 11, 40, 20), (2, 41, 60, 20)
    ]  # fmt: skip
    assert side_by_side(TURNS) == [(1, 10), (11, 20), (21, 40), (41, 60)]


def test_steps_to_come_of_a_group_count_by_its_steps_in_the_mean() -> None:
    stages = (Stage(name="a", share=3, length=128), Stage(name="b", share=1, length=512, together=True))
    spec = RunSpec(stages=stages, training=TrainingSpec(steps=40))
    assert [steps_like_the_last(spec, done) for done in (0, 20, 40)] == [40, 20, 0]
    longer = spec.model_copy(update={"stages": (*stages, Stage(name="c", share=1, length=512))})
    left = 40 * (3 * 128 + 512) / 5 + 8 * 512
    assert steps_like_the_last(longer, 0) == pytest.approx(left / ((24 * 128 + 8 * 512) / 32))


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (lambda spec: add_stage(spec, 0), [{"s0": 5}, {"s0 2": 5}, {"s1": 10, "s2": 20}, {"s3": 20}]),
        (lambda spec: add_stage(spec, 1), [{"s0": 10}, {"s1": 5, "s1 2": 5, "s2": 20}, {"s3": 20}]),
        (lambda spec: add_stage(spec, 2), [{"s0": 10}, {"s1": 10, "s2": 10, "s2 2": 10}, {"s3": 20}]),
        (lambda spec: remove_stage(spec, 0), [{"s1": 20, "s2": 20}, {"s3": 20}]),
        (lambda spec: remove_stage(spec, 1), [{"s0": 10}, {"s2": 30}, {"s3": 20}]),
        (lambda spec: remove_stage(spec, 2), [{"s0": 10}, {"s1": 30}, {"s3": 20}]),
        (lambda spec: remove_stage(spec, 3), [{"s0": 10}, {"s1": 10, "s2": 40}]),
        (lambda spec: move_stage(spec, 1, 2), [{"s0": 10}, {"s2": 20, "s1": 10}, {"s3": 20}]),
        (lambda spec: move_stage(spec, 1, 0), [{"s1": 10}, {"s0": 10}, {"s2": 20}, {"s3": 20}]),
        (lambda spec: move_stage(spec, 2, 3), [{"s0": 10}, {"s1": 10}, {"s3": 20}, {"s2": 20}]),
        (lambda spec: move_stage(spec, 3, 2), [{"s0": 10}, {"s1": 10, "s3": 20, "s2": 20}]),
        (lambda spec: move_stage(spec, 0, 2), [{"s1": 10, "s2": 20}, {"s0": 10}, {"s3": 20}]),
        (lambda spec: set_share(spec, 1, 0.25), [{"s0": 10}, {"s1": 15, "s2": 15}, {"s3": 20}]),
        (lambda spec: set_share(spec, 2, 0.25), [{"s0": 10}, {"s1": 15, "s2": 15}, {"s3": 20}]),
        (lambda spec: set_share(spec, 0, 0.25), [{"s0": 15}, {"s1": 5, "s2": 20}, {"s3": 20}]),
        (lambda spec: set_together(spec, 3, True), [{"s0": 10}, {"s1": 10, "s2": 20, "s3": 20}]),
        (lambda spec: set_together(spec, 2, False), [{"s0": 10}, {"s1": 10}, {"s2": 20}, {"s3": 20}]),
        (lambda spec: set_together(spec, 0, True), [{"s0": 10}, {"s1": 10, "s2": 20}, {"s3": 20}]),
    ],
)
def test_what_is_done_to_stages_that_take_turns(
    change: Callable[[RunSpec], RunSpec], wanted: list[dict[str, int]]
) -> None:
    made = change(TURNS)
    assert [list(group.items()) for group in groups(made)] == [list(group.items()) for group in wanted]
    assert sum(span.steps for span in schedule(made)) == 60
    assert problems(made) == []


def test_the_first_stage_cannot_go_with_one_before() -> None:
    spec = turns([True, False], [1, 1], 20)
    (problem,) = problems(spec)
    assert problem.path == "stages.0.together"
    assert str(problem.message) == "The first stage has none before it that it could go with. Turn this off."
    assert groups(spec) == [{"s0": 10}, {"s1": 10}]


def test_a_stage_without_a_step_is_refused_as_training_would() -> None:
    spec = spec_of([1, 0.001, 1], 10)
    (problem,) = problems(spec)
    assert problem.path == "stages.1.share"
    assert (
        str(problem.message)
        == "The stage “s1” gets none of the 10 steps: its share is too small. Set a larger share or more steps."
    )
    assert schedule(spec)[1].steps == 0
    assert problems(set_last_step(spec, 1, 6)) == []
    assert [problem.path for problem in problems(spec_of([1, 1, 1], 2))] == ["training.steps"]
