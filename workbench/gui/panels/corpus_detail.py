"""One corpus on show: its text, its statistics, and the report of its import."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QTabWidget, QVBoxLayout, QWidget

from workbench.gui.figures import grouped
from workbench.gui.fonts import scaled
from workbench.gui.i18n import in_list, render, tr
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.corpus_statistics import StatisticsPane
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.tables.sentences import SentencesModel
from workbench.gui.tasks import Tasks
from workbench.gui.theme import GRID
from workbench.gui.tips import plain_tip
from workbench.spec.wording import settings_text
from workbench.text.corpus import Corpus
from workbench.text.readers.notes import Note, skipped_text
from workbench.text.readers.settings import ImportSettings, changed_settings
from workbench.text.statistics import Statistics

COLUMN_CHARACTERS = (11, 11, 14)  #: widths; to read all sentences for them would take too long


class CorpusDetail(QWidget):
    """Figures and tables of a corpus; ``used``, ``exported``, ``deleted`` carry its name when a button is pressed."""

    used = Signal(str)
    exported = Signal(str)
    deleted = Signal(str)

    def __init__(self, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.corpus: Corpus | None = None
        self._title = PlainLabel(parent=self)
        self._title.setFont(scaled(self.font(), 1.25, bold=True))
        self.figures = PlainLabel(parent=self, wordWrap=True)
        self.use_button = QPushButton(tr("Use in the experiment"), self)
        self.export_button = QPushButton(tr("Export…"), self)
        self.export_button.setToolTip(tr("Write the text into a file: UTF-8, a paragraph a line, or JSONL"))
        self.delete_button = QPushButton(tr("Delete"), self)
        self.sentences = SentencesModel(self)
        self._text = records_view(self.sentences, tr("Sentences of the corpus"), self, sort=False)
        self._set_widths()
        self.statistics = StatisticsPane(tasks, self)
        self.notes: RecordsModel[Note] = RecordsModel(
            [
                Column(tr("File"), lambda row: row.file, tip=lambda row: plain_tip(row.file)),
                Column(
                    tr("Line"), lambda row: grouped(row.line) if row.line else "–", lambda row: row.line, number=True
                ),
                Column(tr("Message"), lambda row: render(row.message), tip=lambda row: plain_tip(render(row.message))),
            ],
            self,
        )
        self._notes = records_view(self.notes, tr("Warnings of the import"), self)
        self.report = PlainLabel(parent=self, wordWrap=True)
        self.tabs = QTabWidget(self, documentMode=True)  # no frame: the page has its own edges
        self._arrange()
        self.use_button.clicked.connect(self._use)
        self.export_button.clicked.connect(self._export)
        self.delete_button.clicked.connect(self._delete)

    def _set_widths(self) -> None:
        """Widths for the columns before the text, which has the rest."""
        for column, characters in enumerate(COLUMN_CHARACTERS[: self.sentences.columnCount() - 1]):
            self._text.setColumnWidth(column, characters * self.fontMetrics().averageCharWidth() + 2 * GRID)

    def _arrange(self) -> None:
        report = QWidget(self)
        inner = QVBoxLayout(report)
        inner.setContentsMargins(GRID, GRID, GRID, GRID)
        inner.addWidget(self.report)
        inner.addWidget(self._notes, 1)
        self.tabs.addTab(self.statistics, tr("Statistics"))
        self.tabs.addTab(self._text, tr("Text"))
        self.tabs.addTab(report, tr("Import report"))
        top = QHBoxLayout()
        top.addWidget(self._title, 1)
        top.addWidget(self.use_button)
        top.addWidget(self.export_button)
        top.addWidget(self.delete_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, GRID)
        column.setSpacing(GRID)
        column.addLayout(top)
        column.addWidget(self.figures)
        column.addWidget(self.tabs, 1)

    def show_corpus(self, corpus: Corpus | None, in_use: bool) -> None:
        """Show another corpus."""
        self.use_button.setEnabled(corpus is not None and not in_use)
        self.use_button.setText(tr("In use") if in_use else tr("Use in the experiment"))
        if corpus is self.corpus:
            return
        self.corpus = corpus
        self.sentences.show_corpus(corpus)
        self._set_widths()
        self.statistics.show_waiting()
        if corpus is None:
            return
        self._title.setText(corpus.name)
        held_out = int(corpus.evaluation.sum())
        self.figures.setText(
            tr(
                "{documents} {documents:document|documents} · {paragraphs} {paragraphs:paragraph|paragraphs} · "
                "{sentences} {sentences:sentence|sentences} · {characters} {characters:character|characters}\n"
                "Evaluation split: {held_out} {held_out:document|documents}, frozen · fingerprint {fingerprint}",
                documents=grouped(corpus.num_documents),
                paragraphs=grouped(corpus.num_paragraphs),
                sentences=grouped(corpus.num_sentences),
                characters=grouped(corpus.num_characters),
                held_out=grouped(held_out),
                fingerprint=corpus.fingerprint[:12],
            )
        )
        self._show_report(corpus)

    def _show_report(self, corpus: Corpus) -> None:
        report = corpus.report
        files = in_list(f"{name} ({encoding})" for name, encoding in list(report.encodings.items())[:6])
        if len(report.encodings) > 6:
            files = tr("{files} and {number} more", files=files, number=grouped(len(report.encodings) - 6))
        lines = [tr("Files: {files}", files=files)]
        if changed := changed_settings(report.settings):
            lines.append(tr("Settings: {settings}", settings=render(settings_text(ImportSettings, changed))))
        if report.pair_documents is not None:
            lines.append(
                tr(
                    "{pairs} {pairs:document has|documents have} two or more sentences and can make pairs.",
                    pairs=grouped(report.pair_documents),
                )
            )
        if report.turn_documents:
            lines.append(
                tr(
                    "{turns} {turns:document has|documents have} two or more turns (paragraphs), as dialogues need.",
                    turns=grouped(report.turn_documents),
                )
            )
        skipped = render(skipped_text(report.skipped))
        lines.append(tr("Skipped: {skipped}", skipped=skipped) if skipped else tr("Nothing was skipped."))
        if not report.notes:
            lines.append(tr("There are no warnings."))
        self.report.setText("\n".join(lines))
        self.notes.put(report.notes)
        self._notes.resizeColumnsToContents()
        self._notes.setVisible(bool(report.notes))
        title = tr("Import report")
        number = len(report.notes)
        self.tabs.setTabText(2, tr("Import report ({number})", number=grouped(number)) if number else title)

    def show_statistics(self, statistics: Statistics) -> None:
        """Fill in the statistics when they are counted."""
        self.statistics.show_statistics(statistics, {} if self.corpus is None else self.corpus.report.answers)

    @Slot()
    def _export(self) -> None:
        if self.corpus is not None:
            self.exported.emit(self.corpus.name)

    @Slot()
    def _use(self) -> None:
        if self.corpus is not None:
            self.used.emit(self.corpus.name)

    @Slot()
    def _delete(self) -> None:
        if self.corpus is not None:
            self.deleted.emit(self.corpus.name)
