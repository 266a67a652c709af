"""Speed of making a corpus ready: from a UTF-8 file to tokens and units on disk, beside ``tokenizers`` alone.

All sides take the same text and all cores, and take turns within one run, so that what else the machine does falls on
all of them alike. The library's side is ``encode_batch`` with ids and offsets read into arrays: it cuts no words.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import statistics
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from typing import IO, Any

import numpy as np
import psutil

from workbench.core.paths import Project
from workbench.text.analysis import make_analyser
from workbench.text.corpus import Corpus, delete_corpus, import_corpus
from workbench.text.library_tokenizer import make_tokenizer
from workbench.text.prepared import prepare
from workbench.text.prepared_writer import PreparedWriter
from workbench.text.readers.settings import ImportSettings
from workbench.text.streaming import sentence_chunks
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary

LIBRARY, WHOLE, PREPARE = "encode_batch", "import and prepare", "prepare"
STAGES = ("import", "read", "tokenise", "cut words", "units", "join", "write")
_CHARACTERS = 1 << 18  #: of a chunk, for the library and for the stages
_MEGABYTE = 10**6
_SAMPLING_SECONDS = 0.05


def _write_text(corpus: Corpus, path: Path) -> Path:
    """The corpus as a UTF-8 file: a sentence a line, a blank line after each document."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for document in range(corpus.num_documents):
            file.write("\n".join(corpus.document(document)) + "\n\n")
    return path


@dataclass
class TextBench:
    """Measures one text in a project of its own."""

    project: Project
    vocabulary: Vocabulary
    settings: UnitSettings
    text: Path
    _names: Iterator[int] = field(default_factory=lambda: iter(range(10**9)))

    @staticmethod
    def of(work: Project, corpus: Corpus, vocabulary: Vocabulary) -> TextBench:
        """The text of a corpus, measured in the empty project ``work``."""
        return TextBench(work, vocabulary, UnitSettings(), _write_text(corpus, work.root / "text.txt"))

    def sides(self, rounds: int) -> list[dict[str, Any]]:
        """A row a side and stage: medians of rounds in which all took their turn."""
        corpus = self._import(self.text)
        size = _text_bytes(corpus)
        tokenizer = make_tokenizer(self.vocabulary)
        sides: dict[str, Callable[[], object]] = {
            LIBRARY: partial(encode_all, tokenizer, corpus),
            WHOLE: self._whole,
            PREPARE: partial(self._prepare, corpus),
        }
        seconds: dict[str, list[float]] = {name: [] for name in (*sides, *STAGES)}
        used: dict[str, list[float]] = {name: [] for name in sides}
        for _ in range(rounds):
            for name, work in sides.items():
                wall, processor = time.perf_counter(), _processor_seconds()
                work()
                seconds[name].append(time.perf_counter() - wall)
                used[name].append(_processor_seconds() - processor)
            for name, taken in self._stages(corpus).items():
                seconds[name].append(taken)
        library = statistics.median(seconds[LIBRARY])
        return [
            {
                "side": name,
                "megabytes": size / _MEGABYTE,
                "seconds": (median := statistics.median(taken)),
                "mb_per_s": size / _MEGABYTE / median,
                "times_library": library / median,
                "processor_s": statistics.median(used[name]) if name in used else None,
            }
            for name, taken in seconds.items()
        ]

    def sizes(self, sizes: Sequence[float]) -> list[dict[str, Any]]:
        """A row a size: import and preparation, the library before and after on the text once, and memory.

        The library works in a process of its own, since memory that it leaves behind would be used again unseen.
        """
        corpus = self._import(self.text)
        once = _text_bytes(corpus) / _MEGABYTE
        rows = []
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as beside:
            for size in sizes:
                before = beside.submit(_library_seconds, self.vocabulary, corpus.folder).result()
                row = self._size(size)
                after = beside.submit(_library_seconds, self.vocabulary, corpus.folder).result()
                library = 2 * once / (before + after)
                growth = row.pop("memory_growth_mib")
                rows.append(
                    {
                        **row,
                        "library_mb_per_s": library,
                        "times_library": row["mb_per_s"] / library,
                        "memory_growth_mib": growth,
                    }
                )
        return rows

    def _size(self, size: float) -> dict[str, float]:
        """Import and prepare so many megabytes."""
        path = _repeated(self.text, self.project.root / "repeated.txt", round(size * _MEGABYTE))
        with _growth() as grown:
            begin = time.perf_counter()
            corpus = self._import(path)
            imported = time.perf_counter()
            self._prepare(corpus)
            end = time.perf_counter()
        done, name = _text_bytes(corpus) / _MEGABYTE, corpus.name
        del corpus  # Windows deletes no mapped file
        delete_corpus(self.project, name)
        path.unlink()
        return {
            "megabytes": done,
            "import_s": imported - begin,
            "prepare_s": end - imported,
            "seconds": end - begin,
            "mb_per_s": done / (end - begin),
            "memory_growth_mib": max(grown) / 2**20,
        }

    def _import(self, path: Path) -> Corpus:
        return import_corpus(self.project, f"text-{next(self._names)}", [path], ImportSettings())

    def _prepare(self, corpus: Corpus) -> None:
        """Prepare anew; what was made goes at once."""
        prepare(self.project, corpus, self.vocabulary, self.settings)
        shutil.rmtree(self.project.prepared, ignore_errors=True)

    def _whole(self) -> None:
        corpus = self._import(self.text)
        self._prepare(corpus)
        delete_corpus(self.project, corpus.name)

    def _stages(self, corpus: Corpus) -> dict[str, float]:
        """Seconds of each stage, one after the other on one core."""
        clock = _Clock()
        imported = clock("import", partial(self._import, self.text))
        delete_corpus(self.project, imported.name)
        analyser = make_analyser(self.project, self.vocabulary, self.settings)
        chunks = sentence_chunks(corpus, _CHARACTERS)
        folder = self.project.prepared / "stages"
        folder.mkdir(parents=True)
        with PreparedWriter(folder, self.vocabulary) as writer:
            while found := clock("read", partial(next, chunks, None)):
                texts = found[1]
                tokens = clock("tokenise", partial(analyser.tokenizer.encode_flat, texts))
                words = clock("cut words", partial(analyser.words, texts))
                units = clock("units", partial(analyser.units, words))
                analysis = clock("join", partial(analyser.join, tokens, units))
                clock("write", partial(writer.append, analysis))
        shutil.rmtree(folder)
        return clock.seconds


