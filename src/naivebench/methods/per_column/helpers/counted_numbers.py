"""Distributions of columns of whole numbers: Poisson, Bernoulli, and multinomials over groups of columns.

All are estimated from the number of observed cells n_jc and the sum S_jc of every column and class, in arrays
(d, K). Their terms are log probabilities in nats, (n, K) for every column; a missing cell has zeros.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.logspace import log, logsumexp
from naivebench.methods.sequences import nb_mn


class Poisson(NamedTuple):
    """p(x | c) = mean^x exp(-mean) / x!"""

    mean: np.ndarray  # (d, K); 0 for a column that is 0 everywhere, which is skipped


class Bernoulli(NamedTuple):
    """P(x > 0 | c)."""

    log_present: np.ndarray  # (d, K) nats
    log_absent: np.ndarray  # (d, K) nats


def poisson(n: np.ndarray, total: np.ndarray, alpha: float) -> Poisson:
    """mean_jc = (S_jc + alpha m_j) / (n_jc + alpha): alpha cases more, with the mean m_j of all classes. A
    class without any cell has the mean m_j.
    """
    cells = n.sum(axis=1, keepdims=True)
    overall = total.sum(axis=1, keepdims=True) / np.where(cells > 0, cells, 1)
    weight = n + alpha
    known = weight > 0
    mean = (total + alpha * overall) / np.where(known, weight, 1)
    return Poisson(np.where(known, mean, overall))


def poisson_terms(model: Poisson, x: np.ndarray) -> Iterator[np.ndarray]:
    """log p(x_j | c) for columns x (n, d) of whole numbers."""
    from scipy.special import gammaln

    for column, mean in zip(x.T, model.mean, strict=True):
        known = np.where(np.isnan(column), 0.0, column)[:, None]
        with np.errstate(invalid="ignore"):
            term = np.where(known > 0, known * log(mean), 0.0) - mean - gammaln(known + 1)
        term[np.isnan(column) | (not mean.any())] = 0.0
        yield term


def bernoulli(n: np.ndarray, present: np.ndarray, alpha: float) -> Bernoulli:
    """P(present | c) = (present_jc + alpha) / (n_jc + 2 alpha); 1/2 without any case and pseudo-count."""
    total = n + 2 * alpha
    known = total > 0
    counted = (np.where(known, part + alpha, 1.0) for part in (present, n - present))
    log_present, log_absent = (log(part / np.where(known, total, 2.0)) for part in counted)
    return Bernoulli(log_present, log_absent)


def is_present(x: np.ndarray) -> np.ndarray:
    """1 where a number is above 0, otherwise 0; NaN stays NaN."""
    return np.where(np.isnan(x), np.nan, x > 0)


def bernoulli_terms(model: Bernoulli, x: np.ndarray) -> Iterator[np.ndarray]:
    """log P of presence or absence for columns x (n, d)."""
    for column, present, absent in zip(x.T, model.log_present, model.log_absent, strict=True):
        term = np.where(column[:, None] > 0, present, absent)
        term[np.isnan(column)] = 0.0
        yield term


def group(n_c: np.ndarray, n: np.ndarray, total: np.ndarray, alpha: float) -> np.ndarray:
    """log p_ic, (d, K) nats: p_ic = (S_ic n_c / n_ic + alpha) / (sum over columns of the same).

    The factor n_c / n_ic puts the mean of the class in the place of missing cells.
    """
    filled = total * np.where(n > 0, n_c / np.where(n > 0, n, 1), 0)
    return nb_mn.estimate_log_table(np.ascontiguousarray(filled.T), np.ones(len(n), dtype=bool), alpha)


def group_terms(log_p: np.ndarray, x: np.ndarray) -> Iterator[np.ndarray]:
    """f_i (log p_ic - log of the sum of p_ic over the observed columns) for counts x (n, d): missing counts
    are summed out, given the total of the others.
    """
    observed = ~np.isnan(x)
    rest = np.zeros((len(x), log_p.shape[1]))
    some = np.flatnonzero(~observed.all(axis=1) & observed.any(axis=1))
    rest[some] = logsumexp(np.where(observed[some, :, None], log_p, -np.inf), axis=1)
    for column, of_class in zip(x.T, log_p, strict=True):
        used = column > 0
        term = np.zeros(rest.shape)
        with np.errstate(invalid="ignore"):  # -inf less -inf: no observed column can occur in the class
            given = np.where(np.isneginf(of_class), -np.inf, of_class - rest[used])
        term[used] = column[used, None] * given
        yield term


def check(x: np.ndarray, name: str, distribution: str) -> None:
    """Raise InputError if the column `name` contains a number that the distribution does not accept."""
    known, whole = x[~np.isnan(x)], distribution == "poisson"
    odd = known[(known < 0) | (whole & (known != np.floor(known)))]
    if len(odd):
        wanted = "whole numbers" if whole else "numbers"
        raise InputError(
            f"column {name!r} has the distribution {distribution}, which needs {wanted} of at least 0, "
            f"but contains {odd[0]:g}: correct the value, or choose another distribution"
        )
