"""Stages that take their steps together, and which stage each step of a run belongs to.

A stage that goes with the one before it is of its group. The steps of a group are laid out evenly: where stage i has
n_i of them, its step k (from 0) comes at (k + 1/2)/n_i of the group, and of steps at the same place that of the earlier
stage comes first. So each stage has exactly the steps that its share gives it, and every stretch of a group has them in
about that proportion. Groups follow each other; one of a single stage is that stage.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from workbench.spec.run import Stage


@dataclass(frozen=True)
class StageGroup:
    """The group of ``number``, from 0: stages from ``first`` on, with so many steps each in ``counts``, after the
    ``begin`` steps of earlier groups. Steps count from 0, as the trainer counts the steps that are done."""

    number: int
    first: int
    begin: int
    counts: tuple[int, ...]

    @property
    def end(self) -> int:
        """The step that the next group begins with."""
        return self.begin + sum(self.counts)

    @property
    def stages(self) -> range:
        """The numbers of its stages."""
        return range(self.first, self.first + len(self.counts))

    def taken(self, stage: int, step: int) -> int:
        """How many steps one of its stages has taken when ``step`` steps of the run are done."""
        own, place = stage - self.first, min(max(step, self.begin), self.end) - self.begin
        count, whole = self.counts[own], sum(self.counts)
        if len(self.counts) == 1 or not count or place == whole:
            return min(place, count)
        # Step k has about n·(k + 1/2)/n_i steps before it, with less than half a step of error for each stage.
        slack = len(self.counts) + 1
        low = max(0, (place - slack) * count // whole - 1)
        high = min(count, (place + slack) * count // whole + 2)
        return bisect_left(range(high), place, low, key=lambda turn: self._before(own, turn))

    def stage_at(self, step: int) -> int:
        """The stage of a step of the group."""
        place = step - self.begin
        return next(
            stage
            for stage, count in zip(self.stages, self.counts, strict=True)
            if (turn := self.taken(stage, step)) < count and self._before(stage - self.first, turn) == place
        )

    def _before(self, own: int, turn: int) -> int:
        """How many steps of the group come before step ``turn`` of its stage ``own``, in whole numbers: of a stage with
        n steps those k with (2k + 1)/n below (2·turn + 1)/n_i, or as large in an earlier stage."""
        steps, doubled = self.counts[own], 2 * turn + 1
        earlier = sum((doubled * count + steps) // (2 * steps) for count in self.counts[:own])
        later = sum(-((steps - doubled * count) // (2 * steps)) for count in self.counts[own + 1 :])
        return earlier + turn + later


def stage_groups(stages: Sequence[Stage], steps: int) -> list[StageGroup]:
    """The groups of a run's stages in order; together they are its ``steps``."""
    groups: list[StageGroup] = []
    begin = 0
    for number, (stage, count) in enumerate(zip(stages, stage_counts(stages, steps), strict=True)):
        if groups and stage.together:
            last = groups.pop()
            groups.append(StageGroup(last.number, last.first, last.begin, (*last.counts, count)))
        else:
            groups.append(StageGroup(len(groups), number, begin, (count,)))
        begin += count
    return groups


def group_of(groups: Sequence[StageGroup], stage: int) -> StageGroup:
    """The group of a stage."""
    return next(group for group in groups if stage in group.stages)


def group_at(groups: Sequence[StageGroup], step: int) -> StageGroup:
    """The group of a step; after the last step, that of the last one."""
    last = min(step, groups[-1].end - 1)
    return next(group for group in groups if last < group.end)


def stage_at(groups: Sequence[StageGroup], step: int) -> int:
    """The stage of a step, 0 to one less than there are."""
    return group_at(groups, step).stage_at(step)


def stage_counts(stages: Sequence[Stage], steps: int) -> list[int]:
    """How many steps each stage has: shares of the whole, rounded so that they are the run."""
    shares = np.cumsum([stage.share for stage in stages])
    ends = [round(float(share) * steps / float(shares[-1])) for share in shares]
    return [end - begin for begin, end in zip([0, *ends], ends, strict=False)]
