"""Rules about a generator and the objectives that need one (ELECTRA sheet 4.4, 4.6)."""

from __future__ import annotations

from workbench.core.errors import FieldProblem
from workbench.core.figures import percent
from workbench.core.texts import Text, mark
from workbench.masking.mixture import single_strategies
from workbench.objectives.generator import GeneratorAdversarial, GeneratorMlm
from workbench.objectives.replaced import ReplacedToken
from workbench.spec.generator import (
    SUGGESTED_WIDTHS,
    GeneratorSharing,
    GeneratorSpec,
    generator_encoder,
    is_as_large,
)
from workbench.spec.heads import generator_passes, takes_over
from workbench.spec.problem import Problems, problem
from workbench.spec.run import RunSpec, Stage

_TRAINED = 3  #: passes of a generator that a stage trains


def generator_problems(spec: RunSpec) -> Problems:
    """Everything about the generator that keeps a spec from being run."""
    if spec.generator is None:
        yield from _missing(spec)
        return
    yield from _sizes(spec, spec.generator)
    if not any(map(generator_passes, spec.stages)):
        template = mark(
            "No stage asks anything of the generator. Add an objective about replaced tokens, or turn it off."
        )
        yield problem("generator", template)
    for number, stage in enumerate(spec.stages):
        yield from _opposed(number, stage)
        if takes_over(stage):
            yield from _taken_over(number, spec, spec.generator)


def _missing(spec: RunSpec) -> Problems:
    for number, stage in enumerate(spec.stages):
        for objective in stage.tokens:
            if objective.needs_generator:
                template = mark("The objective “{kind}” needs a generator. Turn the generator on, or choose another.")
                yield problem(f"stages.{number}.tokens", template, kind=Text(objective.title))
                break


def _sizes(spec: RunSpec, generator: GeneratorSpec) -> Problems:
    if generator.sharing is GeneratorSharing.ALL and not is_as_large(generator):
        template = mark(
            "Only a generator of the encoder's size can share the whole encoder. Set its width and depth to 1, or "
            "share the embeddings."
        )
        yield problem("generator.sharing", template)
        return
    sizes = generator_encoder(spec.encoder, generator)
    if sizes.hidden % sizes.heads:
        near = max(1, round(sizes.hidden / sizes.heads)) * sizes.heads
        template = mark(
            "{heads} heads do not divide the generator's width of {hidden:,} into equal parts. Set a width of {share}, "
            "which makes {near:,}."
        )
        share = f"{near / spec.encoder.hidden:.6g}"
        yield problem("generator.width", template, heads=sizes.heads, hidden=sizes.hidden, share=share, near=near)


def width_hint(spec: RunSpec) -> Text | None:
    """What to tell where the generator's width is none of those that did best, though another would do."""
    generator = spec.generator
    if generator is None:
        return None
    least, most = SUGGESTED_WIDTHS
    needs_all = generator.sharing is GeneratorSharing.ALL or any(map(takes_over, spec.stages))
    if least <= generator.width <= most or (needs_all and is_as_large(generator)):
        return None
    template = mark(
        "Generators of {least} to {most} of the encoder's width did best in the paper; this one has {width}."
    )
    return Text(template, {"least": "1/4", "most": "1/2", "width": f"{generator.width:.4g}"})


def random_hint(spec: RunSpec) -> FieldProblem | None:
    """What to tell where a generator that is trained sees random or similar tokens in place of chosen ones (sheet 4.3):
    ELECTRA's sees [MASK] or the token itself."""
    for number, stage in enumerate(spec.stages):
        if spec.generator is None or not generator_passes(stage):
            continue
        for strategy in single_strategies(stage.masking):
            shares = strategy.replacement
            if other := shares.random + shares.similar:
                template = mark(
                    "The generator sees other tokens in the place of {share} of the chosen ones. ELECTRA's never does: "
                    "there 85 % are [MASK] and 15 % stay as they are."
                )
                return problem(f"stages.{number}.masking.replacement.random", template, share=percent(other, 0))
    return None


def _opposed(number: int, stage: Stage) -> Problems:
    """A generator has one aim a stage, and one that works against a detector needs it there."""
    kinds = {type(objective) for objective in stage.tokens if objective.weight}
    if GeneratorAdversarial not in kinds:
        return
    if GeneratorMlm in kinds:
        template = mark(
            "The generator can learn from the text or against the detector. Take one of both objectives out."
        )
        yield problem(f"stages.{number}.tokens", template)
    if ReplacedToken not in kinds:
        template = mark("A generator that works against a detector needs the objective “{kind}” in its stage. Add it.")
        yield problem(f"stages.{number}.tokens", template, kind=Text(ReplacedToken.title))


def _taken_over(number: int, spec: RunSpec, generator: GeneratorSpec) -> Problems:
    """Taking over the generator's weights: it must be as large, trained before, and stay as it was."""
    place = next(at for at, one in enumerate(spec.stages[number].tokens) if getattr(one, "from_generator", False))
    path = f"stages.{number}.tokens.{place}.from_generator"
    if not is_as_large(generator):
        template = mark(
            "The encoder can take over only the weights of a generator of its size. Set width and depth to 1."
        )
        yield problem(path, template)
    if generator.sharing is not GeneratorSharing.NONE:
        template = mark(
            "A generator that shares weights changes with the encoder that was to take them over. Share nothing."
        )
        yield problem("generator.sharing", template)
    if not any(generator_passes(stage) == _TRAINED for stage in spec.stages[:number]):
        template = mark(
            "No stage before this one trains the generator whose weights it begins with. Put one before it."
        )
        yield problem(path, template)
