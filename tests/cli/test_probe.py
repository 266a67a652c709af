"""``probe``: one run on one file, many on many, again without doing anything twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.cli import main
from workbench.core.paths import Project, sample_data
from workbench.model.build import build_model, heads_of
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.spec.task import Pooling, TaskSpec
from workbench.spec.task_files import save_task
from workbench.spec.training import TrainingSpec
from workbench.store.queue import RunQueue
from workbench.store.store import Store
from workbench.text.vocabulary import Vocabulary, VocabularyKind, save_vocabulary
from workbench.train.checkpoint import Content, State, save_checkpoint
from workbench.train.optim import Optimizer

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
QUICK = ["--set", "epochs=2", "--threads", "1", "--seeds", "2"]


@pytest.fixture
def trained(project: Project) -> Project:
    """Two runs “one-1” and “one-2” that differ in their seed, with a checkpoint each at steps 3 and 7."""
    text = sample_data("zh", "sentiment_train.tsv").read_text(encoding="utf-8")
    vocabulary = Vocabulary.make("chars", VocabularyKind.CHARACTER, [*SPECIAL, *sorted(set(text) - set("\n\t "))])
    save_vocabulary(project, vocabulary)
    small = ["encoder.layers=1", "encoder.hidden=16", "encoder.heads=2", "encoder.feed_forward=32",
             "encoder.positions=40", "training.length=40"]  # fmt: skip
    for seed in (1, 2):
        spec = apply_overrides(RunSpec(vocabulary="chars", corpus="none", seed=seed), small)
        with Store.open(project) as store:
            run = store.create_run(spec, name=f"one-{seed}", vocabulary_fingerprint=vocabulary.fingerprint)
            store.update(run, step=7, status="done")
        model = build_model(spec.encoder, vocabulary.size, heads_of(spec))
        (run.folder / "checkpoints").mkdir()
        for step in (3, 7):
            content = Content(model, Optimizer(model, TrainingSpec()), State(step=step))
            save_checkpoint(run.folder / "checkpoints", content)
    return project


def probe(project: Project, *arguments: str) -> int:
    return main(["probe", *arguments, "--project", str(project.root)])


def last_json(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return found


SAMPLE = str(sample_data("zh", "sentiment_train.tsv"))


def test_a_run_on_a_file(trained: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert probe(trained, "one-1", "--task", SAMPLE, *QUICK) == 0
    printed = capsys.readouterr().out
    assert "trained weights       2      0." in printed
    assert "random weights        2      0." in printed
    assert "most frequent answer  1      0.5000" in printed
    assert "class  precision  recall  f1      examples" in printed
    with Store.open(trained) as store:
        (task,) = store.tasks_of("one-1")
        assert (task.name, task.status.value, task.spec.training.start_from) == ("one-1-sentiment", "done", "one-1@7")
        assert RunQueue(store).runs() == []


def test_what_was_done_is_not_done_again(trained: Project, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert probe(trained, "one-1", "--task", SAMPLE, "--kind", "classification", *QUICK, "--json") == 0
    found = last_json(capsys)
    assert [task["name"] for task in found["tasks"]] == ["one-1-sentiment"]
    assert set(found["tasks"][0]["spread"]) == {"trained", "random", "majority"}
    assert len(found["tasks"][0]["results"]) == 5
    assert probe(trained, "one-1", "--task", SAMPLE, *QUICK, "--again") == 0
    assert probe(trained, "one-1", "--task", SAMPLE, *QUICK, "--checkpoint", "3") == 0
    with Store.open(trained) as store:
        assert [task.spec.training.start_from for task in store.tasks_of("one-1")] == ["one-1@7", "one-1@7", "one-1@3"]


def test_runs_by_tasks_through_the_queue(trained: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_task(TaskSpec(file=SAMPLE, pooling=Pooling.FIRST), tmp_path / "first.toml")
    wanted = ["--runs", "one-1,one-2", "--task", SAMPLE, "--task", str(tmp_path / "first.toml"), *QUICK]
    assert probe(trained, *wanted, "--queue") == 0
    assert "4 runs wait in the queue" in capsys.readouterr().out
    assert probe(trained, "one-1", "--task", SAMPLE, *QUICK) == 0
    with Store.open(trained) as store:
        assert len(RunQueue(store).runs()) == 3, "one of the four is done, the others still wait"
    assert probe(trained, *wanted) == 0
    capsys.readouterr()
    assert probe(trained, "--runs", "one-1,one-2", "--table") == 0
    lines = capsys.readouterr().out.splitlines()
    assert "sentiment (probe, accuracy)" in lines[0]
    assert lines[1].startswith("one ")
    assert "(n=2) *" in lines[1]
    assert any(line.startswith("Not distinguishable from the best") for line in lines)
    assert probe(trained, "--runs", "one-1,one-2", "--table", "--json") == 0
    found = last_json(capsys)
    assert [model["runs"] for model in found["models"]] == [[1, 2], [], []]
    assert [(cell["verdict"], cell["count"]) for cell in found["cells"] if cell["model"] == 0] == [("best", 2)] * 2


def test_fine_tuning_from_a_terminal(trained: Project) -> None:
    assert probe(trained, "one-1", "--task", SAMPLE, *QUICK, "--fine-tune", "--set", "random_weights=false") == 0
    with Store.open(trained) as store:
        (task,) = store.tasks_of("one-1")
        assert task.name == "one-1-sentiment-tuned"
        assert task.spec.task is not None
        assert task.spec.task.random_weights is False


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["one-1"], "No task is given"),
        (["--task", SAMPLE], "No run is given"),
        (["one-1", "--task", "none.tsv"], "There is no file"),
        (["none", "--task", SAMPLE], "There is no run “none”"),
        (["one-1", "--task", SAMPLE, "--kind", "tagging"], "holds no tags"),
        (["one-1", "--task", SAMPLE, "--checkpoint", "5"], "no checkpoint of step 5"),
        (["one-1", "--task", SAMPLE, "--set", "epoch=1"], "There is no setting “epoch”"),
        (["one-1", "one-2", "--task", SAMPLE, "--name", "x"], "A name is for one run on one task"),
        (["one-1", "--task", SAMPLE, "--dev", "none.tsv"], "There is no file or folder none.tsv"),
        (["one-1", "--task", SAMPLE, "--test", "none.tsv"], "There is no file or folder none.tsv"),
        (["one-1", "--task", SAMPLE, "--set", "length=1000"], "tokens, not 1000"),
        (["one-1", "--task", SAMPLE, "--kind", "pair"], "has no second text"),
        (["one-1", "--task", "ONE-CLASS"], "no two classes to tell apart"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    trained: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    one_class = tmp_path / "one.tsv"
    one_class.write_text("text\tlabel\n" + "".join(f"line {number}\tgood\n" for number in range(20)))
    arguments = [str(one_class) if argument == "ONE-CLASS" else argument for argument in arguments]
    assert probe(trained, *arguments) != 0
    assert message in capsys.readouterr().err
    with Store.open(trained) as store:
        assert not store.tasks_of("one-1"), "nothing was made"


def test_a_run_in_the_trash_is_not_tried(trained: Project, capsys: pytest.CaptureFixture[str]) -> None:
    with Store.open(trained) as store:
        store.delete("one-1")
    assert probe(trained, "one-1", "--task", SAMPLE, *QUICK) != 0
    assert "lies in the trash" in capsys.readouterr().err
    with Store.open(trained) as store:
        store.restore("one-1")
        assert not store.tasks_of("one-1")


def test_a_task_has_no_tasks(trained: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert probe(trained, "one-1", "--task", SAMPLE, *QUICK, "--queue") == 0
    assert probe(trained, "one-1-sentiment", "--task", SAMPLE, *QUICK) != 0
    assert "is a task itself" in capsys.readouterr().err
