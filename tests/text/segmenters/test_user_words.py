"""User dictionaries: their words come out whole, or are named (R018; ERNIE sheet 8)."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind
from workbench.text.proof import prove_dictionary
from workbench.text.segmenters.user_words import UserWord, UserWords
from workbench.text.segmenters.words import TAG_CODE, WordCutter, cut_words, make_cutter
from workbench.text.units import Segmenter

HARD = ("Edu Trust认证", "C++", "抗原19-9", "云计算", "New York", "3.5%", "AT&T")


def dictionary(*words: str, count: int = -1, label: str = "") -> Lexicon:
    return Lexicon("d", LexiconKind.WORD, tuple(LexiconEntry(word, label, count) for word in words))


def cutter(*lists: Lexicon, force: bool = False, segmenter: Segmenter = Segmenter.AUTO) -> WordCutter:
    return make_cutter(segmenter, hmm=False, user=UserWords.of(lists, force))


def words(text: str, used: WordCutter) -> list[str]:
    table = cut_words([text], used)
    return [table.text[start:end] for start, end in zip(table.start, table.end, strict=True)]


@pytest.mark.parametrize("segmenter", [one for one in Segmenter if one is not Segmenter.LAC])
def test_words_with_blanks_signs_and_digits_come_out_whole(segmenter: Segmenter) -> None:
    used = cutter(dictionary(*HARD), segmenter=segmenter, force=segmenter is Segmenter.SPACES)
    assert prove_dictionary(dictionary(*HARD), used) == []
    found = words("我们用C++写了Edu Trust认证，抗原19-9升高，New York的云计算", used)
    assert {"C++", "Edu Trust认证", "抗原19-9", "New York", "云计算"} <= set(found)


def test_no_word_begins_inside_another_run_of_letters() -> None:
    assert words("party art", cutter(dictionary("art y", "art"))) == ["party", " ", "art"]


def test_known_checks_of_the_dictionary() -> None:
    """ERNIE sheet 8.4."""
    assert words("粤港澳大湾区", cutter()) == ["粤港澳", "大湾", "区"]
    used = cutter(dictionary("粤港澳大湾区", label="ns"))
    table = cut_words(["去粤港澳大湾区"], used)
    assert table.tag.tolist()[-1] == TAG_CODE["ns"]
    assert words("粤港澳大湾区", used) == ["粤港澳大湾区"]
    assert words("我在北京大学", cutter(dictionary("北京大学", count=0))) == ["我", "在", "北京", "大学"]


def test_both_segmenters_take_the_same_words() -> None:
    lists = dictionary("粤港澳大湾区", "讲座的", label="nt"), dictionary("北京大学", count=0)
    text = "粤港澳大湾区在北京大学举行讲座的消息"
    both = [cut_words([text], cutter(*lists, segmenter=kind)) for kind in (Segmenter.RJIEBA, Segmenter.JIEBA)]
    assert both[0].start.tolist() == both[1].start.tolist()
    assert both[0].tag.tolist() == both[1].tag.tolist()


@pytest.mark.parametrize("segmenter", [Segmenter.RJIEBA, Segmenter.JIEBA])
def test_words_of_one_dictionary_are_not_in_another(segmenter: Segmenter) -> None:
    text = "举行讲座的学举"
    used = [cutter(*lists, segmenter=segmenter) for lists in ((dictionary("讲座的"),), (dictionary("学举"),), ())]
    expected = [["举行", "讲座的", "学", "举"], ["举行", "讲座", "的", "学举"], ["举行", "讲座", "的", "学", "举"]]
    assert [words(text, one) for one in used] == expected


def test_a_word_that_loses_by_frequency_is_named_and_can_be_forced() -> None:
    weak = dictionary("学举", count=1)
    text = "在北京大学举行"
    assert "学举" not in words(text, cutter(weak))
    assert "学举" in words(text, cutter(weak, force=True))
    lost = dictionary("的我", count=1)
    (broken,) = prove_dictionary(lost, cutter(lost))
    assert broken.pieces == ("的", "我")
    assert "frequency" in broken.hint
    assert prove_dictionary(lost, cutter(lost, force=True)) == []


@pytest.mark.parametrize("segmenter", [Segmenter.RJIEBA, Segmenter.JIEBA])
def test_a_frequency_below_the_segmenters_own_is_named(segmenter: Segmenter) -> None:
    """A rare word stays whole alone, and its neighbours tear it in running text."""
    low = dictionary("长江", count=9)
    used = cutter(low, segmenter=segmenter)
    assert words("长江", used) == ["长江"]
    assert "长江" in words("南京市长江大桥在长江上", cutter(segmenter=segmenter))
    (broken,) = prove_dictionary(low, used)
    assert broken.pieces == ("长江",)
    assert broken.frequency == 9
    assert broken.own_frequency > 1000
    assert "lower" in broken.hint
    assert "leave it out" in broken.hint
    own = dictionary("长江", count=broken.own_frequency)
    assert prove_dictionary(own, cutter(own, segmenter=segmenter)) == []
    free = dictionary("长江")
    assert prove_dictionary(free, cutter(free, segmenter=segmenter)) == []
    assert prove_dictionary(low, cutter(low, force=True, segmenter=segmenter)) == []


def test_a_dictionary_that_is_not_chosen_is_said_to_be() -> None:
    (broken,) = prove_dictionary(dictionary("粤港澳大湾区"), cutter())
    assert "Choose the dictionary" in broken.hint


def test_the_first_list_decides_and_identities_differ() -> None:
    both = UserWords.of([dictionary("云计算", label="nz"), dictionary("云计算", count=5)], False)
    assert both is not None
    assert both.words == (UserWord("云计算", None, "nz"),)
    assert UserWords.of([], False) is None
    identities = {
        cutter().identity,
        cutter(dictionary("云计算")).identity,
        cutter(dictionary("云计算"), force=True).identity,
    }
    assert len(identities) == 3


@settings(max_examples=15, deadline=None)
@given(st.lists(st.text(st.sampled_from("北京大学 a1+.-C"), min_size=1, max_size=5), max_size=16),
       st.lists(st.text(st.sampled_from("北京大学 a1+.-C\u3000"), max_size=30), min_size=4, max_size=8),
       st.booleans())  # fmt: skip
def test_words_tile_the_text_whatever_the_dictionary(entries: list[str], texts: list[str], force: bool) -> None:
    """Several texts a dictionary, as to load one takes longer than all else."""
    clean = [entry.strip() for entry in entries if entry.strip()]
    used = cutter(dictionary(*clean), force=force)
    for text in texts:
        assert "".join(words(text, used)) == text


def test_lines_of_a_dictionary(tmp_path: Path) -> None:
    from workbench.core.paths import Project
    from workbench.text.lexicon_import import import_list

    path = tmp_path / "d.txt"
    lines = ["Edu Trust认证 2000", "C++", "抗原19-9 3 n", "云计算", "北京大学 0", "machine learning", "石墨烯 nz",
             "Windows 10\t50\tnz", "量子 5", "机器 学习"]  # fmt: skip
    path.write_bytes("\n".join(lines).encode("gb18030"))
    entries = import_list(Project(tmp_path / "p").create(), path, "d", LexiconKind.WORD).entries
    assert [(entry.text, entry.count, entry.label) for entry in entries] == [
        ("Edu Trust认证", 2000, ""), ("C++", -1, ""), ("抗原19-9", 3, "n"), ("云计算", -1, ""), ("北京大学", 0, ""),
        ("machine learning", -1, ""), ("石墨烯", -1, "nz"), ("Windows 10", 50, "nz"), ("量子", 5, ""),
        ("机器 学习", -1, ""),
    ]  # fmt: skip
