"""Where a run came from and what came of it, as a tree with the changed settings and the reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from workbench.gui.i18n import render, tr
from workbench.gui.theme import GRID
from workbench.spec.wording import setting_name, setting_value
from workbench.store.lineage import Relative
from workbench.store.records import KIND_TITLES, Run, RunKind

RUN, CHANGED, REASON = range(3)
NUMBER_ROLE = Qt.ItemDataRole.UserRole
_MOST_IN_CELL = 3  #: changes that a cell names; its tooltip has all


@dataclass(frozen=True)
class Family:
    """The relatives of the ``run`` on show, the oldest first."""

    run: int
    relatives: Sequence[Relative]


def change_words(run: Run) -> list[str]:
    """``Seed: 1 → 9`` for each setting in which a run differs from the one that it was cloned from; of a task, that it
    is one."""
    if run.kind is not RunKind.PRETRAINING:
        return [tr(KIND_TITLES[run.kind])]
    if run.origin is None:
        return []
    return [
        f"{render(setting_name(path))}: {render(setting_value(path, before))} → {render(setting_value(path, after))}"
        for path, (before, after) in run.origin.changes.items()
    ]


def _short(words: str) -> str:
    """Without the groups that a setting stands in, for a narrow column."""
    name, colon, values = words.partition(": ")
    return name.rsplit(" › ", 1)[-1] + colon + values


class _OnlyReasons(QStyledItemDelegate):
    """Lets reasons alone be typed, and those of cloned runs only; rows have some room."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """As wide as the text, and higher than it."""
        found = super().sizeHint(option, index)
        return QSize(found.width(), option.fontMetrics.height() + GRID)

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        """The line to type in, or none (Qt takes a null pointer for that)."""
        if index.column() != REASON or not index.data(NUMBER_ROLE):
            return None  # type: ignore[return-value]
        return super().createEditor(parent, option, index)


class LineageTree(QTreeWidget):
    """``opened`` carries the number of a run that the user wants to see, ``reasoned`` one and why it was cloned."""

    opened = Signal(int)
    reasoned = Signal(int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setColumnCount(3)
        self.setHeaderLabels([tr("Run"), tr("Changed"), tr("Reason")])
        self.headerItem().setToolTip(REASON, tr("Double-click, or press F2, to write why a run was cloned"))
        self.setAccessibleName(tr("Lineage"))
        self.setAlternatingRowColors(True)
        self.setUniformRowHeights(True)
        self.setItemDelegate(_OnlyReasons(self))
        self.setEditTriggers(self.EditTrigger.DoubleClicked | self.EditTrigger.EditKeyPressed)
        header = self.header()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(RUN, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(CHANGED, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(CHANGED, 26 * GRID)
        self.itemDoubleClicked.connect(self._open)
        self.itemChanged.connect(self._take_reason)

    def show_family(self, family: Family) -> None:
        """Show a tree; the run that it is asked for stands out."""
        self.blockSignals(True)
        self.clear()
        above: list[QTreeWidgetItem] = []
        for relative in family.relatives:
            del above[relative.depth :]
            item = self._make_item(relative.run, relative.run.id == family.run, top=not relative.depth)
            if above:
                above[-1].addChild(item)
            else:
                self.addTopLevelItem(item)
            above.append(item)
        self.expandAll()
        self.blockSignals(False)

    def _make_item(self, run: Run, chosen: bool, *, top: bool) -> QTreeWidgetItem:
        words = change_words(run)
        if top and run.origin is not None:
            words.insert(0, tr("from {name}, which is gone", name=run.origin.name))
        more = len(words) - _MOST_IN_CELL
        short = [_short(change) for change in words]
        shown = short if more <= 0 else [*short[:_MOST_IN_CELL], tr("{count} more", count=more)]
        item = QTreeWidgetItem([run.name, "; ".join(shown), run.origin_note])
        item.setToolTip(CHANGED, "\n".join(words))
        item.setToolTip(REASON, run.origin_note)
        item.setData(RUN, NUMBER_ROLE, run.id)
        if run.origin is not None:
            item.setData(REASON, NUMBER_ROLE, run.id)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
        font = item.font(RUN)
        font.setBold(chosen)
        font.setStrikeOut(run.deleted is not None)
        item.setFont(RUN, font)
        return item

    @Slot(QTreeWidgetItem, int)
    def _open(self, item: QTreeWidgetItem, column: int) -> None:
        if column != REASON:
            self.opened.emit(int(item.data(RUN, NUMBER_ROLE)))

    @Slot(QTreeWidgetItem, int)
    def _take_reason(self, item: QTreeWidgetItem, column: int) -> None:
        if column == REASON and item.data(REASON, NUMBER_ROLE):
            self.reasoned.emit(int(item.data(REASON, NUMBER_ROLE)), item.text(REASON))
