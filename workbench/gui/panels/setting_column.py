"""A column of a table that shows a setting of runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.gui.i18n import render
from workbench.gui.tables.records import Column, Row
from workbench.spec.wording import setting_name, setting_value


def setting_column(path: str, value_of: Callable[[Row], Any]) -> Column[Row]:
    """Headed by the last two of a setting's labels, all of them in the tooltip; numbers come before other values."""
    whole = render(setting_name(path))

    def key(row: Row) -> tuple[bool, Any]:
        value = value_of(row)
        number = isinstance(value, (int, float))
        return not number, value if number else str(value)

    title = " › ".join(whole.split(" › ")[-2:])
    return Column(title, lambda row: render(setting_value(path, value_of(row))), key, meaning=whole)
