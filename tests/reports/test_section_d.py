"""Masking as users reported it wrong (requirements, section D), with the neighbours of each report."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from workbench.core.errors import ArgumentError
from workbench.core.paths import Project
from workbench.masking.audit import MaskAudit
from workbench.masking.audit_notes import audit_notes
from workbench.masking.basic import Basic
from workbench.masking.electra import Electra
from workbench.masking.entity import Entity
from workbench.masking.ernie import Ernie, Level
from workbench.masking.mixture import Mixture, MixturePart
from workbench.masking.ngram import Ngram
from workbench.masking.phrase import Phrase
from workbench.masking.registry import STRATEGIES
from workbench.masking.span import Span
from workbench.masking.strategy import IGNORE, Action, MaskedBatch, MaskingStrategy, Replacement, cap_warning
from workbench.masking.whole_word import WholeWord
from workbench.objectives.examples import ExampleMaker, PreviewStage, mask_passages
from workbench.objectives.next_sentence import NextSentence
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.text.analysis import make_analyser
from workbench.text.document import UnitKind
from workbench.text.lexicon import (
    MARKED,
    Lexicon,
    LexiconEntry,
    LexiconKind,
    LexiconSource,
    save_lexicon,
)
from workbench.text.lexicon_import import bring_list
from workbench.text.pack import assemble
from workbench.text.prepared import PreparedCorpus
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind
from workbench.train.batch import collate
from workbench.train.control import Control
from workbench.train.examples import Prepared
from workbench.train.journal import Journal
from workbench.train.loop import Trainer
from workbench.train.meter import StepResult
from workbench.train.run import make_trainer

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
CHARACTERS = "春夏秋冬山川江河湖海天地日月星辰风云雨雪北京清华大学上海复旦中国语言模型长江黄河使用预测的概率"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
every_strategy = pytest.mark.parametrize("kind", list(STRATEGIES))
#: Strategies whose units are words or more.
WORDS = [WholeWord(), Phrase(), Entity(), Ngram(), Span(), Ernie(level=Level.WORD), Mixture()]


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    """Characters, and letters as they begin and go on with a word; ``play`` and ``##ing`` besides."""
    pieces = ["play", "##ing", *LETTERS, *(f"##{letter}" for letter in LETTERS)]
    return Vocabulary.make("letters", VocabularyKind.WORDPIECE, [*SPECIAL, *dict.fromkeys(CHARACTERS), *pieces])


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """One for the whole section: its segmenter and lists are loaded once."""
    return Project(tmp_path_factory.mktemp("section d") / "项目").create()


def prepare(
    project: Project, vocabulary: Vocabulary, documents: Sequence[Sequence[str]], **units: Any
) -> PreparedCorpus:
    return PreparedCorpus.from_texts(documents, make_analyser(project, vocabulary, UnitSettings(**units)))


def masked_lines(
    prepared: PreparedCorpus, strategy: MaskingStrategy, *, length: int = 128, seed: int = 1, epoch: int = 0
) -> MaskedBatch:
    """Every passage of a corpus, masked, with all layers of units."""
    maker = ExampleMaker(prepared, PreviewStage(strategy), length, seed)
    plan = maker.passages(epoch)
    batch = assemble(prepared, plan, np.arange(len(plan)))
    return mask_passages(batch, strategy, prepared, maker.keys(plan, batch.example, epoch))


def targets_by_passage(masked: MaskedBatch) -> np.ndarray:
    return np.add.reduceat((masked.labels != IGNORE).astype(int), masked.passages.starts[:-1])


@pytest.fixture(scope="module")
def lists(project: Project) -> dict[str, Any]:
    """The lists that PMI masking and similar words need."""
    collocations = (LexiconEntry("山川江河"), LexiconEntry("日月星辰"))
    likes = (LexiconEntry("长江", "黄河"), LexiconEntry("山", "江"))
    save_lexicon(project, Lexicon("pairs", LexiconKind.NGRAM, collocations))
    save_lexicon(project, Lexicon("likes", LexiconKind.SYNONYM, likes))
    return {"ngram_lists": ("pairs",), "synonyms": ("likes",)}


