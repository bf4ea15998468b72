"""Naive Bayes that chooses its own smoothing. Exact leave-one-out inside the training part decides.

naive_bayes.nb with P(x_j = v | c) = (n_jvc + s) / (n_jc + s r_j). With thousands of values the
usual s = 1 drowns rare classes, so a comparison with methods that choose their constants needs it chosen too.
Jambeiro and Wainer 2007, where naive Bayes has a constant s like the others;
docs/methods/high-cardinality.md#naive-bayes-and-tan-with-tuned-smoothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, tuning
from naivebench.core.table import Table
from naivebench.core.tuning import SMOOTHING_GRID, Choice
from naivebench.methods.naive_bayes import nb
from naivebench.methods.naive_bayes.awnb import contributions as contributions
from naivebench.methods.naive_bayes.awnb import predict_log_proba as predict_log_proba

GRIDS = {"s": SMOOTHING_GRID}  # tried by `auto`, and by `chosen_on_test` of a protocol


class Model(NamedTuple):
    nb: nb.Model
    s: Choice


def fit(train: Table, *, rng: np.random.Generator | None = None, s: float | str = "auto") -> Model:
    """Count and estimate. s: smoothing >= 0, or auto: the best of the grid by leave-one-out, judged by the
    beginning of the hit curve for two classes and by log loss for more.

    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    tuning.check(s, "s", "nb_tuned")
    counts.only_discrete(train, "nb_tuned")
    train = counts.known_cases(train)
    if tuning.is_auto(s):
        criterion = tuning.criterion_of(train, "auto")
        choice = tuning.by_leave_one_out(
            train, SMOOTHING_GRID, lambda s: nb.leave_one_out(train, alpha=s), criterion=criterion
        )
    else:
        choice = tuning.fixed(s)
    return Model(nb.fit(train, alpha=choice.value), choice)


def fit_leave_one_out(
    table: Table, *, rng: np.random.Generator | None = None, **params: Any
) -> tuple[Model, np.ndarray]:
    """The model of all cases, and log P(c | x_i) without case i but with the s of all cases, (n, K) nats."""
    model = fit(table, rng=rng, **params)
    return model, nb.leave_one_out(table, alpha=model.s.value)


def summarize(model: Model) -> dict[str, Any]:
    """n_parameters and attributes_used as naive Bayes, and how s was chosen."""
    return {**nb.summarize(model.nb), **tuning.summary(model.s, "s")}
