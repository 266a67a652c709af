import csv
import io
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.gui.views.curve import Axis, Baseline, CurveView, Flag, Series, as_csv, marks_of

STEPS = np.arange(5.0)
BAD = np.array([1.0, np.nan, 2.0, np.inf, 3.0])


@pytest.fixture
def view(dressed: QApplication, qtbot: QtBot) -> CurveView:
    made = CurveView("损失")
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    return made


def test_nan_and_infinity_are_gaps_with_marks_and_leave_the_range_alone(view: CurveView) -> None:
    view.show_series([Series("bad", STEPS, BAD)])
    view.grab()
    low, high = view.plot.viewRange()[1]
    assert 0.5 <= low <= high <= 3.5
    drawn = view._lines[0].main.getOriginalDataset()[1]
    np.testing.assert_array_equal(drawn, [1.0, np.nan, 2.0, np.nan, 3.0])
    assert marks_of(STEPS, BAD) == [(1.0, 1.0, "x"), (3.0, 2.0, "t1")]
    assert len(view._lines[0].marks.points()) == 2
    np.testing.assert_array_equal(view._series[0].value, BAD)


def test_marks_of_series_without_a_finite_value() -> None:
    assert marks_of(STEPS, np.full(5, np.nan)) == []
    assert marks_of(STEPS, np.array([-np.inf, 4.0, 4.0, 4.0, 4.0])) == [(0.0, 4.0, "t")]


def test_a_logarithmic_axis_survives_what_has_no_logarithm(view: CurveView) -> None:
    view.show_series([Series("odd", STEPS, np.array([0.0, -1.0, 10.0, np.nan, 100.0]))])
    view.show_baselines([Baseline("zero", 0.0), Baseline("ten", 10.0)])
    view.set_log(True)
    view.grab()
    drawn = view._lines[0].main.getOriginalDataset()[1]
    np.testing.assert_array_equal(drawn, [np.nan, np.nan, 1.0, np.nan, 2.0])
    assert len(view._levels) == 1
    view.set_log(False)
    assert len(view._levels) == 2


def test_smoothed_lines_stand_before_faint_raw_ones(view: CurveView) -> None:
    view.show_series([Series("loss", STEPS, np.arange(5.0)), Series("eval", STEPS, np.arange(5.0), smoothed=False)])
    assert view._lines[0].raw.getOriginalDataset()[1] is None or not len(view._lines[0].raw.getOriginalDataset()[1])
    view.set_smoothing(0.9)
    np.testing.assert_array_equal(view._lines[0].raw.getOriginalDataset()[1], np.arange(5.0))
    np.testing.assert_array_equal(view._lines[1].main.getOriginalDataset()[1], np.arange(5.0))


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
    assert len(view._levels) == 1
    view.set_axis(Axis.TIME)
    assert view._levels == []


def test_csv_holds_the_values_as_they_are_and_the_factor() -> None:
    rows = list(csv.reader(io.StringIO(as_csv([Series("北", STEPS, BAD)], 0.5))))
    assert rows[0][-1] == "smoothed 0.5"
    assert [row[4] for row in rows[1:]] == ["1", "nan", "2", "inf", "3"]


@pytest.mark.parametrize("suffix", ["png", "svg", "csv"])
def test_it_is_saved(view: CurveView, tmp_path: Path, suffix: str) -> None:
    view.show_series([Series("北京", STEPS, BAD)])
    view.save(tmp_path / f"曲线.{suffix}")
    assert (tmp_path / f"曲线.{suffix}").stat().st_size > 100
