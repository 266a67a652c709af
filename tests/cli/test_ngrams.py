"""A run with an n-gram encoder from the terminal: mined, trained, resumed, looked into, copied, refused elsewhere."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from workbench.cli import main
from workbench.text.ngram_lexicon import NGRAMS, load_ngrams

Told = Callable[..., str]
SMALL = [
    "encoder.hidden=32", "encoder.feed_forward=64", "encoder.heads=2", "encoder.positions=32", "training.length=24",
    "training.batch_size=4", "training.steps=4", "training.warmup_steps=1", "training.checkpoint_every=2",
    "training.evaluate_every=4", "training.evaluation_passages=8", "training.device=cpu", "training.threads=1",
    "ngrams.lists=grams",
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a corpus, its characters as vocabulary, a mined list of n-grams, and a run."""
    folder: Path = tmp_path_factory.mktemp("zen")
    draw = random.Random(3)
    words = ["提高", "速度", "高速", "公路", "大学", "城市", "湾区", "粤港澳"]
    lines = ["".join(draw.choices(words, k=draw.randint(2, 5))) + "。" for _ in range(120)]
    text = folder / "text.txt"
    text.write_text("\n\n".join("\n".join(lines[at : at + 4]) for at in range(0, 120, 4)), encoding="utf-8")
    project = ["--project", str(folder / "p")]
    for command in (
        ["import", str(text), "--name", "zh"],
        ["vocabulary", "train", "--corpus", "zh", "--kind", "character", "--size", "100", "--name", "signs"],
        ["lists", "mine", "--corpus", "zh", "--name", "grams", "--by", "frequency", "--unit", "character",
         "--min-count", "5", "--longest", "4"],
        ["train", "--preset", "zen-tiny", "--corpus", "zh", "--vocabulary", "signs", "--name", "first",
         *(part for setting in SMALL for part in ("--set", setting))],
    ):  # fmt: skip
        assert main([*command, *project]) == 0
    return folder


