"""What the runs page asks before it acts: whether runs go for good, which tags, where files go."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox, QWidget

from workbench.core.names import plain_name
from workbench.gui.i18n import in_list, tr
from workbench.gui.tables.runs import tags_of
from workbench.store.records import Run


def may_purge(parent: QWidget, runs: Sequence[Run]) -> bool:
    """Whether runs and their files may be deleted for good."""
    question = QMessageBox(parent)
    question.setIcon(QMessageBox.Icon.Warning)
    question.setWindowTitle(tr("Delete for good"))
    question.setText(tr("Delete {names} for good?", names=in_list(run.name for run in runs)))
    question.setInformativeText(tr("Their curves and checkpoints are erased. This can't be undone."))
    yes = question.addButton(tr("Delete for good"), QMessageBox.ButtonRole.DestructiveRole)
    question.setDefaultButton(question.addButton(tr("Keep them"), QMessageBox.ButtonRole.RejectRole))
    question.exec()
    return question.clickedButton() is yes


def ask_tags(parent: QWidget, runs: Sequence[Run]) -> tuple[list[str], list[str]] | None:
    """Tags to give to several runs and to take from them; None where the user thinks better of it."""
    shared = [tag for tag in runs[0].tags if all(tag in run.tags for run in runs)]
    text, given = QInputDialog.getText(
        parent,
        tr("Tags of {count} runs", count=len(runs)),
        tr("Tags that all of them have, parted by blanks; others that some have stay"),
        text=" ".join(shared),
    )
    if not given:
        return None
    wanted = tags_of(text)
    return [tag for tag in wanted if tag not in shared], [tag for tag in shared if tag not in wanted]


def ask_metrics_file(parent: QWidget) -> Path | None:
    """Where points go."""
    name, _ = QFileDialog.getSaveFileName(parent, tr("Export metrics"), "metrics.csv", "*.csv")
    return Path(name) if name else None


def ask_capsule_file(parent: QWidget, run: Run) -> Path | None:
    """Where a capsule goes."""
    name, _ = QFileDialog.getSaveFileName(parent, tr("Save a capsule"), f"{plain_name(run.name)}.zip", "*.zip")
    return Path(name) if name else None
