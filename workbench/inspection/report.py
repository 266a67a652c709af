"""A whole inspection as one HTML file that needs no network, no script and nothing beside it."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from workbench.core.figures import percent
from workbench.core.texts import Text, Translate, mark, sentences
from workbench.inspection.colours import AMOUNTS, colour_table, png_of
from workbench.inspection.groups import CONTENTS, RULE, Level
from workbench.inspection.hiding import hide
from workbench.inspection.inspected import Guess, Inspected, MaskedToken
from workbench.inspection.svg import Heat, heat_svg, lines_svg

_STYLE = """
:root{color-scheme:light dark;--ground:#fff;--text:#1a1e23;--muted:#545d68;--line:#c9d0d8}
@media(prefers-color-scheme:dark){:root{--ground:#17191d;--text:#e7e9ec;--muted:#a7afb9;--line:#4d545e}}
body{background:var(--ground);color:var(--text);font:15px/1.5 system-ui,"Noto Sans CJK SC","Microsoft YaHei",
"PingFang SC",sans-serif;max-width:1100px;margin:2em auto;padding:0 1em}
h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}
table{border-collapse:collapse}td,th{border:1px solid var(--line);padding:.2em .6em;text-align:left}
td.n{text-align:right;font-variant-numeric:tabular-nums}
.tokens span{display:inline-block;border:1px solid var(--line);padding:.1em .35em;margin:2px;border-radius:3px}
.tokens .mask{background:#0a5fb4;color:#fff}.tokens .special{color:var(--muted)}
.heads td{border:0;padding:2px}.heads img{width:48px;height:48px;image-rendering:pixelated;display:block}
.heads .chosen{outline:3px solid #D55E00}.note{color:var(--muted)}.scroll{overflow-x:auto}
""".strip()
#: Nothing may be fetched, whatever stands in the sentence.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


@dataclass(frozen=True)
class Shown:
    """How attention is shown: a head (None for the mean of the layer's), between what, with what hidden."""

    layer: int = 0
    head: int | None = 0
    level: Level = Level.TOKEN
    hide_specials: bool = False
    renormalise: bool = False


@dataclass(frozen=True)
class Section:
    """A part that only some inspections have: a ``title`` in the reader's language, and its HTML."""

    title: str
    body: str


@dataclass(frozen=True)
class Report:
    """What a file tells: a ``title``, ``settings`` (name, value) in the reader's language, what was inspected and how,
    and further sections."""

    title: str
    settings: Sequence[tuple[str, str]]
    inspected: Inspected
    shown: Shown
    sections: Sequence[Section] = field(default_factory=tuple)


def heat_of(inspected: Inspected, shown: Shown, translate: Translate) -> Heat:
    """The matrix that is shown, its caption naming head, mode and rule."""
    level = shown.level
    groups = inspected.groups[level]
    names = list(inspected.tokens) if level is Level.TOKEN else [group.text for group in groups]
    hidden = inspected.special_groups(level) if shown.hide_specials else []
    kept = hide(inspected.matrix(shown.layer, shown.head, level), hidden, shown.renormalise)
    return Heat(
        kept.values,
        [names[place] for place in kept.rows],
        [names[place] for place in kept.columns],
        _caption(shown, translate),
    )


def _caption(shown: Shown, translate: Translate) -> str:
    if shown.head is None:
        head = Text(mark("Layer {layer}, mean of all heads"), {"layer": shown.layer + 1})
    else:
        head = Text(mark("Layer {layer}, head {head}"), {"layer": shown.layer + 1, "head": shown.head + 1})
    hiding = ""
    if shown.hide_specials:
        renormalised, kept = mark("hidden tokens, rows renormalised"), mark("hidden tokens, values as they are")
        hiding = translate(renormalised if shown.renormalise else kept)
    return "; ".join(part for part in (head.render(translate), translate(shown.level.label), hiding) if part)


def report_html(report: Report, translate: Translate) -> str:
    """The file, in the language of ``translate``."""
    inspected, shown = report.inspected, report.shown
    heat = heat_of(inspected, shown, translate)
    rules = (CONTENTS[shown.level],) if shown.level is Level.TOKEN else (CONTENTS[shown.level], RULE)
    words = sentences(*(translate(rule) for rule in (mark("The row looks at the column."), *rules)))
    sections = [
        Section(translate(mark("Settings")), table_html([], report.settings)),
        Section(translate(mark("Sentence")), _tokens(inspected)),
        Section(
            translate(mark("Attention")),
            f'<p class="note">{escape(words)}</p><div class="scroll">{heat_svg(heat)}</div>',
        ),
        Section(translate(mark("All heads")), _heads(inspected, shown)),
        Section(translate(mark("Figures of all heads")), _figures(inspected, translate)),
        Section(translate(mark("Layer by layer")), _layers(inspected, translate)),
    ]
    if inspected.masked:
        sections.append(Section(translate(mark("Predictions")), _predictions(inspected.masked, translate)))
    body = "".join(f"<h2>{escape(one.title)}</h2>{one.body}" for one in (*sections, *report.sections))
    return (
        f'<!DOCTYPE html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" '
        f'content="{escape(_POLICY)}"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(report.title)}</title><style>{_STYLE}</style></head>"
        f"<body><h1>{escape(report.title)}</h1>{body}</body></html>\n"
    )


def table_html(heads: Sequence[str], rows: Iterable[Sequence[str | float]]) -> str:
    """A table; numbers stand on the right."""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    lines = (
        "".join(
            f"<td>{escape(cell)}</td>" if isinstance(cell, str) else f'<td class="n">{cell:.4g}</td>' for cell in row
        )
        for row in rows
    )
    return f"<table>{f'<tr>{head}</tr>' if head else ''}{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _tokens(inspected: Inspected) -> str:
    originals = {one.position: one.original for one in inspected.masked}
    cells = []
    for place, token in enumerate(inspected.tokens):
        kind = "mask" if place in inspected.masks else "special" if inspected.spans[place] is None else ""
        original = originals.get(place)
        tip = f"{place}" if original is None else f"{place}: {original}"
        cells.append(f'<span class="{kind}" title="{escape(tip)}">{escape(token)}</span>')
    return f'<p class="tokens">{"".join(cells)}</p>'


def _heads(inspected: Inspected, shown: Shown) -> str:
    table = colour_table(AMOUNTS)
    lines = []
    for layer, heads in enumerate(inspected.summary.thumbnails):
        cells = []
        for head, levels in enumerate(heads):
            data = base64.b64encode(png_of(levels, table)).decode()
            chosen = ' class="chosen"' if layer == shown.layer and head == shown.head else ""
            name = f"{layer + 1}.{head + 1}"
            cells.append(f'<td><img{chosen} src="data:image/png;base64,{data}" alt="{name}" title="{name}"></td>')
        lines.append(f'<tr><td class="note">L{layer + 1}</td>{"".join(cells)}</tr>')
    return f'<div class="scroll"><table class="heads">{"".join(lines)}</table></div>'


def _figures(inspected: Inspected, translate: Translate) -> str:
    summary = inspected.summary
    heads = (
        translate(mark("Head")),
        translate(mark("Entropy, nats")),
        translate(mark("Distance, tokens")),
        translate(mark("Entropy without [CLS] and [SEP]")),
        translate(mark("Distance without [CLS] and [SEP]")),
    )
    rows: list[tuple[str | float, ...]] = []
    for layer, count in ((layer, summary.greatest.shape[1]) for layer in range(len(summary.greatest))):
        for head in range(count):
            figures = (
                float(table[layer, head])
                for one in (summary.all_tokens, summary.without_specials)
                for table in (one.entropy, one.distance)
            )
            rows.append((f"{layer + 1}.{head + 1}", *figures))
    return f"<details><summary>{len(rows)}</summary>{table_html(heads, rows)}</details>"


def _layers(inspected: Inspected, translate: Translate) -> str:
    moves = inspected.summary.moves
    low = min(0.0, float(moves.cosine.min()))
    drawings = (
        lines_svg(translate(mark("L2 distance of input and output")), moves.l2),
        lines_svg(translate(mark("Cosine of input and output")), moves.cosine, low, 1.0),
        lines_svg(translate(mark("Angle between them, degrees")), moves.degrees),
    )
    note = translate(mark("Hidden vectors before and after each layer, means over all tokens"))
    return f'<p class="note">{escape(note)}</p>{"".join(drawings)}'


def _predictions(masked: Sequence[MaskedToken], translate: Translate) -> str:
    heads = (
        translate(mark("Place")), translate(mark("Masked token")), translate(mark("Guesses at the mask")),
        translate(mark("Guesses without the mask")),
    )  # fmt: skip
    rows = [(str(one.position), one.original or "–", _guesses(one.after), _guesses(one.before)) for one in masked]
    return table_html(heads, rows)


def _guesses(guesses: Sequence[Guess]) -> str:
    return ", ".join(f"{guess.token} {percent(guess.probability, 2)}" for guess in guesses) or "–"
