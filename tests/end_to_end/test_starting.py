"""A run that begins with the weights of an earlier one: by name, by step, from a folder, and with added words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from workbench.cli import main
from workbench.core.paths import Project
from workbench.model.growing import WORD_TABLE
from workbench.model.weights import load_tensors
from workbench.store.checkpoints import checkpoint_folders
from workbench.store.store import Store
from workbench.text.vocabulary import find_vocabulary
from workbench.text.vocabulary_growth import Places, add_words, plan_additions
from workbench.train.loop import Trainer

TINY = [
    "encoder.layers=1", "encoder.hidden=16", "encoder.heads=2", "encoder.feed_forward=32", "encoder.positions=34",
    "training.length=32", "training.batch_size=4", "training.steps=4", "training.warmup_steps=1",
    "training.evaluate_every=2", "training.checkpoint_every=2", "training.evaluation_passages=4",
    "training.device=cpu", "training.threads=1",
]  # fmt: skip
LetterFiles = Callable[[Path], tuple[Path, Path]]
Terminal = Callable[..., tuple[int, list[dict[str, Any]], str]]
Weights = dict[str, torch.Tensor]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, letter_files: LetterFiles) -> Project:
    """A project with a corpus, a vocabulary of letters and a run of four steps, named parent."""
    folder = tmp_path_factory.mktemp("starting")
    text, letters = letter_files(folder)
    place = ("--project", str(folder / "项目"))
    settings = [part for setting in TINY for part in ("--set", setting)]
    made = ["train", "--preset", "roberta-tiny", "--corpus", str(text), "--vocabulary", str(letters), *settings]
    assert main([*made, "--set", "training.keep_checkpoints=5", "--name", "parent", *place]) == 0
    project = Project(folder / "项目")
    add_words(project, plan_additions(find_vocabulary(project, "letters"), ["abc", "ji"], Places.GROW), "grown")
    return project


@pytest.fixture
def train(project: Project, capsys: pytest.CaptureFixture[str]) -> Terminal:
    """Trains with options; returns the code, the events and what stood on standard error."""

    def call(*arguments: str) -> tuple[int, list[dict[str, Any]], str]:
        settings = [part for setting in TINY for part in ("--set", setting)]
        common = ["train", "--preset", "roberta-tiny", "--corpus", "text", *settings, "--project", str(project.root)]
        code = main([*common, "--json", *arguments])
        told = capsys.readouterr()
        return code, [json.loads(line) for line in told.out.splitlines()], told.err

    return call


@pytest.fixture
def first_weights(monkeypatch: pytest.MonkeyPatch) -> list[Weights]:
    """The weights with which runs begin, before their first step."""
    seen: list[Weights] = []
    begin = Trainer.train

    def looking(trainer: Trainer) -> bool:
        seen.append({name: value.clone() for name, value in trainer.model.state_dict().items()})
        return begin(trainer)

    monkeypatch.setattr(Trainer, "train", looking)
    return seen


def saved(project: Project, run: str, step: int) -> Weights:
    with Store.open(project) as store:
        folder = store.run(run).folder
    return load_tensors(checkpoint_folders(folder)[step] / "model.safetensors")


def start_of(project: Project, run: str) -> str:
    with Store.open(project) as store:
        return store.run(run).spec.training.start_from


def test_the_weights_of_a_run_and_of_a_step_are_where_another_begins(
    project: Project, train: Terminal, first_weights: list[Weights]
) -> None:
    for wanted, step, name in (("parent", 4, "newest"), ("parent@2", 2, "early")):
        code, events, _ = train("--vocabulary", "letters", "--start-from", wanted, "--name", name)
        assert (code, events[-1]["outcome"]) == (0, "done")
        expected, begun = saved(project, "parent", step), first_weights.pop()
        assert begun.keys() == expected.keys()
        assert all(torch.equal(begun[weight], expected[weight]) for weight in expected)
        assert start_of(project, name) == f"parent@{step}"
        assert not any(event["event"] == "warning" for event in events)
    assert not torch.equal(saved(project, "newest", 4)[WORD_TABLE], saved(project, "parent", 4)[WORD_TABLE])


def test_weights_that_went_out_and_in_again_are_where_another_begins(
    project: Project, train: Terminal, first_weights: list[Weights], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ("--project", str(project.root))
    assert main(["export", "parent", str(tmp_path / "out"), *place]) == 0
    assert main(["load", str(tmp_path / "out"), "--name", "back", *place]) == 0
    capsys.readouterr()
    code, events, _ = train("--vocabulary", "letters", "--start-from", "back", "--name", "onwards")
    assert (code, events[-1]["outcome"]) == (0, "done")
    expected, begun = saved(project, "parent", 4), first_weights.pop()
    expected["encoder.embeddings.position.weight"][0] = 0.0  # no token has this row
    assert all(torch.equal(begun[weight], expected[weight]) for weight in expected)
    assert start_of(project, "onwards") == "back@0"


def test_added_words_begin_as_their_rule_says_and_all_other_rows_stay(
    project: Project, train: Terminal, first_weights: list[Weights]
) -> None:
    code, events, _ = train("--vocabulary", "grown", "--start-from", "parent")
    assert (code, events[-1]["outcome"]) == (0, "done")
    old, new = saved(project, "parent", 4), first_weights.pop()
    parent, grown = find_vocabulary(project, "letters"), find_vocabulary(project, "grown")
    assert grown.size == parent.size + 2
    assert torch.equal(new[WORD_TABLE][: parent.size], old[WORD_TABLE])
    for word, pieces in (("abc", ("a", "##b", "##c")), ("ji", ("j", "##i"))):
        rows = old[WORD_TABLE][[parent.ids_by_token[piece] for piece in pieces]]
        torch.testing.assert_close(new[WORD_TABLE][grown.ids_by_token[word]], rows.mean(0))
    others = [name for name in old if name != WORD_TABLE and old[name].shape == new[name].shape]
    assert len(others) > 15
    assert all(torch.equal(new[name], old[name]) for name in others)


def test_heads_that_the_weights_lack_begin_anew_and_that_is_said(
    project: Project, train: Terminal, first_weights: list[Weights]
) -> None:
    pairs = ["--set", "stages.0.passage.kind=next-sentence", "--set", "encoder.pooler=true", "--set",
             "encoder.segments=2"]  # fmt: skip
    code, events, _ = train("--vocabulary", "letters", "--name", "with pooler", *pairs[2:])
    assert code == 0
    first_weights.clear()
    code, events, _ = train("--vocabulary", "letters", "--start-from", "with pooler", *pairs)
    assert code == 0
    (warning,) = (event for event in events if event["event"] == "warning")
    assert warning["values"] == {"start": "with pooler@4", "heads": ["{item}", {"item": "next_sentence"}]}
    old, new = saved(project, "with pooler", 4), first_weights.pop()
    assert all(torch.equal(new[name], old[name]) for name in old)


def test_tables_of_tasks_and_roles_may_be_added_to_weights_that_have_none(
    project: Project, train: Terminal, first_weights: list[Weights]
) -> None:
    added = ["--set", "encoder.task_types=4", "--set", "encoder.roles=2", "--set", "stages.0.task=3"]
    code, events, error = train("--vocabulary", "letters", "--start-from", "parent@2", *added, "--name", "with tables")
    assert code == 0, error
    (warning,) = (event for event in events if event["event"] == "warning")
    assert warning["kind"] == "fresh-tables"
    assert warning["values"]["start"] == "parent@2"
    assert json.dumps(warning["values"]).count("_table") == 2
    old, new = saved(project, "parent", 2), first_weights.pop()
    assert new.keys() - old.keys() == {"encoder.embeddings.task.weight", "encoder.embeddings.role.weight"}
    assert all(torch.equal(new[name], old[name]) for name in old)
    code, _, error = train("--vocabulary", "letters", "--start-from", "with tables", "--set", "encoder.task_types=5")
    assert code != 0
    assert "Task types 4, here 5" in error


def test_a_folder_is_found_from_another_project(
    project: Project, train: Terminal, first_weights: list[Weights], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(project) as store:
        run_folder = store.run("parent").folder
    expected = saved(project, "parent", 2)
    monkeypatch.chdir(run_folder / "checkpoints")
    text, letters = project.root.parent / "text.txt", project.root.parent / "letters.txt"
    code, _, error = train(
        "--corpus", str(text), "--vocabulary", str(letters), "--start-from", "step-00000002",
        "--project", str(tmp_path / "other"), "--name", "far",
    )  # fmt: skip
    assert code == 0, error
    begun = first_weights.pop()
    assert all(torch.equal(begun[weight], expected[weight]) for weight in expected)
    assert start_of(Project(tmp_path / "other"), "far") == str((run_folder / "checkpoints/step-00000002").resolve())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["--vocabulary", "letters", "--start-from", "parent", "--set", "encoder.layers=2"],
            "training.start_from: The weights of “parent@4” are of another architecture: Encoder › Layers 1, here 2.",
        ),
        (["--vocabulary", "letters", "--start-from", "nobody"], "There is no run “nobody”."),
        (["--vocabulary", "letters", "--start-from", "parent@3"], "no checkpoint of step 3. There are: 2, 4."),
        (
            ["--vocabulary", "letters", "--start-from", "/"],
            "/ holds no weights to start from. Give the folder of a run",
        ),
    ],
)
def test_what_does_not_fit_is_one_sentence_and_no_run_is_made(
    project: Project, train: Terminal, arguments: list[str], told: str
) -> None:
    with Store.open(project) as store:
        before = len(store.runs())
    code, _, error = train(*arguments)
    assert code == 2
    assert told in error
    assert error.count("\n") == 1
    with Store.open(project) as store:
        assert len(store.runs()) == before


def test_another_vocabulary_is_refused(project: Project, train: Terminal, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\n", encoding="utf-8")
    code, _, error = train("--vocabulary", str(other), "--start-from", "parent")
    assert code == 2
    assert "“other” is neither that of the weights of “parent@4”, which is “letters”, nor made from it. Choose" in error
