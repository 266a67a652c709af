"""Weights on disk."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors import SafetensorError

from workbench.core.errors import WorkbenchError
from workbench.model import weights
from workbench.model.build import build_model
from workbench.model.inputs import Inputs
from workbench.model.weights import load_weights, model_from_file, save_tensors
from workbench.spec.encoder import EncoderSpec

HEADS = {"mlm": 0}


def test_a_model_comes_back_without_drawing_random_numbers(tiny: EncoderSpec, tmp_path: Path) -> None:
    model = build_model(tiny, 50, HEADS)
    save_tensors(tmp_path / "model.safetensors", model.state_dict())
    before = torch.get_rng_state()
    loaded = model_from_file(tiny, 50, HEADS, tmp_path / "model.safetensors")
    assert torch.equal(torch.get_rng_state(), before)
    assert not loaded.training
    ids = torch.randint(5, 50, (2, 6))
    places = torch.tensor([1, 8])
    assert torch.equal(loaded(Inputs(ids, ids * 0), places)["mlm"], model.eval()(Inputs(ids, ids * 0), places)["mlm"])


def test_weights_of_another_model_are_refused_with_counts(tiny: EncoderSpec, tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    tensors = build_model(tiny, 50, HEADS).state_dict()
    tensors["gamma"] = tensors.pop("heads.mlm.norm.weight")
    save_tensors(path, tensors)
    with pytest.raises(WorkbenchError, match="1 missing, 1 unknown, 2 of another shape"):
        load_weights(build_model(tiny, 60, HEADS), path)


def test_a_file_that_is_cut_short_is_one_sentence(tiny: EncoderSpec, tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    save_tensors(path, build_model(tiny, 50, HEADS).state_dict())
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(WorkbenchError, match="cannot be read"):
        load_weights(build_model(tiny, 50, HEADS), path)


@pytest.mark.parametrize("place", ["", ' at path "/runs/x: y/.tmpjnD0PF"'])
def test_a_disk_that_takes_no_more_is_told_in_the_words_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    with pytest.raises(FileNotFoundError) as missing:
        save_tensors(tmp_path / "none" / "model.safetensors", {"a": torch.zeros(3)})
    assert "os error" not in missing.value.strerror

    def full(_tensors: object, _path: Path, _metadata: object) -> None:
        raise SafetensorError(f"Error while serializing: I/O error: No space left on device (os error 28){place}")

    monkeypatch.setattr(weights, "save_file", full)
    with pytest.raises(OSError, match="No space") as raised:
        save_tensors(tmp_path / "model.safetensors", {"a": torch.zeros(3)})
    assert (raised.value.errno, raised.value.strerror) == (28, "No space left on device")


def test_an_error_that_is_not_the_disks_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_tensors: object, _path: Path, _metadata: object) -> None:
        raise SafetensorError("Error while serializing: invalid header")

    monkeypatch.setattr(weights, "save_file", fail)
    with pytest.raises(SafetensorError, match="invalid header"):
        save_tensors(tmp_path / "model.safetensors", {})
