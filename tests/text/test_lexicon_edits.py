"""Editing lists by hand, and mining again into them."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.paths import Project
from workbench.text.frequent import FrequencySettings
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, LexiconSource, find_lexicon, save_lexicon
from workbench.text.lexicon_building import build_lexicon
from workbench.text.lexicon_edits import (
    EntryFilter,
    add_entry,
    class_counts,
    merge,
    prune,
    rename_entry,
    restore,
    with_counts,
    with_label,
)
from workbench.text.lexicon_import import bring_list
from workbench.text.mining import MiningSettings
from workbench.text.units import UnitSettings

LIST = Lexicon(
    "l",
    LexiconKind.NGRAM,
    (LexiconEntry("粤港澳", "place", 100, 7.25), LexiconEntry("的是", "", 900, 0.02), LexiconEntry("城市", "noun", 50)),
    LexiconSource.MINED,
)


def texts(lexicon: Lexicon) -> list[str]:
    return [entry.text for entry in lexicon.entries]


def test_pruned_entries_are_remembered_and_come_back_with_their_counts(project: Project) -> None:
    pruned = prune(LIST, ["的是", "绝无"])
    assert texts(pruned) == ["粤港澳", "城市"]
    assert pruned.removed == (LIST.entries[1],)
    assert pruned.fingerprint == LIST.without_entries(["的是"]).fingerprint
    save_lexicon(project, pruned)
    assert find_lexicon(project, "l") == pruned
    back = restore(pruned, ["的是"])
    assert texts(back) == ["粤港澳", "城市", "的是"]
    assert (back.entries[2], back.removed) == (LIST.entries[1], ())
    assert add_entry(pruned, "的是").removed == ()


def test_mining_again_keeps_pruned_ones_out_and_classes_as_they_are() -> None:
    mined = Lexicon("l", LexiconKind.NGRAM, (LexiconEntry("的是", "", 950), LexiconEntry("粤港澳", "", 120, 7.5),
                    LexiconEntry("高速", "", 30)))  # fmt: skip
    merged = merge(prune(LIST, ["的是"]), mined)
    assert merged.entries == (LexiconEntry("粤港澳", "place", 120, 7.5), LexiconEntry("城市", "noun", 50),
                              LexiconEntry("高速", "", 30))  # fmt: skip
    assert [entry.text for entry in merged.removed] == ["的是"]


def test_entries_are_renamed_classed_counted_and_added() -> None:
    renamed = rename_entry(LIST, "粤港澳", " 粤港澳大湾区 ")
    assert renamed.entries[0] == LexiconEntry("粤港澳大湾区", "place", 0)
    assert rename_entry(LIST, "城市", "城市") == LIST
    words = Lexicon("w", LexiconKind.WORD, (LexiconEntry("云计算", "nz", -1),))
    assert rename_entry(words, "云计算", "云").entries[0].count == -1
    assert [entry.label for entry in with_label(LIST, ["城市", "的是"], " x  y ").entries] == ["place", "x y", "x y"]
    assert with_counts(LIST, {"城市": 7}).entries[2].count == 7
    assert add_entry(LIST, "高速", "road", 3).entries[-1] == LexiconEntry("高速", "road", 3)
    for wrong in (lambda: add_entry(LIST, "城市"), lambda: rename_entry(LIST, "的是", "城市")):
        with pytest.raises(WorkbenchError, match="already"):
            wrong()
    for wrong in (lambda: add_entry(LIST, " "), lambda: rename_entry(LIST, "的是", "a\tb")):
        with pytest.raises(WorkbenchError, match="cannot be"):
            wrong()


def test_entries_are_found_by_what_they_are() -> None:
    found = EntryFilter(least_count=60).texts(LIST.entries)
    assert found == ["粤港澳", "的是"]
    assert EntryFilter(most_count=60, most_length=2).texts(LIST.entries) == ["城市"]
    assert EntryFilter(least_length=3).texts(LIST.entries) == ["粤港澳"]
    assert EntryFilter(contains="NOUN").texts(LIST.entries) == ["城市"]
    assert EntryFilter(label="").texts(LIST.entries) == ["的是"]
    assert class_counts([*LIST.entries, LexiconEntry("群", "noun")]) == {"noun": 2, "place": 1, "": 1}


def test_several_files_become_one_list_with_classes(project: Project, tmp_path: Path) -> None:
    (tmp_path / "diming.txt").write_bytes("北京\t9\r上海\t8\r".encode("utf-8-sig"))
    (tmp_path / "food.txt").write_bytes("豆腐\t3\n北京\t1\n白菜\tvegetable\n".encode("gb18030"))
    paths = [tmp_path / "diming.txt", tmp_path / "food.txt"]
    brought = bring_list(project, paths, "all", "entity")
    assert [(entry.text, entry.label, entry.count) for entry in brought.lexicon.entries] == [
        ("北京", "diming", 9), ("上海", "diming", 8), ("豆腐", "food", 3), ("白菜", "vegetable", 0),
    ]  # fmt: skip
    assert brought.skipped == {"repeated": 1}
    named = bring_list(project, paths[:1], "one", "entity", label="city")
    assert class_counts(named.lexicon.entries) == {"city": 2}
    (tmp_path / "empty.txt").write_text("\n", encoding="utf-8")
    with pytest.raises(WorkbenchError, match=r"empty\.txt"):
        bring_list(project, [*paths, tmp_path / "empty.txt"], "none", "entity")


def test_the_lists_of_thuocl(project: Project, shared_data: Path) -> None:
    paths = sorted((shared_data / "5_vocabs" / "lexicons_THUOCL").glob("*.txt.gz"))
    brought = bring_list(project, paths, "thuocl", "entity")
    classes = class_counts(brought.lexicon.entries)
    assert len(classes) == 11
    assert max(classes, key=classes.__getitem__) == "THUOCL_diming"
    assert sum(classes.values()) + brought.skipped["repeated"] + brought.skipped.get("blank", 0) == sum(
        len(_lines(path)) for path in paths
    )


def _lines(path: Path) -> list[str]:
    import gzip

    return gzip.decompress(path.read_bytes()).decode("utf-8").rstrip("\n").split("\n")


class Texts:
    """Sentences in memory."""

    num_sentences = 40

    def sentences(self, begin: int, end: int, /) -> list[str]:
        return ["高速公路的速度", "提高速度的高速公路"][: end - begin] * ((end - begin) // 2)


def test_a_corpus_is_mined_into_a_list(project: Project) -> None:
    settings = FrequencySettings(least_count=20, longest=4)
    made = build_lexicon(project, Texts(), "n", settings, UnitSettings())
    assert made.kind is LexiconKind.NGRAM
    assert {entry.text: entry.count for entry in made.entries}["速度"] == 40
    save_lexicon(project, prune(made, ["速度"]))
    with pytest.raises(ArgumentError, match="already"):
        build_lexicon(project, Texts(), "n", settings, UnitSettings())
    again = build_lexicon(project, Texts(), "n", settings, UnitSettings(), into=True)
    assert "速度" not in texts(again)
    assert len(again) == len(made) - 1
    with pytest.raises(ArgumentError, match="another kind"):
        build_lexicon(project, Texts(), "n", MiningSettings(), UnitSettings(), into=True)
    phrases = build_lexicon(project, Texts(), "p", settings, UnitSettings(), LexiconKind.PHRASE)
    assert phrases.kind is LexiconKind.PHRASE
