"""Examples of a question as training will see them: real passages with their right answers, ready to be shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from workbench.core.errors import WorkbenchError
from workbench.core.progress import Cancelled, Progress, Report
from workbench.core.texts import Text, mark
from workbench.gui.panels.masking_asked import Asked
from workbench.gui.panels.masking_cells import MaskedPassage, passage_text
from workbench.gui.panels.masking_preview import Source, cut_source
from workbench.gui.panels.masking_replaying import take_passage
from workbench.gui.views.strip_cells import Cell
from workbench.masking.strategy import IGNORE
from workbench.objectives.balance import answerable
from workbench.objectives.examples import ExampleMaker
from workbench.objectives.explanation import Explanation, pieces_of
from workbench.objectives.segments import no_pairs
from workbench.text.document import Bools, Ints
from workbench.text.pack import PassagePlan
from workbench.text.prepared import PreparedCorpus
from workbench.text.sentences import join_sentences

SEARCHED = 256  #: passages among which those with an answer about a token are looked for
_LETTERS = "ABCDEFGHIJ"
_ROLES = "QR"


@dataclass(frozen=True)
class PieceText:
    """A part of a passage: its segment or role as a letter, with its number, and its text."""

    letter: str
    segment: int
    text: str


@dataclass(frozen=True)
class Example:
    """A passage with its ``number`` (from 1, in the order that training takes them) and the class of the right answer
    about it; where tokens are asked about, the passage with its cells."""

    number: int
    label: int
    pieces: tuple[PieceText, ...]
    explanation: Explanation
    passage: MaskedPassage | None = None
    cells: Sequence[Cell] = ()


@dataclass(frozen=True)
class Examples:
    """The passages of a first epoch in the order of training; ``is_sample`` where they are made of a part of the corpus
    alone. ``refused`` says, by the name of the loss, what can't be asked of them (of all, under the empty name);
    ``present`` which answers [n, classes] the tokens of the first passages have."""

    prepared: PreparedCorpus
    maker: ExampleMaker
    plan: PassagePlan
    is_sample: bool
    refused: Mapping[str, Text] = field(default_factory=dict)
    present: Mapping[str, Bools] = field(default_factory=dict)

    def rows(self, asked: Asked, answer: int) -> Ints:
        """The passages with an answer (-1 for all)."""
        if not asked.name or asked.name in self.refused or "" in self.refused:
            return np.zeros(0, dtype=np.int64)
        if answer < 0:
            return np.arange(len(self.plan))
        if asked.of_tokens:
            return np.flatnonzero(self.present[asked.name][:, answer])
        return np.flatnonzero(self.plan.label == answer)

    def show(self, asked: Asked, rows: Sequence[int]) -> list[Example]:
        """Some of them."""
        explained = self.maker.explain(self.plan, rows, 0)
        found = [
            Example(row + 1, int(self.plan.label[row]), self._pieces(row), one)
            for row, one in zip(rows, explained, strict=True)
        ]
        return self._with_cells(asked, rows, found) if asked.of_tokens else found

    def _pieces(self, row: int) -> tuple[PieceText, ...]:
        first, end = self.plan.piece_starts[row : row + 2].tolist()
        letters = _ROLES if self.maker.stage.passage.roles else _LETTERS
        starts, ends = pieces_of(self.plan, row)
        segments = self.plan.segment[first:end].tolist()
        return tuple(
            PieceText(letters[segment], segment, text_between(self.prepared, start, stop))
            for segment, start, stop in zip(segments, starts.tolist(), ends.tolist(), strict=True)
        )

    def _with_cells(self, asked: Asked, rows: Sequence[int], found: list[Example]) -> list[Example]:
        masked = self.maker.make(self.plan, rows, 0)
        question = next(one for one in self.maker.questions if one.loss == asked.name)
        labels = question.labels(masked, self.prepared)
        shown = []
        for place, example in enumerate(found):
            own = labels[masked.passages.starts[place] : masked.passages.starts[place + 1]]
            one = take_passage(masked, place)
            text = passage_text(one.passages, self.prepared)
            passage = MaskedPassage(one, text, self.prepared.vocabulary, self.prepared.labels, [(question, own)])
            cells = [
                Cell(word, special=label == IGNORE, answer=label, note="" if label == IGNORE else str(label))
                for word, label in zip(text.shown, own.tolist(), strict=True)
            ]
            shown.append(Example(example.number, example.label, example.pieces, example.explanation, passage, cells))
        return shown


def make_examples(source: Source, report: Report, cancelled: Cancelled) -> Examples:
    """Passages of the prepared corpus where there is one, else of a sample that is cut on the fly."""
    report(Progress(0, 0, "", mark("Making vocabulary, dictionary and lists ready")))
    prepared, is_sample = cut_source(source, report, cancelled)
    report(Progress(0, 0, "", mark("Arranging passages")))
    return examples_of(source.maker(prepared), prepared, is_sample=is_sample)


def examples_of(maker: ExampleMaker, prepared: PreparedCorpus, *, is_sample: bool = False) -> Examples:
    """The passages that a stage makes of a prepared corpus, whether or not it serves what is asked of them."""
    try:
        plan, kept, refused = answerable(maker, 0)
    except WorkbenchError as error:
        return Examples(prepared, maker, no_pairs(), is_sample, {"": error.text})
    return Examples(prepared, kept, plan, is_sample, refused, _present(kept, plan))


def _present(maker: ExampleMaker, plan: PassagePlan) -> dict[str, Bools]:
    """Which answers [n, classes] the tokens of the first passages have, by question."""
    if not maker.questions:
        return {}
    masked = maker.make(plan, range(min(SEARCHED, len(plan))), 0)
    owner = masked.passages.owner
    found = {}
    for question in maker.questions:
        labels = question.labels(masked, maker.source)
        asked = labels != IGNORE
        found[question.loss] = present = np.zeros((len(masked.passages), question.classes), np.bool_)
        present[owner[asked], labels[asked]] = True
    return found


def text_between(prepared: PreparedCorpus, start: int, end: int) -> str:
    """The text of the tokens ``start:end`` of a corpus, with blanks between sentences where the script has them."""
    if end <= start:
        return ""
    first, last = prepared.sentence_of(start), prepared.sentence_of(end - 1)
    texts = prepared.texts_of(first, last + 1)
    if end < prepared.sentence_starts[last + 1]:
        texts[-1] = texts[-1][: int(prepared.spans[end - 1, 1])]
    if start > prepared.sentence_starts[first]:
        texts[0] = texts[0][int(prepared.spans[start, 0]) :]
    return join_sentences(texts).strip()
