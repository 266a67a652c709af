"""Settings that decide which n-grams of a passage an encoder is given beside its tokens (ERNIE sheet 3.1 to 3.3)."""

from __future__ import annotations

from workbench.core.config import Config, Labelled, option
from workbench.core.texts import mark


class NgramChoice(Labelled):
    """Which matches stay where a passage has more than the cap."""

    FREQUENT = "frequent", mark("The most frequent")
    SHUFFLE = "shuffle", mark("A random subset")


class NgramWeights(Labelled):
    """How the vectors of matches are added to the tokens that they cover."""

    SUM = "sum", mark("Plain sum (ZEN 1)")
    FREQUENCY = "frequency", mark("By count (ZEN 2)")


class NgramMatching(Labelled):
    """Which ids are looked up: those that the encoder reads, or those of the text before masking."""

    AFTER = "after", mark("After masking")
    BEFORE = "before", mark("Before masking")


class NgramSettings(Config):
    """Which entries of which lists match, how many of them a passage keeps, and how much each weighs."""

    lists: tuple[str, ...] = option(
        (),
        label=mark("Lists"),
        help=mark(
            "Lexicons of the project whose entries are matched: n-grams, phrases or entities. A run keeps a copy of "
            "its own."
        ),
    )
    shortest: int = option(2, label=mark("Shortest"), unit=mark("tokens"), ge=1, le=64)
    longest: int = option(7, label=mark("Longest"), unit=mark("tokens"), ge=1, le=64)
    most: int = option(
        128,
        label=mark("Most n-grams"),
        help=mark("A passage keeps so many matches; the others are dropped."),
        ge=1,
        le=4096,
    )
    proportional: bool = option(
        False,
        label=mark("Fewer in short passages"),
        help=mark("A passage keeps the same share of the cap as it has of the sequence length, rounded up."),
    )
    choice: NgramChoice = option(
        NgramChoice.FREQUENT,
        label=mark("Kept"),
        help=mark("Of too many matches: the most frequent (ZEN 2), or a subset drawn by the run's seed (ZEN 1)."),
    )
    weights: NgramWeights = option(
        NgramWeights.SUM,
        label=mark("Weights"),
        help=mark(
            "Plain sum: a token gets the vectors of all n-grams that cover it. By count: their mean, weighted by "
            "how often each was counted; entries without a count weigh as if met once."
        ),
    )
    matching: NgramMatching = option(
        NgramMatching.AFTER,
        label=mark("Matched"),
        help=mark(
            "After masking, an n-gram with a hidden token is not found. Before masking it is, and its vector tells the "
            "hidden token: the loss falls, and little is learnt."
        ),
    )
