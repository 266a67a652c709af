"""A sweep: one experiment under several masking strategies, encoders and seeds, measured on the same targets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.masking.registry import STRATEGIES
from workbench.spec.evaluation import EvaluationMasks
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec

MOST_RUNS = 1000


@dataclass(frozen=True)
class Sweep:
    """``base`` under each of ``strategies`` (kinds, with what they share of the base's settings), with the encoder of
    each of ``presets`` and each of ``seeds``; where a list is empty, the base's own.

    Corpus, vocabulary, passages and recipe are the base's in all runs.
    """

    base: RunSpec
    name: str
    strategies: Sequence[str] = ()
    presets: Sequence[str] = ()
    seeds: Sequence[int] = ()

    @property
    def count(self) -> int:
        """How many runs it makes."""
        return max(1, len(self.strategies)) * max(1, len(self.presets)) * max(1, len(self.seeds))

    def specs(self) -> list[RunSpec]:
        """The specs of its runs, seeds changing fastest; each has a name that says what is its own.

        Where strategies differ, evaluations have the same masks in all runs.
        Raises :class:`ArgumentError` for a name given twice, for kinds and presets that are not there, and for too many
        runs.
        """
        self._check()
        base = self.base
        if len(self.strategies) > 1:
            evaluation = base.evaluation.model_copy(update={"masks": EvaluationMasks.SHARED})
            base = base.model_copy(update={"evaluation": evaluation})
        made = []
        for strategy, preset, seed in product(self.strategies or ("",), self.presets or ("",), self.seeds or (-1,)):
            spec = base if not strategy else _with_strategy(base, strategy)
            changed: dict[str, object] = {"name": "-".join(self._parts(strategy, preset, seed))}
            if preset:
                size = {"vocabulary_size": base.encoder.vocabulary_size}
                encoder = load_preset(preset).encoder.model_copy(update=size)
                changed |= {"encoder": encoder, "preset": preset, "recipe": ""}
            if seed >= 0:
                changed["seed"] = seed
            made.append(spec.model_copy(update=changed))
        return made

    def _parts(self, strategy: str, preset: str, seed: int) -> list[str]:
        """What a run is called: the sweep's name, and what changes from run to run."""
        parts = ((strategy, self.strategies), (preset, self.presets), (str(seed), self.seeds))
        return [self.name, *(own for own, values in parts if len(values) > 1)]

    def _check(self) -> None:
        for values in (self.strategies, self.presets, self.seeds):
            if twice := [value for value in values if values.count(value) > 1]:
                raise ArgumentError(mark("“{value}” is in the sweep twice."), mark("Name it once."), value=twice[0])
        for strategy in self.strategies:
            STRATEGIES[strategy]
        if self.count > MOST_RUNS:
            raise ArgumentError(
                mark("The sweep has {count} runs; the most is {most}."),
                mark("Leave out strategies, presets or seeds."),
                count=self.count,
                most=MOST_RUNS,
            )


def _with_strategy(base: RunSpec, kind: str) -> RunSpec:
    """The spec with another masking strategy in every stage, as it is but for that where it has it already."""
    other = [place for place, stage in enumerate(base.stages) if stage.masking.kind != kind]
    return apply_overrides(base, [f"stages.{place}.masking.kind={kind}" for place in other])
