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
from naivebench.core.checks import at_least, one_of, whole
from naivebench.core.explanations import Contributions
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Table
from naivebench.core.tuning import Choice
from naivebench.methods.bn_classifiers import tan
from naivebench.methods.bn_classifiers.helpers import families


class Model(NamedTuple):
    tan: families.Model
    n0: Choice


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    n0: float | str = "auto",
    n0_grid: Sequence[float] = tuning.SMOOTHING_GRID,
    criterion: str = "auto",
    folds: int = 5,
    prior_alpha: float = 1.0,
) -> Model:
    """Learn tree and tables. n0: Friedman smoothing >= 0, or auto to choose it from the grid by inner folds.

    criterion: see naivebench.core.tuning; auto is area_10 for two classes and log_loss for more. Raises
    InputError for bad parameters and for attributes that are not discrete.
    """
    one_of(criterion, ("auto", *tuning.CRITERIA), "criterion", "tan_tuned")
    tuning.check(n0, "n0", "tan_tuned", grid=n0_grid)
    at_least(prior_alpha, 0, "prior_alpha", "tan_tuned")
    folds = whole(folds, 2, "folds", "tan_tuned")
    counts.only_discrete(train, "tan_tuned")
    train = counts.known_cases(train)

    def fit_predict(inside: Table, outside: Table) -> Iterator[np.ndarray]:
        parents = tan.tree_parents(inside)
        for value in n0_grid:
            yield tan.predict_log_proba(_with_parents(inside, parents, value, prior_alpha), outside)

    choice = tuning.fixed(n0) if not tuning.is_auto(n0) else None
    choice = choice or tuning.by_cross_validation(
        train, n0_grid, fit_predict, folds=folds, criterion=tuning.criterion_of(train, criterion)
    )
    return Model(_with_parents(train, tan.tree_parents(train), choice.value, prior_alpha), choice)


def _with_parents(
    train: Table, parents: tuple[tuple[int, ...], ...], n0: float, prior_alpha: float
) -> families.Model:
    return families.fit_parameters(
        train, parents, smoothing="friedman", n0=n0, alpha=1.0, prior_alpha=prior_alpha
    )


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return tan.predict_log_proba(model.tan, table)


def explain(model: Model, table: Table) -> Contributions:
    """The explanation of TAN's prediction, see `tan.explain`."""
    return tan.explain(model.tan, table)


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops for `n_folds` fits of this size before time is measured."""
    tan.warm_up(train, 20 * n_folds)


def summarize(model: Model) -> dict[str, Any]:
    """n_parameters, attributes_used and structure of the tree, and how n0 was chosen."""
    return {**families.summarize(model.tan), **tuning.summary(model.n0, "n0")}
