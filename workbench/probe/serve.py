"""A warm process for the inspector: one JSON request a line in, one JSON answer a line out.

Requests have ``op`` and may have ``id``, which the answer repeats; ``text`` and ``pair`` are what is looked at.

- ``info``: ``step`` loaded, ``steps`` there are, ``layers``, ``heads``, ``room`` (most tokens), and where there
  is a table of tasks ``task_types``;
- ``load`` with ``checkpoint`` (a step; none for the newest): as ``info``;
- ``look`` with ``hidden`` (spans [part, start, end] to be masked), ``folder``, ``top``: writes there what
  :func:`workbench.probe.look.look` says; the answer has ``tokens``, ``segments``, ``spans`` (None for special tokens),
  ``masked`` (:class:`workbench.probe.predictions.MaskedToken`) and ``groups`` by level, each [start, end, text, unit];
- ``attention`` with ``hidden``, ``layer``, ``head``, ``out``: ``tokens``, ``segments``, ``predictions``; writes
  ``tokens`` and ``attention`` [layers, heads, n, n] to ``out`` (``.npz``); with ``layer`` and ``head`` the answer
  carries ``weights`` [n][n] of that head, and without ``out`` nothing is written;
- ``predict`` with ``hidden``, ``top``: ``predictions``;
- ``neighbours`` with ``position`` (of a token) and ``layer`` (None for the input table), ``top``: ``neighbours``;
- ``vectors`` with ``layer``, ``out``: writes the vectors [n, H] of the tokens (``.npy``), tells their ``tokens``;
- ``sentences`` with ``texts``, ``layer``, ``out``: writes a vector a sentence [m, H];
- ``replaced`` with ``hidden``, ``seed``, ``chosen`` (positions; none to have them drawn): ``as_typed``,
  ``replacements`` and ``corrupted``, as :class:`workbench.probe.replaced.Replaced` has them;
- ``ngrams`` with ``hidden`` (as above), ``out``: ``tokens``, ``segments``, ``spans``, ``ngrams``, ``layers``,
  ``ngram_layers``, ``cap``, ``entries``, ``frequent`` and ``cosines``, as
  :class:`workbench.inspection.ngrams.NgramInspection` has them; its arrays go to ``out`` (``.npz``), and without one
  into the answer.

Any request may name a ``run`` (its folder; else the one the server was started for) and a ``checkpoint``, which is
loaded first if it is another. The two checkpoints that were asked about last stay loaded. ``task_id`` is the row of a
table of tasks that texts are read with (0 where none is named). An answer to a request that
cannot be carried out has ``error`` (a sentence) in place of the rest.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

from workbench.core.errors import WorkbenchError
from workbench.core.registry import Registry
from workbench.core.texts import Translate, mark, untranslated
from workbench.probe.fields import Answer, Request, parse
from workbench.probe.loaded import LoadedSubjects
from workbench.probe.operations import attention, neighbours, ngrams, predict, replaced, sentences, vectors
from workbench.probe.operations_look import look_at
from workbench.store.checkpoints import checkpoint_folders


class ProbeServer:
    """Answers requests about one run, or two that are compared; checkpoints stay loaded between them."""

    def __init__(self, run_folder: Path) -> None:
        self.subjects = LoadedSubjects(run_folder)
        self._operations: Registry[Callable[[Request], Answer]] = Registry(
            mark("operation"),
            {
                "info": self.info,
                "load": self.load,
                "look": lambda request: look_at(self.subjects.take(request), self.subjects.finder(request), request),
                **{
                    operation.__name__: self._about_a_subject(operation)
                    for operation in (attention, predict, neighbours, vectors, sentences, replaced, ngrams)
                },
            },
        )

    def _about_a_subject(self, operation: Callable[..., Answer]) -> Callable[[Request], Answer]:
        return lambda request: operation(self.subjects.take(request), request)

    def serve(self, lines: Iterable[str], write: Callable[[str], None], translate: Translate = untranslated) -> None:
        """Answer each line until there are no more."""
        for line in lines:
            if line.strip():
                write(json.dumps(self.answer(line, translate), ensure_ascii=False) + "\n")

    def answer(self, line: str, translate: Translate = untranslated) -> Answer:
        """The answer to one line; a request that is wrong gets a sentence, and the server goes on."""
        number = None
        try:
            request = parse(line)
            number = request.get("id")
            return {"id": number, **self._operations[str(request.get("op"))](request)}
        except WorkbenchError as error:
            return {"id": number, "error": error.render(translate)}

    def info(self, request: Request) -> Answer:
        """What is loaded, and what could be."""
        subject = self.subjects.take(request)
        encoder = subject.spec.encoder
        return {
            "step": subject.step,
            "steps": list(checkpoint_folders(self.subjects.folder(request))),
            "layers": encoder.passes,
            "heads": encoder.heads,
            "room": encoder.positions - encoder.position_offset,
            **({"task_types": encoder.task_types} if encoder.task_types else {}),
        }

    def load(self, request: Request) -> Answer:
        """Load a checkpoint afresh: the one asked for, else the newest there is now."""
        self.subjects.forget(request)
        return self.info(request)
