"""From plain data to a checked :class:`Config`, with every mistake named in our own words and by its dotted path."""

from __future__ import annotations

import difflib
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from workbench.core.config import Config
from workbench.core.errors import FieldProblem, SpecError
from workbench.core.texts import Text, listed, mark

C = TypeVar("C", bound=Config)
Location = tuple[int | str, ...]


def validate(model: type[C], data: Any) -> C:
    """The settings that ``data`` describes; raises :class:`SpecError` naming every wrong field."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise SpecError(field_problems(model, data, error)) from None


def field_problems(model: type[BaseModel], data: Any, error: ValidationError) -> list[FieldProblem]:
    """Every mistake that pydantic found, as sentences of this program."""
    found = []
    for detail in error.errors(include_url=False):
        location = _plain_location(data, detail["loc"])
        sentence = _sentence(model, data, location, dict(detail))
        steps = (*location, "kind") if detail["type"].startswith("union_tag") else location
        if detail["type"] != "too_short" or len(detail["input"]) < detail["ctx"]["min_length"]:
            found.append(FieldProblem(".".join(map(str, steps)), sentence))  # a list of wrong items is not too short
    return found


def members(annotation: Any) -> Iterator[type[BaseModel]]:
    """The settings classes that a field's type allows: one, or all kinds of a union."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    elif get_origin(annotation) in (Annotated, tuple):
        yield from members(get_args(annotation)[0])
    elif get_origin(annotation) in (Union, types.UnionType):
        for part in get_args(annotation):
            yield from members(part)


def kind_of(model: type[BaseModel]) -> str | None:
    """The value of a class's ``kind`` field, or None for a class without kinds."""
    field = model.model_fields.get("kind")
    if field is None or get_origin(field.annotation) is not Literal:
        return None
    return str(get_args(field.annotation)[0])


def classes_at(model: type[BaseModel], data: Any, path: Sequence[int | str]) -> list[type[BaseModel]]:
    """The settings classes that may stand at ``path``, narrowed along the way by the kinds in ``data``."""
    candidates = [model]
    for name in path:
        data = _step(data, name)
        if not isinstance(name, int):
            fields = [c.model_fields[name] for c in candidates if name in c.model_fields]
            candidates = [m for field in fields for m in members(field.annotation)]
        kind = data.get("kind") if isinstance(data, dict) else None
        if kind is not None:
            candidates = [c for c in candidates if kind_of(c) == kind] or candidates
    return candidates


def _step(data: Any, name: int | str) -> Any:
    """The value below ``name``, or None where there is none."""
    try:
        return data[name]
    except (KeyError, IndexError, TypeError):
        return None


def _plain_location(data: Any, location: Location) -> Location:
    """pydantic puts the kind of a union's member into the location; the user's path has no such step."""
    plain: list[int | str] = []
    for name in location:
        if isinstance(data, dict) and name not in data and data.get("kind") == name:
            continue
        plain.append(name)
        data = _step(data, name)
    return tuple(plain)


def _near(name: Any, known: Sequence[str]) -> Text:
    """“Did you mean …”, or all that is known, to stand behind a sentence on a wrong name."""
    near = difflib.get_close_matches(str(name), known, n=1)
    if near:
        return Text(mark("Did you mean “{near}”?"), {"near": near[0]})
    return Text(mark("Known: {known}."), {"known": listed(known)})


def _unknown_field(model: type[BaseModel], data: Any, location: Location, detail: dict[str, Any]) -> Text:
    known = [name for c in classes_at(model, data, location[:-1]) for name in c.model_fields]
    values = {"name": location[-1], "hint": _near(location[-1], list(dict.fromkeys(known)))}
    return Text(mark("There is no setting “{name}”. {hint}"), values)


def _unknown_kind(model: type[BaseModel], data: Any, location: Location, detail: dict[str, Any]) -> Text:
    tag = detail["ctx"].get("tag", "")
    return Text(
        mark("There is no kind “{kind}”. {hint}"), {"kind": tag, "hint": _near(tag, _kinds(model, data, location))}
    )


def _missing_kind(model: type[BaseModel], data: Any, location: Location, detail: dict[str, Any]) -> Text:
    return Text(mark("This setting is missing. {hint}"), {"hint": _near("", _kinds(model, data, location))})


