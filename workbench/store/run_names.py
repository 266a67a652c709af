"""Names and tags that runs can have."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.errors import ArgumentError
from workbench.core.names import check_name
from workbench.core.texts import mark

LONGEST_TAG = 40  #: characters


def check_run_name(wanted: str) -> str:
    """The name, if a run can have it; raises :class:`ArgumentError`."""
    check_name(wanted)
    if wanted.isdecimal():
        raise ArgumentError(
            mark("“{name}” can't be the name of a run."),
            mark("A name has at least one letter; numbers alone stand for the run's number."),
            name=wanted,
        )
    return wanted


def clean_tags(tags: Iterable[str]) -> list[str]:
    """Tags in the order given, each once; a tag is one word, so that one can search for it: blanks become hyphens.

    Raises :class:`ArgumentError` where one is too long.
    """
    cleaned = dict.fromkeys(tag for tag in ("-".join(text.split()) for text in tags) if tag)
    for tag in cleaned:
        if len(tag) > LONGEST_TAG:
            raise ArgumentError(
                mark("The tag “{tag}…” is too long."),
                mark("Use up to {longest} characters; a note can be longer."),
                tag=tag[:LONGEST_TAG],
                longest=LONGEST_TAG,
            )
    return list(cleaned)
