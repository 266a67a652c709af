"""Units of a boundary file: stored beside the corpus, found by sentence, foremost in preparation and preview."""

from __future__ import annotations

import gzip
import pickle
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.text.analysis import make_analyser
from workbench.text.boundaries import Boundaries, BoundaryWriter
from workbench.text.corpus import Corpus, import_corpus
from workbench.text.document import UnitKind
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, save_lexicon
from workbench.text.prepared import PreparedCorpus, prepare
from workbench.text.readers.notes import Notes
from workbench.text.readers.pieces import PartSpan, Piece
from workbench.text.readers.settings import DocumentRule, FileFormat, ImportSettings
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

NER = Path(__file__).resolve().parents[3] / "shared" / "data" / "4_tasks" / "ner_weibo_test.bio.gz"
VOCABULARY = Vocabulary.make(
    "v", VocabularyKind.CHARACTER, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"张三在北京大学开心极了。李四"]
)
CONTENT = """张 B-PER
三 I-PER
在 O
北 B-ORG
京 I-ORG
大 I-ORG
学 I-ORG
。 O
开 B-phrase
心 I-phrase
极 I-phrase
了 I-phrase
。 O

李 B-PER
四 I-PER
在 O
北 B-LOC
京 I-LOC
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "project")


@pytest.fixture
def corpus(project: Project, tmp_path: Path) -> Corpus:
    path = tmp_path / "tags.txt"
    path.write_text(CONTENT, encoding="utf-8")
    return import_corpus(project, "c", [path], ImportSettings(evaluation_share=0))


def units(prepared: PreparedCorpus, kind: UnitKind) -> list[tuple[str, str, str]]:
    """Text, class and source of the units of a layer."""
    layer, found = prepared.layers[kind], []
    for start, end, number in zip(layer.start.tolist(), layer.end.tolist(), layer.label.tolist(), strict=True):
        sentence = prepared.text_of(prepared.sentence_of(start))
        label = prepared.labels[number]
        found.append((sentence[prepared.spans[start, 0] : prepared.spans[end - 1, 1]], label.name, label.source))
    return found


def test_the_units_of_the_file_are_those_of_the_prepared_corpus(project: Project, corpus: Corpus) -> None:
    assert corpus.sentences(0, 3) == ["张三在北京大学。", "开心极了。", "李四在北京"]
    prepared = prepare(project, corpus, VOCABULARY, UnitSettings())
    assert units(prepared, UnitKind.ENTITY) == [
        ("张三", "PER", "boundary file"),
        ("北京大学", "ORG", "boundary file"),
        ("李四", "PER", "boundary file"),
        ("北京", "LOC", "boundary file"),
    ]
    assert units(prepared, UnitKind.PHRASE) == [("开心极了", "phrase", "boundary file")]


def test_they_win_over_lists_and_can_be_turned_off(project: Project, corpus: Corpus) -> None:
    save_lexicon(project, Lexicon("e", LexiconKind.ENTITY, (LexiconEntry("三在北京大学", "x"),)))
    on = prepare(project, corpus, VOCABULARY, UnitSettings(entity_lists=("e",)))
    assert units(on, UnitKind.ENTITY)[:2] == [("张三", "PER", "boundary file"), ("北京大学", "ORG", "boundary file")]
    off = prepare(project, corpus, VOCABULARY, UnitSettings(entity_lists=("e",), boundary_files=False))
    assert units(off, UnitKind.ENTITY)[0] == ("三在北京大学", "x", "list e")
    assert off.fingerprint != on.fingerprint


def test_a_sentence_of_the_corpus_has_them_in_the_preview_too(project: Project, corpus: Corpus) -> None:
    analyser = make_analyser(project, VOCABULARY, UnitSettings(), corpus.boundaries)
    shown = PreparedCorpus.from_texts([["开心极了。", "开心极了", "李四在北京"]], analyser)
    assert units(shown, UnitKind.PHRASE) == [("开心极了", "phrase", "boundary file")]
    assert units(shown, UnitKind.ENTITY)[-1] == ("北京", "LOC", "boundary file")


def test_counts_and_what_is_told(corpus: Corpus) -> None:
    assert corpus.boundaries is not None
    assert len(corpus.boundaries) == 5
    assert corpus.boundaries.counts() == {"PER": 2, "ORG": 1, "phrase": 1, "LOC": 1}
    note = next(note for note in corpus.report.notes if note.kind == "boundaries")
    assert str(note.message) == "5 units were read with their places (PER 2, ORG 1, phrase 1, LOC 1)."


def test_other_corpora_have_none(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "plain.txt"
    path.write_text("张三在北京大学。", encoding="utf-8")
    corpus = import_corpus(project, "plain", [path], ImportSettings())
    assert corpus.boundaries is None
    assert not [file for file in corpus.folder.iterdir() if file.name.startswith("boundar")]


def test_damage_is_one_sentence(corpus: Corpus) -> None:
    path = corpus.folder / "boundary_spans.npy"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(WorkbenchError, match="boundary file of the corpus “c” are damaged"):
        Boundaries(corpus.folder)
    (corpus.folder / "boundaries.json").write_text("{}", encoding="ascii")
    with pytest.raises(WorkbenchError, match="damaged"):
        assert Corpus(corpus.folder).boundaries


def test_of_two_markings_of_a_sentence_the_fuller_stands_and_is_told(tmp_path: Path) -> None:
    notes = Notes()
    writer = BoundaryWriter(notes, tmp_path)
    for spans in ((), (PartSpan(0, 0, 2, "A"),), (PartSpan(0, 0, 2, "A"),), (PartSpan(0, 0, 1, "B"),)):
        writer.add(Piece(("张三",), 1, True, spans), "f")
    writer.add(Piece(("李四",), 1), "f")
    writer.write(tmp_path)
    writer.tell()
    found = Boundaries(tmp_path).find(["李四", "张三", "张三"], UnitKind.ENTITY)
    assert [column.tolist() for column in found] == [[1, 2], [0, 0], [2, 2], [0, 0]]
    assert [str(note.message) for note in notes.all()] == [
        "1 sentence occurs with different units; the marking with the most units stands for all."
    ]


SPANS = st.lists(st.builds(PartSpan, st.just(0), st.just(0), st.integers(1, 2), st.sampled_from("AB")), max_size=2)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["张三", "李四", "王五"]), SPANS), max_size=12), st.data())
def test_parts_give_the_same_as_the_whole(
    tmp_path_factory: pytest.TempPathFactory, marked: list[tuple[str, list[PartSpan]]], data: st.DataObject
) -> None:
    """The files are equal byte for byte, and so is what is told, however the pieces are shared out."""
    folder = tmp_path_factory.mktemp("parts")
    pieces = [Piece((text,), 1, True, tuple(spans)) for text, spans in marked]
    cuts = sorted(data.draw(st.lists(st.integers(0, len(pieces)), max_size=2)))
    notes = [Notes(), Notes()]
    whole, joined = (BoundaryWriter(one, folder) for one in notes)
    for piece in pieces:
        whole.add(piece, "f")
    for number, (begin, end) in enumerate(pairwise([0, *cuts, len(pieces)])):
        part, place = BoundaryWriter(Notes(), folder), folder / str(number)
        place.mkdir()
        for piece in pieces[begin:end]:
            part.add(piece, "f")
        part.write(place)
        joined.append(place)
    for writer, name in ((whole, "whole"), (joined, "joined")):
        (folder / name).mkdir()
        writer.write(folder / name)
        writer.tell()
    files = [{path.name: path.read_bytes() for path in (folder / name).iterdir()} for name in ("whole", "joined")]
    assert files[0] == files[1]
    assert notes[0].all() == notes[1].all()


def test_another_process_maps_the_files_itself(corpus: Corpus) -> None:
    assert corpus.boundaries is not None
    sent = pickle.dumps(corpus.boundaries)
    assert len(sent) < 1000
    assert pickle.loads(sent).counts() == corpus.boundaries.counts()


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(st.text("ab北京\ud800😀", min_size=1, max_size=8), st.integers(0, 3), max_size=12))
def test_every_sentence_is_found_with_its_own_units(
    tmp_path_factory: pytest.TempPathFactory, texts: dict[str, int]
) -> None:
    folder = tmp_path_factory.mktemp("boundaries")
    writer = BoundaryWriter(Notes(), folder)
    for text, count in texts.items():
        spans = tuple(PartSpan(0, place, place + 1, "x") for place in range(min(count, len(text))))
        writer.add(Piece((text,), 1, True, spans), "f")
    writer.write(folder)
    stored = Boundaries.of(folder)
    if stored is None:
        assert not texts
        return
    asked = [*texts, "other"]
    owner, start, end, label = stored.find(asked, UnitKind.ENTITY)
    wanted = [(number, place) for number, text in enumerate(texts) for place in range(min(texts[text], len(text)))]
    assert list(zip(owner.tolist(), start.tolist(), strict=True)) == wanted
    assert (end - start == 1).all()
    assert not label.any()
    assert np.array_equal(stored.find([], UnitKind.ENTITY)[0], np.zeros(0, np.int64))


@pytest.mark.skipif(not NER.is_file(), reason="the data is not on this machine")
def test_a_real_set_keeps_every_unit(project: Project) -> None:
    """Of ``ner_weibo_test``: of the 356 units as many as are left when each different sentence is counted once, and
    each is spelt in its sentence as the file spells it."""
    whole = ImportSettings(format=FileFormat.BIO, documents=DocumentRule.FILE, evaluation_share=0)
    corpus = import_corpus(project, "ner", [NER], whole)
    assert corpus.boundaries is not None
    assert corpus.num_documents == 1
    texts = corpus.sentences(0, corpus.num_sentences)
    owner, start, end, label = corpus.boundaries.find(list(dict.fromkeys(texts)), UnitKind.ENTITY)
    assert len(owner) == len(corpus.boundaries) == sum(corpus.boundaries.counts().values())
    different = list(dict.fromkeys(texts))
    rows = zip(owner.tolist(), start.tolist(), end.tolist(), label.tolist(), strict=True)
    found = Counter((different[text][a:b], corpus.boundaries.classes[name]) for text, a, b, name in rows)
    lines = [line.split("\t") for line in gzip.decompress(NER.read_bytes()).decode("utf-8", "replace").split("\n")]
    spelt: list[tuple[str, str]] = []
    going = False
    for cells in lines:
        if cells[-1].startswith("B-") or (cells[-1].startswith("I-") and not going):
            spelt.append((cells[0], cells[-1][2:]))
        elif cells[-1].startswith("I-"):
            spelt[-1] = (spelt[-1][0] + cells[0], spelt[-1][1])
        going = cells[-1][:2] in ("B-", "I-")
    assert len(spelt) == 356
    assert found.keys() == set(spelt)
    assert found <= Counter(spelt)
