"""Tree-augmented naive Bayes that chooses its smoothing by inner cross-validation in the training part.

The tree does not depend on the smoothing n0, so each inner fold learns it once
(bn_classifiers.tan, which keeps the tables of attributes with thousands of values sparse).
docs/methods/high-cardinality.md#naive-bayes-and-tan-with-tuned-smoothing; Jambeiro and Wainer 2007.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, tuning
from naivebench.core.explanations import Contributions
from naivebench.core.table import Table
from naivebench.core.tuning import Choice
from naivebench.methods.bn_classifiers import families, tan
from naivebench.methods.bn_classifiers.families import Smoothing


class Model(NamedTuple):
    tan: families.Model
    n0: Choice


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    n0: float | str = "auto",
    n0_grid: Sequence[float] = tuning.SMOOTHING_GRID,
) -> Model:
    """Learn tree and tables. n0: Friedman smoothing >= 0, or auto to choose it from the grid by five inner
    folds, judged by the beginning of the hit curve for two classes and by log loss for more.

    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    tuning.check(n0, "n0", "tan_tuned", grid=n0_grid)
    counts.only_discrete(train, "tan_tuned")
    train = counts.known_cases(train)

    def fit_predict(inside: Table, outside: Table) -> Iterator[np.ndarray]:
        for model in _with_each(inside, n0_grid):
            yield tan.predict_log_proba(model, outside)

    if tuning.is_auto(n0):
        criterion = tuning.criterion_of(train, "auto")
        choice = tuning.by_cross_validation(train, n0_grid, fit_predict, criterion=criterion)
    else:
        choice = tuning.fixed(n0)
    return Model(next(_with_each(train, [choice.value])), choice)


def _with_each(train: Table, n0: Sequence[float]) -> Iterator[families.Model]:
    """The models of the same tree with each of these n0."""
    statistics = tan.count(train)
    parents = tan.tree_parents(statistics)
    for value in n0:
        yield families.estimate(statistics, parents, Smoothing("friedman", value))


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return tan.predict_log_proba(model.tan, table)


def contributions(model: Model, table: Table) -> Contributions:
    """The explanation of TAN's prediction, see `tan.contributions`."""
    return tan.contributions(model.tan, table)


def summarize(model: Model) -> dict[str, Any]:
    """n_parameters, attributes_used and structure of the tree, and how n0 was chosen."""
    return {**families.summarize(model.tan), **tuning.summary(model.n0, "n0")}
