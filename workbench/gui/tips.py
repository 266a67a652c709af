"""Tooltips that show text as it is."""

from __future__ import annotations

import html


def plain_tip(text: str) -> str:
    """The text as a tooltip: Qt would take one with tags in it for a page, and draw that. Nothing stays nothing."""
    lines = html.escape(text).replace("\n", "<br>")
    return f"<qt>{lines}</qt>" if text else ""
