"""The packaged program's entry, for the window and the engine alike."""

from __future__ import annotations

import multiprocessing
import sys

from workbench.__main__ import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())
