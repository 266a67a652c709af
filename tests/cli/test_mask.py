"""``workbench mask`` as scripts use it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.cli import main

TEXT = "我来到北京清华大学，请预测[MASK]和[SEP]。\nPlaying games is fun 😀!"
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


@pytest.fixture
def vocabulary(tmp_path: Path) -> Path:
    letters = sorted({letter.lower() for letter in TEXT + "长江发源于青藏高原" if letter.strip() and letter != "😀"})
    pieces = [f"##{letter}" for letter in letters if letter.isascii() and letter.isalnum()]
    path = tmp_path / "vocab.txt"
    path.write_text("\n".join([*SPECIAL, *letters, *pieces]) + "\n", encoding="utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, *arguments: str) -> tuple[int, str, str]:
    code = main(["mask", "--project", str(tmp_path / "project"), *arguments])
    output = capsys.readouterr()
    return code, output.out, output.err


def lines(capsys: pytest.CaptureFixture[str], tmp_path: Path, *arguments: str) -> list[dict[str, Any]]:
    code, output, _ = run(capsys, tmp_path, "--json", *arguments)
    assert code == 0
    return [json.loads(line) for line in output.splitlines()]


def check_passage(passage: dict[str, Any]) -> None:
    """All that the terminal contract says of one line."""
    tokens, units = passage["tokens"], passage["units"]
    assert len(tokens) == len(passage["ids"]) == len(passage["input_ids"]) == len(passage["spans"])
    special = [span is None for span in passage["spans"]]
    assert passage["maskable"] == special.count(False)
    for token, span in zip(tokens, passage["spans"], strict=True):
        if span is None:
            assert token in SPECIAL
        elif token not in SPECIAL:
            assert passage["text"][span[0] : span[1]].lower() == token.removeprefix("##")
    for pick in passage["picks"]:
        unit = units[pick["unit"]]
        assert unit["start"] <= pick["position"] < unit["end"]
        assert pick["original"] == passage["ids"][pick["position"]]
        assert pick["input"] == passage["input_ids"][pick["position"]]
        assert pick["action"] in ("mask", "random", "keep")
        assert not special[pick["position"]]
    assert passage["rate"] == pytest.approx(len(passage["picks"]) / passage["maskable"])


@pytest.mark.parametrize("strategy", ["basic", "whole-word", "phrase", "entity", "ngram"])
def test_a_text(capsys: pytest.CaptureFixture[str], tmp_path: Path, vocabulary: Path, strategy: str) -> None:
    (passage,) = lines(
        capsys, tmp_path, "--text", TEXT, "--vocabulary", str(vocabulary), "--strategy", strategy, "--seed", "3"
    )
    assert passage["text"] == TEXT
    check_passage(passage)
    kinds = {unit["kind"] for unit in passage["units"]}
    assert {"basic": "char", "whole-word": "word", "entity": "entity", "ngram": "ngram"}.get(strategy, "word") in kinds
    if strategy == "entity":
        texts = {
            passage["text"][passage["spans"][u["start"]][0] : passage["spans"][u["end"] - 1][1]]: u["label"]
            for u in passage["units"]
            if u["kind"] == "entity"
        }
        assert texts["清华大学"] in ("nt", "organisation")


def test_the_seed_decides(capsys: pytest.CaptureFixture[str], tmp_path: Path, vocabulary: Path) -> None:
    common = ("--text", TEXT, "--vocabulary", str(vocabulary), "--strategy", "whole-word", "--set", "rate=0.4")
    first, again, other = (lines(capsys, tmp_path, *common, "--seed", seed) for seed in ("1", "1", "2"))
    assert first == again
    assert first != other


def test_settings_of_strategy_and_units(capsys: pytest.CaptureFixture[str], tmp_path: Path, vocabulary: Path) -> None:
    (passage,) = lines(
        capsys, tmp_path, "--text", TEXT, "--vocabulary", str(vocabulary), "--strategy", "entity",
        "--set", "rate=0.5", "--set", "replacement.mask=1", "--set", "replacement.random=0",
        "--set", "replacement.per=unit", "--set", "units.dictionary_entities=false", "--set", "fill=after",
    )  # fmt: skip
    assert {pick["action"] for pick in passage["picks"]} == {"mask"}
    assert passage["rate"] == pytest.approx(0.5, abs=0.2)
    assert "entity" not in {unit["kind"] for unit in passage["units"]}


def test_a_long_text_becomes_several_passages(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, vocabulary: Path
) -> None:
    text = "长江发源于青藏高原" * 30
    assert len(lines(capsys, tmp_path, "--text", text, "--vocabulary", str(vocabulary))) == 1
    passages = lines(capsys, tmp_path, "--text", text, "--vocabulary", str(vocabulary), "--length", "64")
    assert len(passages) == 5
    for passage in passages:
        check_passage(passage)


def test_passages_of_a_corpus(capsys: pytest.CaptureFixture[str], tmp_path: Path, vocabulary: Path) -> None:
    file = tmp_path / "river.txt"
    file.write_text("\n\n".join(["长江发源于青藏高原。\n北京清华大学。"] * 30), encoding="utf-8")
    assert main(["import", str(file), "--name", "river", "--project", str(tmp_path / "project")]) == 0
    capsys.readouterr()
    passages = lines(capsys, tmp_path, "--corpus", "river", "--vocabulary", str(vocabulary), "--limit", "3")
    assert len(passages) == 3
    for passage in passages:
        assert passage["text"] == "长江发源于青藏高原。\n北京清华大学。"
        check_passage(passage)


def test_passages_of_another_kind_have_an_answer(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, vocabulary: Path
) -> None:
    file = tmp_path / "river.txt"
    file.write_text("\n\n".join(["长江发源于青藏高原。\n北京清华大学。\n请预测长江。"] * 90), encoding="utf-8")
    assert main(["import", str(file), "--name", "river", "--project", str(tmp_path / "project")]) == 0
    capsys.readouterr()
    of_corpus = ("--corpus", "river", "--vocabulary", str(vocabulary), "--passages", "sentence-reordering")
    passages = lines(capsys, tmp_path, *of_corpus, "--set", "passage.parts=2", "--limit", "20")
    answers = {0: "in one part", 1: "1 2", 2: "2 1"}
    assert {passage["label"] for passage in passages} == set(answers)
    for passage in passages:
        check_passage(passage)
        assert passage["answer"] == answers[passage["label"]]
        swapped = passage["text"].index("请") < passage["text"].index("长江发")
        assert swapped == (passage["label"] == 2)
        assert (passage["asked"], passage["behind"]["order"]) == ("Reordering", [[0], [0, 1], [1, 0]][passage["label"]])
        assert [piece["of"] for piece in passage["behind"]["pieces"]] == [3] * max(1, min(2, passage["label"] + 1))
    (balance,) = lines(capsys, tmp_path, *of_corpus, "--balance")
    assert len(balance["balance"]) == 9
    assert balance["note"].startswith("“Reordering”: 6 of 9 answers")
    code, output, _ = run(capsys, tmp_path, *of_corpus, "--balance")
    assert code == 0
    assert "in one part" in output
    asking = (*of_corpus, "--length", "20", "--ask", "token-document", "--balance", "--set", "passage.parts=2")
    (both,) = lines(capsys, tmp_path, *asking)
    (tokens,) = lines(capsys, tmp_path, *asking[:-2], "--passages", "doc-sentences")
    assert both["tokens"]["token_document"].keys() == {"only here", "elsewhere too"}
    assert (tokens["balance"], sum(tokens["tokens"]["token_document"].values()) > 100) == ({}, True)
    code, output, _ = run(capsys, tmp_path, *asking)
    assert "Token–document" in output
    assert "elsewhere too" in output
    assert tokens["notes"] == {}
    code, output, _ = run(capsys, tmp_path, *of_corpus, "--limit", "1")
    (told,) = (line for line in output.splitlines() if line.startswith("Reordering: "))
    assert told.removeprefix("Reordering: ").rpartition(" (class ")[0] in balance["balance"]
    assert output.splitlines()[-1].startswith("  document ")


def test_a_question_for_hardly_any_token_is_told(
    tmp_path: Path, vocabulary: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("\n\n".join(["长江发源于高原。"] * 30 + ["长江 is fun Playing Games。"]), encoding="utf-8")
    assert (
        main(
            [
                "import",
                str(file),
                "--name",
                "capitals",
                "--evaluation-share",
                "0",
                "--project",
                str(tmp_path / "project"),
            ]
        )
        == 0
    )
    capsys.readouterr()
    asking = ("--corpus", "capitals", "--vocabulary", str(vocabulary), "--ask", "capitalization", "--balance")
    (found,) = lines(capsys, tmp_path, *asking)
    assert sum(found["tokens"]["capitalization"].values()) < 31
    assert found["notes"]["capitalization"].endswith("of less than one a passage.")
    assert found["notes"]["capitalization"] in run(capsys, tmp_path, *asking)[1]


def test_for_people(capsys: pytest.CaptureFixture[str], tmp_path: Path, vocabulary: Path) -> None:
    code, output, _ = run(capsys, tmp_path, "--text", TEXT, "--vocabulary", str(vocabulary))
    assert code == 0
    assert "→" in output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--strategy", "whole-words"), ["whole-word"]),
        (("--set", "rate=2"), ["rate", "less than"]),
        (("--set", "replacement.maks=1"), ["replacement.maks", "mask"]),
        (("--set", "replacement.random=0.9"), ["replacement", "more than 1"]),
        (("--set", "nonsense"), ["path=value"]),
        (("--seed", "-1"), ["--seed"]),
        (("--corpus", "letters", "--passages", ""), ["no passage objective named “”"]),
        (("--length", "3"), ["--length", "8"]),
        (("--text", " "), ["empty"]),
        (("--out", "masks.txt"), ["masks.txt", ".jsonl", ".csv"]),
    ],
)
def test_mistakes_are_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, vocabulary: Path, arguments: tuple[str, ...], words: list[str]
) -> None:
    text = () if arguments[0] in ("--text", "--corpus") else ("--text", TEXT)
    code, output, error = run(capsys, tmp_path, "--vocabulary", str(vocabulary), *text, *arguments)
    assert code == 2
    assert not output
    assert all(word in error for word in words)
    assert "Traceback" not in error
    assert "stages.0" not in error


def test_a_cap_that_binds_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path, vocabulary: Path) -> None:
    """R047: at 512 tokens a cap of 20 leaves 3.9 %."""
    code, output, error = run(
        capsys, tmp_path, "--text", TEXT, "--vocabulary", str(vocabulary), "--set", "max_predictions=20", "--json"
    )
    assert code == 0
    assert json.loads(output)["text"] == TEXT
    assert "3.9%" in error


def test_passages_go_to_a_file_and_are_verified(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, vocabulary: Path
) -> None:
    common = ("--text", TEXT, "--vocabulary", str(vocabulary), "--strategy", "entity", "--seed", "3")
    (printed,) = lines(capsys, tmp_path, *common)
    path = tmp_path / "masks.jsonl"
    code, output, _ = run(capsys, tmp_path, *common, "--out", str(path))
    assert (code, output) == (0, f"Passages written to {path}: 1.\n")
    head, passage = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    assert passage == {"passage": 0, **printed}
    assert (head["seed"], head["length"], head["strategy"]["kind"], head["corpus"]) == (3, 512, "entity", None)
    written = path.read_bytes()
    code, _, error = run(capsys, tmp_path, *common, "--seed", "4", "--out", str(path))
    assert (code, path.read_bytes()) == (2, written)
    assert "masks.jsonl is there already. Choose another name, or write over it with --overwrite." in error
    assert run(capsys, tmp_path, *common, "--out", str(path), "--overwrite")[0] == 0
    assert path.read_bytes() == written
    for vocabularies in ((), ("--vocabulary", str(vocabulary))):
        code, output, _ = run(capsys, tmp_path, "--check", str(path), *vocabularies)
        assert code == 0
        assert f": 1 passage with {len(printed['picks'])} targets; every offset and id is right." in output
    assert lines(capsys, tmp_path, "--check", str(path)) == [
        {"file": str(path), "passages": 1, "targets": len(printed["picks"])}
    ]
    path.write_text(path.read_text(encoding="utf-8").replace("清华", "青华", 1), encoding="utf-8")
    code, output, error = run(capsys, tmp_path, "--check", str(path))
    assert (code, output) == (1, "")
    assert "Line 2 of masks.jsonl is not as it was written: token" in error


def test_a_corpus_goes_to_a_table(capsys: pytest.CaptureFixture[str], tmp_path: Path, vocabulary: Path) -> None:
    file = tmp_path / "river.txt"
    file.write_text("\n\n".join(["长江发源于青藏高原。\n北京清华大学。"] * 30), encoding="utf-8")
    assert main(["import", str(file), "--name", "river", "--project", str(tmp_path / "project")]) == 0
    capsys.readouterr()
    common = ("--corpus", "river", "--vocabulary", str(vocabulary), "--limit", "20", "--seed", "5")
    path = tmp_path / "masks.csv"
    (told,) = lines(capsys, tmp_path, *common, "--out", str(path))
    assert told == {"out": str(path), "passages": 20}
    rows = path.read_text(encoding="utf-8-sig").splitlines()
    printed = lines(capsys, tmp_path, *common)
    assert len(rows) == 1 + sum(len(passage["picks"]) for passage in printed)
    first = printed[0]["picks"][0]
    start, end = printed[0]["spans"][first["position"]]
    assert rows[1].startswith(f"0,{first['position']},{start},{end},{printed[0]['text'][start:end]},")


def test_parts_of_a_mixture_by_number(capsys: pytest.CaptureFixture[str], tmp_path: Path, vocabulary: Path) -> None:
    common = ("--text", TEXT, "--vocabulary", str(vocabulary), "--strategy", "mixture")
    only = ("--set", "parts.0.share=1e6", "--set", "parts.1.share=1e-9", "--set", "parts.2.share=1e-9")
    (words,) = lines(capsys, tmp_path, *common, *only)
    (same,) = lines(capsys, tmp_path, "--text", TEXT, "--vocabulary", str(vocabulary), "--strategy", "whole-word")
    assert (words["picks"], words["units"]) == (same["picks"], same["units"])
    (basic,) = lines(capsys, tmp_path, *common, *only, "--set", "parts.0.masking.kind=basic")
    assert {unit["kind"] for unit in basic["units"]} == {"char"}


@pytest.mark.parametrize(
    ("setting", "path"),
    [
        ("parts.0.share=-1", "parts.0.share"),
        ("parts.7.share=1", "parts.7"),
        ("parts.x.share=1", "parts.x"),
        ("parts.0.masking.kind=words", "parts.0.masking.kind"),
        ("parts.1.masking.raet=0.1", "parts.1.masking.raet"),
        ("parts.1.masking.rate=0.1", "--strategy"),
    ],
)
def test_mistakes_in_a_mixture_have_its_names(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, vocabulary: Path, setting: str, path: str
) -> None:
    code, _, error = run(
        capsys, tmp_path, "--text", TEXT, "--vocabulary", str(vocabulary), "--strategy", "mixture", "--set", setting
    )
    assert code == 2
    assert error.startswith(f"{path}: ")
    assert "stages" not in error


def test_a_vocabulary_is_needed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, error = run(capsys, tmp_path, "--text", TEXT)
    assert code == 2
    assert "--vocabulary" in error


@pytest.mark.qt_log_ignore("Detected locale", extend=True)  # tests run without one
@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_strategies_stand_beside_each_other_in_a_picture(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, vocabulary: Path, suffix: str
) -> None:
    path = tmp_path / f"masks{suffix}"
    common = ["--text", TEXT, "--vocabulary", str(vocabulary), "--picture", str(path)]
    both = ["--strategy", "basic", "--strategy", "whole-word"]
    code, output, _ = run(capsys, tmp_path, "--json", *common, *both)
    assert code == 0
    assert json.loads(output) == {"picture": str(path), "passages": 1, "strategies": 2}
    content = path.read_bytes()
    assert content.startswith(b"\x89PNG" if suffix == ".png" else b"<?xml")
    if suffix == ".svg":
        drawn = content.decode()
        assert "Single tokens 15.0" in drawn
        assert "Whole words 15.0" in drawn
        assert "Phrases" not in drawn
    code, _, error = run(capsys, tmp_path, *common, *both)
    assert code == 2
    assert "is there already" in error
    assert "--overwrite" in error
    assert path.read_bytes() == content
    code, _, _ = run(capsys, tmp_path, *common, *both, "--overwrite", "--set", "stop=0.9")
    assert code == 2, "neither has it"
    code, _, _ = run(capsys, tmp_path, *common, "--overwrite", *both, "--strategy", "span", "--set", "stop=0.9")
    assert code == 0, "one has it"
    code, _, _ = run(capsys, tmp_path, *common, "--overwrite")
    assert code == 0
    assert path.read_bytes() != content, "one strategy alone"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--picture", "masks.gif"], "“masks.gif” is no kind of picture that can be made."),
        (["--picture", "masks.png", "--out", "masks.csv"], "--picture and --out are two kinds of output."),
        (
            ["--strategy", "basic", "--strategy", "span"],
            "Several strategies stand beside each other only in a picture.",
        ),
        (
            ["--picture", "masks.png", "--strategy", "basic", "--strategy", "span", "--set", "fill=none"],
            "fill: None of the strategies has this setting: basic, span.",
        ),
        (
            ["--picture", "masks.png", "--strategy", "all", "--strategy", "span"],
            "--strategy all is every strategy already.",
        ),
        (["--picture", "masks.png", "--strategy", "span", "--strategy", "span"], "--strategy span is given twice."),
        (
            ["--picture", "masks.png", "--strategy", "span", "--strategy", "basic", "--text", TEXT + "\n北京" * 200],
            "The picture would have 90 strips (45 passages under 2 strategies); 60 are the most.",
        ),
    ],
)
def test_what_no_picture_can_be_made_of(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    vocabulary: Path,
    options: list[str],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    text = ["--text", TEXT, "--length", "12", "--vocabulary", str(vocabulary)]
    code, _, error = run(capsys, tmp_path, *text, *options)
    assert code == 2
    assert sentence in error
    assert not list(tmp_path.glob("masks*"))


def test_answers_to_questions_about_tokens_are_shown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, vocabulary: Path
) -> None:
    """By JSON, in words, and in a file that is still verified."""
    common = ("--text", "我 we Play games Is fun", "--vocabulary", str(vocabulary), "--set", "rate=0.0001",
              "--set", "at_least_one=false", "--ask", "capitalization first_words=true")  # fmt: skip
    (passage,) = lines(capsys, tmp_path, *common)
    answers = passage["answers"]["capitalization"]
    told = [(word, passage["text"].index(word)) for word in ("我", "Play", "games", "Is", "fun")]
    for word, place in told:
        own = [
            answer
            for span, answer in zip(passage["spans"], answers, strict=True)
            if span is not None and place <= span[0] < place + len(word)
        ]
        assert set(own) == ({None} if word == "我" else {int(word.istitle())}), word
    assert answers[0] is answers[-1] is None
    code, output, _ = run(capsys, tmp_path, *common)
    assert code == 0
    capitals = [token for token, answer in zip(passage["tokens"], answers, strict=True) if answer == 1]
    line = f"Capitalization: small {answers.count(0)}, capital {len(capitals)} ({' '.join(capitals)})"
    assert output.splitlines()[-1] == line
    path = tmp_path / "asked.jsonl"
    assert run(capsys, tmp_path, *common, "--out", str(path))[0] == 0
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[1])["answers"] == passage["answers"]
    assert main(["mask", "--check", str(path)]) == 0


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("mlm", "“mlm” is no question about tokens. Known: capitalization, token-document."),
        ("capitalization frist_words=1", "capitalization.frist_words: There is no setting “frist_words”. Did you mean"),
        (
            "token-document here=1",
            "token-document.here: There is no setting “here”. Known: weight, chosen_too, kind, punctuation, most_",
        ),
        ("token-document kind=mlm", "--ask “token-document kind=mlm” names two questions. Give each its own --ask."),
        ("token-document", "every document is in one passage"),
    ],
)
def test_what_can_not_be_asked_of_tokens_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, vocabulary: Path, asked: str, words: str
) -> None:
    code, output, error = run(capsys, tmp_path, "--text", TEXT, "--vocabulary", str(vocabulary), "--ask", asked)
    assert code != 0
    assert not output
    assert words in error
