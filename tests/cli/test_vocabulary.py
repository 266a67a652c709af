"""``vocabulary`` in the terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.cli import main
from workbench.core.paths import Project
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.store.store import Store

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
    assert (code, "already" in said) == (2, True)
    with Store.open(Project(tmp_path / "project")) as store:
        store.create_run(apply_overrides(load_preset("bert-tiny"), ["vocabulary=一"]), name="first try")
    code, _, said = run(tmp_path, capsys, "delete", "一")
    assert (code, "first try" in said, "--anyway" in said) == (2, True, True)
    assert run(tmp_path, capsys, "delete", "一", "--anyway")[:2] == (0, {"deleted": "一"})
    code, _, said = run(tmp_path, capsys, "show", "一")
    assert (code, said.count("\n")) == (2, 1)


def test_check_tells_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str], vocab: Path) -> None:
    code, report, _ = run(tmp_path, capsys, "check", str(vocab))
    assert (code, report["usable"], report["missing_special"]) == (0, True, [])
    assert [(problem["line"], problem["kind"]) for problem in report["problems"]] == [(7, "blank"), (8, "duplicate")]
    vocab.write_text("[PAD]\n一", encoding="utf-8")
    code, report, checked = run(tmp_path, capsys, "check", str(vocab))
    assert (code, report["missing_special"], report["usable"]) == (1, SPECIAL[1:], False)
    code, errors, said = run(tmp_path, capsys, "load", str(vocab), "--name", "v")
    assert code == 1
    assert [error["message"] for error in errors["errors"]] == [said.strip()]
    for sentence in (checked, said):
        assert "has no [UNK], [CLS], [SEP], [MASK]." in sentence
        assert "--add-missing" in sentence
        assert sentence.count("\n") == 1
    assert main(["vocabulary", "check", str(vocab)]) == 1
    shown = capsys.readouterr()
    assert "The special token [MASK] is missing." in shown.out
    assert "--add-missing" in shown.err
    code, loaded, _ = run(tmp_path, capsys, "load", str(vocab), "--name", "v", "--add-missing", "--cased")
    assert (code, loaded["size"], loaded["lowercase"]) == (0, 6, False)


def test_check_takes_what_other_commands_take(tmp_path: Path, capsys: pytest.CaptureFixture[str], vocab: Path) -> None:
    run(tmp_path, capsys, "load", str(vocab), "--name", "v")
    code, report, said = run(tmp_path, capsys, "check", "v")
    assert (code, report["kind"], report["size"], report["usable"], said) == (0, "character", 8, True, "")
    assert [problem["kind"] for problem in report["problems"]] == ["blank", "duplicate"]
    folder = str(tmp_path / "project" / "vocabularies" / "v")
    assert run(tmp_path, capsys, "check", folder)[1] == report
    for wanted in ("w", "/nonexistent", ""):
        code, errors, said = run(tmp_path, capsys, "check", wanted)
        assert (code, said.count("\n")) == (2, 1)
        assert "In this project: v." in said
        assert errors["errors"][0]["message"] == said.strip()


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("v.json", "{}", 1),
        ("v.json", "[1, 2]", 1),
        ("v.json", '{"a": ', 1),
        ("v.json", "[" * 5000, 1),
        ("v.json", '{"a": "b"}', 1),
        ("v.json", '{"\\ud800": 0}', 1),
        ("tokenizer.json", '{"model": {}}', 1),
        ("tokenizer.json", '{"model": {"type": "WordPiece"}}', 1),
        ("tokenizer.json", '{"model": {"type": "WordPiece", "vocab": [1]}}', 1),
        ("tokenizer.json", '{"model": {"type": "WordPiece", "vocab": {"a": 0}}}', 1),
        ("tokenizer.json", '{"model": {"type": "WordPiece", "vocab": {"a": 0}}, "added_tokens": [1]}', 1),
        ("tokenizer.json", '{"model": {"type": "WordPiece", "vocab": {"a": 0}}, "normalizer": "x"}', 1),
        ("v.txt", "", 1),
        ("missing.txt", None, 2),
        ("folder", None, 2),
    ],
)
def test_a_file_that_is_no_vocabulary_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: str | None, code: int
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_text(content, encoding="utf-8")
    elif name == "folder":
        path.mkdir()
    for command in (("check",), ("load", "--name", "v")):
        got, errors, said = run(tmp_path, capsys, *command, str(path))
        assert (got, said.count("\n")) == (code, 1)
        assert [error["message"] for error in errors["errors"]] == [said.strip()]
        assert "went wrong" not in said


def test_a_damaged_vocabulary_hides_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str], vocab: Path) -> None:
    for name in ("bad", "good"):
        run(tmp_path, capsys, "load", str(vocab), "--name", name)
    (tmp_path / "project" / "vocabularies" / "bad" / "tokens.json").write_text("{}", encoding="utf-8")
    code, (good, bad), said = run(tmp_path, capsys, "list")
    assert (code, good["name"], said) == (0, "good", "")
    assert bad["name"] == "bad"
    assert "“bad” is damaged: its file tokens.json" in bad["damaged"]
    assert main(["vocabulary", "list", "--project", str(tmp_path / "project")]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"bad  damaged: {bad['damaged']}"
    assert run(tmp_path, capsys, "show", "bad")[2] == bad["damaged"] + "\n"
    assert run(tmp_path, capsys, "delete", "bad")[0] == 0
    assert [one["name"] for one in run(tmp_path, capsys, "list")[1]] == ["good"]


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
    code, made, said = run(tmp_path, capsys, "train", *options, "--size", "100")
    assert (code, made["kind"], made["size"], made["asked"]) == (0, "character", 15, 100)
    assert said.startswith("The corpus gives only 15 of the 100 tokens")
    assert made["warnings"] == [{"kind": "fewer-tokens", "message": said.strip()}]
    code, made, said = run(tmp_path, capsys, "train", *options[:-1], "exact", "--size", "15")
    assert (code, made["size"], made["warnings"], said) == (0, 15, [], "")
    code, _, said = run(tmp_path, capsys, "train", *options, "--size", "100")
    assert (code, "already" in said) == (2, True)
    code, _, said = run(tmp_path, capsys, "train", *options[:-1], "w", "--size", "7")
    assert (code, "14" in said, "7" in said) == (2, True, True)
    options = ("--corpus", "c", "--kind", "sentencepiece", "--name", "v", "--size", "9")
    code, errors, said = run(tmp_path, capsys, "train", *options)
    assert (code, said.count("\n")) == (2, 1)
    assert errors["errors"][0]["message"] == said.strip()


@pytest.fixture
def grown_project(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A project with a vocabulary, a corpus and lists."""
    project = tmp_path / "project"
    vocab = tmp_path / "base.txt"
    tokens = ["[PAD]", "[unused1]", *SPECIAL[1:], "我", "们", "学", "科", "，", "Up"]
    vocab.write_text("\n".join(tokens), encoding="utf-8")
    text = tmp_path / "text.txt"
    text.write_text("我们学鑫鑫，科学[MASK]\n龘我们\n", encoding="utf-8")
    entities = tmp_path / "names.txt"
    entities.write_text("鑫科\n我们\n", encoding="utf-8")
    base = ["--project", str(project)]
    assert main(["vocabulary", "load", str(vocab), "--name", "base", "--uncased", "--kind", "wordpiece", *base]) == 0
    assert main(["import", str(text), "--name", "text", "--documents", "line", *base]) == 0
    assert main(["lists", "import", str(entities), "--name", "names", "--kind", "entity", *base]) == 0
    capsys.readouterr()
    return project


