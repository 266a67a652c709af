"""The runs of a sweep in the store, waiting in the queue."""

from __future__ import annotations

from workbench.core.errors import ArgumentError
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.core.versions import versions
from workbench.spec.check import require_valid
from workbench.spec.sweep import Sweep
from workbench.store.connection import writing
from workbench.store.queue import RunQueue
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.text.analysis import lists_of
from workbench.text.corpus import find_corpus
from workbench.text.vocabulary import find_vocabulary


def create_sweep(project: Project, sweep: Sweep) -> list[Run]:
    """Make the runs of a sweep, all or none, note its name in each, and let them wait in the queue in order.

    Raises :class:`WorkbenchError` where one of its specs is wrong or a name is taken.
    """
    specs = sweep.specs()
    corpus = find_corpus(project, sweep.base.corpus)
    vocabulary = find_vocabulary(project, sweep.base.vocabulary)
    for spec in specs:
        require_valid(spec, vocabulary.size)
        lists_of(project, spec.units)
    with Store.open(project) as store:
        taken = {run.name for deleted in (False, True) for run in store.runs(deleted)}
        if clash := next((spec.name for spec in specs if spec.name in taken), None):
            raise ArgumentError(
                mark("There is already a run named “{name}”, perhaps in the trash."),
                mark("Give the sweep another name."),
                name=clash,
            )
        with writing(store.database):
            runs = [
                store.create_run(
                    spec,
                    corpus_fingerprint=corpus.fingerprint,
                    vocabulary_fingerprint=vocabulary.fingerprint,
                    versions=versions(),
                )
                for spec in specs
            ]
            for run in runs:
                store.note(run, sweep.name)
            RunQueue(store).add([run.id for run in runs])
        return [store.run(run.id) for run in runs]
