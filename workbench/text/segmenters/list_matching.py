"""What finds the entries of a list, made once for all analysers that use the list."""

from __future__ import annotations

from weakref import WeakValueDictionary

from workbench.text.lexicon import Lexicon
from workbench.text.segmenters.matching import Matcher


class ListMatcher:
    """Finds entries; the labels that it finds are places in ``classes``, the different classes of the list."""

    def __init__(self, lexicon: Lexicon) -> None:
        numbers: dict[str, int] = {}
        for entry in lexicon.entries:
            numbers.setdefault(entry.label, len(numbers))
        self.classes = tuple(numbers)
        self.matcher = Matcher({entry.text: numbers[entry.label] for entry in lexicon.entries})


#: By fingerprint while an analyser holds them: settings change far more often than lists do.
_held: WeakValueDictionary[str, ListMatcher] = WeakValueDictionary()


def matcher_of(lexicon: Lexicon) -> ListMatcher:
    """The matcher of a list, made where nobody holds it."""
    key = lexicon.fingerprint
    matcher = _held.get(key)
    if matcher is None:
        matcher = _held[key] = ListMatcher(lexicon)
    return matcher
