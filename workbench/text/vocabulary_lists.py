"""Which entries of the project's lists a model can never predict: those with a piece that is [UNK]."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from workbench.core.errors import StoppedError
from workbench.core.progress import Cancelled, never
from workbench.core.texts import mark
from workbench.text.lexicon import Lexicon, LexiconKind
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary
from workbench.text.vocabulary_unknown import UnknownReasons

#: Lists whose entries become units that masks hide and models predict.
UNIT_LISTS = (LexiconKind.PHRASE, LexiconKind.ENTITY, LexiconKind.NGRAM)
MOST_LOST = 1000  #: lost entries of a list of which a report tells
MOST_LACKING = 10_000  #: lacking entries of the vocabulary of which a report tells
_BATCH = 4096


@dataclass(frozen=True)
class LostEntry:
    """An entry of a list with the parts of it that become [UNK], and the entries the vocabulary lacks for it."""

    text: str
    label: str
    unknown: tuple[str, ...]
    lacking: tuple[str, ...]


@dataclass(frozen=True)
class ListCoverage:
    """A list of ``entries``, of which ``num_lost`` can never be predicted as a whole.

    ``lost`` are the first thousand of these, ``lacking`` the first ten thousand entries that the vocabulary lacks for
    all of them.
    """

    name: str
    kind: LexiconKind
    entries: int
    num_lost: int
    lost: tuple[LostEntry, ...]
    lacking: tuple[str, ...]


def list_coverage(
    vocabulary: Vocabulary, lexicon: Lexicon, cache_folder: Path | None = None, cancelled: Cancelled = never
) -> ListCoverage:
    """Cut every entry of a list as it stands alone. Raises StoppedError on cancel."""
    tokenizer, reasons = Tokenizer(vocabulary, cache_folder), UnknownReasons(vocabulary)
    lost: list[LostEntry] = []
    lacking: dict[str, None] = {}
    num_lost = 0
    for first in range(0, len(lexicon), _BATCH):
        if cancelled():
            raise StoppedError(mark("Looking at the lists was stopped."))
        batch = lexicon.entries[first : first + _BATCH]
        for entry, (ids, spans) in zip(batch, tokenizer.encode([entry.text for entry in batch]), strict=True):
            unknown = spans[ids == vocabulary.unk_id].tolist()
            if unknown:
                parts = tuple(dict.fromkeys(entry.text[start:end] for start, end in unknown))
                wanted = dict.fromkeys(token for part in parts for token in reasons.of(part)[1])
                num_lost += 1
                if len(lost) < MOST_LOST:
                    lost.append(LostEntry(entry.text, entry.label, parts, tuple(wanted)))
                if len(lacking) < MOST_LACKING:
                    lacking.update(wanted)
    return ListCoverage(
        lexicon.name, lexicon.kind, len(lexicon), num_lost, tuple(lost), tuple(islice(lacking, MOST_LACKING))
    )
