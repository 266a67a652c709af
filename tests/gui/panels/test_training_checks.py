import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import psutil
import pytest

from workbench.core.errors import FieldProblem
from workbench.core.figures import size
from workbench.core.paths import Project
from workbench.core.texts import Text
from workbench.gui.context import Context
from workbench.gui.panels.check_line import Check, Verdict
from workbench.gui.panels.training_checks import check_start, may_start
from workbench.jobs.devices import DeviceRow
from workbench.jobs.settings import Settings, save_settings
from workbench.spec.files import apply_overrides
from workbench.spec.forecast import forecast
from workbench.spec.memory import text_places
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec
from workbench.store.records import Run
from workbench.text.corpus import find_corpus, import_corpus
from workbench.text.corpus_writer import EVALUATION
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import find_vocabulary

CPU = (DeviceRow("cpu", "Processor", 0),)


def spec(*settings: str) -> RunSpec:
    return apply_overrides(load_preset("bert-tiny"), ["corpus=letters", "vocabulary=words", *settings])


def named(checks: list[Check], words: str) -> Check:
    return next(check for check in checks if words in str(check.text))


def test_everything_is_in_order(prepared_project: Project) -> None:
    checks = check_start(prepared_project, spec(), CPU)
    assert may_start(checks)
    assert {check.verdict for check in checks} <= {Verdict.GOOD, Verdict.UNSURE}
    assert str(named(checks, "Pairs").text) == "Pairs: 38 of 38 documents have two or more sentences"
    assert "cpu (Processor)" in str(named(checks, "Device").text)


def import_singles(project: Project, folder: Path) -> None:
    """A corpus “singles” of 20 documents of one sentence each."""
    text = folder / "singles.txt"
    text.write_text("\n\n".join(f"第{number}次提高速度。" for number in range(20)), encoding="utf-8")
    import_corpus(project, "singles", [text], ImportSettings())


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("next-sentence", "Next-sentence pairs need two documents, one of them with two sentences"),
        ("sentence-order", "here are 0 usable pairs. Have single sentences cut in two"),
    ],
)
def test_documents_of_one_sentence_make_no_pairs(
    prepared_project: Project, tmp_path: Path, kind: str, told: str
) -> None:
    """R056: explained before the start, and what to do; cut in two, they do."""
    import_singles(prepared_project, tmp_path)
    wanted = spec("corpus=singles", f"stages.0.passage.kind={kind}")
    found = named(check_start(prepared_project, wanted, CPU), told)
    assert (found.verdict, found.page, found.path) == (Verdict.WRONG, "model", "stages.0.passage.kind")
    if kind == "sentence-order":
        cut = apply_overrides(wanted, ["stages.0.passage.lone_sentence=split"])
        assert named(check_start(prepared_project, cut, CPU), "cut in two").verdict is Verdict.GOOD


def test_capitals_that_are_not_there_are_told_before_the_start(prepared_project: Project, tmp_path: Path) -> None:
    text = tmp_path / "chinese.txt"
    text.write_text("北京大学在北京。\n\n第二次提高速度。", encoding="utf-8")
    import_corpus(prepared_project, "chinese", [text], ImportSettings())
    wanted = spec("corpus=chinese", 'stages.0.tokens=[{ kind = "mlm" }, { kind = "capitalization" }]')
    found = named(check_start(prepared_project, wanted, CPU), "needs text with capitals")
    assert (found.verdict, found.page, found.path) == (Verdict.WRONG, "model", "stages.0.tokens.1.kind")


def test_pairs_are_made_of_the_training_text_alone(prepared_project: Project, tmp_path: Path) -> None:
    """R056: of two documents, the second held out; and a later stage is looked at too."""
    text = tmp_path / "two.txt"
    text.write_text("北京大学在北京。第一次提高速度。\n\n第二次提高速度。北京在北京。", encoding="utf-8")
    corpus = import_corpus(prepared_project, "two", [text], ImportSettings())
    np.save(corpus.folder / EVALUATION, np.array([False, True]))
    wanted = spec("corpus=two")
    assert named(check_start(prepared_project, wanted, CPU), "pairs need two documents").verdict is Verdict.WRONG
    stages = (wanted.stages[0], wanted.stages[0].model_copy(update={"name": "later"}))
    single = apply_overrides(wanted.model_copy(update={"stages": stages}), ["stages.0.passage.kind=full-sentences"])
    assert named(check_start(prepared_project, single, CPU), "need two documents").path == "stages.1.passage.kind"
    np.save(corpus.folder / EVALUATION, np.array([True, True]))
    assert named(check_start(prepared_project, single, CPU), "no text outside its evaluation split").page == "corpus"


