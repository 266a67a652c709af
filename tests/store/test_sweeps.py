"""Sweeps: made whole or not at all, and held against each other only on the same targets."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.errors import SpecError, WorkbenchError
from workbench.core.paths import Project
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.spec.sweep import Sweep
from workbench.spec.variation import Variation
from workbench.store.queue import RunQueue
from workbench.store.store import Store
from workbench.store.sweeps import all_sweeps, compare_sweep, create_sweep, find_sweep
from workbench.store.task_matrix import task_matrix
from workbench.text.corpus import find_corpus, import_corpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind, find_vocabulary, save_vocabulary


@pytest.fixture
def base(project: Project, tmp_path: Path, spec: RunSpec) -> RunSpec:
    """A spec whose corpus and vocabulary are there."""
    text = tmp_path / "letters.txt"
    text.write_text("\n\n".join(["abc bcd.\ncde fgh.", "bead face.\nabba deaf."] * 5), "utf-8")
    import_corpus(project, "letters", [text], ImportSettings())
    signs = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", *map(chr, range(97, 123))]
    save_vocabulary(project, Vocabulary.make("words", VocabularyKind.CHARACTER, signs))
    return spec


def sweep_of(base: RunSpec, name: str = "s") -> Sweep:
    return Sweep(base, name, strategies=["basic", "whole-word"], seeds=[1, 2])


def test_its_runs_belong_together_whatever_their_notes_say(project: Project, base: RunSpec, store: Store) -> None:
    other = store.create_run(base, name="other")
    made = create_sweep(project, sweep_of(base))
    store.note(made[0], "mine")
    store.note(other, "s")
    assert [run.id for run in find_sweep(store, "s").runs] == [run.id for run in made]
    assert RunQueue(store).runs() == [run.id for run in made]
    store.delete(made[1])
    assert len(find_sweep(store, "s").runs) == 3
    create_sweep(project, sweep_of(base, "t"))
    assert [sweep.name for sweep in all_sweeps(store)] == ["t", "s"]
    for name in ("", "u"):
        with pytest.raises(WorkbenchError, match="no sweep"):
            find_sweep(store, name)


def test_a_name_is_one_sweeps(project: Project, base: RunSpec, store: Store) -> None:
    for run in create_sweep(project, sweep_of(base)):
        store.rename(run, f"renamed-{run.id}")
    with pytest.raises(WorkbenchError, match="already a sweep named “s”"):
        create_sweep(project, sweep_of(base))
    assert len(store.runs()) == 4


def test_a_run_that_can_not_be_made_is_named_and_none_is_made(project: Project, base: RunSpec, store: Store) -> None:
    sweep = Sweep(base, "s", variations=[Variation("training.length", ("32", "4096"))])
    with pytest.raises(SpecError) as caught:
        create_sweep(project, sweep)
    (problem,) = caught.value.problems
    assert problem.path == "encoder.positions"
    assert problem.message.render().startswith("Run s-length4096: A sequence length of 4,096")
    assert store.runs() == []


def test_each_run_has_the_fingerprints_of_its_own_corpus_and_vocabulary(
    project: Project, base: RunSpec, store: Store, tmp_path: Path
) -> None:
    text = tmp_path / "other.txt"
    text.write_text("\n\n".join(["fed cba.\nhgf edc.", "face bead.\ndeaf abba."] * 5), "utf-8")
    import_corpus(project, "other", [text], ImportSettings())
    variations = [Variation("corpus", ("letters", "other")), Variation("vocabulary", ("words", "more"))]
    with pytest.raises(WorkbenchError, match="more"):
        create_sweep(project, Sweep(base, "s", variations=variations))
    signs = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", *map(chr, range(97, 133))]
    save_vocabulary(project, Vocabulary.make("more", VocabularyKind.CHARACTER, signs))
    runs = create_sweep(project, Sweep(base, "s", variations=variations, equal_compute=True))
    assert [run.name for run in runs] == ["s-letters-words", "s-letters-more", "s-other-words", "s-other-more"]
    assert [run.spec.corpus for run in runs] == ["letters", "letters", "other", "other"]
    found = [(run.corpus_fingerprint, run.vocabulary_fingerprint) for run in runs]
    assert len(set(found)) == 4
    assert found[0] == (find_corpus(project, "letters").fingerprint, find_vocabulary(project, "words").fingerprint)
    assert runs[1].spec.training.steps < runs[0].spec.training.steps, "more tokens cost more"
    words = [problem.render() for problem in compare_sweep(store, "s").problems]
    assert any("the text of the corpus" in line for line in words)


def test_varied_runs_are_models_of_their_own_and_seeds_are_not(project: Project, base: RunSpec, store: Store) -> None:
    variations = [Variation("training.learning_rate", ("1e-4", "3e-4"))]
    runs = create_sweep(project, Sweep(base, "s", variations=variations, seeds=[1, 2], equal_compute=True))
    models = [model for model in task_matrix(store, runs).models if model.runs]
    assert [model.name for model in models] == ["s-learning_rate1e-4", "s-learning_rate3e-4"]
    assert [model.runs for model in models] == [(runs[0].id, runs[1].id), (runs[2].id, runs[3].id)]
    assert compare_sweep(store, "s").settings == {
        "seed": [1, 2, 1, 2],
        "training.learning_rate": [1e-4, 1e-4, 3e-4, 3e-4],
    }


def test_the_comparison_says_what_is_not_fair(project: Project, base: RunSpec, store: Store) -> None:
    made = create_sweep(project, sweep_of(base))
    table = compare_sweep(store, "s")
    assert set(table.settings) == {"seed", "stages.0.masking.kind"}
    assert table.settings["seed"] == [1, 2, 1, 2]
    assert table.problems == []
    create_sweep(project, Sweep(base, "t", strategies=["basic", "span"]))
    assert compare_sweep(store, "t").settings["stages.0.masking.longest"] == [None, 10], "only spans have one"
    store.update(made[2], corpus_fingerprint="elsewhere")
    own = apply_overrides(made[3].spec, ["evaluation.masks=stage"])
    store.update(made[3], spec=own.model_dump_json())
    words = [problem.render() for problem in compare_sweep(store, "s").problems]
    assert any("the text of the corpus" in line for line in words)
    assert any("Masks" in line for line in words)
    assert any("Masking" in line for line in words), "with masks of their own, strategies have other targets"
