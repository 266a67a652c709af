"""Project folders and shipped files."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project, default_project, program_root, resource, sample_data


def test_a_project_makes_its_folders_also_under_a_chinese_name(tmp_path: Path) -> None:
    project = Project(tmp_path / "我的 项目").create()
    assert project.runs.is_dir()
    assert project.corpora.is_dir()
    assert project.create() == project


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for root in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(WorkbenchError, match=r"project folder .*file.* cannot be made"):
            Project(root).create()


def test_shipped_files_are_found_from_source() -> None:
    assert resource("presets").parent == program_root() / "resources"
    assert sample_data("README.md").parent == program_root() / "sample_data"
    assert default_project().is_absolute()
