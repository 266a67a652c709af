"""Which texts a run reads: its own corpus, and those that stages name in its place."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.core.errors import ArgumentError
from workbench.core.texts import Setting, Text, listed, mark
from workbench.spec.run import RunSpec

#: How a stage is given another corpus than it names.
STAGE_CORPUS = Setting(mark("Corpus"), "--stage-corpus")


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


def with_stage_corpus(spec: RunSpec, named: str, corpus: str) -> RunSpec:
    """The spec whose stages that name the corpus ``named`` name another; raises :class:`ArgumentError` where none
    does."""
    if named not in stage_corpora(spec):
        known = list(stage_corpora(spec))
        hint = mark("They name {known}.") if known else mark("All of them read the corpus of the run.")
        raise ArgumentError(mark("No stage of the run names a corpus “{name}”."), hint, name=named, known=listed(known))
    others = {name: name for name in stage_corpora(spec)}
    return with_corpora(spec, spec.corpus, {**others, named: corpus})


def lacking_corpus(spec: RunSpec, name: str) -> Text:
    """What is said where the project has no corpus of the name that stages give."""
    stage = spec.stages[stage_corpora(spec)[name]]
    setting = Setting(STAGE_CORPUS.label, f"{STAGE_CORPUS.option} {name}=NAME")
    template = mark(
        "The stage “{stage}” reads a corpus “{name}”, which the project does not have: import one under this name, or "
        "choose another with {setting}."
    )
    if stage.passage.roles:
        template = mark(
            "The stage “{stage}” reads dialogues of a corpus “{name}”, which the project does not have: import "
            "dialogues under this name, or choose a corpus of them with {setting}."
        )
    return Text(template, {"stage": stage.name, "name": name, "setting": setting})
