"""Lists of phrases and entities."""

from __future__ import annotations

import gzip
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import zstandard

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.paths import Project
from workbench.text import lexicon as lists
from workbench.text.lexicon import (
    Lexicon,
    LexiconEntry,
    LexiconKind,
    LexiconShelf,
    LexiconSource,
    delete_lexicon,
    find_lexicon,
    lexicon_names,
    list_lexicons,
    save_lexicon,
)
from workbench.text.lexicon_import import (
    LONGEST_LINE,
    LONGEST_SYNONYM_LINE,
    Skipped,
    bring_list,
    import_list,
    read_line,
)
from workbench.text.readers.encodings import UncertainEncodingError


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "project").create()


def imported(project: Project, tmp_path: Path, content: bytes, kind: str = "entity") -> list[tuple[str, str, int]]:
    path = tmp_path / "list.txt"
    path.write_bytes(content)
    lexicon = import_list(project, path, "名单", kind)
    assert find_lexicon(project, "名单") == lexicon
    return [(entry.text, entry.label, entry.count) for entry in lexicon.entries]


def test_entries_with_classes_counts_or_neither(project: Project, tmp_path: Path) -> None:
    content = "entity\tclass\n鲁迅\tperson\n 北京 \n上海\t1234\n\n鲁迅\tother\nC++\tthing\n"
    assert imported(project, tmp_path, content.encode()) == [
        ("鲁迅", "person", 0), ("北京", "名单", 0), ("上海", "名单", 1234), ("C++", "thing", 0),
    ]  # fmt: skip


def test_phrases_need_no_class(project: Project, tmp_path: Path) -> None:
    assert imported(project, tmp_path, "提高速度\n高速公路\t12\n".encode(), "phrase") == [
        ("提高速度", "", 0), ("高速公路", "", 12),
    ]  # fmt: skip


def test_counts_after_a_comma_as_in_lists_of_zen(project: Project, tmp_path: Path) -> None:
    content = "一个,6391\n1,000 米,12\n高速公路\t5\n你好,世界\n"
    assert imported(project, tmp_path, content.encode(), "ngram") == [
        ("一个", "", 6391), ("1,000 米", "", 12), ("高速公路", "", 5), ("你好,世界", "", 0),
    ]  # fmt: skip


def test_remarks_of_a_dictionary_are_no_words(project: Project, tmp_path: Path) -> None:
    content = "# 领域词典\nC#\n#标签\n云计算 5 nz\n"
    assert imported(project, tmp_path, content.encode(), "word") == [
        ("C#", "", -1),
        ("#标签", "", -1),
        ("云计算", "nz", 5),
    ]


