"""How commands print a vocabulary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.cli.output import print_json, print_table
from workbench.core.texts import Text
from workbench.core.translation import terminal_translate
from workbench.text.vocabulary import Vocabulary


def vocabulary_data(vocabulary: Vocabulary) -> dict[str, Any]:
    """A vocabulary as plain data."""
    return {
        "name": vocabulary.name,
        "kind": vocabulary.kind.value,
        "size": vocabulary.size,
        "lowercase": vocabulary.lowercase,
        "special": {
            role: {"token": vocabulary.token(token_id), "id": token_id} for role, token_id in vocabulary.special.items()
        },
        "fingerprint": vocabulary.fingerprint,
        "made_from": vocabulary.lineage.parent if vocabulary.lineage is not None else "",
    }


def print_vocabulary(
    vocabulary: Vocabulary, as_json: bool, *, warnings: Sequence[Text] | None = None, asked: int = 0
) -> None:
    """The figures of a vocabulary; where it was just trained, as JSON also the size asked for and what to note."""
    data = vocabulary_data(vocabulary)
    if as_json:
        translate = terminal_translate()
        told = [{"kind": "fewer-tokens", "message": note.render(translate)} for note in warnings or ()]
        trained = {"asked": asked, "warnings": told}
        print_json(data if warnings is None else {**data, **trained})
        return
    special = ", ".join(f"{entry['token']} {entry['id']}" for entry in data.pop("special").values())
    print_table(("", ""), [*data.items(), ("special", special)])
