import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import psutil
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from workbench.core.figures import THIN
from workbench.core.paths import Project
from workbench.gui.context import Context
from workbench.gui.panel import Panel, PanelState
from workbench.gui.panels.inspector import InspectorPanel
from workbench.gui.panels.inspector_options import ALL, HIDDEN, RENORMALISED
from workbench.gui.panels.token_places import byte_text
from workbench.gui.views.heat_levels import Scale
from workbench.inspection.groups import Level
from workbench.jobs.command import EngineCommand, engine_command
from workbench.masking.strategy import Action
from workbench.store.records import Run

LONG = 60_000

#: Answers as the engine does, with made-up weights: two layers of three heads, all eyes on [SEP]. It says which
#: checkpoint it was asked about by the first weight of the first head.
FAKE_PROBE = """
import json, re, sys
from pathlib import Path
import numpy as np
from workbench.inspection.heads import head_figures
from workbench.inspection.layers import layer_moves
from workbench.inspection.similarity import distances, pattern
from workbench.inspection.summary import Summary
from workbench.inspection.thumbnails import thumbnails

def part(number, text, hidden):
    for found in re.finditer(r"\\[MASK\\]|.", text):
        span = [number, *found.span()]
        is_mask = found[0] == "[MASK]" or span in hidden
        yield ("[MASK]" if is_mask else found[0]), span, is_mask, found[0]

def masked(place, original):
    guesses = [{"token": "京", "probability": 0.75}, {"token": "大", "probability": 0.25}]
    if original == "[MASK]":
        return {"position": place, "after": guesses, "original": None, "before": [], "original_before": None,
                "original_after": None}
    return {"position": place, "after": guesses, "original": original, "before": guesses[::-1],
            "original_before": 0.9, "original_after": 0.125}

def look(request):
    hidden = request.get("hidden", [])
    entries = [("[CLS]", None, False, ""), *part(0, request["text"], hidden), ("[SEP]", None, False, "")]
    if request.get("pair"):
        entries += [*part(1, request["pair"], hidden), ("[SEP]", None, False, "")]
    count = len(entries)
    step = request.get("checkpoint") or 30
    weights = np.full((2, 3, count, count), 0.1 / (count - 1), np.float32)
    weights[..., -1] = 0.9
    weights[1, 2] = np.eye(count)
    weights[0, 0, 0] = 0
    weights[0, 0, 0, :2] = step / 100, 1 - step / 100
    folder = Path(request["folder"])
    weights.tofile(folder / "weights.f32")
    flat = weights.reshape(-1, count, count)
    hidden_vectors = [np.full((count, 4), value, np.float32) for value in (1, 2, 3)]
    Summary(thumbnails(weights), weights.max((2, 3)), head_figures(weights), head_figures(weights, [0, count - 1]),
            distances(pattern(flat)), layer_moves(hidden_vectors)).save(folder / "summary.npz")
    tokens = [[at, at + 1, entry[3] or entry[0], entry[1] is not None] for at, entry in enumerate(entries)]
    words = [[0, 1, "[CLS]", False]]
    for at in range(1, count):
        joins = entries[at][1] is not None and len(words[-1][2]) == 1 and words[-1][3]
        if joins:
            words[-1] = [words[-1][0], at + 1, words[-1][2] + entries[at][3], True]
        else:
            words.append(tokens[at])
    return {"id": None, "step": step, "layers": 2, "heads": 3, "tokens": [entry[0] for entry in entries],
            "segments": [0] * count, "spans": [entry[1] for entry in entries],
            "masks": [at for at, entry in enumerate(entries) if entry[2]],
            "masked": [masked(at, entry[3]) for at, entry in enumerate(entries) if entry[2]],
            "groups": {"token": tokens, "character": tokens, "word": words, "phrase": words, "entity": tokens,
                       "ngram": [[at, end, text, False] for at, end, text, _ in tokens]}}

def vectors(request):
    names = ["[CLS]", *request["text"], "[SEP]"] if request["op"] == "vectors" else request["texts"]
    table = np.random.default_rng(request["layer"]).normal(size=(len(names), 8)).astype(np.float32)
    np.save(request["out"], table)
    return {"id": None, "step": 30, "tokens": names}

def neighbours(request):
    where = "table" if request["layer"] is None else f"layer {request['layer']}"
    near = [{"token": where, "cosine": 0.5, "id": 7, "position": None if request["layer"] is None else 2}]
    return {"id": None, "step": 30, "token": request["text"][request["position"] - 1], "neighbours": near}

for line in sys.stdin.buffer:
    request = json.loads(line)
    text = request.get("text", "")
    if "slow" in text:
        import time
        time.sleep(30)
    if "long" in text:
        answer = {"id": None, "error": "The text has 999 tokens; this model takes 512."}
    else:
        answers = {"look": look, "vectors": vectors, "sentences": vectors, "neighbours": neighbours}
        answer = answers[request["op"]](request)
    print(json.dumps(answer), flush=True)
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
    options, grid = view.options, view.overview.grid
    assert (options.layer.maximum(), options.head.maximum()) == (2, 3)
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=grid.head_rect(1, 2).center())
    assert (options.layer.value(), options.head.value()) == (2, 3)
    np.testing.assert_array_equal(view.heatmap.shown.values, np.eye(6))
    options.head.setValue(1)
    assert grid.current == (1, 0)
    assert view.heatmap.shown.values[2, -1] == np.float32(0.9)
    options.head.setValue(0)
    np.testing.assert_allclose(view.heatmap.shown.values[2, -1], 0.6, err_msg="the mean of the heads")


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
    specials = view.options.specials
    modes = {specials.itemData(place): place for place in range(specials.count())}
    specials.setCurrentIndex(modes[HIDDEN])
    assert view.heatmap.shown.values.shape == (4, 4)
    np.testing.assert_allclose(view.heatmap.shown.values.sum(1), 4 * 0.1 / 5, rtol=1e-5)
    specials.setCurrentIndex(modes[RENORMALISED])
    np.testing.assert_allclose(view.heatmap.shown.values.sum(1), 1, rtol=1e-5)
    assert "renormalised" in view.heatmap.mode_text()
    specials.setCurrentIndex(modes[ALL])
    assert view.heatmap.shown.values.shape == (6, 6)
    view.options.scale.setCurrentIndex(view.options.scale.findData(Scale.ROW))
    assert "row" in view.heatmap.mode_text()


def click_token(qtbot: QtBot, panel: InspectorPanel, place: int) -> None:
    """Click a cell of the strip, and wait for the answer."""
    before = panel._answer
    qtbot.mouseClick(panel.strip, Qt.MouseButton.LeftButton, pos=panel.strip.cell_rect(place).center())
    qtbot.waitUntil(lambda: panel._answer is not before, timeout=LONG)


def masked_texts(panel: InspectorPanel) -> str:
    """What is masked, as the strip shows it."""
    return "".join(cell.text for cell in panel.strip.cells if cell.action is Action.MASK)


def test_a_click_masks_a_token_and_a_second_click_puts_it_back(panel: InspectorPanel, qtbot: QtBot) -> None:
    ask(qtbot, panel, "北京大学")
    assert panel.guesses.view.isHidden()
    assert not panel.masks.restore.isEnabled()
    click_token(qtbot, panel, 2)
    assert panel.form.text.text() == "北京大学", "the sentence stays"
    assert panel._answer is not None
    assert panel._answer.tokens[2] == "[MASK]"
    assert (panel.strip.cells[2].text, panel.strip.cells[2].note) == ("京", "京")
    rows = panel.guesses.model.rows
    assert [(row.after.token, row.before.token if row.before else "") for row in rows] == [("京", "大"), ("大", "京")]
    own = panel.guesses.model.columns[2]
    assert [own.text(row) for row in rows] == [f"90.00{THIN}% → 12.50{THIN}%"] * 2
    click_token(qtbot, panel, 2)
    assert masked_texts(panel) == ""
    assert panel.guesses.view.isHidden()


def test_a_word_is_masked_whole_and_put_back_whole(panel: InspectorPanel, qtbot: QtBot) -> None:
    ask(qtbot, panel, "北京大学")
    panel.masks.level.setCurrentIndex(panel.masks.level.findData(Level.WORD))
    click_token(qtbot, panel, 4)
    assert masked_texts(panel) == "大学"
    click_token(qtbot, panel, 1)
    assert masked_texts(panel) == "北京大学"
    panel.masks.level.setCurrentIndex(panel.masks.level.findData(Level.TOKEN))
    click_token(qtbot, panel, 3)
    assert masked_texts(panel) == "北京学"
    panel.masks.level.setCurrentIndex(panel.masks.level.findData(Level.WORD))
    click_token(qtbot, panel, 3)
    assert masked_texts(panel) == "北京大学", "of a unit that is masked in part the rest"
    before = panel._answer
    qtbot.mouseClick(panel.masks.restore, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel._answer is not before, timeout=LONG)
    assert masked_texts(panel) == ""


def test_masks_are_undone_with_the_one_history(panel: InspectorPanel, context: Context, qtbot: QtBot) -> None:
    history = context.draft.history
    ask(qtbot, panel, "北京大学")
    click_token(qtbot, panel, 1)
    assert history.undoText() == "Mask “北”"
    ask(qtbot, panel, "高速公路")
    assert masked_texts(panel) == "", "masks go with their sentence"
    for step, expected in ((history.undo, ""), (history.redo, "北")):
        before = panel._answer
        step()
        qtbot.waitUntil(lambda before=before: panel._answer is not before, timeout=LONG)
        assert panel.form.text.text() == "北京大学"
        assert masked_texts(panel) == expected


def test_masks_in_the_pair_and_typed_ones(panel: InspectorPanel, qtbot: QtBot) -> None:
    panel.form.pair.setText("大学")
    ask(qtbot, panel, "北[MASK]")
    assert [row.before for row in panel.guesses.model.rows] == [None, None]
    click_token(qtbot, panel, 4)
    assert panel._answer is not None
    assert panel._answer.question.hidden == ((1, 0, 1),)
    assert masked_texts(panel) == "[MASK]大"


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


def test_an_empty_page_says_what_to_do(context: Context, show_page: Callable[[Panel], None], qtbot: QtBot) -> None:
    panel = InspectorPanel(context)
    show_page(panel)
    qtbot.waitUntil(lambda: not context.tasks.active, timeout=LONG)
    assert not panel._pages.is_full
    assert panel.state is PanelState.EMPTY


@pytest.mark.parametrize(
    ("token", "shown"),
    [("Ġthe", "␣the"), ("åĮĹ", "北"), ("åĮ", "⟨E5⟩⟨8C⟩"), ("<mask>", "<mask>"), ("Ċ", "\n"), ("北", "北")],
)
def test_byte_level_tokens_are_readable(token: str, shown: str) -> None:
    assert byte_text(token) == shown
