"""Parts of a task: files beside each other, or a fixed tenth of each class."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from workbench.core.errors import WorkbenchError
from workbench.text.labelled.records import Example, TaskKind
from workbench.text.labelled.splits import Source, files_beside, make_splits, sources_of


def examples(**counts: int) -> list[Example]:
    return [Example(f"{label} {n}", n, label=label) for label, count in counts.items() for n in range(count)]


def test_a_tenth_of_each_class_is_set_aside_twice_and_always_the_same() -> None:
    all_of_them = examples(a=700, b=250, c=50)
    splits = make_splits(TaskKind.CLASSIFICATION, all_of_them)
    assert Counter(one.label for one in splits.test) == {"a": 70, "b": 25, "c": 5}
    assert Counter(one.label for one in splits.development) == {"a": 63, "b": 22, "c": 5}
    parts = [*splits.train, *splits.development, *splits.test]
    assert sorted(one.text for one in parts) == sorted(one.text for one in all_of_them)
    assert make_splits(TaskKind.CLASSIFICATION, all_of_them) == splits
    grown = make_splits(TaskKind.CLASSIFICATION, [*all_of_them[:700], *examples(d=9), *all_of_them[700:]])
    assert {one.label for one in grown.train} == set("abcd"), "a class is never set aside as a whole"


def test_a_development_file_alone_is_measured_on() -> None:
    given = examples(x=20, y=20)
    splits = make_splits(TaskKind.CLASSIFICATION, examples(a=50, b=50), given)
    assert list(splits.test) == given
    assert len(splits.development) == 10
    assert "measured on the development examples" in str(splits.how)


def test_three_files_are_taken_as_they_are() -> None:
    parts = [examples(a=5, b=5), examples(a=2), examples(b=3)]
    splits = make_splits(TaskKind.CLASSIFICATION, *parts)
    assert [list(splits.train), list(splits.development), list(splits.test)] == parts
    assert str(splits.how) == ""


@pytest.mark.parametrize("has_development", [False, True])
@pytest.mark.parametrize("has_test", [False, True])
def test_where_parts_come_from_is_said_as_they_are_made(has_development: bool, has_test: bool) -> None:
    train, given, other = examples(a=50, b=50), examples(c=9), examples(d=9)
    splits = make_splits(TaskKind.CLASSIFICATION, train, given if has_development else (), other if has_test else ())
    sources = sources_of(given if has_development else None, other if has_test else None)
    for part, source in zip((splits.development, splits.test), sources, strict=True):
        labels = {one.label for one in part}
        assert labels == {Source.DEVELOPMENT: {"c"}, Source.TEST: {"d"}}.get(source, {"a", "b"})
    sizes = {Source.ALL: 10, Source.TRAINING: 9 if Source.ALL in sources else 10}
    assert len(train) - len(splits.train) == sum(sizes.get(source, 0) for source in sources)


def test_too_few_examples_are_refused() -> None:
    with pytest.raises(WorkbenchError, match="too few labelled examples: 3"):
        make_splits(TaskKind.CLASSIFICATION, examples(a=2, b=1))


def test_files_are_called_after_the_training_file(tmp_path: Path) -> None:
    for name in ("mood_train.tsv.gz", "mood_dev.tsv.gz", "mood_test.tsv.gz", "trainee.tsv", "deve.tsv"):
        (tmp_path / name).touch()
    assert files_beside(tmp_path / "mood_train.tsv.gz") == (
        tmp_path / "mood_dev.tsv.gz",
        tmp_path / "mood_test.tsv.gz",
    )
    assert files_beside(tmp_path / "mood_dev.tsv.gz") == (None, None)
    assert files_beside(tmp_path / "trainee.tsv") == (None, None)
