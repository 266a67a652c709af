"""ERNIE 2.0's tasks about passages as stages of a run: its losses, what it warns of, and classes that stay its own."""

from __future__ import annotations

from pathlib import Path

from safetensors.torch import load_file

from workbench.cli.train import create_run
from workbench.core.events import EvalDone, EventBase, StepDone, Warned
from workbench.core.paths import Project
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec, Stage
from workbench.store.folder import read_run_folder
from workbench.text.corpus import find_corpus, import_corpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import find_vocabulary
from workbench.train.run import run_engine

_MARKERS = {"kind": "discourse-relation", "markers": ["the=a", "two=b", "cat=a", "otherwise=c"]}
_STAGES = [
    {"name": "order", "passage": {"kind": "sentence-reordering"}},
    {"name": "distance", "passage": {"kind": "sentence-distance"}},
    {"name": "markers", "passage": _MARKERS},
    {"name": "relevance", "passage": {"kind": "ir-relevance-proxy"}},
    {"name": "markers again", "passage": _MARKERS, "together": True},
]
_CLICKS = ImportSettings(
    field="query", second_field="title", answer_field="label", answers=("2=clicked", "1=shown"), evaluation_share=0.2
)
_HEADS = ["sentence_reordering", "sentence_distance", "discourse_relation", "ir_relevance"]


def test_each_task_is_trained_and_evaluated_in_its_stage(project: Project, tiny: RunSpec) -> None:
    settings = ["encoder.segments=3", "training.steps=10", "training.warmup_steps=2", "training.evaluate_every=2"]
    spec = apply_overrides(tiny, settings)
    spec = spec.model_copy(update={"stages": tuple(Stage.model_validate(stage) for stage in _STAGES)})
    corpus, vocabulary = find_corpus(project, "animals"), find_vocabulary(project, "letters")
    run = create_run(project, spec, corpus, vocabulary)
    events: list[EventBase] = []
    assert run_engine(run.folder, events.append) == 0
    steps = [event for event in events if isinstance(event, StepDone)]
    one_by_one, in_turn = [head for head in _HEADS[:3] for _ in range(2)], [*_HEADS[:1:-1], *_HEADS[:1:-1]]
    assert [set(event.losses) - {"mlm"} for event in steps] == [{head} for head in [*one_by_one, *in_turn]]
    evaluations = [event for event in events if isinstance(event, EvalDone)]
    assert all(any(head in event.losses for event in evaluations) for head in _HEADS)
    notes = [event for event in events if isinstance(event, Warned) and event.kind == "balance"]
    order, relation = (note.words.render() for note in notes)  # once a task, however many stages have it
    assert order.startswith("“Reordering”: "), "few passages have three sentences"
    assert "“Discourse relation”: " in relation
    assert "(otherwise" in relation, "nothing begins with it"
    stored = read_run_folder(run.folder).spec
    assert stored.stages == spec.stages, "markers and all"
    weights = load_file(run.folder / "checkpoints" / "step-00000010" / "model.safetensors")
    sizes = [len(weights[f"heads.{head}.linear.weight"]) for head in _HEADS]
    assert sizes == [stage.passage.classes for stage in stored.stages[:4]] == [9, 3, 4, 3]


def test_clicks_are_read_by_one_stage_beside_plain_text(project: Project, tiny: RunSpec, tmp_path: Path) -> None:
    log = tmp_path / "clicks.tsv"
    rows = [f"the cat {number}\tcats sat on {number}\t{1 + number % 2}" for number in range(60)]
    log.write_text("\n".join(["query\ttitle\tlabel", *rows]) + "\n", encoding="utf-8")
    import_corpus(project, "clicks", [log], _CLICKS)
    relevance = {"kind": "ir-relevance", "unrelated": "drawn"}
    stages = (
        Stage(name="masks"),
        Stage.model_validate({"name": "clicks", "corpus": "clicks", "passage": relevance, "together": True}),
    )
    spec = apply_overrides(tiny, ["training.steps=6", "training.warmup_steps=2", "training.evaluate_every=6"])
    spec = spec.model_copy(update={"stages": stages})
    corpus, vocabulary = find_corpus(project, "animals"), find_vocabulary(project, "letters")
    events: list[EventBase] = []
    assert run_engine(create_run(project, spec, corpus, vocabulary).folder, events.append) == 0
    asked = [event for event in events if isinstance(event, StepDone) and "click_relevance" in event.losses]
    assert len(asked) == 3, "every other step"
    assert any("click_relevance" in event.losses for event in events if isinstance(event, EvalDone))
    assert not [event for event in events if isinstance(event, Warned) and event.kind == "balance"]
