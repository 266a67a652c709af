"""The tokens of a sentence, or many sentences, as points of a plane."""

from __future__ import annotations

import base64
from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from workbench.core.errors import StoppedError
from workbench.core.progress import Cancelled, Report
from workbench.core.texts import mark
from workbench.gui.figures import percent
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import tr
from workbench.gui.panels.arranging import label_of
from workbench.gui.panels.inspector_options import choices
from workbench.gui.panels.probe import Probe
from workbench.gui.panels.probe_answers import Answer, Question, VectorTable
from workbench.gui.panels.probe_asking import Asking
from workbench.gui.tasks import Tasks, Work
from workbench.gui.theme import GRID
from workbench.gui.views.scatter import ScatterView
from workbench.inspection.examples import examples
from workbench.inspection.projection import INSTALL, Plane, has_tsne, pca, tsne
from workbench.inspection.report import Section
from workbench.jobs.calls import call_in_child

TOKENS, SENTENCES = "tokens", "sentences"
PCA, TSNE = "pca", "tsne"


class ProjectionView(QWidget):
    """What are points, and how they are laid out, over their plane. ``projected`` comes when a plane is on show."""

    projected = Signal()

    def __init__(self, tasks: Tasks, probe: Probe, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._probe = probe
        self._answer: Answer | None = None
        self.source = choices(
            self, tr("Points"), {TOKENS: tr("tokens of the sentence"), SENTENCES: tr("sentences, one a line")}
        )
        self.layer = QComboBox(self)
        self.layer.setAccessibleName(tr("Layer of the vectors"))
        self.method = choices(self, tr("Projection"), {PCA: tr("PCA"), TSNE: tr("t-SNE")})
        self.sentences = QPlainTextEdit("\n".join(one.text for one in examples()), self)
        self.sentences.setAccessibleName(tr("Sentences, one a line"))
        self.sentences.setTabChangesFocus(True)
        self.sentences.setMaximumHeight(12 * GRID)
        self.scatter = ScatterView(self)
        self.problem = ErrorLabel(self)
        self._asking = Asking(self, tasks, self.problem, self._begin, self._take, tr("Projecting"))
        self._arrange()
        self._connect()

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(GRID)
        for title, box in (
            (tr("Points"), self.source), (tr("Vectors"), self.layer), (tr("Projection"), self.method),
        ):  # fmt: skip
            row.addWidget(label_of(title, box))
            row.addWidget(box)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(row)
        column.addWidget(self.sentences)
        column.addWidget(self.problem)
        column.addWidget(self.scatter, 1)
        self.sentences.hide()

    def _connect(self) -> None:
        for box in (self.source, self.layer, self.method):
            box.currentIndexChanged.connect(lambda _index: self._asking.ask())
        self.source.currentIndexChanged.connect(
            lambda _index: self.sentences.setVisible(self.source.currentData() == SENTENCES)
        )
        self.sentences.textChanged.connect(self._asking.ask)

    def show_answer(self, answer: Answer) -> None:
        """Take another sentence or checkpoint; the layer stays as far as there is such a one, at first the last."""
        self._answer = answer
        layers = answer.inspected.weights.layers
        before = layers if self.layer.currentIndex() < 0 else min(self.layer.currentIndex(), layers)
        with QSignalBlocker(self.layer):
            self.layer.clear()
            for number in range(layers + 1):
                self.layer.addItem(tr("before layer 1") if not number else tr("after layer {layer}", layer=number))
            self.layer.setCurrentIndex(before)
        self._asking.ask()

    @property
    def texts(self) -> list[str]:
        """The sentences that were typed."""
        return [line.strip() for line in self.sentences.toPlainText().splitlines() if line.strip()]

    def _begin(self) -> Work | None:
        if self._answer is None:
            return None
        if self.method.currentData() == TSNE and not has_tsne():
            self._tell(tr("t-SNE needs scikit-learn, which is not installed: {command}", command=INSTALL))
            return None
        if self.source.currentData() == SENTENCES and not self.texts:
            self._tell(tr("Type a sentence first."))
            return None
        texts = self.texts if self.source.currentData() == SENTENCES else None
        return partial(
            _work, self._probe, self._answer.question, self.layer.currentIndex(), texts, self.method.currentData()
        )

    def _take(self, found: tuple[VectorTable, Plane]) -> None:
        table, plane = found
        if plane.shares:
            how = tr(
                "PCA; the axes hold {first} and {second} of the variance",
                first=percent(plane.shares[0]),
                second=percent(plane.shares[1]),
            )
        else:
            how = tr("t-SNE, seed 1; distances between groups mean nothing")
        self.scatter.show_points(plane.points, table.names, f"{self.layer.currentText()}; {how}")
        self.projected.emit()

    def _tell(self, words: str) -> None:
        self.problem.show_sentences([words])

    def sections(self) -> list[Section]:
        """The plane for a report, if it is of this sentence."""
        if not self._asking.current or not self.scatter.names:
            return []
        data = base64.b64encode(self.scatter.svg()()).decode()
        return [
            Section(tr("Projection"), f'<div class="scroll"><img alt="" src="data:image/svg+xml;base64,{data}"></div>')
        ]


def _work(
    probe: Probe,
    question: Question,
    layer: int,
    texts: list[str] | None,
    method: str,
    report: Report,
    cancelled: Cancelled,
) -> tuple[VectorTable, Plane]:
    """The vectors and their plane; t-SNE in a process of its own, as its library is large."""
    table = probe.ask_vectors(question, layer) if texts is None else probe.ask_sentences(question, texts, layer)
    if cancelled():
        raise StoppedError(mark("The work was stopped."))
    if method == PCA:
        return table, pca(table.vectors)
    return table, call_in_child(tsne, table.vectors, progress=report, cancelled=cancelled)
