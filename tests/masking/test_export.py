"""Masked passages as files, and read back."""

from __future__ import annotations

import csv
import errno
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.progress import Progress
from workbench.masking.basic import Basic
from workbench.masking.entity import Entity
from workbench.masking.export import COLUMNS, export_csv, export_head, export_jsonl, export_masks
from workbench.masking.export_reader import read_export
from workbench.masking.record import passage_data
from workbench.masking.strategy import MaskedBatch, MaskingStrategy
from workbench.masking.whole_word import WholeWord
from workbench.objectives.examples import ExampleMaker, PreviewStage
from workbench.text.analysis import Analyser
from workbench.text.prepared import PreparedCorpus
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
LETTERS = sorted(set("我来到北京清华大学长江发源于青藏高原，。=+-@'\",ab１２"))
VOCABULARY = Vocabulary.make(
    "letters", VocabularyKind.CHARACTER, [*SPECIAL, *LETTERS, *(f"##{letter}" for letter in "ab")]
)
ANALYSER = Analyser(VOCABULARY, UnitSettings())
#: Marks that combine, characters outside the basic plane, invisible ones, ends of line that are none, and formulas.
NASTY = [
    "我来到=1+1北京 -清华大学",
    "=cmd|' /C calc'!A0",
    "+86 @北京",
    "e\u0301清\u0301华",
    "😀𠀀北京👨\u200d👩\u200d👧 大学",
    "\ufeff长江\u200b发源\u00ad于",
    "北京\u2028清华\u2029大学\x85长江",
    "ＡＢＣ＝１",
    "他说\"北京\"，'清华'",
    "\tab\u0000ab\x1bab",
    "[MASK] [SEP] 北京 [CLS]",
    "ﷺ北京",
    "İİ北京ß",
]
TEXTS = st.lists(
    st.one_of(st.sampled_from(NASTY), st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=20)),
    min_size=1,
    max_size=6,
)


def masked_texts(texts: list[str], strategy: MaskingStrategy, length: int = 24) -> tuple[MaskedBatch, PreparedCorpus]:
    prepared = PreparedCorpus.from_texts([texts], ANALYSER)
    maker = ExampleMaker(prepared, PreviewStage(strategy), length, 3)
    plan = maker.passages(0)
    return maker.make(plan, range(len(plan)), 0), prepared


def records_of(texts: list[str], strategy: MaskingStrategy) -> tuple[list[dict[str, Any]], MaskedBatch]:
    masked, prepared = masked_texts(texts, strategy)
    return [passage_data(masked, row, prepared) for row in range(len(masked.passages))], masked


def head_of(strategy: MaskingStrategy) -> dict[str, Any]:
    return export_head(VOCABULARY, strategy, seed=3, length=24, corpus={"name": "c", "fingerprint": "f"})


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    return records_of(NASTY, Entity(rate=0.4))[0]


@given(TEXTS, st.sampled_from([Basic(rate=0.5), WholeWord(rate=0.3), Entity(rate=0.4)]))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_written_is_read_back(tmp_path: Path, texts: list[str], strategy: MaskingStrategy) -> None:
    if not len(ANALYSER.analyse_flat(texts).tokens.ids):
        return  # nothing but characters that are cleaned away
    written, masked = records_of(texts, strategy)
    path = tmp_path / "masks.jsonl"
    assert export_jsonl(path, head_of(strategy), written) == len(written)
    export = read_export(path, VOCABULARY)
    assert export.head["strategy"] == strategy.model_dump(mode="json")
    passages = list(export.passages)
    assert len(passages) == len(masked.passages)
    inputs, labels = zip(*(passage.rebuilt() for passage in passages), strict=True)
    assert np.array_equal(np.concatenate(inputs), masked.input_ids)
    assert np.array_equal(np.concatenate(labels), masked.labels)
    for passage in passages:
        for span, token in zip(passage.spans, passage.tokens, strict=True):
            assert (span is None) == (token in ("[CLS]", "[SEP]"))
    assert not list(tmp_path.glob("*.part"))


