"""What became of the tensors of a checkpoint that was loaded from a folder, kept with its run as ``load.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from workbench.core.errors import WorkbenchError
from workbench.core.files import write_whole
from workbench.core.texts import Text, mark, parted

REPORT = "load.json"


@dataclass(frozen=True)
class Reshaped:
    """A tensor that is there in another shape than the model's, and was not taken."""

    name: str
    found: tuple[int, ...]
    wanted: tuple[int, ...]


@dataclass(frozen=True)
class LoadReport:
    """Tensors by their names in the files.

    ``loaded`` are in the model; ``missing`` are of its body and were not there, so that they are drawn; ``unexpected``
    have no place in it; ``reshaped`` have another shape; ``lacking`` are of heads that are left out, as they are not
    whole; ``tied`` repeat another one; ``ignored`` are known to hold nothing that was learned.
    """

    folder: str
    family: str
    architecture: str
    heads: tuple[str, ...]
    loaded: tuple[str, ...]
    missing: tuple[str, ...] = ()
    unexpected: tuple[str, ...] = ()
    reshaped: tuple[Reshaped, ...] = ()
    lacking: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()


#: The parts of a report that are lists of tensors, with what people call them; the order is that of showing.
KINDS: Mapping[str, str] = {
    "loaded": mark("loaded"),
    "missing": mark("missing, drawn anew"),
    "lacking": mark("missing of a head"),
    "unexpected": mark("unexpected"),
    "reshaped": mark("of another shape"),
    "tied": mark("tied to another"),
    "ignored": mark("without meaning"),
}


def names_of(report: LoadReport, kind: str) -> list[str]:
    """The tensors of a kind, those of another shape with both shapes."""
    if kind == "reshaped":
        return [f"{one.name} {list(one.found)} → {list(one.wanted)}" for one in report.reshaped]
    return list(getattr(report, kind))


def report_words(report: LoadReport) -> Text:
    """The counts in one sentence, without those of nothing."""
    counts = [(title, len(getattr(report, kind))) for kind, title in KINDS.items()]
    told = [
        Text(mark("{what} {count:,}"), {"what": Text(title), "count": count})
        for title, count in counts
        if count or title == KINDS["loaded"]
    ]
    return parted(told)


def report_data(report: LoadReport) -> dict[str, Any]:
    """A report as plain data."""
    return asdict(report)


def report_of(data: Mapping[str, Any]) -> LoadReport:
    """The report that :func:`report_data` gave; raises LookupError, TypeError or AttributeError for anything else."""
    reshaped = [Reshaped(str(one["name"]), tuple(one["found"]), tuple(one["wanted"])) for one in data["reshaped"]]
    lists = {name: tuple(map(str, value)) for name, value in data.items() if isinstance(value, list | tuple)}
    return LoadReport(**{**data, **lists, "reshaped": tuple(reshaped)})


def write_report(run_folder: Path, report: LoadReport) -> None:
    """Keep the report with its run; raises :class:`WorkbenchError` where it cannot be written."""
    write_whole(run_folder / REPORT, json.dumps(report_data(report), ensure_ascii=False, indent=1) + "\n")


def read_report(run_folder: Path) -> LoadReport | None:
    """The report of a run that was loaded, None for another one; raises :class:`WorkbenchError` where it is damaged."""
    path = run_folder / REPORT
    try:
        return report_of(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise WorkbenchError(
            mark("The load report “{path}” cannot be read."), mark("Load the checkpoint again."), path=path
        ) from error
