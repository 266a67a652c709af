"""A project that is open for reading only: whoever would change it is told so in one sentence, and nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.jobs.settings import Settings, save_settings
from workbench.spec.run import RunSpec
from workbench.store.deleting import purge
from workbench.store.ingredients import Ingredient, Kind, State, Wanted
from workbench.store.queue import RunQueue
from workbench.store.relinking import relink
from workbench.store.store import Store
from workbench.text.corpus import delete_corpus, import_corpus
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, LexiconShelf, delete_lexicon, save_lexicon
from workbench.text.lexicon_building import require_free
from workbench.text.lexicon_import import import_list
from workbench.text.readers.settings import ImportSettings
from workbench.text.sample import create_sample
from workbench.text.vocabulary import Vocabulary, VocabularyKind, check_free, delete_vocabulary, save_vocabulary

SIGNS = Vocabulary.make("signs", VocabularyKind.CHARACTER, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "b"])
CITIES = Lexicon("cities", LexiconKind.ENTITY, (LexiconEntry("北京", "place"),))
WANTED = Wanted(Ingredient(Kind.VOCABULARY, "lost", ""), State.MISSING, "", ("run",))


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "letters.txt"
    path.write_text("abc bcd.\n\nbead face.", "utf-8")
    return path


@pytest.fixture
def reading(project: Project, text: Path, spec: RunSpec) -> Project:
    """A project with one of each, for reading."""
    import_corpus(project, "letters", [text], ImportSettings())
    save_vocabulary(project, SIGNS)
    save_lexicon(project, CITIES)
    with Store.open(project) as store:
        run = store.create_run(spec, name="one")
        store.create_run(spec, name="gone")
        store.delete("gone")
        (run.folder / "checkpoints").mkdir()
    return replace(project, read_only=True)


def in_store(act: Callable[[Store], object]) -> Callable[[Project, Path], None]:
    def open_and_act(project: Project, _text: Path) -> None:
        with Store.open(project) as store:
            act(store)

    return open_and_act


ACTS: dict[str, Callable[[Project, Path], object]] = {
    "import": lambda project, text: import_corpus(project, "new", [text], ImportSettings()),
    "sample": lambda project, _text: create_sample(project),
    "delete corpus": lambda project, _text: delete_corpus(project, "letters"),
    "vocabulary": lambda project, _text: save_vocabulary(project, replace(SIGNS, name="new")),
    "name of a vocabulary": lambda project, _text: check_free(project, "new"),
    "delete vocabulary": lambda project, _text: delete_vocabulary(project, "signs"),
    "list": lambda project, _text: save_lexicon(project, replace(CITIES, name="new")),
    "edit a list": lambda project, _text: LexiconShelf(project).save(replace(CITIES, entries=())),
    "import a list": lambda project, text: import_list(project, text, "new", LexiconKind.ENTITY),
    "name of a list": lambda project, _text: require_free(project, "new"),
    "take a list out": lambda project, _text: LexiconShelf(project).remove("cities"),
    "delete list": lambda project, _text: delete_lexicon(project, "cities"),
    "settings": lambda project, _text: save_settings(project, Settings(engine_python="/python")),
    "relink": lambda project, text: relink(project, WANTED, [text]),
    "run": in_store(lambda store: store.create_run(store.run("one").spec, name="new")),
    "rename": in_store(lambda store: store.rename("one", "two")),
    "star": in_store(lambda store: store.star("one")),
    "trash": in_store(lambda store: store.delete("one")),
    "purge": in_store(lambda store: purge(store, ["gone"])),
    "queue": in_store(lambda store: RunQueue(store).add([1])),
}


def content(project: Project) -> dict[str, bytes]:
    """All files but those that SQLite keeps beside its own."""
    files = (path for path in sorted(project.root.rglob("*")) if path.is_file() and path.suffix[:4] != ".db-")
    return {str(path.relative_to(project.root)): path.read_bytes() for path in files}


@pytest.mark.parametrize("act", ACTS)
def test_what_would_change_it_is_refused_in_a_sentence(reading: Project, text: Path, act: str) -> None:
    before = content(reading)
    with pytest.raises(WorkbenchError, match="for reading only"):
        ACTS[act](reading, text)
    assert content(reading) == before
    with Store.open(reading) as store:
        assert [run.name for run in store.runs()] == ["one"]
        assert [run.name for run in store.runs(deleted=True)] == ["gone"]
