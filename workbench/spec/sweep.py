"""A sweep: one experiment under several recipes, masking strategies, encoders, values of any settings and seeds."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product

from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.masking.registry import STRATEGIES
from workbench.spec.equal_compute import with_equal_compute
from workbench.spec.evaluation import EvaluationMasks
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset, recipe_names, reference_vocabulary_size
from workbench.spec.recipes import with_recipe
from workbench.spec.regimes import Regime, with_regime
from workbench.spec.run import RunSpec
from workbench.spec.sweep_names import run_names, variation_words
from workbench.spec.variation import Variation

MOST_RUNS = 1000

_NAMES = frozenset({"version", "preset", "recipe", "name"})  #: nothing else in a spec hangs on these

_Change = Callable[[RunSpec], RunSpec]


@dataclass(frozen=True)
class Sweep:
    """``base`` under each of ``recipes`` of its preset and each of ``strategies`` (kinds, with what they share of the
    base's settings), with the encoder of each of ``presets``, each value of ``variations``, its tasks under each of
    ``regimes``, and each of ``seeds``; where a list is empty, the base's own. All else is the base's in all runs.
    ``replay`` and ``task_steps`` are those of :func:`workbench.spec.regimes.with_regime`.

    With ``equal_compute`` each run has as many steps as cost what those of the first run do; compute is reckoned with
    ``vocabulary_sizes`` by name, for others with the size that the preset's paper has.
    """

    base: RunSpec
    name: str
    strategies: Sequence[str] = ()
    presets: Sequence[str] = ()
    seeds: Sequence[int] = ()
    recipes: Sequence[str] = ()
    variations: Sequence[Variation] = ()
    equal_compute: bool = False
    vocabulary_sizes: Mapping[str, int] = field(default_factory=dict)
    regimes: Sequence[Regime] = ()
    replay: int = 0
    task_steps: int = 0

    @property
    def count(self) -> int:
        """How many runs it makes."""
        return math.prod(max(1, len(values)) for values in self._values())

    def specs(self) -> list[RunSpec]:
        """The specs of its runs, seeds changing fastest; each has a name that says what is its own.

        Where maskings differ, evaluations have the same masks in all runs, unless these are varied themselves.
        Raises :class:`ArgumentError` for what is given twice, for kinds, presets and recipes that are not there, and
        for too many runs; :class:`SpecError` for values that a setting can't have.
        """
        self._check()
        axes: list[Sequence[_Change | str]] = [*self._changes(), *self._overrides()]
        seeds = [f"seed={seed}" for seed in self.seeds] or [""]
        regimes: Sequence[Regime | None] = self.regimes or [None]
        choices = product(product(*axes), regimes, seeds)
        made = [self._changed([*choice, seed], regime) for choice, regime, seed in choices]
        made = _with_same_masks(made, self.variations)
        if self.equal_compute:
            made = with_equal_compute(made, [self.vocabulary_size(spec) for spec in made])
        _require_different(made)
        return [spec.model_copy(update={"name": name}) for spec, name in zip(made, self._names(), strict=True)]

    def vocabulary_size(self, spec: RunSpec) -> int:
        """How many tokens the vocabulary of one of its specs has, or is reckoned to have."""
        return self.vocabulary_sizes.get(spec.vocabulary) or reference_vocabulary_size(spec.preset)

    @property
    def varied(self) -> list[str]:
        """The paths of what changes from run to run, as far as it was asked for; regimes, which are no setting, are
        told by the names of runs."""
        settings = [variation.path for variation in self.variations]
        paths = ["recipe", "stages.0.masking.kind", "preset", *settings, "", "seed"]
        return [path for path, values in zip(paths, self._values(), strict=True) if path and len(values) > 1]

    def _values(self) -> list[Sequence[object]]:
        settings = [variation.values for variation in self.variations]
        return [self.recipes, self.strategies, self.presets, *settings, self.regimes, self.seeds]

    def _names(self) -> list[str]:
        seeds = [f"seed{seed}" for seed in self.seeds]
        words = [self.recipes, self.strategies, self.presets, *variation_words(self.variations), self.regimes, seeds]
        return run_names(self.name, words)

    def _changes(self) -> list[list[_Change]]:
        """What is done to the base, a list for each thing that changes."""
        keeps_recipe = bool(self.recipes)
        return [
            [partial(with_recipe, recipe=recipe) for recipe in self.recipes] or [_as_it_is],
            [partial(_with_strategy, kind=kind) for kind in self.strategies] or [_as_it_is],
            [partial(_with_encoder, preset=preset, keeps_recipe=keeps_recipe) for preset in self.presets]
            or [_as_it_is],
        ]

    def _overrides(self) -> list[list[str]]:
        return [[variation.override(value) for value in variation.values] for variation in self.variations]

    def _changed(self, choice: Sequence[_Change | str], regime: Regime | None) -> RunSpec:
        spec, overrides = self.base, []
        for change in choice:
            if isinstance(change, str):
                overrides.append(change)
            else:
                spec = change(spec)
        spec = apply_overrides(spec, filter(None, overrides))
        if regime is None:
            return spec
        return with_regime(spec, regime, replay=self.replay, task_steps=self.task_steps)

    def _check(self) -> None:
        for values in self._values():
            if twice := [value for value in values if values.count(value) > 1]:
                raise ArgumentError(mark("“{value}” is in the sweep twice."), mark("Name it once."), value=twice[0])
        paths = [variation.path for variation in self.variations]
        if twice := [path for path in paths if paths.count(path) > 1]:
            raise ArgumentError(mark("“{value}” is in the sweep twice."), mark("Name it once."), value=twice[0])
        if name := next((path for path in paths if path in _NAMES), None):
            raise ArgumentError(
                mark("“{setting}” can't be varied like a setting: it only says what settings come from."),
                mark("Presets and recipes are listed by themselves, and runs are named after what is varied."),
                setting=name,
            )
        for strategy in self.strategies:
            STRATEGIES[strategy]
        if self.equal_compute and "training.steps" in paths:
            raise ArgumentError(
                mark("Steps can't be varied where they follow from equal compute."), mark("Leave out one of both.")
            )
        if self.count > MOST_RUNS:
            raise ArgumentError(
                mark("The sweep has {count} runs; the most is {most}."),
                mark("Leave out strategies, presets, values or seeds."),
                count=self.count,
                most=MOST_RUNS,
            )


def _as_it_is(spec: RunSpec) -> RunSpec:
    return spec


def _with_strategy(base: RunSpec, kind: str) -> RunSpec:
    """The spec with another masking strategy in every stage, as it is but for that where it has it already."""
    other = [place for place, stage in enumerate(base.stages) if stage.masking.kind != kind]
    return apply_overrides(base, [f"stages.{place}.masking.kind={kind}" for place in other])


def _with_encoder(base: RunSpec, preset: str, keeps_recipe: bool) -> RunSpec:
    """The spec with the encoder of a preset, as its recipe has it where ``keeps_recipe`` and it has that."""
    recipe = base.recipe if keeps_recipe and base.recipe in recipe_names(preset) else ""
    size = {"vocabulary_size": base.encoder.vocabulary_size}
    encoder = load_preset(preset, recipe or None).encoder.model_copy(update=size)
    return base.model_copy(update={"encoder": encoder, "preset": preset, "recipe": recipe})


def _with_same_masks(specs: list[RunSpec], variations: Sequence[Variation]) -> list[RunSpec]:
    maskings = [[stage.masking for stage in spec.stages] for spec in specs]
    own = any(variation.path.startswith("evaluation.") for variation in variations)
    if own or all(spec.evaluation.shared is not None for spec in specs) or all(one == maskings[0] for one in maskings):
        return specs
    shared = {"masks": EvaluationMasks.SHARED}
    return [spec.model_copy(update={"evaluation": spec.evaluation.model_copy(update=shared)}) for spec in specs]


def _require_different(specs: Sequence[RunSpec]) -> None:
    first: dict[str, int] = {}
    for number, spec in enumerate(specs, 1):
        same = first.setdefault(spec.model_dump_json(), number)
        if same != number:
            raise ArgumentError(
                mark("The runs {one} and {other} of the sweep would be the same."),
                mark("A value may be written in two ways; leave one of them out."),
                one=same,
                other=number,
            )
