"""Measuring a vocabulary starts after a rest, and the window's process reads no list for it."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from workbench.core.errors import StoppedError
from workbench.core.paths import Project
from workbench.core.progress import never, silent
from workbench.gui.panels import vocabulary_measuring
from workbench.gui.panels.vocabulary_measuring import measure, measure_in_project
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, save_lexicon
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

BASE = Vocabulary.make("base", VocabularyKind.WORDPIECE, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "我"])


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What would have been sent to a child."""
    sent: list[tuple[Any, ...]] = []
    monkeypatch.setattr(vocabulary_measuring, "call_in_child", lambda *arguments, **_named: sent.append(arguments))
    return sent


def test_a_measuring_that_is_given_up_in_its_rest_starts_no_child(project: Project, calls: list[Any]) -> None:
    asked = threading.Event()

    def cancelled() -> bool:
        given_up = asked.is_set()
        asked.set()
        return given_up

    with pytest.raises(StoppedError):
        measure(project, "", BASE, UnitSettings(), False, 60.0)(silent, cancelled)
    assert not calls


def test_lists_are_read_by_the_child(project: Project, calls: list[tuple[Any, ...]]) -> None:
    save_lexicon(project, Lexicon("names", LexiconKind.ENTITY, (LexiconEntry("鑫"), LexiconEntry("我"))))
    measure(project, "", BASE, UnitSettings(), False, 0.0)(silent, never)
    ((function, *arguments),) = calls
    assert function is measure_in_project
    assert not any(isinstance(argument, Lexicon | list | tuple) for argument in arguments)
    report = function(*arguments, progress=silent, cancelled=never)
    assert [(found.name, [entry.text for entry in found.lost]) for found in report.lists] == [("names", ["鑫"])]
