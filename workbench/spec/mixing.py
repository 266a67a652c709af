"""Several corpora by share: each stage becomes a group of plain stages, one for each corpus, that take turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.spec.run import RunSpec, Stage
from workbench.spec.stage_groups import stage_counts

_FINEST = 10**6  #: the denominator that shares are told by


def mixed(spec: RunSpec, shares: Mapping[str, float], reading: str = "") -> RunSpec:
    """The spec whose stages that read one corpus read several, of which each gets its share of their steps.

    ``shares`` are relative to each other, above 0, by corpus. Stages that read ``reading`` are those that are mixed;
    where it is empty, those of the run's own corpus, which then is the first of the mixture unless it is one of them.
    Counted from the first step on, each corpus has its share of the mixed stages to less than a step at the end of each
    stage. Raises :class:`ArgumentError` where there are fewer than two corpora, no stage reads the one in question, or
    a stage has no step for one of them.
    """
    parts = _parts(shares)
    of_run = reading in ("", spec.corpus)
    own = spec.corpus if not of_run or spec.corpus in parts else next(iter(parts))
    meant = ("", spec.corpus) if of_run else (reading,)
    chosen = {number for number, stage in enumerate(spec.stages) if stage.corpus in meant}
    if not chosen:
        raise ArgumentError(mark("No stage reads the corpus that is to be mixed with others."))
    counts = stage_counts(spec.stages, spec.training.steps)
    stages: list[Stage] = []
    names = {stage.name for number, stage in enumerate(spec.stages) if number not in chosen}
    taken, before = dict.fromkeys(parts, 0), 0
    for number, (stage, count) in enumerate(zip(spec.stages, counts, strict=True)):
        if number not in chosen:
            stages.append(stage.model_copy(update={"share": float(count) or 0.25 / len(spec.stages)}))
            continue
        before += count
        given = _shared_out([parts[name] * before - taken[name] for name in parts], count)
        for place, (name, steps) in enumerate(zip(parts, given, strict=True)):
            if not steps:
                raise _no_step(stage.name, count, name)
            taken[name] += steps
            changes = {
                "name": _free_name(f"{stage.name} {_plain(name)}", names),
                "share": float(steps),
                "together": stage.together or place > 0,
                "corpus": "" if name == own else name,
                "warmup_steps": None if place else stage.warmup_steps,
            }
            stages.append(stage.model_copy(update=changes))
    return spec.model_copy(update={"stages": tuple(stages), "corpus": own})


def _parts(shares: Mapping[str, float]) -> dict[str, Fraction]:
    """The share of each corpus as a part of the whole."""
    if len(shares) < 2:
        raise ArgumentError(mark("A mixture needs two corpora at least."), mark("Give each with its share."))
    exact = {name: Fraction(share).limit_denominator(_FINEST) or Fraction(share) for name, share in shares.items()}
    if wrong := next((name for name, share in exact.items() if share <= 0), None):
        raise ArgumentError(mark("“{name}” has no share."), mark("Give it one above 0, or leave it out."), name=wrong)
    whole = sum(exact.values())
    return {name: share / whole for name, share in exact.items()}


def _shared_out(wanted: Sequence[Fraction], count: int) -> list[int]:
    """Whole numbers near those that are ``wanted``, ``count`` in all: cut down, and one more for the largest rests."""
    given = [max(0, int(one)) for one in wanted]
    order = sorted(range(len(wanted)), key=lambda place: given[place] - wanted[place])
    for place in order[: max(0, count - sum(given))]:
        given[place] += 1
    return given


def _no_step(stage: str, count: int, corpus: str) -> ArgumentError:
    return ArgumentError(
        mark("Of the {count:,} steps of the stage “{stage}” none is left for the corpus “{name}”."),
        mark("Give it a larger share, or the run more steps."),
        count=count, stage=stage, name=corpus,
    )  # fmt: skip


def _plain(corpus: str) -> str:
    """What a stage is called after a corpus, which may be a path."""
    return Path(corpus).name.split(".")[0] or corpus


def _free_name(wanted: str, taken: set[str]) -> str:
    """The name, or with the lowest number, from 2, that no stage has; it is taken from then on."""
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted} {number}", number + 1
    taken.add(name)
    return name
