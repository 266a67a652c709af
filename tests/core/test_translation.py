"""The terminal's language follows its locale."""

from __future__ import annotations

import pytest

from workbench.core.translation import language_of, terminal_language


@pytest.mark.parametrize(
    ("name", "language"), [("zh_CN.UTF-8", "zh_CN"), ("zh-Hans", "zh_CN"), ("en_GB", "en"), ("C", "en")]
)
def test_language_of_a_locale(name: str, language: str) -> None:
    assert language_of(name) == language


def test_the_first_variable_that_is_set_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert terminal_language() == "zh_CN"
    monkeypatch.setenv("LC_ALL", "C")
    assert terminal_language() == "en"
