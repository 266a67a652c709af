"""``workbench lists`` as scripts use it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.cli import main
from workbench.core.events import Outcome, RunEnded
from workbench.core.paths import Project, sample_data
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.store.store import Store


class Terminal:
    """Runs ``lists`` in a project and gives exit code, JSON or text, and errors."""

    def __init__(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.project, self._capsys = project, capsys

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        code = main([*arguments, "--project", str(self.project)])
        output = self._capsys.readouterr()
        return code, output.out, output.err

    def json(self, *arguments: str) -> Any:
        _, output, _ = self(*arguments, "--json")
        return json.loads(output)


@pytest.fixture
def terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(tmp_path / "project", capsys)


def write(tmp_path: Path, text: str) -> str:
    path = tmp_path / "list.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("kind", ["phrase", "entity", "ngram", "word", "synonym"])
def test_a_list_of_every_kind_comes_and_goes(terminal: Terminal, tmp_path: Path, kind: str) -> None:
    made = terminal.json("lists", "import", write(tmp_path, "提高 加快\n"), "--name", "l", "--kind", kind)
    assert (made["kind"], made["entries"], made.pop("skipped")) == (kind, 1, {})
    assert terminal.json("lists", "list") == [made]
    assert terminal.json("lists", "show", "l")["items"][0]["text"] in ("提高 加快", "提高")
    assert terminal("lists", "delete", "l")[:2] == (0, "The list “l” is deleted.\n")
    assert terminal.json("lists", "list") == []


def test_a_dictionary_is_proved(terminal: Terminal, tmp_path: Path) -> None:
    path = write(tmp_path, "Edu Trust认证 2000\nC++\n的我 1\n")
    assert terminal("lists", "import", path, "--name", "d", "--kind", "word")[0] == 0
    code, output, _ = terminal("lists", "check", "d")
    assert code == 1
    assert "的 | 我" in output
    assert "C++" not in output
    code, output, _ = terminal("lists", "check", "d", "--set", "units.force_words=true")
    assert (code, output) == (0, "All 3 words come out whole.\n")


@pytest.mark.parametrize("kind", ["phrase", "ngram"])
def test_mining(terminal: Terminal, kind: str) -> None:
    assert terminal("import", str(sample_data("zh", "news.txt")), "--name", "news")[0] == 0
    mine = ("lists", "mine", "--corpus", "news", "--kind", kind)
    made = terminal.json(*mine, "--name", "m", "--set", "least_count=3")
    assert made["kind"] == kind
    assert made["source"] == "mined"
    assert made["entries"] > 5
    code, _, error = terminal(*mine, "--name", "n", "--set", "least_count=-3")
    assert code == 2
    assert "least_count" in error


def test_wrong_calls(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal("lists", "check", "nope")[0] == 2
    assert terminal("lists", "delete", "nope")[0] == 2
    code, _, error = terminal("lists", "import", str(tmp_path / "nope.txt"), "--name", "l", "--kind", "word")
    assert code in (1, 2)
    assert "nope.txt" in error
    assert terminal("lists", "import", write(tmp_path, "a\n"), "--name", "l", "--kind", "nope")[0] == 2


def test_lists_that_would_do_nothing_are_refused(terminal: Terminal, tmp_path: Path) -> None:
    path = write(tmp_path, "提高 加快\n")
    assert terminal("lists", "import", path, "--name", "pairs", "--kind", "synonym")[0] == 0
    assert terminal("import", str(sample_data("zh", "news.txt")), "--name", "news")[0] == 0
    assert (
        terminal("vocabulary", "train", "--corpus", "news", "--kind", "character", "--size", "3000", "--name", "v")[0]
        == 0
    )
    mask = ("mask", "--text", "提高速度", "--vocabulary", "v", "--strategy")
    code, _, error = terminal(*mask, "entity", "--set", "units.entity_lists=pairs")
    assert code == 2
    assert "of the kind" in error
    code, _, error = terminal(*mask, "pmi")
    assert (code, "units.ngram_lists: PMI masking needs" in error) == (0, True)
    code, _, error = terminal("lists", "check", "pairs")
    assert (code, "only user dictionaries" in error) == (2, True)
    train = (
        "train",
        "--preset",
        "bert-tiny",
        "--corpus",
        "news",
        "--vocabulary",
        "v",
        "--set",
        "units.word_lists=nope",
    )
    assert terminal(*train)[0] == 2
    assert terminal.json("runs", "list") == [], "no run was made"


def test_mining_that_finds_nothing_or_may_not_keep_it(terminal: Terminal) -> None:
    assert terminal("import", str(sample_data("zh", "news.txt")), "--name", "news")[0] == 0
    for kind in ("phrase", "ngram"):
        mine = ("lists", "mine", "--corpus", "news", "--name", "m", "--kind", kind, "--set", "least_count=100000")
        code, _, error = terminal(*mine)
        assert (code, "Nothing in the corpus reaches" in error) == (1, True)
        assert terminal.json("lists", "list") == []
    assert terminal("lists", "mine", "--corpus", "news", "--name", "m")[0] == 0
    assert terminal("lists", "mine", "--corpus", "nope-but-not-reached", "--name", "m")[0] == 2


def test_text_that_is_not_utf8(terminal: Terminal) -> None:
    code, _, error = terminal("mask", "--text", "\udcff abc", "--vocabulary", "v")
    assert code == 2
    assert "Traceback" not in error


def test_skipped_lines_and_numbers_beyond_all_measure(terminal: Terminal, tmp_path: Path) -> None:
    path = write(tmp_path, "云计算 99999999999999999999999\n\n云计算 5\n石墨烯\t" + "9" * 900 + "\n")
    made = terminal.json("lists", "import", path, "--name", "d", "--kind", "word")
    assert made["skipped"] == {"blank": 1, "repeated": 1}
    assert [item["count"] for item in terminal.json("lists", "show", "d")["items"]] == [10**9, 10**9]


def test_synonyms_of_several_lines_add_up_and_may_hold_blanks(terminal: Terminal, tmp_path: Path) -> None:
    path = write(tmp_path, "高兴 快乐\n高兴 愉快 快乐\nmachine learning\tdeep learning\n")
    assert terminal.json("lists", "import", path, "--name", "s", "--kind", "synonym")["entries"] == 2
    items = terminal.json("lists", "show", "s")["items"]
    assert items[0]["label"] == "快乐 愉快"
    assert items[1]["text"] == "machine learning"
    assert items[1]["label"].split(" ") == ["deep\u00a0learning"]


def test_a_list_in_big5(terminal: Terminal, tmp_path: Path) -> None:
    words = ["語言", "電腦", "網際網路", "臺灣", "這個", "資訊", "學習", "機器"] * 4
    path = tmp_path / "big5.txt"
    path.write_bytes("\n".join(dict.fromkeys(words)).encode("big5"))
    assert terminal("lists", "import", str(path), "--name", "b", "--kind", "word")[0] == 0
    assert [item["text"] for item in terminal.json("lists", "show", "b")["items"]] == list(dict.fromkeys(words))


def test_a_dictionary_is_mended(terminal: Terminal, tmp_path: Path) -> None:
    path = write(tmp_path, "的我 1\n长江 9\n云计算\n")
    assert terminal("lists", "import", path, "--name", "d", "--kind", "word")[0] == 0
    broken = terminal.json("lists", "check", "d")["broken"]
    assert [(word["word"], word["fixes"][0]) for word in broken] == [("的我", "free"), ("长江", "free")]
    assert terminal.json("lists", "check", "d", "--fix", "raise") == {
        "words": 3, "broken": [], "fixed": {"的我": "raise", "长江": "raise"},
    }  # fmt: skip
    counts = {item["text"]: item["count"] for item in terminal.json("lists", "show", "d")["items"]}
    assert counts["的我"] > 1000
    assert counts["长江"] > 1000
    write(tmp_path, "的我 1\n长江 9\n")
    for fix, left in (("advised", [-1, -1]), ("remove", [])):
        assert terminal("lists", "import", path, "--name", fix, "--kind", "word")[0] == 0
        assert terminal("lists", "check", fix, "--fix", fix)[0] == 0
        assert [item["count"] for item in terminal.json("lists", "show", fix)["items"]] == left
    removed = terminal.json("lists", "show", "remove", "--removed")["items"]
    assert [item["text"] for item in removed] == ["的我", "长江"]


def test_a_list_is_built_looked_at_pruned_and_written(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal("import", str(sample_data("zh", "news.txt")), "--name", "news")[0] == 0
    mine = ("lists", "mine", "--corpus", "news", "--name", "m", "--by", "frequency", "--min-count", "12")
    made = terminal.json(*mine, "--longest", "4")
    assert (made["kind"], made["by"]) == ("ngram", "frequency")
    items = terminal.json("lists", "show", "m")["items"]
    assert min(item["count"] for item in items) >= 12
    first = items[0]["text"]
    contexts = terminal.json("lists", "contexts", "m", first, "--corpus", "news", "--limit", "3")
    assert contexts["entry"] == items[0]
    assert contexts["occurrences"] == items[0]["count"]
    assert all(one["text"][one["start"] :].startswith(first) for one in contexts["shown"])
    assert f"[{first}]" in terminal("lists", "contexts", "m", first, "--corpus", "news")[1]
    coverage = terminal.json("lists", "coverage", "m", "--corpus", "news")
    assert coverage["counts"] == {item["text"]: item["count"] for item in items}
    assert coverage["curve"][-1]["characters"] == coverage["shares"]["characters"]["share"] > 0.05
    assert "entries  characters" in terminal("lists", "coverage", "m", "--corpus", "news")[1]
    pruned = terminal.json("lists", "prune", "m", "--remove", first, "--min-length", "3")
    assert pruned["entries"] == sum(len(item["text"]) > 2 and item["text"] != first for item in items)
    assert pruned["entries"] + pruned["removed"] == len(items)
    again = terminal.json(*mine, "--longest", "4", "--into")
    assert (again["entries"], again["removed"]) == (pruned["entries"], pruned["removed"])
    assert terminal.json("lists", "prune", "m", "--restore", first)["entries"] == pruned["entries"] + 1
    assert terminal("lists", "edit", "m", first, "--class", "common")[0] == 0
    assert terminal.json("lists", "show", "m", "--class", "common")["items"][0]["text"] == first
    assert terminal("lists", "edit", "m", first, "--rename", "新词")[0] == 0
    out = tmp_path / "out.txt"
    written = terminal.json("lists", "export", "m", "--out", str(out), "--format", "zen")
    assert written["entries"] == pruned["entries"] + 1
    assert "新词,0" in out.read_text(encoding="utf-8")
    code, _, error = terminal("lists", "export", "m", "--out", str(out))
    assert (code, "write over it with --overwrite." in error) == (2, True)
    assert terminal("lists", "export", "m", "--out", str(out), "--overwrite")[0] == 0
    assert "新词,0" not in out.read_text(encoding="utf-8")


def test_wrong_edits(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal("lists", "import", write(tmp_path, "甲乙\n丙丁\n"), "--name", "l", "--kind", "phrase")[0] == 0
    for wrong in (
        ("prune", "l"), ("prune", "l", "--remove", "绝无"), ("prune", "l", "--restore", "甲乙"),
        ("prune", "l", "--min-length", "5", "--max-length", "3"),
        ("prune", "l", "--min-count", "2", "--max-count", "1"),
        ("edit", "l", "甲乙", "丙丁", "--rename", "x"), ("edit", "l", "绝无", "--class", "x"),
        ("contexts", "l", " ", "--corpus", "x"), ("contexts", "l", "甲", "--corpus", "x", "--limit", "0"),
        ("mine", "--corpus", "x", "--name", "l", "--min-count", "0"),
    ):  # fmt: skip
        code, _, error = terminal("lists", *wrong)
        assert (code, "Traceback" in error) == (2, False), wrong
    assert terminal("lists", "edit", "l", "甲乙", "--rename", "丙丁")[0] == 1
    code, _, error = terminal("lists", "prune", "l", "--class", "绝无")
    assert (code, "no class “绝无”" in error, "Its classes: " in error) == (2, True, True)
    assert terminal.json("lists", "show", "l")["removed"] == 0
    assert "Entries taken out: 1; brought back: 0." in terminal("lists", "prune", "l", "--remove", "甲乙")[1]


def test_several_files_become_one_list(terminal: Terminal, tmp_path: Path) -> None:
    for name, text in (("food", "豆腐\n"), ("place", "北京\n上海\n")):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    files = [str(tmp_path / "food.txt"), str(tmp_path / "place.txt")]
    assert terminal.json("lists", "import", *files, "--name", "all", "--kind", "entity")["entries"] == 3
    assert terminal.json("lists", "show", "all")["classes"] == {"place": 2, "food": 1}


def test_a_list_that_a_stopped_run_needs_is_not_deleted_unasked(terminal: Terminal, tmp_path: Path) -> None:
    for name in ("needed", "free"):
        path = write(tmp_path, "甲乙\n")
        assert terminal("lists", "import", path, "--name", name, "--kind", "phrase")[0] == 0
    with Store.open(Project(terminal.project)) as store:
        spec = apply_overrides(load_preset("bert-tiny"), ["units.phrase_lists=['needed']"])
        run = store.create_run(spec, name="first try")
        store.record(run, [RunEnded(run=run.name, step=1, time=1.0, outcome=Outcome.STOPPED)])
    code, _, error = terminal("lists", "delete", "needed")
    assert (code, "first try" in error, "--anyway" in error) == (2, True, True)
    assert terminal("lists", "delete", "free")[0] == 0
    assert terminal("lists", "delete", "needed", "--anyway")[0] == 0


def test_a_list_whose_encoding_is_a_guess_needs_it_said(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "short.txt"
    path.write_bytes("中文\n".encode("big5"))
    arguments = ("lists", "import", str(path), "--name", "x", "--kind", "phrase")
    code, _, error = terminal(*arguments)
    assert code == 1
    assert "--encoding big5" in error
    assert terminal(*arguments, "--encoding", "big5")[0] == 0
    assert terminal.json("lists", "show", "x")["items"][0]["text"] == "中文"


def test_one_entry_is_told_as_one(terminal: Terminal, tmp_path: Path) -> None:
    told = terminal("lists", "import", write(tmp_path, "甲乙\n"), "--name", "l", "--kind", "word")[1]
    assert told == "The list “l” has 1 entry.\n"
    assert terminal("lists", "check", "l")[1] == "All 1 word comes out whole.\n"
