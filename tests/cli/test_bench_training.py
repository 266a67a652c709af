"""The training benchmark: what it counts, and that both of its sides compute the same."""

from __future__ import annotations

import importlib.util
import json
import multiprocessing
import re
import threading
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from workbench.cli import bench, bench_training, main
from workbench.cli.bench_sample import sample
from workbench.cli.bench_training import operations, read_encoder
from workbench.cli.bench_training_sides import FULL, LINES, Setting, Text
from workbench.core.errors import ArgumentError
from workbench.core.paths import Project
from workbench.model.build import build_model
from workbench.model.inputs import Inputs
from workbench.spec.encoder import EncoderSpec
from workbench.text.prepared import prepare
from workbench.text.units import UnitSettings

TINY = ["--encoders", "1x16", "--batch", "4", "--length", "32", "--steps", "1", "--threads", "1"]


@pytest.fixture(autouse=True)
def _small_peak(monkeypatch: pytest.MonkeyPatch) -> None:
    """The peak is measured with a small product: on a processor without bf16 arithmetic the large one takes seconds."""
    monkeypatch.setattr(bench_training, "_SQUARE", 64)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """An empty one."""
    return Project(tmp_path)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if transformers were not installed."""
    find = importlib.util.find_spec
    monkeypatch.setattr(
        bench_training.importlib.util, "find_spec", lambda name: None if name == "transformers" else find(name)
    )


@pytest.mark.usefixtures("alone")
def test_rows_without_the_peer(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "has_bf16", lambda: True)
    assert main(["bench", "train", *TINY, "--rounds", "1", "--json"]) == 0
    captured = capsys.readouterr()
    assert not captured.err
    rows = json.loads(captured.out)
    assert [(row["precision"], row["passages"]) for row in rows] == [
        ("fp32", "full"), ("fp32", "lines"), ("bf16", "full"), ("bf16", "lines")
    ]  # fmt: skip
    for row in rows:
        assert row["tokens_per_s"] > 0
        assert row["peak_gflops"] > 0
        assert row["memory_mib"] > 50
        assert row["ratio"] is None
        assert (row["mfu_percent"] is not None) == (row["passages"] == "full")


@pytest.mark.parametrize(("options", "precisions"), [([], [False]), (["--bf16"], [False, True])])
def test_bf16_is_left_out_where_the_processor_lacks_it_unless_it_is_asked_for(
    options: list[str],
    precisions: list[bool],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bench, "has_bf16", lambda: False)
    monkeypatch.setattr(bench_training, "_measure", lambda setting, rounds, steps: [{"bf16": setting.bf16}])
    assert main(["bench", "train", *TINY, *options, "--rounds", "1", "--json"]) == 0
    captured = capsys.readouterr()
    assert [row["bf16"] for row in json.loads(captured.out)] == precisions
    assert ("no bf16 arithmetic" in captured.err) == (not options)


@pytest.mark.parametrize(
    ("capabilities", "expected"),
    [({"avx2": True, "avx512_bf16": False, "amx_bf16": False}, False), ({"avx512_bf16": True}, True)],
)
def test_bf16_arithmetic(capabilities: dict[str, bool], expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: capabilities)
    assert bench_training.has_bf16() is expected


@pytest.fixture
def sides_here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each side takes its steps in a thread of this process: only for what memory it needs must it be one."""

    def pipe() -> tuple[Connection, SimpleNamespace]:
        own, theirs = multiprocessing.Pipe()
        return own, SimpleNamespace(send=theirs.send, recv=theirs.recv, close=lambda: None)  # a process has its own

    here = SimpleNamespace(Pipe=pipe, Process=threading.Thread)
    monkeypatch.setattr(bench_training, "multiprocessing", SimpleNamespace(get_context=lambda method: here))
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