def _kinds(model: type[BaseModel], data: Any, location: Location) -> list[str]:
    """All kinds that may stand at a location."""
    return [kind for c in classes_at(model, _without_kind(data, location), location) if (kind := kind_of(c))]


def _without_kind(data: Any, location: Location) -> Any:
    """Data cut off above a location, so that its wrong kind narrows nothing."""
    if not location or _step(data, location[0]) is None:
        return None
    rest = _without_kind(data[location[0]], location[1:])
    return {location[0]: rest} if isinstance(location[0], str) else [None] * location[0] + [rest]


def _choice(model: type[BaseModel], data: Any, location: Location, detail: dict[str, Any]) -> Text:
    expected = str(detail["ctx"]["expected"]).replace(" or ", ", ").replace("'", "")
    values = {"value": detail["input"], "hint": _near(detail["input"], expected.split(", "))}
    return Text(mark("“{value}” is not one of the choices. {hint}"), values)


def _bound(template: str, key: str) -> Callable[..., Text]:
    """Says what was given and, figures grouped, what is allowed."""
    return lambda model, data, location, detail: Text(
        template, {"value": detail["input"], "bound": f"{detail['ctx'][key]:,}"}
    )


def _says(template: str) -> Callable[..., Text]:
    return lambda model, data, location, detail: Text(template, {"value": detail["input"]})


_WHOLE = _says(mark("“{value}” is not a whole number."))
_NUMBER = _says(mark("“{value}” is not a number."))
_SWITCH = _says(mark("“{value}” is neither true nor false."))
_STRING = _says(mark("“{value}” is not a text."))
_LIST = _says(mark("“{value}” is not a list."))
_GROUP = _says(mark("“{value}” is not a group of settings."))

_SENTENCES: dict[str, Callable[..., Text]] = {
    "missing": lambda *_: Text(mark("This setting is missing. Give it a value.")),
    "extra_forbidden": _unknown_field,
    "union_tag_invalid": _unknown_kind,
    "union_tag_not_found": _missing_kind,
    "enum": _choice,
    "literal_error": _choice,
    "greater_than": _bound(mark("{value} is too small; it must be more than {bound}."), "gt"),
    "greater_than_equal": _bound(mark("{value} is too small; the least is {bound}."), "ge"),
    "less_than": _bound(mark("{value} is too large; it must be less than {bound}."), "lt"),
    "less_than_equal": _bound(mark("{value} is too large; the most is {bound}."), "le"),
    "finite_number": _says(mark("“{value}” is not a finite number.")),
    "too_short": lambda model, data, location, detail: Text(
        mark("This list needs at least {least}."), {"least": detail["ctx"]["min_length"]}
    ),
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "int_from_float": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "bool_type": _SWITCH,
    "bool_parsing": _SWITCH,
    "string_type": _STRING,
    "string_unicode": _STRING,
    "tuple_type": _LIST,
    "list_type": _LIST,
    "model_type": _GROUP,
    "model_attributes_type": _GROUP,
    "dict_type": _GROUP,
}


def _sentence(model: type[BaseModel], data: Any, location: Location, detail: dict[str, Any]) -> Text:
    """The sentence for one of pydantic's error types; a validator of ours says it itself (``value_error``)."""
    if detail["type"] == "value_error":
        return Text(str(detail["ctx"]["error"]))
    make = _SENTENCES.get(detail["type"], _says(mark("“{value}” is not allowed here.")))
    return make(model, data, location, detail)


def changed_settings(model: type[BaseModel], data: Mapping[str, Any]) -> dict[str, Any]:
    """What in plain ``data`` is not as in a fresh object of the model: settings that go along to another kind."""
    return _difference(data, model().model_dump(mode="json"))


def _difference(data: Mapping[str, Any], default: Mapping[str, Any]) -> dict[str, Any]:
    changed = {}
    for name, value in data.items():
        usual = default.get(name)
        if isinstance(value, Mapping) and isinstance(usual, Mapping) and value.get("kind") == usual.get("kind"):
            if inner := _difference(value, usual):
                changed[name] = inner
        elif value != usual:
            changed[name] = value
    return changed
