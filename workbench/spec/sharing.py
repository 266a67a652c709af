"""Which layers of the encoder use the same weights (sheet 3.2)."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.spec.encoder import EncoderSpec, Sharing


@dataclass(frozen=True)
class LayerUses:
    """For each time that tokens go through a layer, in order: which time first used the weights that it uses.

    ``attention`` and ``feed_forward`` [passes] each go with their norm. Where nothing is shared, both count up.
    """

    attention: tuple[int, ...]
    feed_forward: tuple[int, ...]

    @property
    def attention_sets(self) -> int:
        """How many attention blocks are stored."""
        return len(set(self.attention))

    @property
    def feed_forward_sets(self) -> int:
        """How many feed-forward blocks are stored."""
        return len(set(self.feed_forward))


def layer_uses(encoder: EncoderSpec) -> LayerUses:
    """Layer i of L belongs to group floor(iG/L), in integers, and goes through that group's I inner layers."""
    own = tuple(range(encoder.passes))
    shared = tuple(_first_use(number, encoder) for number in own)
    return LayerUses(
        shared if encoder.sharing in (Sharing.ALL, Sharing.ATTENTION) else own,
        shared if encoder.sharing in (Sharing.ALL, Sharing.FEED_FORWARD) else own,
    )


def group_of(layer: int, encoder: EncoderSpec) -> int:
    """The group of a layer, both counted from 0."""
    return layer * encoder.groups // encoder.layers


def _first_use(number: int, encoder: EncoderSpec) -> int:
    """The first pass through the same inner layer of the same group."""
    layer, inner = divmod(number, encoder.inner_layers)
    group = group_of(layer, encoder)
    first = -(-group * encoder.layers // encoder.groups)  # the first layer that is of the group, gL/G rounded up
    return first * encoder.inner_layers + inner


def attention_tensors(encoder: EncoderSpec) -> dict[str, tuple[int, ...]]:
    """Shapes of what layers share with their attention, by name in a layer."""
    width = encoder.hidden
    linears = {f"attention.{part}": (width, width) for part in ("query", "key", "value")}
    return _with_biases({**linears, "attention_output": (width, width)}) | _norm("attention_norm", width)


def feed_forward_tensors(encoder: EncoderSpec) -> dict[str, tuple[int, ...]]:
    """Shapes of what layers share with their feed-forward block, by name in a layer."""
    narrow, wide = encoder.hidden, encoder.feed_forward
    linears = {"expand": (wide, narrow), "contract": (narrow, wide)}
    return _with_biases(linears) | _norm("feed_forward_norm", narrow)


def _with_biases(linears: dict[str, tuple[int, int]]) -> dict[str, tuple[int, ...]]:
    return {
        f"{name}.{part}": shape if part == "weight" else shape[:1]
        for name, shape in linears.items()
        for part in ("weight", "bias")
    }


def _norm(name: str, width: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (width,), f"{name}.bias": (width,)}
