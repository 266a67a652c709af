"""``call``: one piece of long work that the window has done in a process of its own; not for people."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

NAMES = ("call",)


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser."""
    parser = commands.add_parser("call", parents=[common], help="do one piece of work (what the window starts)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Carry out the call on standard input; what a library prints must not come between the answers."""
    from workbench.jobs.calls import serve_call

    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)
        serve_call(sys.stdin.buffer, answers)
    return 0
