"""Files that break importers, through the terminal's ``import``: the right text, or one clear sentence."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.cli import main
from workbench.core.paths import Project
from workbench.text.corpus import Corpus, find_corpus

NASTY = Path(__file__).resolve().parents[3] / "shared" / "data" / "nasty"
#: One sentence says what these are; they belong to other tasks.
OTHER_TASKS = {
    "tsv_ragged.tsv": "labelled",
    "tsv_labels_train.tsv": "labelled",
    "tsv_labels_dev.tsv": "labelled",
    "vocab_bad.txt": "vocabulary",
    "vocab_u2028.txt": "vocabulary",
}
#: What else is refused, and the words that say why.
REFUSED = {
    "enc_mixed_utf8_then_gbk.txt": "byte 2009",
    "binary_png_named.txt": "picture",
    "binary_random.txt": "binary",
    "blank_empty.txt": "empty",
    "blank_bom_only.txt": "empty",
    "blank_only.txt": "empty",
    "csv_header_only.csv": "no rows",
    "csv_unclosed_quote.csv": "line 2 is never closed",
    "json_nested.jsonl": "data.paragraphs[].context",
}
#: The warnings that a file must give: kind -> line.
WARNED = {
    "enc_utf8_bom_inside.txt": {"byte-order-mark": 19},
    "enc_mojibake_utf8_read_as_latin1.txt": {"mojibake": 1},
    "enc_mojibake_kunjinkao.txt": {"mojibake": 1},
    "bytes_invalid_utf8_middle.txt": {"bad-bytes": 11},
    "bytes_truncated_at_end.txt": {"bad-bytes": 17},
    "bytes_cesu8_surrogates.txt": {"cesu-8": 1},
    "bytes_overlong.txt": {"bad-bytes": 1},
    "bytes_nul.txt": {"nul": 2},
    "bytes_control_chars.txt": {"terminal-code": 1, "control": 2},
    "char_zero_width.txt": {"zero-width": 1},
    "char_fullwidth.txt": {"full-width": 1},
    "char_private_and_unassigned.txt": {"replacement-character": 1},
    "char_only_punctuation.txt": {"no-words": 0},
    "long_unbroken_latin.txt": {"long-sentence": 1},
    "content_special_tokens.txt": {"special-token": 1},
    "content_html.txt": {"html": 1},
    "content_short_docs.txt": {"single-sentence": 0},
    "content_one_document.txt": {"no-evaluation": 0},
    "content_duplicates.txt": {"duplicate-document": 0},
    "json_lone_surrogate.jsonl": {"surrogate": 1},
    "json_duplicate_keys_and_nan.jsonl": {"duplicate-key": 1},
    "csv_quoted_newlines.csv": {"empty-text": 5},
    "ner_ok_small.bio": {"boundaries": 0},
    "ner_broken.bio": {
        "no-beginning": 4, "no-tag": 9, "blank-token": 10, "other-scheme": 13, "long-token": 15, "other-class": 16
    },
}  # fmt: skip
DOCUMENTS = {
    "ner_ok_small.bio": 2, "ner_broken.bio": 2, "csv_quoted_newlines.csv": 4, "csv_excel_gbk_semicolon.csv": 2,
    "dialog_bad.jsonl": 3,  # a lone turn is text, though no dialogue
}  # fmt: skip

Import = Callable[..., tuple[int, dict[str, Any], str]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Import:
    """``run(path, *options, name="c")`` -> exit code, report (empty if refused), standard error.

    A refusal is told on standard output too, where a script reads it.
    """

    def imported(path: Path, *options: str, name: str = "c") -> tuple[int, dict[str, Any], str]:
        argv = ["import", str(path), "--name", name, "--json", "--project", str(tmp_path / "project"), *options]
        code = main(argv)
        captured = capsys.readouterr()
        report = json.loads(captured.out)
        if code:
            (error,) = report["errors"]
            assert (error["path"], error["message"]) == ("", captured.err.rstrip("\n"))
            report = {}
        return code, report, captured.err

    return imported


def expected() -> list[dict[str, Any]]:
    """The entries of the collection, where it is on this machine."""
    path = NASTY / "expected.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []


def opened(tmp_path: Path, name: str = "c") -> Corpus:
    return find_corpus(Project(tmp_path / "project"), name)


def texts(corpus: Corpus) -> list[list[str]]:
    return [corpus.document(index) for index in range(corpus.num_documents)]


@pytest.mark.skipif(not NASTY.is_dir(), reason="the collection is not on this machine")
def test_the_collection_is_whole() -> None:
    names = {entry["file"] for entry in expected()}
    assert len(names) > 70
    assert names >= OTHER_TASKS.keys() | REFUSED.keys() | WARNED.keys() | DOCUMENTS.keys()


@pytest.mark.parametrize("entry", expected(), ids=lambda entry: entry["file"])
def test_the_collection(entry: dict[str, Any], tmp_path: Path, run: Import) -> None:
    path = NASTY / entry["file"]
    before = path.read_bytes()
    code, report, error = run(path)
    assert path.read_bytes() == before
    refusal = {**OTHER_TASKS, **REFUSED}.get(path.name)
    if refusal is not None:
        assert (code, report) == (1, {})
        assert refusal in error
        assert path.name in error
        assert error.count("\n") == 1
        assert not list((tmp_path / "project" / "corpora").iterdir())
        return
    assert (code, error) == (0, "")
    _check_counts(entry, report)
    _check_warnings(entry, report)
    if same := entry.get("same_text_as"):
        run(NASTY / same, name="base")
        assert texts(opened(tmp_path)) == texts(opened(tmp_path, "base"))


def _check_counts(entry: dict[str, Any], report: dict[str, Any]) -> None:
    """Encoding, documents and paragraphs, of which each is a line; of JSON, one document a good line."""
    family = {"gbk": "gb18030", "cesu-8": "utf-8", None: "utf-8"}
    encoding = entry.get("encoding")
    wanted = "gb18030" if entry["file"].startswith("csv_excel") else family.get(encoding, encoding)
    assert report["encodings"] == {entry["file"]: wanted}
    documents = DOCUMENTS.get(entry["file"], entry.get("docs", len(entry.get("good_lines", []))))
    if documents:
        assert report["documents"] == documents
    if "nonblank_lines" in entry:
        assert report["paragraphs"] == entry["nonblank_lines"]
    if bad := entry.get("bad_lines"):
        assert [w["line"] for w in report["warnings"] if w["kind"] == "broken-json"] == bad
    assert report["sentences"] >= report["documents"] > 0


def _check_warnings(entry: dict[str, Any], report: dict[str, Any]) -> None:
    """Kinds and lines, and the figures that the collection states."""
    found = {warning["kind"]: warning for warning in reversed(report["warnings"])}  # the first of each kind
    for kind, line in WARNED.get(entry["file"], {}).items():
        assert found[kind]["line"] == line
    if "bad_bytes" in entry:
        assert f"{entry['bad_bytes']} bytes" in found["bad-bytes"]["message"]
        assert f"byte {entry['first_bad_offset']}." in found["bad-bytes"]["message"]
    if "nul_count" in entry:
        assert f"{entry['nul_count']} NUL" in found["nul"]["message"]
    if "problems" in entry and entry["file"].endswith(".bio"):
        assert sum(warning["line"] > 0 for warning in report["warnings"]) == entry["problems"]
    assert len(report["warnings"]) < 60


@pytest.mark.skipif(not NASTY.is_dir(), reason="the collection is not on this machine")
def test_what_the_hints_say_works(tmp_path: Path, run: Import) -> None:
    code, report, _ = run(NASTY / "json_nested.jsonl", "--field", "data.paragraphs[].context", name="nested")
    assert (code, report["documents"]) == (0, 1)
    code, report, _ = run(NASTY / "tsv_ragged.tsv", "--field", "text", name="ragged")
    assert (code, sorted(report["skipped"])) == (0, ["empty-text", "uneven-row"])
    code, report, _ = run(NASTY / "dialog_bad.jsonl", name="turns")
    assert (code, report["documents"], report["turn_documents"]) == (0, 3, 2)
    assert [warning["line"] for warning in report["warnings"] if warning["line"]] == [2, 3, 4]
    code, report, _ = run(NASTY / "vocab_u2028.txt", "--format", "txt", "--documents", "line", name="vocabulary")
    assert code == 0


TEXT = "今天天气很好，我们去公园散步。\n孩子们放风筝。\n\n第二篇文章，讲的是秋天。\n"
SENTENCES = [["今天天气很好，我们去公园散步。", "孩子们放风筝。"], ["第二篇文章，讲的是秋天。"]]
TRAPS: dict[str, bytes] = {
    "utf8.txt": TEXT.encode(),
    "bom.txt": ("\ufeff" + TEXT).encode(),
    "two_boms.txt": TEXT.replace("第二", "\ufeff第二").encode(),
    "gbk.txt": TEXT.encode("gbk"),
    "utf16le.txt": ("\ufeff" + TEXT).encode("utf-16-le"),
    "utf16be.txt": TEXT.encode("utf-16-be"),
    "utf32.txt": ("\ufeff" + TEXT).encode("utf-32-le"),
    "crlf.txt": TEXT.replace("\n", "\r\n").encode(),
    "cr.txt": TEXT.replace("\n", "\r").encode(),
    "blanks.txt": TEXT.replace("\n\n", "\n\u3000\n \t\n\u200b\n\xa0\n").encode(),
    "no_final_newline.txt": TEXT.rstrip("\n").encode(),
    "nul.txt": TEXT.replace("公园", "公\x00园").encode(),
    "colours.txt": TEXT.replace("公园", "\x1b[32m公园\x1b[m").encode(),
    "packed.txt": gzip.compress(TEXT.encode()),
    "array.json": json.dumps([{"text": "\n".join(part)} for part in SENTENCES], indent=1).encode(),
    "table.csv": ('id;正文\n1;"' + "\n".join(SENTENCES[0]) + f'"\n2;{SENTENCES[1][0]}\n').encode("gbk"),
    "名字（终）😀.txt": TEXT.encode(),
}


@pytest.mark.parametrize("name", TRAPS)
def test_the_same_text_in_many_disguises(name: str, tmp_path: Path, run: Import) -> None:
    path = tmp_path / name
    path.write_bytes(TRAPS[name])
    code, _, error = run(path)
    assert (code, error) == (0, "")
    assert texts(opened(tmp_path)) == SENTENCES


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("empty.txt", b"", "is empty"),
        ("blank.txt", "\n \u3000\ufeff\u200b\n".encode(), "blanks"),
        ("picture.txt", b"\xff\xd8\xff\xe0" + bytes(64), "picture"),
        ("archive.csv", b"PK\x03\x04" + bytes(64), "archive"),
        ("mixed.txt", TEXT.encode() * 9 + TEXT.encode("gbk") * 9, f"byte {len(TEXT.encode()) * 9} "),
        ("short.txt", "你好".encode("gbk"), "--encoding gb18030"),
        ("cut.gz", gzip.compress(TEXT.encode() * 99)[:-12], "damaged"),
        ("labels.tsv", b"text\tlabel\ngood\tpos\n", "labelled"),
        ("turns.jsonl", b'{"turns": []}\n', "empty list"),
        ("keys.jsonl", b'{"a": "x", "b": {"c": "y"}}\n', "a (1), b.c (1)"),
        ("numbers.jsonl", b'{"text": 1}\n{"text": null}\n', "values that are not text (2)"),
        ("header.csv", b"id,text\n", "no rows"),
        ("open.csv", 'id,text\n1,"开\n'.encode(), "line 2 is never closed"),
    ],
)
def test_one_sentence_and_nothing_left(name: str, data: bytes, words: str, tmp_path: Path, run: Import) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    code, report, error = run(path)
    assert (code, report) == (1, {})
    assert words in error
    assert name in error
    assert error.count("\n") == 1
    assert not list((tmp_path / "project" / "corpora").iterdir())
