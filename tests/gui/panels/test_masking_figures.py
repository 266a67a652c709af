from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from workbench.core.paths import Project
from workbench.gui.panels.masking_figures import LEAST_OCCURRENCES, overlap, sample_figures, summarise
from workbench.gui.panels.masking_preview import Draw, Passages, ShownPassage, measure, sentence_plan
from workbench.gui.views.strip_cells import as_text
from workbench.masking.audit import MaskAudit
from workbench.masking.basic import Basic
from workbench.masking.entity import Entity
from workbench.masking.layered import Fill
from workbench.masking.record import passage_data
from workbench.masking.registry import STRATEGIES
from workbench.masking.strategy import IGNORE, Action
from workbench.masking.whole_word import WholeWord
from workbench.objectives.capitalization import Capitalization
from workbench.objectives.examples import ExampleMaker, PreviewStage, preview_plan
from workbench.objectives.token_document import TokenDocument
from workbench.text.analysis import make_analyser
from workbench.text.document import UnitKind
from workbench.text.prepared import PreparedCorpus
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

SENTENCES = ["北京大学在北京。", "我们提高速度，也提高效率。", "他在上海 playing football!", "请预测[MASK]和[SEP]。"]


@pytest.fixture(scope="module")
def passages(tmp_path_factory: pytest.TempPathFactory) -> Passages:
    """Sentences with Chinese, English and written-out special tokens, cut for a small WordPiece vocabulary."""
    characters = sorted({character for character in "".join(SENTENCES).lower() if not character.isspace()})
    pieces = ["play", "##ing", "foot", "##ball"]
    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *characters, *pieces]
    vocabulary = Vocabulary.make("small", VocabularyKind.WORDPIECE, tokens)
    project = Project(Path(tmp_path_factory.mktemp("project"))).create()
    analyser = make_analyser(project, vocabulary, UnitSettings())
    prepared = PreparedCorpus.from_texts([SENTENCES] * 20, analyser)
    return Passages(prepared, preview_plan(prepared, 64, 1), sentence_plan(prepared, 64), 64)


@pytest.mark.parametrize("kind", list(STRATEGIES))
@pytest.mark.parametrize("by_sentence", [True, False])
def test_the_record_is_that_of_the_terminal(passages: Passages, kind: str, by_sentence: bool) -> None:
    strategy = STRATEGIES[kind](rate=0.4)
    for number in range(4):
        passage = ShownPassage.of(passages, number, by_sentence).masked(strategy, Draw(7))
        assert passage.record() == passage_data(passage.masked, 0, passages.prepared)


def test_cells_tell_units_outcomes_and_places(passages: Passages) -> None:
    passage = ShownPassage.of(passages, 2, True).masked(WholeWord(rate=0.5), Draw(3))
    cells = passage.cells()
    assert [cell.special for cell in cells] == [True] + [False] * (len(cells) - 2) + [True]
    for place, cell in enumerate(cells):
        assert (cell.action is not None) == (passage.masked.labels[place] != IGNORE)
        assert cell.special or passage.passage.text[cell.start : cell.end].strip() == cell.text
    playing = [cell for cell in cells if cell.text in ("play", "ing")]
    assert len(playing) == 2
    assert playing[0].unit == playing[1].unit
    assert playing[0].kind is UnitKind.WORD
    assert "[play ing]" in as_text([cell.__class__(cell.text, cell.unit) for cell in playing])


def test_hover_names_origin_chance_and_ids(passages: Passages) -> None:
    passage = ShownPassage.of(passages, 0, True).masked(Entity(), Draw(1))
    place = next(place for place, cell in enumerate(passage.cells()) if cell.kind is UnitKind.ENTITY)
    described = passage.describe(place)
    assert "from dictionary tag nt" in described
    assert "%" in described
    assert str(passage.masked.passages.ids[place]) in described
    assert "never masked" in passage.describe(0)


def test_hover_and_record_have_the_answers_about_tokens(passages: Passages) -> None:
    """Of single sentences not those that depend on the passage, which is another in training."""
    questions = (TokenDocument(punctuation=True), Capitalization())
    asking = replace(passages, plan=preview_plan(passages.prepared, 32, 1), questions=questions)
    strategy = WholeWord(rate=0.3)
    passage = ShownPassage.of(asking, 0, False).masked(strategy, Draw(1))
    maker = ExampleMaker(passages.prepared, PreviewStage(strategy, tokens=asking.questions), 64, 1)
    labels = maker.token_labels(passage.masked)
    assert passage.record() == passage_data(passage.masked, 0, passages.prepared, labels)
    assert {IGNORE, 1} <= set(labels["token_document"].tolist())
    for place, label in enumerate(labels["token_document"].tolist()):
        described = passage.describe(place)
        assert ("Token–document: elsewhere too" in described) == (label == 1)
        assert ("Token–document" in described) == (label != IGNORE)
    assert ShownPassage.of(asking, 0, True).masked(strategy, Draw(1)).record()["answers"].keys() == {"capitalization"}


