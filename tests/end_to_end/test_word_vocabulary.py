"""WoBERT's start: a vocabulary of words over a character model, which came from a folder or was trained here."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from workbench.cli import main
from workbench.core.paths import Project
from workbench.model.build import build_model, heads_of
from workbench.model.growing import WORD_TABLE
from workbench.model.weights import load_tensors, save_tensors
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.store.checkpoints import checkpoint_folders
from workbench.store.load_report import LoadReport
from workbench.store.loaded import add_loaded_run
from workbench.store.store import Store
from workbench.text.vocabulary import Vocabulary, VocabularyKind, find_vocabulary, save_vocabulary
from workbench.text.vocabulary_rows import TakenRows
from workbench.train.loop import Trainer

TEXT = "科学技术是第一生产力。我们去公园玩。中国的科学技术。今天天气很好，我们去公园。生产力是第一。"
#: As in a Chinese BERT: specials not in the beginning, pieces that never occur, and a character of the text lacking.
TOKENS = ["[PAD]", "[unused1]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *sorted(set(TEXT) - {"玩"}), "##学", "##力"]
SETTINGS = [
    "encoder.layers=1", "encoder.hidden=16", "encoder.heads=2", "encoder.feed_forward=32", "encoder.positions=34",
    "training.length=32", "training.batch_size=4", "training.steps=2", "training.warmup_steps=1",
    "training.evaluate_every=2", "training.checkpoint_every=2", "training.device=cpu", "training.threads=1",
    "stages.0.passage.kind=doc-sentences", "encoder.pooler=false",
]  # fmt: skip
BIAS = "heads.mlm.bias"
Weights = dict[str, torch.Tensor]


@pytest.fixture
def project(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Project:
    """A project with a text, a vocabulary of characters, weights for it as the run “drawn”, and one of words."""
    made = Project(tmp_path / "项目").create()
    text = tmp_path / "text.txt"
    text.write_text("\n\n".join([TEXT] * 30), encoding="utf-8")
    characters = Vocabulary.make("characters", VocabularyKind.WORDPIECE, TOKENS)
    save_vocabulary(made, characters)
    spec = apply_overrides(load_preset("bert-tiny"), [*SETTINGS, "vocabulary=characters", "name=drawn"])
    state = build_model(spec.encoder, characters.size, heads_of(spec)).state_dict()
    state[BIAS] = torch.randn(characters.size)
    with Store.open(made) as store:
        report = LoadReport("nowhere", "none", "", (), ())
        add_loaded_run(store, spec, characters, report, lambda path: save_tensors(path, state), new_vocabulary=False)
    place = ("--project", str(made.root))
    assert main(["import", str(text), "--name", "text", *place]) == 0
    words = ["vocabulary", "words", "--base", "characters", "--corpus", "text", "--size", "8", "--name", "words"]
    assert main([*words, *place]) == 0
    capsys.readouterr()
    return made


@pytest.fixture
def begun(project: Project, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Weights]:
    """Trains with words from a run; returns the weights before the first step."""
    seen: list[Weights] = []
    train = Trainer.train

    def looking(trainer: Trainer) -> bool:
        seen.append({name: value.clone() for name, value in trainer.model.state_dict().items()})
        return train(trainer)

    monkeypatch.setattr(Trainer, "train", looking)

    def call(start: str, *options: str, vocabulary: str = "words") -> Weights:
        settings = [part for setting in SETTINGS for part in ("--set", setting)]
        code = main(["train", "--preset", "bert-tiny", "--corpus", "text", "--vocabulary", vocabulary, *settings,
                     "--start-from", start, "--project", str(project.root), *options])  # fmt: skip
        assert code == 0
        return seen.pop()

    return call


def weights_of(project: Project, run: str) -> Weights:
    with Store.open(project) as store:
        folder = store.run(run).folder
    return load_tensors(list(checkpoint_folders(folder).values())[-1] / "model.safetensors")


def weights_events(text: str) -> list[dict[str, Any]]:
    events = [json.loads(line) for line in text.splitlines()]
    return [event for event in events if event["event"] == "weights"]


def require_wobert(old: Weights, new: Weights, characters: Vocabulary, words: Vocabulary) -> None:
    """Each word is the mean of its characters, in table and output bias; what was kept is kept to the bit."""
    assert words.lineage is not None
    assert {"科学技术", "生产力", "公园", "我们", "第一"} <= words.lineage.additions.keys()
    for name in (WORD_TABLE, BIAS):
        for token, place in words.ids_by_token.items():
            if token in words.lineage.additions:
                rows = old[name][[characters.ids_by_token[one] for one in token]]
                torch.testing.assert_close(new[name][place], rows.double().mean(0).float(), rtol=0, atol=1e-7)
            else:
                assert torch.equal(new[name][place], old[name][characters.ids_by_token[token]]), token
    others = old.keys() - {WORD_TABLE, BIAS}
    assert len(others) > 15
    assert all(torch.equal(new[name], old[name]) for name in others)


@pytest.mark.parametrize("through", ["trained here", "a folder of transformers"])
def test_words_begin_as_the_mean_of_their_characters(
    project: Project, begun: Callable[..., Weights], tmp_path: Path, capsys: pytest.CaptureFixture[str], through: str
) -> None:
    place = ("--project", str(project.root))
    start = "drawn"
    if through == "trained here":
        begun("drawn", "--name", "trained", vocabulary="characters")
        start = "trained"
        assert not torch.equal(weights_of(project, "trained")[WORD_TABLE], weights_of(project, "drawn")[WORD_TABLE])
    else:
        assert main(["export", "drawn", str(tmp_path / "out"), *place]) == 0
        assert main(["load", str(tmp_path / "out"), "--name", "back", *place]) == 0
        start = "back"
    capsys.readouterr()
    new = begun(start, "--json")
    characters, words = find_vocabulary(project, "characters"), find_vocabulary(project, "words")
    require_wobert(weights_of(project, start), new, characters, words)
    (told,) = weights_events(capsys.readouterr().out)
    assert words.lineage is not None
    added = len(words.lineage.additions)
    assert told["start"].partition("@")[0] == start
    assert (told["copied"], told["averaged"], told["drawn"]) == (words.size - added, added, 0)
    assert told["left_out"] == 3, "[unused1] and the pieces ##学 and ##力"


def test_what_becomes_of_the_rows_is_told_to_people(
    project: Project, begun: Callable[..., Weights], capsys: pytest.CaptureFixture[str]
) -> None:
    begun("drawn", "--name", "people")
    words = find_vocabulary(project, "words")
    assert words.lineage is not None
    size, added = words.size, len(words.lineage.additions)
    assert (
        f"Begins with the weights of “drawn@0”; word rows: {size - added} copied, {added} means of several, 0 drawn "
        "anew; 3 left out."
    ) in capsys.readouterr().out
    begun("people", "--name", "further")
    assert f"“people@2”; all {size} word rows copied." in capsys.readouterr().out


def test_rows_are_counted_by_what_they_come_from(project: Project) -> None:
    """玩 is no token of the parent: a word of it alone has nothing to be a mean of."""
    place = ("--project", str(project.root))
    (project.root / "more.txt").write_text("科学\n玩\n", encoding="utf-8")
    for rows in ("mean", "normal"):
        more = ["vocabulary", "add-words", "characters", "--words", str(project.root / "more.txt"), "--as", "word"]
        assert main([*more, "--into", "grow", "--rows", rows, "--name", rows, *place]) == 0
    parent = find_vocabulary(project, "characters")
    assert TakenRows.of(find_vocabulary(project, "mean"), parent) == TakenRows(parent.size, 1, 1, 0)
    assert TakenRows.of(find_vocabulary(project, "normal"), parent) == TakenRows(parent.size, 0, 2, 0)
    assert TakenRows.of(parent, parent).text.render() == f"all {parent.size} word rows copied"
