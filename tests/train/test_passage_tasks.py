"""ERNIE 2.0's tasks about passages: learnt where the text has the answer, and by nothing but the text."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
import torch
from torch.nn.functional import cross_entropy

from workbench.core.paths import Project
from workbench.masking.basic import Basic
from workbench.model.build import build_model
from workbench.objectives.click_relevance import NAMES, ClickRelevance, Unrelated
from workbench.objectives.discourse_relation import DiscourseRelation
from workbench.objectives.examples import ExampleMaker, PreviewStage
from workbench.objectives.ir_relevance import RelevanceProxy
from workbench.objectives.objective import PassageObjective
from workbench.objectives.sentence_distance import SentenceDistance
from workbench.objectives.sentence_reordering import SentenceReordering
from workbench.spec.encoder import EncoderSpec
from workbench.text.analysis import make_analyser
from workbench.text.answers import Answers
from workbench.text.pack import PassagePlan
from workbench.text.prepared import PreparedCorpus
from workbench.text.units import Segmenter, UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind
from workbench.train.batch import Batch, collate, joined

MARKERS = ("therefore=result", "however=contrast", "for example=example", "moreover=addition")
SPACES = UnitSettings(segmenter=Segmenter.SPACES, dictionary_phrases=False, dictionary_entities=False)
LENGTH = 12


@dataclass(frozen=True)
class Case:
    """A task, documents whose text has the answer, how many of the last are held out, steps that are enough, and what
    the corpus answers to a document, where it does."""

    objective: PassageObjective
    documents: Callable[[random.Random], list[list[str]]]
    held_out: int
    steps: int
    answer: Callable[[Sequence[str]], int] = lambda document: 0


def numbered(draw: random.Random) -> list[list[str]]:
    """Each sentence says which of its document it is."""
    return [[f"first{place} {word(draw)}" for place in range(3)] for _ in range(180)]


def themed(draw: random.Random) -> list[list[str]]:
    """Each sentence says its document and its place there; the held-out documents are like the others."""
    return [[f"about{theme} at{place}" for place in range(5)] for _ in range(2) for theme in range(4)]


def marked(draw: random.Random) -> list[list[str]]:
    """What follows a marker has a word that goes with it."""
    return [[consequence(draw) for _ in range(6)] for _ in range(180)]


def consequence(draw: random.Random) -> str:
    number = draw.randrange(len(MARKERS))
    return f"{MARKERS[number].partition('=')[0]} , {word(draw)} so{number} {word(draw)}"


def titled(draw: random.Random) -> list[list[str]]:
    """Titles and the sentences below them name their document; the held-out documents are like the others."""
    return [
        [f"title{number}", *(f"on{number} {word(draw)}" for _ in range(12))] for _ in range(2) for number in range(8)
    ]


def searched(draw: random.Random) -> list[list[str]]:
    """Queries and titles with the letter of a theme each; the held-out pairs are like the others."""
    pairs = [(query, title) for query in "abcd" for title in "abcd"]
    chosen = [draw.choice(pairs) if draw.random() < 0.5 else (one := draw.choice("abcd"), one) for _ in range(600)]
    return [[f"ask{query} {word(draw)}", f"{word(draw)} about{title}"] for query, title in chosen]


def listed(draw: random.Random) -> list[list[str]]:
    """A log of all that was shown: titles with the theme of their query or a neighbouring one. Others never are, so
    that a title of another query has another theme."""
    near = [(query, title) for query in "abcdef" for title in "abcdef" if abs(ord(query) - ord(title)) < 2]
    return [[f"ask{query}", f"about{title}"] for query, title in draw.choices(near, k=600)]


def click(document: Sequence[str]) -> int:
    """Clicked where the themes agree, shown where they are neighbours in the alphabet, else unrelated; to text
    without themes whatever comes."""
    if not document[0].startswith("ask"):
        return zlib.crc32(" ".join(document).encode()) % 3
    return min(2, abs(ord(document[0][3]) - ord(document[1][-1])))


def word(draw: random.Random) -> str:
    return f"any{draw.randrange(12)}"


CASES = {
    "sentence-reordering": Case(SentenceReordering(), numbered, 60, 100),
    "sentence-distance": Case(SentenceDistance(), themed, 4, 300),
    "discourse-relation": Case(DiscourseRelation(markers=MARKERS), marked, 60, 60),
    "ir-relevance": Case(ClickRelevance(), searched, 60, 120, click),
    "ir-relevance, drawn": Case(ClickRelevance(unrelated=Unrelated.DRAWN), listed, 60, 120, click),
    "ir-relevance-proxy": Case(RelevanceProxy(), titled, 8, 250),
}
every_case = pytest.mark.parametrize("kind", list(CASES))


def prepare(tmp_path: Any, case: Case, documents: Sequence[Sequence[str]], held_out: int) -> PreparedCorpus:
    words = sorted({one for document in documents for sentence in document for one in sentence.split()})
    vocabulary = Vocabulary.make(
        "words", VocabularyKind.WORDPIECE, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *words]
    )
    corpus = PreparedCorpus.from_texts(documents, make_analyser(Project(tmp_path), vocabulary, SPACES))
    answers = Answers(NAMES, np.array([case.answer(document) for document in documents], dtype=np.uint8))
    return replace(corpus, evaluation=np.arange(len(documents)) >= len(documents) - held_out, answers=answers)


def measure(
    corpus: PreparedCorpus, objective: PassageObjective, steps: int, change: Callable[[PassagePlan], PassagePlan]
) -> tuple[float, float]:
    """The share of right answers about held-out passages after some steps on those of the first epochs, whose plans are
    changed before; and that of who sees no text, but how many segments there are."""
    maker = ExampleMaker(corpus, PreviewStage(Basic(rate=0.01, at_least_one=False), objective), LENGTH, 1)
    batches = training_batches(maker, change)
    torch.manual_seed(1)
    spec = EncoderSpec(
        layers=2, hidden=64, heads=2, feed_forward=128, positions=LENGTH, segments=objective.segments,
        hidden_dropout=0, attention_dropout=0, initial_deviation=0.2,
    )  # fmt: skip
    model = build_model(spec, corpus.vocabulary.size, {objective.head: objective.classes})
    optimizer = torch.optim.AdamW(model.parameters())
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = 3e-3 * min(1, (step + 1) / 20) * (1 - step / steps)
        batch = batches[step % len(batches)]
        loss = cross_entropy(logits(model, batch, objective.head), batch.passage_labels)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    model.eval()
    plan = maker.plan(0, evaluation=True)
    held_out = collate(maker.make(plan, np.arange(len(plan)), 0), 0)
    with torch.no_grad():
        hits = logits(model, held_out, objective.head).argmax(-1) == held_out.passage_labels
    return float(hits.float().mean()), guessed(plan)


def guessed(plan: PassagePlan) -> float:
    pieces = np.diff(plan.piece_starts)
    most = [np.bincount(plan.label[pieces == number]).max() for number in np.unique(pieces)]
    return float(sum(most)) / len(plan)


def logits(model: Any, batch: Batch, head: str) -> torch.Tensor:
    found: torch.Tensor = model.padded(batch.inputs, batch.places, (head,))[head]
    return found


def training_batches(maker: ExampleMaker, change: Callable[[PassagePlan], PassagePlan]) -> list[Batch]:
    """About thirty batches of 32 passages from as many epochs as they take."""
    pieces: list[Batch] = []
    for epoch in range(200):
        plan = change(maker.plan(epoch))
        pieces += [
            collate(maker.make(plan, rows, epoch), 0)
            for rows in np.array_split(np.arange(len(plan)), -(-len(plan) // 32))
        ]
        if sum(len(piece.passage_labels) for piece in pieces) > 30 * 32:
            break
    together = max(1, 64 // len(pieces[0].passage_labels))
    return [joined(pieces[at : at + together], 0) for at in range(0, len(pieces), together)]


def unchanged(plan: PassagePlan) -> PassagePlan:
    return plan


def shuffled(plan: PassagePlan) -> PassagePlan:
    return replace(plan, label=np.random.default_rng(len(plan)).permutation(plan.label))


@every_case
def test_what_the_text_tells_is_learnt(kind: str, tmp_path: Any) -> None:
    case = CASES[kind]
    corpus = prepare(tmp_path, case, case.documents(random.Random(1)), case.held_out)
    right, guess = measure(corpus, case.objective, case.steps, unchanged)
    assert right > 0.95
    assert guess < 0.75


@every_case
def test_shuffled_answers_are_not_learnt(kind: str, tmp_path: Any) -> None:
    case = CASES[kind]
    corpus = prepare(tmp_path, case, case.documents(random.Random(1)), case.held_out)
    right, guess = measure(corpus, case.objective, 50, shuffled)
    assert right < guess + 0.2


@every_case
def test_where_the_text_tells_nothing_nothing_else_does(kind: str, tmp_path: Any) -> None:
    """Positions, segment types, lengths, or a marker that was left in: sentences of any words and any length."""
    draw, case = random.Random(3), CASES[kind]
    documents = [[noise(draw) for _ in range(draw.randint(3, 6))] for _ in range(240)]
    corpus = prepare(tmp_path, case, documents, 160)
    right, guess = measure(corpus, case.objective, 50, unchanged)
    assert right < guess + 0.08


def noise(draw: random.Random) -> str:
    """A sentence of which only its first word, a marker, could tell."""
    marker = draw.choice(MARKERS).partition("=")[0]
    return " ".join([marker, *(word(draw) for _ in range(draw.randint(0, 2)))])
