"""Run folders with a checkpoint of an untrained tiny model, for both families."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from workbench.core.paths import Project
from workbench.model.build import model_of
from workbench.model.weights import save_tensors
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.folder import RunFolder, write_run_folder
from workbench.text.vocabulary import Vocabulary, VocabularyKind, save_vocabulary

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
TINY = [
    "encoder.layers=2", "encoder.hidden=32", "encoder.heads=4", "encoder.feed_forward=64", "encoder.positions=24",
    "encoder.initial_deviation=0.2", "training.length=16",
]  # fmt: skip


@pytest.fixture
def make_run(tmp_path: Path) -> Callable[..., Path]:
    """Write a run with checkpoints of the steps asked for, each with weights of its own; returns its folder."""

    def make(*steps: int, overrides: tuple[str, ...] = ("stages.0.passage.kind=next-sentence",)) -> Path:
        torch.set_num_threads(1)
        project = Project(tmp_path / "项目 one").create()
        vocabulary = Vocabulary.make("signs", VocabularyKind.CHARACTER, [*SPECIAL, *"猫在桌子上。狗abc"])
        folder = project.runs / "000001"
        spec = apply_overrides(RunSpec(name="tiny"), [*TINY, *overrides])
        content = RunFolder(1, spec, project, project.corpora / "none", save_vocabulary(project, vocabulary))
        write_run_folder(folder, content)
        for step in steps:
            torch.manual_seed(step)
            path = folder / "checkpoints" / f"step-{step:08d}"
            path.mkdir(parents=True)
            model = model_of(spec, vocabulary.size)
            save_tensors(path / "model.safetensors", model.state_dict())
            (path / "state.json").write_text(json.dumps({"step": step}))
        return folder

    return make
