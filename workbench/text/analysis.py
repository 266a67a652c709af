"""Text to tokens with their words, phrases and entities: one pass over a whole list of texts.

Words tile every text; phrases and entities are runs of whole words. A unit of tokens is what the words of its
characters become when no token may be split: words that meet inside one token are one unit, and all pieces of a word
belong to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from workbench.core.errors import ArgumentError
from workbench.core.paths import Project
from workbench.core.texts import Text, mark
from workbench.text.boundaries import Boundaries
from workbench.text.document import Bools, Layers, UnitKind, UnitLabel, Units
from workbench.text.lexicon import MARKED, Lexicon, LexiconKind, LexiconSource, find_lexicons
from workbench.text.segmenters.entities import capital_spans, recognised_spans
from workbench.text.segmenters.list_matching import matcher_of
from workbench.text.segmenters.matching import FOREMOST, Spans, outside_letters, resolve
from workbench.text.segmenters.phrases import chunk_spans, dictionary_spans
from workbench.text.segmenters.recogniser import Recogniser, make_recogniser
from workbench.text.segmenters.user_words import UserWords
from workbench.text.segmenters.words import WordTable, cut_words, make_cutter
from workbench.text.similar import SimilarWords
from workbench.text.token_layers import CharacterUnits, token_layers, word_starts
from workbench.text.tokenizer import Tokenizer, TokenTable
from workbench.text.unit_sources import BOUNDARY_FILE, CAPITALS
from workbench.text.units import Segmenter, UnitSettings
from workbench.text.vocabulary import Vocabulary


@dataclass(frozen=True)
class Analysis:
    """Many texts as tokens, flat: layers are in places of ``tokens.ids``."""

    tokens: TokenTable
    layers: Layers


@dataclass(frozen=True)
class PhraseStatistics:
    """How many phrases there are, and how many of them are just one word of the segmenter."""

    phrases: int
    single_words: int

    @property
    def share(self) -> float:
        """Share of phrases that are single words; 0 where there are none."""
        return self.single_words / self.phrases if self.phrases else 0.0


class Analyser:
    """Cuts texts for one vocabulary, with one set of unit settings and lists.

    ``lexicons``, ``recogniser`` and ``boundaries`` are used whatever the settings name; :func:`make_analyser` fetches
    those that they name.
    ``labels`` is the table that the ``label`` of every unit points into; place 0 is the plain word's.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        settings: UnitSettings,
        lexicons: Sequence[Lexicon] = (),
        *,
        synonyms: Sequence[Lexicon] = (),
        dictionaries: Sequence[Lexicon] = (),
        recogniser: Recogniser | None = None,
        boundaries: Boundaries | None = None,
        cache_folder: Path | None = None,
    ) -> None:
        self.vocabulary = vocabulary
        self.settings = settings
        self.lexicons = tuple(lexicons)
        self.synonyms = tuple(synonyms)
        self.tokenizer = Tokenizer(vocabulary, cache_folder)
        self._cutter = make_cutter(
            settings.segmenter,
            hmm=settings.hmm,
            cache_folder=cache_folder,
            user=UserWords.of(dictionaries, settings.force_words),
        )
        self.labels: list[UnitLabel] = [UnitLabel("", "segmenter")]
        tagged_by = "LAC tag" if settings.segmenter is Segmenter.LAC else "dictionary tag"
        self._phrase_tag_label, self._entity_tag_label = (
            self._add_labels(UnitLabel(tag.label, f"{tagged_by} {tag.value}") for tag in tags)
            for tags in (settings.phrase_tags, settings.entity_tags)
        )
        self._chunk_label = self._add_labels([UnitLabel("chunk", "chunker")])
        self._name_label = self._add_labels([UnitLabel("name", CAPITALS)])
        self._matchers = [(lexicon, matcher_of(lexicon)) for lexicon in self.lexicons]
        self._list_labels = [self._add_list_labels(lexicon, found.classes) for lexicon, found in self._matchers]
        self._recogniser = recogniser
        self._recogniser_labels = self._add_recogniser_labels(recogniser) if recogniser else {}
        self._boundaries = boundaries
        self._boundary_label = self._add_labels(
            UnitLabel(name, BOUNDARY_FILE) for name in (boundaries.classes if boundaries else ())
        )

    @property
    def identity(self) -> str:
        """Everything beside the vocabulary that decides where units are, as a text for fingerprints."""
        # Corpora prepared when marks did not go before everything else yet are told apart by the word "foremost".
        lists = " ".join(
            f"{lexicon.fingerprint}{' foremost' if lexicon.source is LexiconSource.MARKED else ''}"
            for lexicon in self.lexicons
        )
        parts = [self._cutter.identity, self.settings.model_dump_json(exclude={"synonyms"}), lists]
        parts += [self._recogniser.identity] if self._recogniser else []
        parts += [f"boundaries {self._boundaries.fingerprint}"] if self._boundaries else []
        return "; ".join(parts)

    @cached_property
    def similar_words(self) -> SimilarWords | None:
        """The synonym tables in ids of the vocabulary; None where there are none."""
        return SimilarWords.make(self.synonyms, self.tokenizer) if self.synonyms else None

    def analyse_flat(self, texts: Sequence[str]) -> Analysis:
        """All texts as one table of tokens."""
        return self.join(self.tokenizer.encode_flat(texts), self.units(self.words(texts)))

    def words(self, texts: Sequence[str]) -> WordTable:
        """The words of the segmenter."""
        return cut_words(texts, self._cutter)

    def units(self, words: WordTable) -> CharacterUnits:
        """Words, phrases, entities and n-grams in characters, independent of any vocabulary."""
        phrases, entities = (resolve(spans, self.settings.overlap) for spans in self.candidates(words))
        ngrams = Spans.join(self._list_spans(words, LexiconKind.NGRAM))
        ngrams = ngrams.take(np.lexsort((-ngrams.end, ngrams.start)))
        return CharacterUnits(words, word_starts(words, phrases, entities), phrases, entities, ngrams)

    def candidates(self, words: WordTable) -> tuple[Spans, Spans]:
        """All that is found of phrases and of entities, before overlaps are resolved."""
        return Spans.join(self._phrases(words)), Spans.join(self._entities(words))

    @staticmethod
    def join(tokens: TokenTable, units: CharacterUnits) -> Analysis:
        """The tokens of texts with the units of the same texts in token places."""
        return Analysis(tokens, token_layers(units, tokens))

    def _add_labels(self, labels: Iterable[UnitLabel]) -> int:
        """Add to the table of labels; returns the number of the first."""
        first = len(self.labels)
        self.labels.extend(labels)
        return first

    def _add_recogniser_labels(self, recogniser: Recogniser) -> Mapping[str, int]:
        """Class -> number of its label."""
        source = f"recogniser {recogniser.identity}"
        return {name: self._add_labels([UnitLabel(name, source)]) for name in recogniser.classes}

    def _add_list_labels(self, lexicon: Lexicon, classes: Iterable[str]) -> int:
        """Add the classes of a list to the table of labels; returns the number of the first."""
        source = {
            LexiconSource.LIST: f"list {lexicon.name}",
            LexiconSource.MINED: f"mined {lexicon.name}",
            LexiconSource.MARKED: MARKED,
        }[lexicon.source]
        return self._add_labels(UnitLabel(name, source) for name in classes)

    def _phrases(self, words: WordTable) -> list[Spans]:
        found = self._list_spans(words, LexiconKind.PHRASE) + self._boundary_spans(words, UnitKind.PHRASE)
        rank = len(self._matchers)
        if self.settings.dictionary_phrases:
            found.append(dictionary_spans(words, self.settings.phrase_tags, self._phrase_tag_label, rank))
        if self.settings.english_chunks:
            found.append(chunk_spans(words, self._chunk_label, rank + 1))
        return found

    def _entities(self, words: WordTable) -> list[Spans]:
        found = self._list_spans(words, LexiconKind.ENTITY) + self._boundary_spans(words, UnitKind.ENTITY)
        rank = len(self._matchers)
        if self._recogniser is not None:
            found.append(recognised_spans(words, self._recogniser, self._recogniser_labels, rank))
        if self.settings.dictionary_entities:
            found.append(dictionary_spans(words, self.settings.entity_tags, self._entity_tag_label, rank + 1))
            found.append(capital_spans(words, self._name_label, rank + 2))
        return found

    def _boundary_spans(self, words: WordTable, kind: UnitKind) -> list[Spans]:
        """The units of a kind that a boundary file gives the texts; they go first, as marks do."""
        if self._boundaries is None or not self._boundaries.has(kind):
            return []
        owner, start, end, label = self._boundaries.find(words.texts(), kind)
        base = words.bases[owner]
        return [Spans.of(base + start, base + end, label + np.int32(self._boundary_label), FOREMOST)]

    def _list_spans(self, words: WordTable, kind: LexiconKind) -> list[Spans]:
        """Entries of the lists of a kind. Phrases keep to the segmenter's words; entities and marked spans need not."""
        tables = []
        for rank, (lexicon, listed) in enumerate(self._matchers):
            if lexicon.kind is not kind:
                continue
            found = listed.matcher.find(words.text, every=kind is LexiconKind.NGRAM)
            triples = np.array(found, np.int64).reshape(-1, 3)
            marked = lexicon.source is LexiconSource.MARKED
            labels = (triples[:, 2] + self._list_labels[rank]).astype(np.int32)
            spans = Spans.of(triples[:, 0], triples[:, 1], labels, FOREMOST if marked else rank)
            spans = spans.take(outside_letters(spans, words.classes))
            if kind is LexiconKind.PHRASE and not marked:
                spans = spans.take(_aligned(words, spans))
            tables.append(spans)
        return tables


