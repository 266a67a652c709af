"""R037: a batch always has something to predict, and its loss is a number (requirements, section D)."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from workbench.core.paths import Project
from workbench.masking.audit import MaskAudit
from workbench.masking.audit_notes import audit_notes
from workbench.masking.ernie import Ernie, Level
from workbench.masking.registry import STRATEGIES
from workbench.masking.strategy import IGNORE
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.folder import RunFolder
from workbench.text.prepared import PreparedCorpus
from workbench.train.control import Control
from workbench.train.examples import Prepared
from workbench.train.journal import Journal
from workbench.train.loop import Trainer
from workbench.train.meter import StepResult
from workbench.train.observer import Observer
from workbench.train.run import make_trainer
from workbench.train.session import Session

every_strategy = pytest.mark.parametrize("kind", list(STRATEGIES))


@pytest.fixture(scope="module")
def titles(bench: Any) -> PreparedCorpus:
    """500 titles of 4 characters."""
    return bench.drawn_lines(37, 500, 4, **bench.lists)


class _Fed:
    """What each step was fed, and what came of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.targets: list[int] = []
        self.losses: list[float] = []
        take_step = Trainer.take_step

        def taking(trainer: Trainer, prepared: Prepared) -> StepResult:
            result = take_step(trainer, prepared)
            self.targets.append(sum(len(part.labels) for part in prepared.parts))
            self.losses.append(result.loss)
            return result

        monkeypatch.setattr(Trainer, "take_step", taking)


class _NoWishes(Control):
    def __init__(self) -> None:
        super().__init__(None, None)  # type: ignore[arg-type]

    def _look(self) -> None:
        """Nobody asks for anything."""


def train(prepared: PreparedCorpus, kind: str, folder: Path, *overrides: str) -> None:
    """100 steps of one passage over a tiny encoder."""
    torch.set_num_threads(1)
    spec = apply_overrides(
        RunSpec(name="titles"),
        [
            "encoder.layers=1", "encoder.hidden=16", "encoder.heads=2", "encoder.feed_forward=16",
            "encoder.positions=32", "training.length=16", "training.batch_size=1", "training.steps=100",
            "training.warmup_steps=5", "training.evaluate_every=1000", "training.checkpoint_every=1000",
            "training.device=cpu", "stages.0.passage.kind=doc-sentences", f"stages.0.masking.kind={kind}", *overrides,
        ],
    )  # fmt: skip
    journal = Journal("titles", lambda event: None)
    content = RunFolder(1, spec, Project(folder), folder, folder)
    session = Session(content, folder, journal, Observer(journal.record), _NoWishes())
    trainer = make_trainer(session, {session.spec.corpus: prepared}, torch.device("cpu"))
    assert trainer.train()


@every_strategy
def test_r037_short_titles_have_a_finite_loss(
    bench: Any, titles: PreparedCorpus, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str
) -> None:
    fed = _Fed(monkeypatch)
    train(titles, kind, tmp_path)
    assert len(fed.losses) == 100
    assert all(map(math.isfinite, fed.losses))
    assert min(fed.losses) > 0
    assert min(fed.targets) >= 1, "every step predicts something"

    strategy, audit = STRATEGIES[kind](), MaskAudit()
    masked = bench.mask(titles, strategy)
    audit.add(masked, strategy, titles.vocabulary.unk_id)
    assert (audit.passages, audit.without_target) == (500, 0)
    assert audit.rate == np.count_nonzero(masked.labels != IGNORE) / 2000
    assert audit.rate >= 0.25, "one of four tokens is the least there can be, and the audit says so"
    assert not any(audit.faults.values())


@pytest.mark.parametrize("characters", [2, 8, 10])
def test_r037_switched_off_some_lines_have_no_target(bench: Any, characters: int) -> None:
    """Each token by itself leaves 0.85^n of lines of n characters without one: 72, 27 and 20 %; the audit says so."""
    prepared = bench.drawn_lines(37, 3000, characters)
    audit = MaskAudit()
    for at_least_one in (True, False):
        strategy = Ernie(level=Level.CHAR, at_least_one=at_least_one)
        audit = MaskAudit()
        audit.add(bench.mask(prepared, strategy), strategy, bench.vocabulary.unk_id)
        if at_least_one:
            assert audit.without_target == 0
    assert audit.without_target / 3000 == pytest.approx(0.85**characters, abs=0.03)
    assert audit.rate == pytest.approx(0.15, abs=0.015)
    (note,) = audit_notes(audit, Ernie(level=Level.CHAR, at_least_one=False), 128)
    assert "nothing to predict" in str(note.message)


def test_r037_a_batch_without_a_label_is_skipped(bench: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    prepared = bench.prepare([["春夏秋冬"]] * 50)
    fed = _Fed(monkeypatch)
    train(prepared, "ernie", tmp_path, "stages.0.masking.at_least_one=false", "stages.0.masking.level=char")
    assert 0 in fed.targets
    for loss, targets in zip(fed.losses, fed.targets, strict=True):
        assert math.isfinite(loss) == (targets > 0)
