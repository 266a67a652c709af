"""Attention as arrays, predictions at masks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.model.encoding import encode_text
from workbench.model.tap import Tap
from workbench.probe.attention import inspect_text, predict_text
from workbench.probe.subject import load_subject
from workbench.store.checkpoints import checkpoint_folders

MakeRun = Callable[..., Path]


def test_rows_sum_to_one_and_looking_changes_no_output(make_run: MakeRun, tmp_path: Path) -> None:
    subject = load_subject(make_run(5))
    inspection = inspect_text(subject, "猫在桌子上。", "狗在上。")
    assert inspection.tokens[:3] == ("[CLS]", "猫", "在")
    assert inspection.attention.shape == (2, 4, 13, 13)
    np.testing.assert_allclose(inspection.attention.sum(-1), 1, atol=1e-5)

    encoded = encode_text("猫在桌子上。", "狗在上。", subject.vocabulary, subject.spec.encoder)
    with torch.no_grad():
        seen = subject.model.encoder(encoded.inputs(), Tap())
        fused = subject.model.encoder(encoded.inputs())
    assert (seen - fused).abs().max() < 1e-5

    inspection.save(tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz") as arrays:
        assert arrays["tokens"].tolist() == list(inspection.tokens)
        assert arrays["segments"].tolist() == list(inspection.segments)
        np.testing.assert_array_equal(arrays["attention"], inspection.attention)


def test_a_failed_export_leaves_the_old_file(
    make_run: MakeRun, keeps_the_old_file: Callable[[str, Callable[[Path], object]], None]
) -> None:
    keeps_the_old_file("a.npz", inspect_text(load_subject(make_run(5)), "猫").save)


def test_predictions_are_probabilities_in_order(make_run: MakeRun) -> None:
    subject = load_subject(make_run(5))
    inspection = inspect_text(subject, "猫在[MASK]子[MASK]。", top=100)
    assert [prediction.position for prediction in inspection.predictions] == [3, 5]
    for prediction in inspection.predictions:
        chances = [guess.probability for guess in prediction.guesses]
        assert chances == sorted(chances, reverse=True)
        assert sum(chances) == pytest.approx(1, abs=1e-5)
        assert len(chances) == subject.vocabulary.size
    again = predict_text(subject, "猫在[MASK]子[MASK]。", top=3)
    for some, whole in zip(again, inspection.predictions, strict=True):
        assert [guess.token for guess in some.guesses] == [guess.token for guess in whole.guesses[:3]]
    assert predict_text(subject, "猫") == ()


def test_looking_draws_no_random_number(make_run: MakeRun) -> None:
    folder = make_run(5)
    before = torch.get_rng_state()
    first = inspect_text(load_subject(folder), "猫在桌子上。")
    second = inspect_text(load_subject(folder), "猫在桌子上。")
    assert torch.equal(torch.get_rng_state(), before)
    np.testing.assert_array_equal(first.attention, second.attention)


def test_checkpoints_by_step(make_run: MakeRun) -> None:
    folder = make_run(5, 20)
    assert load_subject(folder).step == 20
    (folder / "checkpoints" / "step-00000030").mkdir()
    assert list(checkpoint_folders(folder)) == [5, 20]
    with pytest.raises(WorkbenchError, match=r"step 30 is damaged\. The newest whole one is that of step 20\."):
        load_subject(folder)
    assert load_subject(folder, 5).step == 5
    with pytest.raises(ArgumentError, match=r"no checkpoint of step 7\. There are: 5, 20"):
        load_subject(folder, 7)


def test_a_run_without_a_checkpoint(make_run: MakeRun) -> None:
    with pytest.raises(WorkbenchError, match="no checkpoint yet"):
        load_subject(make_run())


def test_roberta_is_inspected_too(make_run: MakeRun) -> None:
    overrides = ("encoder.position_offset=2", "encoder.segments=1", "encoder.pooler=false")
    inspection = inspect_text(load_subject(make_run(1, overrides=overrides)), "猫在[MASK]", "狗")
    assert inspection.attention.shape == (2, 4, 8, 8)
    assert len(inspection.predictions) == 1
