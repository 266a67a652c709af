"""Files that say where units are: their text, the exact places, and what is told of odd lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text.readers.boundaries import place_spans, read_spans, read_tagged
from workbench.text.readers.decoding import Source
from workbench.text.readers.opening import NotCorpusError
from workbench.text.readers.pieces import PartSpan, Piece
from workbench.text.readers.settings import DocumentRule, ImportSettings
from workbench.text.readers.spans import TextSpan
from workbench.text.sentences import split_sentences

Found = tuple[list[Piece], dict[str, list[int]]]
Read = Callable[..., Found]
BROKEN = (
    "张\tB-PER\n三\tI-PER\n在\tO\n北\tI-LOC\n京\tI-LOC\n\n\n"
    "李\tB-PER\n四\n \tO\n。\tO\n王\tB-PER\n五\tE-PER\n住\tS-LOC\n上海\tB-LOC\n在\tI-ORG\n"
)


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """The pieces of a file with this content, and the lines of its notes by kind."""

    def pieces(
        content: str, reader: object = read_tagged, **settings: object
    ) -> tuple[list[Piece], dict[str, list[int]]]:
        path = tmp_path / "file"
        path.write_text(content, encoding="utf-8", newline="")
        source = Source(path, "file", "utf-8")
        found = list(reader(source, ImportSettings.model_validate(settings)))  # type: ignore[operator]
        notes: dict[str, list[int]] = {}
        for note in source.notes.all():
            notes.setdefault(note.kind, []).append(note.line)
        return found, notes

    return pieces


def units(pieces: list[Piece]) -> list[tuple[str, str]]:
    """Texts and classes of all units."""
    return [(piece.parts[part][start:end], name) for piece in pieces for part, start, end, name in piece.spans or ()]


def test_a_broken_file_is_read_with_every_oddity_told(read: Read) -> None:
    pieces, notes = read(BROKEN)
    assert [piece.parts for piece in pieces] == [("张三在北京",), ("李四 。王五住上海在",)]
    assert [(piece.line, piece.begins) for piece in pieces] == [(1, True), (8, True)]
    assert units(pieces) == [
        ("张三", "PER"), ("北京", "LOC"), ("李", "PER"), ("王五", "PER"), ("住", "LOC"), ("上海", "LOC"), ("在", "ORG")
    ]  # fmt: skip
    assert notes == {
        "no-beginning": [4], "no-tag": [9], "blank-token": [10], "other-scheme": [13, 14], "long-token": [15],
        "other-class": [16], "boundaries": [0],
    }  # fmt: skip


def test_the_whole_file_may_be_one_document(read: Read) -> None:
    pieces, _ = read(BROKEN, documents=DocumentRule.FILE)
    assert [piece.begins for piece in pieces] == [True, False]


def test_words_are_joined_with_blanks_and_characters_are_not(read: Read) -> None:
    pieces, _ = read("EU NNP B-NP B-ORG\nrejects VBZ B-VP O\nGerman JJ B-NP B-MISC\ncall NN I-NP O\n. . O O\n")
    assert pieces[0].parts == ("EU rejects German call .",)
    assert units(pieces) == [("EU", "ORG"), ("German", "MISC")]
    pieces, _ = read("我 O\n用 O\niPhone B-X\nPro I-X\n1 O\n5 O\n，\tO\n")
    assert pieces[0].parts == ("我用iPhone Pro15，",)
    assert units(pieces) == [("iPhone Pro", "X")]


def test_what_cleaning_drops_moves_no_unit(read: Read) -> None:
    pieces, notes = read("\u200b O\n张 B-P\n\x00 I-P\n三 I-P\n，\tO\n".replace(" ", "\t"))
    assert pieces[0].parts == ("张三，",)
    assert units(pieces) == [("张三", "P")]
    assert notes["nul"] == [3]


def records(*values: object) -> str:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def test_spans_of_records_in_both_forms(read: Read) -> None:
    content = records(
        {"text": "😀张三在\u200b北京。\n第二段", "spans": [[1, 3, "PER"], [5, 7, "LOC"], [7, 11, "TWO"]]},
        {"text": "在上海", "entities": [{"start_offset": 1, "end_offset": 3, "label": "LOC"}]},
        {"text": "没有"},
        {"text": "坏的", "spans": [[0, 9, "X"], [1, 1, "X"], ["0", 1, "X"], [True, 2, "X"], "x", [0, 1]]},
        {"text": 7},
    )
    pieces, notes = read(content + "{\n", read_spans)
    assert [piece.parts for piece in pieces] == [("😀张三在北京。", "第二段"), ("在上海",), ("没有",), ("坏的",)]
    assert units(pieces) == [("张三", "PER"), ("北京", "LOC"), ("上海", "LOC"), ("坏", "")]
    assert notes == {
        "zero-width": [1], "unit-left-out": [1], "no-spans": [3], "bad-span": [4] * 5, "no-text": [5],
        "broken-json": [6], "boundaries": [0],
    }  # fmt: skip


TEXTS = st.text(st.sampled_from('好。！？ \u3000\n，ab."”1'), max_size=40)


@given(TEXTS, st.data())
def test_spans_keep_their_text_in_the_parts(text: str, data: st.DataObject) -> None:
    places = st.integers(0, len(text))
    pairs = data.draw(st.lists(st.tuples(places, places).map(sorted), max_size=6))
    spans = [TextSpan(start, end, "x") for start, end in pairs]
    for parts in (split_sentences(text), [part for line in text.split("\n") if (part := line.strip())]):
        placed, lost = place_spans(text, spans, parts)
        assert len(placed) + len(lost) == len(spans)
        wanted = [text[span.start : span.end].strip() for span in spans if span not in lost]
        assert [parts[part][start:end] for part, start, end, _ in placed] == wanted
        ends = [len(text) - len(text[end:].lstrip()) for end in part_ends(text, parts)]
        for span in lost:  # blank, or what is not blank in it stands on both sides of a part's end
            assert not text[span.start : span.end].strip() or any(
                text[span.start : end].strip() and text[end : span.end].strip()
                for end in ends
                if span.start < end < span.end
            )


def part_ends(text: str, parts: list[str]) -> list[int]:
    """Where each part ends in the text."""
    ends, begin = [], 0
    for part in parts:
        begin = text.index(part, begin) + len(part)
        ends.append(begin)
    return ends


def test_a_span_across_parts_is_lost_and_blanks_at_its_ends_are_not_counted() -> None:
    placed, lost = place_spans(
        "一。 二。", [TextSpan(0, 3, "a"), TextSpan(2, 5, "b"), TextSpan(1, 4, "c")], ["一。", "二。"]
    )
    assert placed == [PartSpan(0, 0, 2, "a"), PartSpan(1, 0, 2, "b")]
    assert lost == [TextSpan(1, 4, "c")]


def test_a_file_without_blank_lines_is_parted_outside_of_units(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.text.readers.boundaries._MOST_TOKENS", 3)
    lines = ["张 B-PER", "三 I-PER", "在 O", "北 B-LOC", "京 I-LOC", "了 O", "大 B-X", *["大 I-X"] * 7, "", "好 O"]
    pieces, notes = read("\n".join(lines))
    assert [(piece.parts, piece.begins) for piece in pieces] == [
        (("张三在北京",), True), (("了大大大大大",), False), (("大大大",), False), (("好",), True)
    ]  # fmt: skip
    assert units(pieces) == [("张三", "PER"), ("北京", "LOC"), ("大大大大大", "X"), ("大大大", "X")]
    assert notes == {"long-block": [1, 6], "no-beginning": [12], "boundaries": [0]}


def test_text_without_a_tag_is_refused_in_the_format_of_tags(read: Read) -> None:
    with pytest.raises(NotCorpusError, match=r"no tag .* first 2 lines; line 1 is “今天天气很好。”"):
        read("今天天气很好。\n\n我们 去散步。\n")
    assert len(read("好\tO\n")[0]) == 1
    assert read("")[0] == []
