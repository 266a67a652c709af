import csv
import io
import math
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.core.figures import THIN
from workbench.gui.theme import categorical, colours_of
from workbench.gui.views.curve import CurveView
from workbench.gui.views.curve_data import Axis, Baseline, Flag, FlagKind, Series, as_csv
from workbench.gui.views.curve_legend import MOST_ROWS
from workbench.gui.views.curve_lines import Scale
from workbench.gui.views.curve_notes import REACH
from workbench.gui.views.curve_signs import Sign, Signs, signs_of_missing, signs_of_points
from workbench.gui.views.curve_ticks import time_words
from workbench.gui.views.smoothing import smooth

KeepsTheOldFile = Callable[[str, Callable[[Path], object]], None]
STEPS = np.arange(5.0)
BAD = np.array([1.0, np.nan, 2.0, np.inf, 3.0])


def triples(signs: Signs) -> list[tuple[float, float, int]]:
    return list(zip(signs.x.tolist(), signs.y.tolist(), signs.kind.tolist(), strict=True))


def ink_of(image: QImage, colour: QColor) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """How many pixels near a colour there are in each square of 20 pixels."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), -1, 4)[:, : plain.width(), 2::-1]
    near = np.abs(rows.astype(int) - (colour.red(), colour.green(), colour.blue())).sum(axis=2) < 60
    high, wide = (size // 20 * 20 for size in near.shape)
    squares: np.ndarray[tuple[int, int], np.dtype[np.float64]]
    squares = near[:high, :wide].reshape(high // 20, 20, wide // 20, 20).sum(axis=(1, 3)).astype(np.float64)
    return squares


@pytest.fixture
def view(dressed: QApplication, qtbot: QtBot) -> CurveView:
    made = CurveView("损失")
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    return made


def drawn(view: CurveView, place: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The heights of one line, raw ones first."""
    return view.traces.traces[place].ladder.y


def test_nan_and_infinity_are_gaps_with_marks_and_leave_the_range_alone(view: CurveView) -> None:
    """R098: the series 1, NaN, 2, inf, 3."""
    view.show_series([Series("bad", STEPS, BAD)])
    view.grab()
    low, high = view.plot.viewRange()[1]
    assert 0.5 <= low <= high <= 3.5
    np.testing.assert_array_equal(drawn(view, 0), [1.0, np.nan, 2.0, np.nan, 3.0])
    assert triples(signs_of_missing(STEPS, BAD)) == [(1.0, 1.0, Sign.NAN), (3.0, 2.0, Sign.ABOVE)]
    assert sum(len(signs) for signs, _ in view.signs.signs) == 5, "two of them, and three points that stand alone"
    np.testing.assert_array_equal(view._series[0].value, BAD)


def test_signs_of_series_without_a_finite_value() -> None:
    assert triples(signs_of_missing(STEPS, np.full(5, np.nan))) == []
    assert triples(signs_of_missing(STEPS, np.array([-np.inf, 4.0, 4.0, 4.0, 4.0]))) == [(0.0, 4.0, Sign.BELOW)]


def test_points_that_no_line_shows_have_signs() -> None:
    gap = np.nan
    assert list(signs_of_points(STEPS, np.array([1.0, gap, 2.0, 3.0, gap]), every=False).x) == [0.0]
    assert list(signs_of_points(STEPS, np.array([1.0, gap, 2.0, 3.0, gap]), every=True).x) == [0.0, 2.0, 3.0]


@pytest.mark.parametrize("smoothed", [True, False])
def test_a_single_point_is_seen(view: CurveView, smoothed: bool) -> None:
    view.set_smoothing(0.6)
    view.show_series([Series("one", np.array([7.0]), np.array([2.0]), smoothed=smoothed)])
    view.grab()
    colour = QColor(categorical(colours_of(view.palette()), 0))
    assert ink_of(view.view.grab().toImage(), colour).sum() >= 9
    low, high = view.plot.viewRange()[0]
    assert low < 7.0 < high


