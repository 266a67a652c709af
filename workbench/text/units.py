"""Settings that decide where the words, phrases and entities of a text are."""

from __future__ import annotations

from workbench.core.config import Config, Labelled, option
from workbench.core.texts import mark


class Segmenter(Labelled):
    """Who cuts words. ``auto`` takes rjieba for Chinese runs and spaces for the rest; both agree on offsets."""

    AUTO = "auto", mark("Automatic")
    RJIEBA = "rjieba", "rjieba"
    JIEBA = "jieba", "jieba"
    SPACES = "spaces", mark("Spaces")


class Overlap(Labelled):
    """Which of two overlapping phrases or entities stays."""

    LONGEST = "longest", mark("The longest stays")
    FIRST_LIST = "first-list", mark("The first list")


class UnitSettings(Config):
    """How text is cut; part of every run's spec, since it moves the boundaries of masks."""

    segmenter: Segmenter = option(Segmenter.AUTO, label=mark("Segmenter"))
    hmm: bool = option(
        False,
        label=mark("Guess unknown words"),
        help=mark("jieba's HMM joins characters that its dictionary lacks."),
    )
    word_lists: tuple[str, ...] = option(
        (),
        label=mark("User dictionaries"),
        help=mark("Lexicons of the project whose words the segmenter learns."),
    )
    force_words: bool = option(
        False,
        label=mark("Keep user words whole"),
        help=mark("Every word of the user dictionaries stays whole; off, frequencies decide as in jieba."),
        advanced=True,
    )
    dictionary_phrases: bool = option(
        True,
        label=mark("Dictionary phrases"),
        help=mark("Idioms, set phrases, abbreviations and other proper nouns (i, l, j, nz) of the dictionary."),
    )
    dictionary_entities: bool = option(
        True,
        label=mark("Dictionary entities"),
        help=mark("Persons, places, organisations and names (nr, ns, nt, nz) of the dictionary."),
    )
    english_chunks: bool = option(
        True,
        label=mark("English noun chunks"),
        help=mark("Runs of words between function words and punctuation."),
    )
    phrase_lists: tuple[str, ...] = option((), label=mark("Phrase lists"), help=mark("Lexicons of the project."))
    entity_lists: tuple[str, ...] = option((), label=mark("Entity lists"), help=mark("Lexicons of the project."))
    ngram_lists: tuple[str, ...] = option(
        (),
        label=mark("N-gram lists"),
        help=mark("Lexicons of the project whose matches, nested and overlapping, are the units of PMI masking."),
    )
    synonyms: tuple[str, ...] = option(
        (),
        label=mark("Synonym tables"),
        help=mark("Lexicons of the project that say which words may stand in for which."),
        advanced=True,
    )
    overlap: Overlap = option(Overlap.LONGEST, label=mark("Overlaps"), advanced=True)
