"""Naive Bayes that also learns from cases without a label, by EM (`models.em`).

As in `sklearn.semi_supervised`, a case whose label is the number -1 has none.
"""

from __future__ import annotations

import numbers
import warnings
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import accuracy_score
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import (
    _check_sample_weight,
    check_consistent_length,
    check_is_fitted,
    column_or_1d,
)

from naivebench.core.checks import InputError
from naivebench.estimators import class_balance
from naivebench.estimators.adapter import Estimator
from naivebench.models import em

UNLABELLED = -1


def _has_joint(model: SemiSupervisedNB) -> bool:
    return hasattr(model.estimator, "predict_joint_log_proba")


class SemiSupervisedNB(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):
    """EM over labelled and unlabelled cases for an estimator that counts.

    Parameters
    ----------
    estimator : Estimator
        NB, GaussianNB, MixedNB, MultinomialNB or another one with a joint probability of counts that add up.
        It is cloned, not changed.
    unlabelled_weight : float, default=1.0
        How many labelled cases an unlabelled one counts for: the lambda of Nigam et al. 2000. 0 leaves the
        unlabelled cases out.
    max_iter : int, default=100
        Largest number of models that are estimated; the first one is that of the labelled cases.
    tol : float, default=1e-4
        The search ends when a round gains less than this, in nats per case.

    Attributes
    ----------
    estimator_ : Estimator
        The fitted estimator: `explain`, `summary_` and `fitted_` are its own.
    classes_ : ndarray of shape (n_classes,)
        Labels, without -1.
    transduction_ : ndarray of shape (n,)
        The label of every training case: as given, or predicted by the last model.
    label_distributions_ : ndarray of shape (n, n_classes)
        P(c | x) of every training case by the last model.
    objective_ : ndarray of shape (n_iter_,)
        Log likelihood of the cases with the prior of the parameters, in nats, of every model
        (docs/methods/conventions.md#cases-without-a-class).
    n_iter_ : int
        Number of models that were estimated; 1 without unlabelled cases.
    n_features_in_ : int
    feature_names_in_ : ndarray, where all columns have names

    References
    ----------
    Nigam, McCallum, Thrun and Mitchell, Text classification from labeled and unlabeled documents using EM,
    Machine Learning 39, 2000.

    Examples
    --------
    >>> import numpy as np
    >>> from naivebench.estimators import GaussianNB, SemiSupervisedNB
    >>> X = np.array([[0.0], [4.0], [0.2], [-0.3], [3.8], [4.5]])
    >>> y = np.array([0, 1, -1, -1, -1, -1])
    >>> SemiSupervisedNB(GaussianNB()).fit(X, y).transduction_
    array([0, 1, 0, 0, 1, 1])
    """

    def __init__(
        self,
        estimator: Estimator,
        *,
        unlabelled_weight: float = 1.0,
        max_iter: int = 100,
        tol: float = 1e-4,
    ) -> None:
        self.estimator = estimator
        self.unlabelled_weight = unlabelled_weight
        self.max_iter = max_iter
        self.tol = tol

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> SemiSupervisedNB:
        """Learn from the cases X and their labels y (n,), -1 for none; X as for the estimator.

        sample_weight (n,): number of cases that each case counts as, at least 0. Raises InputError for data,
        labels and parameters that do not fit, and for an estimator that does not support EM.
        """
        if not isinstance(self.estimator, Estimator):
            raise InputError(
                f"estimator is {self.estimator!r}, expected an estimator of naivebench such as NB()"
            )
        settings = em.Settings(self.unlabelled_weight, self.max_iter, self.tol)
        model = clone(self.estimator)
        y = column_or_1d(y, warn=True)
        check_consistent_length(X, y)
        unlabelled = _unlabelled(y)
        if sample_weight is not None:
            sample_weight = _check_sample_weight(sample_weight, y, dtype=np.float64, ensure_non_negative=True)
        class_weight = getattr(model, "class_weight", None)
        if class_weight is not None:
            sample_weight = _balanced(class_weight, y, unlabelled, sample_weight)
            model.set_params(class_weight=None)
        if sample_weight is not None and not sample_weight[~unlabelled].any():
            raise InputError(
                "no labelled case has a weight above 0: give at least one case of every class a positive "
                "weight"
            )
        # unlabelled cases get any valid label while X is read
        training = model._training(X, _filled(y, unlabelled, sample_weight), sample_weight)
        if class_weight is not None:
            model.set_params(class_weight=class_weight)
        hidden = unlabelled if training.weights is None else unlabelled[sample_weight > 0]
        table = training.table._replace(y=np.where(hidden, UNLABELLED, training.table.y).astype(np.int32))
        run = em.fit(
            table,
            model._method,
            model._stanza(),
            params=model._params(),
            settings=settings,
            weights=training.weights,
            adjusted=lambda fitted: model._with_class_prior(fitted, training),
        )
        if not run.converged:
            warnings.warn(
                f"EM stopped after max_iter={self.max_iter} models, before it converged (a round still "
                f"gained at least tol={self.tol}): increase max_iter or tol",
                ConvergenceWarning,
                stacklevel=2,
            )
        self.estimator_ = model._keep(run.fitted, training)
        self.classes_, self.n_features_in_ = model.classes_, model.n_features_in_
        if hasattr(model, "feature_names_in_"):
            self.feature_names_in_ = model.feature_names_in_
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        self.objective_, self.n_iter_ = run.objective, len(run.objective)
        self.label_distributions_ = model.predict_proba(X)
        self.transduction_ = _filled(y, unlabelled)
        self.transduction_[unlabelled] = model.predict(X)[unlabelled]
        return self

    def predict_log_proba(self, X: Any) -> np.ndarray:
        """log P(c | x), shape (n, K), nats, in the order of `classes_`."""
        return self._fitted().predict_log_proba(X)

    def predict_proba(self, X: Any) -> np.ndarray:
        """P(c | x), shape (n, K), in the order of `classes_`."""
        return self._fitted().predict_proba(X)

    def predict(self, X: Any) -> np.ndarray:
        """Predict the label of every case, shape (n,)."""
        return self._fitted().predict(X)

    @available_if(_has_joint)
    def predict_joint_log_proba(self, X: Any) -> np.ndarray:
        """log P(c, x), (n, K) nats, as returned by the underlying estimator."""
        return self._fitted().predict_joint_log_proba(X)  # type: ignore[attr-defined]  # of a mixin

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Accuracy on the labelled cases, as a share; those with the label -1 are left out."""
        y = column_or_1d(y, warn=True)
        known = ~_unlabelled(y)
        weights = None if sample_weight is None else np.asarray(sample_weight)[known]
        return float(accuracy_score(_filled(y, ~known)[known], self.predict(X)[known], sample_weight=weights))

    def _fitted(self) -> Estimator:
        check_is_fitted(self)
        return self.estimator_

    def __sklearn_tags__(self) -> Any:
        tags, inner = super().__sklearn_tags__(), self.estimator.__sklearn_tags__()
        tags.input_tags, tags.classifier_tags = inner.input_tags, inner.classifier_tags
        return tags


def _unlabelled(y: np.ndarray) -> np.ndarray:
    """Whether each case is unlabelled, that is, has the number -1 as label; (n,) bool.

    Raises InputError if all cases are unlabelled, and if the labels are text and include the text "-1".
    """
    if y.dtype.kind in "US":
        if str(UNLABELLED) in y.astype(str):
            raise InputError(
                "y contains the text '-1' among text labels: give an array of objects (dtype=object), in "
                "which the number -1 marks unlabelled cases"
            )
        return np.zeros(len(y), dtype=bool)
    found = np.array([_is_number(label) and label == UNLABELLED for label in y.tolist()], dtype=bool)
    if len(y) and found.all():
        raise InputError(
            "y has no label except -1, which marks unlabelled cases: label a case of every class"
        )
    return found


def _balanced(class_weight: Any, y: np.ndarray, unlabelled: np.ndarray, sample_weight: Any) -> np.ndarray:
    """The case weights, (n,); for labelled cases, multiplied by the weight of their class."""
    weights = np.ones(len(y)) if sample_weight is None else sample_weight.copy()
    labelled = _filled(y, unlabelled)[~unlabelled]
    of_labelled = class_balance.weights(class_weight, np.unique(labelled), labelled, weights[~unlabelled])
    weights[~unlabelled] = of_labelled
    return weights


def _is_number(label: Any) -> bool:
    return isinstance(label, numbers.Real) and not isinstance(label, bool)


def _filled(y: np.ndarray, unlabelled: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
    """The labels with every -1 replaced by the first label of positive weight; numbers in object arrays
    become numbers.
    """
    labels, filled = y[~unlabelled], y.copy()
    counting = labels if weights is None else labels[weights[~unlabelled] > 0]
    filled[unlabelled] = counting[:1].repeat(unlabelled.sum())
    plain = filled.dtype == object and len(labels) and all(_is_number(label) for label in labels.tolist())
    return np.array(filled.tolist()) if plain else filled
