"""The n-grams of a run: made of lists, kept to the byte, and refused where they are damaged."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.paths import Project
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, save_lexicon
from workbench.text.ngram_lexicon import NGRAMS, NgramLexicon, load_ngrams, ngram_lists, save_ngrams


def listed(name: str, kind: LexiconKind = LexiconKind.NGRAM, **counts: int) -> Lexicon:
    return Lexicon(name, kind, tuple(LexiconEntry(text, count=count) for text, count in counts.items()))


def test_ids_go_from_frequent_to_rare_and_each_text_counts_once() -> None:
    lexicon = NgramLexicon.of([listed("a", 港澳=3, 城市=9, 湾区=3), listed("b", 湾区=5, 高速=3, 港澳=1)])
    assert lexicon.texts == ("城市", "湾区", "港澳", "高速")
    assert lexicon.counts == (9, 5, 3, 3)
    assert (len(lexicon), lexicon.rows) == (4, 5)
    assert NgramLexicon.of([]).rows == 1


def test_commas_blanks_and_odd_characters_survive_to_the_byte(tmp_path: Path) -> None:
    texts = ("New York", "a,b", "1,000,000", " ", "\ud800x", "é", '"quoted"')
    lexicon = NgramLexicon(texts, tuple(range(len(texts))))
    save_ngrams(tmp_path, lexicon)
    before = (tmp_path / NGRAMS).read_bytes()
    found = load_ngrams(tmp_path)
    assert found == lexicon
    assert found.fingerprint == lexicon.fingerprint
    save_ngrams(tmp_path, found)
    assert (tmp_path / NGRAMS).read_bytes() == before


@settings(max_examples=25)
@given(st.dictionaries(st.text(st.characters(exclude_characters="\t\n\r"), min_size=1), st.integers(-1, 10**12)))
def test_any_lexicon_comes_back(counts: dict[str, int]) -> None:
    lexicon = NgramLexicon.of(
        [Lexicon("a", LexiconKind.NGRAM, tuple(LexiconEntry(t, count=c) for t, c in counts.items()))]
    )
    with TemporaryDirectory() as folder:
        save_ngrams(Path(folder), lexicon)
        assert load_ngrams(Path(folder)) == lexicon


def test_the_fingerprint_knows_texts_counts_and_order() -> None:
    prints = {
        NgramLexicon(texts, counts).fingerprint
        for texts, counts in ((("a", "b"), (2, 1)), (("b", "a"), (2, 1)), (("a", "b"), (2, 2)), (("a",), (2,)))
    }
    assert len(prints) == 4


@pytest.mark.parametrize(
    "content",
    [b"", b"#workbench-ngrams\t2\na\t1\n", b"#workbench-ngrams\t1\na\t1", b"#workbench-ngrams\t1\na\n",
     b"#workbench-ngrams\t1\na\tx\n", b"#workbench-ngrams\t1\na\t01\n", b"#workbench-ngrams\t1\na\t1\t2\n", b"\xff"],
)  # fmt: skip
def test_a_file_that_is_cut_or_changed_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / NGRAMS).write_bytes(content)
    with pytest.raises(WorkbenchError, match="missing or damaged"):
        load_ngrams(tmp_path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WorkbenchError, match="missing or damaged"):
        load_ngrams(tmp_path)


def test_lists_must_be_there_and_have_texts_to_match(project: Project) -> None:
    for kind in LexiconKind:
        save_lexicon(project, listed(kind.value, kind, 港澳=3))
    assert [one.name for one in ngram_lists(project, ["ngram", "phrase", "entity", "ngram"])] == [
        "ngram",
        "phrase",
        "entity",
    ]
    for name in ("synonym", "word"):
        with pytest.raises(ArgumentError, match="whose entries are no n-grams"):
            ngram_lists(project, [name])
    with pytest.raises(ArgumentError, match="no list named “gone”"):
        ngram_lists(project, ["gone"])
