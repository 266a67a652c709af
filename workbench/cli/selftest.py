"""``selftest``: the whole road on the sample data, in a project of its own that is removed afterwards.

It needs no network, no standard output, no particular working directory, and opens no window.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from workbench.cli.arguments import require_at_least
from workbench.cli.output import print_json, print_line
from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.paths import Project, default_project, sample_data
from workbench.core.texts import listed, mark
from workbench.spec.run import RunSpec
from workbench.spec.training import Device
from workbench.store.records import Run
from workbench.text.corpus import Corpus
from workbench.text.vocabulary import Vocabulary

NAMES = ("selftest",)

SENTENCE = "他住在北京的一个小区，每天坐公共汽车上班。"
WORDS = ["他", "住", "在", "北京", "的", "一个", "小区", "，", "每天", "坐", "公共汽车", "上班", "。"]
STEPS = 3
_WINDOW = "PySide6"


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser."""
    parser = commands.add_parser("selftest", parents=[common], help="the whole road on the sample data")
    parser.add_argument("--workers", type=int, default=0, metavar="K", help="train in K engine processes besides")
    parser.add_argument("--device", default=Device.AUTO.value, metavar="D", help="auto, cpu, cuda or mps")
    parser.set_defaults(run=run)


@dataclass
class Road:
    """What one check leaves for the next."""

    project: Project
    device: Device
    workers: int
    modules: frozenset[str] = field(default_factory=lambda: frozenset(sys.modules))
    corpus: Corpus = field(init=False)
    vocabulary: Vocabulary = field(init=False)
    run: Run = field(init=False)


def run(arguments: argparse.Namespace) -> int:
    """Make every check in turn; the first that fails ends the test with one sentence and exit code 1."""
    require_at_least(0, "--workers", arguments.workers)
    devices = {device.value: device for device in Device}
    if arguments.device not in devices:
        raise ArgumentError(mark("There is no device “{name}”."), mark("Known: {known}."), name=arguments.device,
                            known=listed(devices))  # fmt: skip
    done: dict[str, str] = {}
    with temporary_project("selftest") as project:
        road = Road(project, devices[arguments.device], arguments.workers)
        for name, check in CHECKS.items():
            begin = time.monotonic()
            done[name] = check(road)
            if not arguments.json:
                print_line(f"{name}: ok, {done[name]} ({time.monotonic() - begin:.1f} s)")
    if arguments.json:
        print_json({"checks": done})
    return 0


@contextmanager
def temporary_project(purpose: str) -> Iterator[Project]:
    """An empty project beside the user's own, so that their disk and the name of their home are put to the test."""
    place = default_project().parent
    place.mkdir(parents=True, exist_ok=True)
    # Windows deletes no mapped file; what is left there is small.
    with tempfile.TemporaryDirectory(prefix=f"{purpose}-", dir=place, ignore_cleanup_errors=True) as folder:
        yield Project(Path(folder)).create()


def expect(holds: bool, template: str, **values: Any) -> None:
    """Raise the sentence unless it holds."""
    if not holds:
        raise WorkbenchError(template, mark("Please report this with the output of the self-test."), **values)


def check_import(road: Road) -> str:
    """The sample news as a corpus."""
    from workbench.text.corpus import import_corpus
    from workbench.text.readers.settings import ImportSettings

    road.corpus = import_corpus(road.project, "news", [sample_data("zh", "news.txt")], ImportSettings())
    expect(road.corpus.num_documents > 1, mark("The sample corpus has no documents."))
    return f"{road.corpus.num_documents} documents"


def check_words(road: Road) -> str:
    """A fixed sentence, cut by the dictionary that is packed with the program."""
    from workbench.text.segmenters.words import cut_words, make_cutter
    from workbench.text.units import Segmenter

    cutter = make_cutter(Segmenter.AUTO, hmm=False, cache_folder=road.project.cache)
    table = cut_words([SENTENCE], cutter)
    words = [SENTENCE[start:end] for start, end in zip(table.start.tolist(), table.end.tolist(), strict=True)]
    expect(words == WORDS, mark("The sentence was cut into {words}."), words=" ".join(words))
    return " ".join(words)


def check_vocabulary(road: Road) -> str:
    """A small character vocabulary."""
    from workbench.text.vocabulary import VocabularyKind
    from workbench.text.vocabulary_training import train_vocabulary

    road.vocabulary = train_vocabulary(road.project, road.corpus, VocabularyKind.CHARACTER, 4000, "characters")
    return f"{road.vocabulary.size} tokens"


