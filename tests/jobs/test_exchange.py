"""Checkpoint folders asked of the engine in a child: its words, and its refusals."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.jobs.command import EngineCommand, engine_command
from workbench.jobs.exchange import check_in_child, export_in_child, load_in_child
from workbench.spec.run import RunSpec
from workbench.store.load_report import LoadReport, Reshaped
from workbench.store.store import Store

REPORT = LoadReport("f", "bert", "BertModel", ("mlm",), ("a",), reshaped=(Reshaped("b", (1, 2), (3,)),))
Answering = Callable[[object], None]


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Answering:
    """Makes the engine a script that answers with this, and with its arguments."""

    def use(answer: object) -> None:
        path = tmp_path / "engine.py"
        text = f"import json, sys\nprint(json.dumps({{**{answer!r}, 'arguments': sys.argv[1:]}}))"
        path.write_text(text, encoding="utf-8")
        command = EngineCommand((sys.executable, str(path)), engine_command().environment)
        monkeypatch.setattr("workbench.jobs.asking.engine_command", lambda settings: command)

    return use


@pytest.fixture
def heard() -> dict[str, Report | Cancelled]:
    return {"progress": silent, "cancelled": never}


def test_a_report_comes_back_as_it_was(project: Project, answering: Answering, heard: dict[str, object]) -> None:
    answering({"report": json.loads(json.dumps(asdict(REPORT)))})
    assert check_in_child(project, Path("f"), **heard) == REPORT


def test_consent_is_handed_on(project: Project, answering: Answering, heard: dict[str, object]) -> None:
    answering({"number": 7})
    assert load_in_child(project, Path("f"), "-n", accept_missing=True, **heard) == 7


def test_a_refusal_is_its_sentence(project: Project, answering: Answering, heard: dict[str, object]) -> None:
    answering({"errors": [{"path": "", "message": "No weights."}]})
    with pytest.raises(WorkbenchError, match=r"^No weights\.$"):
        load_in_child(project, Path("f"), "n", accept_missing=False, **heard)


def test_a_checkpoint_is_named(project: Project, store: Store, answering: Answering, heard: dict[str, object]) -> None:
    answering({"folder": "g"})
    done = export_in_child(project, store.create_run(RunSpec(name="first")), 20, Path("g"), **heard)
    root = str(project.root)
    assert done["arguments"] == ["export", "1", "g", "--checkpoint", "20", "--json", "--project", root]
