"""A checkpoint of a run becomes a folder that transformers reads."""

from __future__ import annotations

import json
import shutil
import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from torch import Tensor

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.names import readable
from workbench.core.paths import Project
from workbench.core.texts import Text, mark
from workbench.model.exchange.config_file import CONFIG
from workbench.model.exchange.family import POOLER, Family, Names, common_settings
from workbench.model.exchange.networks import Network, networks_of
from workbench.model.exchange.weight_files import SAFETENSORS
from workbench.model.heads import TOKEN_HEADS
from workbench.model.weights import load_tensors, save_tensors
from workbench.spec.encoder import EncoderSpec
from workbench.store.folder import read_run_folder
from workbench.store.starting import find_start
from workbench.text.tokenizer_files import Frame, write_tokenizer_files
from workbench.text.vocabulary import Vocabulary, VocabularyKind


@dataclass(frozen=True)
class Written:
    """A checkpoint folder: the ``architecture`` that reads it, and how many ``tensors`` it holds."""

    folder: Path
    architecture: str
    tensors: int


@dataclass(frozen=True)
class Exported:
    """What was ``written`` of a ``checkpoint``, and what one should know of it."""

    folder: Path
    checkpoint: str
    written: tuple[Written, ...]
    notes: tuple[Text, ...]


def export_checkpoint(project: Project, run: str, folder: Path, step: int | None = None) -> Exported:
    """Write the checkpoint of a step, or the newest one, of a run (name or number) into a new folder; of a run with a
    generator, both networks into folders below it.

    Raises :class:`ArgumentError` where the folder is there and not empty, and :class:`WorkbenchError` where the weights
    cannot be read, no family of transformers holds them, or they cannot be written; then nothing is left behind.
    """
    start = find_start(project, run if step is None else f"{run}@{step}")
    spec = read_run_folder(start.weights.parents[2]).spec
    networks = networks_of(spec, load_tensors(start.weights))
    written, notes = [], []
    with _new_folder(folder) as work:
        for network in networks:
            (work / network.folder).mkdir(exist_ok=True)
            done, told = _write(work / network.folder, network, start.vocabulary)
            written.append(Written(folder / network.folder, *done))
            notes.extend(told)
    return Exported(folder, start.name, tuple(written), tuple(dict.fromkeys(notes)))


def _write(folder: Path, network: Network, vocabulary: Vocabulary) -> tuple[tuple[str, int], list[Text]]:
    """Write a network; returns its class, how many tensors there are, and notes."""
    encoder, state, family = network.encoder, network.state, network.family
    architecture, names = _taken(family, encoder, state)
    tensors = family.outgoing({theirs: state[ours] for theirs, ours in names.items()}, encoder, vocabulary)
    settings = common_settings(encoder, vocabulary) | family.settings(encoder, vocabulary)
    config = {"architectures": [architecture], "model_type": family.model_type, **settings}
    (folder / CONFIG).write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8", newline="\n")
    save_tensors(folder / SAFETENSORS, tensors, {"format": "pt"})
    (folder / SAFETENSORS).chmod((folder / CONFIG).stat().st_mode)  # its library lets nobody else read it
    frame = Frame(encoder.segments > 1, encoder.positions - encoder.position_offset)
    write_tokenizer_files(folder, vocabulary, frame)
    return (architecture, len(tensors)), list(_notes(family, architecture, names, state, vocabulary))


def _taken(family: Family, encoder: EncoderSpec, state: Mapping[str, Tensor]) -> tuple[str, Names]:
    """The class to write, and the tensors of the model that it has a place for. A pooler that was trained, as questions
    about passages train it, goes along in any case: the bodies and classifiers of these families have one, and other
    classes pass over it."""
    parts = {name: part.names for name, part in family.parts(encoder).items() if set(part.names.values()) <= set(state)}
    architecture = family.architecture(parts.keys())
    places = {*(family.claimed(architecture) or (POOLER,)), *([POOLER] if _asks_passages(state) else [])}
    taken = dict(family.body(encoder))
    for name in places:
        taken |= parts.get(name, {})
    return architecture, taken


def _asks_passages(state: Iterable[str]) -> bool:
    """Whether among these weights are a head's that reads the summary of a passage."""
    heads = {name.split(".")[1] for name in state if name.startswith("heads.")}
    return any(head not in TOKEN_HEADS for head in heads)


def _notes(
    family: Family, architecture: str, names: Names, state: Mapping[str, Tensor], vocabulary: Vocabulary
) -> Iterator[Text]:
    left = sorted({_part_of(name) for name in state.keys() - set(names.values())})
    if left:
        yield Text(
            mark("Not written, as {architecture} has no place for it: {parts}."),
            {"architecture": architecture, "parts": ", ".join(left)},
        )
    if "encoder.pooler.weight" in names.values() and POOLER not in (family.claimed(architecture) or (POOLER,)):
        yield Text(
            mark("The trained pooler is written too: {architecture} passes over it, {body} and classifiers read it."),
            {"architecture": architecture, "body": family.architecture(set())},
        )
    if vocabulary.kind is VocabularyKind.WORD:
        yield Text(mark("transformers does not cut Chinese into words: give it the ids that this program makes."))


def _part_of(name: str) -> str:
    """What a weight belongs to, as ``encoder.pooler`` or ``heads.mlm``; of embeddings, which of them."""
    return ".".join(name.split(".")[: 3 if name.startswith("encoder.embeddings.") else 2])


@contextmanager
def _new_folder(folder: Path) -> Iterator[Path]:
    """A folder to write into, which takes its place when all is written."""
    folder = folder.absolute()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ArgumentError(
            mark("{folder} is not empty."), mark("Choose a folder that is not there yet."), folder=readable(str(folder))
        )
    work = folder.with_name(f".workbench-exporting-{uuid.uuid4().hex[:12]}")
    try:
        work.mkdir(parents=True)
        yield work
        with suppress(FileNotFoundError):
            folder.rmdir()
        work.rename(folder)
    except OSError as error:
        raise WorkbenchError(
            mark("{file} can't be written: {reason}."),
            mark("Check the space and the rights of its folder."),
            file=readable(str(folder)),
            reason=error.strerror or str(error),
        ) from error
    finally:
        shutil.rmtree(work, ignore_errors=True)
