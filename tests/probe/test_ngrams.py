"""The n-grams of a sentence and the three quantities, held against loops over what a tap sees (ERNIE sheet 3.5)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from workbench.core.errors import ArgumentError
from workbench.inspection.layers import layer_moves
from workbench.inspection.ngrams import Dropped, NgramInspection, Quantity, read_ngrams
from workbench.model.encoding import encode_text
from workbench.model.tap import Tap
from workbench.probe.attention import inspect_text, predict_text
from workbench.probe.look import look
from workbench.probe.ngrams import inspect_ngrams, ngrams_of
from workbench.probe.predictions import masked_tokens
from workbench.probe.serve import ProbeServer
from workbench.probe.subject import Subject, load_subject
from workbench.probe.vectors import hidden_vectors
from workbench.text.ngram_lexicon import NgramLexicon, save_ngrams

LEXICON = NgramLexicon(("桌子", "子上", "桌子上", "猫在", "abc"), (90, 30, 20, 10, 5))
TEXT = "猫在桌子上。"
ZEN = ("ngrams.layers=2", "ngrams.lists=own", "ngrams.rows=6", "ngrams.weights=frequency", "encoder.layers=3")
Runs = Callable[..., Path]


@pytest.fixture
def folder(make_run: Runs) -> Path:
    """A run of three layers with two n-gram layers."""
    made = make_run(1, 2, overrides=(*ZEN, "stages.0.passage.kind=next-sentence"))
    save_ngrams(made, LEXICON)
    return made


@pytest.fixture
def subject(folder: Path) -> Subject:
    return load_subject(folder)


@pytest.fixture
def inspection(subject: Subject) -> NgramInspection:
    return inspect_ngrams(subject, TEXT)


def test_candidates_say_what_they_are(inspection: NgramInspection) -> None:
    assert inspection.tokens == ("[CLS]", *"猫在桌子上。", "[SEP]")
    told = [(one.id, one.text, one.count, one.start, one.length, one.column) for one in inspection.candidates]
    assert told == [
        (1, "桌子", 90, 3, 2, 0), (2, "子上", 30, 4, 2, 1), (3, "桌子上", 20, 3, 3, 2), (4, "猫在", 10, 1, 2, 3),
    ]  # fmt: skip


def test_kept_and_dropped_are_both_there(make_run: Runs) -> None:
    """R136: overlapping candidates with their counts, and whether they are kept or cut."""
    made = make_run(1, overrides=(*ZEN, "ngrams.most=2"))
    save_ngrams(made, LEXICON)
    found = inspect_ngrams(load_subject(made), TEXT)
    assert [(one.text, one.kept) for one in found.candidates] == [
        ("桌子", True), ("子上", True), ("桌子上", False), ("猫在", False),
    ]  # fmt: skip
    assert (found.received.shape, found.injected.shape, found.share.shape) == ((2, 2), (3, 2), (3, 2))
    assert [one.dropped for one in found.candidates] == [None, None, Dropped.FREQUENT, Dropped.FREQUENT]
    assert str(found.why_dropped(found.candidates[2])) == "dropped: not among the 2 most frequent"
    assert (found.cap, found.entries, found.frequent) == (2, 5, ("桌子", "子上", "桌子上"))


def test_a_random_subset_says_that_it_was_drawn(make_run: Runs) -> None:
    made = make_run(1, overrides=(*ZEN, "ngrams.most=1", "ngrams.choice=shuffle"))
    save_ngrams(made, LEXICON)
    found = inspect_ngrams(load_subject(made), TEXT)
    assert [one.dropped for one in found.candidates].count(Dropped.SHUFFLE) == 3


def test_what_a_mask_hides_is_dropped_by_it(subject: Subject) -> None:
    """A hidden 桌 takes 桌子 and 桌子上 from the encoder; the places of the others stay."""
    encoded = encode_text(TEXT, None, subject.vocabulary, subject.spec.encoder, hidden=[(2, 3)])
    found = ngrams_of(subject, encoded)
    assert [(one.text, one.start, one.dropped) for one in found.candidates] == [
        ("桌子", 3, Dropped.MASK), ("子上", 4, None), ("桌子上", 3, Dropped.MASK), ("猫在", 1, None),
    ]  # fmt: skip
    assert [one.column for one in found.candidates] == [None, 0, None, 1]
    assert found.tokens[3] == "[MASK]"


def test_the_quantities_are_what_they_are_said_to_be(subject: Subject, inspection: NgramInspection) -> None:
    encoded = encode_text(TEXT, None, subject.vocabulary, subject.spec.encoder)
    tap = Tap()
    with torch.no_grad():
        subject.model.encoder(encoded.inputs(subject.ngrams), tap)
    assert tap.ngrams is not None
    frequency = [one.count for one in inspection.candidates]
    spans = [range(one.start, one.start + one.length) for one in inspection.candidates]
    for layer in range(3):
        u = tap.ngrams.hidden[1 + min(layer, 1)][0]
        norms = [float(vector.norm()) for vector in u]
        assert inspection.injected[layer] == pytest.approx([norm / sum(norms) for norm in norms], rel=1e-4)
        for j, span in enumerate(spans):
            shares = []
            for i in span:
                total = sum(f for f, other in zip(frequency, spans, strict=True) if i in other)
                shares.append(frequency[j] / total * norms[j] / float(tap.hidden[1 + layer][0, i].norm()))
            assert inspection.share[layer, j] == pytest.approx(sum(shares) / len(shares), rel=1e-4)
    assert len(inspection.cosines) == len(tap.ngrams.attention)
    for layer, attention in enumerate(tap.ngrams.attention):
        expected = [float(attention[0, :, :, key].mean()) for key in range(4)]
        assert inspection.received[layer] == pytest.approx(expected, rel=1e-4)
        unit = [vector / vector.norm() for vector in tap.ngrams.hidden[1 + layer][0]]
        pairs = [float(unit[one] @ unit[other]) for one in range(4) for other in range(one)]
        assert inspection.cosines[layer] == pytest.approx(sum(pairs) / 6, rel=1e-4)
    np.testing.assert_allclose(inspection.received.sum(1), 1, atol=1e-5)
    np.testing.assert_allclose(inspection.injected.sum(1), 1, atol=1e-5)
    assert inspection.injected[1] == pytest.approx(inspection.injected[2]), "the same after the last n-gram layer"
    np.testing.assert_allclose(inspection.weights.sum(1), [0, 1, 1, 1, 1, 1, 0, 0], atol=1e-5)


def test_the_explicit_path_is_the_trained_one_and_looking_draws_nothing(subject: Subject) -> None:
    inputs = encode_text(TEXT, None, subject.vocabulary, subject.spec.encoder).inputs(subject.ngrams)
    with torch.no_grad():
        seen, trained = subject.model.encoder(inputs, Tap()), subject.model.encoder(inputs)
        bare = subject.model.encoder(encode_text(TEXT, None, subject.vocabulary, subject.spec.encoder).inputs())
    assert float((seen - trained).abs().max()) < 1e-5
    assert float((seen - bare).abs().max()) > 1e-2
    before = torch.get_rng_state()
    inspect_ngrams(subject, TEXT)
    assert torch.equal(torch.get_rng_state(), before)


def test_a_text_without_any_and_a_mask_that_hides_one(subject: Subject) -> None:
    none = inspect_ngrams(subject, "狗。")
    assert none.candidates == ()
    assert (none.received.shape, none.injected.shape, none.weights.shape) == ((2, 0), (3, 0), (4, 0))
    assert none.cosines == inspect_ngrams(subject, "桌子").cosines == (None, None), "there are no two to compare"
    assert inspect_ngrams(subject, "猫在猫在").cosines == (None, None), "one n-gram twice is no pair"
    hidden = inspect_ngrams(subject, "猫在桌[MASK]上。", "桌子")
    assert [(one.text, one.start) for one in hidden.candidates] == [("桌子", 8), ("猫在", 1)]


def test_the_server_answers_with_arrays_or_writes_them(folder: Path, tmp_path: Path) -> None:
    server = ProbeServer(folder)
    request = {"op": "ngrams", "text": TEXT, "id": 4}
    answer = server.answer(json.dumps(request))
    assert (answer["id"], answer["step"], answer["layers"], answer["ngram_layers"]) == (4, 2, 3, 2)
    assert answer["ngrams"][0] == {
        "id": 1, "text": "桌子", "count": 90, "start": 3, "length": 2, "column": 0, "dropped": None, "kept": True,
    }  # fmt: skip
    out = tmp_path / "n.npz"
    written = server.answer(json.dumps({**request, "out": str(out)}))
    assert "received" not in written
    with np.load(out) as arrays:
        assert arrays["ngram_text"].tolist() == ["桌子", "子上", "桌子上", "猫在"]
        assert arrays["ngram_column"].tolist() == [0, 1, 2, 3]
        for name in ("received", "injected", "share", "weights"):
            np.testing.assert_allclose(arrays[name], np.array(answer[name]), rtol=1e-5)
    earlier = server.answer(json.dumps({**request, "checkpoint": 1}))
    assert (earlier["step"], earlier["received"] == answer["received"]) == (1, False)


def test_the_answer_is_read_as_what_was_found(folder: Path, tmp_path: Path) -> None:
    """Over the wire it is the same, hidden tokens included."""
    server, out = ProbeServer(folder), tmp_path / "n.npz"
    request = {"op": "ngrams", "text": TEXT, "hidden": [[0, 2, 3]], "out": str(out)}
    answer = json.loads(json.dumps(server.answer(json.dumps(request))))
    with np.load(out) as arrays:
        found = read_ngrams(answer, arrays, answer["tokens"])
    subject = load_subject(folder)
    encoded = encode_text(TEXT, None, subject.vocabulary, subject.spec.encoder, hidden=[(2, 3)])
    expected = ngrams_of(subject, encoded)
    assert (found.candidates, found.spans, found.cap) == (expected.candidates, expected.spans, expected.cap)
    for quantity in Quantity:
        np.testing.assert_allclose(found.values(quantity), expected.values(quantity), rtol=1e-6)


def test_a_run_without_an_ngram_encoder_says_so(make_run: Runs) -> None:
    with pytest.raises(ArgumentError, match="has no n-gram encoder"):
        inspect_ngrams(load_subject(make_run(1)), TEXT)


def test_predictions_at_masks_are_those_of_the_whole_model(subject: Subject) -> None:
    """With the n-grams of the rest of the sentence."""
    text = "猫在桌子上[MASK]"
    seen, fused = inspect_text(subject, text).predictions[0], predict_text(subject, text)[0]
    encoded = encode_text(text, None, subject.vocabulary, subject.spec.encoder)
    with torch.no_grad():
        chances = subject.model(encoded.inputs(subject.ngrams), encoded.places())["mlm"][0].softmax(-1)
        bare = subject.model(encoded.inputs(), encoded.places())["mlm"][0].softmax(-1)
    for one in (seen, fused):
        assert one.guesses[0].probability == pytest.approx(float(chances.max()), abs=1e-5)
    assert float(chances.max()) != pytest.approx(float(bare.max()), abs=1e-5)


def test_all_that_is_looked_at_is_with_the_n_grams(subject: Subject, tmp_path: Path) -> None:
    """What the inspector shows of a sentence is what the trained path computes of it, and not the encoder alone."""
    encoded = encode_text(TEXT, None, subject.vocabulary, subject.spec.encoder, hidden=[(0, 1)])
    with torch.no_grad():
        trained = subject.model.encoder(encoded.inputs(subject.ngrams))[0]
        alone = subject.model.encoder(encoded.inputs())[0]
        guessed = subject.model.predictions(encoded.inputs(subject.ngrams), torch.tensor([1]))
    seen = hidden_vectors(subject, encoded, subject.spec.encoder.passes)
    torch.testing.assert_close(seen, trained, atol=1e-5, rtol=0)
    assert not torch.allclose(seen, alone, atol=1e-3)
    (masked,) = masked_tokens(subject, encoded, top=1)
    assert guessed is not None
    assert masked.after[0].probability == pytest.approx(float(guessed.softmax(-1).max()), abs=1e-6)
    moves = look(subject, encoded, tmp_path).moves
    with torch.no_grad():
        subject.model.encoder(encoded.inputs(subject.ngrams), tap := Tap())
    expected = layer_moves([hidden[0].numpy() for hidden in tap.hidden])
    np.testing.assert_allclose(moves.l2, expected.l2, rtol=1e-5)