@pytest.mark.usefixtures("grown_project")
def test_coverage_tells_what_is_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found, said = run(tmp_path, capsys, "coverage", "base", "--corpus", "text")
    assert (code, said) == (0, "")
    assert [(row["text"], row["count"]) for row in found["texts"]][:2] == [("鑫", 2), ("MASK", 1)]
    example = found["texts"][0]["example"]
    assert example["text"][example["start"] : example["end"]] == "鑫"
    assert (found["unused_places"], found["literal_special_tokens"]) == (1, {"[MASK]": 1})
    assert [(row["reason"], row["count"]) for row in found["unreachable"]] == [("capitals", 1)]
    assert found["lists"][0]["never_predicted"] == 1
    assert found["lists"][0]["examples"] == [{"text": "鑫科", "class": "names", "unknown": ["鑫"]}]
    code, found, _ = run(tmp_path, capsys, "coverage", "base", "--corpus", "text", "--most", "1", "--sample", "1")
    assert (code, len(found["texts"]), found["sentences"], found["of_sentences"]) == (0, 1, 1, 2)
    assert main(["vocabulary", "coverage", "base", "--corpus", "text", "--project", str(tmp_path / "project")]) == 0
    shown = capsys.readouterr().out
    assert "我们学⟦鑫⟧鑫，" in shown
    assert "Capitals, but text is lower-cased first" in shown
    assert "鑫科 (鑫)" in shown
    assert run(tmp_path, capsys, "coverage", "base", "--corpus", "none")[0] == 2
    assert run(tmp_path, capsys, "coverage", "base", "--corpus", "text", "--list", "none")[0] == 2
    assert run(tmp_path, capsys, "coverage", "base", "--corpus", "text", "--sample", "-1")[0] == 2
    assert run(tmp_path, capsys, "coverage", "base", "--corpus", "text", "--most", "0")[0] == 2


