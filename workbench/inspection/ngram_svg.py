"""A picture of n-grams as a drawing, and as a part of a report; without a window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from workbench.core.texts import Text, Translate, listed, mark, sentences
from workbench.inspection.colours import AMOUNTS, colour_table
from workbench.inspection.examples import Expected, not_in_lists
from workbench.inspection.ngram_contest import RULE
from workbench.inspection.ngram_picture import ColourScale, Columns, NgramPicture
from workbench.inspection.ngrams import FORMULAS, cosine_words
from workbench.inspection.svg import drawing, scale_bar, text

ROW, HEAD, PITCH, GAP = 20.0, 74.0, 15.0, 8.0  #: pixels
MOST_TOKENS = 60  #: of a sentence whose n-grams are drawn below its characters
SIGNS = {Expected.VALID: "✓", Expected.MISLEADING: "✗"}
COLOURS = {Expected.VALID: "#009E73", Expected.MISLEADING: "#D55E00"}
_WORDS_FROM = 20.0  #: pixels of a cell from which winners are named


def ngram_svg(picture: NgramPicture, translate: Translate) -> str:
    """The heatmap with the sentence above it, a line of winners over each group of rivals, and a scale; each cell says
    its value to whoever points at it."""
    frame = _Frame.of(picture, translate)
    body = [*frame.head()]
    y = HEAD
    for members in picture.groups:
        if picture.is_contest(members):
            body += frame.winner_line(members, y)
            y += ROW
        for place in members:
            body += frame.row(place, y)
            y += ROW
        y += GAP / 2
    wide, high = frame.x(len(picture.names)), max(y, HEAD + 6 * ROW)
    ends = (0.0, 1.0) if picture.wanted.scale is ColourScale.COLUMN else picture.bounds  # shares of each greatest
    body += scale_bar(*ends, wide + 12, HEAD, high - HEAD)
    body.append(text(4, high + 24, picture.caption().render(translate), "start"))
    return drawing(max(wide + 90, 640), high + 36, body)


@dataclass(frozen=True)
class _Frame:
    """Where things stand: the sentence with its n-grams from 0 on (if it is short), their names up to ``left``, and
    columns of ``cell`` pixels from there on."""

    picture: NgramPicture
    translate: Translate
    left: float
    cell: float
    with_sentence: bool

    @staticmethod
    def of(picture: NgramPicture, translate: Translate) -> _Frame:
        tokens = len(picture.found.tokens)
        short = tokens <= MOST_TOKENS
        longest = max((len(one.text) for one in picture.candidates), default=4)
        left = (tokens * PITCH + GAP if short else 0.0) + 1.1 * PITCH * longest + 3 * PITCH
        return _Frame(picture, translate, left, min(64.0, max(6.0, 768.0 / max(1, len(picture.names)))), short)

    def x(self, column: float) -> float:
        return self.left + column * self.cell

    def head(self) -> Iterator[str]:
        picture = self.picture
        for place, token in enumerate(picture.found.tokens if self.with_sentence else ()):
            x = (place + 0.5) * PITCH
            if len(token) == 1:
                yield text(x, HEAD - 6, token, "middle")
            else:
                yield text(x + 4, HEAD - 6, token, "start", turned=True)
        by_step = picture.wanted.columns is Columns.CHECKPOINTS
        every = max(1, round(34 / self.cell)) if by_step else 1
        for column in range(0, len(picture.names), every):
            yield text(self.x(column + 0.5), HEAD - 6, picture.names[column], "middle")

    def winner_line(self, members: Sequence[int], y: float) -> Iterator[str]:
        yield text(self.left - GAP, y + ROW - 6, self.translate(mark("wins")), "end")
        if self.cell < _WORDS_FROM:
            return
        room = max(1, int(self.cell // 12))
        for column in range(len(self.picture.names)):
            words = self.picture.winner_words(members, column)
            shown = words if len(words) <= room else words[: room - 1] + "…"
            inside = text(self.x(column + 0.5), y + ROW - 6, shown, "middle")
            yield f"<g><title>{escape(words)}</title>{inside}</g>"

    def row(self, place: int, y: float) -> Iterator[str]:
        one, expected = self.picture.candidates[place], self.picture.read.expected[place]
        if self.with_sentence:
            yield from self._below_the_sentence(place, y)
        sign = "" if expected is None else f"{SIGNS[expected]} "
        name = text(self.left - GAP, y + ROW - 6, f"{sign}{one.text}", "end")
        yield name if expected is None else name.replace("currentColor", COLOURS[expected])
        if one.kept:
            yield from self._cells(place, y)
        else:
            yield text(self.left + 4, y + ROW - 6, self.picture.found.why_dropped(one).render(self.translate), "start")

    def _below_the_sentence(self, place: int, y: float) -> Iterator[str]:
        one = self.picture.candidates[place]
        dash = "" if one.kept else ' stroke-dasharray="2 2"'
        yield (
            f'<rect x="{one.start * PITCH:.1f}" y="{y + 2:.1f}" width="{one.length * PITCH:.1f}" '
            f'height="{ROW - 4:.1f}" fill="none" stroke="currentColor"{dash}/>'
        )
        for at in range(one.start, one.end):
            token = self.picture.found.tokens[at]
            yield text((at + 0.5) * PITCH, y + ROW - 6, token if len(token) == 1 else "·", "middle")

    def _cells(self, place: int, y: float) -> Iterator[str]:
        picture, cell = self.picture, self.cell
        one, values = picture.candidates[place], picture.values[place]
        contest = picture.read.groups[place] in picture.read.contested
        table = colour_table(AMOUNTS)
        for column, level in enumerate(picture.levels[place].tolist()):
            colour = "#{:02x}{:02x}{:02x}".format(*table[level].tolist())
            when = picture.column_words(column).render(self.translate)
            x, middle = self.x(column), y + ROW / 2
            dot = ""
            if contest and picture.won[place, column]:
                fill = "#fff" if picture.is_clear(place, column) else "none"
                dot = (
                    f'<circle cx="{x + cell / 2:.1f}" cy="{middle:.1f}" r="4.5" fill="#000"/>'
                    f'<circle cx="{x + cell / 2:.1f}" cy="{middle:.1f}" r="3" fill="{fill}" stroke="#fff"/>'
                )
            yield (
                f"<g><title>{escape(f'{one.text}, {when}: {float(values[column]):.4f}')}</title>"
                f'<rect x="{x:.1f}" y="{y + 1:.1f}" width="{cell - 1:.1f}" height="{ROW - 2:.1f}" fill="{colour}"/>'
                f"{dot}</g>"
            )


def ngram_html(pictures: Sequence[NgramPicture], translate: Translate) -> str:
    """Drawings with what their quantities and their winners are, as a part of a page."""
    notes = [translate(FORMULAS[quantity]) for quantity in dict.fromkeys(one.wanted.quantity for one in pictures)]
    lacking = not_in_lists(pictures[0].read.example, pictures[0].found)
    if lacking:
        notes.append(lacking_words(lacking).render(translate))
    words = sentences(*notes, cosine_words(pictures[0].found.cosines).render(translate), translate(RULE))
    drawn = "".join(f'<div class="scroll">{ngram_svg(picture, translate)}</div>' for picture in pictures)
    return f'<p class="note">{escape(words)}</p>{drawn}'


def lacking_words(lacking: Sequence[str]) -> Text:
    """That the run's lists lack n-grams of an example."""
    return Text(mark("The run's lists do not have {ngrams}."), {"ngrams": listed(lacking)})
