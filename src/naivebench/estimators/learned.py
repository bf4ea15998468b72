"""Fitted attributes of estimators with scikit-learn's names, with classes in the order of `classes_`.

`of_module` selects the base class that suits a method. Docs: docs/estimators.md#fitted-attributes.
"""

from __future__ import annotations

import inspect
import warnings
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from naivebench.core import additive
from naivebench.core.table import DISCRETE, Table
from naivebench.models import catalogue, fitted, incremental, learned, registry
from naivebench.models.fitted import Fitted


class Learned:
    """Base class with the attributes that every estimator has."""

    fitted_: Fitted
    _counted: incremental.Counted | None
    _order: np.ndarray  # (K,) class index in the model for every entry of `classes_`

    @property
    def class_count_(self) -> np.ndarray:
        """Training cases of every class, as total weights, (K,) float64."""
        return self._fitted("class_count_").class_counts[self._order].astype(np.float64)

    def _fitted(self, name: str) -> Fitted:
        """The fitted method. Raises AttributeError, which names the requested attribute, before `fit`."""
        if "fitted_" not in self.__dict__:
            raise AttributeError(f"{type(self).__name__} has no {name} before fit: call fit first")
        return self.fitted_

    def _statistics(self, name: str) -> Any:
        """The method's statistics. Raises AttributeError if the model was learned or loaded without
        counts.
        """
        self._fitted(name)
        counted = self._counts()
        if counted is None:
            raise AttributeError(
                f"this {type(self).__name__} has no {name}, because its model was learned or loaded without "
                "counts: fit it again"
            )
        return counted.statistics

    def _counts(self) -> incremental.Counted | None:
        """The counts, or None if nothing was counted. Cases that `fit` left for later are counted now."""
        waiting: Table | None = self.__dict__.pop("_uncounted", None)
        if waiting is not None:
            model = self.fitted_
            stanza = catalogue.methods()[model.method] | {"discretize": model.discretizer}
            self._counted = incremental.counted_by_fit(waiting, model.method, stanza, model.params)
        return getattr(self, "_counted", None)

    def __getstate__(self) -> Any:
        self._counts()
        return super().__getstate__()


class Iterations(Learned):
    """Attributes of methods that optimise iteratively."""

    @property
    def n_iter_(self) -> int:
        """Number of iterations of the optimiser; the largest number if there are several."""
        return learned.progress(self._fitted("n_iter_")).iterations

    def _tell_progress(self) -> None:
        """Warn if the optimiser stopped at its iteration limit."""
        found = learned.progress(self.fitted_)
        if not found.converged:
            limit = "max_iter" if "max_iter" in self.fitted_.params else "max_iterations"
            warnings.warn(
                f"{type(self).__name__} stopped after {found.iterations} iterations, before it converged: "
                f"increase {limit} ({self.fitted_.params[limit]})",
                ConvergenceWarning,
                stacklevel=5,
            )


class Joint(Learned):
    """Methods of estimators that model classes and attributes jointly."""

    def predict_joint_log_proba(self, X: Any) -> np.ndarray:
        """log P(c, x), (n, K) nats, in the order of `classes_`, up to a constant per case that is the same
        for all classes; -inf if impossible.
        """
        table = self._table(X)  # type: ignore[attr-defined]
        return fitted.log_joint(self.fitted_, table)[:, self._order]

    @property
    def class_log_prior_(self) -> np.ndarray:
        """log P(c), (K,) nats."""
        return learned.log_prior(self._fitted("class_log_prior_").model)[self._order]

    @property
    def class_prior_(self) -> np.ndarray:
        """P(c), (K,)."""
        return np.exp(learned.log_prior(self._fitted("class_prior_").model)[self._order])


class Categories(Joint):
    """Attributes of methods with a table for every nominal or ordinal attribute, including cut numbers."""

    @property
    def category_count_(self) -> list[np.ndarray]:
        """Cases per class and value, as total weights, (K, r_j) for every attribute that is nominal, ordinal
        or cut, in the order of its values.
        """
        counts = learned.category_counts(self._statistics("category_count_"))
        return [of_values[self._order] for of_values in counts]

    @property
    def feature_log_prob_(self) -> list[np.ndarray]:
        """log P(x_j = v | c), (K, r_j) nats for every attribute of `category_count_`."""
        model = self._fitted("feature_log_prob_").model
        tables = learned.category_log_proba(getattr(model, "discrete", model))
        return [table[self._order] for table in tables]

    @property
    def n_categories_(self) -> np.ndarray:
        """Number of values of every attribute of `category_count_`."""
        return np.array([table.shape[1] for table in self.feature_log_prob_], dtype=np.int64)


class Numbers(Joint):
    """Attributes of methods with a normal distribution for every number."""

    @property
    def theta_(self) -> np.ndarray:
        """Mean of every numeric attribute in every class, (K, d)."""
        return self._gaussian("theta_").mean[self._order]

    @property
    def var_(self) -> np.ndarray:
        """Variance of every numeric attribute in every class, (K, d), after applying the floor; 0 for an
        attribute that does not vary.
        """
        return self._gaussian("var_").variance[self._order]

    def _gaussian(self, name: str) -> learned.Gaussian:
        model = self._fitted(name).model
        constant = not getattr(model, "real", model).varies.all()
        counted = self._counts() if constant else None
        statistics = None if counted is None else counted.statistics
        if statistics is not None and hasattr(model, "real"):
            kinds = {a.kind for a in statistics.attributes} - set(DISCRETE)
            statistics = additive.part(statistics, kinds)
        return learned.gaussian(getattr(model, "real", model), statistics)


class Words(Joint):
    """Attributes of methods for counts of words or letters."""

    @property
    def feature_count_(self) -> np.ndarray:
        """Sum of the counts of every word per class, (K, words); for `BernoulliNB`, the number of cases that
        contain the word, as total weights.
        """
        statistics = self._statistics("feature_count_")
        return learned.word_counts(statistics, self.fitted_.model)[self._order]

    @property
    def feature_log_prob_(self) -> np.ndarray:
        """Log probability of every word in every class, (K, words) nats; for `ComplementNB`, the weight of
        the word.
        """
        return learned.word_log_proba(self._fitted("feature_log_prob_").model)[self._order]

    @property
    def feature_all_(self) -> np.ndarray:
        """Sum of the counts of every word, (words,)."""
        return self.feature_count_.sum(axis=0)


class CategoriesAndNumbers(Categories, Numbers):
    """Attributes of methods with tables for categories and normal distributions for numbers."""


PARTS: dict[str, type[Learned]] = {
    "naive_bayes.nb": Categories,
    "naive_bayes.gnb": Numbers,
    "naive_bayes.mixed_nb": CategoriesAndNumbers,
    "sequences.nb_mn": Words,
    "sequences.nb_bernoulli": Words,
    "sequences.cnb": Words,
    "high_cardinality.noisy_or": Iterations,
}


def of_module(module: str) -> type[Learned]:
    """The base class for estimators of the method in this module."""
    if module in PARTS:
        return PARTS[module]
    functions = registry.load(module)
    limited = "max_iter" in inspect.signature(functions.fit).parameters
    return Joint if hasattr(functions, "log_joint") else Iterations if limited else Learned
