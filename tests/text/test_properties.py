"""What holds for any text that can be imported: for every kind of vocabulary, every segmenter and every strategy."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from workbench.core.paths import Project
from workbench.masking.registry import STRATEGIES
from workbench.masking.strategy import IGNORE
from workbench.objectives.examples import ExampleMaker, PreviewStage
from workbench.text import helpers
from workbench.text import prepared as prepared_module
from workbench.text.analysis import Analyser, Analysis
from workbench.text.document import UnitKind
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, LexiconSource
from workbench.text.prepared import PreparedCorpus, prepare
from workbench.text.segmenters.words import TAG_CODE, make_cutter
from workbench.text.units import Overlap, Segmenter, UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
HARD = (
    "가나다 각",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\ufe0f",  # a family: joined by characters without width
    "שלום مرحبا",  # written from right to left
    "e\u0301\u0323ﬁİßΣ",  # combining marks, ligature, letters whose lower form is longer
    "\x00\x07\ufffd\u202e\u200b\ufeff",  # controls and characters without width
    "\U00020000\U0001f1e8\U0001f1f3中国",  # the higher planes
    "北京大学的C++与Edu Trust认证，don't 3.14",
    "[MASK][SEP]<mask></s>##国 \u3000\t",
)
TEXT = st.one_of(
    st.text(st.characters(codec="utf-8"), max_size=20),
    st.text(st.sampled_from("我们在北京大学来到中国 ab1，。.'’+\u0301\u200d\u3000\n\r😂é"), max_size=30),
    st.lists(st.sampled_from(HARD), max_size=3).map("".join),
)
TEXTS = st.lists(TEXT, max_size=5)

Analyse = Callable[[Analyser, Sequence[str]], list[Any]]
PIECES = [*"我们在北京大学来到中国的ab1eé，。.'+", "##b", "##京", "😂", "\U00020000", "北京大学", "中国", "mask"]
BYTES = [chr(code) for code in (*range(33, 127), *range(161, 173), *range(174, 324))]
VOCABULARIES = {
    "wordpiece": Vocabulary.make("w", VocabularyKind.WORDPIECE, [*SPECIAL, *PIECES]),
    "cased": Vocabulary.make("c", VocabularyKind.WORDPIECE, [*SPECIAL, *PIECES, "C"], lowercase=False),
    "character": Vocabulary.make("k", VocabularyKind.CHARACTER, [*SPECIAL, *PIECES]),
    "word": Vocabulary.make("j", VocabularyKind.WORD, [*SPECIAL, *PIECES]),
    "bytes": Vocabulary.make(
        "b", VocabularyKind.BYTE_BPE, ["<s>", "<pad>", "</s>", "<unk>", "<mask>", *BYTES, "Ġd", "æĪ"],
        lowercase=False, merges=[("Ġ", "d"), ("æ", "Ī")],
    ),
}  # fmt: skip
#: Segmenter, guessing of unknown words, forced words of the user's, overlap rule.
CUTS = {
    "rjieba": UnitSettings(segmenter=Segmenter.RJIEBA),
    "guessing": UnitSettings(segmenter=Segmenter.RJIEBA, hmm=True, overlap=Overlap.FIRST_LIST),
    "jieba": UnitSettings(segmenter=Segmenter.JIEBA, force_words=True),
    "spaces": UnitSettings(segmenter=Segmenter.SPACES),
}
LISTS = (
    Lexicon("p", LexiconKind.PHRASE, (LexiconEntry("来到北京", "x"), LexiconEntry("b 1"), LexiconEntry("中国"))),
    Lexicon("e", LexiconKind.ENTITY, (LexiconEntry("京大", "y"), LexiconEntry("\u200d"), LexiconEntry("é😂"))),
    Lexicon("n", LexiconKind.NGRAM, (LexiconEntry("北京"), LexiconEntry("北京大学"), LexiconEntry("京大学的"))),
    Lexicon("m", LexiconKind.ENTITY, (LexiconEntry("学来"), LexiconEntry("，")), source=LexiconSource.MARKED),
)
WORDS = (Lexicon("u", LexiconKind.WORD, tuple(LexiconEntry(word) for word in ("Edu Trust认证", "C++", "京大"))),)

Analysers = Callable[[str, str], Analyser]

examples = partial(
    settings,
    deadline=None,
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.function_scoped_fixture),  # a class, never changed
)
every_vocabulary = pytest.mark.parametrize("vocabulary", list(VOCABULARIES))
every_cut = pytest.mark.parametrize("cut", list(CUTS))


@pytest.fixture(scope="module")
def analyser(tmp_path_factory: pytest.TempPathFactory) -> Analysers:
    """Gives the analyser of a vocabulary and a cut, with lists of every kind."""
    folder = tmp_path_factory.mktemp("jieba")

    @cache
    def make(vocabulary: str, cut: str) -> Analyser:
        return Analyser(VOCABULARIES[vocabulary], CUTS[cut], LISTS, dictionaries=WORDS, cache_folder=folder)

    return make


def parts(analysis: Analysis) -> dict[str, list[Any]]:
    """Everything an analysis says, to be compared."""
    tokens = analysis.tokens
    found = {"ids": tokens.ids.tolist(), "spans": tokens.spans.tolist(), "starts": tokens.starts.tolist()}
    for kind, units in analysis.layers.items():
        found[kind.value] = np.stack((units.start, units.end, units.kind, units.label), axis=1).tolist()
    return found


@every_cut
@examples(max_examples=60)
@example(texts=list(HARD))
@given(texts=TEXTS)
def test_words_tile_every_text(analyser: Analysers, cut: str, texts: list[str]) -> None:
    table = analyser("character", cut).words(texts)
    for number, text in enumerate(texts):
        own = table.owner == number
        start, end = table.start[own] - table.bases[number], table.end[own] - table.bases[number]
        assert [0, *end.tolist()] == [*start.tolist(), len(text)]
        assert (end > start).all()
    assert (np.diff(table.owner) >= 0).all()


@every_vocabulary
@examples(max_examples=60)
@example(texts=list(HARD))
@given(texts=TEXTS)
def test_tokens_lie_in_order_inside_their_text(analyser: Analysers, vocabulary: str, texts: list[str]) -> None:
    used = VOCABULARIES[vocabulary]
    table = analyser(vocabulary, "rjieba").tokenizer.encode_flat(texts)
    assert table.starts[0] == 0
    assert table.starts[-1] == len(table.ids) == len(table.spans)
    specials = set(used.special.values()) - {used.unk_id}
    assert not specials & set(table.ids.tolist())
    for text, first, end in zip(texts, table.starts[:-1], table.starts[1:], strict=True):
        spans = table.spans[first:end]
        assert ((spans >= 0) & (spans <= len(text))).all()
        assert (spans[:, 0] <= spans[:, 1]).all()
        assert (np.diff(spans[:, 0]) >= 0).all()
        assert (np.diff(spans[:, 1]) >= 0).all()
        if used.kind is not VocabularyKind.BYTE_BPE:  # bytes of one character share its place
            # So do the letters that a Korean syllable is taken apart into where accents are stripped.
            shared = (spans[1:] == spans[:-1]).all(axis=1) & (spans[1:, 1] - spans[1:, 0] == 1)
            assert (shared | (spans[1:, 0] >= spans[:-1, 1])).all()


@every_cut
@every_vocabulary
@examples(max_examples=25)
@example(texts=list(HARD))
@given(texts=TEXTS)
def test_units_are_whole_and_inside_one_text(analyser: Analysers, vocabulary: str, cut: str, texts: list[str]) -> None:
    used = analyser(vocabulary, cut)
    analysis = used.analyse_flat(texts)
    owner = np.repeat(np.arange(len(texts)), np.diff(analysis.tokens.starts))
    words = analysis.layers[UnitKind.WORD]
    assert [0, *words.end.tolist()] == [*words.start.tolist(), len(owner)]
    for kind, units in analysis.layers.items():
        assert (units.start < units.end).all()
        assert (owner[units.start] == owner[units.end - 1]).all()
        assert ((units.label >= 0) & (units.label < len(used.labels))).all()
        assert (np.diff(units.start) >= 0).all()
        if kind in (UnitKind.PHRASE, UnitKind.ENTITY):
            assert (units.end[:-1] <= units.start[1:]).all()
            assert np.isin(units.start, words.start).all()
            assert np.isin(units.end, words.end).all()


@every_cut
@every_vocabulary
@examples(max_examples=25)
@example(texts=list(HARD))
@given(texts=TEXTS)
def test_a_text_is_analysed_alike_in_any_company_and_at_any_time(
    analyser: Analysers, vocabulary: str, cut: str, texts: list[str], analyse: Analyse
) -> None:
    used = analyser(vocabulary, cut)
    together = parts(used.analyse_flat(texts))
    assert parts(used.analyse_flat(texts)) == together
    for text, sequence in zip(texts, analyse(used, texts), strict=True):
        (alone,) = analyse(used, [text])
        assert alone.ids.tolist() == sequence.ids.tolist()
        assert alone.spans.tolist() == sequence.spans.tolist()
        for kind, units in alone.layers.items():
            for part in ("start", "end", "label"):
                assert np.array_equal(getattr(units, part), getattr(sequence.layers[kind], part)), (kind, part)


@cache
def reference() -> Any:
    import rjieba

    return rjieba.Jieba()


@pytest.mark.parametrize("hmm", [False, True])
@examples(max_examples=150)
@example(text="".join(HARD))
@example(text="一三得三，1a中3.14T恤γ射线一下首")
@given(text=TEXT)
def test_remembered_tags_are_those_of_the_segmenter(hmm: bool, text: str) -> None:
    lengths, codes = make_cutter(Segmenter.RJIEBA, hmm=hmm).cut(text)
    pairs = reference().tag(text, hmm) if text else []
    assert lengths.tolist() == [len(word) for word, _ in pairs]
    assert codes.tolist() == [TAG_CODE.get(tag, 0) for _, tag in pairs]


@examples(max_examples=12)
@example(texts=[*HARD, *HARD], chunk=3, vocabulary="bytes")
@given(
    texts=st.lists(TEXT, min_size=2, max_size=8),
    chunk=st.integers(1, 40),
    vocabulary=st.sampled_from(list(VOCABULARIES)),
)
def test_chunks_of_any_size_give_the_same_files(
    memory_corpus: Callable[..., Any], texts: list[str], chunk: int, vocabulary: str
) -> None:
    assert files_of(memory_corpus, texts, vocabulary, chunk) == files_of(memory_corpus, texts, vocabulary, 10**6)


@pytest.mark.parametrize("vocabulary", ["wordpiece", "bytes"])
def test_helpers_give_the_same_files(
    memory_corpus: Callable[..., Any], vocabulary: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [*HARD, "我们来到北京大学。", "don't look at New York"] * 40
    alone = files_of(memory_corpus, texts, vocabulary, 50)
    monkeypatch.setattr(helpers, "helpers_for", lambda seconds: 2)
    assert files_of(memory_corpus, texts, vocabulary, 50) == alone


def files_of(memory_corpus: Callable[..., Any], texts: Sequence[str], vocabulary: str, chunk: int) -> dict[str, bytes]:
    """Name -> content of the files of the texts' prepared corpus."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(prepared_module, "_CHUNK_CHARACTERS", chunk)
        project = Project(Path(folder)).create()
        corpus = memory_corpus([list(texts[:1]), list(texts[1:])], held_out=[0])
        found = prepare(project, corpus, VOCABULARIES[vocabulary], UnitSettings())
        return {path.name: path.read_bytes() for path in (project.prepared / found.fingerprint).iterdir()}


