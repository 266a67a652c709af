"""The tensors of a checkpoint as the weights of one of our models, and what became of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from workbench.core.errors import SpecError, WorkbenchError
from workbench.core.texts import mark
from workbench.model.build import build_model
from workbench.model.exchange.config_file import ConfigFile
from workbench.model.exchange.family import POOLER, Family, Names, Part, Tensors
from workbench.spec.encoder import EncoderSpec
from workbench.store.load_report import LoadReport, Reshaped

#: Buffers that hold no weights.
_BUFFERS = ("position_ids", "token_type_ids")
_OLD_ENDINGS = {".gamma": ".weight", ".beta": ".bias"}  #: of LayerNorms, before transformers 1.0
_BODY_PARTS = ("embeddings.", "encoder.", "pooler.", "embeddings_project.")
_DRAW_SEED = 0  #: of weights that are missing, so that loading twice gives the same


@dataclass(frozen=True)
class Matched:
    """The weights of a model: ``encoder``, ``heads`` (name -> classes) and ``state`` by our names, all of them;
    ``presets`` are the family of presets that it belongs to."""

    encoder: EncoderSpec
    heads: Mapping[str, int]
    state: Tensors
    report: LoadReport
    presets: str


def canonical_names(names: Iterable[str], prefix: str) -> dict[str, str]:
    """Name in the files -> name of today: gamma and beta of old LayerNorms, and bodies without their prefix."""
    known = list(names)
    bare = not any(name.startswith(prefix) for name in known)
    found = {}
    for name in known:
        ending = name[name.rfind(".") :]
        today = name.removesuffix(ending) + _OLD_ENDINGS.get(ending, ending)
        found[name] = prefix + today if bare and today.startswith(_BODY_PARTS) else today
    return found


def match(family: Family, config: ConfigFile, tensors: Mapping[str, Tensor]) -> Matched:
    """Everything that fits, what is missing of the body drawn afresh.

    Raises :class:`WorkbenchError` where nothing of the body is there, or a tensor of it has another shape.
    """
    names = canonical_names(tensors, family.prefix)
    weights = {names[name]: tensor for name, tensor in tensors.items() if not name.endswith(_BUFFERS)}
    sizes = _sizes(family, config, weights)
    held = dict(family.incoming(weights, sizes))
    ignored = tuple(sorted(set(names.values()) - held.keys()))
    return _Matcher(family, sizes, held, config).matched(config.path.parent, ignored)


def _sizes(family: Family, config: ConfigFile, weights: Mapping[str, Tensor]) -> EncoderSpec:
    """The encoder; bounds of single settings are told as the config's."""
    try:
        return family.encoder_of(config, weights)
    except SpecError as error:
        raise WorkbenchError(
            mark("“{path}” has settings that no model here can have: {problem}"),
            mark("The file may be cut off or changed: get it again."),
            path=config.path,
            problem=error.message,
        ) from None


