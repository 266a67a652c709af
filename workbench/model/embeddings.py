"""Word, position, segment and task vectors: sum, LayerNorm, dropout, map to the hidden size (sheet 0.1, 1.1, 2.4, 3.1;
ERNIE sheet 1.3, 2.1)."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from workbench.model.inputs import Inputs
from workbench.model.packed import drop, linear
from workbench.model.packing import Packing
from workbench.model.word_rows import TableGradient, word_rows
from workbench.spec.encoder import EncoderSpec


def position_rows(inputs: Inputs, offset: int) -> Tensor:
    """Rows of the position table [B, N] or [N]: ``offset`` + index; with an offset, padding gets row offset - 1."""
    rows = torch.arange(offset, offset + inputs.ids.shape[1], device=inputs.ids.device)
    if offset == 0 or inputs.real is None:
        return rows
    return torch.where(inputs.real, rows, offset - 1)


def keep_row_at_zero(table: nn.Embedding, row: int) -> None:
    """Hold a row at zero: it starts there, and whatever gradient reaches it (a tied decoder's too) is cleared."""
    with torch.no_grad():
        table.weight[row].zero_()

    def clear(weight: Tensor) -> None:
        assert weight.grad is not None
        weight.grad[row].zero_()

    table.weight.register_post_accumulate_grad_hook(clear)  # type: ignore[no-untyped-call]


#: The weights of tables that not every model has, and what these are called.
ADDED_TABLES = {"encoder.embeddings.task.weight": "task_table", "encoder.embeddings.role.weight": "role_table"}


class AddedTable(nn.Embedding):
    """A table beside those of BERT. Making it draws nothing, and its rows are drawn after all other weights: for one
    seed, these begin as without it."""

    def __init__(self, rows: int, width: int) -> None:
        super().__init__(rows, width, _weight=torch.zeros(rows, width))

    @staticmethod
    def of(rows: int, width: int) -> AddedTable | None:
        """The table of so many rows; None for none."""
        return AddedTable(rows, width) if rows else None


class Embeddings(nn.Module):
    """Input vectors [B, N, H] from tables of width E; without a map where E = H, as in the original code.

    Tables and norm may be those of ``shared`` embeddings; the map is always its own. Passages are given either segments
    or roles: the table that a batch does not use gets no gradient, so that no optimizer touches it.
    """

    def __init__(self, spec: EncoderSpec, vocabulary_size: int, shared: Embeddings | None = None) -> None:
        super().__init__()
        self.offset = spec.position_offset
        width = spec.embedding_width
        if shared is None:
            self.word = nn.Embedding(vocabulary_size, width)
            self.position = nn.Embedding(spec.positions, width) if spec.has_position_table else None
            self.segment = nn.Embedding(spec.segments, width)
            self.task = AddedTable.of(spec.task_types, width)
            self.role = AddedTable.of(spec.roles, width)
            self.norm = nn.LayerNorm(width, eps=spec.layer_norm_epsilon)
        else:
            self.word, self.position, self.segment = shared.word, shared.position, shared.segment
            self.task, self.role, self.norm = shared.task, shared.role, shared.norm
        self.projection = nn.Linear(width, spec.hidden) if spec.maps_embeddings else None
        self.dropout = spec.hidden_dropout

    def forward(self, inputs: Inputs) -> Tensor:
        """Sum of the vectors of each token, one from each table that there is, normalised, then mapped."""
        words = self.word(inputs.ids)
        if self.position is not None:
            words = words + self.position(position_rows(inputs, self.offset))
        words = words + self._sides(inputs)(inputs.segments)
        if self.task is not None:
            words = words + self.task(_tasks(inputs))[:, None, :]
        vectors: Tensor = self.norm(words)
        vectors = functional.dropout(vectors, self.dropout, self.training)
        return vectors if self.projection is None else self.projection(vectors)

    def packed(self, inputs: Inputs, packing: Packing, gradient: TableGradient, dtype: torch.dtype) -> Tensor:
        """The same for the real tokens [T, H] only, on the processor, the map computed in ``dtype``; see
        :func:`word_rows`."""
        words = word_rows(self.word.weight, packing.take(inputs.ids), gradient)
        placed = words if self.position is None else words + self.position(packing.columns + self.offset)
        placed = placed + self._sides(inputs)(packing.take(inputs.segments))
        if self.task is not None:
            placed = placed + self.task(_tasks(inputs).index_select(0, packing.owners))
        vectors = drop(self.norm(placed), self.dropout if self.training else 0.0)
        if self.projection is None:
            return vectors
        return linear(vectors.to(dtype), self.projection, dtype).to(words.dtype)

    def _sides(self, inputs: Inputs) -> nn.Embedding:
        """The table that segment ids are rows of: that of roles for dialogues."""
        if not inputs.roles:
            return self.segment
        assert self.role is not None, "dialogues need a table of roles"
        return self.role


def _tasks(inputs: Inputs) -> Tensor:
    """The row of the table of tasks of each passage [B]."""
    return inputs.ids.new_zeros(len(inputs.ids)) if inputs.tasks is None else inputs.tasks
