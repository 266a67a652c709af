"""Replay on the page: the very batch of a step, read only, and errors in words."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from workbench.gui.context import Context
from workbench.gui.panels.masking import MaskingPanel
from workbench.gui.panels.masking_replaying import take_passage
from workbench.objectives.sentence_distance import SentenceDistance
from workbench.spec.replay import Replay
from workbench.store.records import Run

REPLAY = 60_000  # milliseconds: a child may have to cut the corpus first


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


@pytest.mark.usefixtures("real_children")
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
    replaying.layers.leave()
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
    panel.layers.leave()


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


def test_without_a_name_the_newest_run_that_can_be_replayed_is_shown(
    page: Any, panel: MaskingPanel, make_run: Callable[..., Run], ready: Context, qtbot: QtBot
) -> None:
    make_run("first", "training.steps=60", "training.batch_size=8")
    make_run("second", "corpus=gone", "training.steps=60")
    make_run("third", "vocabulary=gone", "training.steps=60")
    page.settle()
    panel.layers.open_replay()
    qtbot.waitUntil(lambda: panel.replay.replayed is not None, timeout=REPLAY)
    page.settle()
    view = panel.replay
    assert view.run_box.currentText() == "first"
    assert view.step_box.value() == 30
    assert "step 30 of 60" in view.band.words.text()
    assert view.message.isVisible()
    assert view.message.text().startswith("The newest run, third, can't be shown: The vocabulary “gone”")
    assert view.message.text().endswith("1 more run has its reason in the list of runs.")
    tips = [view.run_box.itemData(row, Qt.ItemDataRole.ToolTipRole) for row in range(3)]
    assert [view.run_box.itemText(row) for row in range(3)] == ["third", "second", "first"]
    assert "vocabulary “gone”" in tips[0]
    assert "corpus “gone”" in tips[1]
    assert tips[2] is None
    view.step_box.setValue(7)
    qtbot.waitUntil(lambda: "step 7 of" in view.band.words.text(), timeout=REPLAY)
    assert view.message.isHidden()
    page.settle()
    panel.layers.open_replay("third")
    qtbot.waitUntil(view.message.isVisible, timeout=REPLAY)
    page.settle()
    assert view.run_box.currentText() == "third", "a run that is asked for by name is not exchanged"
    assert view.replayed is None


def test_where_no_run_can_be_replayed_the_newest_says_why(
    page: Any, panel: MaskingPanel, make_run: Callable[..., Run], ready: Context, qtbot: QtBot
) -> None:
    for name in ("old", "new"):
        make_run(name, f"corpus={name}")
    page.settle()
    panel.layers.open_replay()
    qtbot.waitUntil(panel.replay.message.isVisible, timeout=REPLAY)
    page.settle()
    assert panel.replay.run_box.currentText() == "new"
    assert "corpus “new”" in panel.replay.message.text()


@pytest.mark.parametrize("keyed", ["step_box", "slider"])
def test_page_keys_move_the_step_by_a_page_step_only(replaying: MaskingPanel, page: Any, keyed: str) -> None:
    view = replaying.replay
    view.passage.place.setValue(2)
    area = view.findChild(QScrollArea)
    assert area is not None
    for key, step in ((Qt.Key.Key_PageDown, 20), (Qt.Key.Key_PageDown, 10), (Qt.Key.Key_PageUp, 20)):
        QTest.keyClick(getattr(view, keyed), key)
        assert (view.step_box.value(), view.slider.value()) == (step, step)
        page.settle()
        assert area.verticalScrollBar().value() == 0
        assert view.passage.place.value() == 2


def test_answers_of_the_step_are_told(
    page: Any, panel: MaskingPanel, make_run: Callable[..., Run], ready: Context, qtbot: QtBot
) -> None:
    asking = [
        "stages.0.passage.kind=sentence-distance",
        "stages.0.tokens=[{ kind = 'mlm' }, { kind = 'token-document' }]",
        "training.batch_size=8",
        "training.length=32",
    ]
    run = make_run("asking", *asking)
    page.settle()
    panel.layers.open_replay("asking")
    view = panel.replay
    qtbot.waitUntil(lambda: view.replayed is not None, timeout=REPLAY)
    page.settle()
    batch = Replay(ready.project, run.spec).batch(30)
    labels = np.concatenate([part.passages.label for part in batch.parts])
    for number, label in enumerate(labels.tolist(), start=1):
        view.passage.place.setValue(number)
        passage, tokens = view.answer.text().splitlines()
        answer = SentenceDistance().answers[label]
        assert passage.startswith(f"Sentence distance: {answer} (class {label}) · ")
        assert ("They are of the documents" in passage) == (label == 2)
        assert passage.count("sentence") >= 2
        assert tokens.startswith("Token–document: 0 = only here: ")
        assert view.strip.passage is not None
        ((question, own),) = view.strip.passage.answers
        counts = [int((own == code).sum()) for code in range(question.classes)]
        assert f"1 = elsewhere too: {counts[1]} · not asked: {len(own) - sum(counts)}" in tokens
    assert set(labels.tolist()) == {0, 1, 2}


def test_a_step_of_a_stage_that_hides_nothing_has_no_masks(
    page: Any, panel: MaskingPanel, make_run: Callable[..., Run], qtbot: QtBot
) -> None:
    make_run("whole", "stages.0.masking.rate=0", "stages.0.passage.kind=sentence-distance", "stages.0.tokens=[]")
    page.settle()
    panel.layers.open_replay("whole")
    view = panel.replay
    qtbot.waitUntil(lambda: view.replayed is not None, timeout=REPLAY)
    assert view.summary.text() == "no masks"
