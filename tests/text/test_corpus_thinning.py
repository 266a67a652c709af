"""Dropped copies: what stays, where it stands, and what is told; against plain Python."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from workbench.core.paths import Project
from workbench.text.corpus import Corpus, import_corpus
from workbench.text.readers.settings import Duplicates, ImportSettings

PARAGRAPHS = st.sampled_from(["一样。", "一样。第二句！", "别的话。", "Same here. Twice.", "𠮷野家。", "。"])
DOCUMENTS = st.lists(st.lists(PARAGRAPHS, min_size=1, max_size=4), min_size=1, max_size=8)


def load(folder: Path, documents: list[list[str]], rule: Duplicates, name: str = "c") -> Corpus:
    path = folder / "a.txt"
    path.write_text("\n\n".join("\n".join(document) for document in documents), encoding="utf-8")
    return import_corpus(Project(folder / "p"), name, [path], ImportSettings(duplicates=rule))


def load_talk(folder: Path, dialogues: list[list[str]], rule: Duplicates, name: str = "c", text: str = "") -> Corpus:
    """Dialogues from a file of lists of turns, and from one of lines with tabs, with a file of ``text`` behind."""
    half = len(dialogues) // 2
    listed, tabbed = folder / "a.jsonl", folder / "b.tsv"
    records = [json.dumps({"turns": one}, ensure_ascii=False) for one in dialogues[:half]]
    listed.write_text("\n".join(records), "utf-8")
    tabbed.write_text("".join("\t".join(one) + "\n" for one in dialogues[half:]), "utf-8")
    files = [listed, tabbed]
    if text:
        files.append(folder / "c.txt")
        files[-1].write_text(text, encoding="utf-8")
    return import_corpus(Project(folder / "p"), name, files, ImportSettings(duplicates=rule))


TALK = [
    ["吃了吗？", "好的", "好的"], ["在吗", "好的"], ["吃了吗？", "好的", "好的"], ["晚安", "好的", "再见"],
    ["哦"], ["在吗", "好的"], ["几点", "三点", "好的", "好的"], ["谁呀", "我", "好的"],
    ["吃了吗？", "吃了"], ["去哪", "回家", "好的"], ["走吗", "好的", "走"], ["在吗", "好的"],
]  # fmt: skip


def thinned(documents: list[list[str]], rule: Duplicates) -> list[list[str]]:
    """By plain Python."""
    if rule is Duplicates.DOCUMENTS:
        return [document for place, document in enumerate(documents) if document not in documents[:place]]
    seen: set[str] = set()
    kept = []
    for document in documents:
        rest = []
        for paragraph in document:
            if paragraph not in seen:
                rest.append(paragraph)
            seen.add(paragraph)
        if rest:
            kept.append(rest)
    return kept


@pytest.mark.parametrize("block", [1 << 20, 8])
@pytest.mark.parametrize("rule", [Duplicates.PARAGRAPHS, Duplicates.DOCUMENTS])
def test_what_is_left_is_a_corpus_of_the_first_ones(
    rule: Duplicates, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.text.corpus_writer._COPY_BYTES", block)
    monkeypatch.setattr("workbench.text.corpus_writer._KEPT_PARAGRAPHS", 2 if block == 8 else 1 << 14)

    @settings(max_examples=12, deadline=None)
    @given(DOCUMENTS)
    @example([["一样。", "一样。"], ["一样。"], ["别的话。", "一样。"]])
    def check(documents: list[list[str]]) -> None:
        with TemporaryDirectory() as folder:
            found = load(Path(folder), documents, rule)
            wanted = load(Path(folder), thinned(documents, rule), Duplicates.KEEP, "wanted")
            assert found.fingerprint == wanted.fingerprint, "text, starts and split are the same"
            assert found.num_paragraphs == wanted.num_paragraphs
            assert found.num_characters == wanted.num_characters
            assert found.report.pair_documents == wanted.report.pair_documents
            dropped = sum(map(len, documents)) - found.num_paragraphs
            if rule is Duplicates.DOCUMENTS:
                dropped = len(documents) - found.num_documents
            assert sum(found.report.skipped.values()) == dropped

    check()


def test_the_report_tells_what_was_dropped(tmp_path: Path) -> None:
    corpus = load(tmp_path, [["一样。", "甲。"], ["一样。"], ["乙。"]], Duplicates.PARAGRAPHS)
    assert dict(corpus.report.skipped) == {"duplicate-paragraph": 1}
    [note] = [note for note in corpus.report.notes if note.kind == "duplicates-dropped"]
    assert note.message.render() == "1 of 4 paragraphs came before and was dropped; 3 characters."
    assert corpus.settings["duplicates"] == "paragraphs"
    assert {file.name for file in corpus.folder.iterdir()} == {
        "text.bin", "manifest.json", "sentence_offsets.npy", "paragraph_starts.npy", "document_starts.npy",
        "evaluation.npy",
    }  # fmt: skip


@pytest.mark.parametrize("rule", [Duplicates.PARAGRAPHS, Duplicates.DOCUMENTS])
def test_dialogues_keep_their_turns_and_go_as_a_whole(tmp_path: Path, rule: Duplicates) -> None:
    found = load_talk(tmp_path, TALK, rule)
    unlike = [one for place, one in enumerate(TALK) if one not in TALK[:place]]
    assert len(unlike) == 9
    assert [found.document(number) for number in range(found.num_documents)] == unlike
    assert found.num_paragraphs == sum(map(len, unlike)), "a turn is a paragraph still"
    assert found.report.turn_documents == 8
    assert dict(found.report.skipped) == {"duplicate-document": 3}
    told = [note.message.render() for note in found.report.notes]
    whole = "Turns of dialogues stay, since a dialogue without some of them is none; 3 of 12 dialogues came before as a"
    assert any(words.startswith(whole) for words in told) is (rule is Duplicates.PARAGRAPHS)


def test_beside_dialogues_text_loses_its_repeated_paragraphs(tmp_path: Path) -> None:
    found = load_talk(tmp_path, TALK[:10], Duplicates.PARAGRAPHS, text="甲。\n乙。\n\n甲。\n丙。\n好的")
    documents = [found.document(number) for number in range(found.num_documents)]
    assert documents[-2:] == [["甲。", "乙。"], ["丙。"]]
    assert dict(found.report.skipped) == {"duplicate-document": 2, "duplicate-paragraph": 2}
    told = [note.message.render() for note in found.report.notes]
    assert "2 of 5 paragraphs of text came before and were dropped." in told


def test_repeated_turns_are_not_told_as_copies(tmp_path: Path) -> None:
    """Nobody is offered to drop them."""
    found = load_talk(tmp_path, TALK, Duplicates.KEEP, text="甲。\n甲。\n乙。")
    told = {note.kind: note.message.render() for note in found.report.notes}
    assert told["duplicate-paragraph"].startswith("1 of 3 paragraphs is a copy of another")
    assert told["duplicate-document"].startswith("3 of 13 documents are copies of another")
    assert not list(found.folder.glob("*.partial"))
