import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.core.errors import WorkbenchError
from workbench.gui.app import Application, run_window
from workbench.gui.context import Context
from workbench.gui.notices import Notice
from workbench.gui.theme import Theme, ThemeChoice
from workbench.gui.window import Window


def the_window() -> Window:
    return next(
        widget for widget in QApplication.topLevelWidgets() if isinstance(widget, Window) and widget.isVisible()
    )


@pytest.mark.parametrize("language", ["en", "zh_CN", "zh"])
def test_the_window_opens_on_a_page_and_closes_clean(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, language: str
) -> None:
    seen: list[str] = []

    def look() -> None:
        window = the_window()
        seen.extend((window.page.NAME, window.menuBar().actions()[0].text()))
        window.close()

    QTimer.singleShot(300, qapp, look)
    project = tmp_path / "项 目"
    code = run_window(["--project", str(project), "--language", language, "--theme", "dark", "--open", "model"])
    assert code == 0
    assert seen == ["model", "&Project" if language == "en" else "项目(&P)"]
    assert sys.excepthook is sys.__excepthook__
    assert (project / "workbench.db").exists()


def test_what_a_click_could_not_do_is_told_as_it_is_and_a_fault_with_its_details(
    dressed: QApplication, context: Context
) -> None:
    application = Application(dressed, context, (), Theme(dressed, ThemeChoice.LIGHT))
    told: list[Notice] = []
    context.noticed.connect(told.append)
    for error in (WorkbenchError("a.png can't be written.", "Choose another."), ValueError("a fault")):
        application.catch(type(error), error, None)
    assert not told[0].details
    assert told[0].text == "a.png can't be written. Choose another."
    assert "a fault" in told[1].details
    application.deleteLater()


@pytest.mark.parametrize("wrong", [("--theme", "purple"), ("--language", "fr"), ("--open", "nowhere")])
def test_wrong_arguments_are_refused(capsys: pytest.CaptureFixture[str], wrong: tuple[str, str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        run_window(wrong)
    assert stopped.value.code == 2
    assert wrong[0] in capsys.readouterr().err
