"""Folds by row hash: the part of a row follows from the seed, the name of its file and its place in it.

It does not depend on other rows, so rows can be split one block at a time, on any number of machines, and
files that are added later do not move rows of other files. docs/protocols/honest.md#folds-by-row-hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.folds import Folds, collected
from naivebench.core.table import Table, n_cases


def hashes(seed: Sequence[int], file: str, first: int, n: int) -> np.ndarray:
    """64 bits for each of the rows first, ..., first + n - 1 of a file, (n,) uint64: the SplitMix64 sequence
    (Steele, Lea and Flood 2014) from a start determined by seed and file name.
    """
    text = f"{','.join(map(str, seed))}:{file}"
    start = np.frombuffer(hashlib.sha256(text.encode()).digest()[:8], "<u8")[0]
    z = start + np.arange(first + 1, first + n + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return z ^ z >> np.uint64(31)


def folds_of(hashed: np.ndarray, folds: int) -> np.ndarray:
    """Fold 0..folds-1 of every hash, (n,) int64: each an equal stretch of the hashes."""
    return ((hashed >> np.uint64(32)) * np.uint64(folds) >> np.uint64(32)).astype(np.int64)


def make(table: Table, *, folds: int, repeats: int, tested: int, seed: Sequence[int]) -> Folds:
    """Folds of a table in memory, the same as those of a single file with the same rows.

    tested: number of folds, from the first on, that are tested. Raises InputError if one of them is empty.
    """
    parts = []
    for repeat in range(repeats):
        fold = folds_of(hashes([*seed, repeat], "", 0, n_cases(table)), folds)
        parts.append([np.flatnonzero(fold == f) for f in range(tested)])
    if not all(len(rows) for part in parts for rows in part):
        raise InputError(
            f"with {folds} folds by row hash, one fold has none of the {n_cases(table)} cases: use fewer "
            "folds, or the scheme stratified"
        )
    return collected(parts, "row_hash", ())
