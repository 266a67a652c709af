"""The settings that a sweep varies: a row each, added, removed and brought back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from workbench.core.errors import FieldProblem, SpecError
from workbench.gui.i18n import tr
from workbench.gui.panels.sweep_setting import VariedSetting, settings_by_title
from workbench.gui.theme import GRID
from workbench.spec.run import RunSpec
from workbench.spec.variation import Variation


class VariedSettings(QWidget):
    """``changed`` when another variation is wanted."""

    changed = Signal()

    def __init__(self, spec: RunSpec, parent: QWidget) -> None:
        super().__init__(parent)
        self._spec, self._settings = spec, settings_by_title(spec)
        self._gone: list[tuple[int, tuple[str, str]]] = []
        self.rows: list[VariedSetting] = []
        self.add_button = QPushButton(tr("Vary a setting"), self, autoDefault=False)
        self.add_button.clicked.connect(lambda _checked=False: self.add().setting.setFocus())
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(GRID // 2)
        self._column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        undo = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self)
        undo.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        undo.activated.connect(self.bring_back)

    def add(self, place: int | None = None) -> VariedSetting:
        """A row more, at the end or at a place."""
        row = VariedSetting(self._spec, self._settings, self)
        place = len(self.rows) if place is None else place
        self.rows.insert(place, row)
        self._column.insertWidget(place, row)
        row.changed.connect(self.changed)
        row.removed.connect(self.remove)
        self.setTabOrder(row.remove_button, self.add_button)
        return row

    @Slot(object)
    def remove(self, row: VariedSetting) -> None:
        """Take a row out; Ctrl+Z brings it back."""
        place = self.rows.index(row)
        self._gone.append((place, row.text()))
        self.rows.pop(place)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()
        self.add_button.setFocus()
        self.changed.emit()

    @Slot()
    def bring_back(self) -> None:
        """The row that was removed last, where it was."""
        if self._gone:
            place, text = self._gone.pop()
            self.add(min(place, len(self.rows))).fill(*text)

    def variations(self) -> list[Variation]:
        """What is varied; raises :class:`SpecError` with all that is wrong, after every row has shown its own."""
        found: list[Variation] = []
        problems: list[FieldProblem] = []
        for row in self.rows:
            try:
                variation = row.read()
            except SpecError as error:
                problems.extend(error.problems)
            else:
                found += [] if variation is None else [variation]
        if problems:
            raise SpecError(problems)
        return found
