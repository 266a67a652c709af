import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.gui.app import run_window
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


@pytest.mark.parametrize("wrong", [("--theme", "purple"), ("--language", "fr"), ("--open", "nowhere")])
def test_wrong_arguments_are_refused(capsys: pytest.CaptureFixture[str], wrong: tuple[str, str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        run_window(wrong)
    assert stopped.value.code == 2
    assert wrong[0] in capsys.readouterr().err
