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


def require_text(option: str, text: str) -> None:
    """Raise :class:`ArgumentError` where a text is blank, or holds bytes that the terminal could not read as text."""
    if not text.strip():
        raise ArgumentError(mark("The text is empty."), mark("Give some text after {option}."), option=option)
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ArgumentError(
            mark("The text after {option} is not UTF-8."), mark("Give it in the terminal's encoding."), option=option
        )


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
