"""A task of a run with an n-gram encoder reads the n-grams of its texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from workbench.core.events import EventBase, TaskMeasured
from workbench.core.paths import Project
from workbench.model.build import build_model, model_of
from workbench.model.ngram_inputs import TextNgrams
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.spec.task import TaskSpec
from workbench.spec.training import TrainingSpec
from workbench.store.store import Store
from workbench.store.tasks import Trial, create_task
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, delete_lexicon, save_lexicon
from workbench.text.ngram_lexicon import NGRAMS, NgramLexicon
from workbench.text.ngram_slots import make_matcher
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary, save_vocabulary
from workbench.train.checkpoint import Content, State, save_checkpoint
from workbench.train.optim import Optimizer
from workbench.train.run import run_engine
from workbench.train.task.batches import make_batch
from workbench.train.task.examples import read_task

LETTERS = "abcdefghijklmnopqrstuvwxyz"
PAIRS = tuple(a + b for a in LETTERS for b in LETTERS)


@pytest.fixture
def zen(spec: RunSpec) -> RunSpec:
    return apply_overrides(spec, ["ngrams.layers=1", "ngrams.lists=pairs"])


def test_a_batch_has_the_ngrams_of_each_text_alone(
    zen: RunSpec, letters: Vocabulary, files: Callable[[str], Path]
) -> None:
    data = read_task(TaskSpec(file=str(files("pair")), kind="pair"), zen.encoder, Tokenizer(letters))
    assert zen.ngrams is not None
    lexicon = NgramLexicon(PAIRS, (1,) * len(PAIRS))
    ngrams = TextNgrams(make_matcher(lexicon, zen.ngrams, Tokenizer(letters)), 64)
    torch.manual_seed(1)
    own = zen.ngrams.model_copy(update={"rows": lexicon.rows})
    encoder = build_model(zen.encoder, letters.size, {}, ngrams=own).encoder.eval()
    rows = np.arange(5)
    together = make_batch(data.train, rows, 0, ngrams)
    assert together.inputs.ngrams is not None
    with torch.no_grad():
        hidden, bare = encoder(together.inputs), encoder(replace(together.inputs, ngrams=None))
        for row in rows:
            alone = encoder(make_batch(data.train, rows[row : row + 1], 0, ngrams).inputs)[0]
            torch.testing.assert_close(hidden[row, : len(alone)], alone, rtol=1e-4, atol=1e-5)
    assert float((hidden - bare).abs().max()) > 1e-2


@pytest.mark.parametrize("mode", ["probe", "fine-tune"])
def test_it_is_learnt_from_the_copy_that_the_run_has(
    project: Project, zen: RunSpec, letters: Vocabulary, files: Callable[[str], Path], mode: str
) -> None:
    save_vocabulary(project, letters)
    entries = tuple(LexiconEntry(pair, count=1) for pair in PAIRS)
    save_lexicon(project, Lexicon("pairs", LexiconKind.NGRAM, entries))
    with Store.open(project) as store:
        run = store.create_run(zen, name="base", vocabulary_fingerprint=letters.fingerprint)
        model = model_of(run.spec, letters.size)
        (run.folder / "checkpoints").mkdir()
        save_checkpoint(run.folder / "checkpoints", Content(model, Optimizer(model, TrainingSpec()), State(step=7)))
        delete_lexicon(project, "pairs")
        settings = {"file": str(files("classification")), "kind": "classification", "mode": mode, "seeds": 1,
                    "random_weights": False}  # fmt: skip
        task = create_task(store, run, Trial(TaskSpec.model_validate(settings), threads=1))
    assert (task.folder / NGRAMS).read_bytes() == (run.folder / NGRAMS).read_bytes()
    events: list[EventBase] = []
    assert run_engine(task.folder, events.append) == 0
    measured = {event.weights for event in events if isinstance(event, TaskMeasured)}
    assert measured == {"majority", "trained"}
