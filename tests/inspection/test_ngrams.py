"""N-grams of a sentence: rivals, winners, order, examples, and what is written of them."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from workbench.core.texts import untranslated
from workbench.inspection.examples import Expected, example_of, examples, not_in_lists
from workbench.inspection.ngram_contest import Order, arranged, contested, groups_of, winners
from workbench.inspection.ngram_picture import ColourScale, Columns, NgramPicture, ReadCheckpoints, Wanted, make_picture
from workbench.inspection.ngram_svg import ngram_html, ngram_svg
from workbench.inspection.ngrams import Dropped, NgramInspection, Quantity

Make = Callable[..., NgramInspection]
TEXT = "我们要提高速度。"


@pytest.fixture
def found(found_ngrams: Make) -> NgramInspection:
    """我们 by itself; 提高, 高速, 速度 and 提高速度 against each other, in three layers; 要提 beside them, dropped."""
    return found_ngrams(
        TEXT,
        [
            ("我们", 0, (0.1, 0.1, 0.1)),
            ("提高", 3, (0.2, 0.3, 0.2)),
            ("高速", 4, (0.4, 0.1, 0.2)),
            ("速度", 5, (0.1, 0.2, 0.2)),
            ("提高速度", 3, (0.2, 0.2, 0.2)),
            ("要提", 2, Dropped.FREQUENT),
        ],
    )


def picture(
    found: NgramInspection, only: frozenset[int] | None = None, scale: ColourScale = ColourScale.COLUMN
) -> NgramPicture:
    read = ReadCheckpoints({10: found}, {10: 0.5}, example_of(TEXT))
    return make_picture(read, Wanted(10, Quantity.INJECTED, scale=scale, only=only))


def test_those_that_share_a_character_are_a_group(found: NgramInspection) -> None:
    groups = groups_of(found.candidates)
    assert groups == [0, 1, 1, 1, 1, 1]
    assert contested(found.candidates, groups) == {1}


def test_a_dropped_one_joins_nobody_else_together(found_ngrams: Make) -> None:
    """It stands where it shares the most, and those on both sides of it stay apart."""
    made = found_ngrams("一二三四五六", [("一二", 0, (1,)), ("二三四五", 1, Dropped.SHUFFLE), ("四五六", 3, (1,))])
    assert groups_of(made.candidates) == [0, 1, 1]
    assert contested(made.candidates, [0, 1, 1]) == set()
    alone = found_ngrams("一二三", [("一二", 0, Dropped.SHUFFLE), ("二三", 1, Dropped.SHUFFLE)])
    assert groups_of(alone.candidates) == [0, 0]


def test_winners_are_taken_from_the_greatest_value_down(found: NgramInspection) -> None:
    """Layer 1: 高速 is the greatest and shuts out all; layer 2: 提高, then 速度 beside it, though 提高速度 is as great;
    layer 3: of equal ones the longest."""
    won = winners(found.candidates, found.values(Quantity.INJECTED))
    names = [{one.text for one, wins in zip(found.candidates, column, strict=True) if wins} for column in won.T]
    assert names == [{"我们", "高速"}, {"我们", "提高", "速度"}, {"我们", "提高速度"}]


def test_a_value_that_is_no_number_comes_last(found_ngrams: Make) -> None:
    made = found_ngrams("一二三", [("一二", 0, (np.nan,)), ("二三", 1, (0.1,))])
    assert winners(made.candidates, made.values(Quantity.SHARE)).tolist() == [[False], [True]]


def test_rounding_decides_nothing(found_ngrams: Make) -> None:
    made = found_ngrams("一二三", [("一二", 0, (0.05263157, 0.0527)), ("二三", 1, (0.05263161, 0.0526))])
    assert winners(made.candidates, made.values(Quantity.SHARE)).tolist() == [[True, True], [False, False]]


def test_how_far_a_winner_is_ahead(found_ngrams: Make) -> None:
    """Of its strongest rival, be that a loser or not."""
    rows = [("一二", 0, (0.3, 0.2)), ("二三", 1, (0.2, 0.201)), ("三四", 2, (0.1, 0.1)), ("五六", 4, (0.1, 0.1))]
    shown = make_picture(ReadCheckpoints({1: found_ngrams("一二三四五六", rows)}), Wanted(1, Quantity.INJECTED))
    assert shown.rivals.tolist() == [[1, 1], [0, 0], [1, 1], [-1, -1]]
    np.testing.assert_allclose(shown.lead[:, 0], [0.5, -1 / 3, -0.5, np.inf], rtol=1e-5)
    assert [shown.is_clear(place, 0) for place in range(4)] == [True, False, False, True]
    assert not shown.is_clear(1, 1), "half a per cent is not enough"


def test_groups_stay_together_in_any_order(found: NgramInspection) -> None:
    groups, values = groups_of(found.candidates), found.values(Quantity.INJECTED)[:, 0]

    def names(order: Order) -> list[list[str]]:
        return [
            [found.candidates[place].text for place in members]
            for members in arranged(found.candidates, groups, order, values)
        ]

    assert names(Order.PLACE) == [["我们"], ["要提", "提高速度", "提高", "高速", "速度"]]
    assert names(Order.LENGTH) == [["提高速度", "要提", "提高", "高速", "速度"], ["我们"]]
    assert names(Order.VALUE) == [["高速", "提高速度", "提高", "速度", "要提"], ["我们"]]


def test_what_is_dropped_has_no_value_and_a_reason(found: NgramInspection) -> None:
    assert np.isnan(found.values(Quantity.SHARE)[5]).all()
    assert str(found.why_dropped(found.candidates[5])) == "dropped: not among the 5 most frequent"
    assert str(found.why_dropped(found.candidates[0])) == ""


def test_the_scale_is_the_same_at_every_checkpoint(found_ngrams: Make) -> None:
    early = found_ngrams("一二", [("一二", 0, (0.1, 0.2, 0.3))])
    late = found_ngrams("一二", [("一二", 0, (0.8, 0.4, 0.3))])
    read = ReadCheckpoints({10: early, 20: late})
    for step in (10, 20):
        shown = make_picture(read, Wanted(step, Quantity.INJECTED, scale=ColourScale.ALL))
        assert shown.highs.tolist() == pytest.approx([0.8, 0.8, 0.8])
        assert shown.current == 2
        each = make_picture(read, Wanted(step, Quantity.INJECTED))
        assert each.highs.tolist() == pytest.approx([0.8, 0.4, 0.3])
        whole = make_picture(read, Wanted(step, Quantity.INJECTED, scale=ColourScale.RANGE))
        assert whole.bounds == pytest.approx((0.1, 0.8))
    by_step = make_picture(read, Wanted(20, Quantity.INJECTED, Columns.CHECKPOINTS, layer=0))
    assert by_step.values.tolist() == [pytest.approx([0.1, 0.8])]
    assert (by_step.names, by_step.current) == (("10", "20"), 1)
    received = make_picture(read, Wanted(10, Quantity.RECEIVED, layer=2))
    assert (len(received.names), received.wanted.layer) == (2, 1), "the last n-gram layer in place of one without"


def test_only_some_are_shown_but_all_compete(found: NgramInspection) -> None:
    shown = picture(found, only=frozenset({1}))
    assert shown.groups == [[1]]
    assert shown.winner_words([1], 0) == "高速"
    assert shown.wins(1) == [1]
    assert shown.wins(0) == [], "nobody contests it"


def test_the_table_can_be_read_back(found: NgramInspection) -> None:
    shown = picture(found)
    rows = list(csv.reader(io.StringIO(shown.as_csv(untranslated))))
    assert rows[0] == [
        "B: injected norm, layer by layer; step 10, epoch 0.50; scale: each column", "start", "length", "count",
        "dropped", "group", "example", "1", "2", "3", "wins in",
    ]  # fmt: skip
    by_name = {row[0]: row[1:] for row in rows[1:]}
    assert by_name["提高"] == ["4", "2", "98", "", "2", "valid", "0.2", "0.3", "0.2", "2"]
    assert by_name["要提"][3:] == ["dropped: not among the 5 most frequent", "2", "", "", "", "", ""]
    arrays = shown.arrays(untranslated)
    assert arrays["ngrams"].tolist() == [row[0] for row in rows[1:]]
    np.testing.assert_array_equal(arrays["values"], found.values(Quantity.INJECTED)[shown.rows])
    assert arrays["all_values"].shape == (1, 6, 3)
    assert (arrays["steps"].tolist(), arrays["epochs"].tolist()) == ([10], [0.5])
    assert arrays["example"].tolist() == ["valid", "", "valid", "valid", "misleading", "valid"]


def test_a_drawing_says_each_value_and_who_wins(found: NgramInspection) -> None:
    drawing = ngram_svg(picture(found), untranslated)
    root = ElementTree.fromstring(drawing)
    titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "高速, layer 1: 0.4000" in titles
    assert "提高 速度" in titles, "the winners of layer 2"
    rings = [circle for circle in root.iter("{http://www.w3.org/2000/svg}circle") if circle.get("fill") != "#000"]
    assert [ring.get("fill") for ring in rings] == ["none", "#fff", "#fff", "none"], "提高速度 in layer 3 is not ahead"
    assert "✗ 高速" in drawing
    assert ">1</text>" in drawing, "the end of a bar of shares"
    ends = ngram_svg(picture(found, scale=ColourScale.ALL), untranslated)
    assert ">0.4</text>" in ends
    assert "not among the 5 most frequent" in drawing


def test_what_stands_in_a_sentence_stays_text(found_ngrams: Make) -> None:
    made = found_ngrams("<b>&", [("<b>&", 0, (1.0, 1.0))])
    shown = make_picture(ReadCheckpoints({1: made}), Wanted(1))
    ElementTree.fromstring(ngram_svg(shown, untranslated))
    assert "<b>" not in ngram_html([shown], untranslated)


def test_a_page_says_formula_rule_and_what_the_lists_lack(found_ngrams: Make, found: NgramInspection) -> None:
    page = ngram_html([picture(found)], untranslated)
    for words in ("divided by the sum of these lengths", "from the greatest value down"):
        assert words in page
    assert "do not have" not in page
    few = ngram_html([picture(found_ngrams(TEXT, [("高速", 4, (1.0, 1.0))]))], untranslated)
    assert "do not have 我们, 提高, 提高速度, 速度." in few


def test_a_page_says_how_alike_vectors_are(found_ngrams: Make, found: NgramInspection) -> None:
    assert "by n-gram layer: 0.5000 0.5000. At 1" in ngram_html([picture(found)], untranslated)
    lonely = replace(found, cosines=(None, None))
    assert "Mean cosine" not in ngram_html([picture(lonely)], untranslated)
    assert np.isnan(picture(lonely).arrays(untranslated)["cosines"]).tolist() == [[True, True]]


def test_every_example_has_its_ngrams_where_they_are_said_to_be() -> None:
    marked = [one for one in examples() if one.marks]
    assert len(marked) >= 10
    for one in marked:
        kinds = set(one.marks.values())
        assert kinds == {Expected.VALID, Expected.MISLEADING}, one.text
        misleading = [span for span, kind in one.marks.items() if kind is Expected.MISLEADING]
        valid = [span for span, kind in one.marks.items() if kind is Expected.VALID]
        for start, end in misleading:
            assert any(a < end and start < b for a, b in valid), f"{one.text}: {one.text[start:end]} has no rival"


def test_one_of_several_places_is_meant_by_its_surroundings() -> None:
    example = examples()[0]
    places = [example.text.index("高速公路"), example.text.index("高速度")]
    assert [example.marks[at, at + 2] for at in places] == [Expected.VALID, Expected.MISLEADING]


def test_what_the_lists_lack_of_an_example(found_ngrams: Make) -> None:
    made = found_ngrams(TEXT, [("高速", 4, (1.0,))])
    assert not_in_lists(example_of(f" {TEXT} "), made) == ["我们", "提高", "提高速度", "速度"]
    assert not_in_lists(example_of("我们"), made) == []
