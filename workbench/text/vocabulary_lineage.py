"""Where the tokens of a vocabulary that was made from another one come from, and how their rows in a model begin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workbench.core.config import Labelled
from workbench.core.texts import mark


class NewRows(Labelled):
    """How the rows (and output biases) of added tokens are to begin in a model that had the parent vocabulary.

    The rule is kept with the new vocabulary, for weights that are carried over to it
    (:func:`workbench.model.growing.grow_embeddings`). A run with fresh weights draws all rows and does not look at it.
    """

    MEAN = "mean", mark("Mean of the pieces' rows (WoBERT)")
    NORMAL = "normal", mark("Drawn anew")


@dataclass(frozen=True)
class Lineage:
    """The vocabulary that another was made from.

    ``additions`` maps each added token to the ids of the pieces that the ``parent`` cut it into, without its [UNK];
    every other token keeps the row that it had in the parent, whatever its id there was.
    """

    parent: str
    fingerprint: str
    rows: NewRows
    additions: Mapping[str, tuple[int, ...]]

    def to_record(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "parent": self.parent,
            "fingerprint": self.fingerprint,
            "rows": self.rows.value,
            "additions": {token: list(pieces) for token, pieces in self.additions.items()},
        }

    @staticmethod
    def from_record(record: Any) -> Lineage | None:
        """What :meth:`to_record` gave, None for none; raises ValueError, KeyError or TypeError for anything else."""
        if record is None:
            return None
        additions = {str(token): tuple(map(int, pieces)) for token, pieces in dict(record["additions"]).items()}
        return Lineage(str(record["parent"]), str(record["fingerprint"]), NewRows(record["rows"]), additions)
