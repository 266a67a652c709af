"""Kills engines at any moment and resumes them: ``python tests/tools/kill_engine.py --times 50 [--engines]``.

Half of the kills come at points of the work that are chosen by a seed (between the files of a checkpoint, before a
COMMIT ...), half at seeded times. Each run is then resumed until it is done, and held against one that nobody
disturbed: all points of its curves, the bytes of its last checkpoint, ``PRAGMA integrity_check``. Printed is in which
phase each kill came. Children are forked from this process, which has loaded torch and computed nothing; with
``--engines`` they are ``workbench engine`` processes, which are killed at seeded times only.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

from killing import POINTS, Board, Kill, Result, problems_of, result_of, watch

from workbench.cli.train import create_run
from workbench.core.paths import Project
from workbench.jobs.process import mark_lost, start_run
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.store.store import Store
from workbench.text.corpus import import_corpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind, save_vocabulary
from workbench.train.run import run_engine

SETTINGS = [
    "encoder.layers=1", "encoder.hidden=16", "encoder.heads=2", "encoder.feed_forward=32", "encoder.positions=34",
    "training.length=32", "training.batch_size=8", "training.steps=16", "training.warmup_steps=4",
    "training.evaluate_every=4", "training.checkpoint_every=5", "training.keep_checkpoints=2",
    "training.evaluation_passages=8", "training.accumulation=2", "training.average_decay=0.9",
    "training.device=cpu", "training.threads=1", "units.segmenter=spaces",
]  # fmt: skip
WORDS = ["abc", "bcd", "cde", "fgh", "ijk", "klm", "nop", "qrs", "tuv", "wxyz", "face", "bead", "deaf"]
RUN = 1
PATIENCE_SECONDS = 300


def make_project(folder: Path) -> Project:
    """A project with one run, not begun; its 16 steps read the text more than once."""
    draw = random.Random(5)
    texts = [" ".join(draw.choices(WORDS, k=draw.randint(2, 9))) for _ in range(100)]
    file = folder / "text.txt"
    file.write_text("\n\n".join("\n".join(texts[at : at + 2]) for at in range(0, 100, 2)), encoding="utf-8")
    project = Project(folder / "template").create()
    corpus = import_corpus(project, "text", [file], ImportSettings())
    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *map(chr, range(97, 123))]
    vocabulary = Vocabulary.make("letters", VocabularyKind.CHARACTER, tokens)
    save_vocabulary(project, vocabulary)
    create_run(project, apply_overrides(load_preset("bert-tiny"), SETTINGS), corpus, vocabulary)
    return project


def in_child(work: Callable[[], int], log: Path) -> int:
    """Fork, and do the work in the child; returns its number."""
    child = os.fork()
    if child:
        return child
    code = 70
    try:
        output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for stream in (1, 2):
            os.dup2(output, stream)
        code = work()
    except BaseException:  # noqa: BLE001 - the border of the process
        import traceback

        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(code)


def wait_for(child: int) -> int:
    """The exit code of a child, negative where a signal ended it."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


class Engines:
    """Starts engines as forks of this process."""

    def train(self, project: Project, board: Board, kill: Kill) -> int:
        """Train the run, killed as ``kill`` says; returns the exit code."""

        def work() -> int:
            watch(board, kill)
            with Store.open(project) as store:
                mark_lost(store)
            return run_engine(project.runs / f"{RUN:06d}")

        return self._kill_in_time(in_child(work, project.root / "child.log"), kill)

    def _kill_in_time(self, child: int, kill: Kill) -> int:
        if kill.seconds:
            time.sleep(kill.seconds)
            os.kill(child, signal.SIGKILL)  # one that has ended waits to be asked, and takes no harm
        return wait_for(child)


