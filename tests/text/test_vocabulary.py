"""Vocabulary files: ids, oddities, formats, storage."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.paths import Project
from workbench.text.library_tokenizer import make_tokenizer
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import (
    Vocabulary,
    VocabularyKind,
    check_vocabulary,
    delete_vocabulary,
    find_vocabulary,
    list_vocabularies,
    load_vocabulary,
    refuse_missing,
)

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "project").create()


def write(path: Path, text: str) -> Path:
    path.write_bytes(text.encode("utf-8"))
    return path


def test_ids_are_line_numbers_whatever_is_odd_about_the_lines(project: Project, tmp_path: Path) -> None:
    lines = [*SPECIAL[:4], "", "[MASK]", "一", "二", "一", "\u2028", "三", " ", "四"]
    path = write(tmp_path / "vocab.txt", "\n".join(lines) + "\n")
    report = check_vocabulary(path)
    assert [(problem.line, problem.kind) for problem in report.problems] == [(5, "blank"), (9, "duplicate")]
    assert report.usable
    loaded = load_vocabulary(project, path, "odd")
    again = find_vocabulary(project, "odd")
    for vocabulary in (loaded, again):
        assert list(vocabulary.tokens) == lines
        assert vocabulary.token(9) == "\u2028"
    assert again.fingerprint == loaded.fingerprint
    ids, _ = Tokenizer(again).encode(["一二三四"])[0]
    assert ids.tolist() == [8, 7, 10, 12], "of duplicates the later id, and nothing has moved"
    assert not {4, 0} & set(again.ordinary_ids.tolist())


def test_a_byte_order_mark_and_windows_line_ends_are_left_out(tmp_path: Path) -> None:
    path = write(tmp_path / "vocab.txt", "\ufeff" + "\r\n".join([*SPECIAL, "一"]))
    report = check_vocabulary(path)
    assert {problem.kind for problem in report.problems} == {"bom", "crlf"}
    assert report.usable
    vocabulary = find_vocabulary(Project(tmp_path), path)
    assert vocabulary.tokens == (*SPECIAL, "一")
    assert vocabulary.pad_id == 0


@pytest.mark.parametrize("absent", SPECIAL)
def test_a_missing_special_token_blocks_the_load(project: Project, tmp_path: Path, absent: str) -> None:
    kept = [token for token in SPECIAL if token != absent]
    path = write(tmp_path / "vocab.txt", "\n".join([*kept, "一"]))
    report = check_vocabulary(path)
    assert report.missing_special == (absent,)
    assert not report.usable
    with pytest.raises(WorkbenchError) as caught:
        load_vocabulary(project, path, "less")
    assert absent in str(caught.value)
    assert list_vocabularies(project).good == []
    mended = load_vocabulary(project, path, "more", add_missing=True)
    assert mended.tokens == (*kept, "一", absent), "added at the end: no other id moves"


def test_tokens_with_stated_ids(tmp_path: Path) -> None:
    tokens = ["[PAD]", "[CLS]", "[SEP]", "[MASK]", "，", "[UNK]"]
    path = write(tmp_path / "vocab.txt", "\n".join(f"{token}\t{place}" for place, token in enumerate(tokens)))
    assert find_vocabulary(Project(tmp_path), path).tokens == tuple(tokens)
    write(path, "[PAD]\t0\n[UNK]\t0\n")
    with pytest.raises(WorkbenchError, match="Line 2"):
        check_vocabulary(path)


def test_bytes_that_are_not_utf_8_are_refused_with_their_place(tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    path.write_bytes(b"[PAD]\n" + "的".encode("gbk"))
    with pytest.raises(WorkbenchError, match="byte 6"):
        check_vocabulary(path)


@pytest.mark.parametrize("content", ["", "\ufeff", "[1, 2]", "{}"])
def test_files_without_a_vocabulary_are_refused(tmp_path: Path, content: str) -> None:
    path = write(tmp_path / ("v.json" if content[:1] in ("[", "{") else "v.txt"), content)
    with pytest.raises(WorkbenchError):
        check_vocabulary(path)


def test_kind_and_case_are_guessed(tmp_path: Path) -> None:
    def guess(tokens: list[str]) -> tuple[VocabularyKind, bool]:
        report = check_vocabulary(write(tmp_path / "v.txt", "\n".join([*SPECIAL, *tokens])))
        return report.kind, report.lowercase

    assert guess(["a", "##b", "一"]) == (VocabularyKind.WORDPIECE, True)
    assert guess(["A", "##b", "一"]) == (VocabularyKind.WORDPIECE, False)
    assert guess(["a", "一"]) == (VocabularyKind.CHARACTER, True)
    assert guess(["a", "##b", "一", "中国", "我们"]) == (VocabularyKind.WORD, True)


def test_a_tokenizer_json_keeps_its_model_and_loses_its_special_tokens(project: Project, tmp_path: Path) -> None:
    source = Vocabulary.make("s", VocabularyKind.WORDPIECE, [*SPECIAL, "[", "]", "mask", "play", "##ing"])
    tokenizer = make_tokenizer(source)
    tokenizer.add_special_tokens(SPECIAL)
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    vocabulary = load_vocabulary(project, tmp_path / "tokenizer.json", "json")
    assert vocabulary.kind is VocabularyKind.WORDPIECE
    assert vocabulary.tokens == source.tokens
    assert vocabulary.lowercase
    ids, spans = Tokenizer(vocabulary).encode(["Playing[MASK]"])[0]
    assert ids.tolist() == [8, 9, 5, 7, 6]
    assert spans.tolist() == [[0, 4], [4, 7], [7, 8], [8, 12], [12, 13]]


def test_other_models_are_refused_by_name(tmp_path: Path) -> None:
    model = {"type": "Unigram", "vocab": [["a", 0.0]]}
    path = write(tmp_path / "tokenizer.json", json.dumps({"model": model, "added_tokens": []}))
    with pytest.raises(WorkbenchError, match="Unigram"):
        check_vocabulary(path)


def test_merges_must_be_there_and_fit(tmp_path: Path) -> None:
    vocab = {token: place for place, token in enumerate(["<s>", "<pad>", "</s>", "<unk>", "<mask>", "a", "b", "ab"])}
    path = write(tmp_path / "vocab.json", json.dumps(vocab))
    with pytest.raises(WorkbenchError, match="merges"):
        check_vocabulary(path)
    write(tmp_path / "merges.txt", "#version: 0.2\na b\n")
    for place in (path, tmp_path, tmp_path / "merges.txt"):
        assert check_vocabulary(place).kind is VocabularyKind.BYTE_BPE
    assert Tokenizer(find_vocabulary(Project(tmp_path), path)).encode(["abb"])[0][0].tolist() == [7, 6]
    write(tmp_path / "merges.txt", "a c\n")
    with pytest.raises(WorkbenchError, match="Line 1"):
        check_vocabulary(path)


def test_names_in_the_project(project: Project, tmp_path: Path) -> None:
    path = write(tmp_path / "vocab.txt", "\n".join([*SPECIAL, "一"]))
    load_vocabulary(project, path, "词表 一")
    with pytest.raises(WorkbenchError, match="already"):
        load_vocabulary(project, path, "词表 一")
    for bad in ("", "a/b", "..", " a", "a\n", "a" * 200):
        with pytest.raises(ArgumentError):
            load_vocabulary(project, path, bad)
    assert [vocabulary.name for vocabulary in list_vocabularies(project).good] == ["词表 一"]
    assert find_vocabulary(project, project.vocabularies / "词表 一").name == "词表 一"
    delete_vocabulary(project, "词表 一")
    with pytest.raises(ArgumentError):
        delete_vocabulary(project, "词表 一")
    with pytest.raises(ArgumentError):
        find_vocabulary(project, "词表 一")


def test_a_vocabulary_changed_by_hand_is_noticed(project: Project, tmp_path: Path) -> None:
    load_vocabulary(project, write(tmp_path / "vocab.txt", "\n".join([*SPECIAL, "一"])), "v")
    tokens = project.vocabularies / "v" / "tokens.json"
    tokens.write_text(json.dumps([*SPECIAL, "二"]), encoding="ascii")
    with pytest.raises(WorkbenchError, match="changed"):
        find_vocabulary(project, "v")
    tokens.write_text("[", encoding="ascii")
    with pytest.raises(WorkbenchError, match="damaged"):
        find_vocabulary(project, "v")


def test_random_tokens_come_from_what_text_can_hold() -> None:
    vocabulary = Vocabulary.make("v", VocabularyKind.WORDPIECE, [*SPECIAL, "[unused1]", "<S>", "", "一", "##a", "["])
    assert vocabulary.ordinary_ids.tolist() == [8, 9, 10]
    assert np.flatnonzero(vocabulary.is_special).tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("name", "kind", "size", "lowercase", "odd", "special"),
    [
        ("bert-base-chinese", "wordpiece", 21128, True, [], (0, 100, 101, 102, 103)),
        ("bert-base-uncased", "wordpiece", 30522, True, [], (0, 100, 101, 102, 103)),
        ("bert-base-cased", "wordpiece", 28996, False, [], (0, 100, 101, 102, 103)),
        ("wobert", "word", 33586, True, [(243, "blank")], (0, 1, 2, 3, 4)),
        ("ernie-1.0-zh", "wordpiece", 17964, True, [], (0, 17963, 1, 2, 3)),
        ("roberta-bpe", "byte-bpe", 50265, False, [], (1, 3, 0, 2, 50264)),
    ],
)
def test_published_vocabularies(
    shared_data: Path, name: str, kind: str, size: int, lowercase: bool, odd: list[object], special: tuple[int, ...]
) -> None:
    folder = shared_data / "5_vocabs" / name
    report = check_vocabulary(folder)
    assert (report.kind, report.size, report.lowercase, report.usable) == (kind, size, lowercase, True)
    assert [(problem.line, problem.kind) for problem in report.problems] == odd
    found = find_vocabulary(Project(folder), folder)
    assert (found.pad_id, found.unk_id, found.cls_id, found.sep_id, found.mask_id) == special
    assert found.name == name


def test_the_broken_vocabularies(shared_data: Path, tmp_path: Path) -> None:
    report = check_vocabulary(shared_data / "nasty" / "vocab_bad.txt")
    found = {(problem.line, problem.kind) for problem in report.problems}
    assert found == {(1, "crlf"), (7, "duplicate"), (8, "blank"), (10, "spaces"), (0, "missing-special")}
    assert (report.missing_special, report.usable) == (("[MASK]",), False)
    vocabulary = find_vocabulary(Project(tmp_path), shared_data / "nasty" / "vocab_u2028.txt")
    assert (vocabulary.size, vocabulary.token(6), vocabulary.token(8)) == (9, "的", "一")


@pytest.mark.parametrize(("missing", "word"), [(["[MASK]"], "it"), (["[SEP]", "[MASK]"], "them")])
def test_missing_special_tokens_are_told_as_one_or_many(missing: list[str], word: str) -> None:
    with pytest.raises(WorkbenchError, match=f"Masked pretraining needs {word};"):
        refuse_missing("v", missing)
