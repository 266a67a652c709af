"""``bench``: how fast import, text, masking, training and the window are on this machine."""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from typing import Any

from workbench.cli.arguments import require_at_least
from workbench.cli.bench_gui import add_gui_options, bench_gui
from workbench.cli.bench_import import bench_import
from workbench.cli.bench_inspect import add_inspect_options, bench_inspect
from workbench.cli.bench_ngrams import bench_ngrams, with_list
from workbench.cli.bench_sample import add_corpus_options, given, read_sizes, sample
from workbench.cli.bench_text import TextBench
from workbench.cli.bench_training import SIZES, bench_loss, bench_training, has_bf16, read_encoder
from workbench.cli.bench_training_sides import Setting
from workbench.cli.output import print_json, print_table
from workbench.cli.selftest import temporary_project
from workbench.core.events import EventBase, StepDone
from workbench.core.paths import Project
from workbench.core.texts import Text, mark
from workbench.core.translation import terminal_translate
from workbench.masking.registry import STRATEGIES
from workbench.text.prepared import prepare
from workbench.text.units import UnitSettings

NAMES = ("bench",)

MEASURE_SECONDS = 1.0  #: how long each figure of masking is measured

Rows = list[dict[str, Any]]


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add a parser for each thing that is measured; ``measure`` gives its table."""
    bench = commands.add_parser("bench", help="measure import, text, masking, training or the window")
    what = bench.add_subparsers(dest="what", metavar="ACTION", required=True)
    importing = what.add_parser("import", parents=[common], help="files of several sizes: time and memory")
    importing.add_argument("--sizes", default="10,100", metavar="MB,MB", help="sizes of the files (10,100)")
    importing.set_defaults(run=run, measure=measure_import)
    text = what.add_parser("text", parents=[common], help="from a file to tokens and units, beside tokenizers alone")
    add_corpus_options(text)
    text.add_argument("--sizes", metavar="MB,MB", help="repeat the corpus to these sizes, in one table")
    text.add_argument("--rounds", type=int, default=3, metavar="K", help="rounds of which medians are shown (3)")
    text.set_defaults(run=run, measure=measure_text)
    masking = what.add_parser("masking", parents=[common], help="masked and padded batches, beside other collators")
    add_corpus_options(masking)
    masking.add_argument(
        "--strategy", action="append", choices=tuple(STRATEGIES), metavar="KIND", help="mask by this one (all)"
    )
    masking.set_defaults(run=run, measure=measure_masking)
    ngrams = what.add_parser("ngrams", parents=[common], help="n-grams in batches, beside a scan of every window")
    add_corpus_options(ngrams)
    ngrams.add_argument("--entries", type=int, default=100_000, metavar="K", help="entries of the lexicon (100000)")
    ngrams.set_defaults(run=run, measure=measure_ngrams)
    _add_training(what, common)


def _add_training(what: Any, common: argparse.ArgumentParser) -> None:
    training = what.add_parser("train", parents=[common], help="training steps on the processor, beside transformers")
    add_corpus_options(training)
    training.add_argument(
        "--encoders", default=",".join(SIZES), metavar="LxH,LxH", help=f"layers and hidden size ({','.join(SIZES)})"
    )
    for name, default, text in (
        ("rounds", 5, "rounds of which medians are shown"), ("steps", 2, "steps a side takes in a round"),
        ("batch", 32, "passages of a batch"), ("length", 128, "most tokens of a passage"),
        ("threads", os.cpu_count() or 1, "threads of each side"),
    ):  # fmt: skip
        training.add_argument(f"--{name}", type=int, default=default, metavar="K", help=f"{text} ({default})")
    training.add_argument("--loss", type=int, metavar="K", help="loss against tokens over K steps, of one encoder")
    training.add_argument("--seeds", type=int, default=3, metavar="K", help="with --loss: runs a side (3)")
    training.add_argument(
        "--bf16", action="store_true", help="bf16 also on a processor without bf16 arithmetic; with --loss: in bf16"
    )
    training.add_argument("--preset", metavar="P", help="measure a run of this preset alone")
    training.add_argument("--set", action="append", default=[], metavar="a.b=v", help="with --preset: a setting")
    training.set_defaults(run=run, measure=measure_training)
    window = what.add_parser("gui", parents=[common], help="the window with 1,000 runs: start, search, arriving points")
    add_gui_options(window)
    window.set_defaults(run=run, measure=bench_gui)
    inspecting = what.add_parser("inspect", parents=[common], help="a long sentence in the inspector: time and memory")
    add_inspect_options(inspecting)
    inspecting.set_defaults(run=run, measure=bench_inspect)


def run(arguments: argparse.Namespace) -> int:
    """Measure in a project that is removed afterwards, and print the table."""
    with temporary_project("bench") as work:
        rows: Rows = arguments.measure(work, arguments)
    if arguments.json:
        print_json(rows)
    else:
        print_table(tuple(rows[0]), [tuple(map(_shown, row.values())) for row in rows])
    return 0


def _shown(value: object) -> object:
    return "" if value is None else f"{value:,.2f}" if isinstance(value, float) else value


def measure_import(work: Project, arguments: argparse.Namespace) -> Rows:
    """Imports of the sample's text."""
    return bench_import(work, read_sizes(arguments.sizes))


