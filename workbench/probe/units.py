"""Which tokens of a sentence are its characters, words, phrases, n-grams and entities, as the run's masks see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.inspection.groups import Group, Level, fill_gaps
from workbench.model.encoding import EncodedText, cut_at_masks
from workbench.probe.subject import Subject
from workbench.text.analysis import Analyser, make_analyser
from workbench.text.document import UnitKind

Groups = Mapping[Level, Sequence[Group]]

_SPARSE = {Level.PHRASE: UnitKind.PHRASE, Level.NGRAM: UnitKind.NGRAM, Level.ENTITY: UnitKind.ENTITY}


class UnitFinder:
    """Cuts sentences as the run of a subject does: same segmenter, same lists; these are read once."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._analyser: Analyser | None = None

    def groups(self, encoded: EncodedText, text: str, pair: str | None) -> Groups:
        """The groups of all levels; those of tokens and characters, words, and phrases and entities with words around
        them tile the sentence, n-grams overlap. Raises :class:`WorkbenchError` where a list of the run is not there
        any more."""
        groups = dict(self.without_units(encoded, text, pair))
        tokens = groups[Level.TOKEN]
        found = self._units(encoded, [text, *([pair] if pair else [])])
        words = fill_gaps(found[UnitKind.WORD], tokens)
        groups[Level.WORD] = words
        for level, kind in _SPARSE.items():
            groups[level] = fill_gaps(found[kind], tokens if level is Level.NGRAM else words)
        return groups

    def without_units(self, encoded: EncodedText, text: str, pair: str | None) -> Groups:
        """The groups of the levels that need no segmenter."""
        tokens = [
            Group(place, place + 1, self._subject.vocabulary.token(number), unit=span is not None)
            for place, (number, span) in enumerate(zip(encoded.unmasked().ids, encoded.spans, strict=True))
        ]
        return {Level.TOKEN: tokens, Level.CHARACTER: _characters(encoded, [text, *([pair] if pair else [])], tokens)}

    def _units(self, encoded: EncodedText, texts: Sequence[str]) -> Mapping[UnitKind, list[Group]]:
        """The units of all kinds, counted in tokens of the whole input."""
        if self._analyser is None:
            subject = self._subject
            self._analyser = make_analyser(subject.project, subject.vocabulary, subject.spec.units)
        found: dict[UnitKind, list[Group]] = {kind: [] for kind in (UnitKind.WORD, *_SPARSE.values())}
        for part, text in enumerate(texts):
            first = next((at for at, span in enumerate(encoded.spans) if span is not None and span[0] == part), 0)
            for piece in cut_at_masks(text, self._subject.vocabulary):
                analysis = self._analyser.analyse_flat([piece.text])
                spans = analysis.tokens.spans.tolist()
                for kind, groups in found.items():
                    units = analysis.layers[kind]
                    groups += [
                        Group(first + start, first + stop, piece.text[spans[start][0] : spans[stop - 1][1]])
                        for start, stop in zip(units.start.tolist(), units.end.tolist(), strict=True)
                    ]
                first += len(spans) + 1  # the mask behind the piece
        return found


def _characters(encoded: EncodedText, texts: Sequence[str], tokens: Sequence[Group]) -> list[Group]:
    """Tokens, those that share a character as one."""
    found: list[Group] = []
    reached = (-1, 0)
    for token, span in zip(tokens, encoded.spans, strict=True):
        if span is not None and found and span[0] == reached[0] and span[1] < reached[1]:
            start = found[-1].start
            first = encoded.spans[start]
            assert first is not None
            reached = span[0], max(reached[1], span[2])
            found[-1] = Group(start, token.end, texts[span[0]][first[1] : reached[1]])
            continue
        reached = (-1, 0) if span is None else (span[0], span[2])
        text = token.text if span is None else texts[span[0]][span[1] : span[2]] or token.text
        found.append(Group(token.start, token.end, text, unit=span is not None))
    return found
