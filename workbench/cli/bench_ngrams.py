"""Speed of finding n-grams in batches of passages, beside a plain scan of every window with a dictionary."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from workbench.core.paths import Project
from workbench.masking.basic import Basic
from workbench.objectives.examples import ExampleMaker, PreviewStage
from workbench.spec.run import RunSpec
from workbench.text.corpus import Corpus
from workbench.text.document import UnitKind
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, save_lexicon, unique_entries
from workbench.text.ngram_lexicon import NgramLexicon
from workbench.text.ngram_settings import NgramSettings
from workbench.text.ngram_slots import NgramMatcher, Passages, make_matcher
from workbench.text.prepared import PreparedCorpus, prepare
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary

_PASSAGES, _LENGTH, _SEED = 32, 128, 1
_LONGEST = NgramSettings().longest
_LIST, _ENTRIES = "bench", 100_000


def bench_ngrams(prepared: PreparedCorpus, entries: int, seconds: float) -> list[dict[str, Any]]:
    """A row a side: time of a batch of 32 passages of up to 128 tokens, masking beside, and the matcher's own start."""
    lexicon = frequent_ngrams(prepared, entries)
    tokenizer = Tokenizer(prepared.vocabulary)
    begun = time.perf_counter()
    matcher = make_matcher(lexicon, NgramSettings(), tokenizer)
    start = time.perf_counter() - begun
    maker = ExampleMaker(prepared, PreviewStage(Basic()), _LENGTH, _SEED)
    plan = maker.passages(0)
    rows = np.arange(min(_PASSAGES, len(plan)))
    masked = maker.make(plan, rows, 0)
    passages = Passages(masked.input_ids, masked.passages.starts, masked.passages.segment)
    keys = maker.keys(plan, masked.passages.example, 0)
    known = {tuple(tokenizer.encode([text])[0][0].tolist()): place for place, text in enumerate(lexicon.texts)}

    def match() -> None:
        slots = matcher.find(passages, _LENGTH, keys).kept_only()
        matcher.coverage(slots, len(passages.ids))

    sides: dict[str, Callable[[], object]] = {
        "scan of windows": lambda: scanned(passages, known),
        "matcher": match,
        "masking, for comparison": lambda: maker.make(plan, rows, 0),
    }
    taken = {name: _seconds(work, seconds) for name, work in sides.items()}
    found = len(matcher.find(passages, _LENGTH, keys))
    assert found == len(scanned(passages, known))
    scan = taken["scan of windows"]
    return [
        {
            "side": name,
            "entries": len(lexicon),
            "matches": found if name != "masking, for comparison" else None,
            "ms_a_batch": 1000 * one,
            "tokens_per_s": len(passages.ids) / one,
            "times_scan": scan / one,
        }
        for name, one in taken.items()
    ] + [_start_row(matcher, start)]


def _start_row(matcher: NgramMatcher, seconds: float) -> dict[str, Any]:
    row = {"side": "start of the matcher", "entries": len(matcher.lexicon), "matches": None}
    return {**row, "ms_a_batch": 1000 * seconds, "tokens_per_s": None, "times_scan": None}


def frequent_ngrams(prepared: PreparedCorpus, entries: int) -> NgramLexicon:
    """So many of the most frequent n-grams of 2 to 7 tokens of a corpus, as far as it has them."""
    ids = np.asarray(prepared.ids, dtype=np.int64).tolist()
    counts: Counter[tuple[int, ...]] = Counter()
    for length in range(2, _LONGEST + 1):
        counts.update(zip(*(ids[place:] for place in range(length)), strict=False))
    tokens = prepared.vocabulary.tokens
    best = counts.most_common(entries)
    return NgramLexicon(tuple("".join(tokens[one] for one in ngram) for ngram, _ in best), tuple(n for _, n in best))


def with_list(project: Project, spec: RunSpec, corpus: Corpus, vocabulary: Vocabulary) -> RunSpec:
    """A spec whose n-grams name no list, with one of the corpus's most frequent n-grams; any other as it is."""
    if spec.ngrams is None or spec.ngrams.lists:
        return spec
    found = frequent_ngrams(prepare(project, corpus, vocabulary, spec.units), _ENTRIES)
    entries = [LexiconEntry(text, count=count) for text, count in zip(found.texts, found.counts, strict=True)]
    save_lexicon(project, Lexicon(_LIST, LexiconKind.NGRAM, unique_entries(entries)))
    units = spec.units
    if any(UnitKind.NGRAM in stage.masking.needs for stage in spec.stages):
        units = units.model_copy(update={"ngram_lists": (_LIST,)})
    return spec.model_copy(update={"ngrams": spec.ngrams.model_copy(update={"lists": (_LIST,)}), "units": units})


def scanned(passages: Passages, known: dict[tuple[int, ...], int]) -> list[tuple[int, int, int]]:
    """Entry, start and length of every window that is an entry, one window after another."""
    found = []
    ids, starts = passages.ids.tolist(), passages.starts.tolist()
    for first, end in pairwise(starts):
        for length in range(2, _LONGEST + 1):
            for start in range(first, end - length + 1):
                entry = known.get(tuple(ids[start : start + length]))
                if entry is not None:
                    found.append((entry, start, length))
    return found


def _seconds(work: Callable[[], object], least: float) -> float:
    """Of one call, by as many as take a while."""
    work()
    begun, calls = time.perf_counter(), 0
    while time.perf_counter() - begun < least or not calls:
        work()
        calls += 1
    return (time.perf_counter() - begun) / calls
