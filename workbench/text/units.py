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
    LAC = "lac", mark("LAC (Chinese)")


class Recognition(Labelled):
    """Who finds names in running text beside dictionaries and lists."""

    NONE = "none", mark("No recogniser")
    LAC = "lac", mark("LAC (Chinese)")


class DictionaryTag(Labelled):
    """Tags of jieba's dictionary that can make phrases or entities, with the class that each stands for (ERNIE sheet
    8.1). ``nrt`` are foreign names in Chinese characters, ``nrfg`` names of antiquity."""

    NR = "nr", mark("person")
    NRT = "nrt", mark("person")
    NRFG = "nrfg", mark("person")
    NS = "ns", mark("place")
    NT = "nt", mark("organisation")
    NZ = "nz", mark("other name")
    IDIOM = "i", mark("idiom")
    SET_PHRASE = "l", mark("set phrase")
    ABBREVIATION = "j", mark("abbreviation")
    TIME = "t", mark("time")
    LOCATION = "s", mark("location")
    NOUN = "n", mark("noun")
    VERBAL_NOUN = "vn", mark("verbal noun")


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
        help=mark("Words of the dictionary whose tag is among the tags of phrases."),
    )
    phrase_tags: tuple[DictionaryTag, ...] = option(
        (DictionaryTag.IDIOM, DictionaryTag.SET_PHRASE, DictionaryTag.ABBREVIATION, DictionaryTag.NZ),
        label=mark("Tags of phrases"),
        item=mark("Tag {number}"),
        help=mark("Which tags of jieba's dictionary make phrases; a tag may make both phrases and entities."),
        advanced=True,
    )
    dictionary_entities: bool = option(
        True,
        label=mark("Dictionary entities"),
        help=mark("Words of the dictionary whose tag is among the tags of entities, and English names by capitals."),
    )
    entity_tags: tuple[DictionaryTag, ...] = option(
        (
            DictionaryTag.NR,
            DictionaryTag.NRT,
            DictionaryTag.NRFG,
            DictionaryTag.NS,
            DictionaryTag.NT,
            DictionaryTag.NZ,
        ),
        label=mark("Tags of entities"),
        item=mark("Tag {number}"),
        help=mark("Which tags of jieba's dictionary make entities; a tag may make both phrases and entities."),
        advanced=True,
    )
    recogniser: Recognition = option(
        Recognition.NONE,
        label=mark("Recogniser"),
        help=mark(
            "A model that finds persons, places, organisations, times and titles in running text, and new names with "
            "them. LAC reads a corpus once, which takes longer than cutting words."
        ),
    )
    boundary_files: bool = option(
        True,
        label=mark("Units of boundary files"),
        help=mark(
            "Corpora imported with the exact places of their units (BIO files and the like) use these; they go before "
            "dictionaries and lists."
        ),
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
