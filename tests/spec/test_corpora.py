"""Stages that name a corpus of their own read it, and nothing else changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from workbench.core.errors import ArgumentError, SpecError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Progress
from workbench.spec.corpora import corpus_of, lacking_corpus, stage_corpora, with_corpora, with_stage_corpus
from workbench.spec.files import apply_overrides, dump_spec, load_spec
from workbench.spec.passage_check import passage_problems
from workbench.spec.presets import load_preset
from workbench.spec.replay import Ingredients, Replay, data_fingerprint
from workbench.spec.run import RunSpec, Stage
from workbench.spec.schedule import schedule
from workbench.spec.sources import find_stage_corpora, fingerprints, prepare_all
from workbench.text.corpus import Corpus, delete_corpus, import_corpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind, save_vocabulary

RIVER = "\n\n".join(["长江发源于青藏高原。\n北京清华大学在海淀区。", "黄河流经九省。\n上海是直辖市。"] * 12)
TALK = "\n\n".join(["在吗？\n在的。\n吃了吗？", "晚安。\n明天见。\n再见。"] * 12)
SETTINGS = ["training.steps=8", "training.batch_size=4", "training.length=32"]


def imported(project: Project, name: str, text: str, tmp_path: Path) -> Corpus:
    file = tmp_path / f"{name}.txt"
    file.write_text(text, encoding="utf-8")
    return import_corpus(project, name, [file], ImportSettings())


@pytest.fixture
def corpora(project: Project, tmp_path: Path) -> dict[str, Corpus]:
    """Two corpora, and a vocabulary of the letters of both."""
    letters = sorted({letter for letter in RIVER + TALK if letter.strip()})
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    save_vocabulary(project, Vocabulary.make("letters", VocabularyKind.CHARACTER, [*special, *letters]))
    return {name: imported(project, name, text, tmp_path) for name, text in (("river", RIVER), ("talk", TALK))}


@pytest.fixture
def spec() -> RunSpec:
    """Three stages: of the run's corpus, of another, and of the run's by its name."""
    stages = (Stage(name="first"), Stage(name="second", corpus="talk"), Stage(name="third", corpus="river"))
    return apply_overrides(RunSpec(corpus="river", vocabulary="letters", stages=stages), SETTINGS)


def text_of(replay: Replay, step: int) -> str:
    batch = replay.batch(step)
    vocabulary = batch.prepared.vocabulary
    return "".join(vocabulary.token(int(number)) for part in batch.parts for number in part.passages.ids)


def test_which_corpora_a_run_reads(spec: RunSpec) -> None:
    assert [corpus_of(spec, number) for number in range(3)] == ["river", "talk", "river"]
    assert stage_corpora(spec) == {"talk": 1}
    moved = with_corpora(spec, "/a/river", {"talk": "/b/talk"})
    assert (moved.corpus, [stage.corpus for stage in moved.stages]) == ("/a/river", ["", "/b/talk", "/a/river"])
    assert [span.corpus for span in schedule(spec)] == ["", "talk", "river"]


def test_a_corpus_is_named_in_place_of_another_for_all_its_stages() -> None:
    spec = load_preset("ernie-tiny", "local-dialogue")
    assert list(stage_corpora(spec)) == ["dialogue"]
    told = lacking_corpus(spec, "dialogue").render()
    assert told == (
        "The stage “basic-dialogue” reads dialogues of a corpus “dialogue”, which the project does not have: import "
        "dialogues under this name, or choose a corpus of them with --stage-corpus dialogue=NAME."
    )
    chosen = with_stage_corpus(spec, "dialogue", "tieba")
    assert [stage.corpus for stage in chosen.stages] == 3 * ["", "tieba"]
    with pytest.raises(ArgumentError, match="They name tieba"):
        with_stage_corpus(chosen, "dialogue", "forum")
    with pytest.raises(ArgumentError, match="All of them read the corpus of the run"):
        with_stage_corpus(load_preset("ernie-tiny"), "dialogue", "forum")


def test_a_spec_keeps_the_corpora_of_its_stages(spec: RunSpec, tmp_path: Path) -> None:
    (tmp_path / "spec.toml").write_text(dump_spec(spec), encoding="utf-8")
    assert load_spec(tmp_path / "spec.toml") == spec


@pytest.mark.usefixtures("corpora")
def test_each_stage_is_replayed_from_its_own_corpus(project: Project, spec: RunSpec) -> None:
    replay = Replay(project, spec)
    assert list(replay.sources) == ["river", "talk"], "each is prepared once"
    read = ["".join(text_of(replay, step) for step in steps) for steps in ((1, 2), (4, 5), (7, 8))]
    assert ["青藏" in text for text in read] == [True, False, True]
    assert ["晚安" in text for text in read] == [False, True, False]


@pytest.mark.usefixtures("corpora")
def test_stages_without_one_read_what_they_did(project: Project, spec: RunSpec) -> None:
    """The steps of a stage do not hang on what another reads."""
    plain = spec.model_copy(update={"stages": tuple(s.model_copy(update={"corpus": ""}) for s in spec.stages)})
    one, other = Replay(project, spec), Replay(project, plain)
    for step in (1, 2, 7, 8):
        for mine, theirs in zip(one.batch(step).parts, other.batch(step).parts, strict=True):
            assert np.array_equal(mine.input_ids, theirs.input_ids)


def test_another_text_of_a_stage_is_refused(
    project: Project, spec: RunSpec, corpora: dict[str, Corpus], tmp_path: Path
) -> None:
    made_of = Ingredients(corpora["river"].fingerprint, stage_corpora={"talk": corpora["talk"].fingerprint})
    noted = data_fingerprint(project, spec, Replay(project, spec, made_of=made_of).sources)
    delete_corpus(project, "talk")
    with pytest.raises(SpecError) as caught:
        Replay(project, spec, made_of=made_of)
    (problem,) = caught.value.problems
    assert problem.path == "stages.1.corpus"
    assert "no corpus named “talk”" in problem.message.render()
    assert "river" in problem.message.render(), "what there is is named"
    imported(project, "talk", TALK.replace("晚安", "早安"), tmp_path)
    with pytest.raises(WorkbenchError, match="“talk” is not the one of the run"):
        Replay(project, spec, made_of=made_of)
    changed = Replay(project, spec, made_of=replace(made_of, stage_corpora={}, data={0: noted}))
    with pytest.raises(WorkbenchError, match="Step 1 was taken with other lists"):
        changed.batch(1)


def test_progress_counts_all_corpora(project: Project, spec: RunSpec, corpora: dict[str, Corpus]) -> None:
    from workbench.text.vocabulary import find_vocabulary

    told: list[Progress] = []
    assert find_stage_corpora(project, spec).keys() == {"talk"}
    assert fingerprints(corpora)["talk"] == corpora["talk"].fingerprint
    prepare_all(project, corpora, find_vocabulary(project, "letters"), UnitSettings(), progress=told.append)
    whole = sum(corpus.num_sentences for corpus in corpora.values())
    assert {progress.total for progress in told} == {whole}
    done = [progress.done for progress in told]
    assert done == sorted(done)
    assert done[-1] == whole


def test_problems_are_those_of_the_corpus_that_a_stage_reads(
    project: Project, corpora: dict[str, Corpus], tmp_path: Path
) -> None:
    lone = imported(project, "lone", "\n\n".join(f"第{number}句。" for number in range(30)), tmp_path)
    asked = ["stages.0.passage.kind=next-sentence", "stages.1.passage.kind=dialogue"]
    spec = apply_overrides(RunSpec(corpus="river", stages=(Stage(), Stage(name="b", corpus="lone"))), asked)
    (problem,) = passage_problems(spec, {"river": corpora["river"], "lone": lone})
    assert problem.path == "stages.1.passage.kind"
    assert "turn a line" in problem.message.render()
    swapped = with_corpora(spec, "lone", {"lone": "river"})
    (problem,) = passage_problems(swapped, {"river": corpora["river"], "lone": lone})
    assert problem.path == "stages.0.passage.kind"
    assert not list(passage_problems(with_corpora(spec, "river", {"lone": "talk"}), corpora))
