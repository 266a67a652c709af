"""The inspector page: what each head of a checkpoint looks at in a sentence, and what it expects at a mask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QTabWidget, QVBoxLayout, QWidget

from workbench.core.errors import WorkbenchError
from workbench.gui.context import Changes, Context
from workbench.gui.draft import Step
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import render, tr
from workbench.gui.panel import Command, EmptyPage, PageStack, Panel, PanelState
from workbench.gui.panels.inspector_attention import AttentionView
from workbench.gui.panels.inspector_difference import DifferenceView
from workbench.gui.panels.inspector_embeddings import EmbeddingsView
from workbench.gui.panels.inspector_export import ExportButton
from workbench.gui.panels.inspector_find import FindBar
from workbench.gui.panels.inspector_guesses import GuessTable
from workbench.gui.panels.inspector_layers import LayersView
from workbench.gui.panels.inspector_masks import MaskBar, strip_cells, toggled
from workbench.gui.panels.inspector_ngrams import NgramView
from workbench.gui.panels.inspector_question import Inspectable, QuestionForm, read_inspectable
from workbench.gui.panels.inspector_replaced import ReplacedView
from workbench.gui.panels.load_report import lack_sentences
from workbench.gui.panels.probe import Probe
from workbench.gui.panels.probe_answers import Answer, Hidden, Question
from workbench.gui.panels.registry import icon_of
from workbench.gui.panels.saving_files import copy_shown, save_shown
from workbench.gui.theme import GRID
from workbench.gui.tool_button import ToolButton
from workbench.gui.views.exporting import Exportable
from workbench.gui.views.strip_area import StripArea
from workbench.gui.views.token_strip import TokenStrip
from workbench.inspection.report import Section

REFRESH_MILLISECONDS = 3000


class _Views(QTabWidget):
    """Views that scroll or shrink by themselves: the page need not be as high as the highest would like to be."""

    def hasHeightForWidth(self) -> bool:
        return False


class InspectorPanel(Panel):
    """The question above, below it the tokens, then the views."""

    NAME: ClassVar[str] = "inspector"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.probe = Probe(context.project)
        self.form = QuestionForm(self)
        self.strip = TokenStrip(self)
        self.strip.show_brackets = False
        self.strip.set_hover(self._describe)
        self.find_bar = FindBar(self)
        self.find_bar.hide()
        self.find_button = ToolButton("search", tr("Find in the sentence (Ctrl+F)"), self._look_for, self)
        self.masks = MaskBar(self)
        self.attention = AttentionView(context.tasks, self)
        self.guesses = GuessTable(self)
        self.layers = LayersView(self)
        self.embeddings = EmbeddingsView(context.tasks, self.probe, self)
        self.difference = DifferenceView(context.tasks, self.probe, self)
        self.replaced = ReplacedView(context.tasks, self.probe, self)
        self.ngrams = NgramView(context, self.probe, self)
        self.export_button = ExportButton(context, self.attention, self._current_view, self._sections, self)
        self.views = _Views(self, documentMode=True)
        self.problem = ErrorLabel(self)
        self.not_loaded = ErrorLabel(self)
        self.busy = QProgressBar(self, textVisible=False)
        self.busy.setRange(0, 0)
        self.busy.setFixedHeight(GRID // 2)
        self.busy.setAccessibleName(tr("Looking inside"))
        self._answer: Answer | None = None
        self._asking = False
        self._next: Question | None = None
        self._wanted_run = ""
        self._hidden: Hidden = ()
        self._masked_texts = ("", "")
        self._refresh_timer = QTimer(self, interval=REFRESH_MILLISECONDS, singleShot=True)
        self._arrange()
        self._connect()
        self._read_runs()

    # Building

    def _arrange(self) -> None:
        nothing = EmptyPage(
            icon_of(self.NAME),
            tr("Nothing to look into yet"),
            tr("A run can be opened here as soon as it has saved a checkpoint."),
            ((tr("To the training page"), lambda: self.context.open_page("training")),),
        )
        waiting = EmptyPage(
            icon_of(self.NAME),
            tr("Look inside a run"),
            tr(
                "Choose a run and a sentence above and press Enter. Each head's attention and the guesses at masked "
                "tokens appear here."
            ),
        )
        self._result = PageStack(waiting, self._make_result())
        full = QWidget()
        column = QVBoxLayout(full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        for widget in (self.form, self.not_loaded, self.busy, self.problem):
            column.addWidget(widget)
        column.addWidget(self._result, 1)
        self._pages = PageStack(nothing, full, self)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(GRID, GRID, GRID, GRID)
        whole.addWidget(self._pages)
        policy = self.busy.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.busy.setSizePolicy(policy)
        self.busy.hide()

    def _make_result(self) -> QWidget:
        for view, title in (
            (self.attention, tr("Attention")),
            (self.ngrams, tr("N-grams")),
            (self.guesses, tr("Predictions")),
            (self.layers, tr("Layer by layer")),
            (self.embeddings, tr("Vectors")),
            (self.difference, tr("Difference")),
            (self.replaced, tr("Replaced tokens")),
        ):
            self.views.addTab(view, title)
        corner = QWidget()
        row = QHBoxLayout(corner)
        row.setContentsMargins(0, 0, 0, GRID // 2)
        row.setSpacing(GRID)
        row.addWidget(self.masks)
        row.addWidget(self.find_button)
        row.addWidget(self.export_button)
        self.views.setCornerWidget(corner)
        self._offer_replaced(offered=False)
        result = QWidget()
        column = QVBoxLayout(result)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        column.addWidget(StripArea(self.strip))
        column.addWidget(self.find_bar)
        column.addWidget(self.views, 1)
        return result

    def _offer_replaced(self, *, offered: bool) -> None:
        """Show the tab of replaced tokens only for runs that know of them."""
        self.views.setTabVisible(self.views.indexOf(self.replaced), offered)

    def _connect(self) -> None:
        self.form.asked.connect(self.ask)
        self.form.runs.currentIndexChanged.connect(self._show_lack)
        self.strip.unit_chosen.connect(self._toggle)
        self.find_bar.moved.connect(self._show_found)
        self.find_bar.closed.connect(self.strip.setFocus)
        keys = QShortcut(QKeySequence.StandardKey.Find, self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        keys.activated.connect(self._look_for)
        self.masks.put_back.connect(lambda: self._mask((), tr("Put all masks back")))
        self._refresh_timer.timeout.connect(self._read_runs)
        self.context.inspect_requested.connect(self.inspect)

    # Runs

    @Slot()
    def _read_runs(self) -> None:
        project = self.context.project
        self.context.tasks.run(lambda report, cancelled: read_inspectable(project), self._take_runs)

    @Slot(object)
    def _take_runs(self, known: list[Inspectable]) -> None:
        self.form.show_runs(known)
        for view in (self.difference, self.ngrams):
            view.show_runs(known)
        self._show_lack()
        self._pages.show_full(bool(known))
        if known:
            self.set_state(PanelState.READY, tr("{count} {count:run|runs} to look into", count=len(known)))
        else:
            self.set_state(PanelState.EMPTY, tr("No checkpoint yet"))
        if self._wanted_run:
            self._choose_wanted(known)

    @Slot()
    def _show_lack(self) -> None:
        """Say of a run whose weights were loaded that some of them are not those that were trained."""
        self.not_loaded.show_sentences(lack_sentences(self.form.run))

    def _choose_wanted(self, known: Sequence[Inspectable]) -> None:
        name, self._wanted_run = self._wanted_run, ""
        found = next((one.run for one in known if one.run.name == name), None)
        if found is None:
            self.problem.show_sentences([tr("The run “{name}” has no checkpoint yet.", name=name)])
        else:
            self.form.choose_run(found.id)
            self.ask()

    @Slot(str)
    def inspect(self, name: str) -> None:
        """Look inside a run by its name."""
        self._wanted_run = name
        self._read_runs()

    def refresh(self, changes: Changes) -> None:
        """New checkpoints and names appear while somebody looks."""
        if "runs" in changes.tables and self.isVisible() and not self._refresh_timer.isActive():
            self._refresh_timer.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Read the runs that changed while nobody looked."""
        super().showEvent(event)
        self._read_runs()

    # Asking

    @Slot()
    def ask(self) -> None:
        """Ask what the form says; of questions asked meanwhile only the newest is kept. Masks go with
        the sentence that they were set in."""
        question = self.form.question
        if question is None:
            self.problem.show_sentences([tr("Type a sentence first.")])
            self.form.text.setFocus()
            return
        if self._hidden and (question.text, question.pair) == self._masked_texts:
            question = replace(question, hidden=self._hidden)
        else:
            self._hidden = ()
        if self._asking:
            self._next = question
            return
        self._asking, self._next = True, None
        self.busy.show()
        probe = self.probe
        self.context.tasks.run(lambda report, cancelled: probe.ask(question), self._take, self._refuse)

    @Slot(object)
    def _take(self, answer: Answer) -> None:
        self._finish()
        self.problem.show_sentences([])
        self._answer = answer
        self._result.show_full(True)
        self.strip.show_cells(strip_cells(answer))
        self.masks.show_hidden(answer.question.hidden)
        self.attention.show_answer(answer)
        self.find_bar.show_answer(answer)
        self.guesses.show_answer(answer)
        for view in (self.ngrams, self.layers, self.embeddings, self.difference, self.export_button):
            view.show_answer(answer)
        self._offer_replaced(offered=answer.tells_replaced)
        if answer.tells_replaced:
            self.replaced.show_answer(answer)

    @Slot(object)
    def _refuse(self, error: WorkbenchError) -> None:
        self._finish()
        self.problem.show_sentences([render(error)])

    def _finish(self) -> None:
        self._asking = False
        self.busy.hide()
        if self._next is not None:
            self.ask()

    # Finding

    def _look_for(self) -> None:
        if self._answer is not None:
            self.find_bar.begin()

    @Slot(object)
    def _show_found(self, tokens: range) -> None:
        self.strip.light(tokens)
        if tokens:
            self.attention.show_token(tokens[0])

    # Export

    def save_shown(self, view: Exportable, name: str, suffix: str) -> None:
        """Save a view of this page."""
        save_shown(self.context, self, view, name, suffix)

    def copy_shown(self, view: Exportable) -> None:
        """Copy a view of this page as a picture."""
        copy_shown(self.context, self, view)

    def _current_view(self) -> tuple[Exportable, str] | None:
        """The view on show and a name for its file."""
        if self.views.currentWidget() is self.ngrams:
            shown = self.ngrams.shown_view
            return None if shown is None else (shown, self.ngrams.file_name)
        exportable: dict[QWidget, tuple[Exportable, str]] = {
            self.attention: (self.attention.shown_view, "attention"),
            self.guesses: (self.guesses, "predictions"),
            self.layers: (self.layers, "layers"),
            self.embeddings: (self.embeddings.shown_view, "vectors"),
            self.difference: (self.difference, "difference"),
            self.replaced: (self.replaced, "replaced"),
        }
        return exportable.get(self.views.currentWidget())

    def _sections(self) -> list[Section]:
        """What else of this sentence was looked at."""
        return [
            section
            for view in (self.ngrams, self.embeddings, self.difference, self.replaced)
            for section in view.sections()
        ]

    # Masks

    def _describe(self, place: int) -> str:
        if self._answer is None or not 0 <= place < len(self._answer.tokens):
            return ""
        token = self._answer.tokens[place]
        if self._answer.places[place] is None:
            return token
        return tr("{token}: click to mask it, click a mask to put the text back", token=token)

    @Slot(int)
    def _toggle(self, number: int) -> None:
        """Mask the unit around a token, or put back what is masked there."""
        if self._answer is None or number < 0 or self._answer.places[number] is None:
            return
        hidden = toggled(self._answer, self.masks.chosen_level, number)
        texts = self._answer.texts
        spans = set(hidden) ^ set(self._answer.question.hidden)
        words = "".join(texts[part][start:end] for part, start, end in sorted(spans))
        masking = len(hidden) > len(self._answer.question.hidden)
        self._mask(hidden, tr("Mask “{text}”", text=words) if masking else tr("Put “{text}” back", text=words))

    def _mask(self, hidden: Hidden, name: str) -> None:
        """Another set of masks, as a step of the history."""
        if self._answer is None or hidden == self._answer.question.hidden:
            return
        question = self._answer.question

        def use(chosen: Hidden) -> None:
            self.form.text.setText(question.text)
            self.form.pair.setText(question.pair)
            self._hidden, self._masked_texts = chosen, (question.text, question.pair)
            self.ask()

        before = question.hidden
        self.context.draft.history.push(Step(name, lambda: use(hidden), lambda: use(before)))

    # The panel's own contract

    def commands(self) -> Sequence[Command]:
        """Asking."""
        return (Command(tr("Look inside the chosen run"), self._look),)

    def _look(self) -> None:
        self.context.open_page(self.NAME)
        self.ask()

    def page_keys(self) -> Sequence[tuple[str, str]]:
        """Keys of the strip and the heatmap."""
        return (
            (tr("Enter"), tr("Look inside; on a token: mask it")),
            (tr("Arrows"), tr("Move over tokens, heads or cells")),
            ("+  −  0", tr("Zoom the heatmap; show everything")),
            ("Ctrl+F", tr("Find in the sentence")),
        )

    def close_panel(self) -> None:
        """End the child."""
        self._refresh_timer.stop()
        self.context.inspect_requested.disconnect(self.inspect)
        self.probe.close()
