"""The exact masked batch of any step of a run, made again: what was trained on can be looked at."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from workbench import __version__
from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.core.texts import mark
from workbench.masking.strategy import MaskedBatch
from workbench.objectives.explanation import Explanation
from workbench.spec.corpora import corpus_of, stage_corpora
from workbench.spec.makers import stage_makers
from workbench.spec.position import RunOrder
from workbench.spec.run import RunSpec
from workbench.spec.sources import Sources, find_stage_corpora, prepare_all
from workbench.text.analysis import lists_of
from workbench.text.corpus import find_corpus
from workbench.text.document import Ints
from workbench.text.lexicon import LexiconKind
from workbench.text.prepared import PreparedCorpus
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import find_vocabulary

#: Why a run whose corpus or vocabulary is gone or changed is not replayed.
SAME_NEEDED = mark("Its batches can be made again only from the same text and tokens.")


@dataclass(frozen=True)
class Ingredients:
    """What a run was made of, as it was noted then: fingerprints of corpus and vocabulary, the ``version`` of this
    program, by the step that a session began at, the :func:`data_fingerprint` of what it read, and the fingerprints of
    the corpora that stages name, by the names in the spec. Empty where nobody noted it."""

    corpus: str = ""
    vocabulary: str = ""
    version: str = ""
    data: Mapping[int, str] = field(default_factory=dict)
    stage_corpora: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ReplayedBatch:
    """The batch of a ``step`` (from 1, as curves count); ``stage``, ``epoch`` and ``batch`` count from 0.

    ``parts`` are what gradients were accumulated over, and ``length`` is the most tokens a passage of the stage;
    ``prepared`` is the text that the stage reads. Of each part there are also the right answers [T] to the questions
    about its tokens, by the name of the loss, and of each passage what is behind the answer about it, where something
    is asked.
    """

    step: int
    stage: int
    stage_name: str
    epoch: int
    batch: int
    parts: list[MaskedBatch]
    length: int
    prepared: PreparedCorpus
    token_labels: list[dict[str, Ints]]
    explanations: list[list[Explanation]]


class Replay:
    """Makes batches of a run again, by its spec and what lies in the project.

    Raises :class:`WorkbenchError` where corpus, vocabulary or lists are gone, or are no longer what ``made_of`` says:
    a batch is never shown that only looks like the run's. Without ``made_of``, it is the batch that a run of the spec
    would take. ``ngrams`` is the fingerprint of the run's own n-grams, where it has some.
    """

    def __init__(
        self,
        project: Project,
        spec: RunSpec,
        *,
        made_of: Ingredients | None = None,
        ngrams: str = "",
        progress: Report = silent,
        cancelled: Cancelled = never,
    ) -> None:
        self.spec = spec
        self._made_of = made_of or Ingredients()
        self._cancelled = cancelled
        _check_version(self._made_of.version)
        own, vocabulary = find_corpus(project, spec.corpus), find_vocabulary(project, spec.vocabulary)
        corpora = {spec.corpus: own, **find_stage_corpora(project, spec)}
        noted = {**self._made_of.stage_corpora, spec.corpus: self._made_of.corpus}
        for name, corpus in corpora.items():
            _check_same(
                noted.get(name, ""),
                corpus.fingerprint,
                mark("The corpus “{name}” is not the one of the run: it was imported again or changed since."),
                corpus.name,
            )
        _check_same(
            self._made_of.vocabulary,
            vocabulary.fingerprint,
            mark("The vocabulary “{name}” is not the one of the run: it was made again or changed since."),
            vocabulary.name,
        )
        self.sources = prepare_all(project, corpora, vocabulary, spec.units, progress=progress, cancelled=cancelled)
        self._data = data_fingerprint(project, spec, self.sources, ngrams)
        self._order = RunOrder(spec, stage_makers(spec, self.sources))

    @property
    def steps(self) -> int:
        """How many steps the run has in all."""
        return self.spec.training.steps

    @property
    def prepared(self) -> PreparedCorpus:
        """The run's own text, which batches are made of but for those of stages that name another one."""
        return self.sources[self.spec.corpus]

    def batch(self, step: int) -> ReplayedBatch:
        """The batch that step ``step`` takes, 1 to :attr:`steps`; raises :class:`ArgumentError` for any other."""
        if not 1 <= step <= self.steps:
            raise ArgumentError(
                mark("There is no step {step}: the run has the steps 1 to {steps}."), step=step, steps=self.steps
            )
        self.require_same_data(step)
        taken = self._order.take(self._order.at(step - 1, cancelled=self._cancelled))
        stage, epoch = taken.position.stage, taken.position.epoch
        maker = self._order.makers[stage]
        parts = [maker.make(taken.plan, rows, epoch) for rows in taken.parts]
        asked = bool(maker.stage.passage.head)
        return ReplayedBatch(
            step=step,
            stage=stage,
            stage_name=self.spec.stages[stage].name,
            epoch=epoch,
            batch=taken.position.batch,
            parts=parts,
            length=maker.length,
            prepared=self.sources[corpus_of(self.spec, stage)],
            token_labels=[maker.token_labels(part) for part in parts],
            explanations=[maker.explain(taken.plan, rows, epoch) if asked else [] for rows in taken.parts],
        )

    def require_same_data(self, step: int) -> None:
        """Raise :class:`WorkbenchError` for a step that was taken with lists or a segmenter other than those of now."""
        sessions = [start for start in self._made_of.data if start < step]
        if not sessions and self._made_of.corpus and _names_lists(self.spec.units):
            raise WorkbenchError(
                mark("Which lists step {step} was taken with was not noted."),
                mark("Train again to look at its batches: runs note what they read from this version on."),
                step=step,
            )
        if sessions and self._made_of.data[max(sessions)] != self._data:
            raise WorkbenchError(
                mark("Step {step} was taken with other lists, or with another version of the segmenter."),
                mark("Bring the lists of the run back as they were, or train again to look at its batches."),
                step=step,
            )


def data_fingerprint(project: Project, spec: RunSpec, sources: Sources, ngrams: str = "") -> str:
    """Changes with everything outside the spec that decides about batches: corpora, vocabulary, lists, segmenter, and
    the fingerprint of the ``ngrams`` where there are some."""
    synonyms = [table.fingerprint for table in lists_of(project, spec.units)[LexiconKind.SYNONYM]]
    others = [f"corpus {sources[name].fingerprint}" for name in stage_corpora(spec)]
    parts = [sources[spec.corpus].fingerprint, *synonyms, *([f"ngrams {ngrams}"] if ngrams else []), *others]
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:32]


def _check_version(version: str) -> None:
    if version and version != __version__:
        raise WorkbenchError(
            mark("The run was made by version {version} of the program, which may have masked otherwise than {own}."),
            mark("Look at its batches with that version, or train again with this one."),
            version=version,
            own=__version__,
        )


def _check_same(then: str, now: str, changed: str, name: str) -> None:
    """Raise the marked sentence ``changed`` where a noted fingerprint is another than that of now."""
    if then and then != now:
        raise WorkbenchError(changed, SAME_NEEDED, name=name)


def _names_lists(units: UnitSettings) -> bool:
    return any((units.word_lists, units.phrase_lists, units.entity_lists, units.ngram_lists, units.synonyms))
