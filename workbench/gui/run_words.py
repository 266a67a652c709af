"""What the window says about runs: their state, how far they are, and the names of their metrics."""

from __future__ import annotations

from datetime import datetime

from workbench.core.statistics import Verdict
from workbench.core.texts import mark
from workbench.gui.figures import duration, grouped, percent
from workbench.gui.i18n import render, tr, translate
from workbench.store.proof import Proof, proof_words
from workbench.store.records import KIND_TITLES, Run, RunKind, Status
from workbench.text.unit_words import units_text

_STATUS = {
    Status.CREATED: mark("not started"),
    Status.STARTING: mark("starting"),
    Status.PREPARING: mark("preparing"),
    Status.RUNNING: mark("training"),
    Status.PAUSED: mark("paused"),
    Status.EVALUATING: mark("evaluating"),
    Status.SAVING: mark("saving"),
    Status.DONE: mark("done"),
    Status.STOPPED: mark("stopped"),
    Status.FAILED: mark("failed"),
    Status.LOST: mark("interrupted"),
}
_METRICS = {
    "loss": mark("training loss"),
    "eval/loss": mark("evaluation loss"),
    "eval/perplexity": mark("perplexity"),
    "eval/bits_per_character": mark("bits per character"),
    "eval/score": mark("score on the development examples"),
    "lr": mark("learning rate"),
    "gradient_norm": mark("gradient norm"),
    "tokens_per_s": mark("tokens/s"),
    "memory": mark("memory"),
    "elapsed": mark("seconds at work"),
    "epoch": mark("epoch"),
    "accuracy/replaced": mark("share of replaced tokens, training"),
    "eval/accuracy/replaced": mark("share of replaced tokens, evaluation"),
    "accuracy/detection_precision": mark("precision of detection, training"),
    "eval/accuracy/detection_precision": mark("precision of detection, evaluation"),
    "accuracy/detection_recall": mark("recall of detection, training"),
    "eval/accuracy/detection_recall": mark("recall of detection, evaluation"),
    "accuracy/capitalization_precision": mark("precision of capitals, training"),
    "eval/accuracy/capitalization_precision": mark("precision of capitals, evaluation"),
    "accuracy/capitalization_recall": mark("recall of capitals, training"),
    "eval/accuracy/capitalization_recall": mark("recall of capitals, evaluation"),
    "accuracy/token_document_precision": mark("precision of tokens found elsewhere, training"),
    "eval/accuracy/token_document_precision": mark("precision of tokens found elsewhere, evaluation"),
    "accuracy/token_document_recall": mark("recall of tokens found elsewhere, training"),
    "eval/accuracy/token_document_recall": mark("recall of tokens found elsewhere, evaluation"),
    "machine/processor_use": mark("processor, %"),
    "machine/process_memory": mark("memory of the process"),
    "machine/gpu_memory": mark("GPU memory"),
    "machine/gpu_use": mark("GPU, %"),
    "machine/gpu_temperature": mark("GPU, °C"),
}
VERDICT_SIGNS = {Verdict.BEST: "★", Verdict.SAME: "≈", Verdict.WORSE: "", Verdict.UNKNOWN: "?"}
_OBJECTIVES = {
    "mlm": mark("masked tokens"),
    "next_sentence": mark("next sentence"),
    "sentence_order": mark("sentence order"),
    "sentence_reordering": mark("sentence reordering"),
    "sentence_distance": mark("sentence distance"),
    "discourse_relation": mark("discourse relation"),
    "ir_relevance": mark("relevance (proxy)"),
    "dialogue": mark("real or fake dialogue"),
    "generator": mark("generator"),
    "adversarial": mark("generator against the detector"),
    "replaced_token": mark("replaced tokens"),
    "replaced_token_chosen": mark("replaced tokens, chosen ones"),
    "replaced_mlm": mark("original of replaced tokens"),
    "all_tokens_mlm": mark("all tokens"),
    "capitalization": mark("capitals"),
    "token_document": mark("token–document"),
    "click_relevance": mark("search relevance"),
    "task": mark("task"),
}
_BASELINES = {"ln_v": mark("ln V (uniform guess)"), "unigram": mark("unigram entropy")}
_BASELINE_PERPLEXITIES = {"ln_v": mark("V (uniform guess)"), "unigram": mark("unigram perplexity")}


