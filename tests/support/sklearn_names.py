"""Our naive Bayes classes under the names and parameters of scikit-learn's, for its own tests.

Only parameters are translated. `force_alpha` has no counterpart: alpha is used as it is. `CategoricalNB`
treats the codes from 0 to the largest one of a column as categories, so the adapter declares these by
`kinds`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from naivebench import estimators


class Renamed(ClassifierMixin, BaseEstimator):
    """One of our estimators with other names of parameters; everything else is its own."""

    _class: ClassVar[Any]

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Renamed:
        self._ours(X).fit(X, y, *([] if sample_weight is None else [sample_weight]))
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Renamed:
        self._ours(None).partial_fit(X, y, classes, sample_weight)
        return self

    def _ours(self, X: Any) -> Any:
        """Our estimator with our parameters; X has the cases of `fit`."""
        if "_inner" not in vars(self):
            self._inner = self._class()
        return self._inner.set_params(**self._translated(X))

    def _translated(self, X: Any) -> dict[str, Any]:
        raise NotImplementedError

    def __sklearn_tags__(self) -> Any:
        return self._class().__sklearn_tags__()

    def __getattr__(self, name: str) -> Any:
        if "_inner" not in vars(self):
            raise AttributeError(name)
        return getattr(self._inner, name)


@dataclass(kw_only=True, eq=False, repr=False)
class GaussianNB(Renamed):
    _class = estimators.GaussianNB

    priors: Any = None
    var_smoothing: float = 1e-9

    def _translated(self, X: Any) -> dict[str, Any]:
        return {"class_prior": self.priors, "var_floor": self.var_smoothing, "gap_floor": 0}


@dataclass(kw_only=True, eq=False, repr=False)
class MultinomialNB(Renamed):
    _class = estimators.MultinomialNB

    alpha: Any = 1.0
    force_alpha: bool = True
    fit_prior: bool = True
    class_prior: Any = None

    def _translated(self, X: Any) -> dict[str, Any]:
        uniform = self.class_prior is None and not self.fit_prior
        return {"alpha": self.alpha, "class_prior": "uniform" if uniform else self.class_prior}


class BernoulliNB(MultinomialNB):
    _class = estimators.BernoulliNB


@dataclass(kw_only=True, eq=False, repr=False)
class ComplementNB(MultinomialNB):
    _class = estimators.ComplementNB

    norm: bool = False

    def _translated(self, X: Any) -> dict[str, Any]:
        return super()._translated(X) | {"normalize_weights": self.norm}


@dataclass(kw_only=True, eq=False, repr=False)
class CategoricalNB(MultinomialNB):
    _class = estimators.NB

    min_categories: Any = None

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Renamed:
        X = np.asarray(X).astype(int)
        return super().fit(X, y, sample_weight)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Renamed:
        return super().partial_fit(np.asarray(X).astype(int), y, classes, sample_weight)

    def _translated(self, X: Any) -> dict[str, Any]:
        kinds: Any = "nominal"
        if X is not None:
            n = np.maximum(X.max(axis=0) + 1, self.min_categories or 1)
            values = [list(map(str, range(r))) for r in n]
            kinds = {f"x{j}": {"kind": "nominal", "values": v} for j, v in enumerate(values)}
        return super()._translated(X) | {"prior_alpha": 0, "discretize": None, "kinds": kinds}
