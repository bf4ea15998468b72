"""Iterative Bayes (Gama 1999): naive Bayes whose table is corrected case by case. Passes over the training
cases continue while the mean uncertainty of the predictions falls.

    for each case (x, y), in file order: h = the most probable class,
        delta = (1 - P(h | x)) / K, negative if h is wrong
    at every observed value of x: + delta for class h, - delta / 2 for all other classes, no entry below 0.01
    passes continue, at most 10, while the mean of 1 - max P(c | x) over the training cases falls;
        a pass that does not lower it is undone

The class prior does not change. The criterion is confidence, not accuracy: it can fall while the error rises.
Robles et al. 2003 print 1.0 - p / K for delta; that reading is `increment: printed`.
docs/methods/semi-naive.md#iterative-bayes.
"""

from __future__ import annotations

import copy
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import compiled, counts, kernels
from naivebench.core.checks import at_least, one_of
from naivebench.core.compiled import in_threads
from naivebench.core.grouped import flat
from naivebench.core.kernels import gather_sum
from naivebench.core.logspace import log, log_prior, normalize
from naivebench.core.table import Table, n_cases, n_classes
from naivebench.methods.naive_bayes import nb
from naivebench.methods.semi_naive.helpers import weight_loops

TABLES, ORDERS, INCREMENTS = ("probability", "counts"), ("file", "shuffled"), ("confidence", "printed")


class Options(NamedTuple):
    """Options of the method: every point that the papers leave open is one."""

    table: str = "probability"  # what is corrected: P(x_j = v | c), or the counts n_jvc behind it
    renormalise: bool = False  # whether each corrected distribution is scaled back to its sum
    max_iterations: int = 10
    order: str = "file"  # order of the cases: file or shuffled
    floor: float = 0.01  # smallest value of a corrected entry
    increment: str = "confidence"  # (1 - p) / K; printed: 1 - p / K
    alpha: float = 1.0
    prior_alpha: float = 1.0


class Model(NamedTuple):
    log_prior: np.ndarray  # (K,) nats
    # (R, K) nats: rows of attribute values as laid out in naivebench.core.counts; its columns need not sum to
    # one
    log_table: np.ndarray
    offsets: np.ndarray  # (d + 1,) first row of every attribute
    evaluations: np.ndarray  # (1 + accepted passes,) mean of 1 - max P(c | x), falling


class Data(NamedTuple):
    """The training cases in the form that the loops expect."""

    rows: np.ndarray  # (n, d) int64 row of every value, -1 = missing
    y: np.ndarray  # (n,)
    starts: np.ndarray  # (d,) first row of a value
    sizes: np.ndarray  # (d,)
    cases: np.ndarray  # (n,) order of presentation
    offsets: np.ndarray  # (d + 1,)
    n_jvc: np.ndarray  # (R, K)
    n_jc: np.ndarray  # (d, K)
    n_c: np.ndarray  # (K,)


def check_params(options: Options) -> None:
    """Raise InputError for a parameter outside its range."""
    one_of(options.table, TABLES, "table", "iterative_bayes")
    one_of(options.order, ORDERS, "order", "iterative_bayes")
    one_of(options.increment, INCREMENTS, "increment", "iterative_bayes")
    for name in ("max_iterations", "floor", "alpha", "prior_alpha"):
        at_least(getattr(options, name), 0, name, "iterative_bayes")


def _data(table: Table, rng: np.random.Generator | None, order: str) -> Data:
    offsets = counts.row_offsets(table)
    columns = counts.checked_codes(table.codes, offsets)
    rows = np.where(columns < 0, -1, counts.rows_of(columns, offsets)).T
    cases = np.arange(n_cases(table))
    if order == "shuffled":
        assert rng is not None, "order: shuffled needs rng"
        cases = rng.permutation(n_cases(table))
    n_jvc = counts.value_counts(table, offsets)
    n_jc, n_c = counts.observed_totals(n_jvc, offsets), np.bincount(table.y, minlength=n_classes(table))
    starts, sizes = offsets[:-1] + 1, np.diff(offsets) - 1
    return Data(
        np.ascontiguousarray(rows, np.int64),
        table.y,
        starts,
        sizes,
        cases.astype(np.int64),
        offsets,
        n_jvc,
        n_jc,
        n_c,
    )


