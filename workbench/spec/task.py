"""A task that pretrained weights are tried on: labelled files, how weights take part, and the recipe."""

from __future__ import annotations

from pathlib import Path

from workbench.core.config import Config, Labelled, option
from workbench.core.errors import WorkbenchError
from workbench.core.names import plain_name
from workbench.core.texts import mark
from workbench.spec.encoder import EncoderSpec
from workbench.spec.training import BatchUnit, OptimizerKind, Schedule, TrainingSpec
from workbench.text.labelled.records import TaskKind

#: Learning rates of fine-tuning by hidden size: smaller models take larger ones (Turc et al. 2019).
_RATES = ((256, 3e-4), (512, 1e-4))
_LARGE_RATE, _PROBE_RATE = 3e-5, 2e-3
#: Usual epochs, the steps that they should at least come to, and most epochs.
_PROBE_EPOCHS, _TUNING_EPOCHS = (30, 600, 100), (4, 200, 20)
_PATIENCE = 4  #: this part of the epochs without a better one is the end
_TOKENS_PER_TEXT = 16
LONGEST = 512  #: tokens of a text where nobody says otherwise
SHORTEST = 4  #: its two marks and two more


class TaskMode(Labelled):
    """Whether the encoder learns too."""

    PROBE = "probe", mark("Probe (frozen encoder)")
    FINE_TUNE = "fine-tune", mark("Fine-tune")


class Pooling(Labelled):
    """What stands for a whole text."""

    AUTO = "auto", mark("As usual")
    MEAN = "mean", mark("Mean of its tokens")
    FIRST = "first", mark("First token")


