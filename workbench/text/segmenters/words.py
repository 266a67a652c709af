"""Where words are: Chinese by the jieba dictionary, everything else by one rule of our own.

jieba and its Rust port agree on every Chinese character with unknown-word guessing off, but not on other material
(ERNIE sheet 8.2). So the segmenter decides each border beside a Chinese character, and the rule below every other:
letters, marks and digits stay together, with an apostrophe between letters and a point or comma between digits; any
other character is a word by itself. Words tile the text.
"""

from __future__ import annotations

import importlib.util
import re
import warnings
from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import platformdirs
from numpy.typing import NDArray

from workbench.text.document import Bools, Ints
from workbench.text.ragged import ranges
from workbench.text.remembered import Remembered
from workbench.text.segmenters.characters import CharacterClass, character_classes, code_points
from workbench.text.segmenters.dictionary import dictionary_words
from workbench.text.segmenters.matching import Spans, outside_letters, resolve
from workbench.text.segmenters.recogniser import require_lac
from workbench.text.segmenters.user_words import UserWords
from workbench.text.units import DictionaryTag, Overlap, Segmenter

#: Dictionary tags that can make phrases or entities; a word's code is its place here + 1, and 0 for every other tag.
TAGS = tuple(tag.value for tag in DictionaryTag)
TAG_CODE: Mapping[str, int] = {tag: code for code, tag in enumerate(TAGS, 1)}

_UNSURE = 255  #: code of a word whose tag shows only where it stands in a text
_MOST_WORDS = 1 << 17  #: words whose codes are remembered, about 15 MB
_LETTER_OR_DIGIT = re.compile("[0-9A-Za-z]")
_SURROGATE = re.compile("[\ud800-\udfff]")  #: halves of a character, which Rust's text cannot hold


class WordCutter(Protocol):
    """Cuts text into words that tile it."""

    @property
    def identity(self) -> str:
        """Package, version and settings: where words are depends on them (ERNIE sheet 8.3)."""

    @property
    def user(self) -> UserWords | None:
        """Words of the user's own, of which some stay whole whatever the segmenter says."""

    def cut(self, text: str) -> tuple[Ints, NDArray[np.uint8]]:
        """Lengths of the words [n] in turn, and codes of their tags [n]."""


class RustCutter:
    """rjieba: jieba's dictionary and algorithm in Rust.

    Its ``tag`` cuts as ``cut`` does and looks up the tag of each word, whatever stands beside it, but takes twice the
    time. So the tag of a word is asked for once.
    """

    def __init__(self, hmm: bool, user: UserWords | None = None) -> None:
        self._hmm = hmm
        self.user = user
        self._segmenter = _rust_segmenter(user)
        self._words = Remembered(self._length_and_code, _MOST_WORDS)

    @property
    def identity(self) -> str:
        return f"rjieba {version('rjieba')} hmm={self._hmm}{_user_identity(self.user)}"

    def cut(self, text: str) -> tuple[Ints, NDArray[np.uint8]]:
        try:
            words = self._segmenter.cut(text, self._hmm)
        except UnicodeEncodeError:
            return self.cut(_SURROGATE.sub("\ufffd", text))
        packed = np.fromiter(map(self._words.__getitem__, words), np.int64, len(words))
        lengths, codes = packed >> 8, (packed & 255).astype(np.uint8)
        if (codes == _UNSURE).any():
            tags = (TAG_CODE.get(tag, 0) for _, tag in self._segmenter.tag(text, self._hmm))
            codes = np.fromiter(tags, np.uint8, len(words))
        return lengths, codes

    def _length_and_code(self, word: str) -> int:
        """256 times the length of a word, and the code of its tag.

        A dictionary word that is cut when it stands alone is hardly ever found whole in a text, and then shows its tag
        there; a guessed word has a tag only for letters and digits in it.
        """
        pairs = self._segmenter.tag(word, self._hmm)
        if len(pairs) == 1:
            code = TAG_CODE.get(pairs[0][1], 0)
        else:
            code = _UNSURE if self._segmenter.has_word(word) or _LETTER_OR_DIGIT.search(word) else 0
        return len(word) << 8 | code


def _user_identity(user: UserWords | None) -> str:
    return f" user={user.fingerprint}" if user is not None else ""


@lru_cache(maxsize=4)
def _rust_segmenter(user: UserWords | None) -> Any:
    """One dictionary for the process and user words: it takes 0.1 s and 34 MB."""
    import rjieba

    segmenter = rjieba.Jieba()
    for word in user.for_segmenter if user is not None else ():
        segmenter.add_word(word.text, word.frequency, word.tag or None)
    return segmenter


