from collections.abc import Callable, Iterator, Sequence

import pytest
from PySide6.QtCore import QByteArray, QRect, Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from workbench.core.texts import mark
from workbench.gui.app import Application
from workbench.gui.context import Changes, Context
from workbench.gui.labels import MOST_CHARACTERS
from workbench.gui.notices import Notice, NoticeArea, NoticeLevel
from workbench.gui.palette import CommandPalette, matching, rank
from workbench.gui.panel import Command, Page, Panel, PanelState
from workbench.gui.panels.list_mining import MiningDialog
from workbench.gui.panels.masking_export_dialog import ExportDialog
from workbench.gui.panels.registry import PAGES
from workbench.gui.theme import Theme, ThemeChoice
from workbench.gui.window import Window
from workbench.text.mining import MiningSettings


class Plain(Panel):
    """A page that notes what it is told."""

    NAME = "corpus"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.seen: list[Changes] = []
        self.closed = 0

    def refresh(self, changes: Changes) -> None:
        self.seen.append(changes)

    def commands(self) -> Sequence[Command]:
        return (Command("Import it", lambda: self.seen.clear()),)

    def page_keys(self) -> Sequence[tuple[str, str]]:
        return (("Space", "Draw"),)

    def close_panel(self) -> None:
        self.closed += 1


TWO = (Page("corpus", mark("Corpus"), "file-text", lambda: Plain), next(page for page in PAGES if page.name == "model"))


@pytest.fixture
def make_window(context: Context, qtbot: QtBot) -> Iterator[Callable[[], Window]]:
    made: list[Window] = []

    def make() -> Window:
        window = Window(context, TWO, ThemeChoice.LIGHT, "en")
        made.append(window)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        return window

    yield make
    context.runs = None
    for window in made:
        window.close()
        window.deleteLater()


def test_it_begins_on_the_page_that_is_asked_for_and_builds_no_other_one_for_it(
    context: Context, make_window: Callable[[], Window]
) -> None:
    make_window().open_page("model")
    for asked, page in (("corpus", "corpus"), ("model", "model"), ("no such page", "corpus")):
        window = Window(context, TWO, ThemeChoice.LIGHT, "en", asked)
        assert (window.page.NAME, list(window._panels)) == (page, [page])
        window.end()
        window.deleteLater()


def test_pages_by_rail_status_and_keys(make_window: Callable[[], Window], qtbot: QtBot) -> None:
    window = make_window()
    assert window.page.NAME == "corpus"
    qtbot.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.page.NAME == "model"
    window._rail._buttons["corpus"].click()
    assert window.page.NAME == "corpus"
    window._status._links["model"].click()
    assert window.page.NAME == "model"


def test_states_reach_rail_and_status_line(make_window: Callable[[], Window], qtbot: QtBot) -> None:
    window = make_window()
    window.panel("corpus").set_state(PanelState.READY, "news ✓ 12,430 docs")
    assert window._status._links["corpus"].accessibleDescription() == "news ✓ 12,430 docs"
    assert "12,430" in window._rail._buttons["corpus"].toolTip()
    model = window._status._links["model"]
    qtbot.waitUntil(lambda: model.accessibleDescription().startswith("bert-tiny"), timeout=20_000)  # built by and by


def test_the_status_line_names_the_device_of_the_next_run(make_window: Callable[[], Window], context: Context) -> None:
    """R092: what was asked for is in sight, and after consent what took its place."""
    window = make_window()
    device = window._status._device
    for path, title in (("cuda", "NVIDIA GPU"), ("cpu", "Processor")):
        context.draft.set("training.device", path, "device")
        assert device.accessibleDescription() == f"Device: {title}"


def test_changes_reach_every_panel(make_window: Callable[[], Window], context: Context, qtbot: QtBot) -> None:
    window = make_window()
    panel = window.panel("corpus")
    assert isinstance(panel, Plain)
    qtbot.waitUntil(lambda: panel.seen == [Changes.all()])
    context.announce(Changes.of("runs", run="r1"))
    assert panel.seen[-1] == Changes(frozenset({"runs"}), "r1")


def test_notices_are_few_and_not_repeated(make_window: Callable[[], Window], context: Context) -> None:
    window = make_window()
    for number in (1, 1, 2, 3, 4):
        context.notify(Notice(f"notice {number}", NoticeLevel.WARNING))
    assert [line.notice.text for line in window._notices.lines()] == ["notice 2", "notice 3", "notice 4"]
    window._notices.clear()
    assert window._notices.lines() == []


