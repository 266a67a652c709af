"""Drawings without a window, for files of any program that reads SVG: heatmaps, lines by layer, points."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray

from workbench.inspection.colours import AMOUNTS, DIFFERENCES, colour_table, png_of, to_levels
from workbench.inspection.hiding import Matrix

MOST_SQUARES = 100 * 100  #: cells up to which each is an element of its own that names its value
SIDE = 640.0  #: pixels that a matrix of many tokens takes
LARGEST_CELL = 24.0
FONT = 12
LABEL = 96.0
_FACES = "ui-monospace, 'Noto Sans Mono CJK SC', 'Noto Sans CJK SC', 'Microsoft YaHei', 'PingFang SC', monospace"


@dataclass(frozen=True)
class Heat:
    """A matrix [r, c] with the names of its rows and columns; ``caption`` says what it is. ``differences`` are coloured
    to both sides of 0."""

    values: Matrix
    rows: Sequence[str]
    columns: Sequence[str]
    caption: str
    differences: bool = False

    @property
    def bounds(self) -> tuple[float, float]:
        """The values of the first and the last colour."""
        high = float(np.abs(self.values).max(initial=0.0)) or 1.0
        return (-high if self.differences else 0.0), high


def heat_svg(heat: Heat) -> str:
    """A heatmap with tokens on both sides and a scale; values are told by whoever points at a cell, where there are not
    too many."""
    rows, columns = heat.values.shape
    cell = min(LARGEST_CELL, SIDE / max(rows, columns, 1))
    wide, high = columns * cell, rows * cell
    table = DIFFERENCES if heat.differences else AMOUNTS
    bar = scale_bar(*heat.bounds, LABEL + wide + 12, LABEL, max(high, 120.0), table)
    body = [*_cells(heat, cell), *_names(heat, cell), *bar]
    height = LABEL + max(high, 120.0) + 40
    body.append(text(LABEL, height - 12, heat.caption, "start"))
    return drawing(LABEL + wide + 110, height, body)


def _cells(heat: Heat, cell: float) -> Iterator[str]:
    low, high = heat.bounds
    table = colour_table(DIFFERENCES if heat.differences else AMOUNTS)
    levels = to_levels(heat.values, low, high)
    if levels.size > MOST_SQUARES:
        data = base64.b64encode(png_of(levels, table)).decode()
        high, wide = levels.shape[0] * cell, levels.shape[1] * cell
        yield (
            f'<image x="{LABEL}" y="{LABEL}" width="{wide:.2f}" height="{high:.2f}" '
            f'preserveAspectRatio="none" style="image-rendering:pixelated" href="data:image/png;base64,{data}"/>'
        )
        return
    for row, column in np.ndindex(levels.shape):
        colour = "#{:02x}{:02x}{:02x}".format(*table[levels[row, column]].tolist())
        words = f"{heat.rows[row]} → {heat.columns[column]}: {float(heat.values[row, column]):.4f}"
        yield (
            f'<rect x="{LABEL + column * cell:.2f}" y="{LABEL + row * cell:.2f}" width="{cell:.2f}" '
            f'height="{cell:.2f}" fill="{colour}"><title>{escape(words)}</title></rect>'
        )


def _names(heat: Heat, cell: float) -> Iterator[str]:
    every = max(1, math.ceil((FONT - 2) / cell))
    for place in range(0, len(heat.rows), every):
        yield text(LABEL - 4, LABEL + (place + 0.5) * cell + FONT / 3, _short(heat.rows[place]), "end")
    for place in range(0, len(heat.columns), every):
        x, y = LABEL + (place + 0.5) * cell, LABEL - 5
        name = heat.columns[place]
        if len(name) == 1:
            yield text(x, y, name, "middle")
        else:
            yield text(x + FONT / 3, y, _short(name), "start", turned=True)


def _short(name: str) -> str:
    return name if len(name) <= 12 else name[:11] + "…"


def scale_bar(low: float, top: float, x: float, y_top: float, high: float, table: str = AMOUNTS) -> Iterator[str]:
    """The colours of a table beside a drawing, with the values at both ends and in the middle."""
    ramp = np.arange(255, -1, -1, dtype=np.uint8)[:, None]
    data = base64.b64encode(png_of(ramp, colour_table(table))).decode()
    yield (
        f'<image x="{x:.2f}" y="{y_top}" width="12" height="{high:.2f}" preserveAspectRatio="none" '
        f'href="data:image/png;base64,{data}"/>'
    )
    for share in (0.0, 0.5, 1.0):
        y = y_top + high - share * high + (FONT if share == 1.0 else FONT / 3 if share else 0)
        yield text(x + 17, y, f"{low + share * (top - low):.3g}", "start")


def lines_svg(title: str, values: NDArray[np.floating], low: float = 0.0, high: float | None = None) -> str:
    """One value a layer as a line, from ``low`` to ``high`` (the greatest where it is not given)."""
    top = high if high is not None else float(values.max(initial=0.0)) * 1.05 or 1.0
    left, upper, wide, tall = 52.0, 34.0, 300.0, 170.0
    body = [text(left, 20, title, "start")]
    for tick in range(5):
        y = upper + tall - tick / 4 * tall
        body.append(f'<line x1="{left}" x2="{left + wide}" y1="{y:.1f}" y2="{y:.1f}" stroke="#8888" />')
        body.append(text(left - 5, y + 4, f"{low + tick / 4 * (top - low):.3g}", "end"))
    points = [
        (left + (at + 0.5) / len(values) * wide, upper + tall * (1 - (float(value) - low) / (top - low)))
        for at, value in enumerate(values)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    body.append(f'<polyline points="{line}" fill="none" stroke="#0072B2" stroke-width="2"/>')
    for at, ((x, y), value) in enumerate(zip(points, values, strict=True)):
        told = f"<title>{at + 1}: {float(value):.4g}</title>"
        body.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#0072B2">{told}</circle>')
        if len(values) <= 16 or at % 4 == 0:
            body.append(text(x, upper + tall + 16, str(at + 1), "middle"))
    return drawing(left + wide + 12, upper + tall + 26, body)


def text(x: float, y: float, words: str, anchor: str, *, turned: bool = False) -> str:
    """Words at a place, in the colour of the page around the drawing."""
    turn = f' transform="rotate(-90 {x:.2f} {y:.2f})"' if turned else ""
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}" font-size="{FONT}" font-family="{escape(_FACES)}" '
        f'fill="currentColor"{turn}>{escape(words)}</text>'
    )


def drawing(width: float, height: float, body: Sequence[str]) -> str:
    """A whole drawing of elements."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img">' + "".join(body) + "</svg>"
    )
