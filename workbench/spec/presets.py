"""Named starting points: one TOML file a family, which holds its sizes, what they share, and its recipes.

``resources/presets/FAMILY.toml``: ``vocabulary_size`` (to reckon with where no vocabulary is given), ``shared`` (parts
of a spec that all sizes have), ``sizes.SIZE`` (``recipe``, the default one, and parts of a spec), ``recipes.NAME.spec``
and ``recipes.NAME.sizes.SIZE`` (parts of a spec), ``recipes.NAME.over`` (another recipe, on which both are laid), and
``recipes.NAME.regime`` (``kind`` and ``replay``, a share of the steps of a task: the stages are tasks, which
:mod:`workbench.spec.regimes` puts in order). Later parts win over earlier ones.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from workbench.core.errors import ArgumentError
from workbench.core.paths import resource
from workbench.core.registry import Registry
from workbench.core.texts import listed, mark
from workbench.spec.regimes import Regime, with_regime
from workbench.spec.run import CURRENT_VERSION, RunSpec
from workbench.spec.validation import validate

_FALLBACK_VOCABULARY = 30522


def preset_names() -> list[str]:
    """``family-size`` of every preset, families by name and sizes from small to large."""
    return list(_presets())


def recipe_names(name: str) -> list[str]:
    """The recipes of a preset."""
    family, _ = _presets()[name]
    return list(family["recipes"])


def default_recipe(name: str) -> str:
    """The recipe that a preset takes when none is asked for."""
    family, size = _presets()[name]
    return str(family["sizes"][size]["recipe"])


def reference_vocabulary_size(name: str) -> int:
    """Vocabulary size to reckon with before there is a vocabulary: that of the family's paper."""
    return int(_presets()[name][0]["vocabulary_size"]) if name in _presets() else _FALLBACK_VOCABULARY


def load_preset(name: str, recipe: str | None = None) -> RunSpec:
    """The spec of a preset with the recipe asked for, or its own default; :class:`ArgumentError` for a wrong name."""
    return validate(RunSpec, preset_data(name, recipe))


def preset_data(name: str, recipe: str | None = None) -> dict[str, Any]:
    """The preset as plain data; what it doesn't name is left to the defaults of the spec."""
    family, size = _presets()[name]
    recipe = recipe or default_recipe(name)
    if recipe not in family["recipes"]:
        raise ArgumentError(
            mark("The preset {name} has no recipe “{recipe}”."),
            mark("Known: {known}."),
            name=name,
            recipe=recipe,
            known=listed(family["recipes"]),
        )
    data: dict[str, Any] = {"version": CURRENT_VERSION, "preset": name, "recipe": recipe}
    own = {part: value for part, value in family["sizes"][size].items() if part != "recipe"}
    for layer in (family["shared"], own, *_recipe_layers(family["recipes"], recipe, size)):
        data = merged(data, layer)
    regime = family["recipes"][recipe].get("regime")
    return data if regime is None else _under_regime(data, **regime)


def _under_regime(data: dict[str, Any], kind: str, replay: float = 0.0) -> dict[str, Any]:
    """Data whose stages are tasks, with the stages of a regime in their place."""
    spec = validate(RunSpec, data)
    steps = spec.training.steps // len(spec.stages)
    spec = with_regime(spec, Regime(kind), replay=round(replay * steps))
    stages = [stage.model_dump(mode="json") for stage in spec.stages]
    return merged(data, {"stages": stages, "training": {"steps": spec.training.steps}})


def _recipe_layers(recipes: Mapping[str, Any], name: str, size: str) -> Iterator[Mapping[str, Any]]:
    """What a recipe says for a size, after what the one that it is made from says."""
    way = recipes[name]
    if "over" in way:
        yield from _recipe_layers(recipes, way["over"], size)
    yield way.get("spec", {})
    yield way.get("sizes", {}).get(size, {})


def over_preset(data: dict[str, Any]) -> dict[str, Any]:
    """Data of a spec laid over the preset that it names; as it is where it names none that is known."""
    name, recipe = data.get("preset"), data.get("recipe") or None
    if not isinstance(name, str) or name not in _presets():
        return data
    if recipe is not None and recipe not in recipe_names(name):
        return data
    return merged(preset_data(name, recipe), data)


@cache
def brought_by(name: str, recipe: str) -> frozenset[str]:
    """The groups of settings that data laid over a preset gets from it; none where no such preset is known."""
    data = over_preset({"preset": name, "recipe": recipe})
    return frozenset(key for key, value in data.items() if isinstance(value, Mapping))


def merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """``over`` laid on ``under``: groups are merged, values and lists replaced, and so are groups of another kind."""
    result = dict(under)
    for name, value in over.items():
        below = result.get(name)
        if isinstance(below, Mapping) and isinstance(value, Mapping) and _same_kind(below, value):
            result[name] = merged(below, value)
        else:
            result[name] = value
    return result


def _same_kind(under: Mapping[str, Any], over: Mapping[str, Any]) -> bool:
    return bool(over.get("kind", under.get("kind")) == under.get("kind"))


@cache
def _presets() -> Registry[tuple[dict[str, Any], str]]:
    """Family data and size by preset name."""
    found: dict[str, tuple[dict[str, Any], str]] = {}
    for path in sorted(resource("presets").glob("*.toml")):
        family = tomllib.loads(path.read_text(encoding="utf-8"))
        for size in family["sizes"]:
            found[f"{path.stem}-{size}"] = (family, size)
    return Registry("preset", found)
