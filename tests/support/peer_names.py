"""Our classes under the names and parameters of scikit-bayes and mixed-naive-bayes, for their own tests.

These packages treat some columns of whole numbers as categories, so the adapter declares their kinds.
Parameters without a counterpart are ignored, and a class without a counterpart raises `NoCounterpart`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from naivebench import estimators
from support.sklearn_names import Renamed

DISTINCT = 10  # scikit-bayes treats a column with at most this many whole numbers as categories


class NoCounterpart(Exception):
    """naivebench does not have this class or setting."""


class Missing:
    """A class that has no counterpart."""

    def __init__(self, *args: Any, **params: Any) -> None:
        pass

    def fit(self, X: Any, y: Any = None) -> Any:
        raise NoCounterpart(type(self).__name__)


class AnJE(Missing):
    pass


class WeightedAnDE(Missing):
    pass


class DecisionTreeDiscretizer(Missing):
    pass


class OfColumns(Renamed):
    """Classes of scikit-bayes whose parameters identify kinds of columns by position."""

    categorical_features: Any
    bernoulli_features: Any
    gaussian_features: Any

    def _kinds(self, X: Any) -> dict[str, str]:
        """Kinds of the declared columns, and of the others by their content."""
        X = np.asarray(X, dtype=float)
        said = {j: "nominal" for j in [*(self.categorical_features or ()), *(self.bernoulli_features or ())]}
        said |= {j: "linear" for j in self.gaussian_features or ()}
        return {f"x{j}": said.get(j, _kind(column)) for j, column in enumerate(X.T)}


def _kind(column: np.ndarray) -> str:
    whole = np.all(column[~np.isnan(column)] % 1 == 0)
    return "nominal" if whole and len(np.unique(column)) <= DISTINCT else "linear"


class SkbnMixedNB(OfColumns):
    """The class MixedNB of scikit-bayes."""

    _class = estimators.MixedNB

    def __init__(
        self,
        categorical_features: Any = None,
        bernoulli_features: Any = None,
        gaussian_features: Any = None,
        var_smoothing: float = 1e-9,
        alpha: float = 1.0,
        var_prior_weight: float = 0.0,
    ) -> None:
        self.categorical_features, self.bernoulli_features = categorical_features, bernoulli_features
        self.gaussian_features, self.var_smoothing = gaussian_features, var_smoothing
        self.alpha, self.var_prior_weight = alpha, var_prior_weight

    def _translated(self, X: Any) -> dict[str, Any]:
        if self.var_prior_weight:
            raise NoCounterpart("var_prior_weight")
        ours = {"alpha": self.alpha, "var_floor": self.var_smoothing, "gap_floor": 0}
        return ours if X is None else ours | {"kinds": self._kinds(X)}


class AnDE(OfColumns):
    """The class AnDE of scikit-bayes; we discretize numbers where it uses densities of children."""

    _class = estimators.A2DE

    def __init__(
        self,
        n_dependence: int = 1,
        n_bins: int = 5,
        strategy: str = "quantile",
        alpha: float = 1.0,
        n_jobs: Any = None,
        categorical_features: Any = None,
        bernoulli_features: Any = None,
        gaussian_features: Any = None,
        var_prior_weight: float = 1.0,
        min_parent_count: int = 1,
        unseen_state: str = "laplace",
    ) -> None:
        for name, value in vars().copy().items():
            if name not in ("self", "__class__"):
                setattr(self, name, value)

    def _translated(self, X: Any) -> dict[str, Any]:
        cuts = {"quantile": "equal_frequency", "uniform": "equal_width"}
        if self.strategy not in cuts:
            raise NoCounterpart(self.strategy)
        ours = {
            "n": self.n_dependence,
            "alpha": self.alpha,
            "discretize": cuts[self.strategy],
        }
        return ours if X is None else ours | {"kinds": self._kinds(X)}


class ALR(OfColumns):
    """The class ALR of scikit-bayes, with one weight per probability (its level 4)."""

    _class = estimators.ALR

    def __init__(
        self,
        n_dependence: int = 1,
        n_bins: int = 5,
        strategy: str = "quantile",
        alpha: float = 1.0,
        l2_reg: float = 1e-4,
        max_iter: int = 100,
        weight_level: int = 1,
        n_jobs: Any = None,
        categorical_features: Any = None,
        bernoulli_features: Any = None,
        gaussian_features: Any = None,
        modular: bool = False,
        var_prior_weight: float = 1.0,
        min_parent_count: int = 1,
        unseen_state: str = "laplace",
    ) -> None:
        for name, value in vars().copy().items():
            if name not in ("self", "__class__"):
                setattr(self, name, value)

    def _translated(self, X: Any) -> dict[str, Any]:
        if self.n_dependence > 1 or self.modular:
            raise NoCounterpart("n_dependence above 1, or modular")
        ours = {
            "structure": ["nb", "aode"][self.n_dependence],
            "penalty": self.l2_reg,
            "max_iter": self.max_iter,
            "discretize": "equal_frequency",
        }
        return ours if X is None else ours | {"kinds": self._kinds(X)}


class MDLPDiscretizer(estimators.Discretizer):
    """The class MDLPDiscretizer of scikit-bayes."""

    def __init__(self, max_bins: int | None = None) -> None:
        super().__init__("fayyad_irani")
        self.max_bins = max_bins

    def fit(self, X: Any, y: Any = None) -> Any:
        if self.max_bins is not None:
            raise NoCounterpart("max_bins of MDL")
        return super().fit(X, y)

    @property
    def cut_points_(self) -> Any:
        return [edges[1:-1] for edges in self.bin_edges_]


class MnbMixedNB(Renamed):
    """The class MixedNB of mixed-naive-bayes."""

    _class = estimators.MixedNB

    def __init__(
        self,
        categorical_features: Any = None,
        max_categories: Any = None,
        alpha: Any = 0.5,
        priors: Any = None,
        var_smoothing: float = 1e-9,
    ) -> None:
        self.categorical_features, self.max_categories = categorical_features, max_categories
        self.alpha, self.priors, self.var_smoothing = alpha, priors, var_smoothing

    def _translated(self, X: Any) -> dict[str, Any]:
        ours = {"alpha": self.alpha, "class_prior": self.priors, "var_floor": self.var_smoothing}
        return ours | {"gap_floor": 0, "kinds": self._kinds()}

    def _kinds(self) -> Any:
        columns = self.categorical_features
        if columns is None:
            return None
        if isinstance(columns, str):
            return "nominal"
        return {f"x{j}": "nominal" for j in columns}


def load_example() -> Any:
    """The example data of mixed-naive-bayes."""
    import mixed_naive_bayes

    return mixed_naive_bayes.load_example()
