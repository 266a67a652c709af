"""The runs of a sweep in the store: made together, waiting in the queue, and held against each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.core.errors import ArgumentError, SpecError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import Text, mark
from workbench.core.versions import versions
from workbench.spec.check import require_valid
from workbench.spec.evaluation import EvaluationMasks
from workbench.spec.files import flatten, spec_data
from workbench.spec.passage_check import passage_problems
from workbench.spec.sweep import Sweep
from workbench.spec.wording import setting_name
from workbench.store.comparison import compare
from workbench.store.origin import settings_of
from workbench.store.queue import RunQueue
from workbench.store.records import Run
from workbench.store.starting import starting_spec
from workbench.store.store import Store
from workbench.text.analysis import lists_of
from workbench.text.corpus import find_corpus
from workbench.text.vocabulary import find_vocabulary

#: Of these, and of what is below them, all runs of a sweep have the same: what is predicted in an evaluation hangs on
#: nothing else.
_TARGETS = ("corpus", "vocabulary", "units", "evaluation", "training.length")
_FINGERPRINTS = ("corpus_fingerprint", "vocabulary_fingerprint")
_RESULTS = ("loss", "tokens_per_s")


def create_sweep(project: Project, sweep: Sweep) -> list[Run]:
    """Make the runs of a sweep, all or none, and let them wait in the queue in order.

    Raises :class:`WorkbenchError` where one of its specs is wrong, where a name is taken, and where its runs would not
    be measured on the same targets.
    """
    corpus = find_corpus(project, sweep.base.corpus)
    vocabulary = find_vocabulary(project, sweep.base.vocabulary)
    specs = []
    for spec in sweep.specs():
        require_valid(spec, vocabulary.size)
        lists_of(project, spec.units)
        if wrong := list(passage_problems(spec, corpus)):
            raise SpecError(wrong)
        specs.append(starting_spec(project, spec, vocabulary))
    _require_same_targets([flatten(spec_data(spec)) for spec in specs])
    with Store.open(project) as store:
        _require_free(store, sweep.name, [spec.name for spec in specs])
        with store.transaction():
            runs = [
                store.create_run(
                    spec,
                    corpus_fingerprint=corpus.fingerprint,
                    vocabulary_fingerprint=vocabulary.fingerprint,
                    versions=versions(),
                    sweep=sweep.name,
                )
                for spec in specs
            ]
            RunQueue(store).add([run.id for run in runs])
        return [store.run(run.id) for run in runs]


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


def _require_same_targets(settings: Sequence[Mapping[str, Any]]) -> None:
    if paths := _other_targets(settings):
        raise WorkbenchError(
            mark("The runs of the sweep would not be measured on the same targets: they differ in {setting}."),
            mark("Let all of them have the same, or make no sweep of them."),
            setting=setting_name(paths[0]),
        )


def _other_targets(settings: Sequence[Mapping[str, Any]]) -> list[str]:
    """The settings that decide what is predicted in evaluations and in which runs differ."""
    own_masks = any(one.get("evaluation.masks") == EvaluationMasks.STAGE.value for one in settings)
    paths = dict.fromkeys(path for one in settings for path in one)
    return [
        path
        for path in paths
        if _decides_targets(path, own_masks) and any(one.get(path) != settings[0].get(path) for one in settings)
    ]


def _decides_targets(path: str, own_masks: bool) -> bool:
    if path.startswith("stages."):
        part = path.split(".")[2]
        return part == "passage" or (own_masks and part == "masking")
    return path in _FINGERPRINTS or any(path == one or path.startswith(f"{one}.") for one in _TARGETS)


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
    own = {path for run in sweep.runs for path in settings_of(run)}
    results = {metric: compared.final[metric] for metric in sorted(compared.final, key=_weight) if _is_result(metric)}
    settings = {path: values for path, values in compared.differing.items() if path in own}
    return SweepTable(sweep, settings, results, _unfair(sweep.runs))


def _is_result(metric: str) -> bool:
    return metric.startswith("eval/") or metric in _RESULTS


def _weight(metric: str) -> tuple[bool, bool, str]:
    """What runs are judged by comes first: losses of evaluations, then the rest of these."""
    return not metric.startswith("eval/"), not metric.startswith("eval/loss"), metric


def _unfair(runs: Sequence[Run]) -> list[Text]:
    met = [{**settings_of(run), **{name: getattr(run, name) for name in _FINGERPRINTS}} for run in runs]
    paths = _other_targets(met)
    template = mark("Not measured on the same targets: the runs differ in {setting}.")
    fingerprints = {
        "corpus_fingerprint": Text(mark("the text of the corpus")),
        "vocabulary_fingerprint": Text(mark("the tokens of the vocabulary")),
    }
    return [Text(template, {"setting": fingerprints.get(path) or setting_name(path)}) for path in paths]
