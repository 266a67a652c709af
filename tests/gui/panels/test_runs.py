import threading
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from workbench.core.events import Outcome, RunEnded, StepDone
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Progress, Report
from workbench.gui.context import Changes, Context
from workbench.gui.i18n import Languages
from workbench.gui.notices import Notice
from workbench.gui.panel import Panel, PanelState
from workbench.gui.panels.runs import RunsPanel
from workbench.gui.panels.runs_bar import Possible
from workbench.gui.panels.runs_comparison import table_text
from workbench.gui.panels.runs_figures import told_apart
from workbench.gui.tables.runs import LOSS, NAME, NOTE, STAR
from workbench.store.proof import Difference, Proof, Verdict, proof_text
from workbench.store.records import Run, Status
from workbench.store.store import Store

LONG = 60_000
SWEEP = ("whole-words-1", "whole-words-2", "basic-2", "whole-phrases-2")
More = Callable[[RunsPanel], dict[str, QAction]]


@pytest.fixture
def runs(make_run: Callable[..., Run]) -> list[Run]:
    """Three runs that differ in masking rate, seed and end."""
    return [
        make_run("plain", "seed=1", floor=5.0),
        make_run("phrases", "seed=2", "stages.0.masking.rate=0.2", floor=4.0, outcome=Outcome.LOST),
        make_run("词组", "seed=1", floor=3.0, outcome=Outcome.DONE),
    ]


@pytest.fixture
def panel(context: Context, runs: list[Run], show_page: Callable[[Panel], None], qtbot: QtBot) -> RunsPanel:
    made = RunsPanel(context)
    show_page(made)
    qtbot.waitUntil(lambda: len(made.table.runs.rows) == 3, timeout=LONG)
    return made


def names(panel: RunsPanel) -> list[str]:
    found = panel.table.found
    return [found.index(row, NAME).data() for row in range(found.rowCount())]


def click_cell(qtbot: QtBot, panel: RunsPanel, name: str, column: int, *modifiers: Qt.KeyboardModifier) -> None:
    row = names(panel).index(name)
    place = panel.table.visualRect(panel.table.found.index(row, column)).center()
    held = modifiers[0] if modifiers else Qt.KeyboardModifier.NoModifier
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, held, place)


def click(qtbot: QtBot, button: QPushButton) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def type_words(qtbot: QtBot, panel: RunsPanel, text: str) -> None:
    """By keys, or as an input method does it, which no key event can carry."""
    if text.isascii():
        qtbot.keyClicks(panel.bar.search, text)
    else:
        panel.bar.search.insert(text)


def settle(qtbot: QtBot, panel: RunsPanel, expected: Callable[[], bool]) -> None:
    qtbot.waitUntil(expected, timeout=LONG)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {"plain", "phrases", "词组"}),
        ("词", {"词组"}),
        ("loss<4.5", {"phrases", "词组"}),
        ("loss<4.5 status:lost", {"phrases"}),
        ("status:interrupted", {"phrases"}),
        ("preset:bert seed=1", {"plain", "词组"}),
        ("loss<", {"plain", "phrases", "词组"}),
        ("eval/loss>=5", {"plain"}),
        ("★", set()),
        ("nothing-like-it", set()),
    ],
)
def test_the_table_filters_as_one_types(panel: RunsPanel, qtbot: QtBot, text: str, expected: set[str]) -> None:
    type_words(qtbot, panel, text)
    assert set(names(panel)) == expected


def test_the_newest_run_is_shown_at_first_and_words_where_none_is(panel: RunsPanel, qtbot: QtBot) -> None:
    assert [run.name for run in panel.table.selected] == ["词组"]
    qtbot.waitUntil(lambda: not panel.curves.board.leader.view.is_empty, timeout=LONG)
    panel.table.clearSelection()
    qtbot.waitUntil(lambda: panel.curves.board.leader.view.is_empty, timeout=LONG)
    assert "Select a run" in panel.curves.board.leader.view._empty.text()
    panel._read()
    qtbot.waitUntil(lambda: not panel._reading, timeout=LONG)
    assert not panel.table.selected, "what the user has undone stays undone"


