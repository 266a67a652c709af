"""The inspector's n-grams: the same values as the engine's, checkpoints read once, what is lit, empty pages, files."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from workbench.core.figures import THIN
from workbench.core.paths import Project
from workbench.gui.context import Context
from workbench.gui.panel import Panel
from workbench.gui.panels.inspector import InspectorPanel
from workbench.gui.panels.inspector_ngram_options import CHECKPOINTS, LAYERS, LINES
from workbench.gui.panels.inspector_ngrams import NgramView
from workbench.gui.panels.probe import Probe
from workbench.gui.panels.probe_answers import Answer, Question
from workbench.gui.views.exporting import save_view
from workbench.gui.views.ngram_words import ngram_words, winner_words
from workbench.inspection.ngram_contest import Order
from workbench.inspection.ngram_picture import ColourScale
from workbench.inspection.ngrams import NgramInspection, Quantity
from workbench.jobs.session import InspectionSession
from workbench.store.records import Run
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, save_lexicon
from workbench.text.vocabulary import find_vocabulary

LONG = 60_000
Look = Callable[[str], Answer]
ZEN = ("ngrams.layers=1", "ngrams.lists=grams", "encoder.hidden=32", "encoder.feed_forward=64", "encoder.positions=32")


@pytest.fixture
def zen(context: Context, prepared_project: Project, make_run: Callable[..., Run]) -> Run:
    """A run with n-grams and checkpoints of three steps."""
    entries = tuple(LexiconEntry(text) for text in ("北京", "大学", "京大", "北京大学", "京大学"))
    save_lexicon(prepared_project, Lexicon("grams", LexiconKind.NGRAM, entries))
    return make_run("zen", *ZEN)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[str, int | None]]:
    """How often the child was asked about the n-grams of a sentence in a checkpoint."""
    counted: Counter[tuple[str, int | None]] = Counter()
    ask = Probe.ask_ngrams

    def count(probe: Probe, question: Question) -> NgramInspection:
        counted[question.text, question.checkpoint] += 1
        return ask(probe, question)

    monkeypatch.setattr(Probe, "ask_ngrams", count)
    return counted


@pytest.fixture
def inspector(
    context: Context,
    zen: Run,
    probe_children: Callable[[], list[psutil.Process]],
    show_page: Callable[[Panel], None],
    qtbot: QtBot,
) -> InspectorPanel:
    made = InspectorPanel(context)
    show_page(made)
    qtbot.waitUntil(lambda: made.form.runs.count() == 1, timeout=LONG)
    return made


@pytest.fixture
def show(inspector: InspectorPanel, look_inside: Look, settle: Callable[[], None]) -> Callable[[str], NgramView]:
    """Looks at the n-grams of a sentence, in all checkpoints."""

    def look(text: str) -> NgramView:
        look_inside(text)
        inspector.views.setCurrentWidget(inspector.ngrams)
        settle()
        return inspector.ngrams

    return look


def choose(box: Any, value: object) -> None:
    box.setCurrentIndex(box.findData(value))


def shown(view: NgramView) -> dict[str, list[float]]:
    """The values of each n-gram as they are on show."""
    picture = view.grid.picture_shown
    assert picture is not None
    return {picture.candidates[place].text: picture.values[place].tolist() for place in picture.rows}


def test_every_checkpoint_is_read_once_and_the_scale_stays(
    show: Callable[[str], NgramView], asked: Counter[tuple[str, int | None]], inspector: InspectorPanel, qtbot: QtBot
) -> None:
    view = show("北京大学")
    assert asked == Counter({("北京大学", step): 1 for step in (10, 20, 30)})
    choose(view.options.quantity, Quantity.INJECTED)
    choose(view.options.scale, ColourScale.ALL)
    highs = []
    slider = view.player.slider
    assert (slider.maximum(), slider.value()) == (2, 2)
    for step in (30, 20, 10):
        assert view.player.words.text().startswith(f"step {step}")
        assert shown(view)["大学"] == pytest.approx([2 * step / 1000, step / 2000])
        picture = view.grid.picture_shown
        assert picture is not None
        highs.append(view.grid.colour_bar(picture).high)
        qtbot.keyClick(slider, Qt.Key.Key_Left)
    assert highs == pytest.approx([0.09] * 3)
    show("大学")
    show("北京大学")
    assert asked["北京大学", 10] == 1, "it was still known"
    assert inspector.form.question is not None


def test_another_task_id_is_another_question(show: Callable[[str], NgramView]) -> None:
    """A row of a table of tasks changes the vectors of the characters, and with them what n-grams share of these."""
    view = show("北京大学")
    assert view._answer is not None
    assert list(view.reading.read.by_step) == [30, 10, 20]
    view.reading.show(replace(view._answer.question, task=2), (10,))
    assert not view.reading.read.by_step
    view.reading.show(view._answer.question, (10,))
    assert len(view.reading.read.by_step) == 3


def test_what_is_shown_is_what_the_engine_computes(
    prepared_project: Project,
    zen: Run,
    monkeypatch: pytest.MonkeyPatch,
    inspector: InspectorPanel,
    look_inside: Look,
    settle: Callable[[], None],
) -> None:
    """With random weights, all three quantities, by layer and by checkpoint; the child's work is done here."""
    import torch

    from workbench.model.build import model_of
    from workbench.model.weights import save_tensors
    from workbench.probe.ngrams import inspect_ngrams
    from workbench.probe.serve import ProbeServer

    look_inside("北京大学")  # of the stand-in
    torch.set_num_threads(1)
    shutil.rmtree(zen.folder / "checkpoints" / "step-00000010")
    inspector._read_runs()
    settle()
    size = find_vocabulary(prepared_project, "words").size
    for step in (20, 30):
        torch.manual_seed(step)
        folder = zen.folder / "checkpoints" / f"step-{step:08d}"
        save_tensors(folder / "model.safetensors", model_of(zen.spec, size).state_dict())
        (folder / "state.json").write_text(json.dumps({"step": step}))
    server = ProbeServer(zen.folder)
    expected = {step: inspect_ngrams(server.subjects.take({"checkpoint": step}), "北京大学") for step in (20, 30)}
    assert [len(found.candidates) for found in expected.values()] == [5, 5]
    monkeypatch.setattr(
        InspectionSession, "ask", lambda session, request, timeout=0.0: server.answer(json.dumps(request))
    )
    view = inspector.ngrams
    inspector.views.setCurrentWidget(view)
    settle()
    for quantity in Quantity:
        choose(view.options.quantity, quantity)
        choose(view.options.view, LAYERS)
        picture = view.grid.picture_shown
        assert picture is not None
        assert picture.candidates == expected[30].candidates
        np.testing.assert_allclose(picture.values, expected[30].values(quantity), rtol=1e-5)
        choose(view.options.view, CHECKPOINTS)
        view.options.layer.setValue(1)
        by_step = view.grid.picture_shown
        assert by_step is not None
        columns = np.stack([expected[step].values(quantity)[:, 0] for step in (20, 30)], axis=1)
        np.testing.assert_allclose(by_step.values, columns, rtol=1e-5)


