"""What the user may say about the files of an import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.core.config import Config, Labelled, option
from workbench.core.texts import Setting, mark

#: As messages name them.
ENCODING = Setting(mark("Encoding"), "--encoding")
FIELD = Setting(mark("Text field"), "--field")
SECOND_FIELD = Setting(mark("Second field"), "--second-field")
ANSWER_FIELD = Setting(mark("Answer field"), "--answer-field")
ANSWERS = Setting(mark("Answers"), "--answers")
DUPLICATES = Setting(mark("Duplicates"), "--duplicates")
FORMAT = Setting(mark("Format"), "--format")


class FileFormat(Labelled):
    """How a file holds documents. ``auto`` looks at the content, then at the name; it never takes JSON for ``spans``,
    whose records hold a text and the places of its units."""

    AUTO = "auto", mark("by its content")
    TXT = "txt", mark("plain text")
    JSONL = "jsonl", "JSONL"
    CSV = "csv", "CSV / TSV"
    BIO = "bio", mark("tokens with tags (BIO)")
    SPANS = "spans", mark("JSONL with units")
    TURNS = "turns", mark("dialogues, turns with tabs between")

    @property
    def setting(self) -> Setting:
        """The format as a choice that messages name."""
        return FORMAT.to(self.value, label=self.label)


class DocumentRule(Labelled):
    """What makes a document in plain text."""

    BLANK_LINE = "blank-line", mark("separated by blank lines")
    LINE = "line", mark("one a line")
    FILE = "file", mark("one a file")


class Duplicates(Labelled):
    """Copies of what came before, letter for letter after cleaning, of which the first stays."""

    KEEP = "keep", mark("kept")
    PARAGRAPHS = "paragraphs", mark("drop paragraphs that came before")
    DOCUMENTS = "documents", mark("drop documents that came before")


class Width(Labelled):
    """What becomes of full-width letters and digits (ＢＥＲＴ２０１９) and of other compatible forms."""

    KEEP = "keep", mark("kept")
    LETTERS = "letters", mark("letters and digits made ordinary")
    NFKC = "nfkc", mark("NFKC: all compatible forms, Chinese marks too")


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
    second_field: str = option(
        "",
        label=mark("Second field"),
        help=mark(
            "A field or column whose text goes with the first, as a title with the query: each of the two becomes one "
            "paragraph of the document."
        ),
    )
    answer_field: str = option(
        "",
        label=mark("Answer field"),
        help=mark(
            "The field or column that holds the answer to a document, as whether a search result was clicked; empty "
            "for none."
        ),
    )
    answers: tuple[str, ...] = option(
        (),
        label=mark("Answers"),
        help=mark(
            "Which value of that field means which answer, as 2=clicked, 1=shown, 0=unrelated. Several values may mean "
            "the same; rows with a value that means nothing, as -1=, are left out."
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
    duplicates: Duplicates = option(
        Duplicates.KEEP,
        label=mark("Duplicates"),
        help=mark(
            "What stands letter for letter in an earlier place of the corpus can be left out; the first stays. "
            "Dialogues go as a whole, never turn by turn."
        ),
    )
    width: Width = option(
        Width.KEEP,
        label=mark("Full-width characters"),
        help=mark("Vocabularies of BERT hold both forms. The files are never changed."),
    )
    html: bool = option(
        False,
        label=mark("Remove HTML"),
        help=mark(
            "Tags, comments, scripts and styles go, block tags end a paragraph, entities become their characters."
        ),
    )
    lone_cr: bool = option(
        True,
        label=mark("A lone CR ends a line"),
        help=mark("As in files of old Macs. LF and CRLF always end one; U+2028, U+2029, U+0085, VT, FF, FS never do."),
    )

    @property
    def field_beside(self) -> Setting | None:
        """What names a field beside that of the text, as only tables and records have them; None where nothing does."""
        if self.answer_field:
            return ANSWER_FIELD
        return SECOND_FIELD if self.second_field else None


def changed_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Plain values of the settings, as a corpus keeps them, that are not as usual."""
    usual = ImportSettings().model_dump(mode="json")
    return {name: value for name, value in settings.items() if name in usual and usual[name] != value}
