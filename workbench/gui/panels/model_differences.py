"""What differs from the preset that the experiment began with, in people's words."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from workbench.gui.fonts import scaled
from workbench.gui.i18n import render, tr
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.plain_table import fill_table, plain_table
from workbench.gui.theme import GRID
from workbench.spec.files import diff
from workbench.spec.run import RunSpec
from workbench.spec.wording import setting_name, setting_value

#: What every experiment has of its own.
OWN = ("name", "corpus", "vocabulary", "preset", "recipe", "seed")


class DifferencesView(QWidget):
    """A title, and a table that is there where something differs; ``opened`` carries the path of a chosen setting."""

    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._paths: list[str] = []
        self._title = PlainLabel(parent=self, wordWrap=True)
        self._title.setFont(scaled(self.font(), 1.0, bold=True))
        self.table = plain_table([tr("Setting"), tr("Preset"), tr("Now")], self)
        self.table.setToolTip(tr("A double click goes to the setting."))
        self.table.setAccessibleName(tr("Changed settings"))
        self.table.cellActivated.connect(self._open)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(self._title)
        column.addWidget(self.table)

    def show_difference(self, spec: RunSpec, reference: RunSpec | None) -> bool:
        """Compare with the preset, None where the experiment follows none; returns whether anything differs."""
        changed = diff(spec, reference) if reference is not None else {}
        rows = {path: values for path, values in changed.items() if path.partition(".")[0] not in OWN}
        self._paths = list(rows)
        fill_table(
            self.table,
            [
                (render(setting_name(path)), *(render(setting_value(path, value)) for value in values))
                for path, values in rows.items()
            ],
        )
        self.table.setVisible(bool(rows))
        if reference is None:
            self._title.setText(tr("This experiment follows no preset."))
        elif rows:
            self._title.setText(tr("Changed from preset {name}", name=spec.preset))
        else:
            self._title.setText(tr("Everything as in preset {name}", name=spec.preset))
        return bool(rows)

    @Slot(int, int)
    def _open(self, row: int, _column: int) -> None:
        self.opened.emit(self._paths[row])
