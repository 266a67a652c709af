"""``presets`` and ``describe``: what there is to start from, and what a spec amounts to."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import psutil

from workbench.cli.mixing import add_mixing_options, with_chosen_corpora
from workbench.cli.output import print_json, print_line, print_table, print_text
from workbench.cli.project import project_of
from workbench.cli.regimes import add_regime_options, in_regime, plan_data, print_plan_of_tasks
from workbench.core.errors import ArgumentError, FieldProblem, SpecError
from workbench.core.figures import percent
from workbench.core.texts import Text, listed, mark
from workbench.core.translation import terminal_translate
from workbench.spec.check import require_valid
from workbench.spec.files import apply_overrides, load_spec
from workbench.spec.forecast import Forecast, forecast
from workbench.spec.generator_check import random_hint, width_hint
from workbench.spec.ngrams_check import ngram_hint
from workbench.spec.presets import default_recipe, load_preset, preset_names, recipe_names, reference_vocabulary_size
from workbench.spec.rate import RunRate
from workbench.spec.run import RunSpec
from workbench.spec.schedule import StageSpan, schedule
from workbench.spec.sharing_table import SharingChoice, sharing_table, unshared_parameters
from workbench.spec.task_plan import task_table
from workbench.store.ngrams import ngrams_for, with_rows

NAMES = ("presets", "describe")

_TIMELINE = 30  #: characters of the timeline of stages


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parsers of both commands."""
    presets = commands.add_parser("presets", parents=[common], help="list the presets")
    presets.set_defaults(run=run_presets)
    describe = commands.add_parser("describe", parents=[common], help="parameters, compute and memory of a spec")
    add_spec_options(describe)
    describe.add_argument("--vocabulary", metavar="V", help="a vocabulary of the project, or a path")
    describe.add_argument("--vocabulary-size", type=int, metavar="N", help="reckon with N tokens")
    describe.add_argument("--sharing", action="store_true", help="parameters by what layers share and embedding size")
    describe.set_defaults(run=run_describe)


def add_spec_options(parser: argparse.ArgumentParser) -> None:
    """Options that say which spec: a file or a preset with its recipe, overrides, a regime of its tasks, corpora."""
    parser.add_argument("spec", nargs="?", type=Path, metavar="SPEC", help="a spec file (TOML or JSON)")
    parser.add_argument("--preset", metavar="P", help="a preset instead of a file")
    parser.add_argument("--recipe", metavar="R", help="a recipe of the preset; “presets” lists them")
    parser.add_argument("--set", action="append", default=[], metavar="a.b=v", help="override a setting")
    add_regime_options(parser)
    add_mixing_options(parser)


def chosen_spec(arguments: argparse.Namespace) -> RunSpec:
    """The spec that the options of :func:`add_spec_options` say, overrides applied, then a regime, then corpora."""
    if (arguments.spec is None) == (arguments.preset is None):
        raise ArgumentError(mark("Give either a spec file or --preset."), mark("See workbench presets."))
    if arguments.preset is not None:
        spec = load_preset(arguments.preset, arguments.recipe)
    elif arguments.recipe is not None:
        raise ArgumentError(mark("--recipe goes with --preset; a spec file has its own recipe."))
    else:
        spec = _spec_of_file(arguments.spec)
    return with_chosen_corpora(in_regime(apply_overrides(spec, arguments.set), arguments), arguments)


def _spec_of_file(path: Path) -> RunSpec:
    """The spec of a file; what is wrong with the file as a whole is told with its path as it was typed."""
    try:
        return load_spec(path)
    except SpecError as error:
        problems = [
            FieldProblem(str(path), problem.message) if problem.path == path.name else problem
            for problem in error.problems
        ]
        raise SpecError(problems) from None


def run_presets(arguments: argparse.Namespace) -> int:
    """List presets with their recipes."""
    rows, lines = [], []
    for name in preset_names():
        encoder, usual, recipes = load_preset(name).encoder, default_recipe(name), recipe_names(name)
        sizes = {"layers": encoder.layers, "hidden": encoder.hidden}
        rows.append({"name": name, **sizes, "recipes": recipes, "recipe": usual})
        others = ", ".join(recipe for recipe in recipes if recipe != usual)
        lines.append((name, *sizes.values(), usual, others))
    if arguments.json:
        print_json(rows)
    else:
        print_table(("name", "layers", "hidden", "recipe", "other recipes"), lines)
    return 0


def run_describe(arguments: argparse.Namespace) -> int:
    """Print the forecast of a spec, or all that is wrong with it."""
    spec = chosen_spec(arguments)
    size = _vocabulary_size(arguments, spec)
    if spec.ngrams is not None and spec.ngrams.lists:
        spec = with_rows(spec, ngrams_for(project_of(arguments), spec))
    require_valid(spec, size, lists=False)
    described = forecast(spec, size or spec.encoder.vocabulary_size or reference_vocabulary_size(spec.preset))
    free = psutil.virtual_memory().available
    if arguments.sharing:
        _print_sharing(sharing_table(spec, described.vocabulary_size), as_json=arguments.json)
    elif arguments.json:
        stages = [asdict(span) for span in schedule(spec)]
        unshared = {"unshared_parameters": unshared_parameters(spec, described.vocabulary_size)}
        warmups = RunRate(spec).warmups if spec.training.restart_schedule else None
        plan = {"plan": plan_data(task_table(spec)), "warmups": warmups}
        print_json({**forecast_data(described), **unshared, "memory_free": free, "stages": stages, **plan})
    else:
        _print_forecast(described, unshared_parameters(spec, described.vocabulary_size))
        for hint in (one for one in (width_hint(spec), ngram_hint(spec.ngrams)) if one is not None):
            print_text(mark("Hint: {hint}"), hint=hint)
        if (other := random_hint(spec)) is not None:
            print_text(mark("Hint: {hint}"), hint=other.message)
        print_text(mark("memory free here: {size:,.0f} MiB (of GPUs: workbench devices)"), size=free / 2**20)
        _print_schedule(schedule(spec))
        if len(spec.stages) > 1:
            print_plan_of_tasks(spec)
    return 0


