"""Lazy Bayesian rules: learning is postponed until a case has to be classified. A rule is then grown from
some of the case's values, and naive Bayes with the other attributes is learned from the training cases that
satisfy the rule.

The rule starts as the empty conjunction, and each step tries to add every remaining value of the case. On the
training cases that have the value, two models are compared by their leave-one-out errors: naive Bayes of all
cases that satisfy the rule so far, and naive Bayes of those that also have the value. Results for a
conjunction are reused for all cases that satisfy it. Fit O(n d), a conjunction of m cases O(m d K).
docs/methods/semi-naive.md#lazy-bayesian-rules; Zheng and Webb 2000.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts
from naivebench.core.checks import InputError, check_at_least
from naivebench.core.decisions import TIE
from naivebench.core.logspace import normalize_rows
from naivebench.core.table import Table
from naivebench.methods.naive_bayes import nb

Condition = tuple[int, int]  # attribute and value
Conditions = frozenset[Condition]


class Model(NamedTuple):
    nb: nb.Model  # of all training cases
    columns: np.ndarray  # (d, n) int32 codes of the training cases, negative = missing
    y: np.ndarray  # (n,)
    alpha: float
    significance: float


class Part(NamedTuple):
    """The training cases that satisfy some conditions."""

    rows: np.ndarray  # (m,)
    use: np.ndarray  # (d,) bool: the attributes without condition
    wrong: np.ndarray  # (m,) bool: naive Bayes of the other cases in the part misclassifies it
    saved: dict[Condition, int]  # errors that one more condition saves, as far as they are known


def fit(
    train: Table, *, rng: np.random.Generator | None = None, significance: float = 0.05, alpha: float = 1.0
) -> Model:
    """Store the training cases. significance: level of the sign test, at least 0 and below 1; 0 gives naive
    Bayes. alpha: above 0. Raises InputError for bad parameters and for attributes that are not discrete.
    """
    check_at_least(significance, 0, "significance", "lbr")
    if significance >= 1:
        raise InputError(f"significance in lbr is {significance!r}, expected at least 0 and below 1")
    check_at_least(alpha, 1e-12, "alpha", "lbr")
    fitted = nb.fit(train, alpha=alpha)
    train = counts.select_labelled_cases(train)
    columns = np.ascontiguousarray(train.codes.T, dtype=np.int32)
    return Model(fitted, columns, train.y, float(alpha), float(significance))


def make_training_part(model: Model, conditions: Conditions, rows: np.ndarray) -> Part:
    """Make the part with the training cases `rows`, which all satisfy the conditions."""
    use = np.ones(len(model.columns), bool)
    use[[j for j, _ in conditions]] = False
    wrong = np.zeros(len(rows), bool)
    logs, k = np.log(np.arange(len(rows) + 1) + model.alpha), len(model.nb.log_prior)
    mark_left_out_errors(model.columns, model.nb.offsets, model.y, rows, use, k, model.alpha, logs, wrong)
    return Part(rows, use, wrong, {})


def grow_rule(model: Model, case: np.ndarray, parts: dict[Conditions, Part]) -> Conditions:
    """Grow the rule of a case (d,). `parts` has the parts computed so far and gets the new ones."""
    conditions: Conditions = frozenset()
    while True:
        here, best, most = parts[conditions], conditions, 0
        for j in np.flatnonzero(here.use & (case >= 0)).tolist():
            condition = j, int(case[j])
            if condition not in here.saved:
                here.saved[condition] = count_saved_errors(model, conditions, condition, parts)
            if here.saved[condition] > most:
                best, most = conditions | {condition}, here.saved[condition]
        if not most:
            return conditions
        conditions = best


def count_saved_errors(
    model: Model, conditions: Conditions, condition: Condition, parts: dict[Conditions, Part]
) -> int:
    """Count the errors that one more condition saves on its cases; 0 if the saving is not significant."""
    here, more, (j, value) = parts[conditions], conditions | {condition}, condition
    has = model.columns[j, here.rows] == value
    before = here.wrong[has]
    if not has_significantly_more_wins(int(before.sum()), 0, model.significance):  # too few errors
        return 0
    if more not in parts:
        parts[more] = make_training_part(model, more, here.rows[has])
    after = parts[more].wrong
    wins, losses = int((before & ~after).sum()), int((after & ~before).sum())
    return wins - losses if has_significantly_more_wins(wins, losses, model.significance) else 0


def has_significantly_more_wins(wins: int, losses: int, significance: float) -> bool:
    """Whether a one-sided sign test finds significantly more wins than losses: P(at least `wins` heads in
    `wins + losses` tosses of a fair coin) <= significance.
    """
    from scipy.special import betainc

    return wins > losses and float(betainc(wins, losses + 1, 0.5)) <= significance


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats."""
    result = nb.predict_log_proba(model.nb, table)
    if not len(model.y) or not model.significance:
        return result
    none: Conditions = frozenset()
    parts = {none: make_training_part(model, none, np.arange(len(model.y)))}
    for i, case in enumerate(np.ascontiguousarray(table.codes, dtype=np.int32)):
        conditions = grow_rule(model, case, parts)
        if conditions:
            part, scores = parts[conditions], np.zeros((1, len(model.nb.log_prior)))
            arguments = model.columns, model.nb.offsets, model.y, part.rows, part.use, case
            fill_log_joint(*arguments, model.alpha, scores[0])
            result[i] = normalize_rows(scores, model.nb.log_prior)
    return result