def test_an_evaluation_split_of_single_sentences_is_told_with_what_to_do(
    prepared_project: Project, tmp_path: Path
) -> None:
    text = tmp_path / "three.txt"
    text.write_text("北京大学在北京。第一次提高速度。\n\n第二次提高速度。\n\n北京在北京。", encoding="utf-8")
    corpus = import_corpus(prepared_project, "three", [text], ImportSettings())
    np.save(corpus.folder / EVALUATION, np.array([False, True, True]))
    wanted = spec("corpus=three", "stages.0.passage.kind=sentence-order")
    gap = named(check_start(prepared_project, wanted, CPU), "has single sentences only (2 documents)")
    assert (gap.verdict, gap.page, gap.path) == (Verdict.WARNING, "model", "stages.0.passage.lone_sentence")
    for setting in ("stages.0.passage.lone_sentence=split", "stages.0.passage.kind=full-sentences"):
        mended = check_start(prepared_project, apply_overrides(wanted, [setting]), CPU)
        assert named(mended, "Evaluation split: 2").verdict is Verdict.GOOD
    np.save(corpus.folder / EVALUATION, np.array([True, False, True]))
    assert named(check_start(prepared_project, wanted, CPU), "Evaluation split: 2").verdict is Verdict.GOOD


def test_a_generator_that_sees_random_tokens_is_told(prepared_project: Project) -> None:
    electra = load_preset("electra-tiny").model_copy(update={"corpus": "letters", "vocabulary": "words"})
    wanted = apply_overrides(electra, ["stages.0.masking.kind=basic", "stages.0.masking.replacement.random=0.1"])
    hint = named(check_start(prepared_project, wanted, CPU), "The generator sees other tokens in the place of 10%")
    assert (hint.verdict, hint.page) == (Verdict.WARNING, "masking")
    assert hint.path == "stages.0.masking.replacement.random"
    assert not any("The generator sees" in str(check.text) for check in check_start(prepared_project, electra, CPU))


def test_sentence_order_needs_no_other_document(prepared_project: Project, tmp_path: Path) -> None:
    text = tmp_path / "one.txt"
    text.write_text("北京大学在北京。第一次提高速度。", encoding="utf-8")
    import_corpus(prepared_project, "one", [text], ImportSettings())
    wanted = spec("corpus=one", "stages.0.passage.kind=sentence-order")
    assert named(check_start(prepared_project, wanted, CPU), "Pairs: 1 of 1").verdict is Verdict.GOOD
    fallback = apply_overrides(wanted, ["stages.0.passage.lone_sentence=other-document"])
    assert named(check_start(prepared_project, fallback, CPU), "need two documents").verdict is Verdict.WRONG


def test_what_is_missing_names_its_page(prepared_project: Project) -> None:
    checks = check_start(prepared_project, spec("corpus=", "vocabulary=nowhere"), CPU)
    assert not may_start(checks)
    assert named(checks, "No corpus").page == "corpus"
    assert named(checks, "nowhere").page == "vocabulary"


def test_what_was_deleted_is_not_taken_for_a_typing_error(prepared_project: Project) -> None:
    spec = apply_overrides(load_preset("bert-tiny"), ["corpus=letter", "vocabulary=word"])
    wrong = [check.text.render() for check in check_start(prepared_project, spec, ()) if check.verdict is Verdict.WRONG]
    assert "The chosen corpus “letter” is no longer there. Choose another corpus, or import it again." in wrong
    assert "The chosen vocabulary “word” is no longer there. Choose another vocabulary, or load it again." in wrong


def test_every_wrong_setting_is_a_line_of_its_own(prepared_project: Project) -> None:
    checks = check_start(prepared_project, spec("encoder.heads=3", "training.length=4000"), CPU)
    wrong = [check for check in checks if check.verdict is Verdict.WRONG]
    assert [check.path for check in wrong] == ["encoder.heads", "encoder.positions"]
    assert str(wrong[0].text).startswith("Encoder › Attention heads: 3 heads")