@pytest.fixture
def told(folder: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    """What a command in the project prints; it fails with ``code``."""

    def run(*command: str, code: int = 0) -> str:
        capsys.readouterr()
        assert main([*command, "--project", str(folder / "p")]) == code
        captured = capsys.readouterr()
        return captured.err if code else captured.out

    return run


def run_folder(told: Told, name: str) -> Path:
    return Path(json.loads(told("runs", "show", name, "--json"))["folder"])


def test_it_is_trained_and_repeated_to_the_bit(told: Told) -> None:
    shown = json.loads(told("runs", "show", "first", "--json"))
    assert (shown["status"], shown["step"]) == ("done", 4)
    assert "bit-equal over steps 3 to 4" in told("prove", "first")


def test_it_describes_what_its_lists_make(told: Told) -> None:
    rows = load_ngrams(run_folder(told, "first")).rows
    command = ["describe", "--preset", "zen-tiny", "--json", "--vocabulary", "signs", "--set", "ngrams.lists=grams"]
    assert json.loads(told(*command))["parameters"]["by_part"]["ngram_table"] == rows * 128
    assert "Hint: N-grams are matched before masking" in told(
        "describe", "--preset", "zen-tiny", "--set", "ngrams.matching=before"
    )
    assert json.loads(told("describe", "--preset", "zen-base", "--json"))["parameters"]["total"] == 225_353_098


def test_no_list_or_one_of_another_kind_is_refused_before_anything_begins(told: Told) -> None:
    command = ["train", "--preset", "zen-tiny", "--corpus", "zh", "--vocabulary", "signs"]
    assert "needs a list of n-grams" in told(*command, code=2)
    assert "no list named “gone”" in told(*command, "--set", "ngrams.lists=gone", code=2)


def test_inspect_tells_ngrams_and_writes_their_arrays(told: Told, tmp_path: Path) -> None:
    found = json.loads(told("inspect", "first", "--text", "提高速度", "--ngrams", "--json"))
    assert {"提高", "速度", "提高速度"} <= {one["text"] for one in found["ngrams"]}
    assert (len(found["share"]), len(found["received"])) == (2, 1)
    out = tmp_path / "n.npz"
    shown = told("inspect", "first", "--text", "提高速度", "--ngrams", "--out", str(out))
    assert "received" in shown.splitlines()[1]
    assert str(out) in shown
    with np.load(out) as arrays:
        assert arrays["injected"].shape == (2, len(found["ngrams"]))
        assert arrays["ngram_text"].tolist() == [one["text"] for one in found["ngrams"]]
    assert "No n-gram of the run's lexicon matches." in told("inspect", "first", "--text", "提", "--ngrams")


def test_inspect_writes_the_heatmap_and_the_table(told: Told, tmp_path: Path) -> None:
    drawing, table, page = tmp_path / "n.svg", tmp_path / "n.csv", tmp_path / "n.html"
    command = ["inspect", "first", "--text", "提高速度", "--ngrams", "--quantity", "injected"]
    shown = told(*command, "--svg", str(drawing), "--csv", str(table), "--html", str(page))
    assert shown.splitlines()[-3:] == [str(page), str(drawing), str(table)]
    assert "B: injected norm, layer by layer; step 4" in drawing.read_text(encoding="utf-8")
    rows = list(csv.reader(table.read_text(encoding="utf-8").splitlines()))
    found = json.loads(told(*command, "--json"))
    values = {one["text"]: [found["injected"][layer][one["column"]] for layer in range(2)] for one in found["ngrams"]}
    assert {row[0]: [float(row[7]), float(row[8])] for row in rows[1:]} == {
        name: pytest.approx(expected, rel=1e-4) for name, expected in values.items()
    }
    winners = {one["text"]: one["wins"] for one in found["ngrams"]}
    assert {row[0]: [int(layer) for layer in row[9].split()] for row in rows[1:]} == winners
    assert "N-grams" in page.read_text(encoding="utf-8")
    assert "is there already" in told(*command, "--csv", str(table), code=2)


def test_inspect_tells_all_checkpoints(told: Told, tmp_path: Path) -> None:
    out = tmp_path / "all.npz"
    command = ["inspect", "first", "--text", "提高速度", "--ngrams", "--checkpoint", "all", "--layer", "1"]
    found = json.loads(told(*command, "--json", "--out", str(out)))
    assert (found["steps"], found["layer"], found["quantity"]) == ([2, 4], 1, "received")
    assert all(epoch > 0 for epoch in found["epochs"])
    for place, step in enumerate(found["steps"]):
        alone = json.loads(
            told("inspect", "first", "--text", "提高速度", "--ngrams", "--json", "--checkpoint", str(step))
        )
        for one in found["ngrams"]:
            assert one["values"][place] == pytest.approx(alone["received"][0][one["column"]], rel=1e-5)
    with np.load(out) as arrays:
        assert arrays["steps"].tolist() == [2, 4]
        assert arrays["values"].shape == (len(found["ngrams"]), 2)
    assert "by the step of the checkpoint" in told(*command)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--checkpoint", "all", "--out", "x.npz"], "--checkpoint all goes with --ngrams."),
        (["--csv", "x.csv", "--out", "x.npz"], "--csv goes with --ngrams."),
        (["--ngrams", "--layer", "9"], "--layer must be at most 2."),
        (["--ngrams", "--checkpoint", "soon"], "soon"),
    ],
)
def test_what_cannot_be_asked_of_ngrams_is_one_sentence(
    options: list[str], sentence: str, told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert sentence in told("inspect", "first", "--text", "提高速度", *options, code=2)


def test_inspect_counts_whether_the_ngrams_that_are_meant_win(told: Told, tmp_path: Path) -> None:
    own, table = tmp_path / "own.toml", tmp_path / "t.csv"
    own.write_text(
        '[[sentences]]\ntext = "提高速度"\nvalid = ["提高", "速度"]\nmisleading = ["高速"]\n'
        '[[sentences]]\ntext = "大学"\nvalid = ["大学"]\n', "utf-8"
    )  # fmt: skip
    command = ["inspect", "first", "--ngrams", "--examples", str(own), "--checkpoint", "all"]
    found = json.loads(told(*command, "--json", "--csv", str(table)))
    assert [one["step"] for one in found["checkpoints"]] == [2, 4]
    last = found["checkpoints"][1]
    (contest,) = last["contests"]
    assert (last["sentences"], contest["misleading"], contest["meant"]) == (
        2,
        "高速",
        ["提高", "速度"],
    )
    looked = json.loads(told("inspect", "first", "--text", "提高速度", "--ngrams", "--json"))
    value = {one["text"]: looked["share"][1][one["column"]] for one in looked["ngrams"]}
    best, misleading = max(value["提高"], value["速度"]), value["高速"]
    expected = "won" if best >= 1.01 * misleading else "lost" if misleading >= 1.01 * best else "even"
    assert contest["outcomes"]["share"][1] == expected
    assert last["counts"]["share"][1][expected] == 1
    assert last["cosines"] == pytest.approx(looked["cosines"]), "大学 has no other beside it"
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert len(rows) == 2 * (1 + 2 + 2), "checkpoints, and the layers of the three quantities"
    shown = told(*command)
    assert "1 contest in 1 of 2 sentences" in shown
    assert "mean cosine" in shown
    assert "Mean cosine between" in told("inspect", "first", "--text", "提高速度", "--ngrams")
    assert "sentences" in told("inspect", "first", "--ngrams", "--examples")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--examples"], "--examples goes with --ngrams."),
        (["--ngrams", "--examples", "--pair", "大学"], "--pair is about one sentence"),
        (["--ngrams", "--examples", "--svg", "x.svg"], "--svg is about one sentence"),
        (["--ngrams", "--examples", "gone.toml"], "can't be read"),
        (["--ngrams", "--examples", "--text", "大学"], "not allowed with argument"),
        (["--ngrams"], "--text --examples is required"),
    ],
)
def test_what_cannot_be_counted_is_one_sentence(options: list[str], sentence: str, told: Told) -> None:
    assert sentence in told("inspect", "first", *options, code=2)