@pytest.fixture(scope="module")
def titles(project: Project, vocabulary: Vocabulary, lists: dict[str, Any]) -> PreparedCorpus:
    """500 titles of 4 characters."""
    draw = random.Random(37)
    return prepare(project, vocabulary, [["".join(draw.choices(CHARACTERS, k=4))] for _ in range(500)], **lists)


@pytest.fixture(scope="module")
def mixed_lines(project: Project, vocabulary: Vocabulary) -> PreparedCorpus:
    """200 lines of words of 1 to 7 tokens."""
    draw = random.Random(38)
    lines = [[line_of(*(draw.randint(1, 7) for _ in range(draw.randint(6, 25))))] for _ in range(200)]
    return prepare(project, vocabulary, lines)


@pytest.fixture(scope="module")
def bracketed(project: Project, vocabulary: Vocabulary, lists: dict[str, Any]) -> PreparedCorpus:
    """Documents whose text has the names of special tokens in it."""
    draw = random.Random(41)
    words = ["北京", "清华大学", "[MASK]", "[SEP]", "[PAD]", "playing", "长江", "[CLS]"]
    documents = [["".join(draw.choices(words, k=9)) + "。" for _ in range(draw.randint(2, 4))] for _ in range(320)]
    return prepare(project, vocabulary, documents, **lists)


@pytest.fixture(scope="module")
def long_passages(project: Project, vocabulary: Vocabulary) -> PreparedCorpus:
    """60 passages of 512 tokens."""
    draw = random.Random(47)
    return prepare(project, vocabulary, [["".join(draw.choices(CHARACTERS, k=510))] for _ in range(60)])


# R037


