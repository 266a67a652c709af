"""The sample project: what a newcomer sees first."""

from __future__ import annotations

from pathlib import Path

from workbench.core.paths import Project, sample_data
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.text.corpus import find_corpus, import_corpus, list_corpora
from workbench.text.lexicon import LexiconKind, list_lexicons
from workbench.text.lexicon_import import import_list
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import VocabularyKind, list_vocabularies
from workbench.text.vocabulary_training import train_vocabulary

CHINESE, ENGLISH = "sample-zh", "sample-en"
CHINESE_VOCABULARY, ENGLISH_VOCABULARY = "sample-zh-characters", "sample-en-bytes"
PHRASES, ENTITIES, SYNONYMS = "sample-phrase", "sample-entity", "sample-synonym"
SENTENCE = "波士顿咨询公司的工程师在高速公路上提高速度。"


def chinese_files() -> list[Path]:
    """The modern Chinese documents that ship."""
    return [sample_data("zh", name) for name in ("encyclopedia.txt", "news.txt", "essays.txt")]


def create_sample(project: Project, *, progress: Report = silent, cancelled: Cancelled = never) -> None:
    """Bring the sample corpora, lists and vocabularies into a project; what is there already stays as it is."""
    project.create()
    corpora = list_corpora(project).names
    for name, paths in ((CHINESE, chinese_files()), (ENGLISH, [sample_data("en", "austen.txt")])):
        if name not in corpora:
            import_corpus(project, name, paths, ImportSettings(), progress=progress, cancelled=cancelled)
    lexicons = list_lexicons(project).names
    for file, name, holds in (
        ("entities.tsv", ENTITIES, LexiconKind.ENTITY),
        ("phrases.txt", PHRASES, LexiconKind.PHRASE),
        ("synonyms.tsv", SYNONYMS, LexiconKind.SYNONYM),
    ):
        if name not in lexicons:
            import_list(project, sample_data("lexicons", file), name, holds)
    vocabularies = list_vocabularies(project).names
    for corpus, kind, size, name in (
        (CHINESE, VocabularyKind.CHARACTER, 4000, CHINESE_VOCABULARY),
        (ENGLISH, VocabularyKind.BYTE_BPE, 4000, ENGLISH_VOCABULARY),
    ):
        if name not in vocabularies:
            train_vocabulary(
                project, find_corpus(project, corpus), kind, size, name, progress=progress, cancelled=cancelled
            )
