"""``export`` and ``load`` in a terminal: what they print, and their exit codes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.core.paths import Project
from workbench.model.build import build_model, heads_of
from workbench.model.weights import save_tensors
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.store.load_report import LoadReport, read_report
from workbench.store.loaded import add_loaded_run
from workbench.store.records import RunKind
from workbench.store.store import Store
from workbench.text.vocabulary import Vocabulary, VocabularyKind

TOKENS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"abcdef"]
SETTINGS = [
    "encoder.layers=1", "encoder.hidden=16", "encoder.heads=2", "encoder.feed_forward=16", "encoder.positions=16",
    "training.length=16", "vocabulary=letters", "name=drawn",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _run(project: Project) -> None:
    """A run “drawn” with weights."""
    spec = apply_overrides(load_preset("bert-tiny"), SETTINGS)
    letters = Vocabulary.make("letters", VocabularyKind.CHARACTER, TOKENS)
    state = build_model(spec.encoder, letters.size, heads_of(spec)).state_dict()
    report = LoadReport("nowhere", "none", "", (), ())
    with Store.open(project) as store:
        add_loaded_run(store, spec, letters, report, lambda path: save_tensors(path, state), new_vocabulary=True)


def call(project: Project, *arguments: object) -> int:
    return main([*map(str, arguments), "--project", str(project.root)])


def test_out_and_in_again(project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "out"
    assert call(project, "export", "drawn", folder) == 0
    assert "drawn@0 is in" in capsys.readouterr().out
    assert {path.name for path in folder.iterdir()} == {
        "config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json",
        "vocab.txt",
    }  # fmt: skip
    assert call(project, "load", folder, "--check", "--json") == 0
    checked = json.loads(capsys.readouterr().out)
    assert call(project, "load", folder, "--name", "back", "--json") == 0
    loaded = json.loads(capsys.readouterr().out)
    assert loaded["report"] == checked["report"]
    assert len(loaded["report"]["loaded"]) == 30
    assert call(project, "load", folder, "--name", "again") == 0
    assert "loaded: 30\nLoaded as the run “again”." in capsys.readouterr().out
    with Store.open(project) as store:
        assert [(run.name, run.kind) for run in store.runs()] == [
            ("again", RunKind.LOADED), ("back", RunKind.LOADED), ("drawn", RunKind.LOADED)
        ]  # fmt: skip


def test_what_is_refused_has_a_hint(project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "out"
    assert call(project, "export", "drawn", folder, "--checkpoint", 7) == 2
    assert "The run has no checkpoint of step 7. There are: 0." in capsys.readouterr().err
    assert not folder.exists()
    assert call(project, "export", "drawn", folder) == 0
    assert call(project, "export", "drawn", folder) == 2
    assert "is not empty. Choose a folder that is not there yet." in capsys.readouterr().err
    assert call(project, "load", folder) == 2
    assert "Give one with --name." in capsys.readouterr().err
    assert call(project, "load", tmp_path / "nowhere", "--name", "x") == 1
    assert "There is no folder" in capsys.readouterr().err


def test_a_clone_of_loaded_weights_needs_a_corpus(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(project, "runs", "clone", "drawn") == 2
    assert "The run drawn has no corpus. Name one, as in --set corpus=NAME." in capsys.readouterr().err


def test_loaded_weights_are_looked_into_compared_and_proven_not(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(project, "export", "drawn", tmp_path / "out") == 0
    assert call(project, "load", tmp_path / "out", "--name", "back") == 0
    capsys.readouterr()
    arrays = tmp_path / "arrays.npz"
    assert call(project, "inspect", "back", "--text", "a [MASK] c", "--out", arrays, "--json") == 0
    seen = json.loads(capsys.readouterr().out)
    assert (seen["step"], seen["shape"], len(seen["predictions"])) == (0, [1, 2, 5, 5], 1)
    assert call(project, "runs", "compare", "drawn", "back", "--json") == 0
    assert "encoder.hidden" not in json.loads(capsys.readouterr().out)["differing"]
    assert call(project, "prove", "back") == 1
    assert "holds weights that were loaded: it has no steps" in capsys.readouterr().err
    assert call(project, "resume", "back") != 0
    assert capsys.readouterr().err.count("\n") == 1
    assert call(project, "project", "check") == 0


def test_a_lost_row_is_made_again_from_the_folder(project: Project) -> None:
    project.database.write_bytes(b"nonsense" * 1000)
    assert call(project, "project", "recover") == 0
    with Store.open(project) as store:
        run = store.run("drawn")
        assert (run.kind, run.status.value, run.step, run.total_steps) == (RunKind.LOADED, "done", 0, 0)


def test_a_lost_row_without_its_weights_is_no_done_run(project: Project) -> None:
    with Store.open(project) as store:
        shutil.rmtree(store.run("drawn").folder / "checkpoints")
    project.database.write_bytes(b"nonsense" * 1000)
    assert call(project, "project", "recover") == 0
    with Store.open(project) as store:
        assert store.run("drawn").status.value == "lost"


def test_a_bundle_takes_the_report_along(project: Project, tmp_path: Path) -> None:
    assert call(project, "project", "bundle", tmp_path / "all.zip", "--checkpoints") == 0
    assert main(["project", "open-bundle", str(tmp_path / "all.zip"), str(tmp_path / "there")]) == 0
    with Store.open(Project(tmp_path / "there")) as store:
        assert read_report(store.run("drawn").folder) == LoadReport("nowhere", "none", "", (), ())