class _Fed:
    """What each step was fed, and what came of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.targets: list[int] = []
        self.losses: list[float] = []
        take_step = Trainer.take_step

        def taking(trainer: Trainer, prepared: Prepared) -> StepResult:
            result = take_step(trainer, prepared)
            self.targets.append(sum(len(part.labels) for part in prepared.parts))
            self.losses.append(result.loss)
            return result

        monkeypatch.setattr(Trainer, "take_step", taking)


class _NoWishes(Control):
    def __init__(self) -> None:
        super().__init__(None, None)  # type: ignore[arg-type]

    def _look(self) -> None:
        """Nobody asks for anything."""


def train(prepared: PreparedCorpus, kind: str, folder: Path, *overrides: str) -> None:
    """100 steps of one passage over a tiny encoder."""
    torch.set_num_threads(1)
    spec = apply_overrides(
        RunSpec(name="titles"),
        [
            "encoder.layers=1", "encoder.hidden=16", "encoder.heads=2", "encoder.feed_forward=16",
            "encoder.positions=32", "training.length=16", "training.batch_size=1", "training.steps=100",
            "training.warmup_steps=5", "training.evaluate_every=1000", "training.checkpoint_every=1000",
            "training.device=cpu", "stages.0.passage.kind=doc-sentences", f"stages.0.masking.kind={kind}", *overrides,
        ],
    )  # fmt: skip
    trainer = make_trainer(
        spec, prepared, prepared.vocabulary, torch.device("cpu"), folder, Journal("titles", lambda event: None),
        _NoWishes(), lambda: None,
    )  # fmt: skip
    assert trainer.train()


@every_strategy
def test_r037_short_titles_have_a_finite_loss(
    titles: PreparedCorpus, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str
) -> None:
    fed = _Fed(monkeypatch)
    train(titles, kind, tmp_path / "checkpoints")
    assert len(fed.losses) == 100
    assert all(map(math.isfinite, fed.losses))
    assert min(fed.losses) > 0
    assert min(fed.targets) >= 1, "every step predicts something"

    strategy, audit = STRATEGIES[kind](), MaskAudit()
    masked = masked_lines(titles, strategy)
    audit.add(masked, strategy, titles.vocabulary.unk_id)
    assert (audit.passages, audit.without_target) == (500, 0)
    assert audit.rate == np.count_nonzero(masked.labels != IGNORE) / 2000
    assert audit.rate >= 0.25, "one of four tokens is the least there can be, and the audit says so"
    assert not any(audit.faults.values())


@pytest.mark.parametrize("characters", [2, 8, 10])
def test_r037_switched_off_some_lines_have_no_target(project: Project, vocabulary: Vocabulary, characters: int) -> None:
    """Each token by itself leaves 0.85^n of lines of n characters without one: 72, 27 and 20 %; the audit says so."""
    draw = random.Random(37)
    lines = [["".join(draw.choices(CHARACTERS, k=characters))] for _ in range(3000)]
    prepared = prepare(project, vocabulary, lines)
    audit = MaskAudit()
    for at_least_one in (True, False):
        strategy = Ernie(level=Level.CHAR, at_least_one=at_least_one)
        audit = MaskAudit()
        audit.add(masked_lines(prepared, strategy), strategy, vocabulary.unk_id)
        if at_least_one:
            assert audit.without_target == 0
    assert audit.without_target / 3000 == pytest.approx(0.85**characters, abs=0.03)
    assert audit.rate == pytest.approx(0.15, abs=0.015)
    (note,) = audit_notes(audit, Ernie(level=Level.CHAR, at_least_one=False), 128)
    assert "nothing to predict" in str(note.message)


def test_r037_a_batch_without_a_label_is_skipped(
    project: Project, vocabulary: Vocabulary, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    prepared = prepare(project, vocabulary, [["春夏秋冬"]] * 50)
    fed = _Fed(monkeypatch)
    train(prepared, "ernie", tmp_path, "stages.0.masking.at_least_one=false", "stages.0.masking.level=char")
    assert 0 in fed.targets
    for loss, targets in zip(fed.losses, fed.targets, strict=True):
        assert math.isfinite(loss) == (targets > 0)


# R038


def line_of(*lengths: int) -> str:
    """A line of words of so many tokens each."""
    return " ".join(LETTERS[:length] for length in lengths)


@pytest.mark.parametrize("shape", [(2, 2, 2), (4, 3), (7,)])
@pytest.mark.parametrize("strategy", WORDS, ids=lambda strategy: strategy.kind)
def test_r038_long_words_in_short_lines_are_reached(
    project: Project, vocabulary: Vocabulary, strategy: MaskingStrategy, shape: tuple[int, ...]
) -> None:
    prepared = prepare(project, vocabulary, [[line_of(*shape)]] * 1000, english_chunks=False)
    masked = masked_lines(prepared, strategy)  # 1000 examples are 1000 keys
    words = masked.passages.layers[UnitKind.WORD]
    assert (words.end - words.start)[: len(shape)].tolist() == list(shape)
    targets = targets_by_passage(masked)
    assert len(targets) == 1000
    assert targets.min() >= 1
    if len(shape) > 1:
        assert targets.max() < sum(shape), "and one word at least stays"


@pytest.mark.parametrize("strategy", WORDS, ids=lambda strategy: strategy.kind)
def test_r038_the_rate_of_a_mixed_sample_is_that_asked_for(
    mixed_lines: PreparedCorpus, strategy: MaskingStrategy
) -> None:
    shares = []
    for epoch in range(20):
        masked = masked_lines(mixed_lines, strategy, length=256, epoch=epoch)
        shares.append(np.count_nonzero(masked.labels != IGNORE) / masked.passages.maskable.sum())
    assert np.mean(shares) == pytest.approx(0.15, abs=0.015)


# R039


@pytest.mark.parametrize("strategy", WORDS, ids=lambda strategy: strategy.kind)
def test_r039_chinese_and_english_words_stay_whole(
    project: Project, vocabulary: Vocabulary, strategy: MaskingStrategy
) -> None:
    text = "使用语言模型预测playing的概率"
    prepared = prepare(project, vocabulary, [[text]] * 500)  # 500 examples are 500 keys
    masked = masked_lines(prepared, strategy)
    words = masked.passages.layers[UnitKind.WORD]
    layer = prepared.layers[UnitKind.WORD]
    edges = zip(layer.start[:7].tolist(), layer.end[:7].tolist(), strict=True)
    own = [text[prepared.spans[start, 0] : prepared.spans[end - 1, 1]] for start, end in edges]
    assert own == ["使用", "语言", "模型", "预测", "playing", "的", "概率"]
    assert words.end[4] - words.start[4] == 2, "play and ##ing"
    hidden = np.concatenate(([0], np.cumsum(masked.labels != IGNORE)))
    inside, size = hidden[words.end] - hidden[words.start], words.end - words.start
    assert not np.count_nonzero((inside > 0) & (inside < size)), "no word is masked in part"
    assert np.count_nonzero((size > 1) & (inside == size)) > 100, "and many are masked whole"


def test_r039_a_word_of_the_user_moves_the_border(project: Project, vocabulary: Vocabulary) -> None:
    save_lexicon(project, Lexicon("words", LexiconKind.WORD, (LexiconEntry("语言模型", "n", 10**6),)))
    prepared = prepare(project, vocabulary, [["使用语言模型预测"]] * 500, word_lists=("words",), force_words=True)
    masked = masked_lines(prepared, WholeWord(rate=0.4))
    words = masked.passages.layers[UnitKind.WORD]
    assert (words.end - words.start)[:3].tolist() == [2, 4, 2]
    hidden = np.concatenate(([0], np.cumsum(masked.labels != IGNORE)))
    inside = hidden[words.end] - hidden[words.start]
    assert set(inside[words.end - words.start == 4].tolist()) == {0, 4}


# R041


@every_strategy
@pytest.mark.parametrize("passage", [None, NextSentence()], ids=["sentences", "pairs"])
def test_r041_special_tokens_are_never_touched(
    bracketed: PreparedCorpus, kind: str, passage: NextSentence | None
) -> None:
    vocabulary = bracketed.vocabulary
    strategy = STRATEGIES[kind](rate=0.9)
    stage = PreviewStage(strategy) if passage is None else PreviewStage(strategy, passage)
    maker = ExampleMaker(bracketed, stage, 64, 1)
    plan = maker.passages(0)
    assert len(plan) >= 300
    masked = maker.make(plan, range(300), 0)
    special = masked.passages.token < 0
    assert set(masked.passages.ids[special].tolist()) == {vocabulary.cls_id, vocabulary.sep_id}
    assert (masked.labels[special] == IGNORE).all()
    assert (masked.input_ids[special] == masked.passages.ids[special]).all()
    framed = {vocabulary.cls_id, vocabulary.sep_id, vocabulary.pad_id}
    assert not framed & set(masked.passages.ids[~special].tolist()), "what a text writes in brackets is only text"
    assert not framed & set(masked.input_ids[~special].tolist()), "and no special token is put into it"
    assert not (framed | {vocabulary.mask_id}) & set(masked.labels.tolist())
    assert np.count_nonzero(masked.labels != IGNORE) > 0.3 * np.count_nonzero(~special)
    batch = collate(masked, vocabulary.pad_id)
    ids = batch.inputs.ids
    width = ids.shape[1]
    padding = torch.arange(width) >= torch.from_numpy(masked.passages.lengths)[:, None]
    assert (ids[padding] == vocabulary.pad_id).all()
    assert not padding.reshape(-1)[batch.places].any(), "padding is never predicted"


# R047


@pytest.mark.parametrize("strategy", [Basic, WholeWord, Phrase, Electra], ids=lambda strategy: strategy.__name__)
def test_r047_a_cap_that_binds_is_told_with_the_rate_it_leaves(
    long_passages: PreparedCorpus, strategy: type[MaskingStrategy]
) -> None:
    usual = strategy().rate
    capped, free = strategy(max_predictions=20), strategy()
    audits = []
    for chosen in (capped, free):
        audit = MaskAudit()
        audit.add(masked_lines(long_passages, chosen, length=512), chosen, long_passages.vocabulary.unk_id)
        audits.append(audit)
    assert audits[0].rate == pytest.approx(0.039, abs=0.001)
    assert audits[1].rate == pytest.approx(usual, abs=0.01)
    warning = cap_warning(capped, 512)
    assert warning is not None
    assert f"a rate of 3.9% at 512 tokens in place of {usual:.1%}" in str(warning)
    assert "3.9%" in str(audit_notes(audits[0], capped, 512)[0].message)
    assert cap_warning(free, 512) is None
    assert audit_notes(audits[1], free, 512) == []


@pytest.mark.parametrize(
    ("cap", "length", "told"),
    [(20, 512, "3.9%"), (76, 512, "14.8%"), (77, 512, None), (20, 128, None), (19, 128, None), (18, 128, "14.1%")],
)
def test_r047_a_cap_that_does_not_bind_is_not_told(cap: int, length: int, told: str | None) -> None:
    """The original code's caps, 20 of 128 and 77 of 512, take nothing away."""
    warning = cap_warning(Basic(max_predictions=cap), length)
    assert (warning is None) == (told is None)
    assert told is None or told in str(warning)


