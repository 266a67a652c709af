"""Tiny labelled files, a tiny encoder, and a project with a run that has a checkpoint."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.core.paths import Project
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.spec.task import TaskSpec
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.store.tasks import Trial, create_task
from workbench.text.vocabulary import Vocabulary, VocabularyKind, save_vocabulary

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
GOOD, BAD, PLAIN = "abcd", "efgh", "ijklmnop"


@pytest.fixture
def spec() -> RunSpec:
    """Two layers of 16 over letters."""
    return apply_overrides(
        RunSpec(vocabulary="letters", corpus="none"),
        [
            "encoder.layers=2", "encoder.hidden=16", "encoder.heads=2", "encoder.feed_forward=32",
            "encoder.positions=24", "training.length=24", "training.device=cpu", "training.threads=1",
        ],
    )  # fmt: skip


@pytest.fixture
def letters() -> Vocabulary:
    """26 letters."""
    return Vocabulary.make("letters", VocabularyKind.CHARACTER, [*SPECIAL, *map(chr, range(97, 123))])


@pytest.fixture
def files(tmp_path: Path) -> Callable[[str], Path]:
    """Writes a labelled file of a kind: texts whose letters say the label."""
    draw = random.Random(3)

    def plain(count: int) -> str:
        return "".join(draw.choices(PLAIN, k=count))

    def write(kind: str) -> Path:
        folder = tmp_path / "labelled"
        folder.mkdir(exist_ok=True)
        path = folder / f"{kind}.{'bio' if kind == 'tagging' else 'tsv'}"
        if kind == "tagging":
            sentences = []
            for _ in range(60):
                tagged = [(letter, "O") for letter in plain(4)]
                name, own = draw.choice((("X", GOOD), ("Y", BAD)))
                inner = draw.choices(own, k=2)
                tagged[2:2] = [(inner[0], f"B-{name}"), (inner[1], f"I-{name}")]
                sentences.append("\n".join(f"{letter}\t{tag}" for letter, tag in tagged))
            path.write_text("\n\n".join(sentences), encoding="utf-8")
            return path
        header = {"classification": "text\tlabel", "pair": "text_a\ttext_b\tlabel", "regression": "text\tscore"}[kind]
        rows = []
        for number in range(80):
            good = number % 2 == 0
            own = "".join(draw.choices(GOOD if good else BAD, k=3))
            text = plain(draw.randint(1, 6)) + own
            if kind == "pair":
                rows.append(f"{text}\t{''.join(draw.choices(GOOD, k=3))}\t{int(good)}")
            elif kind == "regression":
                rows.append(f"{text}\t{(1.5 if good else -1.5) + 0.01 * number}")
            else:
                rows.append(f"{text}\t{'good' if good else 'bad'}")
        path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
        return path

    return write


@pytest.fixture
def trained(project: Project, spec: RunSpec, letters: Vocabulary) -> Run:
    """A run with a checkpoint of fresh weights at step 7."""
    import torch

    from workbench.model.build import build_model, heads_of
    from workbench.spec.training import TrainingSpec
    from workbench.train.checkpoint import Content, State, save_checkpoint
    from workbench.train.optim import Optimizer

    save_vocabulary(project, letters)
    with Store.open(project) as store:
        run = store.create_run(spec, name="base", vocabulary_fingerprint=letters.fingerprint)
    torch.manual_seed(11)
    model = build_model(spec.encoder, letters.size, heads_of(spec))
    (run.folder / "checkpoints").mkdir()
    save_checkpoint(run.folder / "checkpoints", Content(model, Optimizer(model, TrainingSpec()), State(step=7)))
    return run


@pytest.fixture
def new_task(project: Project, trained: Run, files: Callable[[str], Path]) -> Callable[..., Run]:
    """Makes a task of that run on a file of a kind."""

    def make(kind: str, **settings: object) -> Run:
        task = TaskSpec.model_validate({"file": str(files(kind)), "kind": kind, "seeds": 2, **settings})
        with Store.open(project) as store:
            return create_task(store, trained, Trial(task, threads=1))

    return make