class _Clock:
    """Adds up what calls take, by name."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def __call__(self, name: str, work: Callable[[], Any]) -> Any:
        begin = time.perf_counter()
        value = work()
        self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - begin
        return value


def encode_all(tokenizer: Any, corpus: Corpus) -> None:
    """The library on all sentences of a corpus, with ids and offsets read into arrays."""
    for _, texts in sentence_chunks(corpus, _CHARACTERS):
        encodings = tokenizer.encode_batch(texts, add_special_tokens=False)
        total = sum(map(len, encodings))
        np.fromiter(chain.from_iterable(encoding.ids for encoding in encodings), np.int32, total)
        offsets = chain.from_iterable(chain.from_iterable(encoding.offsets for encoding in encodings))
        np.fromiter(offsets, np.int32, 2 * total)


def _library_seconds(vocabulary: Vocabulary, folder: Path) -> float:
    """What the library takes for the corpus in a folder."""
    corpus, tokenizer = Corpus(folder), make_tokenizer(vocabulary)
    begin = time.perf_counter()
    encode_all(tokenizer, corpus)
    return time.perf_counter() - begin


def _processor_seconds() -> float:
    """Seconds of all cores that this process and its ended children used (on Windows without the children)."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _text_bytes(corpus: Corpus) -> int:
    return int(corpus.sentence_offsets[-1])


def _repeated(source: Path, target: Path, size: int) -> Path:
    """A file of about so many bytes: the source again and again, the last time cut at a line."""
    block = source.read_bytes()
    with target.open("wb") as file:
        _fill(file, block, size)
    return target


def _fill(file: IO[bytes], block: bytes, size: int) -> None:
    while size >= len(block):
        file.write(block)
        size -= len(block)
    file.write(block[: block.rfind(b"\n", 0, size) + 1])


@contextmanager
def _growth() -> Iterator[list[int]]:
    """Bytes by which the memory of this process and its children grew, sampled while the block runs.

    Pages of mapped files do not count where the system tells them apart (Linux): it takes them back at need.
    """
    ended = threading.Event()
    start = _memory()
    grown = [0]

    def sample() -> None:
        while not ended.wait(_SAMPLING_SECONDS):
            grown.append(_memory() - start)

    thread = threading.Thread(target=sample)
    thread.start()
    try:
        yield grown
    finally:
        ended.set()
        thread.join()


def _memory() -> int:
    total = 0
    own = psutil.Process()
    for process in (own, *own.children(recursive=True)):
        try:
            info = process.memory_info()
        except psutil.Error:  # it has just ended
            continue
        total += info.rss - getattr(info, "shared", 0)
    return total
