"""Taking down what a masking page shows, and showing it on the page after that."""

from __future__ import annotations

from workbench.gui.comparison import View
from workbench.gui.panels.masking_cards import CardColumn
from workbench.gui.panels.masking_navigator import Navigator
from workbench.gui.panels.masking_second import SecondDraw
from workbench.gui.panels.masking_stage import ChosenStage


def view_of(stage: ChosenStage, column: CardColumn, navigator: Navigator, second: SecondDraw) -> View:
    """What is on show."""
    return View(
        cards=[(card.key, card.strategy) for card in column.cards],
        chosen=column.chosen.key,
        stage=stage.number,
        by_sentence=navigator.by_sentence,
        passage=navigator.number,
        typed=navigator.text(),
        seed=navigator.seed,
        two_draws=navigator.two.isChecked(),
        second_by_epoch=second.by_epoch,
        second_seed=second.seed_box.value(),
        second_epoch=second.epoch_box.value(),
    )


def begin_with(view: View, stage: ChosenStage, column: CardColumn, navigator: Navigator, second: SecondDraw) -> None:
    """Show it on a page that has no card yet, and whose parts nobody listens to yet."""
    stage.choose(view.stage)
    navigator.begin_with(view)
    second.begin_with(view)
    second.setVisible(view.two_draws)
    for place, (key, strategy) in enumerate(view.cards):
        column.insert(place, strategy, key)
    if (chosen := column.card_of(view.chosen)) is not None:
        column.choose(chosen)
