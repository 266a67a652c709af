"""Analysis of many texts on several cores: what comes out does not depend on how many there are.

Cutting words holds the interpreter, so that threads would take turns; helpers are processes. Each makes an analyser of
its own and is given one chunk after another, while this process works on chunks too. Results come in the order of the
chunks. A helper that does not start, or dies, costs nothing but time: its chunk is taken up again.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection

import psutil

from workbench.text.analysis import Analyser, Analysis

_AHEAD = 2  #: chunks a helper that are read before they are asked for: none waits, and memory stays small
_MOST_HELPERS = 3  #: each takes some 100 MB
_TRIAL = 4  #: chunks that show how much work the rest is, whatever else the machine does
_WORTH_SECONDS = 2.0  #: of a processor for each helper, which takes about one to start


@dataclass(frozen=True)
class Chunk:
    """Sentences that follow each other, the number of the first, and the place of the chunk among all."""

    place: int
    first: int
    texts: list[str]


def usable_cores() -> int:
    """Cores that this process may run on."""
    process = psutil.Process()
    allowed = process.cpu_affinity() if hasattr(process, "cpu_affinity") else None  # macOS has none
    return len(allowed) if allowed else psutil.cpu_count() or 1


def helpers_for(seconds: float) -> int:
    """How many helpers pay for work that takes one core so long."""
    return min(usable_cores() - 1, _MOST_HELPERS, int(seconds / _WORTH_SECONDS))


def analyse_in_order(
    chunks: Iterator[tuple[int, list[str]]], analyser: Analyser, make: Callable[[], Analyser], sentences: int
) -> Generator[tuple[Chunk, Analysis], None, None]:
    """Each chunk with its analysis, in order; ``sentences`` are in all chunks together.

    ``make`` gives the helpers an analyser equal to ``analyser``; it must be such as pickle takes. One that is not
    equal, since a list has changed in between, is not used.
    """
    begin, done = time.process_time(), 0
    for place, (first, texts) in enumerate(islice(chunks, _TRIAL)):
        yield Chunk(place, first, texts), analyser.analyse_flat(texts)
        done = first + len(texts)
    left = (time.process_time() - begin) / max(done, 1) * (sentences - done)
    desk = _Desk()
    crew: list[_Helper] = []
    try:
        with suppress(OSError):  # the system may allow no more processes
            for _ in range(helpers_for(left)):
                crew.append(_Helper(make, analyser.identity, desk))
        yield from _shared(chunks, analyser, desk, 1 + _AHEAD * len(crew))
    finally:
        desk.close()
        for helper in crew:
            helper.end()


def _shared(
    chunks: Iterator[tuple[int, list[str]]], analyser: Analyser, desk: _Desk, ahead: int
) -> Iterator[tuple[Chunk, Analysis]]:
    """The chunks after the trial, by whoever takes them; no more than ``ahead`` of them are read before their turn."""
    number = given = _TRIAL
    more = True
    while more or given < number:
        while more and number - given < ahead:
            found = next(chunks, None)
            more = found is not None
            if found is not None:
                desk.put(Chunk(number, *found))
                number += 1
        chunk = desk.take_now()
        if chunk is not None:
            desk.hand_in(chunk, analyser.analyse_flat(chunk.texts))
        elif given < number:
            desk.wait_for(given)
        while (done := desk.take_out(given)) is not None:
            given += 1
            yield done


class _Desk:
    """Chunks that wait for someone, and analyses that wait for their turn."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: deque[Chunk] = deque()
        self._done: dict[int, tuple[Chunk, Analysis]] = {}
        self._closed = False

    def put(self, chunk: Chunk) -> None:
        """Add the next chunk."""
        with self._changed:
            self._waiting.append(chunk)
            self._changed.notify_all()

    def put_back(self, chunk: Chunk) -> None:
        """Whoever took it could not do it."""
        with self._changed:
            self._waiting.appendleft(chunk)
            self._changed.notify_all()

    def take_now(self) -> Chunk | None:
        """The first chunk that waits, if any does."""
        with self._changed:
            return self._waiting.popleft() if self._waiting else None

    def take(self) -> Chunk | None:
        """The first chunk, as soon as there is one; None when the desk is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            return None if self._closed else self._waiting.popleft()

    def hand_in(self, chunk: Chunk, analysis: Analysis) -> None:
        """What a chunk became."""
        with self._changed:
            self._done[chunk.place] = chunk, analysis
            self._changed.notify_all()

    def take_out(self, place: int) -> tuple[Chunk, Analysis] | None:
        """The analysis of the chunk at a place, if it is done."""
        with self._changed:
            return self._done.pop(place, None)

    def wait_for(self, place: int) -> None:
        """Until the chunk at a place is done, or some chunk was put back."""
        with self._changed:
            self._changed.wait_for(lambda: place in self._done or self._waiting)

    def close(self) -> None:
        """No one need wait any longer."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class _Helper:
    """A process that analyses, and the thread that carries chunks to it and analyses back."""

    def __init__(self, make: Callable[[], Analyser], identity: str, desk: _Desk) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_help, args=(make, theirs), daemon=True)
        self._process.start()
        theirs.close()
        self._identity, self._desk = identity, desk
        self._carrier = threading.Thread(target=self._carry, daemon=True)
        self._carrier.start()

    def _carry(self) -> None:
        chunk: Chunk | None = None
        try:
            if self._connection.recv() != self._identity:
                return
            while (chunk := self._desk.take()) is not None:
                self._connection.send(chunk.texts)
                self._desk.hand_in(chunk, self._connection.recv())
        except (EOFError, OSError):
            if chunk is not None:
                self._desk.put_back(chunk)

    def end(self) -> None:
        """End the process, whatever it is doing; by then the desk is closed."""
        self._process.kill()
        self._process.join()
        self._carrier.join()
        self._process.close()
        self._connection.close()


def _help(make: Callable[[], Analyser], connection: Connection) -> None:
    """What a helper does until its connection ends, also by the end of the other process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the other process ends this one when it is interrupted
    analyser = make()
    with suppress(EOFError, OSError):
        connection.send(analyser.identity)
        while True:
            connection.send(analyser.analyse_flat(connection.recv()))
