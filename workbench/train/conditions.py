"""What the last bits of a run's numbers depend on besides its spec, its data and its device."""

from __future__ import annotations

import platform

import torch

from workbench.core.versions import versions


def conditions() -> dict[str, str]:
    """Version of torch, number of threads that sums are shared out among, and kind of processor of this process."""
    return {
        "torch": versions().get("torch", ""),
        "threads": str(torch.get_num_threads()),
        "processor": f"{platform.machine()} {torch.backends.cpu.get_cpu_capability()}",
    }
