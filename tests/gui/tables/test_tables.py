import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.tables.tokens import TokensModel, visible
from workbench.gui.theme import GRID
from workbench.text.vocabulary import Vocabulary, VocabularyKind

Row = tuple[str, int]


def make_model() -> RecordsModel[Row]:
    columns = [
        Column[Row]("Name", lambda row: row[0]),
        Column[Row]("Count", lambda row: f"{row[1]:,}", lambda row: row[1], number=True),
    ]
    return RecordsModel(columns)


def test_records_sort_by_value_and_keep_the_order_for_new_rows(qtmodeltester: ModelTester) -> None:
    model = make_model()
    model.put([("a", 1000), ("b", 9), ("c", 200)])
    model.sort(1, Qt.SortOrder.DescendingOrder)
    assert [row[0] for row in model.rows] == ["a", "c", "b"]
    model.put([("x", 5), ("y", 70)])
    assert [row[0] for row in model.rows] == ["y", "x"]
    assert model.data(model.index(0, 1)) == "70"
    qtmodeltester.check(model)


def test_rows_without_a_value_are_last_either_way() -> None:
    counts = Column[Row]("Count", lambda row: str(row[1]), lambda row: row[1], number=True, last=lambda row: row[1] < 0)
    model = RecordsModel([counts])
    model.put([("none", -1), ("a", 5), ("b", 7)])
    for order, wanted in ((Qt.SortOrder.AscendingOrder, [5, 7, -1]), (Qt.SortOrder.DescendingOrder, [7, 5, -1])):
        model.sort(0, order)
        assert [row[1] for row in model.rows] == wanted


def ink(image: QImage) -> NDArray[np.bool_]:
    """Where something is drawn on the ground [height, width]."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(plain.constBits(), np.uint32).reshape(plain.height(), -1)[:, : plain.width()]
    found: NDArray[np.bool_] = pixels != pixels[0, 0]
    return found


def test_texts_of_a_row_stand_on_one_line_and_columns_do_not_touch(dressed: QApplication, qtbot: QtBot) -> None:
    columns = [
        Column[Row]("Count", lambda row: "HH", lambda row: row[1], number=True),
        Column[Row]("Name", lambda row: row[0]),
    ]
    model = RecordsModel[Row](columns)
    model.put([("HH", 1), ("HH完成", 2)])
    view = records_view(model, "table")
    view.setAlternatingRowColors(False)
    qtbot.addWidget(view)
    view.resize(300, 200)
    view.show()
    view.setColumnWidth(0, 60)
    picture = view.viewport().grab().toImage()
    latin, mixed = (ink(picture.copy(view.visualRect(model.index(row, 1)))) for row in (0, 1))
    last = latin.any(axis=0).nonzero()[0][-1]
    assert (latin[:, : last + 1] == mixed[:, : last + 1]).all(), "Chinese letters beside them move no others"
    both = ink(picture.copy(0, 0, 100, view.rowHeight(0))).any(axis=0)
    gaps = np.diff(both.nonzero()[0])
    assert gaps.max() > GRID
    heading = view.horizontalHeader().viewport().grab().toImage()
    dark = [any(heading.pixelColor(x, y).lightness() < 90 for y in range(4, 16)) for x in range(62, 90)]
    first = latin.any(axis=0).nonzero()[0][0]
    assert abs(2 + dark.index(True) - int(first)) <= 1, "headings begin where cells do"


def test_tokens_are_found_by_part_and_by_id(qapp: QApplication, qtmodeltester: ModelTester) -> None:
    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "北", "京", "##ing", "Play", "[unused1]"]
    model = TokensModel(QObject(qapp))
    model.show_vocabulary(Vocabulary.make("v", VocabularyKind.WORDPIECE, tokens))
    assert model.rowCount() == 10
    qtmodeltester.check(model)
    model.search("play")
    assert [model.data(model.index(row, 1)) for row in range(model.rowCount())] == ["Play"]
    model.search("7")
    assert model.data(model.index(0, 1)) == "##ing"
    assert model.data(model.index(0, 3)) == "inside a word"
    model.show_vocabulary(None)
    assert model.rowCount() == 0


def test_what_cannot_be_seen_is_written_out() -> None:
    assert visible("a\u200bb\u3000c\u2028") == "a⟨U+200B⟩b⟨U+3000⟩c⟨U+2028⟩"
    assert visible("北京 a") == "北京 a"
