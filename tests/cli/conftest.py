"""What several commands are tried on."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.paths import Project
from workbench.text.corpus import import_corpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind, save_vocabulary


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with a corpus of letters and a vocabulary for it."""
    project = Project(tmp_path / "project").create()
    text = tmp_path / "letters.txt"
    text.write_text("\n\n".join(f"abc bcd cde {'def ' * n}. fgh abc.\nbead face." for n in range(1, 30)), "utf-8")
    import_corpus(project, "letters", [text], ImportSettings(evaluation_share=0.2))
    signs = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", *map(chr, range(97, 123))]
    save_vocabulary(project, Vocabulary.make("signs", VocabularyKind.CHARACTER, signs))
    return project.root
