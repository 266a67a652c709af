"""What the inspector shows as files: each view by itself, all heads as arrays, and the whole as one HTML file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from workbench.gui.context import Context
from workbench.gui.figures import grouped
from workbench.gui.i18n import tr, translate
from workbench.gui.panels.inspector_attention import AttentionView
from workbench.gui.panels.probe_answers import Answer
from workbench.gui.panels.saving_files import ask_path, write_in_background
from workbench.gui.views.exporting import Exportable, add_exports, as_npz
from workbench.inspection.report import Report, Section, report_html


class ExportButton(QToolButton):
    """A menu of what can be saved now; ``current`` gives the view on show and a name for its file, ``sections`` what
    else is told in the HTML file."""

    def __init__(
        self,
        context: Context,
        attention: AttentionView,
        current: Callable[[], tuple[Exportable, str] | None],
        sections: Callable[[], Sequence[Section]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context, self._attention = context, attention
        self._current, self._sections = current, sections
        self._answer: Answer | None = None
        self.setText(tr("Export"))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.aboutToShow.connect(self._fill)
        self.setMenu(menu)
        self.setEnabled(False)

    def show_answer(self, answer: Answer) -> None:
        """Save this from now on."""
        self._answer = answer
        self.setEnabled(True)

    @Slot()
    def _fill(self) -> None:
        menu = self.menu()
        menu.clear()
        found = self._current()
        if found is not None:
            add_exports(menu, self, *found)
            if found[0] is self._attention.shown_view:
                add_exports(menu.addMenu(tr("All heads")), self, self._attention.overview, "heads")
            menu.addSeparator()
        menu.addAction(tr("Save all heads as NPZ…"), self._ask_heads)
        menu.addAction(tr("Save the whole inspection as HTML…"), self._ask_html)

    def _ask_heads(self) -> None:
        path = ask_path(self._context, self, tr("Save all heads"), "attention.npz", {".npz": tr("NumPy arrays")})
        if path is not None:
            self.save_heads(path)

    def _ask_html(self) -> None:
        path = ask_path(self._context, self, tr("Save the inspection"), "inspection.html", {".html": tr("Web page")})
        if path is not None:
            self.save_html(path)

    def save_heads(self, path: Path) -> None:
        """Write all heads with their tokens in the background."""
        read = self._attention.all_heads_reader()
        self._save(path, lambda: as_npz(read()))

    def save_html(self, path: Path) -> None:
        """Write the whole inspection in the background."""
        report = self.report()
        if report is not None:
            self._save(path, lambda: report_html(report, translate))

    def _save(self, path: Path, content: Callable[[], str | bytes]) -> None:
        write_in_background(self._context, self, path, lambda report, cancelled: content())

    def report(self) -> Report | None:
        """What the HTML file tells; None where nothing was looked at yet."""
        answer = self._answer
        if answer is None:
            return None
        question = answer.question
        settings = [
            (tr("Run"), question.run.name),
            (tr("Checkpoint"), tr("step {step}", step=grouped(answer.step))),
            (tr("Sentence"), question.text),
            *([(tr("Pair"), question.pair)] if question.pair else []),
            *([(tr("Task id"), str(question.task))] if question.run.spec.encoder.task_types else []),
            *self._attention.settings,
        ]
        title = tr("Attention of {run}", run=question.run.name)
        return Report(title, settings, answer.inspected, self._attention.shown_as(), tuple(self._sections()))
