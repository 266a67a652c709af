"""What the export button of the masking page does with the cards on show."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from workbench.gui.context import Context
from workbench.gui.i18n import tr, translate
from workbench.gui.panels.masking_actions import ActionRow
from workbench.gui.panels.masking_card import StrategyCard
from workbench.gui.panels.masking_cards import CardColumn
from workbench.gui.panels.masking_export import Exporter, Masks
from workbench.gui.panels.masking_export_dialog import ExportDialog
from workbench.gui.panels.masking_navigator import Navigator
from workbench.gui.panels.masking_stage import ChosenStage
from workbench.gui.theme import categorical, colours_of
from workbench.gui.views.strip_sheet import SheetPart, StripSheet


class Taking(QObject):
    """Knows the cards, the seed and the stage; files are written by an :class:`Exporter`."""

    def __init__(
        self,
        context: Context,
        stage: ChosenStage,
        column: CardColumn,
        navigator: Navigator,
        actions: ActionRow,
        page: QWidget,
    ) -> None:
        super().__init__(page)
        self._context, self._stage, self._column, self._navigator = context, stage, column, navigator
        self._page, self._legend = page, actions.legend
        self.exporter = Exporter(context, page)
        self.dialog: ExportDialog | None = None
        actions.sheet_wanted.connect(self.save_sheet)
        actions.strip_wanted.connect(lambda: self.exporter.save_strip(column.chosen.strip))
        actions.passages_wanted.connect(self.ask_passages)
        actions.picture_wanted.connect(lambda: column.chosen.strip.copy_picture())
        actions.text_wanted.connect(lambda: column.chosen.strip.copy_text())
        actions.json_wanted.connect(lambda: column.chosen.strip.copy_json())
        column.picture_wanted.connect(self.exporter.save_strip)

    def sheet(self) -> StripSheet:
        """All strips on show with their headings and the legend."""
        parts = [part for number, card in enumerate(self._column.cards) for part in self._parts(number, card)]
        return StripSheet(parts, self._legend)

    def _parts(self, number: int, card: StrategyCard) -> list[SheetPart]:
        colour = categorical(colours_of(self._page.palette()), number)
        assert card.strip.passage is not None
        title = card.strip.passage.heading(card.strategy)
        if card.second.isHidden():
            seed = tr("Seed {seed}", seed=self._navigator.seed)
            return [SheetPart(f"{title} · {seed}", card.strip, colour)]
        first, second = (caption.text() for caption in card.captions)
        return [SheetPart(f"{title} · {first}", card.strip, colour), SheetPart(second, card.second, colour)]

    @Slot()
    def save_sheet(self) -> None:
        """Ask for a file and save the picture of the comparison."""
        self.exporter.save_sheet(self.sheet(), tr("masks") + ".svg")

    @Slot()
    def ask_passages(self) -> None:
        """Ask which masked passages to export, and then for a file."""
        names = [translate(strategy.title) for strategy in self._column.strategies]
        has_corpus = bool(self._context.draft.spec.corpus)
        self.dialog = ExportDialog(names, self._column.chosen_number, has_corpus, self._page)
        self.dialog.wanted.connect(self._export)
        self.dialog.open()

    @Slot(int, int)
    def _export(self, place: int, count: int) -> None:
        card = self._column.cards[place]
        spec, number = self._context.draft.spec, self._stage.number
        masks = Masks(self._context.project, spec, number, card.strategy, self._navigator.seed)
        if count < 0:
            self.exporter.save_shown(masks, card.strip)
        else:
            self.exporter.save_corpus(masks, count)
