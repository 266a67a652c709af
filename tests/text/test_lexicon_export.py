"""Lists as files: what is written is read back as what it was; a file stays until the new one is whole."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.paths import Project
from workbench.text.lexicon import HARD_BLANK, Lexicon, LexiconEntry, LexiconKind, clean_entry, unique_entries
from workbench.text.lexicon_export import Exported, ExportFormat, export_formats, export_lexicon
from workbench.text.lexicon_import import MOST_COUNT, bring_list, read_list

KINDS = list(LexiconKind)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all examples of a property."""
    return tmp_path_factory.mktemp("exported")


def written(lexicon: Lexicon, path: Path, format: ExportFormat = ExportFormat.TSV) -> tuple[Exported, list[str]]:
    exported = export_lexicon(lexicon, path, format, replace_existing=True)
    return exported, path.read_text(encoding="utf-8").split("\n")[:-1]


def test_files_for_other_programs(tmp_path: Path) -> None:
    rows = [("云计算", "nz", -1), ("New York", "ns", 5), ("3,5", "", 7), ("石墨烯", "has blanks", 9),
            ("中国", "", 0), ("上海", "NS", 1)]  # fmt: skip
    mixed = tuple(LexiconEntry(*row) for row in rows)
    words, ngrams = Lexicon("w", LexiconKind.WORD, mixed), Lexicon("n", LexiconKind.NGRAM, mixed)
    assert written(words, tmp_path / "tsv") == (
        Exported(6, 0),
        ["云计算\tnz", "New York\tns\t5", "3,5\t7", "石墨烯\thas blanks\t9", "中国\t0", "上海\tNS\t1"],
    )
    assert written(words, tmp_path / "jieba", ExportFormat.JIEBA) == (
        Exported(5, 1), ["云计算 nz", "3,5 7", "石墨烯 9", "中国 0", "上海 1"],
    )  # fmt: skip
    assert written(ngrams, tmp_path / "zen", ExportFormat.ZEN) == (
        Exported(5, 1), ["石墨烯,9", "New York,5", "上海,1", "中国,0", "云计算,0"],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "formats"),
    [
        (LexiconKind.WORD, ["tsv", "jieba"]),
        (LexiconKind.SYNONYM, ["tsv"]),
        (LexiconKind.NGRAM, ["tsv", "jieba", "zen"]),
    ],
)
def test_a_format_that_cannot_hold_a_kind_is_not_offered(tmp_path: Path, kind: LexiconKind, formats: list[str]) -> None:
    assert export_formats(kind) == formats
    lexicon = Lexicon("x", kind, (LexiconEntry("大", "巨大"),))
    for format in set(ExportFormat) - set(export_formats(kind)):
        with pytest.raises(ArgumentError, match="cannot be written in the format"):
            export_lexicon(lexicon, tmp_path / "out", format)


@pytest.mark.parametrize(
    ("kind", "entry", "line"),
    [
        (LexiconKind.WORD, LexiconEntry("中国", "", 0), "中国\t0"),
        (LexiconKind.WORD, LexiconEntry("Windows 10", "", -1), "Windows 10\t"),
        (LexiconKind.WORD, LexiconEntry("Windows 10", "nz", 50), "Windows 10\tnz\t50"),
        (LexiconKind.WORD, LexiconEntry("机器 n", "", -1), "机器 n\t"),
        (LexiconKind.WORD, LexiconEntry("世界杯", "2018", -1), "世界杯\t2018\t-1"),
        (LexiconKind.WORD, LexiconEntry("世界杯", "n v", -1), "世界杯\tn v\t-1"),
        (LexiconKind.SYNONYM, LexiconEntry("大", f"巨{HARD_BLANK}大 庞大"), "大\t巨 大\t庞大"),
        (LexiconKind.ENTITY, LexiconEntry("世界杯", "2019"), "世界杯\t2019\t0"),
        (LexiconKind.ENTITY, LexiconEntry("世界杯", "2019", 7), "世界杯\t2019\t7"),
        (LexiconKind.ENTITY, LexiconEntry("世界杯", "3?"), "世界杯\t3?\t0"),
        (LexiconKind.ENTITY, LexiconEntry("word", "class"), "word\tclass\t0"),
        (LexiconKind.NGRAM, LexiconEntry("你好,5"), "你好,5\t"),
        (LexiconKind.NGRAM, LexiconEntry("你好", "", 3), "你好\t3"),
    ],
)
def test_what_could_be_taken_for_something_else_is_written_in_full(
    tmp_path: Path, kind: LexiconKind, entry: LexiconEntry, line: str
) -> None:
    path = tmp_path / "x.tsv"
    assert written(Lexicon("x", kind, (entry,)), path) == (Exported(1, 0), [line])
    assert read_list([path], "x", kind).lexicon.entries == (entry,)


