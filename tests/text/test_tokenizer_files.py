"""The tokenizer files of a checkpoint folder: out and in they are the same vocabulary, whoever wrote them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tokenizers

from workbench.text.library_tokenizer import tokenizer_definition
from workbench.text.tokenizer import Tokenizer
from workbench.text.tokenizer_files import Frame, merges_of, read_tokenizer_files, write_tokenizer_files
from workbench.text.vocabulary import Vocabulary, VocabularyKind

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
LETTERS = [*"abcdetACé", "的", "学", "科"]
PIECES = [*SPECIAL, *LETTERS, "cat", "##s", "##t"]
TEXTS = ["cat's CATS éa", "科学 的cat", "aab [MASK] d", ""]


def make(kind: VocabularyKind, tokens: list[str], lowercase: bool = True, **parts: Any) -> Vocabulary:
    return Vocabulary.make("made", kind, tokens, lowercase=lowercase, **parts)


def byte_pairs(**parts: Any) -> Vocabulary:
    tokens = ["<s>", "<pad>", "</s>", "<unk>", *"abct", "Ġ", "ca", "Ġca", "<mask>"]
    merges = [("c", "a"), ("Ġ", "ca")]
    return make(VocabularyKind.BYTE_BPE, tokens, False, **{"merges": merges, **parts})


VOCABULARIES: dict[str, Callable[[], Vocabulary]] = {
    "pieces": lambda: make(VocabularyKind.WORDPIECE, PIECES),
    "pieces, cased": lambda: make(VocabularyKind.WORDPIECE, PIECES, False),
    "characters": lambda: make(VocabularyKind.CHARACTER, [*SPECIAL, *LETTERS]),
    "characters, cased": lambda: make(VocabularyKind.CHARACTER, [*SPECIAL, *LETTERS], False),
    "words": lambda: make(VocabularyKind.WORD, [*SPECIAL, *LETTERS, "科学", "学科", "的学"]),
    "words, cased": lambda: make(VocabularyKind.WORD, [*SPECIAL, *LETTERS, "科学", "学科", "的学"], False),
    "bytes": byte_pairs,
}


def read(folder: Path) -> Vocabulary:
    source = read_tokenizer_files(folder)
    return Vocabulary.make(
        "read", source.kind, source.tokens, lowercase=source.lowercase, merges=source.merges,
        definition=source.definition,
    )  # fmt: skip


def written(folder: Path, vocabulary: Vocabulary) -> Path:
    write_tokenizer_files(folder, vocabulary, Frame(True, 512))
    return folder


@pytest.mark.parametrize("kind", VOCABULARIES)
def test_the_same_vocabulary_comes_back(kind: str, tmp_path: Path) -> None:
    vocabulary = VOCABULARIES[kind]()
    assert read(written(tmp_path, vocabulary)).fingerprint == vocabulary.fingerprint


@pytest.mark.parametrize("kind", [kind for kind in VOCABULARIES if "bytes" not in kind])
def test_the_list_alone_is_enough(kind: str, tmp_path: Path) -> None:
    """For readers of before there was a tokenizer.json; of characters alone it tells the kind as well."""
    vocabulary = VOCABULARIES[kind]()
    (written(tmp_path, vocabulary) / "tokenizer.json").unlink(missing_ok=True)
    assert read(tmp_path).fingerprint == vocabulary.fingerprint


def test_merges_beside_tokens_are_enough(tmp_path: Path) -> None:
    vocabulary = byte_pairs()
    (written(tmp_path, vocabulary) / "tokenizer.json").unlink()
    assert read(tmp_path).fingerprint == vocabulary.fingerprint


def test_blank_rows_at_the_end_are_left_out(tmp_path: Path) -> None:
    written(tmp_path, make(VocabularyKind.WORDPIECE, [*PIECES, "", ""]))
    assert (tmp_path / "vocab.txt").read_text(encoding="utf-8").splitlines() == PIECES


def as_others_write(content: dict[str, Any]) -> None:
    """Settings that mean the same in other words."""
    content["normalizer"]["strip_accents"] = None
    content["decoder"] = {"type": "WordPiece", "prefix": "##", "cleanup": True}
    content["truncation"] = {"direction": "Right", "max_length": 128, "strategy": "LongestFirst", "stride": 0}


def with_longer_words(content: dict[str, Any]) -> None:
    content["model"]["max_input_chars_per_word"] = 50


def without_han(content: dict[str, Any]) -> None:
    content["normalizer"]["handle_chinese_chars"] = False


def by_blanks_alone(content: dict[str, Any]) -> None:
    content["pre_tokenizer"] = {"type": "WhitespaceSplit"}


@pytest.mark.parametrize(
    ("change", "is_plain"),
    [(as_others_write, True), (with_longer_words, False), (without_han, False), (by_blanks_alone, False)],
)
def test_only_what_cuts_alike_needs_no_definition(
    change: Callable[[dict[str, Any]], None], is_plain: bool, tmp_path: Path
) -> None:
    vocabulary = make(VocabularyKind.WORDPIECE, PIECES)
    path = written(tmp_path, vocabulary) / "tokenizer.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    path.write_text(json.dumps(content), encoding="utf-8")
    found = read(tmp_path)
    assert (found.definition == "") is is_plain
    assert (found.fingerprint == vocabulary.fingerprint) is is_plain
    theirs = tokenizers.Tokenizer.from_file(str(path))
    ours = [ids.tolist() for ids, _spans in Tokenizer(found).encode(TEXTS[:2])]
    assert ours == [theirs.encode(text, add_special_tokens=False).ids for text in TEXTS[:2]]


@pytest.mark.parametrize("merges", [["c a", "Ġ ca"], [["c", "a"], ["Ġ", "ca"]]], ids=["joined", "pairs"])
def test_merges_in_both_forms(merges: list[Any], tmp_path: Path) -> None:
    path = written(tmp_path, byte_pairs()) / "tokenizer.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    content["model"]["merges"] = merges
    path.write_text(json.dumps(content), encoding="utf-8")
    assert read(tmp_path).fingerprint == byte_pairs().fingerprint


def test_a_definition_goes_out_as_it_came(tmp_path: Path) -> None:
    """Byte-level BPE with a way of cutting of its own keeps it, and its merges are written beside it."""
    content = json.loads(tokenizer_definition(byte_pairs()))
    content["pre_tokenizer"]["add_prefix_space"] = True
    own = byte_pairs(merges=(), definition=json.dumps(content))
    assert merges_of(own) == [("c", "a"), ("Ġ", "ca")]
    found = read(written(tmp_path, own))
    assert found.definition
    assert [ids.tolist() for ids, _spans in Tokenizer(found).encode(["cat ca"])] == [
        ids.tolist() for ids, _spans in Tokenizer(own).encode(["cat ca"])
    ]
    assert (tmp_path / "merges.txt").read_text(encoding="utf-8") == "#version: 0.2\nc a\nĠ ca\n"


def test_special_tokens_stand_around_texts(tmp_path: Path) -> None:
    for segments, pair in ((True, [2, 5, 3, 6, 3]), (False, [2, 5, 3, 3, 6, 3])):
        folder = tmp_path / str(segments)
        folder.mkdir()
        write_tokenizer_files(folder, make(VocabularyKind.WORDPIECE, PIECES), Frame(segments, 64))
        found = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        encoded = found.encode("a", "b")
        assert encoded.ids == pair
        assert encoded.type_ids == ([0, 0, 0, 1, 1] if segments else [0] * 6)
        assert found.encode("a[MASK]").ids == [2, 5, 4, 3]
        config = json.loads((folder / "tokenizer_config.json").read_text(encoding="utf-8"))
        assert config["model_max_length"] == 64
        assert ("token_type_ids" in config["model_input_names"]) is segments
