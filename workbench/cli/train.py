"""``train`` and ``resume``: a run in the terminal, with a progress bar or a stream of events."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.cli.arguments import common_options
from workbench.cli.describe import add_spec_options, chosen_spec
from workbench.cli.ingredients import corpus_for, vocabulary_for, with_stage_corpora
from workbench.cli.output import forget_output, print_error, print_line, print_text
from workbench.cli.project import project_of, project_with_runs
from workbench.core.errors import SpecError, WorkbenchError
from workbench.core.events import (
    CheckpointSaved,
    CorpusPreparing,
    EvalDone,
    EventBase,
    FeaturesComputing,
    Outcome,
    ProbedSentence,
    ProbesDone,
    RunEnded,
    RunStarted,
    Slept,
    StateChanged,
    StepDone,
    TaskMeasured,
    TaskPrepared,
    Warned,
    WeightsTaken,
    event_to_json,
)
from workbench.core.figures import percent
from workbench.core.paths import Project
from workbench.core.texts import Text, listed, mark
from workbench.core.translation import terminal_translate
from workbench.core.versions import versions
from workbench.jobs.group import membership
from workbench.spec.check import require_valid
from workbench.spec.files import apply_overrides
from workbench.spec.memory import text_places
from workbench.spec.passage_check import passage_problems, torn_dialogues
from workbench.spec.question_check import question_problems
from workbench.spec.run import RunSpec
from workbench.spec.sources import Corpora, fingerprints
from workbench.spec.start import with_start
from workbench.store.claims import Claim, claim, held
from workbench.store.folder import read_run_folder
from workbench.store.ngrams import ngrams_for, with_rows
from workbench.store.records import STATUS_TITLES, Run, Status
from workbench.store.resuming import resume_step, resume_words
from workbench.store.starting import from_anywhere, starting_spec
from workbench.store.store import Store
from workbench.store.task_words import task_event_texts
from workbench.text.analysis import lists_of
from workbench.text.corpus import Corpus
from workbench.text.document import UnitKind
from workbench.text.unit_words import units_text
from workbench.text.vocabulary import Vocabulary
from workbench.text.vocabulary_rows import taken_rows

if TYPE_CHECKING:  # torch is loaded only to train
    import torch

    from workbench.train.group import Group

NAMES = ("train", "resume")

_BAR = 24  #: characters of the progress bar
Listener = Callable[[EventBase], None]


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parsers."""
    events = common_options("one event")
    train = commands.add_parser("train", parents=[events], help="train a spec or a preset here")
    add_run_options(train)
    train.set_defaults(run=run_train)
    resume = commands.add_parser("resume", parents=[events], help="go on with a run from its last checkpoint",
                                   description="The run goes on with the settings that it began with; to change some, "
                                               "begin a new one from its weights: train --start-from RUN.")  # fmt: skip
    resume.add_argument("key", metavar="RUN", help="name or number of a run")
    add_memory_option(resume)
    resume.set_defaults(run=run_resume)


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Options that say what a new run is."""
    add_spec_options(parser)
    parser.add_argument("--corpus", metavar="N", help="a corpus of the project, or a file or folder of text")
    parser.add_argument("--vocabulary", metavar="V", help="a vocabulary of the project, or a path")
    parser.add_argument("--name", default="", metavar="R", help="name of the run")
    parser.add_argument("--start-from", metavar="RUN[@STEP]|FOLDER",
                        help="begin with the weights of a run or checkpoint instead of fresh ones")  # fmt: skip
    add_memory_option(parser)


def add_memory_option(parser: argparse.ArgumentParser) -> None:
    """The option that lets a run begin which is likely to fail for want of memory."""
    parser.add_argument("--ignore-memory", action="store_true",
                        help="begin even where far more memory is needed than there is")  # fmt: skip


def run_train(arguments: argparse.Namespace) -> int:
    """Create a run and train it in this process, or in all of its group."""
    return run_together(lambda: new_run(arguments), as_json=arguments.json, ignore_memory=arguments.ignore_memory)


def new_run(arguments: argparse.Namespace) -> Claim:
    """The run that the options ask for, in the store and claimed for this process."""
    from workbench.model.compiling import require_compiling
    from workbench.model.devices import choose_device

    spec = chosen_spec(arguments)
    if arguments.start_from is not None:
        spec = apply_overrides(spec, [f"training.start_from={arguments.start_from}"])
    require_valid(spec)
    device = choose_device(spec.training.device, spec.training.precision)
    if spec.training.compile:
        require_compiling()
    project = project_of(arguments).create()
    spec = spec.model_copy(update={"corpus": arguments.corpus or spec.corpus})
    corpus = corpus_for(project, spec.corpus)
    vocabulary = vocabulary_for(project, arguments.vocabulary or spec.vocabulary)
    require_valid(spec, vocabulary.size)
    if spec.training.start_from:
        spec = with_start(spec, from_anywhere(project, spec.training.start_from))
    spec = starting_spec(project, spec, vocabulary)
    lists_of(project, spec.units)
    spec, of_stages = with_stage_corpora(project, spec, corpus)
    corpora = {corpus.name: corpus, **of_stages}
    if wrong := [*passage_problems(spec, corpora), *question_problems(spec, vocabulary, corpora)]:
        raise SpecError(wrong)
    if not arguments.json:
        for problem in torn_dialogues(spec, corpora):
            print_text(mark("Warning: {message}"), message=problem.message)
    spec = with_rows(spec, ngrams_for(project, spec))
    if not arguments.ignore_memory:
        require_enough_memory(spec, corpora.values(), vocabulary, device)
    run = create_run(project, spec, corpus, vocabulary, name=arguments.name, of_stages=of_stages)
    with Store.open(project) as store:
        return claim(store, run)


def require_enough_memory(
    spec: RunSpec, corpora: Iterable[Corpus], vocabulary: Vocabulary, device: torch.device
) -> None:
    """Refuse a run that needs far more than the device has, with its share of the batch among several processes."""
    from workbench.train.device_errors import memory_needed, require_memory
    from workbench.train.group import ALONE, Group

    member = membership()
    group = ALONE if member is None else Group(member.rank, member.size, member.local_rank, member.local_size)
    require_memory(memory_needed(spec, vocabulary.size, text_places(corpora), device, group), device)


def run_together(choose: Callable[[], Claim], *, as_json: bool, ignore_memory: bool = False) -> int:
    """Train the run that is chosen, by the first process of the group where there is one.

    Ctrl+C stops and saves, a second one stops at once, a third one ends the process.
    """
    if membership() is None:
        # Whatever is wrong is said before torch is loaded.
        return train_here(choose(), as_json=as_json, ignore_memory=ignore_memory)
    from workbench.train.group import joined

    with joined() as group:
        chosen = None
        with group.first_goes("run"):
            if group.is_first:
                chosen = choose()
        with held(chosen) if chosen is not None else nullcontext():
            folder = group.from_first(None if chosen is None else chosen.run.folder)
            assert folder is not None
            return run_here(folder, listener_for(as_json), group, ignore_memory=ignore_memory)


def run_resume(arguments: argparse.Namespace) -> int:
    """Go on with a run in this process, or in all of its group."""
    return run_together(lambda: resumable_run(arguments), as_json=arguments.json, ignore_memory=arguments.ignore_memory)


def resumable_run(arguments: argparse.Namespace) -> Claim:
    """The run that is to go on, claimed for this process; raises where it is at work or complete."""
    with Store.open(project_with_runs(arguments)) as store:
        read_run_folder(store.run(arguments.key).folder)  # which says what is wrong with it before it is promised
        claimed = claim(store, arguments.key)
    with held(claimed):
        if not arguments.json:
            words = resume_words(claimed.run, resume_step(claimed.run))
            print_text(words.template, **words.values)
    return claimed


def create_run(
    project: Project,
    spec: RunSpec,
    corpus: Corpus,
    vocabulary: Vocabulary,
    *,
    name: str = "",
    of_stages: Corpora | None = None,
) -> Run:
    """A run in the store, with the fingerprints and versions that it is made of."""
    with Store.open(project) as store:
        return store.create_run(
            spec.model_copy(update={"corpus": corpus.name, "vocabulary": vocabulary.name}),
            name=name,
            corpus_fingerprint=corpus.fingerprint,
            vocabulary_fingerprint=vocabulary.fingerprint,
            stage_corpora=fingerprints(of_stages or {}),
            versions=versions(),
        )


def train_here(claimed: Claim, *, as_json: bool, ignore_memory: bool = False) -> int:
    """Train in this process alone, with Ctrl+C as in :func:`run_together`."""
    with held(claimed):
        return run_here(claimed.run.folder, listener_for(as_json), ignore_memory=ignore_memory)


def listener_for(as_json: bool) -> Listener:
    """What prints events: as lines of JSON, or for people."""
    return print_event if as_json else ProgressBar(sys.stdout.isatty()).show


def run_here(
    folder: Path, listener: Listener | None, group: Group | None = None, *, ignore_memory: bool = False
) -> int:
    """Train the run of a folder in this process; what it fails of is told on standard error.

    Without a ``group`` the process is alone, whatever its environment says. With ``--json`` the last line is the event
    that ended the run, which tells the failure already.
    """
    from workbench.train.group import ALONE
    from workbench.train.run import run_engine

    last: list[EventBase] = []

    def listen(event: EventBase) -> None:
        last[:] = [event]
        if listener is None:
            return
        try:
            listener(event)
        except OSError:  # whoever read along is gone, or the disk of a redirected output full: no reason to end a run
            forget_output()

    try:
        return run_engine(folder, listen, group or ALONE, ignore_memory=ignore_memory)
    except WorkbenchError as error:
        if not last:
            raise
        return print_error(error, as_json=False)


def print_event(event: EventBase) -> None:
    """An event as one line of JSON."""
    print_line(event_to_json(event))


def probe_words(sentence: ProbedSentence) -> str:
    """A probe sentence as its tokens, with the likeliest one and its probability at each mask."""
    best = {mask.position: mask.guesses[0] for mask in sentence.masks}
    words = (
        f"[{best[place].token} {best[place].probability:.0%}]" if place in best else token
        for place, token in enumerate(sentence.tokens)
    )
    return " ".join(list(words)[1:-1])


class ProgressBar:
    """A line for people that is written over itself on a terminal; elsewhere a line for each evaluation."""

    def __init__(self, is_terminal: bool) -> None:
        self.is_terminal = is_terminal
        self.total = 0
        self.translate = terminal_translate()

    def show(self, event: EventBase) -> None:
        """Say what an event means."""
        if isinstance(event, StepDone):
            self._step_bar(event)
        elif isinstance(event, CorpusPreparing):
            self._share_bar(event.fraction, mark("preparing the corpus… {share}"))
        elif isinstance(event, FeaturesComputing):
            self._share_bar(event.fraction, mark("computing features… {share}"))
        elif isinstance(event, RunStarted):
            self.total = event.total_steps
            self._say(mark("Training {run} on {device}, {precision}, from step {step} of {total}."),
                      run=event.run, device=event.device, precision=event.precision, step=event.step,
                      total=event.total_steps)  # fmt: skip
            if event.baselines:
                template = mark("Baselines (nats a masked token): ln V {ln_v:.3f}, unigram {unigram:.3f}.")
                self._say(template, **event.baselines)
        elif isinstance(event, WeightsTaken):
            self._say(mark("Begins with the weights of “{start}”; {rows}."), start=event.start, rows=taken_rows(event))
        elif isinstance(event, EvalDone):
            parts = listed(f"{name} {loss:.4f}" for name, loss in event.losses.items())
            said = mark("step {step}: evaluation loss {loss:.4f} ({parts}), perplexity {perplexity:.1f}")
            if math.isnan(event.perplexity):  # no token was predicted
                said = mark("step {step}: evaluation loss {loss:.4f} ({parts})")
            self._say(said, step=event.step, loss=event.loss, parts=parts, perplexity=event.perplexity)
            if event.bits_per_character is not None and event.text is not None:
                self._say(mark("  bits per character: {bits:.4f}, of {count:,} predicted characters"),
                          bits=event.bits_per_character, count=event.text.predicted)  # fmt: skip
            self._say_units(event)
        elif isinstance(event, ProbesDone):
            for sentence in event.sentences:
                print_line(f"  {probe_words(sentence)}")
        elif isinstance(event, (TaskPrepared, TaskMeasured)):
            for text in task_event_texts(event):
                self._say("{text}", text=text)
        elif isinstance(event, Slept):
            self._say(mark("The machine slept for {minutes} minutes."), minutes=round(event.seconds / 60))
        elif isinstance(event, Warned):
            self._say(mark("Warning: {message}"), message=event.words)
        elif isinstance(event, StateChanged) and event.state in ("preparing", "paused"):
            preparing = event.state == "preparing"
            self._say(mark("Preparing the corpus …") if preparing else mark("Paused."))
        elif isinstance(event, CheckpointSaved) and not self.is_terminal:
            self._say(mark("Checkpoint: {path}"), path=event.path)
        elif isinstance(event, RunEnded):
            self._say(mark("Ended: {outcome}"), outcome=Text(STATUS_TITLES[Status(event.outcome.value)]))
            if event.outcome is not Outcome.FAILED and event.said.template:  # a failure is told as the error that it is
                self._say("{words}", words=event.said)

    def _say_units(self, event: EvalDone) -> None:
        """How right units are, where there are others than single tokens."""
        if set(event.whole_units) - {UnitKind.CHAR.value}:
            shares = listed(
                f"{units_text(kind).render(self.translate)} {percent(share)}"
                for kind, share in event.whole_units.items()
            )
            self._say(mark("  whole units right: {shares}"), shares=shares)

    def _say(self, template: str, **values: Any) -> None:
        if self.is_terminal:
            sys.stdout.write("\r\x1b[K")
        print_line(Text(template, values).render(self.translate))

    def _step_bar(self, event: StepDone) -> None:
        minutes, seconds = divmod(round(event.seconds_left), 60)
        self._bar(
            event.step / max(self.total, 1),
            f"{event.step}/{self.total}  loss {event.loss:.3f}  {event.tokens_per_s:,.0f} tokens/s  "
            f"{minutes}:{seconds:02d}",
        )

    def _share_bar(self, fraction: float, words: str) -> None:
        self._bar(fraction, self.translate(words).format(share=percent(fraction, 0)))

    def _bar(self, share: float, words: str) -> None:
        if not self.is_terminal:
            return
        full = int(_BAR * share)
        sys.stdout.write(f"\r\x1b[K[{'#' * full}{'.' * (_BAR - full)}] {words}")
        sys.stdout.flush()
