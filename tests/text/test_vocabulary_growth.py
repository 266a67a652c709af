"""Words added to a vocabulary: where they go, what is skipped, what is remembered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.paths import Project
from workbench.text.library_tokenizer import make_tokenizer
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary, VocabularyKind, find_vocabulary
from workbench.text.vocabulary_growth import Places, add_words, plan_additions
from workbench.text.vocabulary_lineage import NewRows

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
TOKENS = ["[PAD]", "[unused1]", "[unused2]", *SPECIAL[1:], "的", "", "科", "学", "be", "##rt", "h", "##i"]
BASE = Vocabulary.make("base", VocabularyKind.WORDPIECE, TOKENS)


def test_unused_places_are_filled_and_no_other_id_moves(project: Project) -> None:
    plan = plan_additions(BASE, ["BERT", "龘", "鑫"], Places.UNUSED)
    assert [(word.token, word.id, word.pieces) for word in plan.added] == [("bert", 1, ("be", "##rt")), ("龘", 2, ())]
    assert [(word.word, word.reason.value) for word in plan.skipped] == [("鑫", "no-place")]
    grown = add_words(project, plan, "more")
    assert grown.tokens == ("[PAD]", "bert", "龘", *TOKENS[3:])
    assert grown.special == BASE.special
    found = find_vocabulary(project, "more")
    assert found.lineage == grown.lineage
    assert grown.lineage is not None
    assert grown.lineage.to_record() == {
        "parent": "base",
        "fingerprint": BASE.fingerprint,
        "rows": "mean",
        "additions": {"bert": [11, 12], "龘": []},
    }
    assert Tokenizer(found).encode(["BERT龘的"])[0][0].tolist() == [1, 2, 7]


def test_growing_adds_at_the_end_and_says_what_it_skips(project: Project) -> None:
    words = ["的", "鑫", " 鑫 ", "", "C++", "科学", "two words", "##😀", "Hi"]
    plan = plan_additions(BASE, words, Places.GROW)
    assert [(word.token, word.id) for word in plan.added] == [("鑫", 15), ("##😀", 16), ("hi", 17)]
    assert {word.word: word.reason.value for word in plan.skipped} == {
        "的": "present", " 鑫 ": "repeated", "": "blank", "c++": "punctuation", "科学": "chinese",
        "two words": "spaces",
    }  # fmt: skip
    grown = add_words(project, plan, "more", NewRows.NORMAL)
    assert grown.tokens == (*TOKENS, "鑫", "##😀", "hi")
    assert Tokenizer(grown).encode(["hi😀鑫"])[0][0].tolist() == [17, 16, 15]
    assert grown.lineage is not None
    assert grown.lineage.rows is NewRows.NORMAL


def test_chinese_words_need_a_word_vocabulary_and_a_segmenter_that_cuts_them(project: Project) -> None:
    plan = plan_additions(BASE, ["科学", "新冠肺炎"], Places.GROW, VocabularyKind.WORD)
    assert [word.token for word in plan.added] == ["科学"]
    assert [(word.word, word.reason.value) for word in plan.skipped] == [("新冠肺炎", "segmenter")]
    grown = add_words(project, plan, "words")
    assert grown.kind is VocabularyKind.WORD
    assert Tokenizer(grown).encode(["科学的"])[0][0].tolist() == [15, 7]


def test_every_reason_is_told_where_nothing_can_be_added(project: Project) -> None:
    plan = plan_additions(BASE, ["中华人民共和国", "高速公路", "的"], Places.GROW)
    reasons = r"Text is cut at every Chinese character \(2\); The vocabulary has it already \(1\)\..*--as word"
    with pytest.raises(WorkbenchError, match=reasons):
        add_words(project, plan, "more")


def test_nothing_to_add_byte_pieces_and_taken_names_are_refused(project: Project) -> None:
    plan = plan_additions(BASE, ["的"], Places.GROW)
    with pytest.raises(WorkbenchError, match="The vocabulary has it already"):
        add_words(project, plan, "more")
    with pytest.raises(WorkbenchError, match="There are none"):
        add_words(project, plan_additions(BASE, [], Places.GROW), "more")
    bytes_ = Vocabulary.make("b", VocabularyKind.BYTE_BPE, ["<s>", "<pad>", "</s>", "<unk>", "<mask>", "a"])
    with pytest.raises(WorkbenchError, match="only merges"):
        plan_additions(bytes_, ["a"], Places.GROW)
    add_words(project, plan_additions(BASE, ["鑫"], Places.GROW), "more")
    with pytest.raises(ArgumentError, match="already"):
        add_words(project, plan_additions(BASE, ["鑫"], Places.GROW), "more")


def test_a_vocabulary_with_its_own_tokenizer_file_cuts_the_new_words(project: Project, tmp_path: Path) -> None:
    make_tokenizer(BASE).save(str(tmp_path / "tokenizer.json"))
    source = find_vocabulary(project, tmp_path / "tokenizer.json")
    assert source.definition
    for number, places in enumerate(Places):
        grown = add_words(project, plan_additions(source, ["鑫"], places), f"more {number}")
        place = grown.ids_by_token["鑫"]
        assert Tokenizer(find_vocabulary(project, f"more {number}")).encode(["鑫"])[0][0].tolist() == [place]


def test_a_damaged_lineage_is_said(project: Project) -> None:
    add_words(project, plan_additions(BASE, ["鑫"], Places.GROW), "more")
    path = project.vocabularies / "more" / "vocabulary.json"
    manifest = json.loads(path.read_text(encoding="ascii"))
    for record in ({**manifest["lineage"], "rows": "?"}, {"parent": "x"}, 7):
        path.write_text(json.dumps({**manifest, "lineage": record}), encoding="ascii")
        with pytest.raises(WorkbenchError, match="damaged"):
            find_vocabulary(project, "more")
    del manifest["lineage"]
    path.write_text(json.dumps(manifest), encoding="ascii")
    assert find_vocabulary(project, "more").lineage is None, "as earlier versions wrote it"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=6), max_size=8), st.sampled_from(list(Places)))
def test_every_word_is_added_once_or_skipped_and_what_is_added_is_met(words: list[str], places: Places) -> None:
    plan = plan_additions(BASE, words, places)
    assert len(plan.added) + len(plan.skipped) == len(words)
    assert len(plan.tokens) == BASE.size + (len(plan.added) if places is Places.GROW else 0)
    grown = Vocabulary.make("g", BASE.kind, plan.tokens)
    for word in plan.added:
        assert plan.tokens[word.id] == word.token
        if not word.token.startswith("##"):
            assert Tokenizer(grown).encode([word.token])[0][0].tolist() == [word.id]
    new = {word.id for word in plan.added}
    assert all(plan.tokens[place] == token for place, token in enumerate(TOKENS) if place not in new)
