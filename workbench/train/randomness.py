"""The random numbers of a run's processes: each draws its own dropout, and a checkpoint keeps the state of each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors import safe_open
from torch import Tensor

from workbench.core.seeding import derive, purpose_code
from workbench.store.checkpoints import OPTIMIZER
from workbench.train.checkpoint import RANDOM, set_random_state
from workbench.train.group import Group


def begin_drawing(group: Group, seed: int, step: int = 0) -> None:
    """Have each process but the first draw otherwise than the others from now on; before the first step, the first
    goes on as a process without others does."""
    if group.is_first and step == 0:
        return
    key = derive(seed, purpose_code("random numbers of a process"), group.size, group.rank, step)
    torch.manual_seed(int(key) & (1 << 63) - 1)


def named_states(states: Sequence[dict[str, Tensor]]) -> dict[str, Tensor]:
    """The states of all processes by rank under names that differ; those of the first have no number."""
    return {
        name if rank == 0 else f"{RANDOM}{rank}/{name.removeprefix(RANDOM)}": tensor
        for rank, state in enumerate(states)
        for name, tensor in state.items()
    }


def go_on_drawing(checkpoint: Path, group: Group, seed: int, step: int) -> int:
    """Put back the state of this process; returns how many processes saved theirs. With another number of them no
    process goes on with what was saved, and each begins anew."""
    own = RANDOM if group.is_first else f"{RANDOM}{group.rank}/"
    with safe_open(checkpoint / OPTIMIZER, "pt") as file:
        names = [name for name in file.keys() if name.startswith(RANDOM)]  # noqa: SIM118 - it is no mapping
        ranks = {name.removeprefix(RANDOM).rpartition("/")[0] for name in names}
        if len(ranks) == group.size:
            known = {name: name.removeprefix(own) for name in names if name.rpartition("/")[0] + "/" == own}
            set_random_state({f"{RANDOM}{short}": file.get_tensor(name) for name, short in known.items()})
        else:
            begin_drawing(group, seed, step)
    return len(ranks)
