"""A masked passage as plain data, the same for the terminal, the clipboard and files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from workbench.masking.strategy import IGNORE, Action, MaskedBatch
from workbench.text.document import KINDS, Ints, UnitKind, UnitLabel
from workbench.text.prepared import PreparedCorpus
from workbench.text.ragged import starts_of

Span = Sequence[int] | None
NO_LABELS: Mapping[str, Ints] = MappingProxyType({})


def passage_data(
    masked: MaskedBatch, row: int, prepared: PreparedCorpus, token_labels: Mapping[str, Ints] = NO_LABELS
) -> dict[str, Any]:
    """Passage ``row`` of a batch made from a prepared corpus; see :func:`passage_record`."""
    first, end = masked.passages.starts[row : row + 2].tolist()
    text, spans = _text_and_spans(masked, first, end, prepared)
    return passage_record(
        masked,
        row,
        text=text,
        spans=spans,
        token=prepared.vocabulary.token,
        labels=prepared.labels,
        token_labels=token_labels,
    )


def passage_record(
    masked: MaskedBatch,
    row: int,
    *,
    text: str,
    spans: Sequence[Span],
    token: Callable[[int], str],
    labels: Sequence[UnitLabel],
    token_labels: Mapping[str, Ints] = NO_LABELS,
) -> dict[str, Any]:
    """Passage ``row`` of a batch: tokens, ids before and after, candidate units, picks, segments (or roles, 0 for Q),
    the ``label`` of the passage (-100 where nothing is asked), and the realised rate. Where questions about tokens are
    asked, also their right ``answers`` [n] by name, None where nothing is asked, from the ``token_labels`` [T] of the
    batch.

    ``text`` and ``spans`` (code points of ``text``, None at special tokens) are the passage's, and ``surfaces`` what
    stands there; ``token`` names an id, and units point into ``labels``. Places count tokens of the passage.
    """
    passages, picks, choice = masked.passages, masked.picks, masked.choice
    first, end = int(passages.starts[row]), int(passages.starts[row + 1])
    picked = range(*picks.position.searchsorted([first, end]).tolist())
    units = range(*choice.units.start.searchsorted([first, end]).tolist())
    maskable = int(passages.maskable[first:end].sum())
    ids = passages.ids[first:end].tolist()
    data = {
        "text": text,
        "tokens": [token(number) for number in ids],
        "ids": ids,
        "input_ids": masked.input_ids[first:end].tolist(),
        "spans": [None if span is None else list(span) for span in spans],
        "surfaces": [None if span is None else text[span[0] : span[1]] for span in spans],
        "units": [_unit(masked, unit, first, labels) for unit in units],
        "picks": [
            {
                "position": int(picks.position[pick]) - first,
                "unit": int(picks.unit[pick]) - units.start,
                "action": Action(picks.action[pick]).name.lower(),
                "original": int(picks.original[pick]),
                "input": int(picks.input[pick]),
                "replacement": token(int(picks.input[pick])),
            }
            for pick in picked
        ],
        "segments": passages.segment[first:end].tolist(),
        "label": int(passages.label[row]),
        "maskable": maskable,
        "rate": len(picked) / maskable if maskable else 0.0,
    }
    if token_labels:
        data["answers"] = {
            name: [None if label == IGNORE else label for label in answers[first:end].tolist()]
            for name, answers in token_labels.items()
        }
    return data


def _unit(masked: MaskedBatch, unit: int, first: int, labels: Sequence[UnitLabel]) -> dict[str, Any]:
    """A candidate unit; single tokens come from no list and no segmenter."""
    units = masked.choice.units
    kind, label = KINDS[units.kind[unit]], labels[int(units.label[unit])]
    return {
        "start": int(units.start[unit]) - first,
        "end": int(units.end[unit]) - first,
        "kind": kind.value,
        "label": label.name,
        "source": "tokens" if kind is UnitKind.CHAR else label.source,
    }


def _text_and_spans(
    masked: MaskedBatch, first: int, end: int, prepared: PreparedCorpus
) -> tuple[str, list[list[int] | None]]:
    """The sentences of a passage joined by LF, and where each token is in that text (None for special tokens)."""
    passages = masked.passages
    places = np.flatnonzero(passages.token[first:end] >= 0)
    spans: list[list[int] | None] = [None] * (end - first)
    if not len(places):
        return "", spans
    tokens, parts = passages.token[first + places], passages.part[first + places]
    begins = np.flatnonzero(np.diff(parts, prepend=-1))
    texts = [prepared.text_of(prepared.sentence_of(int(token))) for token in tokens[begins]]
    bases = starts_of([len(text) + 1 for text in texts])[:-1]  # one more for the LF
    offsets = np.asarray(prepared.spans[tokens]) + np.repeat(bases, np.diff(np.append(begins, len(tokens))))[:, None]
    for place, span in zip(places.tolist(), offsets.tolist(), strict=True):
        spans[place] = span
    return "\n".join(texts), spans
