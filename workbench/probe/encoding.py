"""A sentence someone typed as a model input: special tokens around, and ``[MASK]`` in it meant as a mask."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.spec.encoder import EncoderSpec
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary, VocabularyKind

TYPED_MASK = "[MASK]"


@dataclass(frozen=True)
class EncodedText:
    """``ids`` [n] with special tokens, their ``segments`` [n], and the places of masks."""

    ids: list[int]
    segments: list[int]
    masks: list[int]


def encode_text(
    text: str, pair: str | None, vocabulary: Vocabulary, encoder: EncoderSpec, *, masks: bool = True
) -> EncodedText:
    """[CLS] text [SEP], and pair [SEP] after it; without segment types (RoBERTa) two [SEP] stand between.

    With ``masks`` a typed ``[MASK]`` (or the vocabulary's own mask token) is the mask, without it is plain text.
    Raises :class:`WorkbenchError` where the model has fewer positions than the text has tokens.
    """
    tokenizer = Tokenizer(vocabulary)
    first = [vocabulary.cls_id, *_ids(text, vocabulary, tokenizer, masks), vocabulary.sep_id]
    second: list[int] = []
    if pair:
        between = [vocabulary.sep_id] if encoder.segments == 1 else []
        second = [*between, *_ids(pair, vocabulary, tokenizer, masks), vocabulary.sep_id]
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
    return EncodedText(ids, [0] * len(first) + [segment] * len(second), places)


def _ids(text: str, vocabulary: Vocabulary, tokenizer: Tokenizer, masks: bool) -> list[int]:
    """Ids of a text, the mask's id between the pieces that typed masks cut it into."""
    own = vocabulary.token(vocabulary.mask_id)
    pieces = text.replace(own, TYPED_MASK).split(TYPED_MASK) if masks else [text]
    if vocabulary.kind is VocabularyKind.BYTE_BPE:
        # A predicted byte-level token brings its space along, so the space before a mask is the mask's.
        pieces = [*(piece.rstrip(" ") for piece in pieces[:-1]), pieces[-1]]
    ids: list[int] = []
    for number, (tokens, _) in enumerate(tokenizer.encode(pieces)):
        if number:
            ids.append(vocabulary.mask_id)
        ids.extend(tokens.tolist())
    return ids
