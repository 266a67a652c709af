"""ERNIE: ``ErnieForPreTraining``, ``ErnieForMaskedLM`` or the body alone (ERNIE sheet 2.1).

transformers has BERT's classes once more under the name of ERNIE, with a table of tasks where ``use_task_id`` says so;
a config that says nothing has none. What is written so has that table. Without one, ERNIE computes what BERT does, ReLU
included, and is written as BERT, which every version of transformers reads. Both kinds are read.

The two logits of the NSP head are BERT's way round, 0 for text that follows. Baidu trained with 1 for it: files that
were made from its weights have the rows that way round, and nothing in them tells. A table of roles (dialogues) has no
place there.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, ClassVar

from torch import Tensor

from workbench.model.exchange.bert import Bert
from workbench.model.exchange.config_file import ConfigFile
from workbench.model.exchange.family import Names, common_encoder
from workbench.spec.encoder import EncoderSpec
from workbench.spec.validation import validate
from workbench.text.vocabulary import Vocabulary

_USES, _ROWS = "use_task_id", "task_type_vocab_size"
_USUAL_ROWS = 3  #: where a config does not say how many


class Ernie(Bert):
    """BERT with a table of tasks."""

    model_type: ClassVar[str] = "ernie"
    prefix: ClassVar[str] = "ernie."
    classes: ClassVar[str] = "Ernie"
    has_tasks: ClassVar[bool] = True

    def body(self, encoder: EncoderSpec) -> Names:
        """Embeddings, with the table of tasks where there is one, and layers."""
        tasks = {f"{self.prefix}embeddings.task_type_embeddings.weight": "encoder.embeddings.task.weight"}
        return {**super().body(encoder), **(tasks if encoder.task_types else {})}

    def holds(self, encoder: EncoderSpec, heads: Set[str]) -> bool:
        """Whether there is a table of tasks in what would be BERT without it."""
        return encoder.task_types > 0 and super().holds(encoder, heads)

    def encoder_of(self, config: ConfigFile, weights: Mapping[str, Tensor]) -> EncoderSpec:
        """From the config alone."""
        rows = config.whole(_ROWS, _USUAL_ROWS) if config.flag(_USES) else 0
        return validate(EncoderSpec, {**common_encoder(config), "task_types": rows})

    def settings(self, encoder: EncoderSpec, vocabulary: Vocabulary) -> dict[str, Any]:
        """The table of tasks."""
        tasks = {_USES: True, _ROWS: encoder.task_types} if encoder.task_types else {_USES: False}
        return super().settings(encoder, vocabulary) | tasks

    def preset(self, encoder: EncoderSpec) -> str:
        """ERNIE 2 where there is a table of tasks, else ERNIE 1.0."""
        return "ernie2" if encoder.task_types else "ernie"
