"""Probe sentences, the queue, sweeps, and the message at the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QDialogButtonBox, QWidget
from pytestqt.qtbot import QtBot

from workbench.core.events import Guess, Outcome, ProbedMask, ProbedSentence, ProbesDone
from workbench.gui.context import Context
from workbench.gui.panels.training_end_message import CHOICE, EndMessages, end_words
from workbench.gui.panels.training_probe_editor import ProbeEditor
from workbench.gui.panels.training_probes import ProbePane
from workbench.gui.panels.training_queue import QueuePane
from workbench.gui.watcher import Watcher
from workbench.store.queue import RunQueue
from workbench.store.records import Run, Status

LONG = 30_000

MakeRun = Callable[..., Run]


def probed(step: int, chance: float) -> ProbesDone:
    """One sentence with a hidden word and a typed mask."""
    guesses = (Guess(token="京", probability=chance), Guess(token="海", probability=0.1))
    hidden = ProbedMask(position=2, guesses=guesses, answer="海", probability=0.1, rank=2)
    masks = (hidden, ProbedMask(position=3, guesses=guesses))
    sentence = ProbedSentence(text="上[[海]][MASK]", tokens=("[CLS]", "上", "[MASK]", "[MASK]", "[SEP]"), masks=masks)
    return ProbesDone(run="r", step=step, time=0.0, sentences=(sentence,))


def cells(pane: ProbePane) -> list[list[str]]:
    """The texts of the table."""
    model = pane.model
    return [[str(model.index(row, column).data()) for column in range(4)] for row in range(model.rowCount())]


def test_the_slider_goes_back_and_new_evaluations_do_not_pull_it_forward(dressed: object, qtbot: QtBot) -> None:
    pane = ProbePane()
    qtbot.addWidget(pane)
    pane.show()
    assert pane.empty.isVisible()
    pane.show_probes([probed(10, 0.2), probed(20, 0.4)])
    assert not pane.empty.isVisible()
    assert cells(pane)[0][0] == "上[[海]][MASK]"
    assert "海" in cells(pane)[0][1]
    assert "#2" in cells(pane)[0][1]
    assert "40.0" in cells(pane)[0][2]
    assert cells(pane)[1][0] == ""
    pane.show_probes([probed(10, 0.2), probed(20, 0.4), probed(30, 0.9)])
    assert "90.0" in cells(pane)[0][2], "it follows the newest"
    pane.slider.setValue(0)
    assert "20.0" in cells(pane)[0][2]
    pane.show_probes([probed(10, 0.2), probed(20, 0.4), probed(30, 0.9), probed(40, 1.0)])
    assert "20.0" in cells(pane)[0][2]
    assert "10" in pane.place.text()


def test_byte_level_tokens_are_readable(dressed: object, qtbot: QtBot) -> None:
    pane = ProbePane()
    qtbot.addWidget(pane)
    mask = ProbedMask(position=1, guesses=(Guess(token="Ġhouse", probability=0.5),))
    sentence = ProbedSentence(text="the [MASK]", tokens=("<s>", "<mask>", "</s>"), masks=(mask,))
    pane.show_probes([ProbesDone(run="r", step=1, time=0.0, sentences=(sentence,))])
    assert cells(pane)[0][2].startswith("␣house")


def test_sentences_are_written_as_one_step(context: Context, qtbot: QtBot) -> None:
    editor = ProbeEditor(context)
    qtbot.addWidget(editor)
    save = editor.buttons.button(QDialogButtonBox.StandardButton.Save)
    editor.text.setPlainText("北京是首都\n\n它是[MASK]")
    assert not save.isEnabled(), "nothing is asked in the first"
    cursor = editor.text.textCursor()
    cursor.setPosition(0)
    cursor.setPosition(2, QTextCursor.MoveMode.KeepAnchor)
    editor.text.setTextCursor(cursor)
    editor.hide_selected()
    assert editor.sentences == ("[[北京]]是首都", "它是[MASK]")
    assert save.isEnabled()
    editor.save()
    assert context.draft.spec.probes == ("[[北京]]是首都", "它是[MASK]")
    context.draft.history.undo()
    assert context.draft.spec.probes == ()
    cursor = editor.text.textCursor()
    cursor.setPosition(0)
    cursor.setPosition(6, QTextCursor.MoveMode.KeepAnchor)
    editor.text.setTextCursor(cursor)
    editor.hide_selected()
    assert editor.sentences[0] == "北京是首都"
    editor.text.setPlainText("[MASK]\n" * 9)
    assert not save.isEnabled()


@pytest.fixture
def pane(context: Context, qtbot: QtBot) -> QueuePane:
    made = QueuePane(context, lambda: [run.id for run in context.store.runs()])
    qtbot.addWidget(made)
    return made


def test_the_queue_is_arranged_and_every_change_can_be_undone(
    context: Context, make_run: MakeRun, pane: QueuePane, qtbot: QtBot
) -> None:
    one, two, three = (make_run(name).id for name in ("one", "two", "three"))
    make_run("complete", outcome=Outcome.DONE)
    assert not pane.go_button.isEnabled()
    qtbot.mouseClick(pane.add_button, Qt.MouseButton.LeftButton)
    assert pane.numbers == [three, two, one], "those that can be trained"
    pane.list.item(2).setSelected(True)
    pane.shift(-1)
    assert pane.numbers == [three, one, two]
    assert pane.selected == [one], "what was selected stays so"
    pane.remove()
    assert pane.numbers == RunQueue(context.store).runs() == [three, two]
    for expected in ([three, one, two], [three, two, one], []):
        context.draft.history.undo()
        assert pane.numbers == expected
    context.draft.history.redo()
    context.store.update(two, status=Status.DONE.value)
    context.draft.history.redo()
    assert pane.numbers == [three, one], "one that was trained meanwhile does not come back"


def test_the_queue_is_started_and_stopped(context: Context, make_run: MakeRun, pane: QueuePane, qtbot: QtBot) -> None:
    pane.add([make_run("one").id])
    qtbot.mouseClick(pane.go_button, Qt.MouseButton.LeftButton)
    assert RunQueue(context.store).going
    assert "going" in pane.words.text()
    qtbot.mouseClick(pane.go_button, Qt.MouseButton.LeftButton)
    assert not RunQueue(context.store).going


def test_a_queue_that_an_earlier_window_left_is_worked_off(
    context: Context, engine: Callable[[str], None], qtbot: QtBot
) -> None:
    spec = context.draft.spec
    short = spec.model_copy(update={"training": spec.training.model_copy(update={"steps": 3})})
    runs = [context.store.create_run(short, name=f"r{number}").id for number in range(2)]
    queue = RunQueue(context.store)
    queue.add(runs)
    queue.going = True
    watcher = Watcher(context.project)
    started: list[int] = []
    ended: list[bool] = []
    watcher.started_run.connect(started.append)
    watcher.queue_ended.connect(lambda: ended.append(True))
    watcher.start()
    try:
        qtbot.waitUntil(lambda: bool(ended) and not watcher._children, timeout=2 * LONG)
    finally:
        assert watcher.close()
    assert started == runs
    assert [context.store.run(run).status for run in runs] == [Status.DONE, Status.DONE]
    assert not queue.going


def test_a_message_tells_how_a_run_ended(
    context: Context, make_run: MakeRun, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    messages = EndMessages(context, parent)
    shown: list[tuple[str, str]] = []
    monkeypatch.setattr(messages, "show_message", lambda *words: shown.append(words))
    messages.box.setEnabled(True)
    messages.box.setChecked(True)
    run = make_run("one", outcome=Outcome.DONE)
    messages.take_end(run.id, 0)
    assert shown[0][0] == "one"
    assert "done" in shown[0][1]
    assert "30" in shown[0][1]
    messages.box.setChecked(False)
    messages.take_end(run.id, 0)
    messages.take_end(99, 0)
    assert len(shown) == 1
    assert context.settings.choice(CHOICE) == "off"
    assert end_words(run, None) == "done · step 30 of 100"
