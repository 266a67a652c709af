"""The model page: preset and recipe, every setting in a form, what the model will cost, and its learning rates."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import FieldProblem, SpecError, WorkbenchError
from workbench.gui.context import Changes, Context
from workbench.gui.figures import short
from workbench.gui.forms import ErrorLabel, Form
from workbench.gui.i18n import render, tr, translate
from workbench.gui.notices import Notice, NoticeLevel
from workbench.gui.panel import Command, Panel, PanelState
from workbench.gui.panels.model_cost import CostTables, CostView
from workbench.gui.panels.model_differences import DifferencesView
from workbench.gui.panels.model_sharing import SharingView
from workbench.gui.panels.ngram_choice import NgramChoice
from workbench.gui.panels.rate_picture import rate_picture
from workbench.gui.panels.stage_corpora import StageCorpora
from workbench.gui.panels.start_choice import StartChoice
from workbench.gui.picture_button import PictureButton
from workbench.gui.tasks import error_notice
from workbench.gui.theme import GRID
from workbench.gui.views.rate_curve import RateCurve
from workbench.spec.check import problems
from workbench.spec.encoder import EncoderSpec
from workbench.spec.files import load_spec, save_spec
from workbench.spec.forecast import Forecast, forecast
from workbench.spec.generator_check import width_hint
from workbench.spec.ngrams_check import ngram_hint
from workbench.spec.presets import load_preset, preset_names, recipe_names, reference_vocabulary_size
from workbench.spec.run import RunSpec
from workbench.spec.sharing_table import unshared_parameters
from workbench.spec.wording import problem_text, recipe_label, setting_name
from workbench.text.vocabulary import Vocabulary, find_vocabulary

#: What other pages edit.
ELSEWHERE = (
    "task",
    "version",
    "preset",
    "recipe",
    "corpus",
    "vocabulary",
    "units",
    "ngrams.rows",
    "stages.*.masking",
    "stages.*.dynamic",
    "stages.*.dupe_factor",
    "stages.*.warmup_steps",
)


class ModelPanel(Panel):
    """Preset, recipe, form, cost, what is shared, the difference to the preset, and the curve of the learning rate."""

    NAME: ClassVar[str] = "model"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._vocabulary: Vocabulary | None = None
        self._wanted_vocabulary: str | None = None
        self.form = Form(context.draft.spec, skip=ELSEWHERE)
        self.form.edited.connect(self._edit)
        self.start = StartChoice(context, self.form, self)
        self.start.looked.connect(self._show)
        self.ngrams = NgramChoice(context, self.form, self)
        self.ngrams.looked.connect(self._show)
        self.corpora = StageCorpora(context, self.form, self)
        self.cost = CostView()
        self.tables = CostTables()
        self.sharing = SharingView()
        self.sharing.chosen.connect(self._share)
        self.rates = RateCurve(self)
        self.differences = DifferencesView(self)
        self.differences.opened.connect(self.form.focus_field)
        self._back = QPushButton(tr("Back to the preset"), self)
        self._back.clicked.connect(lambda _checked=False: self._use_preset())
        self._rest = ErrorLabel(self)
        self._arrange()
        context.draft.changed.connect(self._follow)
        context.draft.refused_changed.connect(self._show)
        context.setting_requested.connect(self._focus_setting)
        self._show()

    # Building

    def _arrange(self) -> None:
        splitter = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        splitter.setObjectName("model-splitter")
        splitter.addWidget(self._make_page())
        self.form.setMinimumWidth(340)
        splitter.addWidget(self.form)
        splitter.setStretchFactor(0, 1)
        splitter.setSizes([640, 460])
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, GRID, GRID, GRID)
        column.addLayout(self._make_bar())
        column.addWidget(splitter, 1)
        column.addWidget(self._rest)

    def _make_bar(self) -> QHBoxLayout:
        self.preset = QComboBox(self)
        self.preset.addItems(preset_names())
        self.preset.setAccessibleName(tr("Preset"))
        self.preset.textActivated.connect(lambda name: self.context.draft.use_preset(name))
        self.recipe = QComboBox(self)
        self.recipe.setAccessibleName(tr("Recipe"))
        self.recipe.setToolTip(
            tr("As in the paper: the published values. For one machine: what learns within minutes on it.")
        )
        self.recipe.activated.connect(lambda _place: self._use_preset())
        row = QHBoxLayout()
        for title, box in ((tr("Preset"), self.preset), (tr("Recipe"), self.recipe)):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)  # other presets have other recipes
            label = QLabel(title, self)
            label.setBuddy(box)
            row.addWidget(label)
            row.addWidget(box)
            row.addSpacing(GRID)
        row.addWidget(self._back)
        row.addStretch(1)
        self.questions = PictureButton("list-details", tr("Questions of the stages…"), self)
        self.questions.setToolTip(tr("See examples of what the stages ask, and how often each answer is right"))
        self.questions.clicked.connect(lambda _checked=False: self.context.open_questions())
        row.addWidget(self.questions)
        for picture, title, run in (
            ("folder-open", tr("Open spec…"), self.ask_open),
            ("device-floppy", tr("Save spec…"), self.ask_save),
        ):
            button = PictureButton(picture, title, self)
            button.clicked.connect(lambda _checked=False, run=run: run())
            row.addWidget(button)
        return row

    def _make_page(self) -> QWidget:
        sheet = QWidget()
        column = QVBoxLayout(sheet)
        column.setContentsMargins(0, 0, GRID, 0)
        column.setSpacing(GRID)
        column.addWidget(self.cost)
        column.addWidget(self.sharing)
        column.addWidget(self.tables)
        column.addWidget(self.differences)
        column.addStretch(1)
        area = QScrollArea(widgetResizable=True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(sheet)
        page = QWidget()
        page.setMinimumWidth(360)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(area, 1)
        column.addWidget(self.rates)
        return page

    # Showing

    @property
    def vocabulary_size(self) -> int:
        """Of the chosen vocabulary, or of the preset's paper."""
        if self._vocabulary is not None:
            return self._vocabulary.size
        return reference_vocabulary_size(self.context.draft.spec.preset)

    @Slot(str)
    def _follow(self, path: str) -> None:
        """Show the draft anew; where all of it is another one, nothing that was typed for the old one stays."""
        if not path:
            self._drop_refused()
        self._show()

    def _drop_refused(self) -> None:
        self.context.draft.forget_refused(self.form.drop_refused())

    @Slot()
    def _show(self) -> None:
        spec = self.context.draft.spec
        self._find_vocabulary(spec.vocabulary)
        self.start.follow(spec)
        reference = self._reference(spec)
        size = self._vocabulary.size if self._vocabulary is not None else None
        self.form.show_config(spec, reference)
        self.ngrams.follow(spec)
        self.corpora.follow(spec)
        found = [*problems(spec, size), *self.start.problems, *self.ngrams.problems, *self.corpora.problems]
        rest = self.form.show_problems(found)
        self._rest.show_sentences([render(problem_text(problem)) for problem in rest])
        reckoned = self.ngrams.settled(spec)
        cost = forecast(reckoned, self.vocabulary_size)
        unshared = unshared_parameters(reckoned, self.vocabulary_size)
        self.cost.show_forecast(cost, spec.vocabulary if self._vocabulary is not None else "", unshared)
        self.sharing.show_spec(spec, self.vocabulary_size)
        self.tables.show_forecast(cost)
        hints = [render(hint) for hint in (width_hint(spec), ngram_hint(spec.ngrams)) if hint is not None]
        self.cost.show_hint("\n".join(hints))
        self.rates.show_rates(rate_picture(spec))
        self._show_preset(spec)
        self._back.setEnabled(self.differences.show_difference(spec, reference))
        self._tell(spec, cost, [*self.context.draft.refused, *found])

    def _reference(self, spec: RunSpec) -> RunSpec | None:
        if spec.preset not in preset_names():
            return None
        recipe = spec.recipe if spec.recipe in recipe_names(spec.preset) else None
        return load_preset(spec.preset, recipe)

    def _show_preset(self, spec: RunSpec) -> None:
        known = spec.preset in preset_names()
        self.preset.setCurrentIndex(self.preset.findText(spec.preset))
        self.recipe.clear()
        for recipe in recipe_names(spec.preset) if known else ():
            self.recipe.addItem(translate(recipe_label(recipe)), recipe)
        self.recipe.setCurrentIndex(self.recipe.findData(spec.recipe))
        self.recipe.setEnabled(known)

    def _tell(self, spec: RunSpec, cost: Forecast, found: Sequence[FieldProblem]) -> None:
        if found:
            self.set_state(PanelState.PROBLEM, render(problem_text(found[0])))
        else:
            name = spec.preset or tr("Own model")
            self.set_state(PanelState.READY, f"{name} {short(cost.parameters.total)}")

    def refresh(self, changes: Changes) -> None:
        """A vocabulary or list of the same name may be another one now, and the weights to start from come and go."""
        if changes.tables & {"runs", "vocabularies"}:
            self.start.renew()
        if "corpora" in changes.tables:
            self._show()
        if "lexicons" in changes.tables:
            self.ngrams.renew()
        if "vocabularies" in changes.tables:
            self._wanted_vocabulary = None
            self._find_vocabulary(self.context.draft.spec.vocabulary)

    def _find_vocabulary(self, name: str) -> None:
        if name == self._wanted_vocabulary:
            return
        self._wanted_vocabulary = name
        self._vocabulary = None
        if name:
            project = self.context.project
            self.context.tasks.run(
                lambda report, cancelled: (name, find_vocabulary(project, name)),
                self._take_vocabulary,
                self._lack_vocabulary,
            )

    @Slot(object)
    def _take_vocabulary(self, found: tuple[str, Vocabulary]) -> None:
        name, vocabulary = found
        if name == self._wanted_vocabulary:
            self._vocabulary = vocabulary
            self._show()

    @Slot(object)
    def _lack_vocabulary(self, error: WorkbenchError) -> None:
        """The vocabulary page says it; here the paper's size is taken."""
        self._show()

    # Editing

    @Slot(str, object, str)
    def _edit(self, path: str, value: Any, label: str) -> None:
        if refused := self.context.draft.set(path, value, tr("Change {what}", what=label)):
            self.form.refuse(path, refused)

    @Slot(object)
    def _share(self, encoder: EncoderSpec) -> None:
        """What is shared, the groups and the embedding size change together, as one step."""
        spec = self.context.draft.spec.model_copy(update={"encoder": encoder})
        self.context.draft.replace(spec, tr("Share other things among the layers"))

    def _use_preset(self) -> None:
        name = self.preset.currentText()
        if name:
            self.context.draft.use_preset(name, self.recipe.currentData())

    # Files

    def ask_open(self) -> None:
        """Ask for a spec file and take it as the draft."""
        name, _ = QFileDialog.getOpenFileName(self, tr("Open spec"), "", tr("Specs (*.toml *.json)"))
        if name:
            self.open_spec(Path(name))

    def open_spec(self, path: Path) -> None:
        """Take a spec file as the draft, as one step of the history."""
        try:
            spec = load_spec(path)
        except SpecError as error:
            self.context.notify(_refusal(path, error))
            return
        self.context.draft.replace(spec, tr("Open {file}", file=path.name))

    def ask_save(self) -> None:
        """Ask for a place and write the draft there."""
        name, _ = QFileDialog.getSaveFileName(self, tr("Save spec"), "experiment.toml", tr("Specs (*.toml *.json)"))
        if name:
            self.save_spec(Path(name))

    def save_spec(self, path: Path) -> None:
        """Write the draft as a spec file that a terminal can train from."""
        try:
            save_spec(self.context.draft.spec, path)
        except WorkbenchError as error:
            self.context.notify(error_notice(error))

    def commands(self) -> Sequence[Command]:
        """Opening, saving, and every setting of the form."""
        settings = [
            Command(
                tr("Setting: {what}", what=render(setting_name(path))),
                partial(self.context.open_setting, self.NAME, path),
            )
            for path in (row.path for row in self.form.rows())
        ]
        return [
            Command(tr("Open spec…"), self.ask_open),
            Command(tr("Save spec…"), self.ask_save),
            Command(tr("Mix corpora by share…"), self.corpora.ask_mixture),
            *settings,
        ]

    @Slot(str, str)
    def _focus_setting(self, page: str, path: str) -> None:
        if page == self.NAME:
            self.form.focus_field(path)

    def close_panel(self) -> None:
        """Nothing of this page goes on by itself; what was typed and not taken goes with its form."""
        self.context.draft.changed.disconnect(self._follow)
        self.context.draft.refused_changed.disconnect(self._show)
        self.context.setting_requested.disconnect(self._focus_setting)
        self._drop_refused()


def _refusal(path: Path, error: SpecError) -> Notice:
    """Everything that is wrong with a spec file by label; the details to copy have the paths, as the file has them."""
    lines = [tr("{file} is no experiment that can be opened:", file=path.name)]
    lines += [render(problem_text(problem)) for problem in error.problems]
    details = "\n".join(f"{problem.path}: {render(problem.message)}" for problem in error.problems)
    return Notice("\n".join(lines), NoticeLevel.ERROR, details)