def status_words(status: Status) -> str:
    """A run's state in the window's language."""
    return translate(_STATUS[status])


def share_done(run: Run) -> float:
    """Steps taken among all steps, or what is done of the corpus or of features before steps; 0 to 1."""
    if run.prepared is not None and run.status in (Status.PREPARING, Status.RUNNING):
        return run.prepared
    return min(1.0, run.step / run.total_steps) if run.total_steps else 0.0


def state_words(run: Run) -> str:
    """A run's state, and how far the corpus or the features of a probe are while they are made; of loaded weights, that
    they are such."""
    if run.kind is RunKind.LOADED:
        return translate(KIND_TITLES[run.kind])
    if run.status is Status.PREPARING and run.prepared is not None:
        return tr("preparing the corpus… {share}", share=percent(run.prepared, 0))
    if _computes_features(run):
        return tr("computing features… {share}", share=percent(share_done(run), 0))
    return status_words(run.status)


def _computes_features(run: Run) -> bool:
    return run.status is Status.RUNNING and run.prepared is not None


def short_progress(run: Run) -> str:
    """``42 % · 3:10 left`` of a run at work, else its state."""
    if run.status not in (Status.RUNNING, Status.EVALUATING, Status.SAVING) or _computes_features(run):
        return state_words(run)
    done = percent(share_done(run), 0)
    if run.seconds_left is None:
        return done
    return tr("{done} · {time} left", done=done, time=duration(run.seconds_left))


def full_progress(run: Run) -> str:
    """State, place, time left and device of a run in one line."""
    if run.kind is RunKind.LOADED:
        return state_words(run)
    parts = [state_words(run), step_words(run)]
    if run.active and run.seconds_left is not None:
        parts.append(tr("{time} left", time=duration(run.seconds_left)))
    if run.device:
        parts.append(f"{run.device} {run.precision}".strip())
    return " · ".join(parts)


def step_words(run: Run) -> str:
    """Where a run stands."""
    return tr("step {step} of {total}", step=grouped(run.step), total=grouped(run.total_steps))


def moment_words(seconds: float) -> str:
    """A time since the epoch as local date and time."""
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")


def proof_line(proof: Proof) -> str:
    """What came of repeating steps of a run, and when: where room is short, the middle is left out."""
    return f"{render(proof_words(proof))} · {moment_words(proof.time)}"


def metric_title(name: str) -> str:
    """A metric's name in words; an objective's own name where it is not known."""
    if name in _METRICS:
        return translate(_METRICS[name])
    group, _, objective = name.rpartition("/")
    if group in ("eval/accuracy/mlm", "eval/whole/mlm"):
        kind = render(units_text(objective))
        whole = group.startswith("eval/whole")
        return tr("whole {kind} right", kind=kind) if whole else tr("tokens of {kind} right", kind=kind)
    titles = {
        "loss": tr("training loss"),
        "eval/loss": tr("evaluation loss"),
        "accuracy": tr("training accuracy"),
        "eval/accuracy": tr("evaluation accuracy"),
    }
    task = name.removeprefix("eval/").removeprefix("task/")
    if name in (f"task/{task}", f"eval/task/{task}"):
        title = titles["eval/loss" if name.startswith("eval/") else "loss"]
        return f"{translate(task)} · {title}"
    return f"{titles.get(group, group)} · {objective_title(objective)}" if group else objective


def perplexity_title(name: str) -> str:
    """The name of the perplexity of a loss."""
    return tr("evaluation perplexity") if name.startswith("eval/") else tr("training perplexity")


def objective_title(name: str) -> str:
    """What is predicted, in words."""
    return translate(_OBJECTIVES[name]) if name in _OBJECTIVES else name.replace("_", " ")


def objective_place(name: str) -> int:
    """The place of an objective among all that are known, from 0; an unknown one comes after them."""
    return list(_OBJECTIVES).index(name) if name in _OBJECTIVES else len(_OBJECTIVES)


def baseline_title(name: str, *, exponential: bool = False) -> str:
    """The name of a baseline, or of its exponential."""
    titles = _BASELINE_PERPLEXITIES if exponential else _BASELINES
    return translate(titles[name]) if name in titles else name.replace("_", " ")
