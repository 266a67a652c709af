"""What the window says about a run that is preparing its corpus, computing features, or at work."""

from __future__ import annotations

from collections.abc import Callable

from workbench.core.events import CorpusPreparing, FeaturesComputing, RunStarted, StateChanged
from workbench.gui.run_words import full_progress, share_done, short_progress
from workbench.spec.presets import load_preset
from workbench.store.records import Run
from workbench.store.store import Store


def test_preparing_shows_its_share(store: Store) -> None:
    run = store.create_run(load_preset("bert-tiny"))
    now: Callable[[], Run] = lambda: store.run(run)
    place = {"run": run.name, "step": 0, "time": 1.0}
    store.record(run, [StateChanged(**place, state="preparing")])
    assert short_progress(now()) == "preparing"
    store.record(run, [CorpusPreparing(**place, fraction=0.42)])
    assert short_progress(now()) == "preparing the corpus… 42\u2009%"
    assert full_progress(now()).startswith("preparing the corpus… 42\u2009% · step 0")
    assert share_done(now()) == 0.42
    started = RunStarted(**place, device="cpu", precision="fp32", total_steps=10, session=1)
    store.record(run, [started, StateChanged(**place, state="running")])
    assert share_done(now()) == 0.0
    assert short_progress(now()) == "0\u2009%"
    store.record(run, [FeaturesComputing(**place | {"step": 4}, fraction=0.25)])
    assert short_progress(now()) == "computing features… 25\u2009%"
    assert full_progress(now()).startswith("computing features… 25\u2009% · step 4")
    assert share_done(now()) == 0.25
    store.record(run, [FeaturesComputing(**place | {"step": 4}, fraction=1.0)])
    assert share_done(now()) == 0.4
    assert short_progress(now()) == "40\u2009%"
