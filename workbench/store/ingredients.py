"""What runs were made of, and whether it is still there: corpora, vocabularies and lists by name and fingerprint."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from workbench.core.config import Labelled
from workbench.core.errors import ArgumentError, SpecError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.store.list_users import list_names
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.text.corpus import find_corpus
from workbench.text.lexicon import find_lexicon
from workbench.text.vocabulary import find_vocabulary


class Kind(Labelled):
    """What it is."""

    CORPUS = "corpus", mark("corpus")
    VOCABULARY = "vocabulary", mark("vocabulary")
    LIST = "list", mark("list")


class State(Labelled):
    """What there is under its name."""

    SAME = "same", mark("the same")
    OTHER = "other", mark("another one of this name")
    MISSING = "missing", mark("not there")
    DAMAGED = "damaged", mark("damaged")


@dataclass(frozen=True)
class Ingredient:
    """``fingerprint`` is empty where nobody noted one; then any of the name will do."""

    kind: Kind
    name: str
    fingerprint: str


@dataclass(frozen=True)
class Wanted:
    """Something that is not there as ``runs`` (names) need it; ``found`` is the fingerprint of what has its name."""

    ingredient: Ingredient
    state: State
    found: str
    runs: tuple[str, ...]


def look_up(project: Project, ingredient: Ingredient) -> tuple[State, str]:
    """What the project has under the name, and its fingerprint."""
    try:
        found = _fingerprint(project, ingredient)
    except ArgumentError:  # no such name
        return State.MISSING, ""
    except WorkbenchError:
        return State.DAMAGED, ""
    same = ingredient.fingerprint in ("", found)
    return State.SAME if same else State.OTHER, found


def _fingerprint(project: Project, ingredient: Ingredient) -> str:
    if ingredient.kind is Kind.CORPUS:
        return find_corpus(project, ingredient.name).fingerprint
    if ingredient.kind is Kind.VOCABULARY:
        return find_vocabulary(project, ingredient.name).fingerprint
    return find_lexicon(project, ingredient.name).fingerprint


def ingredients_of(run: Run) -> list[Ingredient]:
    """What a run names; the fingerprints of its lists were not noted one by one."""
    found = [
        Ingredient(Kind.CORPUS, run.corpus, run.corpus_fingerprint),
        *(Ingredient(Kind.CORPUS, name, found) for name, found in run.stage_corpora.items()),
        Ingredient(Kind.VOCABULARY, run.vocabulary, run.vocabulary_fingerprint),
    ]
    return [one for one in found if one.name] + [Ingredient(Kind.LIST, name, "") for name in lists_of_run(run)]


def lists_of_run(run: Run) -> list[str]:
    """Names of the lists that a run cuts its text with, by name."""
    try:
        return sorted(list_names(run.spec.units))
    except SpecError:  # of another version of the program
        return []


def wanted_by(project: Project, runs: Iterable[Run]) -> list[Wanted]:
    """What is not there as these runs need it, each once, in the order of the runs."""
    users: dict[Ingredient, list[str]] = {}
    for run in runs:
        for ingredient in ingredients_of(run):
            users.setdefault(ingredient, []).append(run.name)
    looked = {ingredient: look_up(project, ingredient) for ingredient in users}
    return [
        Wanted(ingredient, *looked[ingredient], tuple(names))
        for ingredient, names in users.items()
        if looked[ingredient][0] is not State.SAME
    ]


def wanted_here(store: Store) -> list[Wanted]:
    """What the project's runs (but for those in the trash) need and do not find."""
    return wanted_by(store.project, store.runs())
