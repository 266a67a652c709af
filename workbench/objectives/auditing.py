"""Masking many passages of a corpus only to count what comes of it: what terminal and window both call an audit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from workbench.core.errors import StoppedError
from workbench.core.progress import Cancelled, Progress, Report, never, silent
from workbench.core.texts import mark
from workbench.masking.audit import MaskAudit
from workbench.objectives.examples import ExampleMaker, StageSettings, mask_passages
from workbench.text.pack import assemble
from workbench.text.prepared import PreparedCorpus

_PASSAGES_AT_ONCE = 512
_MOST_TEXTS = 12


@dataclass(frozen=True)
class AuditResult:
    """The counts, and the texts of some units that hold an unknown token, the most frequent first."""

    audit: MaskAudit
    unknown_texts: tuple[str, ...]


def audit_stage(
    prepared: PreparedCorpus,
    stage: StageSettings,
    *,
    length: int,
    passages: int,
    seed: int,
    stage_number: int = 0,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> AuditResult:
    """Mask ``passages`` training passages of at most ``length`` tokens as a stage does, epoch after epoch where the
    corpus has fewer. Raises :class:`StoppedError` when cancelled."""
    audit = MaskAudit()
    maker = ExampleMaker(prepared, stage, length, seed, stage_number)
    plan, epoch = maker.passages(0), 0
    while audit.passages < passages and len(plan):
        for first in range(0, min(len(plan), passages - audit.passages), _PASSAGES_AT_ONCE):
            if cancelled():
                raise StoppedError(mark("The audit was stopped."))
            last = min(first + _PASSAGES_AT_ONCE, len(plan), first + passages - audit.passages)
            batch = assemble(prepared, plan, np.arange(first, last))
            masked = mask_passages(batch, stage.masking, prepared, maker.keys(plan, batch.example, epoch))
            audit.add(masked, stage.masking, prepared.vocabulary.unk_id)
            progress(Progress(audit.passages, passages, mark("passages"), mark("Counting what the masks are")))
        epoch += 1
    return AuditResult(audit, _texts(prepared, audit))


def _texts(prepared: PreparedCorpus, audit: MaskAudit) -> tuple[str, ...]:
    """What stands where units hold an unknown token."""
    counts: dict[str, int] = {}
    for first, last in audit.unknown_places:
        text = prepared.text_of(prepared.sentence_of(first))
        unit = text[int(prepared.spans[first, 0]) : int(prepared.spans[last, 1])]
        counts[unit] = counts.get(unit, 0) + 1
    return tuple(sorted(counts, key=lambda unit: -counts[unit])[:_MOST_TEXTS])
