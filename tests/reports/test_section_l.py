"""Looking inside as users reported it wrong (requirements, section L); what views show stands with their tests."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from workbench.cli import main
from workbench.core.paths import Project
from workbench.inspection.weights import WeightsFile
from workbench.model.build import model_of
from workbench.model.inputs import Inputs
from workbench.model.layer import ATTENTIONS
from workbench.model.tap import Tap
from workbench.model.weights import save_tensors
from workbench.spec.encoder import PositionKind
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.store.store import Store
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, save_lexicon
from workbench.text.vocabulary import Vocabulary, VocabularyKind, save_vocabulary

SMALL = [
    "encoder.hidden=32", "encoder.heads=4", "encoder.feed_forward=64", "encoder.positions=66",
    "encoder.initial_deviation=0.3", "training.length=32",
]  # fmt: skip
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


@pytest.mark.parametrize(
    ("preset", "recipe"),
    [
        ("bert-tiny", None), ("roberta-tiny", None), ("albert-tiny", None), ("electra-tiny", None),
        ("zen-tiny", "paper"), ("zen-tiny", "v2"),
    ],
)  # fmt: skip
def test_every_family_shows_the_weights_that_it_is_trained_with(preset: str, recipe: str | None) -> None:
    """R131, with padding: rows of real tokens sum to 1 over real tokens, and looking changes no output."""
    spec = apply_overrides(load_preset(preset, recipe), SMALL)
    torch.manual_seed(2)
    model = model_of(spec, 50).eval()
    ids = torch.randint(5, 50, (2, 12))
    real = torch.arange(12) < torch.tensor([[12], [7]])
    inputs = Inputs(ids, torch.zeros_like(ids), real)
    tap = Tap()
    with torch.no_grad():
        looked, trained, padded = model.encoder(inputs, tap), model.encoder(inputs), model.encoder.padded(inputs)
    for other in (trained, padded):
        assert float((looked - other)[real].abs().max()) < 1e-5
    assert float(looked[real].abs().max()) > 0.1
    for weights in tap.attention:
        on_real = (weights * real[:, None, None, :]).sum(-1).transpose(1, 2)[real]
        torch.testing.assert_close(on_real, torch.ones_like(on_real))
    assert len(tap.attention) == spec.encoder.layers


def test_every_attention_has_a_matrix_of_weights() -> None:
    """R131: one without softmax would have to say so, and to show something in its place; there is none."""
    assert set(ATTENTIONS) == set(PositionKind)
    softmax = ATTENTIONS[PositionKind.ABSOLUTE]
    assert all(issubclass(kind, softmax) for kind in ATTENTIONS.values())


def test_of_a_long_text_one_head_is_in_memory(tmp_path: Path) -> None:
    """R132: 512 tokens, 12 layers of 12 heads are 144 MiB on the disk, and a look at a head takes 1."""
    layers, heads, count = 12, 12, 512
    path = tmp_path / "weights"
    with open(path, "wb") as file:  # a hole, but for the last weight
        file.seek(4 * (layers * heads * count**2 - 1))
        np.array([0.25], "<f4").tofile(file)
    weights = WeightsFile(path, layers, heads, count)
    assert weights.nbytes == path.stat().st_size == 144 << 20
    tracemalloc.start()
    try:
        for layer in range(layers):
            head = weights.head(layer, heads - 1)
        mean = weights.mean(layers - 1)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert head[-1, -1] == 0.25
    assert mean[-1, -1] == pytest.approx(0.25 / heads)
    assert most < 12 << 20, "the mean of a layer's heads is made in a matrix of twice the width"


@pytest.fixture
def boston(project: Project) -> Project:
    """A run “zen” with fresh weights whose lexicon has 波士顿 and its broken piece 士顿, the more frequent one."""
    text = "我在波士顿公园走"
    save_vocabulary(project, Vocabulary.make("signs", VocabularyKind.CHARACTER, [*SPECIAL, *dict.fromkeys(text)]))
    entries = (LexiconEntry("士顿", count=50), LexiconEntry("波士顿", count=20))
    save_lexicon(project, Lexicon("pair", LexiconKind.NGRAM, entries))
    spec = apply_overrides(
        load_preset("zen-tiny", "paper"),
        [*SMALL, "vocabulary=signs", "ngrams.lists=pair", "name=zen", "encoder.vocabulary_size=0"],
    )
    with Store.open(project) as store:
        run = store.create_run(spec)
    folder = run.folder / "checkpoints" / "step-00000001"
    folder.mkdir(parents=True)
    torch.manual_seed(1)
    size = len(SPECIAL) + len(set(text))
    save_tensors(folder / "model.safetensors", model_of(run.spec, size).state_dict())
    (folder / "state.json").write_text('{"step": 1}', encoding="utf-8")
    return project


def look(project: Project, capsys: pytest.CaptureFixture[str], text: str) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["inspect", "zen", "--text", text, "--ngrams", "--json", "--project", str(project.root)]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_overlapping_ngrams_are_both_named_with_their_places(
    boston: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """R136: 波士顿 and 士顿, their counts and characters, kept or not, and attention that sums to 1 in each layer."""
    text = "我在波士顿公园"
    found = look(boston, capsys, text)
    assert [(one["text"], one["count"], one["kept"]) for one in found["ngrams"]] == [
        ("士顿", 50, True), ("波士顿", 20, True),
    ]  # fmt: skip
    for one in found["ngrams"]:
        first = one["start"] - 1  # [CLS] stands before the text
        assert text[first : first + one["length"]] == one["text"]
        assert "".join(found["tokens"][one["start"] : one["start"] + one["length"]]) == one["text"]
    received = np.array(found["received"])
    assert received.shape == (found["ngram_layers"], 2)
    np.testing.assert_allclose(received.sum(1), 1, atol=1e-5)
    assert np.ptp(received) > 0, "of two n-grams one gets more"
    # ZEN 1 adds each n-gram to all of its characters, unweighted.
    weights = np.array(found["weights"])
    assert weights.sum(1).tolist() == [0, 0, 0, 1, 2, 2, 0, 0, 0]


def test_an_ngram_that_a_mask_hides_is_not_believed_in(boston: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """R136: 士顿 stays where 波 is hidden; what is in another place is told there."""
    found = look(boston, capsys, "在[MASK]士顿，士顿")
    kept = [(one["text"], one["start"]) for one in found["ngrams"] if one["kept"]]
    assert kept == [("士顿", 3), ("士顿", 6)]
