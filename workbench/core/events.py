"""What a run tells the world: small records that become lines of JSON and rows of the store.

Times are seconds since the epoch (UTC); losses are nats a predicted token or, for passage heads, a passage.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    InstanceOf,
    PlainSerializer,
    TypeAdapter,
    model_validator,
)

from workbench.core.texts import Text, text_data, text_of, values_data, values_of

#: A text, and the values of one: they travel in parts, so that who shows them says them in any language.
SentText = Annotated[
    InstanceOf[Text],
    BeforeValidator(lambda data: data if isinstance(data, Text) else text_of(data)),
    PlainSerializer(text_data, when_used="json"),
]
SentValues = Annotated[dict[str, Any], BeforeValidator(values_of), PlainSerializer(values_data, when_used="json")]


class Outcome(StrEnum):
    """How a run ended."""

    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"
    LOST = "lost"


class EventBase(BaseModel):
    """Fields that all events carry. Non-finite numbers are kept, and written as strings in JSON."""

    model_config = ConfigDict(extra="forbid", frozen=True, ser_json_inf_nan="strings")

    run: str
    step: int
    tokens: int = 0
    time: float


class RunStarted(EventBase):
    """A session of a run began, at ``step`` 0 or where a checkpoint left off; ``conditions`` are what the last bits of
    its numbers depend on, by name."""

    event: Literal["started"] = "started"
    device: str
    precision: str
    total_steps: int
    session: int
    baselines: dict[str, float] = Field(default_factory=dict)
    conditions: dict[str, str] = Field(default_factory=dict)


class WeightsTaken(EventBase):
    """A run began with the weights of ``start`` in place of fresh ones. So many rows of its word table (with them the
    tied output rows and biases) were ``copied``, so many are means of several (``averaged``), so many were ``drawn``,
    and so many rows of the other table were ``left_out``."""

    event: Literal["weights"] = "weights"
    start: str
    copied: int
    averaged: int = 0
    drawn: int = 0
    left_out: int = 0


class CorpusPreparing(EventBase):
    """The corpus is being cut and tokenised for the run, which takes time once; ``fraction`` of it is done, 0 to 1."""

    event: Literal["preparing"] = "preparing"
    fraction: float


class StepDone(EventBase):
    """Means over the steps since the last such event. Where a run has several, ``tasks`` has the whole loss of the
    steps of each (:func:`workbench.spec.stage_tasks.stage_tasks`).

    ``elapsed`` are seconds at work since the run began, pauses and sleep left out; ``epoch`` how often the training
    text of the stage was read, as 1.25; None where nobody counted.
    """

    event: Literal["step"] = "step"
    loss: float
    losses: dict[str, float]
    lr: float
    gradient_norm: float
    tokens_per_s: float
    memory_bytes: int
    seconds_left: float
    accuracies: dict[str, float] = Field(default_factory=dict)
    elapsed: float | None = None
    epoch: float | None = None
    tasks: dict[str, float] = Field(default_factory=dict)


class EvaluatedText(BaseModel):
    """What the passages of an evaluation hold: ``sentences`` (or pieces of over-long ones), ``tokens`` of text among
    all ``positions``, and the ``characters`` of these tokens, of which ``unknown`` stand under [UNK]. The predicted
    tokens stand for ``predicted`` characters, those of them that are [UNK] for ``hidden`` more."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sentences: int
    tokens: int
    positions: int
    characters: int
    unknown: int
    predicted: int
    hidden: int


class EvalDone(EventBase):
    """An evaluation on the frozen split with its fixed masks. ``tasks`` has the losses of single tasks, as in
    :class:`StepDone`, of all that have begun; no later stage measures another in their place.

    ``unit_accuracies`` are shares of right tokens among those of units of a kind (word, phrase …), ``whole_units``
    shares of units of which every token is right among those hidden as a whole, and ``unit_counts`` how many such
    units there are of each kind. ``bits_per_character`` (None where no text is predicted) are those of the predicted
    tokens other than [UNK], over the characters that they stand for; ``text`` says how much that was.
    """

    event: Literal["eval"] = "eval"
    loss: float
    losses: dict[str, float]
    perplexity: float
    accuracies: dict[str, float] = Field(default_factory=dict)
    unit_accuracies: dict[str, float] = Field(default_factory=dict)
    whole_units: dict[str, float] = Field(default_factory=dict)
    unit_counts: dict[str, int] = Field(default_factory=dict)
    bits_per_character: float | None = None
    text: EvaluatedText | None = None
    tasks: dict[str, float] = Field(default_factory=dict)


class Guess(BaseModel):
    """A token that may stand at a mask, and its probability."""

    model_config = ConfigDict(extra="forbid", frozen=True, ser_json_inf_nan="strings")

    token: str
    probability: float


class ProbedMask(BaseModel):
    """The likeliest tokens at ``position`` of a probe sentence, the best first; where the user said what stands there,
    that token as ``answer`` with its ``probability`` and its ``rank``, from 1."""

    model_config = ConfigDict(extra="forbid", frozen=True, ser_json_inf_nan="strings")

    position: int
    guesses: tuple[Guess, ...]
    answer: str = ""
    probability: float | None = None
    rank: int | None = None


