"""One sentence cut by two vocabularies: the smallest pieces that both agree on."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.inspection.groups import Group

#: Part (0 for the sentence, 1 for its pair), first character and the one after the last; None for a special token.
Span = tuple[int, int, int] | None


def common_groups(
    first: Sequence[Span], second: Sequence[Span], texts: Sequence[str], pieces: Sequence[Span] = ()
) -> tuple[list[Group], list[Group]]:
    """The same pieces of the texts as groups of the tokens of both sides, special tokens that follow each other as one.

    Tokens that share a character are in one piece, and so are those of each of ``pieces`` (words, say). A piece that
    one of the sides has no token for, as a character that its vocabulary drops, is left out of both.
    """
    bounds = [_whole_pieces([*first, *second, *pieces], part) for part in range(len(texts))]
    mine, theirs = _grouped(first, texts, bounds), _grouped(second, texts, bounds)
    shared = sorted(mine.keys() & theirs.keys())
    return [mine[key] for key in shared], [theirs[key] for key in shared]


def _whole_pieces(spans: Sequence[Span], part: int) -> list[tuple[int, int]]:
    """Spans of a part that meet, joined."""
    pieces: list[tuple[int, int]] = []
    for start, end in sorted((span[1], span[2]) for span in spans if span is not None and span[0] == part):
        if pieces and start < pieces[-1][1]:
            pieces[-1] = pieces[-1][0], max(end, pieces[-1][1])
        elif end > start:
            pieces.append((start, end))
    return pieces


def _grouped(
    spans: Sequence[Span], texts: Sequence[str], bounds: Sequence[Sequence[tuple[int, int]]]
) -> dict[tuple[int, int], Group]:
    """Groups of tokens by (part, number of the piece); special tokens before part p are (p, -1)."""
    found: dict[tuple[int, int], Group] = {}
    part = 0
    for place, span in enumerate(spans):
        if span is None:
            part += bool(place) and spans[place - 1] is not None
            key, text = (part, -1), "[CLS]" if place == 0 else "[SEP]"
        else:
            number = next((at for at, (start, end) in enumerate(bounds[span[0]]) if start <= span[1] < end), None)
            if number is None:
                continue
            key, text = (span[0], number), texts[span[0]][slice(*bounds[span[0]][number])]
        before = found.get(key)
        found[key] = Group(place if before is None else before.start, place + 1, text)
    return found
