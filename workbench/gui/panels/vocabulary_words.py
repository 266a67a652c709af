"""A vocabulary of whole words made from one of characters and pieces (WoBERT)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QLineEdit, QSpinBox, QWidget

from workbench.gui.context import Context
from workbench.gui.figures import grouped
from workbench.gui.i18n import tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.chosen import chosen_corpus
from workbench.gui.panels.making_pane import MakingPane
from workbench.jobs.calls import call_in_child
from workbench.text.vocabulary import Vocabulary, VocabularyKind, free_vocabulary_name
from workbench.text.vocabulary_lineage import NewRows
from workbench.text.vocabulary_words import build_word_vocabulary, ordinary_tokens

DEFAULT_SIZE = 20_000
LARGEST = 500_000


class WordsPane(MakingPane):
    """Base, number and source of the words."""

    TABLE = "vocabularies"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, tr("Make a vocabulary of whole words"), tr("Make"), parent)
        self._bases: dict[str, Vocabulary] = {}
        self._kept_of: dict[str, int] = {}
        self.base = QComboBox(self)
        self.base.setAccessibleName(tr("Vocabulary to begin with"))
        self.source = QComboBox(self)
        self.source.setAccessibleName(tr("Where the words come from"))
        self.size_box = QSpinBox(self, minimum=1, maximum=LARGEST, singleStep=1000)
        self.size_box.setValue(DEFAULT_SIZE)
        self.size_box.setAccessibleName(tr("Words to add"))
        self.rows = rows_box(self)
        self.name = QLineEdit(self)
        self.name.setAccessibleName(tr("Name of the vocabulary"))
        self._own_name = False
        self._kept = PlainLabel(parent=self, wordWrap=True)
        form = QFormLayout()
        form.addRow(tr("Vocabulary to begin with"), self.base)
        form.addRow(tr("Words from"), self.source)
        form.addRow(tr("Words to add"), self.size_box)
        form.addRow(tr("Rows of the new words"), self.rows)
        form.addRow(tr("Name"), self.name)
        hint = QLabel(
            tr(
                "Text is then cut by the segmenter first: a word of the vocabulary is one token, any other goes to "
                "characters and pieces. Masking single tokens then masks whole words."
            ),
            self,
            wordWrap=True,
        )
        self.column.addWidget(hint)
        self.column.addLayout(form)
        self.column.addWidget(self._kept)
        self.column.addStretch(1)
        self.end()
        self.offer_corpora([])
        self.base.currentIndexChanged.connect(self._show_kept)
        self.size_box.valueChanged.connect(self._show_kept)
        self.name.textEdited.connect(self._keep_name)
        self.name.textChanged.connect(self.enable)
        self.enable()

    def offer_bases(self, vocabularies: Sequence[Vocabulary]) -> None:
        """The vocabularies of the project that words can be added to; what is chosen stays."""
        current = self.base.currentText()
        self._bases = {one.name: one for one in vocabularies if one.kind is not VocabularyKind.BYTE_BPE}
        self.base.blockSignals(True)
        self.base.clear()
        self.base.addItems(list(self._bases))
        self.base.setCurrentText(current)
        self.base.blockSignals(False)
        if self.isVisible():
            self._show_kept()

    def offer_corpora(self, corpora: Sequence[str]) -> None:
        """Where words may come from: the segmenter's dictionary or a corpus."""
        current = self.source.currentText()
        self.source.clear()
        self.source.addItem(tr("The dictionary of jieba"), "")
        for corpus in corpora:
            self.source.addItem(tr("The corpus {name}", name=corpus), corpus)
        self.source.setCurrentText(current)

    def choose_base(self, name: str) -> None:
        """Begin with this one, where it can be."""
        self.base.setCurrentText(name)

    def showEvent(self, event: QShowEvent) -> None:
        """Count what stays of the base, which takes a moment, only where it is seen."""
        super().showEvent(event)
        self._show_kept()

    @Slot()
    def _show_kept(self) -> None:
        base = self._bases.get(self.base.currentText())
        if base is None:
            self._kept.setText(tr("There is no vocabulary of characters or pieces to begin with: load or train one."))
        else:
            kept = self._count_kept(base)
            self._kept.setText(
                tr(
                    "{kept} of its {size} entries stay, special tokens first; with {words} {words:word|words} that "
                    "makes {sum}.",
                    kept=grouped(kept),
                    size=grouped(base.size),
                    words=grouped(self.size_box.value()),
                    sum=grouped(kept + self.size_box.value()),
                )
            )
            if not self._own_name:
                self.name.setText(free_vocabulary_name(self._context.project, f"{base.name}-words"))
        self.enable()

    def _count_kept(self, base: Vocabulary) -> int:
        """How many entries of a base stay; counted once."""
        if base.fingerprint not in self._kept_of:
            self._kept_of[base.fingerprint] = len(ordinary_tokens(base)) + len(base.special)
        return self._kept_of[base.fingerprint]

    @Slot(str)
    def _keep_name(self, text: str) -> None:
        self._own_name = bool(text)

    def enable(self) -> None:
        """A base and a name."""
        ready = self.base.currentText() in self._bases and bool(self.name.text().strip())
        self.go_button.setEnabled(ready and not self.progress.is_busy)

    @Slot()
    def start(self) -> None:
        """Make it in the background."""
        project, name, size = self._context.project, self.name.text().strip(), self.size_box.value()
        base, corpus, rows = self._bases[self.base.currentText()], self.source.currentData(), self.rows.currentData()
        self.make(
            lambda report, cancelled: call_in_child(
                build_word_vocabulary,
                project,
                base,
                size,
                name,
                chosen_corpus(project, corpus) if corpus else None,
                NewRows(rows),
                progress=report,
                cancelled=cancelled,
            ),
            tr("Making the vocabulary {name}", name=name),
        )


def rows_box(parent: QWidget) -> QComboBox:
    """The choice of how the rows of new tokens begin in a model that had the old vocabulary."""
    box = QComboBox(parent)
    box.setAccessibleName(tr("Rows of the new words"))
    for rule in NewRows:
        box.addItem(translate(rule.label), rule.value)
    return box
