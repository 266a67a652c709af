"""A sentence someone typed as a model input: special tokens around, and ``[MASK]`` in it meant as a mask."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

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
    """``ids`` [n] with special tokens, their ``segments`` [n], the places of masks, and by place the id of a token that
    was hidden there."""

    ids: list[int]
    segments: list[int]
    masks: list[int]
    answers: Mapping[int, int] = field(default_factory=dict)

    def passages(self) -> Passages:
        """The text as a single passage, for looking up n-grams."""
        return Passages(np.array(self.ids), np.array([0, len(self.ids)]), np.array(self.segments))

    def inputs(self, ngrams: TextNgrams | None = None) -> Inputs:
        """The text as a batch of one, without padding, with its n-grams where the encoder is given some."""
        found = None if ngrams is None else ngrams.inputs(self.passages(), len(self.ids))
        return Inputs(torch.tensor([self.ids]), torch.tensor([self.segments]), ngrams=found)

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
) -> EncodedText:
    """[CLS] text [SEP], and pair [SEP] after it; without segment types (RoBERTa) two [SEP] stand between.

    With ``masks`` a typed ``[MASK]`` (or the vocabulary's own mask token) is the mask, without it is plain text.
    Tokens of the text that meet one of the ``hidden`` spans (characters, half-open) are masked too, and remembered.
    Raises :class:`WorkbenchError` where the model has fewer positions than the text has tokens.
    """
    tokenizer = Tokenizer(vocabulary)
    inside, found = _ids(text, vocabulary, tokenizer, masks, hidden)
    first = [vocabulary.cls_id, *inside, vocabulary.sep_id]
    second: list[int] = []
    if pair:
        between = [vocabulary.sep_id] if encoder.segments == 1 else []
        second = [*between, *_ids(pair, vocabulary, tokenizer, masks)[0], vocabulary.sep_id]
    ids = first + second
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
    answers = {place + 1: token for place, token in found.items()}  # after [CLS]
    return EncodedText(ids, [0] * len(first) + [segment] * len(second), places, answers)


def _ids(
    text: str, vocabulary: Vocabulary, tokenizer: Tokenizer, masks: bool, hidden: Sequence[tuple[int, int]] = ()
) -> tuple[list[int], dict[int, int]]:
    """Ids of a text, the mask's id between the pieces that typed masks cut it into and at hidden tokens, whose own ids
    are given by place."""
    pieces = _pieces(text, vocabulary) if masks else [(0, text)]
    ids: list[int] = []
    answers: dict[int, int] = {}
    for number, (tokens, spans) in enumerate(tokenizer.encode([piece for _, piece in pieces])):
        start = pieces[number][0]
        if number:
            ids.append(vocabulary.mask_id)
        for token, (begin, end) in zip(tokens.tolist(), (spans + start).tolist(), strict=True):
            if any(begin < until and end > since for since, until in hidden):
                answers[len(ids)] = token
                ids.append(vocabulary.mask_id)
            else:
                ids.append(token)
    return ids, answers


def _pieces(text: str, vocabulary: Vocabulary) -> list[tuple[int, str]]:
    """What typed masks cut a text into, each piece with the place where it begins."""
    typed = re.compile("|".join(map(re.escape, (vocabulary.token(vocabulary.mask_id), MASK))))
    masks = [match.span() for match in typed.finditer(text)]
    starts = [0, *(end for _, end in masks)]
    ends = [*(begin for begin, _ in masks), len(text)]
    pieces = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    if vocabulary.kind is VocabularyKind.BYTE_BPE:
        # A predicted byte-level token brings its space along, so the space before a mask is the mask's.
        pieces = [*(piece.rstrip(" ") for piece in pieces[:-1]), pieces[-1]]
    return list(zip(starts, pieces, strict=True))
