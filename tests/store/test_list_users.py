"""Which runs still need a list."""

from __future__ import annotations

import pytest

from workbench.core.events import Outcome, RunEnded
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.store.list_users import list_names, runs_on_corpus, runs_that_need, runs_with_vocabulary
from workbench.store.store import Store
from workbench.text.units import UnitSettings


def test_every_list_of_unit_settings_is_named() -> None:
    units = UnitSettings(
        word_lists=("w",), phrase_lists=("p",), entity_lists=("e",), ngram_lists=("n",), synonyms=("s", "w")
    )
    assert list_names(units) == {"w", "p", "e", "n", "s"}


@pytest.mark.parametrize("name", ["cities", "名单"])
def test_runs_that_can_be_resumed_need_their_lists(store: Store, name: str) -> None:
    for number, (field, outcome) in enumerate(
        [("entity_lists", Outcome.STOPPED), ("synonyms", Outcome.FAILED), ("ngram_lists", Outcome.DONE)]
    ):
        spec = apply_overrides(load_preset("bert-tiny"), [f"units.{field}=['{name}', 'other']"])
        run = store.create_run(spec, name=f"run {number}")
        store.record(run, [RunEnded(run=run.name, step=1, time=1.0, outcome=outcome)])
    store.create_run(load_preset("bert-tiny"), name=name)
    assert {run.name for run in runs_that_need(store, name)} == {"run 0", "run 1"}
    assert runs_that_need(store, "absent") == []


def test_runs_use_their_corpus_and_vocabulary_also_when_done(store: Store) -> None:
    for number, outcome in enumerate((Outcome.STOPPED, Outcome.DONE)):
        spec = apply_overrides(load_preset("bert-tiny"), [f"corpus=c{number}", "vocabulary=v"])
        run = store.create_run(spec, name=f"run {number}")
        store.record(run, [RunEnded(run=run.name, step=1, time=1.0, outcome=outcome)])
    assert [run.name for run in runs_on_corpus(store, "c1")] == ["run 1"]
    assert {run.name for run in runs_with_vocabulary(store, "v")} == {"run 0", "run 1"}
    assert not runs_on_corpus(store, "v") + runs_with_vocabulary(store, "c1")
