"""Lists of words are told from text."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.text.readers.preview import preview_file
from workbench.text.readers.settings import FileFormat, ImportSettings
from workbench.text.readers.word_lists import is_word_list

WORDS = [f"{first}{second}" for first in "东南西北中" for second in "城山河海湖江"]
LISTS = {
    "words": WORDS,
    "THUOCL": [f"{word}\t{number}" for number, word in enumerate(WORDS)],
    "jieba": [f"{word} {number} ns" for number, word in enumerate(WORDS)],
    "ZEN": [f"{word},{number}" for number, word in enumerate(WORDS)],
    "entities": [f"{word}\tplace" for word in WORDS],
    "synonyms": [f"{word}\t{word[::-1]} 别名" for word in WORDS],
    "English": [f"machine learning {chr(97 + number)}" for number in range(26)],
}
TEXTS = {
    "few lines": WORDS[:19],
    "sentences": [f"{word}很大。" for word in WORDS],
    "verses with commas": [f"{word}，{word[::-1]}" for word in WORDS],
    "paragraphs without marks": [word * 8 for word in WORDS],
    "one word again and again": ["东城"] * 40,
    "English lines": [f"it was the {number} day of a long voyage to the south" for number in range(30)],
    "half of each": [*WORDS[:15], *(f"{word}很大。" for word in WORDS[15:])],
}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_one(name: str, tmp_path: Path) -> None:
    assert is_word_list(LISTS[name])
    path = tmp_path / "list.txt"
    path.write_text("\n".join(LISTS[name]), encoding="utf-8")
    preview = preview_file(path, ImportSettings())
    assert preview.is_word_list
    assert preview.documents, "it can be imported as text all the same"
    chosen = preview_file(path, ImportSettings(format=FileFormat.TXT))
    assert not chosen.is_word_list, "who says that it is text is not asked"


@pytest.mark.parametrize("name", TEXTS)
def test_text_is_none(name: str) -> None:
    assert not is_word_list(TEXTS[name])


def test_a_table_without_a_text_is_asked_about_and_a_vocabulary_is_not(tmp_path: Path) -> None:
    table = tmp_path / "entities.tsv"
    table.write_text("\n".join(LISTS["entities"]), encoding="utf-8")
    preview = preview_file(table, ImportSettings())
    assert preview.problem is not None
    assert preview.is_word_list
    vocabulary = tmp_path / "vocab.txt"
    vocabulary.write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]), encoding="utf-8")
    assert not preview_file(vocabulary, ImportSettings()).is_word_list
