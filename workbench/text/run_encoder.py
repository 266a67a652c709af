"""The same tokens as the library's, several times faster: each different run of text goes through it once.

BERT makes each Chinese character and each punctuation mark a word of its own and drops blanks, so what these become
comes from a table, and runs are what stands between them. Byte-level BPE begins anew at a blank between two visible
characters, and there its runs begin.
"""

from __future__ import annotations

import pickle
import threading
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain, islice

import numpy as np
import tokenizers
from numpy.typing import NDArray

from workbench.text.document import Bools, Ints
from workbench.text.ragged import ranges, starts_of
from workbench.text.segmenters.characters import CharacterClass, character_classes, code_points
from workbench.text.segmenters.words import join_texts
from workbench.text.vocabulary import Vocabulary

#: Chinese characters that cleaning leaves as they are. Compatibility characters, which it replaces, and the rare ones
#: of the higher planes count as part of a run.
_CHINESE = (range(0x3400, 0x4DC0), range(0x4E00, 0xA000))
_PLANE = 0x10000  #: the table holds the characters below, and this last place stands for all others
_RUN, _BLANK = -2, -1  #: what the table holds in place of an id
_MOST_TOKENS = 1 << 18
_MOST_CHARACTERS = 1 << 20


class RunEncoder:
    """Tokens of texts for a vocabulary that cuts as BERT does (WordPiece, or one token a character)."""

    def __init__(self, vocabulary: Vocabulary, pieces: tokenizers.Tokenizer) -> None:
        self._table = _character_table(vocabulary, pieces)
        self._runs = _RunTable(pieces)

    def encode(self, texts: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.int32], Ints]:
        """Ids [T], spans [T, 2] in the own text, and where the tokens of each text begin [texts + 1]."""
        joined, bases = join_texts(texts)
        found = np.take(self._table, code_points(joined), mode="clip")
        edges = np.flatnonzero(np.diff(found == _RUN, prepend=False, append=False))
        first = edges[::2]
        runs = [joined[start:end] for start, end in zip(first.tolist(), edges[1::2].tolist(), strict=True)]
        counts, run_ids, run_spans = self._runs.look_up(runs)
        alone = np.flatnonzero(found >= 0)
        counts_at = np.zeros(len(found), np.int64)
        counts_at[alone] = 1
        counts_at[first] = counts
        places = starts_of(counts_at)
        ids = np.empty(places[-1], np.int32)
        spans = np.empty((places[-1], 2), np.int32)
        starts = places[bases]
        ids[places[alone]] = found[alone]
        spans[places[alone]] = alone[:, None] + np.arange(2)
        inside = ranges(places[first], counts)
        ids[inside] = run_ids
        spans[inside] = run_spans + np.repeat(first, counts)[:, None]
        spans -= np.repeat(bases[:-1], np.diff(starts)).astype(np.int32)[:, None]
        return ids, spans, starts


class ByteRunEncoder:
    """Tokens of texts for a byte-level BPE vocabulary cut by GPT-2's pattern: a blank goes with the word after it."""

    def __init__(self, pieces: tokenizers.Tokenizer) -> None:
        self._runs = _RunTable(pieces)

    def encode(self, texts: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.int32], Ints]:
        """Ids [T], spans [T, 2] in the own text, and where the tokens of each text begin [texts + 1]."""
        joined, bases = join_texts(texts)
        begins = _begins_anew(code_points(joined))
        begins[bases[:-1]] = True
        begins[bases[1:] - 1] = True  # the line feeds that join texts
        edges = np.flatnonzero(begins)
        between = np.isin(edges, bases[1:] - 1, assume_unique=True)
        first, end = edges[~between], np.append(edges[1:], len(joined))[~between]
        runs = [joined[start:stop] for start, stop in zip(first.tolist(), end.tolist(), strict=True)]
        counts, ids, spans = self._runs.look_up(runs)
        of_text = np.searchsorted(first, bases)
        base = np.repeat(bases[:-1], np.diff(of_text))
        spans += np.repeat(first - base, counts).astype(np.int32)[:, None]
        return ids, spans, starts_of(counts)[of_text]


def _begins_anew(codes: NDArray[np.uint32]) -> Bools:
    """Blanks between two characters that are surely no blanks [n]: whatever stands before, the pattern begins here."""
    classes = character_classes(codes)
    visible = (classes != CharacterClass.SPACE) & (classes != CharacterClass.OTHER)
    visible |= (codes > ord(" ")) & (codes <= ord("~"))
    begins = np.zeros(len(codes), np.bool_)
    begins[1:-1] = (codes[1:-1] == ord(" ")) & visible[:-2] & visible[2:]
    return begins


