"""Speed of masking: one passage as the window draws it, and batches beside the collators of transformers.

All sides take the same passages at the same rate, give padded tensors, run on one core, and take turns within one run,
several calls a turn, so that what else the machine does falls on all of them alike, and no side is measured only with
what another one left in the processor's caches. Our side gathers the passages from the corpus as well, which the
collators get as lists ready made and padded. The units are those of the usual settings: without lists, the n-grams of
lists are none and similar words random ones. transformers is measured where it is installed (``pip install
"bert-workbench[peers]"``).
"""

from __future__ import annotations

import importlib.util
import statistics
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.masking.registry import STRATEGIES
from workbench.masking.strategy import MaskingStrategy
from workbench.objectives.examples import ExampleMaker, PreviewStage, preview_plan
from workbench.objectives.sentences import FullSentences
from workbench.text.pack import PassagePlan
from workbench.text.prepared import PreparedCorpus

LENGTHS = (128, 512)
BATCH_TOKENS = 1 << 14  #: of the batch that all sides take: the first passages of the corpus that come to so many
CALLS_A_TURN = 5
RATE: float = MaskingStrategy.model_fields["rate"].default  #: of all sides
PLAIN, WHOLE_WORD = "transformers", "transformers whole words"


@dataclass(frozen=True)
class Passages:
    """A batch of passages of one length, as the corpus has it."""

    prepared: PreparedCorpus
    plan: PassagePlan
    rows: np.ndarray

    @property
    def tokens(self) -> int:
        """Tokens of the batch, special ones included and padding not."""
        return int(self.plan.lengths[self.rows].sum())


def bench_masking(prepared: PreparedCorpus, kinds: Sequence[str], seconds: float) -> list[dict[str, Any]]:
    """A row for each of the strategies ``kinds`` and each length: the passages and tokens of the batch that all sides
    take, milliseconds for one passage alone, tokens a second in batches, and how many times as fast as each collator of
    transformers that is (None where it is not installed)."""
    found = []
    for length in LENGTHS:
        plan = preview_plan(prepared, length, 1, FullSentences())
        count = max(1, int(plan.lengths.cumsum().searchsorted(BATCH_TOKENS, side="right")))
        passages = Passages(prepared, plan, np.arange(count))
        makers = {kind: ExampleMaker(prepared, PreviewStage(STRATEGIES[kind]()), length, 1) for kind in kinds}
        sides = {kind: partial(_collated, maker, passages) for kind, maker in makers.items()} | _peers(passages)
        times = in_turn(sides, seconds)
        speed = {name: passages.tokens / time for name, time in times.items()}
        batch = {"length": length, "passages": len(passages.rows), "tokens": passages.tokens}
        for kind, maker in makers.items():
            alone = in_turn({kind: partial(maker.make, plan, passages.rows[:1], 0)}, seconds / len(sides))
            found.append(
                {
                    "strategy": kind,
                    **batch,
                    "ms_a_passage": 1000 * alone[kind],
                    "tokens_per_s": speed[kind],
                    "times_plain": speed[kind] / speed[PLAIN] if PLAIN in speed else None,
                    "times_whole_word": speed[kind] / speed[WHOLE_WORD] if WHOLE_WORD in speed else None,
                }
            )
        found += [
            {"strategy": name, **batch, "ms_a_passage": None, "tokens_per_s": speed[name],
             "times_plain": None, "times_whole_word": None}
            for name in speed if name not in makers
        ]  # fmt: skip
    return found


def in_turn(sides: Mapping[str, Callable[[], object]], seconds: float) -> dict[str, float]:
    """Median seconds of a call of each side, all taking turns until each had ``seconds`` on average.

    Counted is the time of the processor where its clock is fine enough (on Windows it is not): a long call is
    interrupted by other programs more often than a short one, which would favour the faster side.
    """
    clock = time.process_time if time.get_clock_info("process_time").resolution < 1e-5 else time.perf_counter
    times: dict[str, list[float]] = {name: [] for name in sides}
    for work in sides.values():
        work()
    until = time.perf_counter() + seconds * len(sides)
    while time.perf_counter() < until:
        for name, work in sides.items():
            for _ in range(CALLS_A_TURN):
                begin = clock()
                work()
                times[name].append(clock() - begin)
    return {name: statistics.median(found) for name, found in times.items() if found}


def _collated(maker: ExampleMaker, passages: Passages) -> object:
    """What the trainer does for a batch: gather, mask, pad."""
    from workbench.train.batch import collate

    return collate(maker.make(passages.plan, passages.rows, 0), passages.prepared.vocabulary.pad_id)


def _peers(passages: Passages) -> dict[str, Callable[[], object]]:
    """The collators of transformers on the same passages, which they get as tokenised lists, as from a dataset."""
    if importlib.util.find_spec("transformers") is None:
        return {}
    try:
        from transformers import DataCollatorForLanguageModeling, PreTrainedTokenizerFast
    except ImportError as error:
        raise WorkbenchError(
            mark("transformers can't be imported: {reason}"),
            mark('Install it with what it needs: pip install "bert-workbench[peers]".'),
            reason=str(error),
        ) from error

    from workbench.text.library_tokenizer import make_tokenizer

    vocabulary = passages.prepared.vocabulary
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=make_tokenizer(vocabulary), pad_token="[PAD]", mask_token="[MASK]", cls_token="[CLS]",
        sep_token="[SEP]", unk_token="[UNK]",
    )  # fmt: skip
    features = _features(passages)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says that whole words are always replaced by [MASK]
        whole = DataCollatorForLanguageModeling(tokenizer, mlm_probability=RATE, whole_word_mask=True)
    plain = DataCollatorForLanguageModeling(tokenizer, mlm_probability=RATE)
    without_offsets = [{key: row[key] for key in row if key != "offset_mapping"} for row in features]
    return {PLAIN: partial(_call, plain, without_offsets), WHOLE_WORD: partial(_call, whole, features)}


def _call(collator: Callable[[Any], object], features: list[dict[str, Any]]) -> object:
    return collator([dict(row) for row in features])


def _features(passages: Passages) -> list[dict[str, Any]]:
    """Passages as lists. Offsets leave a gap between words, which is how the whole-word collator tells them apart; it
    cannot pad them, so that the little padding of full sentences is put on here, outside what is measured."""
    from workbench.text.document import UnitKind
    from workbench.text.pack import assemble

    batch = assemble(passages.prepared, passages.plan, passages.rows, [UnitKind.WORD])
    begins = np.zeros(len(batch.ids), dtype=np.int64)
    begins[batch.layers[UnitKind.WORD].start] = 1
    place = np.arange(len(batch.ids)) + np.cumsum(begins)
    offsets = np.where(batch.maskable[:, None], np.stack([place, place + 1], axis=1), 0)
    width, padding = int(batch.lengths.max()), passages.prepared.vocabulary.pad_id
    found = []
    for first, end in zip(batch.starts[:-1].tolist(), batch.starts[1:].tolist(), strict=True):
        missing = width - (end - first)
        found.append(
            {
                "input_ids": [*batch.ids[first:end].tolist(), *[padding] * missing],
                "special_tokens_mask": [*(~batch.maskable[first:end]).astype(int).tolist(), *[1] * missing],
                "offset_mapping": [*offsets[first:end].tolist(), *[[0, 0]] * missing],
            }
        )
    return found
