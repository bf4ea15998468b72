"""Classifiers whose model is computed from counts and sums, so that cases can be weighted and added."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np

from naivebench.core.checks import InputError
from naivebench.estimators import cases, class_balance
from naivebench.estimators.classifier import Classifier
from naivebench.models import incremental, registry


class CountingClassifier(Classifier):
    """A method that is a sum of counts: `fit` and `partial_fit` take weights of cases."""

    _counted: incremental.Counted | None = None  # counts so far, for partial_fit
    _closed: bool = False  # whether `classes` listed all labels that will ever occur

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from the cases X and their labels y (n,), including cut points and value lists.

        sample_weight (n,): number of cases that each case counts as, at least 0. Whole weights also apply to
        cut points; with other weights, cut points are learned from the unweighted cases. Raises InputError
        for data and parameters that do not fit; the estimator is then not fitted.
        """
        self._forget()
        training = self._read_training(X, y, sample_weight)
        if training.weights is None and not incremental.is_incremental(self._stanza(), self._params()):
            return self._fit(training)
        return self._keep_counts(self._count(training), training)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn from further cases after `fit` or earlier calls, or start with the first cases.

        The model equals one `fit` on all cases so far, except for the cut points of numbers, which stay those
        of the first cases (with a warning). classes: all labels that will ever occur. Other labels are then
        rejected, and later calls may repeat the list but not change it. Without `classes`, new labels become
        new classes. Raises InputError if the columns differ from those of the first cases, and after a `fit`
        that kept no counts.
        """
        if classes is not None:
            self._check_same_classes(classes)
        class_balance.check_partial(self.class_weight)
        before = self._counted
        if before is None and hasattr(self, "fitted_"):
            raise InputError(
                f"this {type(self).__name__} was fitted without keeping its counts, so further cases "
                "cannot be added: call partial_fit from the first cases on, or fit all cases at once"
            )
        if before is not None:
            self._check_counted_alike()
        if before is not None and any(map(len, before.cuts)):
            warnings.warn(
                "partial_fit keeps the cut points of the first cases, so the model differs from one fit "
                "on all cases: if you need the same model, cut numbers into intervals beforehand",
                stacklevel=2,
            )

        closed = classes is not None or self._closed
        if closed:
            cases.check_declared(y, self.classes_ if before is not None else np.unique(classes))
        training = self._read_training(X, y, sample_weight, classes, before)
        counted = self._count(training, None if before is None else before.cuts)
        if before is not None:
            counted = incremental.merge(before, counted, self._stanza())
        self._keep_counts(counted, training)
        self._closed = closed
        return self

    def _forget(self) -> None:
        super()._forget()
        for name in ("_counted", "_closed"):
            self.__dict__.pop(name, None)

    def _check_same_classes(self, classes: Any) -> None:
        """Raise InputError if `classes` differ from the classes known so far, if there are any."""
        known = getattr(self, "classes_", None)
        if known is not None and not np.array_equal(known, np.unique(classes)):
            raise InputError(
                f"classes={list(classes)!r} is not the same as on last call to partial_fit or fit, which was "
                f"{known.tolist()!r}: leave `classes` out, or fit again with all of them"
            )

    def _check_counted_alike(self) -> None:
        """Raise InputError if a parameter that affects counting has changed since the earlier cases."""
        before = {**self.fitted_.params, "discretize": self.fitted_.discretizer}
        now = {**self._params(), "discretize": self.discretize}
        counts = registry.load(self.fitted_.module).count
        for name in (*incremental.select_parameters(counts, before), "discretize"):
            if now[name] != before[name]:
                raise InputError(
                    f"{name} is {now[name]!r}, but the earlier cases were counted with {before[name]!r}: set "
                    "it back, or fit all cases again"
                )

    def _statistics_for(self, name: str) -> Any:
        """The method's counts and sums. Raises AttributeError if the model was learned or loaded without
        them.
        """
        self._fitted_for(name)
        counted = self._counted
        if counted is None:
            raise AttributeError(
                f"this {type(self).__name__} has no {name}, because its model was learned or loaded without "
                "counts: fit it again"
            )
        return counted.statistics

    def _count(
        self, training: cases.Training, cuts: tuple[np.ndarray, ...] | None = None
    ) -> incremental.Counted:
        stanza, params = self._stanza(), self._params()
        return incremental.count(training.table, self._method, stanza, params, training.weights, cuts)

    def _keep_counts(self, counted: incremental.Counted, training: cases.Training) -> Self:
        """Compute the model from the counts and keep both."""
        self._keep(incremental.estimate(counted, self._method, self._stanza(), self._params()), training)
        self._counted = counted
        return self
