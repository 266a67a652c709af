import csv
import io
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.gui.views.curve import Axis, Baseline, CurveView, Flag, Series, as_csv, marks_of
from workbench.gui.views.smoothing import smooth

STEPS = np.arange(5.0)
BAD = np.array([1.0, np.nan, 2.0, np.inf, 3.0])


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
    view.show_series([Series("bad", STEPS, BAD)])
    view.grab()
    low, high = view.plot.viewRange()[1]
    assert 0.5 <= low <= high <= 3.5
    np.testing.assert_array_equal(drawn(view, 0), [1.0, np.nan, 2.0, np.nan, 3.0])
    assert marks_of(STEPS, BAD) == [(1.0, 1.0, "x"), (3.0, 2.0, "t1")]
    assert len(view._marks.points()) == 2
    np.testing.assert_array_equal(view._series[0].value, BAD)


def test_marks_of_series_without_a_finite_value() -> None:
    assert marks_of(STEPS, np.full(5, np.nan)) == []
    assert marks_of(STEPS, np.array([-np.inf, 4.0, 4.0, 4.0, 4.0])) == [(0.0, 4.0, "t")]


def test_a_logarithmic_axis_survives_what_has_no_logarithm(view: CurveView) -> None:
    view.show_series([Series("odd", STEPS, np.array([0.0, -1.0, 10.0, np.nan, 100.0]))])
    view.show_baselines([Baseline("zero", 0.0), Baseline("ten", 10.0)])
    view.set_log(True)
    view.grab()
    np.testing.assert_array_equal(drawn(view, 0), [np.nan, np.nan, 1.0, np.nan, 2.0])
    assert [level.at for level in view.notes.levels] == [1.0]
    view.set_log(False)
    assert [level.at for level in view.notes.levels] == [0.0, 10.0]


def test_smoothed_lines_stand_before_faint_raw_ones(view: CurveView) -> None:
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
    """Far out each column spans exactly its smoothed points; close up they are drawn themselves: the same values."""
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


def test_the_read_out_can_be_left_out(dressed: QApplication, qtbot: QtBot) -> None:
    view = CurveView(read_out=False)
    qtbot.addWidget(view)
    view.resize(400, 200)
    view.show()
    view.show_series([Series("a", STEPS, STEPS)])
    view.point_at(2.0)
    assert view.read_out.isHidden()
    assert view.values_at(2.0) == [("a", 2.0, 2.0)]


def test_labels_meet_neither_each_other_nor_the_edges_nor_the_read_out(view: CurveView) -> None:
    steps = np.arange(1.0, 601.0)
    view.show_series([Series("loss", steps, np.linspace(9, 6, 600))])
    view.show_baselines([Baseline("uniform", 8.98), Baseline("unigram", 6.35), Baseline("close by", 6.3)])
    view.show_flags([Flag(step, "saved") for step in (1, 110, 115, 500, 550, 600)])
    for size in ((600, 300), (300, 200)):
        view.resize(*size)
        view.grab()
        levels, flags = view.notes.arranged()
        boxes = [box for _, _, box in (*levels, *flags) if box]
        area = QRectF(QPointF(0, 0), view.plot.getViewBox().size())
        assert all(area.contains(box) for box in boxes)
        assert not any(one.intersects(other) for one, other in combinations(boxes, 2))
        assert not any(box.intersects(view.notes._covered) for box in boxes)
        assert all(box and box.left() < 10 for _, _, box in levels[:2])
        assert len(boxes) >= 6


def test_the_read_out_finds_the_nearest_point_of_every_series(view: CurveView) -> None:
    view.show_series([Series("a", STEPS, STEPS * 2), Series("b", STEPS[:2], STEPS[:2])])
    assert view.values_at(2.4) == [("a", 2.0, 4.0), ("b", 1.0, 1.0)]
    assert view.values_at(float("nan")) == [("a", 4.0, 8.0), ("b", 1.0, 1.0)]
    view.point_at(2.4)
    assert "<b>4</b>" in view.read_out.text()


def test_the_x_axis_can_be_tokens_or_time(view: CurveView) -> None:
    view.show_series([Series("a", STEPS, STEPS, tokens=STEPS * 1000, time=STEPS * 60)])
    for axis, last in ((Axis.TOKENS, 4000.0), (Axis.TIME, 240.0), (Axis.STEP, 4.0)):
        view.set_axis(axis)
        assert view.values_at(float("nan"))[0][1] == last
    view.set_axis(Axis.TIME)
    assert view._ticks.tickStrings([190.0], 1.0, 1.0) == ["3:10"]


def test_empty_and_shrinking_series(view: CurveView) -> None:
    view.show_series([Series("none", np.zeros(0), np.zeros(0)), Series("a", STEPS, STEPS)])
    view.grab()
    view.show_series([])
    view.grab()
    assert view.values_at(1.0) == []


def test_flags_belong_to_the_step_axis(view: CurveView) -> None:
    view.show_flags([Flag(2.0, "saved")])
    assert [flag.at for flag in view.notes.flags] == [2.0]
    view.set_axis(Axis.TIME)
    assert not view.notes.flags


def test_csv_holds_the_values_as_they_are_and_the_factor() -> None:
    rows = list(csv.reader(io.StringIO(as_csv([Series("北", STEPS, BAD)], 0.5))))
    assert rows[0][-1] == "smoothed 0.5"
    assert [row[4] for row in rows[1:]] == ["1", "nan", "2", "inf", "3"]


@pytest.mark.parametrize("suffix", ["png", "svg", "csv"])
def test_it_is_saved(view: CurveView, tmp_path: Path, suffix: str) -> None:
    view.show_series([Series("北京", STEPS, BAD)])
    view.save(tmp_path / f"曲线.{suffix}")
    assert (tmp_path / f"曲线.{suffix}").stat().st_size > 100
