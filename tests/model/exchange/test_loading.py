"""Folders in all the forms that are about, and what is said of those that can't be loaded."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import torch
from safetensors.torch import load_file, save_file

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.model.build import build_model, heads_of, model_of
from workbench.model.exchange.exporting import export_checkpoint
from workbench.model.exchange.loading import load_checkpoint
from workbench.model.weights import load_tensors
from workbench.spec.check import problems
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.store.check import check_project
from workbench.store.load_report import read_report
from workbench.store.records import RunKind, Status
from workbench.store.starting import find_start
from workbench.store.store import Store
from workbench.text.vocabulary import VocabularyKind, find_vocabulary, list_vocabularies
from workbench.text.vocabulary_growth import Places, add_words, plan_additions
from workbench.train.starting import start_with

if TYPE_CHECKING:
    from tests.model.exchange.conftest import Desk, Made

Tensors = dict[str, torch.Tensor]
Edit = Callable[[Tensors], Tensors]
WEIGHTS = "model.safetensors"


@pytest.fixture
def made(desk: Desk) -> Made:
    """A BERT with both heads."""
    return desk.make(desk.spec("bert-tiny", "stages.0.passage.kind=next-sentence"), desk.words())


@pytest.fixture
def folder(desk: Desk, made: Made, tmp_path: Path) -> Path:
    """It, exported."""
    export_checkpoint(desk.project, made.run.name, tmp_path / "out")
    return tmp_path / "out"


def edit_weights(folder: Path, edit: Edit) -> None:
    """Write other tensors into the folder."""
    changed = edit(load_file(folder / WEIGHTS))
    save_file({name: tensor.contiguous() for name, tensor in changed.items()}, folder / WEIGHTS, {"format": "pt"})


def edit_config(folder: Path, **values: object) -> None:
    """Change settings; None takes one out."""
    config = json.loads((folder / "config.json").read_text()) | values
    (folder / "config.json").write_text(
        json.dumps({name: value for name, value in config.items() if value is not None})
    )


def renamed(change: Callable[[str], str]) -> Edit:
    return lambda tensors: {change(name): tensor for name, tensor in tensors.items()}


def as_pickle(folder: Path) -> None:
    """The same weights as torch.save writes them."""
    torch.save(load_file(folder / WEIGHTS), folder / "pytorch_model.bin")
    (folder / WEIGHTS).unlink()


def as_shards(folder: Path, ending: str = "safetensors") -> None:
    """The same weights in two files and an index."""
    tensors = sorted(load_file(folder / WEIGHTS).items())
    (folder / WEIGHTS).unlink()
    stem = "model" if ending == "safetensors" else "pytorch_model"
    names = [f"{stem}-0000{number}-of-00002.{ending}" for number in (1, 2)]
    for name, part in zip(names, (tensors[:20], tensors[20:]), strict=True):
        (save_file if ending == "safetensors" else torch.save)(dict(part), folder / name)
    weight_map = {name: names[number >= 20] for number, (name, _tensor) in enumerate(tensors)}
    (folder / f"{stem}.{ending}.index.json").write_text(json.dumps({"metadata": {}, "weight_map": weight_map}))


def old_names(name: str) -> str:
    return name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta")


def with_copies(tensors: Tensors) -> Tensors:
    copies = {
        "cls.predictions.decoder.weight": tensors["bert.embeddings.word_embeddings.weight"].clone(),
        "cls.predictions.decoder.bias": tensors["cls.predictions.bias"].clone(),
        "bert.embeddings.position_ids": torch.arange(40)[None],
    }
    return tensors | copies


def only_copies(tensors: Tensors) -> Tensors:
    """The tied tensors under the names that are usually left out."""
    found = with_copies(tensors)
    return {name: tensor for name, tensor in found.items() if name != "cls.predictions.bias"}


FORMS: dict[str, Callable[[Path], None]] = {
    "as written": lambda folder: None,
    "gamma and beta": lambda folder: edit_weights(folder, renamed(old_names)),
    "tied tensors and position ids": lambda folder: edit_weights(folder, with_copies),
    "tied tensors alone": lambda folder: edit_weights(folder, only_copies),
    "torch.save": as_pickle,
    "shards": as_shards,
    "shards of torch.save": lambda folder: as_shards(folder, "bin"),
    "no family in the config": lambda folder: edit_config(folder, model_type=None),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_becomes_the_same_weights(desk: Desk, made: Made, folder: Path, form: str) -> None:
    FORMS[form](folder)
    run, report = load_checkpoint(desk.project, folder, "loaded")
    before, after = load_tensors(desk.weights_of(made.run)), load_tensors(desk.weights_of(run))
    assert before.keys() == after.keys()
    assert all(torch.equal(before[name], after[name]) for name in before)
    assert len(report.loaded) == len(before)
    assert not any((report.missing, report.unexpected, report.lacking, report.reshaped))
    assert set(report.heads) == {"mlm", "next_sentence"}
    assert (run.kind, run.status, run.step, run.total_steps) == (RunKind.LOADED, Status.DONE, 0, 0)
    assert run.vocabulary == made.vocabulary.name, "the very same vocabulary is in the project already"
    assert read_report(run.folder) == report
    with Store.open(desk.project) as store:
        assert [line.render() for line in check_project(store)] == []


@pytest.mark.parametrize(("recipe", "left"), [("replace-mlm", []), ("all-tokens-mlm", ["heads.all_tokens_mlm"])])
def test_heads_that_say_the_original_token_are_mlm_heads(
    desk: Desk, tmp_path: Path, recipe: str, left: list[str]
) -> None:
    """What has no place, as the chance of copying a token, is named."""
    spec = apply_overrides(load_preset("electra-tiny", recipe), ["encoder.positions=40", "training.length=32"])
    made = desk.make(spec, desk.words())
    exported = export_checkpoint(desk.project, made.run.name, tmp_path / "out")
    assert [note.values["parts"] for note in exported.notes] == left
    assert [one.folder.name for one in exported.written] == ["encoder", "generator"]
    run, report = load_checkpoint(desk.project, tmp_path / "out" / "encoder", "loaded")
    assert report.heads == ("mlm",)
    before, after = load_tensors(desk.weights_of(made.run)), load_tensors(desk.weights_of(run))
    head = f"heads.{recipe.replace('replace-', 'replaced_').replace('-', '_')}"
    assert torch.equal(after["heads.mlm.dense.weight"], before[f"{head}.dense.weight"])


def test_a_body_without_its_prefix_has_no_heads(desk: Desk, made: Made, folder: Path) -> None:
    def bare(tensors: Tensors) -> Tensors:
        body = {name.removeprefix("bert."): tensor for name, tensor in tensors.items() if name.startswith("bert.")}
        return body | {"embeddings.position_ids": torch.arange(40)[None]}

    edit_weights(folder, bare)
    edit_config(folder, architectures=["BertModel"])
    run, report = load_checkpoint(desk.project, folder, "body")
    assert not report.heads
    assert report.ignored == ("bert.embeddings.position_ids",)
    assert not any((report.missing, report.unexpected, report.lacking))
    before, after = load_tensors(desk.weights_of(made.run)), load_tensors(desk.weights_of(run))
    assert after.keys() == {name for name in before if name.startswith("encoder.")}
    assert all(torch.equal(before[name], after[name]) for name in after)
    assert run.spec.encoder.pooler
    with Store.open(desk.project) as store:
        assert [objective.head for objective in store.clone(run).stages[0].tokens] == ["mlm"], "something to train"


def test_weights_of_the_body_that_are_missing_need_consent(desk: Desk, folder: Path) -> None:
    """R078: a checkpoint whose attention has other names."""
    edit_weights(folder, renamed(lambda name: name.replace("attention", "attn")))
    with pytest.raises(WorkbenchError, match="30 tensors of the model's body are missing"):
        load_checkpoint(desk.project, folder, "renamed")
    assert nothing_left(desk)
    run, report = load_checkpoint(desk.project, folder, "renamed", accept_missing=True)
    assert len(report.missing) == len(report.unexpected) == 30
    assert all("attention" in name for name in report.missing)
    assert all("attn" in name for name in report.unexpected)
    again, _ = load_checkpoint(desk.project, folder, "twice", accept_missing=True)
    first, second = load_tensors(desk.weights_of(run)), load_tensors(desk.weights_of(again))
    assert all(torch.equal(first[name], second[name]) for name in first), "what is drawn is drawn alike"
    assert first["encoder.layers.0.attention.query.weight"].std() > 0
    assert desk.model_of(run)


def without(*names: str) -> Edit:
    return lambda tensors: {name: tensor for name, tensor in tensors.items() if name not in names}


def test_a_head_that_is_not_whole_is_left_out(desk: Desk, folder: Path) -> None:
    edit_weights(folder, without("cls.predictions.transform.dense.bias"))
    edit_weights(folder, lambda tensors: tensors | {"cls.seq_relationship.weight": torch.zeros(3, 32)})
    run, report = load_checkpoint(desk.project, folder, "partial")
    assert not report.heads
    assert report.lacking == ("cls.predictions.transform.dense.bias",)
    assert [(one.name, one.found, one.wanted) for one in report.reshaped] == [
        ("cls.seq_relationship.weight", (3, 32), (2, 32))
    ]
    assert "cls.predictions.bias" in report.unexpected
    assert not desk.model_of(run).heads


def test_an_output_matrix_of_its_own_has_no_place(desk: Desk, folder: Path) -> None:
    edit_weights(folder, lambda tensors: tensors | {"cls.predictions.decoder.weight": torch.randn(48, 32)})
    _run, report = load_checkpoint(desk.project, folder, "untied")
    assert report.heads == ("next_sentence",)
    assert "cls.predictions.decoder.weight" in report.unexpected


class Evil:
    """What runs code where it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, ("evil",)


