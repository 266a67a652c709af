"""Tags of the BIO family: what every scheme says, and what is made of what none says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text.readers.tags import TaggedToken, TaggedUnit, TagReader, parse_tag

Told = list[tuple[int, str]]


def read(tags: str, text: str = "") -> tuple[list[tuple[int, int, str]], Told]:
    """The units of one sentence (``_`` for a line without a tag), and what was told of it as line and kind."""
    told: Told = []
    names = tags.split()
    block = [
        TaggedToken(text[place : place + 1] or "字", None if tag == "_" else tag, place + 1)
        for place, tag in enumerate(names)
    ]
    reader = TagReader.of(block, lambda line, kind, template, /, **values: told.append((line, kind)))
    return [(unit.first, unit.last, unit.name) for unit in reader.units(block, characters=True)], told


@pytest.mark.parametrize(
    "tags",
    [
        "B-P I-P O B-L O B-P B-P I-P",  # BIO
        "B-P E-P O S-L O S-P B-P E-P",  # BIOES, and BMES without a middle
        "B_P L_P O U_L O W_P B_P L_P",  # other letters
    ],
)
def test_every_scheme_says_the_same(tags: str) -> None:
    assert read(tags) == ([(0, 1, "P"), (3, 3, "L"), (5, 5, "P"), (6, 7, "P")], [])


def test_middles() -> None:
    assert read("B-ORG M-ORG M-ORG E-ORG S-PER") == ([(0, 3, "ORG"), (4, 4, "PER")], [])
    assert read("B I I O B") == ([(0, 2, ""), (4, 4, "")], [])


@pytest.mark.parametrize(
    ("tags", "units", "told"),
    [
        ("I-P I-P", [(0, 1, "P")], [(1, "no-beginning")]),
        ("B-P O I-P", [(0, 0, "P"), (2, 2, "P")], [(3, "no-beginning")]),
        ("B-P I-L I-L", [(0, 0, "P"), (1, 2, "L")], [(2, "other-class")]),
        ("B-P _ I-P", [(0, 0, "P"), (2, 2, "P")], [(2, "no-tag"), (3, "no-beginning")]),
        ("B-P PER O", [(0, 0, "P")], [(2, "unknown-tag")]),
        ("B-P I-P B-P B-P E-P S-P", [(0, 1, "P"), (2, 2, "P"), (3, 4, "P"), (5, 5, "P")], [
            (5, "other-scheme"), (6, "other-scheme")
        ]),
        ("S-P B-P E-P S-P B-P O B-P", [(0, 0, "P"), (1, 2, "P"), (3, 3, "P"), (4, 4, "P"), (6, 6, "P")], [
            (5, "no-end"), (7, "no-end")
        ]),
        ("B-P E-P S-P E-P", [(0, 1, "P"), (2, 2, "P"), (3, 3, "P")], [(4, "no-beginning")]),
    ],
)  # fmt: skip
def test_what_is_odd_is_repaired_and_told(tags: str, units: list[tuple[int, int, str]], told: Told) -> None:
    assert read(tags) == (units, told)


def test_tokens_that_are_no_characters() -> None:
    told: Told = []
    block = [TaggedToken(text, "O", line) for line, text in enumerate(["上海", " ", "iPhone", "京"], 1)]
    reader = TagReader(False, lambda line, kind, template, /, **values: told.append((line, kind)))
    assert reader.units(block, characters=True) == []
    assert told == [(1, "long-token"), (2, "blank-token")]
    told.clear()
    reader.units(block, characters=False)
    assert told == [(2, "blank-token")]


@given(st.lists(st.sampled_from(["B-P", "I-P", "I-L", "M-P", "E-P", "S-L", "L-P", "U-P", "O", "_", "X"]), max_size=30))
def test_units_are_in_order_and_cover_every_tagged_token_once(tags: list[str]) -> None:
    units, _ = read(" ".join(tags))
    covered = [place for first, last, _ in units for place in range(first, last + 1)]
    assert covered == [place for place, tag in enumerate(tags) if tag != "_" and parse_tag(tag) is not None]
    assert all(TaggedUnit(*unit).first <= TaggedUnit(*unit).last for unit in units)
