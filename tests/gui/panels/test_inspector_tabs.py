"""The inspector's further views: heads in figures, levels, difference, vectors, the slider, files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from workbench.core.paths import Project
from workbench.gui.context import Context
from workbench.gui.panels.inspector import InspectorPanel
from workbench.gui.panels.inspector_options import ARCS_AND_TOKEN, HEATMAP, ONE_TOKEN, RENORMALISED
from workbench.gui.panels.inspector_overview import ALIKE, FIGURES
from workbench.gui.panels.inspector_projection import SENTENCES, TSNE
from workbench.gui.panels.probe_answers import Answer
from workbench.gui.views.heat_levels import Scale
from workbench.inspection.examples import examples
from workbench.inspection.groups import Level

LONG = 60_000
Look = Callable[[str], Answer]


def choose(box: object, value: object) -> None:
    """As one does in a box of choices."""
    box.setCurrentIndex(box.findData(value))  # type: ignore[attr-defined]


def show_tab(inspector: InspectorPanel, view: object) -> None:
    inspector.views.setCurrentWidget(view)  # type: ignore[arg-type]


def test_words_in_rows_and_columns_with_the_rule(inspector: InspectorPanel, look_inside: Look) -> None:
    look_inside("北京大学")
    view = inspector.attention
    choose(view.options.level, Level.WORD)
    assert list(view.heatmap.labels.rows) == ["[CLS]", "北京", "大学", "[SEP]"]
    np.testing.assert_allclose(view.heatmap.shown.values[1], [0.02, 0.04, 0.04, 0.9], rtol=1e-5)
    assert "averaged over" in view._note.text()
    assert "averaged over" in view.heatmap.as_csv().splitlines()[0]
    choose(view.options.specials, RENORMALISED)
    np.testing.assert_allclose(view.heatmap.shown.values.sum(1), 1, rtol=1e-5)
    model = view.options.level.model()
    there = [bool(model.flags(model.index(place, 0)) & Qt.ItemFlag.ItemIsEnabled) for place in range(6)]
    assert there == [True, True, True, True, False, True], "there are no n-grams"


def test_the_scale_over_all_heads_counts_what_is_shown(
    inspector: InspectorPanel, look_inside: Look, settle: Callable[[], None]
) -> None:
    look_inside("北京大学")
    view = inspector.attention
    choose(view.options.scale, Scale.GLOBAL)
    assert view.heatmap.colour_bar().high == pytest.approx(1.0)
    choose(view.options.level, Level.WORD)
    choose(view.options.specials, RENORMALISED)
    view.choose(0, 1)
    settle()
    assert view.heatmap.colour_bar().high == pytest.approx(1.0, rel=1e-5)
    choose(view.options.scale, Scale.HEAD)
    assert view.heatmap.colour_bar().high == pytest.approx(0.5, rel=1e-5)


def test_arcs_and_one_token_show_the_same_weights(inspector: InspectorPanel, look_inside: Look, qtbot: QtBot) -> None:
    look_inside("北京大学")
    view = inspector.attention
    for way in ARCS_AND_TOKEN:
        choose(view.options.view, way)
        assert view.shown_view is (view.token if way == ONE_TOKEN else view.arcs)
    assert view.token.looks.cells[-1].note == ".90"
    qtbot.mouseClick(view.token.looks, Qt.MouseButton.LeftButton, pos=view.token.looks.cell_rect(3).center())
    choose(view.options.view, HEATMAP)
    view.choose(1, 2)
    choose(view.options.view, ONE_TOKEN)
    assert view.token.row == 3, "the token stays"
    assert [cell.note for cell in view.token.looks.cells] == [".00", ".00", ".00", "1.00", ".00", ".00"]


def test_heads_alike_stand_together_and_in_figures(inspector: InspectorPanel, look_inside: Look, qtbot: QtBot) -> None:
    look_inside("北京大学")
    overview = inspector.attention.overview
    choose(overview.arrangement, ALIKE)
    overview.groups.setValue(2)
    places = {overview.grid.head_at(overview.grid._place_rect(place).center()): place for place in range(6)}
    assert places[1, 2] in (0, 5), "the one that looks at itself is like no other"
    choose(overview.arrangement, FIGURES)
    rows = {(row.layer, row.head): row for row in overview.table.rows}
    assert rows[1, 2].entropy == 0
    assert rows[1, 2].distance == 0
    assert [row.group for row in rows.values()].count(rows[1, 2].group) == 1
    overview.view.selectRow(5)
    assert inspector.attention.options.chosen == (1, 2)
    assert "entropy 0.00 nats" in inspector.attention._note.text()


def test_the_slider_goes_through_the_checkpoints(inspector: InspectorPanel, look_inside: Look, qtbot: QtBot) -> None:
    assert look_inside("北京").step == 30
    form = inspector.form
    assert (form.slider.maximum(), form.slider.value()) == (2, 2)
    before = inspector._answer
    qtbot.keyClick(form.slider, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: inspector._answer is not before, timeout=LONG)
    assert inspector._answer is not None
    assert inspector._answer.step == 20
    assert form.checkpoints.currentData() == 20
    choose(form.checkpoints, 10)
    assert form.slider.value() == 0


def test_the_difference_to_the_first_checkpoint(inspector: InspectorPanel, look_inside: Look, qtbot: QtBot) -> None:
    look_inside("北京大学")
    view = inspector.difference
    with qtbot.waitSignal(view.answered, timeout=LONG):
        show_tab(inspector, view)
    assert (view.runs.currentText(), view.checkpoints.currentData()) == ("newer", 10)
    for head in view.heads:
        head.setValue(1)
    assert view.heatmap.shown.values[0, 0] == pytest.approx(0.3 - 0.1)
    assert view.heatmap.shown.values[0, 1] == pytest.approx(0.7 - 0.9)
    assert (view.heatmap.colour_bar().low, view.heatmap.colour_bar().high) == pytest.approx((-0.2, 0.2))
    view.heatmap._point((0, 1))
    assert view.heatmap.caption() == "[CLS] → 北: here 0.7000, there 0.9000, difference -0.2000"
    with qtbot.waitSignal(view.answered, timeout=LONG):
        choose(view.checkpoints, 20)
    assert view.heatmap.shown.values[0, 0] == pytest.approx(0.3 - 0.2)
    with qtbot.waitSignal(view.answered, timeout=LONG):
        view.runs.setCurrentIndex(view.runs.findText("older"))
    assert view.checkpoints.currentData() == 30
    assert "no common order" in view.note.text()
    choose(view.level, Level.WORD)
    assert list(view.heatmap.labels.rows) == ["[CLS]", "北京", "大学", "[SEP]"]


def test_two_sentences_are_never_subtracted(inspector: InspectorPanel, look_inside: Look, qtbot: QtBot) -> None:
    """While the other side of a new sentence is on its way, nothing that is chosen mixes it with the old one, and no
    report has the old one; nor after it was refused."""
    look_inside("北京大学")
    view = inspector.difference
    with qtbot.waitSignal(view.answered, timeout=LONG):
        show_tab(inspector, view)
    show_tab(inspector, inspector.attention)
    look_inside("北")
    show_tab(inspector, view)
    for head in view.heads:
        head.setValue(1)
    assert view.difference is not None
    assert len(view.difference.names) == 6
    assert view.sections() == []
    qtbot.waitSignal(view.answered, timeout=LONG).wait()
    assert list(view.difference.names) == ["[CLS]", "北", "[SEP]"]
    assert len(view.sections()) == 1
    inspector.probe.close()
    choose(view.checkpoints, 20)
    qtbot.waitUntil(lambda: not inspector.context.tasks.active, timeout=LONG)
    assert view.sections() == []


def test_neighbours_in_the_table_and_in_the_sentence(
    inspector: InspectorPanel, look_inside: Look, settle: Callable[[], None]
) -> None:
    look_inside("北京大学")
    view = inspector.embeddings.neighbours
    show_tab(inspector, inspector.embeddings)
    settle()
    assert view.token.currentText() == "1  北"
    assert [row.token for row in view.table.rows] == ["table"]
    choose(view.where, 2)
    settle()
    assert [(row.token, row.position) for row in view.table.rows] == [("layer 2", 2)]


def test_planes_of_tokens_and_of_sentences(
    inspector: InspectorPanel, look_inside: Look, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_inside("北京大学")
    view = inspector.embeddings.projection
    with qtbot.waitSignal(view.projected, timeout=LONG):
        show_tab(inspector, inspector.embeddings)
    assert list(view.scatter.names) == ["[CLS]", *"北京大学", "[SEP]"]
    assert "after layer 2; PCA" in view.scatter.caption()
    with qtbot.waitSignal(view.projected, timeout=LONG):
        choose(view.source, SENTENCES)
    assert len(view.scatter.names) == len(examples())
    with qtbot.waitSignal(view.projected, timeout=LONG):
        view.sentences.setPlainText("北京\n\n大学\n")
    assert list(view.scatter.names) == ["北京", "大学"]
    view.sentences.setPlainText(" ")
    assert view.problem.text() == "Type a sentence first."
    view.sentences.setPlainText("北京\n大学")
    monkeypatch.setattr("workbench.gui.panels.inspector_projection.has_tsne", lambda: False)
    choose(view.method, TSNE)
    qtbot.waitUntil(lambda: "pip install bert-workbench[projection]" in view.problem.text(), timeout=LONG)


@pytest.mark.parametrize("suffix", ["png", "svg", "csv", "npz"])
def test_every_tab_is_saved(
    inspector: InspectorPanel, look_inside: Look, tmp_path: Path, suffix: str, settle: Callable[[], None]
) -> None:
    from workbench.gui.views.exporting import save_view

    inspector.form.text.setText("北[MASK]")
    look_inside("北[MASK]")
    saved = 0
    for place in range(inspector.views.count()):
        if not inspector.views.isTabVisible(place):
            continue
        inspector.views.setCurrentIndex(place)
        settle()
        found = inspector._current_view()
        if inspector.views.currentWidget() is inspector.ngrams:
            assert found is None, "a run without an n-gram encoder has nothing to save there"
            continue
        assert found is not None
        path = tmp_path / f"{found[1]}.{suffix}"
        save_view(found[0], path)
        assert path.stat().st_size > 20
        saved += 1
        if suffix == "svg":
            ElementTree.fromstring(path.read_bytes())
    assert saved == 5


def test_all_heads_are_written_in_the_background(
    inspector: InspectorPanel, look_inside: Look, tmp_path: Path, context: Context, qtbot: QtBot
) -> None:
    look_inside("北京")
    choose(inspector.attention.options.specials, RENORMALISED)
    inspector.export_button.save_heads(tmp_path / "all.npz")
    assert len(context.tasks.active) == 1
    qtbot.waitUntil(lambda: not context.tasks.active, timeout=LONG)
    with np.load(tmp_path / "all.npz") as file:
        assert file["attention"].shape == (2, 3, 4, 4)
        assert "renormalised" in str(file["view"])
    told: list[str] = []
    context.tasks.noticed.connect(lambda notice: told.append(notice.text))
    inspector.export_button.save_heads(tmp_path / "nowhere" / "a.npz")
    qtbot.waitUntil(lambda: bool(told), timeout=LONG)
    assert "can't be written" in told[0]


def test_the_whole_inspection_as_a_page(
    inspector: InspectorPanel, look_inside: Look, tmp_path: Path, settle: Callable[[], None], qtbot: QtBot
) -> None:
    look_inside("北[MASK]")
    for view in (inspector.embeddings, inspector.difference):
        show_tab(inspector, view)
        settle()
    inspector.export_button.save_html(tmp_path / "page.html")
    settle()
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    for words in ("newer", "北[MASK]", "Difference", "Projection", "Nearest tokens", "Predictions", "this head"):
        assert words in text, words
    menu = inspector.export_button.menu()
    menu.aboutToShow.emit()
    titles = [action.text() for action in menu.actions()]
    assert "Save as SVG…" in titles
    assert titles[-1] == "Save the whole inspection as HTML…"


def test_files_of_an_answer_go_with_it(inspector: InspectorPanel, look_inside: Look, prepared_project: Project) -> None:
    first = look_inside("北京").folder.path
    assert (first / "weights.f32").is_file()
    second = look_inside("大学").folder.path
    assert not first.exists()
    assert second.exists()
