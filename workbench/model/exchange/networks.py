"""The networks of a run, each of which becomes a checkpoint folder: one, or with a generator two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from torch import Tensor

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.model.exchange.electra import Electra, can_be_generator
from workbench.model.exchange.families import family_of_encoder
from workbench.model.exchange.family import Family
from workbench.spec.encoder import EncoderSpec
from workbench.spec.generator import generator_encoder
from workbench.spec.run import RunSpec

_MLM_HEADS = ("replaced_mlm", "all_tokens_mlm")
_GENERATOR = "generator."


@dataclass(frozen=True)
class Network:
    """An encoder with heads: its ``state`` is by the names of a model that has it alone; ``folder`` is its own below
    the one that is written, empty where there is one network; ``family`` is the one that it is written in."""

    folder: str
    encoder: EncoderSpec
    state: Mapping[str, Tensor]
    family: Family


def networks_of(spec: RunSpec, state: Mapping[str, Tensor]) -> list[Network]:
    """The run's own network, and the generator beside it where there is one.

    Raises :class:`WorkbenchError` where no family of transformers holds one of them.
    """
    if spec.ngrams is not None:
        raise WorkbenchError(
            mark("transformers has no model with an n-gram encoder (ZEN), so that this run can't be written for it."),
            mark(
                "A run that starts from these weights with the n-grams turned off can be written, once it is trained."
            ),
        )
    own = {_as_mlm(name): tensor for name, tensor in state.items() if not name.startswith(_GENERATOR)}
    heads = {name.split(".")[1] for name in own if name.startswith("heads.")}
    family = family_of_encoder(spec.encoder, heads)
    if spec.generator is None:
        return [Network("", spec.encoder, own, family)]
    smaller = generator_encoder(spec.encoder, spec.generator)
    theirs = Electra() if can_be_generator(smaller) else family_of_encoder(smaller, {"mlm"})
    return [
        Network("discriminator" if "replaced_token" in heads else "encoder", spec.encoder, own, family),
        Network("generator", smaller, _generator_state(smaller, theirs, state), theirs),
    ]


def _as_mlm(name: str) -> str:
    """Heads that say the original token are MLM heads, whatever text they were trained on; not what copies a token."""
    part, head, *rest = name.split(".")
    return ".".join(("heads", "mlm", *rest)) if part == "heads" and head in _MLM_HEADS and rest[0] != "copy" else name


def _generator_state(encoder: EncoderSpec, family: Family, state: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The generator's weights as those of a model of its own; what it has not is shared with the run's encoder."""
    heads = {
        f"heads.mlm.{name.removeprefix('generator.head.')}": tensor
        for name, tensor in state.items()
        if name.startswith("generator.head.")
    }
    body = set(family.body(encoder).values())
    own = {name: f"{_GENERATOR}{name}" for name in body}
    return heads | {name: state[own[name] if own[name] in state else name] for name in body}
