"""Where a token stands in a typed sentence, and how byte-level tokens are shown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

_BLANK = "␣"


@dataclass(frozen=True)
class Place:
    """Characters ``start`` to ``end`` of the sentence (``part`` 0) or its pair (1); ``masked`` where a mask is
    read there."""

    part: int
    start: int
    end: int
    masked: bool = False


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