@pytest.mark.parametrize(
    ("devices", "verdict"),
    [
        (None, Verdict.UNSURE),
        ((), Verdict.UNSURE),
        (CPU, Verdict.WRONG),
        ((DeviceRow("cuda:0", "G", 0),), Verdict.GOOD),
    ],
)
def test_the_device_is_what_the_engine_says(
    prepared_project: Project, devices: tuple[DeviceRow, ...] | None, verdict: Verdict
) -> None:
    checks = check_start(prepared_project, spec("training.device=cuda"), devices)
    assert named(checks, "evice").verdict is verdict


def test_the_weights_to_start_from_are_looked_at(context: Context, prepared_project: Project) -> None:
    vocabulary = find_vocabulary(prepared_project, "words")
    run = context.store.create_run(spec(), name="first", vocabulary_fingerprint=vocabulary.fingerprint)
    checkpoint = run.folder / "checkpoints" / "step-00000009"
    checkpoint.mkdir(parents=True)
    (checkpoint / "state.json").write_text('{"step": 9}', encoding="utf-8")

    for same in ([], ["encoder.embedding_size=128"]):  # as wide as its 0
        checks = check_start(prepared_project, spec("training.start_from=first", *same), CPU)
        assert may_start(checks)
    told = f"Start: the weights of “first@9”; all {vocabulary.size} word rows copied"
    assert str(named(checks, "Start").text) == told
    wrong = {
        "no checkpoint of step 5. There are: 9.": spec("training.start_from=first@5"),
        "Shared by the layers Nothing, here All weights; Encoder › Embedding size 0, here 64.": spec(
            "training.start_from=first", "encoder.embedding_size=64", "encoder.sharing=all"
        ),
        "There is no run “last”.": spec("training.start_from=last"),
        "architecture: Encoder › Layers 2, here 3; Encoder › Activation GELU, here ReLU. Set the encoder": spec(
            "training.start_from=first", "encoder.layers=3", "encoder.activation=relu"
        ),
    }
    for told, wanted in wrong.items():
        found = named(check_start(prepared_project, wanted, CPU), told)
        assert (found.verdict, found.page, found.path) == (Verdict.WRONG, "model", "training.start_from")


def test_an_engine_that_is_not_there(prepared_project: Project) -> None:
    save_settings(prepared_project, Settings(engine_python="/no/python"))
    checks = check_start(prepared_project, spec(), CPU)
    assert named(checks, "/no/python").verdict is Verdict.WRONG


@pytest.mark.parametrize(
    ("kinds", "words", "verdict"),
    [
        (["cpu"], "Processes: 2, each with its part of every batch", Verdict.GOOD),
        (["cuda", "cpu"], "2 processes need as many GPUs, and there is 1.", Verdict.WRONG),
        (["cuda", "cuda", "cpu"], "Processes: 2, each with its part of every batch", Verdict.GOOD),
        (["mps", "cpu"], "Several processes train on NVIDIA GPUs or on the processor.", Verdict.WRONG),
    ],
)
def test_each_of_several_processes_needs_its_device(
    prepared_project: Project, kinds: list[str], words: str, verdict: Verdict
) -> None:
    devices = tuple(DeviceRow(kind, "Device", 1 << 40) for kind in kinds)
    assert not any("rocesses" in str(check.text) for check in check_start(prepared_project, spec(), devices))
    save_settings(prepared_project, Settings(processes=2))
    assert named(check_start(prepared_project, spec(), devices), words).verdict is verdict


def test_a_full_disk_and_little_memory_are_said(prepared_project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """R086, R088: the forecast before a start, by the window."""
    usage = shutil.disk_usage(prepared_project.root)
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage._replace(free=1 << 20))
    machine = psutil.virtual_memory()
    monkeypatch.setattr("psutil.virtual_memory", lambda: machine._replace(available=1 << 20))
    checks = check_start(prepared_project, spec(), CPU)
    assert named(checks, "The disk has 1").verdict is Verdict.WRONG
    assert named(checks, "Memory").verdict is Verdict.WARNING


