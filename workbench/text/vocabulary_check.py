"""Vocabulary files as they are: reading the formats in use, and saying everything that is wrong with a file.

Read are ``vocab.txt`` (one token a line, the id is the number of the line by LF alone; or ``token<TAB>id``),
``tokenizer.json`` of the tokenizers library, and ``vocab.json`` with ``merges.txt``; a folder or either file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.texts import Text, mark
from workbench.text.segmenters.characters import is_han


class VocabularyKind(StrEnum):
    """How text becomes tokens."""

    WORDPIECE = "wordpiece"
    BYTE_BPE = "byte-bpe"
    CHARACTER = "character"
    WORD = "word"


#: Role -> the names under which vocabularies hold it; the first is BERT's, the second RoBERTa's.
SPECIAL_NAMES: Mapping[str, tuple[str, str]] = {
    "pad": ("[PAD]", "<pad>"),
    "unk": ("[UNK]", "<unk>"),
    "cls": ("[CLS]", "<s>"),
    "sep": ("[SEP]", "</s>"),
    "mask": ("[MASK]", "<mask>"),
}

_NUMBERED = re.compile(r"^(.*)\t(\d+)$", re.DOTALL)
#: A vocabulary with more than this share of whole Chinese words is one for a word segmenter.
_WORD_SHARE = 0.05


@dataclass(frozen=True)
class VocabularyProblem:
    """Something odd about a file: ``line`` counts from 1 (0: the whole file), ``kind`` is a short code."""

    line: int
    kind: str
    message: Text


@dataclass(frozen=True)
class VocabularyReport:
    """What a vocabulary file is, what is odd about it, and whether it can be loaded as it stands."""

    kind: VocabularyKind
    size: int
    problems: tuple[VocabularyProblem, ...]
    missing_special: tuple[str, ...]
    usable: bool
    lowercase: bool


@dataclass(frozen=True)
class VocabularyFile:
    """A file as read: the tokens by id, and for a ``tokenizer.json`` or merges all that cutting needs."""

    kind: VocabularyKind
    tokens: tuple[str, ...]
    lowercase: bool
    merges: tuple[tuple[str, str], ...] = ()
    definition: str = ""
    problems: tuple[VocabularyProblem, ...] = field(default=())

    @property
    def missing_special(self) -> tuple[str, ...]:
        """Names of the special tokens that are not there, in the style of the kind."""
        return missing_special(self.tokens, self.kind)

    def report(self) -> VocabularyReport:
        """The file's report."""
        missing = self.missing_special
        return VocabularyReport(self.kind, len(self.tokens), self.problems, missing, not missing, self.lowercase)


def special_ids(tokens: Sequence[str]) -> dict[str, int]:
    """Role -> id of the special tokens that a vocabulary has; BERT's names win over RoBERTa's."""
    places = {token: place for place, token in enumerate(tokens)}
    found = {}
    for role, names in SPECIAL_NAMES.items():
        for name in names:
            if name in places:
                found[role] = places[name]
                break
    return found


def missing_special(tokens: Sequence[str], kind: VocabularyKind) -> tuple[str, ...]:
    """Names of the special tokens that are absent, as this kind of vocabulary writes them."""
    style = special_style(tokens, kind)
    present = special_ids(tokens)
    return tuple(names[style] for role, names in SPECIAL_NAMES.items() if role not in present)


def special_style(tokens: Iterable[str], kind: VocabularyKind) -> int:
    """0 where special tokens are written as BERT's, 1 for RoBERTa's: as those there are, else as the kind has them."""
    known = set(tokens)
    counts = [sum(names[style] in known for names in SPECIAL_NAMES.values()) for style in (0, 1)]
    if counts[0] == counts[1]:
        return int(kind is VocabularyKind.BYTE_BPE)
    return int(counts[1] > counts[0])


def read_vocabulary_file(path: Path) -> VocabularyFile:
    """Read any of the formats.

    Raises WorkbenchError where the file is absent, of another format, not UTF-8, or has ids that cannot be used.
    """
    source = _main_file(path)
    if source.suffix != ".json":
        return _from_lines(source)
    content = _read_json(source)
    try:
        if isinstance(content.get("model"), dict):
            return _from_definition(source, content)
        return _from_merges(source, content)
    except (KeyError, TypeError, ValueError, AttributeError) as error:  # JSON of another shape
        raise _no_vocabulary(source) from error


def _main_file(path: Path) -> Path:
    """The file to read for a path that may be a folder or the lesser file of a pair."""
    if path.is_dir():
        for name in ("tokenizer.json", "vocab.json", "encoder.json", "vocab.txt"):
            if (path / name).is_file():
                return path / name
        raise ArgumentError(
            mark("The folder “{path}” holds no vocabulary."),
            mark("Looked for: tokenizer.json, vocab.json with merges.txt, vocab.txt."),
            path=path,
        )
    if not path.is_file():
        raise ArgumentError(
            mark("There is no file “{path}”."),
            mark("Give a vocab.txt, a tokenizer.json, a vocab.json beside its merges.txt, or their folder."),
            path=path,
        )
    if path.name == "merges.txt":
        return _main_file(path.parent)
    return path