@pytest.mark.usefixtures("alone", "sides_here")
def test_loss_against_tokens(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "train", *TINY, "--loss", "20", "--seeds", "2", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    tokens = [row["tokens"] for row in rows]
    assert len(rows) == 10
    assert tokens == sorted(tokens)
    assert tokens[-1] == 20 * 4 * 32
    assert all(5 < row["loss"] < 10 for row in rows)


@pytest.mark.parametrize(
    "wrong",
    [["--rounds", "0"], ["--length", "4"], ["--encoders", "big"], ["--threads", "0"], ["--loss", "10", "--seeds", "1"]],
)
def test_wrong_options(wrong: list[str]) -> None:
    assert main(["bench", "train", *wrong]) == 2


def test_sizes_of_encoders() -> None:
    assert read_encoder("12x768") == (12, 768)
    for wrong in ("", "4", "x8", "4x", "0x8", "4x12", "4x-8"):
        with pytest.raises(ArgumentError):
            read_encoder(wrong)


def test_operations_are_those_that_torch_counts(project: Project) -> None:
    from torch.utils.flop_counter import FlopCounterMode

    from workbench.model.tap import Tap

    corpus, vocabulary = sample(project)
    setting = Setting(project.root, corpus.folder, vocabulary, 2, 64, batch=3, length=16, bf16=False, threads=1)
    spec = EncoderSpec(layers=2, hidden=64, heads=setting.heads, feed_forward=256, pooler=False)
    model = build_model(spec, vocabulary.size, {"mlm": 0})
    ids = torch.randint(5, 100, (3, 16))
    with FlopCounterMode(display=False) as counter:
        model(Inputs(ids, ids * 0), torch.arange(7), Tap())["mlm"].sum().backward()
    assert operations(setting, 48, 7) == counter.get_total_flops()


def test_lines_are_paragraphs_cut_at_the_length(project: Project) -> None:
    corpus, vocabulary = sample(project)
    prepared = prepare(project, corpus, vocabulary, UnitSettings())
    lines = Text.of(prepared, corpus, LINES, 64, 8)
    starts = np.asarray(prepared.sentence_starts)[np.asarray(corpus.paragraph_starts)]
    expected = np.minimum(np.diff(starts), 62) + 2
    assert sorted(lines.plan.lengths.tolist()) == sorted(expected[expected > 2].tolist())
    full = Text.of(prepared, corpus, FULL, 64, 8)
    assert set(full.plan.lengths.tolist()) == {64}
    assert len(full.plan) == prepared.num_tokens // 62
    rows = lines.rows()
    seen = [next(rows) for _ in range(len(lines.plan) // 8 + 1)]
    assert [epoch for epoch, _ in seen] == [0] * (len(lines.plan) // 8) + [1]
    assert np.array_equal(seen[0][1], np.arange(8))


@pytest.mark.skipif(importlib.util.find_spec("transformers") is None, reason="transformers is not installed")
def test_both_sides_have_the_same_loss_and_gradients() -> None:
    from transformers import BertConfig, BertForMaskedLM

    torch.manual_seed(0)
    peer = BertForMaskedLM(
        BertConfig(vocab_size=90, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=128,
                   hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)
    ).double()  # fmt: skip
    spec = EncoderSpec(layers=2, hidden=32, heads=4, feed_forward=128, pooler=False, hidden_dropout=0.0,
                       attention_dropout=0.0)  # fmt: skip
    model = build_model(spec, 90, {"mlm": 0}).double()
    names = {name: peer_name(name) for name, _ in model.named_parameters()}
    theirs = dict(peer.named_parameters())
    model.load_state_dict({name: theirs[other].detach() for name, other in names.items()})

    real = torch.arange(12) < torch.tensor([12, 5, 9])[:, None]
    ids = torch.randint(5, 90, (3, 12)) * real
    places = torch.tensor([1, 8, 14, 25, 32])
    labels = torch.randint(5, 90, (5,))
    wanted = torch.full((36,), -100)
    wanted[places] = labels
    loss = peer(input_ids=ids, attention_mask=real.long(), labels=wanted.view(3, 12)).loss
    found = model.scores(Inputs(ids, ids * 0, real), places, labels, torch.full((3,), -100), ["mlm"])["mlm"].loss / 5
    torch.testing.assert_close(found, loss)
    loss.backward()
    found.backward()
    for name, parameter in model.named_parameters():
        expected = theirs[names[name]].grad
        torch.testing.assert_close(parameter.grad, expected, rtol=1e-6, atol=1e-9, msg=lambda text, n=name: n + text)


def peer_name(name: str) -> str:
    """Ours in the words of transformers."""
    for ours, other in (
        ("encoder.embeddings.norm", "bert.embeddings.LayerNorm"),
        ("encoder.embeddings.segment", "bert.embeddings.token_type_embeddings"),
        (r"encoder.embeddings.(\w+).weight", r"bert.embeddings.\1_embeddings.weight"),
        (r"encoder.layers.(\d+)", r"bert.encoder.layer.\1"),
        (r"\.attention\.(query|key|value)", r".attention.self.\1"),
        ("attention_output", "attention.output.dense"),
        ("attention_norm", "attention.output.LayerNorm"),
        ("expand", "intermediate.dense"),
        ("contract", "output.dense"),
        ("feed_forward_norm", "output.LayerNorm"),
        ("heads.mlm.bias", "cls.predictions.bias"),
        ("heads.mlm.norm", "cls.predictions.transform.LayerNorm"),
        ("heads.mlm.dense", "cls.predictions.transform.dense"),
    ):
        name = re.sub(ours, other, name)
    return name