class ProbedSentence(BaseModel):
    """A probe sentence as it was written, its ``tokens`` with the special ones, and what is predicted in it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    text: str
    tokens: tuple[str, ...]
    masks: tuple[ProbedMask, ...]


class ProbesDone(EventBase):
    """What the model predicts in the user's fixed sentences at an evaluation."""

    event: Literal["probes"] = "probes"
    sentences: tuple[ProbedSentence, ...]


class TaskPrepared(EventBase):
    """The examples of a task: how many there are of each part, and in it of each label; ``how`` says where parts come
    from that no file holds. ``task_id`` is the row of the encoder's table of tasks that they are read with, None where
    it has none."""

    event: Literal["task-data"] = "task-data"
    sizes: dict[str, int]
    labels: dict[str, dict[str, int]] = Field(default_factory=dict)
    how: SentText | None = None
    task_id: int | None = None


class FeaturesComputing(EventBase):
    """The encoder reads the examples of a probe, whose head learns on what came of it; ``fraction`` of them is read, 0
    to 1, which is the last word on it."""

    event: Literal["task-features"] = "task-features"
    fraction: float


class TaskEvaluated(EventBase):
    """The end of an epoch of a task: ``loss`` and ``score`` (of the kind of task) on the development examples."""

    event: Literal["task-eval"] = "task-eval"
    weights: str
    seed: int
    epoch: int
    loss: float
    score: float


class ClassFigures(BaseModel):
    """Of one class: shares of right ones among those predicted and among those that there are, their harmonic mean,
    and how many there are."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    precision: float
    recall: float
    f1: float
    support: int


class TaskMeasured(EventBase):
    """What came of one part of a task on the test examples.

    ``weights`` are "trained", "random", or "majority" for a guess without any model; ``scores`` are by name, and
    ``confusion`` has a row for each class that there is and a column for each that was predicted. The weights are those
    of ``epoch``, the best of ``epochs`` on the development examples, where they had ``development`` as score.
    ``data`` is the fingerprint of all examples.
    """

    event: Literal["task-result"] = "task-result"
    weights: str
    seed: int
    scores: dict[str, float]
    classes: tuple[ClassFigures, ...] = ()
    confusion: tuple[tuple[int, ...], ...] = ()
    epoch: int = 0
    epochs: int = 0
    development: float | None = None
    seconds: float = 0.0
    data: str = ""


class MachineMeasured(EventBase):
    """What the machine does while it trains; fields are None where the machine does not tell.

    Memory in bytes: of the training process, and of the whole GPU; use in per cent of all cores and of the GPU's time;
    temperature in degrees Celsius.
    """

    event: Literal["machine"] = "machine"
    processor_use: float | None = None
    process_memory: int | None = None
    gpu_memory: int | None = None
    gpu_use: float | None = None
    gpu_temperature: float | None = None


class Slept(EventBase):
    """The machine slept, or the process was held, for ``seconds`` before this event; they do not count as work."""

    event: Literal["slept"] = "slept"
    seconds: float


class CheckpointSaved(EventBase):
    """A checkpoint is complete on disk."""

    event: Literal["checkpoint"] = "checkpoint"
    path: str


class StateChanged(EventBase):
    """The engine paused, went on, or began another phase."""

    event: Literal["state"] = "state"
    state: Literal["preparing", "running", "paused", "evaluating", "saving"]


NOT_SAVED = "not-saved"  #: kind of the warning that a run waits for room to save its checkpoint


class Warned(EventBase):
    """Something that the user should see, as a template and its values; the run goes on."""

    event: Literal["warning"] = "warning"
    kind: str
    message: str
    values: SentValues = Field(default_factory=dict)

    @property
    def words(self) -> Text:
        """Template and values as a text."""
        return Text(self.message, self.values)


class RunEnded(EventBase):
    """The last event of a session. ``words`` say why it ended, ``message`` the same in English, for scripts; what no
    text of the program says (a fault, or an event of an older version) has the message alone."""

    event: Literal["ended"] = "ended"
    outcome: Outcome
    message: str = ""
    words: SentText | None = None

    @model_validator(mode="before")
    @classmethod
    def _in_english(cls, data: Any) -> Any:
        words = data.get("words") if isinstance(data, dict) else None
        return {**data, "message": words.render()} if isinstance(words, Text) else data

    @property
    def said(self) -> Text:
        """What there is to say, as a text."""
        return Text(self.message) if self.words is None else self.words


Event = Annotated[
    RunStarted
    | WeightsTaken
    | CorpusPreparing
    | StepDone
    | EvalDone
    | ProbesDone
    | TaskPrepared
    | FeaturesComputing
    | TaskEvaluated
    | TaskMeasured
    | MachineMeasured
    | Slept
    | CheckpointSaved
    | StateChanged
    | Warned
    | RunEnded,
    Field(discriminator="event"),
]

_ADAPTER: TypeAdapter[Any] = TypeAdapter(Event)


def event_to_json(event: EventBase) -> str:
    """One line of JSON."""
    return event.model_dump_json()


def event_from_json(line: str | bytes) -> Event:
    """The event of a line of JSON."""
    event: Event = _ADAPTER.validate_json(line)
    return event
