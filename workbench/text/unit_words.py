"""Kind, class and source of a unit in people's words; the names themselves are what files and JSON hold."""

from __future__ import annotations

from workbench.core.texts import Text, mark
from workbench.text.document import UnitKind, UnitLabel
from workbench.text.lexicon import MARKED
from workbench.text.unit_sources import BOUNDARY_FILE, CAPITALS
from workbench.text.units import DictionaryTag

_KINDS = {
    UnitKind.CHAR.value: mark("single tokens"),
    UnitKind.WORD.value: mark("words"),
    UnitKind.PHRASE.value: mark("phrases"),
    UnitKind.ENTITY.value: mark("entities"),
    UnitKind.NGRAM.value: mark("n-grams"),
}
#: Classes that the program itself gives; those of lists and files are shown as they are written there.
_CLASSES = frozenset(
    {*(tag.label for tag in DictionaryTag), mark("title"), mark("noun chunk"), mark("name by its capitals")}
)
_RENAMED = {"chunk": mark("noun chunk"), "name": mark("name by its capitals")}
#: Beginning of a source -> how it is said; the rest of the source is the name.
_SOURCES = {
    "dictionary tag ": mark("dictionary tag {name}"),
    "LAC tag ": mark("LAC tag {name}"),
    "list ": mark("list {name}"),
    "mined ": mark("mined list {name}"),
    "recogniser ": mark("recogniser {name}"),
    MARKED: mark("marked by hand"),
    BOUNDARY_FILE: mark("boundary file"),
    "segmenter": mark("segmenter"),
    "chunker": mark("rule for noun chunks"),
    CAPITALS: mark("rule for capitals"),
}


def units_text(kind: str) -> Text:
    """Units of a kind, which events name; a kind that is not known stays as it is written."""
    return Text(_KINDS[kind]) if kind in _KINDS else Text("{name}", {"name": kind})


def class_text(name: str) -> Text:
    """The class of a unit."""
    name = _RENAMED.get(name, name)
    return Text(name) if name in _CLASSES else Text("{name}", {"name": name})


def source_text(label: UnitLabel) -> Text:
    """Where a unit comes from."""
    for beginning, template in _SOURCES.items():
        if label.source.startswith(beginning):
            return Text(template, {"name": label.source.removeprefix(beginning)})
    return Text("{name}", {"name": label.source})
