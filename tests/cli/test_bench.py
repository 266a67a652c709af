"""Figures of the benchmarks; how large they are is not tested."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.cli import bench, bench_masking, main
from workbench.cli.bench_curves_store import bench_day, bench_opening
from workbench.core.errors import WorkbenchError
from workbench.masking.registry import STRATEGIES


def test_masking(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "MEASURE_SECONDS", 0.02)
    assert main(["bench", "masking", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    for length in (128, 512):
        own = [row for row in rows if row["length"] == length and row["strategy"] in STRATEGIES]
        assert [row["strategy"] for row in own] == list(STRATEGIES)
        assert all(row["ms_a_passage"] > 0 and row["tokens_per_s"] > 0 for row in own)
        [(passages, tokens)] = {(row["passages"], row["tokens"]) for row in rows if row["length"] == length}
        assert bench_masking.BATCH_TOKENS // length <= passages
        assert abs(tokens - bench_masking.BATCH_TOKENS) <= length


def test_masking_by_one_strategy(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "MEASURE_SECONDS", 0.02)
    assert main(["bench", "masking", "--strategy", "span", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["strategy"] for row in rows if row["strategy"] in STRATEGIES] == ["span", "span"]


def test_a_run_of_a_preset(capsys: pytest.CaptureFixture[str]) -> None:
    tiny = ["encoder.hidden=32", "encoder.heads=2", "encoder.feed_forward=64", "training.batch_size=4",
            "training.length=32", "training.steps=8", "training.threads=1", "training.device=cpu"]  # fmt: skip
    overrides = [part for override in tiny for part in ("--set", override)]
    assert main(["bench", "train", "--preset", "bert-tiny", *overrides]) == 0
    header, row = capsys.readouterr().out.splitlines()
    assert header.split() == ["preset", "batch", "length", "tokens_per_s", "memory_mib"]
    assert row.split()[:3] == ["bert-tiny", "4", "32"]


def test_import(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "import", "--sizes", "0.1", "--json"]) == 0
    [row] = json.loads(capsys.readouterr().out)
    assert row["MB"] == 0.1
    assert row["seconds"] > 0
    assert row["peak_MB"] > 10
    assert main(["bench", "import", "--sizes", "much"]) == 2


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_long_curves_are_opened_and_a_day_goes_by(
    qapp: QApplication, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait(done: Callable[[], bool]) -> None:
        qtbot.waitUntil(done, timeout=60_000)

    rows = bench_opening(qapp, tmp_path, wait, [(3, 40)])
    assert [what for what, _value, _unit in rows] == [
        "curves of 3 x 40 points, until the first is drawn",
        "curves of 3 x 40 points, until all are drawn",
        "curves of 3 x 40 points, memory",
    ]
    assert 0 < rows[0][1] <= rows[1][1]
    monkeypatch.setattr("workbench.cli.bench_curves_store.LOOKS_A_DAY", 20)
    grown, points = bench_day(qapp)
    assert grown[0] == "memory from 192 to 1,920 points of a day"
    assert points == ("of which the points themselves", pytest.approx(0.055296), "MB")


def test_transformers_without_what_it_needs_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "transformers"
    package.mkdir()
    (package / "__init__.py").write_text("import not_installed_anywhere\n", encoding="utf-8")
    for name in [name for name in sys.modules if name.partition(".")[0] == "transformers"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(WorkbenchError, match="not_installed_anywhere"):
        bench_masking._peers(Mock(spec=bench_masking.Passages))


def test_a_sentence_in_the_inspector(capsys: pytest.CaptureFixture[str], qapp: QApplication) -> None:
    sizes = ["--tokens", "12", "--layers", "2", "--heads", "2", "--hidden", "32"]
    assert main(["bench", "inspect", *sizes, "--json"]) == 0
    rows = {row["what"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows["opening 12 tokens"]["value"] > 0
    assert rows["switching to another head, slowest"]["unit"] == "ms"
    assert "memory of window and child above that before" in rows
    assert main(["bench", "inspect", "--tokens", "3"]) == 2
