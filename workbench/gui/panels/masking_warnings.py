"""What a card warns of: lists that its strategy lacks, a cap that binds, and text with too few units for the rate."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from workbench.core.errors import FieldProblem
from workbench.gui.figures import percent
from workbench.gui.i18n import render, tr, translate
from workbench.gui.panels.marking import LIST_FIELDS
from workbench.gui.panels.masking_figures import SampleFigures
from workbench.gui.panels.masking_problems import Offer, Problem
from workbench.masking.audit_notes import BRING_LIST, AuditNote, Fix, cap_notes, fill_up
from workbench.masking.layered import LayeredStrategy
from workbench.masking.strategy import MaskingStrategy
from workbench.spec.check import missing_lists
from workbench.text.document import UnitKind
from workbench.text.units import UnitSettings

_KINDS = {f"units.{field}": kind for kind, field in LIST_FIELDS.items()}

Mend = Callable[[Fix], None]


def list_notes(units: UnitSettings, strategy: MaskingStrategy) -> list[AuditNote]:
    """The lists that a strategy needs and lacks, as an audit would tell them."""
    return [_list_note(problem) for problem in missing_lists(units, strategy)]


def _list_note(problem: FieldProblem) -> AuditNote:
    return AuditNote(problem.message, "", (Fix(BRING_LIST, list_kind=_KINDS[problem.path]),))


def offers(note: AuditNote, mend: Mend) -> list[Offer]:
    """A button a fix of a note."""
    return [Offer(translate(fix.label), partial(mend, fix)) for fix in note.fixes]


def card_problems(
    strategy: MaskingStrategy, units: UnitSettings, length: int, figures: SampleFigures | None, mend: Mend
) -> list[Problem]:
    """What to tell on a card about passages of at most ``length`` tokens; ``figures`` of the sample where they are
    known."""
    notes = [*list_notes(units, strategy), *cap_notes(strategy, length)]
    found = [Problem(render(note.message), offers(note, mend)) for note in notes]
    return found if figures is None else [*found, *_shortfall(strategy, figures, mend)]


def _shortfall(strategy: MaskingStrategy, figures: SampleFigures, mend: Mend) -> list[Problem]:
    """In how much of the sample the strategy's own units are too few for its rate, with the offer to fill it up."""
    fix, audit = fill_up(strategy), figures.audit
    if fix is None or not (audit.short or figures.short_sentences):
        return []
    words = tr(
        "Too few {units} for {rate}: in {sentences} of the sentences, in {passages} of the passages.",
        units=_units(strategy),
        rate=percent(strategy.rate, 0),
        sentences=percent(figures.short_sentences, 0),
        passages=percent(audit.short / max(audit.passages, 1), 0),
    )
    return [Problem(words, [Offer(translate(fix.label), partial(mend, fix))])]


def _units(strategy: MaskingStrategy) -> str:
    if not isinstance(strategy, LayeredStrategy):
        return tr("units")
    return tr("entities") if strategy.primary is UnitKind.ENTITY else tr("phrases")
