"""``workbench import`` and ``workbench corpus``."""

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

FIELDS = {
    "documents", "paragraphs", "sentences", "characters", "pair_documents", "turn_documents", "settings", "encodings",
    "skipped", "warnings", "fingerprint", "answers",
}  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "文件.jsonl"
    path.write_text('{"text": "今天很好。明天呢？"}\nbroken\n{"text": "走。"}\n', encoding="utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    code = main([str(part) for part in argv])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_import_gives_the_report(tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "import", file, "--name", "c", "--project", tmp_path / "p", "--json")
    report: dict[str, Any] = json.loads(out)
    assert (code, err) == (0, "")
    assert report.keys() == FIELDS
    assert (report["documents"], report["sentences"], report["characters"]) == (2, 3, 11)
    assert report["encodings"] == {"文件.jsonl": "utf-8"}
    assert report["skipped"] == {"broken-json": 1}
    assert {"file": "文件.jsonl", "line": 2, "kind": "broken-json"}.items() <= report["warnings"][1].items()
    assert all(warning.keys() == {"file", "line", "kind", "message"} for warning in report["warnings"])


def test_list_show_delete(tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = ("--project", tmp_path / "p")
    assert run(capsys, "corpus", "list", "--json", *place) == (0, "[]\n", "")
    _, imported, _ = run(capsys, "import", file, "--name", "c", *place)
    assert "c: 2 documents, 2 paragraphs, 3 sentences, 11 characters" in imported
    assert "1 document has two or more sentences" in imported
    assert "文件.jsonl:2: Line 2 is not JSON" in imported
    [listed] = json.loads(run(capsys, "corpus", "list", "--json", *place)[1])
    shown = json.loads(run(capsys, "corpus", "show", "c", "--json", *place)[1])
    assert listed.items() <= shown.items()
    assert shown.keys() > FIELDS | {"statistics", "evaluation_documents"}
    assert "c  " in run(capsys, "corpus", "list", *place)[1]
    assert "今" in run(capsys, "corpus", "show", "c", *place)[1]
    code, out, err = run(capsys, "corpus", "delete", "c", *place)
    assert (code, out, err) == (0, "The corpus c is deleted; the files it came from are as they were.\n", "")
    assert file.is_file()
    code, out, err = run(capsys, "corpus", "show", "c", *place)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


def test_options_reach_the_import(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("甲\n乙\n\n丙".encode("big5"))
    options = ("--documents", "line", "--encoding", "big5", "--format", "txt", "--json")
    code, out, _ = run(capsys, "import", path, "--name", "c", "--project", tmp_path / "p", *options)
    assert (code, json.loads(out)["documents"], json.loads(out)["encodings"]) == (0, 3, {"a.txt": "big5"})


@pytest.mark.parametrize(
    ("data", "options", "code", "words"),
    [
        ("你好".encode("gbk"), (), 1, "gb18030 “你好”, big5 “"),
        (b"", (), 1, "empty"),
        (b"text", ("--encoding", "klingon"), 2, "klingon"),
        (b"text", ("--project", __file__), 2, "is a file, not a project folder"),
        (b"text", ("--project", f"{__file__}/below"), 1, "project folder"),
        (
            "今天天气好".encode(),
            ("--encoding", "ascii"),
            1,
            "is not ascii: 15 of its 15 bytes do not fit, the first in line 1",
        ),
        (b"text", ("--encoding", "undefined"), 2, "Known: utf-8"),
        (b"text", ("--name", "CON"), 2, "Windows"),
    ],
)
def test_one_sentence_and_an_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, options: tuple[str, ...], code: int, words: str
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(data)
    got, out, err = run(capsys, "import", path, "--name", "c", "--project", tmp_path / "p", *options)
    assert (got, out) == (code, "")
    assert words in err
    assert err.count("\n") == 1


def test_a_damaged_corpus_hides_no_other_and_can_be_deleted(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ("--project", tmp_path / "p")
    for name in ("bad", "good"):
        run(capsys, "import", file, "--name", name, *place)
    (tmp_path / "p" / "corpora" / "bad" / "text.bin").write_bytes(b"")
    code, out, err = run(capsys, "corpus", "list", "--json", *place)
    good, bad = json.loads(out)
    assert (code, err, good["name"], bad["name"]) == (0, "", "good", "bad")
    assert bad.keys() == {"name", "damaged"}
    assert "“bad” is damaged" in bad["damaged"]
    assert run(capsys, "corpus", "list", *place)[1].splitlines()[-1].startswith("bad  damaged: The corpus “bad” is")
    training = ("vocabulary", "train", "--corpus", "bad", "--kind", "word", "--size", "99", "--name", "v")
    for command in (("corpus", "show", "bad"), training):
        assert run(capsys, *command, *place) == (1, "", bad["damaged"] + "\n")
    assert run(capsys, "corpus", "delete", "bad", "--json", *place) == (0, '{"deleted": "bad"}\n', "")
    assert "damaged" not in run(capsys, "corpus", "list", *place)[1]


def test_a_missing_file_is_a_bad_argument(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "import", tmp_path / "no", "--name", "c", "--project", tmp_path / "p")[0] == 2


def test_settings_of_the_import_are_kept_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("<p>ＡＢ一段。</p>\r一样。\n\n一样。\n".encode())
    options = ("--duplicates", "paragraphs", "--width", "letters", "--remove-html", "--no-lone-cr", "--workers", "2",
               "--evaluation-share", "0.5")  # fmt: skip
    place = ("--project", tmp_path / "p")
    code, out, _ = run(capsys, "import", path, "--name", "c", *place, *options, "--json")
    report = json.loads(out)
    assert (code, report["documents"], report["characters"], report["pair_documents"]) == (0, 1, 8, 1)
    assert report["settings"] == {
        "format": "auto", "field": "", "documents": "blank-line", "encoding": "auto", "evaluation_share": 0.5,
        "duplicates": "paragraphs", "width": "letters", "html": True, "lone_cr": False, "second_field": "",
        "answer_field": "", "answers": [],
    }  # fmt: skip
    shown = run(capsys, "corpus", "show", "c", *place)[1]
    assert "Full-width characters: letters and digits made ordinary, Remove HTML: yes" in shown
    assert "1 document has two or more sentences and can make pairs" in shown


@pytest.mark.parametrize(
    ("options", "words"), [(("--workers", "0"), "--workers"), (("--evaluation-share", "2"), "0.5")]
)
def test_wrong_settings(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], words: str
) -> None:
    code, out, err = run(capsys, "import", file, "--name", "c", "--project", tmp_path / "p", *options)
    assert (code, out) == (2, "")
    assert words in err


def test_an_import_of_nothing_names_fields_and_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": 1, "body": {"x": "甲"}}\n{"id": 2, "body": {"x": "乙"}}\n', encoding="utf-8")
    place = ("--name", "c", "--project", tmp_path / "p")
    for options in ((), ("--field", "id"), ("--field", "body.y")):
        code, out, err = run(capsys, "import", path, *place, *options)
        assert (code, out) == (1, "")
        assert "id (0), body.x (2)" in err
        assert err.count("\n") == 1


def test_export(tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = ("--project", tmp_path / "p")
    run(capsys, "import", file, "--name", "c", *place)
    out = tmp_path / "出.txt"
    code, told, err = run(capsys, "corpus", "export", "c", "--out", out, "--json", *place)
    assert (code, err, json.loads(told)) == (0, "", {"file": str(out), "documents": 2, "lines": 2})
    assert out.read_bytes() == "今天很好。明天呢？\n\n走。\n".encode()
    code, told, err = run(capsys, "corpus", "export", "c", "--out", out, *place)
    assert (code, told) == (2, "")
    assert err == f"{out} is there already. Choose another name, or write over it with --overwrite.\n"
    code, _, err = run(capsys, "corpus", "export", "c", "--out", tmp_path, "--overwrite", *place)
    assert (code, err) == (2, f"{tmp_path} is there already. Choose another name.\n")
    code, told, err = run(capsys, "corpus", "export", "c", "--out", out, "--overwrite", "--format", "jsonl", *place)
    assert (code, told) == (0, f"2 lines of 2 documents are in {out}.\n")
    assert out.read_bytes() == '{"text": "今天很好。明天呢？"}\n{"text": "走。"}\n'.encode()
    assert run(capsys, "corpus", "export", "no", "--out", tmp_path / "x", *place)[0] == 2


CLICKS = ("--field", "query", "--second-field", "title", "--answer-field", "label")


def test_answers_to_documents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "clicks.tsv"
    path.write_text("query\ttitle\tlabel\n海\t大海。\t2\n山\t河。\t0\n风\t\t1\n雨\t下雨。\t-1\n", encoding="utf-8")
    place = ("--name", "c", "--project", tmp_path / "p")
    meanings = ("--answers", "2=clicked,1=shown,0=unrelated,-1=")
    code, out, err = run(capsys, "import", path, *place, *CLICKS, *meanings)
    assert (code, err) == (0, "")
    assert "  answers: clicked (1), shown (0), unrelated (1)\n" in out
    assert "  skipped: empty texts (1), records whose answer is left out (1)\n" in out
    shown = json.loads(run(capsys, "corpus", "show", "c", "--json", *place[2:])[1])
    assert shown["answers"] == {"clicked": 1, "shown": 0, "unrelated": 1}
    assert shown["settings"]["answers"] == ["2=clicked", "1=shown", "0=unrelated", "-1="]
    assert run(capsys, "corpus", "export", "c", "--out", tmp_path / "c.jsonl", "--format", "jsonl", *place[2:])[0] == 0
    *_, last = (tmp_path / "c.jsonl").read_bytes().splitlines()
    assert json.loads(last) == {"text": "山\n河。", "answer": "unrelated"}


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        ((), 1, "to keep the labels as answers of the documents, name theirs with --answer-field"),
        (CLICKS, 1, "has these values in “label” (first records): 2 (1), 0 (1)"),
        ((*CLICKS, "--answers", "2=clicked,1=shown"), 1, "Line 3 of clicks.tsv has “0” in “label”"),
        ((*CLICKS[:4], "--answers", "2=clicked,1=shown"), 2, "no field that holds them. Name it with --answer-field"),
    ],
)
def test_what_answers_need_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], code: int, words: str
) -> None:
    path = tmp_path / "clicks.tsv"
    path.write_text("query\ttitle\tlabel\n海\t大海。\t2\n山\t河。\t0\n", encoding="utf-8")
    got, out, err = run(capsys, "import", path, "--name", "c", "--project", tmp_path / "p", *options)
    assert (got, out) == (code, "")
    assert words in err
    assert err.count("\n") == 1


