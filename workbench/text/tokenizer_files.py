"""The tokenizer files of a checkpoint folder, as transformers reads and writes them: a vocabulary out and in.

Written are ``tokenizer.json``, ``tokenizer_config.json``, ``special_tokens_map.json``, and for older readers
``vocab.txt``, or ``vocab.json`` with ``merges.txt``. A word vocabulary has no ``tokenizer.json``, as no tokenizer of
that library cuts Chinese into words.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tokenizers import AddedToken, Tokenizer, processors

from workbench.core.errors import WorkbenchError
from workbench.text.library_tokenizer import make_tokenizer, require_cutter
from workbench.text.vocabulary_check import (
    VocabularyFile,
    VocabularyKind,
    read_vocabulary_file,
)
from workbench.text.vocabulary_tokens import Vocabulary

DEFINITION, CONFIG = "tokenizer.json", "tokenizer_config.json"
#: Role -> what transformers calls it.
_ROLES = {"unk": "unk_token", "sep": "sep_token", "pad": "pad_token", "cls": "cls_token", "mask": "mask_token"}


@dataclass(frozen=True)
class Frame:
    """What goes around texts: ``segments`` whether the second of a pair has type 1, else two separators stand between
    the two (RoBERTa); ``room`` is the most tokens that the model takes."""

    segments: bool
    room: int


def write_tokenizer_files(folder: Path, vocabulary: Vocabulary, frame: Frame) -> None:
    """Write all of them into a folder; raises :class:`OSError` where that cannot be."""
    special = {name: vocabulary.token(vocabulary.special[role]) for role, name in _ROLES.items()}
    _write_json(folder / "special_tokens_map.json", special)
    _write_json(folder / CONFIG, {**special, **_config(vocabulary, frame)})
    if vocabulary.kind is not VocabularyKind.WORD:
        text: str = _framed(vocabulary, frame).to_str(pretty=True)
        (folder / DEFINITION).write_text(text + "\n", encoding="utf-8", newline="\n")
    if vocabulary.kind is VocabularyKind.BYTE_BPE:
        _write_json(folder / "vocab.json", dict(vocabulary.ids_by_token))
        lines = ["#version: 0.2", *(f"{left} {right}" for left, right in merges_of(vocabulary))]
        (folder / "merges.txt").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    else:
        (folder / "vocab.txt").write_text(_lines(vocabulary), encoding="utf-8", newline="\n")


def merges_of(vocabulary: Vocabulary) -> list[tuple[str, str]]:
    """The merges of byte-level BPE, also of a vocabulary that came as a definition."""
    if not vocabulary.definition:
        return list(vocabulary.merges)
    return _merges(json.loads(vocabulary.definition)["model"])


def _merges(model: dict[str, Any]) -> list[tuple[str, str]]:
    """Merges as pairs; older files hold ``left right``."""
    pairs = (tuple(merge.split(" ")) if isinstance(merge, str) else tuple(merge) for merge in model.get("merges", ()))
    return [(left, right) for left, right in pairs]


def _lines(vocabulary: Vocabulary) -> str:
    """A token a line; blank ones at the end, which only hold rows of a table, are left out."""
    tokens = list(vocabulary.tokens)
    while tokens and not tokens[-1]:
        tokens.pop()
    return "".join(f"{token}\n" for token in tokens)


def _config(vocabulary: Vocabulary, frame: Frame) -> dict[str, Any]:
    inputs = ["input_ids", "token_type_ids", "attention_mask"] if frame.segments else ["input_ids", "attention_mask"]
    common: dict[str, Any] = {"model_max_length": frame.room, "model_input_names": inputs}
    if vocabulary.kind is VocabularyKind.WORD:
        return common | {"tokenizer_class": "BertTokenizer", "do_lower_case": vocabulary.lowercase}
    # The class that takes tokenizer.json as it is; classes of families make it anew from the tokens alone.
    return common | {"tokenizer_class": "PreTrainedTokenizerFast", "do_lower_case": vocabulary.lowercase}


def _framed(vocabulary: Vocabulary, frame: Frame) -> Tokenizer:
    """The vocabulary's own tokenizer with special tokens, which it finds in text and puts around it."""
    tokenizer = make_tokenizer(vocabulary)
    bytes_level = vocabulary.kind is VocabularyKind.BYTE_BPE
    for role in _ROLES:
        token = vocabulary.token(vocabulary.special[role])
        # A byte-level token brings its space along, so the space before a mask is the mask's.
        added = AddedToken(token, special=True, normalized=False, lstrip=bytes_level and role == "mask")
        tokenizer.add_special_tokens([added])
    cls, sep = (vocabulary.token(place) for place in (vocabulary.cls_id, vocabulary.sep_id))
    second = f"$B:1 {sep}:1" if frame.segments else f"{sep}:0 $B:0 {sep}:0"
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{cls} $A {sep}",
        pair=f"{cls} $A {sep} {second}",
        special_tokens=[(cls, vocabulary.cls_id), (sep, vocabulary.sep_id)],
    )
    return tokenizer