def test_offsets_are_code_points_of_the_text(records: list[dict[str, Any]]) -> None:
    seen = 0
    for record in records:
        for token, span, surface in zip(record["tokens"], record["spans"], record["surfaces"], strict=True):
            if span is not None and token not in SPECIAL:
                assert record["text"][span[0] : span[1]] == surface
                seen += token.removeprefix("##") == surface
    assert seen > 50, "most tokens are what stands in the text"
    sources = {unit["source"] for record in records for unit in record["units"]}
    assert any(source.startswith("dictionary tag") for source in sources)
    assert "segmenter" in sources


def test_a_table_for_spreadsheets(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    path = tmp_path / "表 1.csv"
    assert export_csv(path, records) == len(records)
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    header = data.decode("utf-8-sig").split("\r\n")[0]
    assert header == "passage,position,start,end,text,unit,kind,label,source,original,action,replacement"
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True))
    assert {len(row) for row in rows} == {len(COLUMNS)}
    targets = [(number, pick) for number, record in enumerate(records) for pick in record["picks"]]
    assert len(rows) == 1 + len(targets)
    for row, (number, pick) in zip(rows[1:], targets, strict=True):
        found, record = dict(zip(COLUMNS, row, strict=True)), records[number]
        assert (int(found["passage"]), int(found["position"])) == (number, pick["position"])
        text = record["text"][int(found["start"]) : int(found["end"])]
        assert found["text"].removeprefix("'") == text.removeprefix("'")
        unit = record["units"][int(found["unit"])]
        assert (found["kind"], found["label"], found["source"]) == (unit["kind"], unit["label"], unit["source"])
        assert found["original"].removeprefix("'") == record["tokens"][pick["position"]].removeprefix("'")
        assert found["action"] == pick["action"]


@pytest.mark.parametrize("sign", [*"=+-@＝＋－＠\t\r", "\n"])
def test_no_cell_is_a_formula(tmp_path: Path, sign: str) -> None:
    unit = {"start": 0, "end": 1, "kind": "entity", "label": f"{sign}A1", "source": f"{sign}B1"}
    pick = {"position": 0, "unit": 0, "action": "random", "replacement": f"{sign}C1"}
    record = {
        "picks": [pick], "units": [unit], "spans": [[0, 3]], "surfaces": [f"{sign}D1"], "tokens": [f"{sign}E1"],
    }  # fmt: skip
    export_csv(tmp_path / "a.csv", [record])
    text = (tmp_path / "a.csv").read_bytes().decode("utf-8-sig")
    _, row = csv.reader(io.StringIO(text, newline=""), strict=True)
    cells = dict(zip(COLUMNS, row, strict=True))
    for column in ("label", "source", "replacement", "text", "original"):
        assert cells[column].startswith(f"'{sign}")
    assert [cells[column] for column in ("passage", "position", "start", "end")] == ["0", "0", "0", "3"]


def test_a_file_is_there_whole_or_as_it_was(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    broken = OSError(errno.EIO, "the corpus can't be read")

    def failing() -> Iterator[dict[str, Any]]:
        yield records[0]
        raise broken

    for path in (tmp_path / "a.jsonl", tmp_path / "a.csv"):
        path.write_bytes(b"before")
        with pytest.raises(OSError, match="the corpus") as caught:
            export_masks(path, head_of(Basic()), failing())
        assert caught.value is broken
        assert path.read_bytes() == b"before"
        with pytest.raises(ArgumentError, match="is there already"):
            export_masks(path, head_of(Basic()), records, overwrite=False)
        with pytest.raises(StoppedError):
            export_masks(path, head_of(Basic()), records, cancelled=lambda: True)
        assert path.read_bytes() == b"before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.jsonl"]
    with pytest.raises(WorkbenchError, match="can't be written"):
        export_masks(tmp_path / "no folder" / "a.csv", head_of(Basic()), records)
    with pytest.raises(ArgumentError, match="neither"):
        export_masks(tmp_path / "a.xlsx", head_of(Basic()), records)


