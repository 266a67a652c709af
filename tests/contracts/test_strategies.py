"""What holds for every masking strategy, on real text (ERNIE sheet 7.6; requirements R026, R037, R039, R041)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

from workbench.core.paths import sample_data
from workbench.core.seeding import example_keys
from workbench.masking.registry import STRATEGIES
from workbench.masking.strategy import (
    IGNORE,
    BudgetBase,
    Granularity,
    MaskedBatch,
    MaskingStrategy,
    Rounding,
    Selection,
)
from workbench.objectives.examples import ExampleMaker, PreviewStage, mask_passages
from workbench.objectives.sentences import DocSentences
from workbench.text.analysis import Analyser
from workbench.text.document import UnitKind
from workbench.text.pack import assemble
from workbench.text.prepared import PreparedCorpus
from workbench.text.sentences import split_sentences
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
LANGUAGES = {"zh": ("zh", "news.txt"), "en": ("en", "austen.txt")}
#: Strategies whose units are tokens, whatever words they are in.
SINGLE_TOKENS = {"basic", "frequency", "electra"}
#: Besides the defaults, settings that every strategy takes.
VARIANTS = {
    "default": {},
    "whole budget": {"budget": BudgetBase.ALL, "rounding": Rounding.NEAREST},
    "per unit": {"replacement": {"per": Granularity.UNIT, "mask": 0.8, "similar": 0.0}},
    "high rate": {"rate": 0.9},
    "capped": {"max_predictions": 5},
    "each by itself": {"selection": Selection.INDEPENDENT},
}

every_strategy = pytest.mark.parametrize("kind", list(STRATEGIES))
every_language = pytest.mark.parametrize("language", list(LANGUAGES))


def prepare(documents: Sequence[Sequence[str]]) -> PreparedCorpus:
    """Documents with a vocabulary of their own characters, as whole words and as pieces of words."""
    letters = sorted(
        {letter.lower() for document in documents for text in document for letter in text if letter.strip()}
    )
    tokens = [*SPECIAL, *letters, *(f"##{letter}" for letter in letters if letter.isascii() and letter.isalnum())]
    vocabulary = Vocabulary.make("letters", VocabularyKind.WORDPIECE, tokens)
    return PreparedCorpus.from_texts(documents, Analyser(vocabulary, UnitSettings()))


@cache
def corpus(language: str) -> PreparedCorpus:
    """About 60,000 characters of the sample text."""
    text = sample_data(*LANGUAGES[language]).read_text(encoding="utf-8")[:60_000]
    documents = [
        [sentence for line in block.split("\n") for sentence in split_sentences(line)] for block in text.split("\n\n")
    ]
    return prepare([document for document in documents if document])


def make(kind: str, **settings: object) -> MaskingStrategy:
    return STRATEGIES[kind].model_validate({"kind": kind, **settings})


def mask(source: PreparedCorpus, strategy: MaskingStrategy, seed: int = 1, length: int = 128) -> MaskedBatch:
    """All passages of a corpus in one batch."""
    maker = ExampleMaker(source, PreviewStage(strategy, DocSentences()), length, seed)
    plan = maker.passages(0)
    return maker.make(plan, range(len(plan)), 0)


def realised_rate(masked: MaskedBatch) -> float:
    return float(len(masked.picks.position) / masked.passages.maskable.sum())


@every_language
@every_strategy
def test_keeps_its_rate(kind: str, language: str) -> None:
    for rate in (0.15, 0.4):
        assert realised_rate(mask(corpus(language), make(kind, rate=rate))) == pytest.approx(rate, abs=0.015)


@every_language
@every_strategy
def test_chances_add_up_to_the_realised_share(kind: str, language: str) -> None:
    masked = mask(corpus(language), make(kind))
    choice = masked.choice
    expected = ((choice.units.end - choice.units.start) * choice.probability).sum()
    assert expected / masked.passages.maskable.sum() == pytest.approx(realised_rate(masked), abs=0.01)


@pytest.mark.parametrize("variant", list(VARIANTS))
@every_language
@every_strategy
def test_whole_units_inside_sentences_and_never_a_special_token(kind: str, language: str, variant: str) -> None:
    masked = mask(corpus(language), make(kind, **VARIANTS[variant]))
    passages, picks, units = masked.passages, masked.picks, masked.choice.units
    assert (units.end[:-1] <= units.start[1:]).all()
    assert (passages.part[units.start] == passages.part[units.end - 1]).all()
    picked = np.zeros(len(passages.ids), bool)
    picked[picks.position] = True
    inside = np.add.reduceat(np.append(picked, False).astype(int), np.stack([units.start, units.end], 1).ravel())[::2]
    assert (inside == np.where(masked.choice.chosen, units.end - units.start, 0)).all()
    special = ~passages.maskable
    assert not picked[special].any()
    assert (masked.labels[special] == IGNORE).all()
    assert (masked.input_ids[special] == passages.ids[special]).all()


@pytest.mark.parametrize("variant", list(VARIANTS))
@every_strategy
def test_labels_are_the_originals_and_the_rest_stays(kind: str, variant: str) -> None:
    masked = mask(corpus("zh"), make(kind, **VARIANTS[variant]))
    chosen = masked.labels != IGNORE
    assert (masked.labels[chosen] == masked.passages.ids[chosen]).all()
    assert (masked.input_ids[~chosen] == masked.passages.ids[~chosen]).all()
    assert np.flatnonzero(chosen).tolist() == masked.picks.position.tolist()


@pytest.mark.parametrize("per", list(Granularity))
@every_strategy
def test_eighty_ten_ten(kind: str, per: Granularity) -> None:
    strategy = make(kind, rate=0.4, replacement={"mask": 0.8, "random": 0.1, "similar": 0.0, "per": per})
    counts = sum(np.bincount(mask(corpus("zh"), strategy, seed).picks.action, minlength=3) for seed in range(4))
    shares = counts / counts.sum()
    assert shares == pytest.approx([0.8, 0.1, 0.1], abs=0.02)


@pytest.mark.parametrize("variant", list(VARIANTS))
@every_strategy
def test_one_seed_one_mask_alone_or_in_a_batch(kind: str, variant: str) -> None:
    source, strategy = corpus("zh"), make(kind, **VARIANTS[variant])
    maker = ExampleMaker(source, PreviewStage(strategy), 128, 7)
    plan = maker.passages(0)
    together = maker.make(plan, range(len(plan)), 0)
    again = maker.make(plan, range(len(plan))[::-1], 0)
    assert sorted(again.labels.tolist()) == sorted(together.labels.tolist())
    for row in (0, len(plan) // 2, len(plan) - 1):
        alone = maker.make(plan, [row], 0)
        begin, end = together.passages.starts[row : row + 2]
        assert alone.input_ids.tolist() == together.input_ids[begin:end].tolist()
        assert alone.labels.tolist() == together.labels[begin:end].tolist()
    other = ExampleMaker(source, PreviewStage(strategy), 128, 8).make(plan, range(len(plan)), 0)
    assert other.labels.tolist() != together.labels.tolist()


@every_strategy
def test_five_hundred_titles_of_four_characters(kind: str) -> None:
    """R037: each has a target, none is hidden whole, and the rate is what the targets say."""
    text = sample_data("zh", "news.txt").read_text(encoding="utf-8")
    letters = [letter for letter in text if "\u4e00" <= letter <= "\u9fff"]
    titles = [["".join(letters[4 * i : 4 * i + 4])] for i in range(500)]
    masked = mask(prepare(titles), make(kind))
    targets = np.bincount(masked.passages.owner[masked.picks.position], minlength=500)
    assert targets.min() >= 1
    assert targets.max() < 4
    assert 0.25 <= realised_rate(masked) < 0.4


@every_strategy
def test_literal_special_tokens_are_text(kind: str) -> None:
    """R026, R041: at a rate of 0.9 over 300 samples, special ids stand where the product put them and nowhere else."""
    source = prepare([[f"请预测[MASK]和[SEP]，第{number}句。"] for number in range(300)])
    masked = mask(source, make(kind, rate=0.9, replacement={"mask": 0.0, "random": 0.5, "similar": 0.0}))
    is_special = source.vocabulary.is_special[masked.passages.ids]
    assert (is_special == ~masked.passages.maskable).all()
    assert is_special.sum() == 2 * 300
    assert not source.vocabulary.is_special[masked.input_ids[masked.passages.maskable]].any()
    assert (masked.labels[is_special] == IGNORE).all()


@pytest.mark.parametrize("kind", [kind for kind in STRATEGIES if kind not in SINGLE_TOKENS])
def test_words_of_both_scripts_stay_whole(kind: str) -> None:
    """R039: over 500 seeds no Chinese word and no English word is hidden in part."""
    source = prepare([["使用语言模型预测playing的概率"]])
    words = source.layers[UnitKind.WORD]
    texts = ["".join(source.vocabulary.token(i).removeprefix("##") for i in source.ids[a:b])
             for a, b in zip(words.start, words.end, strict=True)]  # fmt: skip
    assert {"语言", "模型", "playing"} <= set(texts)
    strategy = make(kind)
    maker = ExampleMaker(source, PreviewStage(strategy), 64, 1)
    plan = maker.passages(0)
    batch = assemble(source, plan, np.zeros(500, np.int64))
    masked = mask_passages(batch, strategy, source, example_keys(1, 0, 0, np.arange(500)))
    hidden = (masked.labels != IGNORE).reshape(500, -1)[:, 1:-1]
    sums = np.add.reduceat(hidden.astype(int), words.start, axis=1)
    assert ((sums == 0) | (sums == words.end - words.start)).all()
    assert (sums > 0).any(axis=0).all()


@every_strategy
def test_settings_survive_json_and_have_a_form(kind: str) -> None:
    strategy = make(kind, rate=0.2)
    assert STRATEGIES[kind].model_validate_json(strategy.model_dump_json()) == strategy
    for name, field in STRATEGIES[kind].model_fields.items():
        if name != "kind":
            assert isinstance(field.json_schema_extra, dict)
            assert field.json_schema_extra["form"]["label"]
