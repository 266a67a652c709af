"""Speed of training beside transformers: real tokens a second, share of the processor's peak, memory, and loss.

Both sides train the same encoder on the same Chinese passages in batches of the same size, each in a process of its
own, and take turns within one run, so that what else the machine does falls on both alike. Ratios are medians over
rounds of the ratio within a round. Passages are full sequences, or one paragraph each, which transformers pads to the
longest of a batch (run_mlm's ``line_by_line``). transformers is measured where it is installed (``pip install
"bert-workbench[peers]"``).
"""

from __future__ import annotations

import importlib.util
import multiprocessing
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Any

from workbench.cli.bench_training_sides import FULL, LINES, OWN, PEER, Setting, Taken, serve
from workbench.core.errors import ArgumentError
from workbench.core.texts import mark

SIZES = {"2x128": (2, 128), "4x256": (4, 256), "4x512": (4, 512)}
_SQUARE = 2048
_WINDOWS = 10  #: rows of a comparison of losses


def read_encoder(name: str) -> tuple[int, int]:
    """Layers and hidden size of ``4x512``; raises :class:`ArgumentError`."""
    layers, _, hidden = name.partition("x")
    if not (layers.isdigit() and hidden.isdigit() and int(layers) and int(hidden) >= 8 and int(hidden) % 8 == 0):
        raise ArgumentError(
            mark("“{size}” is no size of an encoder."), mark("Give layers and hidden size, as 4x512."), size=name
        )
    return int(layers), int(hidden)


def has_bf16() -> bool:
    """Whether this processor has bf16 arithmetic; without, each number is widened first, and nothing is gained."""
    import torch

    return any(there for name, there in torch.cpu.get_capabilities().items() if name.endswith("bf16"))


def bench_training(
    shared: Setting, encoders: Sequence[str], precisions: Sequence[bool], rounds: int, steps: int
) -> list[dict[str, Any]]:
    """A row for each encoder, precision (is it bf16?) and kind of passage: medians over ``rounds`` of ``steps`` steps
    a side."""
    found = []
    for name in encoders:
        layers, hidden = read_encoder(name)
        for bf16 in precisions:
            setting = replace(shared, layers=layers, hidden=hidden, bf16=bf16)
            found += [{"encoder": name, **row} for row in _measure(setting, rounds, steps)]
    return found


