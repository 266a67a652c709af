"""What is looked at before a run starts: corpus, vocabulary, settings, pairs, device, disk, memory and time."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import psutil

from workbench.core.errors import FieldProblem, WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import Text, listed, mark
from workbench.gui.figures import duration, grouped, percent, size
from workbench.gui.panels.check_line import ENGINE, Check, Checks, Verdict, good
from workbench.gui.panels.chosen import GoneError, chosen_corpus, chosen_vocabulary
from workbench.gui.panels.training_ngrams import lexicon_of, ngram_checks
from workbench.jobs.command import engine_command
from workbench.jobs.devices import DeviceRow
from workbench.jobs.settings import load_settings
from workbench.objectives.sentence_order import LoneSentence, SentenceOrder
from workbench.spec.batches import BatchRule, batch_rule
from workbench.spec.check import problems
from workbench.spec.corpora import corpus_field, corpus_of, lacking_corpus, stage_corpora
from workbench.spec.forecast import Forecast, forecast
from workbench.spec.generator_check import random_hint
from workbench.spec.memory import is_far_too_much, text_places
from workbench.spec.passage_check import count_sentences, count_turns, evaluation_gap, passage_problems, torn_dialogues
from workbench.spec.question_check import question_problems
from workbench.spec.run import RunSpec
from workbench.spec.sources import Corpora
from workbench.spec.start import FIELD as START_FIELD
from workbench.spec.task_plan import is_in_plan
from workbench.spec.training import Device, Precision
from workbench.spec.wording import problem_text
from workbench.store.ngrams import with_rows
from workbench.store.records import Run
from workbench.store.starting import find_start, start_problems
from workbench.store.store import Store
from workbench.text.corpus import Corpus
from workbench.text.vocabulary import Vocabulary
from workbench.text.vocabulary_rows import TakenRows

_CHECKPOINT_BYTES = 12  #: a parameter: fp32 weights and two moments of the optimizer
_AVERAGE_BYTES = 4  #: a parameter more, where the weights are averaged
_RUNS_COMPARED = 20


def check_start(
    project: Project,
    spec: RunSpec,
    devices: Sequence[DeviceRow] | None,
    refused: Sequence[FieldProblem] = (),
    cloned_from: int | None = None,
) -> list[Check]:
    """All checks of a run that is to start from ``spec``; may take a moment, as it opens the corpus.

    ``devices`` are those of the engine: None while it is being asked, none where it did not answer. ``refused`` is
    what stands in forms and was not taken, so that ``spec`` has other values than the user sees. A run that is
    ``cloned_from`` another takes over its n-grams.
    """
    found: list[Check] = []
    corpora = _corpora(project, spec, found)
    vocabulary = _vocabulary(project, spec, found)
    found.extend(_settings(spec, vocabulary, refused))
    found.extend(_start(project, spec, vocabulary))
    lexicon = lexicon_of(project, spec, cloned_from, found)
    if lexicon is not None and vocabulary is not None:
        found.extend(ngram_checks(project, spec, lexicon, vocabulary))
    found.append(_masking(spec))
    found.extend(_generator(spec))
    found.append(good(mark("Steps: {steps}"), steps=grouped(spec.training.steps)))
    if corpora is not None:
        found.extend(_passages(spec, corpora))
        found.extend(_evaluation(spec, corpora))
    if corpora is not None and vocabulary is not None:
        for problem in question_problems(spec, vocabulary, corpora):
            found.append(Check(Verdict.WRONG, problem.message, "model", problem.path))
    found.extend(_engine(project, spec, devices))
    if vocabulary is not None and not any(check.verdict is Verdict.WRONG for check in found):
        device = next(iter(_fitting(spec, devices)), None)
        places = None if corpora is None else text_places(corpora.values())
        needs = forecast(_on(device, with_rows(spec, lexicon)), vocabulary.size, places)
        found.extend(_disk(project, spec, needs))
        found.append(_memory(spec, needs, device))
        found.append(_time(project, spec))
    return found


def may_start(checks: list[Check]) -> bool:
    """Whether nothing is wrong."""
    return bool(checks) and all(check.verdict is not Verdict.WRONG for check in checks)


def _refusal(error: WorkbenchError, page: str) -> Check:
    return Check(Verdict.WRONG, error.text, page)


def _corpora(project: Project, spec: RunSpec, found: list[Check]) -> dict[str, Corpus] | None:
    """The run's own corpus and those that stages name, by name; None where one is missing."""
    corpora: dict[str, Corpus | None] = {spec.corpus: _corpus(project, spec, found)}
    for name, stage in stage_corpora(spec).items():
        try:
            corpora[name] = corpus = chosen_corpus(project, name)
        except WorkbenchError as error:
            corpora[name] = None
            told = lacking_corpus(spec, name) if isinstance(error, GoneError) else error.text
            found.append(Check(Verdict.WRONG, told, "model", corpus_field(spec, stage)))
            continue
        template = mark("Corpus “{name}” of the stage “{stage}”: {documents} {documents:document|documents}")
        documents = grouped(corpus.num_documents)
        found.append(good(template, name=name, stage=spec.stages[stage].name, documents=documents))
    there = {name: corpus for name, corpus in corpora.items() if corpus is not None}
    return there if len(there) == len(corpora) else None


