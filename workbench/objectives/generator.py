"""What trains a generator, whose guesses stand in for the chosen tokens (ELECTRA sheet 4.2 and 4.6)."""

from __future__ import annotations

from typing import ClassVar, Literal

from workbench.core.texts import mark
from workbench.objectives.objective import Network, TokenObjective


class GeneratorMlm(TokenObjective):
    """Maximum likelihood: the generator predicts what stood at every chosen position, as in plain MLM."""

    title: ClassVar[str] = mark("Generator MLM")
    head: ClassVar[str] = "generator"
    network: ClassVar[Network] = Network.GENERATOR
    kind: Literal["generator-mlm"] = "generator-mlm"


class GeneratorAdversarial(TokenObjective):
    """REINFORCE: the generator is rewarded with the detector's loss at what it puts in, less a learned baseline."""

    title: ClassVar[str] = mark("Adversarial")
    head: ClassVar[str] = "adversarial"
    network: ClassVar[Network] = Network.GENERATOR
    kind: Literal["generator-adversarial"] = "generator-adversarial"