def measure_text(work: Project, arguments: argparse.Namespace) -> Rows:
    """From a file to a prepared corpus."""
    corpus, vocabulary = given(work, arguments)
    bench = TextBench.of(work, corpus, vocabulary)
    return bench.sizes(read_sizes(arguments.sizes)) if arguments.sizes else bench.sides(max(1, arguments.rounds))


def measure_masking(work: Project, arguments: argparse.Namespace) -> Rows:
    """Masking on one core."""
    import torch

    from workbench.cli.bench_masking import bench_masking

    torch.set_num_threads(1)
    corpus, vocabulary = given(work, arguments)
    prepared = prepare(work, corpus, vocabulary, UnitSettings())
    return bench_masking(prepared, arguments.strategy or list(STRATEGIES), MEASURE_SECONDS)


def measure_ngrams(work: Project, arguments: argparse.Namespace) -> Rows:
    """Matching on one core, with the most frequent n-grams of the corpus as lexicon."""
    require_at_least(1, "--entries", arguments.entries)
    corpus, vocabulary = given(work, arguments)
    prepared = prepare(work, corpus, vocabulary, UnitSettings())
    return bench_ngrams(prepared, arguments.entries, MEASURE_SECONDS)


def measure_training(work: Project, arguments: argparse.Namespace) -> Rows:
    """A preset's run, or both sides of the comparison."""
    if arguments.preset is not None:
        return measure_preset(work, arguments)
    for name in ("rounds", "steps", "batch", "threads"):
        require_at_least(1, f"--{name}", getattr(arguments, name))
    require_at_least(8, "--length", arguments.length)
    encoders = arguments.encoders.split(",")
    corpus, vocabulary = given(work, arguments)
    prepare(work, corpus, vocabulary, UnitSettings())
    shared = Setting(
        work.root, corpus.folder, vocabulary, *read_encoder(encoders[0]), batch=arguments.batch,
        length=arguments.length, bf16=arguments.bf16, threads=arguments.threads,
    )  # fmt: skip
    if arguments.loss is not None:
        require_at_least(2, "--seeds", arguments.seeds)
        return bench_loss(shared, encoders[0], arguments.loss, arguments.seeds)
    precisions = (False, True) if arguments.bf16 or has_bf16() else (False,)
    if len(precisions) == 1:
        note = mark("This processor has no bf16 arithmetic, so that bf16 is left out; --bf16 measures it all the same.")
        sys.stderr.write(Text(note).render(terminal_translate()) + "\n")
    return bench_training(shared, encoders, precisions, arguments.rounds, arguments.steps)


def measure_preset(work: Project, arguments: argparse.Namespace) -> Rows:
    """Tokens a second (median of the steps after the first five) and memory of a preset."""
    from workbench.cli.train import create_run
    from workbench.spec.files import apply_overrides
    from workbench.spec.presets import load_preset
    from workbench.train.run import run_engine

    corpus, vocabulary = sample(work)
    fixed = ["training.steps=30", "training.warmup_steps=5", "training.evaluation_passages=1"]
    spec = with_list(work, apply_overrides(load_preset(arguments.preset), [*fixed, *arguments.set]), corpus, vocabulary)
    events: list[EventBase] = []
    run_engine(create_run(work, spec, corpus, vocabulary, name="bench").folder, events.append)
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
