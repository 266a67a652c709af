"""From a settings class to a form: every field with label, unit, bounds, help, change mark, reset and its error.

A form shows one object of a :class:`Config` class and tells what the user changed as (dotted path, plain value, label);
it changes nothing itself. The owner gives the new object back with :meth:`Form.show_config`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from fnmatch import fnmatchcase
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from workbench.core.config import Config
from workbench.core.errors import FieldProblem
from workbench.core.texts import mark
from workbench.gui.editors import ChoiceEditor, Editor, ListEditor, NumberEditor, SwitchEditor, TextEditor
from workbench.gui.fonts import scaled
from workbench.gui.i18n import render, tr, translate
from workbench.gui.icons import icon
from workbench.gui.theme import GRID, colours_of
from workbench.spec.validation import kind_of, members

EDITOR_WIDTH = 20 * GRID
_UNLABELLED = {"stages": mark("Stages")}  #: fields without an ``option`` of their own

Emit = Callable[[str, Any, str], None]


def bounds_of(field: FieldInfo) -> tuple[float | None, float | None]:
    """The least and the greatest value, open bounds taken as closed; None where there is none."""
    low = next((m.ge if isinstance(m, Ge) else m.gt for m in field.metadata if isinstance(m, (Ge, Gt))), None)
    high = next((m.le if isinstance(m, Le) else m.lt for m in field.metadata if isinstance(m, (Le, Lt))), None)
    return low, high  # type: ignore[return-value]


def form_hints(field: FieldInfo) -> dict[str, Any]:
    """Label, unit, step and ``advanced`` as :func:`workbench.core.config.option` stored them."""
    extra = field.json_schema_extra
    hints = extra.get("form") if isinstance(extra, dict) else None
    return dict(hints) if isinstance(hints, dict) else {}


def label_of(name: str, field: FieldInfo) -> str:
    """The translated label of a field."""
    label = form_hints(field).get("label") or _UNLABELLED.get(name)
    return translate(label) if label else name.replace("_", " ").capitalize()


def make_editor(field: FieldInfo) -> Editor:
    """The editor for a field of a plain type."""
    kind = field.annotation
    hints = form_hints(field)
    low, high = bounds_of(field)
    if kind is bool:
        return SwitchEditor()
    if kind in (int, float):
        return NumberEditor(kind is int, low, high, hints.get("step"), translate(hints.get("unit", "")))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return ChoiceEditor([str(member.value) for member in kind])
    if get_origin(kind) is Literal:
        return ChoiceEditor([str(value) for value in get_args(kind)])
    if get_origin(kind) is tuple:
        return ListEditor()
    return TextEditor()


def plain(value: Any) -> Any:
    """An enum as its value; other values as they are."""
    return value.value if isinstance(value, Enum) else value


def _muted_label(text: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent, wordWrap=True)
    label.setFont(scaled(label.font(), 0.85))
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


class ErrorLabel(QLabel):
    """A sentence in the error colour, hidden while there is none."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, wordWrap=True)
        self.setFont(scaled(self.font(), 0.9))
        self._dress()
        self.hide()

    def show_sentences(self, sentences: Sequence[str]) -> None:
        """Show sentences, or hide."""
        self.setText("\n".join(sentences))
        self.setVisible(bool(sentences))

    def _dress(self) -> None:
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.WindowText, QColor(colours_of(QApplication.palette()).error))
        self.setPalette(palette)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ApplicationPaletteChange:
            self._dress()


