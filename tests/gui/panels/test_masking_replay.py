"""Replay on the page: the very batch of a step, read only, and errors in words."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from workbench.gui.context import Context
from workbench.gui.panels.masking import MaskingPanel
from workbench.gui.panels.masking_replaying import take_passage
from workbench.spec.replay import Replay
from workbench.store.records import Run

REPLAY = 30_000  # milliseconds: a child may have to cut the corpus first


@pytest.fixture
def run(make_run: Callable[..., Run]) -> Run:
    """A run of thirty steps in two stages on the small corpus."""
    return make_run("first", "training.steps=60", "training.batch_size=8", "stages.0.masking.kind=whole-word")


@pytest.fixture
def replaying(page: Any, panel: MaskingPanel, run: Run, qtbot: QtBot) -> MaskingPanel:
    page.settle()
    QTest.mouseClick(panel.actions_row.replay, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.replay.replayed is not None, timeout=REPLAY)
    page.settle()
    return panel


def test_the_last_step_of_the_newest_run_is_shown_as_it_was_masked(
    replaying: MaskingPanel, ready: Context, run: Run
) -> None:
    view = replaying.replay
    assert replaying.layers.is_replaying
    assert "first" in view.band.words.text()
    assert "step 30 of 60" in view.band.words.text()
    assert "read only" in view.band.words.text()
    batch = Replay(ready.project, run.spec).batch(30)
    expected = np.concatenate([part.input_ids for part in batch.parts])
    shown = []
    for number in range(1, view.passage.place.maximum() + 1):
        view.passage.place.setValue(number)
        assert view.strip.passage is not None
        shown.append(view.strip.passage.masked.input_ids)
    assert np.array_equal(np.concatenate(shown), expected)
    assert not view.passage.on.isEnabled()


def test_another_step_and_the_way_back(replaying: MaskingPanel, page: Any, ready: Context, qtbot: QtBot) -> None:
    view, steps = replaying.replay, ready.draft.history.count()
    view.slider.setValue(3)
    assert view.step_box.value() == 3
    qtbot.waitUntil(lambda: "step 3 of" in view.band.words.text(), timeout=REPLAY)
    QTest.keyClick(replaying, Qt.Key.Key_Right)
    assert view.passage.place.value() == 2
    QTest.mouseClick(view.strip, Qt.MouseButton.LeftButton, pos=view.strip.cell_rect(2).center())
    assert view.explanation.isVisible()
    page.settle()
    QTest.keyClick(replaying, Qt.Key.Key_Escape)
    assert not replaying.layers.is_replaying
    assert ready.draft.history.count() == steps


def test_another_corpus_is_refused_in_words(replaying: MaskingPanel, page: Any, ready: Context, qtbot: QtBot) -> None:
    view = replaying.replay
    replaying.layers.leave_replay()
    shutil.rmtree(ready.project.corpora / "letters")
    replaying.layers.open_replay("first")
    qtbot.waitUntil(view.message.isVisible, timeout=REPLAY)
    assert "letters" in view.message.text()
    assert view.replayed is None
    assert not view.strip.cells
    assert not view.passage.on.isEnabled()
    page.settle()


def test_without_runs_the_page_says_so(page: Any, panel: MaskingPanel) -> None:
    panel.layers.open_replay()
    assert "No run has trained" in panel.replay.message.text()
    page.settle()
    panel.layers.leave_replay()


def test_the_runs_page_opens_it(page: Any, panel: MaskingPanel, run: Run, ready: Context, qtbot: QtBot) -> None:
    pages: list[str] = []
    ready.page_requested.connect(pages.append)
    ready.replay_run("first")
    assert pages == ["masking"]
    assert panel.layers.is_replaying
    qtbot.waitUntil(lambda: panel.replay.replayed is not None, timeout=REPLAY)
    page.settle()


def test_a_passage_of_a_batch_is_the_one_that_it_was(page: Any, panel: MaskingPanel, ready: Context, run: Run) -> None:
    page.settle()
    (part, *_) = Replay(ready.project, run.spec).batch(5).parts
    for row in range(len(part.passages)):
        one = take_passage(part, row)
        first, end = part.passages.starts[row : row + 2]
        assert np.array_equal(one.input_ids, part.input_ids[first:end])
        assert np.array_equal(one.labels[one.picks.position], one.picks.original)
        units = one.choice.units
        assert np.array_equal(one.picks.position >= units.start[one.picks.unit], np.ones(len(one.picks.unit), bool))
        assert np.all(one.picks.position < units.end[one.picks.unit])
        assert one.choice.chosen[np.unique(one.picks.unit)].all()
