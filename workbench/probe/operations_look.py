"""The answer to ``look``: a sentence with all that the views of the inspector show of it."""

from __future__ import annotations

from pathlib import Path

from workbench.core.errors import WorkbenchError
from workbench.core.texts import text_data
from workbench.inspection.groups import Group
from workbench.probe.fields import Answer, Request, encoded_of, path_of, text_of, top_of
from workbench.probe.look import look
from workbench.probe.predictions import masked_tokens
from workbench.probe.subject import Subject
from workbench.probe.units import UnitFinder


def look_at(subject: Subject, finder: UnitFinder, request: Request) -> Answer:
    """Weights and summary in a folder; tokens, groups and predictions in the answer.

    Where a list of the run is not there any more, ``groups`` are those that need none, and ``units_problem`` says it as
    :func:`workbench.core.texts.text_data` writes texts.
    """
    encoded = encoded_of(subject, request)
    masked = masked_tokens(subject, encoded, top_of(request))
    look(subject, encoded, Path(path_of(request, "folder")))
    answer: Answer = {
        "step": subject.step,
        "layers": subject.spec.encoder.passes,
        "heads": subject.spec.encoder.heads,
        "tokens": [subject.vocabulary.token(number) for number in encoded.ids],
        "segments": encoded.segments,
        "spans": [None if span is None else list(span) for span in encoded.spans],
        "masks": encoded.masks,
        "masked": [one.as_dict() for one in masked],
    }
    try:
        groups = finder.groups(encoded, text_of(request), request.get("pair"))
    except WorkbenchError as error:
        groups = finder.without_units(encoded, text_of(request), request.get("pair"))
        answer["units_problem"] = text_data(error.text)
    answer["groups"] = {level.value: [_listed(group) for group in found] for level, found in groups.items()}
    return answer


def _listed(group: Group) -> list[object]:
    return [group.start, group.end, group.text, group.unit]
