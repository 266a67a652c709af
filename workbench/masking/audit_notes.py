"""What an audit found that a person should know before training, each with what mends it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from workbench.core.figures import percent, percent_of
from workbench.core.texts import Text, mark
from workbench.masking.audit import MaskAudit
from workbench.masking.layered import Fill, LayeredStrategy
from workbench.masking.mixture import Mixture
from workbench.masking.strategy import BudgetBase, MaskingStrategy, Rounding, Selection, cap_warning
from workbench.text.document import UnitKind
from workbench.text.lexicon import LexiconKind

MOST_OFF = 0.015  #: of the realised rate from the one asked for, before it is worth a note
_MANY_UNKNOWN = 0.01  #: share of unknown tokens among targets, or of units with one, that is worth a note
_FEW_OWN = 0.02  #: share of targets in a strategy's own units below which it is hardly that strategy

BRING_LIST = mark("Bring in a list…")
FILL_UP = mark("Let the rest of the text fill up the rate")


@dataclass(frozen=True)
class Fix:
    """What mends a problem: ``settings`` of the strategy (or of the units, as ``units.name``) by dotted path, or
    something that only a person can do: bring in a list of the kind ``list_kind``, or mend the vocabulary.

    ``label`` is a marked text for a button.
    """

    label: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    list_kind: LexiconKind | None = None
    vocabulary: bool = False


@dataclass(frozen=True)
class AuditNote:
    """Something that a person should know before training, what can be done about it in words (a marked text), and the
    fixes that do it; the first is the usual one."""

    message: Text
    hint: str
    fixes: tuple[Fix, ...] = ()


def audit_notes(audit: MaskAudit, strategy: MaskingStrategy, length: int) -> list[AuditNote]:
    """What to tell about passages of at most ``length`` tokens."""
    notes = [*_faults(audit), *cap_notes(strategy, length), *_targets(audit, strategy), *_off_rate(audit, strategy)]
    return [*notes, *_few_own(audit, strategy), *_unknown(audit)]


def fill_up(strategy: MaskingStrategy) -> Fix | None:
    """Lets the rest of the text fill up what a strategy's own units leave of its rate; None where that is so already or
    cannot be."""
    settings = {path: Fill.AFTER.value for path, layered in _layered(strategy).items() if layered.fill is Fill.NONE}
    return Fix(FILL_UP, settings) if settings else None


def _layered(strategy: MaskingStrategy) -> dict[str, LayeredStrategy]:
    """The strategies of one sparse layer that there are, by the dotted path of their use of the rest."""
    if isinstance(strategy, LayeredStrategy):
        return {"fill": strategy}
    if isinstance(strategy, Mixture):
        return {
            f"parts.{number}.masking.fill": part.masking
            for number, part in enumerate(strategy.parts)
            if isinstance(part.masking, LayeredStrategy)
        }
    return {}


def _faults(audit: MaskAudit) -> Iterator[AuditNote]:
    words = {
        "special_hits": mark("{count} special {count:token was|tokens were} masked or changed."),
        "changed_outside": mark("{count} {count:token was|tokens were} changed without being a target."),
        "split_units": mark("{count} {count:unit was|units were} masked in part."),
        "crossing_units": mark("{count} {count:unit reaches|units reach} over the end of a sentence."),
        "wrong_labels": mark("{count} {count:target is|targets are} not the token of the text."),
        "hidden_whole": mark("{count} {count:passage has|passages have} no token left to predict from."),
    }
    for name, count in audit.faults.items():
        if count:
            message = Text(words[name], {"count": f"{count:,}"})
            yield AuditNote(message, mark("That is a fault of the program; please report it."))


def cap_notes(strategy: MaskingStrategy, length: int) -> Iterator[AuditNote]:
    """Whether the cap on predictions binds in passages of ``length`` tokens."""
    if warning := cap_warning(strategy, length):
        hint = mark("Raise the cap on predictions, or set it to 0.")
        yield AuditNote(warning, hint, (Fix(mark("Remove the cap"), {"max_predictions": 0}),))


def _targets(audit: MaskAudit, strategy: MaskingStrategy) -> Iterator[AuditNote]:
    """Passages that have no target, or too few."""
    if audit.without_target and strategy.hides:
        message = Text(
            mark("{count} {count:passage|passages} ({share}) {count:has|have} nothing to predict."),
            _part(audit.without_target, audit.passages),
        )
        one = Fix(mark("At least one target a passage"), {"at_least_one": True})
        yield AuditNote(
            message, mark("Turn on “At least one target a passage”."), () if strategy.at_least_one else (one,)
        )
    if audit.short:
        values = {**_part(audit.short, audit.passages), "rate": percent(strategy.rate, 0)}
        message = Text(
            mark("{count} {count:passage|passages} ({share}) {count:holds|hold} too few units for the rate of {rate}."),
            values,
        )
        fix = fill_up(strategy)
        yield AuditNote(
            message, mark("Let the rest of the text fill up the rate."), (*([fix] if fix else []), *_lists(strategy))
        )


def _off_rate(audit: MaskAudit, strategy: MaskingStrategy) -> Iterator[AuditNote]:
    """A rate that is not the one asked for, though no cap binds and no passage falls short."""
    counts_all = strategy.budget is BudgetBase.ALL
    explained = audit.short or strategy.max_predictions or counts_all or not audit.targets
    if explained or abs(audit.rate - strategy.rate) <= MOST_OFF:
        return
    values = {"rate": percent(audit.rate), "asked": percent(strategy.rate)}
    message = Text(mark("The realised rate is {rate}, not {asked}."), values)
    if strategy.rounding is Rounding.NEAREST and strategy.selection is Selection.BUDGET:
        fix = Fix(mark("Round exactly on average"), {"rounding": Rounding.STOCHASTIC.value})
        yield AuditNote(message, mark("Whole budgets of short passages are far from the rate."), (fix,))
    elif strategy.at_least_one and audit.rate > strategy.rate:
        fix = Fix(mark("Allow passages without a target"), {"at_least_one": False})
        yield AuditNote(message, mark("Short passages get a target each, which is more than their rate."), (fix,))
    else:
        yield AuditNote(message, mark("Look at the lengths of the units and at the use of the rest."))


def _few_own(audit: MaskAudit, strategy: MaskingStrategy) -> Iterator[AuditNote]:
    """Phrases or entities that hardly occur among the targets, so that the strategy is nearly that of whole words."""
    if not isinstance(strategy, LayeredStrategy) or not audit.targets:
        return
    kind = audit.kinds.get(strategy.primary)
    share = kind.tokens / audit.targets if kind else 0.0
    if share >= _FEW_OWN:
        return
    template = {
        UnitKind.PHRASE: mark("Only {share} of the targets are in phrases: the corpus holds few that are known."),
        UnitKind.ENTITY: mark("Only {share} of the targets are in entities: the corpus holds few that are known."),
    }[strategy.primary]
    yield AuditNote(
        Text(template, {"share": percent(share)}), mark("Bring in a list, or mark some in the text."), _lists(strategy)
    )


def _lists(strategy: MaskingStrategy) -> tuple[Fix, ...]:
    """Lists that give a strategy more units of its own."""
    wanted = {layered.primary for layered in _layered(strategy).values()}
    offers = {
        UnitKind.PHRASE: Fix(mark("Take phrases from a list…"), list_kind=LexiconKind.PHRASE),
        UnitKind.ENTITY: Fix(mark("Take names from a list…"), list_kind=LexiconKind.ENTITY),
    }
    return tuple(fix for kind, fix in offers.items() if kind in wanted)


def _unknown(audit: MaskAudit) -> Iterator[AuditNote]:
    fixes = (Fix(mark("Look at the vocabulary"), vocabulary=True),)
    hint = mark("Use a vocabulary that covers the corpus.")
    if audit.unknown_targets > _MANY_UNKNOWN * audit.targets:
        values = {"share": percent_of(audit.unknown_targets, audit.targets)}
        yield AuditNote(
            Text(mark("{share} of the targets are unknown tokens, which teach nothing."), values), hint, fixes
        )
    kinds = [kind for name, kind in audit.kinds.items() if name is not UnitKind.CHAR]
    unknown, units = sum(kind.unknown for kind in kinds), sum(kind.units for kind in kinds)
    if unknown > _MANY_UNKNOWN * units:
        template = mark(
            "{count} {count:unit|units} ({share}) {count:holds|hold} an unknown token and can never be predicted whole."
        )
        yield AuditNote(Text(template, _part(unknown, units)), hint, fixes)


def _part(part: int, whole: int) -> dict[str, str]:
    return {"count": f"{part:,}", "share": percent_of(part, whole)}
