"""ELECTRA's view of the inspector: guesses, shades, clicks and seeds, asked of a real engine-like child."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from workbench.core.paths import Project
from workbench.gui.context import Context
from workbench.gui.panel import Panel
from workbench.gui.panels.inspector import InspectorPanel
from workbench.jobs.command import EngineCommand, engine_command
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.folder import read_run_folder, write_run_folder
from workbench.store.records import Run

LONG = 60_000

#: Answers as the engine does. Of the sentence 京 is the wrong word; the generator puts 海 at every chosen place, at the
#: first ordinary token where none is; what the detector says depends on the seed.
FAKE_PROBE = """
import json, sys
sys.path.insert(0, FOLDER)
from fake_probe import look
for line in sys.stdin.buffer:
    request = json.loads(line)
    tokens = ["[CLS]", *request["text"], "[SEP]"]
    if request["op"] == "look":
        print(json.dumps(look(request)), flush=True)
        continue
    if "bad" in request["text"]:
        print(json.dumps({"id": None, "error": "This run has no detector."}), flush=True)
        continue
    chosen = [1] if request["chosen"] is None else request["chosen"]
    after = [("海" if place in chosen else token) for place, token in enumerate(tokens)]
    def chances(read):
        return [0.9 if token in "京海" else request["seed"] / 100 for token in read]
    replacements = [{"position": place, "original": tokens[place], "drawn": "海", "probability": 0.25,
                     "original_probability": 0.5} for place in chosen]
    detector = "无" not in request["text"]
    print(json.dumps({"id": None, "step": 30, "replacements": replacements,
                      "as_typed": {"tokens": tokens, "chances": chances(tokens) if detector else None},
                      "corrupted": {"tokens": after, "chances": chances(after) if detector else None}}), flush=True)
"""


@pytest.fixture
def panel(
    context: Context,
    prepared_project: Project,
    make_run: Callable[..., Run],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    show_page: Callable[[Panel], None],
    qtbot: QtBot,
) -> InspectorPanel:
    path = tmp_path / "probe.py"
    folder = str(Path(__file__).parent)
    path.write_text(FAKE_PROBE.replace("FOLDER", repr(folder)), encoding="utf-8")
    command = EngineCommand((sys.executable, str(path)), engine_command().environment)
    monkeypatch.setattr("workbench.jobs.session.engine_command", lambda settings: command)
    as_electra(make_run("electra").folder)
    made = InspectorPanel(context)
    show_page(made)
    qtbot.waitUntil(lambda: made.form.runs.count() == 1, timeout=LONG)
    return made


def as_electra(folder: Path) -> None:
    """Have a run's folder say that it has a generator."""
    content = read_run_folder(folder)
    tokens = 'stages.0.tokens=[{ kind = "generator-mlm" }, { kind = "replaced-token" }]'
    spec: RunSpec = apply_overrides(content.spec, ["generator.width=0.5", tokens])
    (folder / "spec.toml").unlink()
    (folder / "run.json").unlink()
    write_run_folder(folder, type(content)(content.run, spec, content.project, content.corpus, content.vocabulary))


def ask(qtbot: QtBot, panel: InspectorPanel, text: str) -> None:
    """Type, press Enter, and look at the tab of replaced tokens."""
    panel.form.text.setText(text)
    before = panel._answer
    qtbot.keyClick(panel.form.text, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel._answer is not before, timeout=LONG)
    if panel.views.currentWidget() is not panel.replaced:
        with qtbot.waitSignal(panel.replaced.answered, timeout=LONG):
            panel.views.setCurrentWidget(panel.replaced)
    else:
        qtbot.waitUntil(lambda: "".join(cell.text for cell in panel.replaced.typed.cells)[5:-5] == text, timeout=LONG)


