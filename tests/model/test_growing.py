"""Weights of a vocabulary for one that was made from it: every row by its rule, and a step that runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.model.build import build_model
from workbench.model.growing import GENERATOR_BIAS, GENERATOR_TABLE, WORD_TABLE, grow_embeddings
from workbench.model.inputs import Inputs
from workbench.spec.encoder import EncoderSpec, Initialisation, Sharing
from workbench.spec.generator import GeneratorPlan, GeneratorSharing, GeneratorSpec, generator_encoder
from workbench.text.vocabulary import Vocabulary, VocabularyKind, load_vocabulary
from workbench.text.vocabulary_growth import Places, add_words, plan_additions
from workbench.text.vocabulary_lineage import NewRows
from workbench.text.vocabulary_words import build_word_vocabulary

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
TOKENS = [
    "[PAD]",
    "[unused1]",
    "[unused2]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    "",
    "的",
    "科",
    "学",
    "技",
    "的",
    "##学",
]
PARENT = Vocabulary.make("parent", VocabularyKind.WORDPIECE, TOKENS)
BIAS = "heads.mlm.bias"


def weights(spec: EncoderSpec, size: int) -> dict[str, torch.Tensor]:
    """Those of a model whose output biases are no zeros."""
    state = build_model(spec, size, {"mlm": 0, "nsp": 2}).state_dict()
    state[BIAS] = torch.randn(size)
    return state


def one_step(spec: EncoderSpec, size: int, state: dict[str, torch.Tensor]) -> None:
    """Load the weights and take a step; raises where anything does not fit."""
    model = build_model(spec, size, {"mlm": 0, "nsp": 2})
    model.load_state_dict(state)
    ids = torch.arange(size).reshape(1, -1)[:, -8:]
    logits = model(Inputs(ids, ids * 0), torch.tensor([1, 3]))["mlm"]
    assert logits.shape == (2, size)
    before = model.encoder.embeddings.word.weight.clone()
    torch.nn.functional.cross_entropy(logits, ids[0, [1, 3]]).backward()
    torch.optim.SGD(model.parameters(), 0.1).step()
    assert not torch.equal(model.encoder.embeddings.word.weight, before)


@pytest.mark.parametrize("places", Places)
def test_a_new_row_is_the_mean_of_its_pieces_and_all_others_stay(
    tiny: EncoderSpec, project: Project, places: Places
) -> None:
    words = ["科学", "学科"]
    plan = plan_additions(PARENT, words, places, VocabularyKind.WORD)
    grown = add_words(project, plan, f"grown {places.value}")
    state = weights(tiny, PARENT.size)
    found = grow_embeddings(state, grown, PARENT, tiny)
    assert grown.size == PARENT.size + (len(words) if places is Places.GROW else 0)
    pieces = {"科学": [9, 10], "学科": [10, 9]}
    for place, token in enumerate(grown.tokens):
        for name in (WORD_TABLE, BIAS):
            rows = state[name]
            wanted = rows[pieces[token]].double().mean(0).float() if token in pieces else rows[place]
            assert torch.equal(found[name][place], wanted), (token, name)
    untouched = state.keys() - {WORD_TABLE, BIAS}
    assert all(torch.equal(found[name], state[name]) for name in untouched)
    one_step(tiny, grown.size, found)


def test_rows_of_a_word_vocabulary_are_found_after_its_ids_have_moved(tiny: EncoderSpec, project: Project) -> None:
    words = build_word_vocabulary(project, PARENT, 3, "words", _Corpus(["科学 科学 技的 技的 的科学"]))
    assert words.tokens[:5] == tuple(SPECIAL)
    state = weights(tiny, PARENT.size)
    table = grow_embeddings(state, words, PARENT, tiny)[WORD_TABLE]
    rows = state[WORD_TABLE]
    assert torch.equal(table[words.mask_id], rows[PARENT.mask_id])
    assert torch.equal(table[words.ids_by_token["的"]], rows[12]), "of duplicates the id in use"
    assert torch.equal(table[words.ids_by_token["科学"]], (rows[9] + rows[10]) / 2)
    one_step(tiny, words.size, grow_embeddings(state, words, PARENT, tiny))


class _Corpus:
    """A corpus in memory."""

    def __init__(self, sentences: list[str]) -> None:
        self._sentences = sentences
        self.num_sentences = len(sentences)

    def sentences(self, begin: int, end: int, /) -> list[str]:
        return self._sentences[begin:end]


def test_rows_are_drawn_where_that_is_the_rule_or_no_piece_is_known(tiny: EncoderSpec, project: Project) -> None:
    state = weights(tiny, PARENT.size)
    for rows, drawn in ((NewRows.NORMAL, {"科学", "鑫"}), (NewRows.MEAN, {"鑫"})):
        plan = plan_additions(PARENT, ["科学", "鑫"], Places.GROW, VocabularyKind.WORD)
        grown = add_words(project, plan, rows.value, rows)
        found = grow_embeddings(state, grown, PARENT, tiny)
        for word in ("科学", "鑫"):
            place = grown.ids_by_token[word]
            is_mean = torch.allclose(found[WORD_TABLE][place], state[WORD_TABLE][[9, 10]].mean(0))
            assert is_mean is (word not in drawn)
            assert 0 < found[WORD_TABLE][place].abs().max() <= 2 * tiny.initial_deviation or word not in drawn
            assert (found[BIAS][place] == 0).item() is (word in drawn)


@pytest.mark.parametrize("initialisation", Initialisation)
def test_a_drawn_row_depends_on_seed_and_token_alone(
    tiny: EncoderSpec, project: Project, initialisation: Initialisation
) -> None:
    spec = tiny.model_copy(update={"initialisation": initialisation})
    state = weights(spec, PARENT.size)

    def rows(name: str, words: list[str], seed: int) -> dict[str, torch.Tensor]:
        plan = plan_additions(PARENT, words, Places.GROW, VocabularyKind.WORD)
        grown = add_words(project, plan, name, NewRows.NORMAL)
        table = grow_embeddings(state, grown, PARENT, spec, seed)[WORD_TABLE]
        return {word: table[grown.ids_by_token[word]] for word in words}

    torch.manual_seed(1)
    first, second = rows("a", ["鑫", "科学"], 3), rows("b", ["学科", "科学", "鑫"], 3)
    assert all(torch.equal(first[word], second[word]) for word in first)
    assert not torch.equal(first["鑫"], first["科学"])
    assert not torch.equal(rows("c", ["鑫"], 4)["鑫"], first["鑫"])
    many = [chr(code) for code in range(0x6000, 0x6400)]
    drawn = torch.cat(list(rows("d", many, 0).values())) / spec.initial_deviation
    # The deviation of a normal variable cut at two deviations is 0.8796.
    cut = initialisation is Initialisation.TRUNCATED
    assert drawn.std().item() == pytest.approx(0.8796 if cut else 1.0, abs=0.02)
    assert abs(drawn.mean().item()) < 0.02
    assert (drawn.abs().max().item() <= 2.0) is cut


def test_other_weights_and_other_parents_are_refused(tiny: EncoderSpec, project: Project) -> None:
    grown = add_words(project, plan_additions(PARENT, ["鑫"], Places.GROW), "grown")
    with pytest.raises(WorkbenchError, match="has 14 tokens") as caught:
        grow_embeddings(weights(tiny, 20), grown, PARENT, tiny)
    assert "20 word rows" in str(caught.value)
    other = Vocabulary.make("other", VocabularyKind.WORDPIECE, [*SPECIAL, "的"])
    for parent in (other, grown):
        with pytest.raises(WorkbenchError, match="was not made from"):
            grow_embeddings(weights(tiny, parent.size), grown, parent, tiny)


@pytest.mark.parametrize(
    "settings",
    [
        {"embedding_size": 16},
        {"embedding_size": 16, "sharing": Sharing.ALL},
        {"position_offset": 2, "segments": 1, "pooler": False, "zero_padding_row": True},
    ],
    ids=["narrow tables", "shared layers", "a padding row"],
)
def test_encoders_of_all_families_grow(tiny: EncoderSpec, project: Project, settings: dict[str, Any]) -> None:
    spec = tiny.model_copy(update=settings)
    grown = add_words(project, plan_additions(PARENT, ["科学"], Places.GROW, VocabularyKind.WORD), "grown")
    state = weights(spec, PARENT.size)
    found = grow_embeddings(state, grown, PARENT, spec)
    assert found[WORD_TABLE].shape == (PARENT.size + 1, spec.embedding_width)
    for name in (WORD_TABLE, BIAS):
        assert torch.equal(found[name][:-1], state[name])
    assert found[WORD_TABLE][grown.pad_id].any() is not spec.zero_padding_row
    one_step(spec, grown.size, found)


def test_every_table_and_bias_of_tokens_grows_and_old_rows_stay_to_the_bit(tiny: EncoderSpec, project: Project) -> None:
    """Also those of heads and generators that stand beside the encoder's."""
    names = [WORD_TABLE, "generator.encoder.embeddings.word.weight"]
    biases = [BIAS, "heads.replaced_mlm.bias", "generator.head.bias"]
    others = ["heads.replaced_token.output.bias", "generator.head.dense.bias", "encoder.embeddings.norm.bias"]
    state = {name: torch.randn(PARENT.size, 8) for name in names} | {
        name: torch.randn(PARENT.size) for name in (*biases, *others)
    }
    for tensor in state.values():
        tensor[3] = -0.0
    plan = plan_additions(PARENT, ["科学", "鑫"], Places.GROW, VocabularyKind.WORD)
    found = grow_embeddings(state, add_words(project, plan, "grown"), PARENT, tiny)
    for name in (*names, *biases):
        assert len(found[name]) == PARENT.size + 2
        assert torch.equal(bits(found[name][:-2]), bits(state[name])), name
        assert torch.allclose(found[name][-2], state[name][[9, 10]].mean(0))
    assert (found[names[1]][-1] != 0).all(), "a row without pieces is drawn in each table"
    assert (found["generator.head.bias"][-1] == 0).all()
    assert all(found[name] is state[name] for name in others)


