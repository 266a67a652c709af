from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from workbench.gui.fonts import cell_font
from workbench.gui.theme import DARK, GRID, LIGHT, Colours, contrast
from workbench.gui.views.strip_area import StripArea
from workbench.gui.views.strip_cells import LETTERS, ROW, TOKEN, Cell, as_text, shade_colour
from workbench.gui.views.strip_layout import CELL, GAP, PITCH
from workbench.gui.views.strip_legend import StripLegend
from workbench.gui.views.token_strip import TokenStrip
from workbench.masking.strategy import Action
from workbench.text.document import UnitKind

KeepsTheOldFile = Callable[[str, Callable[[Path], object]], None]
CELLS = (
    Cell("[CLS]", special=True),
    Cell("北", 0, UnitKind.ENTITY, "entity", "ns", Action.MASK, start=0, end=1),
    Cell("京", 0, UnitKind.ENTITY, "entity", "ns", Action.RANDOM, "龙", start=1, end=2),
    Cell("很", 1, UnitKind.WORD, start=2, end=3),
    Cell("大", 2, UnitKind.WORD, action=Action.KEEP, start=3, end=4),
    Cell("[SEP]", special=True),
)


@pytest.fixture
def strip(dressed: QApplication, qtbot: QtBot) -> TokenStrip:
    made = TokenStrip()
    qtbot.addWidget(made)
    made.resize(400, 100)
    made.show_cells(CELLS)
    made.show()
    return made


def test_cells_wrap_and_keep_their_pitch(strip: TokenStrip) -> None:
    strip.show_cells(CELLS * 20)
    strip.resize(200, 100)
    rects = [strip.cell_rect(place) for place in range(len(strip.cells))]
    rows = sorted({rect.top() for rect in rects})
    assert len(rows) == strip.num_rows > 1
    assert {min(rect.left() for rect in rects if rect.top() == top) for top in rows} == {rects[0].left()}
    assert all((rect.left() - rects[0].left()) % PITCH == (rect.width() + GAP) % PITCH == 0 for rect in rects)
    assert max(rect.right() for rect in rects) < 200
    assert strip.heightForWidth(200) > strip.heightForWidth(400)
    assert [strip.place_at(rect.center()) for rect in rects] == list(range(len(rects)))
    assert strip.place_at(QPoint(199, 5)) == -1


ENGLISH = tuple(Cell(word, start=5 * at, end=5 * at + 5) for at, word in enumerate(("Catherine", "was", "her")))


def test_words_have_room_and_strips_line_up_whatever_became_of_them(strip: TokenStrip) -> None:
    metrics = QFontMetrics(cell_font(TOKEN))
    strip.show_cells(ENGLISH)
    rects = [strip.cell_rect(place) for place in range(len(ENGLISH))]
    for cell, rect in zip(ENGLISH, rects, strict=True):
        assert rect.width() > metrics.horizontalAdvance(cell.text)
        assert strip.place_at(QPoint(rect.right() - 2, rect.center().y())) == ENGLISH.index(cell)
    strip.show_cells([replace(cell, action=Action.RANDOM, replaced="incomprehensible") for cell in ENGLISH])
    assert [strip.cell_rect(place) for place in range(len(ENGLISH))] == rects
    strip.show_cells(CELLS)
    assert strip.cell_rect(1).width() == CELL


def test_a_word_that_is_wider_than_a_row_has_one_for_itself(strip: TokenStrip) -> None:
    strip.show_cells((Cell("a" * 300), *ENGLISH))
    assert strip.cell_rect(0).right() < strip.width()
    assert strip.cell_rect(1).top() > strip.cell_rect(0).bottom()
    strip.grab()


def test_up_and_down_go_to_what_stands_there(strip: TokenStrip, qtbot: QtBot) -> None:
    cells = ENGLISH * 9 + CELLS
    strip.show_cells(cells)
    shown: list[int] = []
    strip.set_hover(lambda place: shown.append(place) or "")  # type: ignore[func-returns-value]
    for key in (Qt.Key.Key_Right, *[Qt.Key.Key_Right] * 2, Qt.Key.Key_Down, Qt.Key.Key_Up):
        qtbot.keyClick(strip, key)
    assert shown[:3] == [0, 1, 2]
    assert shown[3] == strip.place_at(strip.cell_rect(2).center() + QPoint(0, ROW))
    assert shown[4] == strip.place_at(strip.cell_rect(shown[3]).center() - QPoint(0, ROW))
    for _ in range(strip.num_rows + 1):
        qtbot.keyClick(strip, Qt.Key.Key_Down)
    assert shown[-1] == len(cells) - 1
    for _ in range(strip.num_rows + 1):
        qtbot.keyClick(strip, Qt.Key.Key_Up)
    assert shown[-1] == 0


