"""Which file systems hold no write-ahead log."""

from __future__ import annotations

from collections import namedtuple
from pathlib import Path

import pytest

from workbench.store import connection

Mount = namedtuple("Mount", "mountpoint fstype opts")


@pytest.mark.parametrize(
    ("fstype", "opts", "network"),
    [
        ("ext4", "rw", False),
        ("nfs4", "rw", True),
        ("cifs", "rw", True),
        ("fuse.sshfs", "rw", True),
        ("", "rw,remote", True),
        ("tmpfs", "rw", False),
    ],
)
def test_the_nearest_mount_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fstype: str, opts: str, network: bool
) -> None:
    mounts = [Mount("/", "ext4" if network else "nfs", "rw"), Mount(str(tmp_path), fstype, opts)]
    monkeypatch.setattr(connection.psutil, "disk_partitions", lambda all: mounts)
    assert connection.is_network_path(tmp_path / "new" / "file.db") is network


def test_an_unknown_place_is_taken_for_local(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection.psutil, "disk_partitions", lambda all: [])
    assert not connection.is_network_path(tmp_path)
