"""What a sweep would train, before it is made: its runs with their steps, compute and time, and what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from workbench.core.errors import FieldProblem, WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import Text, mark
from workbench.spec.check import problems
from workbench.spec.files import flatten, spec_data
from workbench.spec.regimes import regime_text
from workbench.spec.run import RunSpec
from workbench.spec.sweep import Sweep
from workbench.store.pace import flops_per_second, run_flops
from workbench.store.store import Store
from workbench.store.sweep_targets import target_texts
from workbench.text.vocabulary import find_vocabulary


@dataclass(frozen=True)
class PlannedRun:
    """A run with the plain ``values`` of what the sweep varies, the compute of all its steps, the ``seconds`` that it
    will take (None where no run has been measured), the ``problems`` that keep it from being made, and the order of its
    tasks as ``regime`` (None where it has a single one)."""

    spec: RunSpec
    values: tuple[Any, ...]
    flops: float
    seconds: float | None
    problems: tuple[FieldProblem, ...]
    regime: Text | None = None


@dataclass(frozen=True)
class SweepPlan:
    """``varied`` paths, a value of each for each of ``runs``; ``warnings`` say why their losses can't be compared."""

    varied: tuple[str, ...]
    runs: tuple[PlannedRun, ...]
    warnings: tuple[Text, ...]

    @property
    def has_regimes(self) -> bool:
        """Whether a run has several tasks, so that there is something to say of their order."""
        return any(run.regime is not None for run in self.runs)

    @property
    def problems(self) -> list[FieldProblem]:
        """Those of all runs, each naming its run."""
        return [of_run(run.spec, problem) for run in self.runs for problem in run.problems]

    @property
    def seconds(self) -> float | None:
        """How long all take one after another."""
        known = [run.seconds for run in self.runs if run.seconds is not None]
        return sum(known) if len(known) == len(self.runs) else None


def plan_sweep(project: Project, sweep: Sweep) -> SweepPlan:
    """The plan of a sweep; raises what :meth:`Sweep.specs` raises, and :class:`WorkbenchError` where compute is to be
    equal and a vocabulary is not there, as it hangs on its size. A project that is not there yet has measured
    nothing."""
    sweep = with_vocabulary_sizes(project, sweep)
    specs, pace = sweep.specs(), None
    if project.database.exists():
        with Store.open(project) as store:
            pace = flops_per_second(store, sweep.vocabulary_size)
    data = [spec_data(spec) for spec in specs]
    runs = []
    for spec, plain in zip(specs, data, strict=True):
        flops = run_flops(spec, sweep.vocabulary_size(spec))
        values = tuple(value_at(plain, path) for path in sweep.varied)
        wrong = problems(spec, sweep.vocabulary_sizes.get(spec.vocabulary))
        runs.append(PlannedRun(spec, values, flops, flops / pace if pace else None, tuple(wrong), regime_text(spec)))
    return SweepPlan(tuple(sweep.varied), tuple(runs), tuple(target_texts([flatten(one) for one in data])))


def of_run(spec: RunSpec, problem: FieldProblem) -> FieldProblem:
    """What is wrong with one of several specs, naming it."""
    return FieldProblem(
        problem.path, Text(mark("Run {run}: {problem}"), {"run": spec.name, "problem": problem.message})
    )


def with_vocabulary_sizes(project: Project, sweep: Sweep) -> Sweep:
    """The sweep that knows how large its vocabularies are; raises :class:`WorkbenchError` where compute is to be equal
    and one that it names is not there."""
    varied = [value for one in sweep.variations if one.path == "vocabulary" for value in one.values]
    sizes: dict[str, int] = {}
    for name in filter(None, varied or [sweep.base.vocabulary]):
        with suppress(*() if sweep.equal_compute else (WorkbenchError,)):
            sizes[name] = find_vocabulary(project, name).size
    return replace(sweep, vocabulary_sizes=sizes)


def value_at(data: Any, path: str) -> Any:
    """What stands at a dotted path of plain data; None where there is nothing."""
    for step in path.split("."):
        try:
            data = data[int(step)] if isinstance(data, Sequence) else data.get(step)
        except (AttributeError, IndexError, ValueError):
            return None
    return data
