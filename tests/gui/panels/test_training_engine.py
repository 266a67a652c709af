"""From the training page to the engine's Python, and back with other devices."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from workbench.gui.context import Changes, Context
from workbench.gui.engine_dialog import EngineDialog
from workbench.gui.panel import Panel
from workbench.gui.panels.check_line import ENGINE, Verdict
from workbench.gui.panels.starting import BAD_ARGUMENTS, lacked_device
from workbench.gui.panels.training import TrainingPanel
from workbench.jobs.devices import DeviceRow
from workbench.store.records import Run

LONG = 60_000
CPU, CUDA = DeviceRow("cpu", "Processor", 0), DeviceRow("cuda:0", "NVIDIA", 0)


@pytest.fixture
def panel(
    ready: Context, engine: Callable[[str], None], show_page: Callable[[Panel], None], monkeypatch: pytest.MonkeyPatch
) -> TrainingPanel:
    """The page of a draft that wants a device which the engine has not."""
    monkeypatch.setattr("workbench.gui.engine_dialog.examine_engine", lambda settings: pytest.fail("not asked here"))
    ready.draft.set("training.device", "cuda", "device")
    made = TrainingPanel(ready)
    show_page(made)
    return made


def test_a_device_that_is_not_there_leads_to_the_engine(
    panel: TrainingPanel, ready: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[EngineDialog] = []
    monkeypatch.setattr("workbench.gui.panels.training.open_engine_dialog", lambda context, page: opened.append(page))
    panel.begin_start()
    qtbot.waitUntil(lambda: any(check.page == ENGINE for check in panel.check_list.checks), timeout=LONG)
    assert not panel.check_list.start_button.isEnabled()
    place = [check.page for check in panel.check_list.checks if check.page and check.verdict is not Verdict.GOOD]
    qtbot.mouseClick(panel.check_list.fixes[place.index(ENGINE)], Qt.MouseButton.LeftButton)
    assert opened == [panel]


def test_another_engine_is_asked_for_its_devices(
    panel: TrainingPanel, ready: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.begin_start()
    qtbot.waitUntil(lambda: any(check.page == ENGINE for check in panel.check_list.checks), timeout=LONG)
    monkeypatch.setattr("workbench.gui.panels.training_start.engine_devices", lambda project: (CUDA, CPU))
    ready.announce(Changes.of("settings"))
    qtbot.waitUntil(panel.check_list.start_button.isEnabled, timeout=LONG)
    assert any("cuda:0 (NVIDIA)" in str(check.text) for check in panel.check_list.checks)


@pytest.mark.parametrize(("precision", "asks"), [("fp32", True), ("bf16", True), ("fp16", False)])
def test_the_processor_is_offered_where_it_computes_what_is_asked_for(
    context: Context, make_run: Callable[..., Run], precision: str, asks: bool
) -> None:
    run = make_run("gpu", "training.device=cuda", f"training.precision={precision}")
    context.store.update(run, status="failed", message="The device “cuda” is not there.")
    assert lacked_device(context.store.run(run), BAD_ARGUMENTS) is asks
