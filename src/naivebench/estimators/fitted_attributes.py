"""Fitted attributes with scikit-learn's names, for the classes of methods that have them.

Axes of classes are in the order of `classes_`. Docs: docs/estimators.md#fitted-attributes.
"""

from __future__ import annotations

import itertools
import warnings
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from naivebench.core import counts
from naivebench.estimators.classifier import Classifier
from naivebench.estimators.counting import CountingClassifier
from naivebench.models import fitted


class Iterations(Classifier):
    """Attributes of methods that optimise iteratively."""

    @property
    def n_iter_(self) -> int:
        """Number of iterations of the optimiser; the largest number if there are several."""
        summary = fitted.summarize_model(self._fitted_for("n_iter_"))
        iterations = summary.get("iterations", summary.get("steps", 0))
        if isinstance(iterations, dict):
            iterations = list(iterations.values())
        return int(max(iterations, default=0) if isinstance(iterations, list) else iterations)

    def _warn_unless_converged(self) -> None:
        name = "max_iter" if "max_iter" in self.fitted_.params else "max_iterations"
        limit, iterations = self.fitted_.params[name], self.n_iter_
        reached = name == "max_iter" and iterations >= limit > 0
        if not fitted.summarize_model(self.fitted_).get("converged", not reached):
            warnings.warn(
                f"{type(self).__name__} stopped after {iterations} iterations, before it converged: "
                f"increase {name} ({limit})",
                ConvergenceWarning,
                stacklevel=5,
            )


class Joint(Classifier):
    """Attributes and methods of those that model classes and columns jointly."""

    def predict_joint_log_proba(self, X: Any) -> np.ndarray:
        """log P(c, x), (n, K) nats, in the order of `classes_`, up to a constant per case that is the same
        for all classes; -inf if impossible.
        """
        table = self._read_new(X)
        return fitted.log_joint(self.fitted_, table)[:, self._order]

    @property
    def class_log_prior_(self) -> np.ndarray:
        """log P(c), (K,) nats."""
        model = self._fitted_for("class_log_prior_")
        return (fitted.find_log_prior(model.model) + fitted.prior_shift(model))[self._order]

    @property
    def class_prior_(self) -> np.ndarray:
        """P(c), (K,)."""
        self._fitted_for("class_prior_")
        return np.exp(self.class_log_prior_)


class Categories(Joint, CountingClassifier):
    """Attributes of methods with a table for every nominal or ordinal column, including cut numbers."""

    @property
    def category_count_(self) -> list[np.ndarray]:
        """Cases per class and value, as total weights, (K, r_j) for every column that is nominal, ordinal or
        cut, in the order of its values.
        """
        statistics = self._statistics_for("category_count_")
        offsets = counts.offsets_of(statistics.attributes)
        return [rows[:, self._order].T for rows in _rows_of_values(statistics.n_jvc, offsets)]

    @property
    def feature_log_prob_(self) -> list[np.ndarray]:
        """log P(x_j = v | c), (K, r_j) nats for every column of `category_count_`."""
        model = self._fitted_for("feature_log_prob_").model
        tables = getattr(model, "discrete", model)
        return [rows[:, self._order].T for rows in _rows_of_values(tables.log_table, tables.offsets)]

    @property
    def n_categories_(self) -> np.ndarray:
        """Number of values of every column of `category_count_`."""
        return np.array([table.shape[1] for table in self.feature_log_prob_], dtype=np.int64)


class Numbers(Joint, CountingClassifier):
    """Attributes of methods with a normal distribution for every number."""

    @property
    def theta_(self) -> np.ndarray:
        """Mean of every numeric column in every class, (K, d)."""
        return self._normal_for("theta_").mean.T[self._order]

    @property
    def var_(self) -> np.ndarray:
        """Variance of every number in every class after the floors, (K, d); 0 for a constant column."""
        model = self._normal_for("var_")
        return np.where(model.varies[:, None], model.variance, 0.0).T[self._order]

    def _normal_for(self, name: str) -> Any:
        model = self._fitted_for(name).model
        return getattr(model, "real", model)


class Words(Joint, CountingClassifier):
    """Attributes of methods for counts of words or letters."""

    @property
    def feature_count_(self) -> np.ndarray:
        """Sum of the counts of every word per class, (K, words); for `BernoulliNB`, the number of cases that
        contain the word, as total weights.
        """
        statistics, model = self._statistics_for("feature_count_"), self.fitted_.model
        sums = statistics.cases if hasattr(model, "log_odds") else statistics.totals

        # statistics have a column for every word that occurs, the vocabulary may lack some and have others
        kept = model.vocabulary.kept
        kept = np.arange(self.feature_log_prob_.shape[1]) if kept is None else kept
        place = np.minimum(np.searchsorted(statistics.columns, kept), max(len(statistics.columns) - 1, 0))
        occurs = statistics.columns[place] == kept if len(statistics.columns) else np.zeros(len(kept), bool)
        counts = np.zeros((len(sums), len(kept)))
        counts[:, occurs] = sums[:, place[occurs]]
        return counts[self._order]

    @property
    def feature_log_prob_(self) -> np.ndarray:
        """Log probability of every word in every class, (K, words) nats: that the word is drawn, for
        `BernoulliNB` that it is present; for `ComplementNB`, the weight of the word.
        """
        model = self._fitted_for("feature_log_prob_").model
        if hasattr(model, "log_odds"):
            return -np.logaddexp(0.0, -model.log_odds.T)[self._order]
        table = model.weights if hasattr(model, "weights") else model.log_table
        return table.T[self._order]

    @property
    def feature_all_(self) -> np.ndarray:
        """Sum of the counts of every word, (words,)."""
        return self.feature_count_.sum(axis=0)


def _rows_of_values(rows: np.ndarray, offsets: np.ndarray) -> list[np.ndarray]:
    """The rows of every attribute in a table (R, K), without the row of missing values, (r_j, K) each."""
    return [rows[a + 1 : b] for a, b in itertools.pairwise(offsets)]
