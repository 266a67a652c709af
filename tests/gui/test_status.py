"""The line at the foot of the window says what goes on."""

import threading

from pytestqt.qtbot import QtBot

from workbench.core.progress import Cancelled, Progress, Report
from workbench.gui.context import Context
from workbench.gui.status import StatusLine


def test_a_stage_with_the_name_of_its_work_is_said_once(context: Context, qtbot: QtBot) -> None:
    line = StatusLine((), context.tasks)
    qtbot.addWidget(line)
    steps = [threading.Event(), threading.Event()]

    def work(report: Report, cancelled: Cancelled) -> None:
        for phase, step in zip(("Cutting the text", "Arranging passages"), steps, strict=True):
            report(Progress(0, 0, "", phase))
            step.wait(60)

    task = context.tasks.run(work, title="Cutting the text")
    qtbot.waitUntil(lambda: task.progress is not None)
    assert line._work.text() == "Cutting the text"
    steps[0].set()
    qtbot.waitUntil(lambda: line._work.text() == "Cutting the text: Arranging passages")
    steps[1].set()
    qtbot.waitUntil(lambda: not context.tasks.active)
