"""Masking many passages of a corpus only to count what comes of it: what terminal and window both call an audit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from workbench.core.errors import StoppedError
from workbench.core.progress import Cancelled, Progress, Report, never, silent
from workbench.core.seeding import Keys
from workbench.core.texts import mark
from workbench.masking.audit import MaskAudit
from workbench.masking.strategy import MaskedBatch
from workbench.objectives.examples import ExampleMaker, StageSettings, mask_passages
from workbench.text.document import Ints
from workbench.text.pack import PassagePlan, assemble
from workbench.text.prepared import PreparedCorpus
from workbench.text.ragged import heads_of

_PASSAGES_AT_ONCE = 512
_MOST_TEXTS = 12


@dataclass(frozen=True)
class AuditResult:
    """The counts, and the texts of some units that hold an unknown token, the most frequent first; how often each
    answer was right, by question (the name of its loss) and answer, where something is asked."""

    audit: MaskAudit
    unknown_texts: tuple[str, ...]
    answers: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


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
    corpus has fewer. Raises :class:`StoppedError` when cancelled, and :class:`WorkbenchError` where what the stage asks
    can't be asked of the corpus."""
    audit = MaskAudit()
    maker = ExampleMaker(prepared, stage, length, seed, stage_number)
    answers = _Answers(maker)
    for masked in _masked(maker, passages, cancelled):
        audit.add(masked, stage.masking, prepared.vocabulary.unk_id)
        answers.add(masked)
        progress(Progress(audit.passages, passages, mark("passages"), mark("Counting what the masks are")))
    return AuditResult(audit, _texts(prepared, audit), answers.counts())


class _Answers:
    """Counts the right answers about passages and their tokens, batch by batch."""

    def __init__(self, maker: ExampleMaker) -> None:
        self._maker = maker
        passage = maker.stage.passage
        asked = [(passage.head, passage.answers)] if passage.head else []
        asked += [(question.loss, question.answers) for question in maker.questions]
        self._answers = dict(asked)
        self._counts = {name: np.zeros(len(answers), np.int64) for name, answers in asked}

    def add(self, masked: MaskedBatch) -> None:
        """One batch."""
        labels = dict(self._maker.token_labels(masked))
        if head := self._maker.stage.passage.head:
            labels[head] = masked.passages.label.astype(np.int64)
        for name, found in labels.items():
            self._counts[name] += np.bincount(found[found >= 0], minlength=len(self._counts[name]))

    def counts(self) -> dict[str, dict[str, int]]:
        """By question and answer."""
        return {
            name: dict(zip(self._answers[name], counts.tolist(), strict=True)) for name, counts in self._counts.items()
        }


def _masked(maker: ExampleMaker, passages: int, cancelled: Cancelled) -> Iterator[MaskedBatch]:
    """So many training passages with all layers of units, masked, epoch after epoch."""
    plan = maker.passages(0)
    for first in range(0, passages if len(plan) else 0, _PASSAGES_AT_ONCE):
        if cancelled():
            raise StoppedError(mark("The audit was stopped."))
        epochs, rows = np.divmod(np.arange(first, min(first + _PASSAGES_AT_ONCE, passages)), len(plan))
        batch = assemble(maker.source, plan, rows)
        yield mask_passages(batch, maker.stage.masking, maker.source, _keys(maker, plan, batch.example, epochs))


def _keys(maker: ExampleMaker, plan: PassagePlan, examples: Ints, epochs: Ints) -> Keys:
    """The keys of passages [B], each in its own one of some epochs that follow each other."""
    parts = np.split(np.arange(len(epochs)), heads_of(epochs)[1:])
    return np.concatenate([maker.keys(plan, examples[part], int(epochs[part[0]])) for part in parts])


def _texts(prepared: PreparedCorpus, audit: MaskAudit) -> tuple[str, ...]:
    """What stands where units hold an unknown token."""
    counts: dict[str, int] = {}
    for first, last in audit.unknown_places:
        text = prepared.text_of(prepared.sentence_of(first))
        unit = text[int(prepared.spans[first, 0]) : int(prepared.spans[last, 1])]
        counts[unit] = counts.get(unit, 0) + 1
    return tuple(sorted(counts, key=lambda unit: -counts[unit])[:_MOST_TEXTS])
