"""The model page: a preset and its recipe, every setting in a form, and what the model will cost."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QScrollArea,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import FieldProblem, WorkbenchError
from workbench.core.texts import mark
from workbench.gui.context import Changes, Context
from workbench.gui.figures import grouped, short, size
from workbench.gui.fonts import scaled
from workbench.gui.forms import ErrorLabel, Form
from workbench.gui.i18n import render, tr, translate
from workbench.gui.icons import icon
from workbench.gui.panel import Command, Panel, PanelState
from workbench.gui.tasks import error_notice
from workbench.gui.theme import GRID
from workbench.spec.check import problems
from workbench.spec.files import diff, load_spec, save_spec
from workbench.spec.forecast import Forecast, forecast
from workbench.spec.presets import load_preset, preset_names, recipe_names, reference_vocabulary_size
from workbench.spec.run import RunSpec
from workbench.text.vocabulary import Vocabulary, find_vocabulary

#: What other pages edit.
ELSEWHERE = ("version", "preset", "recipe", "corpus", "vocabulary", "units", "stages.*.masking", "stages.*.dynamic")

PART_TITLES = {
    "word_table": mark("Word table"),
    "position_table": mark("Position table"),
    "segment_table": mark("Segment table"),
    "embedding_norm": mark("Norm of the embeddings"),
    "attention": mark("Attention"),
    "feed_forward": mark("Feed-forward layers"),
    "layer_norms": mark("Layer norms"),
    "pooler": mark("Pooler"),
    "mlm_head": mark("Head for masked tokens"),
    "next_sentence_head": mark("Head for the next sentence"),
}
MEMORY_TITLES = {
    "weights": mark("Weights"),
    "gradients": mark("Gradients"),
    "optimizer": mark("Optimizer state"),
    "activations": mark("Activations (estimate)"),
}


def plain_table(headers: Sequence[str], parent: QWidget) -> QTableWidget:
    """A table to read: no editing, no row numbers, the first column takes the room."""
    table = QTableWidget(0, len(headers), parent)
    table.setHorizontalHeaderLabels(list(headers))
    table.verticalHeader().hide()
    table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
    table.setShowGrid(False)
    table.setAlternatingRowColors(True)
    table.setWordWrap(False)
    table.verticalHeader().setDefaultSectionSize(3 * GRID)
    header = table.horizontalHeader()
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    header.setHighlightSections(False)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    return table


def fill_table(table: QTableWidget, rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> None:
    """Show rows of text, the columns in ``right`` flush right; as high as its rows."""
    table.setRowCount(len(rows))
    for column in right:
        if heading := table.horizontalHeaderItem(column):
            heading.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    for row, texts in enumerate(rows):
        for column, text in enumerate(texts):
            item = QTableWidgetItem(text)
            item.setToolTip(text)
            if column in right:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            table.setItem(row, column, item)
    frame = 2 * table.frameWidth()
    heights = sum(table.rowHeight(row) for row in range(len(rows)))
    table.setFixedHeight(table.horizontalHeader().sizeHint().height() + heights + frame)


def part_title(name: str) -> str:
    """The translated title of a part of the model; its own name where it has none."""
    return translate(PART_TITLES[name]) if name in PART_TITLES else name.replace("_", " ")


class CostView(QWidget):
    """Exact parameter counts by part, compute a token, memory while training."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.total = QLabel(self)
        self.total.setFont(scaled(self.font(), 1.6, bold=True))
        self.total.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._facts = QLabel(self, wordWrap=True)
        self.parts = plain_table([tr("Part"), tr("Parameters"), tr("Share")], self)
        self.memory = plain_table([tr("Memory while training"), tr("Size")], self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.total, self._facts, self.parts, self.memory):
            column.addWidget(widget)

    def show_forecast(self, cost: Forecast, vocabulary: str) -> None:
        """Show a forecast; ``vocabulary`` names what the size was taken from, empty for the paper's."""
        counts = cost.parameters
        self.total.setText(tr("{count} parameters", count=grouped(counts.total)))
        self._facts.setText(
            "\n".join(
                (
                    tr(
                        "Body {body}, heads {heads}",
                        body=grouped(counts.body),
                        heads=grouped(sum(counts.heads.values())),
                    ),
                    tr("{flops}FLOP a token, forward and backward", flops=short(cost.flops_per_token)),
                    self._source(cost.vocabulary_size, vocabulary),
                )
            )
        )
        rows = [
            (part_title(name), grouped(count), f"{100 * count / counts.total:.1f} %")
            for name, count in counts.by_part.items()
        ]
        fill_table(self.parts, rows, right=(1, 2))
        shares = [(translate(title), size(getattr(cost.memory, name))) for name, title in MEMORY_TITLES.items()]
        fill_table(self.memory, [*shares, (tr("Together"), size(cost.memory.total))], right=(1,))

    def _source(self, number: int, vocabulary: str) -> str:
        if vocabulary:
            return tr("Reckoned with {size} tokens of vocabulary “{name}”", size=grouped(number), name=vocabulary)
        return tr("Reckoned with {size} tokens; no vocabulary is chosen yet", size=grouped(number))


