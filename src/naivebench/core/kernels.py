"""The heavy steps of the count-based methods, each in two versions that give the same bits.

NumPy is used for small inputs, because importing the compiler takes half a second, and for all inputs if
numba is not installed; compiled loops (`naivebench.core.count_loops`) take over when the estimated number of
elementary steps is large or the compiler is loaded anyway. Compiled code is cached on disk next to the
sources or in NUMBA_CACHE_DIR; where neither can be written it is compiled again in every process.
`compiled=True|False` forces a version (for tests and benchmarks).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import compiled as compiling
from naivebench.core import count_loops
from naivebench.core.logspace import log
from naivebench.core.table import Table, few_cases, n_cases, n_classes

MOST_LOGS = 1 << 22  # of all counts up to the number of cases, laid out for the compiled loops: 32 MB
BLOCK = 1 << 18  # cells, or cases times pairs, that NumPy works on at a time
LARGE_WORK = 10_000_000  # elementary steps; NumPy takes 3 to 10 ns for one, compiled loops about 1 ns


def use_compiled(steps: int, compiled: bool | None = None) -> bool:
    """Whether work of this number of elementary steps is done by the compiled loops."""
    if compiled is not None:
        return compiled
    return compiling.loaded() or steps > LARGE_WORK


def warm_up(
    fit: Callable[..., Any], predict_log_proba: Callable[..., Any], train: Table, n_folds: int, steps: int
) -> None:
    """Load and compile the functions that `n_folds` fits on parts like `train` will call, so that compilation
    is not timed.

    `steps`: upper bound of the elementary steps of one fit and prediction. Small work uses NumPy and loads
    nothing, unless an earlier method in this process has loaded the compiler, which is then always used.
    """
    if not compiling.loaded() and steps <= LARGE_WORK and steps * n_folds <= 3 * LARGE_WORK:
        return
    import numba  # noqa: F401  # once it is loaded, the few cases below use the compiled loops too

    few = few_cases(train, 20)
    predict_log_proba(fit(few, rng=np.random.default_rng(0)), few)


def warm_up_for(
    fit: Callable[..., Any], predict_log_proba: Callable[..., Any], steps: Callable[[Table], int]
) -> Callable[[Table, int], None]:
    """The function `warm_up` of a method whose fit and prediction take `steps(train)` elementary steps."""
    return lambda train, n_folds: warm_up(fit, predict_log_proba, train, n_folds, steps(train))


def warm_up_on_few(
    fit: Callable[..., Any], predict_log_proba: Callable[..., Any], n: int = 20, **params: Any
) -> Callable[[Table, int], None]:
    """The function `warm_up` of a method that always calls compiled loops: a fit on n cases and a prediction,
    so that compilation is not timed.
    """

    def warm_up(train: Table, n_folds: int) -> None:
        few = few_cases(train, n)
        predict_log_proba(fit(few, rng=np.random.default_rng(0), **params), few)

    return warm_up


def pair_steps(table: Table) -> int:
    """Upper bound of the steps of a method that handles all pairs of attributes for every case and class."""
    return n_cases(table) * len(table.attributes) ** 2 * n_classes(table)


def value_counts(
    codes: np.ndarray, y: np.ndarray, offsets: np.ndarray, n_classes: int, *, compiled: bool | None = None
) -> np.ndarray:
    """Cases per (attribute value, class), shape (R, K) int64; row offsets[j] counts the missing values of
    attribute j.

    codes: (d, n), y: (n,) in 0..K-1, offsets: (d + 1,) with offsets[j + 1] = offsets[j] + r_j + 1, R =
    offsets[-1].
    """
    counts = np.zeros((offsets[-1], n_classes), np.int64)
    if use_compiled(codes.size // 8, compiled):  # NumPy is fast here
        compiling.loops(count_loops).value_counts(codes, y, offsets, counts)
        return counts
    for j, column in enumerate(codes):
        rows = offsets[j + 1] - offsets[j]
        cells = (column.astype(np.intp) + 1) * n_classes + y
        counts[offsets[j] : offsets[j + 1]] = np.bincount(cells, minlength=rows * n_classes).reshape(
            rows, n_classes
        )
    return counts


def joint_counts(
    parent: np.ndarray,
    child: np.ndarray,
    y: np.ndarray,
    n_parent: int,
    n_child: int,
    n_classes: int,
    *,
    cases: np.ndarray | None = None,
    compiled: bool | None = None,
) -> np.ndarray:
    """Cases per (parent, child, class), shape (n_parent + 1, n_child + 1, K) int32; index 0 counts missing
    values. cases: (n,) int64 or float64, by default one per row; otherwise the counts have the type of
    `cases`.
    """
    shape = (n_parent + 1, n_child + 1, n_classes)
    if cases is None and use_compiled(len(y), compiled):
        table = np.zeros(shape, np.int32)
        compiling.loops(count_loops).joint_counts(parent, child, y, table)
        return table
    cells = ((parent.astype(np.intp) + 1) * (n_child + 1) + child + 1) * n_classes + y
    counts = np.bincount(cells, cases, minlength=shape[0] * shape[1] * shape[2]).reshape(shape)
    return counts.astype(np.int32 if cases is None else cases.dtype)


def pair_counts(
    codes: np.ndarray | Mapping[int, np.ndarray],
    y: np.ndarray,
    cardinalities: np.ndarray,
    pairs: np.ndarray,
    n_classes: int,
    *,
    cases: np.ndarray | None = None,
    compiled: bool | None = None,
) -> np.ndarray:
    """The tables of `joint_counts` of pairs of attributes (P, 2), end to end as in `first_cells`.

    codes: (d, n), or columns by attribute; cases: (n,) int64 or float64 number of cases per row, by default
    1. The counts are int64, or float64 if `cases` is.
    """
    first = first_cells(cardinalities, pairs, n_classes)
    cells = np.zeros(first[-1], np.int64 if cases is None else cases.dtype)
    if cases is None and use_compiled(len(pairs) * len(y), compiled) and isinstance(codes, np.ndarray):
        compiling.loops(count_loops).pair_counts(codes, y, cardinalities, pairs, first, n_classes, cells)
        return cells
    if cases is None and isinstance(codes, np.ndarray) and len(y) < BLOCK:
        for block in _alike(cardinalities, pairs, n_classes, len(y)):
            cells[_places(first, block, n_classes)] = _block_counts(codes, y, pairs, block, n_classes)
        return cells
    for (a, b), begin, end in zip(pairs.tolist(), first[:-1], first[1:], strict=True):
        r_a, r_b = int(cardinalities[a]), int(cardinalities[b])
        table = joint_counts(codes[a], codes[b], y, r_a, r_b, n_classes, cases=cases, compiled=False)
        cells[begin:end] = table.reshape(-1)
    return cells


class _Alike(NamedTuple):
    """Pairs of attributes whose tables have the same shape."""

    which: np.ndarray  # (G,) indices of the pairs
    r_a: int
    r_b: int


def _alike(cardinalities: np.ndarray, pairs: np.ndarray, n_classes: int, n: int = 0) -> Iterator[_Alike]:
    """All pairs, grouped into blocks of equal shapes so that NumPy is called once for many small tables.

    In a block of more than one pair, neither the cells nor n cases times pairs exceed `BLOCK`.
    """
    r_a, r_b = cardinalities[pairs[:, 0]], cardinalities[pairs[:, 1]]
    shape = r_a.astype(np.int64) * (int(cardinalities.max(initial=0)) + 1) + r_b
    order = np.argsort(shape, kind="stable")
    for group in np.split(order, np.flatnonzero(np.diff(shape[order])) + 1):
        if len(group):
            a, b = int(r_a[group[0]]), int(r_b[group[0]])
            step = max(
                1, BLOCK // max(1, n, (a + 1) * (b + 1) * n_classes)
            )  # there may be no case and no class
            for begin in range(0, len(group), step):
                yield _Alike(group[begin : begin + step], a, b)


def _places(first: np.ndarray, block: _Alike, n_classes: int) -> np.ndarray:
    """Places in the cells of all pairs, (G, r_a + 1, r_b + 1, K)."""
    shape = block.r_a + 1, block.r_b + 1, n_classes
    return first[block.which][:, None, None, None] + np.arange(math.prod(shape)).reshape(shape)


def _block_counts(
    codes: np.ndarray, y: np.ndarray, pairs: np.ndarray, block: _Alike, n_classes: int
) -> np.ndarray:
    """The tables of `joint_counts` of a block of pairs, (G, r_a + 1, r_b + 1, K) int64."""
    a, b = pairs[block.which].T
    shape = len(block.which), block.r_a + 1, block.r_b + 1, n_classes
    place = codes[a].astype(np.intp)
    place *= shape[2]
    place += codes[b]
    place += (np.arange(shape[0]) * shape[1] + 1)[:, None] * shape[2] + 1  # codes begin at -1
    place *= n_classes
    place += y
    return np.bincount(place.reshape(-1), minlength=math.prod(shape)).reshape(shape)


def first_cells(cardinalities: np.ndarray, pairs: np.ndarray, n_classes: int) -> np.ndarray:
    """First cell of the table (r_a + 1, r_b + 1, K) of every pair, then the number of all cells: (P + 1,)
    int64.
    """
    cells = (cardinalities[pairs[:, 0]] + 1) * (cardinalities[pairs[:, 1]] + 1) * n_classes
    return np.concatenate([[0], np.cumsum(cells)]).astype(np.int64)


def _whole(cells: np.ndarray) -> bool:
    """Whether counts are integers, so that a table can list the logarithm or weight of each."""
    return cells.dtype.kind in "iu"


def pair_information(
    cells: np.ndarray,
    cardinalities: np.ndarray,
    pairs: np.ndarray,
    n_classes: int,
    n: int,
    weights: Callable[[np.ndarray], np.ndarray],
    *,
    compiled: bool | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Sums of weights(count) for pairs of attributes, and the cases where both are observed; each (P,) int64,
    the latter float64 where the cells are.

    sum over u, v, c of w(n_uvc) - w(n_uc) - w(n_vc), plus w(n_c), all counted on the cases where both
    attributes are observed: with w(m) = m log m it is their number times I(X_a; X_b | C). Integer weights
    make the sum exact. cells: from `pair_counts` of at most n cases; weights: maps counts to int64 (0 to 0).
    """
    first = first_cells(cardinalities, pairs, n_classes)
    sums, observed = np.zeros(len(pairs), np.int64), np.zeros(len(pairs), cells.dtype)
    if len(pairs) and n <= MOST_LOGS and _whole(cells) and use_compiled(len(cells), compiled):
        of_count = weights(np.arange(n + 1))
        compiling.loops(count_loops).pair_information(
            cells, first, cardinalities, pairs, of_count, n_classes, sums, observed
        )
        return sums, observed
    for block in _alike(cardinalities, pairs, n_classes):
        counts = cells[_places(first, block, n_classes)[:, 1:, 1:]]
        by_a, by_b = counts.sum(axis=2), counts.sum(axis=1)
        by_class = by_a.sum(axis=1)
        sums[block.which] = weights(counts).sum(axis=(1, 2, 3)) + weights(by_class).sum(axis=1)
        sums[block.which] -= weights(by_a).sum(axis=(1, 2)) + weights(by_b).sum(axis=(1, 2))
        observed[block.which] = by_class.sum(axis=1)
    return sums, observed


