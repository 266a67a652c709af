import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.events import EvalDone, RunStarted, StepDone
from workbench.gui.context import Context
from workbench.gui.pictures import save_attention, save_loss_curve
from workbench.gui.theme import OKABE_ITO
from workbench.spec.presets import load_preset


def colours(image: QImage) -> set[str]:
    """Colours at every second pixel."""
    places = ((x, y) for x in range(0, image.width(), 2) for y in range(0, image.height(), 2))
    return {QColor(image.pixel(x, y)).name() for x, y in places}


@pytest.fixture
def run_name(context: Context) -> str:
    run = context.store.create_run(load_preset("bert-tiny"), name="字-run")
    place = {"run": "字-run", "tokens": 0, "time": 1e9}
    losses = [8.0, math.nan, *np.linspace(8, 5, 200)]
    context.store.record(
        run,
        [
            RunStarted(**place, step=0, device="cpu", precision="fp32", total_steps=300, session=1,
                       baselines={"ln_v": 8.3, "unigram": 6.1}),
            *(
                StepDone(**place, step=step, loss=loss, losses={"mlm": loss}, lr=0.1, gradient_norm=1.0,
                         tokens_per_s=1.0, memory_bytes=1, seconds_left=1.0)
                for step, loss in enumerate(losses, 1)
            ),
            EvalDone(**place, step=100, loss=6.0, losses={"mlm": 6.0}, perplexity=400.0),
        ],
    )  # fmt: skip
    return run.name


def test_a_loss_curve_becomes_a_picture(context: Context, dressed: QApplication, run_name: str, tmp_path: Path) -> None:
    path = save_loss_curve(context.store, run_name, tmp_path / "loss.png")
    image = QImage(str(path))
    assert (image.width(), image.height()) == (1600, 1000)
    assert OKABE_ITO[0].lower() in colours(image), "the curve is drawn"


def test_attention_becomes_a_picture(dressed: QApplication, tmp_path: Path) -> None:
    weights = np.random.default_rng(1).dirichlet(np.ones(7), size=(2, 3, 7)).astype(np.float32)
    np.savez(tmp_path / "a.npz", tokens=np.array(["[CLS]", *"波士顿咨询", "[SEP]"]), attention=weights)
    image = QImage(str(save_attention(tmp_path / "a.npz", tmp_path / "a.png")))
    assert (image.width(), image.height()) == (1600, 1000)
    assert len(colours(image)) > 100, "cells of many values are drawn"


def test_other_files_and_folders_are_refused(
    dressed: QApplication, tmp_path: Path, keeps_the_old_file: Callable[[str, Callable[[Path], object]], None]
) -> None:
    (tmp_path / "b.npz").write_bytes(b"no arrays")
    with pytest.raises(ArgumentError, match=r"b\.npz holds no attention"):
        save_attention(tmp_path / "b.npz", tmp_path / "b.png")
    np.savez(tmp_path / "a.npz", tokens=np.array(["a"]), attention=np.ones((1, 1, 1, 1), np.float32))
    with pytest.raises(WorkbenchError, match="can't be written"):
        save_attention(tmp_path / "a.npz", tmp_path / "nowhere" / "a.png")
    keeps_the_old_file("a.png", lambda path: save_attention(tmp_path / "a.npz", path))
