"""The row above the runs: the search, how many it finds, buttons for what is done often, a menu for all the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QMenu, QPushButton, QWidget

from workbench.gui.i18n import tr
from workbench.gui.icons import icon
from workbench.gui.tables.run_search import RunRow, parse_search
from workbench.gui.theme import GRID
from workbench.store.records import Run, RunKind, Status

Deed = Callable[[], None]


@dataclass(frozen=True)
class Deeds:
    """What can be done to the selected runs, and to the page itself."""

    rename: Deed
    note: Deed
    tags: Deed
    star: Deed
    hide: Deed
    resume: Deed
    inspect: Deed
    replay: Deed
    prove: Deed
    clone: Deed
    go_on: Deed
    probe: Deed
    matrix: Deed
    compare_sweep: Deed
    export: Deed
    capsule: Deed
    export_weights: Deed
    load: Deed
    report: Deed
    delete: Deed
    restore: Deed
    purge: Deed
    show_trash: Deed


@dataclass(frozen=True)
class Possible:
    """What the selected runs allow; ``in_trash`` where they lie there, ``hidden`` where all are hidden, ``sweep`` where
    they belong to one sweep, ``loaded`` where one was loaded from a folder."""

    in_trash: bool
    any: bool
    one: bool
    resume: bool
    delete: bool
    prove: bool = False
    hidden: bool = False
    sweep: bool = False
    loaded: bool = False
    probe: bool = False

    @staticmethod
    def of(selected: Sequence[Run], in_trash: bool) -> Possible:
        """What these runs allow."""
        one = selected[0] if len(selected) == 1 and not in_trash else None
        return Possible(
            in_trash,
            any=bool(selected),
            one=one is not None,
            resume=one is not None and (one.resumable or one.status is Status.CREATED),
            prove=one is not None and not one.active and one.step > 0,
            delete=not in_trash and any(not run.active for run in selected),
            hidden=bool(selected) and all(run.hidden for run in selected),
            loaded=one is not None and one.kind is RunKind.LOADED,
            probe=bool(selected)
            and not in_trash
            and all(run.step > 0 or run.kind is RunKind.LOADED for run in selected),
            sweep=not in_trash and len(sweeps := {run.sweep for run in selected}) == 1 and "" not in sweeps,
        )


class NothingFound(QLabel):
    """Says why a search has found no run: which of its parts fit none; hidden while it has found some."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, wordWrap=True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.hide()

    def show_missing(self, search: str, rows: Sequence[RunRow], num_found: int) -> None:
        """Look which parts of a search fit none of the rows; ``num_found`` of them fit all of it."""
        nothing = bool(search.strip()) and bool(rows) and not num_found
        if nothing:
            tests = {part: parse_search(part) for part in search.split()}
            alone = [part for part, test in tests.items() if not any(map(test, rows))]
            words = " ".join(alone or tests)
            self.setText(tr("No run fits “{words}”. Conditions are written as loss<4.2 or status:lost.", words=words))
        self.setVisible(nothing)


