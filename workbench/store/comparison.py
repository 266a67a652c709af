"""What differs between runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.core.errors import WorkbenchError
from workbench.spec.regimes import regime_text
from workbench.spec.task_plan import task_settings
from workbench.spec.wording import REGIME
from workbench.store.origin import settings_of
from workbench.store.records import Comparison, Run
from workbench.store.store import RunKey, Store


def compare(store: Store, runs: Sequence[RunKey]) -> Comparison:
    """The settings in which runs differ (what they met counts too: fingerprints, versions, devices), and how they
    ended. Where they train the same tasks in another order or for other steps, their stages are one row, the
    regimes as :class:`Text`."""
    found = [store.run(run) for run in runs]
    flat = [{**settings_of(run), **_met(run)} for run in found]
    paths = dict.fromkeys(path for settings in flat for path in settings)
    rows = {path: [settings.get(path) for settings in flat] for path in paths}
    if regimes := _regimes(found):
        rows = {REGIME: regimes, **{path: values for path, values in rows.items() if not path.startswith("stages.")}}
    finals = [store.final_values(run) for run in found]
    names = sorted({name for final in finals for name in final})
    return Comparison(
        {path: values for path, values in rows.items() if any(value != values[0] for value in values)},
        {name: [final.get(name) for final in finals] for name in names},
    )


def _regimes(runs: Sequence[Run]) -> list[Any]:
    """The regime of each run in words; none where their stages are alike, differ in what is asked, or can't be read."""
    try:
        stages = [run.spec.stages for run in runs]
        words = [regime_text(run.spec) for run in runs]
    except WorkbenchError:
        return []
    alike = all({*map(task_settings, own)} == {*map(task_settings, stages[0])} for own in stages)
    return words if alike and any(own != stages[0] for own in stages) else []


def _met(run: Run) -> dict[str, Any]:
    """What a run met: fingerprints, versions, the device that it really used."""
    met = {
        "corpus_fingerprint": run.corpus_fingerprint,
        "vocabulary_fingerprint": run.vocabulary_fingerprint,
        "stage_corpora": ", ".join(f"{name} {found}" for name, found in run.stage_corpora.items()),
        "device": run.device,
        "precision": run.precision,
    }
    return {**met, **{f"versions.{name}": version for name, version in run.versions.items()}}