class FieldRow(QWidget):
    """One field: label, editor, reset; below them its help and its error."""

    def __init__(self, path: str, name: str, field: FieldInfo, emit: Emit, parent: QWidget) -> None:
        super().__init__(parent)
        self.path = path
        self.title = label_of(name, field)
        self.help = translate(field.description or "")
        self.advanced = bool(form_hints(field).get("advanced"))
        self._emit = emit
        self._value: Any = None
        self._reference: Any = None
        self._own: list[str] = []
        self.editor = make_editor(field)
        self.editor.name(self.title, self._tooltip(field))
        self.editor.edited.connect(self._edit)
        self._label = QLabel(self.title, self, wordWrap=True)
        self._label.setBuddy(self.editor)
        self._label.setToolTip(self._tooltip(field))
        self.reset = QToolButton(self, autoRaise=True)
        self.reset.setIcon(icon("restore", self.palette()))
        self.reset.clicked.connect(lambda _checked=False: self._edit(self._reference))
        self._error = ErrorLabel(self)
        self._place()

    def _place(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 2, 0, 2)
        grid.setHorizontalSpacing(GRID // 2)
        grid.setVerticalSpacing(2)
        keep = self.reset.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(keep)
        grid.addWidget(self._label, 0, 0)
        if isinstance(self.editor, ListEditor):
            grid.addWidget(self.reset, 0, 2)
            grid.addWidget(self.editor, 1, 0, 1, 3)
        else:
            self.editor.setFixedWidth(EDITOR_WIDTH)
            grid.addWidget(self.editor, 0, 1)
            grid.addWidget(self.reset, 0, 2)
        if self.help:
            grid.addWidget(_muted_label(self.help, self), 2, 0, 1, 3)
        grid.addWidget(self._error, 3, 0, 1, 3)
        grid.setColumnStretch(0, 1)

    def _tooltip(self, field: FieldInfo) -> str:
        low, high = bounds_of(field)
        parts = [self.help]
        if low is not None and high is not None:
            parts.append(tr("From {low} to {high}.", low=f"{low:g}", high=f"{high:g}"))
        parts.append(self.path)
        return "\n".join(part for part in parts if part)

    def _edit(self, value: Any) -> None:
        self._emit(self.path, value, self.title)

    def show_value(self, value: Any, reference: Any) -> None:
        """Show the field's value; one that differs from the reference is marked and can go back to it."""
        value = plain(value)
        if value != self._value or self._own:
            self._value = value
            self.editor.set_value(value)
            self.refuse([])
        self._reference = plain(reference)
        changed = reference is not None and self._reference != value
        self.reset.setVisible(changed)
        back = tr("Back to {value}", value=self._reference)
        self.reset.setToolTip(back)
        self.reset.setAccessibleName(back)
        font = self._label.font()
        font.setBold(changed)
        self._label.setFont(font)
        self._label.setText(f"● {self.title}" if changed else self.title)

    def refuse(self, sentences: Sequence[str]) -> None:
        """Say why what stands in the editor was not taken."""
        self._own = list(sentences)
        self._error.show_sentences(self._own)

    def show_problems(self, sentences: Sequence[str]) -> None:
        """Say what is wrong with the value that was taken."""
        self._error.show_sentences([*self._own, *sentences])

    def matches(self, words: str) -> bool:
        """Whether a search finds this field."""
        text = f"{self.title} {self.help} {self.path}".casefold()
        return all(word in text for word in words.casefold().split())


class Fold(QWidget):
    """A heading that folds what stands under it."""

    def __init__(self, title: str, parent: QWidget, opened: bool = True, level: int = 0) -> None:
        super().__init__(parent)
        self._head = QToolButton(self, autoRaise=True)
        self._head.setText(title)
        self._head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._head.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._head.setFont(scaled(self._head.font(), 1.0, bold=level == 0))
        self._head.clicked.connect(lambda _checked=False: self.set_open(not self._opened))
        self.body = QWidget(self)
        self.column = QVBoxLayout(self.body)
        self.column.setContentsMargins(GRID, 0, 0, GRID // 2)
        self.column.setSpacing(2)
        self.header = QHBoxLayout()
        self.header.addWidget(self._head, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(2)
        outer.addLayout(self.header)
        outer.addWidget(self.body)
        self.set_open(opened)

    def set_open(self, opened: bool) -> None:
        """Fold or unfold."""
        self._opened = opened
        self.body.setVisible(opened)
        self._head.setArrowType(Qt.ArrowType.DownArrow if opened else Qt.ArrowType.RightArrow)


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
                part = make_part(getattr(config, name), whole, label_of(name, field), field, emit, self, skip)
                self._parts[name] = part
                inner.append(part)
            else:
                row = FieldRow(whole, name, field, emit, self)
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

    def show_group_problems(self, problems: dict[str, list[str]]) -> None:
        """Show the problems of this object as a whole, and of inner ones; used-up paths are removed."""
        self._error.show_sentences(problems.pop(self.path, []))
        for part in self._parts.values():
            part.show_group_problems(problems)

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

    def show_group_problems(self, problems: dict[str, list[str]]) -> None:
        """As :meth:`Group.show_group_problems`."""
        for group in self._groups:
            group.show_group_problems(problems)

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
            self._choice = ChoiceEditor(list(self._kinds), self)
            self._choice.setFixedWidth(EDITOR_WIDTH)
            self._choice.name(tr("Kind of {what}", what=title), path)
            self._choice.edited.connect(self._change_kind)
            self.header.addWidget(self._choice)

    def _change_kind(self, kind: str) -> None:
        """Another kind keeps the settings that both have."""
        if self._value is None or kind == kind_of(type(self._value)):
            return
        fields = self._kinds[kind].model_fields
        kept = {name: value for name, value in self._value.model_dump(mode="json").items() if name in fields}
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


class RowPart(Part):
    """A tuple of objects: one part each, with buttons to add and remove."""

    def __init__(
        self, title: str, path: str, kinds: Sequence[type[BaseModel]], emit: Emit, parent: QWidget, skip: Iterable[str]
    ) -> None:
        super().__init__(title, path, emit, parent, skip)
        self._title = title
        self._kinds = list(kinds)
        self._items: list[OnePart] = []
        self._value: tuple[Config, ...] = ()
        self._plus = self._make_button("plus", tr("Add one to {what}", what=title), self._add)
        self._minus = self._make_button("trash", tr("Remove the last of {what}", what=title), self._remove)

    def _make_button(self, picture: str, title: str, run: Callable[[], None]) -> QToolButton:
        button = QToolButton(self, autoRaise=True)
        button.setIcon(icon(picture, self.palette()))
        button.setToolTip(title)
        button.setAccessibleName(title)
        button.clicked.connect(lambda _checked=False: run())
        self.header.addWidget(button)
        return button

    def _plain(self) -> list[Any]:
        return [item.model_dump(mode="json") for item in self._value]

    def _add(self) -> None:
        items = self._plain()
        fresh = items[-1] if items else self._kinds[0]().model_dump(mode="json")
        self._emit(self.path, [*items, fresh], self._title)

    def _remove(self) -> None:
        self._emit(self.path, self._plain()[:-1], self._title)

    def show_value(self, value: Any, reference: Any) -> None:
        while len(self._items) > len(value):
            gone = self._items.pop()
            gone.hide()
            gone.deleteLater()
        while len(self._items) < len(value):
            number = len(self._items)
            title = f"{self._title} {number + 1}"
            item = OnePart(title, f"{self.path}.{number}", self._kinds, self._emit, self.body, self._skip)
            self._items.append(item)
            self.column.addWidget(item)
        self._value = value
        self._minus.setEnabled(len(value) > 1)
        for number, item in enumerate(self._items):
            item.show_value(value[number], reference[number] if reference and number < len(reference) else None)

    def rows(self) -> list[FieldRow]:
        return [row for item in self._items for row in item.rows()]

    def show_group_problems(self, problems: dict[str, list[str]]) -> None:
        for item in self._items:
            item.show_group_problems(problems)

    def filter(self, words: str) -> bool:
        answers = [item.filter(words) for item in self._items]
        found = any(answers)
        self.setVisible(found or not words)
        return found


def make_part(
    value: Any, path: str, title: str, field: FieldInfo, emit: Emit, parent: QWidget, skip: Iterable[str]
) -> Part:
    """The part for a field that holds an object, or a tuple of them."""
    kinds = list(members(field.annotation))
    part: Part = (
        RowPart(title, path, kinds, emit, parent, skip)
        if isinstance(value, tuple)
        else OnePart(title, path, kinds, emit, parent, skip)
    )
    part.show_value(value, None)
    return part


class Form(QWidget):
    """A scrolling, searchable form over one object.

    ``edited`` carries (path, plain value, translated label). ``prefix`` stands before all paths, as ``encoder`` or
    ``stages.0.masking``; ``skip`` are patterns of paths that the form leaves out, as ``stages.*.masking``. After an
    edit the owner calls either :meth:`show_config` with the new object or :meth:`refuse` with the problems.
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
        sheet = QWidget()
        column = QVBoxLayout(sheet)
        column.setContentsMargins(GRID, 0, GRID, GRID)
        self._group = Group(self._config, self._prefix, self._pass_on, sheet, self._skip)
        column.addWidget(self._group)
        column.addStretch(1)
        self._area.setWidget(sheet)
        self._group.show_config(self._config, self._reference)

    def _pass_on(self, path: str, value: Any, label: str) -> None:
        self.edited.emit(path, value, label)

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
        for row in self._group.rows():
            row.show_problems(by_path.pop(row.path, []))
        self._group.show_group_problems(by_path)
        return [problem for problem in self._problems if problem.path in by_path]

    def refuse(self, path: str, problems: Sequence[FieldProblem]) -> None:
        """Say under the edited field why its value was not taken; the typed text stays for mending."""
        row = next((row for row in self._group.rows() if row.path == path), None)
        if row is not None:
            row.refuse([render(problem.message) for problem in problems])

    def focus_field(self, path: str) -> None:
        """Scroll to a field and give it the keyboard."""
        for row in self._group.rows():
            if row.path == path:
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
