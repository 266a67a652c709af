"""The fields of an object with the groups inside it: one object, one of several kinds, or a row of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase
from functools import partial
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Slot
from PySide6.QtWidgets import QApplication, QScrollArea, QToolButton, QVBoxLayout, QWidget

from workbench.core.config import Config
from workbench.gui.editors import ChoiceEditor, SwitchEditor
from workbench.gui.forms.fields import item_label, label_of
from workbench.gui.forms.fold import Fold
from workbench.gui.forms.row import EDITOR_WIDTH, RESET_ROOM, Emit, ErrorLabel, FieldRow
from workbench.gui.i18n import tr, translate
from workbench.gui.icons import icon
from workbench.gui.labels import muted_label
from workbench.spec.validation import changed_settings, kind_of, members
from workbench.spec.wording import kind_label


class Group(QWidget):
    """The fields of one object: plain ones first, then the folded advanced ones, then the groups inside it."""

    def __init__(self, config: Config, path: str, emit: Emit, parent: QWidget, skip: Iterable[str] = ()) -> None:
        super().__init__(parent)
        self.path = path
        self.type = type(config)
        self._rows: dict[str, FieldRow] = {}
        self._parts: dict[str, Part] = {}
        self._error = ErrorLabel(self)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(2)
        self.column.addWidget(self._error)
        advanced = Fold(tr("More"), self, opened=False, level=1)
        self._advanced = advanced
        inner: list[Part] = []
        for name, field in self.type.model_fields.items():
            whole = f"{path}.{name}" if path else name
            if any(fnmatchcase(whole, pattern) for pattern in skip) or _is_tag(self.type, name):
                continue
            if any(True for _ in members(field.annotation)):
                part = make_part(getattr(config, name), whole, field, emit, self, skip)
                self._parts[name] = part
                inner.append(part)
            else:
                row = FieldRow(whole, field, emit, self)
                self._rows[name] = row
                (advanced.column if row.advanced else self.column).addWidget(row)
        advanced.setVisible(advanced.column.count() > 0)
        self.column.addWidget(advanced)
        for part in inner:
            self.column.addWidget(part)

    def show_config(self, config: Config, reference: Config | None) -> None:
        """Show an object of the same class."""
        for name, row in self._rows.items():
            row.show_value(getattr(config, name), getattr(reference, name, None))
        for name, part in self._parts.items():
            part.show_value(getattr(config, name), getattr(reference, name, None))

    def rows(self) -> list[FieldRow]:
        """All fields, also those of inner groups."""
        return [*self._rows.values(), *(row for part in self._parts.values() for row in part.rows())]

    def show_problems(self, problems: dict[str, list[str]]) -> None:
        """Show the problems of this object and of what it holds; used-up paths are removed.

        A folded field with a problem is unfolded.
        """
        self._error.show_sentences(problems.pop(self.path, []))
        for row in self._rows.values():
            sentences = problems.pop(row.path, [])
            row.show_problems(sentences)
            if sentences and row.advanced:
                self._advanced.set_open(True)
        for part in self._parts.values():
            part.show_problems(problems)

    def reveal(self, path: str) -> FieldRow | None:
        """Unfold what hides a field; returns its row, None where it is not in here."""
        for row in self._rows.values():
            if row.path == path:
                if row.advanced:
                    self._advanced.set_open(True)
                return row
        return next((found for part in self._parts.values() if (found := part.reveal(path)) is not None), None)

    def filter(self, words: str) -> bool:
        """Show only the fields that a search finds; returns whether there is one."""
        found_rows = [row for row in self._rows.values() if not words or row.matches(words)]
        for row in self._rows.values():
            row.setVisible(row in found_rows)
        hidden = [row for row in self._rows.values() if row.advanced]
        self._advanced.setVisible(any(row in found_rows for row in hidden))
        self._advanced.set_open(bool(words) and any(row in found_rows for row in hidden))
        found_parts = [part.filter(words) for part in self._parts.values()]
        return bool(found_rows) or any(found_parts)


def _is_tag(model: type[BaseModel], name: str) -> bool:
    return name == "kind" and kind_of(model) is not None


class Part(Fold):
    """A group inside a group: one object, one of several kinds, or a row of them."""

    def __init__(self, title: str, path: str, emit: Emit, parent: QWidget, skip: Iterable[str]) -> None:
        super().__init__(title, parent)
        self.path = path
        self._emit = emit
        self._skip = tuple(skip)
        self._groups: list[Group] = []

    def show_value(self, value: Any, reference: Any) -> None:
        """Show the value of the field that this part stands for."""
        raise NotImplementedError

    def rows(self) -> list[FieldRow]:
        """All fields below."""
        return [row for group in self._groups for row in group.rows()]

    def show_problems(self, problems: dict[str, list[str]]) -> None:
        """As :meth:`Group.show_problems`; a folded part with a problem is unfolded."""
        before = len(problems)
        self._show_own_problems(problems)
        if len(problems) < before:
            self.set_open(True)

    def _show_own_problems(self, problems: dict[str, list[str]]) -> None:
        for group in self._groups:
            group.show_problems(problems)

    def reveal(self, path: str) -> FieldRow | None:
        """As :meth:`Group.reveal`."""
        found = next((row for group in self._groups if (row := group.reveal(path)) is not None), None)
        if found is not None:
            self.set_open(True)
        return found

    def filter(self, words: str) -> bool:
        """As :meth:`Group.filter`; an empty part hides."""
        answers = [group.filter(words) for group in self._groups]
        found = any(answers)
        self.setVisible(found or not words)
        if words and found:
            self.set_open(True)
        return found

    def _clear(self) -> None:
        for group in self._groups:
            group.hide()
            group.deleteLater()
        self._groups = []


class OnePart(Part):
    """One object, with a choice of its kind where there are several."""

    def __init__(
        self, title: str, path: str, kinds: Sequence[type[BaseModel]], emit: Emit, parent: QWidget, skip: Iterable[str]
    ) -> None:
        super().__init__(title, path, emit, parent, skip)
        self._title = title
        self._kinds = {kind_of(model) or "": model for model in kinds}
        self._value: Config | None = None
        self._choice: ChoiceEditor | None = None
        if len(self._kinds) > 1:
            labels = [(kind, translate(kind_label(model))) for kind, model in self._kinds.items()]
            self._choice = ChoiceEditor(labels, self)
            self._choice.setFixedWidth(EDITOR_WIDTH)
            self._choice.name(tr("Kind of {what}", what=title), "")
            self._choice.edited.connect(self._change_kind)
            self._place_choice(self._choice)

    def _place_choice(self, choice: ChoiceEditor) -> None:
        self.header.addWidget(choice)
        self.header.addSpacing(RESET_ROOM)

    def _show_own_problems(self, problems: dict[str, list[str]]) -> None:
        """What is wrong with the kind is told where what is wrong with the object is."""
        for group in self._groups:
            if wrong_kind := problems.pop(f"{self.path}.kind", []):
                problems.setdefault(group.path, []).extend(wrong_kind)
            group.show_problems(problems)

    def _change_kind(self, kind: str) -> None:
        """Another kind keeps what was changed from the defaults, where it has the same settings."""
        if self._value is None or kind == kind_of(type(self._value)):
            return
        fields = self._kinds[kind].model_fields
        changed = changed_settings(type(self._value), self._value.model_dump(mode="json"))
        kept = {name: value for name, value in changed.items() if name in fields}
        self._emit(self.path, {**kept, "kind": kind}, self._title)

    def show_value(self, value: Any, reference: Any) -> None:
        if self._value is None or type(value) is not type(self._value):
            self._clear()
            group = Group(value, self.path, self._emit, self.body, self._skip)
            self._groups = [group]
            self.column.addWidget(group)
        self._value = value
        if self._choice is not None:
            self._choice.set_value(kind_of(type(value)))
        self._groups[0].show_config(value, reference if type(reference) is type(value) else None)


class ItemPart(OnePart):
    """One of a row of objects: its heading has a button already, so that the choice of its kind stands below."""

    def _place_choice(self, choice: ChoiceEditor) -> None:
        self.column.addWidget(choice, alignment=Qt.AlignmentFlag.AlignRight)


class OptionalPart(OnePart):
    """An object that may be left out: a switch in the heading takes it in, with its defaults, or out."""

    def __init__(self, field: FieldInfo, path: str, emit: Emit, parent: QWidget, skip: Iterable[str]) -> None:
        title, help_text = label_of(field), translate(field.description or "")
        super().__init__(title, path, list(members(field.annotation)), emit, parent, skip)
        self.switch = SwitchEditor(self)
        self.switch.name(title, help_text)
        self.switch.edited.connect(self._switch)
        self.header.addWidget(self.switch)
        self.header.addSpacing(RESET_ROOM)
        if help_text:
            self.column.addWidget(muted_label(help_text, self.body, wordWrap=True))

    def _switch(self, wanted: bool) -> None:
        (model,) = self._kinds.values()
        self._emit(self.path, model().model_dump(mode="json") if wanted else None, self._title)

    def show_value(self, value: Any, reference: Any) -> None:
        self.switch.set_value(value is not None)
        if value is not None:
            super().show_value(value, reference)
        elif self._value is not None:
            self._clear()
            self._value = None


class RowPart(Part):
    """A tuple of objects: one part each, with a button to remove it, and one to add."""

    def __init__(self, field: FieldInfo, path: str, emit: Emit, parent: QWidget, skip: Iterable[str]) -> None:
        title = label_of(field)
        super().__init__(title, path, emit, parent, skip)
        self._title = title
        self._field = field
        self._kinds = list(members(field.annotation))
        self._items: list[OnePart] = []
        self._bins: list[QToolButton] = []
        self._value: tuple[Config, ...] = ()
        self._error = ErrorLabel(self.body)
        self.column.addWidget(self._error)
        self._plus = self._make_button(self, "plus", tr("Add one to {what}", what=title), self._add)

    def _make_button(self, part: Part, picture: str, title: str, run: Callable[[], None]) -> QToolButton:
        button = QToolButton(part, autoRaise=True)
        button.setIcon(icon(picture, self.palette()))
        button.setToolTip(title)
        button.setAccessibleName(title)
        button.clicked.connect(lambda _checked=False: run())
        part.header.addWidget(button)
        return button

    def _plain(self) -> list[Any]:
        return [item.model_dump(mode="json") for item in self._value]

    def _add(self) -> None:
        items = self._plain()
        fresh = items[-1] if items else self._kinds[0]().model_dump(mode="json")
        self._emit(self.path, [*items, fresh], self._title)
        if len(self._items) > len(items):
            self.set_open(True)
            QTimer.singleShot(0, self, self._show_last)  # where it is, is known after it was laid out

    @Slot()
    def _show_last(self) -> None:
        """Scroll to the last part; where it is higher than the view, to its head."""
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        last, above = self._items[-1], self.parentWidget()
        while above is not None:
            if isinstance(above, QScrollArea):
                bar, viewport = above.verticalScrollBar(), above.viewport()
                top = bar.value() + last.mapTo(viewport, QPoint()).y()
                bar.setValue(min(top, max(bar.value(), top + last.height() - viewport.height())))
            above = above.parentWidget()

    def _remove(self, number: int) -> None:
        items = self._plain()
        del items[number]
        self._emit(self.path, items, self._title)

    def _add_item(self) -> None:
        number = len(self._items)
        title = item_label(self._field, number)
        item = ItemPart(title, f"{self.path}.{number}", self._kinds, self._emit, self.body, self._skip)
        self._items.append(item)
        self._bins.append(
            self._make_button(item, "trash", tr("Remove {what}", what=title), partial(self._remove, number))
        )
        self.column.addWidget(item)

    def show_value(self, value: Any, reference: Any) -> None:
        while len(self._items) > len(value):
            gone = self._items.pop()
            self._bins.pop()
            gone.hide()
            gone.deleteLater()
        while len(self._items) < len(value):
            self._add_item()
        self._value = value
        for button in self._bins:
            button.setEnabled(len(value) > 1)
        for number, item in enumerate(self._items):
            item.show_value(value[number], reference[number] if reference and number < len(reference) else None)

    def rows(self) -> list[FieldRow]:
        return [row for item in self._items for row in item.rows()]

    def _show_own_problems(self, problems: dict[str, list[str]]) -> None:
        self._error.show_sentences(problems.pop(self.path, []))
        for item in self._items:
            item.show_problems(problems)

    def reveal(self, path: str) -> FieldRow | None:
        found = next((row for item in self._items if (row := item.reveal(path)) is not None), None)
        if found is not None:
            self.set_open(True)
        return found

    def filter(self, words: str) -> bool:
        answers = [item.filter(words) for item in self._items]
        found = any(answers)
        self.setVisible(found or not words)
        return found


def make_part(value: Any, path: str, field: FieldInfo, emit: Emit, parent: QWidget, skip: Iterable[str]) -> Part:
    """The part for a field that holds an object, perhaps none, or a tuple of them."""
    part: Part
    if isinstance(value, tuple):
        part = RowPart(field, path, emit, parent, skip)
    elif type(None) in get_args(field.annotation):
        part = OptionalPart(field, path, emit, parent, skip)
    else:
        part = OnePart(label_of(field), path, list(members(field.annotation)), emit, parent, skip)
    part.show_value(value, None)
    return part
