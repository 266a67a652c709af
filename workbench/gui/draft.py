"""The experiment being edited, with one named history of steps for the whole project."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtGui import QUndoCommand, QUndoStack

from workbench.core.config import Config
from workbench.core.errors import FieldProblem, SpecError, WorkbenchError
from workbench.core.files import write_whole
from workbench.gui.i18n import tr
from workbench.spec.files import load_spec, save_spec, spec_data
from workbench.spec.presets import load_preset, preset_names
from workbench.spec.run import RunSpec
from workbench.spec.validation import validate

AUTOSAVE_MILLISECONDS = 500
#: Settings that another preset leaves as they are.
_KEPT = ("corpus", "vocabulary", "name", "units", "seed", "probes", "evaluation")
_EDIT, _STEP = 1, 2  #: ids of the commands that may be merged


def value_at(config: Any, path: str) -> Any:
    """The value at a dotted path, as ``stages.0.masking.rate``. Raises LookupError where there is none."""
    value = config
    for part in path.split("."):
        if isinstance(value, (tuple, list)):
            value = value[int(part)]
        elif isinstance(value, Config) and part in type(value).model_fields:
            value = getattr(value, part)
        else:
            raise LookupError(path)
    return value


def with_value(spec: RunSpec, path: str, value: Any) -> RunSpec:
    """The spec with another value at a path. Raises SpecError naming every field that is wrong with it."""
    value_at(spec, path.rpartition(".")[0] or path)
    data = spec_data(spec)
    *parents, last = path.split(".")
    place: Any = data
    for part in parents:
        place = place[int(part)] if isinstance(place, list) else place[part]
    place[int(last) if isinstance(place, list) else last] = _plain(value)
    return validate(RunSpec, data)


def _is_field(spec: RunSpec, path: str) -> bool:
    """Whether there is a field at a path into which one types: no object and no row of them."""
    try:
        value = value_at(spec, path)
    except LookupError:
        return False
    items = value if isinstance(value, (tuple, list)) else (value,)
    return not any(isinstance(item, Config) for item in items)


def _standing(spec: RunSpec, path: str) -> object:
    """What a field of a form stands on: the classes on the way to it and its value; None where there is no field."""
    names = path.split(".")
    try:
        classes = [type(value_at(spec, ".".join(names[:depth]))) for depth in range(1, len(names))]
        return classes, value_at(spec, path)
    except (LookupError, ValueError):
        return None


def _plain(value: Any) -> Any:
    if isinstance(value, Config):
        return value.model_dump(mode="json")
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    return value


def own_masks(spec: RunSpec) -> bool:
    """Whether the masks differ from those of the preset that the spec began with."""
    if spec.preset not in preset_names():
        return True
    stages = load_preset(spec.preset, spec.recipe or None).stages
    return [stage.masking for stage in spec.stages] != [stage.masking for stage in stages]


class Step(QUndoCommand):
    """A named step of the history made of two functions; panels push their own (rename, delete, mark).

    Steps in a row with one ``key`` are one step, as when a number is typed figure by figure.
    """

    def __init__(self, name: str, do: Callable[[], None], undo: Callable[[], None], key: str = "") -> None:
        super().__init__(name)
        self._do, self._undo, self._key = do, undo, key

    def id(self) -> int:
        """Qt offers only neighbours with one id for merging."""
        return _STEP if self._key else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Join the next step of the same key; what it does counts."""
        if not isinstance(other, Step) or other._key != self._key:
            return False
        self._do = other._do
        return True

    def redo(self) -> None:
        """Do it, for the first time or again."""
        self._do()

    def undo(self) -> None:
        """Take it back."""
        self._undo()


class DoneStep(Step):
    """A step that was done before it came into the history."""

    def __init__(self, name: str, do: Callable[[], object], undo: Callable[[], object]) -> None:
        super().__init__(name, lambda: None, lambda: None)
        self._again, self._back = do, undo
        self._first = True

    def redo(self) -> None:
        """Do it again; the first time it is done already."""
        if not self._first:
            self._again()
        self._first = False

    def undo(self) -> None:
        """Take it back."""
        self._back()


