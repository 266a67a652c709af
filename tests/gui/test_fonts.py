import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from workbench.core.paths import program_root
from workbench.gui.fonts import bundled_families, cell_font, with_fallback

MISSING = "\U0010fffd"  # a private character that no font draws


def drawn(text: str, font: QFont) -> NDArray[np.uint8]:
    image = QImage(48, 48, QImage.Format.Format_Grayscale8)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setFont(font)
    painter.drawText(image.rect(), Qt.AlignmentFlag.AlignCenter, text)
    painter.end()
    return np.frombuffer(image.constBits(), np.uint8).reshape(48, -1)[:, :48].copy()


def only_bundled(number: int = -1) -> QFont:
    """One of the bundled fonts (the Chinese one at first) and nothing behind it."""
    font = QFont(bundled_families()[number])
    font.setStyleStrategy(QFont.StyleStrategy.NoFontMerging)
    return font


@pytest.mark.parametrize("name", ["bundled", "window", "cells"])
def test_chinese_is_drawn_and_not_boxes(name: str, dressed: QApplication) -> None:
    font = {"bundled": only_bundled, "window": lambda: QApplication.font(), "cells": lambda: cell_font(24)}[name]()
    font.setPixelSize(32)
    north, capital, box = drawn("北", font), drawn("京", font), drawn(MISSING, font)
    for image in (north, capital):
        assert (image < 128).sum() > 60
    assert not np.array_equal(north, capital)
    assert not np.array_equal(north, box)
    assert not np.array_equal(capital, box)


def test_the_bundled_fonts_stand_behind_the_systems_own(dressed: QApplication) -> None:
    families = with_fallback(QFont("Some Font")).families()
    assert families == ["Some Font", *bundled_families()]


def test_the_bundled_fonts_hold_latin_chinese_and_the_signs_of_the_window(dressed: QApplication) -> None:
    for number, signs in enumerate(("Az09[#Ġé“”…–×·✓⚠→≥≤±●■▲", "北京語龍臺")):
        font = only_bundled(number)
        assert [sign for sign in signs if np.array_equal(drawn(sign, font), drawn(MISSING, font))] == []


#: Two signs change places in each part of the window; where they are boxes, the picture stays the same.
SWAPPED = """
import sys
import numpy as np
import pyqtgraph
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from workbench.gui.fonts import install_fonts, scaled
from workbench.gui.views.heatmap import Heatmap
from workbench.gui.views.histogram import Bars, Histogram

application = QApplication(sys.argv)
install_fonts(application)
real = [name for name in QFontDatabase.families() if name not in ("Monospace", "Sans Serif", "Serif")]
assert real == ["DejaVu Sans", "Droid Sans Fallback"], real

def label(first, second):
    words = QLabel(first + second)
    words.setFont(scaled(application.font(), 1.25, bold=True))
    return words

def histogram(first, second):
    view = Histogram("")
    view.show_bars([Bars([first, second], [1.0, 1.0])])
    return view

def heatmap(first, second):
    view = Heatmap()
    view.show_matrix(np.eye(2, dtype=np.float32), [first, second])
    return view

def axis(first, second):
    view = pyqtgraph.PlotWidget()
    view.setRange(xRange=(-1, 2), yRange=(0, 1))
    view.getAxis("bottom").setTicks([[(0, first), (1, second)]])
    return view

def picture(part, first, second):
    widget = part(first, second)
    widget.resize(360, 300)
    widget.grab()
    application.processEvents()
    return widget.grab().toImage()

for part in (label, histogram, heatmap, axis):
    for first, second in ("北京", "AB"):
        same = picture(part, first, second) == picture(part, second, first)
        assert not same, f"boxes in {part.__name__} for {first}{second}"
"""


@pytest.mark.skipif(sys.platform != "linux", reason="fonts of other systems cannot be taken away")
def test_a_machine_without_any_font_shows_chinese_and_latin_in_every_view(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    settings = tmp_path / "fonts.conf"
    settings.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
        f"<dir>{tmp_path}/none</dir><cachedir>{tmp_path}/cache</cachedir></fontconfig>",
        encoding="utf-8",
    )
    environment = {
        **os.environ,
        "FONTCONFIG_FILE": str(settings),
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": str(program_root()),
        "PYTHONUTF8": "1",
    }
    command = [sys.executable, "-c", SWAPPED]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