def test_the_only_point_has_steps_near_it_beside_it(view: CurveView) -> None:
    view.show_series([Series("many", np.arange(400.0), np.arange(400.0))])
    view.grab()
    for step, room in ((7.0, 1.0), (200.0, 20.0)):
        view.show_series([Series(name, np.array([step]), np.array([2.0])) for name in ("one", "other")])
        view.grab()
        low, high = view.plot.viewRange()[0]
        assert step - 1.5 * room <= low < step < high <= step + 1.5 * room


def test_before_the_first_value_words_stand_in_place_of_axes(view: CurveView) -> None:
    view.set_empty_text("wait")
    view.show_baselines([Baseline("level", 3.0)])
    for series in ([], [Series("none", np.zeros(0), np.zeros(0))], [Series("bad", STEPS, np.full(5, np.nan))]):
        view.show_series(series)
        assert view.is_empty
        assert view._empty.isVisible()
        assert view._empty.text() == "wait"
        assert not view.notes.levels
        assert not view.plot.getAxis("left").isVisible()
    view.show_series([Series("a", STEPS, STEPS)])
    assert view._empty.isHidden()
    assert view.notes.levels == [3.0]
    assert view.plot.getAxis("left").isVisible()


def test_a_logarithmic_axis_survives_what_has_no_logarithm(view: CurveView) -> None:
    view.show_series([Series("odd", STEPS, np.array([0.0, -1.0, 10.0, np.nan, 100.0]))])
    view.show_baselines([Baseline("zero", 0.0), Baseline("ten", 10.0)])
    view.set_log(True)
    view.grab()
    np.testing.assert_array_equal(drawn(view, 0), [np.nan, np.nan, 1.0, np.nan, 2.0])
    assert view.notes.levels == [1.0]
    view.set_log(False)
    assert view.notes.levels == [0.0, 10.0]


def test_smoothed_lines_stand_before_faint_raw_ones(view: CurveView) -> None:
    """R101: what was measured stays in sight."""
    view.show_series([Series("loss", STEPS, np.arange(5.0)), Series("eval", STEPS, np.arange(5.0), smoothed=False)])
    assert len(view.traces.traces) == 2
    view.set_smoothing(0.9)
    np.testing.assert_array_equal(drawn(view, 0), np.arange(5.0))
    np.testing.assert_array_equal(drawn(view, 1), smooth(np.arange(5.0), 0.9))
    np.testing.assert_array_equal(drawn(view, 2), np.arange(5.0))
    faint, full = (view.traces.traces[place].colour for place in (0, 1))
    assert faint.lightness() > full.lightness()
    assert faint.alpha() == 255


def test_smoothing_is_of_all_points_at_every_zoom(view: CurveView) -> None:
    """R101: far out a column spans exactly its smoothed points; close up these are drawn: the same values."""
    steps = np.arange(100_000.0)
    values = np.random.default_rng(0).normal(5, 1, steps.size)
    values[[7, 50_010]] = np.nan, np.inf
    expected = smooth(values, 0.99)
    view.show_series([Series("loss", steps, values)])
    view.set_smoothing(0.99)
    for low, high in ((0, 100_000), (48_000, 52_000), (50_000, 50_900)):
        view.plot.setXRange(low, high, padding=0)
        view.grab()
        trace = view.traces.traces[1]
        columns = trace.ladder.columns(view.traces.edges(trace.step))
        assert columns.last[-1] >= min(high, 99_999)
        for first, last, least, most in zip(columns.first, columns.last, columns.low, columns.high, strict=True):
            assert (least, most) == (np.nanmin(expected[first:last]), np.nanmax(expected[first:last]))
    view.plot.setXRange(50_000, 50_100, padding=0)
    view.grab()
    part = slice(*trace.ladder.stretch(*view.plot.viewRange()[0]))
    np.testing.assert_array_equal(trace.ladder.y[part], expected[part])
    assert np.isnan(trace.ladder.y[50_010])