@njit(cache=True)
def count_part_values(columns, offsets, y, rows, k):
    """Return n_jvc (R, K), n_jc (d, K) and n_c (K,) of the cases `rows`. columns: (d, n) codes."""
    d = columns.shape[0]
    n_jvc, n_jc = np.zeros((offsets[d], k), np.int64), np.zeros((d, k), np.int64)
    n_c = np.zeros(k, np.int64)
    for i in rows:
        c = y[i]
        n_c[c] += 1
        for j in range(d):
            if columns[j, i] >= 0:
                n_jvc[offsets[j] + 1 + columns[j, i], c] += 1
                n_jc[j, c] += 1
    return n_jvc, n_jc, n_c


@njit(cache=True)
def mark_left_out_errors(columns, offsets, y, rows, use, k, alpha, logs, wrong):
    """Mark in `wrong` (len(rows),) the cases `rows` that naive Bayes trained on the others misclassifies.

    use: (d,) bool, attributes; k: classes; logs[m] = log(m + alpha). Ties go to the class with more remaining
    cases, then to the lower index.
    """
    d = columns.shape[0]
    n_jvc, n_jc, n_c = count_part_values(columns, offsets, y, rows, k)
    total, total_own, score = np.zeros((d, k)), np.zeros((d, k)), np.zeros(k)
    for j in range(d):
        pseudo = alpha * (offsets[j + 1] - offsets[j] - 1)
        for c in range(k):
            total[j, c] = np.log(n_jc[j, c] + pseudo)
            total_own[j, c] = np.log(max(n_jc[j, c] - 1, 0) + pseudo)
    for m in range(rows.shape[0]):
        i = rows[m]
        own = y[i]
        for c in range(k):
            score[c] = np.log(n_c[c] - (c == own) + nb.PRIOR_ALPHA)
        for j in range(d):
            if use[j] and columns[j, i] >= 0:
                row = n_jvc[offsets[j] + 1 + columns[j, i]]
                for c in range(k):
                    if c == own:
                        score[c] += logs[row[c] - 1] - total_own[j, c]
                    else:
                        score[c] += logs[row[c]] - total[j, c]
        for c in range(k):
            more = n_c[c] > n_c[own] - 1 or (n_c[c] == n_c[own] - 1 and c < own)
            if c != own and (score[c] > score[own] + TIE or (score[c] >= score[own] - TIE and more)):
                wrong[m] = True


@njit(cache=True)
def fill_log_joint(columns, offsets, y, rows, use, case, alpha, scores):
    """Write log P(c, x) of one case (d,) to scores (K,), by naive Bayes fitted to the cases `rows`."""
    k = scores.shape[0]
    n_jvc, n_jc, n_c = count_part_values(columns, offsets, y, rows, k)
    for c in range(k):
        scores[c] = np.log((n_c[c] + nb.PRIOR_ALPHA) / (rows.shape[0] + k * nb.PRIOR_ALPHA))
        for j in range(columns.shape[0]):
            if use[j] and case[j] >= 0:
                pseudo = alpha * (offsets[j + 1] - offsets[j] - 1)
                scores[c] += np.log((n_jvc[offsets[j] + 1 + case[j], c] + alpha) / (n_jc[j, c] + pseudo))


def summarize(model: Model) -> dict[str, Any]:
    """Summarize naive Bayes; the training cases, which the model stores, do not count as parameters."""
    return nb.summarize(model.nb)
