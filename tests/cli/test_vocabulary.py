"""``vocabulary`` in the terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.cli import main

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


@pytest.fixture
def vocab(tmp_path: Path) -> Path:
    path = tmp_path / "vocab.txt"
    path.write_text("\n".join([*SPECIAL, "一", "", "一"]), encoding="utf-8")
    return path


def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any, str]:
    """Exit code, JSON of standard output, standard error."""
    capsys.readouterr()
    code = main(["vocabulary", *arguments, "--project", str(tmp_path / "project"), "--json"])
    output = capsys.readouterr()
    return code, json.loads(output.out) if output.out else None, output.err


def test_load_list_show_and_delete(tmp_path: Path, capsys: pytest.CaptureFixture[str], vocab: Path) -> None:
    code, loaded, said = run(tmp_path, capsys, "load", str(vocab), "--name", "一")
    assert (code, loaded["size"], loaded["special"]["mask"]) == (0, 8, {"token": "[MASK]", "id": 4})
    assert said.startswith("7: ")
    assert run(tmp_path, capsys, "list")[1] == [loaded]
    assert run(tmp_path, capsys, "show", "一")[1] == loaded
    code, _, said = run(tmp_path, capsys, "load", str(vocab), "--name", "一")
    assert (code, "already" in said) == (1, True)
    assert run(tmp_path, capsys, "delete", "一")[:2] == (0, {"deleted": "一"})
    code, _, said = run(tmp_path, capsys, "show", "一")
    assert (code, said.count("\n")) == (2, 1)


def test_check_tells_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str], vocab: Path) -> None:
    code, report, _ = run(tmp_path, capsys, "check", str(vocab))
    assert (code, report["usable"], report["missing_special"]) == (0, True, [])
    assert [(problem["line"], problem["kind"]) for problem in report["problems"]] == [(7, "blank"), (8, "duplicate")]
    vocab.write_text("[PAD]\n一", encoding="utf-8")
    code, report, _ = run(tmp_path, capsys, "check", str(vocab))
    assert (code, report["missing_special"]) == (1, SPECIAL[1:])
    code, _, said = run(tmp_path, capsys, "load", str(vocab), "--name", "v")
    assert (code, "[MASK]" in said, "Traceback" in said) == (1, True, False)
    code, loaded, _ = run(tmp_path, capsys, "load", str(vocab), "--name", "v", "--add-missing", "--cased")
    assert (code, loaded["size"], loaded["lowercase"]) == (0, 6, False)


def test_words_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str], vocab: Path) -> None:
    project = ["--project", str(tmp_path / "project")]
    assert main(["vocabulary", "check", str(vocab)]) == 0
    assert "It can be loaded." in capsys.readouterr().out
    assert main(["vocabulary", "load", str(vocab), "--name", "v", *project]) == 0
    assert "[MASK] 4" in capsys.readouterr().out
    assert main(["vocabulary", "list", *project]) == 0
    assert capsys.readouterr().out.splitlines()[0].split() == ["name", "kind", "size", "fingerprint"]
    assert main(["vocabulary", "delete", "v", *project]) == 0


def test_train(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from workbench.core.paths import Project
    from workbench.text.corpus import import_corpus
    from workbench.text.readers.settings import ImportSettings

    text = tmp_path / "text.txt"
    text.write_text("\n\n".join(["我们在北京大学读书。"] * 3), encoding="utf-8")
    import_corpus(Project(tmp_path / "project").create(), "c", [text], ImportSettings())
    options = ("--corpus", "c", "--kind", "character", "--name", "v")
    code, made, _ = run(tmp_path, capsys, "train", *options, "--size", "100")
    assert (code, made["kind"], made["size"]) == (0, "character", 15)
    code, _, said = run(tmp_path, capsys, "train", *options[:-1], "w", "--size", "7")
    assert (code, "14" in said, "7" in said) == (2, True, True)
    with pytest.raises(SystemExit) as caught:
        run(tmp_path, capsys, "train", "--corpus", "c", "--kind", "sentencepiece", "--name", "v", "--size", "9")
    assert caught.value.code == 2
