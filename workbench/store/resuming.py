"""What it means to go on with a run, in words: from where, with what, and that its settings are its own."""

from __future__ import annotations

from workbench.core.texts import Text, joined, mark
from workbench.spec.run import RunSpec
from workbench.spec.start import FIELD as START
from workbench.spec.wording import setting_name
from workbench.store.checkpoints import Newest, damage_words, newest_whole
from workbench.store.origin import make_origin
from workbench.store.records import Run, RunKind

_MOST_NAMED = 3


def resume_step(run: Run) -> int:
    """The step after which a run goes on; 0 where it has saved nothing that is whole. Reads checkpoints."""
    return newest_whole(run.folder).step


def resume_damage(run: Run, newest: Newest) -> Text | None:
    """That a run goes on from an older checkpoint, or from none, as newer ones are damaged; None where none is."""
    return damage_words(run.name, newest.step, newest.damaged) if newest.damaged else None


def resume_words(run: Run, step: int) -> Text:
    """What is restored at the checkpoint of a step (0: there is none), and which steps are taken again."""
    values = {"name": run.name, "step": step, "count": run.step - step, "last": run.step}
    if run.kind is RunKind.TASK:
        return Text(mark("“{name}” goes on after its last finished part; of each seed all is done or nothing."), values)
    if step == 0:
        return Text(mark("“{name}” begins anew, as it has saved no checkpoint."), values)
    if run.step <= step:
        return Text(
            mark("“{name}” goes on from step {step}: weights, moments, learning rate, order of the text, masks and "
                 "random numbers are as they were there."),
            values,
        )  # fmt: skip
    return Text(
        mark("“{name}” goes on from step {step}: weights, moments, learning rate, order of the text, masks and random "
             "numbers are as they were there. The {count} {count:step|steps} up to step {last} {count:is|are} taken "
             "again; the points from before stay hidden."),
        values,
    )  # fmt: skip


def own_settings(run: Run, set_now: RunSpec) -> Text | None:
    """That settings which are otherwise now do not count for a run that goes on; None where all are the same, or where
    they belong to another experiment: to another text or other tokens."""
    if (run.corpus, run.vocabulary) != (set_now.corpus, set_now.vocabulary):
        return None
    changed = [path for path in make_origin(run, set_now).changes if path != START]  # the run's names the very step
    if not changed:
        return None
    named = joined(setting_name(path) for path in changed[:_MOST_NAMED])
    more = len(changed) - _MOST_NAMED
    settings = Text(mark("{settings} and {count} more"), {"settings": named, "count": more}) if more > 0 else named
    return Text(
        mark("“{name}” goes on with its own settings. What is set otherwise now ({settings}) counts for new runs only: "
             "start one, from the weights of this run if you like."),
        {"name": run.name, "settings": settings},
    )  # fmt: skip
