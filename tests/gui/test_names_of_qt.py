"""No attribute of ours hides a method of Qt or pyqtgraph, which call it: from C++ that ends the process."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import textwrap
from collections.abc import Iterator

import workbench.gui

THEIRS = ("PySide6", "shiboken6", "Shiboken", "pyqtgraph")


def our_classes() -> Iterator[type]:
    """The classes of the window that stand on classes of Qt or pyqtgraph."""
    for found in pkgutil.walk_packages(workbench.gui.__path__, "workbench.gui."):
        module = importlib.import_module(found.name)
        for kind in vars(module).values():
            if inspect.isclass(kind) and kind.__module__ == module.__name__ and list(theirs_of(kind)):
                yield kind


def theirs_of(kind: type) -> Iterator[type]:
    return (base for base in kind.__mro__ if base.__module__.split(".")[0] in THEIRS)


def assigned(kind: type) -> set[str]:
    """What methods of a class assign to ``self``."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    targets = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))
    return {node.attr for node in targets if isinstance(node.value, ast.Name) and node.value.id == "self"}


def hidden(kind: type) -> list[str]:
    """The methods of Qt or pyqtgraph that a class hides by attributes."""
    names = assigned(kind)
    return sorted(name for name in names if any(callable(vars(base).get(name)) for base in theirs_of(kind)))


def test_no_attribute_hides_a_method() -> None:
    classes = list(our_classes())
    assert len(classes) > 100
    assert {kind.__qualname__: names for kind in classes if (names := hidden(kind))} == {}


def test_what_hides_a_method_is_found() -> None:
    from PySide6.QtWidgets import QWidget

    class Hiding(QWidget):
        def __init__(self) -> None:
            super().__init__()
            self.size = 3  # type: ignore[assignment,method-assign]
            self.own = 4

    assert hidden(Hiding) == ["size"]
