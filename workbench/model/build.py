"""From a spec to modules with initial weights."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext

import torch
from torch import Tensor, nn

from workbench.core.seeding import derive, purpose_code
from workbench.model.embeddings import AddedTable, Embeddings, keep_row_at_zero
from workbench.model.encoder import Encoder
from workbench.model.generator import Generator
from workbench.model.heads import TOKEN_HEADS, ClassHead, CopyHead, DetectionHead, VocabularyHead
from workbench.model.inputs import Inputs
from workbench.model.packed import work_dtype
from workbench.model.packing import Packing, rounded
from workbench.model.replaced import OF_GENERATOR
from workbench.model.score import NO_QUESTIONS, Score, TokenLabels, question_score, score
from workbench.model.shared import save_shared_once
from workbench.model.tap import Tap
from workbench.model.token_loss import token_loss
from workbench.model.word_rows import TableGradient
from workbench.objectives.objective import Network
from workbench.spec.encoder import EncoderSpec, Initialisation
from workbench.spec.generator import GeneratorPlan
from workbench.spec.heads import generator_plan
from workbench.spec.ngrams import NgramSpec
from workbench.spec.run import RunSpec

TOKEN_HEAD = "mlm"
_PREDICTING = (TOKEN_HEAD, "replaced_mlm", "all_tokens_mlm")  #: heads that predict tokens
VOCABULARY = 0  #: number of classes of a head that predicts tokens: as many as the vocabulary has

#: Heads by name -> number of their classes.
Heads = Mapping[str, int]


class Model(nn.Module):
    """An encoder with its heads, which are named as their losses are, and the generator that it may read the guesses
    of. Making the heads ``apart`` draws no number that others are made of. ``compiled`` says that :meth:`padded` is."""

    def __init__(
        self,
        spec: EncoderSpec,
        vocabulary_size: int,
        heads: Heads,
        generator: GeneratorPlan | None = None,
        ngrams: NgramSpec | None = None,
        apart: Collection[str] = (),
    ) -> None:
        super().__init__()
        self.compiled = False
        self.encoder = Encoder(spec, vocabulary_size, ngrams=ngrams)
        self.heads = nn.ModuleDict()
        for name, classes in heads.items():
            with drawn_apart(name) if name in apart else nullcontext():
                self.heads[name] = _head(name, spec, classes or vocabulary_size)
        self.generator = None if generator is None else Generator(generator, vocabulary_size, self.encoder)
        save_shared_once(self)

    def forward(self, inputs: Inputs, places: Tensor, tap: Tap | None = None) -> dict[str, Tensor]:
        """Logits by head: ``mlm`` [P, V] at ``places`` [P] of the flattened [B * N] tokens, passage heads [B, classes],
        ``replaced_token`` [B, N], questions about tokens [B, N, classes].

        Nothing of the vocabulary's width is computed at other places.
        """
        return self._logits(self.encoder(inputs, tap), places, tuple(self.heads))

    def padded(self, inputs: Inputs, places: Tensor, wanted: tuple[str, ...]) -> dict[str, Tensor]:
        """The same of the ``wanted`` heads by plain operations of torch, padding and all, on any device."""
        return self._logits(self.encoder.padded(inputs), places, wanted)

    def predictions(self, inputs: Inputs, places: Tensor) -> Tensor | None:
        """What is expected at masks: logits [P, V] at ``places`` [P]; by the generator where no head predicts any,
        None without one."""
        asked = next((name for name in _PREDICTING if name in self.heads), None)
        if asked is not None:
            return self._logits(self.encoder(inputs), places, (asked,))[asked]
        return None if self.generator is None else self.generator.logits(inputs, places)

    def replaced_chances(self, inputs: Inputs) -> Tensor | None:
        """How likely it is of each token [B, N] that it was replaced; None where the model can't tell."""
        for head in self.heads.values():
            if isinstance(head, DetectionHead):
                return head(self.encoder(inputs)).float().sigmoid()  # type: ignore[no-any-return]
            if isinstance(head, CopyHead):
                return head.copying(self.encoder(inputs)).float().neg().sigmoid()
        return None

    def _logits(self, hidden: Tensor, places: Tensor, wanted: Collection[str]) -> dict[str, Tensor]:
        logits: dict[str, Tensor] = {}
        for name, head in self.heads.items():
            if name not in wanted:
                continue
            if isinstance(head, VocabularyHead):
                vectors = hidden.flatten(0, 1).index_select(0, places)
                logits[name] = head(vectors, self.encoder.embeddings.word.weight)
            elif name in TOKEN_HEADS:
                logits[name] = head(hidden)
            else:
                logits[name] = head(self.encoder.summary(hidden[:, 0]))
        return logits

    def scores(
        self,
        inputs: Inputs,
        places: Tensor,
        labels: Tensor,
        passage_labels: Tensor,
        wanted: Collection[str],
        token_labels: TokenLabels = NO_QUESTIONS,
    ) -> dict[str, Score]:
        """Summed cross-entropy in nats and the right answers, of the ``wanted`` heads.

        ``labels`` [P] belong to ``places`` [P]; ``passage_labels`` [B] and by head the ``token_labels`` [B, N] are
        :data:`IGNORE` where nothing is asked.
        """
        if self.packs(inputs):
            return self._packed_scores(inputs, places, labels, passage_labels, wanted, token_labels)
        logits = self.padded(inputs, places, tuple(name for name in self.heads if name in wanted))
        found: dict[str, Score] = {}
        for name, seen in logits.items():
            if isinstance(self.heads[name], VocabularyHead):
                found[name] = score(seen, labels)
            elif name in TOKEN_HEADS:
                found[name] = question_score(seen.flatten(0, 1), token_labels[name].flatten())
            else:
                found[name] = score(seen, passage_labels)
        return found

    def read_by(self, wanted: Collection[str]) -> Encoder:
        """An encoder that gets a gradient from the ``wanted`` losses: the generator's where it trains alone."""
        if self.generator is not None and OF_GENERATOR.issuperset(wanted):
            return self.generator.encoder
        return self.encoder

    @torch.no_grad()
    def take_over_generator(self) -> list[str]:
        """Give the encoder the weights of a generator that is as large; returns the names of those that changed."""
        assert self.generator is not None
        own = dict(self.encoder.named_parameters())
        taken = {name: weight for name, weight in self.generator.encoder.named_parameters() if name in own}
        for name, weight in taken.items():
            own[name].copy_(weight)
        return [f"encoder.{name}" for name in taken]

    def packs(self, inputs: Inputs) -> bool:
        """Whether losses of these passages are computed without padding."""
        return inputs.ids.device.type == "cpu" and not self.compiled

    def _packed_scores(
        self,
        inputs: Inputs,
        places: Tensor,
        labels: Tensor,
        passage_labels: Tensor,
        wanted: Collection[str],
        token_labels: TokenLabels,
    ) -> dict[str, Score]:
        """The same on the processor, without padding and without logits that outlive their row."""
        table, packing = self.encoder.embeddings.word.weight, Packing.of(inputs)
        dtype = work_dtype(table)
        asked = {name: head for name, head in self.heads.items() if name in wanted}
        gradient = TableGradient()
        hidden = self.encoder.packed(inputs, packing, gradient)
        found: dict[str, Score] = {}
        for name, head in asked.items():
            if isinstance(head, VocabularyHead):
                features = head.features(hidden.index_select(0, rounded(packing.rows(places)))).to(dtype)
                found[name] = Score(*token_loss(features, table, head.bias, labels, dtype, gradient))
            elif name in TOKEN_HEADS:
                real = slice(packing.count)
                found[name] = question_score(head(hidden)[real], packing.take(token_labels[name])[real])
            else:
                first = hidden.index_select(0, packing.firsts)
                found[name] = score(head(self.encoder.summary(first)), passage_labels)
        return found


