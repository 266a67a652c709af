"""What is asked of a passage and of its tokens."""

from __future__ import annotations

from abc import abstractmethod
from enum import Enum
from typing import ClassVar

import numpy as np

from workbench.core.config import Config, option
from workbench.core.errors import WorkbenchError
from workbench.core.seeding import Keys
from workbench.core.texts import mark
from workbench.text.document import Ints
from workbench.text.pack import PassagePlan, TokenSource, document_tokens


class PassageObjective(Config):
    """How passages are made from documents, and, where there is a ``head``, the question about a whole passage.

    Subclasses set ``kind: Literal[...]``, ``title`` (a marked text), and ``head`` (name of the passage head, empty for
    none) with ``classes``, ``segments`` to 2 for pairs, and ``redrawn`` to False where the plan does not depend on the
    key.
    """

    title: ClassVar[str]
    head: ClassVar[str] = ""
    classes: ClassVar[int] = 0
    answers: ClassVar[tuple[str, ...]] = ()  #: a marked text for each class
    segments: ClassVar[int] = 1  #: segment types that the encoder needs
    redrawn: ClassVar[bool] = True  #: whether another epoch may have other passages
    roles: ClassVar[bool] = False  #: whether segments are roles of a dialogue, which mean something else

    weight: float = option(1.0, label=mark("Weight of the loss"), ge=0.0, le=1e6, step=0.1)

    @abstractmethod
    def plan(
        self, source: TokenSource, documents: Ints, length: int, key: Keys, *, others: Ints | None = None
    ) -> PassagePlan:
        """Passages of at most ``length`` tokens, special tokens included, from these documents, in their order.

        ``key`` is a key of :func:`workbench.core.seeding.derive` for (seed, stage, epoch); ``others`` are documents
        that text for wrong answers may come from (``documents`` themselves if not given).
        """

    def count(self, source: TokenSource, documents: Ints, length: int, key: Keys) -> int:
        """How many passages :meth:`plan` gives; worth a way of its own where that is quicker."""
        return len(self.plan(source, documents, length, key))

    def left_out(self, source: TokenSource, documents: Ints, length: int, key: Keys) -> float:
        """The share of the tokens that are in no passage of :meth:`plan`, but for what is cut off to fit."""
        return 0.0

    def check(self, source: TokenSource, documents: Ints, length: int) -> None:
        """Raise :class:`WorkbenchError` where passages of ``length`` tokens can't be made of these documents."""
        if not len(documents) or not int(np.sum(document_tokens(source, documents))):
            raise WorkbenchError(
                mark("There is no text to make passages of."),
                mark("Import a corpus with at least one document outside the evaluation split."),
            )


class Network(Enum):
    """Whose head answers: the run's own network, or the generator that makes its input (ELECTRA)."""

    MAIN = "main"
    GENERATOR = "generator"


class TokenObjective(Config):
    """What is asked of single tokens.

    Subclasses set ``kind: Literal[...]``, ``title`` (a marked text), ``head`` (its name in its ``network``), and
    ``replaces`` to True where what is asked concerns text in which a generator has replaced the chosen tokens.
    """

    title: ClassVar[str]
    head: ClassVar[str] = ""
    network: ClassVar[Network] = Network.MAIN
    replaces: ClassVar[bool] = False

    weight: float = option(1.0, label=mark("Weight of the loss"), ge=0.0, le=1e6, step=0.1)

    @property
    def loss(self) -> str:
        """The name of the loss: that of the head, unless one head can be asked in several ways."""
        return self.head

    @property
    def needs_generator(self) -> bool:
        """Whether it can be asked only where there is a generator."""
        return self.replaces or self.network is Network.GENERATOR
