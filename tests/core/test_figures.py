"""Numbers in texts for people."""

from __future__ import annotations

import pytest

from workbench.core.figures import percent, percent_of


@pytest.mark.parametrize(
    ("share", "digits", "told"), [(0.158, 1, "15.8%"), (0.0, 0, "0%"), (1.0, 2, "100.00%"), (0.12345, 3, "12.345%")]
)
def test_a_share(share: float, digits: int, told: str) -> None:
    assert percent(share, digits) == told


def test_a_part_of_nothing_is_none() -> None:
    assert percent_of(1, 3) == "33.3%"
    assert percent_of(0, 0) == "0.0%"
