"""What happens to characters that are not plain text: each class has one rule, and every use of it is counted.

Dropped: C0 and C1 controls with the terminal codes they begin, NUL, U+FEFF, zero-width and bidirectional controls.
Made a space: VT, FF, FS to US, NEL, and a CR that ends no line. Made U+FFFD: lone surrogates, and U+FDD0, which
is no character of any text and marks paragraphs while HTML is removed. Kept and counted: U+FFFD,
special tokens written out, text damaged by a wrong decoding; also, unless the settings say otherwise, full-width
letters and digits, and HTML. All else is kept as it is; in particular joiners and variation selectors (they belong to
emoji and to Indic and Persian words), private use, and both forms of accents.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from workbench.core.texts import mark
from workbench.text.readers.commonness import code_points
from workbench.text.readers.html import BREAK, TAGS, HtmlRemover
from workbench.text.readers.notes import Notes
from workbench.text.readers.settings import ImportSettings, Width

_SPACES = "\x0b\x0c\x1c-\x1f\x85"
_ZERO_WIDTH = "\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufff9-\ufffb"
_CONTROLS = "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"
_CP1252_HIGH = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"


@dataclass(frozen=True)
class Rule:
    """A class of characters: the ``triggers`` that call for a look, what is counted, and what takes its place."""

    kind: str
    triggers: str
    pattern: re.Pattern[str]
    replacement: str | Callable[[re.Match[str]], str] | None
    message: str


_MOJIBAKE = mark(
    "{count} {count:stretch looks|stretches look} damaged by a wrong decoding (such as æˆ‘ or 锟斤拷); mend the file."
)
_SPECIAL_TOKENS = mark(
    "{count} special {count:token is|tokens are} written out in the text, read as ordinary characters."
)
_HTML = mark(
    "{count} HTML {count:tag or entity is kept as it is|tags or entities are kept as they are}; the "
    "import can remove {count:it|them}."
)
_FULL_WIDTH = "０-９Ａ-Ｚａ-ｚ"
_TO_ORDINARY = {ord(wide): ord(wide) - 0xFEE0 for wide in map(chr, range(0xFF10, 0xFF5B)) if wide.isalnum()}


def _ordinary(match: re.Match[str]) -> str:
    """Full-width letters and digits as ASCII."""
    return match.group().translate(_TO_ORDINARY)


#: In the order in which they are applied; several of one kind are counted together. ``replacement`` None keeps the
#: text. Each pattern begins with one character or class, which the search finds fast: no alternatives at the top.
RULES: tuple[Rule, ...] = (
    Rule(
        "mojibake",
        "\xc2-\xf4",
        re.compile(f"(?:[\xc2-\xf4][\x80-\xbf{_CP1252_HIGH}]{{1,3}}){{3,}}"),
        None,
        _MOJIBAKE,
    ),
    Rule("mojibake", "锟", re.compile("锟斤拷(?:锟斤拷)*"), None, _MOJIBAKE),
    Rule("mojibake", "烫", re.compile("烫烫烫+"), None, _MOJIBAKE),
    Rule("mojibake", "屯", re.compile("屯屯屯+"), None, _MOJIBAKE),
    Rule(
        "byte-order-mark",
        "\ufeff",
        re.compile("\ufeff"),
        "",
        mark("{count} byte-order {count:mark|marks} inside the text {count:was|were} dropped."),
    ),
    Rule("nul", "\x00", re.compile("\x00"), "", mark("{count} NUL {count:character was|characters were} dropped.")),
    Rule(
        "terminal-code",
        "\x1b\x9b",
        re.compile("(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]"),
        "",
        mark("{count} terminal {count:code|codes} (colours and the like) {count:was|were} dropped."),
    ),
    Rule(
        "control",
        _CONTROLS,
        re.compile(f"[{_CONTROLS}]"),
        "",
        mark("{count} control {count:character was|characters were} dropped."),
    ),
    Rule(
        "separator",
        _SPACES,
        re.compile(f"[{_SPACES}]"),
        " ",
        mark(
            "{count} vertical {count:tab, form feed or separator became a space|tabs, form feeds and "
            "separators became spaces}, which {count:ends|end} no line."
        ),
    ),
    Rule(
        "zero-width",
        _ZERO_WIDTH,
        re.compile(f"[{_ZERO_WIDTH}]"),
        "",
        mark(
            "{count} invisible {count:character|characters} (zero-width, soft hyphens, text direction) "
            "{count:was|were} dropped."
        ),
    ),
    Rule(
        "surrogate",
        "\ud800-\udfff",
        re.compile("[\ud800-\udfff]"),
        "\ufffd",
        mark(
            "{count} {count:half of a character (lone surrogate) was|halves of characters (lone surrogates) "
            "were} replaced by U+FFFD."
        ),
    ),
    Rule(
        "replacement-character",
        "\ufffd",
        re.compile("\ufffd"),
        None,
        mark("{count} {count:character is|characters are} U+FFFD: something was lost before."),
    ),
    Rule(
        "lone-cr",
        "\r",
        re.compile("\r"),
        " ",
        mark(
            "{count} lone CR {count:character became a space, which ends|characters became spaces, which end} no line."
        ),
    ),
    Rule(
        "full-width",
        _FULL_WIDTH,
        re.compile(f"[{_FULL_WIDTH}]+"),
        None,
        mark(
            "{count} {count:run of full-width letters or digits is kept as it is|runs of full-width letters or "
            "digits are kept as they are}."
        ),
    ),
    Rule(
        "full-width-converted",
        _FULL_WIDTH,
        re.compile(f"[{_FULL_WIDTH}]+"),
        _ordinary,
        mark(
            "{count} {count:run of full-width letters or digits was|runs of full-width letters or digits were} "
            "made ordinary."
        ),
    ),
    Rule(
        "special-token",
        "[",
        re.compile(r"\[(?:MASK|CLS|SEP|PAD|UNK|unused\d{1,3})\]"),
        None,
        _SPECIAL_TOKENS,
    ),
    Rule("special-token", "<", re.compile(r"<(?:/?s|mask|pad|unk)>"), None, _SPECIAL_TOKENS),
    Rule(
        "html",
        "<",
        re.compile(rf"<(?:/?(?:{TAGS})(?:\s[^<>]{{0,500}})?/?>|!--|!DOCTYPE)"),
        None,
        _HTML,
    ),
    Rule("html", "&", re.compile(r"&(?:nbsp|amp|lt|gt|quot|#\d{2,6}|#x[0-9a-fA-F]{2,5});"), None, _HTML),
)

#: Comes before all others, so that the marks which the removal of HTML leaves are its own.
NONCHARACTER = Rule(
    "noncharacter",
    BREAK,
    re.compile(BREAK),
    "\ufffd",
    mark("{count} {count:noncharacter|noncharacters} (U+FDD0) {count:was|were} replaced by U+FFFD."),
)


def _class(triggers: str) -> str:
    """A character class of the triggers."""
    return "[" + triggers.replace("[", r"\[") + "]"


#: Any trigger of any rule: what short texts are searched for.
_ANY = re.compile("|".join(_class(rule.triggers) for rule in RULES))
_SHORT = 2000


@cache
def _flags() -> NDArray[np.uint32]:
    """Bits of the rules by code point."""
    everything = "".join(map(chr, range(0x10000)))
    flags = np.zeros(0x110000, np.uint32)
    for bit, rule in enumerate(RULES):
        places = [match.start() for match in re.finditer(_class(rule.triggers), everything)]
        flags[places] |= np.uint32(1 << bit)
    return flags


def _called(text: str) -> list[Rule]:
    """The rules of which a trigger stands in the text."""
    if len(text) < _SHORT and _ANY.search(text) is None:
        return []
    bits = int(np.bitwise_or.reduce(_flags()[code_points(text)]))
    return [rule for bit, rule in enumerate(RULES) if bits >> bit & 1]


def _inactive(settings: ImportSettings) -> frozenset[str]:
    """Kinds of rules that the settings switch off."""
    kinds = {"html"} if settings.html else set()
    if settings.width is not Width.LETTERS:
        kinds.add("full-width-converted")
    if settings.width is not Width.KEEP:
        kinds.add("full-width")
    return frozenset(kinds)


class Cleaner:
    """Applies the rules to the text of one file and keeps count."""

    def __init__(self, file: str, notes: Notes, settings: ImportSettings) -> None:
        self._file, self._notes = file, notes
        self._inactive = _inactive(settings)
        self._html = HtmlRemover(file, notes) if settings.html else None
        self._nfkc = settings.width is Width.NFKC

    def clean(self, text: str, line: int) -> str:
        """The text of whole lines with the rules applied; LF stays, so that lines keep their numbers.

        Where HTML is removed, :data:`~workbench.text.readers.html.BREAK` may stand where a block of it ended.
        """
        if not text:
            return text
        if BREAK in text:
            text = self._apply(NONCHARACTER, text, line)
        if self._html is not None:
            text = self._html.remove(text, line)
        if self._nfkc:
            text = self._normalise(text, line)
        for rule in _called(text):
            if rule.kind not in self._inactive:
                text = self._apply(rule, text, line)
        # What was dropped may have stood between characters that are one by NFKC.
        return unicodedata.normalize("NFKC", text) if self._nfkc else text

    def clean_value(self, text: str, line: int) -> str:
        """The text of one value, such as a field of a record: what it leaves open does not reach into the next."""
        cleaned = self.clean(text, line)
        if self._html is not None:
            self._html.begin()
        return cleaned

    def _normalise(self, text: str, line: int) -> str:
        if unicodedata.is_normalized("NFKC", text):
            return text
        before = text.split("\n")
        after = [unicodedata.normalize("NFKC", part) for part in before]
        changed = [place for place, part in enumerate(before) if part != after[place]]
        template = mark("{count} {count:line was|lines were} changed by NFKC.")
        self._notes.count(self._file, line + changed[0], "nfkc", template, len(changed))
        return "\n".join(after)

    def _apply(self, rule: Rule, text: str, line: int) -> str:
        first = rule.pattern.search(text)
        if first is None:
            return text
        at = line + text.count("\n", 0, first.start())
        if rule.replacement is None:
            cleaned, count = text, sum(1 for _ in rule.pattern.finditer(text))
        else:
            cleaned, count = rule.pattern.subn(rule.replacement, text)
        self._notes.count(self._file, at, rule.kind, rule.message, count)
        return cleaned
