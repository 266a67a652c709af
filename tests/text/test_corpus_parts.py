"""Files shared out among workers: the same corpus, report and refusals as by one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Progress
from workbench.text.corpus import Corpus, import_corpus
from workbench.text.readers.settings import ImportSettings


def here(function: Callable[..., Any], /, *arguments: Any, **given: Any) -> Any:
    """In this process, but through threads as children are."""
    return function(*arguments, **given)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even small files are worth a worker."""
    monkeypatch.setattr("workbench.text.corpus_parts._LEAST_BYTES", 64)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Many kinds of files, with something to tell of most."""
    folder = tmp_path / "files"
    folder.mkdir()
    for number in range(7):
        text = f"第{number}个文件。第二句\u200b。\n一样的一段。\n\n另一篇\x07，第{number}号。\n" * 3
        (folder / f"{number}.txt").write_bytes(text.encode("gbk" if number == 3 else "utf-8", "ignore"))
    (folder / "a.jsonl").write_text('{"text": "好。"}\nbroken\n{"text": 3}\n', encoding="utf-8")
    (folder / "b.csv").write_bytes(b"text\n\n")
    (folder / "c.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    (folder / "d.bio").write_text("鲁\tB-PER\n迅\tI-PER\n" * 9, encoding="utf-8")
    (folder / "e.txt").write_bytes(b"")
    (folder / "f.jsonl").write_text('{"turns": ["在吗", "好的"]}\n{"turns": ["吃了", "好的"]}\n' * 3, encoding="utf-8")
    (folder / "z.txt").write_text("最后[MASK]一个。\n" * 30, encoding="utf-8")
    return folder


def state(corpus: Corpus) -> dict[str, str]:
    """Checksums of all files but what the manifest says of time and name."""
    found = {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in corpus.folder.iterdir()
        if file.name != "manifest.json"
    }
    manifest = json.loads((corpus.folder / "manifest.json").read_bytes())
    found["manifest"] = json.dumps({key: value for key, value in manifest.items() if key not in ("created", "name")})
    return found


@pytest.mark.parametrize(
    "options", [{}, {"duplicates": "paragraphs"}, {"duplicates": "documents", "documents": "line"}]
)
def test_any_number_of_workers_gives_the_same_bytes(tmp_path: Path, files: Path, options: dict[str, str]) -> None:
    project, settings = Project(tmp_path / "p"), ImportSettings.model_validate(options)
    alone = import_corpus(project, "alone", [files], settings)
    shared = [
        import_corpus(project, f"by {workers}", [files], settings, workers=workers, elsewhere=here)
        for workers in (1, 2, 4)
    ]
    assert [state(corpus) for corpus in shared] == [state(alone)] * 3
    assert alone.report.skipped["binary"] == 1
    assert {"zero-width", "broken-json", "special-token", "no-text"} <= {note.kind for note in alone.report.notes}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("5.txt", "你好".encode("gbk")),
        ("5.txt", ("好的，我们走吧。\n" * 40).encode() + ("好的，我们走吧。\n" * 40).encode("gbk")),
        ("0.jsonl", b'{"a": "x"}\n'),
        ("5.csv", b"a,b\n1,2\n"),
    ],
)
def test_the_same_refusal(tmp_path: Path, files: Path, name: str, data: bytes) -> None:
    (files / name).write_bytes(data)
    said = []
    for workers in (1, 4):
        project = Project(tmp_path / f"p{workers}")
        with pytest.raises(WorkbenchError) as caught:
            import_corpus(project, "c", [files], ImportSettings(), workers=workers, elsewhere=here)
        said.append(str(caught.value))
        assert list(project.corpora.iterdir()) == []
    assert said[0] == said[1]


def test_progress_goes_to_the_end_and_a_cancel_leaves_nothing(tmp_path: Path, files: Path) -> None:
    project, told = Project(tmp_path / "p"), list[Progress]()
    import_corpus(project, "c", [files], ImportSettings(), workers=3, elsewhere=here, progress=told.append)
    total = sum(file.stat().st_size for file in files.iterdir() if file.name != "c.png")
    assert (told[-1].done, told[-1].total) == (total, total)
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 12

    with pytest.raises(StoppedError):
        import_corpus(project, "d", [files], ImportSettings(), workers=3, elsewhere=here, cancelled=cancelled)
    assert [folder.name for folder in project.corpora.iterdir()] == ["c"]
