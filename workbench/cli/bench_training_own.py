"""This program's side of the training benchmark."""

from __future__ import annotations

import itertools

import torch

from workbench.cli.bench_training_sides import Setting, Step, Text
from workbench.masking.basic import Basic
from workbench.model.build import VOCABULARY, Model, build_model
from workbench.objectives.examples import ExampleMaker, PreviewStage
from workbench.spec.encoder import EncoderSpec
from workbench.spec.training import Schedule, TrainingSpec
from workbench.text.prepared import PreparedCorpus
from workbench.train.allocator import keep_blocks
from workbench.train.batch import collate, count
from workbench.train.losses import compute_losses
from workbench.train.optim import Optimizer


def own_steps(setting: Setting, prepared: PreparedCorpus, texts: dict[str, Text]) -> dict[str, Step]:
    """A step of this program on each text; all train the same model."""
    keep_blocks()
    model = _model(setting)
    optimizer = _optimizer(setting, model)
    maker = ExampleMaker(prepared, PreviewStage(Basic()), setting.length, setting.seed)
    taken = itertools.count()

    def step_on(text: Text) -> Step:
        rows = text.rows()

        def step() -> tuple[int, int, float]:
            epoch, chosen = next(rows)
            batch = collate(maker.make(text.plan, chosen, epoch), setting.vocabulary.pad_id)
            counts = count([batch])
            with torch.autocast("cpu", torch.bfloat16, enabled=setting.bf16):
                losses = compute_losses(model, batch, counts, {"mlm": 1.0})
            losses.total.backward()  # type: ignore[no-untyped-call]
            optimizer.clip().item()
            optimizer.step(next(taken))
            return batch.num_tokens, counts.targets, losses.total.item()

        return step

    return {kind: step_on(text) for kind, text in texts.items()}


def _model(setting: Setting) -> Model:
    encoder = EncoderSpec(
        layers=setting.layers, hidden=setting.hidden, heads=setting.heads, feed_forward=4 * setting.hidden,
        hidden_dropout=setting.dropout, attention_dropout=setting.dropout,
    )  # fmt: skip
    return build_model(encoder, setting.vocabulary.size, {"mlm": VOCABULARY})


def _optimizer(setting: Setting, model: Model) -> Optimizer:
    training = TrainingSpec(
        learning_rate=setting.rate, warmup_steps=0, schedule=Schedule.CONSTANT, weight_decay=0.0, adam_epsilon=1e-8
    )
    return Optimizer(model, training)
