"""Runs of several vocabularies, compared on the Runs page."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.core.events import EvalDone, EvaluatedText, RunStarted, StepDone
from workbench.gui.context import Context
from workbench.gui.panels.runs_comparison import ComparisonView
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.store.records import Run

TextOf = Callable[[int], EvaluatedText]


def text_of(tokens: int) -> EvaluatedText:
    return EvaluatedText(
        sentences=10, tokens=tokens, positions=tokens, characters=200, unknown=4, predicted=40, hidden=0
    )


@pytest.fixture
def runs(context: Context) -> list[Run]:
    """Two seeds of characters, two of words, and one more of characters without bits."""
    made = []
    for vocabulary, seed, bits in (
        ("characters", 1, 7.0), ("characters", 2, 7.1), ("words", 1, 6.0), ("words", 2, 6.1), ("characters", 3, None),
    ):  # fmt: skip
        other = ["training.steps=7"] if bits is None else []
        spec = apply_overrides(
            load_preset("bert-tiny"), [f"vocabulary={vocabulary}", f"seed={seed}", "evaluation.masks=words", *other]
        )
        run = context.store.create_run(spec, name=f"{vocabulary}-{seed}", vocabulary_fingerprint=vocabulary)
        place = {"run": run.name, "step": 1, "time": 5.0}
        begun = RunStarted(**{**place, "step": 0}, device="cpu", precision="fp32", total_steps=1, session=1,
                           baselines={"ln_v": math.log(7000)})  # fmt: skip
        step = StepDone(**place, loss=5.0, losses={"mlm": 5.0}, lr=1e-3, gradient_norm=1.0, tokens_per_s=1000.0,
                        memory_bytes=1, seconds_left=0.0)  # fmt: skip
        text = text_of(200 if vocabulary == "characters" else 125)
        measured = {"bits_per_character": bits, "text": text} if bits is not None else {}
        done = EvalDone(**place, loss=4.0, losses={"mlm": 4.0}, perplexity=9.0, **measured)
        context.store.record(run, [begun, step, done])
        made.append(context.store.run(run.id))
    return made


@pytest.fixture
def view(context: Context, qtbot: QtBot) -> ComparisonView:
    shown = ComparisonView(context)
    qtbot.addWidget(shown)
    return shown


def tabs(view: ComparisonView) -> list[str]:
    return [view.tabs.tabText(place) for place in range(view.tabs.count())]


def rows(view: ComparisonView) -> list[list[str]]:
    assert view.vocabularies.view is not None
    model = view.vocabularies.view.model()
    titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]
    return [titles, *([model.index(row, column).data() for column in range(model.columnCount())]
                      for row in range(model.rowCount()))]  # fmt: skip


def test_vocabularies_have_a_tab_with_a_column_each(
    view: ComparisonView, runs: list[Run], settle: Callable[[], None]
) -> None:
    view.want([run.id for run in runs[:4]])
    settle()
    assert tabs(view)[2] == "Vocabularies"
    assert rows(view) == [
        ["Figure", "characters", "words"],
        ["Vocabulary", "characters", "words"],
        ["Size", "7,000", "7,000"],
        ["Runs", "2", "2"],
        ["tokens/sentence", "20.000", "12.500"],
        ["characters/token", "1.000", "1.600"],
        ["characters/s", "1,000 ± 0", "1,600 ± 0"],
        ["loss/token", "4.0000 ± 0.0000", "4.0000 ± 0.0000"],
        ["bits/character", "7.0500 ± 0.0707", "★ 6.0500 ± 0.0707"],
        ["characters under [UNK]", "2.00%", "2.00%"],
    ]
    assert view.vocabularies.problems.isHidden()
    view.tabs.setCurrentWidget(view.vocabularies)
    view.copy()
    copied = [line.split("\t") for line in QApplication.clipboard().text().splitlines()]
    assert copied == rows(view)


def test_the_tab_stays_chosen_goes_and_comes_with_the_runs(
    view: ComparisonView, runs: list[Run], settle: Callable[[], None]
) -> None:
    view.want([run.id for run in runs[:3]])
    settle()
    view.tabs.setCurrentWidget(view.vocabularies)
    view.want([run.id for run in runs[1:4]])
    settle()
    assert view.tabs.currentWidget() is view.vocabularies
    view.want([run.id for run in runs[:2]])
    settle()
    assert "Vocabularies" not in tabs(view), "both have the same"
    view.want([runs[0].id])
    settle()
    assert "Vocabularies" not in tabs(view)


def test_what_is_not_known_is_a_dash(view: ComparisonView, runs: list[Run], settle: Callable[[], None]) -> None:
    view.want([runs[4].id, runs[2].id])
    settle()
    found = {line[0]: line[1:] for line in rows(view)}
    assert found["bits/character"] == ["–", "★ 6.0000"]
    assert [found[title][0] for title in ("tokens/sentence", "characters/s", "characters under [UNK]")] == ["–"] * 3
