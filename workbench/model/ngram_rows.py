"""Rows of an n-gram table, learnt with the n-grams of one run, for a run that has other ones."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from workbench.text.ngram_lexicon import NgramLexicon

NGRAM_PART = "encoder.ngrams."
NGRAM_TABLE = f"{NGRAM_PART}table.weight"


def moved_rows(table: Tensor, fresh: Tensor, there: NgramLexicon, here: NgramLexicon) -> Tensor:
    """``fresh`` [n + 1, H], with the rows of ``table`` [m + 1, H] for n-grams that both have, wherever they stand."""
    if there.texts == here.texts:
        return table
    known = {text: row for row, text in enumerate(there.texts, start=1)}
    source = np.array([0, *(known.get(text, 0) for text in here.texts)])
    rows = torch.from_numpy(np.flatnonzero(source))
    moved = fresh.clone()
    moved[rows] = table[torch.from_numpy(source[source > 0])]
    return moved
