"""What is asked of a passage and of its tokens."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from enum import Enum
from typing import ClassVar

import numpy as np

from workbench.core.config import Config, option
from workbench.core.errors import WorkbenchError
from workbench.core.seeding import Keys
from workbench.core.texts import Text, mark
from workbench.objectives.explanation import Explanation, Origin, explain_places
from workbench.text.document import Ints
from workbench.text.pack import PassagePlan, TokenSource, document_tokens


class PassageObjective(Config):
    """How passages are made from documents, and, where there is a ``head``, the question about a whole passage.

    Subclasses set ``kind: Literal[...]``, ``title`` (a marked text) and ``head`` (name of the passage head, empty for
    none). What may depend on settings are properties: ``answers``, of which there is one a class, ``segments``,
    ``least_sentences`` and ``redrawn``, which is False where the plan does not depend on the key.
    """

    title: ClassVar[str]
    head: ClassVar[str] = ""
    roles: ClassVar[bool] = False  #: whether segment ids are roles of a dialogue, which have a table of their own
    uneven: ClassVar[bool] = False  #: whether the text decides how often each answer is right, and no draw alone
    #: What the text is that no passage has (a marked text), for those that may leave much of it out.
    rest: ClassVar[str] = ""

    weight: float = option(1.0, label=mark("Weight of the loss"), ge=0.0, le=1e6, step=0.1)

    @property
    def answers(self) -> tuple[str, ...]:
        """A text for each class: a marked one, or a word of the text's own language."""
        return ()

    @property
    def classes(self) -> int:
        """How many answers there are."""
        return len(self.answers)

    @property
    def segments(self) -> int:
        """How many segment types the encoder needs."""
        return 1

    @property
    def least_sentences(self) -> int:
        """How many sentences a document must have for a passage of its own."""
        return 1

    @property
    def redrawn(self) -> bool:
        """Whether another epoch may have other passages."""
        return True

    def lacking(self, sentences: Ints) -> Text | None:
        """What documents of so many ``sentences`` each [d], none without, lack for passages to be made; None where
        nothing is known to be lacking before the text is tokenised."""
        return None

    def lacking_answers(self, counts: Mapping[str, int]) -> Text | None:
        """What the answers of a corpus to its training documents lack for this objective, where it asks for them:
        ``counts`` has how often each is given, nothing where the corpus has no answers."""
        return None

    def lacking_turns(self, turns: Ints) -> Text | None:
        """As :meth:`lacking`, of documents of so many ``turns`` (paragraphs) each [d]."""
        return None

    def gap(self, sentences: Ints, turns: Ints) -> Text | None:
        """Why held-out documents of so many ``sentences`` and ``turns`` each [d], none without, give nothing to
        evaluate on; None where something is made of them."""
        if np.any(sentences >= self.least_sentences):
            return None
        template = mark(
            "No passage can be made of the evaluation split: none of its {documents} {documents:document|documents} "
            "has {least} sentences, so that only the training loss can be shown. Hold out longer documents."
        )
        return Text(template, {"documents": len(sentences), "least": self.least_sentences})

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

    def explain(self, plan: PassagePlan, rows: Ints, origin: Origin) -> list[Explanation]:
        """What is behind the right answers about the passages ``rows`` [r] of a plan that :meth:`plan` made from
        ``origin``: where their text is from. Worth a way of its own where there is more to say."""
        return explain_places(plan, rows, origin.source)

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
    ``replaces`` to True where what is asked concerns text in which a generator has replaced the chosen tokens. Where
    the text itself answers with one of several ``classes``, each is a ``TokenQuestion``.
    """

    title: ClassVar[str]
    head: ClassVar[str] = ""
    network: ClassVar[Network] = Network.MAIN
    replaces: ClassVar[bool] = False
    classes: ClassVar[int] = 0  #: answers of a question with labels of its own
    answers: ClassVar[tuple[str, ...]] = ()  #: a marked text for each class

    weight: float = option(1.0, label=mark("Weight of the loss"), ge=0.0, le=1e6, step=0.1)

    @property
    def loss(self) -> str:
        """The name of the loss: that of the head, unless one head can be asked in several ways."""
        return self.head

    @property
    def needs_generator(self) -> bool:
        """Whether it can be asked only where there is a generator."""
        return self.replaces or self.network is Network.GENERATOR
