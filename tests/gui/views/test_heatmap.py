from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.gui.theme import colours_of
from workbench.gui.views.heat_labels import SMALLEST_LABEL, label_font, labelled
from workbench.gui.views.heat_levels import Scale, Tones, brightest, levels_of
from workbench.gui.views.heatmap import Heatmap
from workbench.inspection.colours import colour_table
from workbench.inspection.hiding import hide

KeepsTheOldFile = Callable[[str, Callable[[Path], object]], None]
TOKENS = ["[CLS]", "北", "京", "[SEP]"]
SWALLOWED = np.array([[0.05, 0.03, 0.02, 0.9]] * 4)


@pytest.fixture
def view(dressed: QApplication, qtbot: QtBot) -> Heatmap:
    made = Heatmap()
    qtbot.addWidget(made)
    made.resize(500, 500)
    made.show()
    made.show_matrix(SWALLOWED, TOKENS)
    return made


def test_hiding_keeps_values_or_makes_rows_sum_to_one_again() -> None:
    kept = hide(SWALLOWED, [3], renormalise=False)
    np.testing.assert_array_equal(kept.values, SWALLOWED[:3, :3])
    fresh = hide(SWALLOWED, [0, 3], renormalise=True)
    np.testing.assert_allclose(fresh.values.sum(axis=1), 1.0)
    np.testing.assert_allclose(fresh.values[0], [0.6, 0.4])
    assert fresh.rows.tolist() == fresh.columns.tolist() == [1, 2]


def test_a_row_with_nothing_left_stays_at_zero() -> None:
    matrix = np.array([[0.0, 0.0, 1.0], [0.5, 0.5, 0.0], [1.0, 0.0, 0.0]])
    np.testing.assert_array_equal(hide(matrix, [2], renormalise=True).values[0], [0.0, 0.0])


def test_scales() -> None:
    matrix = np.array([[0.1, 0.2], [0.4, 0.8]])
    np.testing.assert_allclose(levels_of(matrix, Tones(Scale.ROW)), [[127.5, 255], [127.5, 255]], atol=0.5)
    assert levels_of(matrix, Tones())[1, 1] == 255
    assert levels_of(matrix, Tones(Scale.GLOBAL, 1.6))[1, 1] in (127, 128)
    assert levels_of(np.zeros((2, 2)), Tones(Scale.ROW)).max() == 0


def test_the_bar_says_what_the_brightest_colour_stands_for(view: Heatmap) -> None:
    assert view.colour_bar().high == brightest(SWALLOWED, Tones()) == 0.9
    view.set_scale(Scale.GLOBAL, 0.95)
    assert (view.colour_bar().high, view.colour_bar().title) == (0.95, "attention weight")
    view.set_scale(Scale.ROW)
    assert (view.colour_bar().high, view.colour_bar().title) == (1.0, "share of the row's greatest weight")
    assert view.colour_bar().value is None
    view._point((0, 1))
    assert view.colour_bar().value == pytest.approx(0.03 / 0.9)


def test_the_bar_stands_beside_the_cells(view: Heatmap) -> None:
    shades = {colour_table("viridis")[level].tobytes() for level in (20, 80, 180)}
    image = view.grab().toImage()
    last = round(view.cell_centre(0, 3).x() + view.placement().side / 2)
    beside = {
        bytes(image.pixelColor(x, y).getRgb()[:3]) for x in range(last + 8, view.width()) for y in range(view.height())
    }
    assert shades <= beside
    assert view.placement().area.right() < view.width() - 60


def test_a_drawing_has_sharp_cells_on_the_ground_of_the_theme(view: Heatmap, tmp_path: Path) -> None:
    view.save(tmp_path / "a.svg")
    view.save(tmp_path / "a.png")
    wanted = QImage(str(tmp_path / "a.png"))
    found = QImage(wanted.size(), QImage.Format.Format_RGB32)
    painter = QPainter(found)
    QSvgRenderer(str(tmp_path / "a.svg")).render(painter)
    painter.end()
    side = view.placement().side
    for row, column in ((0, 0), (1, 3), (3, 1)):
        centre = view.cell_centre(row, column)
        for shift in (-0.4, 0.0, 0.4):
            place = 2 * (centre.toPoint() + QPoint(round(shift * side), 0))
            assert found.pixelColor(place) == wanted.pixelColor(place)
    assert found.pixelColor(2, 2) == QColor(colours_of(view.palette()).base)


def test_the_value_under_the_cursor_before_and_after_zoom(view: Heatmap, qtbot: QtBot) -> None:
    seen: list[tuple[int, int]] = []
    view.pointed.connect(lambda row, column: seen.append((row, column)))
    for _ in range(2):
        qtbot.mouseMove(view, view.cell_centre(1, 3).toPoint())
        qtbot.waitUntil(lambda: view.caption() == "北 → [SEP]: 0.9000")
        view.zoom(1.5, view.cell_centre(1, 3))
    assert seen[0] == (1, 3)


