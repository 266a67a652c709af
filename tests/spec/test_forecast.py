"""Parameter counts of the spec sheet, to the unit (sheet 0.1, 1.7, 2.6 and 3.6), and compute and memory by hand."""

from __future__ import annotations

import pytest

from workbench.spec.files import apply_overrides
from workbench.spec.forecast import Forecast, forecast
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec

LARGE = ["encoder.layers=24", "encoder.hidden=1024", "encoder.heads=16", "encoder.feed_forward=4096"]

BERT = [
    ("tiny", 30522, 4_433_468, 4_385_920),
    ("mini", 30522, 11_267_900, 11_170_560),
    ("small", 30522, 29_058_876, 28_763_648),
    ("medium", 30522, 41_668_412, 41_373_184),
    ("base", 30522, 110_106_428, 109_482_240),
    ("large", 30522, 336_226_108, 335_141_888),
    ("tiny", 21128, 3_221_642, 3_183_488),
    ("mini", 21128, 8_853_642, 8_765_696),
    ("small", 21128, 24_239_754, 23_953_920),
    ("medium", 21128, 36_849_290, 36_563_456),
    ("base", 21128, 102_882_442, 102_267_648),
    ("base", 33586, 112_462_644, 111_835_392),  # WoBERT
    ("base", 50000, 125_085_010, 124_441_344),  # WoBERT+
    ("large", 21128, 326_597_258, 325_522_432),
]
ROBERTA = [
    ("tiny", 50265, 6_963_673),
    ("small", 50265, 38_923_865),
    ("base", 50265, 124_697_433),
    ("large", 50265, 355_412_057),
    ("tiny", 30522, 4_416_826),
    ("small", 30522, 28_795_706),
    ("base", 30522, 109_515_066),
    ("large", 30522, 335_175_482),
    ("tiny", 21128, 3_205_000),
    ("small", 21128, 23_976_584),
    ("base", 21128, 102_291_080),
    ("large", 21128, 325_546_632),
]


def sized(family: str, size: str) -> RunSpec:
    """The preset; the sheet's large size is made from base."""
    return apply_overrides(load_preset(f"{family}-base"), LARGE) if size == "large" else load_preset(f"{family}-{size}")


def checked(spec: RunSpec, vocabulary: int) -> Forecast:
    """The forecast, its parts adding up."""
    made = forecast(spec, vocabulary)
    counts = made.parameters
    network = counts.body + sum(counts.heads.values())
    assert counts.total == sum(counts.by_part.values()) == network + counts.generator - counts.shared
    return made


@pytest.mark.parametrize(("size", "vocabulary", "total", "body"), BERT)
def test_bert_counts(size: str, vocabulary: int, total: int, body: int) -> None:
    counts = checked(sized("bert", size), vocabulary).parameters
    assert (counts.total, counts.body) == (total, body)
    assert list(counts.heads) == ["mlm", "next_sentence"]


@pytest.mark.parametrize(("size", "vocabulary", "total"), ROBERTA)
def test_roberta_counts(size: str, vocabulary: int, total: int) -> None:
    counts = checked(sized("roberta", size), vocabulary).parameters
    assert counts.total == total
    assert list(counts.heads) == ["mlm"]


@pytest.mark.parametrize(("vocabulary", "total"), [(30522, 109_514_298), (21128, 102_290_312)])
def test_bert_without_next_sentence(vocabulary: int, total: int) -> None:
    alone = apply_overrides(
        load_preset("bert-base", "local"), ["stages.0.passage.kind=full-sentences", "encoder.pooler=false"]
    )
    assert checked(alone, vocabulary).parameters.total == total


@pytest.mark.parametrize(
    ("preset", "vocabulary", "body"),
    [
        ("ernie-base", 18_000, 99_866_112),
        ("ernie2-base", 30_522, 109_496_064),
        ("ernie2-large", 30_522, 335_160_320),
    ],
)
def test_ernie_counts(preset: str, vocabulary: int, body: int) -> None:
    """The first table of the ERNIE sheet, pooler included."""
    counts = checked(load_preset(preset), vocabulary).parameters
    assert counts.body == body
    tasks = 16 * load_preset(preset).encoder.hidden if preset.startswith("ernie2") else 0
    assert counts.by_part.get("task_table", 0) == tasks


