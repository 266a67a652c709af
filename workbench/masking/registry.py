"""All masking strategies by name."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from workbench.core.registry import Registry
from workbench.core.texts import mark
from workbench.masking.mixture import Mixture
from workbench.masking.singles import SINGLES, AnySingle
from workbench.masking.strategy import MaskingStrategy

Masking = Annotated[AnySingle | Mixture, Field(discriminator="kind")]

STRATEGIES: Registry[type[MaskingStrategy]] = Registry(mark("masking strategy"), {**SINGLES, "mixture": Mixture})
