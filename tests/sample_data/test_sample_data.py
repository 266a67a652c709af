"""The sample texts: enough of them, varied, well formed, no frames with filled-in slots."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np
import pytest

from workbench.text.labelled.reading import read_labelled
from workbench.text.labelled.records import TaskKind, label_counts
from workbench.text.labelled.splits import files_beside

ROOT = Path(__file__).resolve().parents[2] / "sample_data"
PROSE = ("zh/encyclopedia.txt", "zh/news.txt", "zh/essays.txt")
FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if path.is_file())
DATA_FILES = [name for name in FILES if name != "README.md"]
AMBIGUOUS = (
    "波士顿咨询公司",
    "在高速公路上提高速度",
    "提高速度",
    "波士顿",
    "北京大学",
    "粤港澳大湾区",
    "乒乓球拍卖完了",
    "研究生命的起源",
    "南京市长江大桥",
    "武汉市长江大桥",
    "结婚的和尚未结婚的",
    "他的确切地址",
    "这块地面积很大",
    "白天鹅在水里游",
)
FRAME_SHARE = 0.45
ENTITY_CLASSES = {"person", "place", "organisation", "product"}

SENTENCE_END = re.compile(r"[。！？!?\n]+")
NUMBER_WORDS = "〇零一二两三四五六七八九十百千万亿"
VARIABLE_PART = re.compile(rf"[0-9０-９A-Za-zＡ-Ｚａ-ｚ.,%％{NUMBER_WORDS}]+")
NOT_TEXT = re.compile(r"[^\w\u4e00-\u9fff]+")
QUOTED = re.compile(r"《[^》]*》|“[^”]*”|‘[^’]*’")


def read(name: str) -> str:
    """Strict UTF-8, line ends untouched."""
    return (ROOT / name).read_bytes().decode("utf-8", errors="strict")


def documents(name: str) -> list[str]:
    return [block for block in read(name).strip("\n").split("\n\n") if block]


def prose_documents() -> list[str]:
    return [document for name in PROSE for document in documents(name)]


def sentences(text: str) -> list[str]:
    """Cut at sentence ends; closing marks left at the edges go with them."""
    pieces = (piece.strip("”’」』）—… \t“‘「『（") for piece in SENTENCE_END.split(text))
    return [piece for piece in pieces if piece]


def prose_sentences() -> list[str]:
    return [sentence for text in prose_documents() for sentence in sentences(text)]


def without_variables(sentence: str) -> str:
    """The sentence less its digits, number words, Latin letters and punctuation."""
    return NOT_TEXT.sub("", VARIABLE_PART.sub("", sentence))


def skeleton(sentence: str, names: re.Pattern[str]) -> str:
    """The sentence with known names, quoted parts and numbers each turned into one mark."""
    marked = QUOTED.sub("Q", sentence)
    marked = names.sub("N", marked)
    return VARIABLE_PART.sub("N", marked)


def repeated(items: Iterable[str]) -> list[str]:
    return [item for item, count in Counter(items).items() if count > 1]


def frame_share(first: str, second: str) -> float:
    """The part of the longer sentence that both have, in order, in runs of two or more signs."""
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    common = sum(block.size for block in matcher.get_matching_blocks() if block.size >= 2)
    return common / max(len(first), len(second))


def frame_pairs(texts: Sequence[str], shortest: int = 10) -> list[tuple[str, str]]:
    """Pairs of sentences which look like one frame with its slots filled differently."""
    cleaned = [text for text in (NOT_TEXT.sub("", text) for text in texts) if len(text) >= shortest]
    bigrams = [{text[i : i + 2] for i in range(len(text) - 1)} for text in cleaned]
    holders: dict[str, list[int]] = defaultdict(list)
    found: list[tuple[str, str]] = []
    for index, grams in enumerate(bigrams):
        shared: Counter[int] = Counter()
        for gram in grams:
            shared.update(holders[gram])
            holders[gram].append(index)
        for other, count in shared.items():
            if count < 0.2 * max(len(grams), len(bigrams[other])):
                continue
            if frame_share(cleaned[index], cleaned[other]) >= FRAME_SHARE:
                found.append((cleaned[other], cleaned[index]))
    return found


def shingles(text: str, width: int = 6) -> set[str]:
    plain = NOT_TEXT.sub("", text)
    return {plain[i : i + width] for i in range(len(plain) - width + 1)}


def largest_overlap(texts: Sequence[str], width: int = 6) -> tuple[float, int, int]:
    """The largest share of one text's shingles that another text has too, and which two."""
    sets = [shingles(text, width) for text in texts]
    holders: dict[str, list[int]] = defaultdict(list)
    for index, grams in enumerate(sets):
        for gram in grams:
            holders[gram].append(index)
    common = np.zeros((len(texts), len(texts)), dtype=np.int64)
    for members in holders.values():
        if len(members) > 1:
            common[np.ix_(members, members)] += 1
    sizes = np.maximum(np.array([len(grams) for grams in sets], dtype=np.float64), 1.0)
    shares = common / np.minimum(sizes[:, None], sizes[None, :])
    np.fill_diagonal(shares, 0.0)
    first, second = np.unravel_index(int(np.argmax(shares)), shares.shape)
    return float(shares[first, second]), int(first), int(second)


