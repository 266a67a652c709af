"""Rules that concern more than one field, each with what to set; bounds of single fields stand at the fields."""

from __future__ import annotations

import math
from collections.abc import Callable

from workbench.core.errors import FieldProblem, SpecError
from workbench.core.texts import Setting, Text, mark
from workbench.masking.mixture import single_strategies
from workbench.masking.pmi import Pmi
from workbench.masking.strategy import MaskingStrategy
from workbench.spec.batches import batch_rule, longest
from workbench.spec.encoder import MOST_LAYERS, Sharing
from workbench.spec.generator_check import generator_problems
from workbench.spec.ngrams_check import ngram_list_problems, ngram_problems
from workbench.spec.problem import Problems, problem
from workbench.spec.run import RunSpec, Stage
from workbench.spec.stage_check import stage_problems
from workbench.spec.stage_groups import stage_groups
from workbench.spec.training import Device, NotFinite, Precision
from workbench.text.segmenters.recogniser import missing_recogniser
from workbench.text.units import Recognition, UnitSettings


def problems(spec: RunSpec, vocabulary_size: int | None = None, *, lists: bool = True) -> list[FieldProblem]:
    """Everything that keeps a spec from being run, by field, each once though several stages have it; the size of the
    vocabulary in use if it is known. Without ``lists``, those that only a project has may be missing, as corpus and
    vocabulary may."""
    rules = (*_RULES, *_LIST_RULES) if lists else _RULES
    found = [one for rule in rules for one in rule(spec)]
    if vocabulary_size is not None:
        found += _vocabulary(spec, vocabulary_size)
    return list(dict.fromkeys(found))


def require_valid(spec: RunSpec, vocabulary_size: int | None = None, *, lists: bool = True) -> None:
    """Raise :class:`SpecError` with all problems, if there are any; ``lists`` as in :func:`problems`."""
    if found := problems(spec, vocabulary_size, lists=lists):
        raise SpecError(found)


