"""The arrays of a prepared corpus while they grow on disk."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from workbench.text.analysis import Analysis
from workbench.text.array_files import ArrayWriter
from workbench.text.document import UnitKind
from workbench.text.vocabulary import Vocabulary

SPARSE = (UnitKind.PHRASE, UnitKind.ENTITY, UnitKind.NGRAM)  #: layers that have gaps, and so ends of their own


def id_type(vocabulary: Vocabulary) -> type[np.uint16] | type[np.int32]:
    """The smallest type that holds all ids."""
    return np.uint16 if vocabulary.size <= 1 << 16 else np.int32


class PreparedWriter:
    """Takes one analysis after another; use as a context manager, whose end completes the files."""

    def __init__(self, folder: Path, vocabulary: Vocabulary) -> None:
        self._folder = folder
        self._open = ExitStack()
        self._ids = self._file("ids", id_type(vocabulary))
        self._spans = self._file("spans", np.int32, (2,))
        self._sentence_starts = self._file("sentence_starts", np.int64)
        self._word_starts = self._file("word_starts", np.int64)
        parts = {"start": np.int64, "end": np.int64, "label": np.int32}
        self._sparse = {
            kind: {part: self._file(f"{kind.value}_{part}", dtype) for part, dtype in parts.items()} for kind in SPARSE
        }

    def _file(self, name: str, dtype: Any, columns: tuple[int, ...] = ()) -> ArrayWriter:
        return self._open.enter_context(ArrayWriter(self._folder / f"{name}.npy", dtype, columns))

    def __enter__(self) -> PreparedWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._open:
            if kind is None:
                total = np.array([self._ids.length])
                self._sentence_starts.append(total)
                self._word_starts.append(total)

    def append(self, analysis: Analysis) -> None:
        """Write the tokens and layers of the texts that follow those before."""
        base = self._ids.length
        self._sentence_starts.append(analysis.tokens.starts[:-1] + base)
        self._word_starts.append(analysis.layers[UnitKind.WORD].start + base)
        for kind, files in self._sparse.items():
            units = analysis.layers[kind]
            files["start"].append(units.start + base)
            files["end"].append(units.end + base)
            files["label"].append(units.label)
        self._ids.append(analysis.tokens.ids)
        self._spans.append(analysis.tokens.spans)
