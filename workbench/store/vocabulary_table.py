"""Vocabularies side by side, by the runs that were trained with them: how they cut the text, how fast that is, and how
many bits a character costs.

Runs that differ in nothing but their seed are one row, whose figures are means with their spread. Losses per token say
nothing here, as tokens of one vocabulary are harder than those of another; bits per character do, where all predict the
same characters (:mod:`workbench.train.characters`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from workbench.core.events import EvalDone, EvaluatedText, event_from_json
from workbench.core.figures import percent
from workbench.core.statistics import Spread, Verdict, verdicts
from workbench.core.texts import Setting, Text, mark
from workbench.spec.evaluation import EvaluationMasks
from workbench.store.records import Run
from workbench.store.run_groups import alike_but_for_seeds, group_name
from workbench.store.store import Store
from workbench.store.sweep_targets import measured_by, other_targets, target_text

BITS = "eval/bits_per_character"
_LOSSES = ("eval/loss/mlm", "eval/loss/replaced_mlm", "eval/loss/generator")  #: of predicted tokens, as a run has them
_SPEED = "tokens_per_s"
#: What may differ without other characters being predicted: this is seen by their number.
_FREE = ("vocabulary", "vocabulary_fingerprint", "training.evaluation_passages")
_SAME_WORDS = Setting(mark("Masks"), "evaluation.masks=words", choice_label=EvaluationMasks.WORDS.label)
_SAME = 0.01  #: shares of characters in which two runs may differ, as words are cut at the ends of passages

RULE = mark(
    "Bits per character: the sum of -log2 p over the predicted tokens, divided by the characters that they stand for; "
    "predicted [UNK] count in neither. Characters per second: while training."
)


@dataclass(frozen=True)
class VocabularyRow:
    """A group of ``runs`` with one vocabulary of ``size`` tokens (None where none of them has started).

    ``text`` is what their evaluations read. ``characters_per_second`` and ``bits`` (a character) are over runs, as is
    ``loss``, which is that of a predicted token in nats; each is None where nothing was measured.
    """

    name: str
    runs: tuple[int, ...]
    vocabulary: str
    size: int | None
    text: EvaluatedText | None
    characters_per_second: Spread | None
    loss: Spread | None
    bits: Spread | None
    verdict: Verdict = Verdict.UNKNOWN

    @property
    def tokens_per_sentence(self) -> float | None:
        """The mean over the sentences that evaluations read."""
        return None if self.text is None else self.text.tokens / max(self.text.sentences, 1)

    @property
    def characters_per_token(self) -> float | None:
        """The mean over the tokens that evaluations read."""
        return None if self.text is None else self.text.characters / max(self.text.tokens, 1)

    @property
    def unknown(self) -> float | None:
        """The share of the characters that stand under [UNK]."""
        return None if self.text is None else self.text.unknown / max(self.text.characters, 1)


@dataclass(frozen=True)
class VocabularyTable:
    """The rows, ``problems``, which say why their bits are no fair comparison, and ``notes`` on what they count."""

    rows: tuple[VocabularyRow, ...]
    problems: tuple[Text, ...]
    notes: tuple[Text, ...]


def vocabulary_table(store: Store, runs: Sequence[Run]) -> VocabularyTable:
    """The table of runs, in their order."""
    rows = [_row(store, group) for group in alike_but_for_seeds(runs)]
    found = verdicts([row.bits for row in rows], lowest=True)
    judged = tuple(replace(row, verdict=verdict) for row, verdict in zip(rows, found, strict=True))
    texts = [row.text for row in judged if row.text is not None]
    return VocabularyTable(judged, tuple(_problems(runs, texts)), tuple(_notes(texts)))


def have_several_vocabularies(runs: Sequence[Run]) -> bool:
    """Whether there is something to compare."""
    return len({run.vocabulary_fingerprint for run in runs}) > 1


def _row(store: Store, group: Sequence[Run]) -> VocabularyRow:
    first, text = group[0], next((found for run in group if (found := _text_of(store, run))), None)
    size = next((round(math.exp(run.baselines["ln_v"])) for run in group if "ln_v" in run.baselines), None)
    finals = [store.final_values(run) for run in group]
    share = None if text is None or not text.positions else text.characters / text.positions
    speeds = [] if share is None else [speed * share for run in group if (speed := _speed(store, run)) is not None]
    return VocabularyRow(
        group_name(group),
        tuple(run.id for run in group),
        first.vocabulary,
        size,
        text,
        _spread(speeds),
        _spread([value for final in finals if (value := _loss_of(final)) is not None]),
        _spread([final[BITS] for final in finals if BITS in final]),
    )


def _text_of(store: Store, run: Run) -> EvaluatedText | None:
    """What the newest evaluation of a run read; None where it was not counted."""
    for line in reversed(store.events(run, ("eval",))):
        event = event_from_json(line)
        if isinstance(event, EvalDone):
            return event.text
    return None


def _speed(store: Store, run: Run) -> float | None:
    """Tokens a second, special ones included: the median of the curve, as a pause or another program slow some."""
    values = store.series(run, _SPEED).values
    values = values[np.isfinite(values)]
    return float(np.median(values)) if len(values) else None


def _loss_of(final: Mapping[str, float]) -> float | None:
    return next((final[name] for name in _LOSSES if name in final), None)


def _spread(values: Sequence[float]) -> Spread | None:
    known = [value for value in values if math.isfinite(value)]
    return Spread.of(known) if known else None


def _problems(runs: Sequence[Run], texts: Sequence[EvaluatedText]) -> list[Text]:
    settings = [measured_by(run) for run in runs]
    found = [target_text(path) for path in other_targets(settings) if not _is_free(path)]
    if any(one.get("evaluation.masks") != EvaluationMasks.WORDS.value for one in settings):
        template = mark(
            "Not all are measured on the same words, so that a model of characters may see the rest of a word that "
            "another has to predict. Train them with {setting}."
        )
        found.append(Text(template, {"setting": _SAME_WORDS}))
    asked = [text.predicted + text.hidden for text in texts]
    if asked and min(asked) < max(asked) * (1 - _SAME):
        template = mark(
            "Not the same characters are predicted: from {least:,} to {most:,}. With more evaluation passages all read "
            "the whole evaluation text."
        )
        found.append(Text(template, {"least": min(asked), "most": max(asked)}))
    return found


def _notes(texts: Sequence[EvaluatedText]) -> Iterator[Text]:
    if (hidden := max((_share_hidden(text) for text in texts), default=0.0)) > 0:
        template = mark("Up to {share} of the characters to predict stand under [UNK], and are not counted.")
        yield Text(template, {"share": percent(hidden, 2)})


def _share_hidden(text: EvaluatedText) -> float:
    return text.hidden / max(text.predicted + text.hidden, 1)


def _is_free(path: str) -> bool:
    return path in _FREE or path.split(".")[-1] == "length"


#: What is measured of a row, by what it is called; titles for people, to be translated where they are shown.
FIGURES: Mapping[str, Callable[[VocabularyRow], Spread | float | None]] = {
    mark("tokens/sentence"): lambda row: row.tokens_per_sentence,
    mark("characters/token"): lambda row: row.characters_per_token,
    mark("characters/s"): lambda row: row.characters_per_second,
    mark("loss/token"): lambda row: row.loss,
    mark("bits/character"): lambda row: row.bits,
}


def figure_text(value: Spread | float | None) -> str:
    """A figure, of several runs with its deviation; a dash for none."""
    if value is None:
        return "–"
    mean, deviation = (value.mean, value.deviation) if isinstance(value, Spread) else (value, None)
    digits = 0 if abs(mean) >= 100 else 4 if isinstance(value, Spread) else 3
    return f"{mean:,.{digits}f}" + ("" if deviation is None else f" ± {deviation:,.{digits}f}")


def unknown_text(row: VocabularyRow) -> str:
    """How much of the text stands under [UNK]."""
    return "–" if row.unknown is None else percent(row.unknown, 2)
