"""What all actions of ``lists`` share: unit settings from options, and how lists and entries are told."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from workbench.cli.output import print_json, print_text
from workbench.core.texts import mark
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.text.lexicon import Lexicon, LexiconEntry
from workbench.text.units import UnitSettings


def units_of(texts: Sequence[str]) -> UnitSettings:
    """Unit settings from those of ``key=value`` that begin with ``units.``."""
    return apply_overrides(RunSpec(), [text for text in texts if text.startswith("units.")]).units


def tell_list(arguments: argparse.Namespace, lexicon: Lexicon, **more: Any) -> int:
    """Print a list in short, and as JSON ``more`` of it; returns 0."""
    if arguments.json:
        print_json({**list_data(lexicon), **more})
    else:
        print_text(
            mark("The list “{name}” has {number} {number:entry|entries}."), name=lexicon.name, number=len(lexicon)
        )
    return 0


def list_data(lexicon: Lexicon) -> dict[str, Any]:
    """A list in JSON, without its entries."""
    return {
        "name": lexicon.name,
        "kind": lexicon.kind.value,
        "entries": len(lexicon),
        "removed": len(lexicon.removed),
        "source": lexicon.source.value,
        "fingerprint": lexicon.fingerprint,
    }


def entry_data(entry: LexiconEntry) -> dict[str, Any]:
    """An entry in JSON."""
    return {"text": entry.text, "label": entry.label, "count": entry.count, "pmi": entry.pmi}
