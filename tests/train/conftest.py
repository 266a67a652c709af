"""A tiny corpus in memory, a tiny spec, and trainers that obey a test instead of a store."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from workbench.core.events import EvalDone, EventBase, StepDone
from workbench.core.paths import Project
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.folder import RunFolder
from workbench.store.ngrams import with_rows
from workbench.store.records import Command
from workbench.text.analysis import make_analyser
from workbench.text.ngram_lexicon import NgramLexicon
from workbench.text.ngram_slots import make_matcher
from workbench.text.prepared import PreparedCorpus
from workbench.text.tokenizer import Tokenizer
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind
from workbench.train.checkpoint import CheckpointFolder, read_checkpoint
from workbench.train.control import Control
from workbench.train.journal import Journal
from workbench.train.loop import Trainer
from workbench.train.observer import Observer
from workbench.train.run import make_trainer
from workbench.train.session import Session

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = ["abc", "bcd", "cde", "fgh", "ijk", "klm", "nop", "qrs", "tuv", "wxyz", "face", "bead", "deaf"]


#: What runs with an n-gram encoder are given: words of the corpus, and pairs of letters within them.
NGRAMS = NgramLexicon(("bc", "cd", "abc", "bcd", "ead", "face", "ij", "wxyz", "xyz"), (90, 80, 40, 40, 30, 20, 9, 5, 5))


class ObedientControl(Control):
    """Takes wishes from the test: ``wishes[step]`` is made known once the journal stands at that step."""

    def __init__(self, journal: Journal, wishes: dict[int, Command]) -> None:
        super().__init__(None, None)  # type: ignore[arg-type]
        self._journal = journal
        self._wishes = dict(wishes)

    def _look(self) -> None:
        wish = self._wishes.pop(self._journal.step, None)
        if wish is not None:
            self.wish(wish)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> PreparedCorpus:
    """30 documents of 3 to 9 short sentences over 26 letters; every sixth is held out."""
    draw = random.Random(5)
    documents = [
        [" ".join(draw.choices(WORDS, k=draw.randint(2, 9))) for _ in range(draw.randint(3, 9))] for _ in range(30)
    ]
    vocabulary = Vocabulary.make("letters", VocabularyKind.CHARACTER, [*SPECIAL, *map(chr, range(97, 123))])
    project = Project(tmp_path_factory.mktemp("project"))
    corpus = PreparedCorpus.from_texts(documents, make_analyser(project, vocabulary, UnitSettings()))
    return replace(corpus, evaluation=np.arange(30) % 6 == 5)


@pytest.fixture
def spec() -> RunSpec:
    """BERT's pairs on a tiny encoder; 40 tokens, 8 passages a step."""
    return apply_overrides(
        RunSpec(name="tiny"),
        [
            "encoder.layers=2", "encoder.hidden=32", "encoder.heads=2", "encoder.feed_forward=64",
            "encoder.positions=40", "training.length=40", "training.batch_size=8", "training.steps=20",
            "training.warmup_steps=5", "training.learning_rate=0.003", "training.evaluate_every=10",
            "training.checkpoint_every=10", "training.evaluation_passages=16", "training.device=cpu",
            "stages.0.passage.kind=next-sentence",
        ],
    )  # fmt: skip


@pytest.fixture
def trainer_of(prepared: PreparedCorpus, tmp_path: Path) -> Callable[..., Trainer]:
    """A trainer for a spec; its events are gathered in ``trainer.journal.events``. Without ``text``, it reads
    ``prepared``; ``others`` are corpora that stages name."""

    def make(
        spec: RunSpec,
        folder: str = "checkpoints",
        wishes: dict[int, Command] | None = None,
        text: PreparedCorpus | None = None,
        others: Mapping[str, PreparedCorpus] | None = None,
    ) -> Trainer:
        events: list[EventBase] = []
        journal: Any = Journal("tiny", events.append)
        journal.events = events
        control = ObedientControl(journal, wishes or {})
        spec = with_rows(spec, NGRAMS)
        content = RunFolder(1, spec, Project(tmp_path), tmp_path, tmp_path)
        (tmp_path / folder).mkdir(exist_ok=True)
        session = Session(content, tmp_path / folder, journal, Observer(journal.record), control)
        matcher = None
        if spec.ngrams is not None:
            matcher = make_matcher(NGRAMS, spec.ngrams, Tokenizer(prepared.vocabulary))
        corpora = {session.spec.corpus: text or prepared, **(others or {})}
        return make_trainer(session, corpora, torch.device("cpu"), matcher)

    return make


@pytest.fixture(scope="session")
def events() -> Callable[[Trainer, type[EventBase]], list[Any]]:
    """The events of a kind that a trainer told."""

    def told(trainer: Trainer, kind: type[EventBase]) -> list[Any]:
        journal: Any = trainer.journal
        return [event for event in journal.events if isinstance(event, kind)]

    return told


@pytest.fixture
def accuracy_after(
    trainer_of: Callable[..., Trainer], events: Callable[..., list[Any]]
) -> Callable[[RunSpec, PreparedCorpus, str], float]:
    """The accuracy of a loss in the evaluation at the end of a training on a text."""

    def measured(spec: RunSpec, text: PreparedCorpus, name: str) -> float:
        trainer = trainer_of(spec, text=text)
        assert trainer.train()
        return float(events(trainer, EvalDone)[-1].accuracies[name])

    return measured


@pytest.fixture(scope="session")
def losses(events: Callable[[Trainer, type[EventBase]], list[Any]]) -> Callable[[Trainer], list[float]]:
    """Losses of a trainer by step."""
    return lambda trainer: [event.loss for event in events(trainer, StepDone)]


@pytest.fixture(scope="session")
def whole_checkpoints() -> Callable[[Trainer], list[CheckpointFolder]]:
    """The checkpoints of a trainer by step, without damaged ones."""

    def whole(trainer: Trainer) -> list[CheckpointFolder]:
        read = map(read_checkpoint, sorted(trainer.checkpoints.glob("step-*")))
        return [checkpoint for checkpoint in read if checkpoint is not None]

    return whole