def _corpus(project: Project, spec: RunSpec, found: list[Check]) -> Corpus | None:
    if not spec.corpus:
        found.append(Check(Verdict.WRONG, Text(mark("No corpus is chosen.")), "corpus"))
        return None
    try:
        corpus = chosen_corpus(project, spec.corpus)
    except WorkbenchError as error:
        found.append(_refusal(error, "corpus"))
        return None
    documents = grouped(corpus.num_documents)
    found.append(
        good(mark("Corpus “{name}”: {documents} {documents:document|documents}"), name=spec.corpus, documents=documents)
    )
    return corpus


def _vocabulary(project: Project, spec: RunSpec, found: list[Check]) -> Vocabulary | None:
    if not spec.vocabulary:
        found.append(Check(Verdict.WRONG, Text(mark("No vocabulary is chosen.")), "vocabulary"))
        return None
    try:
        vocabulary = chosen_vocabulary(project, spec.vocabulary)
    except WorkbenchError as error:
        found.append(_refusal(error, "vocabulary"))
        return None
    tokens = grouped(vocabulary.size)
    found.append(good(mark("Vocabulary “{name}”: {tokens} tokens"), name=spec.vocabulary, tokens=tokens))
    return vocabulary


def _settings(spec: RunSpec, vocabulary: Vocabulary | None, refused: Sequence[FieldProblem]) -> Checks:
    wrong = [*refused, *problems(spec, None if vocabulary is None else vocabulary.size)]
    for problem in wrong:
        yield Check(Verdict.WRONG, problem_text(problem), _page_of(problem.path), problem.path)
    if not wrong:
        yield good(mark("The settings fit together."))


def _start(project: Project, spec: RunSpec, vocabulary: Vocabulary | None) -> Checks:
    """The weights of another run, where this one is to start from them."""
    if not spec.training.start_from or vocabulary is None:
        return
    try:
        start = find_start(project, spec.training.start_from)
    except WorkbenchError as error:
        yield replace(_refusal(error, "model"), path=START_FIELD)
        return
    wrong = list(start_problems(start, spec, vocabulary))
    for problem in wrong:
        yield Check(Verdict.WRONG, problem_text(problem), "model", problem.path)
    if not wrong:
        rows = TakenRows.of(vocabulary, start.vocabulary)
        yield good(mark("Start: the weights of “{start}”; {rows}"), start=start.name, rows=rows.text)


def _page_of(path: str) -> str:
    """The page on which a setting is edited."""
    on_masking = ".masking" in path or path.split(".")[0] == "units" or is_in_plan(path)
    return "masking" if on_masking else "model"


def _masking(spec: RunSpec) -> Check:
    """Which masks will be trained, as the masking page may show other ones beside them: those of the first stage that
    hides anything."""
    number, stage = next(((n, stage) for n, stage in enumerate(spec.stages) if stage.masking.hides), (0, None))
    if stage is None:
        return good(mark("Masking: none, the text stays whole"))
    digits = 0 if round(100 * stage.masking.rate, 1).is_integer() else 1
    values = {"strategy": Text(stage.masking.title), "rate": percent(stage.masking.rate, digits)}
    if len(spec.stages) == 1:
        return good(mark("Masking: {strategy}, {rate}"), **values)
    template = mark("Masking: {strategy}, {rate} in the first of {count} stages")
    if number:
        template = mark("Masking: {strategy}, {rate} in stage {number} of {count}, none before")
        values["number"] = number + 1
    return good(template, **values, count=len(spec.stages))


def _generator(spec: RunSpec) -> Checks:
    """Where its input departs from that of the paper's generator, which keeps nothing from starting."""
    if (hint := random_hint(spec)) is not None:
        yield Check(Verdict.WARNING, hint.message, "masking", hint.path)