class ModelPanel(Panel):
    """Preset, recipe, form, cost, and the difference to the preset."""

    NAME: ClassVar[str] = "model"
    TITLE: ClassVar[str] = mark("Model")
    ICON: ClassVar[str] = "adjustments"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._vocabulary: Vocabulary | None = None
        self._wanted_vocabulary: str | None = None
        self.form = Form(context.draft.spec, skip=ELSEWHERE)
        self.form.edited.connect(self._edit)
        self.cost = CostView()
        self.differences = plain_table([tr("Setting"), tr("Preset"), tr("Now")], self)
        self.differences.cellDoubleClicked.connect(self._open_difference)
        self._difference_title = QLabel(self)
        self._difference_title.setFont(scaled(self.font(), 1.0, bold=True))
        self._back = QPushButton(tr("Back to the preset"), self)
        self._back.clicked.connect(lambda _checked=False: self._use_preset())
        self._rest = ErrorLabel(self)
        self._arrange()
        context.draft.changed.connect(self._show)
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
        column.addWidget(self._rest)
        column.addWidget(splitter, 1)

    def _make_bar(self) -> QHBoxLayout:
        self.preset = QComboBox(self)
        self.preset.addItems(preset_names())
        self.preset.setAccessibleName(tr("Preset"))
        self.preset.textActivated.connect(lambda name: self.context.draft.use_preset(name))
        self.recipe = QComboBox(self)
        self.recipe.setAccessibleName(tr("Recipe"))
        self.recipe.setToolTip(
            tr("“paper”: the values of the paper. “local”: what learns within minutes on one machine.")
        )
        self.recipe.textActivated.connect(lambda _recipe: self._use_preset())
        row = QHBoxLayout()
        for title, box in ((tr("Preset"), self.preset), (tr("Recipe"), self.recipe)):
            label = QLabel(title, self)
            label.setBuddy(box)
            row.addWidget(label)
            row.addWidget(box)
            row.addSpacing(GRID)
        row.addWidget(self._back)
        row.addStretch(1)
        for picture, title, run in (
            ("folder-open", tr("Open spec…"), self.ask_open),
            ("device-floppy", tr("Save spec…"), self.ask_save),
        ):
            button = QPushButton(icon(picture, self.palette()), title, self)
            button.clicked.connect(lambda _checked=False, run=run: run())
            row.addWidget(button)
        return row

    def _make_page(self) -> QWidget:
        sheet = QWidget()
        grid = QGridLayout(sheet)
        grid.setContentsMargins(0, 0, GRID, 0)
        grid.setVerticalSpacing(GRID)
        grid.addWidget(self.cost, 0, 0)
        grid.addWidget(self._difference_title, 1, 0)
        grid.addWidget(self.differences, 2, 0)
        grid.setRowStretch(3, 1)
        area = QScrollArea(widgetResizable=True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(sheet)
        area.setMinimumWidth(360)
        return area

    # Showing

    @property
    def vocabulary_size(self) -> int:
        """Of the chosen vocabulary, or of the preset's paper."""
        if self._vocabulary is not None:
            return self._vocabulary.size
        return reference_vocabulary_size(self.context.draft.spec.preset)

    @Slot()
    def _show(self) -> None:
        spec = self.context.draft.spec
        self._find_vocabulary(spec.vocabulary)
        reference = self._reference(spec)
        found = problems(spec, self._vocabulary.size if self._vocabulary is not None else None)
        self.form.show_config(spec, reference)
        rest = self.form.show_problems(found)
        self._rest.show_sentences([f"{problem.path}: {render(problem.message)}" for problem in rest])
        cost = forecast(spec, self.vocabulary_size)
        self.cost.show_forecast(cost, spec.vocabulary if self._vocabulary is not None else "")
        self._show_preset(spec)
        self._show_differences(spec, reference)
        self._tell(spec, cost, found)

    def _reference(self, spec: RunSpec) -> RunSpec | None:
        if spec.preset not in preset_names():
            return None
        recipe = spec.recipe if spec.recipe in recipe_names(spec.preset) else None
        return load_preset(spec.preset, recipe)

    def _show_preset(self, spec: RunSpec) -> None:
        known = spec.preset in preset_names()
        self.preset.setCurrentIndex(self.preset.findText(spec.preset))
        self.recipe.clear()
        self.recipe.addItems(recipe_names(spec.preset) if known else [])
        self.recipe.setCurrentText(spec.recipe)
        self.recipe.setEnabled(known)

    def _show_differences(self, spec: RunSpec, reference: RunSpec | None) -> None:
        changed = diff(spec, reference) if reference is not None else {}
        rows = [
            (path, self._written(before), self._written(now))
            for path, (before, now) in changed.items()
            if path.partition(".")[0] not in ("name", "corpus", "vocabulary", "preset", "recipe", "seed")
        ]
        fill_table(self.differences, rows)
        self.differences.setVisible(bool(rows))
        self._back.setEnabled(bool(rows))
        if reference is None:
            text = tr("This experiment follows no preset.")
        elif rows:
            text = tr("Changed from preset {name}", name=spec.preset)
        else:
            text = tr("Everything as in preset {name}", name=spec.preset)
        self._difference_title.setText(text)

    def _written(self, value: Any) -> str:
        return "–" if value is None else f"{value:g}" if isinstance(value, float) else str(value)

    def _tell(self, spec: RunSpec, cost: Forecast, found: Sequence[FieldProblem]) -> None:
        if found:
            self.set_state(PanelState.PROBLEM, f"{found[0].path}: {render(found[0].message)}")
        else:
            name = spec.preset or tr("Own model")
            self.set_state(PanelState.READY, f"{name} {short(cost.parameters.total)}")

    def refresh(self, changes: Changes) -> None:
        """A vocabulary of the same name may be another one now."""
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

    def _use_preset(self) -> None:
        name = self.preset.currentText()
        if name:
            self.context.draft.use_preset(name, self.recipe.currentText() or None)

    @Slot(int, int)
    def _open_difference(self, row: int, _column: int) -> None:
        if item := self.differences.item(row, 0):
            self.form.focus_field(item.text())

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
        except WorkbenchError as error:
            self.context.notify(error_notice(error))
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
            Command(tr("Setting: {what}", what=row.title), lambda path=row.path: self._show_setting(path))  # type: ignore[misc]
            for row in self.form.rows()
        ]
        return [Command(tr("Open spec…"), self.ask_open), Command(tr("Save spec…"), self.ask_save), *settings]

    def _show_setting(self, path: str) -> None:
        self.context.open_page(self.NAME)
        self.form.focus_field(path)

    def close_panel(self) -> None:
        """Nothing of this page goes on by itself."""
        self.context.draft.changed.disconnect(self._show)
