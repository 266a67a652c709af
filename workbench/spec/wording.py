"""Settings in people's words: a dotted path as its labels, a plain value as it would be said. Files keep the paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from workbench.core.errors import FieldProblem
from workbench.core.texts import Text, joined, mark
from workbench.spec.run import RunSpec
from workbench.spec.validation import classes_at, kind_of, members

KIND = mark("Kind")
NONE = mark("none")
MISSING = "–"
REGIME = "regime"  #: no setting: said of all stages where runs train the same tasks in another order

_RECIPES = {
    "paper": mark("As in the paper"),
    "v2": mark("As in version 2"),
    "local": mark("For one machine"),
    "mlm": mark("Plain masked tokens"),
    "electra-15": mark("ELECTRA 15 %"),
    "replace-mlm": mark("Replace MLM"),
    "all-tokens-mlm": mark("All-Tokens MLM"),
    "two-stage": mark("In two stages"),
    "adversarial": mark("Adversarial"),
    "budgeted": mark("To a budget"),
    "chinese": mark("For Chinese"),
    "local-english": mark("This machine, English text"),
    "cumulative": mark("As in the paper, levels added"),
    "local-cumulative": mark("For one machine, levels added"),
    "dialogue": mark("As in the paper, with dialogues"),
    "local-dialogue": mark("For one machine, with dialogues"),
}


def form_hints(field: FieldInfo) -> dict[str, Any]:
    """Label, unit, item, step and ``advanced`` as :func:`workbench.core.config.option` stored them."""
    extra = field.json_schema_extra
    hints = extra.get("form") if isinstance(extra, dict) else None
    return dict(hints) if isinstance(hints, dict) else {}


def choice_label(choice: Enum) -> str:
    """The marked label of a value of an enum; the value itself where nobody gave it one."""
    return str(getattr(choice, "label", choice.value))


def kind_label(model: type[BaseModel]) -> str:
    """The marked label of one of several kinds of settings, as of a masking strategy."""
    return str(getattr(model, "title", kind_of(model) or ""))


def recipe_label(recipe: str) -> str:
    """The marked label of a recipe; its own name where a preset brings another."""
    return _RECIPES.get(recipe, recipe)


def setting_name(path: str, stages: Sequence[str] = ()) -> Text:
    """``Encoder › Layers`` for ``encoder.layers``; what no setting has a name for stays as it is written. Stages go by
    their numbers, or by their names where these are given."""
    if path == REGIME:
        return Text(mark("Order of the tasks"))
    steps = path.split(".")
    labels = _labels(steps)
    if not labels:
        return _as_written(path)
    if steps[0] == "stages" and len(steps) > 1 and int(steps[1]) < len(stages):
        labels[0] = _as_written(f"“{stages[int(steps[1])]}”")
    name = labels[0]
    for label in labels[1:]:
        name = Text("{group} › {setting}", {"group": name, "setting": label})
    return name


def setting_value(path: str, value: Any) -> Text:
    """A plain value of a setting in words: yes or no, the label of a choice, grouped figures; a dash for None. What is
    in words already stays as it is."""
    if isinstance(value, Text):
        return value
    steps = path.split(".")
    if path == "recipe" and value:
        return Text(recipe_label(value))
    if steps[-1] == "kind":
        return _kind_text(steps[:-1], value)
    fields = fields_at(steps)
    return field_value(fields[0] if fields else None, value)


def field_value(field: FieldInfo | None, value: Any) -> Text:
    """As :func:`setting_value`, for a field that is no kind and need not be one of a run's spec."""
    if value is None:
        return _as_written(MISSING)
    if isinstance(value, (list, tuple)):
        return _as_written(", ".join(map(str, value))) if value else Text(NONE)
    if isinstance(value, Mapping):
        return _as_written(", ".join(f"{name} {one}" for name, one in value.items())) if value else Text(NONE)
    choices = field.annotation if field is not None else None
    if isinstance(choices, type) and issubclass(choices, Enum) and value in list(choices):
        return Text(choice_label(choices(value)))
    return _plain_text(value)


def settings_text(model: type[BaseModel], values: Mapping[str, Any]) -> Text:
    """Plain values of settings, which need not be of a run's spec, each after its label."""
    fields = model.model_fields
    return joined(
        Text(mark("{label}: {value}"), {"label": Text(_label(fields[name])), "value": field_value(fields[name], value)})
        for name, value in values.items()
    )


def value_choices(path: str) -> list[tuple[str, str]]:
    """The values that a setting can have, as they are written, each with its marked label: kinds, those of an enum, yes
    and no; none where there are too many to name."""
    *holder, name = path.split(".")
    if name == "kind":
        above = fields_at(holder[:-1] if holder[-1].isdecimal() else holder) if holder else []
        models = [model for field in above for model in members(field.annotation)]
        return [(kind, kind_label(model)) for model in models if (kind := kind_of(model)) is not None]
    fields = fields_at([*holder, name])
    values = fields[0].annotation if fields else None
    if values is bool:
        return [("true", mark("yes")), ("false", mark("no"))]
    if isinstance(values, type) and issubclass(values, Enum):
        return [(str(choice.value), choice_label(choice)) for choice in values]
    return []


def _label(field: FieldInfo) -> str:
    return str(form_hints(field)["label"])


def problem_text(problem: FieldProblem, stages: Sequence[str] = ()) -> Text:
    """What is wrong, after the labels of the field, as of :func:`setting_name`."""
    name = setting_name(problem.path, stages)
    return Text(mark("{setting}: {reason}"), {"setting": name, "reason": problem.message})


def fields_at(path: Sequence[str]) -> list[FieldInfo]:
    """The fields that a path of a run's spec may mean: one, or one in each kind of settings that has it."""
    *parents, name = path
    steps = [int(step) if step.isdecimal() else step for step in parents]
    return [model.model_fields[name] for model in classes_at(RunSpec, None, steps) if name in model.model_fields]


def _labels(path: Sequence[str]) -> list[Text]:
    """One label a step; an item takes the place of the row that holds it; none at all where a step is unknown."""
    labels: list[Text] = []
    for depth, step in enumerate(path):
        fields = fields_at(path[: depth + 1]) if not step.isdecimal() else fields_at(path[:depth])
        if not fields:
            return []
        hints = form_hints(fields[0])
        if step.isdecimal():
            labels[-1] = Text(hints["item"], {"number": int(step) + 1})
        else:
            labels.append(Text(KIND if step == "kind" else hints["label"]))
    return labels


def _kind_text(holder: Sequence[str], kind: Any) -> Text:
    """The label of a kind of what stands at a path."""
    fields = fields_at(holder[:-1] if holder[-1].isdecimal() else holder)
    titles = {kind_of(model): kind_label(model) for field in fields for model in members(field.annotation)}
    return Text(titles[kind]) if kind in titles else field_value(None, kind)


def _plain_text(value: Any) -> Text:
    if isinstance(value, bool):
        return Text(mark("yes") if value else mark("no"))
    if isinstance(value, int):
        return _as_written(f"{value:,}")
    if isinstance(value, float):
        return _as_written(number_text(value))
    return _as_written(str(value)) if value != "" else Text(NONE)


def number_text(value: float) -> str:
    """A number as short as it can be read back: ``0.0001``, ``1e-12``."""
    return f"{value:.10g}".replace("e-0", "e-").replace("e+0", "e+")


def _as_written(words: str) -> Text:
    """Words that no language changes."""
    return Text("{words}", {"words": words})
