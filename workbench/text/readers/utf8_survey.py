"""Whether a file is UTF-8, counted over every byte: a few damaged ones do not decide for a million good ones."""

from __future__ import annotations

import codecs
import re

import numpy as np

from workbench.text.readers.commonness import code_points

#: Bytes that did not decode stand in the text as U+DC80 to U+DCFF ("surrogateescape", PEP 383).
ESCAPED = re.compile("[\udc80-\udcff]+")
#: A pair of UTF-16 halves, each written as three bytes (CESU-8: old Java and MySQL).
CESU_PAIR = re.compile("\udced([\udca0-\udcaf])([\udc80-\udcbf])\udced([\udcb0-\udcbf])([\udc80-\udcbf])")
#: Forms that are longer than need be, which UTF-8 forbids but which no other encoding would make beside good UTF-8.
_OVERLONG = re.compile("[\udcc0\udcc1][\udc80-\udcbf]|\udce0[\udc80-\udc9f][\udc80-\udcbf]")
#: A stretch so dense with bad bytes is text of another encoding.
_DENSE_COUNT, _DENSE_SPAN = 16, 64
_ENOUGH_BAD = 4096
#: Two letters of two bytes in a row, as in Greek or Cyrillic, but rare in Western European text.
_TWO_BYTE_RUN = re.compile(rb"(?:[\xc2-\xdf][\x80-\xbf]){2}")
#: Valid UTF-8 with so few non-ASCII bytes may be another encoding by accident.
_SHORT = 128
#: A file may have so many bad bytes, or such a share of them, and still be damaged UTF-8.
_FEW, _FEW_SHARE = 16, 0.02
_CONTROLS = np.zeros(256, bool)
_CONTROLS[:0x20] = True
_CONTROLS[[0x09, 0x0A, 0x0C, 0x0D, 0x1B]] = False


def decode_utf8(data: bytes, final: bool) -> tuple[str, int, bool]:
    """Text, the number of bytes used, and whether all fit; bytes that do not are escaped."""
    try:
        return *codecs.utf_8_decode(data, "strict", final), True
    except UnicodeDecodeError:
        return *codecs.utf_8_decode(data, "surrogateescape", final), False


def first_misfit(text: str) -> int:
    """Where the first byte that does not fit stands in a decoded text, -1 where all do; CESU-8 pairs do."""
    misfit = ESCAPED.search(CESU_PAIR.sub("\0" * 6, text))  # of the same length, so that places stay what they are
    return misfit.start() if misfit else -1


class Utf8Survey:
    """Counts over the bytes of a file: ``good`` in sequences of UTF-8, ``foreign`` in none, zeros by parity."""

    def __init__(self) -> None:
        self.total = self.good = self.foreign = self.odd = self.controls = self.long_sequences = 0
        self.zeros = [0, 0]
        self.first_bad: int | None = None
        self.dense = self.two_byte_run = False
        self._pending = b""

    def add(self, chunk: bytes) -> None:
        """The next bytes."""
        self._count_bytes(chunk)
        self._decode(self._pending + chunk, self.total - len(self._pending))
        self.total += len(chunk)

    def finish(self) -> None:
        """The end of the file: a sequence that is cut in half there counts as damage, not as another encoding."""
        if self._pending:
            self.odd += len(self._pending)
            if self.first_bad is None:
                self.first_bad = self.total - len(self._pending)

    def _count_bytes(self, chunk: bytes) -> None:
        values = np.frombuffer(chunk, np.uint8)
        self.controls += int(np.count_nonzero(_CONTROLS[values]))
        self.long_sequences += int(np.count_nonzero(values >= 0xE0))
        if 0 in chunk:
            parities, counts = np.unique((np.flatnonzero(values == 0) + self.total) % 2, return_counts=True)
            for parity, count in zip(parities.tolist(), counts.tolist(), strict=True):
                self.zeros[parity] += count

    def _decode(self, data: bytes, offset: int) -> None:
        text, used, _ = decode_utf8(data, False)
        self._pending = data[used:]
        if text.isascii():
            return
        self.two_byte_run = self.two_byte_run or _TWO_BYTE_RUN.search(data) is not None
        non_ascii = int(np.count_nonzero(np.frombuffer(data[:used], np.uint8) >= 0x80))
        first = ESCAPED.search(text)
        if first is None:
            self.good += non_ascii
            return
        codes = code_points(text)
        places = np.flatnonzero((codes >= 0xDC80) & (codes <= 0xDCFF))
        if self.first_bad is None:
            self.first_bad = offset + len(text[: first.start()].encode("utf-8"))
        odd = sum(len(match.group()) for pattern in (CESU_PAIR, _OVERLONG) for match in pattern.finditer(text))
        self.odd += odd
        self.foreign += len(places) - odd
        self.good += non_ascii - len(places)
        if odd < len(places) and len(places) >= _DENSE_COUNT:
            spans = places[_DENSE_COUNT - 1 :] - places[: 1 - _DENSE_COUNT]
            self.dense = self.dense or bool(np.any(spans < _DENSE_SPAN))

    @property
    def hopeless(self) -> bool:
        """So far from UTF-8 that the rest of the file cannot change it."""
        return self.foreign > _ENOUGH_BAD and self.foreign * 4 > self.good

    @property
    def valid(self) -> bool:
        """Every byte fits."""
        return not self.foreign and not self.odd

    @property
    def damaged(self) -> bool:
        """UTF-8 but for a few bytes."""
        if not self.foreign:
            return self.good > self.odd and self.long_sequences > 0
        few = self.foreign <= max(_FEW, _FEW_SHARE * self.good)
        return few and self.good >= 4 * self.foreign and not self.dense

    @property
    def doubtful(self) -> bool:
        """Valid, but so short and so much in two-byte letters that it may be two-byte Chinese by accident."""
        short = 0 < self.good <= _SHORT and not self.long_sequences
        return short and (self.two_byte_run or self.good > 0.2 * self.total)

    @property
    def mostly(self) -> bool:
        """Far more of it is UTF-8 than not."""
        return self.long_sequences > 0 and self.good >= 4 * self.foreign > 0

    @property
    def wide_parity(self) -> int | None:
        """The parity at which nearly all of very many zero bytes stand, as in UTF-16 of Latin text."""
        zeros = sum(self.zeros)
        if not zeros or zeros < 0.2 * self.total or self.controls - zeros > 0.02 * self.total:
            return None
        parity = int(self.zeros[1] > self.zeros[0])
        return parity if self.zeros[parity] >= 0.95 * zeros else None

    @property
    def control_share(self) -> float:
        """Share of control bytes among all."""
        return self.controls / max(1, self.total)