def test_the_height_follows_the_width_there_and_back(strip: TokenStrip) -> None:
    strip.show_cells(CELLS * 10)
    heights = []
    for width in (400, 150, 400, 900):
        strip.resize(width, strip.height())
        heights.append(strip.minimumHeight())
        assert strip.minimumHeight() == strip.heightForWidth(width)
    assert heights[0] == heights[2]
    assert heights[1] > heights[0] > heights[3]
    strip.show_cells(CELLS)
    assert strip.minimumHeight() == strip.heightForWidth(900) < heights[3]


def test_a_card_gets_low_again_in_its_column(dressed: QApplication, qtbot: QtBot) -> None:
    """As in the window: strips under each other that can be scrolled, beside a handle that is moved."""
    area, column_of_cards = QScrollArea(), QWidget()
    qtbot.addWidget(area)
    area.setWidgetResizable(True)
    area.setWidget(column_of_cards)
    column = QVBoxLayout(column_of_cards)
    strips = [TokenStrip(column_of_cards) for _ in range(2)]
    for one in strips:
        one.show_cells(CELLS * 8)
        column.addWidget(one)
    column.addStretch(1)
    area.show()
    heights = []
    for width in (900, 220, 900):
        area.resize(width, 500)
        qtbot.wait(20)
        heights.append(strips[0].height())
        assert strips[0].height() == strips[0].heightForWidth(strips[0].width())
    assert heights[0] == heights[2] < heights[1]


def test_an_area_shows_two_rows_and_the_cell_that_the_keyboard_has_come_to(dressed: QApplication, qtbot: QtBot) -> None:
    window, strip = QWidget(), TokenStrip()
    qtbot.addWidget(window)
    area = StripArea(strip)
    column = QVBoxLayout(window)
    column.addWidget(area)
    column.addStretch(1)
    window.resize(320, 400)
    window.show()
    strip.show_cells(CELLS)
    qtbot.waitUntil(lambda: area.height() == ROW + GRID)
    strip.show_cells(CELLS * 20)
    qtbot.waitUntil(lambda: area.height() == 2 * ROW + GRID)
    for _ in range(60):
        qtbot.keyClick(strip, Qt.Key.Key_Right)
    cell = strip.cell_rect(59).translated(strip.pos())
    assert area.viewport().rect().contains(cell)
    strip.show_cells(CELLS)
    qtbot.waitUntil(lambda: area.height() == ROW + GRID)


def test_outcomes_differ_without_colour(strip: TokenStrip) -> None:
    picture = strip.grab().toImage().convertToFormat(strip.grab().toImage().Format.Format_Grayscale8)
    shots = []
    for place in (1, 2, 4, 3):
        part = picture.copy(strip.cell_rect(place).adjusted(2, 2, -24, -2))
        shots.append(np.frombuffer(part.constBits(), np.uint8).reshape(part.height(), -1)[:, : part.width()].mean())
    solid, hatched, outline, _ = shots
    assert solid < hatched < outline


def test_click_chooses_a_unit_and_a_drag_marks_characters(strip: TokenStrip, qtbot: QtBot) -> None:
    units: list[int] = []
    spans: list[tuple[int, int]] = []
    strip.unit_chosen.connect(units.append)
    strip.span_marked.connect(lambda start, end: spans.append((start, end)))
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=strip.cell_rect(2).center())
    assert units == [0]
    qtbot.mousePress(strip, Qt.MouseButton.LeftButton, pos=strip.cell_rect(4).center())
    for place in (3, 2, 0):
        move_to(strip, strip.cell_rect(place).center())
    qtbot.mouseRelease(strip, Qt.MouseButton.LeftButton, pos=strip.cell_rect(0).center())
    assert spans == [(0, 4)]


def move_to(strip: TokenStrip, point: QPoint) -> None:
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent

    where = QPointF(point)
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(strip, QMouseEvent(QEvent.Type.MouseMove, where, where, left, left, none))


