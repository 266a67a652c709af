"""The checkpoints of a run at work: written and, where that fails, written again once its pause has ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from safetensors import SafetensorError
from torch import Tensor

from workbench.core.errors import WorkbenchError
from workbench.core.events import NOT_SAVED, CheckpointSaved, Warned
from workbench.core.texts import mark
from workbench.model.build import Model
from workbench.train.average import WeightAverage
from workbench.train.checkpoint import (
    Content,
    State,
    checkpoint_bytes,
    drop_old,
    has_room,
    random_state,
    save_checkpoint,
)
from workbench.train.group import Group
from workbench.train.journal import Journal
from workbench.train.optim import Optimizer
from workbench.train.randomness import named_states


@dataclass(frozen=True)
class Saver:
    """Writes checkpoints of a run into ``folder``, where as many stay as :func:`drop_old` leaves of ``keep``."""

    model: Model
    optimizer: Optimizer
    average: WeightAverage | None
    group: Group
    journal: Journal
    folder: Path
    keep: int

    def save(self, state: State, pause: Callable[[], bool]) -> None:
        """Write a checkpoint; where that fails (a full disk), say so, ``pause``, and try again. Raises what kept it
        from being written where ``pause`` returns that the run is not to go on."""
        told = ""
        while (problem := self.write(state)) is not None:
            if problem.render() != told:
                told, text = problem.render(), problem.text
                self.journal.tell(Warned, kind=NOT_SAVED, message=text.template, values=text.values)
            if not pause():
                raise problem

    def has_room(self) -> bool:
        """Whether the disk has room for a checkpoint."""
        return has_room(self.folder, checkpoint_bytes(self.model, self.optimizer, self.average))

    def write(self, state: State) -> WorkbenchError | None:
        """What kept a checkpoint from being written, if anything did; the run has lost nothing by it. Only the first
        process writes, and all know what came of it."""
        random = named_states(self.group.gathered(random_state()))
        return self.group.from_first(self._write(state, random) if self.group.is_first else None)

    def _write(self, state: State, random: dict[str, Tensor]) -> WorkbenchError | None:
        try:
            path = save_checkpoint(self.folder, Content(self.model, self.optimizer, state, self.average, random))
        except WorkbenchError as error:
            return error
        except (OSError, SafetensorError) as error:
            return WorkbenchError(
                mark("The checkpoint of step {step} could not be written: {reason}."),
                mark("Make room on the disk of {folder}: the run goes on by itself once there is enough."),
                step=state.step, reason=getattr(error, "strerror", None) or error, folder=self.folder,
            )  # fmt: skip
        self.journal.tell(CheckpointSaved, path=str(path))
        drop_old(self.folder, self.keep)
        return None
