"""The stages of ERNIE 1.0 from a run of a single stage: basic, phrase and entity masking (ERNIE sheet 1.1)."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.core.config import Labelled
from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.masking.basic import Basic
from workbench.masking.entity import Entity
from workbench.masking.ernie import Ernie, Level
from workbench.masking.mixture import evenly_mixed
from workbench.masking.phrase import Phrase
from workbench.masking.strategy import MaskingStrategy
from workbench.spec.run import RunSpec
from workbench.spec.validation import changed_settings, validate

_LEVELS = {"basic": Level.CHAR, "phrase": Level.PHRASE, "entity": Level.ENTITY}
_KINDS: Mapping[str, type[MaskingStrategy]] = {"basic": Basic, "phrase": Phrase, "entity": Entity}


class Levels(Labelled):
    """What becomes of the levels before in a later stage; the paper does not say."""

    REPLACING = "replacing", mark("Each level takes the place of the one before")
    CUMULATIVE = "cumulative", mark("Each level is added to those before, a passage by one of them")


def ernie_schedule(spec: RunSpec, levels: Levels = Levels.REPLACING) -> RunSpec:
    """The three stages, equally long.

    Where the stage has ERNIE's own rule, its levels are those of that rule; else they are the strategies of these
    names. Both keep what was changed from the defaults as far as they have it too. Cumulative stages mix a level with
    those before, with equal shares. Raises :class:`ArgumentError` where there are several stages.
    """
    if len(spec.stages) > 1:
        raise ArgumentError(
            mark("ERNIE's schedule is made from a run of a single stage; this one has {stages}."),
            mark("Remove the other stages first."),
            stages=len(spec.stages),
        )
    (stage,) = spec.stages
    maskings = [_at_level(stage.masking, name) for name in _LEVELS]
    if levels is Levels.CUMULATIVE:
        basic, phrase, entity = maskings
        maskings = [basic, evenly_mixed([basic, phrase]), evenly_mixed([basic, phrase, entity])]
    stages = tuple(
        stage.model_copy(update={"name": name, "share": 1.0, "masking": masking})
        for name, masking in zip(_LEVELS, maskings, strict=True)
    )
    return spec.model_copy(update={"stages": stages})


def _at_level(masking: MaskingStrategy, name: str) -> MaskingStrategy:
    if isinstance(masking, Ernie):
        return masking.model_copy(update={"level": _LEVELS[name]})
    changed = changed_settings(type(masking), masking.model_dump(mode="json", exclude={"kind"}))
    kind = _KINDS[name]
    return validate(kind, {field: value for field, value in changed.items() if field in kind.model_fields})
