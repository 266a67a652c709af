"""A run that begins with the weights of an earlier one instead of fresh ones."""

from __future__ import annotations

from collections.abc import Collection

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.model.build import Model
from workbench.model.embeddings import ADDED_TABLES
from workbench.model.growing import grow_embeddings
from workbench.model.ngram_rows import NGRAM_PART, NGRAM_TABLE, moved_rows
from workbench.model.weights import load_tensors
from workbench.spec.run import RunSpec
from workbench.store.starting import Start
from workbench.text.ngram_lexicon import load_ngrams
from workbench.text.ngram_slots import NgramMatcher
from workbench.text.vocabulary import Vocabulary


def start_with(
    model: Model, start: Start, spec: RunSpec, vocabulary: Vocabulary, matcher: NgramMatcher | None = None
) -> list[str]:
    """Put the weights of ``start`` into a fresh model, grown by the rule of the vocabulary's lineage where that is a
    larger one, and the vectors of n-grams where those of ``matcher`` stand; returns the names of heads, of tables of
    tasks and roles, and of an n-gram encoder, that the weights lack, which stay as they are drawn.

    No random number of torch is drawn. Raises :class:`WorkbenchError` where a weight of the encoder is missing or of
    another shape.
    """
    tensors = load_tensors(start.weights)
    if vocabulary.fingerprint != start.vocabulary.fingerprint:
        tensors = grow_embeddings(tensors, vocabulary, start.vocabulary, spec.encoder, spec.seed)
    own = model.state_dict()
    if matcher is not None and NGRAM_TABLE in tensors:
        there = load_ngrams(start.weights.parents[2])
        tensors[NGRAM_TABLE] = moved_rows(tensors[NGRAM_TABLE], own[NGRAM_TABLE], there, matcher.lexicon)
    fitting = {name: found for name, found in tensors.items() if name in own and own[name].shape == found.shape}
    lacking = [name for name in own if name not in fitting]
    if wrong := [name for name in lacking if name.startswith("encoder.") and not _may_be_new(name, tensors)]:
        raise WorkbenchError(
            mark("The weights in “{path}” lack {count} of the encoder's, or have them in another shape: {first} …"),
            mark("Start from another checkpoint."),
            path=start.weights,
            count=len(wrong),
            first=wrong[0],
        )
    model.load_state_dict({**own, **fitting})
    return sorted({_part_of(name) for name in lacking})


def _may_be_new(name: str, tensors: Collection[str]) -> bool:
    """Whether a weight of the encoder may be one that a checkpoint with ``tensors`` lacks: those of an n-gram encoder,
    and a whole table of tasks or roles."""
    return name.startswith(NGRAM_PART) or (name in ADDED_TABLES and name not in tensors)


def _part_of(name: str) -> str:
    """What a weight belongs to, as it is told."""
    return ADDED_TABLES.get(name) or name.split(".")[1 if name.startswith(("heads.", NGRAM_PART)) else 0]