def make_analyser(
    project: Project, vocabulary: Vocabulary, settings: UnitSettings, boundaries: Boundaries | None = None
) -> Analyser:
    """An analyser with the lists of the project and the recogniser that the settings name, and the boundaries of the
    corpus in hand where the settings want such; raises :class:`WorkbenchError` where one is not there."""
    lists = lists_of(project, settings)
    lexicons = [one for kind in (LexiconKind.PHRASE, LexiconKind.ENTITY, LexiconKind.NGRAM) for one in lists[kind]]
    return Analyser(
        vocabulary,
        settings,
        lexicons,
        synonyms=lists[LexiconKind.SYNONYM],
        dictionaries=lists[LexiconKind.WORD],
        recogniser=make_recogniser(settings),
        boundaries=boundaries if settings.boundary_files else None,
        cache_folder=project.cache,
    )


def lists_of(project: Project, settings: UnitSettings) -> Mapping[LexiconKind, list[Lexicon]]:
    """The lists that unit settings name, by kind; raises :class:`ArgumentError` for one that is not there or is of
    another kind, and would do nothing."""
    names = {
        LexiconKind.PHRASE: settings.phrase_lists,
        LexiconKind.ENTITY: settings.entity_lists,
        LexiconKind.NGRAM: settings.ngram_lists,
        LexiconKind.WORD: settings.word_lists,
        LexiconKind.SYNONYM: settings.synonyms,
    }
    found = {kind: find_lexicons(project, wanted) for kind, wanted in names.items()}
    for kind, lists in found.items():
        for lexicon in lists:
            if lexicon.kind is not kind:
                raise ArgumentError(
                    mark("The list “{name}” is used as “{wanted}”, but it is of the kind “{kind}”."),
                    mark("Choose it where its kind is asked for, or import it again as another kind."),
                    name=lexicon.name,
                    wanted=Text(kind.label),
                    kind=Text(lexicon.kind.label),
                )
    return found


def phrase_statistics(layers: Layers) -> PhraseStatistics:
    """How many phrases are single words of the segmenter: the panel reports it, since dictionary phrases often are."""
    phrases, words = layers[UnitKind.PHRASE], layers[UnitKind.WORD]
    first = np.searchsorted(words.start, phrases.start)
    last = np.searchsorted(words.start, phrases.end)
    return PhraseStatistics(len(phrases), int(np.count_nonzero(last - first == 1)))


def slice_units(units: Units, first: int, end: int) -> Units:
    """The units inside the tokens ``first:end``, counted from ``first``."""
    places = slice(*np.searchsorted(units.start, (first, end)).tolist())
    return Units(units.start[places] - first, units.end[places] - first, units.kind[places], units.label[places])


def _aligned(words: WordTable, spans: Spans) -> Bools:
    """Which spans begin and end where words do [n]."""
    borders = np.zeros(len(words.text) + 1, np.bool_)
    borders[words.start] = True
    borders[words.end] = True
    return borders[spans.start] & borders[spans.end]