def test_what_is_shown_again_is_not_reckoned_again(view: CurveView) -> None:
    kept = Series("kept", STEPS, np.arange(5.0))
    view.show_series([kept, Series("grows", STEPS[:3], STEPS[:3])])
    before = [trace.ladder for trace in view.traces.traces]
    view.show_series([kept, Series("grows", STEPS, STEPS)])
    after = [trace.ladder for trace in view.traces.traces]
    assert after[0] is before[0]
    assert after[1] is not before[1]


def test_the_legend_can_be_left_out(dressed: QApplication, qtbot: QtBot) -> None:
    view = CurveView(legend=False)
    qtbot.addWidget(view)
    view.resize(400, 200)
    view.show()
    view.show_series([Series("a", STEPS, STEPS)])
    view.point_at(2.0)
    assert view.legend.isHidden()
    assert view.values_at(2.0) == [("a", 2.0, 2.0)]


def test_labels_of_flags_meet_neither_each_other_nor_the_edges(view: CurveView) -> None:
    steps = np.arange(1.0, 601.0)
    view.show_series([Series("loss", steps, np.linspace(9, 6, 600))])
    view.show_flags([Flag(step, "warning", FlagKind.WARNING) for step in (1, 110, 115, 500, 550, 600)])
    for size in ((600, 300), (300, 200)):
        view.resize(*size)
        view.grab()
        boxes = [box for _, _, box in view.notes.arranged() if box]
        area = QRectF(QPointF(0, 0), view.plot.getViewBox().size())
        assert all(area.contains(box) for box in boxes)
        assert not any(one.intersects(other) for one, other in combinations(boxes, 2))
        assert len(boxes) >= 5


def test_the_legend_stands_above_the_plot_and_keeps_its_height_while_values_change(view: CurveView) -> None:
    view.show_series([Series("a", STEPS, STEPS * 2), Series("b", STEPS[:2], STEPS[:2], line=1)])
    view.show_baselines([Baseline("level", 3.0)])
    shown = [(entry.name, entry.value) for entry in view.legend.entries]
    assert shown == [("a", "8.000"), ("b", "1.000"), ("level", "3.000")]
    assert view.legend.place == ""
    before = view.legend.geometry()
    assert before.bottom() < view.view.geometry().top()
    view.point_at(2.4)
    assert view.legend.place == "Step 2.4"
    assert [entry.value for entry in view.legend.entries] == ["4.000", "1.000", "3.000"]
    assert view.legend.geometry() == before
    view.grab()


def test_a_long_legend_is_scrolled_and_whole_in_pictures(view: CurveView, tmp_path: Path) -> None:
    view.show_series([Series(f"run {number} · evaluation loss", STEPS, STEPS) for number in range(40)])
    view.grab()
    rows = view.legend.sheet().height() / view.legend.height()
    assert rows > 40 / 4 / MOST_ROWS
    assert view.legend.height() < view.height() / 2
    view.save(tmp_path / "a.png")
    picture = QImage(str(tmp_path / "a.png"))
    assert picture.height() == 2 * (view.legend.sheet().height() + view.view.height())


def test_the_nearest_point_of_every_series_is_found(view: CurveView) -> None:
    view.show_series([Series("a", STEPS, STEPS * 2), Series("b", STEPS[:2], STEPS[:2])])
    assert view.values_at(2.4) == [("a", 2.0, 4.0), ("b", 1.0, 1.0)]
    assert view.values_at(float("nan")) == [("a", 4.0, 8.0), ("b", 1.0, 1.0)]


def test_the_x_axis_can_be_tokens_or_time(view: CurveView) -> None:
    view.show_series([Series("a", STEPS, STEPS, tokens=STEPS * 1000, time=STEPS * 60)])
    for axis, last in ((Axis.TOKENS, 4000.0), (Axis.TIME, 240.0), (Axis.STEP, 4.0)):
        view.set_axis(axis)
        assert view.values_at(float("nan"))[0][1] == last
    view.set_axis(Axis.TIME)
    assert view._ticks.tickStrings([190.0], 1.0, 1.0) == ["3:10"]