# R052


def entities(prepared: PreparedCorpus, masked: MaskedBatch) -> set[tuple[str, str, str]]:
    """Text, class and origin of the candidate units that are entities."""
    units, found = masked.choice.units, set()
    for row in range(len(units)):
        label = prepared.labels[int(units.label[row])]
        if label.source.startswith(("list", "marked")):
            first, last = masked.passages.token[[units.start[row], units.end[row] - 1]].tolist()
            text = prepared.text_of(prepared.sentence_of(first))
            found.add((text[prepared.spans[first, 0] : prepared.spans[last, 1]], label.name, label.source))
    return found


def test_r052_a_list_and_a_mark_become_units(project: Project, vocabulary: Vocabulary, tmp_path: Path) -> None:
    file = tmp_path / "places.txt"
    file.write_text("长江黄河\tplace\n清华大学\tschool\n语言模型\tthing\n", encoding="utf-8")
    brought = bring_list(project, [file], "own", LexiconKind.ENTITY)
    assert (len(brought.lexicon), brought.skipped) == (3, {})
    text = "使用语言模型预测长江黄河，北京清华大学的概率。"
    names = {"entity_lists": ("own", MARKED)}

    def preview(marks: Lexicon) -> set[tuple[str, str, str]]:
        save_lexicon(project, marks)
        prepared = prepare(project, vocabulary, [[text]], dictionary_entities=False, **names)
        return entities(prepared, masked_lines(prepared, Entity()))

    listed = {("长江黄河", "place", "list own"), ("清华大学", "school", "list own"), ("语言模型", "thing", "list own")}
    empty = Lexicon(MARKED, LexiconKind.ENTITY, (), LexiconSource.MARKED)
    assert preview(empty) == listed
    marked = empty.with_entry("北京清华大学", "school")
    longer = listed - {("清华大学", "school", "list own")} | {("北京清华大学", "school", MARKED)}
    assert preview(marked) == longer
    assert preview(marked.without_entry("北京清华大学")) == listed, "taken back"
    assert preview(marked) == longer, "and brought back"
    with pytest.raises(ArgumentError, match="Phrase list"):
        prepare(project, vocabulary, [[text]], phrase_lists=("own",))