def _character_table(vocabulary: Vocabulary, pieces: tokenizers.Tokenizer) -> NDArray[np.int32]:
    """The id that each character has wherever it stands, :data:`_BLANK` for one that only parts words, and
    :data:`_RUN` for one whose token its neighbours decide."""
    blanks, marks = _parting(pickle.dumps((pieces.normalizer, pieces.pre_tokenizer)))
    fixed = np.zeros(_PLANE + 1, np.bool_)
    fixed[marks] = True
    for block in _CHINESE:
        fixed[block.start : block.stop] = True
    table = np.where(fixed, vocabulary.unk_id, _RUN).astype(np.int32)
    table[blanks] = _BLANK
    alone = [(ord(token), number) for token, number in vocabulary.ids_by_token.items() if len(token) == 1]
    codes, ids = np.array(alone, np.int64).reshape(-1, 2).T
    known = np.take(fixed, codes, mode="clip")
    table[codes[known]] = ids[known]
    return table


@lru_cache(maxsize=8)
def _parting(pickled: bytes) -> tuple[list[int], list[int]]:
    """Codes of blanks and of punctuation marks: what the library's own normalizer and pre-tokenizer, which are given,
    make of the characters that may be any. Vocabularies differ in nothing of it but in upper case."""
    normalizer, cutter = pickle.loads(pickled)
    cleaned = {character: normalizer.normalize_str(f"a{character}a") for character in _candidates()}
    blanks = [character for character, text in cleaned.items() if text == "a a"]
    kept = [character for character, text in cleaned.items() if text == f"a{character}a" and character != " "]
    cut = {piece for piece, (start, end) in cutter.pre_tokenize_str(f"a{'a'.join(kept)}a") if end == start + 1}
    return [ord(character) for character in blanks], [ord(character) for character in kept if character in cut]


@cache
def _candidates() -> tuple[str, ...]:
    """Characters that may be punctuation or blanks to the library. None of them joins the character before it."""
    characters = map(chr, range(_PLANE))
    return tuple(
        character
        for character in characters
        if (character.isascii() and not character.isalnum())
        or character.isspace()
        or (unicodedata.category(character)[0] in "PZ" and not unicodedata.combining(character))
    )


class _RunTable:
    """Runs that were met before, numbered as they came, with their tokens end to end."""

    def __init__(self, pieces: tokenizers.Tokenizer) -> None:
        self._pieces = pieces
        self._lock = threading.Lock()  # previews in several threads share a tokenizer
        self._forget()

    def _forget(self) -> None:
        self._numbers: defaultdict[str, int] = defaultdict()
        self._numbers.default_factory = self._numbers.__len__
        self._characters = 0
        self._ids = np.zeros(0, np.int32)
        self._spans = np.zeros((0, 2), np.int32)
        self._starts = np.zeros(1, np.int64)

    def look_up(self, runs: Sequence[str]) -> tuple[Ints, NDArray[np.int32], NDArray[np.int32]]:
        """How many tokens each run has [runs], the ids of all in turn [t] and their spans in the own run [t, 2]."""
        with self._lock:
            known = len(self._numbers)
            numbers = np.fromiter(map(self._numbers.__getitem__, runs), np.int64, len(runs))
            self._learn(list(islice(self._numbers, known, None)))
            first = self._starts[numbers]
            counts = self._starts[numbers + 1] - first
            tokens = ranges(first, counts)
            found = counts, self._ids[tokens], self._spans[tokens]
            if len(self._ids) > _MOST_TOKENS or self._characters > _MOST_CHARACTERS:
                self._forget()
        return found

    def _learn(self, runs: list[str]) -> None:
        """Add the tokens of runs that have just been numbered."""
        if not runs:
            return
        encodings = self._pieces.encode_batch(runs, add_special_tokens=False)
        counts = np.fromiter(map(len, encodings), np.int64, len(encodings))
        total = int(counts.sum())
        ids = np.fromiter(chain.from_iterable(encoding.ids for encoding in encodings), np.int32, total)
        flat = chain.from_iterable(chain.from_iterable(encoding.offsets for encoding in encodings))
        spans = np.fromiter(flat, np.int32, 2 * total).reshape(-1, 2)
        self._starts = np.concatenate((self._starts, self._starts[-1] + np.cumsum(counts)))
        self._ids = np.concatenate((self._ids, ids))
        self._spans = np.concatenate((self._spans, spans))
        self._characters += sum(map(len, runs))
