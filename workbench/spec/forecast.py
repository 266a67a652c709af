"""Parameters, compute and memory of a spec by formulas, without building the model (sheet 0.1, 1.7, 2.6, 3.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from workbench.spec.batches import BatchRule, batch_rule
from workbench.spec.encoder import EncoderSpec
from workbench.spec.heads import HeadFormula, heads_of
from workbench.spec.run import RunSpec
from workbench.spec.sharing import layer_uses
from workbench.spec.training import Device, Precision

#: A multiply and an add, in the forward pass and, twice as many, in the backward pass.
FLOPS_PER_MULTIPLY_ADD = 2 * 3


@dataclass(frozen=True)
class Parameters:
    """Counts: ``body`` is the backbone with the pooler where there is one; ``by_part`` adds up to ``total``."""

    total: int
    body: int
    heads: dict[str, int]
    by_part: dict[str, int]


@dataclass(frozen=True)
class Memory:
    """Bytes while training; ``weights`` with their average where one is kept, ``activations`` an estimate for one part
    of the largest batch at full length."""

    weights: int
    gradients: int
    optimizer: int
    activations: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.weights + self.gradients + self.optimizer + self.activations


@dataclass(frozen=True)
class Forecast:
    """What a run needs; ``flops_per_token`` counts forward and backward pass at full length, over all stages."""

    vocabulary_size: int
    parameters: Parameters
    flops_per_token: int
    memory: Memory


def forecast(spec: RunSpec, vocabulary_size: int) -> Forecast:
    """The forecast for a vocabulary of the given size; a spec with ``encoder.vocabulary_size`` set keeps its own."""
    size = spec.encoder.vocabulary_size or vocabulary_size
    parameters = count_parameters(spec.encoder, size, heads_of(spec))
    memory = Memory(
        weights=(8 if spec.training.average_decay else 4) * parameters.total,
        gradients=4 * parameters.total,
        optimizer=8 * parameters.total,
        activations=_activation_bytes(spec, size),
    )
    return Forecast(size, parameters, _flops_per_token(spec, size), memory)


def count_parameters(encoder: EncoderSpec, vocabulary_size: int, heads: Mapping[str, HeadFormula]) -> Parameters:
    """Every trained number of the model: L layers of 4H² + 2HF + 9H + F besides tables, norms, pooler and heads. What
    layers share counts once (sheet 3.2): 4H² + 6H for each attention block, 2HF + F + 3H for each feed-forward one.

    Tables and their norm are E wide, with a map of EH + H where E is not H. The prediction matrix is the word table
    itself (tied), so that the ``mlm`` head adds HE + 3E + V.
    """
    hidden, inner, width = encoder.hidden, encoder.feed_forward, encoder.embedding_width
    uses = layer_uses(encoder)
    attentions, feed_forwards = uses.attention_sets, uses.feed_forward_sets
    body = {
        "word_table": vocabulary_size * width,
        "position_table": encoder.positions * width,
        "segment_table": encoder.segments * width,
        "embedding_norm": 2 * width,
        "embedding_map": width * hidden + hidden if encoder.maps_embeddings else 0,
        "attention": attentions * (4 * hidden * hidden + 4 * hidden),
        "feed_forward": feed_forwards * (2 * hidden * inner + inner + hidden),
        "layer_norms": (attentions + feed_forwards) * 2 * hidden,
        "pooler": hidden * hidden + hidden if encoder.pooler else 0,
    }
    body = {part: count for part, count in body.items() if count}
    own = {name: head.parameters(hidden, width, vocabulary_size) for name, head in heads.items()}
    size = sum(body.values())
    return Parameters(
        size + sum(own.values()), size, own, body | {f"{name}_head": count for name, count in own.items()}
    )


def _flops_per_token(spec: RunSpec, vocabulary_size: int) -> int:
    """6 x multiply-adds of a token: L(4H² + 2HF + 2TH) for the layers, whatever they share, EH for the map of the
    embeddings, the pooler's H² once a passage, and the heads.

    Logits are made at predicted positions only, so a token head counts with the masking rate; a passage head counts
    once a passage. Stages count with the tokens of their steps.
    """
    rules = [batch_rule(spec, number) for number in range(len(spec.stages))]
    tokens = [stage.share * rule.most_places for stage, rule in zip(spec.stages, rules, strict=True)]
    adds = sum(
        count * _multiply_adds(spec, vocabulary_size, rule.length) for count, rule in zip(tokens, rules, strict=True)
    )
    return round(FLOPS_PER_MULTIPLY_ADD * adds / sum(tokens))


def _multiply_adds(spec: RunSpec, vocabulary_size: int, length: int) -> float:
    """Forward multiply-adds of a token in passages of ``length`` tokens."""
    encoder = spec.encoder
    hidden = encoder.hidden
    layer = 4 * hidden * hidden + 2 * hidden * encoder.feed_forward + 2 * length * hidden
    width = encoder.embedding_width
    adds = float(encoder.passes * layer + encoder.maps_embeddings * width * hidden)
    if encoder.pooler:
        adds += hidden * hidden / length
    for head in heads_of(spec).values():
        places = predicted_share(spec) if head.per_token else 1 / length
        adds += places * head.multiply_adds(hidden, width, vocabulary_size)
    return adds


def predicted_share(spec: RunSpec) -> float:
    """Predicted tokens among all tokens: the stages' rates weighted by their shares of the steps."""
    shares = sum(stage.share for stage in spec.stages)
    return sum(stage.share * stage.masking.rate for stage in spec.stages) / shares


def _activation_bytes(spec: RunSpec, vocabulary_size: int) -> int:
    """What the backward pass keeps of one part of a batch of B sequences of T tokens, in the stage that needs most.

    Each layer, whatever it shares, keeps 9H + 2F numbers a token (inputs of the maps, queries, keys, values, attention
    output, both sums before the norms, inner layer before and after its activation); of the A·T attention weights CUDA,
    where attention is fused, keeps none, the processor keeps each once, with 16 random bits for dropout, and other
    devices keep each three times with dropout; the embeddings 2E, and E more where a map follows; the head, at each
    predicted token, H + 3E and twice V. The processor keeps the weights of each layer's queries, keys and values
    besides, joined for their one product.
    """
    return max(_part_bytes(spec, vocabulary_size, batch_rule(spec, number)) for number in range(len(spec.stages)))


def _part_bytes(spec: RunSpec, vocabulary_size: int, rule: BatchRule) -> int:
    encoder, training = spec.encoder, spec.training
    number_bytes = 4 if training.precision is Precision.FP32 else 2
    tokens = max(rule.length, rule.most_places // training.accumulation)
    layer = 9 * encoder.hidden + 2 * encoder.feed_forward
    width = encoder.embedding_width
    embeddings = (2 + encoder.maps_embeddings) * width
    body = tokens * (encoder.passes * layer + embeddings) * number_bytes
    dropout = encoder.attention_dropout > 0
    weight_bytes = 0 if training.device is Device.CUDA else 3 * number_bytes * dropout
    if training.device is Device.CPU:
        weight_bytes = number_bytes + 2 * dropout
        body += encoder.passes * 3 * encoder.hidden**2 * number_bytes
    body += tokens * encoder.passes * encoder.heads * rule.length * weight_bytes
    head = tokens * predicted_share(spec) * (encoder.hidden + 3 * width + 2 * vocabulary_size) * 4
    return round(body + head)
