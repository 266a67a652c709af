"""Parameters, compute and memory of a spec by formulas, without building the model (sheet 0.1, 1.7, 2.6, 3.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from workbench.objectives.replaced import AllTokensMlm
from workbench.spec.batches import BatchRule, batch_rule
from workbench.spec.encoder import EncoderSpec
from workbench.spec.generator import GeneratorPlan, GeneratorSharing
from workbench.spec.heads import (
    GENERATOR_HEAD,
    HeadFormula,
    Over,
    generator_passes,
    generator_plan,
    heads_of,
    readings,
)
from workbench.spec.ngrams import NgramSpec, ngram_encoder
from workbench.spec.run import RunSpec, Stage
from workbench.spec.sharing import layer_uses
from workbench.spec.training import Device, Precision, TrainingSpec

#: What embeddings hold that two networks can share.
_EMBEDDING_PARTS = frozenset(
    {"word_table", "position_table", "segment_table", "task_table", "role_table", "embedding_norm"}
)
_PASSES = 3  #: the forward pass, and the backward pass, which takes twice as much
#: A multiply and an add, in both passes.
FLOPS_PER_MULTIPLY_ADD = 2 * _PASSES


@dataclass(frozen=True)
class Parameters:
    """Counts: ``body`` is the backbone with the pooler where there is one; ``by_part`` adds up to ``total``.

    ``generator`` is all of the generator with its head, of which ``shared`` are weights of the body too.
    """

    total: int
    body: int
    heads: dict[str, int]
    by_part: dict[str, int]
    generator: int = 0
    shared: int = 0


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


def forecast(spec: RunSpec, vocabulary_size: int, text_places: int | None = None) -> Forecast:
    """The forecast for a vocabulary of the given size; a spec with ``encoder.vocabulary_size`` set keeps its own.
    ``text_places`` are the tokens that an epoch has where that is known, as no batch has more."""
    size = spec.encoder.vocabulary_size or vocabulary_size
    parameters = count_parameters(spec.encoder, size, heads_of(spec), spec.ngrams)
    if plan := generator_plan(spec):
        parameters = _with_generator(parameters, plan, size)
    memory = Memory(
        weights=(8 if spec.training.average_decay else 4) * parameters.total,
        gradients=4 * parameters.total,
        optimizer=8 * parameters.total,
        activations=_activation_bytes(spec, size, text_places),
    )
    return Forecast(size, parameters, _flops_per_token(spec, size), memory)


def count_parameters(
    encoder: EncoderSpec, vocabulary_size: int, heads: Mapping[str, HeadFormula], ngrams: NgramSpec | None = None
) -> Parameters:
    """Every trained number of the model: L layers of 4H² + 2HF + 9H + F besides tables, norms, pooler and heads. What
    layers share counts once (sheet 3.2): 4H² + 6H for each attention block, 2HF + F + 3H for each feed-forward one.

    Tables and their norm are E wide, with a map of EH + H where E is not H. The prediction matrix is the word table
    itself (tied), so that the ``mlm`` head adds HE + 3E + V. Relative positions have no table, and 2H in each attention
    block. The tables and the norm of ``ngrams`` are H wide (ERNIE sheet 3.4).
    """
    hidden, width = encoder.hidden, encoder.embedding_width
    body = {
        "word_table": vocabulary_size * width,
        "position_table": encoder.positions * width if encoder.has_position_table else 0,
        "segment_table": encoder.segments * width,
        "task_table": encoder.task_types * width,
        "role_table": encoder.roles * width,
        "embedding_norm": 2 * width,
        "embedding_map": width * hidden + hidden if encoder.maps_embeddings else 0,
        **_layer_parts(encoder),
        "pooler": hidden * hidden + hidden if encoder.pooler else 0,
    }
    if ngrams is not None:
        body |= {"ngram_table": ngrams.table_rows * hidden, "ngram_segment_table": encoder.segments * hidden}
        body["ngram_norm"] = 2 * hidden
        layers = _layer_parts(ngram_encoder(encoder, ngrams))
        body |= {f"ngram_{part}": count for part, count in layers.items()}
    body = {part: count for part, count in body.items() if count}
    own = {name: head.parameters(hidden, width, vocabulary_size) for name, head in heads.items()}
    size = sum(body.values())
    return Parameters(
        size + sum(own.values()), size, own, body | {f"{name}_head": count for name, count in own.items()}
    )


def _layer_parts(encoder: EncoderSpec) -> dict[str, int]:
    """The layers of an encoder by part."""
    hidden, inner, uses = encoder.hidden, encoder.feed_forward, layer_uses(encoder)
    attentions, feed_forwards = uses.attention_sets, uses.feed_forward_sets
    weights = 0 if encoder.has_position_table else 2 * hidden
    return {
        "attention": attentions * (4 * hidden * hidden + 4 * hidden + weights),
        "feed_forward": feed_forwards * (2 * hidden * inner + inner + hidden),
        "layer_norms": (attentions + feed_forwards) * 2 * hidden,
    }


def _with_generator(counts: Parameters, plan: GeneratorPlan, vocabulary_size: int) -> Parameters:
    """The counts with a generator's besides, weights that it shares once (sheet 4.8)."""
    own = count_parameters(plan.encoder, vocabulary_size, {"generator": GENERATOR_HEAD})
    baseline = {"generator_baseline": plan.encoder.hidden + 1} if plan.adversarial else {}
    body = {part: count for part, count in own.by_part.items() if part != "generator_head"}
    shared = {part: count for part, count in body.items() if is_shared(part, plan.settings.sharing)}
    parts = {f"generator_{part}": count for part, count in body.items() if part not in shared}
    parts |= {"generator_head": own.heads["generator"], **baseline}
    return replace(
        counts,
        total=counts.total + sum(parts.values()),
        by_part=counts.by_part | parts,
        generator=own.total + sum(baseline.values()),
        shared=sum(shared.values()),
    )


