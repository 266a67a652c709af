"""``workbench sample``: the sample project in the window, or trained here where there is no display."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from workbench.cli.arguments import require_at_least
from workbench.cli.output import print_json, print_line
from workbench.cli.project import project_of
from workbench.core.paths import Project, default_project
from workbench.core.texts import mark
from workbench.core.translation import terminal_translate
from workbench.spec.sample import sample_spec


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser], common: argparse.ArgumentParser) -> None:
    """Register the command."""
    parser = commands.add_parser("sample", parents=[common], help="open the sample project, or train it headless")
    parser.add_argument("--headless", action="store_true", help="train in the terminal even where there is a display")
    parser.add_argument("--steps", type=int, default=0, help="steps of the headless run")
    parser.add_argument("--pictures", type=Path, default=None, metavar="DIR", help="where the PNG files go")
    parser.set_defaults(run=run)


def has_display() -> bool:
    """Whether a window can open."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def run(arguments: argparse.Namespace) -> int:
    """Prepare the sample project, then show it or train it."""
    from workbench.spec.sample import begin_with_sample
    from workbench.text.sample import create_sample

    require_at_least(0, "--steps", arguments.steps)
    arguments.project = arguments.project or default_project().parent / "sample"
    project = project_of(arguments)
    create_sample(project)
    begin_with_sample(project)
    if has_display() and not arguments.headless:
        from workbench.gui.app import run_window

        return run_window(["--project", str(project.root)])
    return train_headless(project, arguments)


def engine(project: Project, *arguments: str, quiet: bool) -> int:
    """Run a command of this program in a process of its own, so that torch and Qt never meet; returns its code.

    What it prints is seen, unless it is to be ``quiet``.
    """
    from workbench.jobs.command import program_argv

    command = [*program_argv(), *arguments, "--project", str(project.root)]
    return subprocess.run(command, check=False, stdout=subprocess.DEVNULL if quiet else None).returncode


def sample_settings(steps: int) -> tuple[str, ...]:
    """What ``--steps`` changes of the sample's experiment; its warm-up would not fit into a run of a few steps."""
    if not steps:
        return ()
    warmup = min(sample_spec().training.warmup_steps, steps // 10)
    return "--set", f"training.steps={steps}", "--set", f"training.warmup_steps={warmup}"


def train_headless(project: Project, arguments: argparse.Namespace) -> int:
    """Train the sample preset with a progress bar and leave a loss curve and an attention heatmap as PNG files."""
    from workbench.store.store import Store
    from workbench.text.sample import SENTENCE

    translate = terminal_translate()
    if not arguments.json:
        print_line(translate(mark("There is no display here, so the sample model is trained in the terminal.")))
    with Store.open(project) as store:
        name = store.free_name("sample")
    steps = sample_settings(arguments.steps)
    code = engine(project, "train", str(project.draft), "--name", name, *steps, quiet=arguments.json)
    if code:
        return code
    folder: Path = arguments.pictures or project.root / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    weights = folder / f"{name}-attention.npz"
    look = ("inspect", name, "--text", SENTENCE, "--out", str(weights), "--overwrite")
    if code := engine(project, *look, quiet=arguments.json):
        return code
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from workbench.gui.pictures import save_attention, save_loss_curve

    with Store.open(project) as store:
        pictures = [save_loss_curve(store, name, folder / f"{name}-loss.png")]
    pictures.append(save_attention(weights, folder / f"{name}-attention.png"))
    if arguments.json:
        print_json({"run": name, "pictures": [str(path) for path in pictures]})
    else:
        for path in pictures:
            print_line(str(path))
    return 0