def _write_json(path: Path, content: object) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=2) + "\n", encoding="utf-8", newline="\n")


# --- in ----------------------------------------------------------------------------------------------------------


def read_tokenizer_files(folder: Path) -> VocabularyFile:
    """The vocabulary of a checkpoint folder. One that cuts text as a kind here does is of that kind, and needs no
    definition. Raises :class:`WorkbenchError` where there is none, or it cannot be used here."""
    source = read_vocabulary_file(folder)
    if source.definition:
        require_cutter(folder / DEFINITION, source.definition)
        return plain(source)
    lowercase = _says_lowercase(folder)
    return source if lowercase is None or source.merges else replace(source, lowercase=lowercase)


def _says_lowercase(folder: Path) -> bool | None:
    """What the tokenizer's config says of case, None where it says nothing."""
    try:
        found = json.loads((folder / CONFIG).read_text(encoding="utf-8")).get("do_lower_case")
    except (OSError, ValueError, AttributeError):
        return None
    return found if isinstance(found, bool) else None


def plain(source: VocabularyFile) -> VocabularyFile:
    """The same without its definition where the kind alone cuts text alike, which is quicker; else as it is."""
    content = json.loads(source.definition)
    candidate = replace(source, definition="", merges=tuple(_merges(content["model"])))
    if source.kind is not VocabularyKind.BYTE_BPE:
        candidate = replace(candidate, lowercase=_lowercase(content), merges=())
    try:
        vocabulary = Vocabulary.make(
            "plain", candidate.kind, candidate.tokens, lowercase=candidate.lowercase, merges=candidate.merges
        )
    except WorkbenchError:  # special tokens are missing: said where it is made
        return source
    own = json.loads(make_tokenizer(vocabulary).to_str())
    return candidate if _way(own) == _way(content) else source


def _lowercase(content: dict[str, Any]) -> bool:
    normalizer = content.get("normalizer") or {}
    return bool(normalizer.get("lowercase"))


def _way(content: dict[str, Any]) -> dict[str, Any]:
    """How a definition cuts text, beside its tokens; what stands for the same is written the same."""
    model = dict(content["model"])
    tokens = model.pop("vocab", {})
    merges = _merges(model)
    normalizer = dict(content.get("normalizer") or {})
    if "strip_accents" in normalizer and normalizer["strip_accents"] is None:
        normalizer["strip_accents"] = normalizer.get("lowercase")
    before = dict(content.get("pre_tokenizer") or {})
    before.pop("trim_offsets", None)  # of places only
    before.setdefault("use_regex", before.get("type") == "ByteLevel")
    kept = {name: value for name, value in model.items() if value not in (None, False, "", [], {}) and name != "merges"}
    return {
        "model": kept | {"type": model.get("type", "BPE" if merges else "")},
        "merges": merges,
        "ids": {token: place for token, place in tokens.items() if token},
        "normalizer": normalizer,
        "before": before,
    }
