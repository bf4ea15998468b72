"""Tree-augmented naive Bayes that chooses its smoothing by inner cross-validation in the training part.

The tree does not depend on the smoothing n0, so each inner fold learns it once
(bn_classifiers.tan, which keeps the tables of attributes with thousands of values sparse).
docs/methods/high-cardinality.md#naive-bayes-and-tan-with-tuned-smoothing; Jambeiro and Wainer 2007.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from naivebench.core import counts, tuning
from naivebench.core.table import Table
from naivebench.core.tuning import SMOOTHING_GRID
from naivebench.methods.bn_classifiers import families, tan
from naivebench.methods.bn_classifiers.families import Model, Smoothing
from naivebench.methods.bn_classifiers.families import contributions as contributions
from naivebench.methods.bn_classifiers.families import predict_log_proba as predict_log_proba
from naivebench.methods.bn_classifiers.families import summarize as summarize

GRIDS = {"n0": SMOOTHING_GRID}  # tried by `auto`, and by `chosen_on_test` of a protocol


def fit(train: Table, *, rng: np.random.Generator | None = None, n0: float | str = "auto") -> Model:
    """Learn the tree and its tables. n0: weight of Friedman's smoothing, at least 0, or auto to choose it
    from the grid by five inner folds. The score is the beginning of the hit curve for two classes and log
    loss for more. Raises InputError for bad parameters and for attributes that are not discrete.
    """
    tuning.check_number_or_auto(n0, "n0", "tan_tuned")
    train = counts.prepare_discrete_training(train, "tan_tuned")

    def fit_predict(inside: Table, outside: Table) -> Iterator[np.ndarray]:
        for model in _estimate_for_each_n0(inside, SMOOTHING_GRID):
            yield families.predict_log_proba(model, outside)

    if n0 == "auto":
        choice = tuning.choose_by_cross_validation(train, SMOOTHING_GRID, fit_predict)
    else:
        choice = tuning.wrap_constant(n0)
    (model,) = _estimate_for_each_n0(train, [choice.value])
    return model._replace(facts=tuning.summarize_choice(choice, "n0"))


def _estimate_for_each_n0(train: Table, n0: Sequence[float]) -> Iterator[Model]:
    """Estimate the tables of one tree with each given value of n0."""
    statistics = tan.count(train)
    parents = tan.learn_tree_parents(statistics)
    counted = families.count_family_tables(statistics, parents)
    for value in n0:
        yield families.estimate(statistics, parents, Smoothing("friedman", value), counted)
