"""Arrays on disk: written in pieces, mapped, and refused where the file is not whole."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text import array_files
from workbench.text.array_files import ArrayWriter, is_rising, map_array, map_starts


def test_what_was_written_in_pieces_is_mapped_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.npy"
    rows = np.arange(12, dtype=np.int32).reshape(6, 2)
    with ArrayWriter(path, np.int32, (2,)) as writer:
        writer.append(rows[:4])
        writer.append(rows[4:])
    mapped = map_array(path, np.int32, (None, 2))
    assert isinstance(mapped, np.memmap)
    assert np.array_equal(mapped, rows)
    assert np.array_equal(np.load(path), rows), "numpy reads it too"


@pytest.mark.parametrize("dtype", [np.bool_, np.uint16, np.int32, np.int64])
@pytest.mark.parametrize("length", [0, 1, 1000])
def test_what_numpy_saved_is_mapped(tmp_path: Path, dtype: type, length: int) -> None:
    path = tmp_path / "a.npy"
    saved = np.arange(length).astype(dtype)
    np.save(path, saved)
    assert np.array_equal(map_array(path, dtype, (length,)), saved)


@pytest.mark.parametrize(
    ("dtype", "shape"), [(np.int32, (10,)), (np.float64, (10,)), (np.int64, (9,)), (np.int64, (10, 1)), (np.int64, ())]
)
def test_another_type_or_shape_is_refused(tmp_path: Path, dtype: type, shape: tuple[int, ...]) -> None:
    np.save(tmp_path / "a.npy", np.arange(10))
    with pytest.raises(ValueError, match="whole array"):
        map_array(tmp_path / "a.npy", dtype, shape)


def test_arrays_of_objects_and_archives_are_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.array([{}, None]), allow_pickle=True)
    np.savez(tmp_path / "b.npz", np.arange(3))
    for path in tmp_path.iterdir():
        with pytest.raises(ValueError, match=r"array file|head|whole"):
            map_array(path, np.int64, (None,))
    with pytest.raises(FileNotFoundError):
        map_array(tmp_path / "none.npy", np.int64, (None,))


@given(st.data())
def test_any_cut_or_changed_head_is_refused_or_reads_as_an_array(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzzed.npy"
    np.save(path, np.arange(10))
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(0, 3))):
        content[data.draw(st.integers(0, 127))] = data.draw(
            st.sampled_from(b"(){}[]'\",:\\\x00\xff \n0123456789LO<i8f")
        )
    content = content[: data.draw(st.integers(0, len(content)))]
    path.write_bytes(content)
    try:
        mapped = map_array(path, np.int64, (None,))
    except ValueError:
        return
    assert len(content) == 128 + mapped.nbytes


def test_starts_begin_at_nothing_and_end_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "a.npy"
    np.save(path, np.array([0, 2, 5]))
    assert map_starts(path, 2, 5).tolist() == [0, 2, 5]
    for count, end in ((2, 6), (1, 5), (3, 5)):
        with pytest.raises(ValueError, match=r"a\.npy"):
            map_starts(path, count, end)
    np.save(path, np.array([1, 2, 5]))
    with pytest.raises(ValueError, match="from 1"):
        map_starts(path, 2, 5)


@given(st.lists(st.integers(0, 5), max_size=20))
def test_rising_agrees_with_sorted(numbers: list[int]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(array_files, "_PIECE", 3)
        assert is_rising(np.array(numbers, np.int64)) == (numbers == sorted(numbers))
