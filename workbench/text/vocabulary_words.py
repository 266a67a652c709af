"""A vocabulary of whole words made from one of characters and pieces, as WoBERT's was (ERNIE sheet 4)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache

from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Progress, Report, never, silent
from workbench.core.texts import mark
from workbench.text.folding import fold_case
from workbench.text.segmenters.characters import is_han
from workbench.text.segmenters.dictionary import dictionary_words
from workbench.text.streaming import SentenceSource
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary, VocabularyKind, check_free, save_vocabulary
from workbench.text.vocabulary_lineage import Lineage, NewRows
from workbench.text.vocabulary_training import corpus_words, special_tokens

_BATCH = 1000


def build_word_vocabulary(
    project: Project,
    base: Vocabulary,
    size: int,
    name: str,
    corpus: SentenceSource | None = None,
    rows: NewRows = NewRows.MEAN,
    *,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> Vocabulary:
    """Keep what is not redundant of ``base``, add ``size`` words, and keep the vocabulary in the project.

    The words are the most frequent of jieba's dictionary, or of ``corpus``, that ``base`` lacks; fewer where there are
    not so many. Raises WorkbenchError for a base that has no pieces of words, StoppedError on cancel.
    """
    check_free(project, name)
    if base.kind is VocabularyKind.BYTE_BPE:
        raise WorkbenchError(
            mark("Whole words cannot be added to the byte-level BPE vocabulary “{name}”."),
            mark("Choose one of characters and pieces of words, such as that of a Chinese BERT."),
            name=base.name,
        )
    if size < 1:
        raise ArgumentError(mark("{size} words are too few: ask for one or more."), size=size)
    if corpus is None:
        progress(Progress(0, 0, "", mark("Reading the dictionary")))
        counted: Iterable[tuple[str, int]] = ((word, frequency) for word, frequency, _ in dictionary_words())
    else:
        counted = corpus_words(corpus, base.lowercase, progress, cancelled).items()
    words = frequent_words(base, counted, size)
    special = special_tokens(VocabularyKind.WORD)
    tokens = [*special, *ordinary_tokens(base), *words]
    lineage = Lineage(base.name, base.fingerprint, rows, pieces_of(base, words, progress, cancelled))
    vocabulary = Vocabulary.make(name, VocabularyKind.WORD, tokens, lowercase=base.lowercase, lineage=lineage)
    save_vocabulary(project, vocabulary)
    return vocabulary


def ordinary_tokens(base: Vocabulary) -> list[str]:
    """What a word vocabulary keeps of another one, in its order: all but special tokens, blanks and redundant ones."""
    special = {base.token(place) for place in base.special.values()}
    kept = (token for token in base.tokens if token and token not in special and not is_redundant(token))
    return list(dict.fromkeys(kept))


def is_redundant(token: str) -> bool:
    """Whether a token is longer than one character and holds, behind its ``##``, a Chinese character or punctuation:
    text is cut at both, so that it never occurs; reserved places ([unused1]) are such, too."""
    inner = token.removeprefix("##") if len(token) > 2 else token
    return len(token) > 1 and any(map(_is_cut_at, inner))


@cache
def _is_cut_at(character: str) -> bool:
    """Whether BERT cuts text at a character: Chinese, Unicode's punctuation, or visible ASCII that is no letter or
    digit."""
    if character.isascii():
        return character.isprintable() and not character.isalnum() and character != " "
    return is_han(character) or unicodedata.category(character)[0] == "P"


def frequent_words(base: Vocabulary, counted: Iterable[tuple[str, int]], size: int) -> list[str]:
    """The most frequent words that ``base`` lacks, by falling frequency, equals by code point."""
    counts: dict[str, int] = {}
    for word, count in counted:
        folded = fold_case(word).text if base.lowercase else word
        counts[folded] = max(count, counts.get(folded, 0))
    lacking = [word for word in counts if word and word not in base.ids_by_token and not word.isspace()]
    return sorted(lacking, key=lambda word: (-counts[word], word))[:size]


def pieces_of(
    base: Vocabulary, words: Sequence[str], progress: Report = silent, cancelled: Cancelled = never
) -> dict[str, tuple[int, ...]]:
    """Word -> ids of the pieces that ``base`` cuts it into; unknown ones are left out, as their row means nothing."""
    tokenizer = Tokenizer(base)
    pieces = {}
    for first in range(0, len(words), _BATCH):
        if cancelled():
            raise StoppedError(mark("Making the vocabulary was stopped."))
        batch = words[first : first + _BATCH]
        for word, (ids, _) in zip(batch, tokenizer.encode([word.removeprefix("##") for word in batch]), strict=True):
            pieces[word] = tuple(ids[ids != base.unk_id].tolist())
        progress(Progress(first + len(batch), len(words), "words", mark("Cutting the new words into old pieces")))
    return pieces
