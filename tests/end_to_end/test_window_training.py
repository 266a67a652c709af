"""The whole window with the real engine: start, kill -9, resume, look inside, compare."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from tests.processes import command_of
from workbench.core.paths import Project
from workbench.gui.app import open_context
from workbench.gui.context import Context
from workbench.gui.fonts import install_fonts
from workbench.gui.notices import NoticeArea
from workbench.gui.panels.inspector import InspectorPanel
from workbench.gui.panels.registry import PAGES
from workbench.gui.panels.runs import RunsPanel
from workbench.gui.panels.training import TrainingPanel
from workbench.gui.settings import Settings
from workbench.gui.theme import ThemeChoice
from workbench.gui.window import Window
from workbench.jobs.devices import DeviceRow
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.store.records import Status
from workbench.text.corpus import import_corpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import VocabularyKind
from workbench.text.vocabulary_training import train_vocabulary

LONG = 60_000  #: milliseconds; torch takes seconds to load
SETTINGS = [
    "encoder.layers=2", "encoder.hidden=32", "encoder.heads=2", "encoder.feed_forward=64", "encoder.positions=48",
    "training.length=48", "training.batch_size=8", "training.steps=4000", "training.warmup_steps=4",
    "training.evaluate_every=20", "training.checkpoint_every=20", "training.evaluation_passages=8",
    "training.device=cpu", "training.threads=1", "corpus=letters", "vocabulary=characters",
]  # fmt: skip


@pytest.fixture
def context(qapp: QApplication, tmp_path: Path) -> Iterator[Context]:
    """A project in a folder with spaces and Chinese characters, its corpus, vocabulary and draft ready."""
    project = Project(tmp_path / "项目 one").create()
    draw = random.Random(7)
    signs = "天地玄黄宇宙洪荒日月盈昃辰宿列张"
    documents = [
        "".join(draw.choices(signs, k=20)) + "。" + "".join(draw.choices(signs, k=20)) + "。" for _ in range(80)
    ]
    text = tmp_path / "text.txt"
    text.write_text("\n\n".join(documents), encoding="utf-8")
    corpus = import_corpus(project, "letters", [text], ImportSettings())
    train_vocabulary(project, corpus, VocabularyKind.CHARACTER, 100, "characters")
    install_fonts(qapp)
    made = open_context(project, Settings(project, tmp_path / "user.ini"))
    made.draft.replace(apply_overrides(load_preset("bert-tiny"), SETTINGS), "set up")
    yield made
    made.draft.close()
    assert made.tasks.close()
    made.store.close()


@pytest.fixture
def window(context: Context, qtbot: QtBot) -> Window:
    """The window with all pages."""
    made = Window(context, PAGES, ThemeChoice.LIGHT, "en")
    made.resize(1366, 768)
    qtbot.addWidget(made, before_close_func=end)
    made.show()
    return made


def end(window: Window) -> None:
    """Close without a question; no process of the test is left."""
    children = [  # but Python's own, which all processes that tests begin share
        child
        for child in psutil.Process().children(recursive=True)
        if (command := command_of(child)) and "resource_tracker" not in command
    ]
    window.end()
    for child in children:
        if child.is_running():
            child.kill()
    psutil.wait_procs(children, 10)
    for popen in getattr(window.panel("training"), "watcher")._children.values():  # noqa: B009 - a panel's own thread
        popen.wait(10)


#: The real engine, in which the framework finds no memory for the third step of a batch of eight.
WITHOUT_MEMORY = """
import sys
import torch
from workbench.cli import main
from workbench.train.optim import Optimizer

clip, steps = Optimizer.clip, []

def clip_with_little_memory(self):
    steps.append(0)
    if len(steps) == 3 and self.training.batch_size == 8:
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB.")
    return clip(self)