def labels(view: CurveView) -> list[str]:
    """The labels of the x axis that are on show."""
    view.grab()
    ticks = view._ticks
    levels = ticks.tickValues(*ticks.range, view.plot.getViewBox().width())
    by_place: dict[float, str] = {}  # a level has the places of those before it too
    for distance, places in levels:
        by_place |= zip(np.round(places, 9).tolist(), ticks.tickStrings(places, 1.0, distance), strict=True)
    return [text for text in by_place.values() if text]


@pytest.mark.parametrize("log", [True, False])
@pytest.mark.parametrize("axis", [Axis.TIME, Axis.STEP])
@pytest.mark.parametrize(("low", "high"), [(0.3, 900.0), (0.4, 0.9), (3.0, 4.4), (61.0, 63.0), (19_000.0, 19_050.0)])
def test_no_two_ticks_along_x_are_called_the_same(
    view: CurveView, log: bool, axis: Axis, low: float, high: float
) -> None:
    x = np.linspace(low, high, 50)
    view.show_series([Series("a", x, x, time=x)])
    view.set_scale(Scale(axis, log_x=log))
    found = labels(view)
    assert len(found) >= 2
    assert len(set(found)) == len(found)


def test_times_have_fractions_of_seconds_where_they_need_them() -> None:
    told = [time_words(seconds) for seconds in (0.0, 0.05, 0.5, 1.0, 1.5, 59.9999, 190.25, 3600.0)]
    assert told == ["0:00", f"0.05{THIN}s", f"0.5{THIN}s", "0:01", "0:01.5", "1:00", "3:10.25", "1:00:00"]


def test_a_part_of_a_decade_has_round_numbers_on_a_logarithmic_axis(view: CurveView) -> None:
    ticks = view.plot.getAxis("left")
    ticks.setLogMode(y=True)
    ((distance, places), *_) = ticks.tickValues(math.log10(0.1672), math.log10(0.1687), 300.0)
    texts = ticks.tickStrings(places, 1.0, distance)
    assert len(texts) > 1
    assert [float(text) for text in texts] == pytest.approx(10.0 ** np.array(places))
    ticks.tickValues(-1.0, 1.0, 300.0)
    assert ticks.tickStrings([-1.0, math.log10(0.3), 1.0], 1.0, 1.0) == ["0.1", "", "10"]


def test_very_large_values_stand_short_beside_the_axis(view: CurveView) -> None:
    ticks = view.plot.getAxis("left")
    assert ticks.tickStrings([0.0, 1e300], 1.0, 1e300) == ["0", "1e+300"]
    assert ticks.tickStrings([6.5, 7.0], 1.0, 0.5) == ["6.5", "7.0"]


def test_empty_and_shrinking_series(view: CurveView) -> None:
    view.show_series([Series("none", np.zeros(0), np.zeros(0)), Series("a", STEPS, STEPS)])
    view.grab()
    view.show_series([])
    view.grab()
    assert view.values_at(1.0) == []


def test_events_stand_where_they_happened_on_every_axis(view: CurveView) -> None:
    view.show_series([Series("a", STEPS, STEPS, tokens=STEPS * 10, time=STEPS * 60)])
    view.show_flags([Flag(2.0, "saved", tokens=20.0, time=120.0), Flag(3.0, "resumed", FlagKind.RESUMED, tokens=30.0)])
    assert [(flag.at, flag.text) for flag in view.notes.events] == [(2.0, ""), (3.0, "resumed")]
    view.set_axis(Axis.TOKENS)
    assert [flag.at for flag in view.notes.events] == [20.0, 30.0]
    view.set_axis(Axis.TIME)
    assert [flag.at for flag in view.notes.events] == [120.0], "nobody knows when the other was"
    view.set_flagged(False)
    assert not view.notes.events