def is_shared(part: str, sharing: GeneratorSharing) -> bool:
    """Whether a part of the body is both networks'; of embeddings all but the map can be."""
    if sharing is GeneratorSharing.EMBEDDINGS:
        return part in _EMBEDDING_PARTS
    return sharing is GeneratorSharing.ALL


def flops_per_step(spec: RunSpec, vocabulary_size: int) -> float:
    """6 x multiply-adds of a step, over all stages by their shares, batches counted as full. Of a token these are
    L(4H² + 2HF + 2TH) for the layers, whatever they share, EH for the map of the embeddings, the pooler's H² once a
    passage, and the heads. With relative positions attention takes 4TH. N-gram layers count with as many n-grams as a
    passage may keep, at most one a token.

    Logits are made at predicted positions only, so a token head counts with the masking rate of the stage, one that is
    asked about all tokens with each; a passage head counts once a passage. A generator that a stage does not train
    counts with its forward pass alone, and a network that a stage does not use not at all. Stages count with the tokens
    of their steps.
    """
    size = spec.encoder.vocabulary_size or vocabulary_size
    adds = sum(
        count * _multiply_adds(spec, stage, size, rule.length)
        for count, stage, rule in zip(_tokens(spec), spec.stages, _batch_rules(spec), strict=True)
    )
    return FLOPS_PER_MULTIPLY_ADD * adds


def _flops_per_token(spec: RunSpec, vocabulary_size: int) -> int:
    return round(flops_per_step(spec, vocabulary_size) / sum(_tokens(spec)))


def _batch_rules(spec: RunSpec) -> list[BatchRule]:
    return [batch_rule(spec, number) for number in range(len(spec.stages))]


def _tokens(spec: RunSpec) -> list[float]:
    """How many tokens of a step of the run, on average, are each stage's."""
    whole = sum(stage.share for stage in spec.stages)
    return [stage.share * rule.most_places / whole for stage, rule in zip(spec.stages, _batch_rules(spec), strict=True)]


def _multiply_adds(spec: RunSpec, stage: Stage, vocabulary_size: int, length: int) -> float:
    """Forward multiply-adds of a token in passages of ``length`` tokens, all networks of a stage together."""
    encoder, share = spec.encoder, stage.masking.rate
    adds = _body_adds(encoder, length)
    if spec.ngrams is not None:
        slots = _slots(spec.ngrams, length)
        layers = ngram_encoder(encoder, spec.ngrams)
        adds += slots / length * layers.passes * _layer_adds(layers, slots)
    for head in heads_of(spec).values():
        places = {Over.CHOSEN: share, Over.TOKENS: 1.0, Over.PASSAGES: 1 / length}[head.over]
        adds += places * head.multiply_adds(encoder.hidden, encoder.embedding_width, vocabulary_size)
    adds *= readings(stage)
    if (plan := generator_plan(spec)) and (times := generator_passes(stage)):
        own = plan.encoder
        guess = GENERATOR_HEAD.multiply_adds(own.hidden, own.embedding_width, vocabulary_size)
        adds += times / _PASSES * (_body_adds(own, length) + share * guess)
    return adds


