"""Replacement of the class prior of a fitted generative model.

A generative model is P(c, x) = P(c) P(x | c). With the prior P'(c) it is

    log P'(c, x) = log P(c, x) + log P'(c) - log P(c)

and the learned P(x | c) stays the same. A method module that allows this has a function
`with_class_prior(model, log_prior, class_counts) -> model`: log_prior (K,) is log P'(c) in nats, -inf for
classes that are ruled out, and class_counts (K,) are the weighted numbers of training cases. Most modules
import the function below. docs/methods/conventions.md#class-priors.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from naivebench.core.logspace import log_prior as smoothed


def with_class_prior(model: Any, log_prior: np.ndarray, class_counts: np.ndarray | None = None) -> Any:
    """Set every field `log_prior` of the model, and of the models it contains, to this prior.

    This is correct for models that add `log_prior` to a sum in which no other term depends on the prior.
    """
    fields: dict[str, Any] = {}
    for name, value in zip(model._fields, model, strict=True):
        if name == "log_prior":
            fields[name] = log_prior
        elif hasattr(value, "_fields"):
            fields[name] = with_class_prior(value, log_prior)
    return model._replace(**fields)


def ratio(log_prior: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Difference log P'(c) - log P(c), shape (K,), of the priors `log_prior` and `before`; 0 for a class that
    was impossible, which it remains.
    """
    possible = np.isfinite(before)
    return np.where(possible, log_prior - np.where(possible, before, 0.0), 0.0)


def shift(log_prior: np.ndarray, class_counts: np.ndarray, alpha: float) -> np.ndarray:
    """Difference log P'(c) - log P(c), shape (K,), where P(c) = (n_c + alpha / K) / (n + alpha) is that of
    tables of joint probabilities P(c, x_i). 0 for a class without cases and pseudo-count, which is impossible
    already.
    """
    return ratio(log_prior, smoothed(class_counts, alpha / len(class_counts)))
