"""The window's language: texts are looked up by their English template in one Qt context."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from workbench.core.errors import WorkbenchError
from workbench.core.paths import resource
from workbench.core.texts import Setting, Text, Translate, fill, listed
from workbench.core.translation import language_of

CONTEXT = "workbench"
LANGUAGES: dict[str, str] = {"en": "English", "zh_CN": "简体中文"}


def translate(template: str) -> str:
    """The template in the window's language; a ``Translate`` for :class:`workbench.core.texts.Text`."""
    return QCoreApplication.translate(CONTEXT, template) if template else ""


def tr(template: str, **values: Any) -> str:
    """A constant English template in the window's language, its ``{places}`` filled with values."""
    translated = translate(template)
    return fill(translated, values) if values else translated


def render(text: Text | WorkbenchError | str) -> str:
    """A text or an error of the core in the window's words; a plain string is taken as a marked template."""
    return translate(text) if isinstance(text, str) else text.render(translate, by_label)


def in_list(items: Iterable[str]) -> str:
    """Names one after another with the language's commas between them."""
    return render(listed(items))


def by_label(setting: Setting, translate: Translate) -> str:
    """A setting by the label that stands beside it in the window."""
    label = translate(setting.label)
    choices = translate(setting.choice_label) if setting.choice_label else in_list(setting.choices)
    return tr("“{label}: {choices}”", label=label, choices=choices) if choices else tr("“{label}”", label=label)


def system_language() -> str:
    """The language of the user's locale, where the window has it, else English."""
    return language_of(QLocale.system().name())


def qt_texts(language: str) -> Path:
    """Qt's translation of its own dialogs and buttons; the file need not be there (English has none)."""
    return Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath), f"qtbase_{language}.qm")


class Languages:
    """Installs and removes the translators of the application (Qt's own texts and ours); keeps them alive."""

    def __init__(self) -> None:
        self._translators: list[QTranslator] = []
        self.current = "en"

    def use(self, language: str) -> None:
        """Translate everything that is built from now on into ``language`` (a key of :data:`LANGUAGES`)."""
        for translator in self._translators:
            QCoreApplication.removeTranslator(translator)
        self._translators.clear()
        self.current = language if language in LANGUAGES else "en"
        for file in (qt_texts(self.current), resource("texts", f"workbench_{self.current}.qm")):
            translator = QTranslator()
            if translator.load(str(file)):
                QCoreApplication.installTranslator(translator)
                self._translators.append(translator)
