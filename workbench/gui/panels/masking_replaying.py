"""The batches of stored runs made again for the window: in a thread, or in a child where a corpus must be cut first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.progress import Cancelled, Report
from workbench.gui.panels.masking_cells import MaskedPassage, passage_text
from workbench.jobs.calls import call_in_child
from workbench.masking.strategy import Choice, MaskedBatch, Picks
from workbench.objectives.explanation import Explanation
from workbench.objectives.token_question import TokenQuestion
from workbench.spec.replay import Replay, ReplayedBatch
from workbench.spec.run import Stage
from workbench.store.records import Run
from workbench.store.replay import replay_run
from workbench.text.analysis import slice_units
from workbench.text.document import Ints, PassageBatch
from workbench.text.prepared import PreparedCorpus


@dataclass(frozen=True)
class Replayed:
    """A batch of a run, and what it was made with."""

    run: Run
    replay: Replay
    batch: ReplayedBatch

    @property
    def size(self) -> int:
        """How many passages the step was fed."""
        return sum(len(part.passages) for part in self.batch.parts)

    def passage(self, number: int) -> MaskedPassage:
        """One of them, from 0, over all parts of the batch."""
        place, row = self._place(number)
        part, labels = self.batch.parts[place], self.batch.token_labels[place]
        first, end = part.passages.starts[row : row + 2].tolist()
        asked = [one for one in self.stage.tokens if isinstance(one, TokenQuestion) and one.loss in labels]
        answers = [(question, labels[question.loss][first:end]) for question in asked]
        return _shown(take_passage(part, row), self.batch.prepared, answers)

    def explanation(self, number: int) -> Explanation | None:
        """What is behind the answer about one of them; None where nothing is asked."""
        place, row = self._place(number)
        found = self.batch.explanations[place]
        return found[row] if found else None

    @property
    def stage(self) -> Stage:
        """The stage that the step is of."""
        return self.replay.spec.stages[self.batch.stage]

    def _place(self, number: int) -> tuple[int, int]:
        """The part that a passage is in, and its row there."""
        for place, part in enumerate(self.batch.parts):
            if number < len(part.passages):
                return place, number
            number -= len(part.passages)
        raise IndexError(number)


def _shown(
    masked: MaskedBatch, prepared: PreparedCorpus, answers: Sequence[tuple[TokenQuestion, Ints]]
) -> MaskedPassage:
    text = passage_text(masked.passages, prepared)
    return MaskedPassage(masked, text, prepared.vocabulary, prepared.labels, answers)


def take_passage(masked: MaskedBatch, row: int) -> MaskedBatch:
    """Passage ``row`` of a masked batch as a batch of its own."""
    batch, units, picks = masked.passages, masked.choice.units, masked.picks
    first, end = batch.starts[row : row + 2].tolist()
    own = slice(*units.start.searchsorted([first, end]).tolist())
    picked = slice(*picks.position.searchsorted([first, end]).tolist())
    choice = Choice(
        units.take(np.arange(own.start, own.stop)).shift(-first),
        masked.choice.chosen[own],
        lambda: masked.choice.probability[own],
        masked.choice.regular[own],
    )
    return MaskedBatch(
        _alone(batch, row, first, end),
        masked.input_ids[first:end],
        masked.labels[first:end],
        choice,
        Picks(
            picks.position[picked] - first,
            picks.unit[picked] - own.start,
            picks.action[picked],
            picks.original[picked],
            picks.input[picked],
        ),
    )


def _alone(batch: PassageBatch, row: int, first: int, end: int) -> PassageBatch:
    """The passage ``row`` of a batch, its tokens ``first:end``, as a batch of its own."""
    return replace(
        batch,
        ids=batch.ids[first:end],
        starts=batch.starts[row : row + 2] - first,
        segment=batch.segment[first:end],
        part=batch.part[first:end],
        token=batch.token[first:end],
        maskable=batch.maskable[first:end],
        layers={kind: slice_units(units, first, end) for kind, units in batch.layers.items()},
        label=batch.label[row : row + 1],
        example=batch.example[row : row + 1],
    )


def make_batch(run: Run, step: int, known: Replay | None, report: Report, cancelled: Cancelled) -> Replayed:
    """The batch of a step; ``known`` is the run's replay where there is one already. Raises what
    :func:`workbench.store.replay.replay_run` does."""
    if known is None:
        if not _is_prepared(run):
            call_in_child(cut_corpus, run, progress=report, cancelled=cancelled)
        known = replay_run(run, progress=report, cancelled=cancelled)
    return Replayed(run, known, known.batch(step))


@dataclass(frozen=True)
class Newest:
    """The last batch of the newest run that has any to show, None where no run has; why those before it have none."""

    replayed: Replayed | None
    refused: Mapping[int, WorkbenchError]


def newest_batch(runs: Sequence[Run], report: Report, cancelled: Cancelled) -> Newest:
    """Try runs, the newest first, until one can be replayed; ``refused`` is by the number of a run."""
    refused: dict[int, WorkbenchError] = {}
    for run in runs:
        try:
            return Newest(make_batch(run, run.step, None, report, cancelled), refused)
        except StoppedError:
            raise
        except WorkbenchError as error:
            refused[run.id] = error
    return Newest(None, refused)


def _is_prepared(run: Run) -> bool:
    """Whether the run's corpus is still cut as it was; cutting it is given up at once."""
    try:
        replay_run(run, cancelled=lambda: True)
    except StoppedError:
        return False
    return True


def cut_corpus(run: Run, progress: Report, cancelled: Cancelled) -> None:
    """Cut the corpus of a run, so that the next replay finds it."""
    replay_run(run, progress=progress, cancelled=cancelled)
