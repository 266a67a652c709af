"""Vocabularies trained on a corpus: WordPiece, byte-level BPE, characters, words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import tokenizers
from tokenizers import models, pre_tokenizers, trainers

from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Progress, Report, never, silent
from workbench.core.texts import mark
from workbench.text.folding import fold_case
from workbench.text.library_tokenizer import bert_normalizer
from workbench.text.segmenters.characters import CharacterClass, classify, is_han
from workbench.text.segmenters.words import cut_words, make_cutter
from workbench.text.streaming import SentenceSource, sentence_chunks
from workbench.text.units import Segmenter
from workbench.text.vocabulary import Vocabulary, VocabularyKind, check_free, save_vocabulary
from workbench.text.vocabulary_check import SPECIAL_NAMES

_BATCH_CHARACTERS = 1 << 17
#: A character that is not Chinese needs this many occurrences to be in a WordPiece alphabet.
_LEAST_OTHER = 2


def sentence_batches(corpus: SentenceSource, phase: str, progress: Report, cancelled: Cancelled) -> Iterator[list[str]]:
    """The sentences of a corpus in batches; raises StoppedError when they are no longer wanted."""
    total = corpus.num_sentences
    for first, batch in sentence_chunks(corpus, _BATCH_CHARACTERS):
        if cancelled():
            raise StoppedError(mark("Reading the corpus was stopped."))
        yield batch
        progress(Progress(first + len(batch), total, "sentences", phase))


@dataclass(frozen=True)
class _Reading:
    """A corpus that can be read as often as asked, with progress and cancel."""

    corpus: SentenceSource
    progress: Report
    cancelled: Cancelled

    def batches(self, phase: str) -> Iterator[list[str]]:
        """Batches of sentences."""
        return sentence_batches(self.corpus, phase, self.progress, self.cancelled)

    def batches_for_trainer(self) -> Iterator[list[str]]:
        """Batches of sentences, and a word on what a trainer does after them."""
        yield from self.batches(mark("Reading the corpus"))
        self.progress(Progress(0, 0, "", mark("Merging pieces")))

    def count_characters(self, lowercase: bool) -> Counter[str]:
        """How often each visible character stands in the text after BERT's cleaning."""
        normalizer = bert_normalizer(lowercase)
        counts: Counter[str] = Counter()
        for batch in self.batches(mark("Counting characters")):
            counts.update(normalizer.normalize_str("\n".join(batch)))
        return Counter({character: count for character, count in counts.items() if not character.isspace()})

    def count_words(self, lowercase: bool) -> Counter[str]:
        """How often the segmenter cuts each word of two characters or more."""
        cutter = make_cutter(Segmenter.AUTO, hmm=False)
        counts: Counter[str] = Counter()
        for batch in self.batches(mark("Counting words")):
            words = cut_words([fold_case(text).text for text in batch] if lowercase else batch, cutter)
            text = words.text
            long = words.end - words.start > 1
            pairs = zip(words.start[long].tolist(), words.end[long].tolist(), strict=True)
            counts.update(text[start:end] for start, end in pairs)
        return counts


def train_vocabulary(
    project: Project,
    corpus: SentenceSource,
    kind: VocabularyKind | str,
    size: int,
    name: str,
    *,
    lowercase: bool = True,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> Vocabulary:
    """Train a vocabulary of at most ``size`` tokens on the sentences of a corpus and keep it in the project.

    A small corpus may give fewer. No Chinese character of it is lost: a size below the alphabet is an error that names
    both. ``lowercase`` is for all kinds but byte-level BPE, which keeps every byte. Raises StoppedError on cancel,
    nothing being kept.
    """
    check_free(project, name)
    if corpus.num_sentences == 0:
        raise WorkbenchError(mark("The corpus is empty, so no vocabulary can be trained on it."))
    kind = VocabularyKind(kind)
    vocabulary = TRAINERS[kind](_Reading(corpus, progress, cancelled), size, name, lowercase)
    save_vocabulary(project, vocabulary)
    return vocabulary


def special_tokens(kind: VocabularyKind) -> list[str]:
    """The special tokens of a new vocabulary, in order of their ids (RoBERTa's order for byte-level BPE)."""
    if kind is VocabularyKind.BYTE_BPE:
        return ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    return [names[0] for names in SPECIAL_NAMES.values()]


def corpus_words(
    corpus: SentenceSource, lowercase: bool, progress: Report = silent, cancelled: Cancelled = never
) -> Counter[str]:
    """How often the words of two characters or more stand in a corpus, without those that are met just once."""
    counts = _Reading(corpus, progress, cancelled).count_words(lowercase)
    return Counter({word: count for word, count in counts.items() if count >= _LEAST_OTHER})


def _check_size(size: int, needed: int) -> None:
    if size < needed:
        raise ArgumentError(
            mark("{size} tokens are too few: this corpus needs {needed} for its characters and the special tokens."),
            mark("Choose a size of {needed} or more."),
            size=size,
            needed=needed,
        )


def _by_frequency(counts: Mapping[str, int]) -> list[str]:
    """Texts by falling count, equals by code point."""
    return [text for text, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))]


