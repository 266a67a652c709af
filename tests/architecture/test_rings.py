"""The two rings never meet: what a fresh interpreter has loaded after importing a part."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TORCH, QT = "torch", "PySide6"


def modules_below(package: str) -> list[str]:
    """All module names of a package, found by file."""
    folder = ROOT.joinpath(*package.split("."))
    return [package, *(m.name for m in pkgutil.walk_packages([str(folder)], prefix=package + "."))]


def loaded_after(modules: list[str]) -> set[str]:
    """Top-level names in ``sys.modules`` of a new interpreter that imported the modules."""
    code = (
        "import importlib, sys\n"
        f"[importlib.import_module(name) for name in {modules!r}]\n"
        "print(*sorted({name.split('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, text=True,
        capture_output=True, check=True,
    )  # fmt: skip
    return set(done.stdout.split())


@pytest.mark.parametrize("part", ["core", "text", "masking", "objectives", "spec", "store", "jobs", "inspection"])
def test_the_core_knows_neither_torch_nor_qt(part: str) -> None:
    assert not {TORCH, QT} & loaded_after(modules_below(f"workbench.{part}"))


def test_the_window_loads_no_torch() -> None:
    loaded = loaded_after(modules_below("workbench.gui"))
    assert QT in loaded
    assert TORCH not in loaded


def test_the_runs_page_opens_without_readers_tokenizers_and_corpora() -> None:
    code = (
        "import sys\nimport workbench.gui.app, workbench.gui.panels.runs\n"
        "unasked = {'tokenizers', 'charset_normalizer', 'workbench.text.corpus', 'workbench.text.readers.encodings'}\n"
        "assert not unasked & set(sys.modules), unasked & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)


def test_the_engine_loads_no_qt() -> None:
    loaded = loaded_after([name for part in ("model", "train", "probe") for name in modules_below(f"workbench.{part}")])
    assert TORCH in loaded
    assert QT not in loaded


def test_the_terminal_loads_only_what_a_command_needs() -> None:
    code = (
        "import sys\nfrom workbench.cli import main\n"
        "main(['presets', '--json'])\nassert not {'torch', 'PySide6'} & set(sys.modules), 'too much is loaded'"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)
