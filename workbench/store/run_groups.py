"""Runs that differ in nothing but their seed: several measurements of one and the same."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from workbench.store.origin import settings_of
from workbench.store.records import Run

_BETWEEN = re.compile(r"([-_. ])")


def alike_but_for_seeds(runs: Sequence[Run]) -> list[list[Run]]:
    """The runs in groups that differ in their seed alone, in the order in which these are met."""
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(_identity(run), []).append(run)
    return list(groups.values())


def group_name(group: Sequence[Run]) -> str:
    """The parts that the names of a group begin with alike, or the first of its names."""
    names = [_BETWEEN.split(run.name) for run in group]
    alike = takewhile(lambda parts: len(set(parts)) == 1, zip(*names, strict=False))
    return "".join(parts[0] for parts in alike).rstrip("-_. ") or group[0].name


def _identity(run: Run) -> str:
    """All that a run is made of but its seed."""
    settings: dict[str, Any] = {path: value for path, value in settings_of(run).items() if path != "seed"}
    fingerprints = [run.corpus_fingerprint, run.vocabulary_fingerprint, dict(run.stage_corpora)]
    return json.dumps([settings, *fingerprints], sort_keys=True)
