"""Helpers change how long an analysis takes, and nothing else."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import partial

import numpy as np
import pytest

from workbench.text import helpers as module
from workbench.text.analysis import Analyser, Analysis
from workbench.text.helpers import analyse_in_order, helpers_for
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
VOCABULARY = Vocabulary.make("v", VocabularyKind.CHARACTER, [*SPECIAL, *"我来到北京清华大学。他画蛇添足123"])
TEXTS = [[f"我来到北京清华大学{number}。", "他画蛇添足"] for number in range(40)]
MAKE = partial(Analyser, VOCABULARY, UnitSettings())


def die_when_asked(parent: int) -> Analyser:
    """An analyser; in a helper, one that ends its process."""
    analyser = MAKE()
    if os.getpid() != parent:
        analyser.analyse_flat = lambda texts: os._exit(1)  # type: ignore[method-assign]
    return analyser


def use_helpers(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    monkeypatch.setattr(module, "helpers_for", lambda seconds: count)


def analysed(
    own: Analyser, make: Callable[[], Analyser] = MAKE
) -> Generator[tuple[module.Chunk, Analysis], None, None]:
    return analyse_in_order(chunks(), own, make, 2 * len(TEXTS))


def chunks() -> Iterator[tuple[int, list[str]]]:
    return iter([(2 * place, texts) for place, texts in enumerate(TEXTS)])


def assert_right(found: list[tuple[module.Chunk, Analysis]]) -> None:
    analyser = MAKE()
    assert [(chunk.place, chunk.first, chunk.texts) for chunk, _ in found] == [
        (place, 2 * place, texts) for place, texts in enumerate(TEXTS)
    ]
    for (_, analysis), texts in zip(found, TEXTS, strict=True):
        expected = analyser.analyse_flat(texts)
        for part in ("ids", "spans", "starts"):
            assert np.array_equal(getattr(analysis.tokens, part), getattr(expected.tokens, part))
        for kind, units in expected.layers.items():
            for part in ("start", "end", "kind", "label"):
                assert np.array_equal(getattr(analysis.layers[kind], part), getattr(units, part))


def patient(until: Callable[[], object]) -> Analyser:
    """An analyser that waits, once helpers have begun, for what a helper is to do first."""
    analyser = MAKE()
    done_here = analyser.analyse_flat
    trial = iter(range(module._TRIAL))

    def analyse_flat(texts: Sequence[str]) -> Analysis:
        end = time.monotonic() + 60
        while next(trial, None) is None and not until():
            assert time.monotonic() < end
            time.sleep(0.01)
        return done_here(texts)

    analyser.analyse_flat = analyse_flat  # type: ignore[method-assign]
    return analyser


@pytest.mark.parametrize("helpers", [0, 2])
def test_the_result_is_the_same_with_any_number_of_helpers(helpers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    hand_in = module._Desk.hand_in

    def counted(desk: module._Desk, chunk: module.Chunk, analysis: Analysis) -> None:
        done.append(chunk.place)
        hand_in(desk, chunk, analysis)

    monkeypatch.setattr(module._Desk, "hand_in", counted)
    use_helpers(monkeypatch, helpers)
    assert_right(list(analysed(patient(lambda: done) if helpers else MAKE())))
    assert sorted(done) == list(range(module._TRIAL, len(TEXTS)))
    assert multiprocessing.active_children() == []


def test_what_a_helper_does_not_finish_is_taken_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    returned: list[int] = []
    put_back = module._Desk.put_back

    def counted(desk: module._Desk, chunk: module.Chunk) -> None:
        returned.append(chunk.place)
        put_back(desk, chunk)

    monkeypatch.setattr(module._Desk, "put_back", counted)
    use_helpers(monkeypatch, 1)
    assert_right(list(analysed(patient(lambda: returned), partial(die_when_asked, os.getpid()))))
    assert len(returned) == 1


def test_a_helper_that_would_cut_otherwise_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    carriers: list[threading.Thread] = []
    begin = threading.Thread.start

    def noted(thread: threading.Thread) -> None:
        carriers.append(thread)
        begin(thread)

    monkeypatch.setattr(threading.Thread, "start", noted)
    other = partial(Analyser, VOCABULARY, UnitSettings(dictionary_entities=False))
    own = patient(lambda: carriers and not any(thread.is_alive() for thread in carriers))
    use_helpers(monkeypatch, 1)
    assert_right(list(analysed(own, other)))
    assert len(carriers) == 1


def test_a_system_that_allows_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(module, "_Helper", refused)
    use_helpers(monkeypatch, 2)
    assert_right(list(analysed(MAKE())))


def test_whoever_stops_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    use_helpers(monkeypatch, 2)
    with closing(analysed(MAKE())) as found:
        for place in range(module._TRIAL + 1):
            assert next(found)[0].place == place
        assert len(multiprocessing.active_children()) == 2
    assert multiprocessing.active_children() == []


def test_an_error_of_the_source_is_raised_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Iterator[tuple[int, list[str]]]:
        for place, texts in enumerate(TEXTS[: module._TRIAL + 2]):
            yield 2 * place, texts
        raise OSError("gone")

    use_helpers(monkeypatch, 1)
    with pytest.raises(OSError, match="gone"):
        list(analyse_in_order(broken(), MAKE(), MAKE, 100))
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("count", [0, 1, module._TRIAL])
def test_a_text_of_a_few_chunks(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []
    monkeypatch.setattr(module, "helpers_for", lambda seconds: seen.append(seconds) or 0)
    few = ((2 * place, texts) for place, texts in enumerate(TEXTS[:count]))
    assert [chunk.texts for chunk, _ in analyse_in_order(few, MAKE(), MAKE, 2 * count)] == TEXTS[:count]
    assert seen == [0.0]


def test_helpers_are_as_many_as_cores_and_work_pay_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "usable_cores", lambda: 3)
    assert [helpers_for(seconds) for seconds in (0.0, 1.9, 2.0, 5.0, 1e6)] == [0, 0, 1, 2, 2]
    monkeypatch.setattr(module, "usable_cores", lambda: 1)
    assert helpers_for(1e6) == 0
    monkeypatch.undo()
    assert module.usable_cores() >= 1
