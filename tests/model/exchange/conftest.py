"""Models of each family at a tiny size with weights that all differ, and runs and vocabularies for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
import torch

from workbench.core.paths import Project
from workbench.model.build import Model, heads_of, model_of
from workbench.model.inputs import Inputs
from workbench.model.weights import model_from_file, save_tensors
from workbench.spec.files import apply_overrides
from workbench.spec.heads import generator_plan
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec
from workbench.store.checkpoints import MODEL, choose_checkpoint
from workbench.store.folder import read_run_folder
from workbench.store.load_report import LoadReport
from workbench.store.loaded import add_loaded_run
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.text.vocabulary import Vocabulary, VocabularyKind, find_vocabulary, save_vocabulary

BRACKETED = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
ANGLED = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
LETTERS = "abcdefghijklmnopqrst"
_TINY = [
    "encoder.layers=3", "encoder.hidden=32", "encoder.heads=4", "encoder.feed_forward=48", "encoder.positions=40",
    "training.length=32",
]  # fmt: skip


@dataclass(frozen=True)
class Made:
    """A run of a project, with its model in evaluation mode and its vocabulary."""

    run: Run
    model: Model
    vocabulary: Vocabulary


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)
    torch.manual_seed(0)


@pytest.fixture
def desk(project: Project) -> Desk:
    """Makes and looks at what these tests need."""
    return Desk(project)


@dataclass(frozen=True)
class Desk:
    """Specs, vocabularies, runs and inputs of a project's exchange."""

    project: Project

    def spec(self, preset: str, *overrides: str) -> RunSpec:
        """A preset at a size that takes no time."""
        return apply_overrides(load_preset(preset, "local"), [*_TINY, *overrides])

    def words(self, name: str = "words") -> Vocabulary:
        """A WordPiece vocabulary of BERT's kind, with pieces and Chinese characters."""
        tokens = [*BRACKETED, *LETTERS, *(f"##{letter}" for letter in LETTERS), "的", "学", "科"]
        return Vocabulary.make(name, VocabularyKind.WORDPIECE, tokens)

    def byte_pairs(self, name: str = "bytes") -> Vocabulary:
        """A byte-level vocabulary of RoBERTa's kind: ``<pad>`` has id 1."""
        tokens = [*ANGLED[:4], *LETTERS, "Ġ", "Ġa", "ab", *ANGLED[4:]]
        return Vocabulary.make(name, VocabularyKind.BYTE_BPE, tokens, lowercase=False, merges=[("Ġ", "a"), ("a", "b")])

    def letters(self, name: str = "letters") -> Vocabulary:
        """A vocabulary of single characters."""
        return Vocabulary.make(name, VocabularyKind.CHARACTER, [*BRACKETED, *LETTERS, "的", "学", "科"])

    def make(self, spec: RunSpec, vocabulary: Vocabulary, name: str = "drawn") -> Made:
        """A run with drawn weights of which no two tensors are alike, biases and norms too."""
        save_vocabulary(self.project, vocabulary)
        model = model_of(spec, vocabulary.size, padding_id=vocabulary.pad_id)
        for parameter in model.parameters():
            parameter.data.add_(torch.randn_like(parameter) * 0.2)
        report = LoadReport("nowhere", "none", "", (), ())
        named = spec.model_copy(update={"name": name, "vocabulary": vocabulary.name})
        with Store.open(self.project) as store:
            run = add_loaded_run(store, named, vocabulary, report, lambda path: save_tensors(path, model.state_dict()))
        return Made(run, model.eval(), vocabulary)

    def model_of(self, run: Run) -> Model:
        """The model of a run's only checkpoint."""
        content = read_run_folder(run.folder)
        vocabulary = find_vocabulary(content.project, content.vocabulary)
        spec = content.spec
        plan = generator_plan(spec)
        return model_from_file(spec.encoder, vocabulary.size, heads_of(spec), self.weights_of(run), plan)

    def weights_of(self, run: Run) -> Path:
        """The file of that checkpoint."""
        return choose_checkpoint(run.folder)[1] / MODEL

    def pairs(self, vocabulary: Vocabulary, segments: int, tasks: int = 0) -> Inputs:
        """Four passages of different lengths, padded; their second halves have segment 1 where there are segments, and
        each has one of the ``tasks``, where there are such."""
        lengths = torch.tensor([12, 5, 9, 1])[:, None]
        columns = torch.arange(12)
        real = columns < lengths
        ids = torch.randint(5, vocabulary.size, (4, 12))
        second = (columns >= lengths // 2) & real & (segments > 1)
        chosen = torch.arange(1, 5) % tasks if tasks else None
        return Inputs(torch.where(real, ids, vocabulary.pad_id), second.long(), real, tasks=chosen)

    def logits(self, model: Model, inputs: Inputs) -> Mapping[str, torch.Tensor]:
        """Logits of all heads, those of tokens [B, N, V] at all places."""
        with torch.no_grad():
            found = model(inputs, torch.arange(inputs.ids.numel()))
        size = inputs.ids.shape
        return {
            name: logits.unflatten(0, size) if len(logits) == inputs.ids.numel() else logits  # [B, N, V]
            for name, logits in found.items()
        }
