"""What the charts under the strips say."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.gui.panels.masking_figures import MaskSummary, SampleFigures
from workbench.gui.panels.masking_histograms import HistogramsPane, _kind_bars, _length_picture, _mean_note, _rate_bars
from workbench.gui.panels.masking_preview import Figures
from workbench.masking.phrase import Phrase
from workbench.masking.span import Span
from workbench.masking.strategy import MaskingStrategy
from workbench.masking.whole_word import WholeWord
from workbench.text.document import KINDS, UnitKind


def figures(rates: list[float], kinds: dict[UnitKind, int]) -> SampleFigures:
    counts = np.array([kinds.get(kind, 0) for kind in KINDS])
    return SampleFigures(MaskSummary(15, 100, 10), np.array(rates), np.array([0, 7, 3]), counts, (), (), 0)


def test_rates_are_counted_in_whole_percents() -> None:
    place, (bars,) = _rate_bars([("x", figures([0.149, 0.151, 0.153, 0.3], {}))], 0.15)
    assert list(bars.labels[:3]) == ["0\u2009%", "1\u2009%", "2\u2009%"]
    assert place == pytest.approx(15)
    assert bars.heights[14:16] == pytest.approx([25, 50])
    assert sum(bars.heights) == pytest.approx(100)


def test_high_rates_take_wider_bars() -> None:
    place, (bars,) = _rate_bars([("x", figures([1.0, 0.9], {}))], 0.9)
    assert len(bars.labels) == 20
    assert place == pytest.approx(18)
    assert sum(bars.heights) == pytest.approx(100)


def test_where_nothing_is_hidden_there_is_one_bar() -> None:
    place, (bars,) = _rate_bars([("x", figures([0.0, 0.0], {}))], 0.0)
    assert (place, list(bars.labels), list(bars.heights)) == (0, ["0\u2009%"], [100])
    whole = SampleFigures(MaskSummary(0, 100, 0), np.array([0.0]), np.array([0]), np.zeros(len(KINDS), int), (), (), 0)
    hidden = figures([0.1], {UnitKind.CHAR: 10})
    strategy = WholeWord(rate=0.0)
    assert _length_picture([("x", whole)], strategy, 0).note == "in tokens", "no unit has a length"
    assert _length_picture([("x", whole), ("y", hidden)], strategy, 0).note == "in tokens; mean 1.50"


def test_only_kinds_that_were_chosen_take_room() -> None:
    first = figures([0.1], {UnitKind.CHAR: 4})
    second = figures([0.1], {UnitKind.WORD: 1, UnitKind.PHRASE: 3})
    bars = _kind_bars([("first", first), ("second", second)])
    assert [list(one.labels) for one in bars] == [["token", "word", "phrase"]] * 2
    assert [list(one.heights) for one in bars] == [[100, 0, 0], [0, 25, 75]]


def test_means_are_as_short_as_they_can_be() -> None:
    write = "{:.1f}".format
    assert _mean_note([1.0, 1.04], write) == "mean 1.0"
    assert _mean_note([1.0, 2.0], write) == "mean 1.0 / 2.0"
    assert _mean_note([3.0, 1.0, 2.0], write) == "means 1.0 to 3.0"


def test_the_share_of_single_words_is_told(dressed: QApplication, qtbot: QtBot) -> None:
    pane = HistogramsPane()
    qtbot.addWidget(pane)
    pane.show_figures(Figures((figures([0.15], {UnitKind.WORD: 1}),), 200, 50, 40), [Phrase()], 0)
    assert pane.phrases.text() == "Passages counted: 200. 80\u2009% of the 50 phrase units are single words."


@pytest.mark.parametrize("strategy", [Span(), WholeWord()])
def test_phrases_are_not_spoken_of_where_none_are_chosen(
    dressed: QApplication, qtbot: QtBot, strategy: MaskingStrategy
) -> None:
    pane = HistogramsPane()
    qtbot.addWidget(pane)
    pane.show_figures(Figures((figures([0.15], {UnitKind.WORD: 1}),), 200, 50, 40), [strategy], 0)
    assert pane.phrases.text() == "Passages counted: 200."
