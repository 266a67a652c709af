"""An experiment under another recipe of its preset: what it changes goes along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.spec.files import spec_data
from workbench.spec.presets import default_recipe, load_preset, preset_names
from workbench.spec.run import RunSpec
from workbench.spec.validation import validate
from workbench.spec.wording import setting_name

_MISSING = object()


def with_recipe(spec: RunSpec, recipe: str) -> RunSpec:
    """The spec under another recipe of its preset; what it changes from its own recipe it changes from the other too.

    What the other has no place for (a generator's width, where it has none) is left out; what a single stage changes
    goes to all stages of the other, that of several stages to those of the same number. Raises :class:`ArgumentError`
    where the spec names no preset, for a recipe that this one lacks, and where stages or objectives were added or taken
    out: under these no other recipe can be laid.
    """
    if spec.preset not in preset_names():
        raise ArgumentError(
            mark("Recipes are those of a preset, and the experiment names none."),
            mark("Begin from a preset, or leave the recipes out."),
        )
    own = spec_data(load_preset(spec.preset, spec.recipe or default_recipe(spec.preset)))
    other = spec_data(load_preset(spec.preset, recipe))
    named = {**spec_data(spec), "recipe": recipe}
    return validate(RunSpec, _carried({**own, "recipe": recipe}, named, other))


def _carried(own: Mapping[str, Any], changed: Mapping[str, Any], other: Mapping[str, Any], path: str = "") -> Any:
    """``other`` with what is in ``changed`` and not in ``own``."""
    result = dict(other)
    for name, value in changed.items():
        before, there = own.get(name, _MISSING), other.get(name, _MISSING)
        if value == before or (there is _MISSING and before is not _MISSING):
            continue
        result[name] = _one(before, value, there, f"{path}{name}")
    return result


def _one(before: Any, value: Any, there: Any, path: str) -> Any:
    if all(isinstance(one, Mapping) for one in (before, value, there)) and before.get("kind") == value.get("kind"):
        return _carried(before, value, there, f"{path}.")
    if any(map(_holds_groups, (before, value, there))):
        return _items(before, value, there, path)
    return value


def _holds_groups(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, Mapping) for item in value)


def _items(before: Sequence[Any], value: Sequence[Any], there: Sequence[Any], path: str) -> list[Any]:
    """Groups of a list: those of a kind belong together, those without kinds by their number."""
    if [item.get("kind") for item in before] != [item.get("kind") for item in value]:
        raise ArgumentError(
            mark(
                "Under “{setting}” the experiment is not made like its recipe, so that no other can be laid under it."
            ),
            mark("Take it back to the recipe there, or vary settings in place of recipes."),
            setting=setting_name(path),
        )
    result = []
    for place, item in enumerate(there):
        same = _alike(before, item, place)
        result.append(item if same is None else _carried(before[same], value[same], item, f"{path}.{place}."))
    return result


def _alike(before: Sequence[Mapping[str, Any]], item: Mapping[str, Any], place: int) -> int | None:
    """Where the group of ``before`` stands that a group at a place corresponds to; None where none does."""
    if "kind" in item:
        return next((number for number, one in enumerate(before) if one.get("kind") == item["kind"]), None)
    if len(before) == 1:
        return 0
    return place if place < len(before) else None
