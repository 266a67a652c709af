"""What the user may say about the files of an import."""

from __future__ import annotations

from enum import StrEnum

from workbench.core.config import Config, option
from workbench.core.texts import mark


class FileFormat(StrEnum):
    """How a file holds documents. ``auto`` looks at the content, then at the name; it never takes JSON for ``spans``,
    whose records hold a text and the places of its units."""

    AUTO = "auto"
    TXT = "txt"
    JSONL = "jsonl"
    CSV = "csv"
    BIO = "bio"
    SPANS = "spans"


class DocumentRule(StrEnum):
    """What makes a document in plain text."""

    BLANK_LINE = "blank-line"
    LINE = "line"
    FILE = "file"


class ImportSettings(Config):
    """The settings of one import; all but ``encoding`` and ``format`` hold for every file alike."""

    format: FileFormat = option(FileFormat.AUTO, label=mark("Format"))
    field: str = option(
        "",
        label=mark("Field of the text"),
        help=mark(
            "The JSON field, also a path such as data.paragraphs[].context, or the column, by name or number; "
            "empty takes the one that is named as text usually is."
        ),
    )
    documents: DocumentRule = option(
        DocumentRule.BLANK_LINE,
        label=mark("Documents"),
        help=mark("In plain text: separated by blank lines, one a line, or one a file."),
    )
    encoding: str = option(
        "auto",
        label=mark("Encoding"),
        help=mark("utf-8, gb18030, big5, big5hkscs, utf-16-le, utf-16-be, or any that Python knows."),
    )
    evaluation_share: float = option(
        0.05,
        label=mark("Evaluation share"),
        help=mark("The share of documents that is set aside for evaluation; copies of a document stay together."),
        ge=0.0,
        le=0.5,
        step=0.01,
    )