def test_both_readings_are_shaded_and_guesses_are_named(panel: InspectorPanel, qtbot: QtBot) -> None:
    ask(qtbot, panel, "北京大学")
    view = panel.replaced
    assert [cell.shade for cell in view.typed.cells] == [0.01, 0.01, 0.9, 0.01, 0.01, 0.01], "the wrong word is seen"
    assert [cell.text for cell in view.read.cells] == ["[CLS]", *"海京大学", "[SEP]"]
    assert [cell.note for cell in view.read.cells] == ["", "北", "", "", "", ""]
    assert view.read.cells[1].shade == 0.9
    (row,) = view.table.rows
    assert (row.position, row.original, row.drawn, row.probability, row.detected) == (1, "北", "海", 0.25, 0.9)
    hover = view._describe(1, guessed=True)
    assert "海" in hover
    assert "北" in hover
    assert "90.0" in hover


def test_a_click_has_the_generator_guess_there_and_another_no_longer(panel: InspectorPanel, qtbot: QtBot) -> None:
    ask(qtbot, panel, "北京大学")
    view = panel.replaced
    for place, expected in ((3, [1, 3]), (1, [3])):
        with qtbot.waitSignal(view.answered, timeout=LONG):
            qtbot.mouseClick(view.read, Qt.MouseButton.LeftButton, pos=view.read.cell_rect(place).center())
        assert [row.position for row in view.table.rows] == expected
    before = view._found
    qtbot.mouseClick(view.read, Qt.MouseButton.LeftButton, pos=view.read.cell_rect(0).center())
    assert view._found is before
    assert view._asking.current, "[CLS] can't be guessed at"


def test_a_mask_is_guessed_at_without_a_click(panel: InspectorPanel, qtbot: QtBot) -> None:
    ask(qtbot, panel, "北京大学")
    view = panel.replaced
    before = panel._answer
    qtbot.mouseClick(panel.strip, Qt.MouseButton.LeftButton, pos=panel.strip.cell_rect(2).center())
    qtbot.waitUntil(lambda: panel._answer is not before and view._asking.current, timeout=LONG)
    qtbot.mouseClick(view.read, Qt.MouseButton.LeftButton, pos=view.read.cell_rect(2).center())
    assert view._asking.current, "nothing more is asked"


def test_drawing_again_takes_the_next_seed_and_places_of_its_own(panel: InspectorPanel, qtbot: QtBot) -> None:
    ask(qtbot, panel, "北京大学")
    view = panel.replaced
    with qtbot.waitSignal(view.answered, timeout=LONG):
        qtbot.mouseClick(view.read, Qt.MouseButton.LeftButton, pos=view.read.cell_rect(4).center())
    with qtbot.waitSignal(view.answered, timeout=LONG):
        qtbot.mouseClick(view.again, Qt.MouseButton.LeftButton)
    assert view.seed.value() == 2
    assert view.typed.cells[1].shade == 0.02
    assert [row.position for row in view.table.rows] == [1]


def test_what_the_engine_refuses_is_a_sentence(panel: InspectorPanel, qtbot: QtBot) -> None:
    ask(qtbot, panel, "北京")
    panel.form.text.setText("bad")
    qtbot.keyClick(panel.form.text, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel.replaced.problem.isVisible(), timeout=LONG)
    assert "no detector" in panel.replaced.problem.text()


def test_without_a_detector_nothing_is_shaded(panel: InspectorPanel, qtbot: QtBot) -> None:
    ask(qtbot, panel, "无京")
    view = panel.replaced
    assert [cell.shade for cell in view.typed.cells] == [None] * 4
    assert not view.legend.isVisible()
    assert "no detector" in view.hint.text()


def test_runs_without_replaced_tokens_have_no_such_tab(
    panel: InspectorPanel, make_run: Callable[..., Run], qtbot: QtBot
) -> None:
    plain = make_run("plain")
    panel._read_runs()
    qtbot.waitUntil(lambda: panel.form.runs.count() == 2, timeout=LONG)
    ask(qtbot, panel, "北京")
    tab = panel.views.indexOf(panel.replaced)
    assert panel.views.isTabVisible(tab)
    panel.form.choose_run(plain.id)
    before = panel._answer
    panel.ask()
    qtbot.waitUntil(lambda: panel._answer is not before, timeout=LONG)
    assert not panel.views.isTabVisible(tab)
    assert panel.views.currentWidget() is not panel.replaced