def test_synonyms_are_the_rest_of_the_line(project: Project, tmp_path: Path) -> None:
    content = "高兴\t快乐\t开心\n美丽 漂亮 美丽 好看 漂亮\n独词\n2024 2023\n"
    assert imported(project, tmp_path, content.encode(), "synonym") == [
        ("高兴", "快乐 开心", 0), ("美丽", "漂亮 好看", 0), ("2024", "2023", 0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "content",
    ["\ufeff北京\n上海".encode(), "北京\r上海\r".encode("utf-8-sig"), "北京\r\n上海".encode("utf-16")],
)
def test_marks_line_ends_and_encodings(project: Project, tmp_path: Path, content: bytes) -> None:
    assert [text for text, _, _ in imported(project, tmp_path, content)] == ["北京", "上海"]


SENTENCE = "我们在学习人工智能的时候也要了解中国的历史和文化，这是一个很大的问题。"


@pytest.mark.parametrize("encoding", ["gb18030", "big5"])
def test_a_short_list_whose_encoding_is_a_guess_asks(project: Project, tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes("中文\n".encode(encoding))
    with pytest.raises(UncertainEncodingError, match="not certain"):
        bring_list(project, [path], "x", "phrase")
    assert list_lexicons(project).good == []
    brought = bring_list(project, [path], "x", "phrase", encoding=encoding)
    assert [entry.text for entry in brought.lexicon.entries] == ["中文"]
    path.write_bytes("".join(f"{SENTENCE}{number}\n" for number in range(40)).encode("gb18030"))
    assert bring_list(project, [path], "long", "phrase").lexicon.entries[0].text == f"{SENTENCE}0", "is certain"


def test_the_encoding_that_is_said_counts(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes("北京\n".encode() + "上海\n".encode("gb18030"))
    mixed = bring_list(project, [path], "m", "phrase", encoding="utf-8+gbk").lexicon
    assert [entry.text for entry in mixed.entries] == ["北京", "上海"]
    with pytest.raises(WorkbenchError, match="can be read as utf-8"):
        bring_list(project, [path], "n", "phrase", encoding="utf-8")
    with pytest.raises(ArgumentError, match="no text encoding"):
        bring_list(project, [path], "n", "phrase", encoding="klingon")


def test_a_list_that_cannot_be_written_or_deleted_is_an_error_for_people(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object, **_more: object) -> None:
        raise PermissionError(13, "Permission denied")

    before = Lexicon("n", LexiconKind.PHRASE, (LexiconEntry("一"),))
    save_lexicon(project, before)
    with monkeypatch.context() as patched:
        patched.setattr("os.replace", refuse)
        with pytest.raises(WorkbenchError, match="Permission denied"):
            save_lexicon(project, before.with_entry("二"))
        patched.setattr(Path, "unlink", refuse)
        with pytest.raises(WorkbenchError, match="Permission denied"):
            delete_lexicon(project, "n")
    assert find_lexicon(project, "n") == before


@pytest.mark.skipif(os.name == "nt", reason="Windows files have no modes: the folder says who may read")
def test_others_may_read_a_list_as_any_other_file(project: Project, tmp_path: Path) -> None:
    save_lexicon(project, Lexicon("n", LexiconKind.PHRASE, (LexiconEntry("一"),)))
    (tmp_path / "plain").touch()
    assert (project.lexicons / "n.tsv").stat().st_mode == (tmp_path / "plain").stat().st_mode


@pytest.mark.parametrize("content", [b"", b"\n \n", b"\xff\xff\xff"])
def test_files_without_entries_are_refused(project: Project, tmp_path: Path, content: bytes) -> None:
    with pytest.raises(WorkbenchError):
        imported(project, tmp_path, content)
    with pytest.raises(WorkbenchError):
        import_list(project, tmp_path / "absent.txt", "x", "entity")
    assert list_lexicons(project).good == []


def test_marking_gives_new_lists_and_can_be_taken_back(project: Project) -> None:
    empty = Lexicon("marked", LexiconKind.ENTITY, source=LexiconSource.MARKED)
    one = empty.with_entry("大湾区", "place")
    two = one.with_entry("大湾区", "area")
    assert (len(empty), one.entries[0].label, two.entries[0].label) == (0, "place", "area")
    assert two.without_entry("大湾区") == empty
    assert len({lexicon.fingerprint for lexicon in (empty, one, two)}) == 3
    for lexicon in (empty, one, two):
        save_lexicon(project, lexicon)
        assert find_lexicon(project, "marked") == lexicon
    with pytest.raises(WorkbenchError):
        empty.with_entry("\n ")


def test_names_are_kept_apart(project: Project, tmp_path: Path) -> None:
    imported(project, tmp_path, "北京".encode())
    with pytest.raises(WorkbenchError, match="already"):
        imported(project, tmp_path, "北京".encode())
    with pytest.raises(ArgumentError, match="名单"):
        find_lexicon(project, "other")
    delete_lexicon(project, "名单")
    with pytest.raises(ArgumentError):
        delete_lexicon(project, "名单")


def test_a_damaged_list_is_told(project: Project) -> None:
    (project.lexicons / "x.tsv").write_text("北京\n", encoding="utf-8")
    with pytest.raises(WorkbenchError, match="damaged"):
        find_lexicon(project, "x")


def test_packed_lists_are_read(project: Project, tmp_path: Path) -> None:
    """By content, whatever the name says."""
    for name, packed in (("g", gzip.compress("北京\n".encode())), ("z", zstandard.compress("北京\n".encode()))):
        path = tmp_path / "list.txt"
        path.write_bytes(packed)
        assert [entry.text for entry in import_list(project, path, name, "phrase").entries] == ["北京"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (gzip.compress("北京\n".encode(), mtime=0)[:-6], "damaged"),
        (b"PK\x03\x04rest", "ZIP"),
        (b"\x1f\x8bno", "damaged"),
    ],
)
def test_what_is_no_list_is_refused_for_the_right_reason(
    project: Project, tmp_path: Path, content: bytes, reason: str
) -> None:
    with pytest.raises(WorkbenchError) as refused:
        imported(project, tmp_path, content)
    assert reason in refused.value.render()


def test_lines_without_an_entry_are_counted_by_reason(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("entity\tclass\n北京\tplace\n\n 北京 \n上海\n", encoding="utf-8")
    brought = bring_list(project, [path], "places", "entity")
    assert len(brought.lexicon) == 2
    assert brought.skipped == {Skipped.HEADING: 1, Skipped.BLANK: 1, Skipped.REPEATED: 1}
    path.write_text("快乐 高兴\n独\n", encoding="utf-8")
    assert bring_list(project, [path], "similar", "synonym").skipped == {Skipped.ALONE: 1}
    path.write_text("北京\n", encoding="utf-8")
    assert bring_list(project, [path], "all", "word").skipped == {}


@pytest.mark.parametrize("kind", LexiconKind)
def test_long_lines_are_refused_with_their_number(project: Project, tmp_path: Path, kind: LexiconKind) -> None:
    limit = LONGEST_SYNONYM_LINE if kind is LexiconKind.SYNONYM else LONGEST_LINE
    path, longest = tmp_path / "list.txt", "快乐 " + "高" * (limit - 3)
    path.write_text(f"美丽 漂亮\n{longest}\n", encoding="utf-8")
    assert len(bring_list(project, [path], "whole", kind).lexicon) == 2
    path.write_text(f"美丽 漂亮\n{longest}高\n大 小\n{longest}高\n", encoding="utf-8")
    with pytest.raises(WorkbenchError, match=rf"has 2 lines of over {limit:,} characters.* the first is line 2\."):
        bring_list(project, [path], "more", kind)
    assert "more" not in lexicon_names(project)


@pytest.mark.parametrize("kind", LexiconKind)
def test_no_pattern_sees_a_long_line(kind: LexiconKind) -> None:
    # Both would take minutes: a run of blanks and a run of letters at each of which a search could begin.
    assert read_line("x" + " " * 300_000 + "x", kind) is Skipped.LONG
    assert read_line("字" * 300_000, kind) is Skipped.LONG


@pytest.mark.parametrize("kind", LexiconKind)
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "list.txt is empty."),
        (b" \n\n", "list.txt is empty but for blanks."),
        (b"\x89PNG\r\n\x1a\n", "A list is a plain text file with an entry a line."),
        (bytes(range(256)) * 9, "A list is a plain text file with an entry a line."),
    ],
)
def test_what_holds_no_list_is_told_of_lists(
    project: Project, tmp_path: Path, content: bytes, reason: str, kind: LexiconKind
) -> None:
    with pytest.raises(WorkbenchError) as refused:
        imported(project, tmp_path, content, kind)
    assert refused.value.render().endswith(reason)


