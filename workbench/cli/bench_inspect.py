"""``bench inspect``: a long sentence in the inspector of the window, with a model of any size."""

from __future__ import annotations

import argparse
import json
import statistics
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from workbench.cli.arguments import require_at_least
from workbench.cli.bench_window import (
    draw_in_memory,
    milliseconds,
    open_window,
    running_application,
    table_row,
    wait_for,
)
from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.store import Store

if TYPE_CHECKING:
    from workbench.gui.panels.inspector import InspectorPanel

Rows = list[dict[str, Any]]

STEP = 1
SIGNS = [chr(0x4E00 + number) for number in range(600)]
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def add_inspect_options(parser: argparse.ArgumentParser) -> None:
    """How large."""
    for name, default, text in (
        ("tokens", 512, "tokens of the sentence"), ("layers", 12, "layers"), ("heads", 12, "heads of a layer"),
        ("hidden", 768, "hidden size"),
    ):  # fmt: skip
        parser.add_argument(f"--{name}", type=int, default=default, metavar="N", help=f"{text} ({default})")


def bench_inspect(work: Project, arguments: argparse.Namespace) -> Rows:
    """Open a sentence, go through all heads, and tell how long it took and how much memory it took.

    Memory is what window and child have more than before the sentence was opened, the model being loaded then: its
    weights are a row of their own.
    """
    for name in ("layers", "heads", "hidden"):
        require_at_least(1, f"--{name}", getattr(arguments, name))
    require_at_least(4, "--tokens", arguments.tokens)
    draw_in_memory()
    weights = _make_run(work, arguments)
    sentence = "".join(SIGNS[place * 7 % len(SIGNS)] for place in range(arguments.tokens - 2))
    rows = [table_row("weights of the model", weights / 2**20, "MiB")]
    with running_application() as app, open_window(app, work) as window:
        from workbench.gui.panels.inspector import InspectorPanel

        page = window.panel("inspector")
        assert isinstance(page, InspectorPanel)
        window.open_page("inspector")
        wait_for(app, lambda: page.form.runs.count() > 0)
        rows.append(table_row("opening a word, with the start of the child", _open(app, page, SIGNS[0] * 2), "s"))
        before, worked = _memory(), _processor_seconds()
        rows.append(table_row(f"opening {arguments.tokens} tokens", _open(app, page, sentence), "s", "3"))
        rows.append(table_row("processor time of that, window and child", _processor_seconds() - worked, "s"))
        worked = _processor_seconds()
        switches = _switches(app, page, arguments.layers, arguments.heads)
        worked = _processor_seconds() - worked
        rows += [
            table_row("switching to another head, median", statistics.median(switches), "ms"),
            table_row("switching to another head, slowest", max(switches), "ms", "50"),
            table_row("processor time of a switch, mean", 1000 * worked / len(switches), "ms"),
            table_row("memory of window and child above that before", (_memory() - before) / 2**20, "MiB", "300"),
        ]
    return rows


def _make_run(work: Project, arguments: argparse.Namespace) -> int:
    """A run with one checkpoint of fresh weights; returns the size of its weights in bytes."""
    from workbench.model.build import model_of
    from workbench.model.weights import save_tensors
    from workbench.text.vocabulary import Vocabulary, VocabularyKind, save_vocabulary

    vocabulary = Vocabulary.make("signs", VocabularyKind.CHARACTER, [*SPECIAL, *SIGNS])
    save_vocabulary(work, vocabulary)
    settings = {
        "corpus": "none", "vocabulary": "signs", "encoder.layers": arguments.layers, "encoder.heads": arguments.heads,
        "encoder.hidden": arguments.hidden, "encoder.feed_forward": 4 * arguments.hidden,
        "encoder.positions": arguments.tokens, "training.length": arguments.tokens,
    }  # fmt: skip
    spec = apply_overrides(RunSpec(), [f"{name}={value}" for name, value in settings.items()])
    with Store.open(work) as store:
        run = store.create_run(spec, name="bench")
        folder: Path = run.folder / "checkpoints" / f"step-{STEP:08d}"
        folder.mkdir(parents=True)
        save_tensors(folder / "model.safetensors", model_of(spec, vocabulary.size).state_dict())
        (folder / "state.json").write_text(json.dumps({"step": STEP}), encoding="utf-8")
        _record(store, run.id, folder)
    return (folder / "model.safetensors").stat().st_size


def _record(store: Store, run: int, folder: Path) -> None:
    from workbench.core.events import CheckpointSaved

    found = store.run(run)
    store.record(found, [CheckpointSaved(run=found.name, step=STEP, time=time.time(), path=str(folder))])


def _open(app: Any, page: InspectorPanel, sentence: str) -> float:
    """Seconds from Enter until the heatmap is painted."""
    before = page._answer
    page.form.text.setText(sentence)
    begin = time.perf_counter()
    page.ask()
    wait_for(app, lambda: page._answer is not before or bool(page.problem.text()))
    if page._answer is before:
        raise WorkbenchError(mark("{reason}"), reason=page.problem.text())
    page.attention.heatmap.repaint()
    return time.perf_counter() - begin


def _switches(app: Any, page: InspectorPanel, layers: int, heads: int) -> list[float]:
    """Milliseconds from the choice of each head until it is painted."""

    def switch(layer: int, head: int) -> None:
        page.attention.choose(layer, head)
        page.attention.heatmap.repaint()
        app.processEvents()

    return [milliseconds(partial(switch, *divmod(at, heads))) for at in range(layers * heads)]


def _memory() -> int:
    """Resident bytes of this process and its children."""
    return sum(process.memory_info().rss for process in _processes())


def _processor_seconds() -> float:
    """What this process and its children have computed; unlike the time that passes it hardly depends on what else
    the machine does."""
    return sum(sum(process.cpu_times()[:2]) for process in _processes())


def _processes() -> list[psutil.Process]:
    me = psutil.Process()
    return [me, *me.children(recursive=True)]
