"""The parser of the command line: what it refuses is an error like any other, in one sentence with a hint."""

from __future__ import annotations

import argparse
from typing import NoReturn

from workbench.core.errors import ArgumentError
from workbench.core.texts import mark


def require_at_least(least: int, name: str, value: int) -> None:
    """Raise :class:`ArgumentError` where the value of an option is smaller."""
    if value < least:
        raise ArgumentError(mark("{name} must be at least {least}."), name=name, least=least)


class Parser(argparse.ArgumentParser):
    """Parsers of commands are of the same class as the one above them."""

    def error(self, message: str) -> NoReturn:
        """Raise :class:`ArgumentError` instead of printing the usage and ending the process."""
        raise ArgumentError(
            mark("{command}: {problem}."),
            mark("See “{command} --help”."),
            command=self.prog,
            problem=message.rstrip("."),
        )
