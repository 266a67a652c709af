"""How a run is trained: batch, recipe, device, and how often it looks around."""

from __future__ import annotations

from workbench.core.config import Config, Labelled, option
from workbench.core.texts import mark


class Schedule(Labelled):
    """Learning rate after warm-up; sheet section 0.5. ``bert`` decays from step 0 and so jumps where warm-up ends."""

    LINEAR = "linear", mark("Linear decay")
    BERT = "bert", mark("As in BERT")
    CONSTANT = "constant", mark("Constant")


class Device(Labelled):
    """Where to train; ``auto`` is the best device that is there and is shown before the start."""

    AUTO = "auto", mark("Automatic")
    CPU = "cpu", mark("Processor")
    CUDA = "cuda", mark("NVIDIA GPU")
    MPS = "mps", mark("Apple GPU")


class Precision(Labelled):
    """Arithmetic of the forward and backward pass; weights and optimizer stay fp32."""

    FP32 = "fp32", mark("32 bits (fp32)")
    BF16 = "bf16", mark("Mixed (bf16)")


class DecayExclusion(Labelled):
    """What weight decay leaves alone: biases and LayerNorm (BERT), or nothing (fairseq's RoBERTa)."""

    BIAS_AND_NORM = "bias-and-norm", mark("Biases and norms")
    NOTHING = "nothing", mark("Nothing")


class TrainingSpec(Config):
    """The recipe."""

    steps: int = option(1000, label=mark("Steps"), help=mark("Optimizer steps of the whole run."), ge=1, le=10**9)
    length: int = option(128, label=mark("Sequence length"), unit=mark("tokens"), ge=8, le=65536)
    batch_size: int = option(32, label=mark("Batch size"), unit=mark("sequences"), ge=1, le=10**6)
    accumulation: int = option(
        1,
        label=mark("Gradient accumulation"),
        help=mark("Parts that one batch is computed in, to save memory."),
        ge=1,
        le=10**5,
    )
    learning_rate: float = option(1e-4, label=mark("Peak learning rate"), gt=0.0, le=10.0)
    warmup_steps: int = option(100, label=mark("Warm-up steps"), ge=0, le=10**9)
    schedule: Schedule = option(
        Schedule.LINEAR,
        label=mark("Schedule"),
        help=mark(
            "Of the learning rate after warm-up. As in BERT: linear from step 0, with a jump where warm-up ends."
        ),
    )
    weight_decay: float = option(0.01, label=mark("Weight decay"), ge=0.0, le=1.0, step=0.01)
    decay_exclusion: DecayExclusion = option(DecayExclusion.BIAS_AND_NORM, label=mark("Without decay"), advanced=True)
    adam_beta1: float = option(0.9, label=mark("Adam beta 1"), ge=0.0, lt=1.0, advanced=True)
    adam_beta2: float = option(0.999, label=mark("Adam beta 2"), ge=0.0, lt=1.0, advanced=True)
    adam_epsilon: float = option(1e-6, label=mark("Adam epsilon"), gt=0.0, le=1.0, advanced=True)
    bias_correction: bool = option(
        True, label=mark("Bias correction"), help=mark("Off in the original BERT code."), advanced=True
    )
    gradient_clip: float = option(
        1.0, label=mark("Gradient clip"), help=mark("Largest global norm; 0 for none."), ge=0.0, le=1e6
    )
    start_from: str = option(
        "",
        label=mark("Start from"),
        help=mark(
            "A run whose newest weights this one begins with, RUN@STEP for those of a step, or the folder of a run or "
            "checkpoint. Added words get their rows by the rule kept with the vocabulary. Empty: fresh weights."
        ),
        advanced=True,
    )
    precision: Precision = option(Precision.FP32, label=mark("Precision"))
    device: Device = option(Device.AUTO, label=mark("Device"))
    threads: int = option(
        0, label=mark("Processor threads"), help=mark("0 takes all cores."), ge=0, le=1024, advanced=True
    )
    evaluate_every: int = option(200, label=mark("Evaluate every"), unit=mark("steps"), ge=1, le=10**9)
    evaluation_passages: int = option(
        512,
        label=mark("Evaluation passages"),
        help=mark("Passages of the evaluation split, with fixed masks."),
        ge=1,
        le=10**6,
        advanced=True,
    )
    checkpoint_every: int = option(500, label=mark("Checkpoint every"), unit=mark("steps"), ge=1, le=10**9)
    keep_checkpoints: int = option(
        3,
        label=mark("Checkpoints kept"),
        help=mark("The newest; the best by evaluation loss is kept besides."),
        ge=1,
        le=1000,
        advanced=True,
    )
