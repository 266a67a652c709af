"""Discourse relation: markers are found however they are cut, are taken out, and are the run's own from then on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from pydantic import ValidationError

from workbench.core.errors import WorkbenchError
from workbench.core.seeding import derive
from workbench.objectives.discourse_relation import DiscourseRelation, MarkerClasses
from workbench.objectives.markers import LISTS, marker_key, shipped_markers, split_entry
from workbench.spec.files import apply_overrides, load_spec, save_spec
from workbench.spec.run import RunSpec
from workbench.text.analysis import Analyser
from workbench.text.pack import assemble
from workbench.text.prepared import PreparedCorpus
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

KEY = derive(np.int64(1), 0, 0)
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
CHINESE = ("但是=转折", "但=转折", "因此=因果", "总之")
ENGLISH = ("so=result", "as a result=result", "However=contrast")


def prepare(documents: Sequence[Sequence[str]], tokens: Sequence[str], kind: VocabularyKind) -> PreparedCorpus:
    vocabulary = Vocabulary.make("test", kind, [*SPECIAL, *tokens])
    return PreparedCorpus.from_texts(documents, Analyser(vocabulary, UnitSettings()))


def characters(*sentences: str) -> PreparedCorpus:
    """One document cut into characters."""
    return prepare([sentences], sorted(set("".join(sentences).lower())), VocabularyKind.CHARACTER)


def pairs(corpus: PreparedCorpus, objective: DiscourseRelation, length: int = 64) -> list[tuple[str, str, str]]:
    """Answer, first and second segment of each passage."""
    plan = objective.plan(corpus, np.arange(corpus.num_documents), length, KEY)
    batch = assemble(corpus, plan, np.arange(len(plan)))
    special = corpus.vocabulary.is_special
    shown = []
    for row, label in enumerate(plan.label.tolist()):
        here = slice(batch.starts[row], batch.starts[row + 1])
        ids, segment = batch.ids[here], batch.segment[here]
        first, second = (
            "".join(map(corpus.vocabulary.token, ids[(segment == side) & ~special[ids]].tolist())) for side in (0, 1)
        )
        shown.append((objective.answers[label], first, second))
    return shown


def test_the_marker_and_its_comma_are_taken_out() -> None:
    corpus = characters("他很累。", "但是，他来了。", "因此大家高兴。", "他走了。", "总之：好。")
    assert pairs(corpus, DiscourseRelation(markers=CHINESE)) == [
        ("但是", "他很累。", "他来了。"),
        ("因此", "但是，他来了。", "大家高兴。"),
        ("总之", "他走了。", "好。"),
    ]


def test_the_longest_marker_is_meant_and_none_that_is_a_part_of_a_word() -> None:
    corpus = characters("一。", "但是他来了。", "但他走了。", "但愿如此。", "因此刻有雨。")
    found = [answer for answer, _, _ in pairs(corpus, DiscourseRelation(markers=CHINESE))]
    assert found[:2] == ["但是", "但"]
    assert "愿如此。" not in [second for _, _, second in pairs(corpus, DiscourseRelation(markers=CHINESE))]


def test_a_first_sentence_or_one_that_is_all_marker_makes_no_pair() -> None:
    corpus = prepare(
        [["但是，一。", "二。"], ["三", "因此，", "总之"]], list("但是一二三因此总之，。"), VocabularyKind.CHARACTER
    )
    assert pairs(corpus, DiscourseRelation(markers=CHINESE)) == []


@pytest.mark.parametrize(
    "tokens",
    [
        ["so", "as", "a", "result", "however", "it", "rains", "some", "##thing", ",", "."],
        ["s", "##o", "as", "a", "re", "##sult", "how", "##ever", "it", "rains", "##me", "##thing", ",", "."],
    ],
)
def test_it_makes_no_difference_how_a_vocabulary_cuts_a_marker(tokens: list[str]) -> None:
    texts = [
        "it rains.",
        "However, it rains.",
        "So it rains.",
        "something rains.",
        "As a result, it rains.",
        "as it rains.",
    ]
    corpus = prepare([texts], tokens, VocabularyKind.WORDPIECE)
    found = pairs(corpus, DiscourseRelation(markers=ENGLISH))
    assert [answer for answer, _, _ in found] == ["However", "so", "as a result"]
    assert {second for _, _, second in found} == {"itrains."}


def test_markers_are_found_among_bytes() -> None:
    """Byte-level BPE cuts Chinese characters into parts of them."""
    texts = ["他很累。", "但是，他来了。", "However, he came.", "因此好。"]
    letters = [chr(code) for code in (*range(33, 127), *range(161, 173), *range(174, 324))]
    vocabulary = Vocabulary.make(
        "bytes", VocabularyKind.BYTE_BPE, [*SPECIAL, *letters, "Ġh", "ä½"], lowercase=False,
        merges=[("Ġ", "h"), ("ä", "½")],
    )  # fmt: skip
    corpus = PreparedCorpus.from_texts([texts], Analyser(vocabulary, UnitSettings()))
    objective = DiscourseRelation(markers=(*CHINESE, "however"))
    plan = objective.plan(corpus, np.arange(1), 128, KEY)
    assert [objective.answers[label] for label in plan.label] == ["但是", "however", "因此"]
    starts = [corpus.spans[place, 0] for place in plan.start[1::2].tolist()]
    assert [texts[1:][row][start:].strip() for row, start in enumerate(starts)] == ["他来了。", "he came.", "好。"]


def test_a_class_is_a_marker_or_a_relation() -> None:
    by_marker, by_relation = (DiscourseRelation(markers=CHINESE, by=by) for by in MarkerClasses)
    assert by_marker.answers == ("但是", "但", "因此", "总之")
    assert by_relation.answers == ("转折", "因果", "总之"), "a marker without a relation is one of its own"
    corpus = characters("一。", "但是二。", "但三。", "总之四。")
    assert [answer for answer, _, _ in pairs(corpus, by_relation)] == ["转折", "转折", "总之"]


def test_long_sentences_keep_what_is_next_to_the_marker() -> None:
    corpus = characters("一" * 40 + "二。", "但是三" + "四" * 40)
    ((_, first, second),) = pairs(corpus, DiscourseRelation(markers=CHINESE), 23)
    assert first.endswith("二。")
    assert second.startswith("三四")
    assert len(first) == len(second) == 10


@pytest.mark.parametrize("language", LISTS)
def test_lists_that_ship_are_whole(language: str) -> None:
    entries = shipped_markers(language)
    assert 25 <= len(entries) <= 50
    markers, relations = zip(*map(split_entry, entries), strict=True)
    assert len({marker_key(marker) for marker in markers}) == len(entries)
    assert all(marker != relation for marker, relation in zip(markers, relations, strict=True))
    assert 2 <= len(set(relations)) < len(entries) / 2


def test_a_run_keeps_its_classes_whatever_becomes_of_the_list(tmp_path: Path) -> None:
    """The name of a list stands for its entries when a spec is read, and these are what is written."""
    spec = apply_overrides(RunSpec(), ["stages.0.passage.kind=discourse-relation", 'stages.0.passage.markers=["en"]'])
    passage = spec.stages[0].passage
    assert isinstance(passage, DiscourseRelation)
    assert passage.markers == shipped_markers("en")
    save_spec(spec, tmp_path / "spec.toml")
    assert "as a result=result" in (tmp_path / "spec.toml").read_text(encoding="utf-8")
    assert load_spec(tmp_path / "spec.toml") == spec
    assert DiscourseRelation().markers == shipped_markers("zh")
    assert (
        DiscourseRelation(markers=("zh", "en", "insofar")).classes
        == len({*map(split_entry, shipped_markers("zh") + shipped_markers("en"))}) + 1
    )


@pytest.mark.parametrize("markers", [(), ("=contrast",), (" ",), ("So", "so=result"), ("zh", "因此")])
def test_lists_that_mean_nothing_or_two_things_are_refused(markers: tuple[str, ...]) -> None:
    with pytest.raises(ValidationError):
        DiscourseRelation(markers=markers)


def test_what_has_no_marker_is_told_with_counts() -> None:
    corpus = characters("一。", "但是二。", "三。", "但是四。", "五。")
    with pytest.raises(
        WorkbenchError, match="of 4 sentences that follow another, 2 begin with one of the 4 markers, of 1 class"
    ):
        DiscourseRelation(markers=CHINESE).check(corpus, np.arange(1), 64)
    DiscourseRelation(markers=CHINESE).check(characters("一。", "但是二。", "因此三。"), np.arange(1), 64)
    assert DiscourseRelation().lacking(np.array([1, 1])) is not None
    assert DiscourseRelation().lacking(np.array([1, 2])) is None


def test_what_is_left_out_is_counted() -> None:
    corpus = characters("一二。", "三四。", "但是五。", "六七八。")
    share = DiscourseRelation(markers=CHINESE).left_out(corpus, np.arange(1), 64, KEY)
    assert share == pytest.approx(7 / 14)