@pytest.mark.parametrize("shares", [(1, 1, 1), (8, 1, 1), (0.1, 0.1, 9)])
def test_r052_the_shares_of_a_mixture_leave_the_rate(
    project: Project, vocabulary: Vocabulary, shares: tuple[float, ...]
) -> None:
    draw = random.Random(52)
    words = ["北京", "清华大学", "长江", "中国", "语言模型", "山川江河", "的", "使用", "雨雪"]
    prepared = prepare(project, vocabulary, [["".join(draw.choices(words, k=40))] for _ in range(600)])
    parts = [MixturePart(share=share, masking=kind()) for share, kind in zip(shares, (WholeWord, Phrase, Entity),
                                                                             strict=True)]  # fmt: skip
    mixture = Mixture(parts=tuple(parts), replacement=Replacement(mask=1.0, random=0.0))
    masked = masked_lines(prepared, mixture)
    assert np.count_nonzero(masked.labels != IGNORE) / masked.passages.maskable.sum() == pytest.approx(0.15, abs=0.005)
    maker = ExampleMaker(prepared, PreviewStage(mixture), 128, 1)
    keys = maker.keys(maker.passages(0), masked.passages.example, 0)
    drawn = np.bincount(mixture.part_of(keys), minlength=3) / 600
    assert drawn == pytest.approx(np.array(shares) / sum(shares), abs=0.06)
    assert set(masked.picks.action.tolist()) == {Action.MASK}
