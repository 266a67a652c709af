"""What the core says is said in the window's words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtWidgets import QAbstractButton, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from workbench.core.errors import WorkbenchError
from workbench.core.texts import Setting, Text
from workbench.gui.context import Context
from workbench.gui.i18n import render
from workbench.gui.panels.corpus_options import ImportOptions
from workbench.gui.panels.masking_actions import ActionRow
from workbench.gui.panels.vocabulary_add import AddPane
from workbench.gui.panels.vocabulary_load import LoadPane
from workbench.masking.export import EXPORT
from workbench.text.readers.settings import ENCODING, FIELD, FORMAT, FileFormat
from workbench.text.vocabulary_growth import AS_WORDS
from workbench.text.vocabulary_tokens import ADD_MISSING

PROGRAM = Path(__file__).resolve().parents[2] / "workbench"


def marked(path: Path) -> Iterator[str]:
    """The texts for people in a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Name) and node.func.id == "mark":
            template = node.args[0]
            assert isinstance(template, ast.Constant)
            yield str(template.value)


def test_a_setting_is_named_by_its_label() -> None:
    error = WorkbenchError("Not certain.", "Say which: {setting}.", setting=ENCODING.to("big5", "gb18030"))
    assert render(error) == "Not certain. Say which: “Encoding: big5, gb18030”."
    assert render(Text("Name {setting}.", {"setting": FIELD})) == "Name “Text field”."
    assert render(Text("Choose {setting}.", {"setting": FileFormat.TXT.setting})) == "Choose “Format: plain text”."


def test_labels_of_settings_stand_in_the_window(context: Context, qtbot: QtBot) -> None:
    pages: dict[QWidget, list[Setting]] = {
        ImportOptions(): [ENCODING, FIELD, FORMAT],
        LoadPane(context): [ADD_MISSING],
        AddPane(context): [AS_WORDS],
    }
    for page, settings in pages.items():
        qtbot.addWidget(page)
        names = {box.accessibleName() for box in page.findChildren(QComboBox)}
        names |= {button.text() for button in page.findChildren(QAbstractButton)}
        assert {setting.label for setting in settings} <= names
    row = ActionRow()
    qtbot.addWidget(row)
    assert EXPORT.label in [action.text() for action in row.export.menu().actions()]


def test_no_text_that_the_window_may_show_names_an_option() -> None:
    parts = ("core", "text", "masking", "objectives", "spec", "store", "jobs")
    texts = [text for part in parts for path in (PROGRAM / part).rglob("*.py") for text in marked(path)]
    assert len(texts) > 300
    assert not [text for text in texts if re.search(r"--[a-z]|\bworkbench [a-z]+ ", text)]


def test_the_window_renders_in_one_place() -> None:
    """Anywhere else a setting would be named by its option."""
    paths = [path for path in (PROGRAM / "gui").rglob("*.py") if path.name != "i18n.py"]
    assert len(paths) > 100
    assert not [path.name for path in paths if ".render(translate" in path.read_text(encoding="utf-8")]
