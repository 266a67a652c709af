"""A checkpoint folder of transformers becomes a run of the project, which others can start from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from torch import Tensor

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import Setting, mark
from workbench.model.exchange.config_file import read_config
from workbench.model.exchange.families import family_of_checkpoint
from workbench.model.exchange.matching import Matched, match
from workbench.model.exchange.weight_files import read_tensors
from workbench.model.growing import WORD_TABLE
from workbench.model.weights import save_tensors
from workbench.objectives.registry import PASSAGE_OBJECTIVES, TOKEN_OBJECTIVES
from workbench.spec.presets import load_preset, merged, preset_data, preset_names, recipe_names
from workbench.spec.run import RunSpec
from workbench.spec.validation import validate
from workbench.store.load_report import LoadReport
from workbench.store.loaded import add_loaded_run
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.text.tokenizer_files import read_tokenizer_files
from workbench.text.vocabulary import Vocabulary, find_vocabulary, free_vocabulary_name, list_vocabularies

ACCEPT_MISSING = Setting(mark("Draw the missing weights anew"), "--accept-missing")
_RECIPE = "local"


@dataclass(frozen=True)
class Examined:
    """A checkpoint folder that was read, of which nothing is in the project yet."""

    matched: Matched
    vocabulary: Vocabulary

    @property
    def report(self) -> LoadReport:
        """What became of its tensors."""
        return self.matched.report


def examine_checkpoint(folder: Path, vocabulary: Vocabulary | None = None) -> Examined:
    """Read a folder, with the tokenizer files in it or another ``vocabulary`` of as many tokens.

    Raises :class:`WorkbenchError` where it cannot be loaded; weights that are missing are told by the report.
    """
    folder = folder.absolute()
    if not folder.is_dir():
        raise WorkbenchError(
            mark("There is no folder “{folder}”."), mark("Give the folder of a checkpoint."), folder=folder
        )
    config = read_config(folder)
    tensors = read_tensors(folder)
    matched = match(family_of_checkpoint(config, tensors), config, tensors)
    _require_finite(matched.state, folder)
    rows = len(matched.state[WORD_TABLE])
    return Examined(matched, _fitting(vocabulary or _vocabulary_in(folder), rows))


def _require_finite(state: Mapping[str, Tensor], folder: Path) -> None:
    bad = [name for name, tensor in state.items() if not tensor.isfinite().all()]
    if bad:
        raise WorkbenchError(
            mark("{count} {count:tensor|tensors} in “{folder}” {count:holds|hold} values that are no numbers, first "
                 "“{name}”."),
            mark("The training that made them broke, or the file is damaged: get another checkpoint."),
            count=len(bad),
            folder=folder,
            name=bad[0],
        )  # fmt: skip


def load_checkpoint(
    project: Project, folder: Path, name: str, *, accept_missing: bool = False, vocabulary: str = ""
) -> tuple[Run, LoadReport]:
    """Load a folder as a run of kind ``loaded`` under a name, its vocabulary under the same unless the project has it.

    ``vocabulary`` is the name of one of the project, or a path, to be taken instead of the tokenizer files. Raises
    :class:`WorkbenchError` where weights of the body are missing and that was not accepted, as
    :func:`examine_checkpoint` does, and where it cannot be written; then nothing is left behind.
    """
    project.require_writable()
    with Store.open(project) as store:
        store.check_free_name(name)  # before gigabytes are read
        examined = examine_checkpoint(folder, find_vocabulary(project, vocabulary) if vocabulary else None)
        require_consent(examined.report, accept_missing)
        vocabulary_kept, is_new = _kept(project, examined.vocabulary, name)
        state = examined.matched.state
        run = add_loaded_run(
            store,
            spec_of(examined.matched, name, vocabulary_kept),
            vocabulary_kept,
            examined.report,
            lambda path: save_tensors(path, state),
            new_vocabulary=is_new,
        )
    return run, examined.report


def require_consent(report: LoadReport, accepted: bool) -> None:
    """Raise :class:`WorkbenchError` where weights of the body are missing, unless that is accepted."""
    if report.missing and not accepted:
        raise WorkbenchError(
            mark("{count} {count:tensor|tensors} of the model's body {count:is|are} missing in “{folder}”: {first} …"),
            mark("The model would not be the one that was trained. To draw what is missing anew: {setting}."),
            count=len(report.missing),
            folder=report.folder,
            first=", ".join(report.missing[:3]),
            setting=ACCEPT_MISSING,
        )


def spec_of(matched: Matched, name: str, vocabulary: Vocabulary) -> RunSpec:
    """What a run of these weights would be trained with: the encoder that they are for, objectives for their heads,
    and the rest from the family's presets."""
    preset = _preset(matched)
    data = preset_data(preset, _RECIPE if _RECIPE in recipe_names(preset) else None)
    data.pop("generator", None)  # a folder holds one network
    stage = {**data["stages"][0], "share": 1.0}
    encoder = matched.encoder
    room = encoder.positions - encoder.position_offset
    own = {
        "name": name,
        "vocabulary": vocabulary.name,
        "encoder": encoder.model_dump(mode="json"),
        "stages": [{**stage, **_objectives(matched.heads, stage)}],
        "training": {"length": min(int(data["training"].get("length", room)), room)},
    }
    if not _is_of_size(preset, matched):
        own |= {"preset": "", "recipe": ""}
    return validate(RunSpec, merged(data, own))


