import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import psutil
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from workbench.core.paths import Project
from workbench.gui.context import Context
from workbench.gui.panel import Panel, PanelState
from workbench.gui.panels.inspector import InspectorPanel
from workbench.gui.panels.inspector_views import ALL, HIDDEN, RENORMALISED, save_heads
from workbench.gui.panels.masking_a_token import toggle_mask
from workbench.gui.panels.token_places import Place, byte_text, places_of
from workbench.gui.views.heat_levels import Scale
from workbench.jobs.command import EngineCommand, engine_command
from workbench.store.records import Run
from workbench.text.vocabulary import find_vocabulary

LONG = 60_000

#: Answers as the engine does, with made-up weights: two layers of three heads, all eyes on [SEP].
FAKE_PROBE = """
import json, re, sys
import numpy as np
for line in sys.stdin.buffer:
    request = json.loads(line)
    if "slow" in request["text"]:
        import time
        time.sleep(30)
    if "long" in request["text"]:
        print(json.dumps({"id": None, "error": "The text has 999 tokens; this model takes 512."}), flush=True)
        continue
    tokens = ["[CLS]", *re.findall(r"\\[MASK\\]|.", request["text"]), "[SEP]"]
    if request.get("pair"):
        tokens += [*request["pair"], "[SEP]"]
    count = len(tokens)
    weights = np.full((2, 3, count, count), 0.1 / (count - 1), np.float32)
    weights[..., -1] = 0.9
    np.savez(open(request["out"], "wb"), tokens=np.array(tokens), attention=weights)
    masks = [place for place, token in enumerate(tokens) if token == "[MASK]"]
    guesses = [{"token": "京", "probability": 0.75}, {"token": "大", "probability": 0.25}]
    predictions = [{"position": place, "guesses": guesses} for place in masks]
    print(json.dumps({"id": None, "step": request.get("checkpoint") or 30, "tokens": tokens,
                      "segments": [0] * count, "predictions": predictions}), flush=True)
"""


@pytest.fixture
def probe(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], list[psutil.Process]]:
    """Makes the script above the inspector's child; gives the living ones."""
    path = tmp_path / "probe.py"
    path.write_text(FAKE_PROBE, encoding="utf-8")
    command = EngineCommand((sys.executable, str(path)), engine_command().environment)
    monkeypatch.setattr("workbench.jobs.session.engine_command", lambda settings: command)

    def living() -> list[psutil.Process]:
        return [child for child in psutil.Process().children() if str(path) in " ".join(child.cmdline())]

    return living


@pytest.fixture
def panel(
    context: Context,
    prepared_project: Project,
    make_run: Callable[..., Run],
    probe: Callable[[], list[psutil.Process]],
    show_page: Callable[[Panel], None],
    qtbot: QtBot,
) -> InspectorPanel:
    make_run("older")
    make_run("newer")
    made = InspectorPanel(context)
    show_page(made)
    qtbot.waitUntil(lambda: made.form.runs.count() == 2, timeout=LONG)
    return made


def ask(qtbot: QtBot, panel: InspectorPanel, text: str) -> None:
    """As a person does: type and press Enter."""
    before = panel._answer
    panel.form.text.setText(text)
    qtbot.keyClick(panel.form.text, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel._answer is not before, timeout=LONG)


def test_a_sentence_becomes_a_heatmap_with_all_heads(panel: InspectorPanel, qtbot: QtBot) -> None:
    assert not panel._result.is_full
    ask(qtbot, panel, "北京大学")
    assert panel._result.is_full
    assert [cell.text for cell in panel.strip.cells] == ["[CLS]", *"北京大学", "[SEP]"]
    view = panel.attention
    assert (view.layer.maximum(), view.head.maximum()) == (2, 3)
    qtbot.mouseClick(view.heads, Qt.MouseButton.LeftButton, pos=view.heads.head_rect(1, 2).center())
    assert (view.layer.value(), view.head.value()) == (2, 3)
    view.head.setValue(1)
    assert view.heads.current == (1, 0)


def test_one_button_asks_and_stands_in_line(panel: InspectorPanel) -> None:
    form = panel.form
    titled = [button for button in panel.findChildren(QPushButton) if button.text() == "Look inside"]
    assert titled == [form.look_button]
    assert abs(form.look_button.geometry().center().y() - form.pair.geometry().center().y()) <= 1
    assert abs(form.examples.geometry().center().y() - form.text.geometry().center().y()) <= 1
    assert form.look_button.width() == form.examples.width()


