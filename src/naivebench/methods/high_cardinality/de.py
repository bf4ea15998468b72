"""Direct estimation (DE): the class frequencies among the training cases with exactly the same values,
smoothed towards the uniform distribution. Combinations that were never seen give no information.

    P(c | w) = (N_wc + s) / (N_w + K s)

N_w counts the training cases with the combination w of all values that are observed in the case. K is the
number of classes that have training cases. A case without any observed value gets the class frequencies.
Fit O(n d log n), predict O(d log n) per case. Jambeiro and Wainer 2007 (equation 2);
docs/methods/high-cardinality.md#direct-and-almost-direct-estimation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, patterns, tuning
from naivebench.core.logspace import log, log_prior
from naivebench.core.table import MISSING, Table, class_counts, discrete_attributes, n_cases, n_classes
from naivebench.core.tuning import SMOOTHING_GRID, Choice

TELLS_UNSEEN = True
GRIDS = {"s": SMOOTHING_GRID}  # tried by `auto`, and by `chosen_on_test` of a protocol


class Model(NamedTuple):
    """The distinct rows of the training part with their class counts."""

    columns: tuple[int, ...]  # discrete column of every attribute used
    rows: np.ndarray  # (d, m) codes of the distinct rows, -1 = missing
    counts: np.ndarray  # (m, K) int64, cases per row and class
    class_counts: np.ndarray  # (K,) int64
    smoothing: Choice


# counts of combinations (n, K), counts of classes (K,) or (n, K), and s -> log P(c | w), (n, K)
Smooth = Callable[[np.ndarray, np.ndarray, float], np.ndarray]


def fit(train: Table, *, rng: np.random.Generator | None = None, s: float | str = "auto") -> Model:
    """Count the combinations of values. s: a number of at least 0, or auto for the best value of the grid by
    exact leave-one-out. Raises InputError for bad parameters and for attributes that are not discrete.
    """
    return fit_combinations(train, s, smooth_counts, "de")


def fit_combinations(train: Table, s: float | str, smooth: Smooth, method: str) -> Model:
    """Fit DE or ADE: count the distinct rows of the cases of known class, and choose s."""
    tuning.check_number_or_auto(s, "s", method)
    train = counts.prepare_discrete_training(train, method)
    attributes = discrete_attributes(train)
    used = sorted(
        (j for j, a in enumerate(attributes) if len(a.values) > 1), key=lambda j: attributes[j].name
    )
    columns = np.ascontiguousarray(train.codes.T)[used]
    steps, ids = patterns.learn_patterns(columns + np.int32(1))  # here a missing value counts as a value
    table = patterns.count_classes_by_pattern(ids, train.y, patterns.count_patterns(steps), n_classes(train))
    one_case = patterns.find_example_cases(ids)
    rows, smoothing = columns[:, one_case], tuning.wrap_constant(0.0 if s == "auto" else s)
    model = Model(tuple(used), rows, table[: rows.shape[1]], class_counts(train), smoothing)
    if s != "auto":
        return model
    choice = tuning.choose_by_leave_one_out(train, SMOOTHING_GRID, _make_leave_one_out(model, train, smooth))
    return model._replace(smoothing=choice)


def _make_leave_one_out(model: Model, train: Table, smooth: Smooth) -> Callable[[float], np.ndarray]:
    """Return the function s -> log P(c | x) of each case i from all cases except i, (n, K) nats."""
    itself = (train.y[:, None] == np.arange(n_classes(train))).astype(np.int64)
    n_wc, blank = _count_matching_cases(model, train)
    rest, n_c = n_wc - itself, model.class_counts - itself
    return lambda s: np.where(blank[:, None], log_prior(n_c, 0), smooth(rest, n_c, s))


def select_discrete_columns(table: Table, columns: Sequence[int]) -> np.ndarray:
    """Select codes (d, n) of discrete attributes. Raises ValueError if the table has fewer attributes."""
    if columns and table.codes.shape[1] <= max(columns):
        raise ValueError(
            f"the model uses discrete attribute {max(columns)}, but the table has only {table.codes.shape[1]}"
        )
    return np.ascontiguousarray(table.codes.T)[list(columns)]


def _count_matching_cases(model: Model, table: Table) -> tuple[np.ndarray, np.ndarray]:
    """Count the training cases per class that have the observed values of every case, N_wc (n, K), and find
    cases without observed values (n,). Each set of observed attributes takes one pass over the training rows.
    """
    columns = select_discrete_columns(table, model.columns)
    n, k = n_cases(table), len(model.class_counts)
    n_wc, blank = np.zeros((n, k), np.int64), np.zeros(n, bool)
    groups = patterns.group_cases_by_mask(columns != MISSING)
    order = np.argsort(groups.of_case, kind="stable")
    bounds = np.searchsorted(groups.of_case[order], np.arange(len(groups.observed) + 1))
    for g, observed in enumerate(groups.observed):
        cases, attributes = order[bounds[g] : bounds[g + 1]], np.flatnonzero(observed)
        steps, ids = patterns.learn_patterns(model.rows[attributes])
        # the last row, of zeros, is for combinations that do not occur, with place -1
        totals = np.zeros((patterns.count_patterns(steps) + 1, k), np.int64)
        np.add.at(totals, ids[ids >= 0], model.counts[ids >= 0])
        n_wc[cases] = totals[patterns.locate_patterns(steps, columns[attributes][:, cases])]
        blank[cases] = not len(attributes)
    return n_wc, blank


def smooth_counts(n_wc: np.ndarray, n_c: np.ndarray, s: float) -> np.ndarray:
    """Smooth towards the uniform distribution, see `Smooth`; return it where N_w and s are 0."""
    present = np.broadcast_to((n_c > 0) | (n_c.sum(axis=-1, keepdims=True) == 0), n_wc.shape)
    k = present.sum(axis=1, keepdims=True)
    total = n_wc.sum(axis=1, keepdims=True) + k * s
    share = np.where(total > 0, (n_wc + s) / np.where(total > 0, total, 1.0), 1 / np.maximum(k, 1))
    return log(np.where(present, share, 0.0))


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; a case without any observed value gets the class frequencies."""
    return predict_smoothed(model, table, smooth_counts)


def predict_smoothed(model: Model, table: Table, smooth: Smooth) -> np.ndarray:
    """Predict log P(c | x), (n, K) nats, by DE or ADE."""
    n_wc, blank = _count_matching_cases(model, table)
    smoothed = smooth(n_wc, model.class_counts, model.smoothing.value)
    return np.where(blank[:, None], log_prior(model.class_counts, 0), smoothed)


def summarize(model: Model) -> dict[str, Any]:
    """Report free parameters (K - 1 per distinct combination without missing values), the attributes used,
    and s with the scores of its grid.
    """
    n_patterns = int((model.rows >= 0).all(axis=0).sum()) if model.columns else 1
    return {
        "n_parameters": (len(model.class_counts) - 1) * n_patterns,
        "attributes_used": len(model.columns),
        "patterns": n_patterns,
        **tuning.summarize_choice(model.smoothing, "s"),
    }
