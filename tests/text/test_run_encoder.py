"""The table for Chinese and marks gives what the library gives, for every character there is."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from workbench.text import run_encoder as module
from workbench.text.library_tokenizer import make_tokenizer
from workbench.text.run_encoder import ByteRunEncoder, RunEncoder
from workbench.text.vocabulary import Vocabulary, VocabularyKind

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
#: Every second character of the basic plane, alone and inside a word, so that ids tell characters apart and half of
#: them are unknown.
CHARACTERS = [chr(code) for code in range(33, 0x10000, 2) if not 0xD800 <= code < 0xE000]
PIECES = [*CHARACTERS, *(f"##{character}" for character in CHARACTERS), "ab", "##cd", "中国"]
VOCABULARIES = [
    Vocabulary.make("u", VocabularyKind.WORDPIECE, [*SPECIAL, *PIECES]),
    Vocabulary.make("c", VocabularyKind.WORDPIECE, [*SPECIAL, *PIECES], lowercase=False),
    Vocabulary.make("k", VocabularyKind.CHARACTER, [*SPECIAL, *CHARACTERS]),
]
BYTES = [chr(code) for code in (*range(33, 127), *range(161, 173), *range(174, 324))]
MERGES = [("Ġ", "a"), ("Ġ", "Ġ"), ("Ġa", "b"), ("a", "b"), ("æ", "Ī"), ("Ġ", "'"), ("'", "s"), ("Ċ", "Ġ"), ("ä", "¸")]
BYTE_VOCABULARY = Vocabulary.make(
    "b", VocabularyKind.BYTE_BPE,
    ["<s>", "<pad>", "</s>", "<unk>", "<mask>", *BYTES, *("".join(pair) for pair in MERGES)],
    lowercase=False, merges=MERGES,
)  # fmt: skip
BYTE_LIBRARY = make_tokenizer(BYTE_VOCABULARY)
BYTE_ENCODER = ByteRunEncoder(BYTE_LIBRARY)
NAMES = [f"{vocabulary.kind.value} {vocabulary.lowercase}" for vocabulary in VOCABULARIES]
LIBRARY = [make_tokenizer(vocabulary) for vocabulary in VOCABULARIES]
ENCODERS = [RunEncoder(vocabulary, library) for vocabulary, library in zip(VOCABULARIES, LIBRARY, strict=True)]


def assert_as_the_library(library: Tokenizer, encoder: RunEncoder | ByteRunEncoder, texts: Sequence[str]) -> None:
    ids, spans, starts = encoder.encode(texts)
    expected = library.encode_batch(list(texts), add_special_tokens=False)
    for text, encoding, first, end in zip(texts, expected, starts[:-1], starts[1:], strict=True):
        assert ids[first:end].tolist() == encoding.ids, ascii(text)
        assert [tuple(span) for span in spans[first:end].tolist()] == encoding.offsets, ascii(text)
    assert starts[-1] == len(ids) == len(spans)


@pytest.mark.parametrize("place", range(len(VOCABULARIES)), ids=NAMES)
def test_every_character_of_the_basic_plane_in_every_company(place: int) -> None:
    """Alone, in words, between Chinese characters, beside marks, blanks, combining characters and itself."""
    for block in range(0, 0x10000, 0x1000):
        characters = [chr(code) for code in range(block, block + 0x1000) if not 0xD800 <= code < 0xE000]
        texts = [f"a{c}b{c} 中{c}，{c}\u0301\u3000{c}{c}\u200d7" for c in characters]
        assert_as_the_library(LIBRARY[place], ENCODERS[place], texts)


def test_every_character_of_the_basic_plane_beside_blanks_in_bytes() -> None:
    for block in range(0, 0x10000, 0x1000):
        characters = [chr(code) for code in range(block, block + 0x1000) if not 0xD800 <= code < 0xE000]
        texts = [f"{c} {c}ab {c}  中{c} 's{c}s {c}\n{c} ab{c} " for c in characters]
        assert_as_the_library(BYTE_LIBRARY, BYTE_ENCODER, texts)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.text(
            st.one_of(st.characters(codec="utf-8"), st.sampled_from("ab 's \n\t\u3000中,1\u0301\x1c\u180e")),
            max_size=25,
        ),
        max_size=5,
    )
)
def test_any_texts_in_bytes(texts: list[str]) -> None:
    assert_as_the_library(BYTE_LIBRARY, BYTE_ENCODER, texts)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.text(
            st.one_of(st.characters(codec="utf-8"), st.sampled_from("中国a1，。 \n\u0301\u200d\u3000[]")), max_size=25
        ),
        max_size=5,
    )
)
def test_any_texts(texts: list[str]) -> None:
    for library, encoder in zip(LIBRARY, ENCODERS, strict=True):
        assert_as_the_library(library, encoder, texts)


def test_what_is_remembered_is_bounded_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_TOKENS", 5)
    monkeypatch.setattr(module, "_MOST_CHARACTERS", 12)
    encoder = RunEncoder(VOCABULARIES[0], LIBRARY[0])
    for texts in (["ab 12", "ab"], ["ab12 x"], ["x" * 50, "中ab"], ["ab 12 x cd ab"], []):
        assert_as_the_library(LIBRARY[0], encoder, texts)
        assert len(encoder._runs._numbers) <= 5


def test_several_threads_share_one() -> None:
    encoder = RunEncoder(VOCABULARIES[0], LIBRARY[0])
    texts = [[f"中{thread}x{number}国 ab{number}" for number in range(300)] for thread in range(4)]
    found: dict[int, list[np.ndarray]] = {}

    def work(thread: int) -> None:
        found[thread] = [encoder.encode([text])[0] for text in texts[thread]]

    threads = [threading.Thread(target=work, args=(thread,)) for thread in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    for thread, ids in found.items():
        expected = LIBRARY[0].encode_batch(texts[thread], add_special_tokens=False)
        assert [part.tolist() for part in ids] == [encoding.ids for encoding in expected]
