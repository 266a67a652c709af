"""A run in an empty project."""

from __future__ import annotations

import pytest

from workbench.spec.presets import load_preset
from workbench.store.records import Run
from workbench.store.store import Store


@pytest.fixture
def run(store: Store) -> Run:
    """A run that nobody has started."""
    return store.create_run(load_preset("bert-tiny"))
