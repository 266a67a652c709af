"""Specs as files: TOML or JSON in and out, older versions brought up to date, ``a.b=value`` overrides, differences."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_origin

import tomli_w
from pydantic import BaseModel

from workbench.core.errors import FieldProblem, SpecError
from workbench.core.files import write_whole
from workbench.core.texts import Text, mark
from workbench.spec.run import CURRENT_VERSION, RunSpec
from workbench.spec.validation import changed_settings, classes_at, kind_of, validate


def _as_in_version_1(data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 left out what did not fill a batch at the end of an epoch, and evaluated under the masks of each stage;
    a run made with it goes on and is replayed so."""
    data = {"evaluation": {"masks": "stage"}, **data}
    training = data.get("training", {})
    return {**data, "training": {"partial_batches": False, **training}} if isinstance(training, dict) else data


#: From a version to the next: each takes and returns the plain data of a spec.
MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _as_in_version_1}


def load_spec(path: Path) -> RunSpec:
    """The spec of a ``.toml`` or ``.json`` file.

    A file that names a preset needs to say only what differs from it. Raises :class:`SpecError` with every wrong
    field, or naming the line that cannot be read.
    """
    return spec_from_data(read_data(path))


def spec_from_data(data: Any) -> RunSpec:
    """The spec that plain data describes, in any version so far; raises :class:`SpecError`."""
    from workbench.spec.presets import over_preset

    if isinstance(data, dict):
        data = over_preset(migrate(data))
    return validate(RunSpec, data)


