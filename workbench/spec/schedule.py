"""The stages of a run as spans of steps, for a timeline, and what can be done to them: each a spec from a spec."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.masking.mixture import Mixture
from workbench.masking.strategy import MaskingStrategy
from workbench.spec.batches import batch_rule
from workbench.spec.run import RunSpec, Stage
from workbench.spec.stage_groups import group_at, group_of, stage_counts, stage_groups


@dataclass(frozen=True)
class PartShare:
    """A part of a mixture: the share of passages that it masks, 0 to 1, and its title (a marked text)."""

    share: float
    kind: str
    title: str


@dataclass(frozen=True)
class StageSpan:
    """A stage as a span of steps. ``number`` counts stages from 0, as paths of a spec do; steps count from 1, as curves
    do, both ends included. Stages of one ``group`` (from 0) take turns: they have the same span, and so many ``steps``
    of it each. ``share`` is what is asked of the whole, 0 to 1; ``title`` is that of the masking (a marked text), and a
    mixture has ``parts``; ``length`` is the most tokens a passage, and ``corpus`` the one that the stage names, empty
    for the run's. A group that is left without a step ends before it begins."""

    number: int
    group: int
    name: str
    first_step: int
    last_step: int
    steps: int
    share: float
    kind: str
    title: str
    rate: float
    length: int
    parts: tuple[PartShare, ...] = ()
    corpus: str = ""


def schedule(spec: RunSpec) -> list[StageSpan]:
    """The stages of a run in order; together they are its steps."""
    whole = sum(stage.share for stage in spec.stages)
    return [
        StageSpan(
            number,
            group.number,
            stage.name,
            group.begin + 1,
            group.end,
            steps,
            stage.share / whole,
            stage.masking.kind,
            stage.masking.title,
            stage.masking.rate,
            batch_rule(spec, number).length,
            part_shares(stage.masking),
            stage.corpus,
        )
        for group in stage_groups(spec.stages, spec.training.steps)
        for number, stage, steps in zip(group.stages, spec.stages[group.first :], group.counts, strict=False)
    ]


def side_by_side(spec: RunSpec) -> list[tuple[int, int]]:
    """The first and the last step of each stage, from 1, as if it took all its steps one after another: where a bar
    over the steps has room for it, and has its borders."""
    ends = list(accumulate(_counts(spec)))
    return [(begin + 1, end) for begin, end in zip([0, *ends], ends, strict=False)]


def steps_like_the_last(spec: RunSpec, done: int) -> float:
    """How many steps are left after ``done``, told in steps as large as the last one: those of a stage with longer
    passages or larger batches count for more. In a group, the last one is as large as its steps in the mean."""
    groups = stage_groups(spec.stages, spec.training.steps)
    sizes = [batch_rule(spec, number).most_places for number in range(len(spec.stages))]
    left = sum(
        (count - group.taken(stage, done)) * sizes[stage]
        for group in groups
        for stage, count in zip(group.stages, group.counts, strict=True)
    )
    last = group_at(groups, max(0, done - 1))
    if len(last.counts) == 1:
        return left / sizes[last.first]
    usual = sum(count * sizes[stage] for stage, count in zip(last.stages, last.counts, strict=True))
    return left * sum(last.counts) / usual


def part_shares(masking: MaskingStrategy) -> tuple[PartShare, ...]:
    """The parts of a mixture; none of any other strategy."""
    if not isinstance(masking, Mixture):
        return ()
    whole = sum(part.share for part in masking.parts)
    return tuple(PartShare(part.share / whole, part.masking.kind, part.masking.title) for part in masking.parts)


def add_stage(spec: RunSpec, after: int) -> RunSpec:
    """A copy of stage ``after`` behind it, under a name of its own and in the same group where that has several; the
    two share its steps, so that no other border moves. Raises :class:`ArgumentError` where the stage has a single
    step."""
    stage, counts = spec.stages[after], _counts(spec)
    if counts[after] < 2:
        raise ArgumentError(
            mark("The stage “{name}” has a single step, which two stages cannot share."),
            mark("Give it more steps, or give the run more."),
            name=stage.name,
        )
    place = {"together": True, "warmup_steps": None} if len(_group_of(spec, after)) > 1 else {"together": False}
    copy = stage.model_copy(update={"name": free_stage_name(spec, stage.name), **place})
    kept = counts[after] - counts[after] // 2
    stages = [*spec.stages[: after + 1], copy, *spec.stages[after + 1 :]]
    return _with_counts(spec, stages, [*counts[:after], kept, counts[after] - kept, *counts[after + 1 :]])


def remove_stage(spec: RunSpec, number: int) -> RunSpec:
    """Without a stage, whose steps go to the one before it, or from the first to the second: of its group, where that
    has several. Raises :class:`ArgumentError` where it is the only one."""
    if len(spec.stages) == 1:
        raise ArgumentError(mark("A run has at least one stage."))
    counts, group = _counts(spec), _group_of(spec, number)
    first = number == (group[0] if len(group) > 1 else 0)
    counts[number + 1 if first else number - 1] += counts[number]
    stages = list(spec.stages)
    if number + 1 in group:
        stages[number + 1] = _led_as(stages[number + 1], stages[number])
    del stages[number], counts[number]
    return _with_counts(spec, stages, counts)


