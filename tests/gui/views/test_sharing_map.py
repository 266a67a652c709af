"""Boxes of layers: colours that say what is stored and what is used again, clicks, keys, narrow windows."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from workbench.gui.theme import LIGHT, categorical, colours_of
from workbench.gui.views.sharing_map import HEAD, Picture, Row, SharingMap


def row(title: str, *owners: int, switchable: bool = True) -> Row:
    sentences = {owner: f"{title} of layer {owner + 1}." for owner in owners}
    return Row(title, owners, sentences, [str(owner + 1) for owner in owners], switchable)


PICTURE = Picture(
    [row("Attention", 0, 0, 2, 2), row("Feed-forward", 0, 1, 2, 3), row("Words", 0, 0, switchable=False)], [0, 0, 1, 1]
)


@pytest.fixture
def view(dressed: object, qtbot: QtBot) -> SharingMap:
    made = SharingMap()
    qtbot.addWidget(made)
    made.resize(500, made.sizeHint().height())
    made.show_picture(PICTURE, None)
    made.resize(500, made.sizeHint().height())
    made.show()
    return made


def inside(view: SharingMap, at: tuple[int, int]) -> QPoint:
    """A place in a box beside its number."""
    return (view.box(*at).topLeft() + QPointF(6, 6)).toPoint()


def colour(picture: QImage, view: SharingMap, at: tuple[int, int]) -> QColor:
    return picture.pixelColor(inside(view, at))


def test_shared_boxes_have_one_colour_and_those_of_their_own_none(view: SharingMap) -> None:
    picture = view.grab().toImage()
    colours = colours_of(view.palette())
    assert colours is LIGHT
    for stored, again, number in (((0, 0), (0, 1), 0), ((0, 2), (0, 3), 1), ((2, 0), (2, 1), 2)):
        assert colour(picture, view, stored).name() == categorical(colours, number).lower()
        tint = colour(picture, view, again)
        assert abs(tint.hue() - colour(picture, view, stored).hue()) < 6
        assert tint.saturation() < colour(picture, view, stored).saturation()
    assert {colour(picture, view, (1, place)).name() for place in range(4)} == {colours.raised}


def test_a_click_chooses_the_owner_and_one_on_the_words_switches(view: SharingMap, qtbot: QtBot) -> None:
    chosen: list[tuple[int, int]] = []
    switched: list[int] = []
    view.chosen.connect(lambda row, owner: chosen.append((row, owner)))
    view.switched.connect(switched.append)
    for at in ((0, 1), (0, 3), (1, 3), (2, 1), (0, HEAD), (1, HEAD), (2, HEAD)):
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=inside(view, at))
    assert chosen == [(0, 0), (0, 2), (1, 3), (2, 0)]
    assert switched == [0, 1], "the word table is no choice"


def test_keys_go_everywhere_and_take(view: SharingMap) -> None:
    chosen: list[tuple[int, int]] = []
    switched: list[int] = []
    view.chosen.connect(lambda row, owner: chosen.append((row, owner)))
    view.switched.connect(switched.append)
    view.setFocus()
    keys = [Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Down,
            *[Qt.Key.Key_Right] * 9, Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Space,
            *[Qt.Key.Key_Left] * 9, Qt.Key.Key_Space, Qt.Key.Key_Up, Qt.Key.Key_Space]  # fmt: skip
    for key in keys:
        QTest.keyClick(view, key)
    assert chosen == [(0, 0), (1, 3), (2, 0)]
    assert switched == [0, 1]


def test_what_is_framed_is_framed_in_every_box(view: SharingMap) -> None:
    view.show_picture(PICTURE, (0, 2))
    picture = view.grab().toImage()

    def edge(place: int) -> QColor:
        box = view.box(0, place)
        return picture.pixelColor(int(box.center().x()), int(box.top()))

    assert edge(2).name() == edge(3).name() == LIGHT.text
    assert edge(0).name() != LIGHT.text


def test_sentences_are_there_for_readers(view: SharingMap) -> None:
    assert "Feed-forward of layer 4." in view.accessibleDescription()


def test_very_many_layers_are_drawn_in_little_room(view: SharingMap) -> None:
    many = Picture([row("Attention", *[0] * 96), row("Feed-forward", *range(96))], [0] * 96)
    view.show_picture(many, (1, 95))
    view.resize(view.minimumSizeHint())
    view.grab()
    last = view.box(1, 95)
    assert last.right() <= view.width()
    assert view.place_at(last.center().toPoint()) == (1, 95)
    view.show_picture(Picture(), None)
    view.grab()
    QTest.keyClick(view, Qt.Key.Key_Space)
