"""A vocabulary trained on a corpus of the project."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QLineEdit, QSpinBox, QWidget

from workbench.gui.context import Context
from workbench.gui.i18n import tr
from workbench.gui.panels.chosen import chosen_corpus
from workbench.gui.panels.making_pane import MakingPane
from workbench.jobs.calls import call_in_child
from workbench.text.vocabulary import VocabularyKind
from workbench.text.vocabulary_training import train_vocabulary

DEFAULT_SIZE = 8000
SMALLEST, LARGEST = 64, 500_000


class TrainPane(MakingPane):
    """Kind, size and corpus of a new vocabulary."""

    TABLE = "vocabularies"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, tr("Train a vocabulary"), tr("Train"), parent)
        self.corpus = QComboBox(self)
        self.corpus.setAccessibleName(tr("Corpus"))
        self.kind = QComboBox(self)
        self.kind.setAccessibleName(tr("Kind"))
        for kind, words in _kinds():
            self.kind.addItem(words, kind)
        self.size_box = QSpinBox(self, minimum=SMALLEST, maximum=LARGEST, singleStep=1000)
        self.size_box.setValue(DEFAULT_SIZE)
        self.size_box.setAccessibleName(tr("Size"))
        self.name = QLineEdit(self)
        self.name.setAccessibleName(tr("Name of the vocabulary"))
        self._own_name = False
        form = QFormLayout()
        form.addRow(tr("Corpus"), self.corpus)
        form.addRow(tr("Kind"), self.kind)
        form.addRow(tr("Size"), self.size_box)
        form.addRow(tr("Name"), self.name)
        hint = QLabel(
            tr("Every character of the corpus that is frequent enough to matter stays in; special tokens are added."),
            self,
        )
        hint.setWordWrap(True)
        self.column.addWidget(hint)
        self.column.addLayout(form)
        self.column.addStretch(1)
        self.end()
        self.corpus.currentIndexChanged.connect(self._suggest)
        self.kind.currentIndexChanged.connect(self._suggest)
        self.name.textEdited.connect(self._keep_name)
        self.name.textChanged.connect(self.enable)
        self.enable()

    def offer(self, corpora: Sequence[str]) -> None:
        """The corpora of the project; what is chosen stays."""
        current = self.corpus.currentText()
        self.corpus.blockSignals(True)
        self.corpus.clear()
        self.corpus.addItems(list(corpora))
        self.corpus.setCurrentText(current)
        self.corpus.blockSignals(False)
        self._suggest()

    def choose_corpus(self, name: str) -> None:
        """Train on this one, where the project has it."""
        self.corpus.setCurrentText(name)

    @Slot()
    def _suggest(self) -> None:
        if not self._own_name and self.corpus.currentText():
            self.name.setText(f"{self.corpus.currentText()}-{VocabularyKind(self.kind.currentData()).value}")
        self.enable()

    @Slot(str)
    def _keep_name(self, text: str) -> None:
        self._own_name = bool(text)

    def enable(self) -> None:
        """A corpus and a name."""
        ready = bool(self.corpus.currentText()) and bool(self.name.text().strip())
        self.go_button.setEnabled(ready and not self.progress.is_busy)

    @Slot()
    def start(self) -> None:
        """Train in the background."""
        project, corpus, name = self._context.project, self.corpus.currentText(), self.name.text().strip()
        kind, size = VocabularyKind(self.kind.currentData()), self.size_box.value()
        self.make(
            lambda report, cancelled: call_in_child(
                train_vocabulary,
                project,
                chosen_corpus(project, corpus),
                kind,
                size,
                name,
                progress=report,
                cancelled=cancelled,
            ),
            tr("Training the vocabulary {name}", name=name),
        )


def _kinds() -> list[tuple[VocabularyKind, str]]:
    return [
        (VocabularyKind.WORDPIECE, tr("WordPiece – characters and pieces of words (BERT)")),
        (VocabularyKind.BYTE_BPE, tr("Byte-level BPE – no unknown text (RoBERTa)")),
        (VocabularyKind.CHARACTER, tr("Characters")),
        (VocabularyKind.WORD, tr("Whole words of the segmenter, and characters (WoBERT)")),
    ]
