"""The folds of Weka's cross-validation, exact to the row, so that you can compare results with Weka's.

There is one repeat per seed, drawn by its own generator: Java's `Random(seed)` shuffles the cases, which are
then ordered by class (`_sort_by_class`), dealt out to the folds, and cut into blocks. Weka shuffles the
training part once more, which affects only methods that depend on the order of the training cases. Sources:
docs/protocols/index.md#folds-of-weka; the documentation of java.util.Random; and Weka 3.6's `Instances`
(randomize, stratify, testCV).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.stratified_folds import Folds, collect_folds
from naivebench.core.table import Table, n_cases

MULTIPLIER, INCREMENT, BITS = 0x5DEECE66D, 0xB, 48


def check_weka_seeds(seeds: Sequence[int], scheme: str, repeats: int = 1) -> None:
    """Raise InputError unless the scheme weka has seeds, and no other scheme has them."""
    if scheme != "weka":
        if seeds:
            raise InputError(
                f"`seeds` in folds is used only by the scheme weka, not by {scheme!r}: leave it out, "
                "because `seed` of the configuration draws all other folds"
            )
        return
    if not seeds:
        raise InputError("scheme 'weka' needs the seeds of its repeats: set `seeds` in folds, such as [1]")
    if repeats != 1:
        raise InputError("scheme 'weka' has one repeat per seed: leave `repeats` out")


def make_weka_folds(table: Table, *, folds: int, seeds: Sequence[int]) -> Folds:
    """Make Weka's test folds of the cases in the order of the table; repeat r uses seeds[r]. Raises
    InputError for fewer cases than folds, which Weka rejects too.
    """
    n, k = n_cases(table), int(folds)
    if n < k:
        raise InputError(f"scheme 'weka' needs at least {k} cases for {k} folds, got {n}: use fewer folds")
    parts = [_draw_test_folds(table.y.tolist(), k, int(seed)) for seed in seeds]
    return collect_folds(parts, "weka", ())


def _draw_test_folds(y: list[int], k: int, seed: int) -> list[np.ndarray]:
    rows = _sort_by_class(shuffle_rows(len(y), seed), y)
    dealt = np.array([row for first in range(k) for row in rows[first::k]])
    return [np.sort(part) for part in np.array_split(dealt, k)]


def shuffle_rows(n: int, seed: int) -> list[int]:
    """Shuffle 0, ..., n - 1 as Weka: from the last place down, each is swapped with one at or before it."""
    draw, rows = generate_31_bits(seed), list(range(n))
    for last in range(n - 1, 0, -1):
        drawn = draw_below(last + 1, draw)
        rows[last], rows[drawn] = rows[drawn], rows[last]
    return rows


def _sort_by_class(rows: list[int], y: list[int]) -> list[int]:
    """Put rows of the same class next to each other by swaps, classes by their first row."""
    done = 1
    while done < len(rows):
        label = y[rows[done - 1]]
        for other in range(done, len(rows)):
            if y[rows[other]] == label:
                rows[done], rows[other] = rows[other], rows[done]
                done += 1
        done += 1
    return rows


def generate_31_bits(seed: int) -> Iterator[int]:
    """Yield the draws of Java's linear congruential generator of 48 bits, the upper 31 of each."""
    state = (seed ^ MULTIPLIER) % (1 << BITS)
    while True:
        state = (state * MULTIPLIER + INCREMENT) % (1 << BITS)
        yield state >> (BITS - 31)


def draw_below(bound: int, draw: Iterator[int]) -> int:
    """Return Java's `nextInt(bound)`: a number 0, ..., bound - 1."""
    if bound & (bound - 1) == 0:
        return (bound * next(draw)) >> 31
    while True:
        bits = next(draw)
        if bits - bits % bound + bound - 1 < 1 << 31:
            return bits % bound
