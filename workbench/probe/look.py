"""All that is shown of a sentence at once: its weights go to a file layer by layer, and what is small is kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from workbench.core.files import replacing
from workbench.inspection.heads import HeadFigures, head_figures
from workbench.inspection.inspected import SUMMARY, WEIGHTS
from workbench.inspection.layers import layer_moves
from workbench.inspection.similarity import distances, pattern
from workbench.inspection.summary import Summary
from workbench.inspection.thumbnails import thumbnails
from workbench.inspection.weights import WeightsWriter
from workbench.model.encoding import EncodedText
from workbench.model.tap import Tap
from workbench.probe.subject import Subject


class _LayerTap(Tap):
    """Hands each layer on as soon as it is there, so that never more than one is in memory."""

    def __init__(self, writer: WeightsWriter, specials: Sequence[int]) -> None:
        super().__init__()
        self._writer, self._specials = writer, specials
        self.layers: list[dict[str, Any]] = []

    def record(self, probabilities: Tensor) -> None:
        heads = probabilities.detach()[0].float().numpy()
        self._writer.add(heads)
        self.layers.append(
            {
                "thumbnails": thumbnails(heads),
                "greatest": heads.max(axis=(1, 2)),
                "all": head_figures(heads),
                "rest": head_figures(heads, self._specials),
                "pattern": pattern(heads),
            }
        )


@torch.no_grad()
def look(subject: Subject, encoded: EncodedText, folder: Path) -> Summary:
    """Write the weights of a sentence to ``folder``, and their summary beside them.

    Worked out on the explicit path, which gives the same vectors as the fused one within 1e-5. Raises
    :class:`WorkbenchError` where the files can't be written.
    """
    specials = [place for place, span in enumerate(encoded.spans) if span is None]
    with replacing(folder / WEIGHTS) as file:
        tap = _LayerTap(WeightsWriter(file), specials)
        subject.model.encoder(encoded.inputs(), tap)
    layers = tap.layers
    summary = Summary(
        np.stack([layer["thumbnails"] for layer in layers]),
        np.stack([layer["greatest"] for layer in layers]),
        _figures([layer["all"] for layer in layers]),
        _figures([layer["rest"] for layer in layers]),
        distances(np.concatenate([layer["pattern"] for layer in layers])),
        layer_moves([hidden[0].float().numpy() for hidden in tap.hidden]),
    )
    summary.save(folder / SUMMARY)
    return summary


def _figures(layers: Sequence[HeadFigures]) -> HeadFigures:
    return HeadFigures(np.stack([one.entropy for one in layers]), np.stack([one.distance for one in layers]))
