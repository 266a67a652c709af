"""Text to token ids with the places of the tokens in the text, for a whole list of texts at once.

Special tokens are never added, and never found: a literal ``[MASK]`` in the text is cut like any other text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path

import numpy as np
import tokenizers
from numpy.typing import NDArray

from workbench.text.document import Ints
from workbench.text.folding import FoldedText, fold_case, unfold_spans
from workbench.text.library_tokenizer import make_tokenizer
from workbench.text.run_encoder import ByteRunEncoder, RunEncoder
from workbench.text.segmenters.characters import CharacterClass, character_classes, code_points
from workbench.text.segmenters.words import WordCutter, cut_words, make_cutter
from workbench.text.units import Segmenter
from workbench.text.vocabulary import Vocabulary, VocabularyKind


@dataclass(frozen=True)
class TokenTable:
    """Tokens of many texts, flat: ``ids`` [T], ``spans`` [T, 2] in characters of the own text, ``starts`` [n + 1]."""

    ids: NDArray[np.int32]
    spans: NDArray[np.int32]
    starts: Ints


class Tokenizer:
    """Cuts text for one vocabulary. ``cache_folder`` is for the segmenter of word vocabularies."""

    def __init__(self, vocabulary: Vocabulary, cache_folder: Path | None = None) -> None:
        self.vocabulary = vocabulary
        self._pieces = make_tokenizer(vocabulary)
        self._runs = _run_encoder(vocabulary, self._pieces)
        self._cache_folder = cache_folder
        self._encode_word = lru_cache(maxsize=1 << 16)(self._encode_word_uncached)

    def encode(self, texts: Sequence[str]) -> list[tuple[NDArray[np.int32], NDArray[np.int32]]]:
        """Ids [n] and spans [n, 2] (code points of the text given, half-open) of each text."""
        table = self.encode_flat(texts)
        return [
            (table.ids[first:end], table.spans[first:end])
            for first, end in zip(table.starts[:-1], table.starts[1:], strict=True)
        ]

    def encode_flat(self, texts: Sequence[str]) -> TokenTable:
        """The tokens of all texts in one table."""
        if self.vocabulary.kind is VocabularyKind.WORD:
            return self._encode_words(texts)
        if self._runs is not None:
            ids, spans, starts = self._runs.encode(texts)
            return TokenTable(ids, self._places(texts, spans, starts), starts)
        encodings = self._pieces.encode_batch(list(texts), add_special_tokens=False)
        counts = np.fromiter(map(len, encodings), np.int64, len(encodings))
        starts = np.concatenate(([0], np.cumsum(counts)))
        total = int(starts[-1])
        ids = np.fromiter(chain.from_iterable(encoding.ids for encoding in encodings), np.int32, total)
        flat = chain.from_iterable(chain.from_iterable(encoding.offsets for encoding in encodings))
        spans = np.fromiter(flat, np.int32, 2 * total).reshape(-1, 2)
        return TokenTable(ids, self._places(texts, spans, starts), starts)

    def _places(self, texts: Sequence[str], spans: NDArray[np.int32], starts: Ints) -> NDArray[np.int32]:
        """The library's spans; those of byte-level BPE without the blank that goes with a word."""
        if self.vocabulary.kind is VocabularyKind.BYTE_BPE:
            return _without_leading_space(texts, spans, np.diff(starts))
        return spans

    # --- word vocabularies (WoBERT; ERNIE sheet 4) ---------------------------------------------------------------

    @cached_property
    def _cutter(self) -> WordCutter:
        return make_cutter(Segmenter.AUTO, hmm=False, cache_folder=self._cache_folder)

    def _encode_words(self, texts: Sequence[str]) -> TokenTable:
        """A word in the vocabulary is one token; any other goes through WordPiece by itself, and is not cut again."""
        folded = [fold_case(text) if self.vocabulary.lowercase else FoldedText(text) for text in texts]
        table = cut_words([fold.text for fold in folded], self._cutter)
        joined = table.text
        ids: list[int] = []
        spans: list[int] = []
        counts = np.zeros(len(texts), np.int64)
        for start, end, text, base in zip(
            table.start.tolist(), table.end.tolist(), table.owner.tolist(), table.base.tolist(), strict=True
        ):
            found, inner = self._encode_word(joined[start:end])
            ids.extend(found)
            spans.extend(place + start - base for place in inner)
            counts[text] += len(found)
        starts = np.concatenate(([0], np.cumsum(counts)))
        places = np.asarray(spans, np.int32).reshape(-1, 2)
        return TokenTable(np.asarray(ids, np.int32), unfold_spans(places, starts, folded), starts)

    def _encode_word_uncached(self, word: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Ids of a word, and the starts and ends of its tokens in turn."""
        whole = self.vocabulary.ids_by_token.get(word)
        if whole is not None and not self.vocabulary.is_special[whole] and not word.isspace():
            return (whole,), (0, len(word))
        encoding = self._pieces.encode(word, add_special_tokens=False)
        return tuple(encoding.ids), tuple(chain.from_iterable(encoding.offsets))


def _run_encoder(vocabulary: Vocabulary, pieces: tokenizers.Tokenizer) -> RunEncoder | ByteRunEncoder | None:
    """The short cut for vocabularies that are cut in a known way; those with a definition of their own have none."""
    if vocabulary.definition:
        return None
    if vocabulary.kind is VocabularyKind.BYTE_BPE:
        return ByteRunEncoder(pieces)
    return RunEncoder(vocabulary, pieces) if vocabulary.kind is not VocabularyKind.WORD else None


def _without_leading_space(texts: Sequence[str], spans: NDArray[np.int32], counts: Ints) -> NDArray[np.int32]:
    """Spans that begin at the first character that is not a space; tokens of spaces alone keep theirs."""
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    bases = np.concatenate(([0], np.cumsum(lengths)[:-1])) if len(texts) else np.zeros(0, np.int64)
    spaces = character_classes(code_points("".join(texts))) == CharacterClass.SPACE
    places = np.where(spaces, len(spaces), np.arange(len(spaces)))
    next_letter = np.append(np.minimum.accumulate(places[::-1])[::-1], len(spaces))
    base = np.repeat(bases, counts)
    first = next_letter[spans[:, 0] + base] - base
    trimmed = spans.copy()
    trimmed[:, 0] = np.where(first < spans[:, 1], first, spans[:, 0])
    return trimmed
