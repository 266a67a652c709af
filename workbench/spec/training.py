"""How a run is trained: batch, recipe, device, and how often it looks around."""

from __future__ import annotations

from workbench.core.config import Config, Labelled, option
from workbench.core.texts import mark

SHORTEST = 8  #: tokens that a sequence length is at least


class Schedule(Labelled):
    """Learning rate after warm-up; sheet section 0.5, formulas in :mod:`workbench.spec.rate`. ``bert`` decays from
    step 0 and so jumps where warm-up ends; ``electra`` multiplies decay and warm-up."""

    LINEAR = "linear", mark("Linear decay")
    BERT = "bert", mark("As in BERT")
    ELECTRA = "electra", mark("As in ELECTRA")
    POLYNOMIAL = "polynomial", mark("Polynomial decay")
    COSINE = "cosine", mark("Cosine")
    NOAM = "noam", mark("Noam")
    CONSTANT = "constant", mark("Constant")


class OptimizerKind(Labelled):
    """How gradients become updates; sheet section 0.6."""

    ADAMW = "adamw", mark("AdamW")
    LAMB = "lamb", mark("LAMB")


class BatchUnit(Labelled):
    """What the batch size counts. Tokens are places, padding included: the passages of a batch times its longest."""

    SEQUENCES = "sequences", mark("Sequences")
    TOKENS = "tokens", mark("Tokens")
    FULL_SEQUENCES = "full-sequences", mark("Full sequences")


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
    FP16 = "fp16", mark("Mixed (fp16)")


class NotFinite(Labelled):
    """What becomes of a step whose loss or gradient is not a finite number; it never changes a weight."""

    STOP = "stop", mark("End the run")
    SKIP = "skip", mark("Skip the step")
    LOWER_SCALE = "lower-scale", mark("Lower the scale")


class DecayExclusion(Labelled):
    """What weight decay leaves alone: biases and LayerNorm (BERT), or nothing (fairseq's RoBERTa)."""

    BIAS_AND_NORM = "bias-and-norm", mark("Biases and norms")
    NOTHING = "nothing", mark("Nothing")


class TrainingSpec(Config):
    """The recipe."""

    steps: int = option(1000, label=mark("Steps"), help=mark("Optimizer steps of the whole run."), ge=1, le=10**9)
    length: int = option(128, label=mark("Sequence length"), unit=mark("tokens"), ge=SHORTEST, le=65536)
    batch_size: int = option(32, label=mark("Batch size"), ge=1, le=10**8)
    batch_unit: BatchUnit = option(
        BatchUnit.SEQUENCES,
        label=mark("Batch size counts"),
        help=mark(
            "Tokens: as many passages as fit, padding included. Full sequences: as many passages as fit where so many "
            "of full length would, so that short ones make larger batches (RoBERTa's DOC-SENTENCES)."
        ),
    )
    partial_batches: bool = option(
        True,
        label=mark("Last batch of an epoch"),
        help=mark("Trains on passages that do not fill a batch at the end of an epoch; off leaves them out."),
        advanced=True,
    )
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
            "Of the learning rate after warm-up. As in BERT: linear from step 0, with a jump where warm-up ends. As in "
            "ELECTRA: the same decay times the warm-up, without a jump. Noam: falls with the root of the step."
        ),
    )
    restart_schedule: bool = option(
        False,
        label=mark("Anew with each stage"),
        help=mark(
            "Warm-up and decay begin again with each stage, or each group of stages that go together, as in ERNIE 2.0; "
            "off lays them over the whole run."
        ),
        advanced=True,
    )
    end_learning_rate: float = option(
        0.0,
        label=mark("Final learning rate"),
        help=mark("Where polynomial and cosine schedules end."),
        ge=0.0,
        le=10.0,
        advanced=True,
    )
    decay_power: float = option(
        1.0,
        label=mark("Power of the decay"),
        help=mark("Of the polynomial schedule; 1 is a line."),
        gt=0.0,
        le=100.0,
        step=0.5,
        advanced=True,
    )
    optimizer: OptimizerKind = option(
        OptimizerKind.ADAMW,
        label=mark("Optimizer"),
        help=mark(
            "LAMB scales the update of each tensor by the ratio of the norms of tensor and update, for large batches "
            "(ALBERT)."
        ),
    )
    weight_decay: float = option(0.01, label=mark("Weight decay"), ge=0.0, le=1.0, step=0.01)
    decay_exclusion: DecayExclusion = option(DecayExclusion.BIAS_AND_NORM, label=mark("Without decay"), advanced=True)
    adam_beta1: float = option(0.9, label=mark("Adam beta 1"), ge=0.0, lt=1.0, advanced=True)
    adam_beta2: float = option(0.999, label=mark("Adam beta 2"), ge=0.0, lt=1.0, advanced=True)
    adam_epsilon: float = option(1e-6, label=mark("Adam epsilon"), gt=0.0, le=1.0, advanced=True)
    bias_correction: bool = option(
        True,
        label=mark("Bias correction"),
        help=mark("Of AdamW; off in the original BERT code. LAMB has none, as in ALBERT."),
        advanced=True,
    )
    early_epsilon: bool = option(
        False,
        label=mark("Epsilon before the correction"),
        help=mark("Adds epsilon to the root of the second moment before its bias is corrected, as fairseq does."),
        advanced=True,
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
        chosen=True,
    )
    average_decay: float = option(
        0.0,
        label=mark("Weight averaging (EMA)"),
        help=mark(
            "Share of the running average of the weights that is kept at each step, as 0.999; 0 keeps no average. In "
            "the first steps less is kept, so that the initial weights are soon forgotten."
        ),
        ge=0.0,
        lt=1.0,
        advanced=True,
    )
    evaluate_average: bool = option(
        False,
        label=mark("Evaluate the average"),
        help=mark("Measures the averaged weights on the evaluation split in place of the weights themselves."),
        advanced=True,
    )
    not_finite: NotFinite = option(
        NotFinite.STOP,
        label=mark("Numbers that are not finite"),
        help=mark(
            "What a step does whose loss or gradient is not finite; weights never change by it. Skip: its batch is "
            "left out and the run goes on. Lower the scale: the same, and fp16 halves its scale, as its "
            "gradients overflow now and then."
        ),
        advanced=True,
    )
    not_finite_limit: int = option(
        20,
        label=mark("Skipped steps in a row"),
        unit=mark("steps"),
        help=mark("So many steps in a row that are not finite end the run."),
        ge=1,
        le=10**6,
        advanced=True,
    )
    precision: Precision = option(
        Precision.FP32,
        label=mark("Precision"),
        help=mark("fp16 is for NVIDIA GPUs that lack bf16: it needs a scaled loss, which bf16 does not."),
    )
    device: Device = option(Device.AUTO, label=mark("Device"))
    compile: bool = option(
        False,
        label=mark("Compile the model"),
        help=mark(
            "By torch.compile, which takes a compiler on the machine and some minutes at the start. Meant for GPUs: on "
            "the processor it gives up the way without padding, and may well be slower. A resumed run may differ in "
            "the last digits, as code is compiled anew. Not in the packaged program."
        ),
        advanced=True,
    )
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
    early_stop: int = option(
        0,
        label=mark("Stop early after"),
        unit=mark("evaluations"),
        help=mark("Ends the run after so many evaluations of its last stage without a better loss; 0 never does."),
        ge=0,
        le=10**6,
        advanced=True,
    )
    least_improvement: float = option(
        0.0,
        label=mark("Least improvement"),
        help=mark("By how much an evaluation loss must fall to count as better, in nats."),
        ge=0.0,
        le=100.0,
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
