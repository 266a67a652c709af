import importlib.util
import string
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from workbench.core.paths import resource
from workbench.core.translation import messages
from workbench.gui.i18n import Languages, translate

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("translations", ROOT / "packaging" / "translations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_text_of_the_program_is_translated(tool: ModuleType) -> None:
    known = messages("zh_CN")
    missing = [f"{place}: {text}" for text, place in tool.sources(ROOT).items() if not known.get(text)]
    assert not missing, "run packaging/translations.py and translate:\n" + "\n".join(missing)


def test_nothing_is_translated_that_is_gone(tool: ModuleType) -> None:
    assert set(messages("zh_CN")) <= set(tool.sources(ROOT)), "run packaging/translations.py"


def test_translations_keep_the_places_of_values() -> None:
    wrong = [source for source, text in messages("zh_CN").items() if places(source) != places(text)]
    assert not wrong


def test_the_compiled_file_says_the_same(qapp: QApplication) -> None:
    languages = Languages()
    languages.use("zh_CN")
    try:
        assert resource("texts", "workbench_zh_CN.qm").is_file()
        wrong = [source for source, text in messages("zh_CN").items() if translate(source) != text]
        assert not wrong, "run packaging/translations.py"
    finally:
        languages.use("en")
    assert translate("Corpus") == "Corpus"


def test_qts_own_texts_are_translated_and_may_be_absent(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def button() -> str:
        return QCoreApplication.translate("QPlatformTheme", "Cancel")

    languages = Languages()
    try:
        languages.use("zh_CN")
        assert button() == "取消"
        languages.use("en")
        assert button() == "Cancel"
        monkeypatch.setattr("workbench.gui.i18n.qt_texts", lambda language: tmp_path / f"{language}.qm")
        languages.use("zh_CN")
        assert button() == "Cancel"
        assert translate("Corpus") == "语料"
    finally:
        languages.use("en")


def test_the_tool_keeps_translations_and_marks_new_texts(tool: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "x.ts"
    assert tool.write(path, "zh_CN", {"a": "a.py", "b": "b.py"}, {"a": "甲", "gone": "丙"}) == 1
    assert tool.translations(path) == {"a": "甲"}


def test_the_tool_finds_marked_constants(tool: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "workbench").mkdir()
    (tmp_path / "workbench" / "x.py").write_text('tr("One {n}", n=1); t.mark("Two"); tr(name); other("No")\n')
    assert tool.sources(tmp_path) == {"One {n}": "workbench/x.py", "Two": "workbench/x.py"}
