"""What the processes of one run find in their environment: torchrun's names, or a folder where they meet."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

RANK, SIZE, LOCAL_RANK, LOCAL_SIZE = "RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE"
ADDRESS = "MASTER_ADDR"
FOLDER = "WORKBENCH_GROUP_FOLDER"  #: of processes that ``launch`` started on one machine
_STORE, _RUN = "store", "run"


@dataclass(frozen=True)
class Membership:
    """Which process of how many this is, in all and on this machine; ``folder`` is where those of ``launch`` meet."""

    rank: int
    size: int
    local_rank: int
    local_size: int
    folder: Path | None = None

    @property
    def meeting_point(self) -> str:
        """As torch takes it."""
        return "env://" if self.folder is None else (self.folder / _STORE).as_uri()

    def environment(self) -> dict[str, str]:
        """The variables that say this to a child."""
        numbers = {RANK: self.rank, SIZE: self.size, LOCAL_RANK: self.local_rank, LOCAL_SIZE: self.local_size}
        return {name: str(number) for name, number in numbers.items()} | {FOLDER: str(self.folder or "")}


def membership(environment: Mapping[str, str] = os.environ) -> Membership | None:
    """What the environment says, None where this process is the only one of its run."""
    folder = environment.get(FOLDER, "")
    if not (folder or environment.get(ADDRESS)):
        return None
    try:
        rank, size = int(environment[RANK]), int(environment[SIZE])
        local_rank, local_size = int(environment[LOCAL_RANK]), int(environment[LOCAL_SIZE])
    except (KeyError, ValueError):
        return None
    return Membership(rank, size, local_rank, local_size, Path(folder) if folder else None) if size > 1 else None


def announce_run(group_folder: Path, run_folder: Path) -> None:
    """Have whoever started the processes know which run they work on."""
    (group_folder / _RUN).write_text(str(run_folder.resolve()), encoding="utf-8")


def announced_run(group_folder: Path) -> Path | None:
    """The folder of the run, None where none was begun."""
    try:
        return Path((group_folder / _RUN).read_text(encoding="utf-8"))
    except OSError:
        return None
