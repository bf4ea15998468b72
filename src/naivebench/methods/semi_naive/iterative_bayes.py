"""Iterative Bayes (Gama 1999): naive Bayes whose table is corrected case by case. Passes over the training
cases continue while the mean uncertainty of the predictions falls.

    for each case (x, y), in file order: h = the most probable class,
        delta = (1 - P(h | x)) / K, negative if h is wrong
    at every observed value of x: + delta for class h, - delta / 2 for all other classes, no entry below 0.01
    passes continue, at most 10, while the mean of 1 - max P(c | x) over the training cases falls;
        a pass that does not lower it is undone

The class prior does not change. Robles et al. 2003 print 1.0 - p / K for delta: `increment: printed`.
docs/methods/semi-naive.md#iterative-bayes.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from naivebench.core import counts
from naivebench.core.checks import check_at_least, check_one_of
from naivebench.core.decisions import TIE
from naivebench.core.logspace import log, log_prior
from naivebench.core.table import Table, class_counts
from naivebench.methods.naive_bayes import nb
from naivebench.methods.naive_bayes.nb import predict_log_proba as predict_log_proba
from naivebench.methods.naive_bayes.nb import summarize as summarize

TABLES, INCREMENTS = ("probability", "counts"), ("confidence", "printed")
FLOOR = 0.01  # smallest value of a corrected entry, as in Gama 1999


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    table: str = "probability",
    increment: str = "confidence",
    max_iterations: int = 10,
    alpha: float = 1.0,
    prior_alpha: float = 1.0,
) -> nb.Model:
    """Correct the table of naive Bayes on all cases of known class. table: probability corrects P(x_j = v |
    c), counts corrects n_jvc. increment: confidence, (1 - p) / K, or printed, 1 - p / K. alpha, prior_alpha:
    see naive_bayes.nb. O(n d K) per pass. The columns of the corrected table need not sum to one. The summary
    has the number of accepted passes, and the mean doubt before the first pass and after each. Raises
    InputError for bad parameters and for attributes that are not discrete.
    """
    check_one_of(table, TABLES, "table", "iterative_bayes")
    check_one_of(increment, INCREMENTS, "increment", "iterative_bayes")
    check_at_least(max_iterations, 0, "max_iterations", "iterative_bayes")
    check_at_least(alpha, 0, "alpha", "iterative_bayes")
    check_at_least(prior_alpha, 0, "prior_alpha", "iterative_bayes")
    train = counts.prepare_discrete_training(train, "iterative_bayes")
    offsets, n_c = counts.row_offsets(train.attributes), class_counts(train)
    columns = counts.check_codes(train.codes, offsets)
    rows = np.ascontiguousarray(np.where(columns < 0, -1, counts.codes_to_rows(columns, offsets)).T, np.int64)
    sizes, n_jvc = np.diff(offsets) - 1, counts.value_counts(train, offsets)
    n_jc = counts.count_observed(n_jvc, offsets)
    occurs, prior = np.any(n_jvc, axis=1), log_prior(n_c, prior_alpha)
    log_table = nb.estimate_log_table(n_jvc, n_jc, offsets, sizes, occurs, alpha)

    # the loops change the entries: probabilities without totals, or counts with totals
    by_counts = table == "counts"
    entries = n_jvc.astype(np.float64) if by_counts else np.exp(log_table)
    totals = (n_jc if by_counts else n_jc[:0]).astype(np.float64)
    ranks = np.argsort(np.argsort(-n_c, kind="stable"))  # of the classes in ties
    data = np.exp(prior), rows, sizes, float(alpha)
    doubts = [compute_mean_doubt(entries, totals, *data)]
    for _ in range(int(max_iterations)):
        changed = entries.copy(), totals.copy()
        run_correction_pass(*changed, *data, train.y, ranks, increment == "printed")
        doubt = compute_mean_doubt(*changed, *data)
        if doubt >= doubts[-1]:
            break
        doubts.append(doubt)
        entries, totals = changed
    if len(doubts) > 1 and by_counts:
        log_table = nb.estimate_log_table(entries, totals, offsets, sizes, np.any(entries, axis=1), alpha)
    elif len(doubts) > 1:
        log_table = log(entries)
        log_table[offsets[:-1]] = 0.0
    facts = {"iterations": len(doubts) - 1, "trace": {"doubt": doubts}}
    return nb.Model(prior, log_table, offsets, float(alpha), float(prior_alpha), facts)


@njit(cache=True)
def fill_joint_probabilities(entries, totals, prior, rows, i, sizes, alpha, p):
    """Set p[c] to P(c) times the product of P(x_j | c) for case i, up to a factor; return their largest value
    and sum. Counts are smoothed to (count + alpha) / (total + alpha r).

    entries: (R, K); totals: (d, K), or (0, K) if the entries are probabilities; prior: (K,); rows: (n, d), -1
    = missing; sizes: (d,) number of values of each attribute.
    """
    largest = 0.0
    for c in range(p.shape[0]):
        p[c] = prior[c]
        largest = max(largest, p[c])
    for j in range(rows.shape[1]):
        row = rows[i, j]
        if row < 0:
            continue
        if 0 < largest < 1e-100:
            for c in range(p.shape[0]):
                p[c] *= 1e100
        largest = 0.0
        for c in range(p.shape[0]):
            if totals.shape[0]:
                p[c] *= (entries[row, c] + alpha) / (totals[j, c] + alpha * sizes[j])
            else:
                p[c] *= entries[row, c]
            largest = max(largest, p[c])
    total = 0.0
    for c in range(p.shape[0]):
        total += p[c]
    return largest, total


@njit(cache=True)
def compute_mean_doubt(entries, totals, prior, rows, sizes, alpha):
    """Compute the mean of 1 - max P(c | x) over all cases, where an impossible case counts 1."""
    p, doubt = np.empty(prior.shape[0]), 0.0
    for i in range(rows.shape[0]):
        largest, mass = fill_joint_probabilities(entries, totals, prior, rows, i, sizes, alpha, p)
        doubt += 1 - largest / mass if largest > 0 else 1.0
    return doubt / max(rows.shape[0], 1)


@njit(cache=True)
def run_correction_pass(entries, totals, prior, rows, sizes, alpha, y, ranks, printed):
    """Run one pass over all cases, which changes the entries and their totals."""
    n_classes = entries.shape[1]
    p = np.empty(n_classes)
    for i in range(rows.shape[0]):
        largest, mass = fill_joint_probabilities(entries, totals, prior, rows, i, sizes, alpha, p)
        if largest == 0:
            continue
        h = -1
        for c in range(n_classes):
            if p[c] >= largest * (1 - TIE) and (h < 0 or ranks[c] < ranks[h]):
                h = c
        confidence = p[h] / mass
        delta = 1 - confidence / n_classes if printed else (1 - confidence) / n_classes
        if delta == 0:
            continue
        delta = delta if h == y[i] else -delta
        for j in range(rows.shape[1]):
            row = rows[i, j]
            for c in range(n_classes if row >= 0 else 0):
                old = entries[row, c]
                entries[row, c] = max(old + (delta if c == h else -delta / 2), FLOOR)
                if totals.shape[0]:
                    totals[j, c] += entries[row, c] - old
