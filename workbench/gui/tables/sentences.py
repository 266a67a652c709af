"""The sentences of a corpus as a table; only the rows on show are ever read."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from workbench.gui.figures import grouped
from workbench.gui.i18n import tr
from workbench.gui.tables.records import Index
from workbench.gui.tables.tokens import visible
from workbench.gui.tips import plain_tip
from workbench.text.corpus import Corpus

_NOWHERE = QModelIndex()
_DOCUMENT, _USE, _ANSWER, _TEXT = range(4)
MOST_ROWS = 1_000_000  #: more than anyone scrolls through; Qt's rows must fit an int


class SentencesModel(QAbstractTableModel):
    """Number of the document, whether it is held out, the answer to it where the corpus has answers, and the text of
    each sentence."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._corpus: Corpus | None = None
        self._titles = (tr("Document"), tr("Use"), tr("Answer"), tr("Sentence"))
        self._shown: tuple[int, ...] = (_DOCUMENT, _USE, _TEXT)

    def show_corpus(self, corpus: Corpus | None) -> None:
        """Show another corpus, or none."""
        answered = corpus is not None and bool(corpus.report.answers)
        self.beginResetModel()
        self._corpus = corpus
        self._shown = (_DOCUMENT, _USE, _ANSWER, _TEXT) if answered else (_DOCUMENT, _USE, _TEXT)
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Number of sentences."""
        return 0 if parent.isValid() or self._corpus is None else min(self._corpus.num_sentences, MOST_ROWS)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Three, or four with answers."""
        return 0 if parent.isValid() else len(self._shown)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles above the columns."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._titles[self._shown[section]]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a cell; the whole sentence stands in its tooltip."""
        shown = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        if self._corpus is None or not index.isValid() or not shown:
            return None
        column = self._shown[index.column()]
        if column == _TEXT:
            text = visible(self._corpus.sentence(index.row()))
            return plain_tip(text) if role == Qt.ItemDataRole.ToolTipRole else text
        document = int(np.searchsorted(self._corpus.document_starts, index.row(), side="right")) - 1
        if column == _DOCUMENT:
            return grouped(document + 1)
        if column == _ANSWER and self._corpus.answers is not None:
            return visible(self._corpus.answers.name_of(document))
        return tr("evaluation") if self._corpus.evaluation[document] else tr("training")
