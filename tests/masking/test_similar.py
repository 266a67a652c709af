"""Similar words: lengths of n-grams, shares of replacements, and what happens to words that have none."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from workbench.masking.similar import Similar
from workbench.masking.strategy import Action, Granularity, MaskedBatch, Replacement
from workbench.objectives.examples import ExampleMaker, PreviewStage
from workbench.text.analysis import Analyser
from workbench.text.document import UnitKind
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind
from workbench.text.prepared import PreparedCorpus
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
SENTENCE = "我们在北京大学学习语言，他们在上海学习音乐，大家都很高兴。"
TABLE = Lexicon(
    "s",
    LexiconKind.SYNONYM,
    (
        LexiconEntry("我们", "他们"),
        LexiconEntry("他们", "我们"),
        LexiconEntry("高兴", "快乐"),
        LexiconEntry("在", "于"),
    ),
)


def prepared(tables: Sequence[Lexicon]) -> PreparedCorpus:
    letters = sorted(set(SENTENCE) | set("快乐于"))
    vocabulary = Vocabulary.make("c", VocabularyKind.CHARACTER, [*SPECIAL, *letters])
    return PreparedCorpus.from_texts([[SENTENCE]] * 2000, Analyser(vocabulary, UnitSettings(), synonyms=tables))


def masked(source: PreparedCorpus, strategy: Similar) -> MaskedBatch:
    maker = ExampleMaker(source, PreviewStage(strategy), 64, 1)
    plan = maker.passages(0)
    return maker.make(plan, range(len(plan)), 0)


def test_shares_of_lengths() -> None:
    assert Similar().shares() == pytest.approx([0.4, 0.3, 0.2, 0.1])
    assert Similar().shares() @ np.arange(1, 5) == pytest.approx(2.0)


def test_words_give_way_to_their_likes_whole() -> None:
    source = prepared([TABLE])
    result = masked(source, Similar())
    words, picks = result.passages.layers[UnitKind.WORD], result.picks
    assert source.vocabulary.mask_id not in result.input_ids
    rows = np.flatnonzero(picks.action == Action.SIMILAR)
    likes = {entry.text: entry.label.split() for entry in TABLE.entries}
    word_of = np.searchsorted(words.start, picks.position[rows], side="right") - 1
    for word in np.unique(word_of).tolist():
        first, end = int(words.start[word]), int(words.end[word])
        before, after = ("".join(source.vocabulary.token(int(i)) for i in ids[first:end])
                         for ids in (result.passages.ids, result.input_ids))  # fmt: skip
        assert after in likes[before]


def test_shares_of_what_becomes_of_words() -> None:
    """Of words in the table 80 % give way; of the others the 80 % become random too."""
    result = masked(prepared([TABLE]), Similar())
    source, picks = result.passages, result.picks
    words = source.layers[UnitKind.WORD]
    word_of = np.searchsorted(words.start, picks.position, side="right") - 1
    heads = np.flatnonzero(np.diff(word_of, prepend=-1))
    known = {tuple(entry.text) for entry in TABLE.entries}
    tokens = prepared([]).vocabulary
    texts = [tuple(tokens.token(int(i)) for i in source.ids[words.start[w] : words.end[w]]) for w in word_of[heads]]
    is_known = np.array([text in known for text in texts])
    action = picks.action[heads]
    shares = np.bincount(action[is_known], minlength=4) / is_known.sum()
    assert shares == pytest.approx([0.0, 0.1, 0.1, 0.8], abs=0.02)
    shares = np.bincount(action[~is_known], minlength=4) / (~is_known).sum()
    assert shares == pytest.approx([0.0, 0.9, 0.1, 0.0], abs=0.02)


def test_without_tables_all_become_random() -> None:
    result = masked(prepared([]), Similar())
    assert Action.SIMILAR not in result.picks.action


def test_similar_words_need_a_draw_per_word() -> None:
    with pytest.raises(ValueError, match="Draw per"):
        Replacement(similar=0.5, mask=0.0, per=Granularity.TOKEN)
    with pytest.raises(ValueError, match="more than 1"):
        Replacement(similar=0.5, per=Granularity.WORD)
