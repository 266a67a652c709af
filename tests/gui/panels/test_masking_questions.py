"""What stages ask, in the window: examples, how often each answer is right, and what a corpus does not serve."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from workbench.cli import main
from workbench.core.errors import ArgumentError
from workbench.gui.context import Changes, Context
from workbench.gui.panels.masking import MaskingPanel
from workbench.gui.panels.masking_asked import Standing, questions_of, stage_key
from workbench.gui.panels.masking_balance import MOST_BARS, bars_of
from workbench.gui.panels.masking_example_pane import SHOWN
from workbench.gui.panels.masking_questions import QuestionsView
from workbench.gui.panels.model import ModelPanel
from workbench.gui.panels.task_plan import TaskPlanDialog
from workbench.objectives.discourse_relation import DiscourseRelation
from workbench.objectives.examples import ExampleMaker
from workbench.objectives.mlm import MaskedLanguageModel
from workbench.objectives.sentence_distance import SentenceDistance
from workbench.objectives.sentence_reordering import SentenceReordering
from workbench.objectives.sentences import FullSentences
from workbench.objectives.token_document import TokenDocument
from workbench.spec.batches import batch_rule
from workbench.spec.files import apply_overrides
from workbench.spec.schedule import add_stage
from workbench.text.corpus import find_corpus, import_corpus
from workbench.text.prepared import prepare
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import find_vocabulary

Press = Callable[[QPushButton], None]
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def asking(ready: Context, tmp_path: Path) -> Context:
    """Two stages on 60 documents of six sentences: one asks about the order of two parts and about tokens, one about
    distances."""
    text = tmp_path / "many.txt"
    documents = [
        "北京大学在北京。" + f"第{number}次提高速度。高速公路很长。" * 2 + "大学很大。" for number in range(60)
    ]
    text.write_text("\n\n".join(documents), encoding="utf-8")
    import_corpus(ready.project, "many", [text], ImportSettings())
    ready.draft.set("corpus", "many", "corpus")
    ready.draft.set("training.length", 32, "length")
    ready.draft.set("stages.0.passage", SentenceReordering(parts=2), "order")
    ready.draft.set("stages.0.tokens", (MaskedLanguageModel(), TokenDocument()), "tokens")
    ready.draft.replace(add_stage(ready.draft.spec, 0), "stage")
    ready.draft.set("stages.1.passage", SentenceDistance(), "distance")
    ready.draft.set("stages.1.tokens", (MaskedLanguageModel(),), "tokens")
    return ready


@pytest.fixture
def view(asking: Context, page: Any, panel: MaskingPanel, press: Press, qtbot: QtBot) -> QuestionsView:
    """The questions, opened by their button, when all is counted."""
    page.settle()
    press(panel.below.questions)
    assert panel.layers.is_asking
    settle(panel.questions, qtbot)
    return panel.questions


def settle(view: QuestionsView, qtbot: QtBot) -> None:
    timer, tasks = view._timer, view._context.tasks
    column = view.pane.column
    qtbot.waitUntil(lambda: not tasks.active and not timer.isActive() and not column.is_filling)


def told(view: QuestionsView) -> list[str]:
    return [view.list.item(row).text() for row in range(view.list.count())]


def answers(view: QuestionsView) -> list[str]:
    return [card.answer.text() for card in view.pane.column.cards]


def counted(context: Context, capsys: pytest.CaptureFixture[str], *options: str) -> Any:
    """What the terminal counts of the first stage."""
    project = ["--project", str(context.project.root), "--length", "32", "--seed", str(context.draft.spec.seed)]
    passages = ["--passages", "sentence-reordering", "--set", "passage.parts=2", "--balance", "--json"]
    capsys.readouterr()
    assert main(["mask", "--corpus", "many", "--vocabulary", "words", *passages, *project, *options]) == 0
    return json.loads(capsys.readouterr().out)


def test_all_questions_are_listed_with_how_it_stands(view: QuestionsView) -> None:
    assert view.list.standings() == [Standing.FITS, Standing.FITS, Standing.FITS], told(view)
    assert [text.partition("\n")[0] for text in told(view)] == ["Reordering", "Token–document", "Sentence distance"]
    assert view.band.words.text() == "3 of 3 questions fit"
    assert not view.pane.problems.text()


def test_counts_are_those_of_the_terminal(
    view: QuestionsView, asking: Context, capsys: pytest.CaptureFixture[str], qtbot: QtBot
) -> None:
    strategy = ["--set", f"at_least_one={str(asking.draft.spec.stages[0].masking.at_least_one).lower()}"]
    terminal = counted(asking, capsys, "--ask", "token-document", *strategy)
    shown = view.balance.data()
    assert (shown["balance"], shown["note"]) == (terminal["balance"], terminal["note"])
    bars = view.balance.bars.bars
    assert [bar.count for bar in bars] == list(terminal["balance"].values())
    assert bars[0].name == "0 · in one part"
    view.list.setCurrentRow(1)
    settle(view, qtbot)
    assert view.balance.data()["balance"] == terminal["tokens"]["token_document"]


def test_examples_are_the_passages_of_training_in_their_order(view: QuestionsView, asking: Context) -> None:
    spec, project = asking.draft.spec, asking.project
    prepared = prepare(project, find_corpus(project, "many"), find_vocabulary(project, "words"), spec.units)
    maker = ExampleMaker(prepared, spec.stages[0], batch_rule(spec, 0).length, spec.seed, 0)
    plan = maker.plan(0)
    reading = SentenceReordering(parts=2).answers
    assert answers(view) == [f"{reading[label]} (class {label})" for label in plan.label[:SHOWN].tolist()]
    card = view.pane.column.cards[0]
    first = int(plan.start[plan.piece_starts[0]])
    assert card.parts[0].texts[0].text().startswith(prepared.text_of(prepared.sentence_of(first))[:3])
    assert view.pane.place.text() == f"1–{SHOWN} of {len(plan)}"


def test_a_click_on_a_bar_shows_examples_of_this_answer(view: QuestionsView, qtbot: QtBot) -> None:
    bars = view.balance.bars
    QTest.mouseClick(bars, LEFT, pos=bars.row_rect(2).center())
    settle(view, qtbot)
    assert set(answers(view)) == {"2 1 (class 2)"}
    assert view.pane.filter.currentText() == "2 · 2 1"
    count = bars.bars[2].count
    assert view.pane.place.text() == f"1–{min(count, SHOWN)} of {count}"
    for card in view.pane.column.cards:
        shown, text = ([label.text() for label in part.texts] for part in card.parts)
        assert shown == text[::-1]
    QTest.mouseClick(bars, LEFT, pos=bars.row_rect(2).center())
    settle(view, qtbot)
    assert len(set(answers(view))) > 1, "the second click takes the choice back"


def test_keys_turn_over_examples_and_lead_back(view: QuestionsView, panel: MaskingPanel, qtbot: QtBot) -> None:
    before = [card.parts[0].texts[0].text() for card in view.pane.column.cards]
    QTest.keyClick(panel, Qt.Key.Key_Right)
    settle(view, qtbot)
    assert view.pane.place.text().startswith(f"{SHOWN + 1}–")
    assert [card.parts[0].texts[0].text() for card in view.pane.column.cards] != before
    QTest.keyClick(panel, Qt.Key.Key_Left)
    QTest.keyClick(panel, Qt.Key.Key_Space)
    settle(view, qtbot)
    assert not view.pane.place.text().startswith("1–")
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert not panel.layers.is_asking


def test_the_model_page_the_stage_bar_and_the_plan_lead_here(
    view: QuestionsView, panel: MaskingPanel, asking: Context, press: Press, qtbot: QtBot
) -> None:
    model, bar = ModelPanel(asking), panel.timeline.bar
    qtbot.addWidget(model)
    panel.layers.leave()
    press(model.questions)
    assert panel.layers.is_asking
    panel.layers.leave()
    QTest.mousePress(bar, Qt.MouseButton.RightButton, pos=bar.rect_of(1).center())
    bar.actions()[0].trigger()
    assert panel.layers.is_asking
    assert view.pane.asked.name == "sentence_distance", "of the stage under the mouse"
    panel.layers.leave()
    panel.timeline.open_plan()
    plan = panel.timeline.findChild(TaskPlanDialog)
    assert plan is not None
    plan.table.choose(0, 0)
    plan.menu_of(0).actions()[0].trigger()
    assert panel.layers.is_asking
    assert view.pane.asked.name == "sentence_reordering"
    settle(view, qtbot)


def test_tokens_have_their_answers_below_them(view: QuestionsView, qtbot: QtBot) -> None:
    view.list.setCurrentRow(1)
    settle(view, qtbot)
    strip = view.pane.column.cards[0].strip
    assert strip is not None
    notes = {cell.note for cell in strip.cells if not cell.special}
    assert notes <= {"0", "1"}
    assert strip.cells[0].special
    assert strip.cells[0].note == ""
    assert "tokens that are asked about" in view.balance.words.text()
    box = view.pane.filter
    QTest.keyClick(box, Qt.Key.Key_End)
    box.activated.emit(box.currentIndex())
    settle(view, qtbot)
    for card in view.pane.column.cards:
        assert card.strip is not None
        assert any(cell.answer == 1 for cell in card.strip.cells)


def test_a_question_of_another_stage_makes_it_the_stage_of_the_page(
    view: QuestionsView, panel: MaskingPanel, qtbot: QtBot
) -> None:
    item = view.list.visualItemRect(view.list.item(2))
    QTest.mouseClick(view.list.viewport(), LEFT, pos=item.center())
    settle(view, qtbot)
    assert panel.chosen_stage.number == 1
    assert view.pane.title.text() == "Sentence distance"
    assert len(view.balance.bars.bars) == 3
    assert all("between them" in words or "follows" in words or "of the documents" in words
               for words in (card.words.text() for card in view.pane.column.cards))  # fmt: skip


def test_what_the_corpus_does_not_serve_is_said_as_before_a_run(
    view: QuestionsView, asking: Context, capsys: pytest.CaptureFixture[str], press: Press, qtbot: QtBot
) -> None:
    asking.draft.set("stages.1.passage", DiscourseRelation(), "markers")
    settle(view, qtbot)
    view.list.setCurrentRow(2)
    settle(view, qtbot)
    assert view.list.standings()[2] is Standing.REFUSED
    assert view.band.words.text() == "2 of 3 questions fit · 1 can't be asked"
    project = ["--project", str(asking.project.root), "--length", "32"]
    capsys.readouterr()
    command = ["mask", "--corpus", "many", "--vocabulary", "words", "--passages", "discourse-relation", "--balance"]
    assert main([*command, *project]) == 1
    assert view.pane.problems.text() in capsys.readouterr().err
    assert (view.pane.column.cards, view.balance.bars.bars) == ([], [])
    wanted: list[tuple[str, str]] = []
    asking.setting_requested.connect(lambda page, path: wanted.append((page, path)))
    press(view.pane.problems.buttons()[0])
    assert wanted == [("model", "stages.1.passage.kind")]
    asking.draft.history.undo()
    settle(view, qtbot)
    assert view.list.standings() == [Standing.FITS] * 3


def test_a_corpus_that_is_gone_is_told_once(view: QuestionsView, asking: Context, qtbot: QtBot) -> None:
    asking.draft.set("corpus", "gone", "corpus")
    settle(view, qtbot)
    assert view.pane.problems.text().startswith("The chosen corpus “gone” is no longer there.")
    assert not view.pane.message.isVisibleTo(view)


def test_what_went_wrong_in_counting_stays_in_sight(view: QuestionsView) -> None:
    view.questioning.failed.emit(ArgumentError("The child is gone."))
    view.questioning.changed.emit()
    assert view.pane.message.text() == "The child is gone."


def test_documents_too_short_are_refused_before_anything_is_counted(
    view: QuestionsView, asking: Context, tmp_path: Path, qtbot: QtBot
) -> None:
    text = tmp_path / "lone.txt"
    text.write_text("北京大学。\n\n高速公路。\n\n提高速度。", encoding="utf-8")
    import_corpus(asking.project, "lone", [text], ImportSettings())
    asking.draft.set("stages.1.corpus", "lone", "corpus")
    view.list.setCurrentRow(2)
    settle(view, qtbot)
    assert view.list.standings() == [Standing.FITS, Standing.FITS, Standing.REFUSED]
    assert view.pane.problems.text().startswith("Sentence distance can't be asked: 2 documents with text, 0 of them")


def test_rare_answers_are_warned_of(view: QuestionsView, asking: Context, qtbot: QtBot) -> None:
    asking.draft.set("stages.0.passage", SentenceReordering(parts=4), "parts")
    asking.draft.set("encoder.segments", 4, "segments")
    settle(view, qtbot)
    view.list.setCurrentRow(0)
    settle(view, qtbot)
    assert view.list.standings()[0] is Standing.RARE
    assert "answers are right fewer than 10 times" in view.pane.problems.text()
    bars = view.balance.bars.bars
    assert len(bars) == MOST_BARS
    assert bars[-1].name == f"{33 - MOST_BARS + 1} other answers"
    assert sum(bar.count for bar in bars) == sum(view.balance.counts.values())


def test_counting_is_stopped_and_begun_again(
    asking: Context, page: Any, panel: MaskingPanel, press: Press, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.gui.panels.masking_questioning.SMALL_CORPUS", 0)
    page.settle()
    panel.layers.open_questions()
    view = panel.questions
    settle(view, qtbot)
    assert view.list.standings() == [Standing.UNKNOWN] * 3, "a large corpus is not cut without being asked"
    assert view.pane.column.cards, "examples come from a sample"
    assert "sample of the corpus" in view.pane.message.text()
    width = view.balance.width()
    press(view.balance.count_button)
    assert Standing.COUNTING in view.list.standings()
    assert view.band.progress.isVisible()
    assert view.balance.width() == width, "nothing jumps"
    press(view.band.progress.cancel_button)
    settle(view, qtbot)
    assert Standing.COUNTING not in view.list.standings()
    press(view.balance.count_button)
    settle(view, qtbot)
    assert view.list.standings() == [Standing.FITS] * 3
    assert "sample" not in view.pane.message.text(), "what was prepared to be counted gives the examples"


def test_counts_are_taken_along(view: QuestionsView) -> None:
    view.balance.copy_json()
    shown = json.loads(QGuiApplication.clipboard().text())
    assert shown == view.balance.data()
    view.balance.copy_csv()
    rows = list(csv.DictReader(io.StringIO(QGuiApplication.clipboard().text())))
    assert {row["answer"]: int(row["count"]) for row in rows} == shown["balance"]
    assert sum(float(row["share"]) for row in rows) == pytest.approx(1, abs=1e-4)
    assert [row["class"] for row in rows] == [str(number) for number in range(3)]


def test_another_text_is_counted_anew(view: QuestionsView, asking: Context, tmp_path: Path, qtbot: QtBot) -> None:
    before = view.balance.counts
    text = tmp_path / "more.txt"
    text.write_text("\n\n".join(["北京大学。高速公路。提高速度。"] * 25), encoding="utf-8")
    import_corpus(asking.project, "more", [text], ImportSettings())
    asking.draft.set("corpus", "more", "corpus")
    asking.announce(Changes.of("corpora"))
    settle(view, qtbot)
    after = view.balance.counts
    assert after != before
    assert sum(after.values()) == 25


def test_without_a_corpus_the_way_to_one_is_offered(
    asking: Context, page: Any, panel: MaskingPanel, press: Press, qtbot: QtBot
) -> None:
    page.settle()
    asking.draft.set("corpus", "", "no corpus")
    panel.layers.open_questions()
    settle(panel.questions, qtbot)
    view = panel.questions
    assert view.list.standings() == [Standing.REFUSED] * 3
    assert view.pane.problems.text() == "No corpus is chosen."
    pages: list[str] = []
    asking.page_requested.connect(pages.append)
    press(view.pane.problems.buttons()[0])
    assert pages == ["corpus"]


def test_a_stage_that_asks_nothing_says_so(ready: Context, page: Any, panel: MaskingPanel, qtbot: QtBot) -> None:
    page.settle()
    ready.draft.set("stages.0.passage", FullSentences(), "passages")
    panel.layers.open_questions()
    settle(panel.questions, qtbot)
    assert panel.questions.list.standings() == [Standing.NOTHING]
    assert "asks only for masked tokens" in panel.questions.pane.message.text()


def test_what_several_stages_ask_is_one_question(asking: Context) -> None:
    asking.draft.replace(add_stage(asking.draft.spec, 0), "again")
    order, tokens, distance = questions_of(asking.draft.spec)
    assert (order.stages, tokens.stages, distance.stages) == ((0, 1), (0, 1), (2,))
    asking.draft.set("stages.1.length", 64, "length")
    assert [one.stages for one in questions_of(asking.draft.spec)] == [(0,), (0,), (1,), (1,), (2,)]


def test_what_changes_no_answer_needs_no_new_counts(asking: Context) -> None:
    spec = asking.draft.spec
    later = apply_overrides(spec, ["stages.0.name=other", "stages.0.share=3", "stages.0.warmup_steps=7"])
    assert stage_key(later, 0) == stage_key(spec, 0)
    assert stage_key(apply_overrides(spec, ["seed=9"]), 0) != stage_key(spec, 0)


def test_few_answers_have_a_bar_each_and_many_the_frequent_ones() -> None:
    counts = {str(number): number for number in range(MOST_BARS + 1)}
    assert [bar.key for bar in bars_of(dict(list(counts.items())[:3]))] == [0, 1, 2]
    bars = bars_of(counts)
    assert [bar.count for bar in bars] == [*range(MOST_BARS, 1, -1), 1]
    assert bars[-1].key is None
