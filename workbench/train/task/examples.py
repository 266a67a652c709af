"""The labelled examples of a task as inputs and targets, and what there is to tell of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from workbench.core.errors import WorkbenchError
from workbench.core.progress import Cancelled, never
from workbench.core.texts import Text, mark
from workbench.model.ngram_inputs import TextNgrams
from workbench.spec.encoder import EncoderSpec
from workbench.spec.task import TaskSpec
from workbench.text.document import Ints
from workbench.text.labelled.alignment import OUTSIDE, entities_of, reach_of, tags_of, token_tags, unit_tags
from workbench.text.labelled.columns import ColumnError, Columns, Wanted
from workbench.text.labelled.encoding import Encoded, InputForm, encode
from workbench.text.labelled.reading import LabelledFile, read_labelled
from workbench.text.labelled.records import Entity, Example, TaskKind, label_names, require_classes
from workbench.text.labelled.splits import Splits, files_beside, make_splits
from workbench.text.tokenizer import Tokenizer
from workbench.train.task.metrics import Measured, measure_classes, measure_entities, measure_numbers

_MOST_NAMED = 3


@dataclass(frozen=True)
class Part:
    """One of the three parts of a task: n ``examples``, their inputs, and what is to be predicted.

    ``targets`` are classes [n] (-1 for one that the training examples lack) or numbers [n]; for tagging, tags [C] at
    the ``carriers`` [C], which are places among all tokens of the part, those of one example together.
    """

    examples: tuple[Example, ...]
    inputs: Encoded
    targets: NDArray[np.int64] | NDArray[np.float64]
    carriers: NDArray[np.int64]
    owners: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.examples)

    @cached_property
    def edges(self) -> Ints:
        """Where the carriers of each example begin, [n + 1]."""
        return np.searchsorted(self.owners, np.arange(len(self) + 1))


@dataclass(frozen=True)
class TaskData:
    """A task's parts. ``names`` are its classes, for tagging those of entities, and ``tags`` all tags of tokens.

    ``how`` says where parts come from that no file holds, ``told`` what was lost; ``fingerprint`` stands for all
    examples. ``ngrams`` finds what an n-gram encoder is given of them; ``task_id`` is the row of an encoder's table of
    tasks that they are read with, None without such a table.
    """

    kind: TaskKind
    names: tuple[str, ...]
    tags: tuple[str, ...]
    train: Part
    development: Part
    test: Part
    how: Text
    told: tuple[Text, ...]
    fingerprint: str
    ngrams: TextNgrams | None = None
    task_id: int | None = None

    @property
    def outputs(self) -> int:
        """Numbers that a head gives for a text, or for a token."""
        return 1 if self.kind is TaskKind.REGRESSION else len(self.tags or self.names)

    @property
    def num_tokens(self) -> int:
        """Tokens of all parts, special ones included."""
        return sum(int(part.inputs.lengths.sum()) for part in (self.train, self.development, self.test))

    def measure(self, part: Part, predicted: NDArray[np.int64] | NDArray[np.float64]) -> Measured:
        """How right predictions in the place of ``part.targets`` are."""
        if self.kind is TaskKind.REGRESSION:
            return measure_numbers(part.targets.astype(np.float64), predicted.astype(np.float64))
        if self.kind is TaskKind.TAGGING:
            found = list(entities_in(part, [self.tags[tag] for tag in predicted.astype(np.int64).tolist()]))
            return measure_entities([example.entities for example in part.examples], found, self.names)
        return measure_classes(part.targets.astype(np.int64), predicted.astype(np.int64), self.names)

    def majority(self) -> NDArray[np.int64] | NDArray[np.float64]:
        """What a guess without any model says of each test example: the most frequent class or tag of the training
        examples, or their mean."""
        shape = len(self.test.targets)
        if self.kind is TaskKind.REGRESSION:
            return np.full(shape, self.train.targets.mean())
        return np.full(shape, np.bincount(self.train.targets.astype(np.int64)).argmax(), np.int64)


def entities_in(part: Part, tags: Sequence[str]) -> Iterator[list[Entity]]:
    """The entities of each example that the tags on its carriers say."""
    edges = part.edges.tolist()
    for number, alignment in enumerate(part.inputs.alignments):
        yield entities_of(unit_tags(alignment, tags[edges[number] : edges[number + 1]]))


def read_task(task: TaskSpec, encoder: EncoderSpec, tokenizer: Tokenizer, cancelled: Cancelled = never) -> TaskData:
    """Read, part and encode the examples of a task; raises :class:`WorkbenchError` where there are none to use."""
    files, splits = read_splits(task, cancelled)
    train = splits.train[: task.examples] if task.examples else splits.train
    names = tuple(label_names(train)) if task.kind is not TaskKind.REGRESSION else ()
    require_classes(task.kind, names)
    tags: tuple[str, ...] = ()
    if task.kind is TaskKind.TAGGING:
        tags = (OUTSIDE, *(f"{role}-{name}" for name in names for role in "BI"))
    form = InputForm(task.length_in(encoder), segments=encoder.segments > 1)
    encoder.require_task(task.task_id)
    task_id = task.task_id if encoder.task_types else None
    parts = (train, splits.development, splits.test)
    made = [_part(part, encode(part, tokenizer, form), names, tags, task.kind) for part in parts]
    told = tuple(_told(files, replace(splits, train=train), made, form, names))
    return TaskData(
        task.kind, names, tags, made[0], made[1], made[2], splits.how, told, _fingerprint(parts), task_id=task_id
    )


def read_splits(task: TaskSpec, cancelled: Cancelled = never) -> tuple[list[LabelledFile], Splits]:
    """The files of a task, and their examples in three parts."""
    path = Path(task.file)
    beside = files_beside(path)
    wanted = [
        Path(named) if named else found for named, found in zip((task.development, task.test), beside, strict=True)
    ]
    columns = Wanted(task.text, task.label, task.second_text)
    first = read_labelled(path, task.kind, columns, encoding=task.encoding, cancelled=cancelled)
    others = [
        None if other is None else _read_like(first, other, columns, task.encoding, cancelled) for other in wanted
    ]
    development, test = (() if other is None else other.examples for other in others)
    files = [first, *(other for other in others if other is not None)]
    return files, make_splits(task.kind, first.examples, development, test)


def _read_like(first: LabelledFile, path: Path, columns: Wanted, encoding: str, cancelled: Cancelled) -> LabelledFile:
    """Another file with the columns of the first one; where it has none of these names, they are found."""
    found: Columns | None = first.columns
    named = columns if found is None else Wanted(found.text, found.label, found.pair)
    try:
        other = read_labelled(path, first.kind, named, encoding=encoding, cancelled=cancelled)
    except ColumnError:
        other = read_labelled(path, first.kind, encoding=encoding, cancelled=cancelled)
    if any((example.pair is None) != (first.examples[0].pair is None) for example in other.examples[:1]):
        raise WorkbenchError(
            mark("{file} has pairs of texts where the other file has not, or the other way round."), file=path.name
        )
    return other


def _part(
    examples: tuple[Example, ...], inputs: Encoded, names: Sequence[str], tags: Sequence[str], kind: TaskKind
) -> Part:
    none = np.zeros(0, np.int64)
    if kind is TaskKind.REGRESSION:
        return Part(examples, inputs, np.array([float(one.label) for one in examples]), none, none)
    if kind is not TaskKind.TAGGING:
        known = {name: number for number, name in enumerate(names)}
        return Part(examples, inputs, np.array([known.get(one.label, -1) for one in examples], np.int64), none, none)
    number = {tag: place for place, tag in enumerate(tags)}
    targets: list[int] = []
    carriers, owners = [], []
    for place, (example, alignment) in enumerate(zip(examples, inputs.alignments, strict=True)):
        own = token_tags(alignment, tags_of(len(example.units), example.entities))
        targets += [number.get(tag, 0) for tag in own]
        carriers.append(alignment.carriers + inputs.starts[place])
        owners.append(np.full(len(own), place, np.int64))
    return Part(examples, inputs, np.array(targets, np.int64), np.concatenate(carriers), np.concatenate(owners))


# What is told


def _told(
    files: Sequence[LabelledFile], splits: Splits, parts: Sequence[Part], form: InputForm, names: Sequence[str]
) -> Iterator[Text]:
    for file in files:
        if file.skipped:
            first = next(note for note in file.notes if note.line)
            yield Text(
                mark("{file}: {count} {count:example was|examples were} left out. First: {first}"),
                {"file": file.path.name, "count": file.skipped, "first": first.message},
            )
        for note in file.odd[:_MOST_NAMED]:
            yield Text(mark("{file}: {what}"), {"file": file.path.name, "what": note.message})
        if len(file.odd) > _MOST_NAMED:
            more = len(file.odd) - _MOST_NAMED
            yield Text(mark("{file}: {count} more notes of this kind."), {"file": file.path.name, "count": more})
    cut, lost = sum(part.inputs.cut for part in parts), sum(part.inputs.cut_tokens for part in parts)
    if cut:
        yield Text(
            mark("{count} {count:example is|examples are} longer than {length} tokens and {count:was|were} cut; "
                 "{lost:,} tokens are lost."),
            {"count": cut, "length": form.length, "lost": lost},
        )  # fmt: skip
    unknown = (
        {one.label for part in parts[1:] for one in part.examples} - set(names)
        if names and not parts[0].inputs.alignments
        else set()
    )
    if unknown:
        yield Text(
            mark("Classes that no training example has count as wrong: {names}."),
            {"names": ", ".join(sorted(unknown)[:_MOST_NAMED])},
        )
    seen = {(one.text, one.pair) for one in splits.train}
    if again := sum((one.text, one.pair) in seen for one in splits.test):
        yield Text(
            mark("{count} test {count:example stands|examples stand} among the training examples too."),
            {"count": again},
        )
    yield from _unreachable(parts)


def _unreachable(parts: Sequence[Part]) -> Iterator[Text]:
    """Entities that no tags of tokens can say."""
    reaches = [reach_of(part.examples, part.inputs.alignments) for part in parts if part.inputs.alignments]
    if cut := sum(reach.cut for reach in reaches):
        yield Text(
            mark("{count} {count:entity lies|entities lie} in what was cut off and can't be found."), {"count": cut}
        )
    apart = [one for reach in reaches for one in reach.apart]
    if apart:
        first = ", ".join(f"{example.words_of(entity)} ({entity.name})" for example, entity in apart[:_MOST_NAMED])
        yield Text(
            mark("{count} of {total:,} entities end inside a token and can't be found: {first}."),
            {"count": len(apart), "total": sum(reach.entities for reach in reaches), "first": first},
        )


def _fingerprint(parts: Sequence[Sequence[Example]]) -> str:
    """What stands for all examples with their labels."""
    digest = hashlib.sha256()
    for part in parts:
        for one in part:
            digest.update(
                repr((one.text, one.pair, one.label, one.units, one.entities)).encode("utf-8", "surrogatepass")
            )
        digest.update(b"|")
    return digest.hexdigest()[:16]
