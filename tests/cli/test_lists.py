"""``workbench lists`` as scripts use it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.cli import main
from workbench.core.paths import sample_data


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
    path = write(tmp_path, "云计算 99999999999999999999999\n\n云计算 5\n石墨烯\t" + "9" * 5000 + "\n")
    made = terminal.json("lists", "import", path, "--name", "d", "--kind", "word")
    assert made["skipped"] == {"blank": 1, "repeated": 1}
    assert [item["count"] for item in terminal.json("lists", "show", "d")["items"]] == [10**9, 10**9]
    assert terminal("lists", "check", "d")[0] == 0


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
