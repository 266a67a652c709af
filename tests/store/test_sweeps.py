"""Sweeps: made whole or not at all, and held against each other only on the same targets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.spec.sweep import Sweep
from workbench.store.queue import RunQueue
from workbench.store.store import Store
from workbench.store.sweeps import all_sweeps, compare_sweep, create_sweep, find_sweep
from workbench.text.corpus import import_corpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind, save_vocabulary


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


def test_runs_that_would_be_measured_on_other_targets_are_refused(
    project: Project, base: RunSpec, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    longer = apply_overrides(base, ["training.length=64"])
    specs: Sequence[RunSpec] = [base.model_copy(update={"name": "s-1"}), longer.model_copy(update={"name": "s-2"})]
    monkeypatch.setattr(Sweep, "specs", lambda _self: specs)
    with pytest.raises(WorkbenchError, match="not be measured on the same targets: they differ in Training › "):
        create_sweep(project, sweep_of(base))
    assert store.runs() == []


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
