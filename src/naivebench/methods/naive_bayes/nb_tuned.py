"""Naive Bayes that chooses its own smoothing. Exact leave-one-out inside the training part decides.

naive_bayes.nb with P(x_j = v | c) = (n_jvc + s) / (n_jc + s r_j). With thousands of values the
usual s = 1 drowns rare classes, so a comparison with methods that choose their constants needs it chosen too.
Jambeiro and Wainer 2007, where naive Bayes has a constant s like the others;
docs/methods/high-cardinality.md#naive-bayes-and-tan-with-tuned-smoothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, tuning
from naivebench.core.checks import at_least, one_of
from naivebench.core.explanations import Contributions
from naivebench.core.table import Table
from naivebench.core.tuning import Choice
from naivebench.methods.naive_bayes import nb


class Model(NamedTuple):
    nb: nb.Model
    s: Choice


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    s: float | str = "auto",
    s_grid: Sequence[float] = tuning.SMOOTHING_GRID,
    criterion: str = "auto",
    prior_alpha: float = 1.0,
) -> Model:
    """Count and estimate. s: smoothing >= 0, or auto: the best of `s_grid` by leave-one-out.

    criterion: see naivebench.core.tuning; auto is area_10 for two classes and log_loss for more. Raises
    InputError for bad parameters and for attributes that are not discrete.
    """
    one_of(criterion, ("auto", *tuning.CRITERIA), "criterion", "nb_tuned")
    tuning.check(s, "s", "nb_tuned", grid=s_grid)
    at_least(prior_alpha, 0, "prior_alpha", "nb_tuned")
    counts.only_discrete(train, "nb_tuned")
    train = counts.known_cases(train)

    def left_out(value: float) -> np.ndarray:
        return nb.leave_one_out(train, alpha=value, prior_alpha=prior_alpha)

    choice = tuning.fixed(s) if not tuning.is_auto(s) else None
    choice = choice or tuning.by_leave_one_out(
        train, sorted(s_grid), left_out, criterion=tuning.criterion_of(train, criterion)
    )
    return Model(nb.fit(train, alpha=choice.value, prior_alpha=prior_alpha), choice)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return nb.predict_log_proba(model.nb, table)


def fit_leave_one_out(
    table: Table, *, rng: np.random.Generator | None = None, **params: Any
) -> tuple[Model, np.ndarray]:
    """The model of all cases, and log P(c | x_i) of every case without its own counts, (n, K) nats; s as
    found on all cases.
    """
    model = fit(table, rng=rng, **params)
    return model, nb.leave_one_out(table, alpha=model.s.value, prior_alpha=params.get("prior_alpha", 1.0))


def contributions(model: Model, table: Table) -> Contributions:
    """Explain predictions as naive Bayes does."""
    return nb.contributions(model.nb, table)


def summarize(model: Model) -> dict[str, Any]:
    """n_parameters and attributes_used as naive Bayes, and how s was chosen."""
    return {**nb.summarize(model.nb), **tuning.summary(model.s, "s")}
