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
    """The spec with the corpora of the options."""
    for text in arguments.stage_corpus:
        named, sign, corpus = text.partition("=")
        if not (named and sign and corpus):
            raise ArgumentError(
                mark("“{text}” names no corpus for a stage."), mark("Write NAME=CORPUS, as dialogue=forum."), text=text
            )
        spec = with_stage_corpus(spec, named, corpus)
    if arguments.mix is None:
        return spec
    if getattr(arguments, "corpus", None) is not None:
        raise ArgumentError(mark("Give either --corpus or --mix."), mark("The first of a mixture is the run's corpus."))
    return mixed(spec, _shares(arguments.mix.split(",")))


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
