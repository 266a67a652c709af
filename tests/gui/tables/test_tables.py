from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.modeltest import ModelTester

from workbench.gui.tables.records import Column, RecordsModel
from workbench.gui.tables.tokens import TokensModel, visible
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
