"""``config.json`` of a checkpoint folder, each setting checked where it is asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.spec.encoder import Activation

CONFIG = "config.json"
_MOST_BYTES = 10_000_000

#: Name of an activation in a config -> ours; the first name of each is the one that is written.
_ACTIVATIONS = {
    "gelu": Activation.GELU,
    "gelu_new": Activation.GELU_TANH,
    "relu": Activation.RELU,
    "gelu_python": Activation.GELU,
    "gelu_pytorch_tanh": Activation.GELU_TANH,
}


class ConfigFile:
    """The settings of a folder; ``settings`` are as they stand there."""

    def __init__(self, path: Path, settings: dict[str, Any]) -> None:
        self.path = path
        self.settings = settings

    @property
    def model_type(self) -> str:
        """The family's name; empty where the file is too old to say it."""
        return str(self.settings.get("model_type") or "")

    @property
    def architecture(self) -> str:
        """The class that wrote the folder; empty where none is named."""
        named = self.settings.get("architectures")
        return str(named[0]) if isinstance(named, list) and named else ""

    def whole(self, name: str, default: int | None = None) -> int:
        """A whole number from 0 on; without a default it must be there."""
        value = self.settings.get(name, default)
        if value is None and default is not None:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self._wrong(name)
        return value

    def number(self, name: str, default: float) -> float:
        """A number from 0 on."""
        value = self.settings.get(name, default)
        if not isinstance(value, int | float) or isinstance(value, bool) or not value >= 0:
            raise self._wrong(name)
        return float(value)

    def flag(self, name: str) -> bool:
        """Yes or no; no where nothing is said."""
        value = self.settings.get(name)
        if not isinstance(value, bool | None):
            raise self._wrong(name)
        return bool(value)

    def activation(self, default: str) -> Activation:
        """The activation of the layers; one that no model here has is refused."""
        name = str(self.settings.get("hidden_act", default))
        if name not in _ACTIVATIONS:
            raise WorkbenchError(
                mark("The checkpoint computes with the activation “{name}”, which models here do not have."),
                mark("Known: {known}."),
                name=name,
                known=", ".join(_ACTIVATIONS),
            )
        return _ACTIVATIONS[name]

    def require(self, name: str, wanted: Any) -> None:
        """Raise :class:`WorkbenchError` where a setting is there with another value than the only one known here."""
        value = self.settings.get(name, wanted)
        if value != wanted:
            raise WorkbenchError(
                mark("The checkpoint has {name} = {value}; only {wanted} is known here."),
                mark("Its weights would compute something else in a model of this program."),
                name=name,
                value=json.dumps(value),
                wanted=json.dumps(wanted),
            )

    def _wrong(self, name: str) -> WorkbenchError:
        return WorkbenchError(
            mark("“{path}” has no usable {name}."),
            mark("The file may be cut off or changed: get it again."),
            path=self.path,
            name=name,
        )


def activation_name(activation: Activation) -> str:
    """An activation as configs write it."""
    return next(name for name, known in _ACTIVATIONS.items() if known is activation)


def read_config(folder: Path) -> ConfigFile:
    """The settings in a folder; raises :class:`WorkbenchError` where there are none that can be read."""
    path = folder / CONFIG
    inside = sorted(found.parent.name for found in folder.glob(f"*/{CONFIG}"))
    if inside and not path.is_file():
        raise WorkbenchError(
            mark("The folder “{folder}” has no {file}."),
            mark("Checkpoints lie in its folders: {names}. Give one of these."),
            folder=folder,
            file=CONFIG,
            names=", ".join(inside),
        )
    return ConfigFile(path, read_object(path))


def read_object(path: Path) -> dict[str, Any]:
    """The JSON object of a small file of a checkpoint folder."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise ValueError("too long")
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise WorkbenchError(
            mark("The folder “{folder}” has no {file}."),
            mark("Give a folder that transformers wrote: config.json, weights and tokenizer files lie side by side."),
            folder=path.parent,
            file=path.name,
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        raise _damaged(path) from error
    if not isinstance(content, dict):
        raise _damaged(path)
    return content


def _damaged(path: Path) -> WorkbenchError:
    return WorkbenchError(mark("“{path}” cannot be read as JSON."), mark("Get the file again."), path=path)