def test_what_no_line_can_hold_is_left_out_and_counted(tmp_path: Path) -> None:
    words = Lexicon("w", LexiconKind.WORD, (LexiconEntry("# 领域", "", 5), LexiconEntry("领域", "", 5)))
    assert written(words, tmp_path / "w") == (Exported(1, 1), ["领域\t5"]), "a remark"


CHARACTERS = st.sampled_from("中国大学aZn 0159#,.?-_+\u00a0\r\n\t") | st.characters(exclude_categories=["Cs"])
TEXTS = st.text(CHARACTERS, max_size=8)
WORDS = st.sampled_from(["2019", "3?", "125472s", "n", "nz v", "class", "count", "-1", "word", "0"])


@st.composite
def lexicons(draw: st.DrawFn) -> Lexicon:
    """Any list that import, window or terminal can make."""
    kind = draw(st.sampled_from(KINDS))
    count = st.integers(-1 if kind is LexiconKind.WORD else 0, MOST_COUNT)
    made = [
        clean_entry(draw(TEXTS | WORDS), draw(TEXTS | WORDS), 0 if kind is LexiconKind.SYNONYM else draw(count))
        for _ in range(draw(st.integers(1, 6)))
    ]
    entries = unique_entries(entry for entry in made if entry is not None)
    return Lexicon("x", kind, (LexiconEntry("是", "甲"), *(entry for entry in entries if entry.text != "是")))


@given(lexicon=lexicons())
def test_what_was_written_is_read_back(lexicon: Lexicon, folder: Path) -> None:
    """Of entities without a class the importer makes those of the list's own name, as it says."""
    path = folder / "x.tsv"
    exported, lines = written(lexicon, path)
    back = read_list([path], "x", lexicon.kind).lexicon.entries
    known = [replace(entry, label=entry.label or "x") if lexicon.kind is LexiconKind.ENTITY else entry
             for entry in lexicon.entries]  # fmt: skip
    assert len(back) == exported.entries == len(lines)
    assert [entry for entry in known if entry in back] == list(back), "in order, and nothing that was not there"
    if lexicon.kind in (LexiconKind.PHRASE, LexiconKind.ENTITY):
        assert exported.left_out <= sum(entry.text.lower().startswith("#workbench") for entry in known)


def test_the_file_that_was_there_stays_when_the_new_one_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("precious", encoding="utf-8")
    broken = Lexicon("b", LexiconKind.PHRASE, (LexiconEntry("ok"), LexiconEntry("\ud800")))
    with pytest.raises(WorkbenchError, match="can't be written"):
        export_lexicon(broken, path, ExportFormat.TSV, replace_existing=True)
    with pytest.raises(ArgumentError, match="there already"):
        export_lexicon(broken, path, ExportFormat.TSV)
    with pytest.raises(WorkbenchError, match="can't be written"):
        export_lexicon(broken, tmp_path / "no" / "folder.txt", ExportFormat.TSV)
    assert [(one.name, one.read_text(encoding="utf-8")) for one in tmp_path.iterdir()] == [("mine.txt", "precious")]


def test_a_dictionary_comes_back_from_its_file(tmp_path: Path) -> None:
    project = Project(tmp_path / "project").create()
    words = Lexicon("w", LexiconKind.WORD, (LexiconEntry("云计算", "nz", -1), LexiconEntry("Windows 10", "nz", 50),
                    LexiconEntry("C++", "", -1)))  # fmt: skip
    export_lexicon(words, tmp_path / "w.tsv", ExportFormat.TSV)
    assert bring_list(project, [tmp_path / "w.tsv"], "w", LexiconKind.WORD).lexicon.entries == words.entries