@pytest.mark.parametrize("kind", list(STRATEGIES))
@examples(max_examples=10)
@example(documents=[list(HARD), ["我们来到北京大学。", "中国"]], vocabulary="bytes", seed=3)
@given(
    documents=st.lists(st.lists(TEXT, min_size=1, max_size=4), min_size=1, max_size=3),
    vocabulary=st.sampled_from(list(VOCABULARIES)),
    seed=st.integers(0, 5),
)
def test_masks_are_whole_and_the_same_for_the_same_seed(
    analyser: Analysers, kind: str, documents: list[list[str]], vocabulary: str, seed: int
) -> None:
    source = PreparedCorpus.from_texts([*documents, ["我们在北京大学。"]], analyser(vocabulary, "rjieba"))
    maker = ExampleMaker(source, PreviewStage(STRATEGIES[kind]()), 32, seed)
    plan = maker.passages(0)
    masked = maker.make(plan, range(len(plan)), 0)
    hidden = masked.labels != IGNORE
    special = ~masked.passages.maskable
    assert not hidden[special].any()
    assert (masked.input_ids[special] == masked.passages.ids[special]).all()
    assert (masked.labels[hidden] == masked.passages.ids[hidden]).all()
    assert (masked.input_ids[~hidden] == masked.passages.ids[~hidden]).all()
    units = masked.choice.units
    totals = np.concatenate(([0], np.cumsum(hidden)))
    inside = totals[units.end] - totals[units.start]
    assert (inside == np.where(masked.choice.chosen, units.end - units.start, 0)).all()
    again = ExampleMaker(source, PreviewStage(STRATEGIES[kind]()), 32, seed).make(plan, range(len(plan)), 0)
    assert again.input_ids.tolist() == masked.input_ids.tolist()
    assert again.labels.tolist() == masked.labels.tolist()
