"""Vocabularies side by side, by the runs that are compared: tokens, speed and bits per character."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.gui.figures import grouped
from workbench.gui.i18n import render, tr, translate
from workbench.gui.panels.runs_figures import FigurePane, Line
from workbench.gui.run_words import VERDICT_SIGNS
from workbench.store.vocabulary_table import FIGURES, RULE, VocabularyRow, VocabularyTable, figure_text, unknown_text


class VocabularyPane(FigurePane):
    """The figures of vocabularies."""

    def show_table(self, table: VocabularyTable) -> None:
        """Show another table in place of the one before."""
        rule = [*map(render, table.notes), translate(RULE)]
        names = [row.name for row in table.rows]
        self.show_figures(tr("Vocabularies"), names, _lines(table), table.problems, rule)


def _lines(table: VocabularyTable) -> Iterator[Line]:
    yield tr("Vocabulary"), *(row.vocabulary for row in table.rows)
    yield tr("Size"), *("–" if row.size is None else grouped(row.size) for row in table.rows)
    yield tr("Runs"), *(str(len(row.runs)) for row in table.rows)
    for title, figure in FIGURES.items():
        yield translate(title), *(_signed(row, title, figure_text(figure(row))) for row in table.rows)
    yield tr("characters under [UNK]"), *map(unknown_text, table.rows)


def _signed(row: VocabularyRow, title: str, text: str) -> str:
    """A figure, of bits with the sign of how they stand to the best."""
    return f"{VERDICT_SIGNS[row.verdict]} {text}".strip() if title == "bits/character" and row.bits else text
