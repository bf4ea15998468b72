"""Lazy Bayesian rules: learning is postponed until a case has to be classified. A rule is then grown from
some of the case's values, and naive Bayes with the other attributes is learned from the training cases that
satisfy the rule.

The rule starts as the empty conjunction, and each step tries to add every remaining value of the case. On the
training cases that have the value, two models are compared by their leave-one-out errors: naive Bayes of all
cases that satisfy the rule so far, and naive Bayes of those that also have the value. Values with
significantly fewer errors (one-sided sign test) are candidates, and the one that saves most errors is added
(the first of equals); without a candidate the rule is finished. A rule without conditions is naive Bayes.
Results for a conjunction are reused for all cases that satisfy it. Fit O(n d), a conjunction of m cases
O(m d K). docs/methods/semi-naive.md#lazy-bayesian-rules; Zheng and Webb 2000.
"""

from __future__ import annotations

import types
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import compiled, counts
from naivebench.core.checks import InputError, at_least
from naivebench.core.decide import TIE
from naivebench.core.logspace import normalize
from naivebench.core.table import Table, few_cases
from naivebench.methods.naive_bayes import nb
from naivebench.methods.semi_naive.helpers import lbr_loops

Conditions = frozenset[tuple[int, int]]  # pairs of attribute and value


class Model(NamedTuple):
    nb: nb.Model  # of all training cases
    columns: np.ndarray  # (d, n) int32 codes of the training cases, -1 = missing
    y: np.ndarray  # (n,)
    alpha: float
    prior_alpha: float
    significance: float


class Part(NamedTuple):
    """The training cases that satisfy some conditions."""

    rows: np.ndarray  # (m,)
    use: np.ndarray  # (d,) bool: the attributes without condition
    wrong: np.ndarray  # (m,) bool: naive Bayes of the other cases in the part misclassifies it


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    significance: float = 0.05,
    alpha: float = 1.0,
    prior_alpha: float = 1.0,
) -> Model:
    """Store the training cases. significance: of the sign test, 0 <= significance < 1, where 0 gives naive
    Bayes; alpha, prior_alpha > 0. Raises InputError for bad parameters and for attributes that are not
    discrete.
    """
    at_least(significance, 0, "significance", "lbr")
    if significance >= 1:
        raise InputError(f"significance in lbr is {significance!r}, expected a number below 1")
    at_least(alpha, 1e-12, "alpha", "lbr")
    at_least(prior_alpha, 1e-12, "prior_alpha", "lbr")
    fitted = nb.fit(train, alpha=alpha, prior_alpha=prior_alpha)
    train = counts.known_cases(train)
    columns = np.ascontiguousarray(train.codes.T, dtype=np.int32)
    return Model(fitted, columns, train.y, float(alpha), float(prior_alpha), float(significance))


def _loops() -> types.SimpleNamespace:
    return compiled.loops(lbr_loops)


def part_of(model: Model, conditions: Conditions, rows: np.ndarray) -> Part:
    """The part that consists of the training cases `rows`, which all satisfy the conditions."""
    use = np.ones(len(model.columns), bool)
    use[[j for j, _ in conditions]] = False
    wrong = np.zeros(len(rows), bool)
    logs = np.log(np.arange(len(rows) + 1) + model.alpha)
    offsets, k = model.nb.offsets, len(model.nb.log_prior)
    smoothing = model.alpha, model.prior_alpha
    _loops().left_out_errors(model.columns, offsets, model.y, rows, use, k, *smoothing, logs, TIE, wrong)
    return Part(rows, use, wrong)


def rule_of(model: Model, case: np.ndarray, known: dict[Conditions, Part]) -> Conditions:
    """The conditions of the rule for a case (d,). known: parts computed so far; new ones are added to it."""
    conditions: Conditions = frozenset()
    while True:
        here, best, saved = known[conditions], None, 0
        for j in np.flatnonzero(here.use & (case >= 0)):
            has = model.columns[j, here.rows] == case[j]
            before = here.wrong[has]
            if not better(int(before.sum()), 0, model.significance):  # cannot save enough errors
                continue
            more = conditions | {(int(j), int(case[j]))}
            if more not in known:
                known[more] = part_of(model, more, here.rows[has])
            after = known[more].wrong
            wins, losses = int((before & ~after).sum()), int((after & ~before).sum())
            if wins - losses > saved and better(wins, losses, model.significance):
                best, saved = more, wins - losses
        if best is None:
            return conditions
        conditions = best


def better(wins: int, losses: int, significance: float) -> bool:
    """Whether a one-sided sign test finds significantly more wins than losses: P(at least `wins` heads in
    `wins + losses` tosses of a fair coin) <= significance.
    """
    from scipy.special import betainc

    return wins > losses and float(betainc(wins, losses + 1, 0.5)) <= significance


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    result = nb.predict_log_proba(model.nb, table)
    cases = np.ascontiguousarray(table.codes, dtype=np.int32)
    if not len(model.y) or not model.significance:
        return result
    none: Conditions = frozenset()
    known = {none: part_of(model, none, np.arange(len(model.y)))}
    scores = np.zeros((1, len(model.nb.log_prior)))
    smoothing = model.alpha, model.prior_alpha
    for i, case in enumerate(cases):
        conditions = rule_of(model, case, known)
        if conditions:
            part = known[conditions]
            local = (model.columns, model.nb.offsets, model.y, part.rows, part.use, case, *smoothing)
            _loops().log_joint(*local, scores[0])
            result[i] = normalize(scores.copy(), model.nb.log_prior)
    return result


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops, so that no time measurement includes it."""
    model = fit(few_cases(train, 20))
    part = part_of(model, frozenset(), np.arange(len(model.y)))
    scores = np.zeros(len(model.nb.log_prior))
    case, smoothing = np.zeros(len(model.columns), np.int32), (model.alpha, model.prior_alpha)
    local = (model.columns, model.nb.offsets, model.y, part.rows, np.zeros(len(case), bool), case, *smoothing)
    _loops().log_joint(*local, scores)


def summarize(model: Model) -> dict[str, Any]:
    """Summary of naive Bayes; the training cases, which the model stores, do not count as parameters."""
    return nb.summarize(model.nb)
