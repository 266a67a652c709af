"""Where the tokens of a typed sentence stand in it, so that a click on a token can mask its text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from workbench.spec.probes import MASK
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary, VocabularyKind

_BLANK = "␣"


@dataclass(frozen=True)
class Place:
    """Characters ``start`` to ``end`` of the sentence (``part`` 0) or its pair (1); ``masked`` for a typed mask."""

    part: int
    start: int
    end: int
    masked: bool = False


def places_of(text: str, pair: str, vocabulary: Vocabulary, num_segments: int) -> list[Place | None]:
    """The places of all tokens of ``[CLS] text [SEP] pair [SEP]``, None for special tokens.

    Typed masks are cut out before the rest is tokenised, as the engine does (with the space before a mask in
    byte-level vocabularies, whose tokens bring their space along).
    """
    tokenizer = Tokenizer(vocabulary)
    places: list[Place | None] = [None, *_part(text, 0, tokenizer, vocabulary), None]
    if pair:
        between: list[Place | None] = [None] if num_segments == 1 else []
        places += [*between, *_part(pair, 1, tokenizer, vocabulary), None]
    return places


def _part(text: str, part: int, tokenizer: Tokenizer, vocabulary: Vocabulary) -> list[Place]:
    own = vocabulary.token(vocabulary.mask_id)
    pieces, starts, masks = cut_at_masks(text, own)
    if vocabulary.kind is VocabularyKind.BYTE_BPE:
        pieces = [*(piece.rstrip(" ") for piece in pieces[:-1]), pieces[-1]]
    places: list[Place] = []
    for number, (_, spans) in enumerate(tokenizer.encode(pieces)):
        if number:
            places.append(Place(part, *masks[number - 1], masked=True))
        places += [Place(part, starts[number] + int(start), starts[number] + int(end)) for start, end in spans]
    return places


def cut_at_masks(text: str, own: str = MASK) -> tuple[list[str], list[int], list[tuple[int, int]]]:
    """Pieces of a text between masks (``[MASK]`` or the vocabulary's ``own`` token), their starts, and the masks."""
    pieces: list[str] = []
    starts, masks = [0], []
    place = 0
    while place < len(text):
        found = next((mask for mask in (own, MASK) if text.startswith(mask, place)), None)
        if found is None:
            place += 1
            continue
        pieces.append(text[starts[-1] : place])
        masks.append((place, place + len(found)))
        place += len(found)
        starts.append(place)
    pieces.append(text[starts[-1] :])
    return pieces, starts, masks


@cache
def _bytes_by_sign() -> dict[str, int]:
    """GPT-2's signs for bytes: printable Latin-1 stands for itself, the other bytes in order for signs from U+0100."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in plain]
    return {chr(byte): byte for byte in plain} | {chr(0x100 + place): byte for place, byte in enumerate(others)}


def byte_text(token: str) -> str:
    """A byte-level token as text: a blank as ␣, bytes that are no whole character by their number, as ⟨E5⟩."""
    table = _bytes_by_sign()
    if token.startswith("<") or any(sign not in table for sign in token):
        return token
    data = bytes(table[sign] for sign in token)
    text = data.decode("utf-8", "surrogateescape")
    shown = (f"⟨{ord(sign) - 0xDC00:02X}⟩" if "\udc80" <= sign <= "\udcff" else sign for sign in text)
    return "".join(shown).replace(" ", _BLANK)
