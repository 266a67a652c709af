"""Which texts a run reads: its own corpus, and those that stages name in its place."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.spec.run import RunSpec


def corpus_of(spec: RunSpec, stage: int) -> str:
    """The corpus that a stage, from 0, reads."""
    return spec.stages[stage].corpus or spec.corpus


def corpus_field(spec: RunSpec, stage: int) -> str:
    """The path of the setting that says so."""
    return f"stages.{stage}.corpus" if spec.stages[stage].corpus else "corpus"


def stage_corpora(spec: RunSpec) -> dict[str, int]:
    """The corpora beside the run's own, each once, with the first stage that names it, in the order of the stages."""
    found: dict[str, int] = {}
    for number, stage in enumerate(spec.stages):
        if stage.corpus and stage.corpus != spec.corpus:
            found.setdefault(stage.corpus, number)
    return found


def with_corpora(spec: RunSpec, own: str, of_stages: Mapping[str, str]) -> RunSpec:
    """The spec with other names for its corpora; a stage that names the run's own goes on doing so."""
    names = {spec.corpus: own, **of_stages, "": ""}
    stages = [stage.model_copy(update={"corpus": names[stage.corpus]}) for stage in spec.stages]
    return spec.model_copy(update={"corpus": own, "stages": tuple(stages)})
