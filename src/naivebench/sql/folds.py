"""Cross-validation in a database: folds are chosen by the hash of a key, models come from counts and scores
from sums.

The fold of a row is determined by the MD5 hash of its key, which is the same in every engine. A fold is
therefore a condition in a query, and rows with the same key stay together.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.base import clone

from naivebench.core.checks import InputError, did_you_mean, whole
from naivebench.estimators.adapter import IncrementalEstimator
from naivebench.sql import fitting, queries, scoring, source

if TYPE_CHECKING:
    import ibis

BITS = 32  # number of bits of the hash that determine the fold
LABEL = "nb_label"  # name of the class column of the test rows


class Validated(NamedTuple):
    """Results of a cross-validation, one entry per fold."""

    estimators: tuple[IncrementalEstimator, ...]  # fitted on the other folds
    cases: np.ndarray  # (folds,) int64
    accuracy: np.ndarray  # (folds,) float64
    log_loss: np.ndarray  # (folds,) float64, mean of -log P(label), nats


def fold_of(key: int | str, folds: int, seed: int = 0) -> int:
    """Compute the fold of a key, 0 to folds - 1: floor(h * folds / 2^32), where h is the first 32 bits of the
    MD5 hash of `seed:key`.
    """
    digest = hashlib.md5(f"{seed}:{key}".encode(), usedforsecurity=False).hexdigest()
    return int(digest[: BITS // 4], 16) * folds >> BITS


def cross_validate(
    estimator: IncrementalEstimator,
    table: ibis.Table,
    target: str,
    key: str,
    *,
    folds: int = 5,
    seed: int = 0,
) -> Validated:
    """Fit an estimator to all folds but one, score it on that fold, and repeat for every fold; no row leaves
    the database.

    key: a column of whole numbers or text whose hash decides the fold (`fold_of`); it is not an attribute.
    The estimator itself is not changed. Rows without a label are left out. Raises InputError as `fit` does,
    and for keys that are missing in some row, folds without rows, and models that cannot be written as SQL.
    """
    fitting.check(estimator)
    folds, seed = whole(folds, 2, "folds"), whole(seed, 0, "seed")
    name = source.name_of(table)
    for column, what in ((target, "target"), (key, "key")):
        if column not in table.columns:
            near = did_you_mean(column, table.columns)
            raise InputError(f"{what} {column!r} is not a column of {name}{near}")
    if not (table[key].type().is_integer() or table[key].type().is_string()):
        raise InputError(
            f"key {key!r} of {name} contains {table[key].type()} values, expected whole numbers or text: "
            "cast it"
        )
    table = table.filter(table[target].notnull())
    [(lost,)] = queries.rows_of(table.aggregate(n=table[key].isnull().sum()))
    if lost:
        raise InputError(f"key {key!r} is missing in {lost} rows of {name}: leave these rows out")
    fold, fitted, scores = _fold(table, key, folds, seed), [], []
    columns = source.columns_of(table.drop(key), target, estimator.kinds, name)  # type: ignore[attr-defined]
    weight = estimator.class_weight  # type: ignore[attr-defined]
    parts = source.without_folds(table, fold, folds, target, columns, name, weight)
    for number, part in enumerate(parts):
        fitted.append(fitting.fit_source(clone(estimator), part))
        scores.append(_scores(fitted[-1], table.filter(fold == number).drop(key), target))
        if not scores[-1][0]:
            raise InputError(f"fold {number} of {name} has no row: use fewer folds, or choose another key")
    cases, hits, losses = np.array(scores, dtype=np.float64).T
    return Validated(tuple(fitted), cases.astype(np.int64), hits / cases, losses / cases)


def _fold(table: ibis.Table, key: str, folds: int, seed: int) -> Any:
    """The fold of every row as a column expression; hashes have equal lengths and are compared as text."""
    import ibis

    @ibis.udf.scalar.builtin
    def md5(text: str) -> str:  # type: ignore[empty-body]
        """Hexadecimal digits of the MD5 hash."""

    backend = table.get_backend()
    if backend.name == "sqlite":  # SQLite has no hash function
        backend.con.create_function(
            "md5", 1, lambda text: hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
        )
    digits = md5(ibis.literal(f"{seed}:") + table[key].cast("string")).left(BITS // 4)
    firsts = [-(-(number << BITS) // folds) for number in range(1, folds)]
    branches = [(digits < f"{first:0{BITS // 4}x}", number) for number, first in enumerate(firsts)]
    return ibis.cases(*branches, else_=folds - 1)


def _scores(model: IncrementalEstimator, table: ibis.Table, target: str) -> tuple[int, int, float]:
    """Number of test rows, number of correct predictions, and the sum of -log P(label), from one query."""
    backend, labels = table.get_backend(), model.classes_.tolist()
    query, names = scoring.of_query(
        model, backend.name, queries.text_of(table.mutate(**{LABEL: source.exact(table[target])})), LABEL
    )
    sums, of = ", ".join(f"SUM({name})" for name in names[2:]), f"{names[0]}, {names[1]}"
    answer = queries.rows_of_text(backend, f"SELECT {of}, COUNT(*), {sums} FROM ({query}) AS s GROUP BY {of}")
    cases, hits, loss = 0, 0, 0.0
    for label, predicted, n, *logs in answer:
        cases, hits = cases + n, hits + n * (label == predicted)
        loss -= float(logs[labels.index(label)]) if label in labels else -np.inf
    return cases, hits, loss