def _head(name: str, spec: EncoderSpec, classes: int) -> nn.Module:
    """The head of that name; one that is none of tokens is one of passages."""
    return TOKEN_HEADS[name](spec, classes) if name in TOKEN_HEADS else ClassHead(spec, classes)


def heads_of(spec: RunSpec) -> dict[str, int]:
    """The heads of the run's own network that the objectives of all stages ask for."""
    asked = (objective for stage in spec.stages for objective in stage.tokens)
    heads = {
        objective.head: objective.classes or VOCABULARY for objective in asked if objective.network is Network.MAIN
    }
    return heads | {stage.passage.head: stage.passage.classes for stage in spec.stages if stage.passage.head}


def heads_apart(spec: RunSpec) -> set[str]:
    """The heads whose initial weights are drawn apart: where stages go together, those that the first one does not ask
    for, so that a task that is added leaves the weights of all that was there as they were. Other runs draw one after
    another, as they always did."""
    if not any(stage.together for stage in spec.stages):
        return set()
    first = spec.model_copy(update={"stages": spec.stages[:1]})
    return set(heads_of(spec)) - set(heads_of(first))


def build_model(
    spec: EncoderSpec,
    vocabulary_size: int,
    heads: Heads,
    *,
    padding_id: int = 0,
    generator: GeneratorPlan | None = None,
    ngrams: NgramSpec | None = None,
    apart: Collection[str] = (),
) -> Model:
    """The model of a spec with fresh weights from torch's current random state; those of the heads ``apart`` follow
    from the seed and their names alone.

    ``vocabulary_size`` is used where the spec leaves the number of rows open (0). ``padding_id`` matters only with
    ``zero_padding_row``. Built inside ``torch.device("meta")`` it takes no memory and draws no numbers.
    """
    model = Model(spec, spec.vocabulary_size or vocabulary_size, heads, generator, ngrams, apart)
    later = {module for name in apart for module in model.heads[name].modules()}
    initialise((module for module in model.modules() if module not in later), spec)
    for name in apart:
        with drawn_apart(name):
            initialise(model.heads[name].modules(), spec)
    if model.encoder.ngrams is not None:
        keep_row_at_zero(model.encoder.ngrams.table, 0)
    if spec.zero_padding_row:
        own = [module for module in model.modules() if isinstance(module, Embeddings)]
        for word in {embeddings.word for embeddings in own}:
            keep_row_at_zero(word, padding_id)
        positions = {embeddings.position for embeddings in own if embeddings.position is not None}
        for position in positions if spec.position_offset else ():
            keep_row_at_zero(position, spec.position_offset - 1)
    return model


