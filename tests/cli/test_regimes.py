"""Regimes of tasks on the command line: the plan, what can't be, a run, and a sweep."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.core.events import EvalDone
from workbench.core.paths import Project
from workbench.spec.files import load_spec, save_spec
from workbench.spec.regimes import Regime, with_regime
from workbench.spec.run import RunSpec
from workbench.spec.task_plan import task_table
from workbench.store.store import Store

TASKS = """
[encoder]
layers = 1
hidden = 16
heads = 1
feed_forward = 16
positions = 48
[training]
steps = 400
warmup_steps = 0
length = 48
batch_size = 4
evaluate_every = 100
threads = 1
device = "cpu"
[[stages]]
name = "masked"
[[stages]]
name = "pairs"
tokens = []
passage = { kind = "next-sentence" }
[[stages]]
name = "order"
tokens = []
passage = { kind = "sentence-order" }
"""


@pytest.fixture
def tasks(tmp_path: Path) -> str:
    """A spec file of three tasks."""
    path = tmp_path / "tasks.toml"
    path.write_text(TASKS, encoding="utf-8")
    return str(path)


def test_the_plan_is_a_table_of_tasks_and_stages(capsys: pytest.CaptureFixture[str], tasks: str) -> None:
    command = ["describe", tasks, "--regime", "sequential", "--replay", "20", "--task-steps", "100"]
    assert main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    table = [line.split() for line in lines[lines.index("steps of each task by stage:") + 1 :]]
    assert table == [
        ["task", "1", "2", "3", "in", "all"],
        ["masked", "60", "20", "20", "100"],
        ["pairs", "–", "80", "20", "100"],
        ["order", "–", "–", "100", "100"],
        ["in", "all", "60", "100", "140", "300"],
    ]
    assert main([*command, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["plan"][1] == {"name": "pairs", "steps": [0, 80, 20], "total": 100}
    assert [(stage["group"], stage["steps"]) for stage in data["stages"]] == [
        (0, 60), (1, 20), (1, 80), (2, 20), (2, 20), (2, 100)
    ]  # fmt: skip
    assert [(stage["first_step"], stage["last_step"]) for stage in data["stages"]][-3:] == [(161, 300)] * 3


def test_the_plan_tells_the_warm_up_of_each_stage(
    capsys: pytest.CaptureFixture[str], tasks: str, tmp_path: Path
) -> None:
    spec = with_regime(load_spec(Path(tasks)), Regime.CONTINUAL)
    save_spec(spec, tmp_path / "kept.toml")
    settings = ["training.restart_schedule=true", "training.warmup_steps=5", "stages.1.warmup_steps=9"]
    command = ["describe", str(tmp_path / "kept.toml"), *(part for one in settings for part in ("--set", one))]
    assert main(command) == 0
    assert capsys.readouterr().out.splitlines()[-1].split() == ["warm-up", "5", "9", "5"]
    assert main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["warmups"] == [5, 9, 5]


def test_a_replay_need_not_be_given(capsys: pytest.CaptureFixture[str], tasks: str) -> None:
    assert main(["describe", tasks, "--regime", "sequential", "--task-steps", "100", "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)["plan"]
    assert [task["steps"] for task in plan] == [[60, 20, 20], [0, 80, 20], [0, 0, 100]]


def test_a_single_stage_has_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["describe", "--preset", "bert-tiny"]) == 0
    assert "steps of each task" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--regime", "sequential", "--replay", "67"], "Set a replay of 1 to 66 steps."),
        (["--regime", "continual", "--replay", "5"], "Leave --replay out."),
        (["--replay", "5"], "Leave --replay out."),
        (["--task-steps", "5"], "Set training.steps instead."),
        (["--regime", "continual", "--task-steps", "-5"], "as 1 or more"),
        (["--regime", "sequential", "--replay", "0"], "as 1 or more"),
        (["--regime", "sequential", "--task-steps", "1"], "1 step a task is too few"),
    ],
)
def test_what_does_not_go_is_said(
    capsys: pytest.CaptureFixture[str], tasks: str, options: list[str], words: str
) -> None:
    assert main(["describe", tasks, *options]) == 2
    assert words in capsys.readouterr().err


def test_a_run_is_trained_by_its_plan(capsys: pytest.CaptureFixture[str], tasks: str, folder: Path) -> None:
    """Its stages are written into its spec, so that nothing else need know of regimes."""
    place = ["--corpus", "letters", "--vocabulary", "signs", "--project", str(folder), "--json"]
    regime = ["--regime", "sequential", "--replay", "1", "--task-steps", "4", "--name", "turns"]
    assert main(["train", tasks, *regime, *place]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    trained = Counter(name for event in events if event["event"] == "step" for name in event["losses"])
    assert trained == {"mlm": 4, "next_sentence": 4, "sentence_order": 4}
    with Store.open(Project(folder)) as store:
        spec = store.run("turns").spec
    assert [(task.name, task.steps) for task in task_table(spec)] == [
        ("masked", (2, 1, 1)), ("pairs", (0, 3, 1)), ("order", (0, 0, 4))
    ]  # fmt: skip


def test_a_sweep_tries_regimes(capsys: pytest.CaptureFixture[str], tasks: str, folder: Path) -> None:
    place = ["--corpus", "letters", "--vocabulary", "signs", "--project", str(folder), "--name", "s", "--dry-run"]
    command = ["sweep", tasks, "--regimes", "multi-task,sequential", "--replay", "10", "--seeds", "1,2", *place]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert [line.split()[0] for line in told.splitlines()[1:]] == [
        "s-multi-task-seed1", "s-multi-task-seed2", "s-sequential-seed1", "s-sequential-seed2"
    ]  # fmt: skip
    assert [line.split("  ")[-1] for line in told.splitlines()[1::2]] == [
        "Multi-task: 133 a task", "Sequential multi-task: 133 a task, 10 in each later stage"
    ]  # fmt: skip
    assert "Warning" not in told, "both end with all tasks"
    assert main([*command, "--json"]) == 0
    specs = [RunSpec.model_validate_json(line) for line in capsys.readouterr().out.splitlines()]
    assert [(len(spec.stages), spec.seed, spec.training.steps) for spec in specs] == [
        (3, 1, 399), (3, 2, 399), (6, 1, 399), (6, 2, 399)
    ]  # fmt: skip
    assert main(["sweep", tasks, "--regimes", "continual,slow", *place]) == 2
    assert "“slow” is no regime." in capsys.readouterr().err
    assert main(["sweep", tasks, "--regimes", "continual", "--regime", "continual", *place]) == 2


def test_a_plan_can_be_kept_and_read_again(tasks: str, tmp_path: Path) -> None:
    spec = with_regime(load_spec(Path(tasks)), Regime.MULTI_TASK)
    save_spec(spec, tmp_path / "kept.toml")
    assert load_spec(tmp_path / "kept.toml") == spec
    assert "together = true" in (tmp_path / "kept.toml").read_text(encoding="utf-8")


def test_a_task_that_can_not_be_made_is_refused_before_the_first_step(
    capsys: pytest.CaptureFixture[str], tasks: str, folder: Path
) -> None:
    place = ["--corpus", "letters", "--vocabulary", "signs", "--project", str(folder), "--json"]
    assert main(["train", tasks, "--set", "stages.2.length=8", *place]) == 1
    told = capsys.readouterr().out
    assert "Sentence order can't be asked" in told
    assert '"event":"step"' not in told


def test_runs_of_orders_are_compared_by_what_seeds_gave(
    project: Project, tasks: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store.open(project) as store:
        for regime in (Regime.MULTI_TASK, Regime.CONTINUAL):
            for seed in (1, 2):
                own = with_regime(load_spec(Path(tasks)).model_copy(update={"seed": seed}), regime)
                run = store.create_run(own, name=f"{regime.value}-{seed}", sweep="orders")
                losses = {"mlm": 2.0 + seed / 10}
                done = EvalDone(run=run.name, time=1.0, step=9, loss=1.0, losses=losses, perplexity=2.0)
                store.record(run, [done])
    asked = ["runs", "compare", "--sweep", "orders", "--by", "seeds", "--project", str(project.root)]
    assert main(asked) == 0
    told = capsys.readouterr().out
    (line,) = (line.split() for line in told.splitlines() if line.startswith("eval/loss/mlm"))
    assert line == ["eval/loss/mlm", "2.150", "±", "0.071", "*", "2.150", "±", "0.071", "≈"]
    assert main([*asked, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [(row["name"], row["figures"]["eval/loss/mlm"]["count"]) for row in data["rows"]] == [
        ("multi-task", 2), ("continual", 2)
    ]  # fmt: skip
    assert [row["figures"]["eval/loss"]["verdict"] for row in data["rows"]] == [None, None]
    named = ["runs", "compare", "--by", "seeds", "1", "multi-task-1", "3", "--project", str(project.root), "--json"]
    assert main(named) == 0
    assert [row["runs"] for row in json.loads(capsys.readouterr().out)["rows"]] == [[1], [3]], (
        "one run is one measurement"
    )
    assert main(["runs", "compare", "1", "multi-task-1", "--project", str(project.root)]) == 2
    assert main(["runs", "compare", "--sweep", "", "--by", "seeds", "--project", str(project.root)]) == 2
    assert "There is no sweep “”." in capsys.readouterr().err
    assert main(["runs", "compare", "1", "3", "--json", "--project", str(project.root)]) == 0
    assert [words.partition(":")[0] for words in json.loads(capsys.readouterr().out)["differing"]["regime"]] == [
        "Multi-task", "Continual"
    ]  # fmt: skip