def test_runs_are_said_to_be_drawn(passages: Passages) -> None:
    passage = ShownPassage.of(passages, 1, True).masked(STRATEGIES["ngram"](), Draw(1))
    assert "its length drawn for this passage" in passage.describe(1)


def test_every_action_has_a_cell_and_a_hover_text(passages: Passages) -> None:
    passage = ShownPassage.of(passages, 2, True).masked(WholeWord(rate=0.9), Draw(3))
    picks = passage.masked.picks
    outcomes = set()
    for action in Action:
        picks.action[:] = action
        place = int(picks.position[0])
        cell = passage.cells()[place]
        assert cell.action is action
        assert bool(cell.replaced) == (action in (Action.RANDOM, Action.SIMILAR))
        outcomes.add(passage.describe(place).splitlines()[2].split(":")[0])
    assert len(outcomes) == len(Action)


def test_figures_equal_a_plain_count(passages: Passages) -> None:
    strategy = WholeWord(rate=0.3)
    batch = passages.sample()
    masked = passages.masked(batch, strategy, Draw(5))
    figures = sample_figures(masked, lambda start, end: "".join(map(str, batch.ids[start:end])), MaskAudit())
    targets = [
        sum(masked.labels[a:b] != IGNORE) / sum(batch.maskable[a:b])
        for a, b in zip(batch.starts[:-1], batch.starts[1:], strict=True)
    ]
    assert figures.rates == pytest.approx(targets)
    chosen = masked.choice.units.take(masked.choice.chosen)
    lengths = Counter((chosen.end - chosen.start).tolist())
    assert {n: int(count) for n, count in enumerate(figures.length_counts) if count} == dict(lengths)
    assert figures.summary == summarise(masked)
    assert figures.summary.rate == pytest.approx(np.sum(masked.labels != IGNORE) / np.sum(batch.maskable))
    words = batch.layers[UnitKind.WORD]
    spelled = ["".join(map(str, batch.ids[a:b])) for a, b in zip(words.start, words.end, strict=True)]
    hidden = Counter(
        word for word, a, b in zip(spelled, words.start, words.end, strict=True) if all(masked.labels[a:b] != IGNORE)
    )
    frequent = {word: count for word, count in Counter(spelled).items() if count >= LEAST_OCCURRENCES}
    assert figures.frequent == len(frequent)
    assert {word.word for word in figures.never} == {word for word in frequent if not hidden[word]}
    assert all(word.hidden == hidden[word.word] and word.occurrences == frequent[word.word] for word in figures.most)


def test_measuring_stops_when_it_is_told(passages: Passages) -> None:
    strategies = [Basic(), WholeWord()]
    assert len(measure(passages, strategies, Draw(1), lambda: False).strategies) == 2
    assert len(measure(passages, strategies, Draw(1), lambda: True).strategies) == 0


def test_written_out_special_tokens_are_text(passages: Passages) -> None:
    shown = ShownPassage.of(passages, 3, True)
    vocabulary = passages.prepared.vocabulary
    assert vocabulary.mask_id not in shown.batch.ids.tolist()
    assert shown.batch.ids.tolist().count(vocabulary.sep_id) == 1


def test_sentences_and_passages_that_fall_short_are_counted(passages: Passages) -> None:
    strategies = [Entity(rate=0.4, fill=Fill.NONE), Entity(rate=0.4, fill=Fill.AFTER)]
    alone, filled = measure(passages, strategies, Draw(1), lambda: False).strategies
    batch = passages.sample(by_sentence=True)
    entities = batch.layers[UnitKind.ENTITY]
    short = 0
    for first, end in zip(batch.starts[:-1], batch.starts[1:], strict=True):
        inside = (entities.start >= first) & (entities.end <= end)
        covered = {
            place for a, b in zip(entities.start[inside], entities.end[inside], strict=True) for place in range(a, b)
        }
        short += len(covered) < 0.4 * batch.maskable[first:end].sum()
    assert 0 < short < len(batch)
    assert alone.short_sentences == pytest.approx(short / len(batch))
    assert alone.audit.passages == len(passages.sample())
    assert filled.short_sentences == filled.audit.short == 0


def test_two_draws_have_in_common_what_a_plain_count_says(passages: Passages) -> None:
    batch = passages.sample()
    first, second = (passages.masked(batch, Basic(), Draw(1, epoch)) for epoch in (0, 1))
    common = overlap(first, second)
    places = [set(np.flatnonzero(draw.labels != IGNORE).tolist()) for draw in (first, second)]
    assert (common.first, common.second) == tuple(map(len, places))
    assert common.both == len(places[0] & places[1])
    assert common.share == pytest.approx(2 * common.both / (common.first + common.second))
    assert overlap(first, first).share == 1.0