def test_several_entries_are_taken_out() -> None:
    lexicon = Lexicon("n", LexiconKind.PHRASE, tuple(map(LexiconEntry, "一二三")))
    assert [entry.text for entry in lexicon.without_entries(["一", "三", "四"]).entries] == ["二"]


def test_a_published_list(project: Project, shared_data: Path, tmp_path: Path) -> None:
    content = gzip.decompress((shared_data / "5_vocabs/lexicons_THUOCL/THUOCL_chengyu.txt.gz").read_bytes())
    entries = imported(project, tmp_path, content, "phrase")
    assert len(entries) == len({line.split("\t")[0] for line in content.decode().split("\n") if line.strip()})
    assert all(count > 0 for _, _, count in entries[:100])


def test_entries_of_a_list(project: Project) -> None:
    lexicon = Lexicon("n", LexiconKind.PHRASE, (LexiconEntry("一", "", 3),), LexiconSource.MINED)
    save_lexicon(project, lexicon)
    with pytest.raises(WorkbenchError, match="already"):
        save_lexicon(project, lexicon, replace_existing=False)
    assert list_lexicons(project).good == [lexicon]


def test_a_shelf_reads_only_what_changed(project: Project) -> None:
    first = Lexicon("a", LexiconKind.PHRASE, (LexiconEntry("一"),))
    save_lexicon(project, first)
    save_lexicon(project, Lexicon("b", LexiconKind.PHRASE, (LexiconEntry("二"),)))
    (project.lexicons / "c.tsv").write_text("no list", encoding="utf-8")
    shelf = LexiconShelf(project)
    before = shelf.read()
    assert ([one.name for one in before.good], [one.name for one in before.damaged]) == (["a", "b"], ["c"])
    again = shelf.read()
    assert all(one is other for one, other in zip(before.good, again.good, strict=True))
    kept = Lexicon("b", LexiconKind.PHRASE, (LexiconEntry("三"),), removed=(LexiconEntry("二"),))
    shelf.save(kept)
    assert shelf.read().good[1] is kept, "what was just written is not read"
    assert find_lexicon(project, "b") == kept
    save_lexicon(project, Lexicon("b", LexiconKind.PHRASE, (LexiconEntry("四五"),)))
    assert shelf.read().good[1].entries == (LexiconEntry("四五"),)
    delete_lexicon(project, "a")
    assert [one.name for one in shelf.read().good] == ["b"]


