from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.core.errors import SpecError
from workbench.gui.draft import Draft, Step, value_at, with_value
from workbench.masking.basic import Basic
from workbench.masking.registry import STRATEGIES
from workbench.spec.files import dump_spec, load_spec
from workbench.spec.presets import load_preset


@pytest.fixture
def draft(qapp: QApplication, tmp_path: Path) -> Iterator[Draft]:
    """Ended with its timer here: a collector on another thread can't stop that."""
    made = Draft(tmp_path / "draft.toml", load_preset("bert-tiny"))
    yield made
    shiboken6.delete(made)


def test_values_by_path(draft: Draft) -> None:
    assert value_at(draft.spec, "encoder.layers") == 2
    assert value_at(draft.spec, "stages.0.masking.kind") == draft.spec.stages[0].masking.kind
    with pytest.raises(LookupError):
        value_at(draft.spec, "encoder.nothing")


def test_with_value_reaches_into_stages_and_keeps_the_rest(draft: Draft) -> None:
    changed = with_value(draft.spec, "stages.0.masking.rate", 0.2)
    assert changed.stages[0].masking.rate == 0.2
    assert changed.model_copy(update={"stages": draft.spec.stages}) == draft.spec
    with pytest.raises(SpecError):
        with_value(draft.spec, "stages.0.masking.rate", 2.0)


def test_a_wrong_value_changes_nothing_and_names_its_field(draft: Draft) -> None:
    before = draft.spec
    refused = draft.set("encoder.layers", 0, "layers")
    assert [problem.path for problem in refused] == ["encoder.layers"]
    assert draft.spec is before
    assert draft.history.count() == 0


def test_edits_of_one_field_are_one_step(draft: Draft) -> None:
    for layers in (3, 4, 5):
        assert not draft.set("encoder.layers", layers, "layers")
    assert draft.history.count() == 1
    draft.history.undo()
    assert draft.spec == load_preset("bert-tiny")
    draft.history.redo()
    assert draft.spec.encoder.layers == 5


def test_an_edit_back_to_the_start_leaves_no_step(draft: Draft) -> None:
    draft.set("encoder.layers", 3, "layers")
    draft.set("encoder.layers", 2, "layers")
    assert draft.history.count() == 0


def test_steps_of_one_key_are_one_step(draft: Draft) -> None:
    seen: list[int] = []
    for value, key in ((1, "a"), (2, "a"), (3, "b"), (4, ""), (5, "")):
        draft.history.push(Step("type", lambda v=value: seen.append(v), lambda v=value: seen.append(-v), key))
    assert draft.history.count() == 4
    for _ in range(4):
        draft.history.undo()
    assert seen[5:] == [-5, -4, -3, -1]
    draft.history.redo()
    assert seen[-1] == 2


def test_twelve_mixed_steps_undone_and_redone(draft: Draft) -> None:
    marks: list[int] = []
    states = [(draft.spec, tuple(marks))]
    for number in range(6):
        draft.set(("encoder.layers", "training.steps", "seed")[number % 3], 20 + number, f"edit {number}")
        states.append((draft.spec, tuple(marks)))
        draft.history.push(Step(f"mark {number}", lambda n=number: marks.append(n), lambda n=number: marks.remove(n)))
        states.append((draft.spec, tuple(marks)))
    assert draft.history.count() == 12
    for spec, marked in reversed(states[:-1]):
        draft.history.undo()
        assert (draft.spec, tuple(marks)) == (spec, marked)
    assert draft.history.isClean()
    for spec, marked in states[1:]:
        draft.history.redo()
        assert (draft.spec, tuple(marks)) == (spec, marked)
        assert not draft.history.isClean()


def test_another_kind_of_masking(draft: Draft) -> None:
    for kind in STRATEGIES:
        assert not draft.set("stages.0.masking", {"kind": kind}, "masking")
        assert draft.spec.stages[0].masking.kind == kind


def test_the_draft_is_saved_soon_and_comes_back(draft: Draft, qtbot: QtBot, tmp_path: Path) -> None:
    draft.set("encoder.layers", 7, "layers")
    qtbot.waitUntil(lambda: (tmp_path / "draft.toml").exists(), timeout=60_000)
    assert load_spec(tmp_path / "draft.toml") == draft.spec
    again = Draft(tmp_path / "draft.toml", load_preset("bert-tiny"))
    assert again.restore() is None
    assert again.spec == draft.spec


def test_a_damaged_draft_is_reported_and_left_alone(draft: Draft, tmp_path: Path) -> None:
    (tmp_path / "draft.toml").write_text("layers = [", encoding="utf-8")
    assert draft.restore() is not None
    assert draft.spec == load_preset("bert-tiny")
    assert (tmp_path / "draft.toml").read_text(encoding="utf-8") == "layers = ["


def test_a_draft_that_cannot_be_written_is_told(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    draft = Draft(tmp_path / "file" / "draft.toml", load_preset("bert-tiny"))
    with qtbot.waitSignal(draft.save_failed, timeout=60_000):
        draft.save()


def test_a_preset_keeps_what_is_the_users_own(draft: Draft) -> None:
    draft.set("corpus", "news", "corpus")
    draft.set("stages.0.masking", {"kind": "basic", "rate": 0.3}, "masking")
    draft.use_preset("roberta-mini")
    assert draft.spec.preset == "roberta-mini"
    assert draft.spec.corpus == "news"
    assert draft.spec.stages[0].masking == Basic(rate=0.3)
    assert draft.spec.encoder == load_preset("roberta-mini").encoder
    draft.history.undo()
    assert draft.spec.preset == "bert-tiny"


def test_masks_of_the_preset_follow_the_preset(draft: Draft) -> None:
    draft.use_preset("roberta-tiny")
    assert dump_spec(draft.spec) == dump_spec(load_preset("roberta-tiny"))


def test_what_was_refused_is_known_until_the_field_shows_a_taken_value(draft: Draft, qtbot: QtBot) -> None:
    with qtbot.waitSignal(draft.refused_changed, timeout=60_000):
        draft.set("training.steps", "30x", "steps")
    draft.set("encoder.layers", 0, "layers")
    assert [problem.path for problem in draft.refused] == ["training.steps", "encoder.layers"]
    draft.set("encoder.hidden", 64, "hidden")
    assert len(draft.refused) == 2, "another field's value says nothing about these"
    with qtbot.waitSignal(draft.refused_changed, timeout=60_000):
        draft.set("training.steps", draft.spec.training.steps, "steps")
    assert [problem.path for problem in draft.refused] == ["encoder.layers"]
    draft.replace(load_preset("bert-base"), "another")
    assert not draft.refused, "the field shows the other value"


def test_a_refused_field_that_goes_with_its_group_is_forgotten(draft: Draft) -> None:
    draft.set("stages.0.masking.rate", 7, "rate")
    assert draft.refused
    rate = draft.spec.stages[0].masking.rate
    draft.set("stages.0.masking", STRATEGIES["whole-word"](rate=rate), "kind")
    assert not draft.refused
    draft.set("stages", [], "stages")
    draft.set("encoder.nothing", 1, "nothing")
    assert not draft.refused, "only where one types something is left standing"
