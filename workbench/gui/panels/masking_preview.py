"""What the strips show: passages of a corpus or of typed text, and their masks. The road of a run, cut short.

Passages are assembled once; a change of a parameter only chooses and replaces again, with the same keys as the trainer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Progress, Report
from workbench.core.seeding import example_keys
from workbench.core.texts import Text, mark
from workbench.gui.panels.chosen import chosen_corpus, chosen_vocabulary
from workbench.gui.panels.masking_cells import MaskedPassage, PassageText, passage_text
from workbench.gui.panels.masking_figures import SampleFigures, sample_figures
from workbench.masking.audit import MaskAudit, falls_short
from workbench.masking.audit_notes import fill_up
from workbench.masking.strategy import MaskedBatch, MaskingStrategy
from workbench.objectives.examples import ExampleMaker, mask_passages, preview_plan
from workbench.objectives.token_question import TokenQuestion
from workbench.spec.batches import batch_rule
from workbench.spec.run import RunSpec
from workbench.text.analysis import Analyser, make_analyser, phrase_statistics
from workbench.text.corpus import Corpus
from workbench.text.document import Ints, PassageBatch
from workbench.text.pack import PassagePlan, assemble, plan_chunks, sentence_chunks
from workbench.text.prepared import PreparedCorpus, prepare
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary

SAMPLE_CHARACTERS = 120_000  #: of a corpus that is not prepared yet; analysed within a second or two
SAMPLE_PASSAGES = 256  #: for the figures
_FRAME = 2  # [CLS] and [SEP]


@dataclass(frozen=True)
class Draw:
    """What masks are drawn with: the ``seed`` of a run and its ``epoch`` from 0."""

    seed: int
    epoch: int = 0


@dataclass(frozen=True)
class Passages:
    """Passages of ``prepared`` in the order of its documents: ``plan`` as training makes them, ``sentences`` one
    sentence each, which is easier to compare; ``stage`` counts from 0; ``is_sample`` where the text is a part of a
    corpus, ``is_typed`` where it is of none.

    ``note`` says why these are not the passages that training would make; ``answers`` (marked) are those that the
    stage's question about a passage of the plan can have, ``questions`` those about its tokens; ``has_roles`` where
    segments are turns of a dialogue.
    """

    prepared: PreparedCorpus
    plan: PassagePlan
    sentences: PassagePlan
    length: int
    stage: int = 0
    is_sample: bool = False
    is_typed: bool = False
    note: Text | None = None
    answers: tuple[str, ...] = ()
    questions: tuple[TokenQuestion, ...] = ()
    has_roles: bool = False

    def view(self, by_sentence: bool) -> PassagePlan:
        """One of the two plans."""
        return self.sentences if by_sentence else self.plan

    def masked(self, batch: PassageBatch, strategy: MaskingStrategy, draw: Draw) -> MaskedBatch:
        """The masks that a run with this seed has in this epoch of its stage ``stage``."""
        keys = example_keys(draw.seed, self.stage, draw.epoch, batch.example)
        return mask_passages(batch, strategy, self.prepared, keys)

    def sample(self, by_sentence: bool = False) -> PassageBatch:
        """Passages of one of the two plans spread evenly, for figures."""
        plan = self.view(by_sentence)
        rows = np.unique(np.linspace(0, len(plan) - 1, min(len(plan), SAMPLE_PASSAGES)).astype(np.int64))
        return assemble(self.prepared, plan, rows)


@dataclass(frozen=True)
class ShownPassage:
    """One passage with all its layers, assembled once for every strategy, its text, and what is asked of its tokens."""

    passages: Passages
    batch: PassageBatch
    text: PassageText
    questions: tuple[TokenQuestion, ...] = ()

    @staticmethod
    def of(passages: Passages, number: int, by_sentence: bool) -> ShownPassage:
        """Passage ``number`` of a view."""
        batch = assemble(passages.prepared, passages.view(by_sentence), np.array([number], dtype=np.int64))
        asked = tuple(one for one in passages.questions if not (by_sentence and one.of_passage))
        return ShownPassage(passages, batch, passage_text(batch, passages.prepared), asked)

    @property
    def answer(self) -> str:
        """The right answer about the passage (marked), empty where nothing is asked."""
        label = int(self.batch.label[0])
        return self.passages.answers[label] if 0 <= label < len(self.passages.answers) else ""

    @property
    def roles(self) -> str:
        """Who speaks in each turn of a dialogue, as ``Q R Q``; empty for any other passage."""
        if not self.passages.has_roles or not self.answer:
            return ""
        closes = np.flatnonzero(self.batch.token[1:] < 0) + 1
        return " ".join("QR"[role] for role in self.batch.segment[closes].tolist())

    def masked(self, strategy: MaskingStrategy, draw: Draw) -> MaskedPassage:
        """The passage masked by a strategy."""
        masked = self.passages.masked(self.batch, strategy, draw)
        prepared = self.passages.prepared
        answers = [(question, question.labels(masked, prepared)) for question in self.questions]
        return MaskedPassage(masked, self.text, prepared.vocabulary, prepared.labels, answers)


@dataclass(frozen=True)
class Source:
    """What passages are made from: names in the project, unit settings, and how the stage ``stage`` makes passages.

    ``known`` is the text, cut already, where only the passages are to be others.
    """

    project: Project
    corpus: str
    vocabulary: str
    spec: RunSpec
    stage: int = 0
    typed: str = ""
    known: PreparedCorpus | None = None

    def maker(self, prepared: PreparedCorpus) -> ExampleMaker:
        """Makes the examples of the stage."""
        spec = self.spec
        length = batch_rule(spec, self.stage).length
        return ExampleMaker(prepared, spec.stages[self.stage], length, spec.seed, self.stage)


def make_passages(source: Source, report: Report, cancelled: Cancelled) -> Passages:
    """The passages of typed text; else of the prepared corpus where there is one, else of a sample cut on the fly."""
    report(Progress(0, 0, "", mark("Making vocabulary, dictionary and lists ready")))
    prepared, is_sample = cut_source(source, report, cancelled)
    report(Progress(0, 0, "", mark("Arranging passages")))
    length = batch_rule(source.spec, source.stage).length
    note: Text | None = None
    maker = source.maker(prepared)
    if source.typed:
        plan = preview_plan(prepared, length, source.spec.seed)
    else:
        try:
            plan = maker.passages(0)
        except WorkbenchError as error:
            plan, note = preview_plan(prepared, length, source.spec.seed), error.message
    sentences, passage = sentence_plan(prepared, length), source.spec.stages[source.stage].passage
    asked = (passage.answers, () if note else tuple(maker.questions), passage.roles)
    return Passages(prepared, plan, sentences, length, source.stage, is_sample, bool(source.typed), note, *asked)


def cut_source(source: Source, report: Report, cancelled: Cancelled) -> tuple[PreparedCorpus, bool]:
    """The text in tokens and units, and whether it is a sample of a corpus."""
    vocabulary = chosen_vocabulary(source.project, source.vocabulary)
    units = source.spec.units
    if source.typed and not source.corpus:
        return _cut_typed(source.typed, make_analyser(source.project, vocabulary, units)), False
    corpus = chosen_corpus(source.project, source.corpus)
    found = already_prepared(source.project, corpus, vocabulary, units)
    if source.known is not None and (source.typed or found is None):
        return source.known, not source.typed
    if found is not None and not source.typed:
        return found, False
    analyser = make_analyser(source.project, vocabulary, units, corpus.boundaries)
    report(Progress(0, 0, "", mark("Cutting the text")))
    if source.typed:
        return _cut_typed(source.typed, analyser, found), False
    documents, paragraphs, chosen = sample_documents(corpus, cancelled)
    sample = PreparedCorpus.from_texts(documents, analyser, paragraph_starts=paragraphs)
    return replace(sample, answers=corpus.answers.take(chosen) if corpus.answers is not None else None), True


def _cut_typed(text: str, analyser: Analyser, corpus: PreparedCorpus | None = None) -> PreparedCorpus:
    """Typed text; how often tokens occur is the prepared corpus's to say, where there is one."""
    lines = [line for line in text.split("\n") if line.strip()]
    return PreparedCorpus.from_texts([lines], analyser, None if corpus is None else corpus.unigram_counts)


