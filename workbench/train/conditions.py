"""What the last bits of a run's numbers depend on besides its spec, its data and its device."""

from __future__ import annotations

import platform

import torch

from workbench.core.versions import versions


def conditions(processes: int = 1) -> dict[str, str]:
    """Version of torch, number of threads that sums are shared out among, and kind of processor of this process, and
    how many of them share the run."""
    return {
        "torch": versions().get("torch", ""),
        "threads": str(torch.get_num_threads()),
        "processes": str(processes),
        "processor": f"{platform.machine()} {torch.backends.cpu.get_cpu_capability()}",
    }
