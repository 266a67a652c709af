"""Which encoding a file is in, judged over the whole of it.

The order: byte-order mark; UTF-8; then the Chinese encodings and UTF-16 by how common the decoded characters are
(Big5 bytes decode as GB18030 without any error, to nonsense). A close case, a very short one, and anything that reads
as no known encoding is not certain: the caller asks. No single-byte code page is ever taken without asking.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.names import readable
from workbench.core.progress import Cancelled, never
from workbench.core.texts import Setting, listed, mark
from workbench.text.readers.contest import RIVALS, SAMPLE_BYTES, Candidate, Contest, compare, telling_part
from workbench.text.readers.mixed import foreign_lines
from workbench.text.readers.opening import CHUNK, BinaryFileError, open_bytes, refuse_binary
from workbench.text.readers.settings import ENCODING
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
_BINARY_SHARE, _BINARY_SHARE_UTF8 = 0.02, 0.3
#: What text with accented letters, if it is not UTF-8, is mostly written in.
_WESTERN = "cp1252"
#: So much of a candidate's reading stands in an error, and what stands there for a character that cannot be seen.
_TOLD_CHARACTERS, _UNSEEN = 24, "\ufffd"


@dataclass(frozen=True)
class EncodingGuess:
    """The encoding, whether it is certain, and all that it may be, the best first.

    ``bom`` tells a byte-order mark; ``sample`` are the bytes that the candidates show decoded.
    """

    encoding: str
    certain: bool
    candidates: tuple[Candidate, ...]
    bom: bool = False
    sample: bytes = b""


def tell_candidates(candidates: Sequence[Candidate]) -> str:
    """Each candidate with the line in which it first differs from the others."""
    lines = [next((line for line in one.preview.split("\n") if line.strip()), "").strip() for one in candidates]
    return ", ".join(
        f"{one.encoding} “{''.join(c if c.isprintable() else _UNSEEN for c in line[:_TOLD_CHARACTERS])}”"
        for one, line in zip(candidates, lines, strict=True)
    )


def _as_setting(candidates: Sequence[Candidate]) -> Setting:
    return ENCODING.to(*(candidate.encoding for candidate in candidates))


class UncertainEncodingError(WorkbenchError):
    """The encoding has to be said by the user; ``guess`` holds the candidates."""

    def __init__(self, file: str, guess: EncodingGuess) -> None:
        super().__init__(
            mark("The encoding of {file} is not certain; it may be {candidates}."),
            mark("Say which it is: {setting}."),
            file=file,
            candidates=tell_candidates(guess.candidates),
            setting=_as_setting(guess.candidates),
        )
        self.file, self.guess = file, guess

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.file, self.guess)


class MixedEncodingError(WorkbenchError):
    """Some lines of the file are UTF-8 and others are not; ``offset`` is the first byte that does not fit.

    ``guess`` holds what the others may be, as encodings that are read line by line.
    """

    def __init__(self, file: str, offset: int, line: int, guess: EncodingGuess) -> None:
        super().__init__(
            mark(
                "{file} is in more than one encoding: UTF-8, but not from byte {offset} (line {line}) on: {candidates}."
            ),
            mark("To read it line by line: {setting}; or convert the file as a whole to UTF-8."),
            file=file,
            offset=offset,
            line=line,
            candidates=tell_candidates(guess.candidates),
            setting=_as_setting(guess.candidates),
        )
        self.file, self.offset, self.line, self.guess = file, offset, line, guess

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.file, self.offset, self.line, self.guess)


def marked_encoding(head: bytes) -> str | None:
    """The encoding that the byte-order mark at the beginning of a file tells, if any."""
    return next((encoding for signature, encoding in BYTE_ORDER_MARKS if head.startswith(signature)), None)


def canonical(name: str) -> str:
    """The name of an encoding as reports give it; raises :class:`ArgumentError` for one that Python does not know.

    ``utf-8+gb18030`` and the like name a file whose lines are UTF-8 or else GB18030.
    """
    first, plus, second = name.partition("+")
    found, other = _single(first), _single(second) if plus else ""
    if not found or (plus and (found != "utf-8" or not other or other.startswith("utf"))):
        raise ArgumentError(
            mark("There is no text encoding named “{name}”."),
            mark("Known: {known}."),
            name=name,
            known=listed(KNOWN),
        )
    return f"{found}+{other}" if plus else found


def _single(name: str) -> str:
    """The name of one encoding; empty where Python does not know it."""
    try:
        info = codecs.lookup(name)
        "".encode(info.name)
    except (LookupError, ValueError):
        return ""
    if info.name.replace("-", "_") in _NO_CHARACTER_SETS:
        return ""
    return _CANONICAL.get(info.name, info.name)


#: What the window offers, the most likely first.
KNOWN: tuple[str, ...] = ("utf-8", "gb18030", "big5", "big5hkscs", "utf-16-le", "utf-16-be", "utf-32-le")


def _others(sample: bytes) -> list[str]:
    """What charset-normalizer makes of a file that reads as no Chinese encoding: suggestions only."""
    import charset_normalizer  # slow to load, and few files come this far

    names = [canonical(match.encoding) for match in charset_normalizer.from_bytes(sample, explain=False)]
    return [name for name in dict.fromkeys(names) if name not in RIVALS][:3]


@dataclass(frozen=True)
class _File:
    """A file that is being looked at, what it is called, and how far."""

    path: Path
    name: str
    limit: int | None
    progress: Callable[[int], object]
    cancelled: Cancelled

    def chunks(self) -> Iterator[bytes]:
        """Its bytes, with progress told and cancelling heeded."""
        with open_bytes(self.path) as stream:
            for chunk in stream.chunks(self.limit):
                if self.cancelled():
                    raise StoppedError(mark("The import was cancelled."))
                self.progress(stream.position)
                yield chunk


def detect(
    path: Path,
    *,
    name: str = "",
    limit: int | None = None,
    progress: Callable[[int], object] = lambda position: None,
    cancelled: Cancelled = never,
) -> EncodingGuess:
    """The encoding of a file, called ``name`` in errors, over all of it or the first ``limit`` bytes.

    ``progress`` is told the bytes read on disk. Raises :class:`BinaryFileError` where it holds no text,
    :class:`MixedEncodingError` where no single encoding fits, :class:`WorkbenchError` where it cannot be read,
    :class:`StoppedError` when cancelled.
    """
    file = _File(path, name or readable(path.name), limit, progress, cancelled)
    with open_bytes(path) as stream:
        head = stream.read(CHUNK)
    refuse_binary(path, head)
    if (encoding := marked_encoding(head)) is not None:
        return _sure(encoding, head[:SAMPLE_BYTES], bom=True)
    survey, sample = Utf8Survey(), b""
    for chunk in file.chunks():
        survey.add(chunk)
        if not sample and not chunk.isascii():
            sample = telling_part(chunk)
        if survey.hopeless:
            break
    survey.finish()
    settled = _settle_utf8(file, sample or head[:SAMPLE_BYTES], survey)
    if settled is not None:
        return settled
    contest = Contest()
    for chunk in file.chunks():
        contest.add(chunk)
    contest.finish()
    return _judge(file, survey, contest)


def _settle_utf8(file: _File, sample: bytes, survey: Utf8Survey) -> EncodingGuess | None:
    """The answer where counting bytes is enough."""
    if survey.valid and survey.wide_parity is not None:
        return _sure("utf-16-le" if survey.wide_parity else "utf-16-be", sample)
    if (survey.valid or survey.damaged) and survey.control_share > _BINARY_SHARE_UTF8:
        raise _binary(file)
    if survey.valid:
        return None if survey.doubtful else _sure("utf-8", sample)
    if survey.damaged:
        return _sure("utf-8", sample)
    return None


def _judge(file: _File, survey: Utf8Survey, contest: Contest) -> EncodingGuess:
    """The answer where characters had to be looked at."""
    names, sample = contest.encodings(), contest.sample
    if survey.valid:
        # Two-byte Chinese may happen to be valid UTF-8 of Cyrillic or Latin letters, which then stand in a row.
        doubtful = bool(names) and contest.common
        return _guess(["utf-8", *names] if doubtful else ["utf-8"], sample, certain=not doubtful)
    if survey.mostly or contest.utf8_run:
        raise _mixed(file)
    if names and contest.scattered:
        return _guess(list(dict.fromkeys([_WESTERN, *_others(sample), *names])), sample, certain=False)
    if names:
        return _guess(names, sample, certain=contest.certain and contest.rivals[0].encoding == names[0])
    if survey.control_share > _BINARY_SHARE:
        raise _binary(file)
    return _guess(_others(sample) or [rival.encoding for rival in contest.rivals], sample, certain=False)


def _guess(names: Sequence[str], sample: bytes, *, certain: bool) -> EncodingGuess:
    return EncodingGuess(names[0], certain, compare(sample, names), sample=sample)


def _sure(encoding: str, sample: bytes, *, bom: bool = False) -> EncodingGuess:
    """A certain answer."""
    return EncodingGuess(encoding, True, compare(sample, [encoding]), bom, sample)


def _mixed(file: _File) -> MixedEncodingError:
    """The refusal of a file in several encodings, with what the lines that are not UTF-8 may be."""
    contest, first, line = Contest(name for name in RIVALS if not name.startswith("utf")), None, 0
    for text, number, offset in foreign_lines(file.chunks()):
        if first is None:
            first, line = offset, number
        contest.add(text)
    contest.finish()
    names = contest.encodings() or ["gb18030"]
    candidates = [
        Candidate(f"utf-8+{candidate.encoding}", candidate.preview) for candidate in compare(contest.sample, names)
    ]
    guess = EncodingGuess(candidates[0].encoding, False, tuple(candidates), sample=contest.sample)
    return MixedEncodingError(file.name, first or 0, line, guess)


def _binary(file: _File) -> BinaryFileError:
    """The refusal of bytes that no text has."""
    return BinaryFileError(
        mark("{file} is not text: it looks like a binary file."),
        mark("Choose a plain text, JSONL or CSV file."),
        file=file.name,
    )
