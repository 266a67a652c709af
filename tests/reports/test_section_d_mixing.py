"""R052, mixing: how the kinds of units are combined is an explicit rule, and leaves the expected rate as it is.

Either every passage draws its kind by shares (a mixture), or kinds follow one another as the stages of a run. The
audit's counts over the Chinese sample are held against the rate asked for, the shares, and the stages' steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from workbench.core.paths import sample_data
from workbench.masking.audit import MaskAudit
from workbench.masking.entity import Entity
from workbench.masking.mixture import Mixture, MixturePart
from workbench.masking.phrase import Phrase
from workbench.masking.strategy import MaskedBatch, MaskingStrategy
from workbench.masking.whole_word import WholeWord
from workbench.objectives.examples import ExampleMaker, PreviewStage, mask_passages
from workbench.spec.run import RunSpec, Stage
from workbench.spec.training import TrainingSpec
from workbench.text.analysis import Analyser
from workbench.text.document import KIND_CODE, KINDS, Ints, UnitKind
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind
from workbench.text.pack import PassagePlan, assemble
from workbench.text.prepared import PreparedCorpus
from workbench.text.sentences import split_sentences
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind
from workbench.train.examples import BatchSource, Position

LENGTH, EPOCHS = 64, 12
STRATEGIES: tuple[type[MaskingStrategy], ...] = (WholeWord, Phrase, Entity)


@pytest.fixture(scope="module")
def prepared() -> PreparedCorpus:
    """The Chinese sample with its lists, cut for a vocabulary of its own characters."""
    texts = [sample_data("zh", name).read_text(encoding="utf-8") for name in ("encyclopedia.txt", "news.txt")]
    documents = [
        [sentence for line in document.split("\n") for sentence in split_sentences(line)]
        for text in texts
        for document in text.split("\n\n")
    ]
    characters = sorted({character for text in texts for character in text if not character.isspace()})
    vocabulary = Vocabulary.make(
        "v", VocabularyKind.CHARACTER, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *characters]
    )
    entries = (line.split("\t") for line in sample_data("lexicons", "entities.tsv").read_text("utf-8").splitlines())
    names = Lexicon("names", LexiconKind.ENTITY, tuple(LexiconEntry(cells[0], cells[1]) for cells in entries))
    return PreparedCorpus.from_texts([one for one in documents if one], Analyser(vocabulary, UnitSettings(), [names]))


def audited(prepared: PreparedCorpus, strategy: MaskingStrategy) -> MaskAudit:
    """The counts of some thousand passages."""
    audit, maker = MaskAudit(), ExampleMaker(prepared, PreviewStage(strategy), LENGTH, 1)
    plan = maker.passages(0)
    batch = assemble(prepared, plan, np.arange(len(plan)))
    for epoch in range(EPOCHS):
        masked = mask_passages(batch, strategy, prepared, maker.keys(plan, batch.example, epoch))
        audit.add(masked, strategy, prepared.vocabulary.unk_id)
    return audit


def mixtures() -> Iterator[tuple[float, ...]]:
    """Shares of words, phrases and entities."""
    yield from ((1, 1, 1), (8, 1, 1), (1, 1, 8), (0.001, 2, 1))


@pytest.mark.parametrize("rate", [0.15, 0.4])
def test_shares_per_kind_keep_the_rate(prepared: PreparedCorpus, rate: float) -> None:
    """Whatever the shares: the mixture's rate is the one asked for, and so is that of each kind alone."""
    rates = [audited(prepared, kind(rate=rate)).rate for kind in STRATEGIES]
    for shares in mixtures():
        parts = tuple(MixturePart(share=share, masking=kind()) for share, kind in zip(shares, STRATEGIES, strict=True))
        audit = audited(prepared, Mixture(rate=rate, parts=parts))
        assert audit.passages > 5000
        assert not any(audit.faults.values())
        rates.append(audit.rate)
    assert rates == pytest.approx([rate] * len(rates), abs=0.003)