@pytest.mark.parametrize("head", ["phrase\tlist\t3", "phrase\tlist\t-1", "phrase\tlist\tx"])
def test_a_wrong_number_of_pruned_entries_is_damage(project: Project, head: str) -> None:
    (project.lexicons / "x.tsv").write_text(f"#workbench-lexicon\t{head}\n一\t\t0\n", encoding="utf-8")
    with pytest.raises(WorkbenchError, match="damaged"):
        find_lexicon(project, "x")


def test_a_list_that_somebody_holds_is_read_again_only_when_its_file_is_another(project: Project) -> None:
    save_lexicon(project, Lexicon("a", LexiconKind.PHRASE, (LexiconEntry("高速公路"),)))
    (held,) = list_lexicons(project).good
    assert find_lexicon(project, "a") is held
    save_lexicon(project, Lexicon("a", LexiconKind.PHRASE, (LexiconEntry("提高"),)))
    assert [entry.text for entry in find_lexicon(project, "a").entries] == ["提高"]
    (project.lexicons / "a.tsv").write_text("broken", encoding="utf-8")
    with pytest.raises(WorkbenchError, match="damaged"):
        find_lexicon(project, "a")


def test_names_of_lists_are_told_without_reading_them(project: Project) -> None:
    save_lexicon(project, Lexicon("b", LexiconKind.PHRASE))
    (project.lexicons / "a.tsv").write_text("broken", encoding="utf-8")
    assert lexicon_names(project) == ["a", "b"]


def test_a_list_that_two_threads_want_is_read_once(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    save_lexicon(project, Lexicon("cities", LexiconKind.ENTITY, (LexiconEntry("北京", "place"),)))
    read, times = lists._read_lexicon, []

    def read_slowly(path: Path) -> Lexicon:
        times.append(path)
        time.sleep(0.05)
        return read(path)

    monkeypatch.setattr(lists, "_read_lexicon", read_slowly)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _number: find_lexicon(project, "cities"), range(4)))
    assert len(times) == 1
    assert all(one is found[0] for one in found)
