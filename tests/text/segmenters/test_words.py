"""Words tile the text; Chinese borders are the dictionary's, all others those of one rule."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from workbench.text.segmenters.words import TAGS, JiebaCutter, RustCutter, WordCutter, cut_words, make_cutter
from workbench.text.units import Segmenter

ROOT = Path(__file__).resolve().parents[3]
MIXED = st.text(
    alphabet=st.one_of(st.sampled_from("我们中国北京大学的是 \n\tab'’.,1９ＡéT恤。，！😂\u0301\u200b"), st.characters())
)


def words(text: str, cutter: WordCutter) -> list[str]:
    table = cut_words([text], cutter)
    return [text[start:end] for start, end in zip(table.start.tolist(), table.end.tolist(), strict=True)]


def tagged(text: str, cutter: WordCutter) -> list[tuple[str, str]]:
    table = cut_words([text], cutter)
    tags = ["", *TAGS]
    return list(zip(words(text, cutter), [tags[code] for code in table.tag.tolist()], strict=True))


@pytest.fixture(scope="module")
def cutters(tmp_path_factory: pytest.TempPathFactory) -> list[WordCutter]:
    return [RustCutter(False), JiebaCutter(False, tmp_path_factory.mktemp("jieba"))]


def test_the_numbers_of_the_sheet(cutters: list[WordCutter]) -> None:
    """ERNIE sheet 8.4."""
    for cutter in cutters:
        assert tagged("我来到北京清华大学", cutter) == [("我", ""), ("来到", ""), ("北京", "ns"), ("清华大学", "nt")]
        assert words("他来到了网易杭研大厦", cutter)[-3:] == ["杭", "研", "大厦"]
        assert tagged("波士顿咨询公司", cutter) == [("波士顿咨询公司", "nt")]
        assert words("粤港澳大湾区", cutter) == ["粤港澳", "大湾", "区"]


def test_guessing_joins_unknown_words(tmp_path: Path) -> None:
    for cutter in (RustCutter(True), JiebaCutter(True, tmp_path)):
        assert words("他来到了网易杭研大厦", cutter)[-2:] == ["杭研", "大厦"]


def test_what_is_not_chinese_follows_one_rule(cutters: list[WordCutter]) -> None:
    for cutter in cutters:
        assert words("Don't pay 3,141.59 for café’s C++!", cutter) == [
            "Don't", " ", "pay", " ", "3,141.59", " ", "for", " ", "café’s", " ", "C", "+", "+", "!",
        ]  # fmt: skip
        assert words("穿T恤18-20岁,a_b", cutter) == ["穿", "T恤", "18", "-", "20", "岁", ",", "a", "_", "b"]


def test_spaces_alone_leave_chinese_in_one_piece() -> None:
    cutter = make_cutter(Segmenter.SPACES, hmm=False)
    assert words("今天天气 很好，ok", cutter) == ["今天天气", " ", "很好", "，", "ok"]


@settings(max_examples=200, deadline=None)
@given(st.lists(MIXED, max_size=4))
def test_words_tile_every_text(texts: list[str]) -> None:
    for cutter in (make_cutter(Segmenter.AUTO, hmm=False), make_cutter(Segmenter.SPACES, hmm=False)):
        table = cut_words(texts, cutter)
        for index, text in enumerate(texts):
            own = table.owner == index
            start, end = table.start[own] - table.bases[index], table.end[own] - table.bases[index]
            edges = [0, *end.tolist()]
            assert start.tolist() == edges[:-1]
            assert edges[-1] == len(text)
            assert (end > start).all()


@settings(max_examples=200, deadline=None)
@example(text="㐀\ud800")
@given(text=MIXED)
def test_both_segmenters_agree(cutters: list[WordCutter], text: str) -> None:
    rust, python = (cut_words([text], cutter) for cutter in cutters)
    assert np.array_equal(rust.start, python.start)


def test_both_segmenters_agree_on_real_text(shared_data: Path, cutters: list[WordCutter]) -> None:
    text = (shared_data / "nasty" / "content_mixed_zh_en_numbers.txt").read_text(encoding="utf-8")
    lines = (text + (shared_data / "nasty" / "base_simplified.txt").read_text(encoding="utf-8")).split("\n")
    rust, python = (cut_words(lines, cutter) for cutter in cutters)
    assert np.array_equal(rust.start, python.start)
    assert np.array_equal(rust.tag, python.tag)


def test_processes_start_at_once_without_a_temporary_folder(tmp_path: Path) -> None:
    """jieba's cache lies in the folder given, whoever else is starting."""
    code = (
        "import sys; from pathlib import Path\n"
        "from workbench.text.segmenters.words import JiebaCutter, cut_words\n"
        "table = cut_words(['我来到北京清华大学'], JiebaCutter(False, Path(sys.argv[1])))\n"
        "sys.stdout.write(' '.join(map(str, table.start.tolist())))"
    )
    environment = {"TMPDIR": str(tmp_path / "absent"), "PATH": "", "HOME": str(tmp_path)}
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path / "cache")],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    assert [worker.communicate() for worker in workers] == [("0 1 3 5", "")] * 2
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["jieba.cache"]
