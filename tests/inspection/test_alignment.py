"""One sentence, two vocabularies."""

from __future__ import annotations

from workbench.inspection.alignment import Span, common_groups


def test_characters_beside_words() -> None:
    text = "北京大学在"
    characters: list[Span] = [None, *((0, at, at + 1) for at in range(5)), None]
    words: list[Span] = [None, (0, 0, 2), (0, 2, 4), (0, 4, 5), None]
    mine, theirs = common_groups(characters, words, [text])
    assert [one.text for one in mine] == ["[CLS]", "北京", "大学", "在", "[SEP]"]
    assert [(one.start, one.end) for one in mine] == [(0, 1), (1, 3), (3, 5), (5, 6), (6, 7)]
    assert [(one.start, one.end) for one in theirs] == [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]


def test_borders_that_cross_become_one_piece() -> None:
    mine, theirs = common_groups([None, (0, 0, 2), (0, 2, 3), None], [None, (0, 0, 1), (0, 1, 3), None], ["abc"])
    assert [one.text for one in mine] == ["[CLS]", "abc", "[SEP]"]
    assert [(one.start, one.end) for one in theirs] == [(0, 1), (1, 3), (3, 4)]


def test_words_join_the_tokens_of_both() -> None:
    tokens: list[Span] = [None, (0, 0, 1), (0, 1, 2), (0, 2, 3), None]
    mine, theirs = common_groups(tokens, tokens, ["abc"], [(0, 0, 2)])
    assert [one.text for one in mine] == ["[CLS]", "ab", "c", "[SEP]"]
    assert mine == theirs


def test_pairs_with_one_and_with_two_separators() -> None:
    bert: list[Span] = [None, (0, 0, 1), None, (1, 0, 1), None]
    roberta: list[Span] = [None, (0, 0, 1), None, None, (1, 0, 1), None]
    mine, theirs = common_groups(bert, roberta, ["a", "b"])
    assert [one.text for one in mine] == ["[CLS]", "a", "[SEP]", "b", "[SEP]"]
    assert [(one.start, one.end) for one in theirs] == [(0, 1), (1, 2), (2, 4), (4, 5), (5, 6)]


def test_what_one_side_has_no_token_for_is_left_out_of_both() -> None:
    mine, theirs = common_groups([None, (0, 0, 1), (0, 2, 3), None], [None, (0, 0, 1), (0, 1, 2), (0, 2, 3), None],
                                 ["a\u200bc"])  # fmt: skip
    assert [one.text for one in mine] == ["[CLS]", "a", "c", "[SEP]"]
    assert [(one.start, one.end) for one in theirs] == [(0, 1), (1, 2), (3, 4), (4, 5)]