def read_data(path: Path) -> Any:
    """The plain data of a TOML or JSON file, as its suffix says (TOML for any other)."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        reason = error.strerror or str(error)
        raise SpecError([_in_file(path, mark("The file can't be read: {reason}."), reason=reason)]) from None
    except UnicodeDecodeError:
        raise SpecError([_in_file(path, mark("The file is not UTF-8 text."))]) from None
    try:
        return json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except json.JSONDecodeError as error:
        raise SpecError([_bad_syntax(path, "JSON", error.lineno, error.colno)]) from None
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+), column (\d+)", str(error))
        line, column = map(int, place.groups()) if place else (text.count("\n") + 1, 1)
        raise SpecError([_bad_syntax(path, "TOML", line, column)]) from None


def _in_file(path: Path, template: str, **values: Any) -> FieldProblem:
    return FieldProblem(path.name, Text(template, values))


def _bad_syntax(path: Path, language: str, line: int, column: int) -> FieldProblem:
    template = mark("Line {line} is not valid {language} (column {column}).")
    return _in_file(path, template, line=line, language=language, column=column)


def migrate(data: dict[str, Any]) -> dict[str, Any]:
    """Data of an older version as data of this one; a file from a newer program is refused."""
    version = data.get("version", CURRENT_VERSION)
    if not isinstance(version, int):
        return data
    if version > CURRENT_VERSION:
        template = mark(
            "This spec has version {version}; this program reads up to version {current}. Update the program."
        )
        raise SpecError([FieldProblem("version", Text(template, {"version": version, "current": CURRENT_VERSION}))])
    while version in MIGRATIONS:
        data = {**MIGRATIONS[version](data), "version": version + 1}
        version += 1
    return data


def spec_data(spec: RunSpec) -> dict[str, Any]:
    """The spec as plain data, complete and in the order of its fields."""
    data: dict[str, Any] = spec.model_dump(mode="json")
    return data


def dump_spec(spec: RunSpec) -> str:
    """The spec as TOML; :func:`load_spec` of it gives an equal spec."""
    return tomli_w.dumps(spec_data(spec))


def save_spec(spec: RunSpec, path: Path) -> None:
    """Write the spec, complete or not at all; JSON if the file is named so, else TOML."""
    as_json = path.suffix.lower() == ".json"
    text = json.dumps(spec_data(spec), ensure_ascii=False, indent=2) + "\n" if as_json else dump_spec(spec)
    write_whole(path, text)


def apply_overrides(spec: RunSpec, overrides: Iterable[str]) -> RunSpec:
    """The spec with ``path=value`` settings, as ``training.steps=100`` or ``stages.0.masking.kind=phrase``.

    Values take the type of their field; lists are written as in TOML or with commas. Another ``kind`` replaces the
    object and keeps what was changed from the defaults of the one before, where both kinds have it; kinds are applied
    first, outer ones before those inside, so that the order does not matter.
    Raises :class:`SpecError` with every wrong setting.
    """
    data = spec_data(spec)
    pairs = [_split(override) for override in overrides]
    kinds = [pair for pair in pairs if pair[0][-1] == "kind"]
    others = [pair for pair in pairs if pair[0][-1] != "kind"]
    for path, text in [*sorted(kinds, key=lambda pair: len(pair[0])), *others]:
        _set(data, path, text)
    return validate(RunSpec, data)


def _split(override: str) -> tuple[list[int | str], str]:
    dotted, equals, text = override.partition("=")
    names = [name.strip() for name in dotted.split(".")]
    if not equals or not all(names):
        raise SpecError([FieldProblem(override, Text(mark("A setting is written as path=value.")))])
    return [int(name) if name.isdecimal() else name for name in names], text.strip()


def _set(data: dict[str, Any], path: list[int | str], text: str) -> None:
    """Set one value inside plain data."""
    holder: Any = data
    for depth, name in enumerate(path[:-1]):
        if isinstance(holder, dict) and name not in holder and (items := _usual_items(data, path[: depth + 1])):
            holder[str(name)] = items
        holder = _enter(holder, name, path[: depth + 1])
    last = path[-1]
    old = _enter(holder, last, path, create=False)
    if old is None and _is_row(data, path):
        old = []
    if last == "kind" and isinstance(holder, dict):
        _change_kind(data, holder, path, text)
    else:
        holder[str(last) if isinstance(holder, dict) else last] = _value(text, old, path)


def _usual_items(data: dict[str, Any], path: Sequence[int | str]) -> list[Any]:
    """The items that a list setting has where nothing is said of it, as plain data: those of a kind just chosen can be
    changed by number."""
    name = str(path[-1])
    fields = [found.model_fields[name] for found in classes_at(RunSpec, data, path[:-1]) if name in found.model_fields]
    usual = fields[0].get_default(call_default_factory=True) if fields else None
    if not isinstance(usual, tuple):
        return []
    return [item.model_dump(mode="json") if isinstance(item, BaseModel) else item for item in usual]


def _is_row(data: dict[str, Any], path: Sequence[int | str]) -> bool:
    """Whether a setting of a group that is not there yet holds a row of values."""
    fields = (found.model_fields.get(str(path[-1])) for found in classes_at(RunSpec, data, path[:-1]))
    return any(field is not None and get_origin(field.annotation) is tuple for field in fields)


def _enter(holder: Any, name: int | str, path: list[int | str], create: bool = True) -> Any:
    """What stands below ``name``; a group that is not there yet begins empty, and is judged with the rest."""
    dotted = ".".join(map(str, path))
    if isinstance(holder, list):
        if isinstance(name, int) and name < len(holder):
            return holder[name]
        template = mark("There is no entry “{name}”; the last one here is {last}, the first 0.")
        raise SpecError([FieldProblem(dotted, Text(template, {"name": name, "last": len(holder) - 1}))])
    if isinstance(holder, dict):
        return holder.setdefault(str(name), {}) if create else holder.get(str(name))
    above = path[-2] if len(path) > 1 else name
    raise SpecError([FieldProblem(dotted, Text(mark("“{name}” has no settings below it."), {"name": above}))])


def _change_kind(data: dict[str, Any], holder: dict[str, Any], path: list[int | str], kind: str) -> None:
    """Make ``holder`` another kind; defaults of the old one and settings that the new one lacks are dropped."""
    before = _class_at(data, path[:-1], holder.get("kind"))
    holder["kind"] = kind
    after = _class_at(data, path[:-1], kind)
    kept = {name: value for name, value in holder.items() if name != "kind"}
    if before is not None and after is not None and before is not after:
        changed = changed_settings(before, kept)
        kept = {name: value for name, value in changed.items() if name in after.model_fields}
    holder.clear()
    holder.update(kept, kind=kind)


def _class_at(data: dict[str, Any], path: Sequence[int | str], kind: Any) -> type[BaseModel] | None:
    """The class of the object at a path whose kind is ``kind``; None where there is none."""
    return next((model for model in classes_at(RunSpec, data, path) if kind_of(model) == kind), None)


def _value(text: str, old: Any, path: Sequence[int | str]) -> Any:
    """The text as plain data; single values stay text, which validation turns into the type of the field."""
    if isinstance(old, str) or not text.startswith(("[", "{")):
        return [part.strip() for part in text.split(",") if part.strip()] if isinstance(old, list) else text
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        _refuse_json(text, path)
        return text


def _refuse_json(text: str, path: Sequence[int | str]) -> None:
    """Raise :class:`SpecError` where a value is written as JSON, with its form in TOML."""
    try:
        toml = toml_inline(json.loads(text))
    except ValueError:
        return
    template = mark("The value is JSON; settings are written as TOML: {toml}")
    raise SpecError([FieldProblem(".".join(map(str, path)), Text(template, {"toml": toml}))])


def toml_inline(value: Any) -> str:
    """A plain value as TOML in one line; raises ValueError for None, which TOML has not."""
    if value is None:
        raise ValueError("TOML has no null")
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(name)} = {toml_inline(item)}" for name, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml_inline, value))}]"
    return json.dumps(value, ensure_ascii=False)  # strings, numbers and truth values are written alike


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)


def flatten(data: Any, prefix: str = "") -> dict[str, Any]:
    """Plain data by dotted path; lists of single values count as one value."""
    if isinstance(data, Mapping):
        items: Iterable[tuple[Any, Any]] = data.items()
    elif isinstance(data, (list, tuple)) and any(isinstance(item, (Mapping, list, tuple)) for item in data):
        items = enumerate(data)
    else:
        return {prefix: data}
    flat: dict[str, Any] = {}
    for name, value in items:
        flat.update(flatten(value, f"{prefix}.{name}" if prefix else str(name)))
    return flat


def diff(spec: RunSpec, preset: RunSpec) -> dict[str, tuple[Any, Any]]:
    """Where a spec differs: path -> (value of the preset, value of the spec); None where one has no such setting."""
    mine, theirs = flatten(spec_data(spec)), flatten(spec_data(preset))
    paths = dict.fromkeys([*theirs, *mine])
    return {path: (theirs.get(path), mine.get(path)) for path in paths if theirs.get(path) != mine.get(path)}