def test_an_event_is_told_where_the_mouse_meets_its_sign(view: CurveView) -> None:
    view.show_series([Series("a", STEPS, STEPS)])
    view.show_flags([Flag(2.0, "saved", details="Checkpoint of step 2"), Flag(4.0, "bad", FlagKind.BAD, "not finite")])
    view.grab()
    bottom = view.plot.getViewBox().height() - REACH
    (label,) = [box for _, _, box in view.notes.arranged() if box]
    across = view.notes.to_pixels().map(QPointF(2.0, 0.0)).x()
    assert [note.details for note in view.notes.near(across + 2, bottom)] == ["Checkpoint of step 2"]
    assert view.notes.near(across + 3 * REACH, bottom) == []
    assert view.notes.near(across, bottom / 2) == []
    assert [note.details for note in view.notes.near(label.center().x(), label.center().y())] == ["not finite"]


def test_a_logarithmic_x_axis_leaves_out_what_has_no_place_on_it(view: CurveView) -> None:
    x = np.array([0.0, 0.0, 1.0, 10.0, 100.0])
    view.set_smoothing(0.5)
    view.show_series([Series("a", STEPS, STEPS, time=x)])
    view.set_scale(Scale(Axis.TIME, log_x=True))
    view.grab()
    main = view.traces.traces[-1].ladder
    np.testing.assert_array_equal(main.x, [0.0, 1.0, 2.0])
    np.testing.assert_array_equal(main.y, smooth(STEPS, 0.5)[2:], "smoothed over all points, those left out too")
    low, high = view.plot.viewRange()[0]
    assert -0.5 < low < high < 2.5
    view.point_at(11.0)
    assert view._cross.getXPos() == pytest.approx(np.log10(11.0))
    assert [(x, value) for _, x, value in view.values_at(11.0)] == [(10.0, 3.0)]
    assert view.legend.place == "Time 0:11"
    view.point_at(0.0)
    assert not view._cross.isVisible(), "zero has no place"
    assert view._ticks.tickStrings([1.0], 1.0, 1.0) == ["0:10"]


def test_a_perplexity_is_that_of_the_smoothed_loss(view: CurveView) -> None:
    losses = np.array([2.0, 4.0, np.nan, 1.0, 900.0])
    view.show_series([Series("loss", STEPS, losses)])
    view.show_baselines([Baseline("ln V", np.log(500.0))])
    view.set_smoothing(0.5)
    view.set_scale(Scale(exponential=True))
    raw, main = drawn(view, 0), drawn(view, 1)
    np.testing.assert_allclose(raw[:4], np.exp(losses[:4]))
    assert np.isnan(raw[4]), "too large for a number"
    np.testing.assert_allclose(main[:4], np.exp(smooth(losses, 0.5))[:4])
    assert view.notes.levels == pytest.approx([500.0])
    assert view.values_at(1.0)[0][2] == pytest.approx(np.exp(4.0))
    assert view.values_at(4.0)[0][2] == np.inf
    view.set_scale(Scale(exponential=True, log_y=True))
    np.testing.assert_allclose(drawn(view, 0), losses / np.log(10), atol=1e-12)


def test_zeros_and_negatives_are_marked_on_a_logarithmic_axis(view: CurveView) -> None:
    view.show_series([Series("odd", STEPS, np.array([0.0, -1.0, 10.0, np.nan, 100.0]))])
    view.set_log(True)
    signs = [triple for signs, _ in view.signs.signs for triple in triples(signs)]
    assert [sign for sign in signs if sign[2] == Sign.BELOW] == [(0.0, 1.0, Sign.BELOW), (1.0, 1.0, Sign.BELOW)]


def test_zeros_throughout_are_marked_at_the_lowest_height_of_all(view: CurveView) -> None:
    others = [Series("low", STEPS, np.full(5, 10.0)), Series("high", STEPS, np.full(5, 100.0))]
    zeros = Series("zero", STEPS, np.zeros(5))
    view.set_log(True)
    for series in ([zeros, *others], [others[1], zeros, others[0]]):
        view.show_series(series)
        signs = [triple for signs, _ in view.signs.signs for triple in triples(signs)]
        assert [sign for sign in signs if sign[2] == Sign.BELOW] == [(step, 1.0, Sign.BELOW) for step in STEPS]
    view.show_series([zeros])
    assert (view.is_empty, view._empty.text()) == (True, "No value that a logarithmic axis can show")
    view.show_series([Series("none", np.zeros(0), np.zeros(0))])
    assert view._empty.text() == "No values yet"
    view.show_series([zeros])
    view.set_log(False)
    assert not view.is_empty


