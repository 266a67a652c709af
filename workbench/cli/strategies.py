"""The masking strategies that options name, with the settings that options give them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.core.errors import ArgumentError, FieldProblem, SpecError
from workbench.core.texts import Text, listed, mark
from workbench.masking.registry import STRATEGIES
from workbench.masking.strategy import MaskingStrategy
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.text.units import UnitSettings

ALL = "all"
SETTING_HELP = (
    "a setting of the strategy (of several, those that have it get it), or units.key of the word, phrase and entity "
    "boundaries"
)
_UNITS = "units."


def named_kinds(names: Sequence[str]) -> list[str]:
    """The kinds of strategies that ``--strategy`` names, :data:`ALL` alone being every one.

    Raises :class:`ArgumentError` where one is named twice or beside :data:`ALL`; an unknown one is told where it is
    looked up.
    """
    if ALL in names and len(names) > 1:
        raise ArgumentError(
            mark("--strategy all is every strategy already."), mark("Give it alone, or only names of strategies.")
        )
    for name in names:
        if names.count(name) > 1:
            raise ArgumentError(mark("--strategy {name} is given twice."), mark("Name each strategy once."), name=name)
    return list(STRATEGIES) if ALL in names else list(names)


def chosen_strategies(
    kinds: Sequence[str], settings: Sequence[str]
) -> Mapping[str, tuple[MaskingStrategy, UnitSettings]]:
    """As :func:`chosen_settings` for every kind, each of which gets those of the settings that it has.

    Raises :class:`SpecError` for settings that none of them has.
    """
    fields = {kind: STRATEGIES[kind].model_fields for kind in kinds}
    if len(fields) == 1:
        return {kind: chosen_settings(kind, settings) for kind in fields}
    names = dict.fromkeys(_field(text) for text in settings if not text.startswith(_UNITS))
    homeless = [name for name in names if not any(name in known for known in fields.values())]
    if homeless:
        template = mark("None of the strategies has this setting: {strategies}.")
        raise SpecError([FieldProblem(name, Text(template, {"strategies": listed(kinds)})) for name in homeless])
    return {
        kind: chosen_settings(kind, [text for text in settings if text.startswith(_UNITS) or _field(text) in known])
        for kind, known in fields.items()
    }


def _field(setting: str) -> str:
    """The field of a strategy that ``key=value`` is about; of ``key.0.name=value`` the key."""
    return setting.partition("=")[0].partition(".")[0].strip()


def chosen_settings(kind: str, settings: Sequence[str]) -> tuple[MaskingStrategy, UnitSettings]:
    """The strategy and the unit settings that options say; raises :class:`SpecError` with the names as typed."""
    STRATEGIES[kind]  # a wrong name is told with the nearest right one
    place = "stages.0.masking."
    overrides = [text if text.startswith(_UNITS) else place + text for text in settings]
    try:
        spec = apply_overrides(RunSpec(), [f"{place}kind={kind}", *overrides])
    except SpecError as error:
        problems = [FieldProblem(_as_typed(problem.path, place), problem.message) for problem in error.problems]
        raise SpecError(problems) from None
    return spec.stages[0].masking, spec.units


def _as_typed(path: str, place: str) -> str:
    """A path of a spec as a setting of the strategy at ``place``; what is wrong with the whole of it has no name."""
    return path.removeprefix(place) if path.startswith(place) else path.replace(place.rstrip("."), "--strategy")
