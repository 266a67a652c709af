"""A batch is made again exactly, or not at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.spec.files import apply_overrides
from workbench.spec.replay import Ingredients, Replay, data_fingerprint
from workbench.spec.run import RunSpec
from workbench.text.corpus import Corpus, delete_corpus, import_corpus
from workbench.text.lexicon import LexiconKind, delete_lexicon, list_lexicons
from workbench.text.lexicon_import import import_list
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind, delete_vocabulary, save_vocabulary

TEXT = "\n\n".join(["长江发源于青藏高原。\n北京清华大学在海淀区。", "黄河流经九省。\n上海是直辖市。"] * 12)
SETTINGS = ["training.steps=30", "training.batch_size=4", "training.accumulation=2", "training.length=32"]


def imported(project: Project, text: str, tmp_path: Path) -> Corpus:
    file = tmp_path / "text.txt"
    file.write_text(text, encoding="utf-8")
    return import_corpus(project, "river", [file], ImportSettings())


def saved(project: Project, more: str = "") -> Vocabulary:
    letters = sorted({letter for letter in TEXT + more if letter.strip()})
    vocabulary = Vocabulary.make(
        "letters", VocabularyKind.CHARACTER, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters]
    )
    save_vocabulary(project, vocabulary)
    return vocabulary


@pytest.fixture
def made_of(project: Project, tmp_path: Path) -> Ingredients:
    """What a run of now would note: corpus and vocabulary."""
    return Ingredients(imported(project, TEXT, tmp_path).fingerprint, saved(project).fingerprint)


@pytest.fixture
def spec() -> RunSpec:
    return apply_overrides(RunSpec(corpus="river", vocabulary="letters"), SETTINGS)


def list_of(project: Project, tmp_path: Path, name: str, words: str, kind: LexiconKind) -> None:
    file = tmp_path / "list.txt"
    file.write_text(words, encoding="utf-8")
    if name in list_lexicons(project).names:
        delete_lexicon(project, name)
    import_list(project, file, name, kind)


def test_the_batch_of_a_step(project: Project, spec: RunSpec, made_of: Ingredients) -> None:
    replay = Replay(project, spec, made_of=made_of)
    batch = replay.batch(30)
    assert (batch.step, batch.stage, batch.stage_name, batch.length) == (30, 0, "main", 32)
    assert [len(part.passages) for part in batch.parts] == [2, 2]
    assert batch.epoch > 0
    again = Replay(project, spec).batch(30)
    for one, other in zip(batch.parts, again.parts, strict=True):
        assert np.array_equal(one.input_ids, other.input_ids)
        assert np.array_equal(one.labels, other.labels)
    assert replay.prepared.vocabulary.name == "letters"


@pytest.mark.parametrize("step", [0, -1, 31])
def test_steps_that_are_none(project: Project, spec: RunSpec, made_of: Ingredients, step: int) -> None:
    with pytest.raises(ArgumentError, match=f"no step {step}: the run has the steps 1 to 30"):
        Replay(project, spec, made_of=made_of).batch(step)


def test_another_text_under_the_same_name(
    project: Project, spec: RunSpec, made_of: Ingredients, tmp_path: Path
) -> None:
    delete_corpus(project, "river")
    imported(project, TEXT.replace("黄河", "长江"), tmp_path)
    with pytest.raises(WorkbenchError, match="“river” is not the one of the run"):
        Replay(project, spec, made_of=made_of)
    delete_corpus(project, "river")
    with pytest.raises(WorkbenchError, match="no corpus named “river”"):
        Replay(project, spec, made_of=made_of)
    imported(project, TEXT, tmp_path)
    assert Replay(project, spec, made_of=made_of).batch(1)


def test_another_vocabulary_under_the_same_name(project: Project, spec: RunSpec, made_of: Ingredients) -> None:
    delete_vocabulary(project, "letters")
    saved(project, "新")
    with pytest.raises(WorkbenchError, match="“letters” is not the one of the run"):
        Replay(project, spec, made_of=made_of)


def test_a_run_of_another_version(project: Project, spec: RunSpec, made_of: Ingredients) -> None:
    with pytest.raises(WorkbenchError, match=r"version 0\.0\.9 of the program"):
        Replay(project, spec, made_of=replace(made_of, version="0.0.9"))


@pytest.mark.parametrize(
    ("kind", "setting", "then", "now"),
    [
        (LexiconKind.ENTITY, "units.entity_lists=own", "青藏高原\n", "青藏高原\n海淀区\n"),
        (LexiconKind.WORD, "units.word_lists=own", "流经九省\n", "流经\n"),
        (LexiconKind.SYNONYM, "units.synonyms=own", "长江\t黄河\n", "长江\t上海\n"),
    ],
)
def test_a_list_that_was_changed(
    project: Project, spec: RunSpec, made_of: Ingredients, tmp_path: Path,
    kind: LexiconKind, setting: str, then: str, now: str,
) -> None:  # fmt: skip
    list_of(project, tmp_path, "own", then, kind)
    spec = apply_overrides(spec, [setting])
    noted = data_fingerprint(project, spec, Replay(project, spec).sources)
    made_of = replace(made_of, data={0: noted})
    assert Replay(project, spec, made_of=made_of).batch(5)
    list_of(project, tmp_path, "own", now, kind)
    with pytest.raises(WorkbenchError, match="Step 5 was taken with other lists"):
        Replay(project, spec, made_of=made_of).batch(5)
    changed = data_fingerprint(project, spec, Replay(project, spec).sources)
    resumed = Replay(project, spec, made_of=replace(made_of, data={0: noted, 10: changed}))
    assert resumed.batch(11), "the second session had the list of now"
    with pytest.raises(WorkbenchError, match="Step 10 was taken with other lists"):
        resumed.batch(10)


def test_lists_that_nobody_noted(project: Project, spec: RunSpec, made_of: Ingredients, tmp_path: Path) -> None:
    list_of(project, tmp_path, "own", "青藏高原\n", LexiconKind.ENTITY)
    with pytest.raises(WorkbenchError, match="was not noted"):
        Replay(project, apply_overrides(spec, ["units.entity_lists=own"]), made_of=made_of).batch(1)


def test_preparing_can_be_given_up(project: Project, spec: RunSpec, made_of: Ingredients) -> None:
    with pytest.raises(StoppedError):
        Replay(project, spec, made_of=made_of, cancelled=lambda: True)
