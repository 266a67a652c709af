import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from workbench.gui.fonts import bundled_family, cell_font, with_fallback

MISSING = "\U0010fffd"  # a private character that no font draws


def drawn(text: str, font: QFont) -> NDArray[np.uint8]:
    image = QImage(48, 48, QImage.Format.Format_Grayscale8)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setFont(font)
    painter.drawText(image.rect(), Qt.AlignmentFlag.AlignCenter, text)
    painter.end()
    return np.frombuffer(image.constBits(), np.uint8).reshape(48, -1)[:, :48].copy()


def only_bundled() -> QFont:
    font = QFont(bundled_family())
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


def test_the_bundled_font_stands_behind_the_systems_own(dressed: QApplication) -> None:
    families = with_fallback(QFont("Some Font")).families()
    assert families == ["Some Font", bundled_family()]