class _Edit(QUndoCommand):
    """A change of the draft; edits of one field in a row are one step."""

    def __init__(
        self, draft: Draft, path: str, after: RunSpec, name: str, cloned_from: int | None, key: str = ""
    ) -> None:
        super().__init__(name)
        self._draft, self.path, self._key = draft, path, path or key
        self._before, self.after = draft.spec, after
        self._came_from, self._comes_from = draft.cloned_from, cloned_from

    def id(self) -> int:
        """Qt offers only neighbours with one id for merging."""
        return _EDIT

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Join the next edit of the same field; the last value counts."""
        if not isinstance(other, _Edit) or not self._key or other._key != self._key:
            return False
        self.after = other.after
        if self.after == self._before:
            self.setObsolete(True)
        return True

    def redo(self) -> None:
        self._draft.put(self.after, self.path, self._comes_from)

    def undo(self) -> None:
        self._draft.put(self._before, self.path, self._came_from)


class Draft(QObject):
    """Holds :attr:`spec`; every change goes through :meth:`set` or :meth:`replace` and can be undone.

    ``changed`` carries the dotted path that changed ("" for the whole spec). The draft is written to a file shortly
    after each change and comes back at the next start. What was refused and still stands in a form is in
    :attr:`refused`, so that nobody starts a run with another value than the one in sight; ``refused_changed`` tells.
    """

    changed = Signal(str)
    refused_changed = Signal()
    save_failed = Signal(object)

    def __init__(self, path: Path, initial: RunSpec, parent: QObject | None = None, *, keep: bool = True) -> None:
        """``keep`` off writes nothing, for a window that must leave the project as it is."""
        super().__init__(parent)
        self._path, self._keep = path, keep
        self.spec = initial
        self.cloned_from: int | None = None  #: number of the run that the draft was cloned from
        self._refused: dict[str, Sequence[FieldProblem]] = {}
        self.history = QUndoStack(self)
        self.history.setUndoLimit(500)
        self._timer = QTimer(self, interval=AUTOSAVE_MILLISECONDS, singleShot=True)
        self._timer.timeout.connect(self.save)

    def restore(self) -> WorkbenchError | None:
        """Take up what the last session left; returns what was wrong with the file, which then stays as it is."""
        if not self._path.is_file():
            return None
        try:
            self.spec = load_spec(self._path)
        except WorkbenchError as error:
            return error
        self.cloned_from = self._read_origin()
        self.changed.emit("")
        return None

    @property
    def _origin_path(self) -> Path:
        return self._path.with_suffix(".origin")

    def _read_origin(self) -> int | None:
        try:
            return int(self._origin_path.read_text(encoding="ascii"))
        except (OSError, ValueError):
            return None

    def _save_origin(self) -> None:
        """A file beside the draft, which is a spec like any other and has no place for it."""
        if self.cloned_from is not None:
            write_whole(self._origin_path, str(self.cloned_from))
        else:
            self._origin_path.unlink(missing_ok=True)

    def set(self, path: str, value: Any, label: str) -> Sequence[FieldProblem]:
        """Change one field as a step named ``label``; a wrong value changes nothing and its problems come back."""
        try:
            after = with_value(self.spec, path, value)
        except SpecError as error:
            if _is_field(self.spec, path):
                self._refused[path] = error.problems
                self.refused_changed.emit()
            return error.problems
        self.forget_refused((path,))
        if after != self.spec:
            self.history.push(_Edit(self, path, after, label, self.cloned_from))
        return ()

    def replace(self, spec: RunSpec, label: str, *, cloned_from: int | None = None, key: str = "") -> None:
        """Change the whole spec as one step; ``cloned_from`` is the number of the run that it is the spec of. Changes
        in a row with one ``key`` are one step, as when a number is counted up."""
        if spec != self.spec or cloned_from != self.cloned_from:
            self.history.push(_Edit(self, "", spec, label, cloned_from, key))

    def put(self, spec: RunSpec, path: str, cloned_from: int | None) -> None:
        """Show another spec without a step; for the history's own use."""
        before, self.spec, self.cloned_from = self.spec, spec, cloned_from
        self.forget_refused(kept for kept in self._refused if _standing(before, kept) != _standing(spec, kept))
        self._timer.start()
        self.changed.emit(path)

    @property
    def refused(self) -> Sequence[FieldProblem]:
        """Why values that still stand in forms were not taken; a path is that of the field, or of what it breaks."""
        return [problem for problems in self._refused.values() for problem in problems]

    def forget_refused(self, paths: Iterable[str]) -> None:
        """These fields show again what the draft has."""
        gone = [path for path in paths if path in self._refused]
        for path in gone:
            del self._refused[path]
        if gone:
            self.refused_changed.emit()

    @Slot()
    def save(self) -> None:
        """Write the draft; where that fails, ``save_failed`` says why and the window goes on."""
        self._timer.stop()
        if not self._keep:
            return
        try:
            save_spec(self.spec, self._path)
            self._save_origin()
        except WorkbenchError as error:
            self.save_failed.emit(error)

    def close(self) -> None:
        """Write what is not yet written."""
        if self._timer.isActive():
            self.save()

    def use_preset(self, name: str, recipe: str | None = None) -> None:
        """Take a preset as one step; corpus, vocabulary, lists, units, name and masks of the user's own design stay."""
        old, new = self.spec, load_preset(name, recipe)
        kept = {field: getattr(old, field) for field in _KEPT}
        if old.ngrams is not None and new.ngrams is not None:
            kept["ngrams"] = new.ngrams.model_copy(update={"lists": old.ngrams.lists})
        if own_masks(old):
            masks = [old.stages[min(place, len(old.stages) - 1)].masking for place in range(len(new.stages))]
            kept["stages"] = tuple(
                stage.model_copy(update={"masking": mask}) for stage, mask in zip(new.stages, masks, strict=True)
            )
        self.replace(new.model_copy(update=kept), tr("Preset {name}", name=name))
