"""What came of repeating steps, in a sentence and as it is kept."""

from __future__ import annotations

import json
from dataclasses import replace

from workbench.store.proof import Difference, Proof, Verdict, proof_of, proof_text, proof_words

EQUAL = Proof(Verdict.EQUAL, 1, 7, time=5.0, points=12, weights=True)
OTHER = Difference(1, "loss", 2.5, 2.25)


def test_one_step_is_told_as_one() -> None:
    one = replace(EQUAL, last=1)
    assert str(proof_words(EQUAL)).startswith("bit-equal over steps 1 to 7: 12 points, and weights")
    assert str(proof_words(one)).startswith("bit-equal over step 1: 12 points, and weights")
    assert str(proof_words(replace(one, weights=False))).startswith("bit-equal over step 1: 12 points, without weights")


def test_a_difference_of_one_step_is_told_without_where_it_is_first() -> None:
    different = replace(EQUAL, verdict=Verdict.DIFFERENT, difference=OTHER)
    values = "loss was recorded as 2.5, repeated as 2.25"
    assert str(proof_words(different)) == f"steps 1 to 7 differ first at step 1: {values}"
    assert str(proof_words(replace(different, last=1))) == f"step 1 differs: {values}"
    assert proof_of(proof_text(different)) == different


def test_checkpoints_that_were_too_damaged_to_be_used_are_told() -> None:
    damaged = replace(EQUAL, first=6, damaged=(9,))
    assert str(proof_words(damaged)).endswith(
        "; they were repeated from step 5, as the checkpoint of step 9 is damaged"
    )
    assert proof_of(proof_text(damaged)) == damaged
    earlier = json.loads(proof_text(EQUAL))
    del earlier["damaged"]
    assert proof_of(json.dumps(earlier)) == EQUAL
