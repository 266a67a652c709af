"""Colours: a light and a dark set, palettes made from them, categorical and sequential scales."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from workbench.gui.style import WorkbenchStyle
from workbench.text.document import UnitKind

GRID = 8  #: pixels; margins and gaps are multiples of it or its half


class ThemeChoice(StrEnum):
    """What the user asked for."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True)
class Colours:
    """One set of colours as ``#rrggbb``; every text colour has a contrast of 4.5 or more on every ground.

    ``disabled`` is for words and icons of what can't be used now, with a contrast of 3 or more.
    """

    window: str
    base: str
    raised: str
    border: str
    text: str
    muted: str
    disabled: str
    accent: str
    on_accent: str
    error: str
    warning: str
    success: str
    dark: bool


LIGHT = Colours(
    window="#f4f5f7",
    base="#ffffff",
    raised="#e9ecf0",
    border="#c9d0d8",
    text="#1a1e23",
    muted="#545d68",
    disabled="#767e88",
    accent="#0a5fb4",
    on_accent="#ffffff",
    error="#b3261e",
    warning="#855200",
    success="#17692f",
    dark=False,
)
DARK = Colours(
    window="#282c32",
    base="#17191d",
    raised="#343941",
    border="#4d545e",
    text="#e7e9ec",
    muted="#a7afb9",
    disabled="#8b939d",
    accent="#62b0ff",
    on_accent="#0c1117",
    error="#ff8f85",
    warning="#f1b83c",
    success="#6bd793",
    dark=True,
)

#: Okabe and Ito's colours, told apart by people with any common colour blindness, those that follow each other most
#: easily. Of their eight each set leaves out the one that its ground swallows: yellow on white, black on black.
OKABE_ITO = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9")
OKABE_ITO_DARK = ("#56B4E9", "#D55E00", "#F0E442", "#CC79A7", "#009E73", "#E7E9EC", "#E69F00")
NUM_COLOURS = len(OKABE_ITO)

UNIT_COLOURS: dict[UnitKind, str] = {
    UnitKind.CHAR: "#8a939e",
    UnitKind.WORD: "#56B4E9",
    UnitKind.PHRASE: "#E69F00",
    UnitKind.ENTITY: "#009E73",
    UnitKind.NGRAM: "#CC79A7",
}


def colours_of(palette: QPalette) -> Colours:
    """The set that a palette was made from."""
    return DARK if palette.color(QPalette.ColorRole.Window).lightness() < 128 else LIGHT


def categorical(colours: Colours, index: int) -> str:
    """The colour of series number ``index``; repeats after :data:`NUM_COLOURS`, so give a line style as well."""
    return (OKABE_ITO_DARK if colours.dark else OKABE_ITO)[index % NUM_COLOURS]


def contrast(first: str, second: str) -> float:
    """WCAG 2 contrast ratio of two colours, 1 to 21."""
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    chosen = QColor(colour)
    channels = (chosen.redF(), chosen.greenF(), chosen.blueF())
    red, green, blue = (c / 12.92 if c <= 0.04045 else math.pow((c + 0.055) / 1.055, 2.4) for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def make_palette(colours: Colours) -> QPalette:
    """The Qt palette of a set."""
    role = QPalette.ColorRole
    palette = QPalette(QColor(colours.raised), QColor(colours.window))
    plain = {
        role.Window: colours.window,
        role.WindowText: colours.text,
        role.Base: colours.base,
        role.AlternateBase: colours.window,
        role.Text: colours.text,
        role.Button: colours.raised,
        role.ButtonText: colours.text,
        role.BrightText: colours.error,
        role.ToolTipBase: colours.raised,
        role.ToolTipText: colours.text,
        role.PlaceholderText: colours.muted,
        role.Highlight: colours.accent,
        role.HighlightedText: colours.on_accent,
        role.Link: colours.accent,
        role.LinkVisited: colours.accent,
        role.Accent: colours.accent,
        role.Mid: colours.border,
    }
    for name, value in plain.items():
        palette.setColor(name, QColor(value))
    for name in (role.WindowText, role.Text, role.ButtonText, role.PlaceholderText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(colours.disabled))
    palette.setColor(QPalette.ColorGroup.Disabled, role.Highlight, QColor(colours.border))
    palette.setColor(QPalette.ColorGroup.Disabled, role.HighlightedText, QColor(colours.text))
    return palette


class Theme(QObject):
    """Dresses the application, and follows the system where the user said so."""

    def __init__(self, application: QApplication, choice: ThemeChoice = ThemeChoice.SYSTEM) -> None:
        super().__init__(application)
        self._application = application
        self.choice = choice
        application.setStyle(WorkbenchStyle())
        application.styleHints().colorSchemeChanged.connect(self._dress)
        self._dress()

    def choose(self, choice: ThemeChoice) -> None:
        """Change what the user asked for, at once."""
        self.choice = choice
        self._dress()

    @Slot()
    def _dress(self) -> None:
        scheme = self._application.styleHints().colorScheme()
        dark = scheme == Qt.ColorScheme.Dark if self.choice is ThemeChoice.SYSTEM else self.choice is ThemeChoice.DARK
        self._application.setPalette(make_palette(DARK if dark else LIGHT))
