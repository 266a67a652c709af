"""Tasks as files: TOML in and out, and ``name=value`` overrides."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import tomli_w

from workbench.core.errors import FieldProblem, SpecError
from workbench.core.files import write_whole
from workbench.core.texts import Text, mark
from workbench.spec.files import read_data
from workbench.spec.task import TaskSpec
from workbench.spec.validation import validate

FILES = ("file", "development", "test")


def load_task(path: Path) -> TaskSpec:
    """The task of a TOML file; files that it names lie beside it, unless their whole path is given.

    Raises :class:`SpecError` with every wrong field.
    """
    task = validate(TaskSpec, read_data(path))
    named = {name: getattr(task, name) for name in FILES}
    return task.model_copy(update={name: str(path.parent / file) for name, file in named.items() if file})


def save_task(task: TaskSpec, path: Path) -> None:
    """Write a task, complete or not at all."""
    write_whole(path, tomli_w.dumps(task.model_dump(mode="json")))


def task_overrides(task: TaskSpec, overrides: Iterable[str]) -> TaskSpec:
    """The task with ``name=value`` settings, as ``epochs=10`` or ``task.epochs=10``; raises :class:`SpecError`."""
    data = task.model_dump(mode="json")
    for override in overrides:
        name, equals, value = override.partition("=")
        if not equals or not name.strip():
            raise SpecError([FieldProblem(override, Text(mark("A setting is written as path=value.")))])
        data[name.strip().removeprefix("task.")] = value.strip()
    return validate(TaskSpec, data)
