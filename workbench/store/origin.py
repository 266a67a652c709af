"""What a run keeps of the one that it was cloned from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from workbench.spec.files import flatten, spec_data
from workbench.spec.run import RunSpec
from workbench.store.records import Origin, Run

#: These are not what a run is made of.
NOT_SETTINGS = frozenset({"name", "version"})


def settings_of(run: Run) -> dict[str, Any]:
    """All settings of a run by path, as they are kept, so that a spec of another version can be looked at too."""
    return _without_names(flatten(json.loads(run.spec_text)))


def make_origin(parent: Run, spec: RunSpec) -> Origin:
    """What a run of ``spec`` keeps of the one that it is cloned from."""
    before, after = settings_of(parent), _without_names(flatten(spec_data(spec)))
    paths = dict.fromkeys([*before, *after])
    changed = {path: (before.get(path), after.get(path)) for path in paths if before.get(path) != after.get(path)}
    return Origin(parent.name, changed)


def _without_names(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {path: value for path, value in settings.items() if path not in NOT_SETTINGS}
