"""Stages of masking on the page: each change is a step of the history, and the cards go with the chosen stage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QPushButton

from workbench.gui.context import Context
from workbench.gui.notices import Notice
from workbench.gui.panels.masking import MaskingPanel
from workbench.gui.panels.masking_preview import Draw
from workbench.masking.basic import Basic
from workbench.masking.entity import Entity
from workbench.masking.mixture import single_strategies
from workbench.masking.phrase import Phrase
from workbench.masking.whole_word import WholeWord
from workbench.objectives.examples import ExampleMaker
from workbench.spec.schedule import schedule, set_together


def names(ready: Context) -> list[str]:
    return [stage.name for stage in ready.draft.spec.stages]


Press = Callable[[QPushButton], None]


@pytest.fixture
def staged(page: Any, panel: MaskingPanel, press: Press) -> MaskingPanel:
    """The page with the three stages of ERNIE."""
    press(panel.actions_row.stages)
    panel.timeline.ernie.menu().actions()[0].trigger()
    page.settle()
    return panel


def test_a_single_stage_takes_no_room_until_stages_are_asked_for(page: Any, panel: MaskingPanel, press: Press) -> None:
    assert panel.timeline.isHidden()
    press(panel.actions_row.stages)
    assert panel.timeline.isVisible()
    assert not panel.timeline.remove.isEnabled()
    press(panel.actions_row.stages)
    assert panel.timeline.isHidden()
    page.settle()


def test_one_click_makes_three_stages_and_undo_takes_them_back(
    staged: MaskingPanel, page: Any, ready: Context, press: Press
) -> None:
    assert [type(stage.masking) for stage in ready.draft.spec.stages] == [Basic, Phrase, Entity]
    assert "Single tokens" in staged.words
    assert "Entities" in staged.words
    assert len(staged.timeline.bar.segments) == 3
    press(staged.actions_row.stages)
    assert staged.timeline.isVisible(), "several stages are always on show"
    assert staged.timeline.controls.isHidden()
    ready.draft.history.undo()
    assert len(ready.draft.spec.stages) == 1
    assert staged.timeline.isHidden()
    page.settle()


def test_levels_can_be_added_to_those_before(page: Any, panel: MaskingPanel, ready: Context, press: Press) -> None:
    press(panel.actions_row.stages)
    panel.timeline.ernie.menu().actions()[1].trigger()
    stages = ready.draft.spec.stages
    assert [[type(one) for one in single_strategies(stage.masking)] for stage in stages] == [
        [Basic], [Basic, Phrase], [Basic, Phrase, Entity]
    ]  # fmt: skip
    assert [len(segment.colours) for segment in panel.timeline.bar.segments] == [1, 2, 3]
    assert panel.timeline.ernie.isHidden(), "there is no single stage to make them from"
    page.settle()


def test_a_chosen_stage_shows_its_masks_and_takes_what_is_used_for_training(
    staged: MaskingPanel, page: Any, ready: Context, press: Press
) -> None:
    staged.timeline.bar.chosen.emit(1)
    page.settle()
    card = staged.column.cards[0]
    assert isinstance(card.strategy, Phrase)
    assert not card.adopt_button.isEnabled()
    spec, passages = ready.draft.spec, staged.passages
    assert passages is not None
    maker = ExampleMaker(passages.prepared, spec.stages[1], spec.training.length, spec.seed, 1)
    expected = maker.make(maker.passages(0), [0, 1], 0)
    shown = passages.masked(expected.passages, spec.stages[1].masking, Draw(spec.seed))
    assert np.array_equal(shown.input_ids, expected.input_ids), "masks are those of the second stage"
    page.choose_kind("whole-word")
    press(card.adopt_button)
    assert [type(stage.masking) for stage in ready.draft.spec.stages] == [Basic, WholeWord, Entity]
    panel_dynamic = staged.settings.dynamic
    panel_dynamic.click()
    assert [stage.dynamic for stage in ready.draft.spec.stages] == [True, False, True]
    ready.draft.history.undo()
    ready.draft.history.undo()
    assert isinstance(ready.draft.spec.stages[1].masking, Phrase)
    page.settle()


def test_a_stage_has_a_length_of_its_own(staged: MaskingPanel, page: Any, ready: Context) -> None:
    assert staged.timeline.bar.segments[0].words.count(" · ") == 1, "all have the usual one"
    staged.timeline.length.setValue(32)
    page.settle()
    assert [stage.length for stage in ready.draft.spec.stages] == [32, 0, 0]
    usual = ready.draft.spec.training.length
    assert [segment.words.rpartition(" · ")[2] for segment in staged.timeline.bar.segments] == [
        "32 tokens", f"{usual} tokens", f"{usual} tokens",
    ]  # fmt: skip
    assert staged.passages is not None
    assert staged.passages.plan.lengths.max() <= 32
    staged.timeline.length.setValue(5)
    assert staged.timeline.length.value() == 32, "too short"
    assert not ready.draft.refused
    ready.draft.history.undo()
    page.settle()
    assert staged.timeline.length.value() == 0


def test_static_masks_have_copies(staged: MaskingPanel, page: Any, ready: Context) -> None:
    settings = staged.settings
    assert settings.copies.isHidden()
    settings.dynamic.click()
    assert not settings.copies.isHidden()
    settings.copies.setValue(10)
    assert [stage.dupe_factor for stage in ready.draft.spec.stages] == [10, 1, 1]
    staged.second.kind.setCurrentIndex(staged.second.kind.findData("epoch"))
    stage = ready.draft.spec.stages[0]
    epochs = []
    for epoch in (2, 10, 11, 12):
        staged.second.epoch_box.setValue(epoch)
        epochs.append(staged.second.draw(1, stage))
    assert epochs == [Draw(1, 1), Draw(1, 9), Draw(1, 0), Draw(1, 1)]
    staged.second.epoch_box.setValue(11)
    staged.second.show_stage(stage)
    assert "repeats the first" in staged.second.hint.text()
    ready.draft.history.undo()
    assert settings.copies.value() == 1
    page.settle()


def test_stages_are_added_moved_renamed_and_removed_each_as_a_step(
    staged: MaskingPanel, page: Any, ready: Context, press: Press
) -> None:
    timeline, history = staged.timeline, ready.draft.history
    steps = history.count()
    press(timeline.add)
    assert names(ready) == ["basic", "basic 2", "phrase", "entity"]
    assert staged.chosen_stage.number == 1
    timeline.later.click()
    assert names(ready) == ["basic", "phrase", "basic 2", "entity"]
    assert staged.chosen_stage.number == 2
    timeline.name.setText("again")
    timeline.name.editingFinished.emit()
    assert names(ready)[2] == "again"
    timeline.remove.click()
    assert names(ready) == ["basic", "phrase", "entity"]
    assert history.count() == steps + 4
    for _ in range(4):
        history.undo()
    assert names(ready) == ["basic", "phrase", "entity"]
    assert staged.chosen_stage.number <= 2
    page.settle()


def test_borders_and_shares_move_steps(staged: MaskingPanel, page: Any, ready: Context) -> None:
    timeline = staged.timeline
    steps = ready.draft.history.count()
    timeline.bar.border_moved.emit(0, 400)
    assert timeline.bar.segments[0].last == 400, "the bar follows the mouse"
    assert ready.draft.history.count() == steps, "and nothing else does"
    timeline.bar.border_set.emit(0, 500)
    assert timeline.bar.segments[0].last == 500
    timeline.share.setValue(50.0)
    assert timeline.bar.segments[0].last == ready.draft.spec.training.steps // 2
    assert ready.draft.history.count() == steps + 2
    page.settle()


def test_a_name_that_is_taken_is_refused_in_words(
    staged: MaskingPanel, page: Any, ready: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Notice] = []
    monkeypatch.setattr(ready, "notify", told.append)
    staged.timeline.name.setText("phrase")
    staged.timeline.name.editingFinished.emit()
    assert names(ready) == ["basic", "phrase", "entity"]
    assert "phrase" in told[0].text
    assert staged.timeline.name.text() == "basic"
    page.settle()


def test_the_history_may_take_the_chosen_stage_away(staged: MaskingPanel, page: Any, ready: Context) -> None:
    staged.timeline.bar.chosen.emit(2)
    page.settle()
    ready.draft.history.undo()
    page.settle()
    assert staged.chosen_stage.number == 0
    assert isinstance(staged.column.cards[0].strategy, Basic)


def test_stages_that_take_turns_stand_side_by_side_and_tell_the_steps_of_all(
    staged: MaskingPanel, page: Any, ready: Context
) -> None:
    """A border between them moves steps from one to the other; the bar stays whole, whatever is done."""
    ready.draft.replace(set_together(ready.draft.spec, 1, True), "together")
    page.settle()
    bar, steps = staged.timeline.bar, ready.draft.spec.training.steps
    first, second, last = bar.segments
    assert (first.last + 1, second.last + 1, last.last) == (second.first, last.first, steps)
    assert first.steps == second.steps == (1, second.last)
    assert [one.joined for one in bar.segments] == [False, True, False]
    assert "with the stage before · Phrases" in bar.accessibleDescription()
    bar.border_set.emit(0, first.last + 10)
    page.settle()
    assert [one.first for one in bar.segments] == [1, first.last + 11, last.first]
    assert schedule(ready.draft.spec)[0].steps == first.last + 10
    for act in (staged.timeline.add, staged.timeline.later, staged.timeline.earlier, staged.timeline.remove):
        act.click()
        page.settle()
        assert bar.segments[-1].last == steps
