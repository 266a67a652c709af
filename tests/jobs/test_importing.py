"""Imports in real child processes."""

from __future__ import annotations

import threading
from pathlib import Path

import psutil
import pytest

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Progress
from workbench.jobs.importing import import_with_workers, usual_workers
from workbench.text.readers.settings import ImportSettings


def test_children_make_the_same_corpus(tmp_path: Path, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.text.corpus_parts._LEAST_BYTES", 1000)
    for number in range(4):
        (tmp_path / f"{number}.txt").write_text(f"第{number}个。\n\n再一篇。\n" * 99, encoding="utf-8")
    paths = [tmp_path / f"{number}.txt" for number in range(4)]
    made = [import_with_workers(project, f"w{n}", paths, ImportSettings(), n) for n in (1, 2)]
    assert made[0].fingerprint == made[1].fingerprint
    assert made[0].report == made[1].report
    (tmp_path / "2.txt").write_bytes("你好".encode("gbk"))
    with pytest.raises(WorkbenchError, match="--encoding gb18030"):
        import_with_workers(project, "no", paths, ImportSettings(), 2)
    assert {folder.name for folder in project.corpora.iterdir()} == {"w1", "w2"}
    assert usual_workers() >= 1


def test_a_cancel_ends_the_children_and_leaves_nothing(
    tmp_path: Path, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.text.corpus_parts._LEAST_BYTES", 1000)
    paths = [tmp_path / f"{number}.txt" for number in range(3)]
    for path in paths:
        path.write_text("一段文字。\n" * 300_000, encoding="utf-8")
    begun = threading.Event()
    before = {child.pid for child in psutil.Process().children()}

    def follow(progress: Progress) -> None:
        if progress.phase == "Importing" and progress.done:
            begun.set()

    with pytest.raises(StoppedError):
        import_with_workers(project, "c", paths, ImportSettings(), 2, progress=follow, cancelled=begun.is_set)
    assert begun.is_set()
    assert list(project.corpora.iterdir()) == []
    assert {child.pid for child in psutil.Process().children()} <= before