@pytest.mark.parametrize("width", [0, 64])
def test_added_tables_cost_their_rows_and_nothing_else(width: int) -> None:
    plain = apply_overrides(load_preset("bert-tiny"), [f"encoder.embedding_size={width}"])
    made = checked(apply_overrides(plain, ["encoder.task_types=7", "encoder.roles=3"]), 1000)
    before, rows = checked(plain, 1000), width or 128
    assert (made.parameters.by_part["task_table"], made.parameters.by_part["role_table"]) == (7 * rows, 3 * rows)
    assert made.parameters.total == before.parameters.total + 10 * rows
    assert made.memory.weights == before.memory.weights + 40 * rows
    assert made.memory.gradients == before.memory.gradients + 40 * rows
    assert made.memory.optimizer == before.memory.optimizer + 80 * rows
    assert (made.memory.activations, made.flops_per_token) == (before.memory.activations, before.flops_per_token)


@pytest.mark.parametrize(("vocabulary", "total"), [(50265, 124_645_632)])
def test_roberta_backbone_with_pooler(vocabulary: int, total: int) -> None:
    pooled = apply_overrides(load_preset("roberta-base"), ["encoder.pooler=true"])
    assert checked(pooled, vocabulary).parameters.body == total


@pytest.mark.parametrize(
    ("hidden", "layer"),
    [(128, 198_272), (256, 789_760), (512, 3_152_384), (768, 7_087_872), (1024, 12_596_224), (2048, 50_358_272),
     (4096, 201_379_840)],
)  # fmt: skip
def test_one_layer(hidden: int, layer: int) -> None:
    size = [f"encoder.hidden={hidden}", f"encoder.feed_forward={4 * hidden}"]
    one = forecast(apply_overrides(load_preset("bert-tiny"), [*size, "encoder.layers=1"]), 100).parameters.total
    two = forecast(apply_overrides(load_preset("bert-tiny"), [*size, "encoder.layers=2"]), 100).parameters.total
    assert two - one == layer


FACTORISED = [(64, 87_648_000), (128, 89_650_176), (256, 93_654_528), (768, 109_081_344)]


@pytest.mark.parametrize(("width", "body"), FACTORISED)
def test_factorised_embedding(width: int, body: int) -> None:
    """Column "none" of sheet 3.6; both heads come to 768E + 3E + 30,000 and 1,538."""
    spec = apply_overrides(load_preset("bert-base"), [f"encoder.embedding_size={width}"])
    counts = checked(spec, 30_000).parameters
    assert (counts.body, counts.total) == (body, body + 768 * width + 3 * width + 30_000 + 1_538)
    assert counts.by_part.get("embedding_map", 0) == (0 if width == 768 else 768 * width + 768)


def test_a_table_size_of_its_own_wins() -> None:
    spec = apply_overrides(load_preset("bert-tiny"), ["encoder.vocabulary_size=21128"])
    made = forecast(spec, 30522)
    assert (made.vocabulary_size, made.parameters.total) == (21128, 3_221_642)


def test_sharing_saves_parameters_and_neither_compute_nor_activations() -> None:
    spec = apply_overrides(load_preset("bert-base"), ["training.batch_size=8"])
    plain = forecast(spec, 30_000)
    for sharing in ("all", "attention", "feed-forward"):
        shared = forecast(apply_overrides(spec, [f"encoder.sharing={sharing}"]), 30_000)
        assert shared.parameters.total < plain.parameters.total
        assert shared.memory.weights < plain.memory.weights
        assert shared.memory.optimizer < plain.memory.optimizer
        assert shared.memory.activations == plain.memory.activations
        assert shared.flops_per_token == plain.flops_per_token


def test_inner_layers_are_computed_in_each_layer() -> None:
    one = apply_overrides(load_preset("bert-base"), ["encoder.sharing=all", "training.batch_size=8"])
    two = forecast(apply_overrides(one, ["encoder.inner_layers=2"]), 30_000)
    deep = forecast(apply_overrides(one, ["encoder.layers=24"]), 30_000)
    assert two.flops_per_token == deep.flops_per_token
    assert two.memory.activations == deep.memory.activations


