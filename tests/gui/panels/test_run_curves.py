import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QByteArray
from pytestqt.qtbot import QtBot

from workbench.core.events import CheckpointSaved, Outcome, RunStarted, Slept, StepDone, Warned, event_to_json
from workbench.gui.context import Context
from workbench.gui.panels.curve_board import CurveBoard
from workbench.gui.panels.curve_book import CurveBook, Needs, curves_of, read_curves
from workbench.gui.panels.curve_events import flags_of_events, flags_of_plan, placed
from workbench.gui.panels.curve_options import CurveOptions
from workbench.gui.panels.curve_plot import Plot
from workbench.gui.panels.curve_series import (
    baselines_of,
    is_accuracy,
    is_loss,
    is_token_loss,
    is_unit_accuracy,
    lost_series_of,
    objectives_of,
    series_of,
    thinned,
)
from workbench.gui.panels.run_curves import LostCurves, RunCurves, Track
from workbench.gui.panels.run_looks import run_looks
from workbench.gui.run_words import perplexity_title
from workbench.gui.theme import NUM_COLOURS
from workbench.gui.views.curve_data import Axis, Flag, FlagKind
from workbench.gui.views.curve_data import Series as CurveSeries
from workbench.gui.views.curve_lines import Scale
from workbench.spec.files import apply_overrides
from workbench.store.records import Changes, Run, Series
from workbench.store.store import Store

LONG = 60_000


def points(*steps: int, value: float = 1.0) -> Series:
    return Series.of([(step, 10 * step, 100.0 + step, value) for step in steps])


def test_a_track_grows_and_takes_no_point_twice() -> None:
    track = Track()
    track.extend(points(1, 2, 3), 100.0)
    before = track.step
    track.extend(points(2, 3, 4), 100.0)
    track.extend(points(*range(5, 2000)), 100.0)
    assert list(track.step) == list(range(1, 2000))
    assert list(track.time[:3]) == [1.0, 2.0, 3.0]
    assert list(before) == [1, 2, 3], "what was handed out stays as it was"


def test_values_that_are_not_finite_are_kept() -> None:
    track = Track()
    track.extend(points(1, value=math.nan), 0.0)
    track.extend(points(2, value=math.inf), 0.0)
    assert np.isnan(track.value[0])
    assert track.value[1] == math.inf


def test_a_book_reads_once_and_goes_on_with_news(context: Context, make_run: Callable[..., Run], qtbot: QtBot) -> None:
    run = make_run("one", steps=20)
    book = CurveBook(context)
    book.want([run.id])
    book.take(Changes(points={run.id: {"loss": points(20, 21, 22)}}))  # while it is still being read
    qtbot.waitUntil(lambda: bool(book.shown), timeout=LONG)
    assert list(book.shown[0].tracks["loss"].step) == list(range(1, 23))
    book.take(Changes(points={run.id: {"loss": points(23)}}))
    assert len(book.shown[0].tracks["loss"]) == 23
    book.want([])
    assert book.shown == []


def test_a_run_that_went_back_is_read_again(context: Context, make_run: Callable[..., Run], qtbot: QtBot) -> None:
    run = make_run("one", steps=20)
    book = CurveBook(context)
    book.want([run.id])
    qtbot.waitUntil(lambda: bool(book.shown), timeout=LONG)
    before = book.shown[0]
    book.take(Changes(runs=frozenset({run.id}), rewound=frozenset({run.id})))
    qtbot.waitUntil(lambda: book.shown[0] is not before, timeout=LONG)