def entity_rows() -> list[tuple[str, str]]:
    header, *rows = read("lexicons/entities.tsv").rstrip("\n").split("\n")
    assert header == "entity\tclass"
    pairs = [row.split("\t") for row in rows]
    assert all(len(pair) == 2 for pair in pairs)
    return [(entity, kind) for entity, kind in pairs]


def name_pattern() -> re.Pattern[str]:
    names = sorted((entity for entity, _ in entity_rows()), key=len, reverse=True)
    return re.compile("|".join(re.escape(name) for name in names))


def review_rows(name: str) -> list[tuple[str, str]]:
    header, *rows = read(name).rstrip("\n").split("\n")
    assert header == "text\tlabel"
    pairs = [row.split("\t") for row in rows]
    assert all(len(pair) == 2 and pair[0] for pair in pairs)
    return [(text, label) for text, label in pairs]


# The checks themselves: each must see what it is there to see.


def test_frame_check_sees_filled_slots() -> None:
    frame = [
        "位于江苏省东南部的苏州是一座历史悠久的城市",
        "位于河南省西部的洛阳是一座历史悠久的城市",
        "母亲晒萝卜干的日子总要挑有北风的早晨",
    ]
    assert len(frame_pairs(frame)) == 1
    assert frame_pairs(frame[1:]) == []


def test_overlap_check_sees_copied_passages() -> None:
    first = "清晨五点半的批发市场里灯光昏黄，三轮车穿过泡沫箱垒成的小巷。"
    second = first + "海鲜区的喊价用的是行话。"
    other = "围棋课上孩子们最不愿意学的是数目，老师却从不着急。"
    assert largest_overlap([first, other, second])[0] == pytest.approx(1.0)
    assert largest_overlap([first, other])[0] == 0.0


def test_sentence_checks_see_repeats() -> None:
    assert repeated(sentences("他来了。天亮了！“他来了。”")) == ["他来了"]
    first, second = "这座桥全长320米，用了3年", "这座桥全长1575米，用了十二年"
    assert without_variables(first) == without_variables(second)
    names = re.compile("苏州|洛阳")
    assert skeleton("苏州有《平江图》", names) == skeleton("洛阳有《伽蓝记》", names)
    assert skeleton("苏州有《平江图》", names) != skeleton("苏州没有《平江图》", names)


# Form.


@pytest.mark.parametrize("name", FILES)
def test_file_form(name: str) -> None:
    raw = (ROOT / name).read_bytes()
    text = raw.decode("utf-8", errors="strict")
    assert not raw.startswith(b"\xef\xbb\xbf")
    assert b"\r" not in raw
    assert "\ufffd" not in text
    assert "\u2028" not in text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    lines = text.split("\n")
    assert [number for number, line in enumerate(lines, 1) if line != line.rstrip()] == []
    if name.endswith((".jsonl", ".tsv")) or name.startswith("lexicons/"):
        assert all(lines[:-1])