def test_a_corpus_that_runs_use_is_not_deleted_unasked(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ("--project", tmp_path / "p")
    for name in ("used", "free"):
        assert run(capsys, "import", file, "--name", name, *place)[0] == 0
    with Store.open(Project(tmp_path / "p")) as store:
        for number in range(12):
            store.create_run(apply_overrides(load_preset("bert-tiny"), ["corpus=used"]), name=f"try {number}")
    code, out, err = run(capsys, "corpus", "delete", "used", *place)
    assert (code, out) == (2, "")
    assert err.startswith("Runs use the corpus “used”: try ")
    assert "… (12)" in err
    assert "--anyway" in err
    assert run(capsys, "corpus", "show", "used", *place)[0] == 0
    assert run(capsys, "corpus", "delete", "free", *place)[0] == 0
    assert run(capsys, "corpus", "delete", "used", "--anyway", *place)[0] == 0


def test_a_list_of_words_is_told_from_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = ("--project", tmp_path / "p")
    words, text = tmp_path / "words.txt", tmp_path / "text.txt"
    words.write_text("".join(f"词{number}\t{number}\n" for number in range(30)), encoding="utf-8")
    text.write_text("".join(f"这是第{number}句话。\n" for number in range(30)), encoding="utf-8")
    code, out, err = run(capsys, "import", words, text, "--name", "both", "--json", *place)
    [warning] = [one for one in json.loads(out)["warnings"] if one["kind"] == "word-list"]
    assert (code, warning["file"]) == (0, "words.txt")
    assert "workbench lists import" in warning["message"]
    assert err == f"words.txt: {warning['message']}\n"
    assert run(capsys, "import", words, "--format", "txt", "--name", "asked", *place)[2] == ""


def test_numbers_and_reasons_are_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = ("--project", tmp_path / "p")
    path = tmp_path / "one.jsonl"
    path.write_text('{"text": "走\ufeff"}\n{"other": "x"}\nbroken\n', encoding="utf-8")
    _, out, _ = run(capsys, "import", path, "--name", "c", "--field", "text", *place)
    assert "c: 1 document, 1 paragraph, 1 sentence, 1 character\n" in out
    assert "1 byte-order mark inside the text was dropped." in out
    assert "  skipped: records without the field (1), lines that are not JSON (1)\n" in out
    _, out, _ = run(capsys, "corpus", "export", "c", "--out", tmp_path / "c.txt", *place)
    assert out.startswith("1 line of 1 document is in ")
