"""The heads that a spec's objectives ask for, by name: their sizes and compute (sheet 1.5, 1.7, 2.6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from workbench.core.registry import Registry
from workbench.core.texts import mark
from workbench.spec.run import RunSpec

Formula = Callable[[int, int], int]


@dataclass(frozen=True)
class HeadFormula:
    """``parameters`` and forward ``multiply_adds`` of hidden size H and vocabulary size V.

    ``per_token`` heads compute at each predicted token; others once a passage, on the pooler's output.
    """

    per_token: bool
    parameters: Formula
    multiply_adds: Formula


TOKEN_HEADS: Registry[HeadFormula] = Registry(
    mark("head"),
    # Dense H x H, LayerNorm, and the bias of the tied word table.
    {"mlm": HeadFormula(True, lambda h, v: h * h + 3 * h + v, lambda h, v: h * h + h * v)},
)


def passage_head(classes: int) -> HeadFormula:
    """One linear map from the pooler's output to the classes of a passage objective."""
    return HeadFormula(False, lambda h, v: classes * (h + 1), lambda h, v: classes * h)


def heads_of(spec: RunSpec) -> dict[str, HeadFormula]:
    """The heads of all stages by name, those of tokens first; stages that ask the same share a head."""
    heads = {objective.head: TOKEN_HEADS[objective.head] for stage in spec.stages for objective in stage.tokens}
    asking = [stage.passage for stage in spec.stages if stage.passage.head]
    return heads | {passage.head: passage_head(passage.classes) for passage in asking}
