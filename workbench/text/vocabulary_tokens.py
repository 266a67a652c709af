"""A vocabulary: what each token id means."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from workbench.core.errors import WorkbenchError
from workbench.core.texts import Setting, listed, mark
from workbench.text.document import Bools
from workbench.text.vocabulary_check import VocabularyKind, missing_special, special_ids
from workbench.text.vocabulary_lineage import Lineage

#: Entries that hold a place for words to come.
_UNUSED = re.compile(r"^(\[unused\d+\]|<unused\d+>|madeupword\d+)$")
#: Marks of other programs, which stand for nothing in text either.
_MARKS = re.compile(r"^(<\|.*\|>|\[[A-Z]+\]|</?[a-zA-Z]>)$")

ADD_MISSING = Setting(mark("Add the missing special tokens at the end"), "--add-missing")


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Tokens by id. ``special`` maps the roles ``pad unk cls sep mask`` to ids; all five are always there.

    ``lowercase`` says that text is lower-cased and stripped of accents first (not for byte-level BPE). ``merges`` or
    ``definition`` (a ``tokenizer.json`` without special tokens) hold what byte-level BPE needs beside the tokens.
    ``lineage`` is there where it was made from another vocabulary; it has no part in the fingerprint, as it changes
    nothing about text.
    """

    name: str
    kind: VocabularyKind
    tokens: tuple[str, ...]
    fingerprint: str
    special: Mapping[str, int]
    lowercase: bool = True
    merges: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    definition: str = field(default="", repr=False)
    lineage: Lineage | None = field(default=None, repr=False)

    @staticmethod
    def make(
        name: str,
        kind: VocabularyKind,
        tokens: Sequence[str],
        *,
        lowercase: bool = True,
        merges: Sequence[tuple[str, str]] = (),
        definition: str = "",
        lineage: Lineage | None = None,
    ) -> Vocabulary:
        """A vocabulary with its fingerprint and special ids worked out; raises where a special token is missing."""
        refuse_missing(name, missing_special(tokens, kind))
        digest = hashlib.sha256()
        for part in (kind.value, str(lowercase), json.dumps(tokens), json.dumps(merges), definition):
            digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
        return Vocabulary(
            name, kind, tuple(tokens), digest.hexdigest()[:32], special_ids(tokens), lowercase,
            tuple((left, right) for left, right in merges), definition, lineage,
        )  # fmt: skip

    @property
    def size(self) -> int:
        """Number of ids, blank entries included."""
        return len(self.tokens)

    @property
    def lowers_text(self) -> bool:
        """Whether its tokens are those of lower-cased text."""
        return self.lowercase and self.kind is not VocabularyKind.BYTE_BPE

    @property
    def pad_id(self) -> int:
        """Id of [PAD]."""
        return self.special["pad"]

    @property
    def unk_id(self) -> int:
        """Id of [UNK]."""
        return self.special["unk"]

    @property
    def cls_id(self) -> int:
        """Id of [CLS]."""
        return self.special["cls"]

    @property
    def sep_id(self) -> int:
        """Id of [SEP]."""
        return self.special["sep"]

    @property
    def mask_id(self) -> int:
        """Id of [MASK]."""
        return self.special["mask"]

    @cached_property
    def is_special(self) -> Bools:
        """Which ids are special tokens [V]."""
        special = np.zeros(self.size, np.bool_)
        special[list(self.special.values())] = True
        return special

    @cached_property
    def ordinary_ids(self) -> NDArray[np.int32]:
        """Ids that text can hold: neither special nor blank nor reserved ([unused1]); random tokens come from here."""
        ordinary = [bool(token) and not _UNUSED.match(token) and not _MARKS.match(token) for token in self.tokens]
        return np.flatnonzero(np.asarray(ordinary) & ~self.is_special).astype(np.int32)

    @cached_property
    def unused_ids(self) -> NDArray[np.int32]:
        """Ids of the places kept for words to come ([unused1])."""
        return np.flatnonzero([bool(_UNUSED.match(token)) for token in self.tokens]).astype(np.int32)

    def token(self, token_id: int) -> str:
        """The token of an id, as the vocabulary writes it."""
        return self.tokens[token_id]

    @cached_property
    def ids_by_token(self) -> Mapping[str, int]:
        """Token -> id, without blanks; of duplicates the last, as BERT's own loader has it."""
        return {token: place for place, token in enumerate(self.tokens) if token}

    def with_name(self, name: str) -> Vocabulary:
        """The same vocabulary under another name."""
        return replace(self, name=name)


def refuse_missing(name: str, missing: Sequence[str]) -> None:
    """Raise WorkbenchError where special tokens are missing."""
    if missing:
        raise WorkbenchError(
            mark("The vocabulary “{name}” has no {missing}."),
            mark(
                "Masked pretraining needs {count:it|them}; load the vocabulary with what is missing added at its end "
                "({setting})."
            ),
            count=len(missing),
            setting=ADD_MISSING,
            name=name,
            missing=listed(missing),
        )
