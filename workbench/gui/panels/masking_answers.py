"""Right answers in the window's words: about a passage, about its tokens, and how often each was right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.gui.figures import percent
from workbench.gui.i18n import in_list, render, tr, translate
from workbench.masking.strategy import IGNORE
from workbench.objectives.explanation import Explanation
from workbench.spec.run import Stage

MOST_TOLD = 6  #: answers of a question that has more


def passage_answer(answers: Sequence[str], label: int) -> str:
    """The right answer about a passage, of the (marked) ``answers``, and its class."""
    return tr("{answer} (class {number})", answer=translate(answers[label]), number=label)


def explanation_lines(explained: Explanation) -> list[str]:
    """What is behind an answer: said on the whole, and of each part with where it is from."""
    notes = explained.notes or (None,) * len(explained.places)
    lines = [] if explained.words is None else [render(explained.words)]
    for place, note in zip(explained.places, notes, strict=True):
        lines.append(render(place.text) if note is None else f"{render(place.text)} ({render(note)})")
    return lines


def token_answers(answers: Sequence[str], labels: Sequence[int]) -> str:
    """How many tokens of a passage have each answer, and how many are not asked about."""
    counts = [
        tr("{number} = {answer}: {count}", number=number, answer=translate(answer), count=labels.count(number))
        for number, answer in enumerate(answers)
    ]
    return " · ".join([*counts, tr("not asked: {count}", count=labels.count(IGNORE))])


def shares_told(stage: Stage, counts: Mapping[str, Mapping[str, int]]) -> list[str]:
    """A line for each question of a stage that was counted: the shares of its answers, of the most frequent ones where
    there are many."""
    titles = {stage.passage.head: stage.passage.title, **{one.loss: one.title for one in stage.tokens}}
    return [tr("{label}: {value}", label=translate(titles[name]), value=_shares(own)) for name, own in counts.items()]


def _shares(counts: Mapping[str, int]) -> str:
    total = max(sum(counts.values()), 1)
    told = list(counts.items())
    if len(told) > MOST_TOLD:
        told = sorted(told, key=lambda pair: -pair[1])[: MOST_TOLD - 1]
    words = [f"{translate(answer)} ({percent(count / total)})" for answer, count in told]
    if others := len(counts) - len(told):
        rest = total - sum(count for _, count in told)
        name = tr("{count} other {count:answer|answers}", count=others)
        words.append(f"{name} ({percent(rest / total)})")
    return in_list(words)
