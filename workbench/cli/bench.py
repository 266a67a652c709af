"""``bench``: how fast masking and training are on this machine, on the sample corpus."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from workbench.cli.output import print_json, print_table
from workbench.cli.selftest import temporary_project
from workbench.core.events import EventBase, StepDone
from workbench.core.paths import Project, sample_data

NAMES = ("bench",)

MEASURE_SECONDS = 1.0  #: how long each figure of masking is measured


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser."""
    parser = commands.add_parser("bench", parents=[common], help="measure masking or training")
    parser.add_argument("what", choices=("masking", "train"))
    parser.add_argument("--preset", default="bert-tiny", metavar="P", help="what to train")
    parser.add_argument("--set", action="append", default=[], metavar="a.b=v", help="override a setting")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure in a project that is removed afterwards."""
    with temporary_project("bench") as project:
        rows = bench_masking(project) if arguments.what == "masking" else bench_training(project, arguments)
    if arguments.json:
        print_json(rows)
    else:
        print_table(tuple(rows[0]), [tuple(f"{v:,.1f}" if isinstance(v, float) else v for v in row.values())
                                     for row in rows])  # fmt: skip
    return 0


def sample(project: Project) -> tuple[Any, Any]:
    """Sample corpus and a character vocabulary of it."""
    from workbench.text.corpus import import_corpus
    from workbench.text.readers.settings import ImportSettings
    from workbench.text.vocabulary import VocabularyKind
    from workbench.text.vocabulary_training import train_vocabulary

    files = [sample_data("zh", name) for name in ("encyclopedia.txt", "news.txt", "essays.txt")]
    corpus = import_corpus(project, "sample", files, ImportSettings())
    return corpus, train_vocabulary(project, corpus, VocabularyKind.CHARACTER, 4000, "characters")


def bench_masking(project: Project, length: int = 512) -> list[dict[str, Any]]:
    """For each strategy: milliseconds for one passage alone, as the window draws it, and tokens a second in batches."""
    from workbench.masking.registry import STRATEGIES
    from workbench.objectives.examples import ExampleMaker, PreviewStage, preview_plan
    from workbench.text.prepared import prepare
    from workbench.text.units import UnitSettings

    corpus, vocabulary = sample(project)
    prepared = prepare(project, corpus, vocabulary, UnitSettings())
    plan = preview_plan(prepared, length, 1)
    rows = np.arange(min(32, len(plan)))
    tokens = int(plan.lengths[rows].sum())
    found = []
    for kind, strategy in STRATEGIES.items():
        maker = ExampleMaker(prepared, PreviewStage(strategy()), length, 1)
        alone = median_seconds(partial(maker.make, plan, rows[:1], 0), MEASURE_SECONDS)
        together = median_seconds(partial(maker.make, plan, rows, 0), MEASURE_SECONDS)
        found.append({"strategy": kind, "ms_a_passage": 1000 * alone, "tokens_per_s": tokens / together})
    return found


def median_seconds(work: Callable[[], object], seconds: float) -> float:
    """Median time of a call, over calls for so many seconds."""
    times: list[float] = []
    work()
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


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
