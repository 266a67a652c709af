"""The sides of the training benchmark: the same passages through this program's step and through transformers'.

Each side lives in a process of its own, so that neither sees the other's memory or settings. A step is what a user
pays for: masks, padding, forward, backward, clipping, update.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np
import psutil

from workbench.core.paths import Project
from workbench.text.corpus import Corpus
from workbench.text.document import Ints
from workbench.text.pack import Chunks, PassagePlan, plan_chunks
from workbench.text.prepared import PreparedCorpus, prepare
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary

OWN, PEER = "workbench", "transformers"
LINES, FULL = "lines", "full"
_FRAME = 2  # [CLS] and [SEP]

Step = Callable[[], tuple[int, int, float]]
"""One step: real tokens, predicted ones, and the loss."""


@dataclass(frozen=True)
class Setting:
    """What is trained on what: everything that both sides share."""

    project: Path
    corpus: Path
    vocabulary: Vocabulary
    layers: int
    hidden: int
    batch: int
    length: int
    bf16: bool
    threads: int
    rate: float = 1e-4
    dropout: float = 0.1
    seed: int = 1

    @property
    def heads(self) -> int:
        """Attention heads, of 64 each."""
        return max(1, self.hidden // 64)


@dataclass(frozen=True)
class Taken:
    """Steps that were taken: wall and processor seconds, real tokens, predicted ones, and mean loss."""

    seconds: float
    processor: float
    tokens: int
    targets: int
    loss: float


@dataclass(frozen=True)
class Text:
    """The passages of a kind, batch after batch in one shuffled order, again and again."""

    prepared: PreparedCorpus
    plan: PassagePlan
    batch: int

    @staticmethod
    def of(prepared: PreparedCorpus, corpus: Corpus, kind: str, length: int, batch: int) -> Text:
        """All text cut at the length, or a paragraph a passage, as run_mlm groups texts and reads lines."""
        room = length - _FRAME
        if kind == FULL:
            start = np.arange(0, prepared.num_tokens - room + 1, room, dtype=np.int64)
            end = start + room
        else:
            borders = np.asarray(prepared.sentence_starts)[np.asarray(corpus.paragraph_starts)].astype(np.int64)
            start, end = borders[:-1], np.minimum(borders[1:], borders[:-1] + room)
        filled = end > start
        count = int(filled.sum())
        # As if each were a document, so that a separator closes it.
        plan = plan_chunks(Chunks(start[filled], end[filled], np.arange(count)), np.arange(count))
        return Text(prepared, plan.take(np.random.default_rng(0).permutation(len(plan))), batch)

    def rows(self) -> Iterator[tuple[int, Ints]]:
        """Epoch and rows of each batch; the last short one of an epoch is left out."""
        epoch = 0
        while True:
            for first in range(0, max(1, len(self.plan) - self.batch + 1), self.batch):
                yield epoch, np.arange(first, min(first + self.batch, len(self.plan)))
            epoch += 1


def serve(connection: Connection, side: str, setting: Setting) -> None:
    """Answer ``(kind, steps)`` with :class:`Taken` and ``"memory"`` with bytes, until the other end is closed."""
    import torch

    torch.set_num_threads(setting.threads)
    torch.manual_seed(setting.seed)
    corpus = Corpus(setting.corpus)
    prepared = prepare(Project(setting.project), corpus, setting.vocabulary, UnitSettings())
    texts = {kind: Text.of(prepared, corpus, kind, setting.length, setting.batch) for kind in (LINES, FULL)}
    make_steps = _steps_of(side)
    steps = make_steps(setting, prepared, texts)
    connection.send("ready")
    with suppress(EOFError):
        while True:
            asked = connection.recv()
            connection.send(peak_memory() if asked == "memory" else _take(steps[asked[0]], asked[1]))


def _steps_of(side: str) -> Callable[[Setting, PreparedCorpus, dict[str, Text]], dict[str, Step]]:
    """What makes the steps of a side; each process loads its own side alone."""
    if side == OWN:
        from workbench.cli.bench_training_own import own_steps

        return own_steps
    from workbench.cli.bench_training_peer import peer_steps

    return peer_steps


def _take(step: Step, count: int) -> Taken:
    wall, processor = time.perf_counter(), time.process_time()
    tokens = targets = 0
    losses = []
    for _ in range(count):
        read, predicted, loss = step()
        tokens, targets = tokens + read, targets + predicted
        losses.append(loss)
    return Taken(time.perf_counter() - wall, time.process_time() - processor, tokens, targets, float(np.mean(losses)))


def peak_memory() -> int:
    """The most bytes that this process has held in memory so far."""
    if sys.platform == "win32":
        return int(psutil.Process().memory_info().peak_wset)
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