class JiebaCutter:
    """jieba itself. Tags are those of its dictionary; words that it guessed have none."""

    def __init__(self, hmm: bool, cache_folder: Path, user: UserWords | None = None) -> None:
        self._hmm = hmm
        self.user = user
        self._segmenter = _jieba_segmenter(cache_folder, user)
        self._own_tags = {word.text: TAG_CODE.get(word.tag, 0) for word in (user.for_segmenter if user else ())}

    @property
    def identity(self) -> str:
        return f"jieba {version('jieba')} hmm={self._hmm}{_user_identity(self.user)}"

    def cut(self, text: str) -> tuple[Ints, NDArray[np.uint8]]:
        words = self._segmenter.lcut(text, HMM=self._hmm)
        tags = ChainMap(self._own_tags, _jieba_tags()) if self._own_tags else _jieba_tags()
        lengths = np.fromiter(map(len, words), np.int64, len(words))
        return lengths, np.fromiter((tags.get(word, 0) for word in words), np.uint8, len(words))


@lru_cache(maxsize=4)
def _jieba_segmenter(cache_folder: Path, user: UserWords | None) -> Any:
    """jieba's dictionary with user words, which go into a copy of it each time, since adding a word twice changes the
    total of frequencies. A copy takes a hundredth of the time of loading."""
    loaded = _jieba_dictionary(cache_folder)
    if user is None:
        return loaded
    segmenter = type(loaded)()
    segmenter.FREQ, segmenter.total, segmenter.initialized = dict(loaded.FREQ), loaded.total, True
    for word in user.for_segmenter:
        segmenter.add_word(word.text, word.frequency, word.tag or None)
    return segmenter


@lru_cache(maxsize=1)
def _jieba_dictionary(cache_folder: Path) -> Any:
    """A tokenizer of its own, whose cache lies in our folder: the shared temporary folder may be another user's."""
    import logging

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its import of pkg_resources warns
        import jieba
    jieba.setLogLevel(logging.WARNING)
    cache_folder.mkdir(parents=True, exist_ok=True)
    segmenter = jieba.Tokenizer()
    segmenter.tmp_dir = str(cache_folder)
    segmenter.initialize()  # writes the cache to a temporary file and renames it
    return segmenter


@cache
def _jieba_tags() -> dict[str, int]:
    """Word -> code of its tag, for the words of the dictionary that have one of :data:`TAGS`."""
    return {word: code for word, _, tag in dictionary_words() if (code := TAG_CODE.get(tag))}


class SpaceCutter:
    """Leaves all Chinese between spaces and punctuation in one piece: for text that is cut already."""

    def __init__(self, user: UserWords | None = None) -> None:
        self.user = user

    @property
    def identity(self) -> str:
        return f"spaces{_user_identity(self.user)}"

    def cut(self, text: str) -> tuple[Ints, NDArray[np.uint8]]:
        return np.array([len(text)], np.int64), np.zeros(1, np.uint8)


def make_cutter(
    segmenter: Segmenter, *, hmm: bool, cache_folder: Path | None = None, user: UserWords | None = None
) -> WordCutter:
    """The cutter that a setting names, with words of the user's; ``auto`` is rjieba where it is installed, else
    jieba."""
    if segmenter is Segmenter.SPACES:
        return SpaceCutter(user)
    if segmenter is Segmenter.LAC:
        require_lac()
        from workbench.text.segmenters.recogniser_lac import LacCutter

        return LacCutter(user)
    if segmenter is Segmenter.RJIEBA or (segmenter is Segmenter.AUTO and importlib.util.find_spec("rjieba")):
        return RustCutter(hmm, user)
    folder = cache_folder or Path(platformdirs.user_cache_dir("bert-workbench", appauthor=False))
    return JiebaCutter(hmm, folder, user)


@dataclass(frozen=True)
class WordTable:
    """Words of many texts joined by line feeds, spaces and punctuation included.

    ``start`` and ``end`` [W] are places in ``text``; ``tag`` [W] codes of :data:`TAGS`; ``owner`` [W] the text a word
    is in, ``base`` [W] where that text begins; ``classes`` [n] are those of the characters of ``text``.
    """

    text: str
    bases: Ints
    classes: NDArray[np.uint8]
    start: Ints
    end: Ints
    tag: NDArray[np.uint8]
    owner: Ints

    @property
    def base(self) -> Ints:
        """Where the text of each word begins [W]."""
        return self.bases[self.owner]

    def texts(self) -> list[str]:
        """The texts that were cut."""
        bases = self.bases.tolist()
        return [self.text[first : after - 1] for first, after in pairwise([*bases, len(self.text)])]

    @cached_property
    def heads(self) -> NDArray[np.uint8]:
        """Classes of the first characters of the words [W]."""
        return self.classes[self.start]

    @cached_property
    def spelled(self) -> tuple[Ints, list[str]]:
        """The words that begin with a letter and have no Chinese at their end (T恤): their places, and their texts."""
        latin = (self.heads == CharacterClass.LETTER) & (self.classes[self.end - 1] != CharacterClass.HAN)
        places, text = np.flatnonzero(latin), self.text
        pairs = zip(self.start[places].tolist(), self.end[places].tolist(), strict=True)
        return places, [text[start:end] for start, end in pairs]


