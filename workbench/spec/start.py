"""The setting that says where a run's first weights come from."""

from __future__ import annotations

from workbench.spec.run import RunSpec

FIELD = "training.start_from"


def with_start(spec: RunSpec, name: str) -> RunSpec:
    """The spec with other weights to start from."""
    return spec.model_copy(update={"training": spec.training.model_copy(update={"start_from": name})})
