from itertools import product

import pytest
from PySide6.QtWidgets import QApplication

from workbench.gui.theme import (
    DARK,
    LIGHT,
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


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_a_palette_says_which_set_it_was_made_from(colours: Colours, qapp: QApplication) -> None:
    assert colours_of(make_palette(colours)) is colours


def test_categorical_colours_repeat_after_all_are_used() -> None:
    assert len({categorical(LIGHT, place) for place in range(len(OKABE_ITO))}) == len(OKABE_ITO)
    assert categorical(DARK, 0) == categorical(DARK, len(OKABE_ITO))


def test_theme_changes_at_once(qapp: QApplication) -> None:
    theme = Theme(qapp, ThemeChoice.DARK)
    assert colours_of(qapp.palette()) is DARK
    theme.choose(ThemeChoice.LIGHT)
    assert colours_of(qapp.palette()) is LIGHT
