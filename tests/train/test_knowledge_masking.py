"""ERNIE's knowledge masking: hidden words are learnt where the rest of the text tells them, and else stay chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from workbench.core.paths import Project
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.text.analysis import make_analyser
from workbench.text.prepared import PreparedCorpus
from workbench.text.units import Segmenter, UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

THEMES, PLACES, DOCUMENTS = 6, 8, 480
SPACES = UnitSettings(segmenter=Segmenter.SPACES, dictionary_phrases=False, dictionary_entities=False)


@pytest.fixture
def text(tmp_path_factory: pytest.TempPathFactory) -> Callable[[bool], PreparedCorpus]:
    """Sentences of eight words of two pieces, each of which says the theme; the second also says the place. Where the
    text is certain all words of a sentence are of its theme, else each is of any."""

    def made(certain: bool) -> PreparedCorpus:
        draw = np.random.default_rng(2)
        themes = draw.integers(0, THEMES, (DOCUMENTS, 1 if certain else PLACES)).repeat(PLACES if certain else 1, 1)
        documents = [[" ".join(f"t{one}x{place}y{one}" for place, one in enumerate(row))] for row in themes.tolist()]
        ends = [f"##x{place}y{one}" for one in range(THEMES) for place in range(PLACES)]
        signs = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *(f"t{one}" for one in range(THEMES)), *ends]
        vocabulary = Vocabulary.make("pieces", VocabularyKind.WORDPIECE, signs)
        analyser = make_analyser(Project(tmp_path_factory.mktemp("themes")), vocabulary, SPACES)
        corpus = PreparedCorpus.from_texts(documents, analyser)
        assert len(corpus.ids) == 2 * PLACES * DOCUMENTS
        return replace(corpus, evaluation=np.arange(DOCUMENTS) % 4 == 3)

    return made


@pytest.fixture
def accuracy(
    spec: RunSpec, accuracy_after: Callable[[RunSpec, PreparedCorpus, str], float]
) -> Callable[[PreparedCorpus], float]:
    """The share of hidden pieces that are found at the end of a training on a text."""
    learning = [
        "stages.0.masking.kind=ernie", "stages.0.passage.kind=doc-sentences", "stages.0.masking.replacement.random=0",
        "stages.0.masking.replacement.mask=1", "encoder.layers=1", "encoder.hidden_dropout=0",
        "encoder.attention_dropout=0", "encoder.initial_deviation=0.2", "training.length=20", "training.batch_size=32",
        "training.steps=120", "training.learning_rate=0.01", "training.evaluate_every=120",
        "training.checkpoint_every=120", "training.evaluation_passages=120", "evaluation.masks=stage",
    ]  # fmt: skip
    return lambda text: accuracy_after(apply_overrides(spec, learning), text, "mlm")


def test_what_the_rest_of_the_text_tells_is_learnt(
    text: Callable[[bool], PreparedCorpus], accuracy: Callable[[PreparedCorpus], float]
) -> None:
    assert accuracy(text(True)) > 0.95


def test_a_word_that_is_hidden_whole_is_told_by_nothing(
    text: Callable[[bool], PreparedCorpus], accuracy: Callable[[PreparedCorpus], float]
) -> None:
    """Of shuffled words. Were only one piece of a word hidden, as where single tokens are masked, the other would tell
    the theme."""
    assert accuracy(text(False)) == pytest.approx(1 / THEMES, abs=0.08)
