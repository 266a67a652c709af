"""What the window remembers: choices of the user, and the layout of each project."""

from __future__ import annotations

from pathlib import Path

import platformdirs
from PySide6.QtCore import QByteArray, QSettings

from workbench.core.paths import Project


class Settings:
    """Two INI files: the user's choices, and the layout inside the project folder. Damaged values are ignored."""

    def __init__(self, project: Project, user_file: Path | None = None) -> None:
        if user_file is None:
            user_file = Path(platformdirs.user_config_dir("bert-workbench", appauthor=False)) / "window.ini"
        self._user = QSettings(str(user_file), QSettings.Format.IniFormat)
        self._layout = QSettings(str(project.root / "layout.ini"), QSettings.Format.IniFormat)

    def choice(self, name: str, default: str = "") -> str:
        """A choice of the user, in all projects."""
        value = self._user.value(name, default)
        return value if isinstance(value, str) else default

    def choose(self, name: str, value: str) -> None:
        """Remember a choice."""
        self._user.setValue(name, value)

    def layout(self, name: str) -> QByteArray:
        """A stored layout of this project; empty where there is none or it is not one."""
        value = self._layout.value(name)
        return value if isinstance(value, QByteArray) else QByteArray()

    def keep_layout(self, name: str, state: QByteArray) -> None:
        """Remember a layout."""
        self._layout.setValue(name, state)

    def forget_layouts(self) -> None:
        """Back to the layout of the first start."""
        self._layout.clear()

    def sync(self) -> None:
        """Write both files."""
        self._user.sync()
        self._layout.sync()
