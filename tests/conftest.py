"""Fixtures for all tests: a home of their own, an empty project, a stand-in for the engine, and the real corpora."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.inspection.ngrams import Candidate, Dropped, NgramInspection
from workbench.jobs.command import EngineCommand, engine_command
from workbench.store.store import Store

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

if "CI" not in os.environ:  # there, hypothesis draws the same examples each time, without a deadline
    settings.register_profile("tests", deadline=None)  # how long an example takes says nothing on a busy machine
    settings.load_profile("tests")

SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_collection_finish() -> None:
    """What is loaded by now stays: garbage is looked for among what tests make, not among all modules and tests."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the settings and projects of the person who runs it; texts come in English."""
    home = tmp_path_factory.getbasetemp() / "home"
    home.mkdir(exist_ok=True)
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(variable, str(home))
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The database of a new project: making one waits for the disk a dozen times."""
    made = Project(tmp_path_factory.mktemp("empty")).create()
    Store.open(made).close()
    return made.database.read_bytes()


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """An empty project in a folder with spaces and Chinese characters."""
    return Project(tmp_path / "项目 one").create()


@pytest.fixture
def opened_before(project: Project, empty_database: bytes) -> Project:
    """The project as it is found by who opens it a second time: its database is there."""
    if not project.database.exists():
        project.database.write_bytes(empty_database)
    return project


@pytest.fixture
def store(opened_before: Project) -> Iterator[Store]:
    """Its open store."""
    with Store.open(opened_before) as opened:
        yield opened


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], None]:
    """Makes a script the engine of runs; it gets the arguments that the engine would get."""

    def use(script: str) -> None:
        path = tmp_path / "engine.py"
        path.write_text(script, encoding="utf-8")
        command = EngineCommand((sys.executable, str(path)), engine_command().environment)
        monkeypatch.setattr("workbench.jobs.process.engine_command", lambda settings: command)

    return use


@pytest.fixture
def chinese(qapp: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The window and the terminal speak Chinese."""
    from workbench.gui.i18n import Languages  # Qt is loaded only where it is asked for

    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    languages = Languages()
    languages.use("zh_CN")
    yield
    languages.use("en")


@pytest.fixture
def full_disk() -> Callable[[], AbstractContextManager[None]]:
    """Makes a context in which the system refuses what makes a file longer than four bytes."""
    resource = pytest.importorskip("resource", reason="POSIX limits the size of files")

    @contextmanager
    def refusing() -> Iterator[None]:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    return refusing


@pytest.fixture
def keeps_the_old_file(
    tmp_path: Path, full_disk: Callable[[], AbstractContextManager[None]]
) -> Callable[[str, Callable[[Path], object]], None]:
    """Has a file of a name written over on a full disk: that is said in one sentence, and what was there stays."""

    def check(name: str, write: Callable[[Path], object]) -> None:
        folder = tmp_path / "exports"
        folder.mkdir()
        (folder / name).write_bytes(b"precious")
        with pytest.raises(WorkbenchError, match="can't be written: File too large"), full_disk():
            write(folder / name)
        assert (folder / name).read_bytes() == b"precious"
        assert [path.name for path in folder.iterdir()] == [name]

    return check


@pytest.fixture(scope="session")
def found_ngrams() -> Callable[..., NgramInspection]:
    """Makes what is known of a sentence's n-grams, from their texts, first characters, and values by layer or why each
    is dropped; all quantities are these values, and the n-gram layers all layers but the last."""

    def make(text: str, rows: Sequence[tuple[str, int, Sequence[float] | Dropped]]) -> NgramInspection:
        kept = [values for _, _, values in rows if not isinstance(values, Dropped)]
        columns = iter(range(len(kept)))
        candidates = [
            Candidate(number, ngram, 100 - number, start + 1, len(ngram), None, values)
            if isinstance(values, Dropped)
            else Candidate(number, ngram, 100 - number, start + 1, len(ngram), next(columns))
            for number, (ngram, start, values) in enumerate(rows, 1)
        ]
        weights = np.zeros((len(text) + 2, len(kept)), np.float32)
        for one in candidates:
            if one.column is not None:
                weights[one.start : one.end, one.column] = 1
        values = np.array(kept, np.float32).T if kept else np.zeros((2, 0), np.float32)
        return NgramInspection(
            ("[CLS]", *text, "[SEP]"), (0,) * (len(text) + 2),
            (None, *((0, place, place + 1) for place in range(len(text))), None),
            tuple(candidates), len(kept), 7, ("我们", "没有"), values[:-1], values, values, weights,
            (0.5,) * (len(values) - 1),
        )  # fmt: skip

    return make


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real corpora, which lie beside the repository on some machines only."""
    folder = SHARED / "data"
    if not folder.is_dir():
        pytest.skip("the real corpora are not on this machine")
    return folder
