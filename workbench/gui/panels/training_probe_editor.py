"""Where probe sentences are written: one a line, words to be hidden chosen with the mouse."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from workbench.gui.context import Context
from workbench.gui.i18n import tr
from workbench.gui.labels import PlainLabel
from workbench.gui.theme import GRID
from workbench.spec.probes import MASK, MOST_PROBES, read_probe


def open_probe_editor(context: Context, parent: QWidget) -> ProbeEditor:
    """Show the editor over the window of ``parent``."""
    editor = ProbeEditor(context, parent.window())
    editor.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    editor.open()
    return editor


class ProbeEditor(QDialog):
    """Edits the draft's sentences, as one step of the history."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.setWindowTitle(tr("Probe sentences"))
        help_text = tr("Up to {count} sentences, one a line. The next run tells at every evaluation what it predicts "
                       "in them.", count=MOST_PROBES)  # fmt: skip
        self.text = QPlainTextEdit("\n".join(context.draft.spec.probes), self)
        self.text.setTabChangesFocus(True)
        self.text.setPlaceholderText(tr("The capital of France is [[Paris]]."))
        self.text.setAccessibleName(tr("Probe sentences"))
        self.hide_button = QPushButton(tr("Hide the selected words"), self, autoDefault=False)
        self.hide_button.setToolTip(tr("Puts them in double brackets; select hidden words to show them again"))
        self.mask_button = QPushButton(tr("Insert a mask"), self, autoDefault=False)
        self.problem = PlainLabel(parent=self, wordWrap=True)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setText(tr("Save"))
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(tr("Cancel"))
        row = QHBoxLayout()
        row.addWidget(self.hide_button)
        row.addWidget(self.mask_button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.addWidget(PlainLabel(help_text, self, wordWrap=True))
        column.addWidget(self.text, 1)
        column.addLayout(row)
        column.addWidget(self.problem)
        column.addWidget(self.buttons)
        self.resize(72 * GRID, 40 * GRID)
        self.text.textChanged.connect(self._check)
        self.text.selectionChanged.connect(self._check)
        self.hide_button.clicked.connect(self.hide_selected)
        self.mask_button.clicked.connect(lambda _checked=False: self.text.insertPlainText(MASK))
        self.buttons.accepted.connect(self.save)
        self.buttons.rejected.connect(self.reject)
        self._check()

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is written, without empty lines."""
        return tuple(line.strip() for line in self.text.toPlainText().splitlines() if line.strip())

    @Slot()
    def hide_selected(self) -> None:
        """Put the selected words in double brackets, or take those away that they have."""
        cursor = self.text.textCursor()
        chosen = cursor.selectedText()
        if not chosen.strip() or "\u2029" in chosen:  # Qt's sign between lines
            return
        plain = chosen.replace("[[", "").replace("]]", "")
        if plain == chosen:
            inner = chosen.strip()
            cursor.insertText(chosen.replace(inner, f"[[{inner}]]"))
        else:
            cursor.insertText(plain)
        self.text.setFocus()

    @Slot()
    def _check(self) -> None:
        """Say what is wrong; the sentences can't be kept like that."""
        sentences = self.sentences
        silent = next((sentence for sentence in sentences if not read_probe(sentence).asks), None)
        if len(sentences) > MOST_PROBES:
            words = tr("There are {count} sentences; the most is {most}.", count=len(sentences), most=MOST_PROBES)
        elif silent is not None:
            words = tr("Nothing is asked in “{sentence}”. Hide a word in it, or insert a mask.", sentence=silent)
        else:
            words = ""
        self.problem.setText(words)
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(not words)
        self.hide_button.setEnabled(self.text.textCursor().hasSelection())

    @Slot()
    def save(self) -> None:
        """Keep the sentences in the experiment."""
        self._context.draft.set("probes", self.sentences, tr("Probe sentences"))
        self.accept()
