"""Searching runs as one types, with the words that the window has for their states."""

from __future__ import annotations

from workbench.gui.run_words import status_words
from workbench.store import search
from workbench.store.search import RunRow, Test

__all__ = ["RunRow", "Test", "parse_search"]


def parse_search(text: str) -> Test:
    """As :func:`workbench.store.search.parse_search`."""
    return search.parse_search(text, status_words)
