"""One damaged thing of a project hides no other: it is listed as damaged, told in one sentence, and deleted by name."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.text.corpus import Corpus, delete_corpus, find_corpus, import_corpus, list_corpora
from workbench.text.lexicon import (
    Lexicon,
    LexiconEntry,
    LexiconKind,
    delete_lexicon,
    find_lexicon,
    list_lexicons,
    save_lexicon,
)
from workbench.text.prepared import prepare
from workbench.text.readers.settings import ImportSettings
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import (
    Vocabulary,
    VocabularyKind,
    delete_vocabulary,
    find_vocabulary,
    list_vocabularies,
    save_vocabulary,
)

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
TEXT = "第一篇的第一句。第二句！\n第二段。\n\n第二篇？Yes. No.\n\n第三篇。\n"

Damage = Callable[[Path], object]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "project").create()


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def halve(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def lengthen(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")


def empty(path: Path) -> None:
    path.write_bytes(b"")


def scramble(path: Path) -> None:
    path.write_bytes(bytes(255 - byte for byte in path.read_bytes()))


def remove(path: Path) -> None:
    path.unlink()


def become_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def holding(content: str) -> Damage:
    return lambda path: path.write_text(content, encoding="utf-8")


def without(key: str) -> Damage:
    def change(path: Path) -> None:
        content = json.loads(path.read_text(encoding="utf-8"))
        del content[key]
        path.write_text(json.dumps(content), encoding="utf-8")

    return change


def having(key: str, value: object) -> Damage:
    def change(path: Path) -> None:
        content = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps({**content, key: value}), encoding="utf-8")

    return change


def array(change: Callable[[np.ndarray[Any, Any]], np.ndarray[Any, Any]]) -> Damage:
    return lambda path: np.save(path, change(np.load(path)))


ANY_FILE = {
    "cut": cut, "halved": halve, "longer": lengthen, "empty": empty, "scrambled": scramble, "missing": remove,
    "a folder": become_a_folder,
}  # fmt: skip
ARRAYS = {
    "another type": array(lambda values: values.astype(np.float32)),
    "another shape": array(lambda values: values[:, None]),
    "one less": array(lambda values: values[:-1]),
    "one more": array(lambda values: np.append(values, values[-1:])),
    "pickled": lambda path: np.save(path, np.array([{}]), allow_pickle=True),
}
STARTS = {"not from 0": array(lambda values: values + 1), "another end": array(lambda values: values * 2)}
JSONS = {name: holding(name) for name in ("{}", "[1, 2]", "null", "1", '"x"', "{", "[" * 5000, '{"version": "x"}')}
START_FILES = ("sentence_offsets.npy", "paragraph_starts.npy", "document_starts.npy")

CORPUS_DAMAGES: list[tuple[str, str, Damage]] = [
    *(("text.bin", name, damage) for name, damage in ANY_FILE.items() if name != "scrambled"),
    *((file, name, damage) for file in START_FILES for name, damage in {**ANY_FILE, **ARRAYS, **STARTS}.items()),
    *(("evaluation.npy", name, damage) for name, damage in {**ANY_FILE, **ARRAYS}.items()),
    *(("manifest.json", name, damage) for name, damage in {**ANY_FILE, **JSONS}.items() if name != "longer"),
    ("manifest.json", "a text for a number", having("sentences", "many")),
    ("manifest.json", "notes that are none", having("notes", [{"file": 1}])),
    ("manifest.json", "notes of another kind", having("notes", [[1]])),
    ("manifest.json", "without settings", without("settings")),
    ("manifest.json", "another count", having("documents", 7)),
]


def named(damages: list[tuple[str, str, Damage]]) -> Any:
    return pytest.mark.parametrize(
        ("file", "damage"), [pytest.param(file, damage, id=f"{file}-{name[:20]}") for file, name, damage in damages]
    )


def load(project: Project, name: str) -> Corpus:
    path = project.root.parent / "a.txt"
    path.write_text(TEXT, encoding="utf-8")
    return import_corpus(project, name, [path], ImportSettings())


@named(CORPUS_DAMAGES)
def test_a_damaged_corpus(project: Project, file: str, damage: Damage) -> None:
    good, bad = load(project, "good"), load(project, "bad")
    damage(bad.folder / file)
    found = list_corpora(project)
    assert [corpus.name for corpus in found.good] == ["good"]
    assert [(one.name, one.folder) for one in found.damaged] == [("bad", bad.folder)]
    assert found.names == {"good", "bad"}
    with pytest.raises(WorkbenchError, match="The corpus “bad” is damaged") as caught:
        find_corpus(project, "bad")
    assert str(caught.value) == str(found.damaged[0].problem)
    assert caught.value.hint.render()
    assert find_corpus(project, "good").sentences(0, 7) == good.sentences(0, 7)
    delete_corpus(project, "bad")
    assert list_corpora(project).names == {"good"}
    assert sorted(path.name for path in project.corpora.iterdir()) == ["good"]
    assert load(project, "bad").sentences(0, 7) == good.sentences(0, 7)


def test_bytes_changed_inside_a_corpus_are_told_when_they_are_met(project: Project) -> None:
    corpus = load(project, "c")
    path = corpus.folder / "text.bin"
    path.write_bytes(b"\xff" * path.stat().st_size)
    opened = find_corpus(project, "c")
    for reading in (lambda: opened.sentence(0), lambda: opened.document(1), opened.statistics):
        with pytest.raises(WorkbenchError, match=r"“c” is damaged: its file text\.bin"):
            reading()


@pytest.mark.parametrize(
    ("file", "reading"),
    [
        ("sentence_offsets.npy", lambda corpus: corpus.sentence(0)),
        ("document_starts.npy", lambda corpus: corpus.document(0)),
        ("paragraph_starts.npy", lambda corpus: corpus.paragraph_starts),
    ],
)
def test_starts_that_go_back_are_told_when_they_are_met(
    project: Project, file: str, reading: Callable[[Corpus], object]
) -> None:
    corpus = load(project, "c")
    array(lambda values: np.concatenate([values[:1], values[-2:0:-1], values[-1:]]))(corpus.folder / file)
    with pytest.raises(WorkbenchError, match=f"“c” is damaged: its file {file}"):
        reading(find_corpus(project, "c"))


def test_a_corpus_of_a_later_version_says_so(project: Project) -> None:
    having("version", 99)(load(project, "c").folder / "manifest.json")
    (problem,) = list_corpora(project).damaged
    assert "later version" in str(problem.problem)


@pytest.mark.parametrize("content", ["", "{", "{}", '{"words": 1}'])
def test_damaged_statistics_are_counted_again(project: Project, content: str) -> None:
    corpus = load(project, "c")
    before = corpus.statistics()
    (corpus.folder / "statistics.json").write_text(content, encoding="utf-8")
    assert find_corpus(project, "c").statistics() == before
    assert find_corpus(project, "c").statistics() == before


def test_an_empty_folder_is_a_damaged_thing_and_a_stray_file_is_none(project: Project) -> None:
    for parent in (project.corpora, project.vocabularies):
        (parent / "empty").mkdir()
        (parent / "note.txt").write_text("mine", encoding="utf-8")
    assert [one.name for one in list_corpora(project).damaged] == ["empty"]
    assert [one.name for one in list_vocabularies(project).damaged] == ["empty"]
    delete_corpus(project, "empty")
    delete_vocabulary(project, "empty")
    assert not list_corpora(project).names | list_vocabularies(project).names
    assert (project.corpora / "note.txt").is_file()


def test_what_a_crash_left_of_a_deletion_goes_with_the_next(project: Project) -> None:
    for name in ("a", "b"):
        load(project, name)
    (project.corpora / "a").rename(project.corpora / ".deleted-0")
    delete_corpus(project, "b")
    assert list(project.corpora.iterdir()) == []


VOCABULARY_DAMAGES: list[tuple[str, str, Damage]] = [
    *((file, name, damage) for file in ("vocabulary.json", "tokens.json") for name, damage in ANY_FILE.items()),
    *((file, name, damage) for file in ("vocabulary.json", "tokens.json") for name, damage in JSONS.items()),
    ("tokens.json", "no text", holding(json.dumps([*SPECIAL, 1]))),
    ("tokens.json", "no tokens", holding("[]")),
    ("tokens.json", "one more", holding(json.dumps([*SPECIAL, "一", "二"]))),
    ("tokens.json", "without special tokens", holding(json.dumps(list("abcdef")))),
    ("vocabulary.json", "without a kind", without("kind")),
    ("vocabulary.json", "of no kind", having("kind", "x")),
    ("vocabulary.json", "merges that are none", having("merges", [["a"]])),
    ("vocabulary.json", "no number", having("size", None)),
]


def save(project: Project, name: str) -> Vocabulary:
    vocabulary = Vocabulary.make(name, VocabularyKind.CHARACTER, [*SPECIAL, "一"])
    save_vocabulary(project, vocabulary)
    return vocabulary


@named(VOCABULARY_DAMAGES)
def test_a_damaged_vocabulary(project: Project, file: str, damage: Damage) -> None:
    for name in ("good", "bad"):
        save(project, name)
    damage(project.vocabularies / "bad" / file)
    found = list_vocabularies(project)
    assert [vocabulary.name for vocabulary in found.good] == ["good"]
    assert [(one.name, one.folder) for one in found.damaged] == [("bad", project.vocabularies / "bad")]
    with pytest.raises(WorkbenchError, match=f"The vocabulary “bad” is damaged: its file {file}") as caught:
        find_vocabulary(project, "bad")
    assert caught.value.hint.render()
    delete_vocabulary(project, "bad")
    assert list_vocabularies(project).names == {"good"}
    assert [path.name for path in project.vocabularies.iterdir()] == ["good"]
    assert save(project, "bad").fingerprint == find_vocabulary(project, "good").fingerprint


LEXICON_DAMAGES: dict[str, Damage] = {
    **{name: damage for name, damage in ANY_FILE.items() if name in ("empty", "scrambled")},
    "no head": holding("北京\tplace\t1\n"),
    "cut in its head": holding("#workbench-lexicon\tent"),
    "of no kind": holding("#workbench-lexicon\tx\tlist\n"),
    "of no source": holding("#workbench-lexicon\tentity\tx\n"),
    "cut in a line": holding("#workbench-lexicon\tentity\tlist\n北京\tpl"),
    "no count": holding("#workbench-lexicon\tentity\tlist\n北京\tplace\tx\n"),
    "half a character": lambda path: path.write_bytes(path.read_bytes()[:-9]),
}


@pytest.mark.parametrize("damage", LEXICON_DAMAGES.values(), ids=LEXICON_DAMAGES)
def test_a_damaged_list(project: Project, damage: Damage) -> None:
    for name in ("good", "bad"):
        save_lexicon(project, Lexicon(name, LexiconKind.ENTITY, (LexiconEntry("北京", "地名", 1),)))
    path = project.lexicons / "bad.tsv"
    damage(path)
    found = list_lexicons(project)
    assert [lexicon.name for lexicon in found.good] == ["good"]
    assert [(one.name, one.folder) for one in found.damaged] == [("bad", path)]
    with pytest.raises(WorkbenchError, match="The list “bad” is damaged") as caught:
        find_lexicon(project, "bad")
    assert caught.value.hint.render()
    delete_lexicon(project, "bad")
    assert list_lexicons(project).names == {"good"}


PREPARED_DAMAGES: list[tuple[str, str, Damage]] = [
    *(
        (file, name, damage)
        for file in ("ids.npy", "spans.npy", "word_starts.npy", "sentence_starts.npy", "document_starts.npy",
                     "evaluation.npy", "unigram_counts.npy", "entity_start.npy", "entity_end.npy", "phrase_label.npy")
        for name, damage in {**ANY_FILE, **ARRAYS}.items()
    ),
    *((file, name, STARTS[name]) for file in START_FILES[2:] for name in STARTS),
    *(("prepared.json", name, damage) for name, damage in {**ANY_FILE, **JSONS}.items() if name != "longer"),
    ("prepared.json", "without labels", without("labels")),
    ("prepared.json", "labels that are none", having("labels", [["a"]])),
]  # fmt: skip


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project with a corpus, a vocabulary and both prepared."""
    project = Project(tmp_path_factory.mktemp("whole") / "project").create()
    prepare(project, load(project, "c"), save(project, "v"), UnitSettings())
    return project


@named(PREPARED_DAMAGES)
def test_a_damaged_prepared_corpus_is_made_again(whole: Project, tmp_path: Path, file: str, damage: Damage) -> None:
    project = Project(tmp_path / "project")
    shutil.copytree(whole.root, project.root)
    corpus, vocabulary = find_corpus(project, "c"), find_vocabulary(project, "v")
    prepared = prepare(project, corpus, vocabulary, UnitSettings())
    folder = project.prepared / prepared.fingerprint
    ids, labels = np.array(prepared.ids), prepared.labels
    if file == "phrase_label.npy" and not len(np.load(folder / file)):
        shutil.copy(folder / "entity_label.npy", folder / file)
    damage(folder / file)
    again = prepare(project, corpus, vocabulary, UnitSettings())
    assert np.array_equal(again.ids, ids)
    assert again.labels == labels
    assert [path.name for path in project.prepared.iterdir()] == [prepared.fingerprint]
