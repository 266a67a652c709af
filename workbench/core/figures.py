"""Numbers in texts for people, the same in window, terminal and notes."""

from __future__ import annotations

THIN = "\u2009"  #: the space before a unit
_BYTES = ((1 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))


def percent(share: float, digits: int = 1) -> str:
    """A share as ``15.8%``."""
    return f"{share:.{digits}%}"


def percent_of(part: float, whole: float, digits: int = 1) -> str:
    """``part`` of ``whole`` as :func:`percent`; of nothing it is none."""
    return percent(part / whole if whole else 0.0, digits)


def size(number_of_bytes: float) -> str:
    """Bytes in powers of 1024, as ``1.4 GiB``."""
    for unit, name in _BYTES:
        if number_of_bytes >= unit:
            return f"{number_of_bytes / unit:.3g}{THIN}{name}"
    return f"{number_of_bytes:.0f}{THIN}B"
