"""Tokenizers and vocabularies as users reported them wrong (requirements, section C), with the neighbours of each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import torch

from workbench.cli.train import create_run
from workbench.core.errors import SpecError, WorkbenchError
from workbench.core.events import EventBase, StepDone
from workbench.core.paths import Project
from workbench.gui.panels.check_line import Verdict
from workbench.gui.panels.training_checks import check_start, may_start
from workbench.jobs.devices import DeviceRow
from workbench.masking.audit import MaskAudit
from workbench.masking.registry import STRATEGIES
from workbench.masking.strategy import IGNORE
from workbench.model.build import build_model
from workbench.model.growing import WORD_TABLE, grow_embeddings
from workbench.model.inputs import Inputs
from workbench.objectives.examples import ExampleMaker, PreviewStage, mask_passages
from workbench.spec.check import problems, require_valid
from workbench.spec.encoder import EncoderSpec
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec
from workbench.text.analysis import make_analyser
from workbench.text.corpus import Corpus, import_corpus
from workbench.text.library_tokenizer import make_tokenizer
from workbench.text.pack import assemble
from workbench.text.prepared import PreparedCorpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.tokenizer import Tokenizer
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import (
    Vocabulary,
    VocabularyKind,
    check_vocabulary,
    find_vocabulary,
    list_vocabularies,
    load_vocabulary,
    save_vocabulary,
)
from workbench.text.vocabulary_coverage import report_coverage
from workbench.text.vocabulary_growth import Places, add_words, plan_additions
from workbench.text.vocabulary_unknown import UnknownKind
from workbench.text.vocabulary_words import build_word_vocabulary
from workbench.train.run import run_engine

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
CHARACTERS = [*"请预测和。模型年", "[", "]", "mask", "sep", "unk", "M", "A", "S", "K", "<", ">", "##m", "b", "##e"]
UNITS = UnitSettings()
CPU = (DeviceRow("cpu", "Processor", 0),)
TINY = [
    "encoder.layers=1", "encoder.hidden=16", "encoder.heads=2", "encoder.feed_forward=16", "encoder.positions=32",
    "training.length=32", "training.batch_size=2", "training.steps=1", "training.warmup_steps=0",
    "training.device=cpu", "training.threads=1",
]  # fmt: skip


def vocab_file(folder: Path, tokens: Sequence[str], name: str = "vocab.txt") -> Path:
    path = folder / name
    path.write_bytes("\n".join(tokens).encode() + b"\n")
    return path


def corpus_of(project: Project, folder: Path, text: str, name: str = "text") -> Corpus:
    path = folder / f"{name}.txt"
    path.write_text(text, encoding="utf-8")
    return import_corpus(project, name, [path], ImportSettings())


# --- R026: a special token typed in the text becomes the real one --------------------------------------------------


def kinds() -> list[Vocabulary]:
    """A vocabulary of every kind, and one with a tokenizer file of its own that knew its special tokens."""
    made = [
        Vocabulary.make(kind.value, kind, [*SPECIAL, *CHARACTERS], lowercase=lowercase)
        for kind in (VocabularyKind.WORDPIECE, VocabularyKind.CHARACTER, VocabularyKind.WORD)
        for lowercase in (True, False)
    ]
    letters = [chr(code) for code in range(33, 127)]
    names = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", *letters]
    return [*made, Vocabulary.make("bytes", VocabularyKind.BYTE_BPE, names)]


@pytest.mark.parametrize("vocabulary", kinds(), ids=lambda one: f"{one.kind.value}-{one.lowercase}")
@pytest.mark.parametrize("text", ["请预测[MASK]和[SEP]", "[mask][PAD] [CLS][UNK]", "<mask></s>b<pad>", "[MASK] [SEP]"])
def test_r026_no_text_becomes_a_special_id(vocabulary: Vocabulary, text: str) -> None:
    ids, spans = Tokenizer(vocabulary).encode([text])[0]
    special = set(vocabulary.special.values()) - {vocabulary.unk_id}
    assert not special & set(ids.tolist())
    assert (spans[:, 0] < spans[:, 1]).all()


def test_r026_a_tokenizer_file_that_finds_special_tokens_no_longer_does(project: Project, tmp_path: Path) -> None:
    tokenizer = make_tokenizer(Vocabulary.make("v", VocabularyKind.WORDPIECE, [*SPECIAL, *CHARACTERS]))
    tokenizer.add_special_tokens(SPECIAL)
    assert tokenizer.encode("[MASK]").ids == [4], "what users met"
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    vocabulary = load_vocabulary(project, tmp_path / "tokenizer.json", "v")
    assert 4 not in Tokenizer(vocabulary).encode(["[MASK]"])[0][0].tolist()


@pytest.mark.parametrize("kind", list(STRATEGIES))
def test_r026_masks_stand_where_the_program_put_them(project: Project, kind: str) -> None:
    vocabulary = Vocabulary.make("v", VocabularyKind.WORDPIECE, [*SPECIAL, *CHARACTERS])
    written = PreparedCorpus.from_texts([["请预测[MASK]和[SEP]"]] * 40, make_analyser(project, vocabulary, UNITS))
    strategy = STRATEGIES[kind].model_validate({"kind": kind})
    maker = ExampleMaker(written, PreviewStage(strategy), 64, 3)
    plan = maker.passages(0)
    batch = assemble(written, plan, np.arange(len(plan)))
    masked = mask_passages(batch, strategy, written, maker.keys(plan, batch.example, 0))
    is_special = np.isin(batch.ids, [vocabulary.mask_id, vocabulary.sep_id])
    assert np.array_equal(is_special, ~batch.maskable & (batch.ids != vocabulary.cls_id)), "[SEP] only at the ends"
    new = (masked.input_ids == vocabulary.mask_id) & (masked.labels == IGNORE)
    assert not new.any()
    assert batch.maskable.sum() == 40 * 10, "请 预 测 [ mask ] 和 [ sep ]: all of them can be masked"


def test_r026_labels_are_those_of_any_other_text(project: Project) -> None:
    vocabulary = Vocabulary.make("v", VocabularyKind.WORDPIECE, [*SPECIAL, *CHARACTERS])
    labels = []
    for text in ("请预测[MASK]和[SEP]", "请预测[mask]和[sep]"):
        prepared = PreparedCorpus.from_texts([[text]] * 40, make_analyser(project, vocabulary, UNITS))
        maker = ExampleMaker(prepared, PreviewStage(STRATEGIES["basic"].model_validate({"kind": "basic"})), 64, 3)
        plan = maker.passages(0)
        batch = assemble(prepared, plan, np.arange(len(plan)))
        labels.append(mask_passages(batch, maker.stage.masking, prepared, maker.keys(plan, batch.example, 0)).labels)
    assert np.array_equal(*labels)
    assert (labels[0] != IGNORE).sum() >= 40


def test_r026_the_report_counts_them(project: Project, tmp_path: Path) -> None:
    corpus = corpus_of(project, tmp_path, "请预测[MASK]和[SEP]\n[MASK]\n")
    assert any("2 special tokens" in note.message.render() or "3 special" in note.message.render()
               for note in corpus.report.notes)  # fmt: skip
    vocabulary = Vocabulary.make("v", VocabularyKind.WORDPIECE, [*SPECIAL, *CHARACTERS])
    coverage = report_coverage(project, corpus, vocabulary, UNITS).coverage
    assert coverage.literal == {"[MASK]": 2, "[SEP]": 1}
    assert coverage.occurrences[[vocabulary.mask_id, vocabulary.sep_id]].tolist() == [0, 0]


# --- R010: full-width runs in the report ---------------------------------------------------------------------------


def test_r010_a_full_width_run_is_listed(project: Project, tmp_path: Path) -> None:
    corpus = corpus_of(project, tmp_path, "ＢＥＲＴ模型２０１９年。\n")
    vocabulary = Vocabulary.make("v", VocabularyKind.WORDPIECE, [*SPECIAL, *CHARACTERS])
    texts = report_coverage(project, corpus, vocabulary, UNITS).coverage.texts
    assert [(text.text, text.count) for text in texts if text.kind is UnknownKind.FULL_WIDTH] == [
        ("２０１９", 1), ("ＢＥＲＴ", 1),
    ]  # fmt: skip


# --- R027: a vocabulary without one of the special tokens ----------------------------------------------------------


@pytest.mark.parametrize("absent", SPECIAL)
def test_r027_each_missing_token_is_named_and_nothing_can_start(project: Project, tmp_path: Path, absent: str) -> None:
    corpus_of(project, tmp_path, "模型预测。模型。\n\n请预测。模型。\n\n" * 3)
    path = vocab_file(tmp_path, [token for token in [*SPECIAL, *CHARACTERS] if token != absent], "less.txt")
    report = check_vocabulary(path)
    assert (report.usable, report.missing_special) == (False, (absent,))
    with pytest.raises(WorkbenchError) as caught:
        load_vocabulary(project, path, "less")
    message = str(caught.value)
    assert absent in message
    assert not any(other in message for other in SPECIAL if other != absent)
    assert "--add-missing" in message
    assert list_vocabularies(project).names == set()
    spec = apply_overrides(load_preset("bert-tiny"), ["corpus=text", f"vocabulary={path}", "training.device=cpu"])
    checks = check_start(project, spec, CPU)
    assert not may_start(checks)
    wrong = [str(check.text) for check in checks if check.verdict is Verdict.WRONG]
    assert any(f"has no {absent}." in text for text in wrong)
    mended = load_vocabulary(project, path, "more", add_missing=True)
    assert mended.token(mended.size - 1) == absent
    spec = apply_overrides(spec, ["vocabulary=more"])
    assert may_start(check_start(project, spec, CPU))


def test_r027_neighbours_all_missing_and_other_names(project: Project, tmp_path: Path) -> None:
    assert check_vocabulary(vocab_file(tmp_path, CHARACTERS, "none.txt")).missing_special == tuple(SPECIAL)
    lower = vocab_file(tmp_path, [token.lower() for token in SPECIAL], "lower.txt")
    assert check_vocabulary(lower).missing_special == tuple(SPECIAL), "[mask] is not [MASK]"
    roberta = vocab_file(tmp_path, ["<s>", "<pad>", "</s>", "<unk>", *CHARACTERS], "roberta.txt")
    assert check_vocabulary(roberta).missing_special == ("<mask>",), "in the style of those that are there"


# --- R028: blank lines, duplicates, line separators ----------------------------------------------------------------

ODD = [*SPECIAL[:4], "", "[MASK]", "一", "二", "一", "\u2028", "三", "\u2029", "\x85", "四"]


@pytest.mark.parametrize("end", ["\n", "\r\n", ""], ids=["lf", "crlf", "no final newline"])
def test_r028_ids_are_lines_by_lf_and_stay_so(project: Project, tmp_path: Path, end: str) -> None:
    path = tmp_path / "vocab.txt"
    path.write_bytes(((end or "\n").join(ODD) + end).encode())
    report = check_vocabulary(path)
    lines = {problem.line: problem.kind for problem in report.problems if problem.kind != "crlf"}
    assert lines == {5: "blank", 9: "duplicate"}
    loaded = load_vocabulary(project, path, "odd")
    assert loaded.tokens == tuple(ODD)
    assert loaded.token(9) == "\u2028", "the line after the duplicate, number 10, has id 9"
    again = find_vocabulary(project, "odd")
    save_vocabulary(project, again.with_name("copy"))
    for vocabulary in (again, find_vocabulary(project, "copy")):
        assert vocabulary.tokens == tuple(ODD)
        assert vocabulary.fingerprint == loaded.fingerprint
        assert Tokenizer(vocabulary).encode(["四三一"])[0][0].tolist() == [13, 10, 8]


def test_r028_nothing_moves_when_words_are_added(project: Project) -> None:
    odd = Vocabulary.make("odd", VocabularyKind.WORDPIECE, ODD)
    grown = add_words(project, plan_additions(odd, ["五"], Places.GROW), "grown")
    assert find_vocabulary(project, "grown").tokens == (*ODD, "五")
    assert grown.tokens[:14] == odd.tokens


def test_r028_files_of_users(shared_data: Path, project: Project) -> None:
    nasty = shared_data / "nasty"
    separators = find_vocabulary(project, nasty / "vocab_u2028.txt")
    assert separators.size == 9
    assert (separators.ids_by_token["的"], separators.ids_by_token["一"]) == (6, 8)
    bad = check_vocabulary(nasty / "vocab_bad.txt")
    assert {problem.kind for problem in bad.problems} == {"crlf", "duplicate", "blank", "spaces", "missing-special"}
    assert not bad.usable
    for name, size in (("bert-base-chinese", 21_128), ("wobert", 33_586)):
        vocabulary = load_vocabulary(project, shared_data / "5_vocabs" / name / "vocab.txt", name)
        assert vocabulary.size == size, "str.splitlines() gives others"
        assert find_vocabulary(project, name).tokens == vocabulary.tokens
    assert find_vocabulary(project, "wobert").token(242) == "", "an empty line that all later ids rest on"


# --- R029: the vocabulary and the model are of different sizes -----------------------------------------------------


def mismatch(rows: int) -> RunSpec:
    return apply_overrides(RunSpec(), [*TINY, f"encoder.vocabulary_size={rows}"])


@pytest.mark.parametrize(("rows", "size"), [(21_128, 21_130), (21_130, 21_128)])
def test_r029_a_mismatch_names_both_numbers_and_both_ways_out(rows: int, size: int) -> None:
    found = problems(mismatch(rows), size)
    assert [problem.path for problem in found] == ["encoder.vocabulary_size"]
    message = found[0].message.render()
    assert f"{rows} rows" in message
    assert f"{size} tokens" in message
    assert f"Set {size}" in message, "grow (or shrink) the tables"
    assert "or 0 to always take the vocabulary's size" in message
    for choice in (size, 0):
        require_valid(mismatch(choice), size)


def test_r029_it_is_refused_before_a_device_is_touched(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = corpus_of(project, tmp_path, "\n\n".join(["模型预测。请预测模型。"] * 20))
    vocabulary = load_vocabulary(project, vocab_file(tmp_path, [*SPECIAL, *CHARACTERS]), "v")

    def touch(*_arguments: object) -> None:
        raise AssertionError("the device was asked for")

    run = create_run(project, mismatch(vocabulary.size - 2), corpus, vocabulary)
    with monkeypatch.context() as patched:
        patched.setattr("workbench.train.run.choose_device", touch)
        with pytest.raises(SpecError, match=f"the vocabulary has {vocabulary.size} "):
            run_engine(run.folder)
    settings = ["corpus=text", "vocabulary=v", f"encoder.vocabulary_size={vocabulary.size - 2}"]
    spec = apply_overrides(load_preset("bert-tiny"), settings)
    assert not may_start(check_start(project, spec, CPU))
    for choice in (vocabulary.size, 0):
        told: list[EventBase] = []
        assert run_engine(create_run(project, mismatch(choice), corpus, vocabulary).folder, told.append) == 0
        steps = [event for event in told if isinstance(event, StepDone)]
        assert len(steps) == 1
        assert np.isfinite(steps[0].loss)


@pytest.mark.parametrize("rows", [21_130, 0])
def test_r029_table_output_and_bias_have_all_rows(rows: int) -> None:
    spec = EncoderSpec(layers=1, hidden=16, heads=2, feed_forward=16, positions=32, vocabulary_size=rows)
    one_step(spec, 21_130, build_model(spec, 21_130, {"mlm": 0}).state_dict())


def test_r029_weights_grow_with_their_vocabulary(project: Project, shared_data: Path) -> None:
    """The two entries of the report: 21,128 rows of weights, 21,130 tokens."""
    parent = load_vocabulary(project, shared_data / "5_vocabs" / "bert-base-chinese" / "vocab.txt", "zh")
    grown = add_words(project, plan_additions(parent, ["“", "”"], Places.GROW), "more")
    assert (parent.size, grown.size) == (21_128, 21_130)
    spec = EncoderSpec(layers=1, hidden=16, heads=2, feed_forward=16, positions=32)
    state = build_model(spec, parent.size, {"mlm": 0}).state_dict()
    new = grow_embeddings(state, grown, parent, spec)
    assert torch.equal(new[WORD_TABLE][:21_128], state[WORD_TABLE])
    one_step(spec, grown.size, new)


def one_step(spec: EncoderSpec, size: int, state: dict[str, torch.Tensor]) -> None:
    """Load weights, look at the sizes, predict the two last ids and take a step."""
    torch.set_num_threads(1)
    model = build_model(spec, size, {"mlm": 0})
    model.load_state_dict(state)
    head = model.heads["mlm"]
    assert model.encoder.embeddings.word.weight.shape[0] == size
    assert head.bias.shape == (size,)
    ids = torch.tensor([[size - 2, size - 1, 5, 6]])
    logits = model(Inputs(ids, ids * 0), torch.tensor([0, 1]))["mlm"]
    assert logits.shape == (2, size), "the output matrix is the table"
    loss = torch.nn.functional.cross_entropy(logits, ids[0, :2])
    loss.backward()
    before = head.bias.detach().clone()
    torch.optim.SGD(model.parameters(), 0.1).step()
    assert torch.isfinite(loss)
    assert not torch.equal(head.bias, before)


# --- WoBERT: a word vocabulary makes single tokens whole words -----------------------------------------------------


def test_word_vocabularies_mask_whole_words_with_the_basic_strategy(project: Project, tmp_path: Path) -> None:
    text = "科学技术是第一生产力。我们去公园玩。"
    corpus = corpus_of(project, tmp_path, "\n".join([text] * 30))
    base = Vocabulary.make("base", VocabularyKind.WORDPIECE, [*SPECIAL, *dict.fromkeys(text)])
    words = build_word_vocabulary(project, base, 50, "words", corpus)
    tokens = [words.token(token) for token in Tokenizer(words).encode([text])[0][0].tolist()]
    assert tokens == ["科学技术", "是", "第一", "生产力", "。", "我们", "去", "公园", "玩", "。"]
    audits = {}
    for vocabulary in (words, base):
        prepared = PreparedCorpus.from_texts([[text]] * 400, make_analyser(project, vocabulary, UNITS))
        for kind in ("basic", "whole-word", "phrase", "entity"):
            audits[vocabulary.name, kind] = audit_of(prepared, kind)
    assert not any(any(audit.faults.values()) for audit in audits.values())
    basic, whole = audits["words", "basic"], audits["words", "whole-word"]
    assert basic.maskable == whole.maskable == 400 * 10
    assert basic.tokens.tolist() == basic.words.tolist() == [0, basic.targets], "a token each, and a whole word each"
    assert whole.targets == basic.targets
    assert whole.tokens.tolist() == [0, whole.targets]
    assert len(audits["base", "whole-word"].tokens) > 2, "with characters a word is several tokens"
    for kind in ("phrase", "entity"):
        assert audits["words", kind].targets > 0


def audit_of(prepared: PreparedCorpus, kind: str) -> MaskAudit:
    """What a strategy does to every passage."""
    strategy = STRATEGIES[kind].model_validate({"kind": kind})
    maker = ExampleMaker(prepared, PreviewStage(strategy), 64, 3)
    plan = maker.passages(0)
    batch = assemble(prepared, plan, np.arange(len(plan)))
    audit = MaskAudit()
    masked = mask_passages(batch, strategy, prepared, maker.keys(plan, batch.example, 0))
    audit.add(masked, strategy, prepared.vocabulary.unk_id)
    return audit
