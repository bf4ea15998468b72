"""k-grams of sequences: the k consecutive tokens at every position, overlapping, as one code each.

The code of the letters a_1 ... a_k among V letters is a_1 V^(k-1) + ... + a_k. A k-gram with a skipped token
does not count.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.table import Counts

# cases x k-grams up to which they are counted in one array; beyond, the codes are sorted
DENSE_CELLS = 1 << 22


def n_kgrams(n_letters: int, k: int) -> int:
    """Number of possible k-grams V^k. Raises InputError if the codes do not fit in 62 bits."""
    if n_letters**k >= 1 << 62:
        raise InputError(f"{k}-grams of {n_letters} letters are too many to number: choose a smaller k")
    return n_letters**k


def column_dtype(n_columns: int) -> type:
    """Type of the column numbers of a matrix of k-grams."""
    return np.int32 if n_columns < 1 << 31 else np.int64


def codes(tokens: np.ndarray, offsets: np.ndarray, n_letters: int, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Code of every k-gram without skipped tokens, and the case that it is in, (m,) int64 each, in order of
    appearance.

    tokens: (total length,) letters 0..V-1, -1 = skipped; offsets: (n + 1,) as in `table.Sequences`.
    """
    n_kgrams(n_letters, k)
    case = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    n_starts = max(len(tokens) - k + 1, 0)
    code, whole = np.zeros(n_starts, np.int64), np.ones(n_starts, bool)
    for j in range(k):
        letter = tokens[j : j + n_starts].astype(np.int64)
        code = code * n_letters + letter
        whole &= letter >= 0
    whole &= case[:n_starts] == case[k - 1 : k - 1 + n_starts]
    return code[whole], case[:n_starts][whole]


def count(tokens: np.ndarray, offsets: np.ndarray, n_letters: int, k: int) -> Counts:
    """Counts of the k-grams of every case, with ascending columns; `indices` are int64 if there are more than
    2^31 columns.
    """
    code, case = codes(tokens, offsets, n_letters, k)
    n, width = len(offsets) - 1, n_kgrams(n_letters, k)
    if n * width <= max(DENSE_CELLS, 2 * len(code)):
        cells = np.bincount(case * width + code, minlength=n * width)
        key = np.flatnonzero(cells)
        case, column, data = *np.divmod(key, max(width, 1)), cells[key]
    else:
        order = np.lexsort((code, case))
        case, column = case[order], code[order]
        first = np.flatnonzero(np.append(True, (np.diff(case) != 0) | (np.diff(column) != 0))[: len(case)])
        data = np.diff(np.append(first, len(case)))
        case, column = case[first], column[first]
    indptr = np.concatenate([[0], np.cumsum(np.bincount(case, minlength=n))]).astype(np.int64)
    column = column.astype(column_dtype(width))
    return Counts(indptr, column, data.astype(np.float64), width)


def label(code: int, letters: tuple[str, ...], k: int) -> str:
    """Text of the k-gram with a code: letters of one character are joined, longer ones are separated by
    blanks.
    """
    parts = []
    for _ in range(k):
        code, letter = divmod(code, len(letters))
        parts.append(letters[letter])
    return ("" if all(len(a) == 1 for a in letters) else " ").join(reversed(parts))
