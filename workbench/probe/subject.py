"""The model that is looked into: a checkpoint of a run, its vocabulary and spec."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from workbench.core.paths import Project
from workbench.model.build import Model, heads_of
from workbench.model.encoding import EncodedText
from workbench.model.inputs import Inputs
from workbench.model.ngram_inputs import TextNgrams
from workbench.model.run_ngrams import run_matcher, text_ngrams
from workbench.model.weights import model_from_file
from workbench.spec.heads import generator_plan
from workbench.spec.run import RunSpec
from workbench.store.checkpoints import MODEL, choose_checkpoint
from workbench.store.folder import read_run_folder
from workbench.text.vocabulary import Vocabulary, find_vocabulary


@dataclass(frozen=True)
class Subject:
    """A model in evaluation mode on the processor, with what is needed to feed it; ``step`` is its checkpoint's,
    ``project`` where its lists are, ``ngrams`` finds what an n-gram encoder is given, and ``task`` is the row of a
    table of tasks that texts are read with."""

    model: Model
    vocabulary: Vocabulary
    spec: RunSpec
    step: int
    project: Project
    ngrams: TextNgrams | None = None
    task: int = 0

    def reading_as(self, task: int) -> Subject:
        """The same that reads texts with another task id; raises :class:`ArgumentError` where the model has none
        such."""
        self.spec.encoder.require_task(task)
        return replace(self, task=task)

    @property
    def told_task(self) -> dict[str, int]:
        """The task id as ``task_id``, to be told with what was read; nothing where the model has no table of them."""
        return {"task_id": self.task} if self.spec.encoder.task_types else {}

    def inputs(self, encoded: EncodedText) -> Inputs:
        """A text as the model is given it."""
        return encoded.inputs(self.ngrams, self.task)


def load_subject(run_folder: Path, step: int | None = None) -> Subject:
    """Load the checkpoint of a step, or the newest one.

    Raises :class:`WorkbenchError` where the run has none, and :class:`ArgumentError`, naming what there is, where it
    has none of that step.
    """
    content = read_run_folder(run_folder)
    chosen, checkpoint = choose_checkpoint(run_folder, step)
    vocabulary = find_vocabulary(content.project, content.vocabulary)
    spec = content.spec
    model = model_from_file(
        spec.encoder, vocabulary.size, heads_of(spec), checkpoint / MODEL, generator_plan(spec), spec.ngrams
    )
    matcher = run_matcher(content.project, run_folder, spec, vocabulary)
    return Subject(model, vocabulary, spec, chosen, content.project, text_ngrams(matcher, spec))
