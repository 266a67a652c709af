"""Registries, unions and defaults."""

from __future__ import annotations

from pydantic import TypeAdapter

from workbench.objectives.registry import (
    PASSAGE_OBJECTIVES,
    TOKEN_OBJECTIVES,
    PassageObjectiveSpec,
    TokenObjectiveSpec,
    default_passage,
    default_tokens,
)


def test_the_registries_and_the_unions_agree() -> None:
    for union, registry in ((PassageObjectiveSpec, PASSAGE_OBJECTIVES), (TokenObjectiveSpec, TOKEN_OBJECTIVES)):
        adapter = TypeAdapter(union)
        for kind, objective in registry.items():
            assert type(adapter.validate_python({"kind": kind})) is objective


def test_defaults_ask_for_nothing_but_masks() -> None:
    assert default_passage().head == ""
    assert [objective.head for objective in default_tokens()] == ["mlm"]
