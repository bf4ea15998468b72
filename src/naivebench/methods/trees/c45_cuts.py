"""The best test of a node of a C4.5 tree, as compiled loops.

The cuts of a numeric column need the cases in its order. A column with at most 256 values is coded instead
(`columns.encode_columns`), and the weights of its cases are added up by value and class, without any order.
Either way, the column becomes `Blocks` of cases with equal values, between which a cut may lie.

Cases are row numbers; `weight` (n,) has the weight of every case at the current node. Entropies are in bits.
`terms` is the table of x log2 x for x = 0 to n. Formulas and limits: `trees.c45`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from naivebench.methods.trees.columns import Data

SLACK = 1e-6  # in cases: tolerance for sums of fractional weights
SAME = 1e-6  # in bits per case: gains that differ by less count as equal
MAX_REQUIRED = 25.0  # in cases: largest weight that a numeric test requires in each branch
EPSILON = 1e-3  # in bits: how far the gain of a test may be below the mean


class Limits(NamedTuple):
    """The conditions that a test must satisfy."""

    min_cases: float
    mdl_correction: bool
    resolution: float  # no cut between numbers that are not further apart


class Blocks(NamedTuple):
    """Space for the cases of a column in blocks of equal values; all zeros between two columns."""

    weights: np.ndarray  # (m, K)
    touched: np.ndarray  # (m, K) int64, the classes in a block in the order of their first case
    n_touched: np.ndarray  # (m,) int64
    low: np.ndarray  # (m,) smallest value
    high: np.ndarray  # (m,) largest value


class Cuts(NamedTuple):
    """The best cut of every numeric column at a node."""

    gain: np.ndarray  # (p,) bits; -1: constant at this node, 0: no cut
    info: np.ndarray  # (p,) split information, bits
    below: np.ndarray  # (p,) value below the cut
    above: np.ndarray  # (p,) value above it


def allocate_blocks(m: int, n_classes: int) -> Blocks:
    """Allocate m blocks of zeros."""
    touched, n_touched = np.zeros((m, n_classes), np.int64), np.zeros(m, np.int64)
    return Blocks(np.zeros((m, n_classes)), touched, n_touched, np.zeros(m), np.zeros(m))


def tabulate_x_log_x(n: int) -> np.ndarray:
    """Tabulate x log2 x for x = 0 to n, shape (n + 1,)."""
    x = np.arange(n + 1.0)
    return x * np.log2(np.maximum(x, 1.0))


def find_thresholds(data: Data, n_classes: int, min_branch: float) -> np.ndarray:
    """Find the threshold with the highest gain of every numeric column for all cases, (p,); NaN for none."""
    n, p = len(data.y), len(data.numeric)
    order = np.argsort(data.numeric, axis=1, kind="stable").astype(np.int32)
    totals = np.bincount(data.y, minlength=n_classes).astype(np.float64)
    cuts, limits = Cuts(*np.zeros((4, p))), Limits(min_branch, False, 0.0)
    terms, blocks = tabulate_x_log_x(n), allocate_blocks(max(n, 1), n_classes)
    score_ordered_columns(order, np.arange(p), data, np.ones(n), totals, limits, terms, blocks, cuts)
    thresholds = np.full(p, np.nan)
    for j in np.flatnonzero((cuts.gain >= 0) & (cuts.below < cuts.above)):
        thresholds[j] = choose_threshold(data.numeric[j], cuts.below[j], cuts.above[j])
    return thresholds


@njit(cache=True, nogil=True)
def find_branch(data, test, threshold, case):
    """Find a case's branch: the code of a nominal value, 0 for a number up to the threshold or 1 above; -1 if
    missing.
    """
    row = data.position[test]
    if not data.is_numeric[test]:
        return np.int64(data.nominal[row, case])
    value = data.numeric[row, case]
    return np.int64(-1 if np.isnan(value) else value > threshold)


@njit(cache=True, nogil=True)
def find_branches(data, test, threshold, cases):
    """Find the branch that each of the cases (m,) takes at a test, (m,)."""
    result = np.empty(cases.shape[0], np.int64)
    for i in range(cases.shape[0]):
        result[i] = find_branch(data, test, threshold, cases[i])
    return result


@njit(cache=True, nogil=True)
def sum_in_order(numbers):
    """Sum numbers (m,) one by one, in their order."""
    total = 0.0
    for i in range(numbers.shape[0]):
        total += numbers[i]
    return total


@njit(cache=True, nogil=True)
def x_log_x(x):
    """Return x log2 x, or 0 for x = 0."""
    return x * np.log2(x) if x > 0.0 else 0.0


@njit(cache=True, nogil=True)
def look_up_x_log_x(x, terms):
    """Return x log2 x of a weight, from the table if it is a whole number."""
    number = int(x)
    return terms[number] if number == x else x_log_x(x)


@njit(cache=True, nogil=True)
def add_case_to_block(blocks, v, c, w):
    """Add a case of class c and weight w to block v."""
    if blocks.weights[v, c] == 0.0:
        blocks.touched[v, blocks.n_touched[v]] = c
        blocks.n_touched[v] += 1
    blocks.weights[v, c] += w


@njit(cache=True, nogil=True)
def score_ordered_columns(order, rows, data, weight, class_totals, limits, terms, blocks, cuts):
    """Find the best cuts of columns `rows` (u,) from order (u, m) by value. class_totals: (K,)."""
    m, total, known_totals = order.shape[1], sum_in_order(class_totals), np.zeros(class_totals.shape[0])
    present = np.arange(m)
    for j in range(rows.shape[0]):
        row, ordered, known = rows[j], order[j], m
        x = data.numeric[row]
        while known > 0 and np.isnan(x[ordered[known - 1]]):
            known -= 1
        cuts.gain[row], cuts.info[row] = 0.0, 0.0
        if known == 0 or x[ordered[0]] == x[ordered[known - 1]]:
            cuts.gain[row] = -1.0
            continue
        if known == m:
            known_totals[:] = class_totals
        else:
            known_totals[:] = 0.0
            for i in ordered[:known]:
                known_totals[data.y[i]] += weight[i]
        v = -1
        for i in ordered[:known]:
            if v < 0 or x[i] > blocks.high[v] + limits.resolution:
                v += 1
                blocks.low[v] = x[i]
            blocks.high[v] = x[i]
            add_case_to_block(blocks, v, data.y[i], weight[i])
        unknown = total - sum_in_order(known_totals) if known < m else 0.0
        store_best_cut(row, present[: v + 1], known_totals, total, unknown, limits, terms, blocks, cuts)


@njit(cache=True, nogil=True)
def score_coded_columns(rows, coded, cases, y, weights, class_totals, limits, terms, blocks, cuts):
    """Apply `score_ordered_columns` to coded columns; y and weights (m,) of the cases (m,) at the node."""
    total, present = sum_in_order(class_totals), np.empty(blocks.low.shape[0], np.int64)
    for row in rows:
        codes, first = coded.codes[row], coded.starts[row]
        for i in range(cases.shape[0]):
            add_case_to_block(blocks, codes[cases[i]], y[i], weights[i])
        n_present = 0
        for v in range(coded.starts[row + 1] - first):
            if blocks.n_touched[v] > 0:
                blocks.low[v], blocks.high[v] = coded.values[first + v], coded.values[first + v]
                present[n_present] = v
                n_present += 1
        cuts.gain[row], cuts.info[row] = 0.0 if n_present > 1 else -1.0, 0.0
        store_best_cut(row, present[:n_present], class_totals, total, 0.0, limits, terms, blocks, cuts)


@njit(cache=True, nogil=True)
def store_best_cut(row, present, known_totals, total, unknown, limits, terms, blocks, cuts):
    """Store the best cut of a column between its blocks `present`, ascending, and empty the blocks. total:
    weight of all cases; known_totals: (K,) by class of those that have a value; unknown: of the others.
    """
    n_classes, n = known_totals.shape[0], sum_in_order(known_totals)
    smallest = max(min(0.1 * n / n_classes, MAX_REQUIRED), limits.min_cases)
    left, right = np.zeros(n_classes), known_totals.copy()
    left_terms, right_terms = np.zeros(n_classes), np.empty(n_classes)
    entropy, left_sum, right_sum = look_up_x_log_x(n, terms), 0.0, 0.0
    for c in range(n_classes):
        right_terms[c] = look_up_x_log_x(right[c], terms)
        right_sum += right_terms[c]
        entropy -= right_terms[c]

    n_left, best_left, best, tried = 0.0, 0.0, np.inf, 0
    for k in range(present.shape[0] - 1):
        v = present[k]
        for c in blocks.touched[v, : blocks.n_touched[v]]:
            left[c] += blocks.weights[v, c]
            right[c] = max(right[c] - blocks.weights[v, c], 0.0)
            n_left += blocks.weights[v, c]
            left_sum -= left_terms[c]
            right_sum -= right_terms[c]
            left_terms[c], right_terms[c] = look_up_x_log_x(left[c], terms), look_up_x_log_x(right[c], terms)
            left_sum += left_terms[c]
            right_sum += right_terms[c]
        if n - n_left < smallest - SLACK:
            break
        if n_left < smallest - SLACK:
            continue
        tried += 1
        bits = look_up_x_log_x(n_left, terms) - left_sum + look_up_x_log_x(n - n_left, terms) - right_sum
        if bits < best - SAME * total:
            best, best_left = bits, n_left
            cuts.below[row], cuts.above[row] = blocks.high[v], blocks.low[present[k + 1]]
    for v in present:
        for c in blocks.touched[v, : blocks.n_touched[v]]:
            blocks.weights[v, c] = 0.0
        blocks.n_touched[v] = 0
    if tried == 0:
        return

    price = np.log2(tried) if limits.mdl_correction else 0.0
    cuts.gain[row] = max((entropy - best - price) / total, 0.0)
    if cuts.gain[row] > SAME:
        info = look_up_x_log_x(total, terms) - look_up_x_log_x(best_left, terms)
        info -= look_up_x_log_x(n - best_left, terms)
        cuts.info[row] = (info - look_up_x_log_x(unknown, terms)) / total


@njit(cache=True, nogil=True)
def score_nominal_columns(cases, data, weight, sizes, class_totals, min_cases, gain, info):
    """Store gain and split information of the tests of nominal columns; 0 without two large branches."""
    n_classes, total = class_totals.shape[0], sum_in_order(class_totals)
    table = np.zeros((1 + (sizes.max() if sizes.shape[0] else 0), n_classes))
    for test in np.flatnonzero(~data.is_numeric):
        codes = data.nominal[data.position[test]]
        for i in cases:
            table[codes[i]] = 0.0  # the last row is for code -1
        for i in cases:
            table[codes[i], data.y[i]] += weight[i]
        n = within = parts = 0.0
        enough = 0
        known = np.zeros(n_classes)
        for i in cases:
            if codes[i] < 0 or table[codes[i], 0] < 0.0:
                continue
            row = table[codes[i]]
            size = sum_in_order(row)
            enough += size >= min_cases - SLACK
            n += size
            parts += x_log_x(size)
            for c in range(n_classes):
                within += x_log_x(row[c])
            known += row
            row[0] = -1.0  # marks the row as done
        gain[test] = info[test] = 0.0
        if enough < 2:
            continue
        entropy = x_log_x(n)
        for c in range(n_classes):
            entropy -= x_log_x(known[c])
        unknown = total - n if n < total - SLACK * 1e-3 else 0.0
        gain[test] = max((entropy - (parts - within)) / total, 0.0)
        info[test] = (x_log_x(total) - parts - x_log_x(unknown)) / total


@njit(cache=True, nogil=True)
def choose_test(gain, info, in_mean):
    """Choose the test with the highest gain ratio among those with at least the mean gain, or the first if
    several tie; -1 without any. gain, info: (t,) bits, info 0 for no test; in_mean: (t,) whether one counts.
    """
    counted = gain[(info > SAME) & in_mean]
    if counted.shape[0] == 0:
        return -1
    best, highest, least = -1, 0.0, sum_in_order(counted) / counted.shape[0] - EPSILON
    for test in range(gain.shape[0]):
        if info[test] > SAME and gain[test] >= least and gain[test] / info[test] > highest + SAME:
            best, highest = test, gain[test] / info[test]
    return best


@njit(cache=True, nogil=True)
def choose_threshold(values, below, above):
    """Find the largest value in training (n,) that is not above the middle of two neighbours at the node."""
    middle = 0.5 * below + 0.5 * above
    if not below <= middle < above:
        middle = below
    largest = below
    for i in range(values.shape[0]):
        if largest < values[i] <= middle:
            largest = values[i]
    return largest