def test_several_notices_take_the_room_of_one_until_they_are_asked_for(qtbot: QtBot) -> None:
    area = NoticeArea()
    qtbot.addWidget(area)
    area.resize(600, 40)
    area.show()
    area.add(Notice("first"))
    one = area.sizeHint().height()
    area.add(Notice("second"))
    area.add(Notice("third"))
    seen = lambda: [line.notice.text for line in area.lines() if line.isVisible()]
    assert seen() == ["third"]
    assert area.sizeHint().height() == one
    assert area.lines()[-1].more.text() == "2 more"
    area.lines()[-1].go()
    assert seen() == ["second"], "closing one shows the one behind it"
    area.lines()[-1].more.click()
    assert seen() == ["first", "second"]
    area.add(Notice("fourth"))
    assert seen() == ["first", "second", "fourth"]
    area.clear()
    area.add(Notice("fifth"))
    area.add(Notice("sixth"))
    assert seen() == ["sixth"]


def test_a_megabyte_in_a_notice_is_cut_and_can_be_copied_whole(
    make_window: Callable[[], Window], context: Context
) -> None:
    """R142: what a library says in an error may be long."""
    window = make_window()
    whole = "word 词 " * 150_000
    context.notify(Notice(whole, NoticeLevel.ERROR))
    (line,) = window._notices.lines()
    assert len(line._text.text()) == MOST_CHARACTERS + 1
    next(button for button in line.findChildren(QPushButton) if button.text() == "Copy details").click()
    assert QApplication.clipboard().text() == whole


def test_a_far_geometry_and_damaged_layouts_still_give_a_visible_window(
    make_window: Callable[[], Window], context: Context
) -> None:
    window = make_window()
    window.setGeometry(5000, 5000, 1000, 640)
    window.close()
    context.settings.keep_layout("docks", QByteArray(b"\x01\xffgarbage\x00" * 9))
    context.settings.keep_layout("splitter/model-splitter", QByteArray(b"garbage"))
    context.settings.keep_layout("page", QByteArray(b"\xff\xfe"))
    again = make_window()
    screen = QApplication.primaryScreen().availableGeometry()
    assert screen.contains(again.frameGeometry())
    context.settings.keep_layout("geometry", QByteArray(b"\x00\x01\x02"))
    assert screen.intersects(make_window().geometry())


def test_the_frame_is_on_the_screen_at_first_start_and_after(make_window: Callable[[], Window], qtbot: QtBot) -> None:
    screen = QApplication.primaryScreen().availableGeometry()
    window = make_window()
    assert window.frameGeometry() != window.geometry(), "the platform has frames"
    qtbot.waitUntil(lambda: screen.contains(window.frameGeometry()))
    for corner in (screen.topLeft(), screen.center(), screen.bottomRight()):
        window.setGeometry(QRect(corner, window.size()))
        window.close()
        window = make_window()
        qtbot.waitUntil(lambda window=window: screen.contains(window.frameGeometry()))


def test_a_window_that_lies_well_is_not_moved(make_window: Callable[[], Window]) -> None:
    window = make_window()
    window.resize(Window.minimumSize(window))
    window.move(30, 40)
    before = window.geometry()
    for _ in range(2):
        window.close()
        window = make_window()
        assert window.geometry() == before


def test_the_page_and_layout_are_remembered_and_reset(make_window: Callable[[], Window], context: Context) -> None:
    window = make_window()
    window.open_page("model")
    window.close()
    again = make_window()
    assert again.page.NAME == "model"
    again.reset_layout()
    assert context.settings.layout("geometry").isEmpty()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_small_screen_at_150_percent_holds_the_window(context: Context, qapp: QApplication, language: str) -> None:
    """1366x768 at 150 % has 910x512; a page that needs more room scrolls."""
    application = Application(qapp, context, PAGES, Theme(qapp, ThemeChoice.LIGHT))
    application.show_window(language)
    window = application.window
    assert window is not None
    hint = window.minimumSizeHint().expandedTo(window.minimumSize())
    assert hint.width() <= 910
    assert hint.height() <= 512
    window.resize(910, 512)
    for page in PAGES:
        window.open_page(page.name)
        QApplication.processEvents()
        area = window._pages.currentWidget()
        assert isinstance(area, QScrollArea)
        hidden = window.page.width() - area.viewport().width()
        assert hidden <= area.horizontalScrollBar().maximum(), "all of the page can be reached"
    window.close()
    window.deleteLater()
    application._languages.use("en")


