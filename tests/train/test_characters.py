"""Bits per character against values worked out by hand, and evaluations that hide the same words from all."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
import torch

from workbench.core.events import EvalDone, EvaluatedText
from workbench.core.paths import Project
from workbench.objectives.examples import ExampleMaker
from workbench.spec.evaluation import EvaluationMasks, EvaluationSpec
from workbench.spec.makers import stage_makers
from workbench.spec.run import RunSpec
from workbench.text.analysis import make_analyser
from workbench.text.pack import assemble
from workbench.text.prepared import PreparedCorpus
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind
from workbench.train.batch import Batch
from workbench.train.characters import TargetText, characters_begun, summed
from workbench.train.evaluation import EvaluationTask, evaluate
from workbench.train.examples import BatchSource
from workbench.train.loop import Trainer
from workbench.train.unit_accuracy import EvaluationBatch

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = ["科学技术", "第一", "生产力", "我们", "公园", "天气", "中国", "一个"]
LETTERS = sorted(set("".join(WORDS)) | set("是的去好"))
BYTES = [*map(chr, [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]), *map(chr, range(256, 324))]

CHARACTERS = Vocabulary.make("characters", VocabularyKind.WORDPIECE, [*SPECIAL, *LETTERS])
WHOLE = Vocabulary.make("words", VocabularyKind.WORD, [*SPECIAL, *LETTERS, *WORDS])
BYTE_LEVEL = Vocabulary.make("bytes", VocabularyKind.BYTE_BPE, ["<s>", "<pad>", "</s>", "<unk>", "<mask>", *BYTES])


@pytest.fixture
def prepare(project: Project) -> Callable[[Vocabulary, Sequence[Sequence[str]]], PreparedCorpus]:
    """Documents of sentences, cut for a vocabulary; all of them held out."""

    def cut(vocabulary: Vocabulary, documents: Sequence[Sequence[str]]) -> PreparedCorpus:
        prepared = PreparedCorpus.from_texts(documents, make_analyser(project, vocabulary, UnitSettings()))
        return replace(prepared, evaluation=np.ones(len(documents), np.bool_))

    return cut


Prepare = Callable[[Vocabulary, Sequence[Sequence[str]]], PreparedCorpus]


def begun(corpus: PreparedCorpus) -> list[int]:
    return [int(count) for count in characters_begun(corpus, np.arange(corpus.num_tokens))]


def test_characters_of_tokens_are_those_of_the_text_whatever_cuts_it(prepare: Prepare) -> None:
    text = [["科学技术是第一生产力", "我们去公园"], ["好 天气"]]
    assert begun(prepare(CHARACTERS, text)) == [1] * 18
    assert begun(prepare(WHOLE, text)) == [4, 1, 2, 3, 2, 1, 2, 1, 2], "the space belongs to no token"
    of_bytes = prepare(BYTE_LEVEL, text)
    assert begun(of_bytes) == [1, 0, 0] * 16 + [1] + [1, 0, 0] * 2, "each for the first of three bytes; a space is one"


def test_bits_and_counts_by_hand(prepare: Prepare) -> None:
    """科学技术 is 4 characters for 6 bits, 鑫 is unknown, 是 is 1 for 2 bits: 8 bits for 5 characters."""
    corpus = prepare(WHOLE, [["科学技术是鑫", "我们"]])
    plan = ExampleMaker(corpus, RunSpec().stages[0], 16, 1).plan(0, evaluation=True)
    passages = assemble(corpus, plan, np.arange(1))
    assert [WHOLE.token(token) for token in passages.ids] == ["[CLS]", "科学技术", "是", "[UNK]", "我们", "[SEP]"]
    found = TargetText.of(corpus, passages, np.array([1, 2, 3]))
    assert found.characters.tolist() == [4, 1, 1]
    assert found.known.tolist() == [True, True, False]
    assert found.counts == EvaluatedText(
        sentences=2, tokens=4, positions=6, characters=8, unknown=1, predicted=5, hidden=1
    )
    losses = torch.tensor([6.0, 2.0, 40.0]) * math.log(2)
    assert found.bits(losses) == pytest.approx(8.0)
    twice = summed([found.counts, found.counts])
    assert (twice.sentences, twice.predicted, twice.hidden) == (4, 10, 2)


def test_an_evaluation_divides_the_bits_of_its_targets_by_their_characters(
    spec: RunSpec, trainer_of: Callable[..., Trainer], events: Callable[..., list[EvalDone]]
) -> None:
    trainer = trainer_of(spec)
    batches = trainer.source.evaluation(0)
    bits, characters = 0.0, 0
    trainer.model.eval()
    for number, batch in enumerate(batches):
        assert isinstance(batch, EvaluationBatch)
        if number == 0:  # as if its first target were unknown
            batch.text.known[0] = False
        logits = trainer.model(batch.inputs, batch.places)["mlm"].detach().double()
        chances = logits.softmax(-1)[torch.arange(len(batch.labels)), batch.labels]
        known = torch.from_numpy(batch.text.known)
        bits -= float(chances[known].log2().sum())
        characters += int(batch.text.characters[batch.text.known].sum())
    assert characters == sum(len(batch.labels) for batch in batches) - 1, "its tokens are letters"
    found = evaluate(trainer.model, [EvaluationTask(batches, {"mlm": 1.0})], torch.device("cpu"), lambda: False)
    assert found is not None
    assert found.bits == pytest.approx(bits, rel=1e-5)
    trainer.evaluate(0)
    (event,) = events(trainer, EvalDone)
    assert event.text is not None
    assert event.bits_per_character == pytest.approx(event.losses["mlm"] / math.log(2)), "a character a token"
    assert event.text.characters == event.text.tokens == event.text.positions - 3 * 16, "pairs have three marks each"


def test_where_no_token_is_predicted_there_are_no_bits(spec: RunSpec, trainer_of: Callable[..., Trainer]) -> None:
    trainer = trainer_of(spec)
    batches = trainer.source.evaluation(0)
    pairs = evaluate(
        trainer.model, [EvaluationTask(batches, {"next_sentence": 1.0})], torch.device("cpu"), lambda: False
    )
    assert pairs is not None
    assert pairs.bits_per_character is None
    plain = [Batch(**{name: value for name, value in vars(batch).items() if name not in ("units", "text")})
             for batch in batches]  # fmt: skip
    unknown = evaluate(trainer.model, [EvaluationTask(plain, {"mlm": 1.0})], torch.device("cpu"), lambda: False)
    assert unknown is not None
    assert unknown.bits_per_character is None, "nobody knows what text these tokens are"


def predicted_words(corpus: PreparedCorpus, spec: RunSpec) -> set[tuple[int, int]]:
    """Sentence and character of all that the evaluation of a run predicts."""
    source = BatchSource(spec, stage_makers(spec, {spec.corpus: corpus}), corpus.vocabulary.pad_id)
    maker = source.evaluation_maker(0)
    plan = maker.plan(0, evaluation=True)
    masked = maker.make(plan, range(len(plan)), 0)
    found = set()
    for token in masked.passages.token[masked.picks.position].tolist():
        start, end = corpus.spans[token].tolist()
        found |= {(corpus.sentence_of(token), place) for place in range(start, end)}
    return found


@pytest.mark.parametrize("rate", [0.15, 0.4])
def test_every_vocabulary_predicts_the_same_words(prepare: Prepare, rate: float) -> None:
    """Also where passages are of other lengths; masks of tokens hide others."""
    draw = random.Random(3)
    pieces = [*WORDS, *"是的去好"]
    documents = [["".join(draw.choices(pieces, k=draw.randint(3, 9))) for _ in range(6)] for _ in range(40)]

    def predicted(vocabulary: Vocabulary, length: int, masks: EvaluationMasks) -> set[tuple[int, int]]:
        spec = RunSpec()
        evaluation = EvaluationSpec(masks=masks).model_copy(
            update={"masking": spec.evaluation.masking.model_copy(update={"rate": rate})}
        )
        training = spec.training.model_copy(update={"length": length})
        return predicted_words(prepare(vocabulary, documents), spec.model_copy(
            update={"evaluation": evaluation, "training": training}
        ))  # fmt: skip

    same = predicted(CHARACTERS, 40, EvaluationMasks.WORDS)
    assert predicted(CHARACTERS, 100, EvaluationMasks.WORDS) == same
    assert predicted(WHOLE, 40, EvaluationMasks.WORDS) == same
    assert predicted(BYTE_LEVEL, 128, EvaluationMasks.WORDS) == same
    characters = sum(len(sentence) for document in documents for sentence in document)
    assert len(same) / characters == pytest.approx(rate, abs=0.03)
    assert predicted(CHARACTERS, 40, EvaluationMasks.SHARED) != predicted(WHOLE, 40, EvaluationMasks.SHARED)
