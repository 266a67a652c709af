"""The prepared corpus: streamed to disk, found again, equal to the analysis in memory."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Progress
from workbench.text import prepared as module
from workbench.text import prepared_writer
from workbench.text.analysis import Analyser
from workbench.text.document import UnitKind
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, save_lexicon
from workbench.text.prepared import PreparedCorpus, prepare
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
VOCABULARY = Vocabulary.make("v", VocabularyKind.CHARACTER, [*SPECIAL, *"我来到北京清华大学。他画蛇添足"])
DOCUMENTS = [["我来到北京清华大学。", "他画蛇添足ＢＥＲＴ。"], ["北京"], ["", "大学ＢＥＲＴ！"], ["我"]]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "project").create()


def assert_same(left: PreparedCorpus, right: PreparedCorpus) -> None:
    for name in ("ids", "spans", "sentence_starts", "document_starts"):
        assert np.array_equal(getattr(left, name), getattr(right, name)), name
    assert left.labels == right.labels
    for kind, layer in left.layers.items():
        for part in ("start", "end", "kind", "label"):
            assert np.array_equal(getattr(layer, part), getattr(right.layers[kind], part)), (kind, part)


def test_the_files_hold_what_memory_does_however_it_is_chunked(
    project: Project, memory_corpus: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = memory_corpus(DOCUMENTS, held_out=[1])
    memory = PreparedCorpus.from_texts(DOCUMENTS, Analyser(VOCABULARY, UnitSettings()))
    monkeypatch.setattr(module, "_CHUNK_CHARACTERS", 8)
    seen: list[Progress] = []
    disk = prepare(project, corpus, VOCABULARY, UnitSettings(), progress=seen.append)
    assert_same(disk, memory)
    assert disk.ids.dtype == np.uint16
    assert [step.done for step in seen] == [1, 2, 5, 6]
    assert disk.evaluation.tolist() == [False, True, False, False]
    training = np.delete(memory.ids, slice(*memory.sentence_starts[[2, 3]]))
    assert np.array_equal(disk.unigram_counts, np.bincount(training, minlength=VOCABULARY.size))
    assert (disk.num_tokens, disk.num_sentences, disk.num_documents) == (len(memory.ids), 6, 4)
    assert disk.text_of(1) == memory.text_of(1) == DOCUMENTS[0][1]
    entity = disk.layers[UnitKind.ENTITY]
    assert [disk.labels[label].name for label in entity.label.tolist()] == [
        "place", "organisation", "name", "place", "name",
    ]  # fmt: skip
    assert disk.unknown_texts() == memory.unknown_texts()
    assert ("！", 1) in disk.unknown_texts()


def test_it_is_found_again_until_something_changes(
    project: Project, memory_corpus: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = memory_corpus(DOCUMENTS)
    save_lexicon(project, Lexicon("e", LexiconKind.ENTITY, (LexiconEntry("大学", "x"),)))
    listed = UnitSettings(entity_lists=("e",))
    first = prepare(project, corpus, VOCABULARY, listed)
    other = Vocabulary.make("v", VOCABULARY.kind, [*VOCABULARY.tokens, "！"])
    fingerprints = {first.fingerprint}
    fingerprints.add(prepare(project, corpus, VOCABULARY, UnitSettings()).fingerprint)
    fingerprints.add(prepare(project, corpus, other, listed).fingerprint)
    fingerprints.add(prepare(project, memory_corpus(DOCUMENTS[:2]), VOCABULARY, listed).fingerprint)
    assert len(fingerprints) == 4
    monkeypatch.setattr(Analyser, "analyse_flat", lambda *_: pytest.fail("it is there already"))
    again = prepare(project, corpus, VOCABULARY.with_name("renamed"), listed)
    assert_same(first, again)
    monkeypatch.undo()
    save_lexicon(project, Lexicon("e", LexiconKind.ENTITY, (LexiconEntry("大学", "y"),)))
    fingerprints.add(prepare(project, corpus, VOCABULARY, listed).fingerprint)
    assert len(fingerprints) == 5
    assert {path.name for path in project.prepared.iterdir()} == fingerprints


def test_stopping_leaves_nothing_and_begins_nothing(
    project: Project, memory_corpus: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Analyser, "analyse_flat", lambda *_: pytest.fail("it was stopped before"))
    with pytest.raises(StoppedError):
        prepare(project, memory_corpus(DOCUMENTS), VOCABULARY, UnitSettings(), cancelled=lambda: True)
    assert list(project.prepared.iterdir()) == []


def test_a_full_disk_is_one_sentence_and_leaves_nothing(
    project: Project, memory_corpus: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(prepared_writer.ArrayWriter, "append", full)
    with pytest.raises(WorkbenchError, match="No space left"):
        prepare(project, memory_corpus(DOCUMENTS), VOCABULARY, UnitSettings())
    assert list(project.prepared.iterdir()) == []


def test_work_that_another_process_left_is_removed(project: Project, memory_corpus: Callable[..., Any]) -> None:
    (project.prepared / ".new-999999999-x").mkdir()
    found = prepare(project, memory_corpus(DOCUMENTS), VOCABULARY, UnitSettings())
    assert [path.name for path in project.prepared.iterdir()] == [found.fingerprint]


def test_two_may_prepare_at_once(project: Project, memory_corpus: Callable[..., Any]) -> None:
    corpus = memory_corpus(DOCUMENTS)
    both = threading.Barrier(2)
    found: list[PreparedCorpus] = []

    def work() -> None:
        # Both have begun before either can finish.
        wait_once = iter([both.wait])
        found.append(
            prepare(
                project, corpus, VOCABULARY, UnitSettings(),
                progress=lambda _: next(wait_once, lambda timeout: 0)(timeout=10),
            )
        )  # fmt: skip

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert len(found) == 2
    assert_same(*found)
    assert [path.name for path in project.prepared.iterdir()] == [found[0].fingerprint]


@pytest.mark.parametrize("documents", [[], [[]], [[""]], [["", " "], []]])
def test_nothing_visible_is_no_trouble(
    project: Project, memory_corpus: Callable[..., Any], documents: list[list[str]]
) -> None:
    disk = prepare(project, memory_corpus(documents), VOCABULARY, UnitSettings())
    assert_same(disk, PreparedCorpus.from_texts(documents, Analyser(VOCABULARY, UnitSettings())))
    assert (disk.num_tokens, disk.num_documents) == (0, len(documents))
    assert disk.unknown_texts() == []


def test_large_vocabularies_have_wide_ids(project: Project, memory_corpus: Callable[..., Any]) -> None:
    tokens = [
        *SPECIAL,
        *(chr(0x4E00 + place) for place in range(20000)),
        *(f"##{place}" for place in range(50000)),
        "é",
    ]
    large = Vocabulary.make("l", VocabularyKind.CHARACTER, tokens, lowercase=False)
    disk = prepare(project, memory_corpus([["é一"]]), large, UnitSettings())
    assert disk.ids.dtype == np.int32
    assert disk.ids.tolist() == [70005, 5]


@pytest.mark.parametrize("damage", ["cut", "no manifest", "rubbish"])
def test_what_is_damaged_is_made_again(project: Project, memory_corpus: Callable[..., Any], damage: str) -> None:
    corpus = memory_corpus(DOCUMENTS)
    first = prepare(project, corpus, VOCABULARY, UnitSettings())
    folder = project.prepared / first.fingerprint
    if damage == "cut":
        (folder / "ids.npy").write_bytes((folder / "ids.npy").read_bytes()[:-1])
    elif damage == "rubbish":
        (folder / "spans.npy").write_bytes(b"rubbish")
    else:
        next(folder.glob("*.json")).unlink()
    again = prepare(project, corpus, VOCABULARY, UnitSettings())
    assert again.fingerprint == first.fingerprint
    assert len(again.ids) == len(again.spans) > 0
    assert [path.name for path in project.prepared.iterdir()] == [first.fingerprint]
