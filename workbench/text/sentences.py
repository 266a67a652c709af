"""Sentences of Chinese and English paragraphs, in time linear in their length.

A sentence ends after a Chinese full stop, question or exclamation mark, or an ellipsis, with the closing quotes and
brackets that follow; after an ASCII ``!`` or ``?`` before a blank, Chinese text or the end; and after an ASCII full
stop that ends no abbreviation, initial or number. Semicolons, colons and commas end none. Every sentence is a
substring of its paragraph without blanks at its ends; together they lack nothing but blanks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

#: A sentence longer than this is cut, after the last comma or blank near the limit if there is one.
LONGEST_SENTENCE = 5000
_CUT_WINDOW = 500

_STOPS = "。！？…｡．।॥؟۔"
_CLOSERS = "”’」』）】》〉〕］｝\\])}"
_CJK = "\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"

_SIMPLE = re.compile(f"[^{_STOPS}]*(?:[{_STOPS}]+[{_CLOSERS}]*)+|[^{_STOPS}]+")
#: Where a sentence may end: marks of any kind with what closes behind them.
_CANDIDATE = re.compile(f"(?P<marks>[{_STOPS}.!?]+)(?P<close>[{_CLOSERS}]*)")
_AFTER_ASCII_MARK = re.compile(f"[\\s{_CJK}“‘\"']|$")
_QUOTES = "\"'"
_OPENERS = "“‘「『（【《〈〔［"
_CHINESE_END = re.compile("[。！？｡][”’」』）】》〉〕］｝]*$")
_CUTS = re.compile("[，,;；、：:\\s]")
_LAST_WORD = re.compile(r"(?<![\w'’])[A-Za-z][A-Za-z.]*$")
#: So far back is looked for a word, a number, an opening quote: a bound that keeps the whole linear.
_WORD_WINDOW, _NUMBER_WINDOW, _QUOTE_WINDOW = 24, 8, 1000
_ABBREVIATIONS = frozenset(
    re.findall(
        r"\w+",
        "mr mrs ms dr prof rev hon st jr sr gen col maj capt lt sgt cmdr adm gov sen rep pres messrs mme mlle "
        "vs etc eg ie cf al approx ca viz no nos vol vols fig figs pp ed eds art sec ch chap "
        "inc ltd co corp dept univ assn bros jan feb mar apr jun jul aug sep sept oct nov dec mt ft ave blvd",
    )
)
#: Abbreviations that may also end a sentence; before a capital they do.
_ENDING = frozenset(("etc", "inc", "ltd", "co", "corp", "jr", "sr"))


def split_sentences(text: str) -> list[str]:
    """The sentences of a paragraph, blanks at their ends removed, none empty."""
    # Paragraphs without these marks need only the simple rule; six searches for a character are faster than one regex.
    delicate = "." in text or "!" in text or "?" in text or '"' in text or "'" in text or "．" in text
    pieces = _split_delicate(text) if delicate else _SIMPLE.findall(text)
    sentences = [sentence for piece in pieces if (sentence := piece.strip())]
    if len(text) <= LONGEST_SENTENCE:
        return sentences
    return [part for sentence in sentences for part in _cut_long(sentence)]


def join_sentences(sentences: Sequence[str]) -> str:
    """A paragraph of these sentences, which :func:`split_sentences` parts again at the same places.

    Which blanks stood between them is not known any more: one is put, but not behind a Chinese mark.
    A sentence that was cut for its length may be parted elsewhere.
    """
    parts = [sentences[0]]
    for before, sentence in pairwise(sentences):
        end = before[-_WORD_WINDOW:]
        opens = sentence[0].isalnum() or sentence[0] in _OPENERS
        glued = opens and _CHINESE_END.search(end) is not None
        parts.append(sentence if glued else f" {sentence}")
    return "".join(parts)


def _split_delicate(text: str) -> list[str]:
    """Pieces of a paragraph in which a mark has to be looked at with what stands around it."""
    pieces: list[str] = []
    begin = 0
    for match in _CANDIDATE.finditer(text):
        if match.start() < begin:
            continue
        end = _past_quote(text, begin, match.end())
        if _ends_sentence(text, begin, match, end):
            pieces.append(text[begin:end])
            begin = end
    pieces.append(text[begin:])
    return pieces


def _past_quote(text: str, begin: int, end: int) -> int:
    """The end with a straight quote behind it, where that closes: what it opened with may stand sentences before, but a
    quote between a mark and a blank can only close. Closers may follow it."""
    quote = text[end : end + 1]
    if not quote or quote not in _QUOTES:
        return end
    following = text[end + 1 : end + 2]
    if quote == "'" and following.isalpha() and following.isascii():
        return end
    closes = not following or following.isspace() or following in _QUOTES
    if not closes and text.count(quote, max(begin, end - _QUOTE_WINDOW), end) % 2 == 0:
        return end
    end += 1
    while text[end : end + 1] and text[end] in "”’」』）】》〉〕］｝])}\"'":
        end += 1
    return end


def _ends_sentence(text: str, begin: int, match: re.Match[str], end: int) -> bool:
    """Whether the marks of ``match``, which with what closes reach to ``end``, end the sentence begun at ``begin``."""
    marks = match["marks"]
    if marks == "．":
        before, after = text[max(0, match.start() - 1) : match.start()], text[end : end + 1]
        return not (before.isdigit() and after.isdigit())
    if any(mark in _STOPS for mark in marks):
        return True
    if _AFTER_ASCII_MARK.match(text, end) is None:
        return False
    return marks != "." or _stop_ends(text, begin, match.start(), end)


def _stop_ends(text: str, begin: int, stop: int, end: int) -> bool:
    """Whether a single ASCII full stop at ``stop`` ends a sentence: no abbreviation, initial or numbering."""
    before = text[max(begin, stop - _WORD_WINDOW) : stop]
    following = text[end : end + _WORD_WINDOW].lstrip()[:1]
    if stop - begin <= _NUMBER_WINDOW and text[begin:stop].strip().isdigit():
        return False
    if before[-1:].isdigit() and end == stop + 1 and not text[end : end + 1].isspace() and following:
        return False
    if following.islower():
        return False
    found = _LAST_WORD.search(before)
    if found is None:
        return True
    word = found.group().lower()
    if "." in word or (len(word) == 1 and word != "i"):
        return not following
    if word in _ENDING:
        return not following or following.isupper()
    return word not in _ABBREVIATIONS or not following


def _cut_long(sentence: str) -> list[str]:
    """A sentence in parts of at most :data:`LONGEST_SENTENCE` characters."""
    parts: list[str] = []
    begin = 0
    while len(sentence) - begin > LONGEST_SENTENCE:
        limit = begin + LONGEST_SENTENCE
        cut = limit
        for match in _CUTS.finditer(sentence, limit - _CUT_WINDOW, limit):
            cut = match.end()
        if part := sentence[begin:cut].strip():
            parts.append(part)
        begin = cut
    if part := sentence[begin:].strip():
        parts.append(part)
    return parts
