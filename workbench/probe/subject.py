"""The model that is looked into: a checkpoint of a run, its vocabulary and spec."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.texts import mark
from workbench.model.build import Model, heads_of
from workbench.model.weights import model_from_file
from workbench.spec.run import RunSpec
from workbench.store.folder import read_run_folder
from workbench.text.vocabulary import Vocabulary, find_vocabulary

_CHECKPOINTS, _MODEL, _STATE = "checkpoints", "model.safetensors", "state.json"


@dataclass(frozen=True)
class Subject:
    """A model in evaluation mode on the processor, with what is needed to feed it; ``step`` is its checkpoint's."""

    model: Model
    vocabulary: Vocabulary
    spec: RunSpec
    step: int


def checkpoint_steps(run_folder: Path) -> list[int]:
    """Steps of the checkpoints of a run, in order."""
    return [step for step, _ in _checkpoints(run_folder)]


def _checkpoints(run_folder: Path) -> list[tuple[int, Path]]:
    found = []
    for path in sorted((run_folder / _CHECKPOINTS).glob("step-*")):
        try:
            found.append((int(json.loads((path / _STATE).read_text(encoding="utf-8"))["step"]), path))
        except (OSError, ValueError, KeyError, TypeError):
            continue  # not whole: the engine passes it over too
    return found


def load_subject(run_folder: Path, step: int | None = None) -> Subject:
    """Load the checkpoint of a step, or the newest one.

    Raises :class:`WorkbenchError` where the run has none, and :class:`ArgumentError`, naming what there is, where it
    has none of that step.
    """
    content = read_run_folder(run_folder)
    checkpoints = dict(_checkpoints(run_folder))
    if not checkpoints:
        raise WorkbenchError(
            mark("The run has no checkpoint yet."), mark("Ask it for one, or wait until it has saved the first.")
        )
    chosen = max(checkpoints) if step is None else step
    if chosen not in checkpoints:
        raise ArgumentError(
            mark("The run has no checkpoint of step {step}."),
            mark("There are: {steps}."),
            step=chosen,
            steps=", ".join(map(str, checkpoints)),
        )
    vocabulary = find_vocabulary(content.project, content.vocabulary)
    path = checkpoints[chosen] / _MODEL
    model = model_from_file(content.spec.encoder, vocabulary.size, heads_of(content.spec), path)
    return Subject(model, vocabulary, content.spec, chosen)
