"""Default tables P(child | parents): a few combinations of the parents' values (explicit rows) have
frequencies of their own, and all others share those of the default row.

    bits = log2(m) + log2 binomial(prod_j r_j, m) + 1/2 (K - 1) log2(n) (m + 1) - sum over cases of log2
        P(c_i | row)

m = number of explicit rows (log2 0 counts as 0), K = values of the child, r_j = values of parent j. Add the
row that lowers the bits most, as long as one lowers them (ties: the first in the order of the values); then
remove rows as long as that lowers the bits. Cases that lack a value of a parent are left out. They get the
frequencies of all cases, and so do all cases of a table without explicit rows.
docs/methods/high-cardinality.md#class-table-as-default-table; Friedman and Goldszmidt 1996.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core import compiled, patterns
from naivebench.core.information import fixed_point
from naivebench.core.logspace import log_prior
from naivebench.core.table import MISSING
from naivebench.methods.local_structure.helpers import table_loops


class Rows(NamedTuple):
    steps: tuple[patterns.Step, ...]  # finds the number of an explicit row from the codes of a case
    rows: np.ndarray  # (m, p) codes of the explicit rows, in lexicographic order
    row_counts: np.ndarray  # (m, K) int64
    default_counts: np.ndarray  # (K,) int64 cases that have all values but are in no explicit row
    all_counts: np.ndarray  # (K,) int64 all cases
    bits: float  # description length


def learn(codes: np.ndarray, y: np.ndarray, sizes: np.ndarray, n_classes: int, n: int) -> Rows:
    """Learn the table of the child y (m,), 0 to n_classes - 1, on the parents codes (p, m) with `sizes` (p,)
    values; frequencies are described to the precision of n cases.
    """
    steps, ids = patterns.learn(codes)
    found = patterns.pairs(ids, y.astype(np.int64), n_classes)
    n_patterns, all_counts = patterns.size(steps), np.bincount(y, minlength=n_classes)
    totals = np.bincount(ids[ids >= 0], minlength=n_patterns)
    complete = np.bincount(y[ids >= 0], minlength=n_classes)
    weights, scale = fixed_point(len(y))
    alone = np.zeros(n_patterns, np.int64)
    np.add.at(alone, found.pattern, weights[found.cases])
    alone -= weights[totals]
    units_per_bit, bits_per_row = scale * float(np.log(2)), (n_classes - 1) / 2 * float(np.log2(max(n, 1)))
    n_combinations = float(np.prod(sizes, dtype=float))
    default, explicit = complete.copy(), np.zeros(n_patterns, np.bool_)
    first = np.searchsorted(found.pattern, np.arange(n_patterns + 1))
    loops = compiled.loops(table_loops)
    loops.climb(
        first,
        found.label,
        found.cases,
        totals,
        alone,
        default,
        weights,
        units_per_bit,
        bits_per_row,
        n_combinations,
        explicit,
    )
    chosen = np.flatnonzero(explicit)
    score = (
        alone[chosen].sum()
        + _score(weights, default)
        + _score(weights, all_counts)  # cases that lack a value: bits of all cases minus bits of the others
        - _score(weights, complete)
    )
    price = sum(loops.row_price(m, bits_per_row, n_combinations) for m in range(len(chosen)))
    row_counts = np.zeros((len(chosen), n_classes), np.int64)
    own = np.flatnonzero(explicit[found.pattern])
    row_counts[np.searchsorted(chosen, found.pattern[own]), found.label[own]] = found.cases[own]
    rows = _codes_of(codes, ids, chosen)
    return Rows(
        patterns.learn(rows.T)[0],
        rows,
        row_counts,
        default,
        all_counts,
        float(bits_per_row + price - float(score) / units_per_bit),
    )


def _score(weights: np.ndarray, counts: np.ndarray) -> int:
    """sum over c of N_c log (N_c / N) in fixed point."""
    return int(weights[counts].sum() - weights[counts.sum()])


def _codes_of(codes: np.ndarray, ids: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """Codes (m, p) of the patterns `chosen`, whose numbers follow the lexicographic order."""
    order = np.argsort(ids, kind="stable")
    return codes[:, order[np.searchsorted(ids[order], chosen)]].T


def row_of(table: Rows, codes: np.ndarray) -> np.ndarray:
    """Row of `log_proba` for every case, (n,). codes: (p, n) of the parents."""
    m = len(table.rows)
    row = patterns.locate(table.steps, codes) if m else np.full(codes.shape[1], -1)
    row[row < 0] = m
    row[(codes == MISSING).any(axis=0) | (m == 0)] = m + 1
    return row


def log_proba(table: Rows, smoothing: float) -> np.ndarray:
    """log P(c | row) in nats, (m + 2, K): the explicit rows and the default row, smoothed, then the row of
    all cases, not smoothed.
    """
    smoothed = log_prior(np.vstack([table.row_counts, table.default_counts]), smoothing)
    return np.vstack([smoothed, log_prior(table.all_counts, 0.0)])
