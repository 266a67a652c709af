"""Which stage of the experiment the masking page shows."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from workbench.gui.draft import Draft
from workbench.spec.run import Stage


class ChosenStage(QObject):
    """A place among the draft's stages; ``chosen`` comes when another one is chosen. It stays within those there are,
    also when the history takes some away."""

    chosen = Signal()

    def __init__(self, draft: Draft, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._draft = draft
        self._wanted = 0

    @property
    def number(self) -> int:
        """Its place, from 0."""
        return min(self._wanted, len(self._draft.spec.stages) - 1)

    @property
    def stage(self) -> Stage:
        """The stage itself."""
        return self._draft.spec.stages[self.number]

    @property
    def path(self) -> str:
        """Its dotted path in the spec."""
        return f"stages.{self.number}"

    @property
    def masking_path(self) -> str:
        """The dotted path of its masking."""
        return f"{self.path}.masking"

    def choose(self, number: int) -> None:
        """Show the stage at another place."""
        if number != self.number:
            self._wanted = number
            self.chosen.emit()
