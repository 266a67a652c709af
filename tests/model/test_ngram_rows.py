"""What weights of one run are to another with other n-grams, with none, or with no place for them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
import torch

from workbench.model.build import Model, build_model
from workbench.model.ngram_rows import NGRAM_TABLE, moved_rows
from workbench.model.weights import save_tensors
from workbench.spec.encoder import EncoderSpec
from workbench.spec.ngrams import NgramSpec
from workbench.spec.run import RunSpec
from workbench.store.starting import Start
from workbench.text.ngram_lexicon import NgramLexicon, save_ngrams
from workbench.text.ngram_slots import NgramMatcher, make_matcher
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary, VocabularyKind
from workbench.train.starting import start_with

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
VOCABULARY = Vocabulary.make("v", VocabularyKind.CHARACTER, [*SPECIAL, *"abcdef"])
THERE = NgramLexicon(("ab", "bc", "cd"), (3, 2, 1))
HERE = NgramLexicon(("ef", "cd", "ab"), (9, 8, 7))


def matcher(lexicon: NgramLexicon, ngrams: NgramSpec) -> NgramMatcher:
    return make_matcher(lexicon, ngrams, Tokenizer(VOCABULARY))


@dataclass(frozen=True)
class Desk:
    """An encoder, and models of it with an n-gram encoder for a lexicon or without one."""

    encoder: EncoderSpec
    folder: Path

    def model(self, lexicon: NgramLexicon | None, layers: int = 1, seed: int = 1) -> Model:
        torch.manual_seed(seed)
        ngrams = None if lexicon is None else NgramSpec(layers=layers, rows=lexicon.rows, lists=("a",))
        return build_model(self.encoder, VOCABULARY.size, {"mlm": 0}, ngrams=ngrams)

    def saved(self, model: Model, lexicon: NgramLexicon | None) -> Start:
        """The weights as a run's newest checkpoint."""
        checkpoint = self.folder / "checkpoints" / "step-00000001"
        checkpoint.mkdir(parents=True)
        save_tensors(checkpoint / "model.safetensors", model.state_dict())
        if lexicon is not None:
            save_ngrams(self.folder, lexicon)
        return Start("there@1", checkpoint / "model.safetensors", self.encoder, VOCABULARY)

    def start(self, model: Model, start: Start, lexicon: NgramLexicon | None) -> list[str]:
        found = None if lexicon is None else matcher(lexicon, NgramSpec(lists=("a",), rows=lexicon.rows))
        return start_with(model, start, RunSpec(encoder=self.encoder), VOCABULARY, found)


@pytest.fixture
def desk(tiny: EncoderSpec, tmp_path: Path) -> Desk:
    return Desk(tiny, tmp_path)


def test_rows_go_with_their_texts(tiny: EncoderSpec) -> None:
    table, fresh = torch.arange(8.0).reshape(4, 2), -torch.ones(4, 2)
    fresh[0] = 0
    moved = moved_rows(table, fresh, THERE, HERE)
    assert moved.tolist() == [[0, 0], [-1, -1], table[3].tolist(), table[1].tolist()]
    assert moved_rows(table, fresh, THERE, NgramLexicon(THERE.texts, (7, 7, 7))) is table, "counts are no matter"


def test_a_run_with_other_lists_takes_over_what_both_have(desk: Desk) -> None:
    there, here = desk.model(THERE), desk.model(HERE, seed=2)
    before = here.state_dict()[NGRAM_TABLE].clone()
    assert desk.start(here, desk.saved(there, THERE), HERE) == []
    found, old = here.state_dict()[NGRAM_TABLE], there.state_dict()[NGRAM_TABLE]
    assert torch.equal(found[1], before[1])
    assert torch.equal(found[2:], old[[3, 1]])
    name = "encoder.ngrams.layers.0.expand.weight"
    assert torch.equal(here.state_dict()[name], there.state_dict()[name])


def test_weights_without_ngrams_leave_their_encoder_as_it_is_drawn_and_say_so(desk: Desk) -> None:
    """As the released runs begin: BERT's weights, and a fresh n-gram encoder."""
    there, here = desk.model(None), desk.model(HERE, seed=2)
    before = here.state_dict()[NGRAM_TABLE].clone()
    assert desk.start(here, desk.saved(there, None), HERE) == ["ngrams"]
    assert torch.equal(here.state_dict()[NGRAM_TABLE], before)
    for name, tensor in there.state_dict().items():
        assert torch.equal(here.state_dict()[name], tensor), name


def test_fewer_layers_leave_the_others_as_they_are_drawn(desk: Desk) -> None:
    there, here = desk.model(THERE), desk.model(THERE, layers=2, seed=2)
    assert desk.start(here, desk.saved(there, THERE), THERE) == ["ngrams"]
    assert torch.equal(here.state_dict()[NGRAM_TABLE], there.state_dict()[NGRAM_TABLE])


def test_an_encoder_without_ngrams_takes_the_rest(desk: Desk) -> None:
    there, here = desk.model(THERE), desk.model(None, seed=2)
    assert desk.start(here, desk.saved(there, THERE), None) == []
    assert all(torch.equal(tensor, there.state_dict()[name]) for name, tensor in here.state_dict().items())
