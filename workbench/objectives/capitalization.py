"""ERNIE 2.0's capitalization: whether the word of each token has a capital first in the text (ERNIE sheet 2.3)."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import option
from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.masking.strategy import IGNORE, MaskedBatch
from workbench.objectives.token_question import LabelSource, TokenQuestion
from workbench.text.document import Bools, Ints, UnitKind
from workbench.text.pack import PassagePlan
from workbench.text.ragged import borders_of, ranges, starts_of
from workbench.text.segmenters.characters import code_points

SMALL, CAPITAL = 0, 1  #: answers

_SAMPLES = (200, 5_000)  #: passages looked at for both answers, the more only where the fewer have just one
_NO_CASE, _LOWER, _UPPER = 0, 1, 2


class Capitalization(TokenQuestion):
    """1 for tokens of words whose first letter is a capital, 0 for those of other words; the model reads lower-cased
    text. All tokens of a word get its label, as words are cut for masking: at blanks and punctuation.

    Asked are tokens that hold a letter with a case, of words that begin with such a letter or have their first one
    later (3D). Words that begin a sentence are left out unless wanted: there, a capital says nothing about the word.
    """

    title: ClassVar[str] = mark("Capitalization")
    head: ClassVar[str] = "capitalization"
    classes: ClassVar[int] = 2
    answers: ClassVar[tuple[str, ...]] = (mark("small"), mark("capital"))
    kind: Literal["capitalization"] = "capitalization"

    first_words: bool = option(
        False,
        label=mark("First words of sentences"),
        help=mark("Ask about them too, though any word has a capital there."),
    )
    all_capitals: bool = option(
        True,
        label=mark("Words all in capitals"),
        help=mark("Ask about words such as NASA, which count as capitalised; off leaves them out."),
        advanced=True,
    )

    def answer(self, masked: MaskedBatch, places: Ints, source: LabelSource) -> Ints:
        """By the first letter of each token's word in the source text."""
        return self._answers(source, masked.passages.token[places])

    def check(self, source: LabelSource, plan: PassagePlan) -> None:
        """A vocabulary that lower-cases, and text with capitals and without."""
        if not source.vocabulary.lowers_text:
            raise WorkbenchError(
                mark(
                    "Capitalization can't be asked: the vocabulary “{name}” keeps capitals, so that the answer could "
                    "be read off the tokens."
                ),
                mark("Choose a vocabulary that lower-cases text, or take the objective out."),
                name=source.vocabulary.name,
            )
        counts = np.zeros(2, np.int64)
        for most in _SAMPLES:
            counts = self._sampled(source, plan, most)
            if counts.all():
                return
        raise WorkbenchError(
            mark(
                "Capitalization can't be asked: in {passages:,} {passages:passage|passages} looked at, {capital:,} "
                "{capital:token|tokens} of the text {capital:belongs|belong} to words with a capital and {small:,} to "
                "words without."
            ),
            mark("Choose a corpus of cased text in a language that has capitals, or take the objective out."),
            passages=min(len(plan), _SAMPLES[-1]),
            small=int(counts[SMALL]),
            capital=int(counts[CAPITAL]),
        )

    def _sampled(self, source: LabelSource, plan: PassagePlan, most: int) -> Ints:
        """How many tokens of at most so many passages, taken evenly, have each answer [2]."""
        if not len(plan):
            return np.zeros(2, np.int64)
        rows = np.unique(np.linspace(0, len(plan) - 1, min(len(plan), most)).astype(np.int64))
        taken = plan.take(rows)
        found = self._answers(source, ranges(taken.start, taken.end - taken.start))
        return np.bincount(found[found != IGNORE], minlength=2)

    def _answers(self, source: LabelSource, token: Ints) -> Ints:
        """The answers [n] for tokens [n] of the corpus, in any order."""
        labels = np.full(len(token), IGNORE, dtype=np.int64)
        if not len(token):
            return labels
        text = _Text.of(source, token)
        spans, words = np.asarray(source.spans), source.layers[UnitKind.WORD]
        word = np.asarray(words.start).searchsorted(token, side="right") - 1
        begin = spans[np.asarray(words.start)[word], 0] + text.base
        end = spans[np.asarray(words.end)[word] - 1, 1] + text.base
        letters, before = text.letters(begin, end), text.cased[begin]
        asked = (letters > 0) & (text.letters(spans[token, 0] + text.base, spans[token, 1] + text.base) > 0)
        if not self.first_words:
            asked &= before > text.cased[text.base]
        if not self.all_capitals:
            asked &= (letters < 2) | (text.capitals(begin, end) < letters)
        labels[asked] = np.where(text.is_upper[text.place[before[asked]]], CAPITAL, SMALL)
        return labels


@dataclass(frozen=True)
class _Text:
    """The sentences of tokens [n] laid end to end: where each token's own begins, ``base`` [n]; before each of c
    characters and after the last, how many letters with a case there are, ``cased`` [c + 1], and how many capitals,
    ``upper`` [c + 1]; the places of these letters; and which characters [c] are capitals."""

    base: Ints
    cased: Ints
    upper: Ints
    place: Ints
    is_upper: Bools

    @staticmethod
    def of(source: LabelSource, token: Ints) -> _Text:
        """Read the sentences; one that comes again after another is read again."""
        sentence = np.asarray(source.sentence_starts).searchsorted(token, side="right") - 1
        border = borders_of(sentence)
        read = sentence[border]
        head = borders_of(read - np.arange(len(read))).nonzero()[0]  # of each row of sentences that follow each other
        ends = read[np.append(head[1:], len(read)) - 1] + 1
        texts = [
            text
            for begin, end in zip(read[head].tolist(), ends.tolist(), strict=True)
            for text in source.texts_of(begin, end)
        ]
        bases = starts_of([len(text) for text in texts])
        case = _cases()[code_points("".join(texts))]
        cased, is_upper = case != _NO_CASE, case == _UPPER
        return _Text(bases[np.cumsum(border) - 1], starts_of(cased), starts_of(is_upper), cased.nonzero()[0], is_upper)

    def letters(self, begin: Ints, end: Ints) -> Ints:
        """Letters with a case in the characters ``begin:end`` [n]."""
        return self.cased[end] - self.cased[begin]

    def capitals(self, begin: Ints, end: Ints) -> Ints:
        """Capitals in them."""
        return self.upper[end] - self.upper[begin]


@cache
def _cases() -> NDArray[np.uint8]:
    """Of each code point, whether it is a letter that has a case, and which. Title case (ǅ) is a capital."""
    cases = np.full(sys.maxunicode + 1, _NO_CASE, dtype=np.uint8)
    for code in range(0x20000):  # there are no cases beyond
        letter = chr(code)
        if (low := letter.lower()) != letter:
            cases[code] = _UPPER
        elif low != letter.upper():
            cases[code] = _LOWER
    return cases