def _passages(spec: RunSpec, corpora: Corpora) -> Checks:
    """Whether the training text has the sentences that passages are made of, told of the stages that ask for pairs."""
    wrong = list(passage_problems(spec, corpora))
    for problem in wrong:
        page = "corpus" if problem.path == "corpus" else "model"
        yield Check(Verdict.WRONG, problem.message, page, problem.path)
    if wrong:
        return
    for problem in torn_dialogues(spec, corpora):
        yield Check(Verdict.WARNING, problem.message, "corpus")
    for number, stage in enumerate(spec.stages):
        if stage.passage.roles:
            turns = count_turns(corpora[corpus_of(spec, number)])
            template = mark(
                "Dialogues: {several} of {documents} {documents:document|documents} {several:has|have} two or more "
                "turns"
            )
            several = grouped(int(np.count_nonzero(turns > 1)))
            yield good(template, several=several, documents=grouped(len(turns)))
    kinds = [stage.passage for stage in spec.stages]
    paired = [number for number, passage in enumerate(kinds) if passage.segments > 1 and not passage.roles]
    if not paired:
        return
    passage, path = spec.stages[paired[0]].passage, f"stages.{paired[0]}.passage.kind"
    sentences = count_sentences(corpora[corpus_of(spec, paired[0])])
    pairs = int(np.count_nonzero(sentences > 1))
    if isinstance(passage, SentenceOrder) and passage.lone_sentence is LoneSentence.SPLIT:
        yield good(mark("Pairs: of sentences, and of single ones cut in two"))
    elif pairs < len(sentences) / 2:
        template = mark(
            "Only {pairs} of {documents} {documents:document|documents} {pairs:has|have} the two sentences "
            "that a pair needs."
        )
        values = {"pairs": grouped(pairs), "documents": grouped(len(sentences))}
        yield Check(Verdict.WARNING, Text(template, values), "model", path)
    else:
        template = mark(
            "Pairs: {pairs} of {documents} {documents:document|documents} {pairs:has|have} two or more sentences"
        )
        yield good(template, pairs=grouped(pairs), documents=grouped(len(sentences)))


def _evaluation(spec: RunSpec, corpora: Corpora) -> Checks:
    """Whether there is something to evaluate on, told of each corpus that a stage reads."""
    read: dict[str, list[int]] = {}
    for number in range(len(spec.stages)):
        read.setdefault(corpus_of(spec, number), []).append(number)
    held_out = 0
    for name, stages in read.items():
        own = int(np.count_nonzero(corpora[name].evaluation))
        held_out += own
        if not own and len(read) > 1:
            template = mark("The corpus “{name}” has no evaluation split; of its stages only the training loss shows.")
            yield Check(Verdict.WARNING, Text(template, {"name": name}), "corpus")
        elif not own:
            text = Text(mark("The corpus has no evaluation split; only the training loss can be shown."))
            yield Check(Verdict.WARNING, text, "corpus")
        elif (gap := evaluation_gap([spec.stages[number].passage for number in stages], corpora[name])) is not None:
            yield Check(Verdict.WARNING, gap, "model", f"stages.{stages[0]}.passage.lone_sentence")
            held_out -= own
    if held_out:
        yield good(mark("Evaluation split: {documents} {documents:document|documents}"), documents=grouped(held_out))


def _engine(project: Project, spec: RunSpec, devices: Sequence[DeviceRow] | None) -> Checks:
    """The engine program and the device; what is there only the engine can tell."""
    try:
        settings = load_settings(project)
        engine_command(settings)
    except WorkbenchError as error:
        yield _refusal(error, ENGINE)
        return
    asked_for, fitting = Text(spec.training.device.label), _fitting(spec, devices)
    if devices is None:
        text = Text(mark("Device: {device}; the engine is being asked…"), {"device": asked_for})
        yield Check(Verdict.UNSURE, text, "model", "training.device")
    elif not devices:
        text = Text(mark("Device: {device}; if it is not there, you are asked"), {"device": asked_for})
        yield Check(Verdict.UNSURE, text, ENGINE)
    elif fitting and spec.training.precision is Precision.FP16 and fitting[0].kind != Device.CUDA:
        template = mark(
            "fp16 is computed on NVIDIA GPUs only, and the device here is {title}. Choose the precision bf16 or fp32."
        )
        yield Check(Verdict.WRONG, Text(template, {"title": fitting[0].title}), "model", "training.precision")
    elif fitting:
        yield good(mark("Device: {device} ({title})"), device=fitting[0].name, title=fitting[0].title)
        yield from _processes(settings.processes, fitting)
    else:
        template = mark("The device “{device}” is not there; this machine has {there}.")
        there = listed(device.name for device in devices)
        text = Text(template, {"device": asked_for, "there": there})
        yield Check(Verdict.WRONG, text, "model", "training.device")
        yield Check(Verdict.UNSURE, Text(mark("Another Python may have a torch for that device.")), ENGINE)


