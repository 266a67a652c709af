"""The families that checkpoints can be exchanged in, and which one a checkpoint or a spec is of."""

from __future__ import annotations

from collections.abc import Iterable, Set

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.model.exchange.albert import Albert
from workbench.model.exchange.bert import Bert
from workbench.model.exchange.config_file import ConfigFile
from workbench.model.exchange.electra import Electra
from workbench.model.exchange.ernie import Ernie
from workbench.model.exchange.family import Family
from workbench.model.exchange.roberta import Roberta
from workbench.spec.encoder import EncoderSpec

#: Of two that hold an encoder, the first is taken.
FAMILIES: tuple[Family, ...] = (Ernie(), Roberta(), Electra(), Albert(), Bert())


def family_of_encoder(encoder: EncoderSpec, heads: Set[str]) -> Family:
    """The family that an encoder with these heads is written in; raises :class:`WorkbenchError` where none can hold
    it."""
    for family in FAMILIES if encoder.has_position_table else ():
        if family.has_tasks >= bool(encoder.task_types) and family.holds(encoder, heads):
            return family
    raise WorkbenchError(
        mark("No family of transformers holds this encoder."),
        mark("BERT, RoBERTa, ALBERT, ELECTRA and ERNIE can be written; what only this program has cannot."),
    )


def family_of_checkpoint(config: ConfigFile, names: Iterable[str]) -> Family:
    """The family that a config names; an old one without a name is told by the names of its tensors."""
    if config.model_type:
        found = [family for family in FAMILIES if family.model_type == config.model_type]
    else:
        known = list(names)
        found = [family for family in FAMILIES if any(name.startswith(family.prefix) for name in known)]
    if not found:
        raise WorkbenchError(
            mark("The checkpoint is of the family “{family}”, which is not known here."),
            mark("Known: {known}."),
            family=config.model_type or "?",
            known=", ".join(sorted(family.model_type for family in FAMILIES)),
        )
    return found[0]
