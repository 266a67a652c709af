"""Parameter counts to the unit (sheet 1.7, 2.6, 2.8), initial weights (0.2) and the initial loss (1.9, 3.8)."""

from __future__ import annotations

import math

import pytest
import torch

from workbench.model.build import Model, build_model, count_parameters
from workbench.model.inputs import Inputs
from workbench.spec.encoder import EncoderSpec, Initialisation

SIZES = {
    "tiny": (2, 128),
    "mini": (4, 256),
    "small": (4, 512),
    "medium": (8, 512),
    "base": (12, 768),
    "large": (24, 1024),
}
BERT = {  # size: (total, backbone and pooler) for V = 30,522 and for V = 21,128
    "tiny": (4_433_468, 4_385_920, 3_221_642, 3_183_488),
    "mini": (11_267_900, 11_170_560, 8_853_642, 8_765_696),
    "small": (29_058_876, 28_763_648, 24_239_754, 23_953_920),
    "medium": (41_668_412, 41_373_184, 36_849_290, 36_563_456),
    "base": (110_106_428, 109_482_240, 102_882_442, 102_267_648),
    "large": (336_226_108, 335_141_888, 326_597_258, 325_522_432),
}
ROBERTA = {  # size: V = 50,265; 30,522; 21,128
    "tiny": (6_963_673, 4_416_826, 3_205_000),
    "small": (38_923_865, 28_795_706, 23_976_584),
    "base": (124_697_433, 109_515_066, 102_291_080),
    "large": (355_412_057, 335_175_482, 325_546_632),
}


def encoder(size: str, **changes: object) -> EncoderSpec:
    """The encoder of a size; heads are 64 wide."""
    layers, hidden = SIZES[size]
    sizes = {"layers": layers, "hidden": hidden, "heads": hidden // 64, "feed_forward": 4 * hidden}
    return EncoderSpec.model_validate({**sizes, **changes})


def on_meta(spec: EncoderSpec, vocabulary_size: int, *heads: str) -> Model:
    """A model without memory."""
    classes = {"mlm": 0, "next_sentence": 2}
    with torch.device("meta"):
        return build_model(spec, vocabulary_size, {name: classes[name] for name in heads})


@pytest.mark.parametrize("size", BERT)
def test_bert_counts(size: str) -> None:
    for at, vocabulary_size in ((0, 30_522), (2, 21_128)):
        model = on_meta(encoder(size), vocabulary_size, "mlm", "next_sentence")
        assert count_parameters(model) == BERT[size][at]
        assert count_parameters(model.encoder) == BERT[size][at + 1]


@pytest.mark.parametrize(("vocabulary_size", "count"), [(30_522, 109_514_298), (21_128, 102_290_312)])
def test_bert_without_pooler_and_next_sentence(vocabulary_size: int, count: int) -> None:
    assert count_parameters(on_meta(encoder("base", pooler=False), vocabulary_size, "mlm")) == count


@pytest.mark.parametrize("size", ROBERTA)
def test_roberta_counts(size: str) -> None:
    spec = encoder(size, positions=514, position_offset=2, segments=1, pooler=False, zero_padding_row=True)
    for vocabulary_size, count in zip((50_265, 30_522, 21_128), ROBERTA[size], strict=True):
        assert count_parameters(on_meta(spec, vocabulary_size, "mlm")) == count


def test_roberta_base_saves_so_many_tensors() -> None:
    spec = encoder("base", positions=514, position_offset=2, segments=1, pooler=False)
    assert len(on_meta(spec, 50_265, "mlm").state_dict()) == 202


def test_rows_of_the_spec_win_over_the_vocabulary() -> None:
    assert on_meta(encoder("tiny", vocabulary_size=1000), 21_128, "mlm").encoder.embeddings.word.num_embeddings == 1000


@pytest.mark.parametrize(
    ("kind", "deviation", "largest"),
    [(Initialisation.TRUNCATED, 0.0175925, 0.04), (Initialisation.NORMAL, 0.02, 0.12)],
)
def test_initial_weights(kind: Initialisation, deviation: float, largest: float) -> None:
    model = build_model(encoder("tiny", initialisation=kind), 8000, {"mlm": 0})
    for name, weight in model.named_parameters():
        if "norm.weight" in name:
            assert bool((weight == 1).all()), name
        elif "bias" in name:
            assert not weight.any(), name
        elif weight.numel() > 30_000:
            assert weight.std().item() == pytest.approx(deviation, rel=0.02), name
            assert weight.abs().max().item() <= largest, name


@pytest.mark.parametrize("kind", Initialisation)
@pytest.mark.parametrize("embedding_size", [0, 64])
def test_initial_loss(kind: Initialisation, embedding_size: int) -> None:
    sizes = {"embedding_size": embedding_size, "hidden_dropout": 0.0, "attention_dropout": 0.0}
    spec = encoder("tiny", initialisation=kind, **sizes)
    vocabulary_size, width = 21_128, 64
    model = build_model(spec, vocabulary_size, {"mlm": 0, "next_sentence": 2}).eval()
    ids = torch.randint(200, vocabulary_size, (40, width))
    places = torch.arange(40 * width)
    labels = torch.randint(200, vocabulary_size, (len(places),))
    ids = torch.where(torch.rand(ids.shape) < 0.8, 103, ids)
    with torch.no_grad():
        logits = model(Inputs(ids, torch.zeros_like(ids)), places)
    loss = torch.nn.functional.cross_entropy(logits["mlm"], labels).item()
    deviation = model.encoder.embeddings.word.weight.std().item()
    assert len(labels) >= 2000
    assert loss == pytest.approx(math.log(vocabulary_size) + deviation**2 * spec.embedding_width / 2, abs=0.1)
    passages = torch.nn.functional.cross_entropy(logits["next_sentence"], torch.zeros(40, dtype=torch.int64)).item()
    assert passages == pytest.approx(0.693, abs=0.15)


def test_logits_are_made_at_predicted_places_only(tiny: EncoderSpec) -> None:
    model = build_model(tiny, 50, {"mlm": 0, "next_sentence": 2})
    ids = torch.randint(5, 50, (3, 8))
    logits = model(Inputs(ids, ids * 0), torch.tensor([1, 9, 20, 21]))
    assert logits["mlm"].shape == (4, 50)
    assert logits["next_sentence"].shape == (3, 2)
    assert model(Inputs(ids, ids * 0), torch.zeros(0, dtype=torch.int64))["mlm"].shape == (0, 50)
