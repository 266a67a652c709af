"""New words for a vocabulary: in the places kept for them, or at its end; a new vocabulary, the old one stays."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.core.config import Labelled
from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import Setting, Text, mark, parted
from workbench.text.folding import fold_case
from workbench.text.list_files import AUTO, list_lines
from workbench.text.vocabulary import Vocabulary, VocabularyKind, check_free, save_vocabulary
from workbench.text.vocabulary_entries import Unreachable, unreachable_reasons
from workbench.text.vocabulary_lineage import Lineage, NewRows
from workbench.text.vocabulary_words import pieces_of


class Places(Labelled):
    """Where new words go."""

    UNUSED = "unused", mark("Places kept for new words ([unused1] …): no id moves, no row is added")
    GROW = "grow", mark("At the end: the vocabulary and the model's tables grow")


AS_WORDS = Setting(mark("Let the segmenter cut words first, so that Chinese words can be added"), "--as word")


class Skip(Labelled):
    """Why a word is not added, beside the reasons why text would never become it."""

    BLANK = "blank", mark("Nothing but blanks")
    REPEATED = "repeated", mark("It stands in the list already")
    PRESENT = "present", mark("The vocabulary has it already")
    NO_PLACE = "no-place", mark("All places kept for new words are taken")


@dataclass(frozen=True)
class AddedWord:
    """A token with its id in the new vocabulary and the known pieces that the old one cut it into."""

    token: str
    id: int
    pieces: tuple[str, ...]


@dataclass(frozen=True)
class SkippedWord:
    """A word that is not added, and why."""

    word: str
    reason: Skip | Unreachable


@dataclass(frozen=True)
class Additions:
    """What adding words to ``parent`` comes to; ``kind`` is that of the new vocabulary."""

    parent: Vocabulary
    kind: VocabularyKind
    added: tuple[AddedWord, ...]
    skipped: tuple[SkippedWord, ...]
    pieces: Mapping[str, tuple[int, ...]]

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of the new vocabulary by id."""
        return _placed(self.parent, [word.token for word in self.added], [word.id for word in self.added])


def read_words(path: Path, encoding: str = AUTO) -> list[str]:
    """The lines of a list file that are not blank; raises as :func:`list_lines` does."""
    return [line for line in list_lines(path, encoding) if line.strip()]


def plan_additions(
    vocabulary: Vocabulary,
    words: Sequence[str],
    places: Places,
    kind: VocabularyKind | None = None,
    cache_folder: Path | None = None,
) -> Additions:
    """What would come of adding words, each as text becomes after folding; nothing is kept.

    A word that no text can become is skipped. ``kind`` WORD makes a word vocabulary of one that cuts text at every
    Chinese character, so that it can have Chinese words. Raises WorkbenchError for byte-level BPE.
    """
    kind = kind or vocabulary.kind
    if VocabularyKind.BYTE_BPE in (kind, vocabulary.kind):
        raise WorkbenchError(
            mark("Words cannot be added to the byte-level BPE vocabulary “{name}”: only merges make its tokens."),
            mark("Train a larger one; it has no unknown text."),
            name=vocabulary.name,
        )
    tokens, skipped = _new_tokens(vocabulary, words)
    tokens, unreachable = _reachable(vocabulary, tokens, kind, cache_folder)
    skipped += unreachable
    ids = list(range(vocabulary.size, vocabulary.size + len(tokens)))
    if places is Places.UNUSED:
        ids = vocabulary.unused_ids.tolist()
        skipped += [SkippedWord(token, Skip.NO_PLACE) for token in tokens[len(ids) :]]
        tokens = tokens[: len(ids)]
    pieces = pieces_of(vocabulary, tokens)
    added = tuple(
        AddedWord(token, place, tuple(map(vocabulary.token, pieces[token])))
        for token, place in zip(tokens, ids, strict=False)
    )
    return Additions(vocabulary, kind, added, tuple(skipped), pieces)