def _preset(matched: Matched) -> str:
    """The preset of these sizes, else the smallest of its family of presets."""
    known = [name for name in preset_names() if _is_of_family(name, matched)] or preset_names()
    return next((name for name in known if _is_of_size(name, matched)), known[0])


def _is_of_size(preset: str, matched: Matched) -> bool:
    there, here = load_preset(preset).encoder, matched.encoder
    return _is_of_family(preset, matched) and (there.layers, there.hidden) == (here.layers, here.hidden)


def _is_of_family(preset: str, matched: Matched) -> bool:
    return preset.startswith(f"{matched.presets}-")


def _objectives(heads: Mapping[str, int], stage: Mapping[str, Any]) -> dict[str, Any]:
    """What a stage asks so that exactly these heads are built; the preset's own passages where they ask that."""
    usual = {one["kind"]: one for one in stage.get("tokens", ())}
    tokens = [usual.get(kind, {"kind": kind}) for kind, one in TOKEN_OBJECTIVES.items() if one.head in heads]
    asked = [kind for kind, objective in PASSAGE_OBJECTIVES.items() if objective.head and objective.head in heads]
    own = dict(stage.get("passage", {}))
    if asked:
        return {"tokens": tokens, "passage": own if own.get("kind") in asked else {"kind": asked[0]}}
    silent = [kind for kind, objective in PASSAGE_OBJECTIVES.items() if not objective.head]
    return {"tokens": tokens, "passage": own if own.get("kind") in silent else {"kind": silent[0]}}


def _vocabulary_in(folder: Path) -> Vocabulary:
    source = read_tokenizer_files(folder)
    return Vocabulary.make(
        folder.name,
        source.kind,
        source.tokens,
        lowercase=source.lowercase,
        merges=source.merges,
        definition=source.definition,
    )


def _fitting(vocabulary: Vocabulary, rows: int) -> Vocabulary:
    """The vocabulary with blank entries for rows at the end of the word table that no token has."""
    if vocabulary.size > rows:
        raise WorkbenchError(
            mark("The vocabulary “{name}” has {size:,} tokens, but the word table only {rows:,} rows."),
            mark("Give the vocabulary that the weights were trained with."),
            name=vocabulary.name,
            size=vocabulary.size,
            rows=rows,
        )
    if vocabulary.size == rows:
        return vocabulary
    blanks = ("",) * (rows - vocabulary.size)
    return Vocabulary.make(
        vocabulary.name,
        vocabulary.kind,
        vocabulary.tokens + blanks,
        lowercase=vocabulary.lowercase,
        merges=vocabulary.merges,
        definition=vocabulary.definition,
    )


def _kept(project: Project, vocabulary: Vocabulary, name: str) -> tuple[Vocabulary, bool]:
    """The vocabulary as the project has it, else under the run's name, and whether it is new there."""
    known = list_vocabularies(project)
    for there in known.good:
        if there.fingerprint == vocabulary.fingerprint:
            return there, False
    return replace(vocabulary, name=free_vocabulary_name(project, name), lineage=None), True
