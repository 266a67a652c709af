"""Rules about n-grams beside the encoder, and what is unusual about them though it can be trained."""

from __future__ import annotations

from workbench.core.texts import Text, mark
from workbench.spec.ngrams import NgramSpec
from workbench.spec.problem import Problems, problem
from workbench.spec.run import RunSpec
from workbench.text.ngram_settings import NgramMatching


def ngram_problems(spec: RunSpec) -> Problems:
    """Everything about the n-grams that keeps a spec from being run, but for the lists."""
    ngrams, encoder = spec.ngrams, spec.encoder
    if encoder.position_offset and not encoder.has_position_table:
        template = mark("Relative positions have no table whose rows could be passed over. Set a position offset of 0.")
        yield problem("encoder.position_offset", template)
    if ngrams is None:
        return
    if ngrams.longest < ngrams.shortest:
        template = mark("The longest n-gram has {longest} tokens, the shortest {shortest}. Set {shortest} or more.")
        yield problem("ngrams.longest", template, longest=ngrams.longest, shortest=ngrams.shortest)
    if ngrams.layers > encoder.passes:
        template = mark(
            "Of {layers} n-gram layers only {passes} are read, as the encoder has no more layers. Set {passes} or "
            "fewer."
        )
        yield problem("ngrams.layers", template, layers=ngrams.layers, passes=encoder.passes)
    if spec.generator is not None:
        template = mark(
            "N-grams go with a single network that reads masked text. Turn the generator off, or the n-grams."
        )
        yield problem("ngrams", template)


def ngram_list_problems(spec: RunSpec) -> Problems:
    """That n-grams need a list, which only a project has."""
    if spec.ngrams is not None and not spec.ngrams.lists:
        template = mark("The n-gram encoder needs a list of n-grams. Choose one, or mine one on the page of masking.")
        yield problem("ngrams.lists", template)


def ngram_hint(ngrams: NgramSpec | None) -> Text | None:
    """What to tell where n-grams give masked tokens away."""
    if ngrams is None or ngrams.matching is NgramMatching.AFTER:
        return None
    return Text(
        mark(
            "N-grams are matched before masking: the vector of an n-gram tells the encoder which token is hidden in it."
        )
    )
