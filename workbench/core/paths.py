"""Where things lie: the project folder, the folders inside it, and the files that ship with the program."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark


def program_root() -> Path:
    """The folder that holds ``resources`` and ``sample_data``, from source and in a packaged program."""
    if getattr(sys, "frozen", False):
        return Path(getattr(sys, "_MEIPASS", Path(sys.executable).parent))
    return Path(__file__).resolve().parents[2]


def resource(*parts: str) -> Path:
    """A file below ``resources``."""
    return program_root().joinpath("resources", *parts)


def sample_data(*parts: str) -> Path:
    """A file below ``sample_data``."""
    return program_root().joinpath("sample_data", *parts)


def default_project() -> Path:
    """The project in the user's own data folder."""
    return Path(platformdirs.user_data_dir("bert-workbench", appauthor=False)) / "project"


@dataclass(frozen=True)
class Project:
    """A project folder: one database, and one folder each for corpora, prepared text, vocabularies and runs.

    Whoever opens the store of a ``read_only`` one can change nothing in it, and nobody adds anything to it, changes it
    or takes it out; only what is made again at any time (prepared text, caches) is still written.
    """

    root: Path
    read_only: bool = False

    def __post_init__(self) -> None:
        # Paths below it are kept in the database, and must hold wherever the next command stands.
        object.__setattr__(self, "root", self.root.absolute())

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.root / "workbench.db"

    @property
    def bundle(self) -> Path:
        """What a project that was unpacked from a bundle is known by; something may have stayed behind."""
        return self.root / "bundle.json"

    @property
    def draft(self) -> Path:
        """The experiment that the window is editing."""
        return self.root / "draft.toml"

    @property
    def corpora(self) -> Path:
        """One folder a corpus."""
        return self.root / "corpora"

    @property
    def prepared(self) -> Path:
        """Corpora cut and tokenised for one vocabulary and segmenter; may be deleted, it is made again."""
        return self.root / "prepared"

    @property
    def vocabularies(self) -> Path:
        """One folder a vocabulary."""
        return self.root / "vocabularies"

    @property
    def lexicons(self) -> Path:
        """Entity lists, phrase lists and mined phrases."""
        return self.root / "lexicons"

    @property
    def runs(self) -> Path:
        """One folder a run."""
        return self.root / "runs"

    @property
    def cache(self) -> Path:
        """What can be made again at once (segmenter dictionaries)."""
        return self.root / "cache"

    def require_writable(self) -> None:
        """Raise :class:`WorkbenchError` where it is there for reading only; before anything of it is written."""
        if self.read_only:
            raise WorkbenchError(
                mark("This window is for reading only, as another one has the project open: nothing is changed here.")
            )

    def create(self) -> Project:
        """Make the folders that are missing; raises :class:`WorkbenchError` where that cannot be."""
        try:
            for folder in (self.corpora, self.prepared, self.vocabularies, self.lexicons, self.runs, self.cache):
                folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WorkbenchError(
                mark("The project folder {folder} cannot be made ({reason})."),
                mark("Choose another folder, or check the rights and the space there."),
                folder=str(self.root),
                reason=error.strerror or str(error),
            ) from error
        return self
