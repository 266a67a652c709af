"""The runs of a sweep in the store: made together, waiting in the queue, and held against each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.core.errors import ArgumentError, SpecError
from workbench.core.paths import Project
from workbench.core.texts import Text, mark
from workbench.core.versions import versions
from workbench.spec.check import problems
from workbench.spec.passage_check import passage_problems
from workbench.spec.question_check import question_problems
from workbench.spec.run import RunSpec
from workbench.spec.sources import Corpora, find_stage_corpora, fingerprints
from workbench.spec.sweep import Sweep
from workbench.spec.wording import REGIME
from workbench.store.comparison import compare
from workbench.store.origin import settings_of
from workbench.store.queue import RunQueue
from workbench.store.records import Run
from workbench.store.starting import starting_spec
from workbench.store.store import Store
from workbench.store.sweep_plan import of_run, with_vocabulary_sizes
from workbench.store.sweep_targets import measured_by, target_texts
from workbench.text.analysis import lists_of
from workbench.text.corpus import find_corpus
from workbench.text.vocabulary import Vocabulary, find_vocabulary

_RESULTS = ("loss", "tokens_per_s")


def create_sweep(project: Project, sweep: Sweep) -> list[Run]:
    """Make the runs of a sweep, all or none, and let them wait in the queue in order.

    Raises :class:`WorkbenchError` where one of its specs is wrong, and where a name is taken.
    """
    specs = with_vocabulary_sizes(project, sweep).specs()
    corpora = {name: find_corpus(project, name) for name in {spec.corpus for spec in specs}}
    others = [find_stage_corpora(project, spec) for spec in specs]
    vocabularies = {name: find_vocabulary(project, name) for name in {spec.vocabulary for spec in specs}}
    specs = [
        _ready(project, spec, {spec.corpus: corpora[spec.corpus], **own}, vocabularies[spec.vocabulary])
        for spec, own in zip(specs, others, strict=True)
    ]
    with Store.open(project) as store:
        _require_free(store, sweep.name, [spec.name for spec in specs])
        with store.transaction():
            runs = [
                store.create_run(
                    spec,
                    corpus_fingerprint=corpora[spec.corpus].fingerprint,
                    vocabulary_fingerprint=vocabularies[spec.vocabulary].fingerprint,
                    stage_corpora=fingerprints(own),
                    versions=versions(),
                    sweep=sweep.name,
                )
                for spec, own in zip(specs, others, strict=True)
            ]
            RunQueue(store).add([run.id for run in runs])
        return [store.run(run.id) for run in runs]


def _ready(project: Project, spec: RunSpec, corpora: Corpora, vocabulary: Vocabulary) -> RunSpec:
    """The spec as it can be trained; raises :class:`SpecError` where it can't, naming the run."""
    lists_of(project, spec.units)
    fitting = [*passage_problems(spec, corpora), *question_problems(spec, vocabulary, corpora)]
    if wrong := [*problems(spec, vocabulary.size), *fitting]:
        raise SpecError([of_run(spec, problem) for problem in wrong])
    return starting_spec(project, spec, vocabulary)


def _require_free(store: Store, sweep: str, names: Iterable[str]) -> None:
    taken = {run.name for deleted in (False, True) for run in store.runs(deleted, tasks=True)}
    if clash := next((name for name in names if name in taken), None):
        raise ArgumentError(
            mark("There is already a run named “{name}”, perhaps in the trash."),
            mark("Give the sweep another name."),
            name=clash,
        )
    if store.query("SELECT 1 FROM runs WHERE sweep = ?", [sweep]):
        raise ArgumentError(
            mark("There is already a sweep named “{name}”."), mark("Give the sweep another name."), name=sweep
        )


@dataclass(frozen=True)
class KeptSweep:
    """A sweep and its runs (but for those in the trash) in the order in which they were made."""

    name: str
    runs: tuple[Run, ...]


def all_sweeps(store: Store) -> list[KeptSweep]:
    """The sweeps that have a run, the newest first."""
    found: dict[str, list[Run]] = {}
    for run in store.runs():
        if run.sweep:
            found.setdefault(run.sweep, []).insert(0, run)
    return [KeptSweep(name, tuple(runs)) for name, runs in found.items()]


def find_sweep(store: Store, name: str) -> KeptSweep:
    """A sweep by its name; raises :class:`ArgumentError` where no run belongs to one."""
    sql = "SELECT id FROM runs WHERE sweep = ? AND sweep != '' AND deleted IS NULL ORDER BY id"
    runs = tuple(store.run(number) for (number,) in store.query(sql, [name]))
    if not runs:
        raise ArgumentError(mark("There is no sweep “{name}”."), mark("“runs sweeps” shows what there is."), name=name)
    return KeptSweep(name, runs)


@dataclass(frozen=True)
class SweepTable:
    """The runs of a sweep side by side: ``settings`` (path -> value of each run) in which they differ, ``results``
    (metric -> last value of each run, None where it has none), and ``problems``, why results are no fair comparison."""

    sweep: KeptSweep
    settings: Mapping[str, Sequence[Any]]
    results: Mapping[str, Sequence[float | None]]
    problems: Sequence[Text]


def compare_sweep(store: Store, name: str) -> SweepTable:
    """What the runs of a sweep differ in and what came of them; raises :class:`ArgumentError` as
    :func:`find_sweep`."""
    sweep = find_sweep(store, name)
    compared = compare(store, sweep.runs)
    own = {REGIME, *(path for run in sweep.runs for path in settings_of(run))}
    results = {metric: compared.final[metric] for metric in sorted(compared.final, key=_weight) if _is_result(metric)}
    settings = {path: values for path, values in compared.differing.items() if path in own}
    return SweepTable(sweep, settings, results, _unfair(sweep.runs))


def _is_result(metric: str) -> bool:
    return metric.startswith("eval/") or metric in _RESULTS


def _weight(metric: str) -> tuple[bool, bool, str]:
    """What runs are judged by comes first: losses of evaluations, then the rest of these."""
    return not metric.startswith("eval/"), not metric.startswith("eval/loss"), metric


def _unfair(runs: Sequence[Run]) -> list[Text]:
    return target_texts([measured_by(run) for run in runs])
