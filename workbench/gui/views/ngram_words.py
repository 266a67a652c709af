"""What is said of an n-gram, of a token with its n-grams, and of who wins."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.core.figures import THIN
from workbench.gui.figures import grouped
from workbench.gui.i18n import render, tr
from workbench.inspection.ngram_picture import NgramPicture


def ngram_words(picture: NgramPicture, place: int, column: int) -> str:
    """An n-gram by its place among the candidates, with its value in a column."""
    one, expected = picture.candidates[place], picture.read.expected[place]
    parts = [
        tr("{text}, tokens {first} to {last}, counted {count} times",
           text=one.text, first=one.start, last=one.end - 1, count=grouped(one.count))
    ]  # fmt: skip
    if expected is not None:
        parts.append(tr(expected.label))
    if one.column is None:
        return " · ".join([*parts, render(picture.found.why_dropped(one))])
    parts.append(
        tr("{column}: {value}",
           column=render(picture.column_words(column)), value=f"{float(picture.values[place, column]):.4f}")
    )  # fmt: skip
    if picture.read.groups[place] in picture.read.contested:
        parts.append(_outcome(picture, place, column))
    weights = picture.found.weights[one.start : one.end, one.column]
    parts.append(tr("weight on its tokens: {weights}", weights=" ".join(f"{weight:.3g}" for weight in weights)))
    return " · ".join(parts)


def _outcome(picture: NgramPicture, place: int, column: int) -> str:
    """Whether it wins a column, and how far from the strongest n-gram that shares a token with it."""
    rival = int(picture.rivals[place, column])
    if rival < 0:
        return tr("wins")
    words = {
        "share": f"{float(picture.lead[place, column]):+.1%}".replace("%", f"{THIN}%"),
        "rival": picture.candidates[rival].text,
    }
    if picture.won[place, column]:
        return tr("wins ({share} to {rival})", **words)
    return tr("loses ({share} to {rival})", **words)


def covering(picture: NgramPicture, token: int) -> list[int]:
    """Places of the n-grams over a token."""
    return [place for place, one in enumerate(picture.candidates) if one.start <= token < one.end]


def token_words(picture: NgramPicture, token: int) -> str:
    """A token with the kept n-grams over it, the one with the greatest value in the chosen column first."""
    kept = [place for place in covering(picture, token) if picture.candidates[place].kept]
    name, values = picture.found.tokens[token], picture.values[:, picture.current]
    if not kept:
        return tr("{token}: no n-gram", token=name)
    ranked = sorted(kept, key=lambda place: -float(values[place]))
    told = (f"{picture.candidates[at].text} {float(values[at]):.4f}" for at in ranked)
    return tr("{token}, {column}: {ngrams}", token=name, column=render(picture.column_words(picture.current)),
              ngrams="  ".join(told))  # fmt: skip


def winner_words(picture: NgramPicture, members: Sequence[int], column: int) -> str:
    """Who wins a column in a group."""
    column_name = render(picture.column_words(column))
    return tr("{column}, winning: {winners}", column=column_name, winners=picture.winner_words(members, column))
