"""Multinomial logistic regression with an L2 penalty (scikit-learn). Nominal attributes become indicators,
and numbers are standardised.

Reference: Cox 1958; le Cessie and van Houwelingen 1992 (ridge form). Minimises sum of log loss + |w|^2 / (2
c).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression

from naivebench.core.table import Table
from naivebench.methods.baselines import estimator
from naivebench.methods.baselines.estimator import Model
from naivebench.methods.baselines.estimator import predict_log_proba as predict_log_proba


def fit(train: Table, *, rng: np.random.Generator, c: float = 1.0, max_iter: int = 1000) -> Model:
    """`c`: Inverse strength of the penalty; `max_iter`: Largest number of L-BFGS iterations."""
    return estimator.fit_library(
        train, rng, lambda part: LogisticRegression(C=c, max_iter=max_iter).fit(part.x, part.y)
    )


def summarize(model: Model) -> dict[str, Any]:
    """Report the number of coefficients and intercepts, and the iterations."""

    def sizes(classifier: LogisticRegression) -> dict[str, int]:
        n_parameters = classifier.coef_.size + classifier.intercept_.size
        return {"n_parameters": n_parameters, "iterations": int(max(classifier.n_iter_))}

    return estimator.summary(model, sizes)
