"""The window is closed while something goes on: the process ends with 0, says nothing, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from workbench.core.paths import Project, program_root
from workbench.text.corpus import import_corpus
from workbench.text.readers.settings import ImportSettings

#: Opens the window without standard output and network, starts a job, and closes the window while it goes on.
SCRIPT = """
import json, socket, sys
from pathlib import Path
import psutil
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

project, job, large, result = sys.argv[1:]
sys.stdout = None

def refuse(*arguments, **given):
    raise AssertionError("a socket was opened")

socket.socket = refuse
from workbench.gui.app import run_window
from workbench.gui.window import Window
from workbench.text.mining import MiningSettings
from workbench.text.vocabulary import VocabularyKind

application = QApplication(sys.argv[:1])
seen = {"running": False, "children": 0}

def window():
    return next(w for w in application.topLevelWidgets() if isinstance(w, Window) and w.isVisible())

def begin():
    shown = window()
    corpora, vocabularies, masking = (shown.panel(name) for name in ("corpus", "vocabulary", "masking"))
    if corpora.context.tasks.active:
        QTimer.singleShot(50, begin)
        return
    corpora.context.draft.set("corpus", "letters", "corpus")
    if job == "import":
        corpora.take_dropped([Path(large)])
        corpora.import_pane.start()
    elif job == "train":
        vocabularies.open_train()
        vocabularies.train_pane.kind.setCurrentIndex(vocabularies.train_pane.kind.findData(VocabularyKind.WORD))
        vocabularies.train_pane.start()
    elif job == "mine":
        masking.lists.mine(MiningSettings())
    QTimer.singleShot(0, close)

def close():
    shown = window()
    children = psutil.Process().children()
    if job != "nothing" and not children:
        QTimer.singleShot(10, close)
        return
    seen["running"] = bool(children)
    shown.close()

QTimer.singleShot(0, begin)
code = run_window(["--project", project, "--language", "en"])
seen["children"] = len(psutil.Process().children(recursive=True))
Path(result).write_text(json.dumps(seen), encoding="utf-8")
sys.exit(code)
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a large file, and a project with a small corpus."""
    folder = tmp_path_factory.mktemp("closing")
    document = "北京大学在北京。今天天气很好，我们去公园散步。\n\n"
    (folder / "large.txt").write_text("".join(f"{number}{document}" for number in range(100_000)), encoding="utf-8")
    (folder / "letters.txt").write_text("".join(f"{number}{document}" for number in range(40_000)), encoding="utf-8")
    import_corpus(Project(folder / "项目"), "letters", [folder / "letters.txt"], ImportSettings())
    return folder


@pytest.mark.parametrize("job", ["nothing", "import", "train", "mine"])
def test_closing_while_work_goes_on(place: Path, job: str, tmp_path: Path) -> None:
    result = tmp_path / "result.json"
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(program_root()), "PYTHONUTF8": "1"}
    arguments = [str(place / "项目"), job, str(place / "large.txt"), str(result)]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    said = [line for line in done.stderr.splitlines() if "This plugin does not support" not in line]
    assert (done.returncode, said) == (0, [])
    assert json.loads(result.read_text(encoding="utf-8")) == {"running": job != "nothing", "children": 0}
    left = {path.relative_to(place / "项目").as_posix() for path in (place / "项目").glob("*/*")}
    assert {path for path in left if path.startswith(("corpora/", "vocabularies/", "lexicons/"))} == {"corpora/letters"}
