"""From the draft to a run that can start: its row with fingerprints and versions, and the way back to the processor."""

from __future__ import annotations

from dataclasses import replace

from workbench.core.errors import ArgumentError
from workbench.core.paths import Project
from workbench.core.versions import versions
from workbench.gui.panels.chosen import chosen_corpus, chosen_vocabulary
from workbench.spec.run import RunSpec
from workbench.spec.sources import find_stage_corpora, fingerprints
from workbench.spec.training import Device, Precision
from workbench.store.folder import read_run_folder, write_run_folder
from workbench.store.records import Run, Status
from workbench.store.starting import starting_spec
from workbench.store.store import Store

BAD_ARGUMENTS = 2  #: the engine's exit code for a device that is not there, among others


def create_run(project: Project, spec: RunSpec, cloned_from: int | None = None) -> Run:
    """A run in the store, with the fingerprints of what it is made of and the very checkpoint that it starts from;
    takes another name where the spec's is taken."""
    corpus = chosen_corpus(project, spec.corpus)
    vocabulary = chosen_vocabulary(project, spec.vocabulary)
    of_stages = find_stage_corpora(project, spec)
    spec = starting_spec(project, spec, vocabulary)
    with Store.open(project) as store:
        name = spec.name
        if name and any(run.name == name for deleted in (False, True) for run in store.runs(deleted, tasks=True)):
            name = store.free_name(name)
        return store.create_run(
            spec,
            name=name,
            corpus_fingerprint=corpus.fingerprint,
            vocabulary_fingerprint=vocabulary.fingerprint,
            stage_corpora=fingerprints(of_stages),
            versions=versions(),
            parent=_still_there(store, cloned_from),
        )


def _still_there(store: Store, number: int | None) -> int | None:
    """The run that a draft was cloned from, unless it has been deleted for good since."""
    try:
        return None if number is None else store.run(number).id
    except ArgumentError:
        return None


def lacked_device(run: Run, exit_code: int) -> bool:
    """Whether a run failed as the device that it asked for is not there, and the processor can take its place."""
    device = run.spec.training.device
    asked = device not in (Device.AUTO, Device.CPU)
    if run.spec.training.precision is Precision.FP16:
        return False  # which the processor does not compute
    return asked and run.status is Status.FAILED and exit_code == BAD_ARGUMENTS and f"“{device.value}”" in run.message


def use_processor(project: Project, run: Run) -> None:
    """Write the user's consent into the run's spec, in its folder and in the store, so that it can start again."""
    content = read_run_folder(run.folder)
    training = content.spec.training.model_copy(update={"device": Device.CPU})
    spec = content.spec.model_copy(update={"training": training})
    write_run_folder(run.folder, replace(content, spec=spec))
    with Store.open(project) as store:
        store.update(run, spec=spec.model_dump_json())
