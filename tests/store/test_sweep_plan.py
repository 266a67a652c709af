"""What a sweep would train, before it is made."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.events import StepDone
from workbench.core.paths import Project
from workbench.objectives.next_sentence import NextSentence
from workbench.objectives.sentence_order import SentenceOrder
from workbench.spec.files import apply_overrides, flatten, spec_data
from workbench.spec.forecast import forecast
from workbench.spec.presets import load_preset
from workbench.spec.regimes import Regime, with_regime
from workbench.spec.run import RunSpec, Stage
from workbench.spec.sweep import Sweep
from workbench.spec.variation import Variation
from workbench.store.store import Store
from workbench.store.sweep_plan import plan_sweep, value_at
from workbench.store.sweep_targets import target_texts
from workbench.text.vocabulary import Vocabulary, VocabularyKind, save_vocabulary


@pytest.fixture
def base() -> RunSpec:
    return apply_overrides(load_preset("bert-tiny"), ["training.steps=100", "training.warmup_steps=10"])


def measure(store: Store, spec: RunSpec, tokens_per_s: float) -> None:
    run = store.create_run(spec)
    place = {"run": run.name, "step": 5, "tokens": 9, "time": 1.0}
    done = StepDone(**place, loss=1.0, losses={}, lr=0.1, gradient_norm=1.0, tokens_per_s=tokens_per_s,
                    memory_bytes=1, seconds_left=1.0)  # fmt: skip
    store.record(run, [done])


def test_time_follows_from_the_arithmetic_of_the_newest_measured_run(
    project: Project, base: RunSpec, store: Store
) -> None:
    sweep = Sweep(base, "s", variations=[Variation("training.batch_size", ("8", "16"))])
    plan = plan_sweep(project, sweep)
    assert plan.seconds is None
    assert {run.seconds for run in plan.runs} == {None}
    measure(store, base, 500.0)
    measure(store, base, 1000.0)
    store.create_run(base)
    plan = plan_sweep(project, sweep)
    assert [run.seconds for run in plan.runs] == [pytest.approx(100 * 128 * size / 1000) for size in (8, 16)]
    assert plan.seconds == pytest.approx(100 * 128 * 24 / 1000)
    per_token = forecast(base, 30522).flops_per_token
    assert [run.flops for run in plan.runs] == [pytest.approx(100 * 128 * size * per_token) for size in (8, 16)]


def test_a_project_that_is_not_there_is_not_made(tmp_path: Path, base: RunSpec) -> None:
    plan = plan_sweep(Project(tmp_path / "none"), Sweep(base, "s"))
    assert len(plan.runs) == 1
    assert not (tmp_path / "none").exists()


def test_compute_is_reckoned_with_the_vocabulary(project: Project, base: RunSpec) -> None:
    named = base.model_copy(update={"vocabulary": "signs"})
    sweep = Sweep(named, "s", seeds=[1, 2])
    unknown = plan_sweep(project, sweep)
    with pytest.raises(WorkbenchError, match="signs"):
        plan_sweep(project, Sweep(named, "s", seeds=[1, 2], equal_compute=True))
    signs = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *map(chr, range(97, 123))]
    save_vocabulary(project, Vocabulary.make("signs", VocabularyKind.CHARACTER, signs))
    assert plan_sweep(project, sweep).runs[0].flops < unknown.runs[0].flops


def test_what_is_varied_is_shown_and_what_is_wrong_is_of_its_run(project: Project, base: RunSpec) -> None:
    variations = [Variation("encoder.heads", ("2", "3")), Variation("probes", ('["a"]', '["a", "b"]'))]
    plan = plan_sweep(project, Sweep(base, "s", variations=variations))
    assert plan.varied == ("encoder.heads", "probes")
    assert [run.values for run in plan.runs] == [(2, ["a"]), (2, ["a", "b"]), (3, ["a"]), (3, ["a", "b"])]
    assert [bool(run.problems) for run in plan.runs] == [False, False, True, True]
    assert str(plan.problems[0].message).startswith("Run s-heads3-a: 3 heads do not divide")
    assert plan.warnings == ()


def test_values_are_found_in_lists_too() -> None:
    data = {"stages": [{"masking": {"rate": 0.1}}]}
    assert value_at(data, "stages.0.masking.rate") == 0.1
    assert value_at(data, "stages.1.masking.rate") is None
    assert value_at(data, "stages.0.masking.rate.more") is None
    assert value_at(data, "other.rate") is None


def differing(*specs: RunSpec) -> list[str]:
    return [str(text) for text in target_texts([flatten(spec_data(spec)) for spec in specs])]


def test_targets_hang_on_passages_masks_and_how_many_are_taken() -> None:
    electra = load_preset("electra-tiny")
    same = ["encoder.layers=3", "stages.0.masking.rate=0.4", "training.steps=7", "seed=3", "training.batch_size=4"]
    assert differing(electra, *(apply_overrides(electra, [setting]) for setting in same)) == []
    for setting in ("training.length=64", "stages.0.length=64", "training.evaluation_passages=9",
                    "stages.0.passage.kind=sentence-order", "evaluation.masking.rate=0.3"):  # fmt: skip
        assert differing(electra, apply_overrides(electra, [setting])), setting
    own = apply_overrides(electra, ["evaluation.masks=stage"])
    assert differing(own, apply_overrides(own, ["stages.0.masking.rate=0.4"]))


def test_whole_text_is_not_what_shared_masks_hide_tokens_of() -> None:
    order = Stage(name="order", passage=SentenceOrder(), tokens=())
    hidden = load_preset("bert-tiny").model_copy(update={"stages": (order,)})
    whole = apply_overrides(hidden, ["stages.0.masking.rate=0"])
    assert differing(hidden, apply_overrides(hidden, ["stages.0.masking.rate=0.3"])) == []
    assert differing(hidden, whole) == [
        "Not measured on the same targets: the runs differ in Stage 1 › Masking › Rate."
    ]
    assert differing(whole, apply_overrides(whole, ["stages.0.masking.kind=span"])) == []
    turns = [one.model_copy(update={"stages": (*load_preset("bert-tiny").stages, one.stages[0].model_copy(
        update={"together": True}))}) for one in (hidden, whole)]  # fmt: skip
    assert differing(*turns) != []


def test_more_stages_are_held_against_the_last_of_fewer() -> None:
    one, two = load_preset("electra-tiny", "local"), load_preset("electra-tiny", "two-stage")
    assert differing(one, two) == []
    assert differing(one, apply_overrides(two, ["stages.1.length=64"])) != []


def test_where_stages_take_turns_runs_are_held_against_each_other_by_the_tasks_they_end_with() -> None:
    pairs, order = Stage(name="pairs", passage=NextSentence()), Stage(name="order", passage=SentenceOrder())
    tasks = load_preset("bert-tiny").model_copy(update={"stages": (pairs, order)})
    together = with_regime(tasks, Regime.MULTI_TASK)
    sequential = with_regime(tasks, Regime.SEQUENTIAL, replay=5)
    continual = with_regime(tasks, Regime.CONTINUAL)
    assert differing(together, sequential) == []
    other_way = tasks.model_copy(update={"stages": (order, pairs)})
    assert differing(together, with_regime(other_way, Regime.MULTI_TASK)) == []
    (text,) = differing(sequential, continual)
    assert text.startswith("The whole losses are not of the same tasks")
    other_length = apply_overrides(continual, ["stages.0.length=64"])
    (text,) = differing(sequential, other_length)
    assert text == "Not measured on the same targets: the runs differ in Stage 3 › With the stage before."
    assert differing(sequential, apply_overrides(sequential, ["stages.2.length=64"])) == [
        "Not measured on the same targets: the runs differ in Stage 3 › Sequence length."
    ]
