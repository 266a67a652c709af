"""How long the masking page takes from a change to pixels: ``python tests/tools/masking_redraw.py [TOKENS] [CARDS]``.

A sample project is made in a temporary folder; passages of about TOKENS (512) tokens are drawn under CARDS (4)
strategies. Each change is measured until everything that it calls for is painted.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from workbench.core.paths import Project
from workbench.gui.app import open_context
from workbench.gui.context import Changes
from workbench.gui.fonts import install_fonts
from workbench.gui.panels.masking import MaskingPanel
from workbench.gui.settings import Settings
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.text.sample import CHINESE, CHINESE_VOCABULARY, create_sample

REPEATS = 60


def main(arguments: list[str]) -> int:
    """Measure and write three lines."""
    tokens = int(arguments[0]) if arguments else 512
    cards = int(arguments[1]) if len(arguments) > 1 else 4
    application = QApplication(sys.argv[:1])
    install_fonts(application)
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder)).create()
        create_sample(project)
        context = open_context(project, Settings(project, project.root / "user.ini"))
        settings = [f"corpus={CHINESE}", f"vocabulary={CHINESE_VOCABULARY}", f"training.length={tokens}"]
        context.draft.replace(apply_overrides(load_preset("roberta-tiny"), settings), "measure")
        page = MaskingPanel(context)
        page.resize(1200, 700)
        page.show()
        page.refresh(Changes.all())
        page.navigator.view.setCurrentIndex(1)
        while len(page.column.cards) < cards:
            page.column.compare()
        QTest.qWait(200)
        while context.tasks.active:
            QTest.qWait(50)
        assert page.shown is not None
        sys.stdout.write(f"{len(page.shown.batch.ids)} tokens, {cards} strategies\n")
        rates = iter(np.linspace(10, 40, REPEATS))
        _measure("new draw", page.navigator.draw_anew)
        _measure("rate", lambda: page.column.chosen.rate.setValue(next(rates)))
        _measure("next passage", page.navigator.passage.go_on)
        page.close_panel()
        context.draft.close()
        context.tasks.close()
        context.store.close()
    return 0


def _measure(name: str, change: Callable[[], object]) -> None:
    taken = []
    for _ in range(REPEATS):
        begin = time.perf_counter()
        change()
        QApplication.processEvents()
        taken.append(1000 * (time.perf_counter() - begin))
    median, p95 = np.percentile(taken, [50, 95])
    sys.stdout.write(f"{name}: {median:.1f} ms (p50), {p95:.1f} ms (p95), {max(taken):.1f} ms (max)\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