def test_dropped_ones_are_there_with_their_reason(show: Callable[[str], NgramView]) -> None:
    view = show("北京大学")
    assert np.isnan(shown(view)["北京大学"]).all()
    picture = view.grid.picture_shown
    assert picture is not None
    place = next(place for place, one in enumerate(picture.candidates) if one.text == "北京大学")
    view.grid.choose({place})
    view.grid._current = place
    assert "dropped: not among the 3 most frequent" in view.grid.caption()


def test_a_mask_takes_ngrams_away(
    show: Callable[[str], NgramView], inspector: InspectorPanel, settle: Callable[[], None], qtbot: QtBot
) -> None:
    view = show("北京大学")
    before = inspector._answer
    qtbot.mouseClick(inspector.strip, Qt.MouseButton.LeftButton, pos=inspector.strip.cell_rect(1).center())
    qtbot.waitUntil(lambda: inspector._answer is not before, timeout=LONG)
    settle()
    assert set(shown(view)) == {"大学", "京大", "京大学"}
    assert view.grid.picture_shown is not None
    assert view.grid.picture_shown.found.tokens[1] == "[MASK]"


def test_order_and_what_a_click_lights(show: Callable[[str], NgramView], qtbot: QtBot) -> None:
    view = show("北京大学")
    choose(view.options.quantity, Quantity.INJECTED)
    assert list(shown(view)) == ["北京大学", "北京", "京大学", "京大", "大学"]
    choose(view.options.order, Order.VALUE)
    assert list(shown(view)) == ["北京", "大学", "京大", "北京大学", "京大学"], "by the last layer"
    view._choose_column(0)
    assert view.options.layer.value() == 1
    assert list(shown(view))[:3] == ["京大", "大学", "北京"]
    layout = view.grid.grid()
    assert layout is not None
    where = layout.token_rect(2, 3, 5, 10, 0).center().toPoint()
    qtbot.mouseClick(view.grid.viewport(), Qt.MouseButton.LeftButton, pos=where)
    picture = view.grid.picture_shown
    assert picture is not None
    assert {picture.candidates[place].text for place in view.grid.lit().places} == {
        "北京", "京大", "北京大学", "京大学",
    }  # fmt: skip
    assert view.words.text().startswith("京, layer 1: 京大 0.0900  北京 0.0300")
    assert winner_words(picture, layout.lines[0].members, 0) == "layer 1, winning: 京大"
    assert ngram_words(picture, layout.lines[1].place, 0).endswith(
        f"wins (+50.0{THIN}% to 大学) · weight on its tokens: 1 1"
    )