def check_masks(road: Road) -> str:
    """Whole words masked in a passage."""
    from workbench.masking.registry import STRATEGIES
    from workbench.objectives.examples import ExampleMaker, PreviewStage
    from workbench.text.prepared import prepare
    from workbench.text.units import UnitSettings

    prepared = prepare(road.project, road.corpus, road.vocabulary, UnitSettings())
    maker = ExampleMaker(prepared, PreviewStage(STRATEGIES["whole-word"]()), 64, 1)
    batch = maker.make(maker.plan(0), np.arange(4), 0)
    picked = batch.picks.position
    expect(len(picked) > 0, mark("No token was masked."))
    expect(bool(batch.passages.maskable[picked].all()), mark("A special token was masked."))
    return f"{len(picked)} of {int(batch.passages.maskable.sum())} tokens"


def tiny_spec(device: Device) -> RunSpec:
    """A model so small that three steps take no time."""
    from workbench.spec.files import apply_overrides

    return apply_overrides(
        RunSpec(),
        [
            "encoder.hidden=32", "encoder.feed_forward=64", "encoder.positions=64", "training.length=64",
            "training.batch_size=4", f"training.steps={STEPS}", "training.warmup_steps=1",
            "training.evaluation_passages=4", f"training.device={device.value}",
        ],
    )  # fmt: skip


def check_training(road: Road) -> str:
    """Three steps, a checkpoint and the last word, in this process."""
    from workbench.cli.train import create_run
    from workbench.core.events import EventBase, Outcome, RunEnded, RunStarted
    from workbench.train.run import run_engine

    events: list[EventBase] = []
    road.run = create_run(road.project, tiny_spec(road.device), road.corpus, road.vocabulary, name="tiny")
    run_engine(road.run.folder, events.append)
    (started,) = (event for event in events if isinstance(event, RunStarted))
    last = events[-1]
    expect(isinstance(last, RunEnded) and last.outcome is Outcome.DONE, mark("The run did not end as it should."))
    return f"{last.step} steps on {started.device}"


def check_inspection(road: Road) -> str:
    """Attention of the sentence, from the checkpoint."""
    from workbench.probe.attention import inspect_text
    from workbench.probe.subject import load_subject

    inspection = inspect_text(load_subject(road.run.folder), "[MASK]" + SENTENCE)
    sums = inspection.attention.sum(-1)
    expect(bool(np.allclose(sums, 1, atol=1e-4)), mark("The attention does not sum to 1."))
    expect(len(inspection.predictions) == 1, mark("Nothing was predicted at the mask."))
    return f"{len(inspection.tokens)} tokens"


def check_workers(road: Road) -> str:
    """Engines in processes of their own, at the same time, none of which loads the window's library."""
    from workbench.cli.train import create_run
    from workbench.jobs.process import start_run
    from workbench.store.store import Store

    runs = [
        create_run(road.project, tiny_spec(road.device), road.corpus, road.vocabulary, name=f"worker-{number}")
        for number in range(road.workers)
    ]
    children = [start_run(road.project, run) for run in runs]
    windows = 0
    while [child for child in children if child.poll() is None]:
        windows += sum(_has_window(child) for child in children)
        time.sleep(0.25)
    codes = [child.returncode for child in children]
    expect(not any(codes), mark("Engines ended with the codes {codes}."), codes=codes)
    expect(windows == 0, mark("An engine has loaded the window's library."))
    with Store.open(road.project) as store:
        steps = [store.run(run.id).step for run in runs]
    expect(steps == [STEPS] * road.workers, mark("Engines took {steps} steps."), steps=steps)
    return f"{road.workers} engines"


def _has_window(child: subprocess.Popen[bytes]) -> bool:
    """Whether a process has mapped a file of Qt; False where the system does not tell."""
    try:
        maps = psutil.Process(child.pid).memory_maps()
    except (psutil.Error, AttributeError, OSError):
        return False
    return any(_WINDOW in Path(entry.path).parts for entry in maps)


def check_window(road: Road) -> str:
    """Nothing on the road has loaded the window's library into this process.

    What was there before the road began does not count: the packaged window's start-up brings Qt's core along.
    """
    loaded = sorted(name for name in sys.modules.keys() - road.modules if name.partition(".")[0] == _WINDOW)
    expect(not loaded, mark("The self-test has loaded the window's library."))
    return f"process {os.getpid()} without a window"


CHECKS: dict[str, Callable[[Road], str]] = {
    "import": check_import,
    "words": check_words,
    "vocabulary": check_vocabulary,
    "masks": check_masks,
    "training": check_training,
    "inspection": check_inspection,
    "workers": check_workers,
    "no window": check_window,
}
