"""What a spec of loaded weights lacks to be trained: a folder has the heads that it has, and one network alone."""

from __future__ import annotations

from workbench.objectives.generator import GeneratorMlm
from workbench.objectives.registry import default_tokens
from workbench.spec.generator import GeneratorSpec
from workbench.spec.run import RunSpec, Stage


def trainable(spec: RunSpec) -> RunSpec:
    """The spec with masked tokens where nothing is asked, and a generator where one is needed; else as it is."""
    stages = tuple(
        stage if _asks(stage) else stage.model_copy(update={"tokens": default_tokens()}) for stage in spec.stages
    )
    if spec.generator is not None or not any(one.needs_generator for stage in stages for one in stage.tokens):
        return spec.model_copy(update={"stages": stages})
    guided = tuple(stage.model_copy(update={"tokens": (GeneratorMlm(), *stage.tokens)}) for stage in stages)
    return spec.model_copy(update={"stages": guided, "generator": GeneratorSpec()})


def _asks(stage: Stage) -> bool:
    return bool(stage.tokens or stage.passage.head)