def _vocabulary_size(arguments: argparse.Namespace, spec: RunSpec) -> int | None:
    """The size asked for, or that of the vocabulary asked for or named by the spec; None where there is none."""
    if arguments.vocabulary is not None and arguments.vocabulary_size is not None:
        raise ArgumentError(
            mark("Give either --vocabulary or --vocabulary-size."), mark("The size of a vocabulary is its own.")
        )
    if arguments.vocabulary_size is not None:
        if arguments.vocabulary_size < 1:
            problem = Text(mark("{value} is too small; the least is {bound}."), {"value": arguments.vocabulary_size,
                                                                                  "bound": 1})  # fmt: skip
            raise SpecError([FieldProblem("--vocabulary-size", problem)])
        return int(arguments.vocabulary_size)
    name = arguments.vocabulary or spec.vocabulary
    if not name:
        return None
    from workbench.text.vocabulary import find_vocabulary

    try:
        return int(find_vocabulary(project_of(arguments), name).size)
    except ArgumentError as error:
        raise SpecError([FieldProblem("vocabulary", error.text)]) from None


def forecast_data(described: Forecast) -> dict[str, Any]:
    """The forecast as plain data, as scripts read it; of a generator only where there is one."""
    parameters = asdict(described.parameters)
    if not described.parameters.generator:
        del parameters["generator"], parameters["shared"]
    return {
        "vocabulary_size": described.vocabulary_size,
        "parameters": parameters,
        "flops_per_token": described.flops_per_token,
        "memory": {**asdict(described.memory), "total": described.memory.total},
    }


def _print_sharing(rows: Sequence[Sequence[SharingChoice]], *, as_json: bool) -> None:
    """Parameters without heads, as the paper counts; in JSON those with heads too."""
    if as_json:
        print_json(
            [
                {
                    "embedding_size": choice.encoder.embedding_width,
                    "sharing": choice.encoder.sharing.value,
                    "body": choice.body,
                    "total": choice.total,
                    "current": choice.current,
                }
                for row in rows
                for choice in row
            ]
        )
        return
    print_table(
        ("E", *(choice.encoder.sharing.value for choice in rows[0])),
        [
            (row[0].encoder.embedding_width, *(f"{choice.body:,}{' *' if choice.current else ''}" for choice in row))
            for row in rows
        ],
    )
    print_text(mark("parameters without heads; * is the model as it is"))


def _print_forecast(described: Forecast, unshared: int) -> None:
    """The forecast; ``unshared`` parameters there would be if layers that share did not, 0 where none do."""
    translate = terminal_translate()
    parameters, memory = described.parameters, described.memory
    print_line(f"{translate(mark('vocabulary'))}: {described.vocabulary_size:,}")
    print_line(f"{translate(mark('parameters'))}: {parameters.total:,}")
    for part, count in parameters.by_part.items():
        print_line(f"  {part}: {count:,}")
    if parameters.generator:
        network = parameters.body + sum(parameters.heads.values())
        print_text(mark("encoder with heads: {count:,}"), count=network)
        print_text(
            mark("generator with head: {count:,}, of which {shared:,} are shared"),
            count=parameters.generator,
            shared=parameters.shared,
        )
    print_line(f"{translate(mark('without heads'))}: {parameters.body:,}")
    if unshared:
        saved = unshared - parameters.total
        print_text(
            mark("sharing saves {saved:,} of {unshared:,} parameters, no compute and no activations"),
            saved=saved, unshared=unshared,
        )  # fmt: skip
    print_line(f"{translate(mark('compute per token'))}: {described.flops_per_token / 1e6:,.1f} MFLOP")
    print_line(f"{translate(mark('memory while training'))}: {memory.total / 2**20:,.0f} MiB")
    for part, size in asdict(memory).items():
        print_line(f"  {part}: {size / 2**20:,.0f} MiB")


def _print_schedule(spans: Sequence[StageSpan]) -> None:
    """The stages as a timeline: one line a stage, its bar where it stands in the run."""
    translate, steps = terminal_translate(), spans[-1].last_step
    named = any(span.corpus for span in spans)
    titles = [mark("name"), mark("steps"), mark("share"), "", mark("length"), mark("masking"), mark("rate")]
    print_line(f"{translate(mark('stages'))}:")
    print_table(
        [*map(translate, titles), *([translate(mark("corpus"))] if named else [])],
        [
            (
                span.name,
                f"{span.first_step:,}-{span.last_step:,}",
                percent(span.share),
                _bar(span, steps),
                f"{span.length:,}",
                _masking_words(span),
                percent(span.rate),
                *([span.corpus] if named else []),
            )
            for span in spans
        ],
    )


def _bar(span: StageSpan, steps: int) -> str:
    """Where a stage stands in the run; it always shows, however short."""
    first = min((span.first_step - 1) * _TIMELINE // steps, _TIMELINE - 1)
    last = max(span.last_step * _TIMELINE // steps, first + 1)
    return "." * first + "#" * (last - first) + "." * (_TIMELINE - last)


def _masking_words(span: StageSpan) -> str:
    """What masks a stage, if anything does; a mixture with its parts and their shares."""
    translate = terminal_translate()
    if not span.rate:
        return translate(mark("no masks"))
    parts = listed(f"{translate(part.title)} {percent(part.share, 0)}" for part in span.parts).render(translate)
    return f"{translate(span.title)} ({parts})" if span.parts else translate(span.title)
