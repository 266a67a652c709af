"""Dropped copies: what stays, where it stands, and what is told; against plain Python."""

from __future__ import annotations

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
