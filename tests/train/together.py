"""A process of a group, started by ``test_group.py``: trains the cases of a file, and leaves what came of them.

usage: python together.py CASES FOLDER     (CASES: a JSON list of specs' overrides, by name)
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import save_file

from workbench.core.events import EventBase
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
from workbench.train.checkpoint import newest_checkpoint
from workbench.train.control import Wishes, agreed
from workbench.train.group import ALONE, Group, joined
from workbench.train.journal import Journal
from workbench.train.loop import Trainer
from workbench.train.observer import Observer
from workbench.train.run import go_on_from, make_trainer
from workbench.train.session import Session

TINY = [
    "encoder.layers=2", "encoder.hidden=32", "encoder.heads=2", "encoder.feed_forward=64", "encoder.positions=40",
    "encoder.hidden_dropout=0", "encoder.attention_dropout=0", "training.length=40", "training.batch_size=12",
    "training.steps=10", "training.warmup_steps=3", "training.learning_rate=0.003", "training.evaluate_every=5",
    "training.checkpoint_every=5", "training.evaluation_passages=160", "training.device=cpu", "training.threads=1",
    "stages.0.passage.kind=next-sentence",
]  # fmt: skip
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def corpus(folder: Path) -> PreparedCorpus:
    """20 documents of drawn letters, the same in each process; every fifth is held out."""
    draw = random.Random(5)
    words = ["".join(draw.choices("abcdefgh", k=draw.randint(1, 6))) for _ in range(20)]
    words = [word.title() if len(word) > 3 else word for word in words]
    texts = [
        [" ".join(draw.choices(words, k=draw.randint(2, 9))) for _ in range(draw.randint(3, 9))] for _ in range(20)
    ]
    vocabulary = Vocabulary.make("letters", VocabularyKind.CHARACTER, [*SPECIAL, *map(chr, range(97, 123))])
    made = PreparedCorpus.from_texts(texts, make_analyser(Project(folder), vocabulary, UnitSettings()))
    return replace(made, evaluation=np.arange(20) % 5 == 4)


class PlannedWishes(Wishes):
    """Becomes known of a wish once the journal stands at its step; the processes but the first have none."""

    def __init__(self, journal: Journal, wishes: dict[int, Command]) -> None:
        super().__init__()
        self._journal, self._wishes = journal, wishes

    def _look(self) -> None:
        if (wish := self._wishes.pop(self._journal.step, None)) is not None:
            self.wish(wish)


def train(prepared: PreparedCorpus, case: dict[str, Any], folder: Path, group: Group = ALONE) -> dict[str, Any]:
    """Train a case and leave its weights as ``NAME.safetensors``; returns what was told, by the first process alone.

    A case has a ``name``, ``overrides``, maybe steps to ``stop`` at, and the ``folder`` of a case that it goes on from.
    """
    spec = apply_overrides(RunSpec(name=case["name"], probes=("a [MASK] c",)), [*TINY, *case.get("overrides", [])])
    events: list[EventBase] = []
    journal = Journal(case["name"], events.append)
    wishes = {case["stop"]: Command.STOP_AND_SAVE} if group.is_first and "stop" in case else {}
    control = agreed(PlannedWishes(journal, wishes), group)
    lexicon = NgramLexicon(("ab", "bc", "cd", "abc", "de", "fg", "gh", "ha"), (9, 8, 7, 6, 5, 4, 3, 2))
    spec = with_rows(spec, lexicon)
    matcher = spec.ngrams and make_matcher(lexicon, spec.ngrams, Tokenizer(prepared.vocabulary))
    place = folder / case.get("folder", case["name"])
    content = RunFolder(1, spec, Project(folder), folder, folder)
    session = Session(content, place, journal, Observer(journal.record), control, group=group)
    trainer: Trainer = make_trainer(session, {session.spec.corpus: prepared}, torch.device("cpu"), matcher)
    if (checkpoint := group.from_first(newest_checkpoint(trainer.checkpoints))) is not None:
        go_on_from(trainer, checkpoint)
    done = trainer.train()
    if not done:
        trainer.save()
    if group.is_first:
        tensors = trainer.model.state_dict()
        if trainer.average is not None:
            tensors = tensors | {f"average {name}": tensor for name, tensor in trainer.average.tensors().items()}
        save_file(
            {name: tensor.contiguous() for name, tensor in tensors.items()}, folder / f"{case['name']}.safetensors"
        )
    told = [event.model_dump(mode="json") for event in events]
    return {"done": done, "step": trainer.state.step, "events": told, "random": float(torch.rand(()))}


def main() -> int:
    """All cases, one after another; each process leaves what it knows of each as ``RANK-NAME.json``."""
    folder = Path(sys.argv[2])
    prepared = corpus(folder)
    with joined() as group:
        for case in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")):
            found = train(prepared, case, folder, group)
            (folder / f"{group.rank}-{case['name']}.json").write_text(json.dumps(found), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