def test_a_run_at_work_is_shown_before_newer_ones(
    context: Context, make_run: Callable[..., Run], show_page: Callable[[Panel], None], qtbot: QtBot
) -> None:
    make_run("old")
    work = make_run("at work", outcome=None)
    make_run("new")
    page = RunsPanel(context)
    show_page(page)
    qtbot.waitUntil(lambda: [run.id for run in page.table.selected] == [work.id], timeout=LONG)


def test_columns_sort_by_their_values(panel: RunsPanel) -> None:
    panel.table.sortByColumn(LOSS, Qt.SortOrder.AscendingOrder)
    assert names(panel) == ["词组", "phrases", "plain"]
    panel.table.sortByColumn(LOSS, Qt.SortOrder.DescendingOrder)
    assert names(panel) == ["plain", "phrases", "词组"]


def test_a_name_is_edited_in_place_and_taken_back(panel: RunsPanel, context: Context, qtbot: QtBot) -> None:
    """R120: renaming."""
    click_cell(qtbot, panel, "plain", LOSS)
    qtbot.keyClick(panel.table, Qt.Key.Key_F2)
    editor = panel.table.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    qtbot.keyClicks(editor, "better")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    settle(qtbot, panel, lambda: "better" in names(panel))
    context.draft.history.undo()
    settle(qtbot, panel, lambda: "plain" in names(panel))
    context.draft.history.redo()
    settle(qtbot, panel, lambda: "better" in names(panel))


def test_a_taken_name_is_refused_and_leaves_no_step(panel: RunsPanel, context: Context, qtbot: QtBot) -> None:
    notices: list[Notice] = []
    context.noticed.connect(notices.append)
    before = context.draft.history.count()
    panel.actions_on_runs.rename(1, "phrases")
    assert "already a run named" in notices[0].text
    assert context.draft.history.count() == before


def test_stars_and_notes(panel: RunsPanel, context: Context, runs: list[Run], qtbot: QtBot) -> None:
    """R120: starring."""
    click_cell(qtbot, panel, "phrases", STAR)
    assert context.store.run(runs[1]).starred
    panel.table.runs.setData(panel.table.runs.index(2, NOTE), "look here")
    assert context.store.run(runs[0]).note == "look here"
    settle(qtbot, panel, lambda: any(row.run.starred for row in panel.table.runs.rows))
    type_words(qtbot, panel, "★")
    assert names(panel) == ["phrases"]
    context.draft.history.undo()
    context.draft.history.undo()
    assert not context.store.run(runs[1]).starred
    assert context.store.run(runs[0]).note == ""