def test_lines_and_only_what_is_chosen(show: Callable[[str], NgramView], qtbot: QtBot) -> None:
    view = show("北京大学")
    choose(view.options.quantity, Quantity.INJECTED)
    choose(view.options.view, LINES)
    assert view.shown_view is view.lines
    assert len(view.lines.places()) == 3, "those that are kept"
    choose(view.options.view, CHECKPOINTS)
    view.grid.choose({1})
    view.options.only.click()
    assert list(shown(view)) == ["大学"]
    choose(view.options.view, LINES)
    assert view.lines.places() == [1]
    view.lines._point(0)
    assert view.words.text() == "step 10: 大学 0.0050"
    view.lines.column_chosen.emit(0)
    assert view.player.slider.value() == 0


def test_the_film_goes_from_checkpoint_to_checkpoint(show: Callable[[str], NgramView]) -> None:
    view = show("北京大学")
    player = view.player
    player.toggle()
    assert (player.playing, player.slider.value()) == (True, 0)
    player.advance()
    assert view.player.words.text().startswith("step 20")
    player.advance()
    assert (player.playing, player.slider.value()) == (False, 2)


def test_the_film_waits_for_a_checkpoint_that_is_not_read(show: Callable[[str], NgramView]) -> None:
    view = show("北京大学")
    view.player._is_ready = lambda number: False
    view.player.toggle()
    view.player.advance()
    assert (view.player.playing, view.player.slider.value()) == (True, 0)
    view.player.stop()


def test_reading_is_stopped_and_goes_on(
    inspector: InspectorPanel,
    look_inside: Look,
    asked: Counter[tuple[str, int | None]],
    settle: Callable[[], None],
    qtbot: QtBot,
) -> None:
    look_inside("北京大学")
    view = inspector.ngrams
    assert asked == Counter(), "nobody looks yet"
    inspector.views.setCurrentWidget(view)
    qtbot.mouseClick(view.stop_button, Qt.MouseButton.LeftButton)
    settle()
    assert asked == Counter({("北京大学", 30): 1}), "the one on show"
    assert view.progress.text() == "1 of 3 read"
    view.player.slider.setValue(0)
    settle()
    assert asked["北京大学", 10] == 1
    assert asked["北京大学", 20] == 0
    qtbot.mouseClick(view.stop_button, Qt.MouseButton.LeftButton)
    settle()
    assert asked["北京大学", 20] == 1
    assert view.stop_button.isHidden()


def test_nothing_more_is_read_while_nobody_looks(
    inspector: InspectorPanel, look_inside: Look, asked: Counter[tuple[str, int | None]], settle: Callable[[], None]
) -> None:
    look_inside("北京大学")
    inspector.views.setCurrentWidget(inspector.ngrams)
    inspector.views.setCurrentWidget(inspector.attention)
    settle()
    assert sum(asked.values()) == 1, "the one that was on its way"
    inspector.views.setCurrentWidget(inspector.ngrams)
    settle()
    assert set(asked.values()) == {1}
    assert len(asked) == 3


def test_a_checkpoint_that_cannot_be_read_is_named(show: Callable[[str], NgramView]) -> None:
    view = show("北京坏")
    assert "Checkpoints that can't be read: 20." in view.problem.text()
    view.player.slider.setValue(1)
    assert view.problem.text() == "The checkpoint of step 20 can't be read."
    assert view._is_read(1), "the film passes over it"


def test_no_match_names_what_there_is(show: Callable[[str], NgramView]) -> None:
    view = show("高速公路")
    assert view._pages.currentWidget() is view.no_match
    assert "5 n-grams, such as 北京, 大学, 京大" in view.no_match.sentence.text()
    assert view.shown_view is None
    show("北京")
    assert view._pages.currentWidget() is view._content


