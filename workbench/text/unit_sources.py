"""Names of where units come from, as labels of units have them."""

from __future__ import annotations

BOUNDARY_FILE = "boundary file"
CAPITALS = "capitals"  #: names that are known by their capitals alone
