"""Notices about runs that ended badly, each with what can be done."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from workbench.core.texts import sentences
from workbench.gui.figures import grouped
from workbench.gui.i18n import render, tr, translate
from workbench.gui.notices import Notice, NoticeLevel
from workbench.jobs.process import LOG_NAME
from workbench.store.checkpoints import Newest
from workbench.store.records import Run, RunKind
from workbench.store.resuming import resume_damage

_LOG_BYTES = 8000  #: of the engine's log, to copy


def resume_label(run: Run, step: int) -> str:
    """What going on with a run from a step is called, as :func:`workbench.store.resuming.resume_words` explains it."""
    if run.kind is RunKind.TASK:
        return tr("Resume")
    return tr("Resume from step {step}", step=grouped(step)) if step else tr("Begin anew")


def lost_notice(run: Run, newest: Newest, resume: Callable[[], None]) -> Notice:
    """A run whose process died; ``newest`` is the checkpoint that it goes on from."""
    text = tr("The run “{name}” was interrupted at step {step}: its process is gone.", name=run.name,
              step=grouped(run.step))  # fmt: skip
    damage = resume_damage(run, newest)
    return Notice(
        sentences(text, render(damage) if damage else ""),
        NoticeLevel.WARNING,
        log_tail(run.folder / LOG_NAME),
        ((resume_label(run, newest.step), resume),),
    )


def failure_notice(run: Run) -> Notice:
    """A run that failed, with the end of its log to copy."""
    text = tr("The run “{name}” failed: {reason}", name=run.name, reason=render(run.words))
    return Notice(text, NoticeLevel.ERROR, log_tail(run.folder / LOG_NAME))


def no_device_notice(run: Run, on_processor: Callable[[], None], choose_engine: Callable[[], None]) -> Notice:
    """The question where to train instead; nothing is trained before it is answered."""
    actions = ((tr("Train on the processor"), on_processor), (tr("Engine…"), choose_engine))
    device = translate(run.spec.training.device.label)
    text = tr("The device “{device}” is not there, so the run “{name}” has not started. Train it on the processor?",
              device=device, name=run.name)  # fmt: skip
    return Notice(text, NoticeLevel.WARNING, render(run.words), actions)


def log_tail(path: Path) -> str:
    """The end of an engine's log; empty where it can't be read."""
    try:
        return path.read_bytes()[-_LOG_BYTES:].decode("utf-8", "replace")
    except OSError:
        return ""
