"""Which encoding a file is in, judged over the whole of it.

The order: byte-order mark; UTF-8; then the Chinese encodings and UTF-16 by how common the decoded characters are
(Big5 bytes decode as GB18030 without any error, to nonsense). A close case, a very short one, and anything that reads
as no known encoding is not certain: the caller asks. No single-byte code page is ever taken without asking.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import charset_normalizer
import numpy as np

from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.names import readable
from workbench.core.progress import Cancelled, Progress, Report, never, silent
from workbench.core.texts import mark
from workbench.text.readers.commonness import IMPOSSIBLE, code_points, table
from workbench.text.readers.opening import CHUNK, BinaryFileError, open_bytes, refuse_binary
from workbench.text.readers.utf8_survey import Utf8Survey

#: Longer marks first: UTF-32 LE begins as UTF-16 LE does.
BYTE_ORDER_MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: Python's names -> the name in reports. GB18030 reads all that GB2312 and GBK write.
_CANONICAL = {
    "utf-8": "utf-8",
    "utf-8-sig": "utf-8",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "utf-16": "utf-16-le",
    "utf-32": "utf-32-le",
}
#: Python counts these among its text encodings, but no file is written in them.
_NO_CHARACTER_SETS = frozenset({"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape"})
#: The encodings that compete where UTF-8 does not fit, with the scripts by which each is judged.
_RIVALS: dict[str, tuple[str, ...]] = {
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
_BAD_SHARE, _BINARY_SHARE, _BINARY_SHARE_UTF8 = 0.02, 0.02, 0.3
#: Nine or more characters of three bytes in a row: UTF-8, and practically never an accident of another encoding.
_UTF8_RUN = re.compile(rb"(?:[\xe3-\xe9\xef][\x80-\xbf]{2}){9,}")
_SAMPLE_BYTES, _PREVIEW_CHARACTERS = 1200, 300


@dataclass(frozen=True)
class Candidate:
    """An encoding that the file may be in; ``preview`` is its first telling part, decoded so."""

    encoding: str
    preview: str


@dataclass(frozen=True)
class EncodingGuess:
    """The encoding, whether it is certain, and all that it may be, the best first; ``bom`` tells a byte-order mark."""

    encoding: str
    certain: bool
    candidates: tuple[Candidate, ...]
    bom: bool = False


class UncertainEncodingError(WorkbenchError):
    """The encoding has to be said by the user; ``guess`` holds the candidates."""

    def __init__(self, file: str, guess: EncodingGuess) -> None:
        super().__init__(
            mark("The encoding of {file} is not certain: it may be {candidates}."),
            mark("Say which it is, for example with --encoding {example}."),
            file=file,
            candidates=", ".join(candidate.encoding for candidate in guess.candidates),
            example=guess.candidates[0].encoding,
        )
        self.guess = guess


class MixedEncodingError(WorkbenchError):
    """One part of the file is UTF-8 and another is not; ``offset`` is the first byte that does not fit."""

    def __init__(self, file: str, offset: int) -> None:
        super().__init__(
            mark("{file} is in more than one encoding: UTF-8, but not from byte {offset} on."),
            mark("Split the file there, or convert it as a whole to UTF-8."),
            file=file,
            offset=offset,
        )
        self.offset = offset


def marked_encoding(head: bytes) -> str | None:
    """The encoding that the byte-order mark at the beginning of a file tells, if any."""
    return next((encoding for signature, encoding in BYTE_ORDER_MARKS if head.startswith(signature)), None)


def canonical(name: str) -> str:
    """The name of an encoding as reports give it; raises :class:`ArgumentError` for one that Python does not know."""
    try:
        info = codecs.lookup(name)
        "".encode(info.name)
        if info.name.replace("-", "_") in _NO_CHARACTER_SETS:
            raise LookupError(name)
    except (LookupError, ValueError):
        raise ArgumentError(
            mark("There is no text encoding named “{name}”."),
            mark("Known: {known}."),
            name=name,
            known=", ".join(KNOWN),
        ) from None
    return _CANONICAL.get(info.name, info.name)


#: What the window offers, the most likely first.
KNOWN: tuple[str, ...] = ("utf-8", "gb18030", "big5", "big5hkscs", "utf-16-le", "utf-16-be", "utf-32-le")


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
        self.scores = dict.fromkeys(_RIVALS[self.encoding], 0.0)

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


class _Contest:
    """The rivals over one file, and a look-out for UTF-8 in its midst."""

    def __init__(self) -> None:
        self.rivals = [_Rival(encoding) for encoding in _RIVALS]
        self.utf8_run = False
        self.sample = b""

    def add(self, chunk: bytes) -> None:
        """The next bytes."""
        self.utf8_run = self.utf8_run or _UTF8_RUN.search(chunk) is not None
        if not self.sample and not chunk.isascii():
            self.sample = _telling_part(chunk)
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

    def candidates(self) -> list[Candidate]:
        """The rivals that read as text; where that is not certain, also those that merely have no bad byte."""
        plausible = [rival for rival in self.rivals if rival.plausible]
        if plausible and not self.certain:
            plausible += [rival for rival in self.rivals if rival not in plausible and rival.possible]
        return [_candidate(rival.encoding, self.sample) for rival in plausible]

    @property
    def certain(self) -> bool:
        """The first leads clearly."""
        first = self.rivals[0]
        lead = first.score - self.rivals[1].score if len(self.rivals) > 1 else np.inf
        return first.plausible and first.judged >= _FEWEST and lead >= _LEAD


def _telling_part(chunk: bytes) -> bytes:
    """The bytes about the first that is not ASCII, from the start of their line where that is near."""
    first = int(np.argmax(np.frombuffer(chunk, np.uint8) >= 0x80))
    begin = chunk.rfind(b"\n", max(0, first - 200), first) + 1
    begin = begin or max(0, first - 200)
    return chunk[begin - begin % 2 : begin + _SAMPLE_BYTES]


def _candidate(encoding: str, sample: bytes) -> Candidate:
    """A candidate with its preview."""
    return Candidate(encoding, sample.decode(encoding, "replace").lstrip("\ufeff\n")[:_PREVIEW_CHARACTERS])


def _others(sample: bytes) -> list[Candidate]:
    """What charset-normalizer makes of a file that reads as no Chinese encoding: suggestions only."""
    names = [canonical(match.encoding) for match in charset_normalizer.from_bytes(sample, explain=False)]
    return [_candidate(name, sample) for name in dict.fromkeys(names) if name not in _RIVALS][:3]


def _chunks(path: Path, limit: int | None, report: Report, cancelled: Cancelled) -> Iterator[bytes]:
    """The bytes of a file, with progress told and cancelling heeded."""
    with open_bytes(path) as stream:
        for chunk in stream.chunks(limit):
            if cancelled():
                raise StoppedError(mark("The import was cancelled."))
            report(Progress(stream.position, 0, "bytes", mark("Looking at the encoding")))
            yield chunk


def detect(
    path: Path, *, limit: int | None = None, report: Report = silent, cancelled: Cancelled = never
) -> EncodingGuess:
    """The encoding of a file, over all of it or the first ``limit`` bytes.

    Raises :class:`BinaryFileError` where it holds no text, :class:`MixedEncodingError` where no single encoding fits,
    :class:`WorkbenchError` where it cannot be read, :class:`StoppedError` when cancelled.
    """
    with open_bytes(path) as stream:
        head = stream.read(CHUNK)
    refuse_binary(path, head)
    if (encoding := marked_encoding(head)) is not None:
        return EncodingGuess(encoding, True, (_candidate(encoding, head[:_SAMPLE_BYTES]),), bom=True)
    survey = Utf8Survey()
    for chunk in _chunks(path, limit, report, cancelled):
        survey.add(chunk)
        if survey.hopeless:
            break
    survey.finish()
    settled = _settle_utf8(path, head, survey)
    if settled is not None:
        return settled
    contest = _Contest()
    for chunk in _chunks(path, limit, report, cancelled):
        contest.add(chunk)
    contest.finish()
    return _judge(path, survey, contest)


def _settle_utf8(path: Path, head: bytes, survey: Utf8Survey) -> EncodingGuess | None:
    """The answer where counting bytes is enough."""
    sample = head[:_SAMPLE_BYTES]
    if survey.valid and survey.wide_parity is not None:
        return _sure("utf-16-le" if survey.wide_parity else "utf-16-be", sample)
    if (survey.valid or survey.damaged) and survey.control_share > _BINARY_SHARE_UTF8:
        raise _binary(path)
    if survey.valid:
        return None if survey.doubtful else _sure("utf-8", sample)
    if survey.damaged:
        return _sure("utf-8", sample)
    return None


def _judge(path: Path, survey: Utf8Survey, contest: _Contest) -> EncodingGuess:
    """The answer where characters had to be looked at."""
    candidates = contest.candidates()
    if survey.valid:
        # Two-byte Chinese may happen to be valid UTF-8 of Cyrillic or Latin letters, which then stand in a row.
        common = bool(candidates) and contest.rivals[0].score / contest.rivals[0].judged > _COMMON
        utf8 = _candidate("utf-8", contest.sample)
        return EncodingGuess("utf-8", not common, (utf8, *candidates) if common else (utf8,))
    if survey.mostly or contest.utf8_run:
        raise MixedEncodingError(readable(path.name), survey.first_bad or 0)
    if candidates:
        first = contest.rivals[0]
        certain = contest.certain and first.encoding == candidates[0].encoding
        return EncodingGuess(candidates[0].encoding, certain, tuple(candidates))
    if survey.control_share > _BINARY_SHARE:
        raise _binary(path)
    others = _others(contest.sample) or [_candidate(rival.encoding, contest.sample) for rival in contest.rivals]
    return EncodingGuess(others[0].encoding, False, tuple(others))


def _sure(encoding: str, sample: bytes) -> EncodingGuess:
    """A certain answer."""
    return EncodingGuess(encoding, True, (_candidate(encoding, sample),))


def _binary(path: Path) -> BinaryFileError:
    """The refusal of bytes that no text has."""
    return BinaryFileError(
        mark("{file} is not text: it looks like a binary file."),
        mark("Choose a plain text, JSONL or CSV file."),
        file=readable(path.name),
    )
