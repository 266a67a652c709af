"""What is known of all heads of a sentence without their weights, in one small file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from workbench.core.files import replacing
from workbench.inspection.colours import Bytes
from workbench.inspection.heads import HeadFigures
from workbench.inspection.layers import LayerMoves


@dataclass(frozen=True)
class Summary:
    """Of heads [L, A]: ``thumbnails`` [L, A, s, s], the ``greatest`` weight, figures over ``all_tokens`` and
    ``without_specials``, how unlike two heads are (``apart`` [L * A, L * A], layer by layer); and how far each layer
    moves the hidden vectors."""

    thumbnails: Bytes
    greatest: NDArray[np.float32]
    all_tokens: HeadFigures
    without_specials: HeadFigures
    apart: NDArray[np.float32]
    moves: LayerMoves

    def save(self, path: Path) -> None:
        """Write the arrays as ``.npz``; raises :class:`WorkbenchError` where it can't be written."""
        with replacing(path) as file:
            np.savez(
                file,
                thumbnails=self.thumbnails,
                greatest=self.greatest,
                entropy=np.stack([self.all_tokens.entropy, self.without_specials.entropy]),
                distance=np.stack([self.all_tokens.distance, self.without_specials.distance]),
                apart=self.apart,
                l2=self.moves.l2,
                cosine=self.moves.cosine,
                degrees=self.moves.degrees,
            )

    @staticmethod
    def load(path: Path) -> Summary:
        """What :meth:`save` wrote."""
        with np.load(path, allow_pickle=False) as file:
            whole, rest = (HeadFigures(file["entropy"][at], file["distance"][at]) for at in range(2))
            moves = LayerMoves(file["l2"], file["cosine"], file["degrees"])
            return Summary(file["thumbnails"], file["greatest"], whole, rest, file["apart"], moves)