@pytest.mark.usefixtures("grown_project")
def test_adding_words_from_a_file_a_list_and_a_corpus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = tmp_path / "words.txt"
    words.write_bytes("\ufeff科学\r\n我\r\n\r\n鑫\r\n".encode())
    code, found, _ = run(tmp_path, capsys, "add-words", "base", "--words", str(words), "--as", "word", "--name", "a")
    assert (code, found["kind"], found["size"]) == (0, "word", 14)
    assert [(row["token"], row["id"], row["pieces"]) for row in found["added"]] == [
        ("科学", 12, ["科", "学"]), ("鑫", 13, []),
    ]  # fmt: skip
    assert [(row["word"], row["reason"]) for row in found["skipped"]] == [("我", "present")]
    code, found, _ = run(
        tmp_path, capsys, "add-words", "base", "--unknown", "2", "--corpus", "text", "--into", "unused", "--name", "b"
    )
    assert (code, found["size"]) == (0, 12)
    assert [(row["token"], row["id"]) for row in found["added"]] == [("鑫", 1)]
    assert [row["reason"] for row in found["skipped"]] == ["no-place"]
    code, found, said = run(tmp_path, capsys, "add-words", "base", "--list", "names", "--name", "c")
    assert (code, said.count("\n")) == (1, 1)
    assert "Text is cut at every Chinese character (2)." in said
    assert run(tmp_path, capsys, "add-words", "base", "--unknown", "2", "--name", "d")[0] == 2
    assert run(tmp_path, capsys, "add-words", "base", "--words", str(tmp_path / "no"), "--name", "d")[0] == 1
    assert run(tmp_path, capsys, "add-words", "base", "--words", str(words), "--name", "a")[0] == 2
    project = ["--project", str(tmp_path / "project")]
    assert main(["vocabulary", "add-words", "base", "--words", str(words), "--name", "e", *project]) == 0
    shown = capsys.readouterr().out
    assert "Added: 1; skipped: 2." in shown


@pytest.mark.usefixtures("grown_project")
def test_making_a_word_vocabulary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found, _ = run(tmp_path, capsys, "words", "--base", "base", "--size", "100", "--name", "words")
    assert (code, found["kind"], found["size"]) == (0, "word", 5 + 6 + 100), "what is kept, and the words"
    code, found, _ = run(tmp_path, capsys, "words", "--base", "base", "--corpus", "text", "--name", "own")
    assert (code, found["size"]) == (0, 5 + 6 + 1), "我们 is the one word that is met twice"
    assert run(tmp_path, capsys, "words", "--base", "base", "--size", "0", "--name", "none")[0] == 2