def _nearest_divisor(number: int, wanted: int) -> int:
    """The whole number nearest to ``wanted``, the smaller of two, that divides ``number`` (from 1 on)."""
    small = [divisor for divisor in range(1, math.isqrt(number) + 1) if number % divisor == 0]
    return min([*small, *(number // divisor for divisor in small)], key=lambda one: (abs(one - wanted), one))


def _heads(spec: RunSpec) -> Problems:
    encoder = spec.encoder
    if encoder.hidden % encoder.heads:
        template = mark("{heads} heads do not divide the hidden size {hidden:,} into equal parts. Set {near} heads.")
        near = _nearest_divisor(encoder.hidden, encoder.heads)
        yield problem("encoder.heads", template, heads=encoder.heads, hidden=encoder.hidden, near=near)


def _sharing(spec: RunSpec) -> Problems:
    """Groups that no layer would be in, and groups of layers that share nothing."""
    encoder = spec.encoder
    if encoder.groups > encoder.layers:
        template = mark("{groups} groups need as many layers; there are {layers}. Set {layers} groups or fewer.")
        yield problem("encoder.groups", template, groups=encoder.groups, layers=encoder.layers)
    if encoder.passes > MOST_LAYERS:
        template = mark("{layers} layers of {inner} inner layers each make {passes}; {most} is the most.")
        values = {"layers": encoder.layers, "inner": encoder.inner_layers, "passes": encoder.passes}
        yield problem("encoder.inner_layers", template, **values, most=MOST_LAYERS)
    if encoder.sharing is Sharing.NONE:
        for field in ("groups", "inner_layers"):
            if getattr(encoder, field) != 1:
                template = mark("Groups and inner layers are for layers that share. Choose what they share, or set 1.")
                yield problem(f"encoder.{field}", template)


def _positions(spec: RunSpec) -> Problems:
    encoder, length = spec.encoder, longest(spec)
    needed = length + encoder.position_offset
    if needed > encoder.positions:
        yield problem(
            "encoder.positions",
            mark(
                "A sequence length of {length:,} and position offset {offset} need {needed:,} rows; there are {rows:,}."
                " Set {needed:,} positions or a shorter sequence."
            ),
            length=length,
            offset=encoder.position_offset,
            needed=needed,
            rows=encoder.positions,
        )


def _padding_row(spec: RunSpec) -> Problems:
    encoder = spec.encoder
    if encoder.zero_padding_row and encoder.position_offset < 2:
        template = mark(
            "Padding rows at zero need a position offset of 2; at {offset}, a token has the padding row. Set 2, or "
            "turn padding rows at zero off."
        )
        yield problem("encoder.position_offset", template, offset=encoder.position_offset)


def _segment_types(spec: RunSpec) -> Problems:
    for number, stage in enumerate(spec.stages):
        if stage.passage.roles:
            yield from _roles(spec, number)
        elif stage.passage.segments > spec.encoder.segments:
            template = mark(
                "Passages of the kind “{kind}” need {needed} segment types; the encoder has {segments}. Set {needed}, "
                "or choose other passages."
            )
            values = {"kind": Text(stage.passage.title), "needed": stage.passage.segments}
            yield problem(f"stages.{number}.passage.kind", template, **values, segments=spec.encoder.segments)


def _answers(spec: RunSpec) -> Problems:
    """Stages that share a head must mean the same by its classes."""
    first: dict[str, Stage] = {}
    for number, stage in enumerate(spec.stages):
        passage = stage.passage
        if not passage.head:
            continue
        other = first.setdefault(passage.head, stage)
        same_kind = type(other.passage) is type(passage)
        if passage.classes != other.passage.classes or (same_kind and passage.answers != other.passage.answers):
            template = mark(
                "The stages “{first}” and “{name}” share the head of “{kind}”, but differ in its answers. Give both "
                "the same settings."
            )
            values = {"first": other.name, "name": stage.name, "kind": Text(passage.title)}
            yield problem(f"stages.{number}.passage.kind", template, **values)


def _roles(spec: RunSpec, number: int) -> Problems:
    """What a stage of dialogues needs of the encoder."""
    needed, path = spec.stages[number].passage.segments, f"stages.{number}.passage.kind"
    if needed > spec.encoder.roles:
        template = mark(
            "Dialogues need {needed} roles; the encoder has {roles}. Set {needed} dialogue roles, or choose other "
            "passages."
        )
        yield problem(path, template, needed=needed, roles=spec.encoder.roles)
    if spec.ngrams is not None:
        template = mark(
            "N-grams have segments and no roles, so that they can't be given with dialogues. Turn the n-grams off, or "
            "choose other passages."
        )
        yield problem(path, template)


def _tasks(spec: RunSpec) -> Problems:
    types = spec.encoder.task_types
    for number, stage in enumerate(spec.stages):
        if not types and stage.task:
            template = mark("The encoder has no table of tasks. Set more than {task} task types, or task id 0.")
            yield problem(f"stages.{number}.task", template, task=stage.task)
        elif types and stage.task >= types:
            template = mark(
                "The task id {task} has no row: there are {types} task types, counted from 0. Set {last} or less, or "
                "more task types."
            )
            yield problem(f"stages.{number}.task", template, task=stage.task, types=types, last=types - 1)


def _pooler(spec: RunSpec) -> Problems:
    for number, stage in enumerate(spec.stages):
        if stage.passage.head and not spec.encoder.pooler:
            template = mark(
                "Passages of the kind “{kind}” ask a question that needs the encoder's pooler. Turn the pooler on, or "
                "choose other passages."
            )
            yield problem(f"stages.{number}.passage.kind", template, kind=Text(stage.passage.title))


def missing_lists(units: UnitSettings, masking: MaskingStrategy) -> Problems:
    """Lists that a strategy looks things up in and the unit settings do not name: without them it would quietly be
    something simpler."""
    for strategy in single_strategies(masking):
        if isinstance(strategy, Pmi) and not units.ngram_lists:
            yield problem("units.ngram_lists", mark("PMI masking needs an n-gram list. Choose or mine one."))
        if strategy.replacement.similar and not units.synonyms:
            yield problem("units.synonyms", mark("Similar words need a synonym table. Choose one."))


def _lists(spec: RunSpec) -> Problems:
    for stage in spec.stages:
        yield from missing_lists(spec.units, stage.masking)


def _recogniser(spec: RunSpec) -> Problems:
    if missing := missing_recogniser(spec.units):
        field = "recogniser" if spec.units.recogniser is Recognition.LAC else "segmenter"
        yield FieldProblem(f"units.{field}", missing)


def _warmup(spec: RunSpec) -> Problems:
    training = spec.training
    if training.warmup_steps > training.steps:
        template = mark(
            "The warm-up of {warmup:,} steps is longer than the run's {steps:,} steps. Set {tenth:,} warm-up steps, "
            "a tenth of the run, or at most {steps:,}."
        )
        values = {"warmup": training.warmup_steps, "steps": training.steps, "tenth": training.steps // 10}
        yield problem("training.warmup_steps", template, **values)
    elif training.restart_schedule:
        groups = [group for group in stage_groups(spec.stages, training.steps) if group.end > group.begin]
        usual = [group for group in groups if spec.stages[group.first].warmup_steps is None]
        shortest = min((group.end - group.begin for group in usual), default=training.steps)
        if training.warmup_steps > shortest:
            template = mark(
                "The warm-up of {warmup:,} steps begins anew with each stage, but one has only {steps:,} steps. Set "
                "{steps:,} or fewer, or let the schedule go over the whole run."
            )
            yield problem("training.warmup_steps", template, warmup=training.warmup_steps, steps=shortest)


def _schedule(spec: RunSpec) -> Problems:
    training = spec.training
    if training.end_learning_rate > training.learning_rate:
        template = mark("The final learning rate {end} is above the peak of {peak}. Set {peak} or less.")
        values = {"end": training.end_learning_rate, "peak": training.learning_rate}
        yield problem("training.end_learning_rate", template, **values)


def _average(spec: RunSpec) -> Problems:
    if spec.training.evaluate_average and not spec.training.average_decay:
        template = mark("There are no averaged weights to evaluate. Set their averaging, as 0.999, or turn this off.")
        yield problem("training.evaluate_average", template)


def _half_precision(spec: RunSpec) -> Problems:
    """fp16 has a loss scale, which finds its place by overflowing; nothing else has one."""
    training = spec.training
    scaled = training.precision is Precision.FP16
    if scaled and training.device in (Device.CPU, Device.MPS):
        template = mark("fp16 is computed on NVIDIA GPUs only. Choose bf16 or fp32, or another device.")
        yield problem("training.precision", template)
    if scaled and training.not_finite is not NotFinite.LOWER_SCALE:
        template = mark("fp16 looks for its loss scale by steps that overflow. Set {setting}.")
        yield problem("training.not_finite", template, setting=_not_finite(NotFinite.LOWER_SCALE))
    if not scaled and training.not_finite is NotFinite.LOWER_SCALE:
        template = mark("Only fp16 has a loss scale to lower. Set {setting}, or choose fp16.")
        yield problem("training.not_finite", template, setting=_not_finite(NotFinite.SKIP))


def _not_finite(choice: NotFinite) -> Setting:
    """The setting with a choice, which the terminal takes as ``--set training.not_finite=skip``."""
    label = mark("Numbers that are not finite")
    return Setting(label, f"training.not_finite={choice.value}", choice_label=choice.label)


def _accumulation(spec: RunSpec) -> Problems:
    parts = spec.training.accumulation
    for number, stage in enumerate(spec.stages):
        batch = batch_rule(spec, number).sequences
        if batch % parts and (stage.batch_size or not number):  # what the training says is said once
            template = mark(
                "A batch of {batch:,} sequences can't be computed in {parts:,} equal parts. Set {near:,} parts."
            )
            values = {"batch": batch, "parts": parts, "near": _nearest_divisor(batch, parts)}
            yield problem("training.accumulation", template, **values)


def _places(spec: RunSpec) -> Problems:
    for number, stage in enumerate(spec.stages):
        rule = batch_rule(spec, number)
        if not rule.sequences and rule.places < rule.length:
            template = mark(
                "A batch of {places:,} tokens has no room for a sequence of {length:,}. Set {length:,} tokens or more."
            )
            path = f"stages.{number}.batch_size" if stage.batch_size else "training.batch_size"
            yield problem(path, template, places=rule.places, length=rule.length)


def _vocabulary(spec: RunSpec, size: int) -> Problems:
    rows = spec.encoder.vocabulary_size
    if rows and rows != size:
        template = mark(
            "The word table has {rows} rows, but the vocabulary has {size} tokens. Set {size} for as many rows as "
            "tokens, or 0 to always take the vocabulary's size."
        )
        yield problem("encoder.vocabulary_size", template, rows=rows, size=size)


_RULES: tuple[Callable[[RunSpec], Problems], ...] = (
    _heads,
    _sharing,
    _positions,
    _padding_row,
    _segment_types,
    _answers,
    _tasks,
    _pooler,
    generator_problems,
    ngram_problems,
    stage_problems,
    _recogniser,
    _warmup,
    _schedule,
    _average,
    _half_precision,
    _accumulation,
    _places,
)
_LIST_RULES: tuple[Callable[[RunSpec], Problems], ...] = (_lists, ngram_list_problems)
