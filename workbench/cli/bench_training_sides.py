"""The sides of the training benchmark: the same passages through this program's step and through transformers'.

Each side lives in a process of its own, so that neither sees the other's memory or settings. A step is what a user
pays for: masks, padding, forward, backward, clipping, update.
"""

from __future__ import annotations

import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from workbench.core.paths import Project
from workbench.objectives.examples import ExampleMaker, PreviewStage
from workbench.text.corpus import Corpus
from workbench.text.document import Ints
from workbench.text.pack import Chunks, PassagePlan, assemble, plan_chunks
from workbench.text.prepared import PreparedCorpus, prepare
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary

OWN, PEER = "workbench", "transformers"
LINES, FULL = "lines", "full"
_FRAME = 2  # [CLS] and [SEP]


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
    make = own_step if side == OWN else peer_step
    step_of = make(setting, prepared)
    steps = {kind: step_of(text) for kind, text in texts.items()}
    connection.send("ready")
    with suppress(EOFError):
        while True:
            asked = connection.recv()
            connection.send(peak_memory() if asked == "memory" else _take(steps[asked[0]], asked[1]))


def _take(step: Callable[[], tuple[int, int, float]], count: int) -> Taken:
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


def own_step(setting: Setting, prepared: PreparedCorpus) -> Callable[[Text], Callable[[], tuple[int, int, float]]]:
    """This program's step."""
    import torch

    from workbench.masking.basic import Basic
    from workbench.model.build import VOCABULARY, build_model
    from workbench.spec.encoder import EncoderSpec
    from workbench.spec.training import Schedule, TrainingSpec
    from workbench.train.allocator import keep_blocks
    from workbench.train.batch import collate, count
    from workbench.train.losses import compute_losses
    from workbench.train.optim import Optimizer

    keep_blocks()
    encoder = EncoderSpec(
        layers=setting.layers, hidden=setting.hidden, heads=setting.heads, feed_forward=4 * setting.hidden,
        hidden_dropout=setting.dropout, attention_dropout=setting.dropout,
    )  # fmt: skip
    model = build_model(encoder, setting.vocabulary.size, {"mlm": VOCABULARY})
    training = TrainingSpec(
        learning_rate=setting.rate, warmup_steps=0, schedule=Schedule.CONSTANT, weight_decay=0.0, adam_epsilon=1e-8
    )
    optimizer = Optimizer(model, training)
    maker = ExampleMaker(prepared, PreviewStage(Basic()), setting.length, setting.seed)
    taken = iter(range(10**9))

    def step_of(text: Text) -> Callable[[], tuple[int, int, float]]:
        rows = text.rows()

        def step() -> tuple[int, int, float]:
            epoch, chosen = next(rows)
            batch = collate(maker.make(text.plan, chosen, epoch), setting.vocabulary.pad_id)
            counts = count([batch])
            with torch.autocast("cpu", torch.bfloat16, enabled=setting.bf16):
                losses = compute_losses(model, batch, counts, {"mlm": 1.0})
            losses.total.backward()  # type: ignore[no-untyped-call]
            optimizer.clip().item()
            optimizer.step(next(taken))
            return batch.num_tokens, counts.targets, losses.total.item()

        return step

    return step_of


def peer_step(setting: Setting, prepared: PreparedCorpus) -> Callable[[Text], Callable[[], tuple[int, int, float]]]:
    """The step of transformers' Trainer for run_mlm: collator, autocast, fused AdamW, clipping at 1, no compiler."""
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    import torch
    from transformers import BertConfig, BertForMaskedLM, DataCollatorForLanguageModeling, PreTrainedTokenizerFast

    from workbench.text.library_tokenizer import make_tokenizer

    vocabulary = setting.vocabulary
    model = BertForMaskedLM(
        BertConfig(
            vocab_size=vocabulary.size, hidden_size=setting.hidden, num_hidden_layers=setting.layers,
            num_attention_heads=setting.heads, intermediate_size=4 * setting.hidden, pad_token_id=vocabulary.pad_id,
            hidden_dropout_prob=setting.dropout, attention_probs_dropout_prob=setting.dropout,
        )
    )  # fmt: skip
    make_fast: Any = PreTrainedTokenizerFast
    tokenizer = make_fast(
        tokenizer_object=make_tokenizer(vocabulary), pad_token="[PAD]", mask_token="[MASK]", cls_token="[CLS]",
        sep_token="[SEP]", unk_token="[UNK]",
    )  # fmt: skip
    collator = DataCollatorForLanguageModeling(tokenizer)
    optimizer = torch.optim.AdamW(model.parameters(), lr=setting.rate, weight_decay=0.0, fused=True)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda _: 1.0)
    model.train()

    def step_of(text: Text) -> Callable[[], tuple[int, int, float]]:
        rows = text.rows()

        def step() -> tuple[int, int, float]:
            _, chosen = next(rows)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                batch = collator(_features(prepared, text.plan, chosen))
            with torch.autocast("cpu", torch.bfloat16, enabled=setting.bf16):
                loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            model.zero_grad()
            return int(batch["attention_mask"].sum()), int((batch["labels"] != -100).sum()), loss.item()

        return step

    return step_of


def _features(prepared: PreparedCorpus, plan: PassagePlan, rows: Ints) -> list[dict[str, Any]]:
    """Passages as the lists that a tokenised dataset holds."""
    batch = assemble(prepared, plan, rows, ())
    ids, special = batch.ids.tolist(), (~batch.maskable).astype(int).tolist()
    return [
        {"input_ids": ids[first:end], "attention_mask": [1] * (end - first), "special_tokens_mask": special[first:end]}
        for first, end in zip(batch.starts[:-1].tolist(), batch.starts[1:].tolist(), strict=True)
    ]
