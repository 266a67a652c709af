"""Whether steps of a run come out the same to the bit when they are repeated: the verdict, kept with the run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from workbench.core.texts import Text, listed, mark, values_data, values_of


class Verdict(StrEnum):
    """What came of repeating steps."""

    EQUAL = "equal"
    DIFFERENT = "different"
    NOT_COMPARABLE = "not-comparable"


@dataclass(frozen=True)
class Difference:
    """Where a repetition first differs: the ``step``, the metric or tensor, and its value both times."""

    step: int
    name: str
    recorded: float
    repeated: float


@dataclass(frozen=True)
class Proof:
    """The steps ``first`` to ``last`` were repeated from the checkpoint of the step before ``first`` (or the start of
    the run) and ``points`` recorded points compared, with ``weights`` those of the checkpoint of ``last`` too.

    ``relative`` is the largest relative difference. ``reason`` (a marked text with ``values``) says why the two cannot
    be compared. ``time`` is in seconds since the epoch; ``damaged`` are the steps of newer checkpoints that could not
    be used.
    """

    verdict: Verdict
    first: int
    last: int
    time: float
    points: int = 0
    weights: bool = False
    difference: Difference | None = None
    relative: float = 0.0
    reason: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    damaged: tuple[int, ...] = ()


def proof_words(proof: Proof) -> Text:
    """The verdict in a sentence, and which checkpoints were too damaged to be used for it."""
    if not proof.damaged:
        return _verdict_words(proof)
    values = {
        "verdict": _verdict_words(proof),
        "step": proof.first - 1,
        "damaged": listed(map(str, proof.damaged)),
        "count": len(proof.damaged),
    }
    return Text(
        mark("{verdict}; they were repeated from step {step}, as the {count:checkpoint|checkpoints} of "
             "{count:step|steps} {damaged} {count:is|are} damaged"),
        values,
    )  # fmt: skip


def _verdict_words(proof: Proof) -> Text:
    values: dict[str, Any] = {"steps": _steps(proof.first, proof.last), "points": proof.points}
    if proof.verdict is Verdict.NOT_COMPARABLE:
        return Text(mark("not comparable: {reason}"), {"reason": Text(proof.reason, proof.values)})
    if proof.difference is not None:
        values |= {
            name: value if name in ("step", "name") else repr(value) for name, value in asdict(proof.difference).items()
        }
        if proof.first == proof.last:
            return Text(mark("step {step} differs: {name} was recorded as {recorded}, repeated as {repeated}"), values)
        return Text(
            mark("{steps} differ first at step {step}: {name} was recorded as {recorded}, repeated as {repeated}"),
            values,
        )
    if proof.weights:
        return Text(
            mark("bit-equal over {steps}: {points} {points:point|points}, and weights, moments and random state of the "
                 "checkpoint"),
            values,
        )  # fmt: skip
    return Text(
        mark("bit-equal over {steps}: {points} {points:point|points}, without weights, as no checkpoint stands at the "
             "end"),
        values,
    )  # fmt: skip


def _steps(first: int, last: int) -> Text:
    """A stretch of steps; one step as one."""
    template = mark("step {first}") if first == last else mark("steps {first} to {last}")
    return Text(template, {"first": first, "last": last})


def proof_data(proof: Proof) -> dict[str, Any]:
    """A proof as plain data."""
    return {**asdict(proof), "values": values_data(proof.values)}


def proof_text(proof: Proof) -> str:
    """A proof as the table keeps it."""
    return json.dumps(proof_data(proof), ensure_ascii=False)


def proof_of(text: str | None) -> Proof | None:
    """The proof that :func:`proof_text` wrote."""
    if not text:
        return None
    data = json.loads(text)
    found = data.pop("difference")
    difference = None if found is None else Difference(**found)
    values = values_of(data.pop("values"))
    damaged = tuple(data.pop("damaged", ()))  # earlier versions kept none
    verdict = Verdict(data.pop("verdict"))
    return Proof(**data, verdict=verdict, difference=difference, values=values, damaged=damaged)
