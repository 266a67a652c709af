"""Taking masks along: masked passages as files for programs and spreadsheets, strips as pictures, and copies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from workbench.core.files import write_whole
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report
from workbench.gui.context import Context
from workbench.gui.figures import grouped
from workbench.gui.i18n import tr
from workbench.gui.panels.chosen import chosen_corpus, chosen_vocabulary
from workbench.gui.panels.masking_replaying import Replayed
from workbench.gui.panels.masking_strips import PassageStrip
from workbench.gui.panels.saving_files import ask_path, tell_saved
from workbench.gui.views.drawing import as_png
from workbench.gui.views.strip_sheet import StripSheet
from workbench.jobs.calls import call_in_child
from workbench.masking.export import Record, export_head, export_masks
from workbench.masking.strategy import MaskingStrategy
from workbench.objectives.examples import ExampleMaker, PreviewStage
from workbench.objectives.passage_records import passage_records
from workbench.spec.batches import batch_rule
from workbench.spec.corpora import corpus_of
from workbench.spec.run import RunSpec
from workbench.store.replay import batch_data, replay_head
from workbench.text.prepared import prepare
from workbench.text.vocabulary import Vocabulary

PICTURES = {".svg": "SVG", ".png": "PNG"}


@dataclass(frozen=True)
class Masks:
    """Masks to be written: of ``strategy`` in the place of that of stage ``stage`` (from 0) of ``spec``, drawn with
    ``seed`` as in a first epoch."""

    project: Project
    spec: RunSpec
    stage: int
    strategy: MaskingStrategy
    seed: int

    def head(self, vocabulary: Vocabulary, **where: Any) -> dict[str, Any]:
        """The head of the file."""
        spec = self.spec
        units = spec.units.model_dump(mode="json")
        return export_head(
            vocabulary,
            self.strategy,
            seed=self.seed,
            length=batch_rule(spec, self.stage).length,
            units=units,
            stage=self.stage,
            **where,
        )


def write_corpus(masks: Masks, count: int, path: Path, progress: Report, cancelled: Cancelled) -> int:
    """Write the first ``count`` training passages of the corpus (0 for all) in the order of its documents; returns how
    many there were."""
    spec = masks.spec
    corpus, vocabulary = (
        chosen_corpus(masks.project, corpus_of(spec, masks.stage)),
        chosen_vocabulary(masks.project, spec.vocabulary),
    )
    prepared = prepare(masks.project, corpus, vocabulary, spec.units, progress=progress, cancelled=cancelled)
    own = spec.stages[masks.stage]
    stage = PreviewStage(masks.strategy, own.passage, own.dynamic, own.dupe_factor)
    maker = ExampleMaker(prepared, stage, batch_rule(spec, masks.stage).length, masks.seed, masks.stage)
    plan = maker.passages(0)
    total = min(count or len(plan), len(plan))
    head = masks.head(vocabulary, corpus={"name": corpus.name, "fingerprint": corpus.fingerprint})
    records = passage_records(maker, plan, total, prepared)
    return export_masks(path, head, records, total=total, progress=progress, cancelled=cancelled)


class Exporter(QObject):
    """Asks for files and writes them; what came of it is a notice."""

    def __init__(self, context: Context, page: QWidget) -> None:
        super().__init__(page)
        self._context, self._page = context, page

    def save_sheet(self, sheet: StripSheet, name: str) -> None:
        """Ask for a file and save a picture of several strips."""
        self._save_picture(tr("Save the comparison as a picture"), name, sheet.svg, sheet.pixmap)

    def save_strip(self, strip: PassageStrip) -> None:
        """Ask for a file and save a picture of a strip."""
        self._save_picture(tr("Save the strip as a picture"), "strip.svg", strip.svg, strip.picture)

    def _save_picture(self, title: str, name: str, svg: Callable[[], bytes], pixmap: Callable[[], QPixmap]) -> None:
        path = ask_path(self._context, self._page, title, name, PICTURES)
        if path is not None:
            self._write(path, svg() if path.suffix.lower() == ".svg" else as_png(pixmap()))

    def _write(self, path: Path, content: bytes) -> None:
        def work(report: Report, cancelled: Cancelled) -> Path:
            write_whole(path, content)
            return path

        self._context.tasks.run(work, self._tell_picture)

    @Slot(object)
    def _tell_picture(self, path: Path) -> None:
        tell_saved(self._context, path)

    def save_shown(self, masks: Masks, strip: PassageStrip) -> None:
        """Ask for a file and write the passage of a strip."""
        passage, path = strip.passage, self._ask_passages()
        if passage is not None and path is not None:
            self._write_passages(path, masks.head(passage.vocabulary), [passage.record()], 1)

    def save_batch(self, replayed: Replayed) -> None:
        """Ask for a file and write all passages of a batch of a run."""
        path = self._ask_passages()
        if path is not None:
            batch, replay = replayed.batch, replayed.replay
            total = sum(len(part.passages) for part in batch.parts)
            self._write_passages(path, replay_head(replayed.run, batch, replay), batch_data(batch, replay), total)

    def _write_passages(self, path: Path, head: Record, records: Iterable[Record], total: int) -> None:
        self._context.tasks.run(
            lambda report, cancelled: (
                path,
                export_masks(path, head, records, total=total, progress=report, cancelled=cancelled),
            ),
            self._tell_passages,
            title=tr("Writing masked passages"),
        )

    def save_corpus(self, masks: Masks, count: int) -> None:
        """Ask for a file and write passages of the corpus in a process of its own; see :func:`write_corpus`."""
        path = self._ask_passages()
        if path is None:
            return
        self._context.tasks.run(
            lambda report, cancelled: (
                path,
                call_in_child(write_corpus, masks, count, path, progress=report, cancelled=cancelled),
            ),
            self._tell_passages,
            title=tr("Writing masked passages"),
        )

    def _ask_passages(self) -> Path | None:
        kinds = {".jsonl": tr("JSON lines"), ".csv": tr("Table for spreadsheets")}
        return ask_path(self._context, self._page, tr("Export masked passages"), "masks.jsonl", kinds)

    @Slot(object)
    def _tell_passages(self, done: Sequence[Any]) -> None:
        path, count = done
        tell_saved(self._context, path, tr("It holds {count} {count:passage|passages}.", count=grouped(count)))
