"""Every count of sheet 3.6, to the unit: from ``workbench describe``, from its table, and from built models."""

from __future__ import annotations

import json
from typing import Any

import pytest
import torch

from workbench.cli import main
from workbench.model.build import build_model, count_parameters, heads_of
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.spec.sharing_table import sharing_table, unshared_parameters

MODES = ("all", "attention", "feed-forward", "none")
#: size: backbone with pooler and total with heads at V = 30,000, total at V = 21,128.
SIZES = {
    "base": (11_683_584, 11_813_810, 10_669_322),
    "large": (17_683_968, 17_847_474, 16_702_986),
    "xlarge": (58_724_864, 59_021_490, 57_877_002),
    "xxlarge": (222_595_584, 223_158_450, 222_013_962),
}
#: Base by E, and the other sizes at E = 128: backbone with pooler by mode, no map where E is H.
BASE = {
    64: (9_681_408, 61_645_056, 35_684_352, 87_648_000),
    128: (11_683_584, 63_647_232, 37_686_528, 89_650_176),
    256: (15_687_936, 67_651_584, 41_690_880, 93_654_528),
    768: (31_114_752, 83_078_400, 57_117_696, 109_081_344),
}
OTHERS = {
    "large": (17_683_968, 210_786_816, 114_294_272, 307_397_120),
    "xlarge": (58_724_864, 830_806_528, 444_883_456, 1_216_965_120),
    "xxlarge": (222_595_584, 1_699_305_984, 961_063_424, 2_437_773_824),
}
#: (groups, inner layers): total with heads of base.
GROUPS = {
    (1, 1): 11_813_810,
    (2, 1): 18_901_682,
    (3, 1): 25_989_554,
    (4, 1): 33_077_426,
    (6, 1): 47_253_170,
    (12, 1): 89_780_402,
    (1, 2): 18_901_682,
    (2, 2): 33_077_426,
}
CELLS = [("base", width, mode, body) for width, row in BASE.items() for mode, body in zip(MODES, row, strict=True)]
CELLS += [(size, 128, mode, body) for size, row in OTHERS.items() for mode, body in zip(MODES, row, strict=True)]


def described(capsys: pytest.CaptureFixture[str], size: str, *arguments: str) -> Any:
    """What ``describe`` prints of a preset."""
    assert main(["describe", "--preset", f"albert-{size}", "--json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def built(size: str, *overrides: str, vocabulary_size: int = 30_000) -> tuple[int, int]:
    """Parameters of the modules without memory: of the encoder, and of all."""
    spec = apply_overrides(load_preset(f"albert-{size}"), list(overrides))
    with torch.device("meta"):
        model = build_model(spec.encoder, vocabulary_size, heads_of(spec))
    return count_parameters(model.encoder), count_parameters(model)


@pytest.mark.parametrize("size", SIZES)
def test_sizes(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    body, total, chinese = SIZES[size]
    parameters = described(capsys, size)["parameters"]
    assert (parameters["body"], parameters["total"]) == (body, total) == built(size)
    assert described(capsys, size, "--vocabulary-size", "21128")["parameters"]["total"] == chinese
    assert built(size, vocabulary_size=21_128)[1] == chinese


@pytest.mark.parametrize(("size", "width", "mode", "body"), CELLS)
def test_modes_and_widths(size: str, width: int, mode: str, body: int, capsys: pytest.CaptureFixture[str]) -> None:
    hidden = load_preset(f"albert-{size}").encoder.hidden
    overrides = [f"encoder.embedding_size={width}", f"encoder.sharing={mode}"]
    settings = [word for override in overrides for word in ("--set", override)]
    parameters = described(capsys, size, *settings)["parameters"]
    total = body + hidden * width + 3 * width + 30_000 + 2 * hidden + 2
    assert (parameters["body"], parameters["total"]) == (body, total) == built(size, *overrides)


@pytest.mark.parametrize(("groups", "inner"), GROUPS)
def test_groups(groups: int, inner: int, capsys: pytest.CaptureFixture[str]) -> None:
    overrides = [f"encoder.groups={groups}", f"encoder.inner_layers={inner}"]
    settings = [word for override in overrides for word in ("--set", override)]
    total = described(capsys, "base", *settings)["parameters"]["total"]
    assert total == GROUPS[groups, inner] == built("base", *overrides)[1]


def test_the_table_of_a_model(capsys: pytest.CaptureFixture[str]) -> None:
    """Terminal and window show the same one."""
    printed = described(capsys, "base", "--sharing")
    expected = {(width, mode): body for size, width, mode, body in CELLS if size == "base"}
    assert {(cell["embedding_size"], cell["sharing"]): cell["body"] for cell in printed} == expected
    assert [(cell["embedding_size"], cell["sharing"]) for cell in printed if cell["current"]] == [(128, "all")]
    assert main(["describe", "--preset", "albert-base", "--sharing"]) == 0
    shown = capsys.readouterr().out
    assert "11,683,584 *" in shown
    assert "109,081,344" in shown


def test_the_width_of_the_model_has_a_row_of_its_own() -> None:
    spec = load_preset("albert-tiny")
    rows = sharing_table(apply_overrides(spec, ["encoder.embedding_size=100"]), 30_000)
    assert [row[0].encoder.embedding_width for row in rows] == [64, 100, 128, 256, 768]
    assert [choice.encoder.sharing.value for row in rows for choice in row if choice.current] == ["all"]
    assert [choice.encoder.embedding_width for row in rows for choice in row if choice.current] == [100]


def test_groups_are_kept_where_layers_share() -> None:
    spec = apply_overrides(load_preset("albert-base"), ["encoder.groups=2"])
    choices = {choice.encoder.sharing.value: choice for choice in sharing_table(spec, 30_000)[1]}
    assert choices["all"].total == GROUPS[2, 1]
    assert choices["attention"].encoder.groups == 2
    assert choices["none"].encoder.groups == 1


def test_as_deep_a_model_shares_nothing() -> None:
    spec = apply_overrides(load_preset("albert-base"), ["encoder.layers=6", "encoder.inner_layers=2"])
    none = {choice.encoder.sharing.value: choice for choice in sharing_table(spec, 30_000)[1]}["none"]
    assert (none.encoder.layers, none.encoder.inner_layers, none.body) == (12, 1, BASE[128][3])
    assert unshared_parameters(spec, 30_000) == none.total
    assert unshared_parameters(load_preset("bert-base"), 30_000) == 0


def test_what_sharing_saves_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert described(capsys, "base")["unshared_parameters"] == GROUPS[12, 1]
    assert main(["describe", "--preset", "albert-base"]) == 0
    assert "sharing saves 77,966,592 of 89,780,402 parameters, no compute" in capsys.readouterr().out
    assert main(["describe", "--preset", "bert-tiny"]) == 0
    assert "sharing" not in capsys.readouterr().out