class RunsBar(QWidget):
    """Shows the buttons of the list or those of the trash; what is not possible now is greyed."""

    def __init__(self, deeds: Deeds, view: QWidget, parent: QWidget | None = None) -> None:
        """``view`` is the button that says how the list is looked at."""
        super().__init__(parent)
        self._deeds = deeds
        self._possible = Possible.of((), in_trash=False)
        self._icons: list[tuple[QPushButton, str]] = []
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Search, as: loss<4.2 status:lost tag:good ★"))
        self.search.setAccessibleName(tr("Search runs"))
        self.search.setClearButtonEnabled(True)
        self.search.setMinimumWidth(30 * GRID)
        self.count = QLabel(self)
        self.star = self._button(tr("Star"), "star", deeds.star)
        self.resume = self._button(tr("Resume"), "player-play", deeds.resume)
        self.inspect = self._button(tr("Inspect"), "microscope", deeds.inspect)
        self.clone = self._button(tr("Clone"), "copy", deeds.clone)
        self.probe = self._button(tr("Probe…"), "table", deeds.probe)
        self.probe.setToolTip(tr("Try the weights of the selected runs on a labelled file"))
        self.delete = self._button(tr("Delete"), "trash", deeds.delete)
        self.restore = self._button(tr("Restore"), "restore", deeds.restore)
        self.purge = self._button(tr("Delete for good…"), "x", deeds.purge)
        self.more = QPushButton(tr("More"), self)
        self.more.setToolTip(tr("Everything that can be done to the selected runs; load checkpoints, compare sweeps"))
        self.more.setMenu(self._make_more())
        self.trash = self._button(tr("Trash"), "trash", deeds.show_trash)
        self.trash.setCheckable(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.search, 1)
        row.addWidget(self.count)
        row.addWidget(view)
        row.addSpacing(GRID)
        for button, _ in self._icons:
            row.addWidget(button)
        row.insertWidget(row.count() - 1, self.more)
        self._dress()

    def _button(self, title: str, picture: str, run: Deed) -> QPushButton:
        button = QPushButton(title, self)
        button.clicked.connect(lambda _checked=False: run())
        self._icons.append((button, picture))
        return button

    def _make_more(self) -> QMenu:
        menu = QMenu(self)
        menu.aboutToShow.connect(lambda: self.fill_menu(menu, self._possible))
        return menu

    @property
    def in_trash(self) -> bool:
        """Whether the trash is on show."""
        return self.trash.isChecked()

    def show_possible(self, possible: Possible, num_deleted: int) -> None:
        """Grey what is not possible; ``num_deleted`` runs lie in the trash."""
        self._possible = possible
        for button in (self.star, self.resume, self.inspect, self.clone, self.probe, self.delete):
            button.setVisible(not possible.in_trash)
        for button in (self.restore, self.purge):
            button.setVisible(possible.in_trash)
            button.setEnabled(possible.any)
        self.star.setEnabled(possible.any)
        self.delete.setEnabled(possible.delete)
        self.clone.setEnabled(possible.one)
        self.probe.setEnabled(possible.probe)
        self.inspect.setEnabled(possible.one)
        self.resume.setEnabled(possible.resume)
        self.trash.setText(tr("Trash ({count})", count=num_deleted))
        self.trash.setEnabled(possible.in_trash or bool(num_deleted))
        self.updateGeometry()  # the page would keep room for buttons that were hidden before it was first shown

    def fill_menu(self, menu: QMenu, possible: Possible) -> None:
        """Everything that can be done to the selected runs, in place of what stands in a menu."""
        menu.clear()
        deeds, listed = self._deeds, possible.any and not possible.in_trash
        entries: list[tuple[str, Deed, bool]] = [
            (tr("Rename (F2)"), deeds.rename, listed),
            (tr("Write a note"), deeds.note, listed),
            (tr("Tags… (Ctrl+T)"), deeds.tags, listed),
            (tr("Star"), deeds.star, listed),
            (tr("Unhide") if possible.hidden else tr("Hide"), deeds.hide, listed),
            (tr("Resume"), deeds.resume, possible.resume),
            (tr("Inspect"), deeds.inspect, possible.one),
            (tr("Replay a step's masks"), deeds.replay, possible.one and not possible.loaded),
            (tr("Prove resume"), deeds.prove, possible.prove),
            (tr("Clone"), deeds.clone, possible.one),
            (tr("Continue as a new run from here"), deeds.go_on, possible.one),
            (tr("Probe…"), deeds.probe, possible.probe),
            (tr("Models by tasks…"), deeds.matrix, listed),
            (tr("Compare the sweep"), deeds.compare_sweep, possible.sweep),
            (tr("Export metrics as CSV…"), deeds.export, possible.any),
            (tr("Save a capsule…"), deeds.capsule, possible.one),
            (tr("Export the weights…"), deeds.export_weights, possible.one),
            (tr("Show the load report"), deeds.report, possible.loaded),
            (tr("Load a checkpoint…"), deeds.load, not possible.in_trash),
            (tr("Delete"), deeds.delete, possible.delete),
            (tr("Restore"), deeds.restore, possible.any and possible.in_trash),
            (tr("Delete for good…"), deeds.purge, possible.any and possible.in_trash),
        ]
        for title, run, enabled in entries:
            action = menu.addAction(title)
            action.setEnabled(enabled)
            action.triggered.connect(lambda _checked=False, run=run: run())

    def focus_search(self) -> None:
        """Let the user type another search."""
        self.search.setFocus()
        self.search.selectAll()

    def _dress(self) -> None:
        for button, picture in self._icons:
            button.setIcon(icon(picture, self.palette()))

    def changeEvent(self, event: QEvent) -> None:
        """Redraw the icons for another palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dress()