def _tuned(
    data: Data, options: Options, n_jvc: np.ndarray, n_jc: np.ndarray, n_c: np.ndarray, left_out: int = -1
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Log prior, log table (R, K), and the mean doubt at the start and after each accepted pass, from counts
    without the case `left_out` (-1: all cases).
    """
    n, prior = int(n_c.sum()), log_prior(n_c, options.prior_alpha)
    log_table = nb.log_table(n_jvc, n_jc, data.offsets, np.any(n_jvc, axis=1), n, options.alpha)
    by_counts = options.table == "counts"
    entries = n_jvc.astype(np.float64) if by_counts else np.exp(log_table)
    totals = (n_jc if by_counts else n_jc[:0]).astype(np.float64)
    evaluations = np.empty(1 + int(options.max_iterations))
    ranks = np.argsort(np.argsort(-n_c, kind="stable"))
    switches = (float(options.floor), options.increment == "printed", bool(options.renormalise))
    arguments = (
        data.rows,
        data.starts,
        data.sizes,
        float(options.alpha),
        data.y,
        ranks,
        data.cases,
        left_out,
        *switches,
    )
    n_passes = compiled.loops(weight_loops).iterate(np.exp(prior), entries, totals, *arguments, evaluations)
    if n_passes > 1:
        if by_counts:
            log_table = nb.log_table(entries, totals, data.offsets, np.any(entries, axis=1), n, options.alpha)
        else:
            log_table = log(entries)
            log_table[data.offsets[:-1]] = 0.0
    return prior, log_table, evaluations[:n_passes]


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    options: Options = Options(),
) -> Model:
    """Tune the table on all cases of known class. Parameters: see `Options`. O(n d K) per pass.

    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    check_params(options)
    counts.only_discrete(train, "iterative_bayes")
    data = _data(counts.known_cases(train), rng, options.order)
    prior, log_table, evaluations = _tuned(data, options, data.n_jvc, data.n_jc, data.n_c)
    return Model(prior, log_table, data.offsets, evaluations)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return nb.predict_log_proba(nb.Model(model.log_prior, model.log_table, model.offsets), table)


warm_up = kernels.warm_up_on_few(fit, predict_log_proba)


def summarize(model: Model) -> dict[str, Any]:
    """Number of table entries, attributes with more than one value, accepted passes and the mean doubt after
    each.
    """
    summary = nb.summarize(nb.Model(model.log_prior, model.log_table, model.offsets))
    return {
        **summary,
        "iterations": len(model.evaluations) - 1,
        "trace": {"doubt": model.evaluations.tolist()},
    }


def leave_one_out(
    table: Table, /, *, rng: np.random.Generator | None = None, threads: int = 1, **params: Any
) -> np.ndarray:
    """Row i: log P(c | x_i) of the model tuned on all cases but i, shape (n, K), nats; value lists stay
    fixed.

    Every case needs a separate fit, so a pass takes O(n^2 d K); the threads share the cases. With `order:
    shuffled`, all fits use the same order. A case of unknown class is predicted by the model of all known
    cases.
    """
    options = Options(**params)
    check_params(options)
    counts.only_discrete(table, "iterative_bayes")
    known = np.flatnonzero(table.y >= 0)
    if len(known) < n_cases(table):
        again = copy.deepcopy(rng)  # both parts present the cases in the same order
        result = predict_log_proba(fit(table, rng=again, **params), table)
        result[known] = leave_one_out(counts.known_cases(table), rng=rng, threads=threads, **params)
        return result
    data = _data(table, rng, options.order)
    result = np.empty((n_cases(table), n_classes(table)))

    def without(cases: np.ndarray) -> None:
        for i in cases:
            result[i] = _left_out(data, options, int(i))

    in_threads(without, n_cases(table), threads)
    return result


def _left_out(data: Data, options: Options, i: int) -> np.ndarray:
    """log P(c | x_i), shape (K,), of the model of all cases except i."""
    observed, y = data.rows[i] >= 0, data.y[i]
    rows = data.rows[i, observed]
    n_jvc, n_jc, n_c = data.n_jvc.copy(), data.n_jc.copy(), data.n_c.copy()
    n_jvc[rows, y] -= 1
    n_jc[observed, y] -= 1
    n_c[y] -= 1
    prior, log_table, _ = _tuned(data, options, n_jvc, n_jc, n_c, i)
    return normalize(gather_sum(prior, rows[:, None], log_table, compiled=False), prior)[0]
