"""The parser of the command line and options that commands share; what is refused is one sentence with a hint."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NoReturn

from workbench.core.errors import ArgumentError
from workbench.core.files import check_target
from workbench.core.names import readable
from workbench.core.texts import mark


def common_options(lines: str = "") -> argparse.ArgumentParser:
    """Options that every command takes. With ``--json`` a command prints one document; one that prints many things of
    a kind says in ``lines`` what it prints one a line (JSON lines), as ``one passage``."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--project", type=Path, default=None, metavar="DIR", help="project folder")
    told = f"print JSON lines, {lines} a line" if lines else "print one JSON document"
    common.add_argument("--json", action="store_true", help=told)
    return common


def add_overwrite(parser: argparse.ArgumentParser) -> None:
    """Add the option that lets ``--out`` take the place of a file."""
    parser.add_argument("--overwrite", action="store_true", help="put it in the place of a file that is there")


def require_writable(path: Path, *, overwrite: bool) -> None:
    """Raise :class:`ArgumentError` where ``--out`` can't be, before work is put into it."""
    if path.is_file() and not overwrite:
        raise ArgumentError(
            mark("{path} is there already."),
            mark("Choose another name, or write over it with --overwrite."),
            path=readable(str(path)),
        )
    check_target(path, overwrite=overwrite)


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