def test_compute_counted_one_product_at_a_time() -> None:
    spec = apply_overrides(load_preset("bert-tiny"), ["training.length=64"])
    hidden, inner, length, vocabulary, rate = 128, 512, 64, 1000, 0.15
    adds = 0.0
    for _ in range(2):
        adds += 4 * hidden * hidden  # queries, keys, values, output
        adds += length * hidden  # scores of one query with all keys
        adds += length * hidden  # mean of the values
        adds += hidden * inner + inner * hidden
    adds += rate * (hidden * hidden + hidden * vocabulary)
    adds += (hidden * hidden + 2 * hidden) / length
    assert forecast(spec, vocabulary).flops_per_token == round(6 * adds)


def test_compute_of_a_factorised_embedding() -> None:
    """The map at each token, and at each predicted one the head's two products of width E."""
    whole = apply_overrides(load_preset("bert-tiny"), ["training.length=64"])
    narrow = forecast(apply_overrides(whole, ["encoder.embedding_size=32"]), 1000).flops_per_token
    hidden, width, vocabulary, rate = 128, 32, 1000, 0.15
    more = width * hidden
    less = rate * (hidden * hidden + hidden * vocabulary - hidden * width - width * vocabulary)
    assert narrow - forecast(whole, 1000).flops_per_token == pytest.approx(6 * (more - less), abs=1)


def test_stages_are_weighted_by_their_shares() -> None:
    spec = load_preset("roberta-tiny")
    (stage,) = spec.stages
    half = stage.model_copy(update={"share": 3.0, "masking": stage.masking.model_copy(update={"rate": 0.35})})
    mixed = spec.model_copy(update={"stages": (stage, half)})
    even = apply_overrides(spec, ["stages.0.masking.rate=0.3"])
    assert forecast(mixed, 1000).flops_per_token == forecast(even, 1000).flops_per_token


def test_stages_with_other_lengths_count_with_their_tokens() -> None:
    """Twice as many steps of a quarter of the tokens are a third of all tokens."""
    spec = load_preset("bert-tiny")
    (stage,) = spec.stages
    short = stage.model_copy(update={"name": "short", "share": 2.0, "length": 128})
    long = stage.model_copy(update={"name": "long", "share": 1.0, "length": 512})
    both, *alone = (
        forecast(spec.model_copy(update={"stages": stages}), 1000) for stages in ((short, long), (short,), (long,))
    )
    expected = (alone[0].flops_per_token + 2 * alone[1].flops_per_token) / 3
    assert both.flops_per_token == pytest.approx(expected, abs=1)
    assert both.memory == alone[1].memory, "that of the stage that needs most"


def test_batches_in_tokens_need_as_much_as_they_hold() -> None:
    spec = load_preset("bert-tiny")
    same = apply_overrides(spec, ["training.batch_unit=full-sequences"])
    in_tokens = apply_overrides(spec, ["training.batch_unit=tokens", "training.batch_size=4096"])
    assert forecast(spec, 1000).memory == forecast(same, 1000).memory == forecast(in_tokens, 1000).memory


def test_averaged_weights_are_weights() -> None:
    averaged = forecast(apply_overrides(load_preset("bert-tiny"), ["training.average_decay=0.99"]), 30522)
    assert averaged.memory.weights == 8 * 4_433_468


def test_memory() -> None:
    spec = load_preset("bert-tiny")
    made = forecast(spec, 30522)
    assert made.memory.weights == made.memory.gradients == 4 * 4_433_468
    assert made.memory.optimizer == 8 * 4_433_468
    parts = (made.memory.weights, made.memory.gradients, made.memory.optimizer, made.memory.activations)
    assert made.memory.total == sum(parts)
    split = forecast(apply_overrides(spec, ["training.accumulation=4"]), 30522).memory
    assert split.activations == pytest.approx(made.memory.activations / 4, abs=1)
    halved = forecast(apply_overrides(spec, ["training.precision=bf16"]), 30522).memory
    assert halved.activations < made.memory.activations
    assert forecast(apply_overrides(spec, ["training.precision=fp16"]), 30522).memory == halved
    fused = forecast(apply_overrides(spec, ["training.device=cuda"]), 30522).memory
    weights = 3 * 2 * 2 * 128 * 32 * 128 * 4  # three times layers x heads x length for each token, in bytes
    assert made.memory.activations - fused.activations == weights


def test_a_stage_is_reckoned_with_its_own_rate_beside_stages_that_hide_nothing() -> None:
    spec = load_preset("ernie2-tiny")
    assert not all(stage.masking.hides for stage in spec.stages)
    alone = apply_overrides(spec, ["training.steps=300", "training.warmup_steps=0"])
    alone = alone.model_copy(update={"stages": spec.stages[:1]})
    assert forecast(spec, 30522).memory.activations == forecast(alone, 30522).memory.activations


