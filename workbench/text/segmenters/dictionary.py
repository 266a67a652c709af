"""The dictionary that comes with jieba: words, how often they were met, and their tags. Its Rust port has the same."""

from __future__ import annotations

import warnings
from collections.abc import Iterator


def dictionary_words() -> Iterator[tuple[str, int, str]]:
    """Words with their frequencies and tags, in the order of the file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its import of pkg_resources warns
        import jieba
    with jieba.get_dict_file() as lines:
        for line in lines:
            word, frequency, tag = line.decode("utf-8").strip().split(" ")
            yield word, int(frequency), tag
