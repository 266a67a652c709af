"""The heads that a spec's objectives ask for, by name: their sizes and compute (sheet 1.5, 1.7, 2.6, 3.6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from workbench.core.registry import Registry
from workbench.core.texts import mark
from workbench.spec.run import RunSpec

#: Of hidden size H, embedding size E and vocabulary size V.
Formula = Callable[[int, int, int], int]


@dataclass(frozen=True)
class HeadFormula:
    """``parameters`` and forward ``multiply_adds`` by H, E and V.

    ``per_token`` heads compute at each predicted token; others once a passage, on the pooler's output.
    """

    per_token: bool
    parameters: Formula
    multiply_adds: Formula


TOKEN_HEADS: Registry[HeadFormula] = Registry(
    mark("head"),
    # Dense H x E, LayerNorm, and the bias of the tied word table.
    {"mlm": HeadFormula(True, lambda h, e, v: h * e + 3 * e + v, lambda h, e, v: h * e + e * v)},
)


def passage_head(classes: int) -> HeadFormula:
    """One linear map from the pooler's output to the classes of a passage objective."""
    return HeadFormula(False, lambda h, e, v: classes * (h + 1), lambda h, e, v: classes * h)


def heads_of(spec: RunSpec) -> dict[str, HeadFormula]:
    """The heads of all stages by name, those of tokens first; stages that ask the same share a head."""
    heads = {objective.head: TOKEN_HEADS[objective.head] for stage in spec.stages for objective in stage.tokens}
    asking = [stage.passage for stage in spec.stages if stage.passage.head]
    return heads | {passage.head: passage_head(passage.classes) for passage in asking}