@pytest.mark.parametrize("name", [*PROSE, "en/austen.txt"])
def test_prose_form(name: str) -> None:
    text = read(name)
    assert not text.startswith("\n")
    assert "\n\n\n" not in text
    lines = [line for line in text.split("\n") if line]
    assert [line for line in lines if line != line.strip()] == []
    assert [line for line in lines if re.match(r"#|=|\*|[-–] |<|\d+[.、]\s", line)] == []


def test_readme_lists_every_file() -> None:
    assert len(DATA_FILES) >= 10
    listed = set(re.findall(r"^\| `([^`]+)` \|", read("README.md"), flags=re.MULTILINE))
    assert listed == set(DATA_FILES)


def test_readme_holds_the_licence_notices() -> None:
    readme = read("README.md")
    assert "CC0 1.0" in readme
    assert "Copyright (c) 2016 JackeyGao" in readme
    assert "Copyright (c) 2016-2017 Julia Silge" in readme
    assert readme.count('THE SOFTWARE IS PROVIDED "AS IS"') == 2


# Chinese prose.


def test_prose_is_large_enough() -> None:
    texts = prose_documents()
    assert len(texts) >= 200
    assert sum(len(text.replace("\n", "")) for text in texts) >= 60_000
    essays = documents("zh/essays.txt")
    assert len(essays) >= 90
    assert sum(len(text.replace("\n", "")) for text in essays) >= 28_000


def test_essays_have_their_length() -> None:
    essays = documents("zh/essays.txt")
    assert [text[:20] for text in essays if not 230 <= len(text) <= 430] == []
    assert [text[:20] for text in essays if not 1 <= len(text.split("\n")) <= 4] == []


def test_prose_is_chinese() -> None:
    for text in prose_documents():
        signs = sum("\u4e00" <= sign <= "\u9fff" for sign in text)
        assert signs >= 0.7 * len(text), text[:40]


def test_no_sentence_twice() -> None:
    found = prose_sentences()
    assert len(found) >= 1_700
    assert repeated(found) == []


def test_no_sentence_twice_but_for_numbers() -> None:
    plain = [without_variables(sentence) for sentence in prose_sentences()]
    assert [sentence for sentence in repeated(plain) if len(sentence) >= 5] == []


def test_no_skeleton_twice() -> None:
    names = name_pattern()
    found = [skeleton(sentence, names) for sentence in prose_sentences()]
    assert [sentence for sentence in repeated(found) if len(sentence) >= 6] == []


def test_no_frames() -> None:
    found = prose_sentences()
    assert frame_pairs(found) == []


def test_documents_do_not_share_passages() -> None:
    texts = prose_documents()
    share, first, second = largest_overlap(texts)
    assert share <= 0.1, (share, texts[first][:40], texts[second][:40])


def test_openings_vary() -> None:
    openings = Counter(NOT_TEXT.sub("", text)[:4] for text in prose_documents())
    assert [opening for opening, count in openings.items() if count > 2] == []


def test_ambiguous_strings_occur() -> None:
    essays = read("zh/essays.txt")
    assert [string for string in AMBIGUOUS if string not in essays] == []


# Dialogues, reviews, classical and English texts.


def test_dialogues() -> None:
    rows = [json.loads(line) for line in read("zh/dialogues.jsonl").rstrip("\n").split("\n")]
    assert len(rows) >= 40
    assert all(set(row) == {"id", "turns"} for row in rows)
    assert repeated(row["id"] for row in rows) == []
    assert [row["id"] for row in rows if not 4 <= len(row["turns"]) <= 8] == []
    turns = [turn for row in rows for turn in row["turns"]]
    assert all(isinstance(turn, str) and turn == turn.strip() and turn for turn in turns)
    assert repeated(turns) == []
    assert frame_pairs(turns) == []


