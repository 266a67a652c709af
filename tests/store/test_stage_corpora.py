"""Corpora that stages name are noted with the run, and go wherever its own corpus goes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.versions import versions
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec, Stage
from workbench.store.bundle import open_bundle, write_bundle
from workbench.store.capsule import compare_with_project, read_capsule, write_capsule
from workbench.store.comparison import compare
from workbench.store.folder import read_run_folder
from workbench.store.ingredients import State, ingredients_of, wanted_here
from workbench.store.list_users import runs_on_corpus
from workbench.store.records import Run
from workbench.store.recovery import recover
from workbench.store.relinking import find_wanted, relink
from workbench.store.replay import batch_data, replay_head, replay_run
from workbench.store.run_groups import alike_but_for_seeds
from workbench.store.store import Store
from workbench.store.sweep_targets import target_texts
from workbench.text.corpus import Corpus, delete_corpus, import_corpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind, save_vocabulary

TEXTS = {"river": "长江发源于青藏高原。北京清华大学在海淀区。", "talk": "在吗？在的。吃了吗？晚安。明天见。"}


def text_file(folder: Path, name: str) -> Path:
    file = folder / f"{name}.txt"
    file.write_text("\n\n".join(f"{TEXTS[name]}第{'一二三四五六七八九十'[n]}次。" for n in range(10)), encoding="utf-8")
    return file


@pytest.fixture
def corpora(project: Project, tmp_path: Path) -> dict[str, Corpus]:
    letters = sorted(set("".join(TEXTS.values()) + "第一二三四五六七八九十次"))
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    save_vocabulary(project, Vocabulary.make("letters", VocabularyKind.CHARACTER, [*special, *letters]))
    return {name: import_corpus(project, name, [text_file(tmp_path, name)], ImportSettings()) for name in TEXTS}


def made(store: Store, corpora: dict[str, Corpus], name: str, **of_stages: str) -> Run:
    stages = (Stage(name="a"), Stage(name="b", corpus="talk"))
    spec = RunSpec(corpus="river", vocabulary="letters", stages=stages)
    return store.create_run(
        apply_overrides(spec, ["training.steps=4", "training.batch_size=4", "training.length=32"]),
        name=name,
        corpus_fingerprint=corpora["river"].fingerprint,
        stage_corpora=of_stages or {"talk": corpora["talk"].fingerprint},
        versions=versions(),
    )


@pytest.fixture
def run(store: Store, corpora: dict[str, Corpus]) -> Run:
    return made(store, corpora, "first")


def test_row_and_folder_keep_them(store: Store, project: Project, corpora: dict[str, Corpus], run: Run) -> None:
    assert run.stage_corpora == {"talk": corpora["talk"].fingerprint}
    assert read_run_folder(run.folder).corpora == {"talk": project.corpora / "talk"}
    places = json.loads((run.folder / "run.json").read_text(encoding="utf-8"))
    assert places["corpora"] == {"talk": "corpora/talk"}, "it may be moved with its project"
    assert [run.name for run in runs_on_corpus(store, "talk")] == ["first"]
    assert [one.name for one in ingredients_of(run)] == ["river", "talk", "letters"]
    plain = store.create_run(RunSpec(corpus="river", vocabulary="letters"), name="plain")
    assert (plain.stage_corpora, read_run_folder(plain.folder).corpora) == ({}, {})
    assert "corpora" not in json.loads((plain.folder / "run.json").read_text(encoding="utf-8"))


def test_a_row_that_was_lost_is_made_again(project: Project, store: Store, run: Run) -> None:
    wanted = run.stage_corpora
    store.close()
    project.database.unlink()
    recover(project)
    with Store.open(project) as again:
        assert again.run("first").stage_corpora == wanted


def test_batches_are_those_of_the_corpus_of_their_stage(run: Run, corpora: dict[str, Corpus]) -> None:
    replay = replay_run(run)
    texts = ["".join(passage["text"] for passage in batch_data(replay.batch(step), replay)) for step in (1, 4)]
    assert ["长江" in text for text in texts] == [True, False]
    assert ["晚安" in text for text in texts] == [False, True]
    heads = [replay_head(run, replay.batch(step), replay)["corpus"] for step in (1, 4)]
    assert heads == [{"name": name, "fingerprint": corpora[name].fingerprint} for name in ("river", "talk")]


def test_one_that_is_gone_or_changed_is_named(project: Project, store: Store, run: Run, tmp_path: Path) -> None:
    delete_corpus(project, "talk")
    with pytest.raises(WorkbenchError, match="The corpus “talk” of the run is no longer there"):
        replay_run(run)
    assert next((one.ingredient.name, one.state) for one in wanted_here(store)) == ("talk", State.MISSING)
    import_corpus(project, "talk", [text_file(tmp_path, "river")], ImportSettings())
    with pytest.raises(WorkbenchError, match="“talk” is not the one of the run"):
        replay_run(run)
    assert next((one.ingredient.name, one.state) for one in wanted_here(store)) == ("talk", State.OTHER)


@pytest.mark.usefixtures("run")
def test_a_bundle_asks_for_all_of_them(project: Project, store: Store, tmp_path: Path) -> None:
    write_bundle(store, tmp_path / "all.zip")
    write_bundle(store, tmp_path / "whole.zip", corpora=True)
    wanted = open_bundle(tmp_path / "all.zip", tmp_path / "new")
    assert [one.ingredient.name for one in wanted if one.ingredient.kind.value == "corpus"] == ["river", "talk"]
    new = Project(tmp_path / "new")
    with Store.open(new) as there:
        with pytest.raises(WorkbenchError, match="is not “talk”"):
            relink(new, find_wanted(there, "talk"), [text_file(tmp_path, "river")])
        for name in TEXTS:
            relink(new, find_wanted(there, name), [text_file(tmp_path, name)])
        assert list(replay_run(there.run("first")).sources) == [str(new.corpora / name) for name in TEXTS]
    shutil.rmtree(project.corpora)
    assert not open_bundle(tmp_path / "whole.zip", tmp_path / "third")


def test_a_capsule_names_them(project: Project, store: Store, run: Run, tmp_path: Path) -> None:
    write_capsule(store, run, tmp_path / "run.zip")
    capsule = read_capsule(tmp_path / "run.zip")
    assert capsule.head["fingerprints"]["stage_corpora"] == dict(run.stage_corpora)
    delete_corpus(project, "talk")
    states = {one.name: state for one, state, _ in compare_with_project(capsule, project)}
    assert states == {"river": State.SAME, "talk": State.MISSING, "letters": State.SAME}


def test_runs_of_other_texts_are_told_apart(store: Store, corpora: dict[str, Corpus], run: Run) -> None:
    same, other = made(store, corpora, "same"), made(store, corpora, "other", talk="of another text")
    assert [len(group) for group in alike_but_for_seeds([run, same, other])] == [2, 1]
    assert list(compare(store, [run, same]).differing) == []
    assert list(compare(store, [run, other]).differing) == ["stage_corpora"]
    kept = [{"stage_corpora": one.stage_corpora, "stages.1.corpus": "talk"} for one in (run, other)]
    assert ["the text of the corpora of stages" in text.render() for text in target_texts(kept)] == [True]
    kept = [{"stages.1.corpus": name} for name in ("talk", "river")]
    assert len(target_texts(kept)) == 1