def with_code(folder: Path) -> None:
    (folder / WEIGHTS).unlink()
    torch.save({"weight": torch.zeros(2), "more": Evil()}, folder / "pytorch_model.bin")


def plain_pickle(folder: Path) -> None:
    (folder / WEIGHTS).unlink()
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps(Evil(), protocol=2))


def cut(name: str) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        content = (folder / name).read_bytes()
        (folder / name).write_bytes(content[: len(content) // 2])

    return apply


def cut_pickle(folder: Path) -> None:
    as_pickle(folder)
    cut("pytorch_model.bin")(folder)


def nonsense(folder: Path) -> None:
    (folder / WEIGHTS).unlink()
    (folder / "pytorch_model.bin").write_bytes(b"nonsense" * 100)


def missing_shard(folder: Path) -> None:
    as_shards(folder)
    (folder / "model-00002-of-00002.safetensors").unlink()


def shard_elsewhere(folder: Path) -> None:
    """A file that is there, where no part of a checkpoint may be."""
    as_shards(folder)
    (folder / "model-00002-of-00002.safetensors").rename(folder.parent / "model-00002-of-00002.safetensors")
    index = folder / f"{WEIGHTS}.index.json"
    index.write_text(index.read_text().replace("model-00002", "../model-00002"))


def quantised(folder: Path) -> None:
    edit_weights(folder, lambda tensors: {name: tensor.to(torch.int8) for name, tensor in tensors.items()})


def whole_module(folder: Path) -> None:
    (folder / WEIGHTS).unlink()
    torch.save(torch.nn.Linear(2, 2), folder / "pytorch_model.bin")


def one_token_more(folder: Path) -> None:
    (folder / "tokenizer.json").unlink()
    (folder / "vocab.txt").write_text((folder / "vocab.txt").read_text() + "more\n")


def text_as_weights(folder: Path) -> None:
    (folder / WEIGHTS).unlink()
    (folder / "pytorch_model.bin").write_text("a page that says that one has to log in\n")


def broken_training(folder: Path) -> None:
    edit_weights(
        folder, lambda tensors: {name: tensor / 0 if "query" in name else tensor for name, tensor in tensors.items()}
    )


REFUSED: dict[str, tuple[Callable[[Path], object], str]] = {
    "code": (with_code, "holds code beside its weights"),
    "code alone": (plain_pickle, "holds code beside its weights"),
    "a whole module": (whole_module, "holds code beside its weights"),
    "cut weights": (cut(WEIGHTS), "cannot be read"),
    "cut torch.save": (cut_pickle, "cannot be read"),
    "nonsense": (nonsense, "cannot be read"),
    "a page of text": (text_as_weights, r"cannot be read \(torch.save\)"),
    "values that are no numbers": (broken_training, "6 tensors in .* hold values that are no numbers"),
    "no weights": (lambda folder: (folder / WEIGHTS).unlink(), "holds no weights"),
    "no config": (lambda folder: (folder / "config.json").unlink(), "has no config.json"),
    "cut config": (cut("config.json"), "cannot be read as JSON"),
    "a shard missing": (missing_shard, "names the file model-00002-of-00002.safetensors, which is not"),
    "a shard elsewhere": (shard_elsewhere, "which is not in its folder"),
    "no tokenizer": (
        lambda folder: [(folder / name).unlink() for name in ("tokenizer.json", "vocab.txt")], "holds no vocabulary"
    ),
    "cut tokenizer": (cut("tokenizer.json"), "is not valid JSON"),
    "another shape": (lambda folder: edit_config(folder, intermediate_size=64), "9 tensors .* have another shape"),
    "fewer layers said": (lambda folder: edit_config(folder, hidden_size=30, num_attention_heads=3), "another shape"),
    "heads that do not divide": (lambda folder: edit_config(folder, num_attention_heads=5), "do not divide"),
    "another family's": (
        lambda folder: edit_config(folder, model_type="roberta", max_position_embeddings=42), "None of the weights"
    ),
    "an unknown family": (lambda folder: edit_config(folder, model_type="gpt2"), "“gpt2”, which is not known"),
    "another attention": (
        lambda folder: edit_config(folder, position_embedding_type="relative_key"), "only \"absolute\" is known"
    ),
    "an unknown activation": (lambda folder: edit_config(folder, hidden_act="silu"), "activation “silu”"),
    "no size": (lambda folder: edit_config(folder, hidden_size=None), "no usable hidden_size"),
    "a size too large": (lambda folder: edit_config(folder, hidden_size=10**9), "no model here can have: hidden"),
    "quantised": (quantised, "of type int8"),
    "more tokens than rows": (one_token_more, "49 tokens, but the word table only 48 rows"),
}  # fmt: skip


@pytest.mark.parametrize("damage", REFUSED)
def test_what_cannot_be_loaded_is_one_sentence_and_leaves_nothing(
    desk: Desk, folder: Path, damage: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    apply, sentence = REFUSED[damage]
    apply(folder)
    with pytest.raises(WorkbenchError, match=sentence) as caught:
        load_checkpoint(desk.project, folder, "refused")
    assert "\n" not in caught.value.render()
    assert nothing_left(desk)
    assert not (tmp_path / "evil").exists()


def nothing_left(desk: Desk) -> bool:
    """Whether the project is as before: one run, one vocabulary, and no folder beside."""
    with Store.open(desk.project) as store:
        runs = [run.name for run in (*store.runs(), *store.runs(deleted=True))]
    folders = [path.name for path in desk.project.runs.iterdir()]
    return (runs, folders, list_vocabularies(desk.project).names) == (["drawn"], ["000001"], {"words"})


def test_folders_of_checkpoints_are_named(desk: Desk, folder: Path) -> None:
    with pytest.raises(WorkbenchError, match=r"Checkpoints lie in its folders: out\. Give one of these"):
        load_checkpoint(desk.project, folder.parent, "above")


def test_a_name_that_is_taken_is_said_at_once(desk: Desk, folder: Path) -> None:
    (folder / WEIGHTS).unlink()
    with pytest.raises(ArgumentError, match="There is already a run named “drawn”"):
        load_checkpoint(desk.project, folder, "drawn")


def test_a_full_disk_leaves_nothing_behind(desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("workbench.model.exchange.loading.save_tensors", refuse)
    with pytest.raises(WorkbenchError, match="cannot be written: No space left on device"):
        load_checkpoint(desk.project, folder, "full")
    assert nothing_left(desk)


def test_what_an_ended_process_left_is_cleared_away(desk: Desk, folder: Path) -> None:
    left = desk.project.runs / ".loading-999999999"
    left.mkdir()
    (left / WEIGHTS).write_bytes(b"half")
    load_checkpoint(desk.project, folder, "loaded")
    assert sorted(path.name for path in desk.project.runs.iterdir()) == ["000001", "000002"]


def test_another_vocabulary_is_added_under_the_runs_name(desk: Desk, folder: Path) -> None:
    lines = (folder / "vocab.txt").read_text().splitlines()
    (folder / "vocab.txt").write_text("\n".join([*lines[:-3], "新", "的"]) + "\n")
    (folder / "tokenizer.json").unlink()
    run, _report = load_checkpoint(desk.project, folder, "loaded")
    assert run.vocabulary == "loaded"
    kept = list_vocabularies(desk.project)
    assert kept.names == {"loaded", "words"}
    assert kept.good[0].size == 48, "a row that no token has is a blank entry"
    assert kept.good[0].tokens[-3:] == ("新", "的", "")
    # Of the same tokens, one folder's vocabulary serves all.
    assert load_checkpoint(desk.project, folder, "second")[0].vocabulary == "loaded"


def test_the_case_is_what_the_folder_says(desk: Desk, folder: Path) -> None:
    (folder / "tokenizer.json").unlink()
    config = json.loads((folder / "tokenizer_config.json").read_text()) | {"do_lower_case": False}
    (folder / "tokenizer_config.json").write_text(json.dumps(config))
    load_checkpoint(desk.project, folder, "cased")
    found = {vocabulary.name: vocabulary.lowercase for vocabulary in list_vocabularies(desk.project).good}
    assert found == {"words": True, "cased": False}


def test_a_loaded_checkpoint_grows_with_its_vocabulary(desk: Desk, folder: Path) -> None:
    """Old rows stay to the bit, the tied output and its bias grow together, and old tokens get the same logits."""
    run, _report = load_checkpoint(desk.project, folder, "loaded")
    parent = find_vocabulary(desk.project, run.vocabulary)
    plan = plan_additions(parent, ["科学"], Places.GROW, VocabularyKind.WORD)
    grown = add_words(desk.project, plan, "grown")
    spec = run.spec
    model = build_model(spec.encoder, grown.size, heads_of(spec)).eval()
    assert start_with(model, find_start(desk.project, "loaded"), spec, grown) == []
    old, new = load_tensors(desk.weights_of(run)), model.state_dict()
    changed = {name for name in old if not torch.equal(old[name], new[name])}
    assert changed == {"encoder.embeddings.word.weight", "heads.mlm.bias"}
    assert all(torch.equal(new[name][: parent.size], old[name]) for name in changed)
    inputs = desk.pairs(parent, 2)
    before, after = desk.logits(desk.model_of(run), inputs), desk.logits(model, inputs)
    torch.testing.assert_close(after["mlm"][..., : parent.size], before["mlm"])
    assert torch.equal(after["next_sentence"], before["next_sentence"])


def test_a_loaded_detector_is_trained_on_with_a_generator_of_its_own(desk: Desk, tmp_path: Path) -> None:
    desk.make(desk.spec("electra-tiny"), desk.words())
    export_checkpoint(desk.project, "drawn", tmp_path / "out")
    run, report = load_checkpoint(desk.project, tmp_path / "out" / "discriminator", "detector")
    assert report.heads == ("replaced_token",)
    assert desk.model_of(run).generator is None
    with Store.open(desk.project) as store:
        spec = store.clone(run)
    assert not problems(spec)
    vocabulary = find_vocabulary(desk.project, run.vocabulary)
    model = model_of(spec, vocabulary.size)
    assert start_with(model, find_start(desk.project, "detector"), spec, vocabulary), "the generator is drawn"
    state, loaded = model.state_dict(), load_tensors(desk.weights_of(run))
    assert all(torch.equal(state[name], loaded[name]) for name in loaded)


def test_a_detector_of_a_presets_size_has_no_generator(desk: Desk, tmp_path: Path) -> None:
    """The preset has one, which would come back when the run's spec is read."""
    desk.make(load_preset("electra-tiny"), desk.words())
    export_checkpoint(desk.project, "drawn", tmp_path / "out")
    run, _report = load_checkpoint(desk.project, tmp_path / "out" / "discriminator", "detector")
    assert (run.spec.preset, run.spec.generator) == ("electra-tiny", None)
    again = export_checkpoint(desk.project, "detector", tmp_path / "again")
    assert [one.architecture for one in again.written] == ["ElectraForPreTraining"]
    first, second = (load_file(path / WEIGHTS) for path in (tmp_path / "out" / "discriminator", tmp_path / "again"))
    assert first.keys() == second.keys()
    assert all(torch.equal(first[name], second[name]) for name in first)
