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
    assert (made["kind"], made["entries"]) == (kind, 1)
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
