"""Where a run's first weights come from: a checkpoint of an earlier run, named as ``RUN``, ``RUN@STEP`` or a folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from workbench.core.errors import ArgumentError, FieldProblem, SpecError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import Text, mark, parted
from workbench.spec.encoder import EncoderSpec
from workbench.spec.run import RunSpec
from workbench.spec.start import FIELD, with_start
from workbench.spec.wording import setting_name, setting_value
from workbench.store.checkpoints import MODEL, best_step, checkpoint_folders, choose_checkpoint, has_weights, step_of
from workbench.store.folder import read_run_folder
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.text.vocabulary import Vocabulary, find_vocabulary

#: Settings of the encoder that say nothing of what its weights mean; the vocabulary has rules of its own.
_FREE = frozenset({"vocabulary_size", "hidden_dropout", "attention_dropout", "initialisation", "initial_deviation"})

#: Tables that may be added to weights that have none; they begin anew.
_ADDED = frozenset({"task_types", "roles"})


@dataclass(frozen=True)
class Start:
    """A checkpoint to start from: its file of weights, and the ``encoder`` and ``vocabulary`` that these belong to.

    ``name`` is what finds just this checkpoint again.
    """

    name: str
    weights: Path
    encoder: EncoderSpec
    vocabulary: Vocabulary


def find_start(project: Project, wanted: str) -> Start:
    """The checkpoint of a run of the project by name or number, the newest or with ``@STEP`` that of a step; or, of an
    absolute path, that of a run's folder or of a checkpoint's, maybe of another project.

    Raises :class:`WorkbenchError` where it is not there or cannot be read.
    """
    if Path(wanted).is_absolute():
        return _start_of_folder(Path(wanted).resolve())
    key, at, step = wanted.rpartition("@")
    named = bool(at) and step.isdecimal()
    with Store.open(project) as store:
        run = store.run(key if named else wanted)
    chosen, checkpoint = choose_checkpoint(run.folder, int(step) if named else None)
    return _start(f"{run.name}@{chosen}", run.folder, checkpoint)


def from_anywhere(project: Project, wanted: str) -> str:
    """What names a start wherever the program stands: a folder with its whole path. A run goes before a folder."""
    if not Path(wanted).is_dir():
        return wanted
    with Store.open(project) as store:
        known = {run.name for run in store.runs()}
    return wanted if wanted in known else str(Path(wanted).resolve())


def require_start(project: Project, spec: RunSpec, vocabulary: Vocabulary) -> Start | None:
    """The weights that a spec wants to start from, None for fresh ones.

    Raises :class:`WorkbenchError` where they are not there, and :class:`SpecError` where they do not fit.
    """
    if not spec.training.start_from:
        return None
    start = find_start(project, spec.training.start_from)
    if found := list(start_problems(start, spec, vocabulary)):
        raise SpecError(found)
    return start


def starting_spec(project: Project, spec: RunSpec, vocabulary: Vocabulary) -> RunSpec:
    """The spec with the very checkpoint named that it starts from, if it does from one: what is the newest now may not
    be when the run begins. Raises as :func:`require_start`."""
    start = require_start(project, spec, vocabulary)
    return spec if start is None else with_start(spec, start.name)


@dataclass(frozen=True)
class Startable:
    """A run that others can start from: the ``steps`` of its checkpoints, rising, and the ``best`` of them, if any was
    evaluated."""

    run: Run
    steps: tuple[int, ...]
    best: int | None

    def name_of(self, step: int | None = None) -> str:
        """What names the checkpoint of a step, or the newest one whenever that may be."""
        return self.run.name if step is None else f"{self.run.name}@{step}"


def startable_runs(store: Store) -> list[Startable]:
    """The runs that have a checkpoint, the newest first; those in the trash are left out."""
    found = ((run, checkpoint_folders(run.folder)) for run in store.runs())
    return [Startable(run, tuple(folders), best_step(folders)) for run, folders in found if folders]


def _start_of_folder(folder: Path) -> Start:
    if (folder / "run.json").is_file():
        _, checkpoint = choose_checkpoint(folder)
        return _start(str(checkpoint), folder, checkpoint)
    run_folder = folder.parent.parent
    try:
        step_of(folder)
        whole = (folder / MODEL).is_file() and (run_folder / "run.json").is_file()
    except (OSError, ValueError, KeyError, TypeError):
        whole = False
    if whole and not has_weights(folder):
        raise WorkbenchError(
            mark("The checkpoint {folder} is damaged."), mark("Start from another checkpoint."), folder=str(folder)
        )
    if not whole:
        raise ArgumentError(
            mark("{folder} holds no weights to start from."),
            mark("Give the folder of a run, or one of its checkpoints."),
            folder=str(folder),
        )
    return _start(str(folder), run_folder, folder)


def _start(name: str, run_folder: Path, checkpoint: Path) -> Start:
    content = read_run_folder(run_folder)
    vocabulary = find_vocabulary(content.project, content.vocabulary)
    with Store.open(content.project) as store:
        trained_with = store.run(content.run).vocabulary_fingerprint
    if trained_with not in ("", vocabulary.fingerprint):
        raise WorkbenchError(
            mark("The vocabulary “{name}” is no longer the one that the weights of “{start}” were trained with."),
            mark("Start from other weights, or from none."),
            name=vocabulary.name,
            start=name,
        )
    return Start(name, checkpoint / MODEL, content.spec.encoder, vocabulary)


def start_problems(start: Start, spec: RunSpec, vocabulary: Vocabulary | None) -> Iterator[FieldProblem]:
    """What keeps a run of ``spec`` with a vocabulary (None where none is chosen yet) from starting with these weights,
    by field."""
    free = set(_FREE)
    if start.encoder.embedding_width == spec.encoder.embedding_width:
        free.add("embedding_size")  # 0 says the same as the hidden size
    free |= {name for name in _ADDED if not getattr(start.encoder, name)}
    differing = [
        name
        for name in EncoderSpec.model_fields
        if name not in free and getattr(start.encoder, name) != getattr(spec.encoder, name)
    ]
    if differing:
        template = mark(
            "The weights of “{start}” are of another architecture: {differences}. Set the encoder as it was there, or "
            "start from other weights."
        )
        told = _differences(start.encoder, spec.encoder, differing)
        yield FieldProblem(FIELD, Text(template, {"start": start.name, "differences": told}))
    if vocabulary is None:
        return
    lineage = vocabulary.lineage
    grown = lineage is not None and lineage.fingerprint == start.vocabulary.fingerprint
    if vocabulary.fingerprint != start.vocabulary.fingerprint and not grown:
        template = mark(
            "The vocabulary “{name}” is neither that of the weights of “{start}”, which is “{parent}”, nor made from "
            "it. Choose that one, or add words to it."
        )
        values = {"name": vocabulary.name, "start": start.name, "parent": start.vocabulary.name}
        yield FieldProblem(FIELD, Text(template, values))


def _differences(there: EncoderSpec, here: EncoderSpec, names: list[str]) -> Text:
    """Each setting with both values, as ``Encoder › Layers 4, here 2``."""
    told = [
        Text(
            mark("{setting} {there}, here {here}"),
            {
                "setting": setting_name(f"encoder.{name}"),
                "there": setting_value(f"encoder.{name}", getattr(there, name)),
                "here": setting_value(f"encoder.{name}", getattr(here, name)),
            },
        )
        for name in names
    ]
    return parted(told)