def test_inspect_matches_ngrams_after_masking(told: Told) -> None:
    found = json.loads(told("inspect", "first", "--text", "提高速度", "--ngrams", "--mask", "高", "--json"))
    state = {one["text"]: one["dropped"] for one in found["ngrams"]}
    assert (state["提高"], state["速度"]) == ("mask", None)


def test_a_copy_keeps_the_ngrams_when_the_list_is_gone_and_goes_on(told: Told) -> None:
    first = (run_folder(told, "first") / NGRAMS).read_bytes()
    told("lists", "delete", "grams")
    told("runs", "clone", "first", "--name", "copy", "--set", "training.steps=2")
    assert (run_folder(told, "copy") / NGRAMS).read_bytes() == first
    told("resume", "copy")
    assert json.loads(told("runs", "show", "copy", "--json"))["status"] == "done"
    told("train", "--preset", "zen-tiny", "--corpus", "zh", "--vocabulary", "signs", "--name", "on", "--start-from",
         "first", *(part for setting in SMALL for part in ("--set", setting)), code=2)  # fmt: skip


def test_transformers_has_no_such_model(told: Told, tmp_path: Path) -> None:
    assert "transformers has no model with an n-gram encoder" in told("export", "first", str(tmp_path / "x"), code=1)
    assert not (tmp_path / "x").exists()


def test_bench_ngrams_finds_what_a_scan_finds(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.cli.bench.MEASURE_SECONDS", 0.0)
    command = ["bench", "ngrams", "--entries", "300", "--corpus", "zh", "--vocabulary", "signs", "--json"]
    rows = json.loads(told(*command))
    scan, matcher = rows[0], rows[1]
    assert (scan["side"], matcher["side"], rows[3]["side"]) == ("scan of windows", "matcher", "start of the matcher")
    assert scan["matches"] == matcher["matches"] > 0
