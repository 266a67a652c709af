"""Takes HTML out of text: tags, comments, scripts and styles go, entities become their characters, lines stay lines."""

from __future__ import annotations

import html
import re

from workbench.core.texts import mark
from workbench.text.readers.notes import Notes

#: Ends a paragraph within a line. It is no character of any text (Unicode keeps it for such a use); where a file has it
#: all the same, the cleaning of characters has replaced it before.
BREAK = "\ufdd0"

_BLOCKS = (
    "article|aside|blockquote|body|br|dd|div|dl|dt|figure|footer|h[1-6]|head|header|hr|html|li|main|nav|ol|option|p|pre"
    "|section|table|tbody|td|th|thead|title|tr|ul"
)
_INLINE = "a|abbr|b|code|em|font|i|iframe|img|input|label|link|meta|script|small|span|strong|style|sub|sup|u|video"
#: The tags that are known; ``<s>`` and ``<mask>`` are none of them, for they are special tokens.
TAGS = f"{_BLOCKS}|{_INLINE}"
_MARKUP = re.compile(
    rf"<!--|<!DOCTYPE[^<>]{{0,500}}>|</?(?P<name>{TAGS})(?:\s[^<>]{{0,2000}})?/?>|&(?:\#\d{{1,7}}|\#x[0-9a-f]{{1,6}}|[a-z]\w{{1,30}});",
    re.IGNORECASE,
)
_BLOCK = re.compile(_BLOCKS, re.IGNORECASE)
_ENDS = {
    "<!--": re.compile("-->"),
    "script": re.compile(r"</script\s*>", re.IGNORECASE),
    "style": re.compile(r"</style\s*>", re.IGNORECASE),
}


class HtmlRemover:
    """Removes the HTML of one file; a comment, script or style may reach from one text into the next."""

    def __init__(self, file: str, notes: Notes) -> None:
        self._file, self._notes = file, notes
        self._end: re.Pattern[str] | None = None

    def begin(self) -> None:
        """What follows does not go on from what came before."""
        self._end = None

    def remove(self, text: str, line: int) -> str:
        """The text without HTML; every LF stays. :data:`BREAK` stands where a block ends within a line."""
        if self._end is None and "<" not in text and "&" not in text:
            return text
        kept: list[str] = []
        place = self._skip(text, 0, kept)
        first, count = 0, 0
        while match := _MARKUP.search(text, place):
            kept.append(text[place : match.start()])
            first = first if count else match.start()
            count += 1
            place = self._take(text, match, kept)
        kept.append(text[place:])
        if count:
            template = mark(
                "{count} HTML {count:tag, comment or entity was removed or made a character|tags, comments and "
                "entities were removed or made characters}."
            )
            self._notes.count(self._file, line + text.count("\n", 0, first), "html-removed", template, count)
        return "".join(kept)

    def _take(self, text: str, match: re.Match[str], kept: list[str]) -> int:
        """Put what stands for the markup into ``kept``; returns where the text goes on."""
        found, name = match.group(), (match["name"] or "").lower()
        if found.startswith("&"):
            kept.append(html.unescape(found))
            return match.end()
        kept.append("\n" * found.count("\n"))
        if name and _BLOCK.fullmatch(name):
            kept.append(BREAK)
        opens = name if found[1] != "/" else ""
        self._end = _ENDS.get("<!--" if found == "<!--" else opens)
        return self._skip(text, match.end(), kept)

    def _skip(self, text: str, place: int, kept: list[str]) -> int:
        """Pass over what stands inside a comment, script or style, up to its end or that of the text."""
        if self._end is None:
            return place
        match = self._end.search(text, place)
        end = match.end() if match else len(text)
        kept.append("\n" * text.count("\n", place, end))
        if match:
            self._end = None
        return end