def model_of(spec: RunSpec, vocabulary_size: int, *, padding_id: int = 0) -> Model:
    """The whole model of a run's spec, as :func:`build_model` builds it."""
    return build_model(
        spec.encoder,
        vocabulary_size,
        heads_of(spec),
        padding_id=padding_id,
        generator=generator_plan(spec),
        ngrams=spec.ngrams,
        apart=heads_apart(spec),
    )


@contextmanager
def drawn_apart(name: str) -> Iterator[None]:
    """Inside, torch draws by its seed and a name; afterwards it goes on as if nothing had been drawn."""
    with torch.random.fork_rng(devices=[]):
        key = derive(torch.initial_seed(), purpose_code(f"head {name}"))
        torch.manual_seed(int(key) & (1 << 63) - 1)
        yield


@torch.no_grad()
def initialise(modules: Iterable[nn.Module], spec: EncoderSpec) -> None:
    """Matrices and tables normal, cut at two deviations or not; biases 0, LayerNorm 1 and 0 (sheet 0.2). The biases of
    relative attention keep the values that they are made with. Tables of tasks and roles are drawn last."""
    deviation = spec.initial_deviation
    for module in sorted(modules, key=lambda one: isinstance(one, AddedTable)):
        if isinstance(module, nn.Linear | nn.Embedding):
            if spec.initialisation is Initialisation.TRUNCATED:
                nn.init.trunc_normal_(module.weight, std=deviation, a=-2 * deviation, b=2 * deviation)
            else:
                nn.init.normal_(module.weight, std=deviation)
        if isinstance(module, nn.Linear):
            nn.init.zeros_(module.bias)


def count_parameters(module: nn.Module) -> int:
    """Numbers in a module, shared ones once."""
    return sum(parameter.numel() for parameter in module.parameters())
