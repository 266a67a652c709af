"""A click on a token masks its text; a click on a mask puts the text back."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.gui.panels.token_places import Place, cut_at_masks
from workbench.spec.probes import MASK


def toggle_mask(text: str, place: Place, originals: Sequence[str]) -> tuple[str, list[str]]:
    """The text with a token masked or unmasked, and what its masks now stand for, in their order.

    ``originals`` is what the masks stood for until now; where it does not fit the text (someone typed a mask), a mask
    that is clicked stays, as nobody knows what it stands for.
    """
    _, _, masks = cut_at_masks(text)
    known = list(originals) if len(originals) == len(masks) else [""] * len(masks)
    before = sum(start < place.start for start, _ in masks)
    if not place.masked:
        known.insert(before, text[place.start : place.end])
        return text[: place.start] + MASK + text[place.end :], known
    if not known[before]:
        return text, known
    return text[: place.start] + known.pop(before) + text[place.end :], known
