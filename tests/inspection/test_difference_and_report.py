"""The same sentence on two sides, and a whole inspection as a file."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from workbench.core.texts import untranslated
from workbench.inspection.difference import Side, compare
from workbench.inspection.groups import Group, Level
from workbench.inspection.heads import head_figures
from workbench.inspection.inspected import Guess, Inspected, MaskedToken
from workbench.inspection.layers import layer_moves
from workbench.inspection.report import Report, Section, Shown, heat_of, report_html
from workbench.inspection.similarity import distances, pattern
from workbench.inspection.summary import Summary
from workbench.inspection.svg import Heat, heat_svg
from workbench.inspection.thumbnails import thumbnails
from workbench.inspection.weights import WeightsFile


def inspected(folder: Path, tokens: list[str], spans: list[tuple[int, int, int] | None], seed: int = 0) -> Inspected:
    """Made-up weights of two layers of two heads for a sentence whose words are pairs of characters."""
    count = len(tokens)
    weights = np.random.default_rng(seed).random((2, 2, count, count)).astype(np.float32)
    weights /= weights.sum(-1, keepdims=True)
    path = folder / f"weights-{seed}"
    weights.tofile(path)
    hidden = [np.random.default_rng(seed + at).random((count, 3)) for at in range(3)]
    specials = [place for place, span in enumerate(spans) if span is None]
    summary = Summary(
        thumbnails(weights), weights.max((2, 3)), head_figures(weights), head_figures(weights, specials),
        distances(pattern(weights.reshape(4, count, count))), layer_moves(hidden),
    )  # fmt: skip
    groups = {
        Level.TOKEN: [Group(at, at + 1, token) for at, token in enumerate(tokens)],
        Level.WORD: [Group(0, 1, "[CLS]"), Group(1, 3, "北京"), Group(3, count - 1, "大学"),
                     Group(count - 1, count, "[SEP]")],
    }  # fmt: skip
    masked = [MaskedToken(1, (Guess("南", 0.5),), "北", (Guess("<北>", 0.9),), 0.9, 0.1)]
    return Inspected(7, tokens, spans, frozenset({1}), masked, groups, None, WeightsFile(path, 2, 2, count), summary)


@pytest.fixture
def characters(tmp_path: Path) -> Inspected:
    return inspected(tmp_path, ["[CLS]", *"北京大学", "[SEP]"], [None, *((0, at, at + 1) for at in range(4)), None])


@pytest.fixture
def words(tmp_path: Path) -> Inspected:
    return inspected(tmp_path, ["[CLS]", "北京", "大", "学", "[SEP]"], [None, (0, 0, 2), (0, 2, 3), (0, 3, 4), None], 5)


def test_a_sentence_does_not_differ_from_itself(characters: Inspected) -> None:
    for level in (Level.TOKEN, Level.CHARACTER, Level.WORD):
        side = Side(characters, 1, 0)
        found = compare((side, side), ["北京大学"], level, hide_specials=False, renormalise=False)
        assert not found.values.any()
        np.testing.assert_allclose(found.first.sum(1), 1, rtol=1e-5)


def test_other_tokens_are_compared_by_what_both_share(characters: Inspected, words: Inspected) -> None:
    sides = Side(characters, 0, 1), Side(words, 1, None)
    found = compare(sides, ["北京大学"], Level.TOKEN, hide_specials=False, renormalise=False)
    assert list(found.names) == ["[CLS]", "北京", "大", "学", "[SEP]"]
    one = characters.weights.head(0, 1)
    other = words.weights.layer(1).mean(0)
    assert found.values[1, 2] == pytest.approx((one[1, 3] + one[2, 3]) / 2 - other[1, 2], abs=1e-6)
    assert found.values[2, 1] == pytest.approx(one[3, 1] + one[3, 2] - other[2, 1], abs=1e-6)
    by_words = compare(sides, ["北京大学"], Level.WORD, hide_specials=True, renormalise=True)
    assert list(by_words.names) == ["北京", "大学"]
    np.testing.assert_allclose(by_words.first.sum(1), 1, rtol=1e-5)
    np.testing.assert_allclose(by_words.second.sum(1), 1, rtol=1e-5)


def test_the_mean_of_heads_and_the_greatest_of_all(characters: Inspected) -> None:
    np.testing.assert_allclose(characters.matrix(1, None), characters.weights.layer(1).mean(0), rtol=1e-6)
    assert characters.greatest(Level.TOKEN) == pytest.approx(float(characters.summary.greatest.max()))
    words = [characters.matrix(layer, head, Level.WORD).max() for layer in range(2) for head in range(2)]
    assert characters.greatest(Level.WORD) == pytest.approx(float(max(words)))
    assert characters.greatest(Level.WORD, [0, 3]) < characters.greatest(Level.WORD)


class Page(HTMLParser):
    """Gathers what a page would fetch, its scripts, and its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.tags: list[str] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]

    def handle_data(self, data: str) -> None:
        self.words += data


def test_a_report_needs_nothing_beside_it(characters: Inspected) -> None:
    report = Report(
        "Attention of <b>me</b>", [("Run", "a&b")], characters, Shown(1, 0, Level.WORD, True, True),
        [Section("More", "<p>of it</p>")],
    )  # fmt: skip
    text = report_html(report, untranslated)
    page = Page(text)
    assert page.fetched
    assert all(link.startswith("data:image/") for link in page.fetched)
    assert "script" not in page.tags
    assert "b" not in page.tags, "what people typed is text"
    assert "default-src &#x27;none&#x27;" in text
    for words in ("Attention of <b>me</b>", "a&b", "Words", "hidden tokens, rows renormalised", "<北> 90.00%",
                  "summed over the keys", "of it"):  # fmt: skip
        assert words in page.words, words
    assert page.tags.count("img") == 4, "all heads"
    assert page.tags.count("svg") == 4


def test_a_drawing_is_xml_that_names_every_value(characters: Inspected) -> None:
    heat = heat_of(characters, Shown(1, 0), untranslated)
    drawing = ElementTree.fromstring(heat_svg(heat))
    titles = [element.text for element in drawing.iter("{http://www.w3.org/2000/svg}title")]
    assert len(titles) == 36
    assert f"北 → 京: {characters.weights.head(1, 0)[1, 2]:.4f}" in titles


def test_a_long_sentence_is_one_picture() -> None:
    names = [f"<{number}>" for number in range(200)]
    text = heat_svg(Heat(np.eye(200), names, names, "caption"))
    drawing = ElementTree.fromstring(text)
    assert len(list(drawing.iter("{http://www.w3.org/2000/svg}rect"))) == 0
    assert len(re.findall("data:image/png", text)) == 2
    assert len(text) < 60_000
