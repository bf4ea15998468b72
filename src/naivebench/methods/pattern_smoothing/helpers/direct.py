"""Counts for direct and almost direct estimation: the training cases of each class that have a case's
combination of values.

The combination consists of the values of the attributes that are observed in the case. A training case counts
if it agrees in all of these, so no training case counts if one of the values does not occur in the training
part. Attributes with fewer than two values in their list are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, patterns, tuning
from naivebench.core.logspace import log_prior
from naivebench.core.table import MISSING, Table, class_counts, discrete_attributes, n_cases, n_classes
from naivebench.core.tuning import Choice


class Model(NamedTuple):
    """The distinct rows of the training part with their class counts, and the smoothing constant."""

    columns: tuple[int, ...]  # discrete column of every attribute used
    names: tuple[str, ...]
    rows: np.ndarray  # (d, m) codes of the distinct rows, -1 = missing
    counts: np.ndarray  # (m, K) int64, cases per row and class
    class_counts: np.ndarray  # (K,) int64
    smoothing: Choice


class Constant(NamedTuple):
    """The smoothing constant, and how it is chosen."""

    s: float | str = "auto"  # at least 0, or auto: the best value of the grid by exact leave-one-out
    s_grid: Sequence[float] = tuning.SMOOTHING_GRID
    criterion: str = "area_10"  # see `tuning`


class Matches(NamedTuple):
    """The training cases that agree with each of n cases."""

    counts: np.ndarray  # (n, K) int64, N_wc
    blank: np.ndarray  # (n,) bool: the case has no observed value


# (N_wc (n, K), class counts (K,) or (n, K), s) -> log P(c | w) (n, K)
Formula = Callable[[np.ndarray, np.ndarray, float], np.ndarray]


def collect(train: Table) -> Model:
    """Collect the distinct rows of a training part whose classes are all known. The constant is not chosen
    yet (0).
    """
    columns = np.ascontiguousarray(train.codes.T)
    attributes = discrete_attributes(train)
    used = sorted(
        (j for j, a in enumerate(attributes) if len(a.values) > 1), key=lambda j: attributes[j].name
    )
    steps, ids = patterns.learn(columns[used] + np.int32(1))  # here a missing value counts as a value
    table = patterns.class_counts(ids, train.y, patterns.size(steps), n_classes(train))
    first = np.zeros(len(table), np.int64)
    first[ids[::-1]] = np.arange(len(ids))[::-1]
    rows = columns[used][:, first] if len(ids) else columns[used]
    names = tuple(attributes[j].name for j in used)
    return Model(tuple(used), names, rows, table[: rows.shape[1]], class_counts(train), tuning.fixed(0.0))


def look_up(model: Model, table: Table) -> Matches:
    """Count the training cases per class that have the observed values of every case.

    Takes one pass over the training rows per set of observed attributes.
    """
    if model.columns and table.codes.shape[1] <= max(model.columns):
        raise ValueError(
            f"the model uses discrete attribute {max(model.columns)}, but the table has only "
            f"{table.codes.shape[1]}"
        )
    columns = np.ascontiguousarray(table.codes.T)[list(model.columns)]
    n, k = n_cases(table), len(model.class_counts)
    n_wc = np.zeros((n, k), np.int64)
    groups = patterns.masks(columns != MISSING)
    order = np.argsort(groups.of_case, kind="stable")
    bounds = np.searchsorted(groups.of_case[order], np.arange(len(groups.observed) + 1))
    for g, observed in enumerate(groups.observed):
        cases = order[bounds[g] : bounds[g + 1]]
        n_wc[cases] = _counts_for(model, np.flatnonzero(observed), columns[:, cases])
    blank = ~np.any(groups.observed, axis=1)[groups.of_case] if len(groups.observed) else np.zeros(n, bool)
    return Matches(n_wc, blank)


def _counts_for(model: Model, attributes: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """N_wc (m, K) of cases in which exactly these attributes are observed; columns: (d, m)."""
    steps, ids = patterns.learn(model.rows[attributes])
    place = patterns.locate(steps, columns[attributes])
    # the last row, of zeros, is for place -1
    table = np.zeros((patterns.size(steps) + 1, len(model.class_counts)), np.int64)
    np.add.at(table, ids[ids >= 0], model.counts[ids >= 0])
    return table[place]


def predict(model: Model, table: Table, formula: Formula) -> np.ndarray:
    """log P(c | x), (n, K) nats; a case without any observed value gets the class frequencies."""
    matches = look_up(model, table)
    return np.where(
        matches.blank[:, None],
        log_prior(model.class_counts, 0),
        formula(matches.counts, model.class_counts, model.smoothing.value),
    )


def left_out(model: Model, train: Table, formula: Formula) -> Callable[[float], np.ndarray]:
    """Return a function of s that gives exact leave-one-out, log P(c | x) in (n, K) nats: row i is computed
    from all training cases but i.
    """
    itself = (train.y[:, None] == np.arange(n_classes(train))).astype(np.int64)
    matches = look_up(model, train)
    rest, n_c = matches.counts - itself, model.class_counts - itself

    def log_proba(s: float) -> np.ndarray:
        return np.where(matches.blank[:, None], log_prior(n_c, 0), formula(rest, n_c, s))

    return log_proba


def tuned(train: Table, formula: Formula, constant: Constant, method: str) -> Model:
    """Fit the model, with the constant as given or chosen by exact leave-one-out.

    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    s, grid, criterion = constant
    tuning.check(s, "s", method, grid=grid, criterion=criterion)
    counts.only_discrete(train, method)
    train = counts.known_cases(train)
    model = collect(train)
    if not tuning.is_auto(s):
        return model._replace(smoothing=tuning.fixed(s))
    return model._replace(
        smoothing=tuning.by_leave_one_out(
            train, sorted(grid), left_out(model, train, formula), criterion=criterion
        )
    )


def leaving_out(fit: Callable[..., Model], formula: Formula) -> Callable[..., tuple[Model, np.ndarray]]:
    """Make the `fit_leave_one_out` of a method from its `fit`."""

    def fit_leave_one_out(
        table: Table, *, rng: np.random.Generator | None = None, **params: Any
    ) -> tuple[Model, np.ndarray]:
        """Fit the model to all cases; return it with log P(c | x_i) of every case without its own counts, (n,
        K) nats. The constant s is the one found on all cases. A case of unknown class is predicted by the
        model.
        """
        model = fit(table, **params)
        result = predict(model, table, formula)
        result[table.y >= 0] = left_out(model, counts.known_cases(table), formula)(model.smoothing.value)
        return model, result

    return fit_leave_one_out


def summarize(model: Model) -> dict[str, Any]:
    """Free parameters (K - 1 per distinct combination without missing values), the attributes used, and s
    with the scores of its grid.
    """
    whole = int((model.rows >= 0).all(axis=0).sum()) if model.columns else 1
    return {
        "n_parameters": (len(model.class_counts) - 1) * whole,
        "attributes_used": len(model.columns),
        "patterns": whole,
        **tuning.summary(model.smoothing, "s"),
    }