def _alphabet(counts: Mapping[str, int]) -> list[str]:
    """Every Chinese character, and each other one that is not met just once, by frequency."""
    return _by_frequency({c: count for c, count in counts.items() if is_han(c) or count >= _LEAST_OTHER})


def _train_wordpiece(reading: _Reading, size: int, name: str, lowercase: bool) -> Vocabulary:
    """WordPiece by the library's trainer (merges by frequency, as BPE)."""
    special = special_tokens(VocabularyKind.WORDPIECE)
    alphabet = _alphabet(reading.count_characters(lowercase))
    _check_size(size, len(special) + len(alphabet))
    tokenizer = tokenizers.Tokenizer(models.WordPiece(unk_token=special[1]))
    tokenizer.normalizer = bert_normalizer(lowercase)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(
        vocab_size=size,
        min_frequency=2,
        special_tokens=special,
        initial_alphabet=alphabet,
        limit_alphabet=len(alphabet),
        show_progress=False,
    )
    _run_trainer(tokenizer, trainer, reading)
    tokens = _tokens_by_id(tokenizer)
    _check_size(size, len(tokens))
    return Vocabulary.make(name, VocabularyKind.WORDPIECE, tokens, lowercase=lowercase)


def _train_byte_bpe(reading: _Reading, size: int, name: str, lowercase: bool) -> Vocabulary:
    """Byte-level BPE as GPT-2 and RoBERTa have it: 256 bytes are the alphabet, so nothing is unknown."""
    special = special_tokens(VocabularyKind.BYTE_BPE)
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    _check_size(size, len(special) + len(alphabet))
    tokenizer = tokenizers.Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=size, min_frequency=2, special_tokens=special, initial_alphabet=alphabet, show_progress=False
    )
    _run_trainer(tokenizer, trainer, reading)
    merges = _merges(tokenizer)
    return Vocabulary.make(name, VocabularyKind.BYTE_BPE, _tokens_by_id(tokenizer), lowercase=False, merges=merges)


def _run_trainer(tokenizer: tokenizers.Tokenizer, trainer: Any, reading: _Reading) -> None:
    """Feed the corpus to a trainer of the library; it cannot be stopped once it merges."""
    tokenizer.train_from_iterator(reading.batches_for_trainer(), trainer)
    if reading.cancelled():
        raise StoppedError(mark("Training the vocabulary was stopped."))


def _tokens_by_id(tokenizer: tokenizers.Tokenizer) -> list[str]:
    vocabulary = tokenizer.get_vocab()
    return sorted(vocabulary, key=vocabulary.__getitem__)


def _merges(tokenizer: tokenizers.Tokenizer) -> list[tuple[str, str]]:
    """The merges of a trained BPE model, which only its definition tells."""
    merges = json.loads(tokenizer.to_str())["model"]["merges"]
    return [(left, right) for left, right in merges]


def _train_characters(reading: _Reading, size: int, name: str, lowercase: bool) -> Vocabulary:
    """Every character of the corpus, the frequent ones first; beyond ``size`` rare ones that are not Chinese go."""
    special = special_tokens(VocabularyKind.CHARACTER)
    tokens = _characters(reading.count_characters(lowercase), size, special)
    return Vocabulary.make(name, VocabularyKind.CHARACTER, [*special, *tokens], lowercase=lowercase)


def _characters(counts: Mapping[str, int], size: int, special: Sequence[str]) -> list[str]:
    """The alphabet of a size, Chinese characters before others where room is short, by frequency."""
    chinese = {character: count for character, count in counts.items() if is_han(character)}
    _check_size(size, len(special) + len(chinese))
    others = _by_frequency({character: count for character, count in counts.items() if character not in chinese})
    room = size - len(special) - len(chinese)
    return _by_frequency({**chinese, **{character: counts[character] for character in others[:room]}})


def _train_words(reading: _Reading, size: int, name: str, lowercase: bool) -> Vocabulary:
    """Characters, ``##`` forms of letters and digits for the pieces of rare words, then frequent words."""
    special = special_tokens(VocabularyKind.WORD)
    counts = reading.count_characters(lowercase)
    characters = _alphabet(counts)
    inner = (CharacterClass.LETTER, CharacterClass.DIGIT)
    pieces = [f"##{character}" for character in characters if classify(character) in inner]
    _check_size(size, len(special) + len(characters) + len(pieces))
    room = size - len(special) - len(characters) - len(pieces)
    words = {word: count for word, count in reading.count_words(lowercase).items() if count >= _LEAST_OTHER}
    tokens = chain(special, characters, pieces, _by_frequency(words)[:room])
    return Vocabulary.make(name, VocabularyKind.WORD, list(dict.fromkeys(tokens)), lowercase=lowercase)


TRAINERS = {
    VocabularyKind.WORDPIECE: _train_wordpiece,
    VocabularyKind.BYTE_BPE: _train_byte_bpe,
    VocabularyKind.CHARACTER: _train_characters,
    VocabularyKind.WORD: _train_words,
}