def test_special_tokens_hide_with_and_without_renormalising(panel: InspectorPanel, qtbot: QtBot) -> None:
    ask(qtbot, panel, "北京大学")
    view = panel.attention
    modes = {view.specials.itemData(place): place for place in range(view.specials.count())}
    view.specials.setCurrentIndex(modes[HIDDEN])
    assert view.heatmap.shown.values.shape == (4, 4)
    np.testing.assert_allclose(view.heatmap.shown.values.sum(1), 4 * 0.1 / 5, rtol=1e-5)
    view.specials.setCurrentIndex(modes[RENORMALISED])
    np.testing.assert_allclose(view.heatmap.shown.values.sum(1), 1, rtol=1e-5)
    assert "renormalised" in view.heatmap.mode_text()
    view.specials.setCurrentIndex(modes[ALL])
    assert view.heatmap.shown.values.shape == (6, 6)
    view.scale.setCurrentIndex(view.scale.findData(Scale.ROW))
    assert "row" in view.heatmap.mode_text()


def test_a_click_masks_a_token_and_a_second_click_puts_it_back(panel: InspectorPanel, qtbot: QtBot) -> None:
    ask(qtbot, panel, "北京大学")
    assert panel.guesses.view.isHidden()
    qtbot.mouseClick(panel.strip, Qt.MouseButton.LeftButton, pos=panel.strip.cell_rect(2).center())
    qtbot.waitUntil(lambda: panel._answer is not None and 2 in panel._answer.predictions, timeout=LONG)
    assert panel.form.text.text() == "北[MASK]大学"
    assert panel.guesses.model.rows[0][2].token == "京"
    qtbot.mouseClick(panel.strip, Qt.MouseButton.LeftButton, pos=panel.strip.cell_rect(2).center())
    qtbot.waitUntil(lambda: panel._answer is not None and not panel._answer.predictions, timeout=LONG)
    assert panel.form.text.text() == "北京大学"


def test_pair_run_and_checkpoint_are_chosen(panel: InspectorPanel, context: Context, qtbot: QtBot) -> None:
    panel.form.pair.setText("大学")
    ask(qtbot, panel, "北京")
    assert panel._answer is not None
    assert panel._answer.question.run.name == "newer"
    assert panel._answer.step == 30
    assert panel._answer.tokens == ["[CLS]", "北", "京", "[SEP]", "大", "学", "[SEP]"]
    before = panel._answer
    panel.form.checkpoints.setCurrentIndex(panel.form.checkpoints.findData(10))
    context.inspect_requested.emit("older")
    qtbot.waitUntil(lambda: panel._answer is not before, timeout=LONG)
    assert panel._answer.question.run.name == "older"


def test_there_is_one_child_and_none_after_closing(
    panel: InspectorPanel, context: Context, probe: Callable[[], list[psutil.Process]], qtbot: QtBot
) -> None:
    ask(qtbot, panel, "北京")
    context.inspect_requested.emit("older")
    qtbot.waitUntil(lambda: panel._answer is not None and panel._answer.question.run.name == "older", timeout=LONG)
    assert len(probe()) == 1
    panel.probe.close()
    assert probe() == []


def test_of_questions_asked_meanwhile_the_newest_is_answered(panel: InspectorPanel, qtbot: QtBot) -> None:
    for text in ("北", "北京", "北京大", "北京大学"):
        panel.form.use_text(text)
    qtbot.waitUntil(lambda: panel._answer is not None and panel._answer.question.text == "北京大学", timeout=LONG)
    assert not panel._asking


def test_what_goes_wrong_stands_under_the_question(panel: InspectorPanel, qtbot: QtBot) -> None:
    panel.form.use_text("long")
    qtbot.waitUntil(lambda: "999 tokens" in panel.problem.text(), timeout=LONG)
    panel.form.use_text("  ")
    assert panel.problem.text() == "Type a sentence first."
    ask(qtbot, panel, "北京")
    assert panel.problem.isHidden()


