"""From cells of text to the two kinds of attributes that own a block of the table: bags of words, and
sequences of letters.

Words are the longest runs of the letters a to z after A to Z are made small; everything else ends a word.
There is no stop list, no stemming and no least length. With letters `all` a letter is what Unicode calls one,
made small by Unicode's rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from naivebench.core.table import Counts, Sequences, code_dtype

LETTERS = ("a-z", "all")
ENGLISH, UNICODE = re.compile("[a-z]+"), re.compile(r"[^\W\d_]+")


def words(text: str, letters: str = "a-z") -> list[str]:
    """The words of a text in their order."""
    if letters == "all":
        return UNICODE.findall(text.lower())
    return ENGLISH.findall((text if text.isascii() else text.encode("ascii", "replace").decode()).lower())


def bag_of_words(
    cells: Iterable[str], letters: str = "a-z", vocabulary: Sequence[str] | None = None
) -> tuple[Counts, tuple[str, ...]]:
    """Words counted in each of n cells, and the word of every column.

    The columns are the words of all cells by code point, or the given vocabulary, whose other words are then
    ignored. Columns ascend within a case.
    """
    index: dict[str, int] = {} if vocabulary is None else {word: i for i, word in enumerate(vocabulary)}
    columns, data, sizes = [], [], [0]
    for cell in cells:
        counted = Counter(words(cell, letters))
        if vocabulary is not None:
            counted = {word: count for word, count in counted.items() if word in index}
        columns.extend([index.setdefault(word, len(index)) for word in counted])
        data.extend(counted.values())
        sizes.append(len(columns))
    listed = tuple(sorted(index)) if vocabulary is None else tuple(vocabulary)
    position = np.empty(len(listed), dtype=np.int32)
    position[[index[word] for word in listed]] = np.arange(len(listed))
    return _in_order(
        np.array(sizes, np.int64),
        position[np.array(columns, np.intp)],
        np.array(data, np.float64),
        len(listed),
    ), listed


def _in_order(indptr: np.ndarray, indices: np.ndarray, data: np.ndarray, n_columns: int) -> Counts:
    """Counts with the columns of every case ascending."""
    order = np.lexsort((indices, np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))))
    return Counts(indptr, indices[order], data[order], n_columns)


def other_letters(cells: Iterable[str]) -> int:
    """Number of cells with a letter that is none of a to z and A to Z."""
    return sum(not cell.isascii() and any(c.isalpha() and not c.isascii() for c in cell) for cell in cells)


def sequences(cells: Iterable[str], alphabet: Sequence[str] | None = None) -> Sequences:
    """The characters of each of n cells, blanks left out, as codes into the alphabet.

    alphabet: one character each; another character becomes token -1, which counts for the length and nothing
    else. None: the characters that occur, by code point. Capitals and small letters are different characters.
    """
    joined = ["".join(cell.split()) for cell in cells]
    points = np.frombuffer("".join(joined).encode("utf-32-le"), dtype="<u4")
    listed = tuple(map(chr, np.unique(points).tolist())) if alphabet is None else tuple(alphabet)
    letters = np.array([ord(letter) for letter in listed], dtype=np.int64)
    table = np.full(
        max([int(points.max(initial=0)), *letters.tolist()]) + 1, -1, dtype=code_dtype(len(listed))
    )
    table[letters] = np.arange(len(listed))
    offsets = np.concatenate([[0], np.cumsum([len(text) for text in joined])]).astype(np.int64)
    return Sequences(table[points], offsets, listed)


def lengths(counts: Counts) -> np.ndarray:
    """Number of words of every case, repeats counted, shape (n,)."""
    rows = np.repeat(np.arange(len(counts.indptr) - 1), np.diff(counts.indptr))
    return np.bincount(rows, counts.data, minlength=len(counts.indptr) - 1)


def contents(counts: Counts | None, sequences_of: Sequences | None, n: int) -> np.ndarray:
    """A number for the words and letters of every case, the same for cases that agree in them, shape (n,)
    int64.
    """
    seen: dict[bytes, int] = {}
    ids = np.zeros(n, dtype=np.int64)
    for i in range(n):
        key = b""
        if counts is not None:
            part = slice(counts.indptr[i], counts.indptr[i + 1])
            key += counts.indices[part].tobytes() + counts.data[part].tobytes()
        if sequences_of is not None:
            key += sequences_of.tokens[sequences_of.offsets[i] : sequences_of.offsets[i + 1]].tobytes()
        ids[i] = seen.setdefault(key, len(seen))
    return ids
