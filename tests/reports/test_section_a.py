"""Section A of the users' reports, corpus and encoding: each with the right value, and its neighbours."""

from __future__ import annotations

import codecs
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from workbench.cli import main
from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Progress
from workbench.spec.files import load_spec, save_spec
from workbench.spec.presets import load_preset
from workbench.store.store import Store
from workbench.text.corpus import Corpus, find_corpus, import_corpus
from workbench.text.corpus_export import export_corpus
from workbench.text.lexicon import LexiconKind, find_lexicon
from workbench.text.lexicon_import import import_list
from workbench.text.readers.decoding import LONGEST_LINE, Source, text_blocks
from workbench.text.readers.encodings import UncertainEncodingError, detect
from workbench.text.readers.opening import CHUNK
from workbench.text.readers.preview import preview_file
from workbench.text.readers.settings import ImportSettings, Width
from workbench.text.vocabulary import load_vocabulary

ROOT = Path(__file__).resolve().parents[2]
TEXT = "今天天气很好，我们去公园散步。\n孩子们放风筝。\n\n第二篇文章，讲的是秋天。\n"
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]

Load = Callable[..., Corpus]


@pytest.fixture
def load(project: Project, tmp_path: Path) -> Load:
    """``load(bytes or text, **settings)`` -> the corpus of a file that holds them."""
    made = 0

    def run(data: bytes | str, name: str = "a.txt", **settings: Any) -> Corpus:
        nonlocal made
        made += 1
        path = tmp_path / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return import_corpus(project, f"corpus {made}", [path], ImportSettings.model_validate(settings))

    return run


def texts(corpus: Corpus) -> list[list[str]]:
    return [corpus.document(index) for index in range(corpus.num_documents)]


def kinds(corpus: Corpus) -> dict[str, int]:
    """Kind of note -> its count."""
    return {note.kind: note.message.values.get("count", 1) for note in corpus.report.notes}


# R001: the locale decides the encoding


def in_locale(project: Path, *arguments: str, **environment: str) -> bytes:
    """The output of a command of the program in a process of its own, as bytes."""
    argv = [sys.executable, "-m", "workbench", *arguments, "--project", str(project)]
    settings = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(argv, env=settings, capture_output=True, check=True, timeout=120).stdout


def test_r001_any_locale_gives_the_same_corpus_and_export(tmp_path: Path) -> None:
    path = tmp_path / "语料 😀.txt"
    path.write_bytes(TEXT.encode())
    found = []
    for name, environment in (
        ("posix", {"PYTHONUTF8": "0", "LC_ALL": "C"}),
        ("utf8", {"PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"}),
    ):
        project, out = tmp_path / name, tmp_path / f"{name}.txt"
        report = json.loads(in_locale(project, "import", str(path), "--name", "语料", "--json", **environment))
        in_locale(project, "corpus", "export", "语料", "--out", str(out), **environment)
        found.append((report, out.read_bytes()))
    assert found[0] == found[1]
    report, exported = found[0]
    assert report["characters"] == 34
    assert report["encodings"] == {path.name: "utf-8"}
    assert exported == TEXT.encode()


# R002: short or ASCII-headed Chinese files are misdetected


def test_r002_four_gb_bytes_are_asked_for(load: Load) -> None:
    with pytest.raises(UncertainEncodingError) as caught:
        load("你好".encode("gb2312"))
    assert {candidate.encoding for candidate in caught.value.guess.candidates} >= {"gb18030", "big5"}
    assert "gb18030 “你好”" in str(caught.value)
    assert "--encoding gb18030" in str(caught.value)


def test_r002_a_tail_behind_20_kb_of_ascii_decides(load: Load) -> None:
    corpus = load(b"The head is plain ASCII, line after line.\n" * 500 + TEXT.encode("gbk"))
    assert corpus.report.encodings == {"a.txt": "gb18030"}
    assert corpus.sentence(corpus.num_sentences - 1) == "第二篇文章，讲的是秋天。"


