"""Modules that stand in a model more than once: their tensors are saved once, and found again in every place.

Sharing is of whole modules. Parameters, optimizer and averages count a tensor once by themselves, as torch does; only a
``state_dict`` has it once for each place, which a file of weights can't hold.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from torch import Tensor, nn


def save_shared_once(module: nn.Module) -> None:
    """Have the module's ``state_dict`` hold each tensor under its first name alone, and loading give it to all."""
    module.register_state_dict_post_hook(_drop_repeated)  # type: ignore[no-untyped-call]
    module.register_load_state_dict_pre_hook(_repeat)  # type: ignore[no-untyped-call]


def repeated_names(module: nn.Module) -> dict[str, str]:
    """Each further name of a parameter that has several, and its first one."""
    first: dict[int, str] = {}
    names = ((name, first.setdefault(id(tensor), name)) for name, tensor in _named(module))
    return {name: original for name, original in names if name != original}


def _named(module: nn.Module) -> list[tuple[str, Tensor]]:
    return list(module.named_parameters(remove_duplicate=False))


def _drop_repeated(module: nn.Module, state: MutableMapping[str, Tensor], prefix: str, _metadata: Any) -> None:
    for name in repeated_names(module):
        del state[prefix + name]


def _repeat(module: nn.Module, state: MutableMapping[str, Tensor], prefix: str, *_: Any) -> None:
    for name, original in repeated_names(module).items():
        if prefix + original in state:
            state[prefix + name] = state[prefix + original]
