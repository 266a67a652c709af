"""Weights of one vocabulary for a model of a vocabulary that was made from it (ERNIE sheet 4, WoBERT)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
import torch
from torch import Tensor

from workbench.core.errors import WorkbenchError
from workbench.core.seeding import derive, uniforms
from workbench.core.texts import mark
from workbench.spec.encoder import EncoderSpec, Initialisation
from workbench.text.corpus_copies import text_hashes
from workbench.text.vocabulary import Vocabulary
from workbench.text.vocabulary_lineage import Lineage
from workbench.text.vocabulary_rows import row_sources

_SMALLEST = 2.0**-53  #: a draw of 0 would be a number without end
WORD_TABLE = "encoder.embeddings.word.weight"  #: also the output matrix of token heads, which is tied to it
#: Those of a generator; its table is there where it is not shared.
GENERATOR_TABLE, GENERATOR_BIAS = "generator.encoder.embeddings.word.weight", "generator.head.bias"
_TABLES = frozenset({WORD_TABLE, GENERATOR_TABLE})
_OUTPUT_BIAS = re.compile(r"heads\.\w+\.bias")


@torch.no_grad()
def grow_embeddings(
    state: Mapping[str, Tensor], vocabulary: Vocabulary, parent: Vocabulary, spec: EncoderSpec, seed: int = 0
) -> dict[str, Tensor]:
    """The weights ``state`` of a model with ``parent`` as those of the same model with ``vocabulary``.

    Word tables [V, E] (with them the tied output matrices) and the output bias [V] of each token head get the rows of
    ``vocabulary.lineage``: a kept token its own, to the bit, an added one the mean of its pieces' rows in ``parent``,
    or one drawn as ``spec`` says (bias 0) where the lineage wants that or every piece is [UNK]. A drawn row depends on
    ``seed`` and the token alone, whatever is added beside it. All other weights stay. Raises WorkbenchError where
    ``vocabulary`` was not made from ``parent`` or the weights have another number of rows.
    """
    lineage = _lineage(vocabulary, parent)
    table = state[WORD_TABLE]
    if len(table) != parent.size:
        raise WorkbenchError(
            mark("The weights have {rows:,} word rows, but the vocabulary “{name}” has {size:,} tokens."),
            mark("Take the weights and the vocabulary of one run."),
            rows=len(table),
            name=parent.name,
            size=parent.size,
        )
    sources = row_sources(vocabulary, parent, lineage)
    fresh = [place for place, ids in enumerate(sources) if not ids]
    grown = dict(state)
    for name in filter(_has_a_row_a_token, state):
        grown[name] = _grown_rows(state[name], sources)
        if fresh and name in _TABLES:
            tokens = [vocabulary.token(place) for place in fresh]
            grown[name][fresh] = _drawn_rows(tokens, state[name].shape[1], spec, seed).to(state[name])
    return grown


def _lineage(vocabulary: Vocabulary, parent: Vocabulary) -> Lineage:
    """Where the tokens come from, if it is the parent that they come from."""
    lineage = vocabulary.lineage
    if lineage is None or lineage.fingerprint != parent.fingerprint:
        raise WorkbenchError(
            mark("The vocabulary “{name}” was not made from “{parent}”, so that its rows are not known."),
            mark("Add words to the vocabulary that the weights were trained with."),
            name=vocabulary.name,
            parent=parent.name,
        )
    return lineage


def _drawn_rows(tokens: Sequence[str], width: int, spec: EncoderSpec, seed: int) -> Tensor:
    """Normal numbers [tokens, width], cut at two deviations where ``spec`` says so, by key of the token and column."""
    keys = derive(seed, text_hashes(tokens))
    draws = torch.from_numpy(uniforms(keys[:, None], "new-row", np.arange(width)))
    low, high = _SMALLEST, 1 - _SMALLEST
    if spec.initialisation is Initialisation.TRUNCATED:
        low, high = torch.special.ndtr(torch.tensor([-2.0, 2.0], dtype=torch.float64)).tolist()
    drawn: Tensor = torch.special.ndtri(low + (high - low) * draws)
    return drawn * spec.initial_deviation


def _has_a_row_a_token(name: str) -> bool:
    """Whether a weight is a word table or the bias of a token head, also of a generator beside the encoder."""
    return name in _TABLES or name == GENERATOR_BIAS or _OUTPUT_BIAS.fullmatch(name) is not None


def _grown_rows(rows: Tensor, sources: Sequence[tuple[int, ...]]) -> Tensor:
    """The rows [n, ...] of single sources as they are, means over several [V, ...]; zero where there are none."""
    lengths = torch.tensor([len(ids) for ids in sources])
    flat = torch.tensor([place for ids in sources for place in ids], dtype=torch.long)
    owner = torch.repeat_interleave(torch.arange(len(sources)), lengths)
    sums = torch.zeros((len(sources), *rows.shape[1:]), dtype=torch.float64)
    sums.index_add_(0, owner, rows[flat].to(torch.float64))
    grown = (sums / lengths.clamp(min=1).reshape(-1, *[1] * (rows.dim() - 1))).to(rows)
    kept = lengths == 1
    grown[kept] = rows[flat[kept[owner]]]  # a sum that begins at 0 would lose the sign of -0
    return grown
