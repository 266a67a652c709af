"""Files and folders that were dropped on a page."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData


def dropped_paths(data: QMimeData) -> list[Path]:
    """The local files and folders among what is being dropped."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
