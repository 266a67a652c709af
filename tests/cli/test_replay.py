"""``workbench replay`` as scripts use it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.core.paths import Project
from workbench.core.versions import versions
from workbench.masking.export_reader import read_export
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.replay import replay_run
from workbench.store.store import Store
from workbench.text.corpus import delete_corpus, import_corpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind, save_vocabulary


@pytest.fixture
def run(project: Project, tmp_path: Path) -> str:
    """A run of 20 steps of 6 passages in 3 parts, not begun; its batches are known already."""
    draw = random.Random(3)
    letters = "长江发源于青藏高原北京清华大学"
    file = tmp_path / "text.txt"
    file.write_text("\n\n".join("".join(draw.choices(letters, k=30)) + "。" for _ in range(40)), encoding="utf-8")
    corpus = import_corpus(project, "river", [file], ImportSettings())
    vocabulary = Vocabulary.make(
        "letters", VocabularyKind.CHARACTER, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *sorted({*letters, "。"})]
    )
    save_vocabulary(project, vocabulary)
    overrides = ["training.steps=20", "training.batch_size=6", "training.accumulation=3", "training.length=16"]
    spec = apply_overrides(RunSpec(corpus="river", vocabulary="letters", seed=4), overrides)
    with Store.open(project) as store:
        store.create_run(
            spec,
            name="first",
            corpus_fingerprint=corpus.fingerprint,
            vocabulary_fingerprint=vocabulary.fingerprint,
            versions=versions(),
        )
    return "first"


def replay(project: Project, *arguments: str) -> int:
    return main(["replay", *arguments, "--project", str(project.root)])


def test_the_passages_of_a_step(project: Project, run: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(project, run, "--step", "7", "--json") == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["step"], one["part"], one["row"]) for one in printed] == [
        (7, 1, 1), (7, 1, 2), (7, 2, 3), (7, 2, 4), (7, 3, 5), (7, 3, 6),
    ]  # fmt: skip
    with Store.open(project) as store:
        batch = replay_run(store.run(run)).batch(7)
    ids = [number for part in batch.parts for number in part.input_ids.tolist()]
    assert [number for one in printed for number in one["input_ids"]] == ids

    assert replay(project, run, "--step", "7", "--row", "3", "--json") == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == printed[2:3]


def test_for_people(project: Project, run: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(project, run, "--step", "20", "--row", "1") == 0
    place, passage, rate = capsys.readouterr().out.splitlines()
    with Store.open(project) as store:
        batch = replay_run(store.run(run)).batch(20)
    assert place == (
        f"step 20: stage 1 “main”, epoch {batch.epoch + 1}, batch {batch.batch + 1} (6 passages, parts: 3)"
    )
    assert "→" in passage
    assert "%" in rate


def step_of(path: Path) -> int:
    step: int = json.loads(path.read_text(encoding="utf-8").splitlines()[0])["step"]
    return step


def test_a_batch_goes_to_a_file(project: Project, run: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "step.jsonl"
    assert replay(project, run, "--step", "7", "--out", str(path), "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"out": str(path), "passages": 6}
    export = read_export(path)
    assert (export.head["run"], export.head["step"]) == ({"name": "first", "number": 1}, 7)
    assert export.head["corpus"]["name"] == "river"
    assert len(list(export.passages)) == 6
    assert replay(project, run, "--step", "8", "--out", str(path)) == 2
    assert (
        "step.jsonl is there already. Choose another name, or write over it with --overwrite."
        in capsys.readouterr().err
    )
    assert step_of(path) == 7
    assert replay(project, run, "--step", "8", "--out", str(path), "--overwrite") == 0
    assert step_of(path) == 8
    assert replay(project, run, "--step", "7", "--out", str(tmp_path / "step.csv")) == 0
    assert replay(project, run, "--step", "7", "--out", str(tmp_path / "step.xls")) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("first", "--step", "21"), "There is no step 21: the run has the steps 1 to 20."),
        (("first", "--step", "0"), "There is no step 0"),
        (("first", "--step", "1", "--row", "7"), "There is no passage 7: the batch has the passages 1 to 6."),
        (("frist", "--step", "1"), "Did you mean “first”?"),
    ],
)
def test_mistakes(
    project: Project, run: str, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    assert replay(project, *arguments) == 2
    captured = capsys.readouterr()
    assert words in captured.err
    assert not captured.out


def test_a_run_whose_text_is_gone(project: Project, run: str, capsys: pytest.CaptureFixture[str]) -> None:
    delete_corpus(project, "river")
    assert replay(project, run, "--step", "1") == 1
    assert "The corpus “river” of the run is no longer there." in capsys.readouterr().err


def test_answers_are_told_in_words(project: Project, run: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the passage with what is behind it, and of its tokens."""
    asking = [
        "stages.0.passage.kind=sentence-distance",
        "stages.0.tokens=[{ kind = 'mlm' }, { kind = 'token-document' }]",
        "encoder.segments=2",
    ]
    with Store.open(project) as store:
        text = "长江发源于青藏高原。北京清华大学。长江。清华大学北京。"
        file = project.root / "talk.txt"
        file.write_text("\n\n".join([text] * 8), encoding="utf-8")
        import_corpus(project, "talk", [file], ImportSettings())
        spec = store.run(run).spec.model_copy(update={"corpus": "talk"})
        store.create_run(apply_overrides(spec, asking), name="asking", versions=versions())
    assert replay(project, "asking", "--step", "3", "--json") == 0
    for line in capsys.readouterr().out.splitlines():
        one = json.loads(line)
        assert one["asked"] == "Sentence distance"
        assert one["answer"] == ("neighbours", "of one document, apart", "of two documents")[one["label"]]
        documents = {piece["document"] for piece in one["behind"]["pieces"]}
        assert (len(documents) == 2) == (one["label"] == 2)
        assert len(one["answers"]["token_document"]) == len(one["tokens"])
    assert replay(project, "asking", "--step", "3", "--row", "1") == 0
    output = capsys.readouterr().out
    assert "Sentence distance: " in output
    assert "  document " in output
    assert "Token–document: only here " in output
