"""The first examples of a labelled file, and how often each of its labels stands."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QWidget

from workbench.core.figures import percent_of
from workbench.gui.figures import grouped
from workbench.gui.i18n import tr
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.text.labelled.preview import TaskPreview
from workbench.text.labelled.records import Example, TaskKind

_SHOWN = 50
_LONGEST = 200  #: characters of a text in a cell


def label_words(example: Example) -> str:
    """A label, or the entities of a text with their classes."""
    if not example.units:
        return example.label
    return ", ".join(f"{example.words_of(entity)} ({entity.name})" for entity in example.entities) or "–"


def text_words(example: Example) -> str:
    """The text of an example, or both, in one line."""
    parts = [example.text] if example.pair is None else [example.text, example.pair]
    return " ‖ ".join(" ".join(part.split())[:_LONGEST] for part in parts)


class PreviewTables(QWidget):
    """Two tables side by side, both empty without a file."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.examples = RecordsModel[Example](
            (
                Column(tr("Line"), lambda one: grouped(one.line), lambda one: one.line, True),
                Column(tr("Text"), text_words),
                Column(tr("Label"), label_words),
            ),
            self,
        )
        self.balance = RecordsModel[tuple[str, int, int]](
            (
                Column(tr("Label"), lambda row: row[0]),
                Column(tr("Examples"), lambda row: grouped(row[1]), lambda row: row[1], True),
                Column(tr("Share"), lambda row: percent_of(row[1], row[2]), lambda row: row[1], True),
            ),
            self,
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        self._view = records_view(self.examples, tr("First examples"), self, sort=False, stretch=1)
        row.addWidget(self._view, 3)
        row.addWidget(records_view(self.balance, tr("Balance of the labels"), self, stretch=0), 2)

    def show_preview(self, preview: TaskPreview | None) -> None:
        """Show a file."""
        balance = preview.balance if preview is not None else ()
        total = sum(count for _, count in balance)
        self.examples.put(preview.found.examples[:_SHOWN] if preview is not None else [])
        wide = preview is not None and preview.found.kind is TaskKind.TAGGING
        mode = QHeaderView.ResizeMode.Stretch if wide else QHeaderView.ResizeMode.ResizeToContents
        self._view.horizontalHeader().setSectionResizeMode(2, mode)
        self.balance.put([(label, count, total) for label, count in balance])
