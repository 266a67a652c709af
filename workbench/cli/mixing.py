"""Options that say which corpora the stages of a run read: one in place of another, or several by share."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.spec.corpora import STAGE_CORPUS, with_stage_corpus
from workbench.spec.mixing import mixed
from workbench.spec.run import RunSpec


def add_mixing_options(parser: argparse.ArgumentParser) -> None:
    """``--stage-corpus`` and ``--mix``; what they ask for is written into the spec as plain stages."""
    parser.add_argument(STAGE_CORPUS.option, action="append", default=[], metavar="NAME=N", dest="stage_corpus",
                        help="the corpus for the stages that name the corpus NAME, as “dialogue” in recipes with "
                             "dialogues")  # fmt: skip
    parser.add_argument("--mix", metavar="N=SHARE,N=SHARE",
                        help="corpora in place of the run's own, each with its share of the steps of every stage that "
                             "reads it")  # fmt: skip


def with_chosen_corpora(spec: RunSpec, arguments: argparse.Namespace) -> RunSpec:
    """The spec with the corpora of the options: first the mixture, of which any may be given in place of another."""
    if arguments.mix is not None:
        if getattr(arguments, "corpus", None) is not None:
            raise ArgumentError(
                mark("Give either --corpus or --mix."), mark("The first of a mixture is the run's corpus.")
            )
        spec = mixed(spec, _shares(arguments.mix.split(",")))
    for named, corpus in _in_place(arguments.stage_corpus).items():
        spec = with_stage_corpus(spec, named, corpus)
    return spec


def _in_place(texts: Sequence[str]) -> dict[str, str]:
    """Corpora by the names that stages give."""
    corpora: dict[str, str] = {}
    for text in texts:
        named, _, corpus = (part.strip() for part in text.partition("="))
        if not named or not corpus or named in corpora:
            raise ArgumentError(
                mark("“{text}” names no corpus for stages, or one for those that have one already."),
                mark("Write NAME=CORPUS for each name once, as dialogue=forum."),
                text=text,
            )
        corpora[named] = corpus
    return corpora


def _shares(parts: Sequence[str]) -> dict[str, float]:
    """Corpora with their shares, in order."""
    shares: dict[str, float] = {}
    for part in parts:
        name, sign, number = part.strip().rpartition("=")
        try:
            share = float(number) if sign else 0.0
        except ValueError:
            share = 0.0
        if not name or name in shares or not 0 < share < float("inf"):
            raise ArgumentError(
                mark("“{text}” is not a corpus with a share of its own."),
                mark("Write NAME=SHARE for each corpus once, as baike=0.7,news=0.3."),
                text=part.strip(),
            )
        shares[name] = share
    return shares
