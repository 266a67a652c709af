"""The n-grams of a sentence: which of them the encoder believes in, layer by layer and as training goes on (ZEN)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QStackedLayout, QVBoxLayout, QWidget

from workbench.core.texts import sentences
from workbench.gui.context import Context
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import in_list, render, tr, translate
from workbench.gui.labels import ElidedLabel, muted_label
from workbench.gui.panel import EmptyPage
from workbench.gui.panels.checkpoint_player import CheckpointPlayer
from workbench.gui.panels.inspector_ngram_options import LINES, NgramOptions
from workbench.gui.panels.inspector_question import Inspectable
from workbench.gui.panels.ngram_reading import NgramReading
from workbench.gui.panels.probe import Probe
from workbench.gui.panels.probe_answers import Answer
from workbench.gui.theme import GRID
from workbench.gui.views.exporting import Exportable
from workbench.gui.views.ngram_grid import NgramGrid
from workbench.gui.views.ngram_lines import MOST_LINES, NgramLines
from workbench.inspection.examples import not_in_lists
from workbench.inspection.ngram_contest import RULE
from workbench.inspection.ngram_picture import Columns, NgramPicture, ReadCheckpoints, Wanted, make_picture
from workbench.inspection.ngram_svg import lacking_words, ngram_html
from workbench.inspection.ngrams import FORMULAS, NgramInspection, cosine_words
from workbench.inspection.report import Section

_LINES_UNCHOSEN = 5  #: n-grams that have a line where none is chosen


class NgramView(QWidget):
    """Options, a player over the checkpoints, the heatmap or the lines, and what they mean.

    While it is on show it has the child read one checkpoint after another; each is asked about once a sentence.
    """

    def __init__(self, context: Context, probe: Probe, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._known: Sequence[Inspectable] = ()
        self._answer: Answer | None = None
        self._step = -1
        self.reading = NgramReading(context.tasks, probe, context.project, self)
        self.options = NgramOptions(self)
        self.player = CheckpointPlayer(self._is_read, self)
        self.stop_button = QPushButton(tr("Stop reading"), self)
        self.progress = muted_label("", self)
        self.grid, self.lines = NgramGrid(self), NgramLines(self)
        self.words = ElidedLabel(self)
        self.note = muted_label("", self, wordWrap=True)
        self.problem = ErrorLabel(self)
        self.no_encoder = EmptyPage(
            "microscope",
            tr("This run has no n-gram encoder."),
            tr("Train a run from a preset of ZEN, or turn on “N-grams (ZEN)” on the Model page: its n-grams are then "
               "shown here, layer by layer."),
            ((tr("To the Model page"), lambda: context.open_page("model")),),
        )  # fmt: skip
        self.no_match = EmptyPage("search", tr("The run's lists have no n-gram of this sentence."), "")
        self._arrange()
        self._connect()

    def _arrange(self) -> None:
        views = QWidget(self)
        self._views = QStackedLayout(views)
        for view in (self.grid, self.lines):
            self._views.addWidget(view)
        content = QWidget(self)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        self.player.row.addWidget(self.progress)
        self.player.row.addWidget(self.stop_button)
        self.words.setMinimumHeight(self.words.fontMetrics().height() + GRID // 2)
        for widget in (self.options, self.player, self.problem, views, self.words, self.note):
            column.addWidget(widget, int(widget is views))
        self._pages = QStackedLayout(self)
        self._pages.setContentsMargins(0, GRID // 2, 0, 0)
        for page in (content, self.no_encoder, self.no_match):
            self._pages.addWidget(page)
        self._content = content

    def _connect(self) -> None:
        self.reading.changed.connect(self._show)
        self.options.changed.connect(self._show)
        self.player.moved.connect(self._move)
        self.stop_button.clicked.connect(lambda _checked=False: self._stop_or_go_on())
        self.grid.chosen_changed.connect(self._chosen_changed)
        for view in (self.grid, self.lines):
            view.column_chosen.connect(self._choose_column)
            view.described.connect(self.words.setText)

    # What there is

    def show_runs(self, known: Sequence[Inspectable]) -> None:
        """Know these runs; checkpoints that are new are read too."""
        if list(known) != list(self._known):
            self._known = known
            if self._answer is not None and self._answer.has_ngrams:
                self.reading.offer(self.steps)

    @property
    def steps(self) -> Sequence[int]:
        """The steps of the checkpoints of the run on show."""
        if self._answer is None:
            return ()
        run = self._answer.question.run.id
        found = next((one.steps for one in self._known if one.run.id == run), ())
        return found if self._answer.step in found else sorted((*found, self._answer.step))

    def show_answer(self, answer: Answer) -> None:
        """Show another sentence, run or checkpoint, as soon as somebody looks."""
        self.player.stop()
        self._answer, self._step = answer, answer.step
        if answer.has_ngrams:
            self.reading.show(answer.question, self.steps)
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Read what was put off."""
        super().showEvent(event)
        self.reading.work(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Keep the child free for what is looked at instead."""
        super().hideEvent(event)
        self.player.stop()
        self.reading.work(False)

    # What is asked for

    def _is_read(self, number: int) -> bool:
        """Whether the film can go on to a checkpoint, or has to pass over it; else it is read next."""
        step = self.steps[number]
        if step in self.reading.read.by_step or step in self.reading.problems:
            return True
        self.reading.want(step)
        return False

    @Slot(int)
    def _move(self, number: int) -> None:
        if number < len(self.steps):
            self._step = self.steps[number]
            self.reading.want(self._step)
            self._show()

    @Slot(int)
    def _choose_column(self, column: int) -> None:
        if self.options.chosen_columns is Columns.LAYERS:
            self.options.layer.setValue(column + 1)
        else:
            self.player.slider.setValue(list(self.steps).index(self.reading.read.steps[column]))

    @Slot()
    def _chosen_changed(self) -> None:
        if self.options.only.isChecked():
            self._show()

    def _stop_or_go_on(self) -> None:
        if self.reading.running:
            self.reading.stop()
        else:
            self.reading.go_on()

    # Showing

    @Slot()
    def _show(self) -> None:
        answer, read = self._answer, self.reading.read
        if answer is None:
            return
        if not answer.has_ngrams:
            self._pages.setCurrentWidget(self.no_encoder)
            return
        self._show_progress(read)
        if not read.by_step:
            self._pages.setCurrentWidget(self._content)
            return
        found = read.any
        if not found.candidates:
            self.no_match.sentence.setText(self._no_match_words(found))
            self._pages.setCurrentWidget(self.no_match)
            return
        self._pages.setCurrentWidget(self._content)
        self.options.offer_layers(read.stacked(self.options.chosen_quantity).shape[2])
        if self._step in read.by_step:
            self._show_pictures(read)

    def _show_pictures(self, read: ReadCheckpoints) -> None:
        options = self.options
        lines = options.view.currentData() == LINES
        options.only.setEnabled(not lines)
        picture = self._picture(read, options.chosen_columns, only=options.only.isChecked())
        if not lines:
            self.grid.show_picture(picture)
        else:
            self.grid.keep_for(picture)
            self.lines.show_picture(make_picture(read, self._wanted(Columns.CHECKPOINTS, self._lined(picture))))
        self._views.setCurrentWidget(self.lines if lines else self.grid)
        self._show_note(picture)

    def _wanted(self, columns: Columns, only: frozenset[int] | None) -> Wanted:
        options = self.options
        return Wanted(
            self._step, options.chosen_quantity, columns, options.layer.value() - 1, options.chosen_order,
            options.chosen_scale, only,
        )  # fmt: skip

    def _picture(self, read: ReadCheckpoints, columns: Columns, *, only: bool = False) -> NgramPicture:
        chosen = frozenset(self.grid.chosen) if only and self.grid.chosen else None
        return make_picture(read, self._wanted(columns, chosen))

    def _lined(self, picture: NgramPicture) -> frozenset[int]:
        """The n-grams that have a line: those that are chosen, else those that the example marks, else those with the
        greatest values."""
        kept = [place for place, one in enumerate(picture.candidates) if one.kept]
        chosen = [place for place in kept if place in self.grid.chosen]
        if not chosen:
            chosen = [place for place in kept if picture.read.expected[place] is not None][:MOST_LINES]
        if not chosen:
            ranked = sorted(kept, key=lambda place: float(picture.values[place, picture.current]))
            by_text = {picture.candidates[place].text: place for place in ranked}  # of each text the greatest
            chosen = sorted(by_text.values(), key=ranked.index)[-_LINES_UNCHOSEN:]
        return frozenset(chosen)

    def _show_progress(self, read: ReadCheckpoints) -> None:
        steps, reading = list(self.steps), self.reading
        at = steps.index(self._step) if self._step in steps else 0
        self.player.show_count(len(steps), at)
        place = tr("{number} of {count}", number=at + 1, count=len(steps))
        when = render(read.when(self._step))
        there = self._step in read.by_step
        self.player.words.setText(f"{when} · {place}" if there else f"{when} · {place} …")
        missing = len(reading.missing)
        done = tr("{done} of {count} read", done=len(steps) - missing, count=len(steps))
        self.progress.setText(done if missing else "")
        self.progress.setVisible(bool(missing))
        self.stop_button.setVisible(bool(missing))
        self.stop_button.setText(tr("Stop reading") if reading.running else tr("Read the rest"))
        problem = reading.problems.get(self._step)
        others = [str(step) for step in reading.problems if step != self._step]
        told = [] if problem is None else [problem]
        if others:
            told.append(tr("Checkpoints that can't be read: {steps}.", steps=in_list(others)))
        self.problem.show_sentences(told)

    def _show_note(self, picture: NgramPicture) -> None:
        lacking = not_in_lists(picture.read.example, picture.found)
        missing = [render(lacking_words(lacking))] if lacking else []
        alike = render(cosine_words(picture.found.cosines))
        self.note.setText(sentences(alike, tr(FORMULAS[picture.wanted.quantity]), tr(RULE), *missing))

    def _no_match_words(self, found: NgramInspection) -> str:
        if not found.entries:
            return tr("The lists are empty. Train a run with lists that hold n-grams; the Masking page mines them.")
        return tr(
            "They hold {count} n-grams, such as {examples}. Type a sentence with one of them, or choose one of the "
            "examples above.",
            count=f"{found.entries:,}",
            examples=in_list(found.frequent),
        )

    # Export

    @property
    def shown_view(self) -> Exportable | None:
        """What is on show; None where there is nothing to save."""
        if self._pages.currentWidget() is not self._content or self.grid.picture_shown is None:
            return None
        return self.lines if self._views.currentWidget() is self.lines else self.grid

    @property
    def file_name(self) -> str:
        """A name for its file."""
        return "ngrams-lines" if self._views.currentWidget() is self.lines else self.grid.file_name()

    def sections(self) -> list[Section]:
        """Both heatmaps for a report, as far as this sentence was read."""
        read = self.reading.read
        answer = self._answer
        if answer is None or not answer.has_ngrams or self._step not in read.by_step or not read.any.candidates:
            return []
        pictures = [self._picture(read, Columns.LAYERS)]
        if len(read.steps) > 1:
            pictures.append(self._picture(read, Columns.CHECKPOINTS))
        return [Section(tr("N-grams"), ngram_html(pictures, translate))]
