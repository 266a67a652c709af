"""Several programs on one database: what one has open, another leaves alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from workbench.core.paths import Project
from workbench.spec.run import RunSpec
from workbench.store.store import Store

_NOTE = """
import sys
from pathlib import Path
from workbench.core.paths import Project
from workbench.store.store import Store
with Store.open(Project(Path(sys.argv[1]))) as store:
    store.update(1, note=sys.argv[2])
"""


def note_from_another_program(project: Project, note: str) -> None:
    subprocess.run([sys.executable, "-c", _NOTE, str(project.root), note], check=True)


def test_the_log_stays_while_a_store_is_open(project: Project, spec: RunSpec) -> None:
    """A program that closes the database takes the log along unless another holds a lock on the file, and a program's
    locks are gone once it has opened and closed the file itself, for whatever purpose."""
    with Store.open(project) as store:
        run = store.create_run(spec)
    with Store.open(project) as window:  # its log is empty
        with Store.open(project):  # a piece of its work in the background
            pass
        note_from_another_program(project, "one")
        assert Path(f"{project.database}-wal").exists()
        assert window.run(run).note == "one"
        window.update(run, name="renamed")
        note_from_another_program(project, "two")
        assert window.run(run).note == "two"
        assert window.check_integrity() == []
    with Store.open(project) as again:
        assert again.run(run).name == "renamed"