def test_the_value_under_the_cursor_of_a_long_text_is_right_at_every_zoom(dressed: QApplication, qtbot: QtBot) -> None:
    """R132: each value is the number of its cell, so that the caption tells which cell is meant."""
    count = 512
    matrix = np.arange(count * count, dtype=np.float64).reshape(count, count) / count**2
    tokens = [f"t{place}" for place in range(count)]
    view = Heatmap()
    qtbot.addWidget(view)
    view.resize(700, 600)
    view.show()
    view.show_matrix(matrix, tokens)
    point = QPoint(300, 280)
    told = set()
    for shift in range(8):
        view.zoom(1.7, QPointF(point))
        here = point + QPoint(shift, -shift)
        qtbot.mouseMove(view, here)
        row, column = view.cell_at(QPointF(here))
        centre = view.cell_centre(row, column)
        assert abs(centre.x() - here.x()) <= view.placement().side / 2 + 1
        assert abs(centre.y() - here.y()) <= view.placement().side / 2 + 1
        expected = f"t{row} → t{column}: {matrix[row, column]:.4f}"
        qtbot.waitUntil(partial(_tells, view, expected))
        told.add(expected)
    assert len(told) > 1


def _tells(view: Heatmap, words: str) -> bool:
    return view.caption() == words


def test_zoom_keeps_the_cell_under_the_mouse(dressed: QApplication, qtbot: QtBot) -> None:
    view = Heatmap()
    qtbot.addWidget(view)
    view.resize(480, 400)
    view.show_matrix(np.random.default_rng(0).random((512, 512)), ["字"] * 512)
    point = QPointF(250, 260)
    before = view.cell_at(point)
    for _ in range(12):
        view.zoom(1.25, point)
        row, column = view.cell_at(point)
        assert abs(row - before[0]) <= 1
        assert abs(column - before[1]) <= 1
    view.grab()
    view.fit()
    assert view.cell_at(point) == before


def test_labels_have_room_also_beside_the_lit_one() -> None:
    assert labelled(4, -1, 20.0) == [0, 1, 2, 3]
    assert labelled(4, 2, 20.0) == [0, 1, 3, 2]
    assert labelled(30, -1, 1.0) == [0, 9, 18, 27]
    places = sorted(labelled(512, 100, 0.7))
    assert all(0.7 * (after - before) >= 9 for before, after in pairwise(places))


def test_hidden_tokens_keep_their_own_numbers(view: Heatmap, qtbot: QtBot) -> None:
    chosen: list[tuple[int, int]] = []
    view.chosen.connect(lambda row, column: chosen.append((row, column)))
    view.set_hidden([0, 3], renormalise=True)
    view.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
        qtbot.keyClick(view, key)
    assert chosen == [(2, 1)]
    assert "renormalised" in view.mode_text()


def test_hiding_specials_says_so_in_every_export(view: Heatmap, tmp_path: Path) -> None:
    """R133: 0.9 on [SEP] hidden, the rest to 1 again or as it is, and files say which."""
    modes = {}
    for renormalise in (False, True):
        view.set_hidden([0, 3], renormalise)
        sums = view.shown.values.sum(1)
        np.testing.assert_allclose(sums, 1.0 if renormalise else 0.05)
        modes[renormalise] = view.mode_text()
        view.save(tmp_path / "a.svg")
        assert modes[renormalise] in (tmp_path / "a.svg").read_text(encoding="utf-8")
        view.save(tmp_path / "a.csv")
        assert modes[renormalise] in (tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()[0]
        view.save(tmp_path / "a.npz")
        with np.load(tmp_path / "a.npz") as arrays:
            assert modes[renormalise] in str(arrays["view"])
    assert "renormalised" in modes[True]
    assert modes[False] != modes[True]
    view.set_hidden([], False)
    assert view.mode_text() not in modes.values()


@pytest.mark.parametrize("suffix", ["png", "svg", "csv"])
def test_exports_state_the_mode(view: Heatmap, tmp_path: Path, suffix: str) -> None:
    view.set_hidden([3], renormalise=True)
    view.save(tmp_path / f"图.{suffix}")
    assert (tmp_path / f"图.{suffix}").stat().st_size > 50
    assert "renormalised" in view.as_csv().splitlines()[0]


@pytest.mark.parametrize("suffix", ["png", "svg", "csv"])
def test_a_failed_export_leaves_the_old_file(view: Heatmap, keeps_the_old_file: KeepsTheOldFile, suffix: str) -> None:
    keeps_the_old_file(f"图.{suffix}", view.save)


def test_an_empty_matrix_paints_nothing(view: Heatmap) -> None:
    view.show_matrix(np.zeros((0, 0)), [])
    view.grab()
    assert view.cell_at(QPointF(100, 100)) == (-1, -1)


@pytest.mark.parametrize("side", [60, 140, 260, 420, 700])
def test_labels_have_the_room_that_they_are_drawn_in(dressed: QApplication, qtbot: QtBot, side: int) -> None:
    """Labels grow with their cells, and so does the room: no short token is cut, under the cursor neither."""
    view = Heatmap()
    qtbot.addWidget(view)
    tokens = ["[CLS]", "北", "[MASK]", "##ing"]
    view.resize(side, side)
    view.show_matrix(np.eye(4), tokens)
    pixels = view.placement().pixels
    assert pixels == SMALLEST_LABEL or pixels <= round(view.placement().side * 0.8)
    for bold in (False, True):
        metrics = QFontMetricsF(label_font(pixels, bold=bold))
        for token in tokens:
            assert metrics.elidedText(token, Qt.TextElideMode.ElideRight, view.labels.room(pixels)) == token
