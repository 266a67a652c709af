"""A corpus cut and tokenised for one vocabulary: made once in a stream, mapped into memory ever after.

The folder ``prepared/FINGERPRINT`` holds one ``.npy`` file an array and a manifest. Its fingerprint covers the corpus,
the vocabulary, the unit settings, the lists and the segmenter's version, so that a change in any of them makes another
folder, and the same again finds the old one.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Progress, Report, never, silent
from workbench.core.texts import mark
from workbench.text.analysis import Analyser, make_analyser
from workbench.text.answers import Answers
from workbench.text.array_files import map_array, map_starts
from workbench.text.boundaries import Boundaries
from workbench.text.document import KIND_CODE, Bools, Ints, Layers, UnitKind, UnitLabel, Units
from workbench.text.document_counts import DocumentCounts
from workbench.text.helpers import analyse_in_order
from workbench.text.prepared_writer import SPARSE, PreparedWriter, id_type
from workbench.text.similar import SimilarWords
from workbench.text.streaming import SentenceSource, sentence_chunks
from workbench.text.unfinished import remove_abandoned
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary

_FORMAT = 2
_MANIFEST = "prepared.json"
#: Characters that are analysed at once: enough for numpy to pay, little enough to stop at once and to fill no memory.
_CHUNK_CHARACTERS = 1 << 16


class TextSource(SentenceSource, Protocol):
    """What a corpus gives to be prepared (:class:`workbench.text.corpus.Corpus` does)."""

    @property
    def name(self) -> str: ...
    @property
    def fingerprint(self) -> str: ...
    @property
    def paragraph_starts(self) -> Ints: ...
    @property
    def document_starts(self) -> Ints: ...
    @property
    def evaluation(self) -> Bools: ...
    @property
    def boundaries(self) -> Boundaries | None: ...
    @property
    def answers(self) -> Answers | None: ...


@dataclass(frozen=True, eq=False)
class PreparedCorpus:
    """S sentences of D documents as T tokens, flat.

    ``ids`` [T] (uint16 or int32), ``spans`` [T, 2] in characters of the own sentence, ``sentence_starts`` [S + 1] in
    tokens, ``paragraph_starts`` [P + 1] and ``document_starts`` [D + 1] in sentences, ``evaluation`` [D] says which
    documents are held out, ``answers`` what the files answered to each of them, if they did.
    ``layers`` are in places of ``ids``; their ``label`` points into ``labels``. ``unigram_counts`` [V] counts the
    tokens of the training documents alone. ``similar_words`` are the synonym tables in ids, where the unit settings
    name any. Arrays may be mapped files, read-only.
    """

    ids: NDArray[np.uint16] | NDArray[np.int32]
    spans: NDArray[np.int32]
    sentence_starts: Ints
    paragraph_starts: Ints
    document_starts: Ints
    evaluation: Bools
    layers: Layers
    labels: tuple[UnitLabel, ...]
    vocabulary: Vocabulary
    fingerprint: str
    unigram_counts: Ints
    similar_words: SimilarWords | None
    _texts_of: Callable[[int, int], list[str]]
    answers: Answers | None = None

    @cached_property
    def document_counts(self) -> DocumentCounts:
        """How often its documents hold their tokens."""
        return DocumentCounts(self.ids, self.sentence_starts, self.document_starts)

    @property
    def num_tokens(self) -> int:
        """T."""
        return len(self.ids)

    @property
    def num_sentences(self) -> int:
        """S."""
        return len(self.sentence_starts) - 1

    @property
    def num_documents(self) -> int:
        """D."""
        return len(self.document_starts) - 1

    def sentence_of(self, token: int) -> int:
        """The sentence that a token is in."""
        return int(np.searchsorted(self.sentence_starts, token, side="right")) - 1

    def text_of(self, sentence: int) -> str:
        """The text of a sentence."""
        return self.texts_of(sentence, sentence + 1)[0]

    def texts_of(self, begin: int, end: int) -> list[str]:
        """The texts of the sentences ``begin`` to ``end``, which are read at once."""
        return self._texts_of(begin, end)

    def unknown_texts(self, limit: int = 100) -> list[tuple[str, int]]:
        """The texts that became the unknown token, the most frequent first, with their counts."""
        places = np.flatnonzero(np.asarray(self.ids) == self.vocabulary.unk_id)
        sentences = np.searchsorted(self.sentence_starts, places, side="right") - 1
        counts: Counter[str] = Counter()
        last, text = -1, ""
        for place, sentence in zip(places.tolist(), sentences.tolist(), strict=True):
            if sentence != last:
                last, text = sentence, self.text_of(sentence)
            start, end = self.spans[place].tolist()
            counts[text[start:end]] += 1
        return counts.most_common(limit)

    @staticmethod
    def from_texts(
        documents: Sequence[Sequence[str]],
        analyser: Analyser,
        counts: Ints | None = None,
        paragraph_starts: Ints | None = None,
    ) -> PreparedCorpus:
        """Documents given as lists of sentences, in memory, none of them held out: for the preview of typed text.

        ``counts`` [V] are the frequencies of a corpus; without them the texts' own are taken. ``paragraph_starts``
        [P + 1] are in sentences; without them, each is a paragraph of its own.
        """
        sentences = [sentence for document in documents for sentence in document]
        analysis = analyser.analyse_flat(sentences)
        digest = hashlib.sha256("\0".join(sentences).encode("utf-8", "surrogatepass"))
        digest.update(f"\0{analyser.vocabulary.fingerprint}\0{analyser.identity}".encode())
        ids = analysis.tokens.ids
        return PreparedCorpus(
            ids=ids,
            spans=analysis.tokens.spans,
            sentence_starts=analysis.tokens.starts,
            paragraph_starts=np.arange(len(sentences) + 1) if paragraph_starts is None else paragraph_starts,
            document_starts=np.concatenate(([0], np.cumsum([len(document) for document in documents], dtype=np.int64))),
            evaluation=np.zeros(len(documents), np.bool_),
            layers=analysis.layers,
            labels=tuple(analyser.labels),
            vocabulary=analyser.vocabulary,
            fingerprint=digest.hexdigest()[:32],
            unigram_counts=np.bincount(ids, minlength=analyser.vocabulary.size) if counts is None else counts,
            similar_words=analyser.similar_words,
            _texts_of=lambda begin, end: sentences[begin:end],
        )


def prepare(
    project: Project,
    corpus: TextSource,
    vocabulary: Vocabulary,
    settings: UnitSettings,
    *,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> PreparedCorpus:
    """The prepared corpus, made now or found from before.

    Raises StoppedError where ``cancelled`` says so; nothing is left behind then. Two processes may prepare the same
    at once: each writes a folder of its own, and the first to finish gives it its name.
    """
    make = partial(make_analyser, project, vocabulary, settings, corpus.boundaries)
    analyser = make()
    fingerprint = _fingerprint(corpus, vocabulary, analyser)
    target = project.prepared / fingerprint
    found = _open_whole(target, corpus, analyser)
    if found is None:
        project.prepared.mkdir(parents=True, exist_ok=True)
        remove_abandoned(project.prepared, ".new-")
        folder = Path(tempfile.mkdtemp(prefix=f".new-{os.getpid()}-", dir=project.prepared))
        try:
            _write(folder, corpus, analyser, make, fingerprint, progress, cancelled)
            _publish(folder, target)
        except OSError as error:
            raise WorkbenchError(
                mark("The prepared corpus cannot be written to “{folder}”: {reason}."),
                mark("Make room there, or open the project in another place."),
                folder=project.prepared,
                reason=error.strerror or type(error).__name__,
            ) from error
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        found = _open(target, corpus, analyser)
    return found


def _fingerprint(corpus: TextSource, vocabulary: Vocabulary, analyser: Analyser) -> str:
    parts = (str(_FORMAT), corpus.fingerprint, vocabulary.fingerprint, analyser.identity)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _publish(folder: Path, target: Path) -> None:
    """Give finished work its name, unless another process did so first; what is damaged there gives way."""
    try:
        folder.rename(target)
    except OSError:
        if (target / _MANIFEST).is_file():
            return
        shutil.rmtree(target)
        folder.rename(target)


def _write(
    folder: Path,
    corpus: TextSource,
    analyser: Analyser,
    make: Callable[[], Analyser],
    fingerprint: str,
    progress: Report,
    cancelled: Cancelled,
) -> None:
    """Analyse the corpus chunk by chunk into the files of a folder."""
    _go_on(cancelled)
    vocabulary = analyser.vocabulary
    held_out = np.repeat(corpus.evaluation, np.diff(corpus.document_starts))
    counts = np.zeros(vocabulary.size, np.int64)
    chunks = analyse_in_order(sentence_chunks(corpus, _CHUNK_CHARACTERS), analyser, make, corpus.num_sentences)
    with PreparedWriter(folder, vocabulary) as writer, closing(chunks):
        for chunk, analysis in chunks:
            _go_on(cancelled)
            writer.append(analysis)
            done = chunk.first + len(chunk.texts)
            training = np.repeat(~held_out[chunk.first : done], np.diff(analysis.tokens.starts))
            counts += np.bincount(analysis.tokens.ids[training], minlength=vocabulary.size)
            progress(Progress(done, corpus.num_sentences, "sentences", mark("Cutting and tokenising")))
    np.save(folder / "document_starts.npy", np.asarray(corpus.document_starts, np.int64))
    np.save(folder / "evaluation.npy", np.asarray(corpus.evaluation, np.bool_))
    np.save(folder / "unigram_counts.npy", counts)
    manifest = {
        "format": _FORMAT,
        "fingerprint": fingerprint,
        "corpus": {"name": corpus.name, "fingerprint": corpus.fingerprint},
        "vocabulary": {"name": vocabulary.name, "fingerprint": vocabulary.fingerprint},
        "units": analyser.identity,
        "labels": [[label.name, label.source] for label in analyser.labels],
    }
    (folder / _MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="ascii", newline="\n")


def _go_on(cancelled: Cancelled) -> None:
    if cancelled():
        raise StoppedError(mark("Preparing the corpus was stopped."))


def _open_whole(folder: Path, corpus: TextSource, analyser: Analyser) -> PreparedCorpus | None:
    """What a folder holds; None where there is none. One that is damaged is removed, since it can be made again."""
    if not (folder / _MANIFEST).is_file():
        return None
    try:
        return _open(folder, corpus, analyser)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        shutil.rmtree(folder, ignore_errors=True)
        return None


def _open(folder: Path, corpus: TextSource, analyser: Analyser) -> PreparedCorpus:
    """Map the files of a folder; raises OSError, ValueError, KeyError or TypeError where they do not fit together."""
    vocabulary = analyser.vocabulary
    manifest = json.loads((folder / _MANIFEST).read_text(encoding="ascii"))
    ids = map_array(folder / "ids.npy", id_type(vocabulary), (None,))
    words = map_array(folder / "word_starts.npy", np.int64, (None,))
    documents = len(corpus.document_starts) - 1
    if not len(words) or words[0] != 0 or words[-1] != len(ids):
        raise ValueError("the words do not tile the tokens")
    layers = {UnitKind.WORD: _layer(UnitKind.WORD, words[:-1], words[1:], None)}
    for kind in SPARSE:
        start = map_array(folder / f"{kind.value}_start.npy", np.int64, (None,))
        end = map_array(folder / f"{kind.value}_end.npy", np.int64, (len(start),))
        layers[kind] = _layer(kind, start, end, map_array(folder / f"{kind.value}_label.npy", np.int32, (len(start),)))
    return PreparedCorpus(
        ids=ids,
        spans=map_array(folder / "spans.npy", np.int32, (len(ids), 2)),
        sentence_starts=map_starts(folder / "sentence_starts.npy", corpus.num_sentences, len(ids)),
        paragraph_starts=corpus.paragraph_starts,
        document_starts=map_starts(folder / "document_starts.npy", documents, corpus.num_sentences),
        evaluation=map_array(folder / "evaluation.npy", np.bool_, (documents,)),
        layers=layers,
        labels=tuple(UnitLabel(str(name), str(source)) for name, source in manifest["labels"]),
        vocabulary=vocabulary,
        fingerprint=str(manifest["fingerprint"]),
        unigram_counts=map_array(folder / "unigram_counts.npy", np.int64, (vocabulary.size,)),
        similar_words=analyser.similar_words,
        _texts_of=corpus.sentences,
        answers=corpus.answers,
    )


def _layer(kind: UnitKind, start: Ints, end: Ints, label: NDArray[np.int32] | None) -> Units:
    """Units over mapped arrays; what is the same for all takes no memory."""
    kinds = np.broadcast_to(np.uint8(KIND_CODE[kind]), len(start))
    labels = np.broadcast_to(np.int32(0), len(start)) if label is None else label
    return Units(start, end, kinds, labels)
