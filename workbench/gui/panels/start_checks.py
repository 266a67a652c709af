"""Whether an experiment can start from the weights that it names."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.core.errors import FieldProblem, WorkbenchError
from workbench.core.paths import Project
from workbench.gui.panels.chosen import chosen_vocabulary
from workbench.spec.run import RunSpec
from workbench.spec.start import FIELD
from workbench.store.starting import find_start, start_problems


def check_weights(project: Project, spec: RunSpec) -> Sequence[FieldProblem]:
    """What keeps a run of ``spec`` from starting with the weights that it names; without a vocabulary, as far as the
    weights themselves tell."""
    if not spec.training.start_from:
        return ()
    try:
        start = find_start(project, spec.training.start_from)
    except WorkbenchError as error:
        return [FieldProblem(FIELD, error.text)]
    try:
        vocabulary = chosen_vocabulary(project, spec.vocabulary) if spec.vocabulary else None
    except WorkbenchError:  # said where the vocabulary is chosen
        vocabulary = None
    return list(start_problems(start, spec, vocabulary))