def test_the_factor_is_written_in_the_picture(view: CurveView) -> None:
    """R101: so that nobody takes a smoothed line for what was measured."""
    view.show_series([Series("loss", STEPS, STEPS)])
    assert view.legend.place == ""
    view.set_smoothing(0.25)
    assert view.legend.place == "smoothing 0.25"
    view.show_series([Series("loss", STEPS, STEPS, smoothed=False)])
    assert view.legend.place == ""


def test_csv_holds_the_values_as_they_are_and_the_factor() -> None:
    """R098, R101: in a file too."""
    rows = list(csv.reader(io.StringIO(as_csv([Series("北", STEPS, BAD)], 0.5))))
    assert rows[0][-1] == "smoothed 0.5"
    assert rows[0][:6] == ["series", "step", "epoch", "tokens", "seconds", "value"]
    assert [row[5] for row in rows[1:]] == ["1", "nan", "2", "inf", "3"]


@pytest.mark.parametrize("suffix", ["png", "svg", "csv"])
def test_it_is_saved(view: CurveView, tmp_path: Path, suffix: str) -> None:
    view.show_series([Series("北京", STEPS, BAD)])
    view.save(tmp_path / f"曲线.{suffix}")
    assert (tmp_path / f"曲线.{suffix}").stat().st_size > 100


@pytest.mark.parametrize("suffix", ["png", "svg", "csv"])
def test_a_failed_export_leaves_the_old_file(view: CurveView, keeps_the_old_file: KeepsTheOldFile, suffix: str) -> None:
    view.show_series([Series("北京", STEPS, BAD)])
    keeps_the_old_file(f"曲线.{suffix}", view.save)


def test_a_drawing_shows_what_the_window_shows(view: CurveView, tmp_path: Path) -> None:
    """The SVG file, drawn again, has the curve, the signs of missing values and the legend where the picture has."""
    steps = np.arange(40.0)
    values = np.sin(steps / 6) + 2
    values[[10, 25]] = np.nan, np.inf
    view.show_series([Series("北京", steps, values)])
    view.grab()
    view.save(tmp_path / "a.svg")
    view.save(tmp_path / "a.png")
    assert "<image" not in (tmp_path / "a.svg").read_text(encoding="utf-8"), "all of it is lines and letters"
    wanted = QImage(str(tmp_path / "a.png"))
    found = QImage(wanted.size(), QImage.Format.Format_RGB32)
    painter = QPainter(found)
    QSvgRenderer(str(tmp_path / "a.svg")).render(painter)
    painter.end()
    shades = colours_of(view.palette())
    for name in (categorical(shades, 0), shades.muted):  # the curve, and the figures at the axes
        first, second = (ink_of(image, QColor(name)) > 3 for image in (wanted, found))
        assert first.sum() > 10
        assert (first != second).sum() < 0.35 * first.sum()


def test_a_click_into_the_plot_does_no_harm(view: CurveView, qtbot: QtBot) -> None:
    view.show_series([Series("loss", np.arange(50.0), np.arange(50.0))])
    view.show_flags([Flag(10.0, "resumed")])
    with qtbot.waitExposed(view):
        view.show()
    middle = view.view.viewport().rect().center()
    for button in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
        qtbot.mousePress(view.view.viewport(), button, pos=middle)
        qtbot.mouseMove(view.view.viewport(), middle + QPoint(30, 0))
        qtbot.mouseRelease(view.view.viewport(), button, pos=middle + QPoint(30, 0))
    qtbot.mouseDClick(view.view.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert view.isVisible()
