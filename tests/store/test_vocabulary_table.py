"""Vocabularies side by side: every figure by hand, seeds as one row, and why bits may be no fair comparison."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pytest

from workbench.core.events import EvalDone, EvaluatedText, RunStarted, StepDone
from workbench.core.statistics import Spread, Verdict
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.store.vocabulary_table import VocabularyTable, figure_text, unknown_text, vocabulary_table

#: 10 sentences of 200 characters: as single characters, and as words of 1.6 characters.
CHARACTERS = EvaluatedText(
    sentences=10, tokens=200, positions=220, characters=200, unknown=2, predicted=40, hidden=0
)  # fmt: skip
WORDS = EvaluatedText(sentences=10, tokens=125, positions=145, characters=200, unknown=0, predicted=40, hidden=0)


@pytest.fixture
def trained(store: Store, spec: RunSpec, step: Callable[..., StepDone]) -> Callable[..., Run]:
    """A run with a vocabulary, which trained at some speeds and was evaluated."""

    def make(
        name: str, vocabulary: str, size: int, text: EvaluatedText | None, bits: float, speeds: Sequence[float],
        *settings: str, corpus: str = "c",
    ) -> Run:  # fmt: skip
        chosen = apply_overrides(spec, ["evaluation.masks=words", f"vocabulary={vocabulary}", *settings])
        run = store.create_run(chosen, name=name, corpus_fingerprint=corpus, vocabulary_fingerprint=f"f-{vocabulary}")
        place = {"run": "r", "time": 1000.0}
        begun = RunStarted(
            **place, step=0, device="cpu", precision="fp32", total_steps=9, session=1,
            baselines={"ln_v": math.log(size), "unigram": 5.0},
        )  # fmt: skip
        steps = [step(at).model_copy(update={"tokens_per_s": speed}) for at, speed in enumerate(speeds, 1)]
        first = EvalDone(**place, step=1, loss=9.0, losses={"mlm": 9.0}, perplexity=1.0)
        last = EvalDone(
            **place, step=9, loss=7.0, losses={"mlm": 6.0, "next_sentence": 1.0}, perplexity=1.0,
            bits_per_character=bits if text else None, text=text,
        )  # fmt: skip
        store.record(run, [begun, *steps, first, last])
        return store.run(run)

    return make


def told(table: VocabularyTable) -> list[str]:
    return [text.render() for text in (*table.problems, *table.notes)]


def test_the_figures_of_rows(store: Store, trained: Callable[..., Run]) -> None:
    runs = [
        trained(f"s-{kind}-seed{seed}", kind, size, text, bits + 0.1 * seed, speeds, f"seed={seed}")
        for kind, size, text, bits, speeds in (
            ("characters", 21_128, CHARACTERS, 7.0, (100.0, 1100.0, 1200.0)),
            ("words", 33_585, WORDS, 6.0, (870.0, 870.0)),
        )
        for seed in (1, 2, 3)
    ]
    characters, words = vocabulary_table(store, runs).rows
    assert (characters.name, characters.vocabulary, characters.size) == ("s-characters", "characters", 21_128)
    assert characters.runs == (1, 2, 3)
    assert (characters.tokens_per_sentence, words.tokens_per_sentence) == (20.0, 12.5)
    assert (characters.characters_per_token, words.characters_per_token) == (1.0, 1.6)
    assert characters.unknown == 0.01
    # The median of 1100 tokens a second, of which 200 of 220 are characters; of 870, 145 stand for 200.
    assert characters.characters_per_second == Spread(1000.0, 0.0, 3)
    assert words.characters_per_second == Spread(1200.0, 0.0, 3)
    assert characters.loss == Spread(6.0, 0.0, 3)
    assert words.bits is not None
    assert words.bits.mean == pytest.approx(6.2)
    assert words.bits.deviation == pytest.approx(0.1)
    assert (characters.verdict, words.verdict) == (Verdict.WORSE, Verdict.BEST), "the fewest bits are the best"
    assert figure_text(words.bits) == "6.2000 ± 0.1000"
    assert figure_text(words.characters_per_second) == "1,200 ± 0"
    assert figure_text(words.tokens_per_sentence) == "12.500"
    assert unknown_text(characters) == "1.00%"


def test_a_fair_comparison_has_no_problem_and_may_differ_in_length(store: Store, trained: Callable[..., Run]) -> None:
    runs = [
        trained("a", "characters", 10, CHARACTERS, 7.0, [1.0], "training.length=128"),
        trained("b", "words", 12, WORDS, 7.0, [1.0], "training.length=96", "training.evaluation_passages=9"),
    ]
    table = vocabulary_table(store, runs)
    assert told(table) == []
    assert {row.verdict for row in table.rows} == {Verdict.BEST, Verdict.UNKNOWN}, "one run alone has no spread"


def test_what_makes_bits_unfair_is_said(store: Store, trained: Callable[..., Run]) -> None:
    fair = trained("a", "characters", 10, CHARACTERS, 7.0, [1.0])
    hidden = WORDS.model_copy(update={"predicted": 30, "hidden": 10})
    fewer = WORDS.model_copy(update={"predicted": 30})
    cases = {
        "the runs differ in the text of the corpus.": trained("b", "words", 12, WORDS, 7.0, [1.0], corpus="d"),
        "the runs differ in Evaluation › Masks.": trained(
            "c", "words", 12, WORDS, 7.0, [1.0], "evaluation.masks=shared"
        ),
        "Not all are measured on the same words": trained(
            "d", "words", 12, WORDS, 7.0, [1.0], "evaluation.masks=stage"
        ),
        "from 30 to 40. With more evaluation passages": trained("e", "words", 12, fewer, 7.0, [1.0]),
        "Up to 25.00% of the characters to predict stand under [UNK]": trained("f", "words", 12, hidden, 7.0, [1.0]),
    }
    for words, run in cases.items():
        assert any(words in problem for problem in told(vocabulary_table(store, [fair, run]))), words
    only = vocabulary_table(store, [fair, list(cases.values())[-1]])
    assert only.problems == ()
    assert told(only) == ["Up to 25.00% of the characters to predict stand under [UNK], and are not counted."]


def test_runs_of_earlier_versions_and_runs_that_never_began_have_dashes(
    store: Store, spec: RunSpec, trained: Callable[..., Run]
) -> None:
    old = trained("old", "words", 12, None, 0.0, [1.0])
    table = vocabulary_table(store, [old, store.create_run(spec, name="waits")])
    for row in table.rows:
        assert [row.text, row.bits, row.characters_per_second] == [None, None, None]
        assert figure_text(row.tokens_per_sentence) == unknown_text(row) == "–"
    assert [row.size for row in table.rows] == [12, None]
