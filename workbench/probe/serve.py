"""A warm process for the inspector: one JSON request a line in, one JSON answer a line out.

Requests have ``op`` (``info``, ``load``, ``attention``, ``predict``, ``replaced``, ``ngrams``) and may have ``id``,
which the answer repeats.

- ``info``: ``step`` loaded, ``steps`` there are, ``layers``, ``heads``, ``room`` (most tokens);
- ``load`` with ``checkpoint`` (a step; none for the newest): as ``info``;
- ``attention`` with ``text``, ``pair``, ``layer``, ``head``, ``out``: ``tokens``, ``segments``, ``predictions``;
  writes ``tokens`` and ``attention`` [layers, heads, n, n] to ``out`` (``.npz``); with ``layer`` and ``head`` the
  answer carries ``weights`` [n][n] of that head, and without ``out`` nothing is written;
- ``predict`` with ``text``, ``pair``, ``top``: ``predictions``;
- ``replaced`` with ``text``, ``pair``, ``seed``, ``chosen`` (positions; none to have them drawn): ``as_typed``,
  ``replacements`` and ``corrupted``, as :class:`workbench.probe.replaced.Replaced` has them;
- ``ngrams`` with ``text``, ``pair``, ``out``: ``tokens``, ``segments``, ``ngrams``, ``layers`` and ``ngram_layers``, as
  :class:`workbench.probe.ngrams.NgramInspection` has them; its arrays go to ``out`` (``.npz``), and without one into
  the answer.

Any request may name a ``checkpoint``, which is loaded first if it is another. An answer to a request that cannot be
carried out has ``error`` (a sentence) in place of the rest.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.registry import Registry
from workbench.core.texts import Translate, mark, untranslated
from workbench.probe.attention import TOP, inspect_text, predict_text
from workbench.probe.ngrams import inspect_ngrams
from workbench.probe.replaced import replace_tokens
from workbench.probe.subject import Subject, load_subject
from workbench.store.checkpoints import checkpoint_folders

Request = dict[str, Any]
Answer = dict[str, Any]


class ProbeServer:
    """Answers requests about one run; the checkpoint stays loaded between them."""

    def __init__(self, run_folder: Path) -> None:
        self.run_folder = run_folder
        self._loaded: Subject | None = None
        self._operations: Registry[Callable[[Request], Answer]] = Registry(
            mark("operation"),
            {
                "info": self.info,
                "load": self.load,
                "attention": self.attention,
                "predict": self.predict,
                "replaced": self.replaced,
                "ngrams": self.ngrams,
            },
        )

    def serve(self, lines: Iterable[str], write: Callable[[str], None], translate: Translate = untranslated) -> None:
        """Answer each line until there are no more."""
        for line in lines:
            if line.strip():
                write(json.dumps(self.answer(line, translate), ensure_ascii=False) + "\n")

    def answer(self, line: str, translate: Translate = untranslated) -> Answer:
        """The answer to one line; a request that is wrong gets a sentence, and the server goes on."""
        number = None
        try:
            request = _parse(line)
            number = request.get("id")
            return {"id": number, **self._operations[str(request.get("op"))](request)}
        except WorkbenchError as error:
            return {"id": number, "error": error.render(translate)}

    def subject(self, request: Request) -> Subject:
        """The checkpoint that a request is about, loaded if it is another than before."""
        wanted = request.get("checkpoint")
        if not isinstance(wanted, int | None):
            raise ArgumentError(mark("“checkpoint” must be the step of a checkpoint."))
        if self._loaded is None or (wanted is not None and wanted != self._loaded.step):
            self._loaded = load_subject(self.run_folder, wanted)
        return self._loaded

    def info(self, request: Request) -> Answer:
        """What is loaded, and what could be."""
        subject = self.subject(request)
        encoder = subject.spec.encoder
        return {
            "step": subject.step,
            "steps": list(checkpoint_folders(self.run_folder)),
            "layers": encoder.passes,
            "heads": encoder.heads,
            "room": encoder.positions - encoder.position_offset,
        }

    def load(self, request: Request) -> Answer:
        """Load a checkpoint afresh: the one asked for, else the newest there is now."""
        self._loaded = None
        return self.info(request)

    def attention(self, request: Request) -> Answer:
        """Tokens, predictions, and the matrices in a file or of one head."""
        inspection = inspect_text(self.subject(request), _text(request), request.get("pair"), top=_top(request))
        answer: Answer = {
            "step": self.subject(request).step,
            "tokens": list(inspection.tokens),
            "segments": list(inspection.segments),
            "predictions": [prediction.as_dict() for prediction in inspection.predictions],
        }
        if request.get("layer") is not None and request.get("head") is not None:
            layers, heads = inspection.attention.shape[:2]
            layer, head = _index(request, "layer", layers), _index(request, "head", heads)
            answer["weights"] = inspection.attention[layer, head].tolist()
        if request.get("out"):
            inspection.save(Path(request["out"]))
            answer["out"] = request["out"]
        return answer

    def predict(self, request: Request) -> Answer:
        """Predictions at the masks."""
        subject = self.subject(request)
        found = predict_text(subject, _text(request), request.get("pair"), top=_top(request))
        return {"step": subject.step, "predictions": [prediction.as_dict() for prediction in found]}

    def replaced(self, request: Request) -> Answer:
        """What the generator puts in, and what the detector says of it."""
        subject = self.subject(request)
        seed, chosen = request.get("seed", 1), request.get("chosen")
        if not isinstance(seed, int):
            raise ArgumentError(mark("“{name}” must be a whole number."), name="seed")
        if chosen is not None and not (isinstance(chosen, list) and all(isinstance(at, int) for at in chosen)):
            raise ArgumentError(mark("“{name}” must be positions of ordinary tokens."), name="chosen")
        found = replace_tokens(subject, _text(request), request.get("pair"), seed=seed, chosen=chosen)
        return {"step": subject.step, **found.as_dict()}

    def ngrams(self, request: Request) -> Answer:
        """Which n-grams a text has, and what becomes of them in each layer."""
        subject = self.subject(request)
        found = inspect_ngrams(subject, _text(request), request.get("pair"))
        answer: Answer = {"step": subject.step, **found.as_dict()}
        if request.get("out"):
            found.save(Path(request["out"]))
            return {**answer, "out": request["out"]}
        return answer | {name: array.tolist() for name, array in found.arrays().items()}


def _parse(line: str) -> Request:
    try:
        request = json.loads(line)
    except ValueError:
        request = None
    if not isinstance(request, dict):
        raise ArgumentError(mark("A request is one JSON object on one line."))
    return request


def _text(request: Request) -> str:
    text = request.get("text")
    if not isinstance(text, str):
        raise ArgumentError(mark("The request has no text."))
    return text


def _top(request: Request) -> int:
    top = request.get("top", TOP)
    if not isinstance(top, int) or top < 1:
        raise ArgumentError(mark("“{name}” must be a whole number from {low} on."), name="top", low=1)
    return top


def _index(request: Request, name: str, count: int) -> int:
    value = request[name]
    if not isinstance(value, int) or not 0 <= value < count:
        raise ArgumentError(mark("“{name}” must be a whole number below {count}."), name=name, count=count)
    return value
