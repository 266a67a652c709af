"""A child that repeats steps: heard, cancelled, and missed when it dies."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Progress
from workbench.core.translation import messages
from workbench.jobs.command import EngineCommand, engine_command
from workbench.jobs.proving import prove_in_child
from workbench.spec.run import RunSpec
from workbench.store.proof import Proof, Verdict, proof_text
from workbench.store.records import Run
from workbench.store.store import Store

PROOF = Proof(Verdict.EQUAL, 3, 4, 9.0, points=7)
PROGRESS = '{"done": 1, "total": 2, "unit": "steps", "phase": "repeating steps"}'
Script = Callable[[str], None]


@pytest.fixture
def run(store: Store) -> Run:
    return store.create_run(RunSpec(name="first"))


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Script:
    """Makes a script the engine."""

    def use(text: str) -> None:
        path = tmp_path / "engine.py"
        path.write_text(text, encoding="utf-8")
        command = EngineCommand((sys.executable, str(path)), engine_command().environment)
        monkeypatch.setattr("workbench.jobs.asking.engine_command", lambda settings: command)

    return use


def test_progress_comes_and_the_verdict_is_that_of_the_store(
    project: Project, store: Store, run: Run, script: Script
) -> None:
    store.update(run, proof=proof_text(PROOF))
    script(f"""import sys
assert sys.argv[1:] == ["prove", "{run.id}", "--json", "--project", {str(project.root)!r}]
print('{PROGRESS}')
print('{{"verdict": "equal"}}')""")
    told: list[Progress] = []
    assert prove_in_child(project, run, progress=told.append, cancelled=lambda: False) == PROOF
    assert [(progress.done, progress.total) for progress in told] == [(1, 2)]


def test_a_refusal_is_its_sentence(project: Project, run: Run, script: Script) -> None:
    script("""print('{"errors": [{"path": "", "message": "No steps. {braces}"}]}')""")
    with pytest.raises(WorkbenchError, match=r"^No steps. {braces}$"):
        prove_in_child(project, run, progress=print, cancelled=lambda: False)


def test_a_refusal_is_said_in_the_language_of_who_asked(project: Project, run: Run, script: Script) -> None:
    """Not in that of the child, which the system may have given another."""
    script("""import os, sys
os.environ["LC_ALL"] = "zh_CN.UTF-8"
from workbench.cli.output import print_error
from workbench.core.errors import WorkbenchError
sys.exit(print_error(WorkbenchError("The run {name} is still at work.", "Stop it.", name="r"), as_json=True))""")
    with pytest.raises(WorkbenchError) as refused:
        prove_in_child(project, run, progress=print, cancelled=lambda: False)
    assert refused.value.render() == "The run r is still at work. Stop it."
    chinese = messages("zh_CN")
    assert refused.value.render(lambda text: chinese.get(text, text)).startswith(
        chinese["The run {name} is still at work."].format(name="r")
    )


def test_a_child_that_dies_is_told_with_its_last_words(project: Project, run: Run, script: Script) -> None:
    script("import sys; print('{}'); sys.exit('broken')")
    with pytest.raises(RuntimeError, match="broken"):
        prove_in_child(project, run, progress=print, cancelled=lambda: False)


def test_cancel_ends_the_child(project: Project, run: Run, script: Script) -> None:
    script(f"import time\nprint('{PROGRESS}', flush=True)\ntime.sleep(600)")
    told: list[Progress] = []
    others = psutil.Process().children()
    begin = time.monotonic()
    with pytest.raises(StoppedError):
        prove_in_child(project, run, progress=told.append, cancelled=lambda: bool(told))
    assert time.monotonic() - begin < 300
    assert psutil.Process().children() == others