def _read_text(path: Path) -> str:
    """The file as strict UTF-8, a byte-order mark kept."""
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise WorkbenchError(
            mark("“{path}” cannot be read: {reason}."), path=path, reason=error.strerror or type(error).__name__
        ) from None
    except UnicodeDecodeError as error:
        raise WorkbenchError(
            mark("The vocabulary “{path}” is not UTF-8 (byte {byte})."),
            mark("Save it as UTF-8; a guess at its encoding could move tokens."),
            path=path,
            byte=error.start,
        ) from None


def _read_json(path: Path) -> dict[str, Any]:
    """The JSON object of a file."""
    try:
        content = json.loads(_read_text(path).removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise WorkbenchError(
            mark("“{path}” is not valid JSON (line {line})."),
            mark("The file may be cut off: get it again."),
            path=path,
            line=error.lineno,
        ) from None
    except RecursionError:
        raise _no_vocabulary(path) from None
    if not isinstance(content, dict):
        raise _no_vocabulary(path)
    return content


def _no_vocabulary(path: Path) -> WorkbenchError:
    return WorkbenchError(
        mark("“{path}” holds no vocabulary."),
        mark("A tokenizer.json, or an object of tokens and their whole-number ids, is needed."),
        path=path,
    )


# --- vocab.txt ---------------------------------------------------------------------------------------------------


def _from_lines(path: Path) -> VocabularyFile:
    """A ``vocab.txt``."""
    text = _read_text(path)
    problems = []
    if text.startswith("\ufeff"):
        text = text.removeprefix("\ufeff")
        problems.append(
            VocabularyProblem(1, "bom", Text(mark("The file begins with a byte-order mark; it is left out.")))
        )
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if not lines:
        raise WorkbenchError(mark("The vocabulary “{path}” is empty."), mark("A token a line is needed."), path=path)
    if any(line.endswith("\r") for line in lines):
        first = next(number for number, line in enumerate(lines, 1) if line.endswith("\r"))
        problems.append(
            VocabularyProblem(first, "crlf", Text(mark("Lines end in CR LF; the CR is not taken into the tokens.")))
        )
        lines = [line.removesuffix("\r") for line in lines]
    numbered = [_NUMBERED.match(line) for line in lines]
    if all(match or not line for match, line in zip(numbered, lines, strict=True)):
        lines = _by_number(path, [(match[1], int(match[2])) for match in numbered if match])
    problems.extend(token_problems(lines))
    return _finish(lines, problems)


def _by_number(path: Path, pairs: Sequence[tuple[str, int]]) -> list[str]:
    """Tokens placed by the ids that the file states, which must be 0..n-1."""
    tokens: list[str | None] = [None] * len(pairs)
    for line, (token, place) in enumerate(pairs, 1):
        if place >= len(tokens) or tokens[place] is not None:
            raise WorkbenchError(
                mark("Line {line} of “{path}” gives the id {id}, which is too large or was given before."),
                mark("The ids of {size} tokens must be 0 to {last}, each once."),
                line=line,
                path=path,
                id=place,
                size=len(tokens),
                last=len(tokens) - 1,
            )
        tokens[place] = token
    return [token for token in tokens if token is not None]


def token_problems(tokens: Sequence[str]) -> list[VocabularyProblem]:
    """Blank, duplicate and padded entries. Ids are never moved for them."""
    problems = []
    first_line: dict[str, int] = {}
    for line, token in enumerate(tokens, 1):
        if token == "":
            message = Text(mark("The line is blank; its id stays reserved and unused."))
            problems.append(VocabularyProblem(line, "blank", message))
            continue
        if token in first_line:
            message = Text(
                mark("“{token}” stands in line {first} already; the later id is used."),
                {"token": token, "first": first_line[token]},
            )
            problems.append(VocabularyProblem(line, "duplicate", message))
        else:
            first_line[token] = line
        if token != token.strip(" \t") and token.strip(" \t"):
            message = Text(mark("“{token}” has blanks around it and can never be found in text."), {"token": token})
            problems.append(VocabularyProblem(line, "spaces", message))
    return problems


def _finish(tokens: Sequence[str], problems: list[VocabularyProblem]) -> VocabularyFile:
    """Kind, case and missing special tokens of a list of tokens."""
    kind = guess_kind(tokens)
    problems = [*problems, *_missing_problems(tokens, kind)]
    return VocabularyFile(kind, tuple(tokens), guess_lowercase(tokens), problems=tuple(problems))


def _missing_problems(tokens: Sequence[str], kind: VocabularyKind) -> list[VocabularyProblem]:
    return [
        VocabularyProblem(0, "missing-special", Text(mark("The special token {token} is missing."), {"token": name}))
        for name in missing_special(tokens, kind)
    ]


def guess_kind(tokens: Sequence[str]) -> VocabularyKind:
    """The kind of a plain list: by its whole Chinese words, its ``##`` pieces, or its single characters."""
    ordinary = [token for token in tokens if token and not _is_bracketed(token)]
    words = sum(len(token) > 1 and all(map(is_han, token)) for token in ordinary)
    if words > _WORD_SHARE * max(1, len(ordinary)):
        return VocabularyKind.WORD
    if any(token.startswith("##") and len(token) > 2 for token in ordinary):
        return VocabularyKind.WORDPIECE
    if ordinary and all(len(token) == 1 for token in ordinary):
        return VocabularyKind.CHARACTER
    return VocabularyKind.WORDPIECE


def guess_lowercase(tokens: Iterable[str]) -> bool:
    """Whether text must be lower-cased for a vocabulary: it has no entry with a capital Latin letter."""
    return not any("A" <= character <= "Z" for token in tokens if not _is_bracketed(token) for character in token)


def _is_bracketed(token: str) -> bool:
    """Whether a token has the form of a special one: ``[CLS]``, ``<S>``, ``<|endoftext|>``."""
    return len(token) > 2 and (token[0], token[-1]) in {("[", "]"), ("<", ">")}


# --- tokenizer.json, vocab.json with merges.txt -------------------------------------------------------------------


def _dense_tokens(path: Path, vocabulary: Mapping[str, Any]) -> list[str]:
    """Tokens by id; ids that nothing has become blank entries."""
    if not vocabulary or not all(isinstance(place, int) and place >= 0 for place in vocabulary.values()):
        raise _no_vocabulary(path)
    if any(_is_half(token) for token in vocabulary):
        raise WorkbenchError(
            mark("“{path}” has tokens with half a character (a lone surrogate)."),
            mark("No text holds them: take them out."),
            path=path,
        )
    size = max(vocabulary.values()) + 1
    if size > 2 * len(vocabulary) + 1000:
        raise WorkbenchError(
            mark("“{path}” gives ids up to {last} to only {size} tokens."), path=path, last=size - 1,
            size=len(vocabulary),
        )  # fmt: skip
    tokens = [""] * size
    for token, place in vocabulary.items():
        tokens[place] = token
    return tokens


def _is_half(token: str) -> bool:
    """Whether a text cannot be written, as JSON's escapes allow."""
    return any("\ud800" <= character <= "\udfff" for character in token)


def _from_merges(path: Path, content: Mapping[str, Any]) -> VocabularyFile:
    """A ``vocab.json`` beside its ``merges.txt``."""
    merges_path = path.with_name("merges.txt")
    if not merges_path.is_file():
        raise WorkbenchError(
            mark("The merges of “{path}” are missing."),
            mark("Put merges.txt into the same folder."),
            path=path,
        )
    lines = _read_text(merges_path).removeprefix("\ufeff").split("\n")
    lines = [line.removesuffix("\r") for line in lines]
    merges = []
    for number, line in enumerate(lines, 1):
        if not line or (number == 1 and line.startswith("#version")):
            continue
        left, space, right = line.partition(" ")
        if not (left and space and right) or left + right not in content:
            raise WorkbenchError(
                mark("Line {line} of “{path}” is no merge of two tokens of the vocabulary."),
                line=number,
                path=merges_path,
            )
        merges.append((left, right))
    tokens = _dense_tokens(path, content)
    problems = [*token_problems(tokens), *_missing_problems(tokens, VocabularyKind.BYTE_BPE)]
    return VocabularyFile(VocabularyKind.BYTE_BPE, tuple(tokens), False, tuple(merges), problems=tuple(problems))


def _from_definition(path: Path, content: dict[str, Any]) -> VocabularyFile:
    """A ``tokenizer.json``: its normaliser, cutting and model stay, what adds special tokens goes."""
    model = content["model"]
    kind = _kind_of_model(path, content)
    vocabulary = dict(model.get("vocab", {}))
    for added in content.get("added_tokens") or ():
        vocabulary.setdefault(added["content"], added["id"])
    tokens = _dense_tokens(path, vocabulary)
    plain = {**content, "added_tokens": [], "post_processor": None, "truncation": None, "padding": None}
    normalizer = content.get("normalizer") or {}
    lowercase = bool(normalizer.get("lowercase", normalizer.get("type") == "Lowercase"))
    problems = [*token_problems(tokens), *_missing_problems(tokens, kind)]
    definition = json.dumps(plain, ensure_ascii=False)
    return VocabularyFile(kind, tuple(tokens), lowercase, (), definition, tuple(problems))


def _kind_of_model(path: Path, content: Mapping[str, Any]) -> VocabularyKind:
    """The kind of a ``tokenizer.json``; models that this program cannot mask and train with are refused."""
    model_type = content["model"].get("type") or ("BPE" if "merges" in content["model"] else "")
    steps = json.dumps([content.get("normalizer"), content.get("pre_tokenizer")])
    if model_type == "WordPiece":
        return VocabularyKind.WORDPIECE
    if model_type == "BPE" and "ByteLevel" in steps:
        return VocabularyKind.BYTE_BPE
    if model_type == "BPE" and not content["model"].get("merges"):
        return VocabularyKind.CHARACTER  # without merges, each character stays alone
    raise WorkbenchError(
        mark("“{path}” holds a {model} tokenizer, which cannot be used here."),
        mark("WordPiece and byte-level BPE can be."),
        path=path,
        model=model_type or "?",
    )
