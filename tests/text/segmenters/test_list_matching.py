"""Matchers of lists, made once."""

from dataclasses import replace

from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind
from workbench.text.segmenters.list_matching import matcher_of

CITIES = Lexicon(
    "cities",
    LexiconKind.ENTITY,
    (LexiconEntry("北京", "place"), LexiconEntry("北京大学", "school"), LexiconEntry("上海", "place")),
)


def test_labels_are_places_among_the_classes_of_the_list() -> None:
    listed = matcher_of(CITIES)
    found = listed.matcher.find("上海和北京大学")
    assert [(start, end, listed.classes[label]) for start, end, label in found] == [(0, 2, "place"), (3, 7, "school")]


def test_a_list_with_the_same_entries_has_the_same_matcher_and_another_list_another() -> None:
    held = matcher_of(CITIES)
    assert matcher_of(replace(CITIES)) is held
    other = matcher_of(CITIES.without_entry("上海"))
    assert other is not held
    assert not other.matcher.find("上海")
