"""The program's entry: passes the arguments to the command line."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; returns the exit code."""
    from workbench.cli import main as run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
