"""What transformers computes from our folders, and we from its folders, is the same (sheet 5.5).

All that imports transformers stands here, as that takes seconds.
"""

from __future__ import annotations

import importlib.util
import json
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import torch

from workbench.model.exchange.exporting import export_checkpoint
from workbench.model.exchange.loading import load_checkpoint
from workbench.model.inputs import Inputs
from workbench.model.weights import load_tensors
from workbench.text.tokenizer import Tokenizer
from workbench.text.tokenizer_files import Frame, write_tokenizer_files

if TYPE_CHECKING:
    from tests.model.exchange.conftest import Desk

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("transformers") is None, reason="transformers is not installed (the extra “peers”)"
)

#: Settings of both sides that are small, and nowhere the defaults of a class.
_SIZES = {
    "vocab_size": 48, "hidden_size": 32, "num_hidden_layers": 3, "num_attention_heads": 4, "intermediate_size": 48,
    "max_position_embeddings": 40,
}  # fmt: skip


@pytest.fixture(scope="module")
def peer() -> Any:
    """The package; what it warns of while it loads is its own affair."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import transformers
    transformers.logging.set_verbosity_error()
    return transformers


@pytest.fixture(autouse=True)
def _its_warnings() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def read_back(peer: Any, architecture: str, folder: Path) -> Any:
    """Its model of a folder, of which every tensor was read and none was missing."""
    model, report = getattr(peer, architecture).from_pretrained(folder, output_loading_info=True)
    assert not any(report[kind] for kind in ("missing_keys", "unexpected_keys", "mismatched_keys")), report
    return model.eval()


def its_logits(model: Any, inputs: Inputs) -> dict[str, torch.Tensor]:
    """By the names of our heads."""
    arguments = {"input_ids": inputs.ids, "attention_mask": inputs.real.long()}
    if model.config.type_vocab_size > 1:
        arguments["token_type_ids"] = inputs.segments
    if inputs.tasks is not None:
        arguments["task_type_ids"] = inputs.tasks[:, None].expand_as(inputs.ids)
    with torch.no_grad():
        found = model(**arguments)
    if type(model).__name__ == "ElectraForPreTraining":
        return {"replaced_token": found["logits"]}
    names = {
        "prediction_logits": "mlm",
        "seq_relationship_logits": "next_sentence",
        "logits": "next_sentence" if type(model).__name__.endswith("ForNextSentencePrediction") else "mlm",
        "sop_logits": "sentence_order",
    }
    return {ours: found[theirs] for theirs, ours in names.items() if theirs in found}


def assert_same(ours: Any, theirs: dict[str, torch.Tensor], real: torch.Tensor) -> None:
    """Logits of the same heads, equal within 1e-5 wherever there is a token."""
    assert set(ours) == set(theirs)
    for name, logits in ours.items():
        per_token = logits.shape[: real.dim()] == real.shape
        here, there = (logits[real], theirs[name][real]) if per_token else (logits, theirs[name])
        torch.testing.assert_close(here, there, rtol=1e-5, atol=1e-5)


OURS = {
    "BertForPreTraining": ("bert-tiny", ["stages.0.passage.kind=next-sentence"]),
    "BertForMaskedLM": ("bert-tiny", ["stages.0.passage.kind=full-sentences", "encoder.pooler=false"]),
    "RobertaForMaskedLM": ("roberta-tiny", ["encoder.positions=42"]),
    "AlbertForPreTraining": ("albert-tiny", ["encoder.embedding_size=16"]),
    "BertForPreTraining, ERNIE 1.0": ("ernie-tiny", []),
    "ErnieForPreTraining": ("ernie2-tiny", ['stages=[{ passage = { kind = "next-sentence" } }]']),
    "ErnieForMaskedLM": ("ernie2-tiny", ["stages=[{}]", "encoder.activation=relu", "encoder.pooler=false"]),
}
_PLAIN = ["stages.0.passage.kind=full-sentences", "encoder.pooler=false"]
#: ALBERT's ways of sharing, by what they are called in the names of tests.
SHARED = {
    "all": ["sharing=all", "embedding_size=16"],
    "all, tanh": ["sharing=all", "embedding_size=16", "activation=gelu-tanh"],
    "all, E = H": ["sharing=all"],
    "none, tanh": ["embedding_size=16", "activation=gelu-tanh"],
    "groups": ["sharing=all", "groups=2", "layers=4", "embedding_size=16"],
    "inner": ["sharing=all", "groups=2", "inner_layers=2", "layers=4", "embedding_size=16"],
    "attention": ["sharing=attention", "embedding_size=16"],
    "feed-forward": ["sharing=feed-forward", "embedding_size=16"],
    "attention, groups": ["sharing=attention", "groups=2", "layers=4", "embedding_size=16"],
    "uneven": ["sharing=all", "groups=14", "layers=18", "embedding_size=16"],
}


@pytest.mark.parametrize("case", OURS)
def test_it_computes_what_our_model_does(desk: Desk, peer: Any, case: str, tmp_path: Path) -> None:
    preset, overrides = OURS[case]
    vocabulary = desk.byte_pairs() if preset.startswith("roberta") else desk.words()
    made = desk.make(desk.spec(preset, *overrides), vocabulary)
    run = there_and_back(desk, peer, made, case.split(",")[0], tmp_path)
    same = ("activation", "task_types", "segments", "positions", "layer_norm_epsilon")
    assert all(getattr(run.spec.encoder, name) == getattr(made.run.spec.encoder, name) for name in same)


def test_positions_lie_where_it_looks_for_them(desk: Desk, peer: Any, tmp_path: Path) -> None:
    """RoBERTa with a vocabulary whose padding is 0: its positions would begin at 1, ours at 2."""
    spec = desk.spec("roberta-tiny", "encoder.positions=42", "encoder.zero_padding_row=false")
    made = desk.make(spec, desk.words())
    export_checkpoint(desk.project, made.run.name, tmp_path / "out")
    model = read_back(peer, "RobertaForMaskedLM", tmp_path / "out")
    assert model.config.max_position_embeddings == 41
    inputs = desk.pairs(made.vocabulary, 1)
    assert_same(desk.logits(made.model, inputs), its_logits(model, inputs), inputs.real)
    run, _report = load_checkpoint(desk.project, tmp_path / "out", "back")
    assert run.spec.encoder == made.run.spec.encoder
    before, after = load_tensors(desk.weights_of(made.run)), load_tensors(desk.weights_of(run))
    before["encoder.embeddings.position.weight"][0] = 0.0  # no token has this row
    assert all(torch.equal(before[name], after[name]) for name in before)


@pytest.mark.parametrize("sharing", SHARED)
def test_it_computes_what_our_albert_does(desk: Desk, peer: Any, sharing: str, tmp_path: Path) -> None:
    spec = desk.spec("bert-tiny", *_PLAIN, *(f"encoder.{setting}" for setting in SHARED[sharing]))
    run = there_and_back(desk, peer, desk.make(spec, desk.words()), "AlbertForMaskedLM", tmp_path)
    free = {"pooler": False, "hidden_dropout": 0.0, "attention_dropout": 0.0}
    assert run.spec.encoder.model_copy(update=free) == spec.encoder.model_copy(update=free)


def there_and_back(desk: Desk, peer: Any, made: Any, architecture: str, tmp_path: Path) -> Any:
    """Its model of what we write computes the same, and what it writes of that becomes our very weights again, in the
    run that is returned."""
    vocabulary = made.vocabulary
    done = export_checkpoint(desk.project, made.run.name, tmp_path / "out")
    assert [one.architecture for one in done.written] == [architecture]
    assert not done.notes
    inputs = desk.pairs(vocabulary, made.run.spec.encoder.segments, made.run.spec.encoder.task_types)
    model = read_back(peer, architecture, tmp_path / "out")
    assert_same(desk.logits(made.model, inputs), its_logits(model, inputs), inputs.real)
    # Its own files, of what it read, become our very weights again.
    model.save_pretrained(tmp_path / "again")
    write_tokenizer_files(tmp_path / "again", vocabulary, Frame(True, 32))
    run, report = load_checkpoint(desk.project, tmp_path / "again", "again")
    assert not any((report.missing, report.unexpected, report.lacking, report.reshaped))
    before, after = load_tensors(desk.weights_of(made.run)), load_tensors(desk.weights_of(run))
    assert before.keys() == after.keys()
    assert all(torch.equal(before[name], after[name]) for name in before)
    return run


@pytest.mark.parametrize("sharing", ["none", "embeddings", "all"])
@pytest.mark.parametrize("width", [0, 16], ids=["E = H", "E < H"])
def test_both_networks_of_electra_compute_what_ours_do(
    desk: Desk, peer: Any, sharing: str, width: int, tmp_path: Path
) -> None:
    size = "1" if sharing == "all" else "0.5"
    settings = [f"encoder.embedding_size={width}", f"generator.sharing={sharing}", f"generator.width={size}"]
    made = desk.make(desk.spec("electra-tiny", *settings), desk.words())
    done = export_checkpoint(desk.project, made.run.name, tmp_path / "out")
    classes = ["ElectraForPreTraining", "ElectraForMaskedLM"]
    assert [(one.folder.name, one.architecture) for one in done.written] == [
        ("discriminator", classes[0]), ("generator", classes[1])
    ]  # fmt: skip
    inputs = desk.pairs(made.vocabulary, 2)
    detector = read_back(peer, classes[0], tmp_path / "out" / "discriminator")
    assert_same(desk.logits(made.model, inputs), its_logits(detector, inputs), inputs.real)
    generator = read_back(peer, classes[1], tmp_path / "out" / "generator")
    with torch.no_grad():
        guesses = made.model.generator.logits(inputs, torch.arange(inputs.ids.numel()))
    assert_same({"mlm": guesses.unflatten(0, inputs.ids.shape)}, its_logits(generator, inputs), inputs.real)
    # Each comes back as a run with the very weights.
    before = load_tensors(desk.weights_of(made.run))
    run, _report = load_checkpoint(desk.project, tmp_path / "out" / "discriminator", "detector")
    after = load_tensors(desk.weights_of(run))
    assert after.keys() == {name for name in before if not name.startswith("generator.")}
    assert all(torch.equal(before[name], after[name]) for name in after)
    run, _report = load_checkpoint(desk.project, tmp_path / "out" / "generator", "guesser")
    again = desk.logits(desk.model_of(run), inputs)["mlm"]
    torch.testing.assert_close(again[inputs.real], guesses.unflatten(0, inputs.ids.shape)[inputs.real])


_NARROW = {"embedding_size": 16, "bos_token_id": 2, "eos_token_id": 3, "pad_token_id": 0}
THEIRS: dict[str, tuple[str, dict[str, Any]]] = {
    "BertForPreTraining": ("BertConfig", {}),
    "BertForMaskedLM": ("BertConfig", {"hidden_act": "gelu_new"}),
    "AlbertForPreTraining": ("AlbertConfig", {**_NARROW, "hidden_act": "gelu_new"}),
    "AlbertForPreTraining, v1": ("AlbertConfig", {**_NARROW, "hidden_act": "gelu", "num_hidden_groups": 3}),
    "AlbertForMaskedLM": ("AlbertConfig", {**_NARROW, "inner_group_num": 2}),
    "ElectraForPreTraining": ("ElectraConfig", {"embedding_size": 16, "hidden_act": "gelu_new"}),
    "ElectraForPreTraining, E = H": ("ElectraConfig", {"embedding_size": 32}),
    "ElectraForMaskedLM": ("ElectraConfig", {"embedding_size": 16}),
    "ErnieForPreTraining": ("ErnieConfig", {"use_task_id": True, "task_type_vocab_size": 5, "type_vocab_size": 4}),
    "ErnieForMaskedLM": ("ErnieConfig", {"use_task_id": True, "hidden_act": "relu"}),
    "ErnieForNextSentencePrediction": ("ErnieConfig", {"use_task_id": True}),
    "RobertaForMaskedLM": (
        "RobertaConfig",
        {"pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2, "type_vocab_size": 1, "layer_norm_eps": 1e-5},
    ),
}


@pytest.mark.parametrize("case", THEIRS)
def test_we_compute_what_its_model_does(desk: Desk, peer: Any, case: str, tmp_path: Path) -> None:
    config, own = THEIRS[case]
    architecture = case.split(",")[0]
    vocabulary = desk.byte_pairs() if architecture.startswith("Roberta") else desk.words()
    theirs = getattr(peer, architecture)(getattr(peer, config)(**{**_SIZES, "vocab_size": vocabulary.size, **own}))
    for parameter in theirs.parameters():
        parameter.data.add_(torch.randn_like(parameter) * 0.2)
    theirs.eval().save_pretrained(tmp_path / "in")
    write_tokenizer_files(tmp_path / "in", vocabulary, Frame(True, 32))
    run, report = load_checkpoint(desk.project, tmp_path / "in", "theirs")
    assert not any((report.missing, report.unexpected, report.lacking, report.reshaped))
    tasks = getattr(theirs.config, "task_type_vocab_size", 0)
    inputs = desk.pairs(vocabulary, theirs.config.type_vocab_size, tasks)
    assert_same(desk.logits(desk.model_of(run), inputs), its_logits(theirs, inputs), inputs.real)
    # And back: what we write of it is the same to the bit.
    export_checkpoint(desk.project, "theirs", tmp_path / "back")
    state = read_back(peer, architecture, tmp_path / "back").state_dict()
    before = theirs.state_dict()
    assert state.keys() == before.keys()
    assert all(torch.equal(before[name], state[name]) for name in before)


def test_an_ernie_without_tasks_is_read_and_written_as_bert(desk: Desk, peer: Any, tmp_path: Path) -> None:
    """As ERNIE 1.0 lies about: with ReLU, and a config that does not speak of tasks."""
    vocabulary = desk.words()
    sizes = {**_SIZES, "vocab_size": vocabulary.size, "hidden_act": "relu", "layer_norm_eps": 1e-5}
    theirs = peer.ErnieForPreTraining(peer.ErnieConfig(**sizes)).eval()
    for parameter in theirs.parameters():
        parameter.data.add_(torch.randn_like(parameter) * 0.2)
    theirs.save_pretrained(tmp_path / "in")
    config = json.loads((tmp_path / "in" / "config.json").read_text())
    del config["use_task_id"], config["task_type_vocab_size"]
    (tmp_path / "in" / "config.json").write_text(json.dumps(config))
    write_tokenizer_files(tmp_path / "in", vocabulary, Frame(True, 32))
    run, report = load_checkpoint(desk.project, tmp_path / "in", "theirs")
    assert not any((report.missing, report.unexpected, report.lacking, report.reshaped))
    assert (run.spec.encoder.task_types, run.spec.encoder.activation.value) == (0, "relu")
    assert {stage.masking.kind for stage in run.spec.stages} == {"ernie"}, "the rest comes from ERNIE's presets"
    inputs = desk.pairs(vocabulary, 2)
    wanted = its_logits(theirs, inputs)
    assert_same(desk.logits(desk.model_of(run), inputs), wanted, inputs.real)
    (written,) = export_checkpoint(desk.project, "theirs", tmp_path / "back").written
    assert written.architecture == "BertForPreTraining"
    assert_same(its_logits(read_back(peer, written.architecture, tmp_path / "back"), inputs), wanted, inputs.real)


#: A run whose passages are asked something that no class of transformers asks, and what reads its pooler.
ASKED = {
    "ErnieModel": ("ernie2-tiny", 'passage = { kind = "sentence-reordering" }'),
    "BertModel": ("bert-tiny", 'passage = { kind = "sentence-order" }'),
    "AlbertModel": ("albert-tiny", 'passage = { kind = "sentence-pair" }'),
}


@pytest.mark.parametrize("body", ASKED)
def test_a_trained_pooler_goes_along_without_a_head_for_it(desk: Desk, peer: Any, body: str, tmp_path: Path) -> None:
    preset, passage = ASKED[body]
    made = desk.make(desk.spec(preset, f"stages=[{{ {passage} }}]"), desk.words())
    done = export_checkpoint(desk.project, made.run.name, tmp_path / "out")
    assert [one.architecture for one in done.written] == [body.replace("Model", "ForMaskedLM")]
    assert f"{body} and classifiers read it" in done.notes[-1].render()
    inputs = desk.pairs(made.vocabulary, 2, made.run.spec.encoder.task_types)
    model, report = getattr(peer, body).from_pretrained(tmp_path / "out", output_loading_info=True)
    assert not report["missing_keys"]
    tasks = {} if inputs.tasks is None else {"task_type_ids": inputs.tasks[:, None].expand_as(inputs.ids)}
    with torch.no_grad():
        ours = made.model.encoder.summary(made.model.encoder(inputs)[:, 0])
        found = model.eval()(inputs.ids, inputs.real.long(), token_type_ids=inputs.segments, **tasks)
    torch.testing.assert_close(ours, found.pooler_output, rtol=1e-5, atol=1e-5)
    masked = getattr(peer, done.written[0].architecture).from_pretrained(tmp_path / "out").eval()
    theirs = its_logits(masked, inputs)
    assert_same({"mlm": desk.logits(made.model, inputs)["mlm"]}, theirs, inputs.real)
    run, _report = load_checkpoint(desk.project, tmp_path / "out", "back")
    before, after = load_tensors(desk.weights_of(made.run)), load_tensors(desk.weights_of(run))
    assert torch.equal(before["encoder.pooler.weight"], after["encoder.pooler.weight"])


@pytest.mark.parametrize("kind", ["words", "bytes", "letters"])
def test_its_tokenizer_gives_our_ids(desk: Desk, peer: Any, kind: str, tmp_path: Path) -> None:
    vocabulary = {"words": desk.words, "bytes": desk.byte_pairs, "letters": desk.letters}[kind]()
    preset = "roberta-tiny" if kind == "bytes" else "bert-tiny"
    spec = desk.spec(preset, "encoder.positions=42")
    made = desk.make(spec, vocabulary)
    export_checkpoint(desk.project, made.run.name, tmp_path / "out")
    tokenizer = peer.AutoTokenizer.from_pretrained(tmp_path / "out")
    texts = ["abc a hat", "Cab 科学的 é!", "ab ab"]
    ours = [ids.tolist() for ids, _spans in Tokenizer(vocabulary).encode(texts)]
    cls, sep, mask = vocabulary.cls_id, vocabulary.sep_id, vocabulary.mask_id
    assert tokenizer(texts)["input_ids"] == [[cls, *ids, sep] for ids in ours]
    found = tokenizer(texts[0], texts[1])
    between = [sep] if spec.encoder.segments > 1 else [sep, sep]
    assert found["input_ids"] == [cls, *ours[0], *between, *ours[1], sep]
    if spec.encoder.segments > 1:
        assert found["token_type_ids"] == [0] * (len(ours[0]) + 2) + [1] * (len(ours[1]) + 1)
    else:
        assert "token_type_ids" not in found
    assert (tokenizer.mask_token_id, tokenizer.pad_token_id) == (mask, vocabulary.pad_id)
    assert tokenizer(f"a {tokenizer.mask_token}")["input_ids"] == [cls, vocabulary.ids_by_token["a"], mask, sep]
    assert len(tokenizer) == vocabulary.size
