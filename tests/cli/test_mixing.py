"""Corpora of stages on the command line: one in place of another, several by share, and what can't be."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.cli import main
from workbench.core.paths import Project
from workbench.store.store import Store
from workbench.text.corpus import import_corpus
from workbench.text.readers.settings import Duplicates, ImportSettings

TINY = [
    "encoder.layers=1", "encoder.hidden=16", "encoder.heads=1", "encoder.feed_forward=16", "training.steps=40",
    "training.warmup_steps=0", "training.length=32", "training.batch_size=4", "training.evaluate_every=40",
    "training.threads=1", "training.device=cpu",
]  # fmt: skip


@pytest.fixture
def talking(folder: Path, tmp_path: Path) -> Path:
    """The project with a second corpus, of dialogues."""
    text = tmp_path / "talk.tsv"
    text.write_text("\n".join("\t".join([f"abc {'d ' * n}", "fgh", *["ijk"] * (n % 2)]) for n in range(1, 40)), "utf-8")
    import_corpus(Project(folder), "talk", [text], ImportSettings(evaluation_share=0.2))
    return folder


def train(folder: Path, *options: str) -> int:
    settings = [part for one in TINY for part in ("--set", one)]
    return main(["train", "--project", str(folder), "--vocabulary", "signs", *settings, *options])


def test_a_recipe_tells_which_corpus_it_lacks_and_takes_another(
    talking: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe = ["--preset", "ernie-tiny", "--recipe", "local-dialogue", "--corpus", "letters"]
    assert train(talking, *recipe) == 2
    told = capsys.readouterr().err
    assert "The stage “basic-dialogue” reads dialogues of a corpus “dialogue”, which the project does not have" in told
    assert "--stage-corpus dialogue=NAME" in told
    assert "Known: letters, talk" in told
    assert train(talking, *recipe, "--stage-corpus", "dialogue=talk", "--name", "both") == 0
    with Store.open(Project(talking)) as store:
        run = store.run("both")
        names = store.metric_names(run.id)
    assert [stage.corpus for stage in run.spec.stages] == 3 * ["", "talk"]
    assert list(run.stage_corpora) == ["talk"]
    assert {"loss/mlm", "loss/next_sentence", "loss/dialogue", "eval/loss/dialogue"} <= set(names)


def test_each_corpus_without_held_out_text_is_named_at_the_start(
    talking: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also one that is first read long after it."""
    text = tmp_path / "all.txt"
    text.write_text("\n\n".join(f"abc {'d ' * n}.\nfgh." for n in range(1, 30)), encoding="utf-8")
    import_corpus(Project(talking), "all", [text], ImportSettings(evaluation_share=0.0))
    later = ['stages=[{}, {name = "later", corpus = "all"}]', "training.evaluation_passages=4"]
    more = [part for one in later for part in ("--set", one)]
    assert train(talking, "--preset", "bert-tiny", "--corpus", "talk", *more, "--name", "later") == 0
    told = capsys.readouterr().out
    assert told.count("no evaluation split") == 1
    assert "The corpus “all” has no evaluation split; of its stages only the training loss shows." in told


def test_a_mixture_is_a_run_of_plain_stages(talking: Path) -> None:
    assert train(talking, "--preset", "bert-tiny", "--mix", "letters=0.75,talk=0.25", "--name", "mixed") == 0
    with Store.open(Project(talking)) as store:
        run = store.run("mixed")
    assert run.corpus == "letters"
    assert [(stage.corpus, stage.share) for stage in run.spec.stages] == [("", 30), ("talk", 10)]


def test_a_corpus_that_a_mixture_lacks_can_be_another(talking: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As the message says that tells of it."""
    mix = ["--preset", "bert-tiny", "--mix", "letters=0.75,forum=0.25", "--name", "mixed"]
    assert train(talking, *mix) == 2
    assert "choose another with --stage-corpus forum=NAME" in capsys.readouterr().err
    assert train(talking, *mix, "--stage-corpus", "forum=talk") == 0
    with Store.open(Project(talking)) as store:
        assert [stage.corpus for stage in store.run("mixed").spec.stages] == ["", "talk"]


def test_turns_that_an_import_took_for_paragraphs_are_missed(
    talking: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of text with a turn a line; what is known to be turns has them all."""
    torn = tmp_path / "lines.txt"
    torn.write_text("\n\n".join(f"abc {'d ' * n}\nfgh\nijk {'e ' * n}" for n in range(1, 20)), "utf-8")
    settings = ImportSettings(evaluation_share=0.2, duplicates=Duplicates.PARAGRAPHS)
    import_corpus(Project(talking), "lines", [torn], settings)
    import_corpus(Project(talking), "kept", [tmp_path / "talk.tsv"], settings)
    recipe = ["--preset", "ernie-tiny", "--recipe", "local-dialogue", "--corpus", "letters"]
    words = "Warning: 18 repeated paragraphs were dropped when the corpus “lines” was imported."
    for name in ("lines", "kept"):
        assert train(talking, *recipe, "--stage-corpus", f"dialogue={name}", "--name", name) == 0
        assert (words in capsys.readouterr().out) is (name == "lines")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--mix", "letters"], "“letters” is not a corpus with a share of its own"),
        (["--mix", "letters=1,letters=2"], "“letters=2” is not a corpus with a share of its own"),
        (["--mix", "letters=1,talk=much"], "“talk=much” is not a corpus with a share of its own"),
        (["--mix", "letters=1,talk=inf"], "“talk=inf” is not a corpus with a share of its own"),
        (["--mix", "letters=1"], "A mixture needs two corpora at least"),
        (["--mix", "letters=1,talk=1", "--corpus", "letters"], "Give either --corpus or --mix"),
        (["--stage-corpus", "dialogue", "--corpus", "letters"], "“dialogue” names no corpus for stages"),
        (2 * ["--stage-corpus", "a=b"], "Write NAME=CORPUS for each name once"),
        (["--stage-corpus", "dialogue=talk", "--corpus", "letters"], "No stage of the run names a corpus “dialogue”"),
    ],
)
def test_what_can_not_be_is_told(
    folder: Path, options: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert train(folder, "--preset", "bert-tiny", *options) == 2
    assert told in capsys.readouterr().err