def sentence_plan(prepared: PreparedCorpus, length: int) -> PassagePlan:
    """Passages of one training sentence each, [CLS] and [SEP] around it."""
    chunks = sentence_chunks(prepared, np.flatnonzero(~np.asarray(prepared.evaluation)), length - _FRAME)
    return plan_chunks(chunks, np.arange(len(chunks.start)))


def already_prepared(
    project: Project, corpus: Corpus, vocabulary: Vocabulary, settings: UnitSettings
) -> PreparedCorpus | None:
    """The prepared corpus that an earlier run left; preparing is given up at once where there is none."""
    try:
        return prepare(project, corpus, vocabulary, settings, cancelled=lambda: True)
    except StoppedError:
        return None


def sample_documents(corpus: Corpus, cancelled: Cancelled) -> tuple[list[list[str]], Ints, Ints]:
    """Sentences of training documents spread evenly over the corpus, about :data:`SAMPLE_CHARACTERS` in all, where
    their paragraphs begin, in these sentences [p + 1], and which documents of the corpus they are [d]."""
    training = np.flatnonzero(~np.asarray(corpus.evaluation))
    mean = max(1.0, corpus.num_characters / max(1, corpus.num_documents))
    wanted = min(len(training), max(2, int(SAMPLE_CHARACTERS / mean)))
    documents: list[list[str]] = []
    paragraphs: list[Ints] = []
    borders = np.asarray(corpus.paragraph_starts)
    characters = sentences = 0
    places = np.unique(np.linspace(0, len(training) - 1, wanted).astype(np.int64)) if wanted else np.zeros(0, np.int64)
    for place in places:
        if cancelled() or characters > SAMPLE_CHARACTERS:
            break
        first, last = corpus.document_starts[training[place] :][:2].tolist()
        documents.append(corpus.sentences(first, last))
        own = borders[np.searchsorted(borders, first) : np.searchsorted(borders, last)]
        paragraphs.append(own - first + sentences)
        sentences += last - first
        characters += sum(map(len, documents[-1]))
    chosen = training[places[: len(documents)]]
    return documents, np.concatenate([*paragraphs, [sentences]]).astype(np.int64), chosen


