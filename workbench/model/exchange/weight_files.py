"""The tensors of a checkpoint folder, as they lie in its files; nothing in a file is ever executed."""

from __future__ import annotations

import pickle
import warnings
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.model.exchange.config_file import read_object
from workbench.model.exchange.family import Tensors

SAFETENSORS, PICKLED = "model.safetensors", "pytorch_model.bin"
#: What holds weights, the first that is there being read.
_PLACES = (SAFETENSORS, f"{SAFETENSORS}.index.json", PICKLED, f"{PICKLED}.index.json")


def read_tensors(folder: Path) -> Tensors:
    """All tensors by their names in the files, floating ones as fp32 on the processor.

    Raises :class:`WorkbenchError` where there are none, where a file is damaged, holds code, or holds weights that are
    no floating numbers.
    """
    place = next((folder / name for name in _PLACES if (folder / name).is_file()), None)
    if place is None:
        raise WorkbenchError(
            mark("The folder “{folder}” holds no weights."),
            mark("Looked for: {places}."),
            folder=folder,
            places=", ".join(_PLACES),
        )
    found: Tensors = {}
    for path in _shards(place) if place.suffix == ".json" else [place]:
        found |= _read_pickled(path) if path.suffix == ".bin" else _read_safetensors(path)
    return {name: _widened(folder, name, tensor) for name, tensor in found.items()}


def _shards(index: Path) -> list[Path]:
    """The files that an index names, which lie beside it."""
    named = read_object(index).get("weight_map")
    names = sorted(set(map(str, named.values()))) if isinstance(named, dict) else []
    paths = [index.parent / name for name in names]
    for name, path in zip(names, paths, strict=True):
        if Path(name).name != name or not path.is_file():
            raise WorkbenchError(
                mark("“{index}” names the file {name}, which is not in its folder."),
                mark("Get all parts of the checkpoint."),
                index=index,
                name=name,
            )
    if not paths:
        raise _damaged(index, "weight_map")
    return paths


def _read_safetensors(path: Path) -> Tensors:
    try:
        return load_file(path)
    except (OSError, SafetensorError) as error:
        raise _damaged(path, str(error)) from error


def _read_pickled(path: Path) -> Tensors:
    """Tensors of a file of ``torch.save``, read by the reader that knows tensors and plain containers alone."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the age of the file
            content = torch.load(path, map_location="cpu", weights_only=True)
    except pickle.UnpicklingError as error:
        if "GLOBAL" in str(error):  # what it calls anything that would be imported and called
            raise WorkbenchError(
                mark("“{path}” holds code beside its weights and is not loaded."),
                mark("Ask for the checkpoint as model.safetensors, or save its state_dict() alone."),
                path=path,
            ) from error
        raise _damaged(path, "pickle") from error
    except (LookupError, TypeError, AttributeError) as error:  # the reader's own, on what torch never wrote
        raise _damaged(path, "torch.save") from error
    except (OSError, RuntimeError, EOFError, ValueError) as error:
        raise _damaged(path, str(error) or type(error).__name__) from error
    return _table(path, content)


def _table(path: Path, content: Any) -> Tensors:
    """The tensors by name, which some programs put one level deeper."""
    if isinstance(content, dict) and isinstance(content.get("state_dict"), dict):
        content = content["state_dict"]
    if not isinstance(content, dict) or not content or not all(isinstance(one, Tensor) for one in content.values()):
        raise WorkbenchError(
            mark("“{path}” holds no table of named tensors."),
            mark("Save the model's state_dict() alone."),
            path=path,
        )
    return {str(name): tensor for name, tensor in content.items()}


def _widened(folder: Path, name: str, tensor: Tensor) -> Tensor:
    if tensor.is_floating_point() and tensor.dtype.itemsize > 1:
        return tensor.float()
    if tensor.dtype in (torch.int64, torch.int32, torch.bool):  # buffers such as position_ids
        return tensor
    raise WorkbenchError(
        mark("The tensor “{name}” in “{folder}” is of type {type}, not of floating numbers."),
        mark("A quantised checkpoint can't be trained on: get the one that it was made from."),
        name=name,
        folder=folder,
        type=str(tensor.dtype).removeprefix("torch."),
    )


def _damaged(path: Path, reason: str) -> WorkbenchError:
    return WorkbenchError(
        mark("The weights in “{path}” cannot be read ({reason})."),
        mark("The file is cut off or damaged: get it again."),
        path=path,
        reason=" ".join(reason.split())[:200],
    )
