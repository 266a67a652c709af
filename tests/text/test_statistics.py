"""Statistics against counts made by hand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from workbench.core.errors import StoppedError
from workbench.core.paths import Project
from workbench.text import statistics
from workbench.text.corpus import Corpus, import_corpus
from workbench.text.readers.settings import ImportSettings

TEXT = "今天天气很好。我们去公园！\n\n公园里有 trees 和😀。\n\n好。\n"


def load(folder: Path, text: str) -> Corpus:
    path = folder / "a.txt"
    path.write_text(text, encoding="utf-8")
    return import_corpus(Project(folder / "p"), "c", [path], ImportSettings())


@pytest.mark.parametrize("chunk", [1, 30, 1 << 20])
def test_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    monkeypatch.setattr(statistics, "_CHUNK", chunk)
    found = load(tmp_path, TEXT).statistics()
    sentences = ["今天天气很好。", "我们去公园！", "公园里有 trees 和😀。", "好。"]
    counts = Counter("".join(sentences).replace(" ", ""))
    assert dict(found.characters) == counts
    assert found.num_distinct_characters == len(counts) + 1
    assert found.pair_documents == 1
    lengths = dict(zip(found.sentence_lengths.edges, found.sentence_lengths.counts, strict=False))
    assert sum(found.sentence_lengths.counts) == 4
    assert (lengths[2], lengths[6], lengths[7]) == (1, 1, 1)
    assert sum(found.document_lengths.counts) == sum(found.document_sentences.counts) == 3
    assert found.latin_share == pytest.approx(5 / sum(counts.values()))
    assert found.chinese_share == pytest.approx(
        sum("一" <= c <= "龥" for c in counts.elements()) / sum(counts.values())
    )
    assert dict(found.words)["公园"] == 2
    assert dict(found.words)["trees"] == 1


def test_kept_beside_the_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = load(tmp_path, TEXT)
    first = corpus.statistics()
    monkeypatch.setattr(statistics, "_count", None)
    assert Corpus(corpus.folder).statistics() == first


def test_words_come_from_a_bounded_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "_WORD_BYTES", 6400)
    found = load(tmp_path, TEXT * 2000).statistics()
    assert 6400 <= found.word_sample < 20_000
    assert dict(found.words)["公园"] > 10


def test_counting_stops(tmp_path: Path) -> None:
    with pytest.raises(StoppedError):
        load(tmp_path, TEXT).statistics(cancelled=lambda: True)
