"""R142: what a run says is shown within bounds, however much it is (requirements, section I)."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from workbench.core.events import Warned, event_to_json
from workbench.gui.labels import MOST_CHARACTERS
from workbench.gui.panels.training_log import MOST_LINES, EventLog


def said(number: int, words: str) -> str:
    """A line of JSON."""
    return event_to_json(Warned(run="r", step=number, time=1e9, kind="k", message="{words}", values={"words": words}))


def test_lines_are_the_last_ones(dressed: object, qtbot: QtBot) -> None:
    log = EventLog()
    qtbot.addWidget(log)
    lines = [said(number, f"number {number}.") for number in range(5000)]
    log.show_events(1, lines[:3000])
    log.show_events(1, lines)
    shown = log.toPlainText().splitlines()
    assert len(shown) == log.blockCount() == MOST_LINES
    assert [shown[0].rpartition(" ")[2], shown[-1].rpartition(" ")[2]] == ["4500.", "4999."]


def test_a_megabyte_of_words_is_cut_and_what_follows_is_there(dressed: object, qtbot: QtBot) -> None:
    log = EventLog()
    qtbot.addWidget(log)
    log.show_events(1, [said(1, "词 " * 500_000), said(2, "short."), said(3, "x" * 100)])
    first, second, third = log.toPlainText().splitlines()
    assert first.endswith(("词 …", "词…"))
    assert MOST_CHARACTERS < len(first) < MOST_CHARACTERS + 50
    assert second.endswith("Warning: short.")
    assert third.endswith("x" * 100)
