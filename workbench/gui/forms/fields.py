"""What a field of a settings class says about its form: label, bounds, and the editor that suits its type."""

from __future__ import annotations

from enum import Enum
from typing import Any, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt
from pydantic.fields import FieldInfo

from workbench.core.texts import Text
from workbench.gui.editors import (
    ChoiceEditor,
    ChosenTextEditor,
    Editor,
    ListEditor,
    NumberEditor,
    SwitchEditor,
    TextEditor,
)
from workbench.gui.forms.ticks import TicksEditor
from workbench.gui.i18n import render, translate
from workbench.spec.wording import choice_label, form_hints


def bounds_of(field: FieldInfo) -> tuple[float | None, float | None]:
    """The least and the greatest value, open bounds taken as closed; None where there is none."""
    low = next((m.ge if isinstance(m, Ge) else m.gt for m in field.metadata if isinstance(m, (Ge, Gt))), None)
    high = next((m.le if isinstance(m, Le) else m.lt for m in field.metadata if isinstance(m, (Le, Lt))), None)
    return low, high  # type: ignore[return-value]


def label_of(field: FieldInfo) -> str:
    """The translated label of a field."""
    return translate(form_hints(field)["label"])


def item_label(field: FieldInfo, place: int) -> str:
    """The translated label of the item at a place, from 0, of a field that holds a row of them."""
    return render(Text(form_hints(field)["item"], {"number": place + 1}))


def make_editor(field: FieldInfo) -> Editor:
    """The editor for a field of a plain type."""
    kind = field.annotation
    hints = form_hints(field)
    low, high = bounds_of(field)
    if kind is bool:
        return SwitchEditor()
    if kind in (int, float):
        return NumberEditor(kind is int, low, high, hints.get("step"), translate(hints.get("unit", "")))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return ChoiceEditor(_choices(kind))
    if get_origin(kind) is tuple:
        item = get_args(kind)[0]
        return TicksEditor(_choices(item)) if issubclass(item, Enum) else ListEditor()
    return ChosenTextEditor() if hints.get("chosen") else TextEditor()


def _choices(kind: type[Enum]) -> list[tuple[str, str]]:
    """The values of an enum with their translated labels."""
    return [(str(member.value), translate(choice_label(member))) for member in kind]


def plain(value: Any) -> Any:
    """An enum as its value; other values as they are."""
    return value.value if isinstance(value, Enum) else value