def test_deleted_runs_come_back_by_undo(panel: RunsPanel, context: Context, qtbot: QtBot) -> None:
    """R120: several at once."""
    click_cell(qtbot, panel, "plain", NAME)
    click_cell(qtbot, panel, "词组", NAME, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(panel.table, Qt.Key.Key_Delete)
    settle(qtbot, panel, lambda: names(panel) == ["phrases"])
    assert panel.bar.trash.text() == "Trash (2)"
    context.draft.history.undo()
    settle(qtbot, panel, lambda: len(names(panel)) == 3)


def test_a_run_at_work_is_not_deleted(
    panel: RunsPanel, context: Context, make_run: Callable[..., Run], qtbot: QtBot
) -> None:
    notices: list[Notice] = []
    context.noticed.connect(notices.append)
    busy = make_run("busy", outcome=None)
    panel.actions_on_runs.delete([busy])
    assert "still at work" in notices[0].text
    assert context.store.run(busy).deleted is None


def answer_question(button: str) -> None:
    """Click a button of the question that is about to be asked."""

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        next(found for found in box.buttons() if found.text() == button).click()

    QTimer.singleShot(200, press)


def test_the_trash_restores_and_deletes_for_good_after_a_question(
    panel: RunsPanel, context: Context, runs: list[Run], qtbot: QtBot
) -> None:
    """R120: what lies in the trash is kept until someone says otherwise."""
    panel.actions_on_runs.delete(runs[:2])
    settle(qtbot, panel, panel.bar.trash.isEnabled)
    click(qtbot, panel.bar.trash)
    settle(qtbot, panel, lambda: set(names(panel)) == {"plain", "phrases"})
    click_cell(qtbot, panel, "plain", NAME)
    answer_question("Keep them")
    click(qtbot, panel.bar.purge)
    assert len(context.store.runs(deleted=True)) == 2
    answer_question("Delete for good")
    click(qtbot, panel.bar.purge)
    settle(qtbot, panel, lambda: names(panel) == ["phrases"])
    assert not runs[0].folder.exists()
    click_cell(qtbot, panel, "phrases", NAME)
    click(qtbot, panel.bar.restore)
    settle(qtbot, panel, lambda: names(panel) == [])
    click(qtbot, panel.bar.trash)
    settle(qtbot, panel, lambda: set(names(panel)) == {"phrases", "词组"})


def test_two_runs_differ_in_exactly_their_differing_settings(panel: RunsPanel, qtbot: QtBot) -> None:
    """R121: in the window, where it is what one sees first."""
    click_cell(qtbot, panel, "plain", NAME)
    click_cell(qtbot, panel, "phrases", NAME, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: panel.comparison.tabs.tabText(0) == "Differing settings (2)", timeout=LONG)
    table = panel.comparison.settings
    assert table is not None
    rows = [[table.model().index(row, column).data() for column in range(3)] for row in range(2)]
    assert sorted(row[0] for row in rows) == ["Seed", "Stage 1 › Masking › Rate"]
    qtbot.waitUntil(lambda: len(panel.curves.book.shown) == 2, timeout=LONG)
    qtbot.keyClick(panel.comparison, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "Stage 1 › Masking › Rate\t" in QGuiApplication.clipboard().text()


def test_headings_tell_runs_apart_that_differ_at_the_end(
    context: Context, panel: RunsPanel, make_run: Callable[..., Run], qtbot: QtBot
) -> None:
    made = [make_run(f"masks-{name}", f"seed={place}", steps=10) for place, name in enumerate(SWEEP)]
    panel._read()
    qtbot.waitUntil(lambda: len(panel.table.runs.rows) == 7, timeout=LONG)
    panel.table.select({run.id for run in made})
    panel.comparison.resize(460, 200)
    qtbot.waitUntil(lambda: panel.comparison.tabs.tabText(0) == "Differing settings (1)", timeout=LONG)
    table = panel.comparison.settings
    assert table is not None
    header, columns = table.horizontalHeader(), range(1, 5)
    told = lambda column, role: table.model().headerData(column, Qt.Orientation.Horizontal, role)
    picture = header.viewport().grab().toImage()
    height, square = header.height(), 16  # that of the colour, which differs anyway
    words = [
        picture.copy(header.sectionViewportPosition(at) + square, 0, header.sectionSize(at) - square - 4, height)
        for at in columns
    ]
    assert not any(one == other for one, other in combinations(words, 2))
    titles = [told(column, Qt.ItemDataRole.AccessibleTextRole) for column in columns]
    assert [told(column, Qt.ItemDataRole.DisplayRole) for column in columns] == [title[6:] for title in titles]
    assert table_text(table).splitlines()[0].split("\t")[1:] == titles
    assert [told(column, Qt.ItemDataRole.ToolTipRole) for column in columns] == titles
    squares = [told(column, Qt.ItemDataRole.DecorationRole).toImage().pixelColor(2, 2).name() for column in columns]
    found = dict(zip(titles, squares, strict=True))
    qtbot.waitUntil(lambda: len(panel.curves.board.leader.view.legend.entries) >= 8, timeout=LONG)
    for entry in panel.curves.board.leader.view.legend.entries:
        if " · " in entry.name:
            assert entry.colour.name() == found[entry.name.split(" · ")[0]]


def test_names_without_what_all_begin_with() -> None:
    assert told_apart(["masks-whole-1", "masks-whole-2", "masks-basic-2"]) == ["whole-1", "whole-2", "basic-2"]
    assert told_apart(["plain", "plans"]) == ["plain", "plans"], "a part of a word tells nothing"
    assert told_apart(["alone-1"]) == ["alone-1"]
    assert told_apart([]) == []


def test_one_run_shows_everything_that_is_kept(panel: RunsPanel, qtbot: QtBot) -> None:
    click_cell(qtbot, panel, "词组", NAME)
    qtbot.waitUntil(lambda: panel.comparison.tabs.tabText(0).startswith("Everything"), timeout=LONG)
    table = panel.comparison.settings
    assert table is not None
    model = table.model()
    facts = {model.index(row, 0).data(): model.index(row, 1).data() for row in range(model.rowCount())}
    assert {"Fingerprint of the corpus", "Checkpoints", "Training › Steps"} <= set(facts)
    assert facts["Fingerprints of the corpora of stages"] == "none"


def test_buttons_lead_to_other_pages(panel: RunsPanel, context: Context, qtbot: QtBot) -> None:
    asked: list[str] = []
    context.inspect_requested.connect(lambda name: asked.append(f"inspect {name}"))
    context.resume_requested.connect(lambda name: asked.append(f"resume {name}"))
    context.page_requested.connect(lambda name: asked.append(f"open {name}"))
    click_cell(qtbot, panel, "phrases", NAME)
    click(qtbot, panel.bar.inspect)
    click(qtbot, panel.bar.resume)
    click(qtbot, panel.bar.clone)
    assert asked == ["open inspector", "inspect phrases", "open training", "resume phrases", "open model"]
    assert context.draft.spec.seed == 2
    assert context.draft.spec.name == ""
    context.draft.history.undo()
    assert context.draft.spec.seed == 1


def test_a_resume_is_proven_once_at_a_time_and_the_verdict_shown(
    panel: RunsPanel, more: More, context: Context, runs: list[Run], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    may_end = threading.Event()

    def prove(project: Project, run: Run, *, progress: Report, cancelled: Cancelled) -> Proof:
        asked.append(run.name)
        progress(Progress(1, 2, "steps", "repeating steps"))
        assert may_end.wait(60)
        proof = Proof(Verdict.DIFFERENT, 3, 9, 1e9, difference=Difference(5, "loss", 1.5, 1.25))
        with Store.open(project) as store:
            store.update(run, proof=proof_text(proof))
        return proof

    monkeypatch.setattr("workbench.gui.panels.run_actions.prove_in_child", prove)
    notices: list[Notice] = []
    context.noticed.connect(notices.append)
    click_cell(qtbot, panel, "词组", NAME)
    more(panel)["Prove resume"].trigger()
    more(panel)["Prove resume"].trigger()
    qtbot.waitUntil(lambda: bool(asked), timeout=LONG)
    assert [task.title for task in context.tasks.active if task.title] == ["Proving the resume of 词组"]
    may_end.set()
    qtbot.waitUntil(lambda: bool(notices), timeout=LONG)
    words = "steps 3 to 9 differ first at step 5: loss was recorded as 1.5, repeated as 1.25"
    assert [notice.text for notice in notices] == [f"词组: {words}"]
    assert asked == ["词组"]

    def shown() -> bool:
        table = panel.comparison.settings
        rows = range(table.model().rowCount()) if table is not None else ()
        facts = {table.model().index(row, 0).data(): table.model().index(row, 1).data() for row in rows}
        return words in facts.get("Resume proven", "")

    qtbot.waitUntil(shown, timeout=LONG)


def test_only_what_has_steps_and_rests_can_be_proven(runs: list[Run]) -> None:
    run = runs[0]
    assert Possible.of([run], False).prove
    assert not Possible.of([run], True).prove
    assert not Possible.of(runs, False).prove
    assert not Possible.of([replace(run, step=0)], False).prove
    assert not Possible.of([replace(run, status=Status.RUNNING)], False).prove


def test_metrics_are_exported_as_csv(panel: RunsPanel, tmp_path: Path, runs: list[Run], qtbot: QtBot) -> None:
    path = tmp_path / "metrics.csv"
    panel.actions_on_runs.export(runs[:1], path)
    qtbot.waitUntil(lambda: path.exists() and not panel.context.tasks.active, timeout=LONG)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "run,metric,step,tokens,time,value"
    assert len([line for line in lines if ",loss," in line]) == 30


def test_the_context_menu_offers_everything(panel: RunsPanel, more: More, qtbot: QtBot) -> None:
    click_cell(qtbot, panel, "plain", NAME)
    titles = {title for title, action in more(panel).items() if action.isEnabled()}
    assert {"Rename (F2)", "Clone", "Export metrics as CSV…", "Delete"} <= titles
    panel._show_menu(QPoint(5, 5))
    menu = QApplication.activePopupWidget()
    assert menu is not None
    menu.close()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_the_page_fits_into_a_small_screen_and_its_buttons_stay_where_they_are(
    context: Context, runs: list[Run], show_page: Callable[[Panel], None], qtbot: QtBot, language: str
) -> None:
    """A screen of 1366 pixels, less the rail and margins."""
    languages = Languages()
    languages.use(language)
    try:
        page = RunsPanel(context)
        show_page(page)
        qtbot.waitUntil(lambda: len(page.table.runs.rows) == 3, timeout=LONG)
        assert page.minimumSizeHint().width() <= 1366 - 150
        context.store.update(runs[0], sweep="s")
        page._read()
        qtbot.waitUntil(lambda: any(row.run.sweep for row in page.table.runs.rows), timeout=LONG)
        places = []
        for chosen in (set(), {runs[0].id}, {runs[1].id}, {run.id for run in runs}):
            page.table.select(chosen)
            page.layout().activate()
            places.append([button.geometry() for button in page.bar.findChildren(QPushButton)])
        assert all(place == places[0] for place in places)
    finally:
        languages.use("en")


def test_an_empty_page_says_what_to_do(context: Context, show_page: Callable[[Panel], None], qtbot: QtBot) -> None:
    panel = RunsPanel(context)
    show_page(panel)
    qtbot.waitUntil(lambda: not panel._reading, timeout=LONG)
    assert not panel._pages.is_full
    assert panel.state is PanelState.EMPTY


def shown_steps(panel: RunsPanel) -> list[int]:
    return [len(curves.tracks.get("loss", ())) for curves in panel.curves.book.shown]


def test_a_run_that_trained_and_ended_behind_a_hidden_page_is_shown_whole(
    panel: RunsPanel, context: Context, make_run: Callable[..., Run], qtbot: QtBot
) -> None:
    run = make_run("busy", steps=10, outcome=None)
    panel._read()
    settle(qtbot, panel, lambda: "busy" in names(panel))
    panel.table.select({run.id})
    settle(qtbot, panel, lambda: shown_steps(panel) == [10])
    panel.hide()
    now = time.time()
    more = [
        StepDone(run="busy", step=step, tokens=100 * step, time=now, loss=1.0, losses={}, lr=1e-3, gradient_norm=1.0,
                 tokens_per_s=1.0, memory_bytes=1, seconds_left=0.0)
        for step in range(11, 21)
    ]  # fmt: skip
    context.store.record(run, [*more, RunEnded(run="busy", step=20, time=now, outcome=Outcome.DONE)])
    panel.refresh(Changes.of("runs", "metrics", run="busy"))
    qtbot.waitUntil(lambda: not panel._refresh_timer.isActive(), timeout=LONG)
    assert shown_steps(panel) == [10]
    panel.show()
    settle(qtbot, panel, lambda: shown_steps(panel) == [20])


def test_details_follow_a_new_name_and_go_with_the_last_run(
    panel: RunsPanel, context: Context, runs: list[Run], qtbot: QtBot
) -> None:
    panel.table.select({runs[0].id})
    settle(qtbot, panel, lambda: heading(panel) == "plain")
    panel.actions_on_runs.rename(runs[0].id, "better")
    settle(qtbot, panel, lambda: heading(panel) == "better")
    settle(qtbot, panel, lambda: [curves.run.name for curves in panel.curves.book.shown] == ["better"])
    panel.table.select({run.id for run in runs})
    panel.actions_on_runs.delete(panel.table.selected)
    settle(qtbot, panel, lambda: not panel.table.runs.rows)
    assert not panel.curves.book.shown
    assert heading(panel) == ""


def heading(panel: RunsPanel) -> str:
    """The name over the only run in the details."""
    view = panel.comparison.settings
    model = view.model() if view is not None else None
    return str(model.headerData(1, Qt.Orientation.Horizontal)) if model and model.columnCount() == 2 else ""


def test_a_search_that_finds_nothing_says_so(panel: RunsPanel, qtbot: QtBot) -> None:
    assert panel.nothing.isHidden()
    type_words(qtbot, panel, "status:lost lss<4")
    assert panel.nothing.isVisible()
    assert "“lss<4”" in panel.nothing.text(), "the part that no run fits"
    panel.bar.search.setText("status:lost seed:1")
    assert "“status:lost seed:1”" in panel.nothing.text(), "each fits some run, both none"
    panel.bar.search.clear()
    assert panel.nothing.isHidden()