#: Sheet 4.8: V, preset and changes -> encoder with its head, its body, generator, embeddings, all together.
ELECTRA = [
    (30_522, "electra-small", [], (13_549_057, 13_483_008, 4_620_026, 3_972_864, 14_196_219)),
    (30_522, "electra-small", ["generator.width=1"], (13_549_057, 13_483_008, 13_546_682, 3_972_864, 23_122_875)),
    (30_522, "electra-base", [], (109_483_009, 108_891_648, 33_740_602, 23_837_184, 119_386_427)),
    (30_522, "electra-large", [], (335_142_913, 334_092_288, 51_295_290, 31_782_912, 354_655_291)),
    (30_522, "electra-small", ["generator.sharing=none"], (13_549_057, 13_483_008, 4_620_026, 0, 18_169_083)),
    (30_522, "electra-base", ["generator.sharing=none"], (109_483_009, 108_891_648, 33_740_602, 0, 143_223_611)),
    (30_522, "electra-large", ["generator.sharing=none"], (335_142_913, 334_092_288, 51_295_290, 0, 386_438_203)),
    (21_128, "electra-small", [], (12_346_625, 12_280_576, 3_408_200, 2_770_432, 12_984_393)),
    (21_128, "electra-base", [], (102_268_417, 101_677_056, 26_516_616, 16_622_592, 112_162_441)),
    (21_128, "electra-large", [], (325_523_457, 324_472_832, 41_666_440, 22_163_456, 345_026_441)),
]  # fmt: skip


@pytest.mark.parametrize(("size", "name", "changes", "expected"), ELECTRA)
def test_electra(size: int, name: str, changes: list[str], expected: tuple[int, ...]) -> None:
    counts = checked(apply_overrides(load_preset(name), changes), size).parameters
    network = counts.body + sum(counts.heads.values())
    assert (network, counts.body, counts.generator, counts.shared, counts.total) == expected


@pytest.mark.parametrize(
    ("name", "total"), [("electra-small", 13_612_731), ("electra-base", 110_105_659), ("electra-large", 336_225_083)]
)
def test_electra_with_one_encoder_for_both(name: str, total: int) -> None:
    spec = apply_overrides(load_preset(name), ["generator.width=1", "generator.sharing=all"])
    assert checked(spec, 30_522).parameters.total == total


def test_compute_of_both_networks() -> None:
    """The generator with its head at chosen tokens, the detector's head at all; a frozen one runs forward only."""
    spec = apply_overrides(load_preset("electra-tiny"), ["training.length=64"])
    hidden, inner, length, vocabulary, rate = 128, 512, 64, 1000, 0.15
    reader = 2 * (4 * hidden**2 + 2 * hidden * inner + 2 * length * hidden) + hidden**2 + hidden
    small, own = 64, 256
    guesser = 2 * (4 * small**2 + 2 * small * own + 2 * length * small) + hidden * small
    guesser += rate * (small * hidden + hidden * vocabulary)
    assert forecast(spec, vocabulary).flops_per_token == round(6 * (reader + guesser))
    frozen = apply_overrides(spec, ['stages.0.tokens=[{ kind = "replaced-token" }]'])
    assert forecast(frozen, vocabulary).flops_per_token == round(6 * reader + 2 * guesser)
    alone = apply_overrides(spec, ['stages.0.tokens=[{ kind = "generator-mlm" }]'])
    assert forecast(alone, vocabulary).flops_per_token == round(6 * guesser)
    assert forecast(alone, vocabulary).memory.activations < forecast(frozen, vocabulary).memory.activations
    assert forecast(frozen, vocabulary).memory.activations < forecast(spec, vocabulary).memory.activations


def test_no_batch_has_more_tokens_than_the_text() -> None:
    spec = load_preset("bert-tiny")
    million, hundred = (apply_overrides(spec, [f"training.batch_size={size}"]) for size in (10**6, 100))
    places = 100 * spec.training.length
    bounded = forecast(million, 1000, places).memory
    assert bounded == forecast(hundred, 1000).memory == forecast(hundred, 1000, 2 * places).memory
    assert bounded.activations < forecast(million, 1000).memory.activations
