"""Lengths of chosen units as bars, those of runs beside the formula that they are drawn by."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from workbench.gui.i18n import tr
from workbench.gui.views.histogram import Bars, Picture
from workbench.masking.audit import LengthShares, MaskAudit, length_shares
from workbench.masking.runs import RunOf
from workbench.masking.strategy import MaskingStrategy

LONGEST_UNIT = 12  #: the last bar holds all longer ones


def length_picture(audit: MaskAudit, strategy: MaskingStrategy, colour: int) -> Picture:
    """Lengths of one strategy; of runs also those that were possible where even the longest had room, which must follow
    the formula, while chosen ones are shorter: sentences and punctuation cut them."""
    shares = length_shares(audit, strategy)
    rows = [row for row in (shares.counted, shares.roomy, shares.formula) if row is not None]
    longest = min(LONGEST_UNIT, max(1, *(len(row) for row in rows)))
    labels = [str(length) for length in range(1, longest + 1)]
    if any(len(row) > longest for row in rows):
        labels[-1] = f"{longest}+"
    groups = [Bars(labels, _percents(shares.counted, longest), tr("chosen"), colour)]
    formula = None
    if shares.formula is not None:
        formula = Bars(labels, _percents(shares.formula, longest), tr("formula"))
        if shares.roomy is not None:
            groups.append(Bars(labels, _percents(shares.roomy, longest), tr("drawn"), colour, faint=True))
    return Picture(groups, note=_note(shares), formula=formula)


def _percents(shares: NDArray[np.float64], longest: int) -> list[float]:
    """Shares of lengths 1, 2, ... in percent, all from ``longest`` on together."""
    padded = np.zeros(max(longest, len(shares)))
    padded[: len(shares)] = 100 * shares
    return [*padded[: longest - 1].tolist(), float(padded[longest - 1 :].sum())]


def _note(shares: LengthShares) -> str:
    if shares.formula is None:
        return tr("in tokens")
    if shares.of is RunOf.WORD:
        return tr("in words; ◆ formula")
    return tr("in tokens; ◆ formula")