def _body_adds(encoder: EncoderSpec, length: int) -> float:
    """Forward multiply-adds of a token in the body."""
    hidden, width = encoder.hidden, encoder.embedding_width
    adds = float(encoder.passes * _layer_adds(encoder, length) + encoder.maps_embeddings * width * hidden)
    return adds + hidden * hidden / length if encoder.pooler else adds


def _layer_adds(encoder: EncoderSpec, length: int) -> int:
    """Those of a layer, among so many that attention looks at."""
    hidden = encoder.hidden
    attention = 2 if encoder.has_position_table else 4
    return 4 * hidden * hidden + 2 * hidden * encoder.feed_forward + attention * length * hidden


def _slots(ngrams: NgramSpec, length: int) -> int:
    """The n-grams that a passage is reckoned with."""
    return min(ngrams.most, length)


def _activation_bytes(spec: RunSpec, vocabulary_size: int, text_places: int | None) -> int:
    """What the backward pass keeps of one part of a batch of B sequences of T tokens, in the stage that needs most.

    Each layer, whatever it shares, keeps 9H + 2F numbers a token (inputs of the maps, queries, keys, values, attention
    output, both sums before the norms, inner layer before and after its activation); of the A·T attention weights CUDA,
    where attention is fused, keeps none, the processor keeps each once, with 16 random bits for dropout, and other
    devices keep each three times with dropout; relative positions keep four more numbers for each; the embeddings 2E,
    and E more where a map follows; the head, at each predicted token, H + 3E and twice V. The processor keeps the
    weights of each layer's queries, keys and values besides, joined for their one product. A generator that a stage
    trains keeps as much for its own sizes.
    """
    stages = [(stage, batch_rule(spec, number)) for number, stage in enumerate(spec.stages)]
    most = max(rule.most_places for _, rule in stages) if text_places is None else text_places
    return max(_part_bytes(spec, stage, vocabulary_size, rule, most) for stage, rule in stages)


def _part_bytes(spec: RunSpec, stage: Stage, vocabulary_size: int, rule: BatchRule, most: int) -> int:
    tokens = max(rule.length, min(rule.most_places, most) // spec.training.accumulation)
    share = stage.masking.rate
    kept = 0.0
    if readings(stage):
        every = any(isinstance(objective, AllTokensMlm) for objective in stage.tokens)
        kept += _body_bytes(spec.encoder, spec.training, tokens, rule.length)
        kept += _head_bytes(spec.encoder, tokens * (1.0 if every else share), vocabulary_size)
        if spec.ngrams is not None:
            kept += _ngram_bytes(spec, spec.ngrams, tokens, rule.length)
    if (plan := generator_plan(spec)) and generator_passes(stage) == _PASSES:
        kept += _body_bytes(plan.encoder, spec.training, tokens, rule.length)
        kept += _head_bytes(plan.encoder, tokens * share, vocabulary_size)
    return round(kept)


def _body_bytes(encoder: EncoderSpec, training: TrainingSpec, tokens: int, length: int) -> float:
    number_bytes = 4 if training.precision is Precision.FP32 else 2
    layer = 9 * encoder.hidden + 2 * encoder.feed_forward
    embeddings = (2 + encoder.maps_embeddings) * encoder.embedding_width
    body = tokens * (encoder.passes * layer + embeddings) * number_bytes
    dropout = encoder.attention_dropout > 0
    weight_bytes = 0 if training.device is Device.CUDA else 3 * number_bytes * dropout
    if training.device is Device.CPU:
        weight_bytes = number_bytes + 2 * dropout
        body += encoder.passes * 3 * encoder.hidden**2 * number_bytes
    if not encoder.has_position_table:
        weight_bytes += 4 * number_bytes
    return body + tokens * encoder.passes * encoder.heads * length * weight_bytes


def _ngram_bytes(spec: RunSpec, ngrams: NgramSpec, tokens: int, length: int) -> float:
    """Of the n-gram layers, and what each of them adds to the tokens, in fp32."""
    slots, layers = _slots(ngrams, length), ngram_encoder(spec.encoder, ngrams)
    added = 4.0 * ngrams.layers * tokens * spec.encoder.hidden
    return added + _body_bytes(layers, spec.training, round(tokens * slots / length), slots)


def _head_bytes(encoder: EncoderSpec, targets: float, vocabulary_size: int) -> float:
    return targets * (encoder.hidden + 3 * encoder.embedding_width + 2 * vocabulary_size) * 4