def test_reviews() -> None:
    train = review_rows("zh/sentiment_train.tsv")
    dev = review_rows("zh/sentiment_dev.tsv")
    assert len(train) >= 120
    assert len(dev) >= 40
    for rows in (train, dev):
        labels = Counter(label for _, label in rows)
        assert set(labels) == {"0", "1"}
        assert labels["0"] == labels["1"]
        # Neither label may stand in one block, or a prefix of the file would be one-sided.
        half = Counter(label for _, label in rows[: len(rows) // 2])
        assert min(half["0"], half["1"]) >= len(rows) // 8
    texts = [NOT_TEXT.sub("", text) for text, _ in train + dev]
    assert repeated(texts) == []
    assert not {text for text, _ in train} & {text for text, _ in dev}
    assert frame_pairs(texts) == []


def test_labelled_files_are_read_as_what_they_are() -> None:
    kinds = {
        "zh/sentiment": TaskKind.CLASSIFICATION,
        "en/reviews": TaskKind.CLASSIFICATION,
        "zh/questions": TaskKind.PAIR,
        "zh/entities": TaskKind.TAGGING,
    }
    for name, kind in kinds.items():
        suffix = "bio" if kind is TaskKind.TAGGING else "tsv"
        train, dev = (read_labelled(ROOT / f"{name}_{part}.{suffix}") for part in ("train", "dev"))
        assert (train.kind, dev.kind) == (kind, kind)
        assert train.notes == dev.notes == ()
        assert len(train.examples) >= 2 * len(dev.examples) >= 28
        assert files_beside(train.path) == (dev.path, None)
        texts = [(one.text, one.pair) for one in (*train.examples, *dev.examples)]
        assert len(set(texts)) == len(texts)
        counts = label_counts(train.examples)
        if kind is not TaskKind.TAGGING:
            assert counts["0"] == counts["1"]
        else:
            assert set(counts) == {"person", "place", "organisation"}
            assert min(counts.values()) >= 10
            assert any(not one.entities for one in train.examples)


def test_classical_texts() -> None:
    raw = read("zh/classical.jsonl")
    assert len(raw.encode("utf-8")) < 250_000
    rows = [json.loads(line) for line in raw.rstrip("\n").split("\n")]
    assert all(set(row) == {"title", "author", "set", "lines"} for row in rows)
    assert all(row["lines"] and all(row["lines"]) for row in rows)
    assert Counter(row["set"] for row in rows) == {"论语": 20, "唐詩三百首": 120}
    assert sum(len(line) for row in rows if row["set"] == "论语" for line in row["lines"]) > 20_000
    poems = ["".join(row["lines"]) for row in rows if row["set"] == "唐詩三百首"]
    assert repeated(poems) == []
    assert [poem for poem in poems if re.search(r"[()（）A-Za-z0-9]", poem)] == []


def test_english_text() -> None:
    text = read("en/austen.txt")
    assert 300_000 <= len(text.encode("utf-8")) <= 400_000
    chapters = documents("en/austen.txt")
    assert len(chapters) == 28
    assert min(len(chapter) for chapter in chapters) > 3_000
    assert not re.search(r"CHAPTER|Gutenberg|  |\*|_", text)
    # Joined lines: a paragraph ends as a sentence does, not in the middle of one.
    paragraphs = [line for line in text.split("\n") if line]
    ended = sum(line[-1] in ".!?\"':;-," for line in paragraphs)
    assert ended >= 0.99 * len(paragraphs)


# Lexicons.


def test_entities_occur() -> None:
    rows = entity_rows()
    prose = "\n".join(prose_documents())
    assert len(rows) >= 80
    assert repeated(entity for entity, _ in rows) == []
    counts = Counter(kind for _, kind in rows)
    assert set(counts) == ENTITY_CLASSES
    assert min(counts.values()) >= 15
    assert [entity for entity, _ in rows if entity not in prose or len(entity) < 2] == []


def test_phrases_occur() -> None:
    phrases = read("lexicons/phrases.txt").rstrip("\n").split("\n")
    prose = "\n".join(prose_documents())
    assert len(phrases) >= 60
    assert repeated(phrases) == []
    assert "提高速度" in phrases
    assert [phrase for phrase in phrases if phrase not in prose or len(phrase) < 3] == []
