"""Memory that the C library keeps back: freed by torch, and still counted as the process's own.

Blocks of 32 MiB and more it would take from the system and give back each time, so that every page of them is made
and cleared anew. :func:`keep_blocks` puts them on the heap too.

The tensors of a step differ in size with the lengths of its passages, so that glibc's heap gets holes which later
steps do not quite fill: what is in use stays the same while the heap around it grows from step to step. Asked for,
glibc gives the holes back. Returning every large block at once (``MALLOC_MMAP_THRESHOLD_`` of some MiB) would keep the
process small too, but then each step waits for pages to be made and cleared.

What is in use grows a little as well, and stops: the libraries under torch keep something for each new shape.
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable
from functools import cache

TIDY_SECONDS = 20.0  #: a request looks through the whole heap, which a step must not wait for often

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  #: numbers of the options in glibc's malloc.h
_KEPT_BYTES = 1 << 30


class Tidy:
    """Gives unused memory back now and then; does nothing where the C library is not glibc."""

    def __init__(self, seconds: float = TIDY_SECONDS) -> None:
        self._seconds = seconds
        self._last = time.monotonic()

    def beat(self) -> None:
        """Give it back if the last time is long enough ago; to be called after a step."""
        if time.monotonic() - self._last >= self._seconds:
            give_back()
            self._last = time.monotonic()


def give_back() -> None:
    """Return unused memory of the heap to the system now."""
    if (trim := _glibc_trim()) is not None:
        trim(0)


def keep_blocks() -> None:
    """Take blocks of all sizes from the heap, and keep what is freed for the next step; before the first of them."""
    if _glibc_trim() is None:
        return
    library = ctypes.CDLL(None)
    for option in (_MMAP_THRESHOLD, _TRIM_THRESHOLD):
        library.mallopt(ctypes.c_int(option), ctypes.c_int(_KEPT_BYTES))


@cache
def _glibc_trim() -> Callable[[int], int] | None:
    """glibc's ``malloc_trim``; None elsewhere, where freed memory goes back by itself or can't be asked for."""
    if sys.platform != "linux":
        return None
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is None:  # another C library, as musl
        return None
    trim.argtypes, trim.restype = [ctypes.c_size_t], ctypes.c_int
    found: Callable[[int], int] = trim
    return found