Optimizer.clip = clip_with_little_memory
sys.exit(main(sys.argv[1:]))
"""


def press(qtbot: QtBot, button: QPushButton) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_from_start_over_kill_and_resume_to_a_heatmap(window: Window, context: Context, qtbot: QtBot) -> None:
    training, runs, inspector = window.panel("training"), window.panel("runs"), window.panel("inspector")
    assert isinstance(training, TrainingPanel)
    assert isinstance(runs, RunsPanel)
    assert isinstance(inspector, InspectorPanel)
    store = context.store

    qtbot.keyClick(window, Qt.Key.Key_F5)
    assert window.page is training
    qtbot.waitUntil(training.check_list.start_button.isEnabled, timeout=LONG)
    press(qtbot, training.check_list.start_button)
    qtbot.waitUntil(lambda: bool(store.runs()) and bool(store.checkpoints(1)), timeout=LONG)
    qtbot.waitUntil(lambda: bool(training.book.shown) and "eval/loss" in training.book.shown[0].tracks, timeout=LONG)

    pid = store.run(1).pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: store.run(1).status is Status.LOST, timeout=LONG)
    notices = window.findChild(NoticeArea)
    assert notices is not None
    qtbot.waitUntil(lambda: bool(notices.lines()), timeout=LONG)
    saved = store.checkpoints(1)[-1].step
    resume = next(b for b in notices.findChildren(QPushButton) if b.text() == f"Resume from step {saved}")
    press(qtbot, resume)
    qtbot.waitUntil(lambda: store.run(1).step > saved and store.run(1).sessions == 2, timeout=LONG)
    assert store.sessions(1)[1].start_step == saved

    press(qtbot, training.controls.stop_button)
    qtbot.waitUntil(lambda: store.run(1).status is Status.STOPPED, timeout=LONG)
    steps = store.series(1, "loss").steps
    assert (steps[1:] > steps[:-1]).all(), "one curve without a step twice"
    assert store.checkpoints(1)[-1].step == store.run(1).step

    window.open_page("runs")
    qtbot.waitUntil(lambda: len(runs.table.runs.rows) == 1, timeout=LONG)
    runs.table.select({1})
    press(qtbot, runs.bar.inspect)
    assert window.page is inspector
    qtbot.waitUntil(lambda: inspector._answer is not None, timeout=LONG)
    assert inspector._answer is not None
    weights = inspector._answer.inspected.weights
    assert (weights.layers, weights.heads) == (2, 2)
    assert inspector.attention.heatmap.shown.values.size > 0


def test_a_run_of_two_processes_is_paused_and_stopped(
    window: Window, context: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    devices = (DeviceRow("cpu", "Processor", 0),)
    monkeypatch.setattr("workbench.gui.panels.training_start.engine_devices", lambda project: devices)
    training, store = window.panel("training"), context.store
    assert isinstance(training, TrainingPanel)
    window.open_page("training")
    training.begin_start()
    qtbot.waitUntil(training.check_list.start_button.isEnabled, timeout=LONG)
    training.processes.number.setValue(2)
    words = "Processes: 2, each with its part of every batch"
    qtbot.waitUntil(lambda: words in [str(check.text) for check in training.check_list.checks], timeout=LONG)
    press(qtbot, training.check_list.start_button)
    qtbot.waitUntil(lambda: bool(store.runs()) and store.run(1).step > 0, timeout=LONG)
    assert store.run(1).device == "2 × cpu"
    qtbot.waitUntil(lambda: bool(training.book.shown) and "loss" in training.book.shown[0].tracks, timeout=LONG)
    launched = training.watcher._children[1]
    ranks = psutil.Process(launched.pid).children()
    assert [store.run(1).pid in (child.pid for child in ranks), len(ranks)] == [True, 2]

    press(qtbot, training.controls.pause_button)
    qtbot.waitUntil(lambda: store.run(1).status is Status.PAUSED, timeout=LONG)
    qtbot.waitUntil(lambda: training.controls.pause_button.text() == "Go on", timeout=LONG)
    before = store.run(1).step
    press(qtbot, training.controls.pause_button)
    qtbot.waitUntil(lambda: store.run(1).step > before, timeout=LONG)

    press(qtbot, training.controls.stop_button)
    with qtbot.waitSignal(training.watcher.engine_ended, timeout=LONG) as told:
        qtbot.waitUntil(lambda: store.run(1).status is Status.STOPPED, timeout=LONG)
    assert told.args == [1, 3]
    assert not any(child.is_running() for child in ranks)
    assert store.checkpoints(1)[-1].step == store.run(1).step


def test_want_of_memory_leaves_the_window_at_work_and_half_the_batch_starts_in_it(
    window: Window,
    context: Context,
    qtbot: QtBot,
    engine: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """R086: the whole window with the real engine."""
    engine(WITHOUT_MEMORY)
    devices = (DeviceRow("cpu", "Processor", 0),)
    monkeypatch.setattr("workbench.gui.panels.training_start.engine_devices", lambda project: devices)
    training, store = window.panel("training"), context.store
    assert isinstance(training, TrainingPanel)
    notices = window.findChild(NoticeArea)
    assert notices is not None
    draft = context.draft
    draft.replace(apply_overrides(draft.spec, ["training.steps=6", "training.evaluate_every=6"]), "short")

    window.open_page("training")
    training.begin_start()
    qtbot.waitUntil(training.check_list.start_button.isEnabled, timeout=LONG)
    press(qtbot, training.check_list.start_button)
    qtbot.waitUntil(lambda: bool(store.runs()) and store.run(1).status is Status.FAILED, timeout=LONG)
    assert store.run(1).step == 2
    qtbot.waitUntil(lambda: bool(notices.lines()), timeout=LONG)
    told = notices.lines()[0].notice.text
    assert "The memory of cpu is too small for 8 sequences of 48 tokens at a time." in told
    assert "Try training.accumulation=2: the same batch in parts of 4 sequences." in told
    pid = store.run(1).pid
    assert pid is not None
    qtbot.waitUntil(lambda: not psutil.pid_exists(pid), timeout=LONG)  # and its memory with it

    draft.set("training.batch_size", 4, "half the batch")
    training.begin_start()
    qtbot.waitUntil(training.check_list.start_button.isEnabled, timeout=LONG)
    press(qtbot, training.check_list.start_button)
    qtbot.waitUntil(lambda: len(store.runs()) == 2 and store.run(2).status is Status.DONE, timeout=LONG)
    assert store.run(2).spec.training.batch_size == 4
    assert store.series(2, "loss").steps.tolist() == [1, 2, 3, 4, 5, 6]
