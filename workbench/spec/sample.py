"""The experiment that the sample project begins with."""

from __future__ import annotations

from workbench.core.paths import Project
from workbench.spec.files import save_spec
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec
from workbench.text.sample import CHINESE, CHINESE_VOCABULARY, ENTITIES, PHRASES

PRESET = "bert-tiny"
SAMPLE_STEPS = 300  #: about two minutes on two cores


def with_sample(spec: RunSpec) -> RunSpec:
    """An experiment on the sample corpus with the sample's vocabulary and lists."""
    units = spec.units.model_copy(update={"phrase_lists": (PHRASES,), "entity_lists": (ENTITIES,)})
    return spec.model_copy(update={"corpus": CHINESE, "vocabulary": CHINESE_VOCABULARY, "units": units})


def sample_spec() -> RunSpec:
    """A tiny BERT on the Chinese sample, short enough to watch from beginning to end."""
    spec = with_sample(load_preset(PRESET))
    training = spec.training.model_copy(update={"steps": SAMPLE_STEPS, "evaluate_every": 50, "checkpoint_every": 100})
    return spec.model_copy(update={"training": training})


def begin_with_sample(project: Project) -> None:
    """Leave the sample's experiment as the project's draft where it has none yet."""
    if not project.draft.is_file():
        save_spec(sample_spec(), project.draft)
