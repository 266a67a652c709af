"""What a corpus is made of: lengths, characters, words, scripts. Counted once, kept in the corpus folder."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.files import write_whole
from workbench.core.progress import Cancelled, Progress, Report
from workbench.core.texts import mark
from workbench.text.document import Ints

_FILE = "statistics.json"
_CHUNK = 1 << 20
_MOST = 200
#: Bytes of text that are cut into words, in stretches spread over the corpus.
_WORD_BYTES, _STRETCHES = 1 << 21, 64
_CODES = 0x110000
_HAN = ((0x3400, 0x4DC0), (0x4E00, 0xA000), (0xF900, 0xFB00), (0x20000, 0x32000))
_LATIN = ((0x41, 0x5B), (0x61, 0x7B), (0xC0, 0x250), (0xFF21, 0xFF3B), (0xFF41, 0xFF5B))


class Histogram(BaseModel):
    """``counts`` [n] of values from ``edges[i]`` up to, but not with, ``edges[i + 1]`` [n + 1]."""

    model_config = ConfigDict(frozen=True)

    edges: tuple[int, ...]
    counts: tuple[int, ...]


class Statistics(BaseModel):
    """Lengths are in characters, but ``document_sentences``; ``words`` come from a sample of ``word_sample`` bytes."""

    model_config = ConfigDict(frozen=True)

    document_lengths: Histogram
    document_sentences: Histogram
    sentence_lengths: Histogram
    characters: tuple[tuple[str, int], ...]
    num_distinct_characters: int
    words: tuple[tuple[str, int], ...]
    word_sample: int
    chinese_share: float
    latin_share: float
    pair_documents: int


def measure(
    folder: Path, text: NDArray[np.uint8], offsets: Ints, documents: Ints, progress: Report, cancelled: Cancelled
) -> Statistics:
    """The statistics of a corpus, from its folder where they lie there whole; ``text`` is UTF-8, the rest starts in it.

    Raises UnicodeDecodeError where the text is damaged.
    """
    path = folder / _FILE
    with suppress(OSError, ValueError):
        return Statistics.model_validate_json(path.read_bytes())
    statistics = _count(text, np.asarray(offsets), np.asarray(documents), progress, cancelled)
    with suppress(WorkbenchError):  # where there is no room for them they are counted again the next time
        write_whole(path, statistics.model_dump_json())
    return statistics


def _count(
    text: NDArray[np.uint8], offsets: Ints, documents: Ints, progress: Report, cancelled: Cancelled
) -> Statistics:
    codes = np.zeros(_CODES, np.int64)
    lengths = np.zeros(len(offsets) - 1, np.int64)
    for begin, end in _sentence_ranges(offsets):
        _check(cancelled)
        data = text[offsets[begin] : offsets[end]]
        points = np.frombuffer(data.tobytes().decode().encode("utf-32-le"), "<u4")
        codes += np.bincount(points, minlength=_CODES)
        # A byte that continues no character begins one.
        begun = np.concatenate([[0], np.cumsum((data & 0xC0) != 0x80)])
        lengths[begin:end] = np.diff(begun[offsets[begin : end + 1] - offsets[begin]])
        progress(Progress(int(offsets[end]), len(text), "bytes", mark("Counting characters")))
    sentences = np.diff(documents)
    words, sample = _words(text, offsets, progress, cancelled)
    visible = codes.copy()
    visible[[9, 0x20, 0xA0, 0x3000]] = 0
    most = np.argsort(-visible, kind="stable")[:_MOST]
    total = max(1, int(visible.sum()))
    return Statistics(
        document_lengths=_histogram(np.add.reduceat(lengths, documents[:-1])),
        document_sentences=_histogram(sentences),
        sentence_lengths=_histogram(lengths),
        characters=tuple((chr(code), int(visible[code])) for code in most.tolist() if visible[code]),
        num_distinct_characters=int(np.count_nonzero(codes)),
        words=words,
        word_sample=sample,
        chinese_share=_share(codes, _HAN) / total,
        latin_share=_share(codes, _LATIN) / total,
        pair_documents=int(np.count_nonzero(sentences >= 2)),
    )


def _check(cancelled: Cancelled) -> None:
    if cancelled():
        raise StoppedError(mark("Counting was stopped."))


def _sentence_ranges(offsets: Ints) -> Iterator[tuple[int, int]]:
    """Ranges of sentences of about a megabyte."""
    begin = 0
    while begin < len(offsets) - 1:
        end = int(np.searchsorted(offsets, offsets[begin] + _CHUNK, "right")) - 1
        end = min(max(end, begin + 1), len(offsets) - 1)
        yield begin, end
        begin = end


def _share(codes: Ints, ranges: tuple[tuple[int, int], ...]) -> int:
    return sum(int(codes[begin:end].sum()) for begin, end in ranges)


def _histogram(values: Ints) -> Histogram:
    """Whole numbers in steps that grow with the value: 0, 1, 2, ... 8, 10, 12, ... each octave in four."""
    edges = list(range(9))
    while edges[-1] <= int(values.max(initial=0)):
        edges.append(edges[-1] + max(1, (1 << (edges[-1].bit_length() - 1)) // 4))
    counts, _ = np.histogram(values, edges)
    return Histogram(edges=tuple(edges), counts=tuple(counts.tolist()))


_WORD = re.compile(r"\w")


def _words(
    text: NDArray[np.uint8], offsets: Ints, progress: Report, cancelled: Cancelled
) -> tuple[tuple[tuple[str, int], ...], int]:
    """The most frequent words of stretches spread over the text, and the bytes of those."""
    # It loads its dictionary: only who asks for statistics waits for it.
    import rjieba

    counts: Counter[str] = Counter()
    sample = 0
    stretch = _WORD_BYTES // _STRETCHES
    total = int(offsets[-1])
    starts = np.linspace(0, max(0, total - stretch), _STRETCHES) if total > _WORD_BYTES else [0]
    for start in np.unique(np.searchsorted(offsets, starts, "right") - 1).tolist():
        _check(cancelled)
        wanted = _WORD_BYTES if total <= _WORD_BYTES else stretch
        end = int(np.searchsorted(offsets, offsets[start] + wanted, "left"))
        end = min(max(end, start + 1), len(offsets) - 1)
        data = text[offsets[start] : offsets[end]].tobytes()
        sample += len(data)
        places = (offsets[start : end + 1] - offsets[start]).tolist()
        sentences = "\n".join(data[a:b].decode() for a, b in pairwise(places))
        counts.update(word for word in rjieba.cut(sentences, False) if _WORD.match(word))
        progress(Progress(sample, min(total, _WORD_BYTES), "bytes", mark("Counting words")))
    return tuple(counts.most_common(_MOST)), sample
