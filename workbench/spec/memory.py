"""How much text a batch may have, and when a run asks for so much memory that starting it would be a mistake."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from workbench.core.errors import ArgumentError
from workbench.core.figures import size
from workbench.core.texts import Setting, mark

IGNORING = Setting(mark("the option to ignore memory"), "--ignore-memory")
_FAR = 2  #: times all memory of a device, far beyond what the forecast may be wrong by
_FRAME = 3  #: [CLS] and two [SEP]


class TextSize(Protocol):
    """A corpus, as far as its size goes."""

    @property
    def num_characters(self) -> int: ...

    @property
    def num_sentences(self) -> int: ...


def text_places(corpora: Iterable[TextSize]) -> int:
    """About the most tokens that the passages of an epoch of any of these corpora have: one for each character, and the
    special ones of a passage for each sentence. No batch is larger than its epoch."""
    return max(corpus.num_characters + _FRAME * corpus.num_sentences for corpus in corpora)


def is_far_too_much(needed: int, there: int) -> bool:
    """Whether a forecast is so far above all memory of a device that the run can only fail; of a device that does not
    tell its memory (0) nothing is known."""
    return there > 0 and needed > _FAR * there


def too_much(needed: int, device: str, there: int) -> ArgumentError:
    """Why a run is not started."""
    return ArgumentError(
        mark("About {needed} of memory are needed, and {device} has {there} in all."),
        mark("A smaller batch or more accumulation helps. In a terminal, {option} starts a run all the same."),
        needed=size(needed), device=device, there=size(there), option=IGNORING,
    )  # fmt: skip
