import math

import pytest

from workbench.gui.figures import duration, four_digits, grouped, percent, short, size

THIN = "\u2009"


def test_short_numbers() -> None:
    assert short(3_213_312) == f"3.21{THIN}M"
    assert short(999) == "999"
    assert short(1500) == f"1.5{THIN}k"
    assert short(2.5) == "2.5"
    assert short(9.99e14) == f"999{THIN}T"
    assert short(1e300) == "1e+300"


def test_four_digits_keep_their_width() -> None:
    assert [four_digits(number) for number in (7.0, 0.5, 537.52, 4318.4, 1e300)] == [
        "7.000", "0.5000", "537.5", "4318", "1.000e+300",
    ]  # fmt: skip
    assert grouped(12430) == "12,430"


def test_sizes_and_shares() -> None:
    assert size(1 << 30) == f"1{THIN}GiB"
    assert size(100) == f"100{THIN}B"
    assert percent(0.158) == f"15.8{THIN}%"


@pytest.mark.parametrize(
    ("seconds", "text"), [(7, "0:07"), (190, "3:10"), (3729, "1:02:09"), (math.nan, "–"), (math.inf, "–"), (-1, "–")]
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text
