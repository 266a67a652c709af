"""A project with corpus and vocabulary, made-up runs, and a stand-in for the engine that obeys commands."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.processes import command_of
from workbench.core.events import CheckpointSaved, EvalDone, EventBase, Outcome, RunEnded, RunStarted, StepDone
from workbench.core.paths import Project
from workbench.gui.context import Changes, Context
from workbench.gui.panel import Panel
from workbench.gui.panels.inspector import InspectorPanel
from workbench.gui.panels.masking import MaskingPanel
from workbench.gui.panels.masking_cells import MaskedPassage
from workbench.gui.panels.masking_lists import ListsPane
from workbench.gui.panels.masking_strips import PassageStrip
from workbench.gui.panels.probe_answers import Answer
from workbench.gui.panels.runs import RunsPanel
from workbench.gui.panels.training import TrainingPanel
from workbench.gui.panels.vocabulary import VocabularyPanel
from workbench.jobs.command import EngineCommand, engine_command
from workbench.jobs.devices import DeviceRow
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.store.records import Command, Run
from workbench.text.corpus import import_corpus
from workbench.text.document import KINDS, UnitKind
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, save_lexicon
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import VocabularyKind
from workbench.text.vocabulary_training import train_vocabulary

SHORT = 60_000  #: milliseconds that background work of a page may take

#: Counts steps where a real engine trains; obeys the store's commands; resumes from its newest checkpoint.
FAKE_ENGINE = """
import json, sys, time
from pathlib import Path
from typing import Any
from workbench.core.events import *
from workbench.store.folder import read_run_folder
from workbench.store.recorder import Recorder
from workbench.store.records import Command
from workbench.store.store import Store

folder = Path(sys.argv[2])
content = read_run_folder(folder)
device = content.spec.training.device.value
total = content.spec.training.steps
with Store.open(content.project) as store:
    run = store.run(content.run)
    store.register_process(run)
    recorder = Recorder(store, run)
    saved = sorted((folder / "checkpoints").glob("step-*"))
    step = int(saved[-1].name[5:]) if saved else 0

    def tell(kind, **fields):
        recorder.record(kind(run=run.name, step=step, tokens=100 * step, time=time.time(), **fields))

    def save():
        path = folder / "checkpoints" / f"step-{step:08d}"
        path.mkdir(parents=True, exist_ok=True)
        files = {"model.safetensors": "", "optimizer.safetensors": "", "state.json": f'{{"step": {step}}}'}
        for name, content in files.items():
            (path / name).write_text(content)
        tell(CheckpointSaved, path=str(path))

    if device not in ("auto", "cpu"):
        tell(RunEnded, outcome=Outcome.FAILED, message=f"The device “{device}” is not there.")
        recorder.close()
        sys.exit(2)
    tell(RunStarted, device="cpu", precision="fp32", total_steps=total, session=run.sessions + 1,
         baselines={"ln_v": 8.3, "unigram": 6.1})
    tell(StateChanged, state="running")
    paused = False
    outcome = Outcome.DONE
    while step < total:
        for request in store.pending_commands(run.id):
            store.acknowledge([request])
            command = request.command
            if command in (Command.PAUSE, Command.RESUME) and paused != (command is Command.PAUSE):
                paused = not paused
                tell(StateChanged, state="paused" if paused else "running")
            elif command is Command.CHECKPOINT:
                save()
            elif command in (Command.STOP_AND_SAVE, Command.STOP_NOW):
                outcome = Outcome.STOPPED
                if command is Command.STOP_AND_SAVE:
                    save()
        if outcome is Outcome.STOPPED:
            break
        if not paused:
            step += 1
            loss = 8.0 / (1 + step / 50)
            tell(StepDone, loss=loss, losses={"mlm": loss}, lr=1e-3, gradient_norm=1.0, tokens_per_s=5000.0,
                 memory_bytes=1 << 20, seconds_left=(total - step) * 0.02)
            if step % 20 == 0:
                save()
        time.sleep(0.02)
    tell(RunEnded, outcome=outcome)
    recorder.close()
