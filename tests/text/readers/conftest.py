"""Reading a file of given bytes with the reader that its format asks for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.text.readers.decoding import Source
from workbench.text.readers.formats import READERS, find_format
from workbench.text.readers.settings import ImportSettings

Read = Callable[..., tuple[list[list[str]], Source]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """``read(name, data, **settings)`` -> documents as lists of paragraphs, and the source with its notes."""

    def run(name: str, data: str | bytes, encoding: str = "utf-8", **settings: Any) -> tuple[list[list[str]], Source]:
        path = tmp_path / name
        path.write_bytes(data.encode(encoding) if isinstance(data, str) else data)
        source, chosen = Source(path, name, encoding), ImportSettings(**settings)
        documents: list[list[str]] = []
        for piece in READERS[find_format(source, chosen)](source, chosen):
            if piece.begins:
                documents.append([])
            documents[-1] += piece.parts
        return documents, source

    return run