class _Matcher:
    """The tensors of one checkpoint, by their names of today."""

    def __init__(self, family: Family, sizes: EncoderSpec, weights: Tensors, config: ConfigFile) -> None:
        self._family, self._config, self._weights = family, config, weights
        if sizes.hidden % sizes.heads:
            raise WorkbenchError(
                mark("“{path}” says {heads} attention heads, which do not divide the hidden size {hidden:,}."),
                mark("The file was changed, or belongs to other weights: get it again."),
                path=config.path,
                heads=sizes.heads,
                hidden=sizes.hidden,
            )
        self._sizes, self._rows = sizes, config.whole("vocab_size")
        self._ties = self._holding_ties()
        self._body, self._parts = family.body(sizes), family.parts(sizes)
        self._shapes = _shapes(sizes, self._rows, self._parts)

    def matched(self, folder: Path, ignored: tuple[str, ...]) -> Matched:
        """All weights, and the report."""
        missing = tuple(sorted(name for name in self._body if name not in self._weights))
        self._refuse(folder, missing)
        whole = {name: part for name, part in self._parts.items() if self._is_whole(part.names)}
        broken = [part for name, part in self._parts.items() if name not in whole and self._is_wanted(name, part)]
        taken = {**self._body, **_joined(whole.values())}
        encoder = self._sizes.model_copy(update={"pooler": POOLER in whole})
        heads = {name: part.classes for name, part in whole.items() if part.classes is not None}
        bent = [one for part in broken for one in self._reshaped(part.names)]
        left = self._weights.keys() - taken.keys() - self._ties.keys() - {one.name for one in bent}
        report = LoadReport(
            folder=str(folder),
            family=self._family.model_type,
            architecture=self._config.architecture,
            heads=tuple(heads),
            loaded=tuple(sorted(taken.keys() & self._weights.keys())),
            missing=missing,
            unexpected=tuple(sorted(left)),
            reshaped=tuple(bent),
            lacking=tuple(sorted(_joined(broken).keys() - self._weights.keys())),
            tied=tuple(sorted(self._ties.keys() & self._weights.keys())),
            ignored=ignored,
        )
        return Matched(encoder, heads, self._state(encoder, heads, taken), report, self._family.preset(encoder))

    def _holding_ties(self) -> Names:
        """The ties that hold. Where only the copy is in the file, it stands for the original.

        An output matrix that is not the word table has no place in models here; its head stays out with it.
        """
        ties = {}
        for copy, original in self._family.ties().items():
            if copy in self._weights:
                self._weights.setdefault(original, self._weights[copy])
            if copy not in self._weights or torch.equal(self._weights[copy], self._weights[original]):
                ties[copy] = original
        return ties

    def _is_whole(self, names: Names) -> bool:
        """Whether a part is there with all its tensors, and with no other output matrix than the word table."""
        heads = {_head_of(name) for name in names}
        untied = self._family.ties().keys() - self._ties.keys()
        return (
            names.keys() <= self._weights.keys()
            and not self._reshaped(names)
            and not any(_head_of(name) in heads for name in untied)
        )

    def _is_wanted(self, name: str, part: Part) -> bool:
        """Whether a part ought to be there: its class has it, or something of it is."""
        claimed = self._family.claimed(self._config.architecture)
        return name in claimed or not self._weights.keys().isdisjoint(part.names)

    def _reshaped(self, names: Names) -> list[Reshaped]:
        """The tensors that are there in another shape."""
        found = [(theirs, self._weights.get(theirs), self._shapes[ours]) for theirs, ours in sorted(names.items())]
        return [
            Reshaped(name, tuple(tensor.shape), wanted)
            for name, tensor, wanted in found
            if tensor is not None and tuple(tensor.shape) != wanted
        ]

    def _refuse(self, folder: Path, missing: tuple[str, ...]) -> None:
        """Raise where the body is another one than the config says."""
        if len(missing) == len(self._body):
            raise WorkbenchError(
                mark("None of the weights in “{folder}” are those of a {family} model."),
                mark("The config.json belongs to another checkpoint, or the tensors have names of their own."),
                folder=folder,
                family=self._family.model_type,
            )
        if reshaped := self._reshaped(self._body):
            first = reshaped[0]
            raise WorkbenchError(
                mark("{count} {count:tensor|tensors} in “{folder}” {count:has|have} another shape than config.json "
                     "says: {name} is {found}, not {wanted}."),
                mark("The two belong to different checkpoints: get them again."),
                count=len(reshaped), folder=folder, name=first.name, found=list(first.found), wanted=list(first.wanted),
            )  # fmt: skip

    def _state(self, encoder: EncoderSpec, heads: Mapping[str, int], taken: Names) -> Tensors:
        """All weights by our names: those taken, and fresh ones where they are missing."""
        there = {ours: self._weights[theirs] for theirs, ours in taken.items() if theirs in self._weights}
        if len(there) == len(set(taken.values())):
            return there
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(_DRAW_SEED)
            fresh = build_model(encoder, self._rows, heads)
        return {name: there.get(name, tensor) for name, tensor in fresh.state_dict().items()}


def _joined(parts: Iterable[Part]) -> Names:
    """The names of all parts."""
    return {theirs: ours for part in parts for theirs, ours in part.names.items()}


def _head_of(name: str) -> str:
    """What the names of a head begin with, as ``cls.predictions`` or ``lm_head``."""
    return ".".join(name.split(".")[: 2 if name.startswith("cls.") else 1])


def _shapes(sizes: EncoderSpec, rows: int, parts: Mapping[str, Part]) -> dict[str, tuple[int, ...]]:
    """The shape of every weight that a checkpoint of these sizes may have, by our names."""
    heads = {name: part.classes for name, part in parts.items() if part.classes is not None}
    with torch.device("meta"):
        model = build_model(sizes.model_copy(update={"pooler": True}), rows, heads)
    return {name: tuple(tensor.shape) for name, tensor in model.state_dict().items()}
