"""Ctrl+C in real processes: exit code 3, one line on standard error, and nothing half done in the project."""

from __future__ import annotations

import _thread
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.cli.interrupt import interruptible
from workbench.core.errors import ArgumentError
from workbench.core.paths import Project
from workbench.core.progress import Cancelled
from workbench.store.records import Status
from workbench.store.store import Store
from workbench.text.corpus import import_corpus, list_corpora
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import VocabularyKind, list_vocabularies
from workbench.text.vocabulary_training import train_vocabulary

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal to send for Ctrl+C")


def write_text(path: Path, lines: int) -> Path:
    draw = random.Random(1)
    characters = [chr(code) for code in range(0x4E00, 0x5200)]
    drawn = ["".join(draw.choices(characters, k=50)) + "。" for _ in range(min(lines, 5000))]
    path.write_text("\n\n".join(drawn * (lines // len(drawn))), encoding="utf-8")
    return path


def interrupt(project: Project, ready: Callable[[], bool], *arguments: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command that is interrupted once it is ready."""
    child = subprocess.Popen(
        [sys.executable, "-X", "dev", "-m", "workbench", *arguments, "--project", str(project.root)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        until = time.monotonic() + 60
        while not ready() and child.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        child.send_signal(signal.SIGINT)
        out, error = child.communicate(timeout=60)
    finally:
        child.kill()
    return child.returncode, out, error


def test_an_import(project: Project, tmp_path: Path) -> None:
    text = write_text(tmp_path / "large.txt", 200_000)
    importing = lambda: any(project.corpora.glob(".importing-*"))
    ended = interrupt(project, importing, "import", str(text), "--name", "c")
    assert ended == (3, "", "Stopped.\n")
    assert list(project.corpora.iterdir()) == []
    assert not list_corpora(project).names


def test_while_modules_are_loaded(tmp_path: Path) -> None:
    """Dataclasses execute texts, and Python treats an interrupt in one in its own way."""
    (tmp_path / "loading.py").write_text(
        "import sys\n"
        "import workbench.cli as cli\n"
        "def load(only=None):\n"
        "    exec('raise KeyboardInterrupt')\n"
        "cli.make_parser = load\n"
        "sys.exit(cli.main(['runs', 'list']))\n",
        encoding="utf-8",
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(tmp_path))), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-m", "loading"], env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (3, "", "Stopped.\n")


def test_training_a_vocabulary(project: Project, tmp_path: Path) -> None:
    text = write_text(tmp_path / "a.txt", 40_000)
    import_corpus(project, "c", [text], ImportSettings())
    began = time.monotonic()
    command = ("vocabulary", "train", "--corpus", "c", "--kind", "byte-bpe", "--size", "30000", "--name", "v", "--json")
    code, out, error = interrupt(project, lambda: time.monotonic() - began > 2.0, *command)
    assert (code, error) == (3, "Stopped.\n")
    assert json.loads(out) == {"errors": [{"path": "", "message": "Stopped.", "words": ["Stopped.", {}]}]}
    assert not list_vocabularies(project).names


def test_training_a_run(project: Project, tmp_path: Path) -> None:
    corpus = import_corpus(project, "c", [write_text(tmp_path / "a.txt", 200)], ImportSettings())
    train_vocabulary(project, corpus, VocabularyKind.CHARACTER, 2000, "v")
    settings = (
        "encoder.hidden=32", "encoder.feed_forward=64", "encoder.positions=48", "training.length=48",
        "training.batch_size=4", "training.steps=100000", "training.evaluation_passages=4", "training.threads=1",
        "stages.0.passage.kind=full-sentences",
    )  # fmt: skip
    options = [part for setting in settings for part in ("--set", setting)]
    opened = Store.open(project)

    def has_begun() -> bool:
        return any(run.step > 0 for run in opened.runs())

    with opened:
        training = ("train", "--preset", "bert-tiny", "--corpus", "c", "--vocabulary", "v", "--name", "r", "--json")
        code, out, error = interrupt(project, has_begun, *training, *options)
        assert (code, error) == (3, "")
        last = json.loads(out.splitlines()[-1])
        assert (last["event"], last["outcome"]) == ("ended", "stopped")
        run = opened.run("r")
        assert run.status is Status.STOPPED
        assert [saved.step for saved in opened.checkpoints(run)] == [run.step] == [last["step"]]


def test_work_that_heeds_no_wish_is_left_behind() -> None:
    begun, release = threading.Event(), threading.Event()
    asked: list[Cancelled] = []

    def work(cancelled: Cancelled) -> None:
        asked.append(cancelled)
        begun.set()
        release.wait(30)

    threading.Thread(target=lambda: (begun.wait(30), _thread.interrupt_main())).start()
    with pytest.raises(KeyboardInterrupt):
        interruptible(work, grace=0.1)
    assert asked[0]()
    release.set()


def test_what_work_gives_or_raises_comes_through() -> None:
    assert interruptible(lambda cancelled: 5) == 5

    def refuse(cancelled: Cancelled) -> None:
        raise ArgumentError("No.")

    with pytest.raises(ArgumentError, match=r"No\."):
        interruptible(refuse)
