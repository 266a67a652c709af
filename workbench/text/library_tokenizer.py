"""The tokenizer of the ``tokenizers`` library that a vocabulary stands for, without special tokens."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import tokenizers
from tokenizers import models, normalizers, pre_tokenizers

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.text.vocabulary_check import VocabularyKind

if TYPE_CHECKING:
    from workbench.text.vocabulary import Vocabulary

#: A longer run of letters becomes one unknown token (BERT sheet 1.1).
LONGEST_WORD = 100


def bert_normalizer(lowercase: bool) -> normalizers.Normalizer:
    """BERT's cleaning; lower-casing also strips accents (BERT sheet 1.1)."""
    return normalizers.BertNormalizer(
        clean_text=True, handle_chinese_chars=True, strip_accents=lowercase, lowercase=lowercase
    )


def make_tokenizer(vocabulary: Vocabulary) -> tokenizers.Tokenizer:
    """The tokenizer of the ``tokenizers`` library, without special tokens."""
    if vocabulary.definition:
        return tokenizers.Tokenizer.from_str(vocabulary.definition)
    ids = dict(vocabulary.ids_by_token)
    unknown = vocabulary.token(vocabulary.unk_id)
    if vocabulary.kind is VocabularyKind.BYTE_BPE:
        tokenizer = tokenizers.Tokenizer(models.BPE(vocab=ids, merges=list(vocabulary.merges)))
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        return tokenizer
    if vocabulary.kind is VocabularyKind.CHARACTER:
        # Without merges, BPE gives each character alone, and each unknown one its own [UNK].
        tokenizer = tokenizers.Tokenizer(models.BPE(vocab=ids, merges=[], unk_token=unknown))
    else:
        tokenizer = tokenizers.Tokenizer(
            models.WordPiece(vocab=ids, unk_token=unknown, max_input_chars_per_word=LONGEST_WORD)
        )
    tokenizer.normalizer = bert_normalizer(vocabulary.lowercase)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer


def longest_word(tokenizer: tokenizers.Tokenizer) -> int | None:
    """How many characters a word may have before it becomes one unknown token; None where there is no limit."""
    limit: int | None = getattr(tokenizer.model, "max_input_chars_per_word", None)
    return limit


def require_cutter(path: Path, definition: str) -> None:
    """Raise WorkbenchError where a ``tokenizer.json``, read from ``path``, is none to the library."""
    try:
        tokenizers.Tokenizer.from_str(definition)
    except Exception as error:
        raise WorkbenchError(
            mark("“{path}” cannot be used as a tokenizer: {reason}."),
            mark("Get the file again, or give a vocab.txt instead."),
            path=path,
            reason=str(error),
        ) from error


def tokenizer_definition(vocabulary: Vocabulary) -> str:
    """The ``tokenizer.json`` of a vocabulary."""
    definition: str = make_tokenizer(vocabulary).to_str(pretty=False)
    return definition
