"""Import, the corpus on disk, listing and deleting."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import psutil
import pytest

from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Progress
from workbench.text.corpus import Corpus, delete_corpus, find_corpus, import_corpus, list_corpora
from workbench.text.readers.encodings import UncertainEncodingError
from workbench.text.readers.settings import DocumentRule, ImportSettings

ROOT = Path(__file__).resolve().parents[2]
TEXT = "第一篇的第一句。第二句！\n第二段。\n\n第二篇？Yes. No.\n\n第三篇。\n"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "项目 folder")


def load(project: Project, data: str | bytes, name: str = "c", file: str = "a.txt", **settings: object) -> Corpus:
    path = project.root.parent / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return import_corpus(project, name, [path], ImportSettings.model_validate(settings))


def test_sentences_paragraphs_documents(project: Project) -> None:
    corpus = load(project, TEXT)
    sentences = ["第一篇的第一句。", "第二句！", "第二段。", "第二篇？", "Yes.", "No.", "第三篇。"]
    assert [corpus.sentence(index) for index in range(corpus.num_sentences)] == sentences
    assert corpus.sentences(2, 5) == sentences[2:5]
    assert corpus.document(1) == sentences[3:6]
    assert corpus.paragraph_starts.tolist() == [0, 2, 3, 6, 7]
    assert corpus.document_starts.tolist() == [0, 3, 6, 7]
    assert corpus.num_characters == sum(map(len, sentences))
    assert corpus.evaluation.sum() == 1


def test_opened_again_it_is_the_same(project: Project) -> None:
    corpus = load(project, TEXT, documents="line")
    for again in (find_corpus(project, "c"), find_corpus(project, corpus.folder), list_corpora(project).good[0]):
        assert again.report == corpus.report
        assert again.fingerprint == corpus.fingerprint
        assert again.document(0) == corpus.document(0)
        assert again.settings["documents"] == "line"


def test_five_encodings_of_one_text_have_one_fingerprint(project: Project) -> None:
    text = "今天天气很好，我们去公园散步。\n孩子们放风筝。\n\n第二篇文章。\n"
    encoded = [text.encode(), "\ufeff".encode() + text.encode(), text.encode("gb18030")]
    encoded += [("\ufeff" + text).encode(f"utf-16-{order}") for order in ("le", "be")]
    encoded += [
        ("\ufeff" + text).encode("utf-32-le"),
        text.replace("\n", "\r\n").encode(),
        text.replace("\n", "\r").encode(),
    ]
    assert len({load(project, data, name=str(index)).fingerprint for index, data in enumerate(encoded)}) == 1


def test_the_fingerprint_follows_text_documents_and_split(project: Project) -> None:
    variants = [
        load(project, TEXT, "a"),
        load(project, TEXT + "多一句。", "b"),
        load(project, TEXT, "c", documents="line"),
        load(project, TEXT, "d", evaluation_share=0.5),
    ]
    assert len({corpus.fingerprint for corpus in variants}) == 4


def test_progress_reaches_the_end(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(TEXT * 5000, encoding="utf-8")
    seen: list[Progress] = []
    import_corpus(project, "c", [path], ImportSettings(), progress=seen.append)
    assert (seen[-1].done, seen[-1].total, seen[-1].unit) == (path.stat().st_size, path.stat().st_size, "bytes")


def left_over(project: Project) -> list[str]:
    return os.listdir(project.corpora) if project.corpora.is_dir() else []


def test_cancelled_at_any_moment_it_leaves_nothing(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(TEXT * 20_000, encoding="utf-8")
    import_corpus(project, "whole", [path], ImportSettings())
    for limit in (0, 1, 4, 9):
        asked = 0

        def cancelled(limit: int = limit) -> bool:
            nonlocal asked
            asked += 1
            return asked > limit

        with pytest.raises(StoppedError):
            import_corpus(project, "c", [path], ImportSettings(), cancelled=cancelled)
        assert left_over(project) == ["whole"]


def test_a_failure_leaves_nothing(project: Project) -> None:
    for data in (b"", "你好".encode("gbk"), b"\x89PNG\r\n\x1a\n", "\u3000\n \n".encode()):
        with pytest.raises(WorkbenchError):
            load(project, data)
        assert left_over(project) == []


def test_what_a_killed_import_left_is_removed(project: Project) -> None:
    project.create()
    (project.corpora / ".importing-999999999-aa").mkdir()
    mine = project.corpora / f".importing-{os.getpid()}-aa"
    mine.mkdir()
    load(project, TEXT)
    assert sorted(left_over(project)) == sorted([mine.name, "c"])
    assert [corpus.name for corpus in list_corpora(project).good] == ["c"]


def test_a_name_that_no_file_system_holds_is_refused_before_anything_is_read(project: Project) -> None:
    for name in ("a/b", "", "con"):
        with pytest.raises(ArgumentError, match="cannot be a name"):
            load(project, TEXT, name)
    assert not project.root.exists()


def test_a_taken_name(project: Project) -> None:
    load(project, TEXT, "语料 一")
    with pytest.raises(ArgumentError, match="already"):
        load(project, TEXT, "语料 一")


def test_delete_and_unknown_names(project: Project) -> None:
    load(project, TEXT, "one")
    with pytest.raises(WorkbenchError, match="Did you mean “one”"):
        find_corpus(project, "onne")
    delete_corpus(project, "one")
    assert left_over(project) == []
    with pytest.raises(WorkbenchError, match="import one first"):
        delete_corpus(project, "one")


def test_a_renamed_folder_is_found_by_its_new_name(project: Project) -> None:
    load(project, TEXT).folder.rename(project.corpora / "other")
    assert [corpus.name for corpus in list_corpora(project).good] == ["other"]
    assert find_corpus(project, "other").name == "other"


def test_an_uncertain_encoding_names_candidates_and_can_be_said(project: Project) -> None:
    with pytest.raises(UncertainEncodingError, match=r"gb18030, big5.*--encoding gb18030"):
        load(project, "你好".encode("gbk"))
    corpus = load(project, "你好".encode("gbk"), encoding="gbk")
    assert corpus.sentence(0) == "你好"
    assert corpus.report.encodings == {"a.txt": "gb18030"}


def test_folders_are_read_in_order_and_skip_what_is_no_text(project: Project, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    (folder / "sub").mkdir(parents=True)
    (folder / ".hidden").write_text("不读", encoding="utf-8")
    (folder / "b.txt").write_bytes("第二个文件的一句话，讲的是今天的天气。".encode("gbk"))
    (folder / "sub" / "a.jsonl").write_text('{"text": "第三个。"}', encoding="utf-8")
    (folder / "a.txt").write_text("第一个。", encoding="utf-8")
    (folder / "c.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    (folder / "d.txt").write_bytes(b"")
    (folder / "e.vocab").write_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n", encoding="utf-8")
    corpus = import_corpus(project, "c", [folder, folder / "a.txt"], ImportSettings())
    assert corpus.sentences(0, 3) == ["第一个。", "第二个文件的一句话，讲的是今天的天气。", "第三个。"]
    assert corpus.report.encodings["b.txt"] == "gb18030"
    assert corpus.report.encodings["sub/a.jsonl"] == "utf-8"
    assert corpus.report.skipped["binary"] == corpus.report.skipped["not-corpus"] == 1
    again = Corpus(corpus.folder).report
    assert [note.message.render() for note in again.notes] == [note.message.render() for note in corpus.report.notes]


def test_missing_paths(project: Project, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for path in (tmp_path / "none.txt", tmp_path / "empty"):
        with pytest.raises(ArgumentError):
            import_corpus(project, "c", [path], ImportSettings())


def test_notes_on_the_corpus(project: Project) -> None:
    corpus = load(project, "一样。\n\n一样。\n\n别的。再说。\n")
    assert {note.kind: note.message.values.get("count") for note in corpus.report.notes} == {
        "duplicate-document": 1,
        "single-sentence": 2,
    }
    assert {note.kind for note in load(project, "，。！", "p").report.notes} >= {"no-words", "no-evaluation"}


def test_memory_does_not_grow_with_the_file(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    paragraph = "这是一段普通的文字，用来看看内存会不会随着文件变大。第二句话。" * 3 + "\n"
    path.write_bytes((paragraph * 20).encode() * 3000)
    process = psutil.Process()
    load(project, TEXT, "warm")
    before, peak = process.memory_info().rss, 0

    def follow(_: Progress) -> None:
        nonlocal peak
        peak = max(peak, process.memory_info().rss)

    import_corpus(project, "c", [path], ImportSettings(documents=DocumentRule.FILE), progress=follow)
    assert peak - before < 100e6


def test_any_locale_gives_the_same_corpus(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "名字 😀.txt"
    path.write_text(TEXT, encoding="utf-8")
    outcomes = []
    for variant, changes in (("posix", {"PYTHONUTF8": "0", "LC_ALL": "C"}), ("utf8", {"LC_ALL": "C.UTF-8"})):
        place = Project(tmp_path / variant)
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **changes}
        argv = [sys.executable, "-X", "dev", "-m", "workbench", "import", str(path), "--name", "语料", "--json"]
        done = subprocess.run(
            [*argv, "--project", str(place.root)], env=environment, capture_output=True, check=False, timeout=120
        )
        assert (done.returncode, done.stderr) == (0, b"")
        folder = place.corpora / "语料"
        files = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.glob("*.*")}
        del files["manifest.json"]
        outcomes.append((done.stdout, files))
    assert outcomes[0] == outcomes[1]
    assert "名字 😀.txt".encode() in outcomes[0][0]


def test_arrays_are_mapped(project: Project) -> None:
    assert isinstance(load(project, TEXT).sentence_offsets, np.memmap)


def test_a_byte_order_mark_tells_which_utf16(project: Project) -> None:
    corpus = load(project, ("\ufeff" + TEXT).encode("utf-16-be"), encoding="utf-16")
    assert corpus.report.encodings == {"a.txt": "utf-16-be"}
    assert corpus.sentence(0) == "第一篇的第一句。"