def test_r002_three_lines_of_big5_are_never_something_else(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("今天天氣很好。\n我們去公園。\n你好嗎？\n".encode("big5"))
    assert detect(path).encoding == "big5"


@pytest.mark.parametrize(
    "data", [bytes(range(0xA1, 0xF0)) * 9, "café à la crème, déjà vu".encode("cp1252"), "мир".encode("cp1251")]
)
def test_r002_no_single_byte_page_is_taken_silently(load: Load, data: bytes) -> None:
    with pytest.raises(WorkbenchError):
        load(data)


@pytest.mark.parametrize(
    ("data", "said"),
    [(TEXT.encode(), "utf-16"), (TEXT.encode(), "utf-16-be"), (TEXT.encode(), "latin-1"), (TEXT.encode(), "big5"),
     (TEXT.encode("utf-16"), "latin-1"), (b"plain ASCII text\n" * 9, "utf-16-le")],
)  # fmt: skip
def test_r002_a_chosen_encoding_that_gives_nonsense_is_refused(load: Load, data: bytes, said: str) -> None:
    with pytest.raises(WorkbenchError, match=r"a\.txt is not"):
        load(data, encoding=said)


def test_r002_a_chosen_encoding_that_is_unlikely_is_warned_of(load: Load) -> None:
    corpus = load(("大學之道，在明明德，在親民，在止於至善。\n" * 5).encode("big5"), encoding="gbk")
    [note] = [note for note in corpus.report.notes if note.kind == "doubtful-encoding"]
    assert "looks like big5" in note.message.render()
    assert "大學之道" in note.message.render()


def test_r002_lines_in_two_encodings_are_read_when_asked_to(load: Load) -> None:
    data = (TEXT * 9).encode() + (TEXT * 9).encode("gbk")
    with pytest.raises(WorkbenchError, match=rf"byte {len(TEXT.encode()) * 9} \(line 37\).*--encoding utf-8\+gb18030"):
        load(data)
    corpus = load(data, encoding="utf-8+gb18030")
    assert texts(corpus) == texts(load(TEXT * 18))
    assert corpus.report.encodings == {"a.txt": "utf-8+gb18030"}
    assert kinds(corpus)["other-encoding"] == 27


# R005: byte-order marks


def test_r005_one_text_in_five_encodings_with_a_mark_is_one_corpus(load: Load) -> None:
    names = ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
    corpora = [load(("\ufeff" + TEXT).encode(name)) for name in names]
    assert [corpus.report.encodings["a.txt"] for corpus in corpora] == list(names)
    assert len({corpus.fingerprint for corpus in [*corpora, load(TEXT)]}) == 1


def test_r005_a_mark_inside_is_dropped_and_told(load: Load) -> None:
    corpus = load("\ufeff" + TEXT + "\ufeff" + TEXT)
    assert not any("\ufeff" in sentence for document in texts(corpus) for sentence in document)
    [note] = [note for note in corpus.report.notes if note.kind == "byte-order-mark"]
    assert (note.line, note.message.values["count"]) == (5, 1)


def test_r005_vocabulary(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    path.write_bytes(codecs.BOM_UTF8 + "\n".join([*SPECIAL, "的", "一"]).encode() + b"\n")
    vocabulary = load_vocabulary(project, path, "v")
    assert vocabulary.token(0) == "[PAD]"
    assert vocabulary.ids_by_token["的"] == 5


@pytest.mark.parametrize("kind", [LexiconKind.WORD, LexiconKind.NGRAM, LexiconKind.ENTITY, LexiconKind.PHRASE])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_r005_lists(project: Project, tmp_path: Path, kind: LexiconKind, encoding: str) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes("云计算\n深度学习\n".encode(encoding))
    import_list(project, path, "list", kind)
    assert [entry.text for entry in find_lexicon(project, "list").entries] == ["云计算", "深度学习"]


def test_r005_spec(tmp_path: Path) -> None:
    path = tmp_path / "spec.toml"
    save_spec(load_preset("bert-tiny"), path)
    path.write_bytes(codecs.BOM_UTF8 + path.read_bytes())
    assert load_spec(path) == load_preset("bert-tiny")


def test_r005_json_records(load: Load) -> None:
    corpus = load(codecs.BOM_UTF8 + b'{"text": "a."}\r\n{"text": "b."}\r\n', name="a.jsonl")
    assert texts(corpus) == [["a."], ["b."]]


# R006: which characters end a line

LINES = "甲\u2028乙\u2029丙\n丁\x85戊\x0b己\x0c庚\n辛\x1c壬\x1d癸\x1e子\r丑\n"


@pytest.mark.parametrize("documents", ["blank-line", "line"])
def test_r006_three_lines_are_three_everywhere(
    load: Load, project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str], documents: str
) -> None:
    settings = {"documents": documents, "lone_cr": False, "evaluation_share": 0.0}
    corpus = load(LINES, **settings)
    assert corpus.num_paragraphs == corpus.num_sentences == 3
    preview = preview_file(tmp_path / "a.txt", ImportSettings.model_validate(settings))
    assert sum(len(document.parts) for document in preview.documents) == 3
    out = tmp_path / "out.txt"
    assert export_corpus(corpus, out) == 3
    assert len([line for line in out.read_bytes().decode().split("\n") if line]) == 3
    statistics = corpus.statistics()
    assert sum(statistics.sentence_lengths.counts) == 3
    vocabulary = tmp_path / "vocab.txt"
    vocabulary.write_text("\n".join([*SPECIAL, *"甲乙丙丁戊己庚辛壬癸子丑"]) + "\n", encoding="utf-8")
    place = ["--project", str(project.root), "--vocabulary", str(vocabulary), "--json"]
    assert main(["mask", "--corpus", corpus.name, *place]) == 0
    masked = [json.loads(line) for line in capsys.readouterr().out.split("\n") if line]
    if documents == "line":
        assert len(masked) == 3
    assert sum(sum(span is not None for span in passage["spans"]) for passage in masked) == 12


@pytest.mark.parametrize(("lone_cr", "lines"), [(True, 4), (False, 3)])
def test_r006_a_lone_cr_ends_a_line_where_asked(load: Load, lone_cr: bool, lines: int) -> None:
    corpus = load(LINES, lone_cr=lone_cr)
    assert corpus.num_paragraphs == lines
    assert kinds(corpus)["line-end-cr" if lone_cr else "lone-cr"] == 1
    assert ("子 丑" in corpus.sentence(2)) is not lone_cr
    assert corpus.settings["lone_cr"] is lone_cr


def test_r006_line_ends_of_three_kinds_give_one_text(load: Load) -> None:
    corpora = [load(TEXT.replace("\n", end)) for end in ("\n", "\r\n", "\r")]
    assert len({corpus.fingerprint for corpus in corpora}) == 1
    record = json.dumps({"text": TEXT.replace("\n\n", "\n").replace("\n", "\r")})
    assert load(record, name="a.jsonl").num_paragraphs == 3
    assert load(record, name="a.jsonl", lone_cr=False).num_paragraphs == 1


def test_r006_line_ends_across_reads(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.text.readers.opening.ByteStream.read.__defaults__", (1,))
    assert texts(load("甲\r\n乙\r丙\n\n丁")) == [["甲", "乙", "丙"], ["丁"]]


# R010: full-width letters and digits


def test_r010_off_keeps_and_counts(load: Load) -> None:
    corpus = load("ＢＥＲＴ模型２０１９年")
    assert corpus.sentence(0) == "ＢＥＲＴ模型２０１９年"
    assert kinds(corpus)["full-width"] == 2


@pytest.mark.parametrize(
    ("width", "text", "kind", "count"),
    [
        (Width.LETTERS, "BERT模型2019年，（对）", "full-width-converted", 2),
        (Width.NFKC, "BERT模型2019年,(对)", "nfkc", 1),
    ],
)
def test_r010_on_makes_them_ordinary_and_shows_the_original(
    load: Load, tmp_path: Path, width: Width, text: str, kind: str, count: int
) -> None:
    original = "ＢＥＲＴ模型２０１９年，（对）"
    corpus = load(original, width=width)
    assert corpus.sentence(0) == text
    assert kinds(corpus)[kind] == count
    assert "full-width" not in kinds(corpus)
    assert corpus.settings["width"] == width
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == original, "the file is as it was"
    preview = preview_file(tmp_path / "a.txt", ImportSettings(width=width))
    assert preview.documents[0].parts == (text,)
    assert preview.originals[0].parts == (original,)


# R012: the whole file read into memory


def test_r012_blocks_and_lines_are_bounded(tmp_path: Path) -> None:
    path = tmp_path / "line.txt"
    path.write_bytes("一行没有尽头的文字，".encode() * 600_000)
    longest = max(len(block.text) for block in text_blocks(Source(path, "line.txt", "utf-8")))
    assert longest <= LONGEST_LINE + CHUNK


def test_r012_memory_does_not_follow_the_file(project: Project, tmp_path: Path) -> None:
    path, small = tmp_path / "large.txt", tmp_path / "small.txt"
    with path.open("wb") as file:
        for number in range(40_000):
            file.write(f"第{number}段普通的文字，看看内存{'会不会随着文件变大，' * 30}。第二句话。\n".encode())
    size = path.stat().st_size
    small.write_text(TEXT, encoding="utf-8")
    settings = ImportSettings.model_validate({"documents": "file", "duplicates": "paragraphs"})
    import_corpus(project, "warm", [small], settings)
    process = psutil.Process()
    before, peak = process.memory_info().rss, 0

    def follow(_: Progress) -> None:
        nonlocal peak
        peak = max(peak, process.memory_info().rss)

    import_corpus(project, "large", [path], settings, progress=follow)
    assert size > 38e6
    assert max(peak, process.memory_info().rss) - before < size


def test_r012_a_cancel_is_heeded_within_a_read_and_leaves_nothing(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("一行文字，不长。\n" * 200_000, encoding="utf-8")
    asked: list[int] = []
    seen: list[int] = []

    def cancelled() -> bool:
        asked.append(1)
        return len(asked) > 20

    def follow(progress: Progress) -> None:
        seen.append(progress.done)

    with pytest.raises(StoppedError):
        import_corpus(project, "c", [path], ImportSettings(), progress=follow, cancelled=cancelled)
    assert len(asked) == 21, "nothing more is asked or read"
    assert list(project.corpora.iterdir()) == []


# R014: empty, blank or whitespace-only documents


def test_r014_blank_lines_are_no_documents(load: Load) -> None:
    corpus = load("\n\n　　\n甲乙\n\n")
    assert texts(corpus) == [["甲乙"]]


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", " \t\u3000\xa0\u200b\n\n".encode()])
def test_r014_a_file_without_text_is_refused_before_a_run(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes
) -> None:
    path, vocabulary = tmp_path / "empty.txt", tmp_path / "vocab.txt"
    path.write_bytes(data)
    vocabulary.write_text("\n".join([*SPECIAL, "甲"]) + "\n", encoding="utf-8")
    assert main(["train", "--preset", "bert-tiny", "--corpus", str(path), "--vocabulary", str(vocabulary),
                 "--project", str(project.root)]) == 1  # fmt: skip
    assert "empty.txt is empty" in capsys.readouterr().err
    with Store.open(project) as store:
        assert store.runs() == []
    assert list(project.corpora.iterdir()) == []


def test_r014_records_and_rows_without_text_are_counted(load: Load) -> None:
    records = load('{"text": ""}\n{"text": "　"}\n{"text": "甲。"}\n{"text": null}\n', name="a.jsonl")
    assert texts(records) == [["甲。"]]
    assert dict(records.report.skipped) == {"empty-text": 2, "not-text": 1}
    rows = load("text,n\n甲。,1\n　,2\n", name="a.csv")
    assert (texts(rows), dict(rows.report.skipped)) == ([["甲。"]], {"empty-text": 1})


def test_offsets_stay_exact_whatever_was_changed(load: Load, project: Project) -> None:
    text = "<p>ＢＥＲＴ\x00模型&amp;\u200b好。</p>\n一样。\n\n一样。\n[MASK]\x1b[31m红\x1b[m。\ud83d第二句！\n".encode(
        "utf-8", "surrogatepass"
    )
    corpus = load(text, html=True, width="letters", duplicates="paragraphs")
    assert texts(corpus) == [["BERT模型&好。", "一样。"], ["[MASK]红。", "\ufffd第二句！"]]
    data = b"".join(corpus.sentence(index).encode() for index in range(corpus.num_sentences))
    assert corpus.sentence_offsets[-1] == len(data)
    assert hashlib.sha256(data).digest() == hashlib.sha256((corpus.folder / "text.bin").read_bytes()).digest()
    assert find_corpus(project, corpus.name).fingerprint == corpus.fingerprint
    assert {"html-removed", "full-width-converted", "nul", "zero-width", "terminal-code", "special-token", "bad-bytes",
            "duplicates-dropped"} <= kinds(corpus).keys()  # fmt: skip