class TaskSpec(Config):
    """A task as data. Zeros take what is usual for the mode and the size of the encoder."""

    file: str = option("", label=mark("Labelled file"), help=mark("CSV, TSV, JSONL, or a token and its tag a line."))
    kind: TaskKind = option(TaskKind.CLASSIFICATION, label=mark("Kind of task"))
    text: str = option("", label=mark("Text"), help=mark("Column of the text; empty finds it."), advanced=True)
    second_text: str = option(
        "", label=mark("Second text"), help=mark("Column of a pair's second text; empty finds it."), advanced=True
    )
    label: str = option("", label=mark("Label"), help=mark("Column of the label; empty finds it."), advanced=True)
    encoding: str = option("auto", label=mark("Encoding"), advanced=True)
    development: str = option(
        "",
        label=mark("Development file"),
        help=mark("The best epoch is chosen by it; empty takes the one beside the file, else a part of the examples."),
    )
    test: str = option(
        "",
        label=mark("Test file"),
        help=mark("Results are measured on it; empty takes the one beside the file, else the development file, else a "
                  "part of the examples."),
    )  # fmt: skip
    mode: TaskMode = option(
        TaskMode.PROBE,
        label=mark("Mode"),
        help=mark("A probe trains a linear map on vectors of the frozen encoder; fine-tuning trains both."),
    )
    seeds: int = option(
        3, label=mark("Seeds"), help=mark("So many times with other random numbers, for the spread."), ge=1, le=100
    )
    random_weights: bool = option(
        True,
        label=mark("Compare with random weights"),
        help=mark("Does the same with an encoder of the same form that was never trained, once a seed."),
    )
    pooling: Pooling = option(
        Pooling.AUTO,
        label=mark("Vector of a text"),
        help=mark("As usual: the mean of its tokens for a probe, the first token for fine-tuning."),
        advanced=True,
    )
    task_id: int = option(
        0,
        label=mark("Task id"),
        help=mark("Row of the encoder's table of tasks that texts are read with, where it has one: any may be used."),
        ge=0,
        le=255,
        advanced=True,
    )
    examples: int = option(
        0, label=mark("Training examples"), help=mark("The first so many; 0 takes all."), ge=0, le=10**8
    )
    length: int = option(
        0,
        label=mark("Sequence length"),
        unit=mark("tokens"),
        help=mark("Longer texts are cut; 0 takes what the model takes, 512 at most."),
        ge=0,
        le=65536,
    )
    epochs: int = option(0, label=mark("Epochs"), help=mark("At most; 0 takes what is usual."), ge=0, le=10**4)
    patience: int = option(
        0,
        label=mark("Stop early after"),
        unit=mark("epochs"),
        help=mark("Without a better one; 0 takes what is usual."),
        ge=0,
        le=10**4,
        advanced=True,
    )
    batch_size: int = option(32, label=mark("Batch size"), ge=1, le=10**5)
    learning_rate: float = option(
        0.0, label=mark("Peak learning rate"), help=mark("0 takes what is usual."), ge=0.0, le=10.0
    )
    weight_decay: float = option(0.01, label=mark("Weight decay"), ge=0.0, le=1.0, step=0.01, advanced=True)
    warmup_share: float = option(
        0.1, label=mark("Warm-up"), help=mark("Share of the steps."), ge=0.0, le=1.0, step=0.05, advanced=True
    )
    dropout: float = option(
        0.1, label=mark("Dropout before the head"), help=mark("In fine-tuning."), ge=0.0, lt=1.0, step=0.05,
        advanced=True,
    )  # fmt: skip

    @property
    def is_probe(self) -> bool:
        """Whether the encoder stays as it is."""
        return self.mode is TaskMode.PROBE

    def num_epochs(self, steps: int) -> int:
        """How many epochs of so many steps there are at most. Few examples are read more often, as long as it takes to
        learn anything from them (Mosbach et al. 2021)."""
        usual, least, most = _PROBE_EPOCHS if self.is_probe else _TUNING_EPOCHS
        return self.epochs or min(most, max(usual, -(-least // steps)))

    def most_patience(self, epochs: int) -> int:
        """So many of the ``epochs`` without a better one are the end."""
        return self.patience or max(2, -(-epochs // _PATIENCE))

    def length_in(self, encoder: EncoderSpec) -> int:
        """The longest input in tokens; raises :class:`WorkbenchError` where the model has fewer positions, or
        hardly anything of a text would be left."""
        room = encoder.positions - encoder.position_offset
        if 0 < self.length < SHORTEST:
            raise WorkbenchError(
                mark("{length} tokens are too few for a text."), mark("Take {least} or more, or 0."),
                length=self.length, least=SHORTEST,
            )  # fmt: skip
        if self.length > room:
            raise WorkbenchError(
                mark("The model takes {room} tokens, not {length}."), mark("Set a shorter sequence length."),
                room=room, length=self.length,
            )  # fmt: skip
        return self.length or min(room, LONGEST)

    @property
    def takes_mean(self) -> bool:
        """Whether the mean of its tokens stands for a text."""
        return self.is_probe if self.pooling is Pooling.AUTO else self.pooling is Pooling.MEAN

    def batch_of(self, *, tokens: bool) -> int:
        """Rows of a batch: texts, or so many times as many ``tokens`` of a probe."""
        return self.batch_size * (_TOKENS_PER_TEXT if tokens else 1)

    def rate(self, hidden: int) -> float:
        """The highest learning rate, for an encoder of a hidden size."""
        if self.learning_rate or self.is_probe:
            return self.learning_rate or _PROBE_RATE
        return next((rate for size, rate in _RATES if hidden <= size), _LARGE_RATE)

    def training(self, steps: int, hidden: int) -> TrainingSpec:
        """The recipe of so many steps as the optimizer takes it: AdamW with warm-up and linear decay."""
        return TrainingSpec(
            steps=steps,
            batch_size=self.batch_size,
            batch_unit=BatchUnit.SEQUENCES,
            optimizer=OptimizerKind.ADAMW,
            learning_rate=self.rate(hidden),
            warmup_steps=round(self.warmup_share * steps),
            schedule=Schedule.LINEAR,
            weight_decay=self.weight_decay,
        )


def task_name(task: TaskSpec) -> str:
    """What a task is called: its file's name without endings and without the word for its part."""
    stem = plain_name(Path(task.file).name.lstrip(".").split(".")[0])
    for word in ("_train", "-train", "_dev", "-dev"):
        stem = stem.removesuffix(word)
    return stem
