"""Asking by which shares corpora are mixed in the stages that read one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import ArgumentError
from workbench.gui.figures import grouped, percent
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import render, tr
from workbench.gui.labels import PlainLabel
from workbench.gui.theme import GRID
from workbench.spec.corpora import corpus_of
from workbench.spec.mixing import mixed
from workbench.spec.run import RunSpec
from workbench.spec.stage_groups import stage_counts


class MixingDialog(QDialog):
    """A share for each corpus of the project, and what it comes to; ``decided`` carries the spec with its stages."""

    decided = Signal(object)

    def __init__(self, spec: RunSpec, reading: str, corpora: Sequence[str], parent: QWidget) -> None:
        """``reading`` is the corpus, as stages name it, whose stages are mixed; empty for the run's."""
        super().__init__(parent)
        self._spec, self._reading = spec, reading
        self._mixed: RunSpec | None = None
        self.setWindowTitle(tr("Mix corpora by share"))
        self.shares: dict[str, QDoubleSpinBox] = {}
        self._told: dict[str, QLabel] = {}
        self.error = ErrorLabel(self)
        words = QLabel(self._words(), self, wordWrap=True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.button: QPushButton = buttons.addButton(tr("Mix"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.button.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(GRID)
        for widget in (words, self._table(corpora), self.error, buttons):
            column.addWidget(widget, int(isinstance(widget, QScrollArea)))
        self.resize(64 * GRID, 44 * GRID)
        if self.shares:
            next(iter(self.shares.values())).setFocus()
        self._show()

    def _words(self) -> str:
        whole = tr("Each stage becomes one for each corpus. They take turns, and each has its share of the steps.")
        if not self._reading:
            return f"{tr('For all stages that read the corpus of the run.')}\n{whole}"
        return f"{tr('For all stages that read the corpus “{name}”.', name=self._reading)}\n{whole}"

    def _table(self, corpora: Sequence[str]) -> QWidget:
        sheet = QWidget()
        grid = QGridLayout(sheet)
        grid.setContentsMargins(0, 0, GRID, 0)
        grid.setHorizontalSpacing(2 * GRID)
        for row, name in enumerate(corpora):
            box = QDoubleSpinBox(sheet, decimals=3, maximum=1e6, singleStep=0.1)
            box.setSpecialValueText(tr("none"))
            box.setAccessibleName(tr("Share of “{name}”", name=name))
            box.setValue(float(name == (self._reading or self._spec.corpus)))
            box.valueChanged.connect(self._show)
            told = QLabel(sheet, alignment=Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            told.setMinimumWidth(told.fontMetrics().horizontalAdvance(_told(0.99999, 9_999_999)))
            label = PlainLabel(name, sheet)
            label.setBuddy(box)
            for place, widget in enumerate((label, box, told)):
                grid.addWidget(widget, row, place)
            self.shares[name], self._told[name] = box, told
        grid.setColumnStretch(0, 1)
        grid.setRowStretch(len(corpora), 1)
        area = QScrollArea(widgetResizable=True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(sheet)
        area.setMinimumWidth(sheet.sizeHint().width() + area.verticalScrollBar().sizeHint().width())
        return area

    @property
    def chosen(self) -> Mapping[str, float]:
        """The corpora that have a share."""
        return {name: box.value() for name, box in self.shares.items() if box.value() > 0}

    @Slot()
    def _show(self) -> None:
        """What the shares come to, or why they do not."""
        try:
            self._mixed = mixed(self._spec, self.chosen, self._reading)
        except ArgumentError as error:
            self._mixed = None
            self.error.show_sentences([render(error.text)] if len(self.chosen) > 1 else [])
        else:
            self.error.show_sentences([])
        self.button.setEnabled(self._mixed is not None)
        steps = {} if self._mixed is None else _steps_of(self._mixed)
        whole = self._spec.training.steps
        for name, label in self._told.items():
            label.setText(_told(steps[name] / whole, steps[name]) if name in steps else "")

    def accept(self) -> None:
        """Hand the stages over."""
        if self._mixed is not None:
            self.decided.emit(self._mixed)
            super().accept()


def _steps_of(spec: RunSpec) -> dict[str, int]:
    """The steps that read each corpus."""
    steps: dict[str, int] = {}
    for number, count in enumerate(stage_counts(spec.stages, spec.training.steps)):
        name = corpus_of(spec, number)
        steps[name] = steps.get(name, 0) + count
    return steps


def _told(share: float, steps: int) -> str:
    """The part of all steps that read a corpus."""
    return tr("{share} of the run, {steps} steps", share=percent(share), steps=grouped(steps))
