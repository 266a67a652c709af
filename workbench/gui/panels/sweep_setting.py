"""One row of a sweep: a setting, found by its title, and the values that it is to have."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QGridLayout, QLineEdit, QMenu, QWidget

from workbench.core.errors import FieldProblem, SpecError
from workbench.core.texts import Text, mark
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import render, tr, translate
from workbench.gui.theme import GRID
from workbench.gui.tool_button import ToolButton
from workbench.spec.files import apply_overrides, flatten, spec_data
from workbench.spec.run import RunSpec
from workbench.spec.variation import Variation, split_values
from workbench.spec.wording import setting_name, setting_value, value_choices

#: Not settings of an experiment, or varied by fields of their own.
_ELSEWHERE = frozenset({"version", "name", "preset", "recipe", "seed", "task"})


def settings_by_title(spec: RunSpec) -> list[tuple[str, str]]:
    """(title, path) of every setting that can be varied, in the order of the spec."""
    paths = (path for path in flatten(spec_data(spec)) if path.split(".")[0] not in _ELSEWHERE)
    return [(render(setting_name(path)), path) for path in paths]


class _Values(QLineEdit):
    """``choosing`` when Alt+Down asks for what there is, as in a box of choices."""

    choosing = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt+Down opens the choices."""
        if event.key() == Qt.Key.Key_Down and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.choosing.emit()
        else:
            super().keyPressEvent(event)


class VariedSetting(QWidget):
    """``changed`` when something else is typed or chosen, ``removed`` with itself when it is not wanted any more."""

    changed = Signal()
    removed = Signal(object)

    def __init__(self, spec: RunSpec, settings: Sequence[tuple[str, str]], parent: QWidget) -> None:
        super().__init__(parent)
        self._spec, self._plain = spec, flatten(spec_data(spec))
        self._titles = {path: title for title, path in settings}
        self._paths = {name.casefold(): path for title, path in settings for name in (title, path)}
        self._typed = QLineEdit(self)
        self._typed.setPlaceholderText(tr("A part of a setting's name"))
        self.setting = self._chooser(settings)
        self.values = _Values(self, clearButtonEnabled=True)
        self.values.setAccessibleName(tr("Values"))
        self.choose_button = ToolButton("chevron-down", tr("Choose values (Alt+Down)"), self.open_choices, self)
        self.remove_button = ToolButton("trash", tr("Don't vary this setting"), lambda: self.removed.emit(self), self)
        self.error = ErrorLabel(self)
        self._arrange()
        self.values.choosing.connect(self.open_choices)
        self.setting.currentTextChanged.connect(self._show_setting)
        self.values.textChanged.connect(lambda _text: self.changed.emit())
        self._show_setting()

    def _chooser(self, settings: Sequence[tuple[str, str]]) -> QComboBox:
        chooser = QComboBox(self, editable=True, insertPolicy=QComboBox.InsertPolicy.NoInsert)
        for title, path in settings:
            chooser.addItem(title)
            chooser.setItemData(chooser.count() - 1, tr("In files and commands: {path}", path=path),
                                Qt.ItemDataRole.ToolTipRole)  # fmt: skip
        chooser.setLineEdit(self._typed)
        completer = QCompleter(chooser.model(), chooser)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        chooser.setCompleter(completer)
        chooser.setCurrentIndex(-1)
        chooser.setAccessibleName(tr("Setting"))
        chooser.setMinimumContentsLength(18)
        chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        return chooser

    def _arrange(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GRID // 2)
        grid.setVerticalSpacing(2)
        for column, widget in enumerate((self.setting, self.values, self.choose_button, self.remove_button)):
            grid.addWidget(widget, 0, column)
        grid.addWidget(self.error, 1, 0, 1, 4)
        grid.setColumnStretch(0, 6)
        grid.setColumnStretch(1, 5)

    @property
    def path(self) -> str:
        """The setting that is chosen, by its title or as files write it; empty where there is none so named."""
        return self._paths.get(self.setting.currentText().strip().casefold(), "")

    def fill(self, path: str, values: str) -> None:
        """Vary a setting."""
        self.setting.setEditText(self._titles.get(path, path))
        self._typed.setCursorPosition(0)  # a long title shows its beginning
        self.values.setText(values)

    def text(self) -> tuple[str, str]:
        """What :meth:`fill` takes to make the same row."""
        return self.path or self.setting.currentText(), self.values.text()

    def read(self) -> Variation | None:
        """The variation, None where the row is still empty; raises :class:`SpecError` for what is wrong with it, which
        it shows too."""
        typed = self.setting.currentText().strip()
        values = split_values(self.values.text())
        found = Variation(self.path, values) if self.path else None
        problems = list(self._problems(typed, found))
        self.error.show_sentences([render(problem.message) for problem in problems])
        if problems:
            raise SpecError(problems)
        return found

    def _problems(self, typed: str, found: Variation | None) -> Sequence[FieldProblem]:
        if found is None:
            if not typed and not self.values.text().strip():
                return ()
            template = mark("Choose a setting: type a part of its name, and take one of those that are offered.")
            return [FieldProblem(typed, Text(template))]
        if not found.values:
            return [FieldProblem(found.path, Text(mark("Give the values to try, parted by commas.")))]
        return [problem for value in found.values for problem in self._refused(found, value)]

    def _refused(self, found: Variation, value: str) -> Sequence[FieldProblem]:
        try:
            apply_overrides(self._spec, [found.override(value)])
        except SpecError as error:
            return error.problems
        return ()

    @Slot()
    def _show_setting(self) -> None:
        """What the chosen setting is now, and whether its values can be chosen."""
        path = self.path
        self.choose_button.setEnabled(bool(value_choices(path)) if path else False)
        now = render(setting_value(path, self._plain.get(path))) if path else ""
        self.values.setPlaceholderText(tr("now {value}", value=now) if now else tr("values, as 1e-4, 3e-4"))
        self.changed.emit()

    def choices(self) -> QMenu:
        """The values of the setting by their labels, ticked where they are to be tried."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        typed = split_values(self.values.text())
        for value, label in value_choices(self.path):
            action = menu.addAction(translate(label))
            action.setCheckable(True)
            action.setChecked(value in typed)
            action.toggled.connect(lambda on, value=value: self._tick(value, on))
        return menu

    def open_choices(self) -> None:
        """Show them below the button."""
        if self.choose_button.isEnabled():
            self.choices().popup(self.choose_button.mapToGlobal(QPoint(0, self.choose_button.height())))

    def _tick(self, value: str, on: bool) -> None:
        others = [one for one in split_values(self.values.text()) if one != value]
        self.values.setText(", ".join([*others, value] if on else others))
