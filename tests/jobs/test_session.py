"""The warm child answers line by line, is started again after it died, and leaves nothing behind."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.core.errors import WorkbenchError
from workbench.jobs.session import InspectionSession

SERVER = """
import json, os, sys, time
for line in sys.stdin:
    request = json.loads(line)
    if request["do"] == "die":
        os._exit(3)
    if request["do"] == "sleep":
        time.sleep(30)
    if request["do"] == "babble":
        print("no json", flush=True)
        continue
    print(json.dumps({"pid": os.getpid(), "text": request.get("text")}), flush=True)
"""


@pytest.fixture
def session(tmp_path: Path) -> Iterator[InspectionSession]:
    """A session with a stand-in for the server."""
    environment = {**os.environ, "PYTHONUTF8": "1"}
    with InspectionSession([sys.executable, "-c", SERVER], environment, tmp_path / "probe.log") as opened:
        yield opened


def test_one_child_answers_many_questions(session: InspectionSession) -> None:
    assert not session.running
    first = session.ask({"do": "echo", "text": "北京\n"})
    assert first["text"] == "北京\n"
    assert session.ask({"do": "echo"})["pid"] == first["pid"]


@pytest.mark.parametrize("way", ["die", "babble"])
def test_a_child_that_fails_is_replaced(session: InspectionSession, way: str) -> None:
    first = session.ask({"do": "echo"})["pid"]
    with pytest.raises(WorkbenchError, match="process has ended"):
        session.ask({"do": way})
    assert not session.running
    assert session.ask({"do": "echo"})["pid"] != first


def test_a_late_answer_is_never_taken_for_the_next(session: InspectionSession) -> None:
    session.ask({"do": "echo"})
    with pytest.raises(WorkbenchError, match=r"not answered within 0\.2 s"):
        session.ask({"do": "sleep"}, timeout=0.2)
    assert session.ask({"do": "echo", "text": "new"})["text"] == "new"


def test_closing_leaves_no_thread_and_no_child(session: InspectionSession) -> None:
    before = threading.active_count()
    session.ask({"do": "echo"})
    session.close()
    session.close()
    assert not session.running
    assert threading.active_count() == before


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    session = InspectionSession([str(tmp_path / "none")], dict(os.environ), tmp_path / "log")
    with pytest.raises(WorkbenchError, match="does not start"):
        session.ask({})
