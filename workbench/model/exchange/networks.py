"""The networks of a run, each of which becomes a checkpoint folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from torch import Tensor

from workbench.model.exchange.families import family_of_encoder
from workbench.model.exchange.family import Family
from workbench.spec.encoder import EncoderSpec
from workbench.spec.run import RunSpec


@dataclass(frozen=True)
class Network:
    """An encoder with heads: its ``state`` is by the names of a model that has it alone; ``folder`` is its own below
    the one that is written, empty where there is one network; ``family`` is the one that it is written in."""

    folder: str
    encoder: EncoderSpec
    state: Mapping[str, Tensor]
    family: Family


def networks_of(spec: RunSpec, state: Mapping[str, Tensor]) -> list[Network]:
    """The run's own network; raises :class:`WorkbenchError` where no family of transformers holds it."""
    heads = {name.split(".")[1] for name in state if name.startswith("heads.")}
    return [Network("", spec.encoder, state, family_of_encoder(spec.encoder, heads))]