def _new_tokens(vocabulary: Vocabulary, words: Sequence[str]) -> tuple[list[str], list[SkippedWord]]:
    """Words as tokens, each once, without those that are there already."""
    tokens: dict[str, None] = {}
    skipped = []
    for word in words:
        stripped = word.strip()
        token = fold_case(stripped).text if vocabulary.lowercase else stripped
        if not token:
            skipped.append(SkippedWord(word, Skip.BLANK))
        elif token in tokens:
            skipped.append(SkippedWord(word, Skip.REPEATED))
        elif token in vocabulary.ids_by_token:
            skipped.append(SkippedWord(word, Skip.PRESENT))
        else:
            tokens[token] = None
    return list(tokens), skipped


def _reachable(
    vocabulary: Vocabulary, tokens: Sequence[str], kind: VocabularyKind, cache_folder: Path | None
) -> tuple[list[str], list[SkippedWord]]:
    """Those that text can become, tried out in a vocabulary that has them all."""
    ids = range(vocabulary.size, vocabulary.size + len(tokens))
    trial = _made(vocabulary, kind, _placed(vocabulary, tokens, ids), vocabulary.name)
    reasons = unreachable_reasons(trial, ids, cache_folder)
    skipped = [SkippedWord(token, reason) for token, reason in zip(tokens, reasons, strict=True) if reason is not None]
    return [token for token, reason in zip(tokens, reasons, strict=True) if reason is None], skipped


def _placed(vocabulary: Vocabulary, tokens: Sequence[str], ids: Sequence[int]) -> tuple[str, ...]:
    """The tokens of a vocabulary with others at some ids, those at its end in turn."""
    placed = [*vocabulary.tokens]
    for token, place in zip(tokens, ids, strict=True):
        placed[place : place + 1] = [token]
    return tuple(placed)


def _made(
    parent: Vocabulary, kind: VocabularyKind, tokens: Sequence[str], name: str, lineage: Lineage | None = None
) -> Vocabulary:
    definition = _definition(parent, tokens) if kind is parent.kind else ""
    return Vocabulary.make(name, kind, tokens, lowercase=parent.lowercase, definition=definition, lineage=lineage)


def _definition(parent: Vocabulary, tokens: Sequence[str]) -> str:
    """The ``tokenizer.json`` of the parent, where it came with one, with the new tokens."""
    if not parent.definition:
        return ""
    content = json.loads(parent.definition)
    content["model"]["vocab"] = {token: place for place, token in enumerate(tokens) if token}
    return json.dumps(content, ensure_ascii=False)


def add_words(project: Project, additions: Additions, name: str, rows: NewRows = NewRows.MEAN) -> Vocabulary:
    """Make the vocabulary of a plan and keep it in the project, with how the rows of the added tokens begin.

    Raises WorkbenchError where nothing is to be added, ArgumentError for a name that is taken.
    """
    check_free(project, name)
    parent = additions.parent
    if not additions.added:
        raise _nothing_to_add(additions)
    lineage = Lineage(parent.name, parent.fingerprint, rows, dict(additions.pieces))
    vocabulary = _made(parent, additions.kind, additions.tokens, name, lineage)
    save_vocabulary(project, vocabulary)
    return vocabulary


def _nothing_to_add(additions: Additions) -> WorkbenchError:
    """Why no word of a plan can be added: each reason with the number of its words, the commonest first."""
    counts = Counter(word.reason for word in additions.skipped).most_common()
    told = [Text(mark("{reason} ({count})"), {"reason": Text(why.label), "count": count}) for why, count in counts]
    reasons = parted(told) if told else Text(mark("There are none"))
    hint = ""
    if Unreachable.CHINESE in dict(counts):
        hint = mark("Make a word vocabulary of it ({setting}): that can have Chinese words.")
    return WorkbenchError(
        mark("None of the words can be added to “{name}”. {reason}."),
        hint,
        name=additions.parent.name,
        reason=reasons,
        setting=AS_WORDS,
    )


def keeping_case(vocabulary: Vocabulary, name: str) -> Vocabulary:
    """The same tokens and ids for text that keeps its capitals and accents; a model's rows stay as they are."""
    lineage = Lineage(vocabulary.name, vocabulary.fingerprint, NewRows.MEAN, {})
    return Vocabulary.make(
        name, vocabulary.kind, vocabulary.tokens, lowercase=False, merges=vocabulary.merges,
        definition=vocabulary.definition, lineage=lineage,
    )  # fmt: skip