def test_every_dialog_fits_a_small_screen(make_window: Callable[[], Window], context: Context) -> None:
    window = make_window()
    window.show_keys()
    window.open_palette()
    MiningDialog(MiningSettings(), (), window).show()
    ExportDialog(["Whole words"], 0, True, window).show()
    dialogs = window.findChildren(QDialog)
    assert len(dialogs) >= 4
    for dialog in dialogs:
        size = dialog.sizeHint().expandedTo(dialog.minimumSizeHint()).expandedTo(dialog.size())
        assert (size.width() <= 1280, size.height() <= 680) == (True, True), dialog.windowTitle()
        dialog.close()


class Runs:
    """Runs that go on, as the training page tells."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def living_runs(self) -> Sequence[str]:
        return ("tiny-1",)

    def keep_running(self) -> None:
        self.told.append("keep")

    def stop_and_save(self) -> None:
        self.told.append("stop")


@pytest.mark.parametrize(
    ("button", "told", "closes"),
    [("Keep training", ["keep"], True), ("Save and stop", ["stop"], True), ("Stay here", [], False)],
)
def test_closing_while_a_run_goes_on_asks(
    make_window: Callable[[], Window], context: Context, button: str, told: list[str], closes: bool
) -> None:
    window, runs = make_window(), Runs()
    context.runs = runs

    asked: list[str] = []

    def answer() -> None:
        question = QApplication.activeModalWidget()
        assert isinstance(question, QMessageBox)
        asked.append(question.text())
        next(choice for choice in question.buttons() if choice.text() == button).click()

    QTimer.singleShot(50, answer)
    assert window.close() is closes
    assert runs.told == told
    assert "tiny-1" in asked[0]
    panel = window.panel("corpus")
    assert isinstance(panel, Plain)
    assert panel.closed == int(closes)


def test_closing_without_runs_asks_nothing(make_window: Callable[[], Window]) -> None:
    window = make_window()
    assert window.close()
    assert window.close()
    panel = window.panel("corpus")
    assert isinstance(panel, Plain)
    assert panel.closed == 1


def test_ranking_of_commands() -> None:
    assert rank("sta", "Start training") == 0
    assert rank("train", "Start training") == 1
    assert rank("training start", "Start training") == 2
    assert rank("sttr", "Start training") == 3
    assert rank("xyz", "Start training") is None
    names = [Command(name, lambda: None) for name in ("Restart", "Start training", "Other")]
    assert [command.title for command in matching("start", names)] == ["Start training", "Restart"]


def test_the_palette_offers_pages_presets_settings_and_runs_them(
    make_window: Callable[[], Window], context: Context, qtbot: QtBot
) -> None:
    window = make_window()
    titles = [command.title for command in window.commands()]
    for wanted in ("Model", "Start training", "Import it", "Preset bert-mini", "Setting: Encoder › Layers"):
        assert wanted in titles
    window.open_palette()
    palette = window.findChild(CommandPalette)
    assert palette is not None
    qtbot.keyClicks(palette._field, "preset bert-mini")
    qtbot.keyClick(palette._field, Qt.Key.Key_Return)
    assert context.draft.spec.preset == "bert-mini"
    assert window.page.NAME == "model"


def test_undo_and_redo_by_keys(make_window: Callable[[], Window], context: Context, qtbot: QtBot) -> None:
    window = make_window()
    context.draft.set("encoder.layers", 9, "layers")
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert context.draft.spec.encoder.layers == 2
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(window, Qt.Key.Key_Z, both)
    assert context.draft.spec.encoder.layers == 9


def test_the_key_card_names_the_pages_own_keys_and_fits(make_window: Callable[[], Window]) -> None:
    window = make_window()
    window.show_keys()
    card = next(dialog for dialog in window.findChildren(QDialog) if dialog.windowTitle() == "Keys")
    assert card.width() <= 1280
    assert card.height() <= 680
    card.close()


def test_another_language_builds_the_window_anew(context: Context, qtbot: QtBot, qapp: QApplication) -> None:
    application = Application(qapp, context, TWO, Theme(qapp, ThemeChoice.LIGHT))
    application.show_window("en", "model")
    first = application.window
    assert first is not None
    first.language_chosen.emit("zh_CN")
    qtbot.waitUntil(lambda: application.window is not first)
    second = application.window
    assert second is not None
    assert second.page.NAME == "model"
    assert second._rail._buttons["corpus"].text() == "语料"
    second.language_chosen.emit("en")
    qtbot.waitUntil(lambda: application.window is not second)
    assert application.window is not None
    application.window.close()
