"""``workbench audit`` as scripts use it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.core.paths import sample_data
from workbench.masking.registry import STRATEGIES

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


@pytest.fixture
def arguments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    text = sample_data("zh", "news.txt")
    letters = sorted({letter.lower() for letter in text.read_text(encoding="utf-8") if letter.strip()})
    path = tmp_path / "vocab.txt"
    path.write_text("\n".join([*SPECIAL, *letters]) + "\n", encoding="utf-8")
    project = ["--project", str(tmp_path / "project")]
    assert main(["import", str(text), "--name", "news", *project]) == 0
    capsys.readouterr()
    return ["audit", "--corpus", "news", "--vocabulary", str(path), "--limit", "700", *project]


def test_all_strategies_keep_the_rules(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments, "--json"]) == 0
    documents = json.loads(capsys.readouterr().out)
    assert [document["strategy"] for document in documents] == list(STRATEGIES)
    for document in documents:
        assert document["passages"] == 700
        assert document["rate"] == pytest.approx(0.15, abs=0.015)
        assert set(document["faults"].values()) == {0}
        assert sum(document["actions"].values()) == pytest.approx(1.0)
        assert sum(kind["share"] for kind in document["kinds"].values()) == pytest.approx(1.0)


def test_a_table_for_people(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments, "--strategy", "span", "--strategy", "entity", "--set", "rate=0.3"]) == 0
    output = capsys.readouterr().out
    assert "30.00%" in output
    assert "formula" in output
    assert "basic" not in output


def test_entities_alone_fall_short_and_it_says_so(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments, "--strategy", "entity", "--set", "fill=none"]) == 0
    told = capsys.readouterr().err
    assert "Let the rest of the text fill up the rate. --set fill=after\n" in told
    assert main([*arguments, "--strategy", "entity", "--set", "fill=none", "--json"]) == 0
    notes = json.loads(capsys.readouterr().out)[0]["notes"]
    assert {"fill": "after"} in [fix for note in notes for fix in note["fixes"]]
    assert main([*arguments, "--strategy", "entity", "--set", "fill=after"]) == 0
    assert "too few" not in capsys.readouterr().err


def test_wrong_settings(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments, "--strategy", "nope"]) == 2
    assert main([*arguments, "--strategy", "span", "--set", "stop=2"]) == 2
    assert main([*arguments, "--limit", "0"]) == 2
    assert main([*arguments, "--strategy", "span", "--strategy", "span"]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_setting_goes_to_the_strategies_that_have_it(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    both = ["--strategy", "basic", "--strategy", "span"]
    assert main([*arguments, "--json", *both]) == 0
    usual = json.loads(capsys.readouterr().out)
    assert main([*arguments, "--json", *both, "--set", "longest=1"]) == 0
    basic, span = json.loads(capsys.readouterr().out)
    assert basic == usual[0]
    assert len(span["lengths"]["chosen"]) == 1 < len(usual[1]["lengths"]["chosen"])
    assert main([*arguments, *both, "--set", "longset=1", "--set", "rate=0.2"]) == 2
    assert "longset: None of the strategies has this setting: basic, span." in capsys.readouterr().err


def test_how_often_each_answer_about_tokens_is_right(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    asking = [*arguments, "--strategy", "basic", "--length", "64", "--ask", "token-document"]
    assert main([*asking, "--json"]) == 0
    (document,) = json.loads(capsys.readouterr().out)
    counts = document["answers"]["token_document"]
    assert counts.keys() == {"only here", "elsewhere too"}
    assert all(count > 1000 for count in counts.values())
    assert main(asking) == 0
    last = capsys.readouterr().out.splitlines()[-1].split()
    assert last[-2:] == [str(counts["elsewhere too"]), f"{counts['elsewhere too'] / sum(counts.values()):.2%}"]
    passages = ["--passages", "sentence-reordering", "--set", "passage.parts=2"]
    assert main([*asking, *passages, "--json"]) == 0
    (document,) = json.loads(capsys.readouterr().out)
    assert document["answers"].keys() == {"sentence_reordering", "token_document"}
    order = document["answers"]["sentence_reordering"]
    assert order.keys() == {"in one part", "1 2", "2 1"}
    assert sum(order.values()) == document["passages"] == 700
    assert all(order.values())
    assert main([*asking, *passages, "--set", "passage.prats=2"]) == 2
    assert "passage.prats" in capsys.readouterr().err
    assert main([*asking, "--ask", "capitalization"]) != 0
    assert "Choose a corpus of cased text" in capsys.readouterr().err
    assert main([*asking, "--ask", "token-document punctuation=true"]) == 2
    assert "“token-document” is asked twice" in capsys.readouterr().err
