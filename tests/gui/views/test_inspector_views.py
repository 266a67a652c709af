"""Arcs, one token, charts by layer, points, and heads in another order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from workbench.gui.views.arcs import MOST_ARCS, MOST_LIT, ArcsView, strongest
from workbench.gui.views.exporting import Exportable, save_view
from workbench.gui.views.head_grid import HeadGrid
from workbench.gui.views.heat_image import HeatImages
from workbench.gui.views.heat_levels import Tones
from workbench.gui.views.heatmap import Heatmap
from workbench.gui.views.layer_chart import LayerCharts, LayerSeries
from workbench.gui.views.one_token import OneTokenView
from workbench.gui.views.scatter import ScatterView
from workbench.inspection.hiding import Shown, hide
from workbench.inspection.thumbnails import thumbnails

NAMES = ["[CLS]", "北", "京", "[SEP]"]
WEIGHTS = np.array([[0.1, 0.2, 0.3, 0.4], [0.0, 0.7, 0.3, 0.0], [0.25, 0.5, 0.25, 0.0], [0.0, 0.0, 0.0, 1.0]])


def shown(hidden: list[int] | None = None) -> Shown:
    return hide(WEIGHTS, hidden or [], renormalise=False)


@pytest.fixture
def put(dressed: QApplication, qtbot: QtBot) -> Callable[[QWidget], None]:
    """Shows a widget in a size of its own."""

    def show(widget: QWidget) -> None:
        qtbot.addWidget(widget)
        widget.resize(600, 400)
        widget.show()

    return show


def test_the_strongest_arcs_are_drawn_last() -> None:
    arcs = strongest(WEIGHTS)
    assert len(arcs) == 10, "weights of 0 have none"
    assert (arcs[-1].query, arcs[-1].key, arcs[-1].share) == (3, 3, 1.0)
    assert [arc.share for arc in arcs] == sorted(arc.share for arc in arcs)
    many = strongest(np.random.default_rng(0).random((60, 60)))
    assert len(many) == MOST_ARCS
    assert strongest(np.zeros((3, 3))) == []


@pytest.mark.parametrize("one_row", [False, True])
def test_a_token_tells_what_it_looks_at(put: Callable[[QWidget], None], qtbot: QtBot, one_row: bool) -> None:
    view = ArcsView()
    put(view)
    view.use_one_row(one_row)
    view.show_weights(shown([0, 3]), NAMES, "mode")
    assert "4 strongest of 4" in view.caption()
    chosen: list[int] = []
    view.chosen.connect(chosen.append)
    place = view.token_point(1, 0).toPoint()
    QTest.mouseMove(view, place)
    assert view.caption() == "北 is looked at by: 北 0.700  京 0.500"
    if not one_row:
        QTest.mouseMove(view, view.token_point(0, 1).toPoint())
        assert view.caption() == "京 looks at: 北 0.500  京 0.250"
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
    assert chosen == [1], "the number in the whole matrix"
    view.grab()


def test_of_a_token_among_many_the_strongest_arcs_are_lit(put: Callable[[QWidget], None]) -> None:
    """Of a sentence of 512 tokens all arcs of one would take so long that the window stalls under the mouse."""
    view = ArcsView()
    put(view)
    values = np.random.default_rng(3).random((400, 400))
    view.show_weights(hide(values, [], renormalise=False), [str(place) for place in range(400)], "mode")
    view.show_place(7)
    lit = view._lit_arcs()
    assert {arc.query for arc in lit} == {7}
    assert {arc.key for arc in lit} == set(np.argsort(values[7])[-MOST_LIT:].tolist())
    assert lit[-1].key == values[7].argmax(), "the strongest is drawn last"


def test_arcs_by_keyboard(put: Callable[[QWidget], None], qtbot: QtBot) -> None:
    view = ArcsView()
    put(view)
    view.show_weights(shown(), NAMES, "mode")
    chosen: list[int] = []
    view.chosen.connect(chosen.append)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Plus):
        qtbot.keyClick(view, key)
    assert chosen == [1]
    assert view.caption().startswith("北 is looked at by")
    zoomed = view.pitch()
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert view.pitch() <= zoomed


def test_one_token_shows_its_row_and_its_column(put: Callable[[QWidget], None], qtbot: QtBot) -> None:
    view = OneTokenView()
    put(view)
    view.show_weights(shown(), NAMES, "mode")
    assert view.row == 1
    assert [cell.note for cell in view.looks.cells] == [".00", ".70", ".30", ".00"]
    assert [cell.note for cell in view.seen.cells] == [".20", ".70", ".50", ".00"]
    assert view.looks.cells[1].shade == 1.0
    qtbot.mouseClick(view.seen, Qt.MouseButton.LeftButton, pos=view.seen.cell_rect(2).center())
    assert view.row == 2
    assert [cell.note for cell in view.looks.cells] == [".25", ".50", ".25", ".00"]
    view.show_weights(shown([0]), NAMES, "mode")
    assert view.row == 2, "the token stays, though there are fewer"
    view.choose(0)
    assert view.row == 2, "a hidden one can't be shown"


def test_a_chart_tells_the_values_of_a_layer(put: Callable[[QWidget], None], qtbot: QtBot) -> None:
    view = LayerCharts()
    put(view)
    series = [LayerSeries("l2", "Distance", np.array([3.0, 1.5])), LayerSeries("c", "Cosine", np.array([0.5, 1.0]))]
    view.show_series(series, "what")
    assert view.caption() == "what"
    QTest.mouseMove(view, view.point(1, 1).toPoint())
    assert view.caption() == "Layer 2: Distance 1.5, Cosine 1"
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.caption() == "Layer 1: Distance 3, Cosine 0.5"
    assert view.point(0, 0).y() < view.point(0, 1).y(), "the greater value stands higher"
    assert view.as_csv() == "layer,l2,c\n1,3,0.5\n2,1.5,1\n"


def test_the_nearest_point_is_lit(put: Callable[[QWidget], None], qtbot: QtBot) -> None:
    view = ScatterView()
    put(view)
    view.show_points(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), ["a", "b", "c"], "mode")
    assert view.place(1).x() > view.place(0).x()
    assert view.place(2).y() < view.place(0).y(), "up is up"
    QTest.mouseMove(view, view.place(1).toPoint())
    assert view.caption() == "b: 1, 0"
    before = view.place(1)
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert (view.place(1) - before).manhattanLength() < 1, "the lit one stays where it is"
    assert (view.place(0) - view.place(1)).manhattanLength() > 0
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert view.place(1) == before
    view.show_points(np.zeros((1, 2)), ["alone"], "mode")
    view.grab()


def test_heads_in_another_order(put: Callable[[QWidget], None], qtbot: QtBot) -> None:
    grid = HeadGrid()
    put(grid)
    grid.show_levels(thumbnails(np.random.default_rng(0).random((2, 2, 5, 5))))
    first = grid.head_rect(0, 0)
    grid.arrange([3, 0, 2, 1], [0, 1, 1, 0])
    assert grid.head_rect(1, 1) == first
    assert grid.head_at(first.center()) == (1, 1)
    seen: list[tuple[int, int]] = []
    grid.chosen.connect(lambda layer, head: seen.append((layer, head)))
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=first.center())
    qtbot.keyClick(grid, Qt.Key.Key_Down)
    assert seen == [(1, 1), (1, 0)], "arrows follow the places"
    assert "group 2" in grid.accessibleDescription()
    grid.choose(0, -1)
    assert "mean" in grid.accessibleDescription()
    grid.grab()


def test_a_line_of_one_token_is_seen_where_cells_are_smaller_than_pixels() -> None:
    values = np.zeros((300, 300))
    values[151] = 1.0
    images = HeatImages(values, Tones())
    small = images.image(3)
    assert (small.width(), small.height()) == (100, 100)
    assert small.pixelColor(7, 50) != small.pixelColor(7, 51)
    differences = np.zeros((4, 4))
    differences[1, 1], differences[2, 2] = -1.0, 0.5
    image = HeatImages(differences, Tones(differences=True)).image(2)
    assert image.pixelColor(0, 0).blue() > image.pixelColor(0, 0).red(), "the value farthest from 0 stays"
    assert image.pixelColor(1, 1).red() > image.pixelColor(1, 1).blue()


def test_differences_have_grey_in_the_middle(put: Callable[[QWidget], None]) -> None:
    view = Heatmap()
    put(view)
    view.show_differences()
    view.show_matrix(np.array([[-0.2, 0.0], [0.1, 0.2]]), ["a", "b"])
    bar = view.colour_bar()
    assert (bar.low, bar.high) == (-0.2, 0.2)
    assert bar.at(0.5) == 0
    picture = view.grab().toImage()
    colours = [picture.pixelColor(view.cell_centre(*cell).toPoint()) for cell in ((0, 0), (0, 1), (1, 1))]
    assert colours[0].blue() > colours[0].red()
    assert abs(colours[1].red() - colours[1].blue()) <= 2
    assert colours[2].red() > colours[2].blue()


def made(kind: str) -> QWidget:
    views: dict[str, Callable[[], QWidget]] = {
        "heatmap": Heatmap, "arcs": ArcsView, "one": OneTokenView, "layers": LayerCharts, "points": ScatterView,
    }  # fmt: skip
    return views[kind]()


@pytest.mark.parametrize("suffix", ["png", "svg", "csv", "npz"])
@pytest.mark.parametrize("kind", ["heatmap", "arcs", "one", "layers", "points"])
def test_every_view_is_saved_in_every_form(
    put: Callable[[QWidget], None], tmp_path: Path, kind: str, suffix: str
) -> None:
    view = made(kind)
    put(view)
    if isinstance(view, Heatmap):
        view.show_matrix(WEIGHTS, NAMES)
    elif isinstance(view, ArcsView | OneTokenView):
        view.show_weights(shown(), NAMES, "mode")
    elif isinstance(view, LayerCharts):
        view.show_series([LayerSeries("l2", "Distance", np.array([3.0, 1.5]))], "what")
    elif isinstance(view, ScatterView):
        view.show_points(np.eye(2), ["北", "京"], "mode")
    path = tmp_path / f"view.{suffix}"
    exportable: Exportable = view  # type: ignore[assignment]
    save_view(exportable, path)
    content = path.read_bytes()
    assert content.startswith({"png": b"\x89PNG", "svg": b"<?xml", "npz": b"PK"}.get(suffix, b""))
    if suffix == "csv":
        assert len(content.decode().splitlines()) >= 3
    if suffix == "npz":
        with np.load(path, allow_pickle=False) as arrays:
            assert len(arrays.files) >= 1


def test_a_picture_says_its_mode(put: Callable[[QWidget], None], tmp_path: Path) -> None:
    """R133: whoever gets the file is told what was left out."""
    view = Heatmap()
    put(view)
    view.put(WEIGHTS, NAMES, hidden=[0], renormalise=True)
    save_view(view, tmp_path / "view.png")
    told = QImage(str(tmp_path / "view.png")).text("Description")
    assert told == view.full_mode()
    assert "renormalised" in told


def test_wheel_zooms_around_the_cursor(put: Callable[[QWidget], None]) -> None:
    view = ArcsView()
    put(view)
    names = [chr(0x4E00 + place) for place in range(100)]
    view.show_weights(hide(np.eye(100), [], renormalise=False), names, "mode")
    before = view.token_point(1, 40).x()
    view._zoom(2.0, before)
    assert view.token_point(1, 40).x() == pytest.approx(before)
    assert view._at(QPointF(before, view.token_point(1, 40).y())) == (1, 40)
