"""Replay of a stored run: its spec and folders, what it was made of, and its batches as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from workbench.core.errors import WorkbenchError
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.core.texts import Translate, mark
from workbench.masking.export import export_head
from workbench.masking.record import passage_data
from workbench.objectives.passage_records import answer_data
from workbench.spec.corpora import with_corpora
from workbench.spec.replay import SAME_NEEDED, Ingredients, Replay, ReplayedBatch
from workbench.store.folder import read_run_folder, session_data
from workbench.store.ngrams import ngrams_of
from workbench.store.records import Run


def replay_run(run: Run, *, progress: Report = silent, cancelled: Cancelled = never) -> Replay:
    """The replay of a run, in the trash or not; raises :class:`WorkbenchError` where its batches cannot be made again
    exactly: its folder, corpus, vocabulary or a list is gone or changed, or another version of the program made it."""
    content = read_run_folder(run.folder)
    _require(content.corpus, mark("The corpus “{name}” of the run is no longer there."))
    _require(content.vocabulary, mark("The vocabulary “{name}” of the run is no longer there."))
    for folder in content.corpora.values():
        _require(folder, mark("The corpus “{name}” of the run is no longer there."))
    places = {name: str(folder) for name, folder in content.corpora.items()}
    spec = with_corpora(content.spec, str(content.corpus), places)
    spec = spec.model_copy(update={"vocabulary": str(content.vocabulary)})
    made_of = Ingredients(
        corpus=run.corpus_fingerprint,
        vocabulary=run.vocabulary_fingerprint,
        version=run.versions.get("workbench", ""),
        data=session_data(run.folder),
        stage_corpora={places[name]: found for name, found in run.stage_corpora.items() if name in places},
    )
    lexicon = ngrams_of(run.folder, spec)
    ngrams = "" if lexicon is None else lexicon.fingerprint
    return Replay(content.project, spec, made_of=made_of, ngrams=ngrams, progress=progress, cancelled=cancelled)


def batch_data(batch: ReplayedBatch, replay: Replay, translate: Translate = str) -> Iterator[dict[str, Any]]:
    """The passages of a batch as plain data, with the right answers to what was asked of them and of their tokens;
    parts and rows count from 1, rows over all parts."""
    row, passage = 0, replay.spec.stages[batch.stage].passage
    answers = zip(batch.parts, batch.token_labels, batch.explanations, strict=True)
    for number, (part, labels, explained) in enumerate(answers, start=1):
        for place in range(len(part.passages)):
            row += 1
            behind = explained[place] if explained else None
            answer = answer_data(passage, int(part.passages.label[place]), behind, translate)
            told = passage_data(part, place, batch.prepared, labels)
            yield {"step": batch.step, "part": number, "row": row, **told, **answer}


def replay_head(run: Run, batch: ReplayedBatch, replay: Replay) -> dict[str, Any]:
    """The head of an export of a batch."""
    stage, own = replay.spec.stages[batch.stage], run.spec.stages[batch.stage].corpus
    return export_head(
        replay.prepared.vocabulary,
        stage.masking,
        seed=replay.spec.seed,
        length=batch.length,
        run={"name": run.name, "number": run.id},
        step=batch.step,
        stage={"number": batch.stage, "name": stage.name, "epoch": batch.epoch, "batch": batch.batch},
        corpus={"name": own or run.corpus, "fingerprint": run.stage_corpora.get(own, run.corpus_fingerprint)},
        units=replay.spec.units.model_dump(mode="json"),
    )


def _require(folder: Path, missing: str) -> None:
    """Raise the marked sentence ``missing`` where a folder is gone."""
    if not folder.exists():
        raise WorkbenchError(missing, SAME_NEEDED, name=folder.name)
