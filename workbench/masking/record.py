"""A masked passage as plain data, the same for the terminal, the clipboard and files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from workbench.masking.strategy import Action, MaskedBatch
from workbench.text.document import KINDS

Span = Sequence[int] | None


def passage_record(
    masked: MaskedBatch,
    row: int,
    *,
    text: str,
    spans: Sequence[Span],
    token: Callable[[int], str],
    label: Callable[[int], str],
) -> dict[str, Any]:
    """Passage ``row`` of a batch: tokens, ids before and after, candidate units, picks, and the realised rate.

    ``text`` and ``spans`` (code points of ``text``, None at special tokens) are the passage's; ``token`` names an id
    and ``label`` the class of a unit's label number. Places count tokens of the passage.
    """
    passages, picks, choice = masked.passages, masked.picks, masked.choice
    first, end = int(passages.starts[row]), int(passages.starts[row + 1])
    picked = range(*picks.position.searchsorted([first, end]).tolist())
    units = range(*choice.units.start.searchsorted([first, end]).tolist())
    maskable = int(passages.maskable[first:end].sum())
    ids = passages.ids[first:end].tolist()
    return {
        "text": text,
        "tokens": [token(number) for number in ids],
        "ids": ids,
        "input_ids": masked.input_ids[first:end].tolist(),
        "spans": [None if span is None else list(span) for span in spans],
        "units": [
            {
                "start": int(choice.units.start[unit]) - first,
                "end": int(choice.units.end[unit]) - first,
                "kind": KINDS[choice.units.kind[unit]].value,
                "label": label(int(choice.units.label[unit])),
            }
            for unit in units
        ],
        "picks": [
            {
                "position": int(picks.position[pick]) - first,
                "unit": int(picks.unit[pick]) - units.start,
                "action": Action(picks.action[pick]).name.lower(),
                "original": int(picks.original[pick]),
                "input": int(picks.input[pick]),
            }
            for pick in picked
        ],
        "maskable": maskable,
        "rate": len(picked) / maskable if maskable else 0.0,
    }