def test_a_run_without_an_ngram_encoder_says_what_to_do(
    make_run: Callable[..., Run],
    inspector: InspectorPanel,
    context: Context,
    look_inside: Look,
    settle: Callable[[], None],
    qtbot: QtBot,
    asked: Counter[tuple[str, int | None]],
) -> None:
    make_run("plain")
    inspector._read_runs()
    qtbot.waitUntil(lambda: inspector.form.runs.count() == 2, timeout=LONG)
    inspector.form.runs.setCurrentIndex(inspector.form.runs.findText("plain", Qt.MatchFlag.MatchStartsWith))
    look_inside("北京")
    inspector.views.setCurrentWidget(inspector.ngrams)
    settle()
    assert inspector.ngrams._pages.currentWidget() is inspector.ngrams.no_encoder
    assert asked == Counter()
    with qtbot.waitSignal(context.page_requested) as asked_for:
        inspector.ngrams.no_encoder.buttons[0].click()
    assert asked_for.args == ["model"]


@pytest.mark.parametrize("columns", [LAYERS, CHECKPOINTS, LINES])
def test_pictures_are_saved(show: Callable[[str], NgramView], tmp_path: Path, columns: str) -> None:
    view = show("北京大学")
    choose(view.options.quantity, Quantity.INJECTED)
    choose(view.options.view, columns)
    exported = view.shown_view
    assert exported is not None
    for suffix in ("png", "svg", "csv", "npz"):
        save_view(exported, tmp_path / f"n.{suffix}")
    rows = list(csv.reader(io.StringIO((tmp_path / "n.csv").read_text(encoding="utf-8"))))
    names = {row[0] for row in rows[1:]}
    with np.load(tmp_path / "n.npz") as arrays:
        assert set(arrays["ngrams"].tolist()) == names
        columns_there = arrays["columns"].tolist()
        assert columns_there == (["1", "2"] if columns == LAYERS else ["10", "20", "30"])
        at = arrays["ngrams"].tolist().index("大学")
        assert arrays["values"][at, -1] == pytest.approx(0.015)
        np.testing.assert_allclose(arrays["all_values"][:, at, 0], [0.02, 0.04, 0.06], rtol=1e-6)
    assert b"<svg" in (tmp_path / "n.svg").read_bytes()


def test_the_page_of_an_inspection_has_both_pictures(
    show: Callable[[str], NgramView], inspector: InspectorPanel, tmp_path: Path, settle: Callable[[], None]
) -> None:
    show("北京大学")
    inspector.export_button.save_html(tmp_path / "page.html")
    settle()
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "layer by layer; step 30" in text
    assert "checkpoint by checkpoint; layer 1" in text
    assert "from the greatest value down" in text
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_the_keys_of_the_heatmap(show: Callable[[str], NgramView], qtbot: QtBot) -> None:
    view = show("北京大学")
    choose(view.options.quantity, Quantity.INJECTED)
    for key, expected in ((Qt.Key.Key_Down, "北京大学"), (Qt.Key.Key_Down, "北京"), (Qt.Key.Key_Up, "北京大学")):
        qtbot.keyClick(view.grid, key)
        picture = view.grid.picture_shown
        assert picture is not None
        assert [picture.candidates[place].text for place in view.grid.chosen] == [expected]
    qtbot.keyClick(view.grid, Qt.Key.Key_Left)
    assert view.options.layer.value() == 1
    qtbot.keyClick(view.grid, Qt.Key.Key_Escape)
    assert view.grid.chosen == set()
    qtbot.mouseClick(view.grid.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(3, view.grid.viewport().height() - 2))
    assert view.grid.chosen == set(), "nothing is there"


def test_the_sentence_follows_the_rows(show: Callable[[str], NgramView]) -> None:
    view = show("北京大学。" * 40)
    grid = view.grid
    layout, picture = grid.grid(), grid.picture_shown
    assert layout is not None
    assert picture is not None
    assert layout.hidden > 0, "the sentence is longer than its place"
    grid.verticalScrollBar().setValue(grid.verticalScrollBar().maximum())
    last = picture.candidates[picture.rows[-1]]
    across = grid.horizontalScrollBar().value()
    assert across <= layout.tokens[last.start] < layout.tokens[last.end] <= across + layout.sentence
    grid.light_token(1)
    assert grid.horizontalScrollBar().value() <= layout.tokens[1]
