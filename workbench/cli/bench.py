"""``bench``: how fast masking, training and the making of a corpus are on this machine, on the sample corpus."""

from __future__ import annotations

import argparse
import statistics
from typing import Any

from workbench.cli import bench_text
from workbench.cli.output import print_json, print_table
from workbench.cli.selftest import temporary_project
from workbench.core.events import EventBase, StepDone
from workbench.core.paths import Project, sample_data

NAMES = ("bench",)

MEASURE_SECONDS = 1.0  #: how long each figure of masking is measured


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser."""
    parser = commands.add_parser("bench", parents=[common], help="measure masking, training or text")
    parser.add_argument("what", choices=("masking", "train", "text"))
    parser.add_argument("--preset", default="bert-tiny", metavar="P", help="what to train")
    parser.add_argument("--set", action="append", default=[], metavar="a.b=v", help="override a setting")
    bench_text.add_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure in a project that is removed afterwards."""
    with temporary_project("bench") as project:
        if arguments.what == "text":
            return bench_text.run(project, arguments)
        rows = bench_strategies(project) if arguments.what == "masking" else bench_training(project, arguments)
    if arguments.json:
        print_json(rows)
    else:
        print_table(tuple(rows[0]), [tuple(map(_shown, row.values())) for row in rows])
    return 0


def _shown(value: object) -> object:
    return "" if value is None else f"{value:,.1f}" if isinstance(value, float) else value


def sample(project: Project) -> tuple[Any, Any]:
    """Sample corpus and a character vocabulary of it."""
    from workbench.text.corpus import import_corpus
    from workbench.text.readers.settings import ImportSettings
    from workbench.text.vocabulary import VocabularyKind
    from workbench.text.vocabulary_training import train_vocabulary

    files = [sample_data("zh", name) for name in ("encyclopedia.txt", "news.txt", "essays.txt")]
    corpus = import_corpus(project, "sample", files, ImportSettings())
    return corpus, train_vocabulary(project, corpus, VocabularyKind.CHARACTER, 4000, "characters")


def bench_strategies(project: Project) -> list[dict[str, Any]]:
    """Masking of the sample corpus on one core."""
    import torch

    from workbench.cli.bench_masking import bench_masking
    from workbench.text.prepared import prepare
    from workbench.text.units import UnitSettings

    torch.set_num_threads(1)
    corpus, vocabulary = sample(project)
    return bench_masking(prepare(project, corpus, vocabulary, UnitSettings()), MEASURE_SECONDS)


def bench_training(project: Project, arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Tokens a second (median of the steps after the first five) and memory of a preset."""
    from workbench.cli.train import create_run
    from workbench.spec.files import apply_overrides
    from workbench.spec.presets import load_preset
    from workbench.train.run import run_engine

    corpus, vocabulary = sample(project)
    fixed = ["training.steps=30", "training.warmup_steps=5", "training.evaluation_passages=1"]
    spec = apply_overrides(load_preset(arguments.preset), [*fixed, *arguments.set])
    events: list[EventBase] = []
    run_engine(create_run(project, spec, corpus, vocabulary, name="bench").folder, events.append)
    steps = [event for event in events if isinstance(event, StepDone)][5:]
    training = spec.training
    return [
        {
            "preset": arguments.preset,
            "batch": training.batch_size,
            "length": training.length,
            "tokens_per_s": statistics.median(step.tokens_per_s for step in steps),
            "memory_mib": steps[-1].memory_bytes / 2**20,
        }
    ]