def test_closing_while_the_child_thinks_ends_it(
    panel: InspectorPanel,
    probe: Callable[[], list[psutil.Process]],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("workbench.jobs.session._CLOSE_SECONDS", 0.2)
    panel.form.use_text("slow")
    qtbot.waitUntil(lambda: panel.probe.running, timeout=LONG)
    panel.probe.close()
    qtbot.waitUntil(lambda: not panel.context.tasks.active, timeout=LONG)
    assert probe() == []


@pytest.mark.parametrize("suffix", ["png", "svg", "csv", "npz"])
def test_what_is_shown_is_saved(panel: InspectorPanel, tmp_path: Path, suffix: str, qtbot: QtBot) -> None:
    ask(qtbot, panel, "北京")
    panel.attention.specials.setCurrentIndex(2)
    path = tmp_path / f"attention.{suffix}"
    panel.attention.save(path)
    qtbot.waitUntil(path.is_file, timeout=LONG)
    qtbot.waitUntil(lambda: not panel.context.tasks.active, timeout=LONG)
    assert path.stat().st_size > 0
    if suffix == "npz":
        with np.load(path) as file:
            assert file["attention"].shape == (2, 3, 4, 4)
            assert "renormalised" in str(file["view"])
    if suffix == "csv":
        assert "renormalised" in path.read_text(encoding="utf-8").splitlines()[0]


@pytest.mark.parametrize("suffix", ["png", "npz"])
def test_a_failed_export_leaves_the_old_file(
    panel: InspectorPanel,
    keeps_the_old_file: Callable[[str, Callable[[Path], object]], None],
    suffix: str,
    qtbot: QtBot,
) -> None:
    ask(qtbot, panel, "北京")
    save = panel.attention.save
    if suffix == "npz":  # as the background does
        answer = panel.attention._answer
        assert answer is not None
        save = partial(save_heads, answer, "")
    keeps_the_old_file(f"attention.{suffix}", save)


def test_all_heads_are_written_away_from_the_window(panel: InspectorPanel, tmp_path: Path, qtbot: QtBot) -> None:
    ask(qtbot, panel, "北京")
    told: list[object] = []
    panel.context.tasks.noticed.connect(lambda notice: told.append(notice.text))
    panel.attention.save(tmp_path / "nowhere" / "a.npz")
    assert len(panel.context.tasks.active) == 1
    qtbot.waitUntil(lambda: bool(told), timeout=LONG)
    assert "can't be written" in str(told[0])


def test_an_empty_page_says_what_to_do(context: Context, show_page: Callable[[Panel], None], qtbot: QtBot) -> None:
    panel = InspectorPanel(context)
    show_page(panel)
    qtbot.waitUntil(lambda: not context.tasks.active, timeout=LONG)
    assert not panel._pages.is_full
    assert panel.state is PanelState.EMPTY


def test_places_agree_with_the_text(prepared_project: Project, dressed: QApplication) -> None:
    vocabulary = find_vocabulary(prepared_project, "words")
    text = "北京[MASK]学"
    places = places_of(text, "大 学", vocabulary, 2)
    assert places[0] is None
    shown = [(text, "大 学")[place.part][place.start : place.end] for place in places if place is not None]
    assert shown == ["北", "京", "[MASK]", "学", "大", "学"]
    assert [place.masked for place in places if place is not None] == [False, False, True, False, False, False]
    assert places.count(None) == 3


def test_masks_remember_what_they_stand_for() -> None:
    text, known = toggle_mask("北京大学", Place(0, 2, 3), [])
    text, known = toggle_mask(text, Place(0, 0, 1), known)
    assert (text, known) == ("[MASK]京[MASK]学", ["北", "大"])
    text, known = toggle_mask(text, Place(0, 7, 13, masked=True), known)
    assert (text, known) == ("[MASK]京大学", ["北"])
    assert toggle_mask("[MASK]京", Place(0, 0, 6, masked=True), []) == ("[MASK]京", [""])


@pytest.mark.parametrize(
    ("token", "shown"),
    [("Ġthe", "␣the"), ("åĮĹ", "北"), ("åĮ", "⟨E5⟩⟨8C⟩"), ("<mask>", "<mask>"), ("Ċ", "\n"), ("北", "北")],
)
def test_byte_level_tokens_are_readable(token: str, shown: str) -> None:
    assert byte_text(token) == shown
