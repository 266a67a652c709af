"""The curve of the learning rate."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.gui.views.rate_curve import RateCurve, RatePicture


@pytest.fixture
def view(dressed: QApplication, qtbot: QtBot) -> RateCurve:
    made = RateCurve()
    qtbot.addWidget(made)
    made.resize(416, 150)
    return made


def triangle(step: int) -> float:
    """Up to 0.5 at step 100 of 400."""
    return 0.5 * min(step / 100, (400 - step) / 300)


def test_peak_and_warm_up_are_said(view: RateCurve) -> None:
    view.show_rates(RatePicture(400, triangle, 100, 100, [200]))
    assert view.accessibleDescription() == "peak 0.5 at step 100. warm-up until step 100"
    view.show_rates(RatePicture(400, triangle, 100, 0))
    assert view.accessibleDescription() == "peak 0.5 at step 100"


@pytest.mark.parametrize(("x", "words"), [(0, "step 0: 0"), (108, "step 100: 0.5"), (415, "step 400: 0")])
def test_the_rate_under_the_mouse(view: RateCurve, x: int, words: str) -> None:
    view.show_rates(RatePicture(400, triangle, 100, 100))
    assert view.text_at(QPoint(x, 80)) == words


def test_what_differs_is_drawn(view: RateCurve) -> None:
    pictures = (
        RatePicture(400, triangle, 100, 100),
        RatePicture(400, triangle, 100, 0),
        RatePicture(400, triangle, 100, 100, [200]),
        RatePicture(400, lambda step: 0.5, 0, 100),
        RatePicture(1, lambda step: 0.0, 0, 0),
    )
    drawn = []
    for picture in pictures:
        view.show_rates(picture)
        drawn.append(view.grab().toImage())
    assert all(one != other for place, one in enumerate(drawn) for other in drawn[:place])


def test_a_jump_is_drawn_however_long_the_run(view: RateCurve) -> None:
    """BERT's last step of warm-up is the highest: it is among the points, and so is the first after it."""
    view.show_rates(RatePicture(1_000_000, triangle, 9_999, 10_000))
    sampled = view._sampled(view._area())
    assert {0, 9_999, 10_000, 1_000_000} <= set(sampled)
    assert len(sampled) < 500
