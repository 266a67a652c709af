import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.gui.views.head_grid import HeadGrid
from workbench.inspection.thumbnails import thumbnails


def test_thumbnails_keep_thin_lines_and_scale_each_head() -> None:
    attention = np.zeros((2, 3, 100, 100), np.float32)
    attention[1, 2, 57, :] = 0.25
    levels = thumbnails(attention, 50)
    assert levels.shape == (2, 3, 50, 50)
    assert (levels[1, 2].max(axis=1) == 255).nonzero()[0].tolist() == [28]
    assert levels[0].max() == 0


def test_short_sentences_are_not_pooled() -> None:
    assert thumbnails(np.random.default_rng(0).random((1, 1, 7, 7))).shape == (1, 1, 7, 7)


def test_click_and_arrows_choose_a_head(dressed: QApplication, qtbot: QtBot) -> None:
    grid = HeadGrid()
    qtbot.addWidget(grid)
    grid.resize(400, 200)
    grid.show_levels(thumbnails(np.random.default_rng(0).random((3, 4, 9, 9))))
    seen: list[tuple[int, int]] = []
    grid.chosen.connect(lambda layer, head: seen.append((layer, head)))
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=grid.head_rect(1, 2).center())
    qtbot.keyClick(grid, Qt.Key.Key_Down)
    qtbot.keyClick(grid, Qt.Key.Key_Down)
    qtbot.keyClick(grid, Qt.Key.Key_Left)
    assert seen == [(1, 2), (2, 2), (2, 1)]
    grid.grab()
    grid.show_levels(thumbnails(np.random.default_rng(0).random((2, 2, 9, 9))))
    assert grid.current == (1, 1)
