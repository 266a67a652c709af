"""Curves of runs whose stages train other things, and of runs that guess no token."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from workbench.core.events import (
    EvalDone,
    EventBase,
    Outcome,
    RunEnded,
    RunStarted,
    StepDone,
    event_from_json,
    event_to_json,
)
from workbench.gui.context import Context
from workbench.gui.panels.curve_board import CurveBoard
from workbench.gui.panels.curve_book import curves_of, read_curves
from workbench.gui.panels.curve_events import flags_of_plan
from workbench.gui.panels.curve_options import CurveOptions
from workbench.gui.panels.curve_series import is_detection, is_loss, is_task, is_whole_loss, series_of
from workbench.gui.panels.run_curves import RunCurves
from workbench.gui.panels.runs import RunsPanel
from workbench.gui.panels.training_log import event_words
from workbench.gui.run_words import metric_title
from workbench.gui.views.curve_data import FlagKind, Series, as_csv
from workbench.gui.views.curve_lines import Scale, make_line
from workbench.objectives.next_sentence import NextSentence
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec, Stage
from workbench.spec.stage_groups import stage_at, stage_groups
from workbench.spec.stage_tasks import stage_tasks
from workbench.spec.training import TrainingSpec
from workbench.store.records import Run
from workbench.store.records import Series as StoredSeries

FEW = ["corpus=letters", "vocabulary=words", "training.steps=20"]
TWO = Series("loss", np.arange(1.0, 7), np.array([8.0, 6.0, 4.0, 40.0, 30.0, 20.0]), breaks=(3.0,))


@pytest.fixture
def make_curves(context: Context) -> Callable[..., RunCurves]:
    """Curves of a preset whose second half costs five times as much; of no objective that has a likelihood."""

    def make(preset: str, recipe: str) -> RunCurves:
        spec = apply_overrides(load_preset(preset, recipe), FEW)
        run = context.store.create_run(spec, name=recipe)
        started = RunStarted(run=recipe, step=0, time=1000.0, device="cpu", precision="fp32", total_steps=20,
                             session=1, baselines={"ln_v": 8.3, "unigram": 6.1})  # fmt: skip
        steps = [
            StepDone(run=recipe, step=step, tokens=step, time=1000.0 + step, loss=7.0 if step <= 10 else 35.0,
                     losses={"replaced_token": 0.7}, lr=1e-3, gradient_norm=1.0, tokens_per_s=1.0, memory_bytes=1,
                     seconds_left=1.0)
            for step in range(1, 21)
        ]  # fmt: skip
        context.store.record(run, [started, *steps, RunEnded(run=recipe, step=20, time=1030.0, outcome=Outcome.DONE)])
        return curves_of(read_curves(context.project, run.id))

    return make


def test_another_sum_is_another_line(make_curves: Callable[..., RunCurves]) -> None:
    curves = make_curves("electra-tiny", "two-stage")
    assert curves.breaks == (10.0,)
    whole = series_of([curves], is_loss)[0]
    assert (whole.breaks, whole.edges) == ((10.0,), [10])
    assert make_curves("bert-base", "paper").breaks == (), "stages that differ in length alone"


def test_a_line_begins_anew_behind_a_gap() -> None:
    line = make_line(TWO, Scale(), 0.5)
    assert line.raw is not None
    np.testing.assert_array_equal(line.raw.y, [8, 6, 4, math.nan, 40, 30, 20])
    np.testing.assert_array_equal(line.raw.x, [1, 2, 3, 4, 4, 5, 6])
    before, after = (make_line(Series("", TWO.step[part], TWO.value[part]), Scale(), 0.5).main.y
                     for part in (slice(3), slice(3, None)))  # fmt: skip
    np.testing.assert_array_equal(line.main.y, [*before, math.nan, *after])
    assert not any(len(signs.x) for signs in line.signs), "the gap is no value that is missing"
    rows = list(csv.reader(io.StringIO(as_csv([TWO], 0.5))))[1:]
    np.testing.assert_allclose([float(row[6]) for row in rows], [*before, *after])


@pytest.mark.parametrize("breaks", [(0.0,), (6.0,), (9.0,)])
def test_a_break_needs_points_at_both_sides(breaks: tuple[float, ...]) -> None:
    series = Series("", TWO.step, TWO.value, breaks=breaks)
    assert len(make_line(series, Scale(log_x=True), 0.0).main.y) == 6


def test_a_gap_stays_on_a_logarithmic_axis() -> None:
    series = Series("", np.arange(6.0), TWO.value, breaks=(2.0,))
    line = make_line(series, Scale(log_x=True, log_y=True), 0.0)
    np.testing.assert_allclose(10**line.main.y, [6, 4, math.nan, 40, 30, 20])


def test_without_a_likelihood_there_is_no_perplexity(
    make_curves: Callable[..., RunCurves], context: Context, qtbot: QtBot
) -> None:
    board = CurveBoard("curves", settings=context.settings)
    qtbot.addWidget(board)
    board.show_runs([make_curves("electra-tiny", "adversarial")])
    loss, perplexity = board.large[0], board.large[3]
    for plot in (loss, perplexity):
        board._draw_plot(plot)
    assert loss._baselines == [], "nats a masked token are no measure here"
    assert perplexity.view._empty_text.startswith("No masked token is guessed by its likelihood")
    done = EvalDone(run="r", step=5, time=1e9, loss=2.0, losses={}, perplexity=math.nan)
    assert event_words(event_from_json(event_to_json(done))) == "Evaluation: loss 2.0000"


@pytest.mark.parametrize(
    ("always", "precision"),
    [("replaced", "detection_precision"), ("capitalization_recall", "capitalization_precision")],
)
def test_precision_has_gaps_where_nothing_was_called_so(
    context: Context, make_run: Callable[..., Run], always: str, precision: str
) -> None:
    run = make_run("detector", steps=0, outcome=None)
    called = {2: 0.25, 3: 0.5, 6: 0.75}
    context.store.record(
        run,
        [
            StepDone(run=run.name, step=step, tokens=step, time=1000.0 + step, loss=1.0, losses={"replaced_token": 0.7},
                     accuracies={always: 0.1} | ({precision: called[step]} if step in called else {}),
                     lr=1e-3, gradient_norm=1.0, tokens_per_s=1.0, memory_bytes=1, seconds_left=1.0)
            for step in range(1, 8)
        ],
    )  # fmt: skip
    shown = [curves_of(read_curves(context.project, run.id))]
    drawn = {one.name: (one.step.tolist(), one.edges) for one in series_of(shown, is_detection) if len(one.step)}
    every, some = (metric_title(f"accuracy/{name}") for name in (always, precision))
    assert drawn == {every: ([1, 2, 3, 4, 5, 6, 7], []), some: ([2, 3, 6], [2])}


def test_a_tab_that_goes_leaves_one_on_the_loss(
    make_curves: Callable[..., RunCurves], context: Context, make_run: Callable[..., Run], qtbot: QtBot
) -> None:
    board = CurveBoard("curves", settings=context.settings)
    qtbot.addWidget(board)
    detector, other = make_curves("electra-tiny", "local"), curves_of(read_curves(context.project, make_run("b").id))
    detector.names["accuracy/replaced"] = None
    board.show_runs([detector])
    board._make_objective_tabs()
    board.tabs.setCurrentIndex([plot.subject.title for plot in board.large].index("Precision and recall"))
    board.show_runs([other])
    board._make_objective_tabs()
    assert board.tabs.currentIndex() == 0


def test_the_runs_page_has_the_stages_of_a_single_run(
    context: Context,
    make_run: Callable[..., Run],
    make_curves: Callable[..., RunCurves],
    show_page: Callable[[RunsPanel], None],
    settle: Callable[[], None],
) -> None:
    staged, other = make_curves("electra-tiny", "two-stage").run, make_run("other")
    page = RunsPanel(context)
    show_page(page)
    settle()
    for chosen, kinds in (({staged.id}, 2 * [FlagKind.STAGE]), ({staged.id, other.id}, []), ({other.id}, [])):
        page.table.select(chosen)
        settle()
        assert [flag.kind for flag in page.curves.board._flags] == kinds


@pytest.mark.parametrize("log_x", [False, True])
def test_what_begins_later_stands_in_its_place_of_the_whole(
    context: Context, make_run: Callable[..., Run], qtbot: QtBot, log_x: bool
) -> None:
    curves = curves_of(read_curves(context.project, make_run("machine", steps=30).id))
    curves.append({"machine/processor_use": StoredSeries.of([(step, step, 2000.0 + step, 99.9) for step in (10, 20)])})
    board = CurveBoard("curves", settings=context.settings)
    qtbot.addWidget(board)
    board.show_runs([curves])
    board._make_objective_tabs()
    plot = next(plot for plot in board.large if plot.subject.title == "Machine")
    plot.take_options(CurveOptions(log_x=log_x))
    board._draw_plot(plot)
    low, high = plot.view.traces.dataBounds(0) or (0.0, 0.0)
    assert (round(10**low), round(10**high)) == (1, 30) if log_x else (low, high) == (1, 30)
    bottom, top = plot.view.traces.dataBounds(1) or (0.0, 0.0)
    assert (bottom, top) == pytest.approx((94.9, 104.9)), "what hardly changes is drawn as a straight line"


TURNS = (
    Stage(name="masked"),
    Stage(name="again"),
    Stage(name="pairs", passage=NextSentence(), tokens=(), together=True),
    Stage(name="end", passage=NextSentence(), tokens=()),
)


def test_stages_that_take_turns_have_one_sign_where_they_begin() -> None:
    spec = RunSpec(stages=TURNS, training=TrainingSpec(steps=100, warmup_steps=5))
    flags = flags_of_plan(spec)
    assert [(flag.step, flag.text, flag.kind) for flag in flags] == [
        (5, "peak rate", FlagKind.RATE), (0, "masked", FlagKind.STAGE), (25, "+ pairs", FlagKind.STAGE),
        (75, "end", FlagKind.STAGE),
    ]  # fmt: skip
    assert flags[2].details == "step 25: these stages begin together: again, pairs"
    anew = apply_overrides(spec, ["training.restart_schedule=true"])
    assert [flag.step for flag in flags_of_plan(anew) if flag.kind is FlagKind.RATE] == [5, 30, 80]


def test_the_whole_loss_breaks_where_a_group_asks_other_things(context: Context) -> None:
    spec = RunSpec(stages=TURNS, training=TrainingSpec(steps=100, warmup_steps=5))
    run = context.store.create_run(apply_overrides(spec, FEW[:2]), name="turns")
    assert RunCurves(run, {}).breaks == (25.0, 75.0)
    same = (TURNS[1], TURNS[2], TURNS[1].model_copy(update={"name": "c"}), TURNS[2].model_copy(update={"name": "d"}))
    spec = apply_overrides(spec.model_copy(update={"stages": same}), FEW[:2])
    assert RunCurves(context.store.create_run(spec, name="same"), {}).breaks == ()


@pytest.fixture
def turning(context: Context) -> RunCurves:
    """The stages of ``TURNS`` over 16 steps: a group of one, of two that take turns, and of one. Steps of masked tokens
    cost 6 and those of pairs 1, in training and evaluation."""
    spec = RunSpec(stages=TURNS, training=TrainingSpec(steps=16, warmup_steps=0))
    run = context.store.create_run(apply_overrides(spec, FEW[:2]), name="turns")
    groups = stage_groups(spec.stages, 16)
    costs = {"masked": 6.0, "pairs": 1.0}
    told: list[EventBase] = [RunStarted(run="turns", step=0, time=1e3, device="cpu", precision="fp32", total_steps=16,
                                        session=1)]  # fmt: skip
    for step in range(1, 17):
        task = stage_tasks(spec)[stage_at(groups, step - 1)]
        told.append(StepDone(run="turns", step=step, tokens=step, time=1e3 + step, loss=costs[task],
                             losses={"mlm" if task == "masked" else "next_sentence": costs[task]}, lr=1e-3,
                             gradient_norm=1.0, tokens_per_s=1.0, memory_bytes=1, seconds_left=1.0, elapsed=step * 2.0,
                             tasks={task: costs[task]}))  # fmt: skip
        if step % 8 == 0:
            told.append(EvalDone(run="turns", step=step, time=1e3 + step, loss=7.0, losses={}, perplexity=1.0,
                                 tasks=costs))  # fmt: skip
    context.store.record(run, [*told, RunEnded(run="turns", step=16, time=1.1e3, outcome=Outcome.DONE)])
    return curves_of(read_curves(context.project, run.id))


def test_where_tasks_take_turns_the_whole_loss_is_the_mean_of_a_round(turning: RunCurves) -> None:
    assert [turning.in_rounds(name) for name in ("loss", "eval/loss", "loss/mlm", "lr")] == [True, True, False, False]
    lines = {one.name: one for one in series_of([turning], is_whole_loss)}
    assert list(lines) == ["training loss, mean of a round", "evaluation loss, mean of a round"]
    training, evaluation = lines.values()
    recorded = turning.tracks["loss"]
    assert set(recorded.value[4:12].tolist()) == {6.0, 1.0}, "each step is of one task"
    assert training.step.tolist() == [1, 2, 3, 4, *range(6, 17)], "until both have been met there is no mean of them"
    assert training.value.tolist() == [6.0] * 4 + [3.5] * 7 + [1.0] * 4
    assert training.time.tolist() == [2.0 * step for step in training.step]
    assert (evaluation.step.tolist(), evaluation.value.tolist()) == ([8, 16], [3.5, 1.0])
    assert training.edges == [4, 11]
    again = series_of([turning], is_whole_loss)[0]
    assert again.value is training.value, "it is drawn anew only where a point came"
    turning.append({name: StoredSeries.of([(17, 17, 1017.0, 2.0)]) for name in ("loss", "task/pairs")})
    assert series_of([turning], is_whole_loss)[0].step[-1] == 17


def test_each_task_has_a_line_through_all_stages(turning: RunCurves) -> None:
    lines = {one.name: one for one in series_of([turning], is_task)}
    assert list(lines) == [
        "masked · training loss", "pairs · training loss", "masked · evaluation loss", "pairs · evaluation loss",
    ]  # fmt: skip
    assert lines["masked · training loss"].step.tolist() == [1, 2, 3, 4, 5, 7, 9, 11]
    assert lines["masked · evaluation loss"].step.tolist() == [8, 16], "also when it is trained no more"
    colours = {name: one.colour for name, one in lines.items()}
    assert colours["masked · training loss"] == colours["masked · evaluation loss"] != colours["pairs · training loss"]


def test_tasks_one_after_another_have_lines_of_their_own_beside_a_whole_loss_as_it_is(context: Context) -> None:
    spec = RunSpec(stages=(TURNS[0], TURNS[2].model_copy(update={"together": False})))
    run = context.store.create_run(apply_overrides(spec, FEW), name="continual")
    points = StoredSeries.of([(step, step, 1000.0 + step, 1.0) for step in (8, 16)])
    curves = RunCurves(run, dict.fromkeys(("loss", "task/masked", "eval/loss", "eval/task/masked"), points))
    assert curves.tasks == ["masked", "pairs"]
    assert not curves.in_rounds("loss")
    assert [one.name for one in series_of([curves], is_task)] == ["masked · training loss", "masked · evaluation loss"]


def test_tasks_have_a_tab_and_leave_the_loss_alone(turning: RunCurves, context: Context, qtbot: QtBot) -> None:
    board = CurveBoard("curves", settings=context.settings)
    qtbot.addWidget(board)
    assert {"task/masked", "eval/task/pairs", "loss"} <= set(board.needs.first(list(turning.names)))
    board.show_runs([turning])
    board._make_objective_tabs()
    assert [board.tabs.tabText(place) for place in range(4)] == ["Loss", "Tasks", "Masked tokens", "Next sentence"]
    assert board.tabs.isTabVisible(1)
    board._draw_plot(board.large[0])
    assert [one.name for one in board.large[0].view._series] == [
        "training loss, mean of a round", "evaluation loss, mean of a round"
    ]  # fmt: skip
