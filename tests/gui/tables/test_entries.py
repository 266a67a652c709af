"""Searching and sorting the entries of a list."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from workbench.gui.tables.entries import COUNT, LABEL, PMI, TEXT, Arrangement, EntriesModel, arrange
from workbench.text.lexicon import LexiconEntry, LexiconKind
from workbench.text.lexicon_edits import EntryFilter

ENTRIES = (
    LexiconEntry("乙", "b", 5, 1.5),
    LexiconEntry("甲", "a", 9),
    LexiconEntry("丙丙", "b", 5, -0.5),
    LexiconEntry("丁" * 40, "", 7, 3.0),
)


def shown(wanted: Arrangement) -> list[str]:
    return [ENTRIES[row].text[:2] for row in arrange(ENTRIES, wanted, lambda: False).rows.tolist()]


@pytest.mark.parametrize(
    ("column", "descending", "expected"),
    [
        (-1, False, ["乙", "甲", "丙丙", "丁丁"]),
        (TEXT, False, ["丁丁", "丙丙", "乙", "甲"]),
        (LABEL, False, ["丁丁", "甲", "乙", "丙丙"]),
        (COUNT, False, ["乙", "丙丙", "丁丁", "甲"]),
        (COUNT, True, ["甲", "丁丁", "丙丙", "乙"]),
        (PMI, True, ["丁丁", "乙", "丙丙", "甲"]),
    ],
)  # fmt: skip
def test_orders(column: int, descending: bool, expected: list[str]) -> None:
    assert shown(Arrangement(column=column, descending=descending)) == expected


def test_searching_in_many_blocks_and_counting_classes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.gui.tables.entries._BLOCK", 2)
    wanted = Arrangement(EntryFilter(label="b"), COUNT, True)
    assert shown(wanted) == ["丙丙", "乙"]
    assert arrange(ENTRIES, wanted, lambda: False).classes == {"b": 2, "a": 1, "": 1}, "of all entries"
    assert len(arrange((), wanted, lambda: False).rows) == 0
    looks = iter([False, True, True])
    assert len(arrange(ENTRIES, Arrangement(), lambda: next(looks)).rows) == 2, "given up after the first block"


def test_cells_are_read_typed_and_bounded(qtbot: QtBot) -> None:
    model = EntriesModel(LexiconKind.NGRAM, True)
    model.put(arrange(ENTRIES, Arrangement(), lambda: False))
    titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]
    assert titles == ["Text", "Class", "Count", "PMI"]
    assert [model.index(0, column).data() for column in range(4)] == ["乙", "b", "5", "1.50"]
    assert model.index(1, PMI).data() == ""
    editable = [bool(model.index(0, column).flags() & Qt.ItemFlag.ItemIsEditable) for column in range(4)]
    assert editable == [True, True, False, False]
    typed: list[tuple[str, int, str]] = []
    model.typed.connect(lambda entry, column, text: typed.append((entry.text, column, text)))
    assert model.setData(model.index(2, TEXT), " 戊 ")
    assert not model.setData(model.index(2, LABEL), "b")
    assert typed == [("丙丙", TEXT, "戊")]
    assert model.rows_of({"丙丙", "甲", "绝无"}) == [1, 2]
    model.allow_editing(False)
    assert not model.index(0, 0).flags() & Qt.ItemFlag.ItemIsEditable
