"""Values that are worked out once."""

from __future__ import annotations

from workbench.text.remembered import Remembered


def test_a_value_is_worked_out_once_until_there_are_too_many() -> None:
    asked: list[str] = []

    def length(word: str) -> int:
        asked.append(word)
        return len(word)

    remembered = Remembered(length, most=2)
    assert list(map(remembered.__getitem__, ["a", "bb", "a", "bb"])) == [1, 2, 1, 2]
    assert asked == ["a", "bb"]
    assert remembered["ccc"] == 3
    assert dict(remembered) == {"ccc": 3}
    assert remembered["a"] == 1
    assert asked == ["a", "bb", "ccc", "a"]