def bits(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.view(torch.int32)


def test_the_real_chinese_vocabulary_begins_as_wobert_does(
    tiny: EncoderSpec, project: Project, shared_data: Path
) -> None:
    path = shared_data / "5_vocabs" / "bert-base-chinese" / "vocab.txt"
    parent = load_vocabulary(project, path, "zh")
    words = build_word_vocabulary(project, parent, 20000, "words")
    state = weights(tiny, parent.size)
    table = grow_embeddings(state, words, parent, tiny)[WORD_TABLE]
    wanted = torch.stack([state[WORD_TABLE][parent.ids_by_token[character]] for character in "科学技术"]).mean(0)
    assert torch.allclose(table[words.ids_by_token["科学技术"]], wanted, atol=1e-7)
    assert table.shape == (33_585, tiny.hidden)


@pytest.mark.parametrize("sharing", GeneratorSharing)
def test_a_generator_grows_with_the_model(tiny: EncoderSpec, project: Project, sharing: GeneratorSharing) -> None:
    """Its output bias always, its word table where it has one of its own; nothing else changes."""
    settings = GeneratorSpec(width=1, sharing=sharing)
    plan = GeneratorPlan(generator_encoder(tiny, settings), settings, adversarial=True)
    state = build_model(tiny, PARENT.size, {"replaced_token": 0}, generator=plan).state_dict()
    state[GENERATOR_BIAS] = torch.randn(PARENT.size)
    grown = add_words(project, plan_additions(PARENT, ["科学"], Places.GROW, VocabularyKind.WORD), sharing.value)
    found = grow_embeddings(state, grown, PARENT, tiny)
    tables = {WORD_TABLE, GENERATOR_BIAS} | ({GENERATOR_TABLE} if sharing is GeneratorSharing.NONE else set())
    assert (GENERATOR_TABLE in state) == (sharing is GeneratorSharing.NONE)
    for name in state:
        if name in tables:
            assert torch.equal(found[name][: PARENT.size], state[name]), "old rows stay to the bit"
            assert torch.equal(found[name][-1], state[name][[9, 10]].double().mean(0).float())
        else:
            assert torch.equal(found[name], state[name]), name
    build_model(tiny, grown.size, {"replaced_token": 0}, generator=plan).load_state_dict(found)