def test_what_is_looked_at_is_read_first_and_the_rest_when_it_is_asked_for(
    context: Context, make_run: Callable[..., Run], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = make_run("one", steps=20)
    read: list[str] = []
    series = Store.series

    def noted(store: Store, key: Run, name: str, every: int = 1) -> Series:
        read.append(name)
        return series(store, key, name, every)

    monkeypatch.setattr(Store, "series", noted)
    looked_at = ["loss"]
    book = CurveBook(context, needs=lambda: Needs(lambda names: looked_at, lambda names: ["lr"]))
    book.want([run.id])
    qtbot.waitUntil(lambda: bool(book.shown) and "lr" in book.shown[0].tracks, timeout=LONG)
    assert read == ["loss", "lr"]
    assert "gradient_norm" in book.shown[0].names
    assert "gradient_norm" not in book.shown[0].tracks
    book.take(Changes(points={run.id: {"loss": points(21), "gradient_norm": points(21), "fresh": points(21)}}))
    assert len(book.shown[0].tracks["loss"]) == 21
    assert "gradient_norm" not in book.shown[0].tracks, "its first points would be missing"
    assert len(book.shown[0].tracks["fresh"]) == 1, "one that begins only now is whole"
    looked_at.append("gradient_norm")
    book.read_needed()
    book.take(Changes(points={run.id: {"gradient_norm": points(22)}}))  # while it is being read
    qtbot.waitUntil(lambda: "gradient_norm" in book.shown[0].tracks, timeout=LONG)
    assert list(book.shown[0].tracks["gradient_norm"].step) == [*range(1, 21), 22]
    assert read == ["loss", "lr", "gradient_norm"]


def test_reading_again_takes_only_what_is_new(
    context: Context, make_run: Callable[..., Run], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = make_run("one", steps=20, outcome=None)
    other = make_run("other", steps=5)
    book = CurveBook(context)
    book.want([run.id])
    qtbot.waitUntil(lambda: bool(book.shown) and not context.tasks.active, timeout=LONG)
    monkeypatch.setattr(Store, "series", lambda *_arguments: pytest.fail("all of it is read again"))
    before = book.shown[0]
    for number in (21, 22):
        context.store.record(run, [step_of(number)])
        context.store.record(other, [step_of(number)])
        book.read_again()
        qtbot.waitUntil(lambda: not context.tasks.active, timeout=LONG)
        assert list(book.shown[0].tracks["loss"].step) == list(range(1, number + 1))
    assert book.shown[0] is before
    monkeypatch.undo()
    started = RunStarted(run="one", step=10, time=2000.0, device="cpu", precision="fp32", total_steps=100, session=2)
    context.store.record(run, [started])
    book.read_again()
    qtbot.waitUntil(lambda: not context.tasks.active, timeout=LONG)
    assert list(book.shown[0].tracks["loss"].step) == list(range(1, 11)), "it went back to a checkpoint"


def step_of(number: int) -> StepDone:
    return StepDone(
        run="one", step=number, tokens=100 * number, time=1000.0 + number, loss=5.0, losses={"mlm": 5.0}, lr=1e-3,
        gradient_norm=1.0, tokens_per_s=1.0, memory_bytes=1, seconds_left=1.0,
    )  # fmt: skip


def test_a_board_needs_its_tab_first_and_then_its_small_plots(context: Context, qtbot: QtBot) -> None:
    board = CurveBoard("board")
    qtbot.addWidget(board)
    names = ["loss", "loss/mlm", "lr", "memory", "accuracy/mlm", "elapsed", "machine/gpu_use", "eval/loss"]
    assert board.needs.first(names) == ["loss", "eval/loss"]
    assert board.needs.later(names) == ["lr", "memory", "elapsed"]
    with qtbot.waitSignal(board.needed, timeout=LONG):
        board.tabs.setCurrentIndex(2)
    assert board.needs.first(names) == ["accuracy/mlm"]


@pytest.fixture
def curves(context: Context, make_run: Callable[..., Run]) -> list[RunCurves]:
    return [curves_of(read_curves(context.project, make_run(name, outcome=Outcome.DONE).id)) for name in ("one", "two")]


def test_one_run_has_a_colour_a_metric_and_several_a_colour_each(curves: list[RunCurves]) -> None:
    alone = series_of(curves[:1], is_loss)
    assert [series.name for series in alone[:2]] == ["training loss", "evaluation loss"]
    assert len({series.colour for series in alone}) == len(alone)
    together = series_of(curves, is_loss)
    assert {series.colour for series in together} == {0, 1}
    assert together[0].name == "one · training loss"


def test_runs_keep_their_colours_however_they_were_chosen(curves: list[RunCurves]) -> None:
    colours = lambda shown: {one.name: (one.colour, one.line) for one in series_of(shown, is_loss)}
    assert colours(curves) == colours(curves[::-1])


@given(st.sets(st.integers(1, 60), max_size=25))
def test_runs_on_show_have_colours_that_differ(runs: set[int]) -> None:
    looks = run_looks(runs)
    assert looks.keys() == runs
    assert len(set(looks.values())) == len(runs)
    assert {lap for _, lap in looks.values()} <= set(range(-(-len(runs) // NUM_COLOURS)))
    for run in runs:
        lower = {one for one in runs if one < run and (one - run) % NUM_COLOURS == 0}
        assert lower or looks[run] == run_looks([run])[run], "one's own colour, wherever nobody before has it"


def test_a_loss_by_objective_is_shown_only_where_there_are_several(curves: list[RunCurves]) -> None:
    names = [series.name for series in series_of(curves[:1], is_loss)]
    assert "evaluation loss · masked tokens" not in names, "the only objective of the evaluation is its whole loss"
    assert "training loss · next sentence" in names
    assert objectives_of(curves) == ["mlm", "next_sentence"]


def test_thinning_keeps_peaks_gaps_and_the_last_point() -> None:
    value = np.sin(np.arange(100_000) / 500)
    value[[12_345, 50_000]] = 9.0, -9.0
    value[60_000:61_000] = np.nan
    steps = np.arange(100_000.0)
    few = thinned(CurveSeries("a", steps, value, time=steps / 2))
    assert len(few.value) <= 2100
    assert np.nanmax(few.value) == 9.0
    assert np.nanmin(few.value) == -9.0
    assert np.isnan(few.value).any()
    assert few.step[-1] == 99_999
    assert (np.diff(few.step) > 0).all()
    np.testing.assert_array_equal(few.time, few.step / 2)
    short = CurveSeries("b", steps[:100], value[:100])
    assert thinned(short) is short


def test_baselines_that_differ_between_runs_are_left_out(curves: list[RunCurves]) -> None:
    assert {baseline.value for baseline in baselines_of(curves)} == {8.3, 6.1}
    assert [one.name for one in baselines_of(curves)] == ["ln V (uniform guess)", "unigram entropy"]
    assert [one.name for one in baselines_of(curves, exponential=True)] == ["V (uniform guess)", "unigram perplexity"]
    curves[1].run.baselines["unigram"] = 5.9  # type: ignore[index]
    assert {baseline.value for baseline in baselines_of(curves)} == {8.3}


def test_all_plots_share_x_and_the_cross_hair(curves: list[RunCurves], context: Context, qtbot: QtBot) -> None:
    board = CurveBoard("board")
    qtbot.addWidget(board)
    board.resize(1000, 600)
    board.show()
    board.show_runs(curves[:1])
    qtbot.waitUntil(lambda: board.small[0].view.values_at(math.nan) != [], timeout=LONG)
    box = board.leader.view.plot.getViewBox()
    board.small[2].view.plot.getViewBox().setXRange(5, 15, padding=0)
    assert box.viewRange()[0] == pytest.approx([5, 15])
    assert board.small[0].view.plot.getViewBox().viewRange()[0] == pytest.approx([5, 15])
    assert [board.tabs.tabText(place) for place in range(6)] == [
        "Loss", "Tasks", "Masked tokens", "Next sentence", "Accuracy", "Perplexity",
    ]  # fmt: skip
    board.leader.pointed.emit(10.0)
    assert "Learning rate" in board.small[0]._heading.text()
    board.show_runs([])
    qtbot.waitUntil(lambda: board.tabs.count() == 7, timeout=LONG)
    visible = [board.tabs.isTabVisible(place) for place in range(7)]
    assert visible == [True, False, True, True, False, False, False]


def test_a_line_keeps_its_colour_and_its_place_when_the_evaluation_comes(
    context: Context, make_run: Callable[..., Run]
) -> None:
    early = curves_of(read_curves(context.project, make_run("early", steps=5, outcome=None).id))
    late = curves_of(read_curves(context.project, make_run("late", steps=10, outcome=None).id))
    before, after = series_of([early], is_loss), series_of([late], is_loss)
    assert [series.name for series in before] == [series.name for series in after]
    assert [series.colour for series in before] == [series.colour for series in after]
    assert len({series.colour for series in after}) == len(after)
    assert [series.name for series in before if not len(series.value)] == [
        "evaluation loss", "evaluation loss · masked tokens", "evaluation loss · next sentence",
    ]  # fmt: skip
    ended = curves_of(read_curves(context.project, make_run("ended", outcome=Outcome.DONE).id))
    colours = {series.name: series.colour for series in before}
    assert all(colours[series.name] == series.colour for series in series_of([ended], is_loss))
    assert all(len(series.value) for series in series_of([ended], is_loss)), "nothing more will come"


def test_time_leaves_out_what_was_not_worked_and_epochs_are_counted() -> None:
    run = RunCurves.__new__(RunCurves)
    run.tracks, run.names, run._places, run._begin = {}, {}, {}, 100.0
    run.append({"loss": points(1, 2, 3, 4)})
    assert list(run.time_of("loss")) == [1.0, 2.0, 3.0, 4.0], "an old run has the clock on the wall only"
    assert len(run.epochs_of("loss")) == 0
    worked = Series(np.array([1, 2, 3, 4]), np.arange(4), np.array([101.0, 102, 9000, 9001]), np.array([1.0, 2, 3, 4]))
    run.append({"elapsed": worked, "epoch": worked, "eval/loss": points(2, 4)})
    assert list(run.time_of("eval/loss")) == [2.0, 4.0]
    assert list(run.epochs_of("loss")) == [1.0, 2.0, 3.0, 4.0]
    assert run.time_of("loss") is run.time_of("loss"), "reckoned once"
    assert list(run.at_steps(np.array([2.5]), "elapsed")) == [2.5]
    assert list(run.at_steps(np.array([2.0]), "tokens")) == [20.0]


def test_views_of_a_track_stay_the_same_until_it_grows() -> None:
    track = Track()
    track.extend(points(1, 2), 0.0)
    before = track.value
    track.extend(points(1, 2), 0.0)
    assert track.value is before
    track.extend(points(3), 0.0)
    assert track.value is not before


def test_events_become_signs_on_every_axis(curves: list[RunCurves]) -> None:
    place = {"run": "r", "tokens": 0, "time": 0.0}
    lines = [
        event_to_json(event)
        for event in (
            RunStarted(step=0, device="cpu", precision="fp32", total_steps=9, session=1, **place),
            RunStarted(step=10, device="cpu", precision="fp32", total_steps=9, session=2, **place),
            CheckpointSaved(step=10, path="x", **place),
            Slept(step=20, seconds=3600.0, **place),
            Warned(step=25, kind="not-finite", message="bad {n}", values={"n": 5}, **place),
            Warned(step=26, kind="plateau", message="still", **place),
            CheckpointSaved(step=500, path="y", **place),
        )
    ]
    flags = placed(flags_of_events(lines), curves[0])
    assert [(flag.step, flag.kind) for flag in flags] == [
        (10, FlagKind.RESUMED), (10, FlagKind.SAVED), (20, FlagKind.SLEPT), (25, FlagKind.BAD), (26, FlagKind.WARNING),
    ]  # fmt: skip
    assert [flag.tokens for flag in flags] == [1000, 1000, 2000, 2500, 2600]
    assert "1:00:00" in flags[2].details
    assert "bad 5" in flags[3].details


def test_signs_of_lost_steps_are_left_out_unless_asked_for(curves: list[RunCurves]) -> None:
    """A run was stopped by NaN at step 5 and went on from 0: it has no NaN there now."""
    place = {"run": "r", "tokens": 0, "time": 0.0}
    begin = {"device": "cpu", "precision": "fp32", "total_steps": 9}
    events = (
        RunStarted(step=0, session=1, **begin, **place),
        CheckpointSaved(step=2, path="x", **place),
        Warned(step=5, kind="not-finite", message="bad", **place),
        RunStarted(step=2, session=2, **begin, **place),
        Slept(step=4, seconds=3.0, **place),
        RunStarted(step=0, session=3, **begin, **place),
        Warned(step=3, kind="not-finite", message="bad", **place),
    )
    flags = flags_of_events(list(map(event_to_json, events)))
    shown = curves[0]
    shown.lost = [LostCurves(1, RunCurves(shown.run, {"loss": Series.of([(5, 555, 0.0, 1.0)])}))]
    assert [(flag.step, flag.kind) for flag in placed(flags, shown)] == [(0, FlagKind.RESUMED), (3, FlagKind.BAD)]
    lost = [flag for flag in placed(flags, shown, with_lost=True) if flag.lost]
    assert [(flag.step, flag.kind, flag.lost) for flag in lost] == [
        (2, FlagKind.SAVED, 1), (5, FlagKind.BAD, 1), (2, FlagKind.RESUMED, 2), (4, FlagKind.SLEPT, 2),
    ]  # fmt: skip
    assert lost[1].tokens == 555
    assert math.isnan(lost[3].tokens), "nothing else was recorded of that session"
    assert "lost, session 1" in lost[1].details


def test_the_plan_of_a_run_has_signs_for_stages_and_the_peak(curves: list[RunCurves]) -> None:
    spec = apply_overrides(curves[0].run.spec, ["training.steps=100", "training.warmup_steps=10"])
    stages = (spec.stages[0], spec.stages[0].model_copy(update={"name": "second"}))
    flags = flags_of_plan(spec.model_copy(update={"stages": stages}))
    assert [(flag.step, flag.kind) for flag in flags] == [(10, FlagKind.RATE), (50, FlagKind.STAGE)]
    assert "second" in flags[1].details


def test_perplexity_is_of_masked_tokens_only(curves: list[RunCurves]) -> None:
    names = [series.name for series in series_of(curves[:1], is_token_loss, title_of=perplexity_title)]
    assert names == ["training perplexity", "evaluation perplexity"]
    for name in ("accuracy/mlm", "eval/accuracy/next_sentence"):
        assert is_accuracy(name)
    assert not is_accuracy("eval/accuracy/mlm/word")
    assert is_unit_accuracy("eval/whole/mlm/word")


def test_lost_steps_are_drawn_on_wish(context: Context, make_run: Callable[..., Run], qtbot: QtBot) -> None:
    run = make_run("resumed", steps=15)
    place = {"run": run.name, "time": 1.0}
    context.store.record(
        run, [RunStarted(**place, step=10, device="cpu", precision="fp32", total_steps=100, session=2)]
    )
    board = CurveBoard("board")
    qtbot.addWidget(board)
    board.show()
    board.show_runs([curves_of(read_curves(context.project, run.id))])
    drawn = lambda: {one.name: list(one.step) for one in board.leader.view._series}
    qtbot.waitUntil(lambda: bool(drawn()), timeout=LONG)
    assert drawn()["training loss"] == list(range(1, 11))
    assert not any("lost" in name for name in drawn())
    bad = Flag(12.0, "no step", FlagKind.BAD, lost=1)
    board.show_events([Flag(10.0, "resumed", FlagKind.RESUMED), bad])
    signs = lambda: [note.kind for note in board.leader.view.notes.events]
    qtbot.waitUntil(lambda: signs() == [FlagKind.RESUMED], timeout=LONG)
    board.options.lost.trigger()
    qtbot.waitUntil(lambda: signs() == [FlagKind.RESUMED, FlagKind.BAD], timeout=LONG)
    lost = "training loss · lost, session 1"
    qtbot.waitUntil(lambda: lost in drawn(), timeout=LONG)
    assert drawn()["training loss"] == list(range(1, 11))
    assert drawn()[lost] == list(range(11, 16))
    shown = [curves_of(read_curves(context.project, number)) for number in (make_run("other").id, run.id)]
    wanted = {one.colour for one in series_of(shown, is_loss) if one.name.startswith("resumed")}
    assert {one.colour for one in lost_series_of(shown, is_loss)} == wanted == {run_looks([run.id])[run.id][0]}


def test_a_plot_says_that_its_values_are_being_read(
    context: Context, make_run: Callable[..., Run], qtbot: QtBot
) -> None:
    run = make_run("long", steps=3)
    board = CurveBoard("board", invitation="Choose a run")
    qtbot.addWidget(board)
    board.resize(900, 600)
    board.show()

    def say(words: str, *plots: Plot) -> None:
        qtbot.waitUntil(lambda: all(plot.view._empty.text() == words for plot in plots), timeout=LONG)

    everywhere = (board.leader, *board.small)
    board.show_runs([])
    say("Choose a run", *everywhere)
    board.show_runs([], reading=True)
    say("Values are being read…", *everywhere)
    board.show_runs([curves_of(read_curves(context.project, run.id, lambda names: ["loss"]))])
    qtbot.waitUntil(lambda: not board.leader.view.is_empty, timeout=LONG)
    say("Values are being read…", *board.small)
    board.show_runs([curves_of(read_curves(context.project, make_run("new", steps=0).id))])
    say("No values yet", *everywhere)


def test_a_book_says_whether_it_reads(context: Context, make_run: Callable[..., Run], qtbot: QtBot) -> None:
    book = CurveBook(context)
    told: list[bool] = []
    book.changed.connect(lambda: told.append(book.reading))
    book.want([make_run("one").id])
    assert told == [True]
    qtbot.waitUntil(lambda: len(book.shown) == 1, timeout=LONG)
    assert not book.reading
    book.want([12345])
    qtbot.waitUntil(lambda: not context.tasks.active, timeout=LONG)
    assert told[-1] is False, "one that can't be read is not waited for"


def test_the_choice_of_a_board_is_kept_for_the_project(context: Context, qtbot: QtBot) -> None:
    board = CurveBoard("board", settings=context.settings)
    qtbot.addWidget(board)
    board.options.show_options(
        CurveOptions(axis=Axis.TIME, smoothing=0.9, log_x=True, log_y=True, events=False, lost=True)
    )
    again = CurveBoard("board", settings=context.settings)
    qtbot.addWidget(again)
    assert again.options.options == board.options.options
    assert again.leader.view.scale == Scale(Axis.TIME, log_x=True, log_y=True)
    assert again.small[0].view.scale == Scale(Axis.TIME, log_x=True)
    context.settings.keep_layout("board-options", QByteArray(b"{damaged"))
    third = CurveBoard("board", settings=context.settings)
    qtbot.addWidget(third)
    assert third.options.options == CurveOptions()
