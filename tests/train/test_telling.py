"""How far long work is, told now and then."""

from __future__ import annotations

import pytest

from workbench.train.telling import Telling


def test_the_first_word_comes_at_once_and_others_not_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []
    now = 100.0
    monkeypatch.setattr("workbench.train.telling.time.monotonic", lambda: now)
    telling = Telling(told.append)
    telling(5, 0)
    assert told == [], "nobody knows how much there is"
    telling(1, 10)
    telling(2, 10)
    now += 0.4
    telling(3, 10)
    now += 0.2
    telling(4, 10)
    assert told == [0.1, 0.4]
