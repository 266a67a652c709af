"""A table of records as text and as arrays."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.gui.tables.records import RecordsModel


def records_csv(model: RecordsModel[Any]) -> str:
    """The titles of the columns, then a line a row; numbers with all their digits."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([column.title for column in model.columns])
    for row in model.rows:
        writer.writerow(
            [column.key(row) if column.number and column.key else column.text(row) for column in model.columns]
        )
    return out.getvalue()


def records_arrays(model: RecordsModel[Any]) -> Mapping[str, NDArray[Any]]:
    """A column an array, by its title."""
    return {
        column.title: np.array(
            [column.key(row) if column.number and column.key else column.text(row) for row in model.rows]
        )
        for column in model.columns
    }
