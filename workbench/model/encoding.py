"""A sentence someone typed as a model input: special tokens around, and ``[MASK]`` in it meant as a mask."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import torch
from torch import Tensor

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.model.inputs import Inputs
from workbench.model.ngram_inputs import TextNgrams
from workbench.spec.encoder import EncoderSpec
from workbench.spec.probes import MASK
from workbench.text.ngram_slots import Passages
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary, VocabularyKind


@dataclass(frozen=True)
class EncodedText:
    """``ids`` [n] with special tokens, their ``segments`` [n], the places of masks, by place the id of a token that was
    hidden there, and the ``spans`` [n] of the tokens: part (1 in the pair), first character and the one after the last;
    None for special tokens."""

    ids: list[int]
    segments: list[int]
    masks: list[int]
    answers: Mapping[int, int] = field(default_factory=dict)
    spans: Sequence[tuple[int, int, int] | None] = ()

    def unmasked(self) -> EncodedText:
        """The same with the hidden tokens in their places; typed masks stay."""
        ids = [self.answers.get(place, token) for place, token in enumerate(self.ids)]
        return replace(self, ids=ids, masks=[place for place in self.masks if place not in self.answers], answers={})

    def passages(self) -> Passages:
        """The text as a single passage, for looking up n-grams."""
        return Passages(np.array(self.ids), np.array([0, len(self.ids)]), np.array(self.segments))

    def inputs(self, ngrams: TextNgrams | None = None, task: int = 0) -> Inputs:
        """The text as a batch of one, without padding, with its n-grams where the encoder is given some, and the row of
        its table of tasks where it has one."""
        found = None if ngrams is None else ngrams.inputs(self.passages(), len(self.ids))
        tasks = torch.tensor([task])
        return Inputs(torch.tensor([self.ids]), torch.tensor([self.segments]), ngrams=found, tasks=tasks)

    def places(self) -> Tensor:
        """The places of the masks [masks] in that batch."""
        return torch.tensor(self.masks, dtype=torch.int64)


def encode_text(
    text: str,
    pair: str | None,
    vocabulary: Vocabulary,
    encoder: EncoderSpec,
    *,
    masks: bool = True,
    hidden: Sequence[tuple[int, int]] = (),
    hidden_pair: Sequence[tuple[int, int]] = (),
) -> EncodedText:
    """[CLS] text [SEP], and pair [SEP] after it; without segment types (RoBERTa) two [SEP] stand between.

    With ``masks`` a typed ``[MASK]`` (or the vocabulary's own mask token) is the mask, without it is plain text.
    Tokens of the text that meet one of the ``hidden`` spans (characters, half-open) are masked too, and remembered, and
    those of the pair that meet one of ``hidden_pair``.
    Raises :class:`WorkbenchError` where the model has fewer positions than the text has tokens.
    """
    tokenizer = Tokenizer(vocabulary)
    first = _cut(text, 0, vocabulary, tokenizer, masks, hidden)
    parts = [_special(vocabulary.cls_id), first, _special(vocabulary.sep_id)]
    end_of_first = len(first.ids) + 2
    if pair:
        between = [_special(vocabulary.sep_id)] if encoder.segments == 1 else []
        second = _cut(pair, 1, vocabulary, tokenizer, masks, hidden_pair)
        parts += [*between, second, _special(vocabulary.sep_id)]
    ids = [token for part in parts for token in part.ids]
    room = encoder.positions - encoder.position_offset
    if len(ids) > room:
        raise WorkbenchError(
            mark("The text has {count} {count:token|tokens}; this model takes {room}."),
            mark("Shorten it."),
            count=len(ids),
            room=room,
        )
    segment = 0 if encoder.segments == 1 else 1
    places = [place for place, token in enumerate(ids) if token == vocabulary.mask_id]
    segments = [0] * end_of_first + [segment] * (len(ids) - end_of_first)
    answers = dict(_placed_answers(parts))
    return EncodedText(ids, segments, places, answers, [span for part in parts for span in part.spans])


@dataclass(frozen=True)
class _Part:
    """Ids of a piece of the input, the spans of its tokens, and by place in it the ids of hidden tokens."""

    ids: list[int]
    spans: list[tuple[int, int, int] | None]
    answers: Mapping[int, int] = field(default_factory=dict)


def _special(token: int) -> _Part:
    return _Part([token], [None])


def _placed_answers(parts: Sequence[_Part]) -> Iterator[tuple[int, int]]:
    """Hidden tokens by their place in the whole input."""
    start = 0
    for part in parts:
        for place, token in part.answers.items():
            yield start + place, token
        start += len(part.ids)


def _cut(
    text: str,
    part: int,
    vocabulary: Vocabulary,
    tokenizer: Tokenizer,
    masks: bool,
    hidden: Sequence[tuple[int, int]] = (),
) -> _Part:
    """A text with the mask's id between the pieces that typed masks cut it into and at hidden tokens."""
    pieces = cut_at_masks(text, vocabulary) if masks else [TextPiece(0, text, (0, 0))]
    found = _Part([], [], {})
    answers: dict[int, int] = {}
    for number, (tokens, spans) in enumerate(tokenizer.encode([piece.text for piece in pieces])):
        if number:
            found.ids.append(vocabulary.mask_id)
            found.spans.append((part, *pieces[number].mask))
        for token, (begin, end) in zip(tokens.tolist(), (spans + pieces[number].start).tolist(), strict=True):
            is_hidden = any(begin < until and end > since for since, until in hidden)
            if is_hidden:
                answers[len(found.ids)] = token
            found.ids.append(vocabulary.mask_id if is_hidden else token)
            found.spans.append((part, begin, end))
    return replace(found, answers=answers)


@dataclass(frozen=True)
class TextPiece:
    """What a typed mask and the next leave of a text, where it begins, and the characters of the ``mask`` before it
    ((0, 0) for the first piece)."""

    start: int
    text: str
    mask: tuple[int, int]


def cut_at_masks(text: str, vocabulary: Vocabulary) -> list[TextPiece]:
    """What typed masks cut a text into, one piece more than there are masks."""
    typed = re.compile("|".join(map(re.escape, (vocabulary.token(vocabulary.mask_id), MASK))))
    masks = [(0, 0), *(match.span() for match in typed.finditer(text))]
    ends = [*(begin for begin, _ in masks[1:]), len(text)]
    pieces = [text[mask[1] : end] for mask, end in zip(masks, ends, strict=True)]
    if vocabulary.kind is VocabularyKind.BYTE_BPE:
        # A predicted byte-level token brings its space along, so the space before a mask is the mask's.
        pieces = [*(piece.rstrip(" ") for piece in pieces[:-1]), pieces[-1]]
    return [TextPiece(mask[1], piece, mask) for mask, piece in zip(masks, pieces, strict=True)]
