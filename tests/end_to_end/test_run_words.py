"""Why a run ended is said in the language of whoever looks: from the engine to table, notice and terminal."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
import torch

from workbench.cli import main
from workbench.core.errors import WorkbenchError
from workbench.core.events import event_from_json
from workbench.core.paths import Project
from workbench.core.translation import messages
from workbench.gui.panels.runs_comparison import compare_runs
from workbench.gui.panels.training_controls import ChosenRun, RunControls
from workbench.gui.panels.training_end_message import end_words
from workbench.gui.panels.training_log import event_words
from workbench.gui.panels.training_notices import failure_notice
from workbench.store.checkpoints import Newest
from workbench.store.records import Command, Run
from workbench.store.store import Store
from workbench.train.examples import Prepared
from workbench.train.loop import Trainer
from workbench.train.meter import StepResult
from workbench.train.run import run_engine

NewRun = Callable[..., Run]

CHINESE = messages("zh_CN")
NO_MEMORY = CHINESE["The memory of {device} is too small for {part} sequences of {length} tokens at a time."].format(
    device="cpu", part=8, length=48
)
TRY = CHINESE["Try training.accumulation={more}: the same batch in parts of {smaller} sequences."].format(
    more=2, smaller=4
)
AT_ONCE = "Stopped at once; steps after the last checkpoint are lost."


def row_of(project: Project, run: Run) -> Run:
    """The run as it is now."""
    with Store.open(project) as store:
        return store.run(run.id)


@pytest.fixture
def failed(project: Project, new_run: NewRun, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A run whose engine found too little memory."""
    run = new_run()

    def fail(self: Trainer, prepared: Prepared) -> StepResult:
        raise torch.OutOfMemoryError("CUDA out of memory")

    with monkeypatch.context() as patch:
        patch.setattr(Trainer, "take_step", fail)
        with pytest.raises(WorkbenchError, match="too small for 8 sequences"):
            run_engine(run.folder)
    return row_of(project, run)


@pytest.mark.usefixtures("chinese")
def test_a_failure_is_told_in_the_windows_language_everywhere(project: Project, failed: Run) -> None:
    why = f"{NO_MEMORY}{TRY}"
    assert failure_notice(failed).text.endswith(why)
    assert end_words(failed, None).endswith(why)
    with Store.open(project) as store:
        ended = event_from_json(store.events(failed)[-1])
    assert event_words(ended).endswith(why)
    (message,) = [row[1] for row in compare_runs(project, [failed.id]).settings if row[0] == CHINESE["Message"]]
    assert message == why
    controls = RunControls()
    controls.show_run(ChosenRun(failed, Newest(), ()))
    assert controls._state.text().endswith(why)
    controls.deleteLater()


def test_the_terminal_says_it_in_its_own_and_scripts_read_english(
    project: Project, failed: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ["--project", str(project.root)]
    assert main(["runs", "show", str(failed.id), *place]) == 0
    english = f"message: {failed.message}"
    assert english in capsys.readouterr().out.splitlines()
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert main(["runs", "show", str(failed.id), *place]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert f"message: {NO_MEMORY}{TRY}" in shown
    assert not any(line.startswith("words:") for line in shown), "said once"
    assert main(["runs", "list", *place]) == 0
    assert f" {CHINESE['failed']} " in capsys.readouterr().out
    assert main(["runs", "show", str(failed.id), *place, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["message"] == failed.message
    assert data["message"].startswith("The memory of cpu is too small for 8 sequences of 48 tokens at a time. Try")
    assert data["words"][1]["text0"][1]["part"] == 8, "every value is there as it was"


@pytest.fixture
def stopped_in_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has runs asked to stop at once while they compute a step."""
    take_step = Trainer.take_step

    def stopping(self: Trainer, prepared: Prepared) -> StepResult:
        self.control.wish(Command.STOP_NOW)
        return take_step(self, prepared)

    monkeypatch.setattr(Trainer, "take_step", stopping)


@pytest.mark.usefixtures("stopped_in_a_step")
def test_training_in_a_chinese_terminal_ends_in_chinese(
    project: Project, new_run: NewRun, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert main(["resume", new_run(name="zh").name, "--project", str(project.root)]) == 3
    ending = capsys.readouterr().out.splitlines()[-2:]
    assert ending == [CHINESE["Ended: {outcome}"].format(outcome=CHINESE["stopped"]), CHINESE[AT_ONCE]]


@pytest.mark.usefixtures("stopped_in_a_step")
def test_events_for_scripts_keep_the_english(
    project: Project, new_run: NewRun, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert main(["resume", new_run(name="scripts").name, "--project", str(project.root), "--json"]) == 3
    ended = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (ended["event"], ended["message"], ended["words"]) == ("ended", AT_ONCE, [AT_ONCE, {}])