def test_progress_is_told(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    told: list[Progress] = []
    export_masks(tmp_path / "a.jsonl", head_of(Basic()), records, total=len(records), progress=told.append)
    assert [progress.done for progress in told] == list(range(len(records)))
    assert {(progress.total, progress.unit) for progress in told} == {(len(records), "passages")}


# Damage


def written(tmp_path: Path, records: list[dict[str, Any]]) -> tuple[Path, list[dict[str, Any]]]:
    path = tmp_path / "masks.jsonl"
    export_jsonl(path, head_of(Entity(rate=0.4)), records)
    return path, [json.loads(line) for line in path.read_bytes().split(b"\n")[:-1]]


def reread(path: Path, lines: list[Any]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    list(read_export(path).passages)


def first_pick(lines: list[Any], action: str) -> tuple[int, dict[str, Any]]:
    return next((n, pick) for n, line in enumerate(lines[1:], 1) for pick in line["picks"] if pick["action"] == action)


def test_undamaged_lines_are_read(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    path, lines = written(tmp_path, records)
    reread(path, lines)


def test_a_text_that_was_changed_is_found(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    path, lines = written(tmp_path, records)
    lines[1]["text"] = "x" + lines[1]["text"]
    with pytest.raises(WorkbenchError, match=r"Line 2 of masks\.jsonl .* token 1 is not at 0 to 1"):
        reread(path, lines)


def test_offsets_in_utf_16_are_found(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    path, lines = written(tmp_path, records)
    number = next(n for n, line in enumerate(lines[1:], 1) if "😀" in line["text"])
    line = lines[number]
    wide = [len(line["text"][:place].encode("utf-16-le")) // 2 for place in range(len(line["text"]) + 1)]
    line["spans"] = [None if span is None else [wide[span[0]], wide[span[1]]] for span in line["spans"]]
    with pytest.raises(WorkbenchError, match=f"Line {number + 1} of"):
        reread(path, lines)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda line: line["ids"].pop(), "as many ids and offsets"),
        (lambda line: line["ids"].__setitem__(1, 10**6), "does not mean"),
        (lambda line: line["tokens"].__setitem__(0, "[SEP]"), "does not mean"),
        (lambda line: line["spans"].__setitem__(0, [0, 0]), "offsets without text"),
        (lambda line: line["input_ids"].__setitem__(-1, 7), "the input is not"),
        (lambda line: line["units"].__setitem__(0, {**line["units"][0], "end": 99}), "outside the passage"),
        (lambda line: line["units"].insert(0, line["units"][0]), "overlap"),
        (lambda line: line["picks"].__setitem__(0, {**line["picks"][0], "unit": 99}), "no unit"),
        (lambda line: line["picks"].__setitem__(0, {**line["picks"][0], "position": 0}), "outside its unit"),
        (lambda line: line["picks"].__setitem__(0, {**line["picks"][0], "original": 5}), "another token"),
        (lambda line: line["picks"].pop(0), "the input is not"),
        (lambda line: line.__setitem__("passage", 7), "it is passage 7, not 0"),
        (lambda line: line.__setitem__("text", 7), "text: "),
        (lambda line: line.pop("picks"), "picks: "),
    ],
)
def test_what_does_not_fit_is_named(tmp_path: Path, records: list[dict[str, Any]], damage: Any, words: str) -> None:
    path, lines = written(tmp_path, records)
    damage(lines[1])
    with pytest.raises(WorkbenchError, match=words):
        reread(path, lines)


def test_an_action_does_what_it_says(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    path, lines = written(tmp_path, records)
    number, pick = first_pick(lines, "mask")
    pick["action"] = "keep"
    with pytest.raises(WorkbenchError, match=f"Line {number + 1} of .* not what “keep” puts there"):
        reread(path, lines)


def test_a_missing_or_cut_line_is_found(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    path, lines = written(tmp_path, records)
    with pytest.raises(WorkbenchError, match="it is passage 1, not 0"):
        reread(path, [lines[0], *lines[2:]])
    path, _ = written(tmp_path, records)
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(WorkbenchError, match=f"Line {len(lines)} of"):
        list(read_export(path).passages)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"[]\n", b'{"format": "other"}\n', b"{" * 5000, b'{"a": 1}\n']
)
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    with pytest.raises(WorkbenchError, match=r"a\.jsonl is no file of masked passages"):
        read_export(path)
    with pytest.raises(WorkbenchError, match="can't be read"):
        read_export(tmp_path / "none.jsonl")


def test_another_vocabulary_is_refused(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    path, _ = written(tmp_path, records)
    other = Vocabulary.make("other", VocabularyKind.CHARACTER, [*SPECIAL, *LETTERS])
    with pytest.raises(WorkbenchError, match="vocabulary “letters”, not of “other”"):
        read_export(path, other)