class RealEngines(Engines):
    """Starts ``workbench engine``, as the window does."""

    def train(self, project: Project, board: Board, kill: Kill) -> int:
        """As above, with seconds from the beginning of the session on; the board knows of no phase."""
        with Store.open(project) as store:
            mark_lost(store)
            child = start_run(project, RUN)
            while kill.seconds and not store.sessions(RUN) and child.poll() is None:
                time.sleep(0.01)
        try:
            return child.wait(kill.seconds or PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()
            return child.wait()


def kill_and_resume(
    engines: Engines, template: Project, folder: Path, kill: Kill, expected: Result
) -> dict[str, object]:
    """One kill in a project of its own: where it came, and what is wrong afterwards. Where the run had ended before,
    it is begun again and killed earlier."""
    while True:
        board = Board()
        shutil.copytree(template.root, folder)
        project = Project(folder)
        if kill.point == "preparing":
            shutil.rmtree(project.prepared)
        code = engines.train(project, board, kill)
        if code == -signal.SIGKILL:
            break
        if code or kill.number == 1:
            return {"phase": board.phase, "problems": [f"was not killed, but ended with {code}"]}
        shutil.rmtree(folder)
        kill = replace(kill, number=(kill.number + 1) // 2, seconds=0.8 * kill.seconds)
    phase = board.phase
    with Store.open(project) as store:
        run = store.run(RUN)
        phase = phase if type(engines) is Engines else f"{run.status.value}, step {run.step // 10 * 10} or later"
    code = engines.train(project, Board(), Kill())
    problems = [f"resuming ended with {code}"] if code else []
    return {"phase": phase, "problems": problems + problems_of(project, RUN, expected)}


def chosen_kills(times: int, counts: dict[str, int], seconds: float, draw: random.Random) -> list[Kill]:
    """Half at points, each in turn, half at times; at times alone where nothing was counted."""
    points = [point for point in POINTS if counts.get(point)]
    kills = [Kill(seconds=draw.uniform(0.02, 1.0) * seconds) for _ in range(times - times // 2 if points else times)]
    for number in range(times - len(kills)):
        point = points[number % len(points)]
        kills.append(Kill(point, draw.randint(1, counts[point]), after=draw.random() < 0.5))
    return kills


def run_all(
    engines: Engines, kills: list[Kill], template: Project, folder: Path, expected: Result
) -> list[dict[str, object]]:
    """Carry out the kills, as many at a time as there are processors."""
    waiting, running = dict(enumerate(kills)), {}
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            number, kill = waiting.popitem()
            place = folder / f"{number:03d}"

            def work(place: Path = place, kill: Kill = kill) -> int:
                found = kill_and_resume(engines, template, place, kill, expected)
                place.with_suffix(".json").write_text(json.dumps(found), encoding="utf-8")
                return 0

            running[in_child(work, place.with_suffix(".log"))] = place
        child, _status = os.wait()
        running.pop(child)
    done = [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]
    return [*done, *[{"phase": "?", "problems": ["its own child failed"]} for _ in range(len(kills) - len(done))]]


def main() -> int:
    """Kill, resume, compare, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engines", action="store_true", help="real engine processes instead of forks")
    asked = parser.parse_args()
    engines = RealEngines() if asked.engines else Engines()
    gc.freeze()  # children would copy what they only count references of
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        template = make_project(folder)
        straight = Project(folder / "straight")
        shutil.copytree(template.root, straight.root)
        board, started = Board(), time.monotonic()
        code = engines.train(straight, board, Kill())
        with Store.open(straight) as store:
            run = store.run(RUN)
        at_work = (run.ended or 0.0) - (run.started or 0.0)
        seconds = at_work if asked.engines else time.monotonic() - started
        if code:
            sys.stdout.write(f"the undisturbed run ended with {code}\n{(straight.root / 'child.log').read_text()}")
            return 1
        expected = result_of(straight, RUN)
        shutil.copytree(straight.prepared, template.prepared, dirs_exist_ok=True)  # else each would prepare it
        kills = chosen_kills(asked.times, board.counts(), seconds, random.Random(asked.seed))
        (folder / "killed").mkdir()
        done = run_all(engines, kills, template, folder / "killed", expected)
    for phase, count in sorted(Counter(str(one["phase"]) for one in done).items()):
        sys.stdout.write(f"{count:4d}  {phase}\n")
    wrong = [one for one in done if one["problems"]]
    for one in wrong:
        sys.stdout.write(f"WRONG {one}\n")
    equal = len(done) - len(wrong)
    sys.stdout.write(f"{equal} of {len(done)} bit-equal after a kill, {time.monotonic() - begin:.0f} s\n")
    return 0 if equal == asked.times else 1


if __name__ == "__main__":
    sys.exit(main())
