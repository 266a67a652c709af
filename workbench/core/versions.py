"""What a run's numbers depend on besides its spec."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from workbench import __version__

_PACKAGES = ("torch", "numpy", "tokenizers", "rjieba", "jieba")


def versions() -> dict[str, str]:
    """Versions of the program, of Python and of the packages that count; nothing is imported for it."""
    found = {"workbench": __version__, "python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
