"""Figures of a sample of the corpus under the strips: realised rates, unit lengths, unit kinds, words most hidden."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from workbench.gui.figures import grouped, percent
from workbench.gui.i18n import tr
from workbench.gui.panels.masking_cells import kind_name
from workbench.gui.panels.masking_figures import SampleFigures
from workbench.gui.panels.masking_preview import Figures
from workbench.gui.theme import GRID
from workbench.gui.views.histogram import Bars, Histogram
from workbench.text.document import KINDS

RATE_BINS = 20
LONGEST_UNIT = 12
MOST_NAMES = 6


class HistogramsPane(QWidget):
    """Four charts and a line of words; numbers come from :func:`measure`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rates = Histogram(tr("Realised rate of passages"), self)
        self.lengths = Histogram(tr("Tokens of a chosen unit"), self)
        self.kinds = Histogram(tr("Kinds of chosen units"), self)
        self.words = Histogram(tr("Words hidden most often"), self)
        self.phrases = QLabel(self, wordWrap=True)
        charts = QHBoxLayout()
        charts.setSpacing(GRID)
        for chart, share in ((self.rates, 4), (self.lengths, 4), (self.kinds, 4), (self.words, 5)):
            charts.addWidget(chart, share)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, 0, GRID, 0)
        column.setSpacing(GRID // 2)
        column.addWidget(self.phrases)
        column.addLayout(charts, 1)

    def show_waiting(self) -> None:
        """Say that the figures are being made."""
        self.phrases.setText(tr("Measuring a sample of the passages…"))

    def show_figures(self, figures: Figures, names: Sequence[str], chosen: int, target: float) -> None:
        """Show the figures of the strategies ``names``; ``target`` is the rate of the ``chosen`` one."""
        pairs = list(zip(names, figures.strategies, strict=False))
        if not pairs:
            return
        self.phrases.setText(_phrase_line(figures))
        places, groups = _rate_bars(pairs, target)
        rates = " / ".join(percent(one.summary.rate) for _, one in pairs)
        self.rates.show_bars(groups, places, percent(target), tr("mean {values}", values=rates))
        means = " / ".join(f"{one.mean_length:.2f}" for _, one in pairs)
        self.lengths.show_bars(_length_bars(pairs), note=tr("mean {values}", values=means))
        self.kinds.show_bars(_kind_bars(pairs), note=tr("% of units"))
        self._show_words(*pairs[min(chosen, len(pairs) - 1)])

    def _show_words(self, name: str, figures: SampleFigures) -> None:
        most = figures.most[:MOST_NAMES]
        bars = Bars([word.word for word in most], [100 * word.share for word in most], name)
        never = tr("{name}: {never} of {words} never", name=name, never=len(figures.never), words=figures.frequent)
        self.words.show_bars([bars], note=never)


def _phrase_line(figures: Figures) -> str:
    sample = tr("Sample of {passages} passages.", passages=grouped(figures.passages))
    if not figures.phrases:
        return f"{sample} {tr('There is no phrase in it.')}"
    share = percent(figures.single_words / figures.phrases, 0)
    words = tr("{share} of the {phrases} phrase units are single words.", share=share, phrases=grouped(figures.phrases))
    return f"{sample} {words}"


def _rate_bars(pairs: Sequence[tuple[str, SampleFigures]], target: float) -> tuple[float, list[Bars]]:
    """The target's place in bars, and shares of passages by realised rate, from 0 to twice the target or more."""
    highest = max([2 * target, *(float(figures.rates.max(initial=0.0)) for _, figures in pairs)])
    edges = np.linspace(0.0, min(1.0, highest) + 1e-9, RATE_BINS + 1)
    labels = [percent(float(edge), 0) for edge in edges[:-1]]
    groups = [
        Bars(labels, (100 * np.histogram(figures.rates, edges)[0] / max(1, len(figures.rates))).tolist(), name)
        for name, figures in pairs
    ]
    return float(target / edges[-1] * RATE_BINS), groups


def _length_bars(pairs: Sequence[tuple[str, SampleFigures]]) -> list[Bars]:
    """Shares of chosen units by their number of tokens; the last bar holds all longer ones."""
    longest = min(LONGEST_UNIT, max([1, *(len(figures.length_counts) - 1 for _, figures in pairs)]))
    labels = [str(length) for length in range(1, longest + 1)]
    if longest == LONGEST_UNIT:
        labels[-1] = f"{longest}+"
    groups = []
    for name, figures in pairs:
        lengths = np.minimum(np.arange(len(figures.length_counts)), longest)
        counts = np.bincount(lengths, figures.length_counts, minlength=longest + 1)[1:]
        groups.append(Bars(labels, (100 * counts / max(1, counts.sum())).tolist(), name))
    return groups


def _kind_bars(pairs: Sequence[tuple[str, SampleFigures]]) -> list[Bars]:
    """Shares of chosen units by kind."""
    labels = [kind_name(kind) for kind in KINDS]
    return [
        Bars(labels, (100 * figures.kind_counts / max(1, figures.kind_counts.sum())).tolist(), name)
        for name, figures in pairs
    ]
