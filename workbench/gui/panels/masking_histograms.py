"""Figures of a sample of the corpus under the strips: realised rates, unit lengths, unit kinds, words most hidden."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workbench.core.texts import sentences
from workbench.gui.figures import grouped, percent
from workbench.gui.i18n import tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.masking_cells import kind_name
from workbench.gui.panels.masking_figures import LEAST_OCCURRENCES, SampleFigures
from workbench.gui.panels.masking_lengths import LONGEST_UNIT, length_picture
from workbench.gui.panels.masking_preview import Figures
from workbench.gui.theme import GRID
from workbench.gui.views.histogram import Bars, Histogram, Picture
from workbench.masking.mixture import single_strategies
from workbench.masking.runs import RunStrategy
from workbench.masking.strategy import MaskingStrategy
from workbench.text.document import KINDS, UnitKind

RATE_WIDTHS = (0.01, 0.02, 0.05)
MOST_BARS = 32
MOST_NAMES = 6
MOST_MEANS = 2  #: under a title


class HistogramsPane(QWidget):
    """Four charts and a line of words; numbers come from :func:`measure`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rates = Histogram(tr("Realised rates"), self)
        self.lengths = Histogram(tr("Lengths"), self)
        self.kinds = Histogram(tr("Kinds of chosen units"), self)
        self.words = Histogram(tr("Words hidden most often"), self)
        self.phrases = PlainLabel(parent=self, wordWrap=True)
        charts = QHBoxLayout()
        charts.setSpacing(GRID)
        for chart, share in ((self.rates, 4), (self.lengths, 4), (self.kinds, 5), (self.words, 5)):
            charts.addWidget(chart, share)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, 0, GRID, 0)
        column.setSpacing(GRID // 2)
        column.addWidget(self.phrases)
        column.addLayout(charts, 1)

    def show_waiting(self) -> None:
        """Say that the figures are being made."""
        self.phrases.setText(tr("Measuring a sample of the passages…"))

    def show_figures(self, figures: Figures, strategies: Sequence[MaskingStrategy], chosen: int) -> None:
        """Show the figures of strategies; ``chosen`` is the place of the one whose rate and words are shown."""
        pairs = [
            (translate(strategy.title), found) for strategy, found in zip(strategies, figures.strategies, strict=False)
        ]
        if not pairs:
            return
        place = min(chosen, len(pairs) - 1)
        target = strategies[place].rate
        self.phrases.setText(_sample_line(figures, strategies))
        at, groups = _rate_bars(pairs, target)
        rates = _mean_note([one.summary.rate for _, one in pairs], percent)
        self.rates.show_picture(Picture(groups, at, percent(target), rates))
        self.lengths.show_picture(_length_picture(pairs, strategies[place], place))
        self.kinds.show_picture(Picture(_kind_bars(pairs), note=tr("% of units")))
        self._show_words(*pairs[place], place)

    def _show_words(self, name: str, figures: SampleFigures, place: int) -> None:
        most = figures.most[:MOST_NAMES]
        bars = Bars([word.word for word in most], [100 * word.share for word in most], name, place)
        if figures.frequent:
            never, words = grouped(len(figures.never)), grouped(figures.frequent)
            note = tr("{name}: {never} of {words} never", name=name, never=never, words=words)
        else:
            note = tr("no word occurs {least} times", least=LEAST_OCCURRENCES)
        self.words.show_picture(Picture([bars], note=note))


def _sample_line(figures: Figures, strategies: Sequence[MaskingStrategy]) -> str:
    """What was counted; and of which phrases, where a strategy on show chooses from phrases."""
    sample = tr("Passages counted: {passages}.", passages=grouped(figures.passages))
    singles = (single for strategy in strategies for single in single_strategies(strategy))
    if not any(UnitKind.PHRASE in single.needs for single in singles):
        return sample
    if not figures.phrases:
        return sentences(sample, tr("There is no phrase in it."))
    share = percent(figures.single_words / figures.phrases, 0)
    words = tr("{share} of the {phrases} phrase units are single words.", share=share, phrases=grouped(figures.phrases))
    return sentences(sample, words)


def _mean_note(means: Sequence[float], write: Callable[[float], str]) -> str:
    """The means of the strategies from above; of more than fit under a title, the least and the greatest."""
    words = [write(mean) for mean in means]
    if len(set(words)) == 1:
        return tr("mean {values}", values=words[0])
    if len(words) <= MOST_MEANS:
        return tr("mean {values}", values=" / ".join(words))
    return tr("means {least} to {greatest}", least=write(min(means)), greatest=write(max(means)))


def _rate_bars(pairs: Sequence[tuple[str, SampleFigures]], target: float) -> tuple[float, list[Bars]]:
    """The target's place in bars, and shares of passages by realised rate, from 0 to twice the target or more."""
    highest = max([2 * target, *(float(figures.rates.max(initial=0.0)) for _, figures in pairs)])
    edges = _rate_edges(min(1.0, highest))
    labels = [percent(float(edge), 0) for edge in edges[:-1]]
    groups = [
        Bars(labels, (100 * np.histogram(figures.rates, edges)[0] / max(1, len(figures.rates))).tolist(), name)
        for name, figures in pairs
    ]
    return float(target / edges[1]), groups


def _rate_edges(highest: float) -> NDArray[np.float64]:
    """Edges of bars of whole percents, at least one bar, from 0 to ``highest`` or beyond."""
    width = next(width for width in RATE_WIDTHS if highest <= MOST_BARS * width)
    return np.arange(max(1, int(np.ceil(highest / width - 1e-9))) + 1, dtype=np.float64) * width


def _length_picture(pairs: Sequence[tuple[str, SampleFigures]], chosen: MaskingStrategy, place: int) -> Picture:
    """Lengths of all strategies in tokens; where the chosen one draws them by a formula, its own beside that."""
    if isinstance(chosen, RunStrategy):
        return length_picture(pairs[place][1].audit, chosen, place)
    means = [one.mean_length for _, one in pairs if one.length_counts.any()]  # none where nothing is hidden
    note = tr("in tokens; {means}", means=_mean_note(means, "{:.2f}".format)) if means else tr("in tokens")
    return Picture(_length_bars(pairs), note=note)


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
    """Shares of chosen units by kind; kinds that no strategy chose would only take the room of labels."""
    found = np.flatnonzero(np.sum([figures.kind_counts for _, figures in pairs], axis=0))
    labels = [kind_name(KINDS[kind]) for kind in found]
    return [
        Bars(labels, (100 * figures.kind_counts[found] / max(1, figures.kind_counts.sum())).tolist(), name)
        for name, figures in pairs
    ]
