"""A small project, a tiny spec, and runs of it that are trained in this process."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.cli.train import create_run
from workbench.core.paths import Project
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.records import Run
from workbench.text.corpus import find_corpus, import_corpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import VocabularyKind, find_vocabulary
from workbench.text.vocabulary_training import train_vocabulary

_TINY = [
    "encoder.layers=2", "encoder.hidden=32", "encoder.heads=2", "encoder.feed_forward=64", "encoder.positions=48",
    "training.length=48", "training.batch_size=8", "training.steps=20", "training.warmup_steps=4",
    "training.learning_rate=0.003", "training.evaluate_every=5", "training.checkpoint_every=5",
    "training.evaluation_passages=8", "training.device=cpu", "training.threads=1",
    "stages.0.passage.kind=next-sentence",
]  # fmt: skip
NewRun = Callable[..., Run]
_LETTERS = "abcdefghij"


@pytest.fixture(scope="session")
def letter_files() -> Callable[[Path], tuple[Path, Path]]:
    """Writes a text of 40 documents of words of three letters and a vocabulary of these letters into a folder."""

    def write(folder: Path) -> tuple[Path, Path]:
        draw = random.Random(4)
        text, letters = folder / "text.txt", folder / "letters.txt"
        lines = [" ".join("".join(draw.choices(_LETTERS, k=3)) for _ in range(6)) for _ in range(120)]
        text.write_text("\n\n".join("\n".join(lines[at : at + 3]) for at in range(0, 120, 3)), encoding="utf-8")
        tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *_LETTERS, *("##" + letter for letter in _LETTERS)]
        letters.write_text("\n".join(tokens) + "\n", encoding="utf-8")
        return text, letters

    return write


@pytest.fixture
def tiny() -> RunSpec:
    """Two layers of 32, 20 steps."""
    return apply_overrides(RunSpec(), _TINY)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project with a small corpus and its characters as vocabulary."""
    draw = random.Random(2)
    words = ["the", "cat", "sat", "on", "a", "mat", "while", "two", "dogs", "ran", "over", "green", "hills", "birds"]
    sentences = [" ".join(draw.choices(words, k=draw.randint(2, 7))) for _ in range(400)]
    documents = ["\n".join(sentences[at : at + 5]) for at in range(0, 400, 5)]
    folder = tmp_path_factory.mktemp("place") / "我的 project"
    text = folder.parent / "text.txt"
    text.write_text("\n\n".join(documents), encoding="utf-8")
    made = Project(folder).create()
    corpus = import_corpus(made, "animals", [text], ImportSettings())
    train_vocabulary(made, corpus, VocabularyKind.CHARACTER, 100, "letters")
    return made


@pytest.fixture
def new_run(project: Project, tiny: RunSpec, monkeypatch: pytest.MonkeyPatch) -> NewRun:
    """A run that looks for commands at every piece of work."""
    monkeypatch.setattr("workbench.train.control.POLL_SECONDS", 0.0)

    def make(*overrides: str, name: str = "") -> Run:
        spec = apply_overrides(tiny, overrides)
        return create_run(
            project, spec, find_corpus(project, "animals"), find_vocabulary(project, "letters"), name=name
        )

    return make
