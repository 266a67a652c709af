"""Gathers the texts of the program into the translation file and compiles it: ``python packaging/translations.py``.

Every constant inside ``tr("...")`` or ``mark("...")`` below ``workbench`` is a source text. Finished translations are
kept, texts that are gone are dropped, new ones are added as unfinished.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
TEXTS = ROOT / "resources" / "texts"
CONTEXT = "workbench"
MARKERS = {"tr", "mark"}


def sources(root: Path = ROOT) -> dict[str, str]:
    """Source text -> the file that it first stands in, by file and line."""
    found: dict[str, str] = {}
    for path in sorted((root / "workbench").rglob("*.py")):
        for text in _marked(ast.parse(path.read_text(encoding="utf-8"))):
            found.setdefault(text, path.relative_to(root).as_posix())
    return found


def _marked(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        first = node.args[0]
        if name in MARKERS and isinstance(first, ast.Constant) and isinstance(first.value, str) and first.value:
            yield first.value


def translations(path: Path) -> dict[str, str]:
    """Source text -> finished translation in a file; empty where there is no file."""
    if not path.is_file():
        return {}
    found = {}
    for message in ElementTree.parse(path).iter("message"):
        translation = message.find("translation")
        if translation is not None and translation.text and translation.get("type") != "unfinished":
            found[message.findtext("source", "")] = translation.text
    return found


def write(path: Path, language: str, places: dict[str, str], known: dict[str, str]) -> int:
    """Write the translation file; returns how many texts have no translation yet."""
    root = ElementTree.Element("TS", version="2.1", language=language, sourcelanguage="en")
    context = ElementTree.SubElement(root, "context")
    ElementTree.SubElement(context, "name").text = CONTEXT
    missing = 0
    for source, place in sorted(places.items(), key=lambda item: (item[1], item[0])):
        message = ElementTree.SubElement(context, "message")
        ElementTree.SubElement(message, "location", filename=place)
        ElementTree.SubElement(message, "source").text = source
        translation = ElementTree.SubElement(message, "translation")
        if source in known:
            translation.text = known[source]
        else:
            translation.set("type", "unfinished")
            missing += 1
    ElementTree.indent(root, " ")
    body = ElementTree.tostring(root, encoding="unicode")
    path.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', encoding="utf-8")
    return missing


def compile_file(path: Path) -> None:
    """Make the ``.qm`` beside a ``.ts`` file with Qt's lrelease."""
    tool = Path(sysconfig.get_path("scripts")) / "pyside6-lrelease"
    subprocess.run([str(tool), "-silent", str(path), "-qm", str(path.with_suffix(".qm"))], check=True)


def main() -> int:
    """Update and compile; exit code 1 while something is untranslated."""
    path = TEXTS / "workbench_zh_CN.ts"
    places = sources()
    missing = write(path, "zh_CN", places, translations(path))
    compile_file(path)
    sys.stdout.write(f"{len(places)} texts, {missing} without a translation\n")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
