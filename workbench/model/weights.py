"""Weights on disk: safetensors files, one tensor a parameter (tied ones once), fp32."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.model.build import Heads, Model, build_model
from workbench.spec.encoder import EncoderSpec
from workbench.spec.generator import GeneratorPlan
from workbench.spec.ngrams import NgramSpec

#: What the system said, in an error of safetensors: "Error while serializing: I/O error: ... (os error 28) at path ..."
_SYSTEM_ERROR = re.compile(r": (?P<words>[^:]+) \(os error (?P<number>\d+)\)")


def save_tensors(path: Path, tensors: Mapping[str, Tensor], metadata: dict[str, str] | None = None) -> None:
    """Write tensors from any device; raises :class:`OSError` in the system's words where the disk takes no more."""
    try:
        save_file({name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}, path, metadata)
    except SafetensorError as error:
        if (found := _SYSTEM_ERROR.search(str(error))) is None:
            raise
        raise OSError(int(found["number"]), found["words"]) from error


def load_tensors(path: Path) -> dict[str, Tensor]:
    """Read tensors to the processor; a file that is cut short or missing is an error of one sentence."""
    try:
        return load_file(path)
    except (OSError, SafetensorError) as error:
        raise WorkbenchError(
            mark("The weights in “{path}” cannot be read."),
            mark("Another checkpoint of the run may be whole: {reason}"),
            path=path,
            reason=error,
        ) from error


def load_weights(model: Model, path: Path, *, assign: bool = False) -> None:
    """Fill a model from a file; tensors that are missing, unknown or of another shape are an error that counts them."""
    tensors, expected = load_tensors(path), model.state_dict()
    missing = expected.keys() - tensors.keys()
    unknown = tensors.keys() - expected.keys()
    reshaped = [name for name in expected.keys() & tensors.keys() if expected[name].shape != tensors[name].shape]
    if missing or unknown or reshaped:
        raise WorkbenchError(
            mark("The weights in “{path}” are not those of this model: {missing} missing, {unknown} unknown, "
                 "{reshaped} of another shape."),
            mark("The vocabulary or the encoder's sizes differ from those of the run that wrote them."),
            path=path, missing=len(missing), unknown=len(unknown), reshaped=len(reshaped),
        )  # fmt: skip
    model.load_state_dict(tensors, assign=assign)


def model_from_file(
    spec: EncoderSpec,
    vocabulary_size: int,
    heads: Heads,
    path: Path,
    generator: GeneratorPlan | None = None,
    ngrams: NgramSpec | None = None,
) -> Model:
    """A model to look into, in evaluation mode; building it draws no random numbers."""
    with torch.device("meta"):
        model = build_model(spec, vocabulary_size, heads, generator=generator, ngrams=ngrams)
    load_weights(model, path, assign=True)
    return model.eval()