def test_each_kind_masks_its_share_of_passages_at_the_rate(prepared: PreparedCorpus) -> None:
    shares = (0.5, 0.3, 0.2)
    parts = tuple(MixturePart(share=share, masking=kind()) for share, kind in zip(shares, STRATEGIES, strict=True))
    mixture = Mixture(parts=parts)
    maker = ExampleMaker(prepared, PreviewStage(mixture), LENGTH, 1)
    plan = maker.passages(0)
    batch = assemble(prepared, plan, np.arange(len(plan)))
    passages, targets, maskable = np.zeros(3), np.zeros(3), np.zeros(3)
    hidden = {kind: np.zeros(3) for kind in (UnitKind.PHRASE, UnitKind.ENTITY)}
    for epoch in range(EPOCHS):
        keys = maker.keys(plan, batch.example, epoch)
        masked, part = mask_passages(batch, mixture, prepared, keys), mixture.part_of(keys)
        passages += np.bincount(part, minlength=3)
        targets += np.bincount(part[batch.owner[masked.picks.position]], minlength=3)
        maskable += np.bincount(part, batch.num_maskable, minlength=3)
        chosen = masked.choice.units.take(masked.choice.chosen)
        for kind, counts in hidden.items():
            own = chosen.start[chosen.kind == KIND_CODE[kind]]
            counts += np.bincount(part[batch.owner[own]], minlength=3)
    assert passages / passages.sum() == pytest.approx(shares, abs=0.015)
    assert targets / maskable == pytest.approx([0.15] * 3, abs=0.003)
    assert (hidden[UnitKind.PHRASE] > 0).tolist() == [False, True, False]
    assert (hidden[UnitKind.ENTITY] > 0).tolist() == [False, False, True]


@dataclass(frozen=True)
class Recording(ExampleMaker):
    """Remembers the epochs it was asked for, and counts chosen units by kind."""

    epochs: set[int] = field(default_factory=set)
    chosen: Counter[UnitKind] = field(default_factory=Counter)

    def make(self, plan: PassagePlan, rows: Sequence[int] | Ints, epoch: int) -> MaskedBatch:
        masked = super().make(plan, rows, epoch)
        self.epochs.add(epoch)
        self.chosen.update(KINDS[code] for code in masked.choice.units.kind[masked.choice.chosen].tolist())
        return masked


def test_kinds_by_stage_keep_the_rate(prepared: PreparedCorpus) -> None:
    """Words, then phrases, then entities: a run's batches change their kind at the steps that the shares say, in every
    stage over as many epochs as fit, at one rate."""
    stages = tuple(
        Stage(name=name, share=share, masking=strategy())
        for name, share, strategy in zip(("words", "phrases", "entities"), (1, 2, 1), STRATEGIES, strict=True)
    )
    training = TrainingSpec(steps=160, batch_size=64, length=LENGTH, warmup_steps=0)
    spec = RunSpec(stages=stages, training=training)
    makers = [Recording(prepared, stage, LENGTH, spec.seed, number) for number, stage in enumerate(stages)]
    source = BatchSource(spec, makers, prepared.vocabulary.pad_id)
    order, targets, maskable = [], np.zeros(3), np.zeros(3)
    for made in source.batches(0, Position()):
        order.append(made.stage)
        targets[made.stage] += sum(len(batch.labels) for batch in made.parts)
        frames = sum(2 * len(batch.passage_labels) for batch in made.parts)  # [CLS] and [SEP]
        maskable[made.stage] += sum(batch.num_tokens for batch in made.parts) - frames
    assert order == [0] * 40 + [1] * 80 + [2] * 40
    assert targets / maskable == pytest.approx([0.15] * 3, abs=0.003)
    assert min(len(maker.epochs) for maker in makers) > 1
    assert [maker.chosen[UnitKind.PHRASE] > 0 for maker in makers] == [False, True, False]
    assert [maker.chosen[UnitKind.ENTITY] > 0 for maker in makers] == [False, False, True]
