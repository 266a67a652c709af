"""The form itself: scrolling, searchable, over one object."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid

from workbench.core.config import Config
from workbench.core.errors import FieldProblem
from workbench.gui.forms.groups import Group
from workbench.gui.forms.row import FieldRow
from workbench.gui.i18n import render, tr
from workbench.gui.theme import GRID


class Form(QWidget):
    """A scrolling, searchable form over one object.

    ``edited`` carries (path, plain value, translated label). ``prefix`` stands before all paths, as ``encoder`` or
    ``stages.0.masking``; ``skip`` are patterns of paths that the form leaves out, as ``stages.*.masking``. It comes
    while one types; the owner then calls either :meth:`show_config` with the new object or :meth:`refuse` with the
    problems.
    """

    edited = Signal(str, object, str)

    def __init__(
        self,
        config: Config,
        prefix: str = "",
        skip: Iterable[str] = (),
        *,
        searchable: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._prefix, self._skip = prefix, tuple(skip)
        self._config = config
        self._reference: Config | None = None
        self._problems: Sequence[FieldProblem] = ()
        self._area = QScrollArea(self, widgetResizable=True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._search = QLineEdit(self, placeholderText=tr("Find a setting"), clearButtonEnabled=True)
        self._search.setAccessibleName(tr("Find a setting"))
        self._search.textChanged.connect(self._filter)
        self._search.setVisible(searchable)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        column.addWidget(self._search)
        column.addWidget(self._area, 1)
        self._build()

    def _build(self) -> None:
        self._sheet = QWidget()
        self._column = QVBoxLayout(self._sheet)
        self._column.setContentsMargins(GRID, 0, GRID, GRID)
        self._group = Group(self._config, self._prefix, self._pass_on, self._sheet, self._skip)
        self._column.addWidget(self._group)
        self._column.addStretch(1)
        self._area.setWidget(self._sheet)
        self._group.show_config(self._config, self._reference)

    def _pass_on(self, path: str, value: Any, label: str) -> None:
        with self._standing_still(path):
            self.edited.emit(path, value, label)

    @contextmanager
    def _standing_still(self, path: str) -> Iterator[None]:
        """Keep a field where it is on the screen while lines above it come and go."""
        row = next((row for row in self._group.rows() if row.path == path), None)
        before = self._height_of(row)
        yield
        if row is None or not isValid(row):
            return
        self._lay_out()
        bar = self._area.verticalScrollBar()
        bar.setValue(bar.value() + self._height_of(row) - before)

    def _lay_out(self) -> None:
        """Put everything in its place at once, not when the events at hand are done."""
        self._column.activate()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    def _height_of(self, row: FieldRow | None) -> int:
        """Where a row begins in the part of the form on show, in pixels."""
        return row.mapTo(self._area.viewport(), QPoint(0, 0)).y() if row is not None else 0

    def show_config(self, config: Config, reference: Config | None = None) -> None:
        """Show an object, and mark what differs from the reference. Another class builds the form anew."""
        other = type(config) is not type(self._config)
        self._config, self._reference = config, reference
        if other:
            self._build()
        else:
            self._group.show_config(config, reference)
        self._show_problems()
        if self._search.text():
            self._filter(self._search.text())

    def show_problems(self, problems: Sequence[FieldProblem]) -> Sequence[FieldProblem]:
        """Put problems of the whole spec under their fields; returns those that belong to no field of this form."""
        self._problems = problems
        return self._show_problems()

    def _show_problems(self) -> Sequence[FieldProblem]:
        by_path: dict[str, list[str]] = {}
        for problem in self._problems:
            by_path.setdefault(problem.path, []).append(render(problem.message))
        self._group.show_problems(by_path)
        return [problem for problem in self._problems if problem.path in by_path]

    def refuse(self, path: str, problems: Sequence[FieldProblem]) -> None:
        """Say under the edited field why its value was not taken; the typed text stays for mending."""
        row = next((row for row in self._group.rows() if row.path == path), None)
        if row is not None:
            row.refuse([render(problem.message) for problem in problems])

    def drop_refused(self) -> Sequence[str]:
        """Show the object itself everywhere, also where a value was refused; returns the paths of those fields.

        For an owner that shows another object.
        """
        return [row.path for row in self._group.rows() if row.drop_refused()]

    def focus_field(self, path: str) -> None:
        """Unfold a field, scroll to it and give it the keyboard; the group's first one for the path of a group."""
        inside = (row.path for row in self._group.rows() if f"{row.path}.".startswith(f"{path}."))
        row = self._group.reveal(next(inside, path))
        if row is not None:
            self._lay_out()
            self._area.ensureWidgetVisible(row)
            row.editor.setFocus()

    def rows(self) -> list[FieldRow]:
        """All fields, from top to bottom."""
        return self._group.rows()

    def field(self, path: str) -> FieldRow:
        """The row of a field. Raises LookupError where the form has none."""
        for row in self._group.rows():
            if row.path == path:
                return row
        raise LookupError(path)

    def _filter(self, words: str) -> None:
        self._group.filter(words.strip())
