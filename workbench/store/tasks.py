"""Tasks of runs: made with the very checkpoint named whose weights are tried."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from workbench.core.errors import WorkbenchError
from workbench.core.names import free_name
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.core.versions import versions
from workbench.spec.run import RunSpec
from workbench.spec.start import with_start
from workbench.spec.task import TaskSpec, task_name
from workbench.spec.training import Device
from workbench.store.claims import require_kept
from workbench.store.folder import read_run_folder
from workbench.store.records import Run, RunKind
from workbench.store.starting import find_start
from workbench.store.store import RunKey, Store


@dataclass(frozen=True)
class Trial:
    """What is tried: a task, the first of its seeds, the step of a checkpoint (None for the newest), and where."""

    task: TaskSpec
    seed: int = 1
    step: int | None = None
    device: Device = Device.AUTO
    threads: int = 0
    name: str = ""


def task_spec(project: Project, run: Run, trial: Trial) -> RunSpec:
    """The spec of a task of a run; raises :class:`WorkbenchError` where it has no such checkpoint, or takes no texts as
    long as the task asks, or none with its task id."""
    if run.kind is RunKind.TASK:
        raise WorkbenchError(
            mark("{name} is a task itself."), mark("Name the run whose weights are to be tried."), name=run.name
        )
    require_kept(run)
    start = find_start(project, run.name if trial.step is None else f"{run.name}@{trial.step}")
    spec = with_start(run.spec, start.name)
    trial.task.length_in(spec.encoder)
    spec.encoder.require_task(trial.task.task_id)
    training = spec.training.model_copy(update={"device": trial.device, "threads": trial.threads, "compile": False})
    task = trial.task.model_copy(
        update={name: _absolute(getattr(trial.task, name)) for name in ("file", "development", "test")}
    )
    return spec.model_copy(update={"task": task, "seed": trial.seed, "training": training})


def _absolute(path: str) -> str:
    return str(Path(path).absolute()) if path else ""


def create_task(store: Store, key: RunKey, trial: Trial) -> Run:
    """A new run that tries the weights of another on a task; it hangs under that one."""
    run = store.run(key)
    spec = task_spec(store.project, run, trial)
    content = read_run_folder(run.folder)
    return store.create_run(
        spec,
        name=trial.name or _free_name(store, run, trial.task),
        corpus_fingerprint=run.corpus_fingerprint,
        vocabulary_fingerprint=run.vocabulary_fingerprint,
        corpus_folder=content.corpus,
        stage_corpora=run.stage_corpora,
        stage_corpora_folders=content.corpora,
        vocabulary_folder=content.vocabulary,
        versions=versions(),
        parent=run,
        kind=RunKind.TASK,
    )


def same_task(store: Store, key: RunKey, trial: Trial) -> Run | None:
    """The newest task of a run that is the same: of the same weights with the same settings, on whatever device."""
    run = store.run(key)
    wanted = _compared(task_spec(store.project, run, trial))
    return next((task for task in reversed(store.tasks_of(run)) if _compared(task.spec) == wanted), None)


def _compared(spec: RunSpec) -> tuple[object, ...]:
    return spec.task, spec.seed, spec.training.start_from


def _free_name(store: Store, run: Run, task: TaskSpec) -> str:
    taken = {str(name) for (name,) in store.query("SELECT name FROM runs")}
    base = f"{run.name}-{task_name(task)}" + ("" if task.is_probe else "-tuned")
    return free_name(base, taken.__contains__)