def bench_loss(shared: Setting, encoder: str, steps: int, seeds: int) -> list[dict[str, Any]]:
    """Loss against tokens of both sides on the same full sequences: means of a tenth of ``steps`` steps a row, over
    ``seeds`` (2 or more) runs a side, which differ in weights, masks and dropout.

    ``noise`` is the standard error of the difference, from how much the runs of a side scatter.
    """
    layers, hidden = read_encoder(encoder)
    setting = replace(shared, layers=layers, hidden=hidden)
    runs = [_windows(replace(setting, seed=seed), max(1, steps // _WINDOWS)) for seed in range(1, seeds + 1)]
    rows, tokens = [], 0
    for window in range(_WINDOWS):
        tokens += runs[0][OWN][window].tokens
        losses = {name: [run[name][window].loss for run in runs] for name in runs[0]}
        means = {name: statistics.mean(found) for name, found in losses.items()}
        error = sum(statistics.variance(found) / seeds for found in losses.values()) ** 0.5
        rows.append(
            {
                "tokens": tokens,
                "loss": means[OWN],
                "transformers": means.get(PEER),
                "difference": means[OWN] - means[PEER] if PEER in means else None,
                "noise": error if PEER in means else None,
            }
        )
    return rows


def _windows(setting: Setting, steps: int) -> dict[str, list[Taken]]:
    """What a run of each side gave, so many steps a row."""
    with _sides(setting) as sides:
        return {name: [_ask(end, FULL, steps) for _ in range(_WINDOWS)] for name, end in sides.items()}


@dataclass(frozen=True)
class _Round:
    """What one round gave for one kind of passage; ``peak`` in floating-point operations a second."""

    taken: dict[str, Taken]
    peak: float


def _measure(setting: Setting, rounds: int, steps: int) -> list[dict[str, Any]]:
    """The rows of one encoder in one precision."""
    measured: dict[str, list[_Round]] = {FULL: [], LINES: []}
    with _sides(setting) as sides:
        for end in sides.values():  # what is made at the first step, and the shapes of both kinds
            for kind in measured:
                _ask(end, kind, 1)
        for _ in range(rounds):
            for kind, found in measured.items():
                taken = {name: _ask(end, kind, steps) for name, end in sides.items()}
                found.append(_Round(taken, product_peak(setting)))
        memory = {name: _memory(end) for name, end in sides.items()}
    return [_row(setting, kind, found, memory) for kind, found in measured.items()]


def _row(setting: Setting, kind: str, rounds: list[_Round], memory: dict[str, int]) -> dict[str, Any]:
    def speeds(side: str) -> list[float]:
        return [found.taken[side].tokens / found.taken[side].seconds for found in rounds]

    own = [found.taken[OWN] for found in rounds]
    used = [
        operations(setting, taken.tokens, taken.targets) / taken.seconds / found.peak
        for taken, found in zip(own, rounds, strict=True)
    ]
    row: dict[str, Any] = {
        "precision": "bf16" if setting.bf16 else "fp32",
        "passages": kind,
        "tokens_per_s": statistics.median(speeds(OWN)),
        "transformers": None,
        "ratio": None,
        "processor_ratio": None,
        "spread": None,
        "mfu_percent": 100 * statistics.median(used) if kind == FULL else None,
        "peak_gflops": statistics.median(found.peak for found in rounds) / 1e9,
        "memory_mib": memory[OWN] / 2**20,
        "transformers_mib": None,
    }
    if PEER in memory:
        ratios = [one / other for one, other in zip(speeds(OWN), speeds(PEER), strict=True)]
        work = [
            (found.taken[PEER].processor / found.taken[PEER].tokens)
            / (found.taken[OWN].processor / found.taken[OWN].tokens)
            for found in rounds
        ]
        row |= {
            "transformers": statistics.median(speeds(PEER)),
            "ratio": statistics.median(ratios),
            "processor_ratio": statistics.median(work),
            "spread": f"{min(ratios):.1f}-{max(ratios):.1f}",
            "transformers_mib": memory[PEER] / 2**20,
        }
    return row


def operations(setting: Setting, tokens: int, targets: int) -> float:
    """Floating-point operations of the matrix products of a step on full sequences, forward and backward.

    A product of [n, a] and [a, b] is 2nab forward and twice that backward. Counted are a layer's four projections and
    two feed-forward maps (12 H^2), scores and mixed values (2 N H), and at predicted tokens the head (H^2 + H V).
    """
    hidden = setting.hidden
    a_token = setting.layers * (12 * hidden**2 + 2 * setting.length * hidden)
    a_target = hidden**2 + hidden * setting.vocabulary.size
    return 6.0 * (tokens * a_token + targets * a_target)


def product_peak(setting: Setting) -> float:
    """The most operations a second that this machine does now in a matrix product of the setting's precision: the best
    of a large square one and of the model's own."""
    import torch

    torch.set_num_threads(setting.threads)
    dtype = torch.bfloat16 if setting.bf16 else torch.float32
    tokens, hidden, wide = setting.batch * setting.length, setting.hidden, 4 * setting.hidden
    best = 0.0
    for rows, inner, columns in ((_SQUARE,) * 3, (tokens, hidden, wide), (tokens, wide, hidden)):
        left, right = torch.ones(rows, inner, dtype=dtype), torch.ones(columns, inner, dtype=dtype)
        for _ in range(3):
            begin = time.perf_counter()
            left @ right.t()
            best = max(best, 2 * rows * inner * columns / (time.perf_counter() - begin))
    return best


@contextmanager
def _sides(setting: Setting) -> Iterator[dict[str, Connection]]:
    """Processes that take steps, by side; transformers only where it is installed."""
    names = [OWN, PEER] if importlib.util.find_spec("transformers") else [OWN]
    context = multiprocessing.get_context("spawn")
    ends: dict[str, Connection] = {}
    processes = []
    try:
        for name in names:
            own, theirs = context.Pipe()
            process = context.Process(target=serve, args=(theirs, name, setting), daemon=True)
            process.start()
            theirs.close()  # so that a side that dies is an end of file here
            processes.append(process)
            ends[name] = own
            own.recv()
        yield ends
    finally:
        for end in ends.values():
            end.close()  # the side's wait ends with it
        for process in processes:
            process.join()


def _ask(end: Connection, kind: str, steps: int) -> Taken:
    end.send((kind, steps))
    taken = end.recv()
    assert isinstance(taken, Taken)
    return taken


def _memory(end: Connection) -> int:
    end.send("memory")
    return int(end.recv())
