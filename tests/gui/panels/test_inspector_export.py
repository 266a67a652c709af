"""Views of the inspector are saved and copied in the background, and may be stopped."""

from __future__ import annotations

import csv
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QAction, QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from workbench.core.progress import Cancelled, Report
from workbench.gui.panels.inspector import InspectorPanel
from workbench.gui.panels.inspector_options import RENORMALISED
from workbench.gui.panels.inspector_overview import FIGURES
from workbench.gui.panels.probe_answers import Answer
from workbench.gui.views.drawn import Drawn
from workbench.gui.views.exporting import save_view

LONG = 60_000
Look = Callable[[str], Answer]


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of each picture that is made whether it is made on the window's thread."""
    made: list[bool] = []
    image = Drawn.image

    def noted(drawn: Drawn, report: Report, cancelled: Cancelled) -> QImage:
        made.append(threading.current_thread() is threading.main_thread())
        return image(drawn, report, cancelled)

    monkeypatch.setattr(Drawn, "image", noted)
    return made


def chosen(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Whoever is asked for a file chooses this one."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_asked: (str(path), ""))


def entry(inspector: InspectorPanel, *titles: str) -> QAction:
    """An entry of the export menu, or of a menu in it."""
    menu = inspector.export_button.menu()
    menu.aboutToShow.emit()
    found = None
    for title in titles:
        found = next(action for action in menu.actions() if action.text().startswith(title))
        menu = found.menu() if isinstance(found.menu(), QMenu) else menu
    assert found is not None
    return found


def test_a_picture_is_painted_away_from_the_window(
    inspector: InspectorPanel,
    look_inside: Look,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
    threads: list[bool],
) -> None:
    look_inside("北京大学")
    told: list[str] = []
    inspector.context.noticed.connect(lambda notice: told.append(notice.text))
    chosen(monkeypatch, tmp_path / "head.png")
    entry(inspector, "Save as PNG").trigger()
    shown = [task.title for task in inspector.context.tasks.active]
    qtbot.waitUntil(lambda: bool(told), timeout=LONG)
    assert (shown, threads) == (["Exporting"], [False])
    assert QImage(str(tmp_path / "head.png")).text("Description") == inspector.attention.heatmap.full_mode()
    entry(inspector, "Copy as picture").trigger()
    qtbot.waitUntil(lambda: not inspector.context.tasks.active, timeout=LONG)
    assert threads == [False, False]
    assert QGuiApplication.clipboard().image().size() == 2 * inspector.attention.heatmap.size()


def test_a_stopped_export_leaves_the_old_file(
    inspector: InspectorPanel, look_inside: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    look_inside("北京")
    path = tmp_path / "head.png"
    path.write_bytes(b"old")
    begun, go_on = threading.Event(), threading.Event()

    def slow(drawn: Drawn, description: str, report: Report, cancelled: Cancelled) -> bytes:
        begun.set()
        go_on.wait()
        return b"new"

    monkeypatch.setattr(Drawn, "png", slow)
    chosen(monkeypatch, path)
    entry(inspector, "Save as PNG").trigger()
    (task,) = inspector.context.tasks.active
    assert begun.wait(LONG / 1000)
    task.cancel()
    go_on.set()
    qtbot.waitUntil(lambda: not inspector.context.tasks.active, timeout=LONG)
    assert path.read_bytes() == b"old"


def test_what_cannot_be_written_is_told(
    inspector: InspectorPanel, look_inside: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    look_inside("北京")
    told: list[str] = []
    inspector.context.tasks.noticed.connect(lambda notice: told.append(notice.text))
    chosen(monkeypatch, tmp_path / "nowhere" / "head.csv")
    entry(inspector, "Save as CSV").trigger()
    qtbot.waitUntil(lambda: bool(told), timeout=LONG)
    assert "can't be written" in told[0]


@pytest.mark.parametrize("arrangement", ["order", FIGURES])
def test_all_heads_are_saved_in_every_form(
    inspector: InspectorPanel, look_inside: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arrangement: str
) -> None:
    answer = look_inside("北京大学")
    overview = inspector.attention.overview
    overview.arrangement.setCurrentIndex(overview.arrangement.findData(arrangement))
    box = inspector.attention.options.specials
    box.setCurrentIndex(box.findData(RENORMALISED))
    for suffix in ("png", "svg", "csv", "npz"):
        save_view(overview, tmp_path / f"heads.{suffix}")
    rows = list(csv.reader((tmp_path / "heads.csv").read_text("utf-8").splitlines()))
    assert rows[0] == ["Layer", "Head", "Entropy without [CLS] and [SEP]", "Distance without [CLS] and [SEP]", "Group"]
    assert [row[:4] for row in rows[1:]][5] == ["2", "3", "0", "0"], "the head that looks at itself"
    with np.load(tmp_path / "heads.npz") as arrays:
        assert arrays["entropy"].shape == arrays["group"].shape == (2, 3)
        assert arrays["entropy"].ravel() == pytest.approx([float(row[2]) for row in rows[1:]], abs=1e-5)
        assert arrays["entropy"] == pytest.approx(answer.inspected.summary.without_specials.entropy)
        assert arrays["entropy"] != pytest.approx(answer.inspected.summary.all_tokens.entropy)
    assert QImage(str(tmp_path / "heads.png")).width() > 0
    assert b"<svg" in (tmp_path / "heads.svg").read_bytes()
    assert entry(inspector, "All heads", "Save as NPZ").isEnabled()