def test_everything_by_keyboard(strip: TokenStrip, qtbot: QtBot) -> None:
    units: list[int] = []
    spans: list[tuple[int, int]] = []
    removed: list[int] = []
    strip.unit_chosen.connect(units.append)
    strip.span_marked.connect(lambda start, end: spans.append((start, end)))
    strip.unit_removed.connect(removed.append)
    strip.set_hover(lambda place: f"token {place}")
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Delete):
        qtbot.keyClick(strip, key)
    assert units == removed == [0]
    assert strip.accessibleDescription() == "token 1"
    for _ in range(2):
        qtbot.keyClick(strip, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(strip, Qt.Key.Key_Return)
    assert spans == [(0, 3)]


def test_copies(strip: TokenStrip) -> None:
    text = "[CLS] [北→[MASK] 京→龙] [很] [大→大] [SEP]"
    assert as_text(CELLS) == text
    strip.copy_text()
    assert QGuiApplication.clipboard().text() == text
    assert strip.picture().width() == 2 * strip.width()
    assert b"<svg" in strip.svg()
    strip.copy_picture()
    assert QGuiApplication.clipboard().image().size() == strip.size() * 2


def test_a_failed_export_leaves_the_old_file(
    strip: TokenStrip, keeps_the_old_file: KeepsTheOldFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def save(path: Path) -> None:
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
        strip._ask_svg()

    keeps_the_old_file("词.svg", save)


def test_nothing_to_show(strip: TokenStrip, qtbot: QtBot) -> None:
    strip.show_cells(())
    strip.grab()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Delete):
        qtbot.keyClick(strip, key)
    assert strip.place_at(QPoint(20, 20)) == -1


def test_every_action_is_drawn_named_and_in_the_legend(strip: TokenStrip, qtbot: QtBot) -> None:
    strip.show_cells([Cell("word", action=action, replaced="other") for action in Action])
    strip.picture()
    assert set(LETTERS) == set(Action)
    assert len(set(LETTERS.values())) == len(Action)
    legend = StripLegend()
    qtbot.addWidget(legend)
    assert {cell.action for cell, _ in legend.entries()} >= set(Action)


def test_the_legend_shortens_its_words_before_it_wraps(dressed: QApplication, qtbot: QtBot) -> None:
    legend = StripLegend()
    qtbot.addWidget(legend)
    legend.show()
    legend.show_signs({UnitKind.WORD, UnitKind.PHRASE, UnitKind.ENTITY}, similar=False, two_draws=False)
    wide, row = legend.sizeHint().width(), legend.heightForWidth(2000)
    for width, words in ((wide, "kept, still predicted"), (wide - 20, "kept")):
        legend.resize(width, row)
        assert legend.heightForWidth(width) == row
        painted = [text for _, text, _ in legend._placed(width)]
        assert f"K {words}" in painted
        assert ("kept, still predicted" in legend.toolTip()) == (words == "kept")
    assert legend.heightForWidth(100) > row


@pytest.mark.parametrize("width", [1200, 400, 120])
def test_the_legend_wraps_and_cuts_nothing(dressed: QApplication, qtbot: QtBot, width: int) -> None:
    legend = StripLegend()
    qtbot.addWidget(legend)
    legend.resize(width, legend.heightForWidth(width))
    legend.grab()
    lefts = legend.places(width)
    assert len(lefts) == len(legend.entries())
    assert all(place.right() <= max(width, legend.minimumSizeHint().width()) for place in lefts)
    assert max(place.bottom() for place in lefts) < legend.height()
    assert legend.heightForWidth(400) > legend.heightForWidth(1200)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read_on_every_shade_and_shades_are_told_apart(colours: Colours) -> None:
    fills = [shade_colour(colours, share / 10).name() for share in range(11)]
    assert min(contrast(colours.text, fill) for fill in fills) >= 4.5
    assert contrast(fills[0], fills[10]) > 2
    assert fills[0] == colours.base
    assert [shade_colour(colours, share).name() for share in (-1, 2)] == [fills[0], fills[10]]


def test_shades_and_notes_are_drawn_and_told(strip: TokenStrip) -> None:
    strip.show_cells([Cell("海", 1, action=Action.KEEP, shade=0.9, note="北"), Cell("京", 2, shade=0.0)])
    assert as_text(strip.cells) == "[海(北 90%)] [京(0%)]".replace("%", "\u2009%")
    picture = strip.picture().toImage()
    ratio = strip.picture().devicePixelRatio()
    seen = [
        picture.pixelColor(
            round((strip.cell_rect(place).left() + 4) * ratio), round((strip.cell_rect(place).top() + 4) * ratio)
        )
        for place in (0, 1)
    ]
    assert seen[0].saturation() > 60 > seen[1].saturation()
