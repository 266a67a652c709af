"""Where cells stand, checked against a plain walk over pitches."""

from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.gui.views.strip_layout import StripLayout, pitches_of


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(1, 6), max_size=40), st.integers(1, 12))
def test_cells_stand_in_order_without_overlap_and_are_found_again(pitches: list[int], width: int) -> None:
    layout = StripLayout.of(pitches, width)
    assert [place for row in range(layout.rows) for place in layout.places(row)] == list(range(len(pitches)))
    for row in range(layout.rows):
        owners = [-1] * width
        for place in layout.places(row):
            assert layout.row_of(place) == row
            for column in range(layout.columns[place], layout.columns[place] + layout.pitches[place]):
                assert owners[column] == -1
                owners[column] = place
        assert [layout.place_at(row, column) for column in range(width)] == owners
        assert owners == sorted(owners, key=lambda place: (place < 0, place))
    assert layout.place_at(layout.rows, 0) == layout.place_at(-1, 0) == layout.place_at(0, -1) == -1


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=40), st.integers(1, 12), st.data())
def test_the_cell_beside_is_one_row_on(pitches: list[int], width: int, data: st.DataObject) -> None:
    layout = StripLayout.of(pitches, width)
    place = data.draw(st.integers(0, len(pitches) - 1))
    for rows in (-1, 1):
        row, found = layout.row_of(place) + rows, layout.beside(place, rows)
        assert found in (layout.places(row) or (0 if rows < 0 else len(pitches) - 1,))


def test_words_have_room_for_other_words_and_signs_stay_small() -> None:
    def advance(text: str) -> int:
        return 9 * len(text)

    assert [pitches_of(text, advance) for text in ("字", ",", "a", "7", "", "is", "was")] == [1, 1, 1, 1, 1, 2, 2]
    assert pitches_of("incomprehensible", advance) == 5