def gather_sum(
    start: np.ndarray, rows: np.ndarray, table: np.ndarray, *, compiled: bool | None = None
) -> np.ndarray:
    """Sum start + table[rows[0]] + table[rows[1]] + ..., shape (n, K), added in this order.

    start: (K,), rows: (d, n) row numbers, table: (R, K), float64.
    """
    if use_compiled(rows.size * len(start), compiled):
        total = np.empty((rows.shape[1], len(start)))
        compiling.loops(count_loops).gather_sum(start, rows, table, total)
        return total
    total = np.repeat(start[None, :], rows.shape[1], axis=0)
    for row in rows:
        total += table.take(row, axis=0)
    return total


def gather_codes(
    start: np.ndarray,
    codes: np.ndarray,
    firsts: np.ndarray,
    table: np.ndarray,
    *,
    compiled: bool | None = None,
) -> np.ndarray:
    """`gather_sum` of the rows firsts[j] + codes[j]. codes: (d, n), firsts: (d,)."""
    total = np.empty((codes.shape[1], len(start)))
    if use_compiled(codes.size * len(start), compiled):
        compiling.loops(count_loops).gather_codes(start, codes, firsts, table, total)
        return total
    step = max(1, BLOCK // max(1, len(codes)))
    for first in range(0, codes.shape[1], step):
        rows = codes[:, first : first + step].astype(np.int32) + firsts.astype(np.int32)[:, None]
        total[first : first + step] = gather_sum(start, rows, table, compiled=False)
    return total


def directed_tables(
    cells: np.ndarray,
    cardinalities: np.ndarray,
    pairs: np.ndarray,
    base: np.ndarray,
    n: int,
    alpha: float,
    table: np.ndarray,
    *,
    compiled: bool | None = None,
) -> None:
    """Write log (n_uvc + alpha / r_b) - log (n_uc + alpha) of every pair (a, b) into rows base[a, b] +
    u (r_b + 1) + v of `table` (R, K), and the same of (b, a); 0 / 0 counts as probability 0.

    cells: from `pair_counts` of n cases. Rows of missing values (u or v = 0) stay untouched.
    """

    def log_total(m: np.ndarray) -> np.ndarray:
        return log(np.where(m + alpha > 0, m + alpha, 1.0))

    n_classes = table.shape[1]
    first = first_cells(cardinalities, pairs, n_classes)
    r, place = np.unique(cardinalities, return_inverse=True)
    small = _whole(cells) and (n + 1) * len(r) <= MOST_LOGS
    if len(pairs) and small and use_compiled(table.size, compiled):
        m = np.arange(n + 1)
        logs = np.array([log(m + alpha / max(int(v), 1)) for v in r])
        compiling.loops(count_loops).directed_tables(
            cells, first, cardinalities, pairs, base, logs, place, log_total(m), table
        )
        return
    for block in _alike(cardinalities, pairs, n_classes):
        (a, b), r_a, r_b = pairs[block.which].T, block.r_a, block.r_b
        observed = cells[_places(first, block, n_classes)[:, 1:, 1:]]
        u, v = np.arange(1, r_a + 1)[:, None], np.arange(1, r_b + 1)
        given_a = log(observed + alpha / max(r_b, 1)) - log_total(observed.sum(axis=2))[:, :, None]
        given_b = log(observed + alpha / max(r_a, 1)) - log_total(observed.sum(axis=1))[:, None]
        table[base[a, b][:, None, None] + u * (r_b + 1) + v] = given_a
        table[base[b, a][:, None, None] + v * (r_a + 1) + u] = given_b
