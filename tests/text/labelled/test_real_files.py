"""Real labelled files, where they are on the machine: every example is read, and every entity comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.paths import Project
from workbench.text.labelled.alignment import reach_of
from workbench.text.labelled.encoding import InputForm, encode
from workbench.text.labelled.reading import read_labelled
from workbench.text.labelled.records import TaskKind
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import find_vocabulary


@pytest.mark.parametrize(
    ("name", "kind", "examples"),
    [
        ("chnsenticorp_train.tsv.gz", TaskKind.CLASSIFICATION, 9600),
        ("ocnli_dev.tsv.gz", TaskKind.PAIR, 2950),
        ("stsb_zh_dev.tsv.gz", TaskKind.REGRESSION, 1458),
        ("qbqtc_ir_relevance_test_public.tsv.gz", TaskKind.PAIR, 4994),
        ("discourse_gcdt_train.tsv.gz", TaskKind.PAIR, 6454),
        ("ner_weibo_train.bio.gz", TaskKind.TAGGING, 1178),
    ],
)
def test_every_example_is_read(shared_data: Path, name: str, kind: TaskKind, examples: int) -> None:
    found = read_labelled(shared_data / "4_tasks" / name)
    assert (found.kind, len(found.examples), found.skipped) == (kind, examples, 0)


@pytest.mark.parametrize(
    ("vocabulary", "apart"), [("bert-base-chinese/vocab.txt", 0), ("roberta-bpe", 0), ("wobert/vocab.txt", 13)]
)
def test_entities_come_back_through_every_kind_of_vocabulary(
    shared_data: Path, project: Project, vocabulary: str, apart: int
) -> None:
    examples = read_labelled(shared_data / "4_tasks" / "ner_weibo_train.bio.gz").examples
    tokenizer = Tokenizer(find_vocabulary(project, shared_data / "5_vocabs" / vocabulary))
    reach = reach_of(examples, encode(examples, tokenizer, InputForm(512)).alignments)
    assert (reach.entities, reach.cut, len(reach.apart)) == (1456, 0, apart)
