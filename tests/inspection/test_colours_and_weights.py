"""Colours, thumbnails, PNG, and the file of weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyqtgraph
import pytest
from PySide6.QtGui import QImage

from workbench.core.errors import WorkbenchError
from workbench.inspection.colours import AMOUNTS, DIFFERENCES, colour_table, greatest_of_blocks, png_of, to_levels
from workbench.inspection.weights import WeightsFile, WeightsWriter


def test_viridis_is_viridis() -> None:
    known = pyqtgraph.colormap.get("viridis").getLookupTable(nPts=256, alpha=False).astype(int)
    assert np.abs(colour_table(AMOUNTS).astype(int) - known).max() <= 1


def test_differences_are_grey_in_the_middle_blue_below_and_red_above() -> None:
    table = colour_table(DIFFERENCES).astype(int)
    middle = table[to_levels(np.zeros(1), -1.0, 1.0)[0]]
    assert middle.max() - middle.min() <= 2
    assert table[0][2] > table[0][0]
    assert table[255][0] > table[255][2]


def test_a_png_is_read_back_by_others() -> None:
    levels = np.arange(12, dtype=np.uint8).reshape(3, 4) * 20
    image = QImage.fromData(png_of(levels, colour_table(AMOUNTS)))
    assert (image.width(), image.height()) == (4, 3)
    colour = image.pixelColor(2, 1)
    assert [colour.red(), colour.green(), colour.blue()] == colour_table(AMOUNTS)[levels[1, 2]].tolist()


def test_blocks_keep_thin_lines() -> None:
    values = np.zeros((7, 7))
    values[5] = 1
    assert greatest_of_blocks(values, 2)[2].tolist() == [1, 1, 1, 1]
    assert greatest_of_blocks(values, 1) is values


@pytest.fixture
def weights() -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.random.default_rng(0).random((2, 3, 5, 5)).astype(np.float32)


def test_heads_are_read_one_at_a_time(
    tmp_path: Path, weights: np.ndarray[tuple[int, ...], np.dtype[np.float32]]
) -> None:
    path = tmp_path / "w"
    with open(path, "wb") as file:
        writer = WeightsWriter(file)
        for layer in weights:
            writer.add(layer)
    read = WeightsFile(path, 2, 3, 5)
    np.testing.assert_array_equal(read.head(1, 2), weights[1, 2])
    np.testing.assert_array_equal(read.layer(0), weights[0])
    np.testing.assert_allclose(read.mean(1), weights[1].mean(0), rtol=1e-6)
    assert read.nbytes == path.stat().st_size
    assert read.head_bytes == 100


def test_a_file_that_has_gone_or_is_cut_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(WorkbenchError, match="can't be read"):
        WeightsFile(tmp_path / "gone", 1, 1, 2).head(0, 0)
    (tmp_path / "short").write_bytes(b"1234")
    with pytest.raises(WorkbenchError, match="too short"):
        WeightsFile(tmp_path / "short", 1, 1, 2).head(0, 0)
