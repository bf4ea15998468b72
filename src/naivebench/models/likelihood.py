"""Likelihood of a data set under a fitted generative method: log likelihood, AIC and BIC.

    L = sum over cases of log P(c, x)    AIC = 2 p - 2 L    BIC = p ln n - 2 L

p is `n_parameters` of the method's summary and n the number of cases; smaller criteria are better, as in
scikit-learn (bnlearn reports -BIC / 2). Missing values are summed out; for tan and kdb, this is not exact.
Numbers that the method uses directly contribute a density in their unit (angles
in radians); numbers that it cuts contribute the probability of their interval. Therefore, compare only models
that use the same columns in the same form. For words, and groups of counts, P(x | c) is the probability of
the text given its length. docs/estimators.md#likelihood; Akaike 1974; Schwarz 1978.
"""

from __future__ import annotations

import math

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.table import Table, n_cases
from naivebench.methods.bn_classifiers import aode
from naivebench.models import fitted as fitted_methods
from naivebench.models.fitted import Fitted

# modules whose terms form a joint distribution, with the parameters that make them something different
GENERATIVE: dict[str, dict[str, tuple[str, ...]]] = {
    "naive_bayes.nb": {"smoothing": ("mlc_nomatch",)},
    "naive_bayes.gnb": {},
    "naive_bayes.mixed_nb": {"smoothing": ("mlc_nomatch",)},
    "directional.vmnb": {"smoothing": ("mlc_nomatch",)},
    "bn_classifiers.tan": {},
    "bn_classifiers.kdb": {},
    "bn_classifiers.aode": {"weighting": ("information",)},
    "per_column.column_nb": {},
    "sequences.nb_mn": {"composition": ("fraction", "binary")},
    "sequences.nb_bernoulli": {},
}
NAMES = "nb, gnb, mixed_nb, vmnb, column_nb, tan, kdb, aode, nb_mn or nb_bernoulli"


def log_joint(fitted: Fitted, table: Table) -> np.ndarray:
    """log P(c, x), shape (n, K), nats, in the order of the fitted classes.

    For aode, it is the average over the members whose super-parent is observed. Raises InputError for a
    method that does not model a joint distribution.
    """
    _check(fitted)
    joint = fitted_methods.log_joint(fitted, table)
    return joint - _log_members(fitted, table)[:, None] if isinstance(fitted.model, aode.Model) else joint


def log_likelihood(fitted: Fitted, table: Table) -> float:
    """Sum over the cases of log P(y, x), nats; -inf if a case is impossible. table: cases with known classes.

    Raises InputError as `log_joint`.
    """
    joint = log_joint(fitted, table)
    return math.fsum(joint[np.arange(len(joint)), table.y].tolist())


def aic(fitted: Fitted, table: Table) -> float:
    """2 p - 2 L, nats. Raises InputError as `log_joint`."""
    return 2 * n_parameters(fitted) - 2 * log_likelihood(fitted, table)


def bic(fitted: Fitted, table: Table) -> float:
    """p ln n - 2 L, nats. Raises InputError for the same reasons as `log_joint`, and if there are no
    cases."""
    if not n_cases(table):
        raise InputError("BIC needs at least one case, but X has none")
    return n_parameters(fitted) * math.log(n_cases(table)) - 2 * log_likelihood(fitted, table)


def n_parameters(fitted: Fitted) -> int:
    """Number of free parameters of the model, as reported by its summary."""
    return int(fitted_methods.summary(fitted)["n_parameters"])


def _check(fitted: Fitted) -> None:
    """Raise InputError unless the method's terms form a joint distribution."""
    if fitted.module not in GENERATIVE:
        raise InputError(
            f"method {fitted.method} has no likelihood, because it does not model the joint distribution "
            f"of class and attributes: choose {NAMES}, or score its predictions, as with "
            "sklearn.metrics.log_loss"
        )
    for name, values in GENERATIVE[fitted.module].items():
        if fitted.params.get(name) in values:
            raise InputError(
                f"method {fitted.method} has no likelihood with {name}={fitted.params[name]!r}, whose "
                f"probabilities are not a distribution: choose another {name}"
            )


def _log_members(fitted: Fitted, table: Table) -> np.ndarray:
    """log of the number of aode members whose super-parent is observed, (n,); 0 if there are none."""
    codes, model = fitted_methods.seen_by_method(fitted, table).codes, fitted.model
    rows = 1 + model.nb.offsets[model.used] + 1 + codes[:, model.used].astype(np.int64)
    members = np.isfinite(model.log_table[rows]).any(axis=2).sum(axis=1)
    return np.log(np.maximum(members, 1))
