"""How late a 10 ms timer of the window's thread fires: ``python tests/tools/heartbeat.py 30 -- --project DIR``.

The window opens with the arguments after ``--``, is measured for so many seconds while you work in it, and the figures
are printed when it closes.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QTimer

from workbench.gui.heartbeat import Heartbeat


def main(arguments: list[str]) -> int:
    """Open the window and measure it."""
    from PySide6.QtWidgets import QApplication

    from workbench.gui.app import run_window

    cut = arguments.index("--") if "--" in arguments else len(arguments)
    seconds = float(arguments[0]) if cut else 30.0
    application = QApplication(sys.argv[:1])
    heart = Heartbeat(application)
    QTimer.singleShot(1000, heart.start)
    QTimer.singleShot(1000 + round(1000 * seconds), lambda: sys.stdout.write(f"{heart.stop()}\n"))
    return run_window(arguments[cut + 1 :])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