def move_stage(spec: RunSpec, number: int, to: int) -> RunSpec:
    """With a stage at another place, its share going along. Within its group only the order changes; a stage that
    leaves its group stands by itself, or is one of the group that it comes to stand in the middle of."""
    stages, group = list(spec.stages), _group_of(spec, number)
    leads = list(stages)
    moved = stages.pop(number)
    if to in group:
        stages.insert(to, moved)
    else:
        if number + 1 in group:
            stages[number] = _led_as(stages[number], moved)
        stages.insert(to, moved)
        inside = to + 1 < len(stages) and to > 0 and stages[to + 1].together
        warmup = moved.warmup_steps if len(group) == 1 and not inside else None
        leads = list(stages)
        leads[to] = moved.model_copy(update={"together": inside, "warmup_steps": warmup})
    return _with_stages(spec, [_led_as(stage, lead) for stage, lead in zip(stages, leads, strict=True)])


def rename_stage(spec: RunSpec, number: int, name: str) -> RunSpec:
    """With another name for a stage; raises :class:`ArgumentError` where another stage has it or it is blank."""
    name = name.strip()
    if not name:
        raise ArgumentError(mark("A stage needs a name."))
    if any(stage.name == name for place, stage in enumerate(spec.stages) if place != number):
        raise ArgumentError(mark("There are two stages named “{name}”."), mark("Choose another name."), name=name)
    stages = list(spec.stages)
    stages[number] = stages[number].model_copy(update={"name": name})
    return _with_stages(spec, stages)


def set_last_step(spec: RunSpec, number: int, last_step: int) -> RunSpec:
    """With the border between a stage and the next after ``last_step``, or as near as leaves both a step; no other
    border moves. Stages of a group count as if they stood :func:`side_by_side`. The last stage ends with the run:
    there, the spec is returned as it is."""
    if number == len(spec.stages) - 1:
        return spec
    counts = _counts(spec)
    before, both = sum(counts[:number]), counts[number] + counts[number + 1]
    counts[number] = min(max(last_step - before, 1), max(both - 1, 1))
    counts[number + 1] = both - counts[number]
    return _with_counts(spec, spec.stages, counts)


def set_share(spec: RunSpec, number: int, share: float) -> RunSpec:
    """With ``share`` of the whole, 0 to 1, for a stage, at the cost of the next one, or for the last stage of the one
    before; as near as leaves both a step, and to whole steps. In a group of several, these are of the group."""
    if len(spec.stages) == 1:
        return spec
    counts, group, wanted = _counts(spec), _group_of(spec, number), round(share * spec.training.steps)
    if number == (group[-1] if len(group) > 1 else len(counts) - 1):
        return set_last_step(spec, number - 1, sum(counts[: number + 1]) - wanted)
    return set_last_step(spec, number, sum(counts[:number]) + wanted)


def set_together(spec: RunSpec, number: int, together: bool) -> RunSpec:
    """With a stage in the group of the one before it, or at the head of a group that begins after that; the first is as
    it is."""
    stages = list(spec.stages)
    if number:
        own = {"warmup_steps": None} if together else {}
        stages[number] = stages[number].model_copy(update={"together": together, **own})
    return _with_stages(spec, stages)


def free_stage_name(spec: RunSpec, base: str) -> str:
    """The name with the lowest number, from 2, that no stage has."""
    taken = {stage.name for stage in spec.stages}
    return next(name for number in range(2, len(taken) + 3) if (name := f"{base} {number}") not in taken)


def _counts(spec: RunSpec) -> list[int]:
    return stage_counts(spec.stages, spec.training.steps)


def _group_of(spec: RunSpec, number: int) -> range:
    """The stages that take turns with a stage, and itself."""
    return group_of(stage_groups(spec.stages, spec.training.steps), number).stages


def _led_as(stage: Stage, other: Stage) -> Stage:
    """A stage that stands after the one before as another one does, with the warm-up of its group."""
    return stage.model_copy(update={"together": other.together, "warmup_steps": other.warmup_steps})


def _with_counts(spec: RunSpec, stages: Sequence[Stage], counts: Sequence[int]) -> RunSpec:
    """Shares in whole steps, since sums of these have no rounding that could move a border."""
    shares = [float(count) for count in counts]
    if not all(shares):  # a stage without a step keeps a share, however small; the check of the spec says so
        shares = [share or 0.25 / len(shares) for share in shares]
    return _with_stages(
        spec, [stage.model_copy(update={"share": share}) for stage, share in zip(stages, shares, strict=True)]
    )


def _with_stages(spec: RunSpec, stages: Sequence[Stage]) -> RunSpec:
    return spec.model_copy(update={"stages": tuple(stages)})
