"""What an audit tells, and that what it offers mends it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from workbench.core.seeding import example_keys
from workbench.masking.apply import ReplacementVocabulary, apply_masks
from workbench.masking.audit import MaskAudit
from workbench.masking.audit_notes import AuditNote, audit_notes, fill_up
from workbench.masking.basic import Basic
from workbench.masking.entity import Entity
from workbench.masking.layered import Fill
from workbench.masking.mixture import Mixture, MixturePart
from workbench.masking.phrase import Phrase
from workbench.masking.strategy import MaskingStrategy, Rounding
from workbench.masking.whole_word import WholeWord
from workbench.text.document import PassageBatch
from workbench.text.lexicon import LexiconKind

Builder = Callable[..., PassageBatch]
UNKNOWN = 1


@pytest.fixture
def notes_of(vocabulary: ReplacementVocabulary) -> Callable[..., list[AuditNote]]:
    """Masks a batch with a strategy and audits it for passages of 512 tokens."""

    def make(batch: PassageBatch, strategy: MaskingStrategy) -> list[AuditNote]:
        keys = example_keys(1, 0, 0, batch.example)
        found = MaskAudit()
        masked = apply_masks(batch, strategy.choose(batch, keys), strategy, vocabulary, keys)
        found.add(masked, strategy, UNKNOWN)
        return audit_notes(found, strategy, 512)

    return make


def mended(strategy: MaskingStrategy, note: AuditNote) -> MaskingStrategy:
    """The strategy with the first fix of a note."""
    data = strategy.model_dump(mode="json")
    for path, value in note.fixes[0].settings.items():
        place = data
        *parents, last = path.split(".")
        for name in parents:
            place = place[int(name)] if isinstance(place, list) else place[name]
        place[last] = value
    return type(strategy).model_validate(data)


def test_each_problem_is_gone_after_its_fix(make_batch: Builder, notes_of: Callable[..., list[AuditNote]]) -> None:
    batch = make_batch([[[1] * 20]] * 40, phrases=[(22 * row + 2, 22 * row + 4) for row in range(20)])
    cases = {
        "cap of": Basic(max_predictions=2),
        "nothing to predict": WholeWord(rate=0.01, at_least_one=False),
        "too few units": Phrase(fill=Fill.NONE),
        "realised rate": WholeWord(rate=0.07, rounding=Rounding.NEAREST),
    }
    for words, strategy in cases.items():
        note = next(note for note in notes_of(batch, strategy) if words in str(note.message))
        assert note.hint
        left = [str(note.message) for note in notes_of(batch, mended(strategy, note))]
        assert not any(words in message for message in left), left


def test_the_cap_of_a_note_is_of_the_length_of_passages(make_batch: Builder) -> None:
    assert audit_notes(MaskAudit(), Basic(max_predictions=20), 128) == []
    assert "3.9%" in str(audit_notes(MaskAudit(), Basic(max_predictions=20), 512)[0].message)


def test_few_units_of_its_own_ask_for_a_list(make_batch: Builder, notes_of: Callable[..., list[AuditNote]]) -> None:
    batch = make_batch([[[1] * 20]] * 40)
    for strategy, kind in ((Phrase(), LexiconKind.PHRASE), (Entity(fill=Fill.AFTER), LexiconKind.ENTITY)):
        (note,) = notes_of(batch, strategy)
        assert "Only 0.0% of the targets" in str(note.message)
        assert [fix.list_kind for fix in note.fixes] == [kind]


def test_unknown_tokens_send_to_the_vocabulary(make_batch: Builder, notes_of: Callable[..., list[AuditNote]]) -> None:
    batch = make_batch([[[2, 1, 2]] * 4] * 10)
    batch = replace(batch, ids=np.where(batch.maskable, UNKNOWN, batch.ids))
    notes = notes_of(batch, WholeWord())
    assert [note.fixes[0].vocabulary for note in notes] == [True, True]
    assert "100.0%" in str(notes[0].message)


def test_faults_are_told_as_faults_of_the_program() -> None:
    found = MaskAudit(special_hits=3, split_units=1)
    messages = [str(note.message) for note in audit_notes(found, Basic(), 128)]
    assert messages == ["3 special tokens were masked or changed.", "1 unit was masked in part."]


def test_the_parts_of_a_mixture_are_filled_up_in_their_place() -> None:
    parts = (MixturePart(masking=WholeWord()), MixturePart(masking=Entity(fill=Fill.NONE)))
    fix = fill_up(Mixture(parts=parts))
    assert fix is not None
    assert fix.settings == {"parts.1.masking.fill": "after"}
    assert fill_up(Mixture()) is None
    assert fill_up(Basic()) is None


def test_a_clean_audit_has_no_notes(make_batch: Builder, notes_of: Callable[..., list[AuditNote]]) -> None:
    assert notes_of(make_batch([[[2, 1, 3, 1, 2], [1, 2, 2, 1, 1]]] * 50), Basic()) == []
