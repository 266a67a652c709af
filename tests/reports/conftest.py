"""Text masked as a preview masks it, for reports on masking (section D)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from workbench.core.paths import Project
from workbench.masking.strategy import IGNORE, MaskedBatch, MaskingStrategy
from workbench.objectives.examples import ExampleMaker, PreviewStage, mask_passages
from workbench.text.analysis import make_analyser
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, save_lexicon
from workbench.text.pack import assemble
from workbench.text.prepared import PreparedCorpus
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
CHARACTERS = "春夏秋冬山川江河湖海天地日月星辰风云雨雪北京清华大学上海复旦中国语言模型长江黄河使用预测的概率"
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class MaskingBench:
    """One project, so that segmenter and lists are loaded once, and a vocabulary of characters and of letters as they
    begin and go on with a word, with ``play`` and ``##ing``; ``lists`` are those that PMI masking and similar words
    need, as unit settings."""

    def __init__(self, project: Project) -> None:
        self.project = project
        pieces = ["play", "##ing", *LETTERS, *(f"##{letter}" for letter in LETTERS)]
        tokens = [*SPECIAL, *dict.fromkeys(CHARACTERS), *pieces]
        self.vocabulary = Vocabulary.make("letters", VocabularyKind.WORDPIECE, tokens)
        collocations = (LexiconEntry("山川江河"), LexiconEntry("日月星辰"))
        likes = (LexiconEntry("长江", "黄河"), LexiconEntry("山", "江"))
        save_lexicon(project, Lexicon("pairs", LexiconKind.NGRAM, collocations))
        save_lexicon(project, Lexicon("likes", LexiconKind.SYNONYM, likes))
        self.lists: dict[str, Any] = {"ngram_lists": ("pairs",), "synonyms": ("likes",)}

    def prepare(self, documents: Sequence[Sequence[str]], **units: Any) -> PreparedCorpus:
        """Documents of sentences, cut with some unit settings."""
        return PreparedCorpus.from_texts(documents, make_analyser(self.project, self.vocabulary, UnitSettings(**units)))

    def drawn_lines(self, seed: int, count: int, characters: int, **units: Any) -> PreparedCorpus:
        """So many lines of so many characters each."""
        draw = random.Random(seed)
        return self.prepare([["".join(draw.choices(CHARACTERS, k=characters))] for _ in range(count)], **units)

    @staticmethod
    def mask(
        prepared: PreparedCorpus, strategy: MaskingStrategy, *, length: int = 128, seed: int = 1, epoch: int = 0
    ) -> MaskedBatch:
        """Every passage of a corpus, masked, with all layers of units."""
        maker = ExampleMaker(prepared, PreviewStage(strategy), length, seed)
        plan = maker.passages(epoch)
        batch = assemble(prepared, plan, np.arange(len(plan)))
        return mask_passages(batch, strategy, prepared, maker.keys(plan, batch.example, epoch))

    @staticmethod
    def targets(masked: MaskedBatch) -> np.ndarray:
        """Targets of each passage."""
        return np.add.reduceat((masked.labels != IGNORE).astype(int), masked.passages.starts[:-1])


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> MaskingBench:
    """The bench of the section."""
    return MaskingBench(Project(tmp_path_factory.mktemp("section d") / "项目").create())