def test_far_too_little_memory_keeps_a_run_from_starting(
    prepared_project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R086: of what the machine has in all; a batch is at most as large as the text."""
    huge = spec("training.batch_size=100000000")
    assert named(check_start(prepared_project, huge, CPU), "Memory").verdict is Verdict.GOOD
    machine = psutil.virtual_memory()
    monkeypatch.setattr("psutil.virtual_memory", lambda: machine._replace(total=1 << 20, available=1 << 20))
    little = named(check_start(prepared_project, huge, CPU), "Memory")
    assert (little.verdict, little.path) == (Verdict.WRONG, "training.batch_size")
    assert "there are 1\u2009MiB in all" in str(little.text)


def test_what_a_run_needs_is_held_against_the_memory_of_its_device(prepared_project: Project) -> None:
    card = DeviceRow("cuda:0", "Card", 1 << 40)
    vocabulary, corpus = find_vocabulary(prepared_project, "words"), find_corpus(prepared_project, "letters")
    places = text_places([corpus])
    for wanted in ("auto", "cuda"):
        asked = spec(f"training.device={wanted}")
        enough = named(check_start(prepared_project, asked, (card, *CPU)), "Memory")
        assert enough.verdict is Verdict.GOOD
        assert "of the device's 1\u2009TiB" in str(enough.text)
        needed = forecast(apply_overrides(asked, ["training.device=cuda"]), vocabulary.size, places).memory.total
        small = (replace(card, memory_bytes=needed - 1), *CPU)
        little = named(check_start(prepared_project, asked, small), "Memory")
        assert (little.verdict, little.path) == (Verdict.WARNING, "training.batch_size")
        assert f"the device has {size(needed - 1)}; a smaller batch" in str(little.text)


def test_fp16_needs_a_device_for_it(prepared_project: Project) -> None:
    half = spec("training.device=auto", "training.precision=fp16", "training.not_finite=lower-scale")
    refused = named(check_start(prepared_project, half, CPU), "fp16 is computed on NVIDIA GPUs only")
    assert (refused.verdict, refused.path) == (Verdict.WRONG, "training.precision")
    assert may_start(check_start(prepared_project, half, (DeviceRow("cuda:0", "Card", 1 << 40), *CPU)))


def test_the_time_comes_from_a_run_of_the_same_shape(prepared_project: Project, make_run: Callable[..., Run]) -> None:
    assert named(check_start(prepared_project, spec(), CPU), "Time").verdict is Verdict.UNSURE
    make_run("before")  # 100 tokens a step at 1,000 tokens/s
    check = named(check_start(prepared_project, spec("training.steps=600"), CPU), "Time")
    assert str(check.text) == "Time: about 1:00, as fast as before"


def test_what_was_refused_in_a_form_keeps_a_run_from_starting(prepared_project: Project) -> None:
    refused = [FieldProblem("training.steps", Text("“30x” is not a whole number."))]
    checks = check_start(prepared_project, spec(), CPU, [*refused, FieldProblem("units.keep", Text("Wrong."))])
    assert not may_start(checks)
    check = named(checks, "30x")
    assert str(check.text) == "Training › Steps: “30x” is not a whole number."
    assert (check.verdict, check.page, check.path) == (Verdict.WRONG, "model", "training.steps")
    assert named(checks, "units.keep").page == "masking"
    own = check_start(prepared_project, spec("stages.0.warmup_steps=5"), CPU)
    assert named(own, "has a warm-up of its own").page == "masking", "the plan of the tasks is there"


def test_masks_and_steps_that_will_be_trained_are_said(prepared_project: Project) -> None:
    checks = check_start(prepared_project, spec("training.steps=1234"), CPU)
    assert str(named(checks, "Masking").text) == "Masking: Single tokens, 15\u2009%"
    assert str(named(checks, "Steps").text) == "Steps: 1,234"
    one = spec("stages.0.masking.rate=0.155")
    two = one.model_copy(update={"stages": (*one.stages, *one.stages)})
    text = str(named(check_start(prepared_project, two, CPU), "Masking").text)
    assert text == "Masking: Single tokens, 15.5\u2009% in the first of 2 stages"
    whole = spec("stages.0.masking.rate=0", "stages.0.passage.kind=sentence-order", "stages.0.tokens=[]")
    second = one.stages[0].model_copy(update={"name": "second"})
    later = whole.model_copy(update={"stages": (*whole.stages, second)})
    text = str(named(check_start(prepared_project, later, CPU), "Masking").text)
    assert text == "Masking: Single tokens, 15.5\u2009% in stage 2 of 2, none before"
    assert (
        str(named(check_start(prepared_project, whole, CPU), "Masking").text) == "Masking: none, the text stays whole"
    )