"""


@pytest.fixture
def prepared_project(project: Project, tmp_path: Path) -> Project:
    """The project with a small corpus “letters” and a vocabulary “words”."""
    text = tmp_path / "letters.txt"
    documents = [f"北京大学在北京。第{number}次提高速度。高速公路很长。" for number in range(40)]
    text.write_text("\n\n".join(documents), encoding="utf-8")
    corpus = import_corpus(project, "letters", [text], ImportSettings())
    train_vocabulary(project, corpus, VocabularyKind.CHARACTER, 200, "words")
    return project


@pytest.fixture
def ready(context: Context, prepared_project: Project) -> Context:
    """A context whose draft can be trained: 2,000 steps of a tiny model."""
    settings = ["corpus=letters", "vocabulary=words", "training.steps=2000", "training.device=cpu"]
    context.draft.replace(apply_overrides(load_preset("bert-tiny"), settings), "set up")
    return context


@pytest.fixture
def engine(
    engine: Callable[[str], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Callable[[str], None]]:
    """Makes a script the engine, at first the one above; no process of it outlives the test."""
    devices = (DeviceRow("cpu", "Processor", 0),)
    monkeypatch.setattr("workbench.gui.panels.training_start.engine_devices", lambda project: devices)
    engine(FAKE_ENGINE)
    yield engine
    for child in psutil.Process().children(recursive=True):
        if str(tmp_path) in command_of(child):
            child.kill()
            child.wait(10)


@pytest.fixture
def make_run(context: Context) -> Callable[..., Run]:
    """Makes a run that has been: ``steps`` points, an evaluation and a checkpoint every ten, and an end."""

    def make(
        name: str, *settings: str, steps: int = 30, outcome: Outcome | None = Outcome.STOPPED, floor: float = 4.0
    ) -> Run:
        spec = apply_overrides(load_preset("bert-tiny"), ["corpus=letters", "vocabulary=words", *settings])
        run = context.store.create_run(spec, name=name)
        now = time.time() - 100
        events: list[EventBase] = [
            RunStarted(run=name, step=0, time=now, device="cpu", precision="fp32", total_steps=100, session=1,
                       baselines={"ln_v": 8.3, "unigram": 6.1})
        ]  # fmt: skip
        for step in range(1, steps + 1):
            place = {"run": name, "step": step, "tokens": 100 * step, "time": now + step}
            loss = floor + 4 * math.exp(-step / 10)
            events.append(
                StepDone(**place, loss=loss, losses={"mlm": loss - 0.5, "next_sentence": 0.5}, lr=1e-3,
                         gradient_norm=1.0, tokens_per_s=1000.0, memory_bytes=1 << 20, seconds_left=9.0)
            )  # fmt: skip
            if step % 10 == 0:
                path = run.folder / "checkpoints" / f"step-{step:08d}"
                path.mkdir(parents=True)
                events.append(EvalDone(**place, loss=loss, losses={"mlm": loss}, perplexity=math.exp(loss)))
                events.append(CheckpointSaved(**place, path=str(path)))
        if outcome is not None:
            events.append(RunEnded(run=name, step=steps, tokens=100 * steps, time=now + steps, outcome=outcome))
        context.store.record(run, events)
        return context.store.run(run.id)

    return make


@pytest.fixture
def more() -> Callable[[RunsPanel], dict[str, QAction]]:
    """What the menu “More” of the runs page offers when it is opened now, by title."""

    def open_menu(page: RunsPanel) -> dict[str, QAction]:
        menu = page.bar.more.menu()
        menu.aboutToShow.emit()
        return {action.text(): action for action in menu.actions()}

    return open_menu


@pytest.fixture
def show_page(qtbot: QtBot) -> Callable[[Panel], None]:
    """Shows a page inside a window of one size, as the shell does, and closes it at the end."""

    windows: list[QWidget] = []  # Qt owns no top-level window

    def close(page: Panel) -> None:
        page.close_panel()
        while page.context.tasks.active:
            QTest.qWait(10)

    def show(page: Panel) -> None:
        window = QWidget()
        window.resize(1200, 700)
        page.setParent(window)
        page.setGeometry(window.rect())
        page.show()
        window.show()
        windows.append(window)
        qtbot.addWidget(window, before_close_func=lambda _window: close(page))

    return show


@pytest.fixture
def show_vocabulary(
    context: Context, show_page: Callable[[Panel], None], settle: Callable[[], None]
) -> Callable[[], VocabularyPanel]:
    """Shows the vocabulary page, and waits until it has come to rest."""

    def show() -> VocabularyPanel:
        page = VocabularyPanel(context)
        context.changed.connect(page.refresh)
        show_page(page)
        page.refresh(Changes.all())
        settle()
        return page

    return show


@pytest.fixture(scope="session")
def press() -> Callable[[QPushButton], None]:
    """Clicks on a button, wherever it is."""
    return lambda button: QTest.mouseClick(button, Qt.MouseButton.LeftButton)


class MaskingDriver:
    """The masking page in the hands of a test; cards are counted from 0."""

    def __init__(self, panel: MaskingPanel, qtbot: QtBot) -> None:
        self.panel = panel
        self._qtbot = qtbot

    def settle(self) -> None:
        """Wait for everything in the background, the figures included."""
        panel = self.panel
        self._qtbot.waitUntil(
            lambda: not panel.context.tasks.active and not panel.below.measuring.waiting, timeout=SHORT
        )

    def strip(self, card: int = 0) -> PassageStrip:
        """The strip of the first draw."""
        return self.panel.column.cards[card].strip

    def passage(self, card: int = 0) -> MaskedPassage:
        """What the strip of the first draw shows."""
        passage = self.strip(card).passage
        assert passage is not None
        return passage

    def targets(self, card: int = 0) -> list[int]:
        """Places of the tokens to predict."""
        return self.passage(card).masked.picks.position.tolist()

    def kinds_of(self, text: str, card: int = 0) -> set[UnitKind]:
        """Of which kinds the units are that say ``text``."""
        passage = self.passage(card)
        units = passage.masked.choice.units
        return {KINDS[units.kind[row]] for row in range(len(units)) if passage.unit_text(row) == text}

    def choose_kind(self, kind: str, card: int = 0) -> None:
        """As one does in the box of a card."""
        box = self.panel.column.cards[card].kind
        box.setCurrentIndex(box.findData(kind))
        box.activated.emit(box.currentIndex())

    def show_entities(self) -> None:
        """Entities on the first card."""
        self.choose_kind("entity")

    def type_text(self, text: str) -> None:
        """As an input method does, which the test keyboard is not."""
        self.panel.navigator.line.setText(text)
        self.panel.navigator.line.textEdited.emit(text)

    def show_text(self, text: str) -> None:
        """Type a text and wait until it is on show."""
        self.type_text(text)
        self._qtbot.waitUntil(
            lambda: self.panel.shown is not None and self.panel.shown.text.text == text, timeout=SHORT
        )
        self.settle()

    def cells_of(self, text: str) -> tuple[QPoint, QPoint]:
        """Middles of the first and the last cell of a text."""
        strip = self.strip()
        shown = "".join(cell.text if not cell.special else " " for cell in strip.cells)
        first = shown.index(text)
        return strip.cell_rect(first).center(), strip.cell_rect(first + len(text) - 1).center()

    def drag(self, widget: QWidget, start: QPoint, end: QPoint) -> None:
        """Press, move and let go."""
        QTest.mousePress(widget, Qt.MouseButton.LeftButton, pos=start)
        place, globally = QPointF(end), QPointF(widget.mapToGlobal(end))
        left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        moved = QMouseEvent(QEvent.Type.MouseMove, place, globally, none, left, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(widget, moved)
        QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=end)

    def mark_entity(self, text: str, label: str) -> None:
        """Drag over a text and say what it is."""
        self.drag(self.strip(), *self.cells_of(text))
        bar = self.panel.marks.bar
        assert bar.isVisible()
        bar.label.setEditText(label)
        QTest.mouseClick(bar.entity_button, Qt.MouseButton.LeftButton)
        self.settle()


@pytest.fixture
def panel(ready: Context, qtbot: QtBot, show_page: Callable[[Panel], None]) -> MaskingPanel:
    """The masking page on the small corpus, with its first sentence drawn."""
    page = MaskingPanel(ready)
    ready.changed.connect(page.refresh)
    show_page(page)
    page.refresh(Changes.all())
    qtbot.waitUntil(lambda: page.shown is not None, timeout=SHORT)
    return page


@pytest.fixture
def page(panel: MaskingPanel, qtbot: QtBot) -> MaskingDriver:
    """A driver of the masking page."""
    return MaskingDriver(panel, qtbot)


@pytest.fixture
def pane(ready: Context, qtbot: QtBot) -> Iterator[ListsPane]:
    """The lists of a project with a whole one and a damaged one."""
    save_lexicon(ready.project, Lexicon("cities", LexiconKind.ENTITY, (LexiconEntry("北京", "place"),)))
    (ready.project.lexicons / "broken.tsv").write_text("no head line\n", encoding="utf-8")
    made = ListsPane(ready)
    qtbot.addWidget(made)
    ready.changed.connect(lambda _changes: made.refresh())
    made.refresh()
    qtbot.waitUntil(lambda: not ready.tasks.active, timeout=SHORT)
    yield made
    qtbot.waitUntil(lambda: not ready.tasks.active, timeout=SHORT)


class TrainingPage(TrainingPanel):
    """Ends the runs of the test before it closes."""

    def close_panel(self) -> None:
        if not self.watcher.isFinished():
            for run in self.context.store.active_runs():
                self.watcher.command(run.id, Command.STOP_NOW)
            until = time.monotonic() + 60
            while (self.context.store.active_runs() or self.watcher._children) and time.monotonic() < until:
                QTest.qWait(50)
            assert not self.context.store.active_runs(), "a run is left that nothing ends"
            super().close_panel()
        assert self.watcher.isFinished()


@pytest.fixture
def make_panel(
    context: Context, engine: Callable[[str], None], show_page: Callable[[Panel], None]
) -> Callable[[], TrainingPanel]:
    def make() -> TrainingPanel:
        panel = TrainingPage(context)
        show_page(panel)
        return panel

    return make


@pytest.fixture
def probe_children(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[psutil.Process]]:
    """Makes a stand-in the inspector's child; gives the living ones."""
    path = str(Path(__file__).with_name("fake_probe.py"))
    command = EngineCommand((sys.executable, path), engine_command().environment)
    monkeypatch.setattr("workbench.jobs.session.engine_command", lambda settings: command)

    def living() -> list[psutil.Process]:
        return [child for child in psutil.Process().children() if path in command_of(child)]

    return living


@pytest.fixture
def inspector(
    context: Context,
    prepared_project: Project,
    make_run: Callable[..., Run],
    probe_children: Callable[[], list[psutil.Process]],
    show_page: Callable[[Panel], None],
    qtbot: QtBot,
) -> InspectorPanel:
    """The inspector with two runs of three checkpoints each, “older” and “newer”."""
    make_run("older")
    make_run("newer")
    made = InspectorPanel(context)
    show_page(made)
    qtbot.waitUntil(lambda: made.form.runs.count() == 2, timeout=SHORT)
    return made


@pytest.fixture
def look_inside(inspector: InspectorPanel, qtbot: QtBot) -> Callable[[str], Answer]:
    """Types a sentence, presses Enter and waits for the answer."""

    def look(text: str) -> Answer:
        before = inspector._answer
        inspector.form.text.setText(text)
        qtbot.keyClick(inspector.form.text, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: inspector._answer is not before, timeout=SHORT)
        assert inspector._answer is not None
        return inspector._answer

    return look
