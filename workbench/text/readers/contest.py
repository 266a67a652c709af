"""The encodings of files that are not UTF-8, each judged by how common the characters are that it gives."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from workbench.text.readers.commonness import IMPOSSIBLE, code_points, table

#: The encodings that compete where UTF-8 does not fit, with the scripts by which each is judged.
RIVALS: dict[str, tuple[str, ...]] = {
    "gb18030": ("simplified", "traditional"),
    "big5": ("traditional",),
    "big5hkscs": ("traditional",),
    "utf-16-le": ("simplified", "traditional"),
    "utf-16-be": ("simplified", "traditional"),
}
#: Nats by which the best must lead, characters it must have been judged by, and the mean that text reaches.
_LEAD, _FEWEST, _FLOOR = 15.0, 4, -9.8
#: The mean that short text of everyday characters reaches.
_COMMON = -7.5
#: A rival so far behind is not followed to the end of the file.
_HOPELESS_LEAD = 2000.0
_BAD_SHARE = 0.02
#: Six or more characters of three bytes in a row: UTF-8, and practically never an accident of another encoding.
_UTF8_RUN = re.compile(rb"(?:[\xe3-\xe9\xef][\x80-\xbf]{2}){6,}")
#: Bytes above ASCII that stand beside another one: nearly all in Chinese, hardly any in Western European text.
_BESIDE = 0.3
SAMPLE_BYTES, _PREVIEW_CHARACTERS = 1200, 300


@dataclass(frozen=True)
class Candidate:
    """An encoding that the file may be in; ``preview`` is its first telling part, decoded so."""

    encoding: str
    preview: str


@dataclass
class _Rival:
    """One encoding's reading of the file, judged as it goes."""

    encoding: str
    scores: dict[str, float] = field(default_factory=dict)
    judged: int = 0
    bad: int = 0
    _decoder: codecs.IncrementalDecoder = field(init=False)

    def __post_init__(self) -> None:
        errors = "surrogatepass" if self.encoding.startswith("utf") else "surrogateescape"
        self._decoder = codecs.getincrementaldecoder(self.encoding)(errors)
        self.scores = dict.fromkeys(RIVALS[self.encoding], 0.0)

    def add(self, chunk: bytes, *, final: bool = False) -> None:
        """Judge the next bytes."""
        try:
            text = self._decoder.decode(chunk, final)
        except UnicodeDecodeError:
            self.bad += 1
            self._penalise(1)
            return
        if not text:
            return
        codes = code_points(text)
        if text.isascii():
            codes = codes[(codes < 0x20) | (codes == 0x7F)]
        self.judged += int(np.count_nonzero(codes > 0x7F))
        self.bad += int(np.count_nonzero((codes >= 0xD800) & (codes <= 0xDFFF)))
        for script in self.scores:
            self.scores[script] += float(table(script)[codes].sum(dtype=np.float64))

    def _penalise(self, count: int) -> None:
        for script in self.scores:
            self.scores[script] += IMPOSSIBLE * count

    @property
    def score(self) -> float:
        """Log-probability of the characters, in nats, by the better fitting script."""
        return max(self.scores.values())

    @property
    def plausible(self) -> bool:
        """Reads as text: hardly a byte that does not fit, and characters that are common enough."""
        if not self.judged:
            return False
        return self.bad <= max(2, _BAD_SHARE * self.judged) and self.score / self.judged >= _FLOOR

    @property
    def possible(self) -> bool:
        """Decodes without a bad byte."""
        return not self.bad and self.judged > 0 and self.score / self.judged > IMPOSSIBLE / 1.3


class Contest:
    """The rivals over one file, and a look-out for UTF-8 in its midst."""

    def __init__(self, encodings: Iterable[str] = RIVALS) -> None:
        self.rivals = [_Rival(encoding) for encoding in encodings]
        self.utf8_run = False
        self.sample = b""
        self._high = self._beside = 0

    def add(self, chunk: bytes) -> None:
        """The next bytes."""
        self.utf8_run = self.utf8_run or _UTF8_RUN.search(chunk) is not None
        if not self.sample and not chunk.isascii():
            self.sample = telling_part(chunk)
        high = np.frombuffer(chunk, np.uint8) >= 0x80
        self._high += int(np.count_nonzero(high))
        self._beside += int(np.count_nonzero(high[1:] & high[:-1]))
        for rival in self.rivals:
            rival.add(chunk)
        best = max(rival.score for rival in self.rivals)
        self.rivals = [rival for rival in self.rivals if rival.score > best - _HOPELESS_LEAD]

    def finish(self) -> None:
        """The end of the file; the two forms of Big5 become one rival, and the best stands first."""
        for rival in self.rivals:
            rival.add(b"", final=True)
        by_name = {rival.encoding: rival for rival in self.rivals}
        if {"big5", "big5hkscs"} <= by_name.keys():
            worse = "big5hkscs" if by_name["big5"].bad <= by_name["big5hkscs"].bad else "big5"
            self.rivals.remove(by_name[worse])
        self.rivals.sort(key=lambda rival: -rival.score)

    def encodings(self) -> list[str]:
        """The rivals that read as text; where that is not certain, also those that merely have no bad byte."""
        plausible = [rival for rival in self.rivals if rival.plausible]
        if plausible and not self.certain:
            plausible += [rival for rival in self.rivals if rival not in plausible and rival.possible]
        return [rival.encoding for rival in plausible]

    @property
    def common(self) -> bool:
        """The best gives everyday characters."""
        best = self.rivals[0]
        return best.plausible and best.score / best.judged > _COMMON

    @property
    def scattered(self) -> bool:
        """The bytes above ASCII stand by themselves, as accented letters do; but in UTF-16 they may in any text."""
        return self._beside < _BESIDE * self._high and not self.rivals[0].encoding.startswith("utf")

    @property
    def certain(self) -> bool:
        """The first leads clearly."""
        first = self.rivals[0]
        lead = first.score - self.rivals[1].score if len(self.rivals) > 1 else np.inf
        return first.plausible and first.judged >= _FEWEST and lead >= _LEAD and not self.scattered


def telling_part(chunk: bytes) -> bytes:
    """The bytes about the first that is not ASCII, from the start of their line where that is near."""
    first = int(np.argmax(np.frombuffer(chunk, np.uint8) >= 0x80))
    begin = chunk.rfind(b"\n", max(0, first - 200), first) + 1
    begin = begin or max(0, first - 200)
    return chunk[begin - begin % 2 : begin + SAMPLE_BYTES]


def compare(sample: bytes, encodings: Iterable[str]) -> tuple[Candidate, ...]:
    """Candidates, each with the sample from the first line on in which they differ."""
    readings = {name: sample.decode(name, "replace").lstrip("\ufeff\r\n").split("\n") for name in encodings}
    first = next((place for place, found in enumerate(zip(*readings.values(), strict=False)) if len(set(found)) > 1), 0)
    return tuple(Candidate(name, "\n".join(lines[first:])[:_PREVIEW_CHARACTERS]) for name, lines in readings.items())
