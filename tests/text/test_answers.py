"""Answers to documents on their way from a file to a prepared corpus and back to a file."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.text.answers import ANSWERS
from workbench.text.corpus import Corpus, import_corpus
from workbench.text.corpus_export import ExportFormat, export_corpus
from workbench.text.prepared import prepare
from workbench.text.readers.settings import Duplicates, ImportSettings
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

CLICKS = ImportSettings(
    field="query", second_field="title", answer_field="label", answers=("2=clicked", "1=shown", "0=unrelated")
)
NAMES = ("clicked", "shown", "unrelated")
#: Of a plain text as it was before documents had answers.
PLAIN = "第一篇的第一句。第二句！\n第二段。\n\n第二篇？Yes. No.\n\n第三篇。\n"
PLAIN_FINGERPRINT = "158bd4c1eb0453f720b01343d99390fe5559f07f21cdacd17934e650a81b85c1"


def rows(count: int, queries: int = 1000) -> list[tuple[str, str, int]]:
    """Query, title of two sentences, and one of the values 2, 1, 0."""
    return [(f"问{number % queries}", f"题{number}。又一句。", (number * 7) % 5 % 3) for number in range(count)]


def load(
    folder: Path,
    found: Sequence[tuple[str, str, int]],
    settings: ImportSettings = CLICKS,
    name: str = "c",
    files: int = 1,
    **options: Any,
) -> Corpus:
    paths = []
    for number in range(files):
        part = found[number * len(found) // files : (number + 1) * len(found) // files]
        paths.append(folder / f"{name}{number}.tsv")
        lines = ["query\ttitle\tlabel", *(f"{query}\t{title}\t{label}" for query, title, label in part)]
        paths[-1].write_text("\n".join(lines) + "\n", encoding="utf-8")
    return import_corpus(Project(folder / "p"), name, paths, settings, **options)


def given(corpus: Corpus) -> list[str]:
    """The answer to each document."""
    assert corpus.answers is not None
    return [corpus.answers.name_of(document) for document in range(corpus.num_documents)]


def test_a_corpus_keeps_the_answer_to_each_document(tmp_path: Path) -> None:
    found = rows(50)
    made = load(tmp_path, found)
    for corpus in (made, Corpus(made.folder)):
        assert given(corpus) == [NAMES[2 - label] for _, _, label in found]
        assert corpus.document(3) == ["问3", "题3。", "又一句。"]
        assert np.diff(np.searchsorted(corpus.paragraph_starts, corpus.document_starts)).tolist() == [2] * 50
        assert corpus.report.answers == {name: given(corpus).count(name) for name in NAMES}
        assert list(corpus.report.to_json()["answers"]) == list(NAMES)
        assert corpus.answers is not None
        chosen = corpus.answers.counts(corpus.evaluation)
        assert sum(chosen.values()) == corpus.evaluation.sum()


def test_answers_are_part_of_what_a_corpus_is(tmp_path: Path) -> None:
    found = rows(20)
    other = [*found[:-1], (*found[-1][:2], (found[-1][2] + 1) % 3)]
    renamed = CLICKS.model_copy(update={"answers": ("2=clicked", "1=shown", "0=other")})
    without = CLICKS.model_copy(update={"answer_field": "", "answers": ()})
    corpora = [
        load(tmp_path, texts, settings, name)
        for name, texts, settings in (
            ("a", found, CLICKS), ("b", other, CLICKS), ("c", found, renamed), ("d", found, without),
        )
    ]  # fmt: skip
    assert len({corpus.fingerprint for corpus in corpora}) == 4
    assert load(tmp_path, found, CLICKS, "e").fingerprint == corpora[0].fingerprint


def test_a_corpus_without_answers_is_what_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(PLAIN, encoding="utf-8")
    corpus = import_corpus(Project(tmp_path / "p"), "c", [path], ImportSettings())
    assert corpus.fingerprint == PLAIN_FINGERPRINT
    assert corpus.answers is None
    assert not (corpus.folder / ANSWERS).exists()
    manifest = corpus.folder / "manifest.json"
    content = json.loads(manifest.read_bytes())
    for name in ("second_field", "answer_field"):  # as an earlier version wrote it
        del content["settings"][name]
    del content["answers"]
    manifest.write_text(json.dumps(content), encoding="utf-8")
    old = Corpus(corpus.folder)
    assert old.answers is None
    assert old.document(2) == ["第三篇。"]


def test_all_results_of_a_query_are_on_one_side_of_the_split(tmp_path: Path) -> None:
    corpus = load(tmp_path, rows(90, queries=30), CLICKS.model_copy(update={"evaluation_share": 0.3}))
    held = {corpus.document(number)[0] for number in np.flatnonzero(corpus.evaluation)}
    trained = {corpus.document(number)[0] for number in np.flatnonzero(~corpus.evaluation)}
    assert held
    assert not held & trained
    assert corpus.evaluation.sum() == 27


def here(function: Callable[..., Any], /, *arguments: Any, **values: Any) -> Any:
    return function(*arguments, **values)


def test_shared_out_among_workers_it_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.text.corpus_parts._LEAST_BYTES", 64)
    monkeypatch.setattr("workbench.text.answers._PIECE", 7)
    monkeypatch.setattr("workbench.text.answers._FLUSH", 3)
    found = rows(60)
    alone, shared = (
        load(tmp_path, found, name=name, files=4, workers=workers, elsewhere=here)
        for name, workers in (("a", 1), ("b", 3))
    )
    assert given(alone) == given(shared) == [NAMES[2 - label] for _, _, label in found]
    assert alone.fingerprint == shared.fingerprint


def test_a_dropped_copy_takes_its_answer_with_it(tmp_path: Path) -> None:
    found = [("问", "题", 2), ("问", "另题", 1), ("问", "题", 0), ("别问", "题", 0)]
    corpus = load(tmp_path, found, CLICKS.model_copy(update={"duplicates": Duplicates.DOCUMENTS}))
    assert given(corpus) == ["clicked", "shown", "unrelated"]
    assert [corpus.document(number) for number in range(3)] == [["问", "题"], ["问", "另题"], ["别问", "题"]]


@pytest.mark.parametrize("damage", [b"", b"x" * 300])
def test_damaged_answers_are_told(tmp_path: Path, damage: bytes) -> None:
    corpus = load(tmp_path, rows(5))
    (corpus.folder / ANSWERS).write_bytes(damage)
    with pytest.raises(WorkbenchError, match=rf"“c” is damaged: its file {ANSWERS}"):
        Corpus(corpus.folder)


def test_an_answer_without_a_name_is_told_when_it_is_used(tmp_path: Path) -> None:
    corpus = load(tmp_path, rows(5))
    np.save(corpus.folder / ANSWERS, np.full(5, 3, np.uint8))
    with pytest.raises(WorkbenchError, match="damaged"):
        _ = Corpus(corpus.folder).answers


def test_a_prepared_corpus_has_them(tmp_path: Path) -> None:
    corpus = load(tmp_path, rows(12))
    letters = sorted({letter for number in range(corpus.num_sentences) for letter in corpus.sentence(number)})
    vocabulary = Vocabulary.make(
        "v", VocabularyKind.CHARACTER, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters]
    )
    for _ in range(2):  # made, then found
        prepared = prepare(Project(tmp_path / "p"), corpus, vocabulary, UnitSettings())
        assert prepared.answers is not None
        assert [prepared.answers.name_of(document) for document in range(12)] == given(corpus)


def test_exported_as_jsonl_it_is_the_same_corpus_again(tmp_path: Path) -> None:
    corpus = load(tmp_path, [*rows(9), ('问"号', "题\\", 1)])
    out = tmp_path / "out.jsonl"
    export_corpus(corpus, out, ExportFormat.JSONL)
    first, *_, last = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert first == {"text": "问0\n题0。又一句。", "answer": given(corpus)[0]}
    assert last == {"text": '问"号\n题\\', "answer": "shown"}
    again = import_corpus(
        Project(tmp_path / "p"), "again", [out], ImportSettings(field="text", answer_field="answer", answers=NAMES)
    )
    assert again.fingerprint == corpus.fingerprint


def test_real_pairs_of_queries_and_titles(shared_data: Path, tmp_path: Path) -> None:
    path = shared_data / "4_tasks" / "qbqtc_ir_relevance_test_public.tsv.gz"
    corpus = import_corpus(Project(tmp_path), "qbqtc", [path], CLICKS)
    assert corpus.report.answers == {"clicked": 632, "shown": 3157, "unrelated": 1205}
    assert corpus.num_paragraphs == 2 * corpus.num_documents == 2 * 4994
    assert not corpus.report.skipped
