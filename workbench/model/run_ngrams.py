"""What finds the n-grams that a run's encoder is given, by the lexicon in the run's own folder."""

from __future__ import annotations

from pathlib import Path

from workbench.core.paths import Project
from workbench.model.ngram_inputs import TextNgrams
from workbench.spec.batches import longest
from workbench.spec.run import RunSpec
from workbench.store.ngrams import ngrams_of
from workbench.text.ngram_slots import NgramMatcher, make_matcher
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary


def run_matcher(project: Project, folder: Path, spec: RunSpec, vocabulary: Vocabulary) -> NgramMatcher | None:
    """Of the run in a folder; None for one without an n-gram encoder. Raises :class:`WorkbenchError` where its lexicon
    is missing or damaged."""
    lexicon = ngrams_of(folder, spec)
    if lexicon is None or spec.ngrams is None:
        return None
    return make_matcher(lexicon, spec.ngrams, Tokenizer(vocabulary, project.cache))


def text_ngrams(matcher: NgramMatcher | None, spec: RunSpec) -> TextNgrams | None:
    """The same for texts that the run is not trained on."""
    return None if matcher is None else TextNgrams(matcher, longest(spec))
