"""The dictionary that comes with jieba: words and how often they were met."""

from __future__ import annotations

import warnings
from collections.abc import Iterator


def dictionary_words() -> Iterator[tuple[str, int]]:
    """Words with their frequencies, in the order of the file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its import of pkg_resources warns
        import jieba
    with jieba.get_dict_file() as lines:
        for line in lines:
            word, frequency, _tag = line.decode("utf-8").split(" ", 2)
            yield word, int(frequency)