@dataclass(frozen=True)
class Figures:
    """Figures of a sample for several strategies, and the phrases of the text itself."""

    strategies: tuple[SampleFigures, ...]
    passages: int
    phrases: int
    single_words: int


def measure(passages: Passages, strategies: Sequence[MaskingStrategy], draw: Draw, cancelled: Cancelled) -> Figures:
    """Mask a sample of the passages with each strategy and count."""
    batch = passages.sample()
    statistics = phrase_statistics(batch.layers)
    texts: dict[int, str] = {}

    def text_of(start: int, end: int) -> str:
        prepared = passages.prepared
        first, last = batch.token[[start, end - 1]].tolist()
        sentence = prepared.sentence_of(first)
        text = texts.setdefault(sentence, prepared.text_of(sentence))
        return text[int(prepared.spans[first, 0]) : int(prepared.spans[last, 1])]

    found = []
    for strategy in strategies:
        if cancelled():
            break
        masked, audit = passages.masked(batch, strategy, draw), MaskAudit()
        audit.add(masked, strategy, passages.prepared.vocabulary.unk_id)
        found.append(sample_figures(masked, text_of, audit, _short_sentences(passages, strategy, draw)))
    return Figures(tuple(found), len(batch), statistics.phrases, statistics.single_words)


def _short_sentences(passages: Passages, strategy: MaskingStrategy, draw: Draw) -> float:
    """The share of sentences in which a strategy cannot reach its rate, as only one that leaves the rest of the text
    alone can."""
    if fill_up(strategy) is None or not len(passages.sentences):
        return 0.0
    short = falls_short(passages.masked(passages.sample(by_sentence=True), strategy, draw), strategy)
    return float(short.mean())
