"""Fitting of estimators to a database table: the engine counts, and the model is computed from the counts.

The model is byte-identical to a fit on the same rows in memory, unless a column has so many different numbers
that their sums or ranks are computed by the engine (docs/sql.md#exactness).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from naivebench.core.checks import InputError
from naivebench.estimators.adapter import IncrementalEstimator
from naivebench.sql import counting, queries, source

if TYPE_CHECKING:
    import ibis


def fit(estimator: IncrementalEstimator, table: ibis.Table, target: str) -> IncrementalEstimator:
    """Fit an estimator to a table of any ibis backend, and return it; no row leaves the database.

    target: the column of labels. All other columns are attributes; kinds are inferred as for data frames
    (numbers are linear, text and booleans nominal, NULL and NaN are missing cells) unless the estimator's
    `kinds` sets them. Rows without a label are left out with a warning. Raises InputError for methods that
    need rows, for unknown columns, for dates and other unsupported types, for a bad `class_weight`, and if
    the database fails; the estimator is then not fitted.
    """
    check(estimator)
    estimator._forget()
    queries.check_available()
    name = source.name_of(table)
    columns = source.columns_of(table, target, estimator.kinds, name)  # type: ignore[attr-defined]
    cases, weight = source.prepared(table, target, columns), estimator.class_weight  # type: ignore[attr-defined]
    return fit_source(estimator, source.profiled(cases, columns, name, weight))


def fit_source(estimator: IncrementalEstimator, found: source.Source) -> IncrementalEstimator:
    """Fit an estimator to a table whose first queries have been answered."""
    X, y = source.few_cases(found)
    return estimator._fit_counted(X, y, lambda *method: counting.counted(found, *method))


def check(estimator: Any) -> None:
    """Raise InputError if the estimator needs the rows themselves."""
    if not isinstance(estimator, IncrementalEstimator):
        raise InputError(
            f"{type(estimator).__name__} needs the rows themselves, so it cannot be fitted in a database: "
            "choose an estimator whose model comes from counts, such as NB, GaussianNB, MixedNB, TAN, KDB "
            "or AODE"
        )
