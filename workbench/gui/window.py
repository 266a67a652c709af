"""The window: rail, pages, notices, status line, menus; it arranges panels and knows none of their subjects."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QByteArray, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QKeySequence, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QUndoView,
    QVBoxLayout,
    QWidget,
)

from workbench.gui.closing import Decision, ask_about_living
from workbench.gui.context import Changes, Context
from workbench.gui.engine_dialog import open_engine_dialog
from workbench.gui.i18n import LANGUAGES, tr, translate
from workbench.gui.keys_card import KeysCard
from workbench.gui.notices import NoticeArea
from workbench.gui.palette import CommandPalette
from workbench.gui.panel import Command, Page, Panel, PanelState
from workbench.gui.placing import available, keep_on_screen
from workbench.gui.project_menu import ProjectCare
from workbench.gui.quiet import QuietMoment
from workbench.gui.rail import Rail
from workbench.gui.status import StatusLine
from workbench.gui.theme import ThemeChoice
from workbench.spec.presets import preset_names

#: Panels whose words stand in the status line.
IN_STATUS = ("corpus", "vocabulary", "masking", "model", "training")
SMALLEST = (720, 440)  #: 1366x768 at 150 % has 910x512
FIRST_SIZE = (1360, 760)
LOOKS_AFTER_RUNS = "training"
FRAME_MILLISECONDS = 300  #: X11 tells of the frame some time after the window is on show


def _scrolling() -> QScrollArea:
    """Room for a page with scroll bars, which come where the screen is smaller than the page can be."""
    area = QScrollArea(widgetResizable=True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area


def _splitters(widget: QWidget) -> list[QSplitter]:
    """Those whose layout is remembered."""
    return [splitter for splitter in widget.findChildren(QSplitter) if splitter.objectName()]


class Window(QMainWindow):
    """``theme_chosen`` and ``language_chosen`` ask the application; ``closed`` comes once, after the panels ended."""

    theme_chosen = Signal(str)
    language_chosen = Signal(str)
    closed = Signal()

    def __init__(
        self, context: Context, pages: Sequence[Page], theme: ThemeChoice, language: str, page: str = ""
    ) -> None:
        """Opens on ``page``, or where that is empty on the one that was on show when the project was left."""
        super().__init__()
        self._context = context
        self._theme, self._language = theme, language
        self._ended = self._seen = False
        self._quiet = QuietMoment(self)
        self._known = {page.name: page for page in pages}
        self._panels: dict[str, Panel] = {}
        self._first_layout: dict[str, QByteArray] = {}
        self._pages = QStackedWidget()
        self._notices = NoticeArea()
        self._rail = Rail(pages)
        self._status = StatusLine([page for page in pages if page.name in IN_STATUS], context.tasks)
        name = context.project.root.name
        shown = tr("{name} (for reading)", name=name) if context.project.read_only else name
        self.setWindowTitle(f"{shown} – BERT Workbench")
        self.setMinimumSize(*SMALLEST)
        self._arrange()
        self._make_history_dock()
        self._make_menus()
        self._connect()
        self._quiet.came.connect(self.build_next)
        self._restore(page)

    def _arrange(self) -> None:
        for _name in self._known:
            self._pages.addWidget(_scrolling())
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._pages, 1)
        column.addWidget(self._notices)
        middle = QWidget()
        row = QHBoxLayout(middle)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._rail)
        row.addWidget(body, 1)
        self.setCentralWidget(middle)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addWidget(self._status, 1)

    def _make_history_dock(self) -> None:
        self._history = QDockWidget(tr("History"), self)
        self._history.setObjectName("history")
        view = QUndoView(self._context.draft.history)
        view.setEmptyLabel(tr("Start of this session"))
        self._history.setWidget(view)
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self._history)
        self._history.hide()

    def _make_menus(self) -> None:
        project = self._menu(tr("&Project"))
        self._action(project, tr("Engine…"), lambda: open_engine_dialog(self._context, self))
        project.addSeparator()
        for title, care in ProjectCare(self._context, self).entries():
            self._action(project, title, care)
        project.addSeparator()
        self._action(project, tr("Close window"), self.close, "Ctrl+W")
        self._action(project, tr("Quit"), self.close, "Ctrl+Q")
        self._make_edit_menu()
        self._make_view_menu()
        run = self._menu(tr("&Run"))
        self._action(run, tr("Start training"), self._context.start_training, "F5")
        help_menu = self._menu(tr("&Help"))
        self._action(help_menu, tr("Find anything…"), self.open_palette, "Ctrl+K")
        self._action(help_menu, tr("Keys of this page"), self.show_keys, "?")

    def _make_edit_menu(self) -> None:
        edit = self._menu(tr("&Edit"))
        history = self._context.draft.history
        undo = history.createUndoAction(self, tr("Undo"))
        undo.setShortcut(QKeySequence("Ctrl+Z"))
        redo = history.createRedoAction(self, tr("Redo"))
        redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        edit.addActions([undo, redo])
        edit.addSeparator()
        show = self._history.toggleViewAction()
        show.setShortcut(QKeySequence("Ctrl+H"))
        edit.addAction(show)

    def _make_view_menu(self) -> None:
        view = self._menu(tr("&View"))
        for place, page in enumerate(self._known.values(), 1):
            show = lambda name=page.name: self.open_page(name)
            self._action(view, translate(page.title), show, f"Ctrl+{place}")
        view.addSeparator()
        themes = {
            ThemeChoice.SYSTEM: tr("Like the system"),
            ThemeChoice.LIGHT: tr("Light"),
            ThemeChoice.DARK: tr("Dark"),
        }
        chosen_theme = {name.value: text for name, text in themes.items()}
        self._choices(view.addMenu(tr("Theme")), chosen_theme, self._theme.value, self.theme_chosen.emit)
        self._choices(view.addMenu(tr("Language")), LANGUAGES, self._language, self.language_chosen.emit)
        view.addSeparator()
        self._action(view, tr("Reset layout"), self.reset_layout)

    def _menu(self, title: str) -> QMenu:
        return self.menuBar().addMenu(title)

    def _action(self, menu: QMenu, title: str, run: Callable[[], object], keys: str = "") -> None:
        action = QAction(title, self)
        action.triggered.connect(lambda _checked=False: run())
        if keys:
            action.setShortcut(QKeySequence(keys))
        menu.addAction(action)

    def _choices(self, menu: QMenu, texts: dict[str, str], current: str, choose: Callable[[str], None]) -> None:
        group = QActionGroup(menu)
        for name, text in texts.items():
            action = QAction(text, menu, checkable=True, checked=name == current)
            action.triggered.connect(lambda _checked=False, name=name: choose(name))
            group.addAction(action)
            menu.addAction(action)

    def _connect(self) -> None:
        self._rail.chosen.connect(self.open_page)
        self._status.chosen.connect(self.open_page)
        context = self._context
        context.changed.connect(self._refresh)
        context.page_requested.connect(self.open_page)
        context.noticed.connect(self._notices.add)
        context.withdrawn.connect(self._notices.withdraw)
        context.draft.changed.connect(self._show_device)
        self._show_device()

    @property
    def page(self) -> Panel:
        """The panel on show."""
        area = self._pages.currentWidget()
        assert isinstance(area, QScrollArea)
        panel = area.widget()
        assert isinstance(panel, Panel)
        return panel

    def panel(self, name: str) -> Panel:
        """A panel by its name; built now if nobody has asked for it yet."""
        if name not in self._panels:
            self._panels[name] = self._build(name)
        return self._panels[name]

    def _build(self, name: str) -> Panel:
        """Load and make a page, with what is remembered of its layout. All at once would keep the user waiting."""
        panel = self._known[name].load()(self._context)
        area = self._pages.widget(list(self._known).index(name))
        assert isinstance(area, QScrollArea)
        area.setWidget(panel)
        panel.state_changed.connect(lambda state, words: self._show_state(name, state, words))
        self._show_state(name, panel.state, panel.words)
        for splitter in _splitters(panel):
            self._first_layout[splitter.objectName()] = splitter.saveState()
            splitter.restoreState(self._context.settings.layout(f"splitter/{splitter.objectName()}"))
        panel.refresh(Changes.all())
        return panel

    @Slot()
    def build_next(self) -> None:
        """Build a page that nobody has asked for yet, and the others after it; the one that looks after runs first."""
        missing = [name for name in self._known if name not in self._panels]
        missing.sort(key=lambda name: name != LOOKS_AFTER_RUNS)
        if missing and not self._ended:
            self.panel(missing[0])
        if len(missing) > 1 and not self._ended:
            self._quiet.ask()
        else:
            self._quiet.end()

    @Slot(str)
    def open_page(self, name: str) -> None:
        """Show a page and give it the keyboard."""
        panel = self.panel(name)
        self._pages.setCurrentIndex(list(self._known).index(name))
        self._rail.choose(name)
        panel.setFocus()

    @Slot(object)
    def _refresh(self, changes: Changes) -> None:
        for panel in self._panels.values():
            panel.refresh(changes)

    def _show_state(self, name: str, state: PanelState, words: str) -> None:
        self._rail.show_state(name, state, words)
        self._status.show_words(name, state, words)

    @Slot()
    def _show_device(self) -> None:
        device = translate(self._context.draft.spec.training.device.label)
        self._status.show_device(tr("Device: {device}", device=device))

    def commands(self) -> list[Command]:
        """Everything the palette offers: menu entries, the pages' own, presets."""
        others = [panel for name in self._known if (panel := self.panel(name)) is not self.page]
        found = [
            Command(action.text().replace("&", ""), action.trigger, action.shortcut().toString())
            for menu in self.menuBar().findChildren(QMenu)
            for action in menu.actions()
            if action.text() and action.isEnabled() and action.menu() is None
        ]
        for panel in (self.page, *others):
            found.extend(panel.commands())
        found.extend(Command(tr("Preset {name}", name=name), self._preset_setter(name)) for name in preset_names())
        return found

    def _preset_setter(self, name: str) -> Callable[[], None]:
        def use() -> None:
            self._context.draft.use_preset(name)
            self.open_page("model")

        return use

    def open_palette(self) -> None:
        """Show the command palette."""
        palette = CommandPalette(self.commands(), self)
        palette.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        palette.open()

    def show_keys(self) -> None:
        """Show the keys of the window and of the page on show."""
        card = KeysCard(self.page.page_keys(), self.commands(), self)
        card.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        card.open()

    def _restore(self, page: str) -> None:
        settings = self._context.settings
        if not self.restoreGeometry(settings.layout("geometry")):
            self.resize(*FIRST_SIZE)
            self.move(available()[0].topLeft())
        self._keep_on_screen()
        self.restoreState(settings.layout("docks"))
        page = page or bytes(settings.layout("page").data()).decode("utf-8", "replace")
        self.open_page(page if page in self._known else next(iter(self._known)))

    def showEvent(self, event: QShowEvent) -> None:
        """The system adds its frame only now; make sure that the title bar can be reached."""
        super().showEvent(event)
        self._keep_on_screen()
        QTimer.singleShot(FRAME_MILLISECONDS, self, self._keep_on_screen)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Once the page on show has been seen, the others are built."""
        super().paintEvent(event)
        if not self._seen:
            self._seen = True
            self._quiet.ask()

    @Slot()
    def _keep_on_screen(self) -> None:
        keep_on_screen(self)

    def _keep_layout(self) -> None:
        settings = self._context.settings
        settings.keep_layout("geometry", self.saveGeometry())
        settings.keep_layout("docks", self.saveState())
        settings.keep_layout("page", QByteArray(self.page.NAME.encode()))
        for splitter in _splitters(self):
            settings.keep_layout(f"splitter/{splitter.objectName()}", splitter.saveState())
        settings.sync()

    def reset_layout(self) -> None:
        """Back to the arrangement of the first start."""
        self._context.settings.forget_layouts()
        self._history.hide()
        self._history.setFloating(False)
        for splitter in _splitters(self):
            splitter.restoreState(self._first_layout.get(splitter.objectName(), QByteArray()))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about living runs first; then end the panels, once."""
        if not self._ended:
            if not self._may_close():
                event.ignore()
                return
            self.end()
        event.accept()

    def end(self) -> None:
        """Keep the layout and close every panel, without asking."""
        self._ended = True
        self._quiet.end()
        self._keep_layout()
        for panel in self._panels.values():
            panel.close_panel()
        self.closed.emit()

    def _may_close(self) -> bool:
        if LOOKS_AFTER_RUNS in self._known:
            self.panel(LOOKS_AFTER_RUNS)
        runs = self._context.runs
        names = list(runs.living_runs()) if runs is not None else []
        if runs is None or not names:
            return True
        decision = ask_about_living(names, self)
        if decision is Decision.KEEP_RUNNING:
            runs.keep_running()
        elif decision is Decision.STOP_AND_SAVE:
            runs.stop_and_save()
        return decision is not Decision.STAY
