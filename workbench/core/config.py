"""The base of everything that a user can set: frozen pydantic models whose fields describe their own form."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Labelled(StrEnum):
    """Values of a setting that is one of several: ``NAME = "value in files", mark("Label for people")``."""

    label: str

    def __new__(cls, value: str, label: str = "") -> Labelled:
        """A member that is its value, and knows its label (a marked text)."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member


class Config(BaseModel):
    """A frozen group of settings; unknown names are errors, so that a typing mistake is never ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True, allow_inf_nan=False)


def option(
    default: Any = ...,
    *,
    label: str,
    help: str = "",
    unit: str = "",
    item: str = "",
    ge: float | None = None,
    gt: float | None = None,
    le: float | None = None,
    lt: float | None = None,
    step: float | None = None,
    advanced: bool = False,
    chosen: bool = False,
    default_factory: Any = None,
) -> Any:
    """A field with all that a form needs: label and help (marked texts), unit, bounds, step of the spin box.

    ``item`` names one of several things that the field holds, as ``mark("Stage {number}")``; of a ``chosen`` text the
    page that shows the form knows what there is to choose from. The bounds are checked by pydantic; label, unit, item,
    step, ``advanced`` and ``chosen`` stand in the field's JSON schema under ``form``. Choices and their labels come
    from the field's type, a :class:`Labelled`.
    """
    form = {"label": label, "unit": unit, "item": item, "step": step, "advanced": advanced, "chosen": chosen}
    settings: dict[str, Any] = {
        "description": help,
        "json_schema_extra": {"form": form},
        "ge": ge,
        "gt": gt,
        "le": le,
        "lt": lt,
    }
    if default_factory is not None:
        return Field(default_factory=default_factory, **settings)
    return Field(default, **settings)
