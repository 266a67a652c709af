import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.gui.views.curve import CurveView
from workbench.gui.views.curve_data import Series
from workbench.gui.views.curve_lines import Scale
from workbench.gui.views.curve_traces import Ladder

NUMBERS = st.lists(st.floats(-100, 100) | st.just(float("nan")), min_size=1, max_size=300)


@given(NUMBERS, st.integers(1, 12), st.floats(-20, 200), st.floats(1, 400))
def test_columns_hold_the_extremes_of_all_points_between_them(
    values: list[float], count: int, left: float, width: float
) -> None:
    """R097: thinning loses no peak."""
    y = np.array(values)
    ladder = Ladder(np.arange(len(values)) * 0.7, y)
    columns = ladder.columns(np.linspace(left, left + width, count + 1))
    assert (columns.first[1:] == columns.last[:-1]).all(), "no point is left out and none counts twice"
    first, last = ladder.stretch(left, left + width)
    if columns.place.size:
        assert columns.first[0] <= max(first, 0)
        assert columns.last[-1] >= min(last, len(values)) - 1
    for begin, end, low, high in zip(columns.first, columns.last, columns.low, columns.high, strict=True):
        known = y[begin:end][np.isfinite(y[begin:end])]
        if known.size:
            assert (low, high) == (known.min(), known.max())
        else:
            assert np.isnan([low, high]).all()


def test_bounds_leave_out_what_is_missing() -> None:
    ladder = Ladder(np.arange(9.0), np.array([np.nan, 3.0, 1.0, np.nan, 7.0, 2.0, 2.0, 2.0, np.nan]))
    assert ladder.bounds(0) == (0.0, 8.0)
    assert ladder.bounds(1) == (1.0, 7.0)
    assert Ladder(np.arange(2.0), np.full(2, np.nan)).bounds(1) is None
    assert Ladder(np.zeros(0), np.zeros(0)).bounds(0) is None


@pytest.fixture
def view(dressed: QApplication, qtbot: QtBot) -> CurveView:
    made = CurveView(legend=False)
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show()
    return made


def columns_with_ink(view: CurveView, colour: QColor) -> list[bool]:
    """For each column of pixels whether the colour is in it."""
    view.grab()
    image = view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1)[:, : image.width()]
    return list((rows == colour.rgb()).any(axis=0))


def rows_with_ink(view: CurveView, colour: QColor) -> list[list[int]]:
    """For each column of pixels of the plot the rows that the colour is in."""
    view.grab()
    image = view.view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1)[:, : image.width()]
    return [np.flatnonzero(column == colour.rgb()).tolist() for column in pixels.T]


def stretches_of(ink: list[bool]) -> int:
    """How many pieces a line consists of."""
    return sum(now and not before for before, now in zip([False, *ink], ink, strict=False))


@pytest.mark.parametrize("points", [100, 50_000])
def test_a_gap_is_seen_close_up_and_far_out(view: CurveView, points: int) -> None:
    values = np.sin(np.linspace(0, 9, points))
    view.show_series([Series("whole", np.arange(float(points)), values)])
    colour = view.traces.traces[0].colour
    assert stretches_of(columns_with_ink(view, colour)) == 1
    broken = values.copy()
    broken[points // 2 : points * 6 // 10] = np.nan
    view.show_series([Series("broken", np.arange(float(points)), broken)])
    view.signs.show_signs([])
    assert stretches_of(columns_with_ink(view, colour)) == 2


@pytest.mark.parametrize("points", [1_900, 100_000])
def test_a_line_on_a_logarithmic_axis_has_no_spikes(view: CurveView, points: int) -> None:
    """Where points lie thin, neither a jump to the height of the point before nor a block of many points is drawn."""
    steps = np.arange(1.0, points + 1.0)
    view.show_series([Series("rises", steps, np.log10(steps))])
    view.set_scale(Scale(log_x=True))
    rows = rows_with_ink(view, view.traces.traces[0].colour)
    assert sum(map(bool, rows)) > 350
    assert max(max(found) - min(found) for found in rows if found) <= 3


@given(st.integers(1, 5000), st.integers(1, 200))
def test_columns_of_a_logarithmic_axis_reach_no_further_than_the_next(count: int, num_columns: int) -> None:
    x = np.log10(np.arange(1.0, count + 1.0))
    ladder, edges = Ladder(x, x), np.linspace(-0.1, x[-1] + 0.1, num_columns + 1)
    columns = ladder.columns(edges)
    assert columns.first[0] == 0
    assert columns.last[-1] == count
    assert (columns.first[1:] == columns.last[:-1]).all()
    width = edges[1] - edges[0]
    for place, low, high in zip(columns.place, columns.low, columns.high, strict=True):
        assert low >= edges[0] + place * width - 1e-9
        assert high <= edges[0] + (place + 2) * width + 1e-9


def test_a_pause_without_points_is_bridged(view: CurveView) -> None:
    steps = np.concatenate([np.arange(20_000.0), 40_000 + np.arange(20_000.0)])
    view.show_series([Series("paused", steps, np.full(steps.size, 2.0))])
    assert stretches_of(columns_with_ink(view, view.traces.traces[0].colour)) == 1


def test_styles_of_lines_are_seen_far_out(view: CurveView) -> None:
    steps = np.arange(50_000.0)
    view.show_series([Series("dashed", steps, np.full(steps.size, 2.0), line=1)])
    assert stretches_of(columns_with_ink(view, view.traces.traces[0].colour)) > 10
