from collections.abc import Callable
from itertools import combinations, product

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPalette
from PySide6.QtWidgets import QApplication, QCheckBox, QListWidget, QListWidgetItem, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from workbench.gui.icons import icon
from workbench.gui.theme import (
    DARK,
    LIGHT,
    NUM_COLOURS,
    OKABE_ITO,
    Colours,
    Theme,
    ThemeChoice,
    categorical,
    colours_of,
    contrast,
    make_palette,
)


def test_contrast_of_known_pairs() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_every_text_colour_is_readable(colours: Colours) -> None:
    texts = (colours.text, colours.muted, colours.accent, colours.error, colours.warning, colours.success)
    for text, ground in product(texts, (colours.window, colours.base, colours.raised)):
        assert contrast(text, ground) >= 4.5, (text, ground)
    assert contrast(colours.on_accent, colours.accent) >= 4.5


#: Roles of texts in a palette with the grounds that they stand on.
TEXTS = {
    QPalette.ColorRole.WindowText: (QPalette.ColorRole.Window, QPalette.ColorRole.Base),
    QPalette.ColorRole.Text: (QPalette.ColorRole.Base, QPalette.ColorRole.AlternateBase, QPalette.ColorRole.Window),
    QPalette.ColorRole.ButtonText: (QPalette.ColorRole.Button, QPalette.ColorRole.Window),
    QPalette.ColorRole.PlaceholderText: (QPalette.ColorRole.Base, QPalette.ColorRole.Window),
    QPalette.ColorRole.HighlightedText: (QPalette.ColorRole.Highlight,),
    QPalette.ColorRole.ToolTipText: (QPalette.ColorRole.ToolTipBase,),
    QPalette.ColorRole.Link: (QPalette.ColorRole.Window, QPalette.ColorRole.Base),
}


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("text", TEXTS, ids=lambda role: role.name)
def test_every_text_of_the_palette_is_readable_and_disabled_ones_can_be_read(
    colours: Colours, text: QPalette.ColorRole, qapp: QApplication
) -> None:
    palette, groups = make_palette(colours), QPalette.ColorGroup
    for group, least in ((groups.Active, 4.5), (groups.Inactive, 4.5), (groups.Disabled, 3.0)):
        for ground in TEXTS[text]:
            found = contrast(palette.color(group, text).name(), palette.color(group, ground).name())
            assert found >= least, (group, ground, found)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_disabled_icons_can_be_seen_and_told_from_others(colours: Colours, qapp: QApplication) -> None:
    drawn = icon("trash", make_palette(colours))
    disabled, plain = (
        drawn.pixmap(20, mode).toImage().convertToFormat(QImage.Format.Format_ARGB32)
        for mode in (QIcon.Mode.Disabled, QIcon.Mode.Normal)
    )
    inks = [strongest(image) for image in (disabled, plain)]
    for ground in (colours.window, colours.base, colours.raised):
        assert contrast(inks[0], ground) >= 3.0
        assert contrast(inks[1], ground) > 1.5 * contrast(inks[0], ground)


def strongest(image: QImage) -> str:
    """The colour of the most opaque pixel."""
    places = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return max((image.pixelColor(x, y) for x, y in places), key=QColor.alpha).name()


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_a_palette_says_which_set_it_was_made_from(colours: Colours, qapp: QApplication) -> None:
    assert colours_of(make_palette(colours)) is colours


def test_categorical_colours_repeat_after_all_are_used() -> None:
    assert len({categorical(LIGHT, place) for place in range(len(OKABE_ITO))}) == len(OKABE_ITO)
    assert categorical(DARK, 0) == categorical(DARK, len(OKABE_ITO))


#: Machado, Oliveira and Fernandes' matrices (2009) of how people without one kind of cones see linear RGB.
SEEN_BY = {
    "all cones": np.eye(3),
    "no L cones": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no M cones": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "no S cones": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]]
)


def lab(colour: str, eyes: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """CIE Lab of a colour as some eyes see it."""
    red, green, blue, _ = QColor(colour).getRgbF()
    channels = np.array([red, green, blue])
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    white = TO_XYZ @ np.ones(3)
    x, y, z = np.cbrt(TO_XYZ @ np.clip(np.asarray(SEEN_BY[eyes]) @ linear, 0, 1) / white)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("eyes", SEEN_BY)
@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_categorical_colours_are_told_apart_by_all_eyes(colours: Colours, eyes: str) -> None:
    shades = [categorical(colours, place) for place in range(NUM_COLOURS)]
    for first, second in combinations(shades, 2):
        assert np.linalg.norm(lab(first, eyes) - lab(second, eyes)) > 15, (first, second)
    for shade in shades:
        assert contrast(shade, colours.base) > 2.2
    for shade in shades[:5]:
        assert contrast(shade, colours.base) > 3


def test_theme_changes_at_once(qapp: QApplication) -> None:
    theme = Theme(qapp, ThemeChoice.DARK)
    assert colours_of(qapp.palette()) is DARK
    theme.choose(ThemeChoice.LIGHT)
    assert colours_of(qapp.palette()) is LIGHT


def ticked_list() -> QListWidget:
    things = QListWidget()
    item = QListWidgetItem("")
    item.setCheckState(Qt.CheckState.Unchecked)
    things.addItem(item)
    things.setFrameShape(QListWidget.Shape.NoFrame)
    return things


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
@pytest.mark.parametrize("make", [QCheckBox, QRadioButton, ticked_list])
def test_boxes_that_are_not_ticked_can_be_seen(
    choice: ThemeChoice, make: Callable[[], QWidget], qapp: QApplication, qtbot: QtBot
) -> None:
    theme = Theme(qapp, choice)
    widget = make()
    qtbot.addWidget(widget)
    widget.resize(60, 30)
    image = widget.grab().toImage()
    colours = LIGHT if choice is ThemeChoice.LIGHT else DARK
    met = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    frame = max(met, key=lambda colour: min(contrast(colour, colours.base), contrast(colour, colours.window)))
    assert min(contrast(frame, colours.base), contrast(frame, colours.window)) >= 3.0
    theme.deleteLater()