def join_texts(texts: Sequence[str]) -> tuple[str, Ints]:
    """The texts with a line feed after each, and where each begins [texts + 1]."""
    lengths = np.fromiter(map(len, texts), np.int64, len(texts)) + 1
    return "".join(text + "\n" for text in texts), np.concatenate(([0], np.cumsum(lengths)))


def cut_words(texts: Sequence[str], cutter: WordCutter) -> WordTable:
    """Cut all texts; no word crosses from one to the next."""
    joined, bases = join_texts(texts)
    classes = character_classes(code_points(joined))
    borders, tagged = _borders(joined, classes, cutter)
    borders[bases[:-1]] = True
    borders[bases[1:] - 1] = True  # the line feeds that join texts
    forced = _force(joined, classes, cutter.user, borders)
    inner = borders.copy()
    inner[bases[1:] - 1] = False
    begins = np.flatnonzero(borders)
    kept = inner[begins]
    start, end = begins[kept], np.append(begins[1:], len(joined))[kept]
    counts = np.diff(np.searchsorted(start, bases))
    code = np.zeros(len(start), np.uint8)
    for words in (tagged, forced):
        words.mark(start, end, code)
    return WordTable(joined, bases[:-1], classes, start, end, code, np.repeat(np.arange(len(texts)), counts))


@dataclass(frozen=True)
class _Tagged:
    """Words that have a tag or are forced: places [n] in the text, and codes of their tags."""

    start: Ints
    end: Ints
    code: NDArray[np.uint8]

    @staticmethod
    def none() -> _Tagged:
        """No words."""
        nowhere = np.zeros(0, np.int64)
        return _Tagged(nowhere, nowhere, np.zeros(0, np.uint8))

    def mark(self, start: Ints, end: Ints, code: NDArray[np.uint8]) -> None:
        """Put the codes at those of the words from ``start`` to ``end`` [W], in order, that are the same words."""
        if not len(start):
            return
        place = np.minimum(np.searchsorted(start, self.start), len(start) - 1)
        same = (start[place] == self.start) & (end[place] == self.end)
        code[place[same]] = self.code[same]


def _force(text: str, classes: NDArray[np.uint8], user: UserWords | None, borders: Bools) -> _Tagged:
    """Make the forced words whole in ``borders`` [n]; returns them."""
    if user is None or not user.forced:
        return _Tagged.none()
    found = np.array(user.matcher.find(text), np.int64).reshape(-1, 3)
    spans = Spans.of(found[:, 0], found[:, 1], found[:, 2].astype(np.int32), 0)
    spans = resolve(spans.take(outside_letters(spans, classes)), Overlap.LONGEST)
    borders[ranges(spans.start, spans.end - spans.start)] = False
    borders[spans.start] = True
    borders[spans.end] = True
    codes = np.array([TAG_CODE.get(word.tag, 0) for word in user.forced], np.uint8)
    return _Tagged(spans.start, spans.end, codes[spans.label])


def _borders(text: str, classes: NDArray[np.uint8], cutter: WordCutter) -> tuple[Bools, _Tagged]:
    """Where words begin [n], and the segmenter's words that have a tag."""
    borders = _plain_borders(classes)
    han = classes == CharacterClass.HAN
    if not han.any():
        return borders, _Tagged.none()
    lengths, codes = cutter.cut(text)
    ends = np.cumsum(lengths)
    assert int(ends[-1]) == len(text), "the words of a segmenter tile the text"
    cut = np.zeros(len(text) + 1, np.bool_)
    cut[0] = cut[ends] = True
    beside_han = han.copy()
    beside_han[1:] |= han[:-1]
    places = np.flatnonzero(codes)
    tagged = _Tagged(ends[places] - lengths[places], ends[places], codes[places])
    return np.where(beside_han, cut[:-1] | _beside_blank(classes), borders), tagged


def _beside_blank(classes: NDArray[np.uint8]) -> Bools:
    """Borders that a space or punctuation makes on either side [n], whatever a segmenter says."""
    breaks = classes >= CharacterClass.SPACE
    beside: Bools = breaks.copy()
    beside[1:] |= breaks[:-1]
    return beside


def _plain_borders(classes: NDArray[np.uint8]) -> Bools:
    """The rule for all that is not Chinese [n]."""
    joining = (classes == CharacterClass.LETTER) | (classes == CharacterClass.DIGIT)
    inside = np.zeros(len(classes) + 2, np.bool_)  # characters that count as part of a word
    inside[1:-1] = joining
    padded = np.zeros(len(classes) + 2, np.uint8)
    padded[1:-1] = classes
    before, here, after = padded[:-2], padded[1:-1], padded[2:]
    letter, digit = CharacterClass.LETTER, CharacterClass.DIGIT
    inside[1:-1] |= (here == CharacterClass.APOSTROPHE) & (before == letter) & (after == letter)
    inside[1:-1] |= (here == CharacterClass.POINT) & (before == digit) & (after == digit)
    return ~(inside[1:-1] & inside[:-2])
