"""What a spec of loaded weights lacks to be trained: a folder has the heads that it has."""

from __future__ import annotations

from workbench.objectives.registry import default_tokens
from workbench.spec.run import RunSpec, Stage


def trainable(spec: RunSpec) -> RunSpec:
    """The spec with masked tokens where nothing is asked; else as it is."""
    stages = tuple(
        stage if _asks(stage) else stage.model_copy(update={"tokens": default_tokens()}) for stage in spec.stages
    )
    return spec.model_copy(update={"stages": stages})


def _asks(stage: Stage) -> bool:
    return bool(stage.tokens or stage.passage.head)
