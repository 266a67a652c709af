"""One field of a form: label, editor, the way back, help, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pydantic.fields import FieldInfo
from PySide6.QtCore import QEvent, Slot
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QGridLayout, QLabel, QToolButton, QWidget

from workbench.gui.editors import ListEditor
from workbench.gui.fonts import scaled
from workbench.gui.forms.fields import bounds_of, label_of, make_editor, plain
from workbench.gui.forms.ticks import TicksEditor
from workbench.gui.i18n import render, tr, translate
from workbench.gui.icons import icon
from workbench.gui.labels import PlainLabel, muted_label
from workbench.gui.theme import GRID, colours_of
from workbench.spec.wording import field_value, fields_at, form_hints, number_text

EDITOR_WIDTH = 20 * GRID
RESET_ROOM = 3 * GRID + GRID // 2  #: what the way back takes beside an editor

Emit = Callable[[str, Any, str], None]


class ErrorLabel(PlainLabel):
    """A sentence in the error colour, hidden while there is none."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent=parent, wordWrap=True)
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
    """One field: label, editor, the way back; below them its help and its error.

    A value that was refused stands as it was typed, with its reason, until it is mended, taken back (Esc or the way
    back), or dropped by the form.
    """

    def __init__(self, path: str, field: FieldInfo, emit: Emit, parent: QWidget) -> None:
        super().__init__(parent)
        self.path = path
        self.title = label_of(field)
        self.help = translate(field.description or "")
        self.advanced = bool(form_hints(field).get("advanced"))
        self._field = field
        self._emit = emit
        self._value: Any = None
        self._reference: Any = None
        self._refused: Sequence[str] = ()
        self._problems: Sequence[str] = ()
        self._hint = self._make_hint()
        self.editor = make_editor(field)
        self.editor.name(self.title, self._hint)
        self.editor.edited.connect(self._edit)
        self._label = QLabel(self.title, self, wordWrap=True)
        self._label.setBuddy(self.editor)
        self._label.setToolTip(self._hint)
        self.reset = QToolButton(self, autoRaise=True)
        self.reset.setIcon(icon("restore", self.palette()))
        self.reset.clicked.connect(self._go_back)
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
        if isinstance(self.editor, (ListEditor, TicksEditor)):
            grid.addWidget(self.reset, 0, 2)
            grid.addWidget(self.editor, 1, 0, 1, 3)
        else:
            self.editor.setFixedWidth(EDITOR_WIDTH)
            grid.addWidget(self.editor, 0, 1)
            grid.addWidget(self.reset, 0, 2)
        grid.addWidget(self._error, 2, 0, 1, 3)
        if self.help:
            grid.addWidget(muted_label(self.help, self, wordWrap=True), 3, 0, 1, 3)
        grid.setColumnStretch(0, 1)

    def _make_hint(self) -> str:
        low, high = bounds_of(self._field)
        parts = [self.help]
        if low is not None and high is not None:
            parts.append(tr("From {low} to {high}.", low=number_text(low), high=number_text(high)))
        if fields_at(self.path.split(".")):
            parts.append(tr("In files and commands: {path}", path=self.path))
        return "\n".join(part for part in parts if part)

    def _edit(self, value: Any) -> None:
        self.refuse(())
        self._emit(self.path, value, self.title)

    @Slot()
    def _go_back(self) -> None:
        """To the last value that was taken where one was refused, else to the reference."""
        self._edit(self._value if self.drop_refused() else self._reference)

    def show_value(self, value: Any, reference: Any) -> None:
        """Show the field's value; one that differs from the reference is marked and can go back to it."""
        value = plain(value)
        self._reference = plain(reference)
        if value != self._value:
            self._value = value
            self.editor.set_value(value)
            self.refuse(())
        self._show_change()

    def _show_change(self) -> None:
        changed = self._reference is not None and self._reference != self._value
        self.reset.setVisible(changed or bool(self._refused))
        target = self._value if self._refused else self._reference
        back = tr("Back to {value}", value=render(field_value(self._field, target)))
        self.reset.setToolTip(back)
        self.reset.setAccessibleName(back)
        font = self._label.font()
        font.setBold(changed)
        self._label.setFont(font)
        self._label.setText(f"● {self.title}" if changed else self.title)

    def refuse(self, sentences: Sequence[str]) -> None:
        """Say why what stands in the editor was not taken; nothing where all is well."""
        self._refused = sentences
        self._show_sentences()
        self._show_change()

    def drop_refused(self) -> bool:
        """Show the value that was taken last in place of one that was refused; returns whether one was."""
        refused = bool(self._refused)
        if refused:
            self.editor.set_value(self._value)
            self.refuse(())
        return refused

    def show_problems(self, sentences: Sequence[str]) -> None:
        """Say what is wrong with the value that was taken."""
        self._problems = sentences
        self._show_sentences()

    def _show_sentences(self) -> None:
        sentences = [*self._refused, *self._problems]
        self._error.show_sentences(sentences)
        self.editor.name(self.title, "\n".join([*sentences, self._hint]))

    def matches(self, words: str) -> bool:
        """Whether a search finds this field."""
        text = f"{self.title} {self.help} {self.path}".casefold()
        return all(word in text for word in words.casefold().split())
