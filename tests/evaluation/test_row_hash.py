"""Folds by row hash."""

from __future__ import annotations

import numpy as np
import pytest
from support.made_tables import made as made_table

from naivebench.core.checks import InputError
from naivebench.evaluation import folds, row_hash


def splitmix(state: int, n: int) -> list[int]:
    """SplitMix64 as published, in Python's integers."""
    out, mask = [], 2**64 - 1
    for _ in range(n):
        state = state + 0x9E3779B97F4A7C15 & mask
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        out.append(z ^ z >> 31)
    return out


def test_hashes_are_the_published_sequence():
    import hashlib

    start = int.from_bytes(hashlib.sha256(b"5,1:a/b.parquet").digest()[:8], "little")
    assert row_hash.hashes([5, 1], "a/b.parquet", 0, 50).tolist() == splitmix(start, 50)
    assert row_hash.hashes([5, 1], "a/b.parquet", 20, 10).tolist() == splitmix(start, 50)[20:30]
    # the first number of the reference implementation from seed 0
    assert splitmix(0, 1) == [0xE220A8397B1DCDAF]


def test_folds_are_of_equal_share_and_independent_of_seed_and_file():
    n, k = 200_000, 7
    drawn = [row_hash.folds_of(row_hash.hashes(s, f, 0, n), k) for s, f in (([1], ""), ([2], ""), ([1], "a"))]
    for fold in drawn:
        assert np.abs(np.bincount(fold, minlength=k) - n / k).max() < 5 * np.sqrt(n / k)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        together = np.bincount(drawn[one] * k + drawn[other], minlength=k * k)
        assert np.abs(together - n / k**2).max() < 5 * np.sqrt(n / k**2)


def test_folds_of_a_table_in_memory():
    table = made_table(n=300)
    made = folds.make(table, scheme="row_hash", folds=5, repeats=2, seed=(3,))
    assert made.fold.tolist() == [0, 1, 2, 3, 4] * 2
    for f in range(10):
        hashed = row_hash.hashes([3, f // 5], "", 0, 300)
        assert (
            folds.test_rows(made, f).tolist()
            == np.flatnonzero(row_hash.folds_of(hashed, 5) == f % 5).tolist()
        )
    held = folds.make(table, scheme="row_hash", folds=5, tested=1, seed=(3,))
    assert folds.test_rows(held, 0).tolist() == folds.test_rows(made, 0).tolist()
    assert len(held.fold) == 1


def test_too_few_cases_are_reported():
    with pytest.raises(InputError, match="one fold has none of the"):
        folds.make(made_table(n=10), scheme="row_hash", folds=10, seed=(3,))
