"""Corpora of stages in the window: chosen on the model page, looked at before a start, shown on the masking page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QLabel, QMenu

from workbench.core.progress import never, silent
from workbench.gui.context import Changes, Context
from workbench.gui.editors import ChosenTextEditor
from workbench.gui.figures import grouped, percent
from workbench.gui.panel import Panel, PanelState
from workbench.gui.panels.check_line import Verdict
from workbench.gui.panels.corpus_mixing import MixingDialog
from workbench.gui.panels.masking_preview import ShownPassage, Source, make_passages
from workbench.gui.panels.model import ModelPanel
from workbench.gui.panels.starting import create_run
from workbench.gui.panels.training_checks import check_start, may_start
from workbench.jobs.devices import DeviceRow
from workbench.spec.corpora import with_stage_corpus
from workbench.spec.run import RunSpec, Stage
from workbench.spec.validation import validate
from workbench.text.corpus import delete_corpus, import_corpus
from workbench.text.readers.settings import Duplicates, ImportSettings

CPU = (DeviceRow("cpu", "Processor", 0),)
FIELD = "stages.1.corpus"


@pytest.fixture
def talking(ready: Context, tmp_path: Path) -> Context:
    """A second stage of dialogues, on a corpus of its own."""
    file = tmp_path / "talk.txt"
    file.write_text("\n\n".join(f"提高速度{'。' * n}\n北京大学。\n在北京。" for n in range(1, 31)), encoding="utf-8")
    import_corpus(ready.project, "talk & more", [file], ImportSettings())
    spec = ready.draft.spec
    first = spec.stages[0]
    second = validate(Stage, {"name": "talk", "corpus": "talk & more", "passage": {"kind": "dialogue"}})
    encoder = spec.encoder.model_copy(update={"roles": 2})
    ready.draft.replace(spec.model_copy(update={"stages": (first, second), "encoder": encoder}), "Talk")
    return ready


def test_a_corpus_is_chosen_for_a_stage(talking: Context, show_page: Callable[[Panel], None]) -> None:
    panel = ModelPanel(talking)
    talking.changed.connect(panel.refresh)
    show_page(panel)
    editor = panel.form.field(FIELD).editor
    assert isinstance(editor, ChosenTextEditor)
    assert editor.read() == "talk & more"
    editor.button.click()
    menu = editor.findChild(QMenu)
    assert menu is not None
    names = [action.text() for action in menu.actions() if action.text()]
    assert names == ["That of the run", "letters", "talk && more", "Mix corpora by share…"]
    menu.actions()[0].trigger()
    menu.close()
    assert talking.draft.spec.stages[1].corpus == ""
    talking.draft.history.undo()
    assert talking.draft.spec.stages[1].corpus == "talk & more"
    delete_corpus(talking.project, "talk & more")
    talking.changed.emit(Changes.of("corpora"))
    assert panel.state == PanelState.PROBLEM
    assert "which the project does not have: import dialogues under this name" in panel.form.field(FIELD)._error.text()


def test_the_list_before_a_start_looks_at_all_of_them(talking: Context) -> None:
    project, spec = talking.project, talking.draft.spec
    checks = check_start(project, spec, CPU)
    assert may_start(checks), [str(check.text) for check in checks if check.verdict is Verdict.WRONG]
    told = [str(check.text) for check in checks]
    assert "Corpus “talk & more” of the stage “talk”: 30 documents" in told
    assert any(text.startswith("Dialogues: ") and text.endswith("two or more turns") for text in told)
    run = create_run(project, spec)
    assert list(run.stage_corpora) == ["talk & more"]
    delete_corpus(project, "talk & more")
    (wrong,) = [check for check in check_start(project, spec, CPU) if check.verdict is Verdict.WRONG]
    assert (wrong.page, wrong.path) == ("model", FIELD)
    assert "The stage “talk” reads dialogues of a corpus “talk & more”" in str(wrong.text)


def test_the_list_warns_of_dialogues_that_may_lack_turns(talking: Context, tmp_path: Path) -> None:
    file = tmp_path / "torn.txt"
    talks = [f"提高速度{'。' * n}\n北京大学。\n在北京{'！' * n}" for n in range(1, 31)]
    file.write_text("\n\n".join(talks), encoding="utf-8")
    import_corpus(talking.project, "torn", [file], ImportSettings(duplicates=Duplicates.PARAGRAPHS))
    spec = with_stage_corpus(talking.draft.spec, "talk & more", "torn")
    checks = check_start(talking.project, spec, CPU)
    assert may_start(checks)
    told = [str(check.text) for check in checks if check.verdict is Verdict.WARNING]
    assert any(text.startswith("29 repeated paragraphs were dropped when the corpus “torn”") for text in told)


def test_a_corpus_that_is_lacking_is_chosen_for_all_stages_at_once(talking: Context) -> None:
    panel = ModelPanel(talking)
    talking.draft.use_preset("ernie-tiny", "local-dialogue")
    assert [problem.path for problem in panel.corpora.problems] == [FIELD]
    panel.corpora.choose("stages.3.corpus", "talk & more")
    assert [stage.corpus for stage in talking.draft.spec.stages] == 3 * ["", "talk & more"]
    assert not panel.corpora.problems
    panel.corpora.choose("stages.3.corpus", "letters")
    chosen = [stage.corpus for stage in talking.draft.spec.stages]
    assert chosen == ["", "talk & more", "", "letters", "", "talk & more"], "one that is there is left to the others"
    for _ in range(2):
        talking.draft.history.undo()
    assert [stage.corpus for stage in talking.draft.spec.stages] == 3 * ["", "dialogue"]


def test_corpora_are_mixed_by_share(talking: Context, show_page: Callable[[Panel], None]) -> None:
    panel = ModelPanel(talking)
    show_page(panel)
    talking.draft.use_preset("bert-tiny")
    before = talking.draft.spec
    panel.corpora.ask_mixture()
    dialog = panel.findChild(MixingDialog)
    assert dialog is not None
    assert list(dialog.shares) == ["letters", "talk & more"]
    assert not dialog.button.isEnabled(), "one corpus is no mixture"
    assert dialog.focusWidget() is dialog.shares["letters"]
    dialog.shares["letters"].setValue(0.7)
    dialog.shares["talk & more"].setValue(0.1)
    assert dialog.button.isEnabled()
    told = {label.text() for label in dialog.findChildren(QLabel)}
    shares = {"letters": (0.8753, 1313), "talk & more": (0.1247, 187)}
    assert {f"{percent(share)} of the run, {grouped(steps)} steps" for share, steps in shares.values()} <= told
    dialog.shares["talk & more"].setValue(0.001)
    dialog.shares["letters"].setValue(1000)
    assert not dialog.button.isEnabled()
    assert "none is left for the corpus “talk & more”" in dialog.error.text()
    dialog.shares["talk & more"].setValue(500)
    dialog.button.click()
    spec = talking.draft.spec
    assert [(stage.corpus, stage.together) for stage in spec.stages] == [("", False), ("talk & more", True)]
    assert [stage.share for stage in spec.stages] == [1000, 500]
    talking.draft.history.undo()
    assert talking.draft.spec == before


def source(context: Context, spec: RunSpec, number: int) -> Source:
    corpus = spec.stages[number].corpus or spec.corpus
    return Source(context.project, corpus, spec.vocabulary, spec, number)


def test_a_sample_of_dialogues_keeps_its_turns(talking: Context) -> None:
    """The text is cut on the fly here, where what is prepared has its paragraphs from the corpus."""
    passages = make_passages(source(talking, talking.draft.spec, 1), silent, never)
    assert passages.is_sample
    assert passages.note is None
    assert set(np.diff(passages.plan.piece_starts).tolist()) == {3}
    shown = ShownPassage.of(passages, 0, by_sentence=False)
    assert shown.roles == "Q R Q"
    assert shown.answer in ("real dialogue", "with turns of others")
    assert ShownPassage.of(passages, 0, by_sentence=True).roles == ""
    other = make_passages(source(talking, talking.draft.spec, 0), silent, never)
    assert ShownPassage.of(other, 0, by_sentence=False).roles == ""


def test_a_sample_of_a_log_keeps_its_answers(ready: Context, tmp_path: Path) -> None:
    log = tmp_path / "clicks.tsv"
    rows = [f"提高速度\t北京大学{'的' * number}\t{number % 3}" for number in range(1, 31)]
    log.write_text("\n".join(["query\ttitle\tlabel", *rows]), encoding="utf-8")
    answers = ("2=clicked", "1=shown", "0=unrelated")
    settings = ImportSettings(field="query", second_field="title", answer_field="label", answers=answers)
    corpus = import_corpus(ready.project, "clicks", [log], settings)
    stage = validate(Stage, {"name": "clicks", "corpus": "clicks", "passage": {"kind": "ir-relevance"}})
    spec = ready.draft.spec.model_copy(update={"stages": (*ready.draft.spec.stages, stage)})
    passages = make_passages(source(ready, spec, len(spec.stages) - 1), silent, never)
    assert passages.is_sample
    assert passages.note is None
    assert corpus.answers is not None
    training = corpus.answers.number[~corpus.evaluation].tolist()
    assert sorted(passages.plan.label.tolist()) == sorted(training)
    shown = ShownPassage.of(passages, 0, by_sentence=False)
    assert shown.answer in ("clicked", "shown, not clicked", "unrelated")
