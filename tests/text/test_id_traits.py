"""Which ids may be targets, and which are punctuation marks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from workbench.text.id_traits import traits_of

TOKENS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "，", "ï¼Į", "##!", "Ġ,", "##", "a", "字", "Ġa")


@dataclass(frozen=True)
class Letters:
    """Letters, and marks plain, as continuations, after spaces and in byte letters."""

    tokens: tuple[str, ...] = TOKENS
    fingerprint: str = "letters and marks"
    unk_id: int = 1

    @property
    def is_special(self) -> np.ndarray:
        return np.arange(len(self.tokens)) < 5


def test_punctuation_in_every_spelling() -> None:
    """Plain, as a continuation, after a space, and as the bytes of byte-level BPE; specials never."""
    is_mark = traits_of(Letters()).is_mark
    assert [token for token, flag in zip(TOKENS, is_mark, strict=True) if flag] == ["，", "ï¼Į", "##!", "Ġ,", "##"]


def test_unknown_text_may_be_a_target_and_other_specials_never() -> None:
    maskable = traits_of(Letters()).maskable
    assert [token for token, flag in zip(TOKENS, maskable, strict=True) if not flag] == [
        "[PAD]",
        "[CLS]",
        "[SEP]",
        "[MASK]",
    ]


def test_traits_are_kept_for_each_vocabulary() -> None:
    assert traits_of(Letters()) is traits_of(Letters())
    assert traits_of(Letters(TOKENS[:6], "fewer")).is_mark.tolist() == [False] * 5 + [True]
