"""All questions of the stages at a glance: which the corpora serve, and which they don't."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Signal, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from workbench.gui.i18n import in_list, tr, translate
from workbench.gui.icons import draw_icon
from workbench.gui.panels.masking_asked import Asked, Standing
from workbench.gui.theme import GRID, Colours, colours_of
from workbench.gui.tips import plain_tip
from workbench.spec.run import RunSpec

_ICONS = {
    Standing.NOTHING: "info-circle",
    Standing.UNKNOWN: "info-circle",
    Standing.COUNTING: "refresh",
    Standing.FITS: "circle-check",
    Standing.RARE: "alert-triangle",
    Standing.REFUSED: "x",
}


class QuestionList(QListWidget):
    """``chosen`` carries the :class:`Asked` that the user turns to."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._questions: Sequence[Asked] = ()
        self._standings: list[Standing] = []
        self.setAccessibleName(tr("Questions of the stages"))
        self.setWordWrap(True)
        self.setIconSize(QSize(20, 20))
        self.setSpacing(1)
        self.setMinimumWidth(24 * GRID)
        self.currentRowChanged.connect(self._choose)

    def show_questions(
        self,
        spec: RunSpec,
        questions: Sequence[Asked],
        standing: Callable[[Asked], Standing],
        reason: Callable[[Asked], str],
        current: Asked,
    ) -> None:
        """Show all questions with how it stands with them and, in tooltips, why."""
        self._questions = questions
        self._standings = [standing(asked) for asked in questions]
        with QSignalBlocker(self):
            while self.count() > len(questions):
                self.takeItem(self.count() - 1)
            while self.count() < len(questions):
                self.addItem(QListWidgetItem())
            for row, (asked, found) in enumerate(zip(questions, self._standings, strict=True)):
                item = self.item(row)
                title = translate(asked.title) if asked.name else tr("Only masked tokens")
                words = [title, _stages(spec, asked), standing_words(found)]
                item.setText("\n".join(word for word in words if word))
                item.setToolTip(plain_tip(reason(asked)))
            if current in questions:
                self.setCurrentRow(list(questions).index(current))
        self._dress()

    def standings(self) -> list[Standing]:
        """How it stands with each, from above."""
        return self._standings

    @Slot(int)
    def _choose(self, row: int) -> None:
        if 0 <= row < len(self._questions):
            self.chosen.emit(self._questions[row])

    def _dress(self) -> None:
        colours = colours_of(self.palette())
        for row, found in enumerate(self._standings):
            drawn = QIcon(draw_icon(_ICONS[found], _colour(colours, found)))
            drawn.addPixmap(draw_icon(_ICONS[found], colours.on_accent), QIcon.Mode.Selected)
            self.item(row).setIcon(drawn)

    def changeEvent(self, event: QEvent) -> None:
        """Icons follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dress()


def _stages(spec: RunSpec, asked: Asked) -> str:
    """Which stages ask it: by name where it is one."""
    if len(asked.stages) == 1:
        return spec.stages[asked.stage].name
    return tr("stages {numbers}", numbers=in_list(str(number + 1) for number in asked.stages))


def standing_words(standing: Standing) -> str:
    """How it stands with a question, in the window's language."""
    return {
        Standing.NOTHING: "",
        Standing.UNKNOWN: tr("not counted yet"),
        Standing.COUNTING: tr("being counted…"),
        Standing.FITS: tr("fits the corpus"),
        Standing.RARE: tr("has rare answers"),
        Standing.REFUSED: tr("can't be asked"),
    }[standing]


def _colour(colours: Colours, standing: Standing) -> str:
    special = {
        Standing.FITS: colours.success,
        Standing.RARE: colours.warning,
        Standing.REFUSED: colours.error,
    }
    return special.get(standing, colours.muted)