def _processes(count: int, fitting: Sequence[DeviceRow]) -> Checks:
    """Whether each of several processes has what it computes on: of GPUs one each."""
    kind, gpus = fitting[0].kind, sum(device.kind == Device.CUDA for device in fitting)
    if count == 1:
        return
    if kind not in (Device.CUDA, Device.CPU):
        yield Check(Verdict.WRONG, Text(mark("Several processes train on NVIDIA GPUs or on the processor.")))
    elif kind == Device.CUDA and gpus < count:
        template = mark("{count} processes need as many GPUs, and there {there:is|are} {there}.")
        yield Check(Verdict.WRONG, Text(template, {"count": count, "there": gpus}))
    else:
        yield good(mark("Processes: {count}, each with its part of every batch"), count=count)


def _disk(project: Project, spec: RunSpec, needs: Forecast) -> Checks:
    averaged = _AVERAGE_BYTES if spec.training.average_decay else 0
    checkpoint = (_CHECKPOINT_BYTES + averaged) * needs.parameters.total
    wanted = checkpoint * (spec.training.keep_checkpoints + 2)  # the best one, and the one that is being written
    free = shutil.disk_usage(project.runs if project.runs.is_dir() else project.root).free
    values = {"wanted": size(wanted), "free": size(free)}
    if free < wanted:
        template = mark("The disk has {free} free; the checkpoints need up to {wanted}.")
        verdict = Verdict.WRONG if free < 2 * checkpoint else Verdict.WARNING
        yield Check(verdict, Text(template, values), "model", "training.keep_checkpoints")
    else:
        yield good(mark("Disk: up to {wanted} for checkpoints, {free} free"), **values)


def _fitting(spec: RunSpec, devices: Sequence[DeviceRow] | None) -> list[DeviceRow]:
    """The devices that a spec may be trained on, the one that is taken first."""
    wanted = spec.training.device
    return [device for device in devices or () if wanted is Device.AUTO or device.kind == wanted.value]


def _on(device: DeviceRow | None, spec: RunSpec) -> RunSpec:
    """The spec with the device that it is to be trained on named, where that is known."""
    if device is None:
        return spec
    training = spec.training.model_copy(update={"device": Device(device.kind)})
    return spec.model_copy(update={"training": training})


def _memory(spec: RunSpec, needs: Forecast, device: DeviceRow | None) -> Check:
    """What is needed beside what the device has: of a GPU's own memory all, of the machine's what is free."""
    wanted, machine = needs.memory.total, psutil.virtual_memory()
    free, there = machine.available, machine.total
    if device is None and spec.training.device is Device.CUDA:
        return good(mark("Memory: about {wanted} on the device"), wanted=size(wanted))
    if device is not None and device.kind == Device.CUDA:
        free = there = device.memory_bytes
        enough = mark("Memory: about {wanted} of the device's {free}")
        little = mark(
            "Memory: about {wanted} are needed, the device has {free}; a smaller batch or more accumulation helps."
        )
    else:
        enough = mark("Memory: about {wanted}, {free} free")
        little = mark("Memory: about {wanted} are needed, {free} are free; a smaller batch or more accumulation helps.")
    values = {"wanted": size(wanted), "free": size(free)}
    if is_far_too_much(wanted, there):
        template = mark(
            "Memory: about {wanted} are needed, and there are {there} in all; a smaller batch or more accumulation "
            "helps."
        )
        text = Text(template, {"wanted": size(wanted), "there": size(there)})
        return Check(Verdict.WRONG, text, "model", "training.batch_size")
    if wanted > free:
        return Check(Verdict.WARNING, Text(little, values), "model", "training.batch_size")
    return good(enough, **values)


def _time(project: Project, spec: RunSpec) -> Check:
    """From the speed of an earlier run of the same encoder and batch; unknown where there is none."""
    with Store.open(project) as store:
        for run in store.runs()[:_RUNS_COMPARED]:
            if run.step and _is_alike(run, spec) and (speed := store.final_values(run).get("tokens_per_s", 0.0)) > 0:
                seconds = spec.training.steps * (run.tokens / run.step) / speed
                return good(mark("Time: about {time}, as fast as {run}"), time=duration(seconds), run=run.name)
    return Check(Verdict.UNSURE, Text(mark("Time: known after the first steps")))


def _is_alike(run: Run, spec: RunSpec) -> bool:
    """Whether a run's speed says something about a spec; a run that this program can't read says nothing."""
    try:
        other = run.spec
    except WorkbenchError:
        return False
    same = ("device", "precision", "batch_unit")
    alike = all(getattr(other.training, name) == getattr(spec.training, name) for name in same)
    return alike and other.encoder == spec.encoder and _batches(other) == _batches(spec)


def _batches(spec: RunSpec) -> list[tuple[float, BatchRule]]:
    """The part of the steps that each stage has, and its batches."""
    whole = sum(stage.share for stage in spec.stages)
    return [(stage.share / whole, batch_rule(spec, number)) for number, stage in enumerate(spec.stages)]
