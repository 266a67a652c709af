"""A sentence with all that the inspector shows of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from workbench.core.paths import Project
from workbench.inspection.heads import head_figures
from workbench.inspection.weights import WeightsFile
from workbench.model.encoding import encode_text
from workbench.model.tap import Tap
from workbench.probe.attention import inspect_text
from workbench.probe.serve import ProbeServer
from workbench.probe.subject import load_subject
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, save_lexicon
from workbench.text.vocabulary import Vocabulary, VocabularyKind, save_vocabulary

MakeRun = Callable[..., Path]
SENTENCE, PAIR = "猫在桌子上。", "狗在上。"


def ask(server: ProbeServer, **request: Any) -> dict[str, Any]:
    """One question."""
    answer: dict[str, Any] = json.loads(json.dumps(server.answer(json.dumps(request))))
    assert "error" not in answer, answer["error"]
    return answer


def test_weights_lie_in_a_file_and_are_those_of_the_arrays(make_run: MakeRun, tmp_path: Path) -> None:
    folder = make_run(5)
    answer = ask(ProbeServer(folder), op="look", text=SENTENCE, pair=PAIR, folder=str(tmp_path))
    whole = inspect_text(load_subject(folder), SENTENCE, PAIR)
    weights = WeightsFile(tmp_path / "weights.f32", answer["layers"], answer["heads"], len(answer["tokens"]))
    for layer in range(2):
        np.testing.assert_array_equal(weights.layer(layer), whole.attention[layer])
    with np.load(tmp_path / "summary.npz") as summary:
        np.testing.assert_allclose(summary["greatest"], whole.attention.max(axis=(2, 3)))
        np.testing.assert_allclose(summary["entropy"][0], head_figures(whole.attention).entropy, rtol=1e-5)
        assert summary["entropy"].shape == summary["distance"].shape == (2, 2, 4)
        assert summary["thumbnails"].shape == (2, 4, 13, 13)
        assert summary["apart"].shape == (8, 8)
        assert summary["l2"].shape == summary["cosine"].shape == summary["degrees"].shape == (2,)
    assert answer["spans"][0] is None
    assert answer["spans"][1] == [0, 0, 1]
    assert answer["spans"][8] == [1, 0, 1]


def test_moves_are_between_what_goes_in_and_comes_out(make_run: MakeRun, tmp_path: Path) -> None:
    folder = make_run(5)
    ask(ProbeServer(folder), op="look", text=SENTENCE, folder=str(tmp_path))
    subject = load_subject(folder)
    encoded = encode_text(SENTENCE, None, subject.vocabulary, subject.spec.encoder)
    with torch.no_grad():
        vectors = subject.model.encoder.embeddings(encoded.inputs())
        after = subject.model.encoder.layers[0](vectors, None)
    with np.load(tmp_path / "summary.npz") as summary:
        assert summary["l2"][0] == pytest.approx(float((after - vectors).norm(dim=-1).mean()), rel=1e-5)


def test_a_hidden_span_is_masked_and_told_before_and_after(make_run: MakeRun, tmp_path: Path) -> None:
    server = ProbeServer(make_run(5))
    hidden = [[0, 1, 3], [1, 0, 1]]
    answer = ask(server, op="look", text=SENTENCE, pair=PAIR, hidden=hidden, folder=str(tmp_path), top=20)
    assert answer["tokens"][2:4] == ["[MASK]", "[MASK]"]
    assert answer["masks"] == [2, 3, 8]
    assert [one["original"] for one in answer["masked"]] == ["在", "桌", "狗"]
    for one in answer["masked"]:
        for side in ("before", "after"):
            chances = {guess["token"]: guess["probability"] for guess in one[side]}
            assert sum(chances.values()) == pytest.approx(1, abs=1e-5)
            assert chances[one["original"]] == pytest.approx(one[f"original_{side}"])
    typed = ask(server, op="predict", text="猫[MASK][MASK]子上。", pair="[MASK]在上。", top=20)["predictions"]
    assert [one["after"] for one in answer["masked"]] == [one["guesses"] for one in typed]


def test_what_was_typed_as_a_mask_has_nothing_before(make_run: MakeRun, tmp_path: Path) -> None:
    answer = ask(ProbeServer(make_run(5)), op="look", text="猫[MASK]桌", folder=str(tmp_path))
    (one,) = answer["masked"]
    assert (one["position"], one["original"], one["before"]) == (2, None, [])
    assert len(one["after"]) == 10


def group_texts(answer: dict[str, Any], level: str, *, units_only: bool = False) -> list[str]:
    return [text for _, _, text, unit in answer["groups"][level] if unit or not units_only]


@pytest.fixture
def lists_run(make_run: MakeRun) -> Path:
    """A run that knows an n-gram list with nested entries, and an entity list."""
    overrides = ('units.ngram_lists=["grams"]', 'units.entity_lists=["things"]', "units.dictionary_entities=false")
    folder = make_run(5, overrides=overrides)
    project = Project(folder.parent.parent)
    save_lexicon(project, Lexicon("grams", LexiconKind.NGRAM, (LexiconEntry("猫在桌子"), LexiconEntry("桌子"))))
    save_lexicon(project, Lexicon("things", LexiconKind.ENTITY, (LexiconEntry("桌子上"),)))
    return folder


def test_groups_are_the_units_of_the_run(lists_run: Path, tmp_path: Path) -> None:
    answer = ask(ProbeServer(lists_run), op="look", text=SENTENCE, folder=str(tmp_path))
    count = len(answer["tokens"])
    for level in ("token", "character", "word", "phrase", "entity"):
        places = [place for start, end, _, _ in answer["groups"][level] for place in range(start, end)]
        assert places == list(range(count)), f"{level} tiles the sentence"
    assert "桌子" in group_texts(answer, "word")
    assert group_texts(answer, "ngram", units_only=True) == ["猫在桌子", "桌子"]
    assert group_texts(answer, "ngram") == ["[CLS]", "猫在桌子", "桌子", "上", "。", "[SEP]"]
    assert group_texts(answer, "entity", units_only=True) == ["桌子上"]


def test_words_behind_a_typed_mask_and_in_the_pair_are_in_their_places(lists_run: Path, tmp_path: Path) -> None:
    answer = ask(ProbeServer(lists_run), op="look", text="猫[MASK]桌子上", pair="狗在桌子上", folder=str(tmp_path))
    found = [(start, end) for start, end, text, unit in answer["groups"]["ngram"] if unit and text == "桌子"]
    assert found == [(3, 5), (9, 11)]
    assert answer["tokens"][9:11] == ["桌", "子"]
    hidden = ask(ProbeServer(lists_run), op="look", text="猫在桌子", hidden=[[0, 2, 3]], folder=str(tmp_path))
    assert "猫在桌子" in group_texts(hidden, "ngram"), "units are those of the whole text"


def test_a_list_that_has_gone_is_told(make_run: MakeRun, tmp_path: Path) -> None:
    server = ProbeServer(make_run(5, overrides=('units.ngram_lists=["gone"]',)))
    answer = ask(server, op="look", text=SENTENCE, folder=str(tmp_path))
    assert "gone" in json.dumps(answer["units_problem"])
    assert set(answer["groups"]) == {"token", "character"}


def test_bytes_of_a_character_are_one_group(tmp_path: Path, make_run: MakeRun) -> None:
    folder = make_run(5)
    project = Project(folder.parent.parent)
    signs = [chr(byte) for byte in (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))]
    signs += [chr(0x100 + place) for place in range(256 - len(signs))]
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    vocabulary = Vocabulary.make("signs", VocabularyKind.BYTE_BPE, [*special, *signs])
    (project.vocabularies / "signs").rename(project.vocabularies / "old")
    save_vocabulary(project, vocabulary)
    from workbench.model.build import model_of
    from workbench.model.weights import save_tensors
    from workbench.store.folder import read_run_folder

    spec = read_run_folder(folder).spec
    save_tensors(
        folder / "checkpoints" / "step-00000005" / "model.safetensors", model_of(spec, vocabulary.size).state_dict()
    )
    answer = ask(ProbeServer(folder), op="look", text="a猫b", folder=str(tmp_path))
    assert len(answer["tokens"]) == 7
    assert [text for _, _, text, unit in answer["groups"]["character"] if unit] == ["a", "猫", "b"]


def test_two_runs_are_answered_by_one_server(make_run: MakeRun, tmp_path: Path) -> None:
    folder = make_run(5, 20, 30)
    server = ProbeServer(folder)
    for step in (5, 20, 30, 5):
        assert ask(server, op="info", checkpoint=step, run=str(folder))["step"] == step
    assert [step for _, step in server.subjects._loaded] == [30, 5], "never more than two are kept"
    assert server.answer(json.dumps({"op": "info", "run": str(tmp_path)}))["error"]


FAMILIES = {
    "bert": ("bert-tiny", ()),
    "roberta": ("roberta-tiny", ("encoder.positions=66",)),
    "albert": ("albert-tiny", ("encoder.embedding_size=16",)),
    "electra": ("electra-tiny", ("encoder.embedding_size=16",)),
}
SMALL = ("encoder.hidden=32", "encoder.heads=4", "encoder.feed_forward=64", "encoder.positions=64",
         "encoder.initial_deviation=0.3", "training.length=32")  # fmt: skip


@pytest.mark.parametrize("family", FAMILIES)
def test_looking_gives_what_training_computes(family: str) -> None:
    """R131: the explicit path against the packed one of the processor and the fused kernel of the padded one."""
    from workbench.model.build import model_of
    from workbench.model.inputs import Inputs

    preset, changes = FAMILIES[family]
    spec = apply_overrides(load_preset(preset), [*SMALL, *changes])
    torch.manual_seed(3)
    model = model_of(spec, 50).eval()
    ids = torch.randint(5, 50, (1, 40))
    inputs = Inputs(ids, torch.zeros_like(ids))
    tap = Tap()
    networks = [model.encoder] + ([model.generator.encoder] if model.generator is not None else [])
    state = torch.get_rng_state()
    with torch.no_grad():
        for network in networks:
            tap = Tap()
            explicit = network(inputs, tap)
            for trained in (network(inputs), network.padded(inputs)):
                assert (explicit - trained).abs().max() < 1e-5
            assert explicit.abs().max() > 0.1
            assert len(tap.attention) == len(tap.hidden) - 1
            torch.testing.assert_close(tap.stacked().sum(-1), torch.ones(()).expand(tap.stacked().shape[:-1]))
    assert torch.equal(torch.get_rng_state(), state)


@pytest.mark.parametrize(
    "request_",
    [
        {"op": "look", "text": SENTENCE, "hidden": [[0, 0, 1]]},
        {"op": "predict", "text": "猫[MASK]"},
        {"op": "neighbours", "text": SENTENCE, "position": 1},
        {"op": "neighbours", "text": SENTENCE, "position": 1, "layer": 2},
        {"op": "vectors", "text": SENTENCE, "layer": 1},
        {"op": "sentences", "texts": [SENTENCE, PAIR], "layer": 1},
    ],
)
def test_no_question_draws_a_random_number(make_run: MakeRun, tmp_path: Path, request_: dict[str, Any]) -> None:
    server = ProbeServer(make_run(5))
    torch.manual_seed(7)
    np.random.seed(7)
    state, numbers = torch.get_rng_state(), np.random.get_state()[1].copy()
    ask(server, folder=str(tmp_path), out=str(tmp_path / "v.npy"), **request_)
    assert torch.equal(torch.get_rng_state(), state)
    np.testing.assert_array_equal(np.random.get_state()[1], numbers)
